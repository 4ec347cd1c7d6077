"""Things in hands: which are ready, which hand holds them, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tactics.core.text import Named, Text, text
from tactics.rules.action import Refusal
from tactics.rules.event import ItemChanged, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import own_numbers, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.sheet import SHIELD, Sheet, Shield, Use, Weapon, ranges_for, sheet_of, thing_name
from tactics.rulesets.dfrpg.strength import st_keeps_ready
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight, Item

HANDS = ("main", "off", "both")
HAND_WORDS: Mapping[str, Text] = {"main": text("right hand"), "off": text("left hand")}
"""The hands in words."""
FIST, FOOT = "fist", "foot"
LIMBS = (FIST, FOOT)
BARE_HANDED = (FIST, "shove_one", "shove_two")
"""Bare hands and feet, which every figure has besides its own natural weapons. Source: dfrpg.attack.unarmed."""
USELESS = "arm_useless"
"""Effect: an arm that can neither strike nor defend in this fight; its note is the hand.

Source: dfrpg.attack.critical_miss
"""
REACH = "reach."
"""Beginning of counters: yards a weapon whose reach has to be changed is held for. Source: dfrpg.state.reach_change."""


def things_of(fight: Fight, who: str) -> tuple[Item, ...]:
    """Everything a figure has."""
    return tuple(one for one in fight.items.values() if one.holder == who)


def maker_of(item: Item) -> str:
    """Id of whoever a thing belonged to at first, in whose stat block it stands."""
    return item.id.rpartition(".")[0]


def called(fight: Fight, item: str) -> Named:
    """What players call a thing, by its id: as the stat block does that it stands in."""
    maker, _, kind = item.rpartition(".")
    return thing_name(sheet_of(fight.world.creature(maker)), kind)


def weapon_of(fight: Fight, item: Item) -> Weapon | None:
    """A thing as a weapon, None when it is none: with the skill its holder has with such a weapon, else by default,
    and the ranges of its holder's Strength.

    Source: dfrpg.state.ready, dfrpg.data.sample_weapons
    """
    maker = maker_of(item)
    found = sheet_of(fight.world.creature(maker)).weapons.get(item.kind)
    if found is None or maker == item.holder or not item.holder:
        return found
    own = sheet_of(fight.world.creature(item.holder))
    known = [one.skill for one in own.weapons.values() if one.skill_id and one.skill_id == found.skill_id]
    shot = None if found.shot is None else ranges_for(found.shot, own.st)
    return replace(found, id=item.id, skill=max(known, default=_untrained(own)), shot=shot)


def _untrained(sheet: Sheet) -> int:
    """Skill with what a figure has no skill for. Source: dfrpg.state.ready."""
    return sheet.dx + int(table("fight")["untrained"]["skill"])


def find(fight: Fight, who: str, id: str) -> tuple[Weapon, Item | None] | None:
    """A weapon at a figure's hands by its id, with its item, None for what it has not."""
    own = sheet_of(fight.world.creature(who)).weapons.get(id)
    if own is not None and own.body:
        return own, None
    for item in things_of(fight, who):
        if id in (item.id, f"{item.kind}") and (weapon := weapon_of(fight, item)) is not None:
            return weapon, item
    return None


def item_of(fight: Fight, who: str, weapon: Weapon) -> Item | None:
    """The thing a weapon is, None for a part of the body."""
    for key in (f"{who}.{weapon.id}", weapon.id):
        item = fight.items.get(key)
        if item is not None and item.holder == who:
            return item
    return None


def in_hands(fight: Fight, who: str) -> tuple[Item, ...]:
    """What a figure has in its hands, ready or not."""
    return tuple(one for one in things_of(fight, who) if one.hand in HANDS)


def free_hands(fight: Fight, who: str) -> tuple[str, ...]:
    """The hands that hold nothing and are of use."""
    taken = {hand for one in in_hands(fight, who) for hand in hands_of(one.hand)} | useless(fight, who)
    hands = ("main", "off")[: sheet_of(fight.world.creature(who)).hands]
    return tuple(one for one in hands if one not in taken)


def hands_of(hand: str) -> tuple[str, ...]:
    """The single hands that a place in the hands means."""
    return ("main", "off") if hand == "both" else (hand,)


def useless(fight: Fight, who: str) -> frozenset[str]:
    """The hands of useless arms. Source: dfrpg.attack.critical_miss."""
    return frozenset(one.note for one in states.effects_of(fight, who, USELESS))


def loose(fight: Fight, who: str) -> tuple[Item, ...]:
    """What falls when a figure has to drop what it holds: all but strapped shields and worn cloaks.

    Source: dfrpg.injury.major_wound, dfrpg.core.free_action
    """
    return tuple(one for one in in_hands(fight, who) if not strapped(fight, one))


def strapped(fight: Fight, item: Item) -> bool:
    """Whether a thing is strapped on or worn: a shield or a cloak, but no buckler. Source: dfrpg.core.free_action."""
    shield = shield_named(fight, item)
    return shield is not None and shield.kind != "buckler"


def weapons(fight: Fight, who: str) -> Iterator[tuple[Weapon, Item | None]]:
    """What a figure holds or is, ready or not, with the thing it is; parts of the body last.

    Source: dfrpg.state.ready, dfrpg.attack.unarmed
    """
    for item in in_hands(fight, who):
        weapon = weapon_of(fight, item)
        if weapon is not None:
            yield weapon, item
    for weapon in sheet_of(fight.world.creature(who)).weapons.values():
        if weapon.body:
            yield weapon, None


