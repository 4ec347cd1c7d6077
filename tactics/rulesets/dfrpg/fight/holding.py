"""Things in hands: which are ready, which hand holds them, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.action import Refusal
from tactics.rules.event import ItemChanged
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.sheet import SHIELD, Shield, Use, Weapon, sheet_of
from tactics.world.fight import Fight, Item

HANDS = ("main", "off", "both")
REACH = "reach."
"""Beginning of counters: yards a weapon whose reach has to be changed is held for. Source: dfrpg.state.reach_change."""


def things_of(fight: Fight, who: str) -> tuple[Item, ...]:
    """Everything a figure has."""
    return tuple(one for one in fight.items.values() if one.holder == who)


def maker_of(item: Item) -> str:
    """Id of whoever a thing belonged to at first, in whose stat block it stands."""
    return item.id.rpartition(".")[0]


def weapon_of(fight: Fight, item: Item) -> Weapon | None:
    """A thing as a weapon, None when it is none; the skill is that of its holder with such a weapon, else by default.

    Source: dfrpg.state.ready
    """
    maker = maker_of(item)
    found = sheet_of(fight.world.creature(maker)).weapons.get(item.kind)
    if found is None or maker == item.holder or not item.holder:
        return found
    own = sheet_of(fight.world.creature(item.holder))
    known = [one.skill for one in own.weapons.values() if one.skill_id and one.skill_id == found.skill_id]
    return replace(found, id=item.id, skill=max(known, default=own.dx - UNTRAINED))


UNTRAINED = 5
"""What a weapon of another kind takes off Dexterity. Source: dfrpg.state.ready."""


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
    """The hands that hold nothing."""
    taken = {hand for one in in_hands(fight, who) for hand in (("main", "off") if one.hand == "both" else (one.hand,))}
    return tuple(one for one in ("main", "off") if one not in taken)


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
    hands = use.hands if use is not None else weapon.shot.hands if weapon.shot is not None else 1
    if weapon.body:
        needs_hand = weapon.id == "fist"
        if needs_hand and not free_hands(fight, who):
            return Refusal(text("No hand is free."), "dfrpg.attack.unarmed")
        return None
    if item is None or item.hand not in HANDS:
        return Refusal(text("{what} is not in hand.", what=weapon.name), "dfrpg.state.ready")
    if not item.ready:
        return Refusal(text("{what} is not ready.", what=weapon.name), "dfrpg.state.ready")
    if hands == 2 and item.hand != "both" and not free_hands(fight, who):
        return Refusal(text("It takes both hands."), "dfrpg.state.ready")
    return None


def reaches_of(fight: Fight, who: str, weapon: Weapon, use: Use) -> frozenset[int]:
    """Yards a weapon strikes at as it is held now. Source: dfrpg.state.reach_change."""
    if not use.starred or len(use.reaches) < 2:
        return use.reaches
    item = item_of(fight, who, weapon)
    at = fight.body(who).count(f"{REACH}{item.id}") if item is not None else 0
    return frozenset({at}) if at in use.reaches else frozenset({max(use.reaches)})


def shield_of(fight: Fight, who: str) -> tuple[Shield, Item] | None:
    """A ready shield or cloak and its thing, None without. Source: dfrpg.state.ready, dfrpg.defense.defense_bonus."""
    for item in in_hands(fight, who):
        if item.kind == SHIELD and item.ready:
            shield = sheet_of(fight.world.creature(maker_of(item))).shield
            if shield is not None:
                return shield, item
    return None


def change(run: Run, item: Item, **changes: object) -> None:
    """Let something become of a thing."""
    changed = replace(item, **changes)  # type: ignore[arg-type]  # fields of `Item` by name
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


def note_attack(run: Run, attack: Attack) -> None:
    """Count an attack with a thing; an unbalanced one cannot parry then. Source: dfrpg.defense.parry_unbalanced."""
    key = f"{turn.ATTACKED}{attack.weapon.id}"
    states.set_counter(run, attack.who, key, run.fight.body(attack.who).count(key) + 1)


def hand_words(item: Item) -> Text:
    """Which hand holds a thing, in words."""
    return {"main": text("right hand"), "off": text("left hand"), "both": text("both hands")}[item.hand]