def unready(fight: Fight, who: str, weapon: Weapon, use: Use | None = None) -> Refusal | None:
    """Why a weapon cannot be used now: not in hand, not ready, or a hand is missing.

    Source: dfrpg.state.ready, dfrpg.state.unready_after_attack
    """
    item = item_of(fight, who, weapon)
    hands = weapon.hands_with(use)
    if weapon.body:
        needs_hand = weapon.id == FIST
        if needs_hand and not free_hands(fight, who):
            return Refusal(text("No hand is free."), "dfrpg.attack.unarmed")
        return None
    if item is None or item.hand not in HANDS:
        return Refusal(text("{what} is not in hand.", what=weapon.name), "dfrpg.state.ready")
    if not item.ready:
        return Refusal(text("{what} is not ready.", what=weapon.name), "dfrpg.state.ready")
    if useless(fight, who).intersection(hands_of(item.hand)):
        return Refusal(text("The arm is useless."), "dfrpg.attack.critical_miss")
    if hands == 2 and item.hand != "both" and not free_hands(fight, who):
        return Refusal(text("It takes both hands."), "dfrpg.state.ready")
    return None


def stays_ready(fight: Fight, who: str, use: Use) -> bool:
    """Whether a figure has its weapon ready after a blow of this kind. Source: dfrpg.state.unready_after_attack."""
    return not use.unready or st_keeps_ready(own_numbers.strength_now(fight, who), use.st)


def reaches_of(fight: Fight, who: str, weapon: Weapon, use: Use) -> frozenset[int]:
    """Yards a weapon strikes at as it is held now. Source: dfrpg.state.reach_change."""
    item = item_of(fight, who, weapon) if use.starred else None
    return use.reaches if item is None else use.reaches & {held_for(fight, who, weapon, item)}


def held_for(fight: Fight, who: str, weapon: Weapon, item: Item) -> int:
    """The reach a weapon whose reach has to be changed is held for; the longest one that its hands allow at first.

    Source: dfrpg.state.reach_change
    """
    key = f"{REACH}{item.id}"
    counters = fight.body(who).counters
    if key in counters:
        return counters[key]
    if weapon.reach is not None:
        return weapon.reach
    hands = 2 if item.hand == "both" else 1
    return max(starred_reaches(weapon, hands) or starred_reaches(weapon, 2), default=0)


def starred_reaches(weapon: Weapon, hands: int) -> tuple[int, ...]:
    """The reaches among which a weapon has to be changed, in so many hands. Source: dfrpg.state.reach_change."""
    found = {yards for one in weapon.uses.values() if one.starred and one.hands <= hands for yards in one.reaches}
    return tuple(sorted(found))


def shield_of(fight: Fight, who: str) -> tuple[Shield, Item] | None:
    """A ready shield or cloak and its thing, None without. Source: dfrpg.state.ready, dfrpg.defense.defense_bonus."""
    for item in in_hands(fight, who):
        shield = shield_named(fight, item)
        if shield is not None and item.ready and useless(fight, who).isdisjoint(hands_of(item.hand)):
            return shield, item
    return None


def shield_named(fight: Fight, item: Item) -> Shield | None:
    """A thing as a shield or cloak with the skill of whoever has it, None for others. Source: dfrpg.state.ready."""
    maker = maker_of(item)
    found = sheet_of(fight.world.creature(maker)).shield if item.kind == SHIELD else None
    if found is None or item.holder in ("", maker):
        return found
    own = sheet_of(fight.world.creature(item.holder))
    return replace(found, skill=own.shield.skill if own.shield is not None else _untrained(own))


def change(run: Run, item: Item, **changes: Any) -> None:
    """Let something become of a thing: fields of `Item` by name."""
    changed = replace(item, **changes)
    if changed != item:
        run.emit(ItemChanged(changed))


def drop(run: Run, item: Item) -> None:
    """Let a thing fall to the ground in its holder's square. Source: dfrpg.maneuver.ready.drop."""
    square = run.fight.world.creature(item.holder).space.anchor
    change(run, item, holder="", hand="", square=square)


def make_unready(run: Run, who: str, weapon: Weapon, rule: str) -> None:
    """Let a weapon become unready. Source: dfrpg.state.unready_after_attack."""
    item = item_of(run.fight, who, weapon)
    if item is not None and item.ready and item.hand in HANDS:
        change(run, item, ready=False)
        run.emit(Noted(who, text("{what} has to be made ready again.", what=weapon.name), rule))


def note_attack(run: Run, attack: Attack) -> None:
    """Count an attack with a thing; an unbalanced one cannot parry then. Source: dfrpg.defense.parry_unbalanced."""
    key = f"{turn.ATTACKED}{attack.weapon.id}"
    states.add(run, attack.who, key)
    for hand in striking_hands(run.fight, attack):
        states.set_counter(run, attack.who, f"{turn.HAND}{hand}", 1)


def striking_hands(fight: Fight, attack: Attack) -> tuple[str, ...]:
    """The hands an attack is made with, none for a kick or a bite. Source: dfrpg.maneuver.move_and_attack.defense."""
    weapon, item = attack.weapon, item_of(fight, attack.who, attack.weapon)
    if item is None:
        bare = attack.use.hands if attack.use is not None and weapon.id in BARE_HANDED else 0
        return free_hands(fight, attack.who)[:bare]
    return hands_of("both" if weapon.hands_with(attack.use) == 2 else item.hand)
