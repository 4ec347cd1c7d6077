"""Unwieldy weapons: what makes them unready, making them ready again, and at which reach a long one is held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from tactics.core.text import text
from tactics.rules.action import Argument, Choice, NeedChoice, Refusal
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.board import yards_between
from tactics.rulesets.dfrpg.fight import holding, places
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.checks import Result
from tactics.rulesets.dfrpg.fight.readying import Deed, Family
from tactics.rulesets.dfrpg.fight.sheet import Weapon
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight, Item

AFTER_ATTACK, ON_FALL = "dfrpg.state.unready_after_attack", "dfrpg.state.unready_on_fall_or_stun"
REACH_CHANGE, READY = "dfrpg.state.reach_change", "dfrpg.state.ready"


def unwieldy(fight: Fight, who: str, weapon: Weapon) -> bool:
    """Whether some blow with a weapon would leave it unready in a figure's hands.

    Source: dfrpg.state.unready_after_attack, dfrpg.state.unready_on_fall_or_stun
    """
    return not all(holding.stays_ready(fight, who, one) for one in weapon.uses.values())


# What makes a weapon unready.


def after_attack(run: Run, attack: Attack, ended: str, rolled: Result) -> None:
    """A blow with an unwieldy weapon leaves it unready. Source: dfrpg.state.unready_after_attack."""
    if attack.use is not None and not holding.stays_ready(run.fight, attack.who, attack.use):
        holding.make_unready(run, attack.who, attack.weapon, AFTER_ATTACK)


def shaken(run: Run, who: str) -> None:
    """So does a fall, or being stunned. Source: dfrpg.state.unready_on_fall_or_stun."""
    for weapon, item in tuple(holding.weapons(run.fight, who)):
        if item is not None and unwieldy(run.fight, who, weapon):
            holding.make_unready(run, who, weapon, ON_FALL)


# Reaches.


def reaches(fight: Fight, who: str, item: Item, hands: int) -> tuple[int, ...]:
    """The reaches a thing can be held for in so many hands, () when there is nothing to choose; the most useful first.

    Source: dfrpg.state.reach_change
    """
    weapon = holding.weapon_of(fight, item)
    found = holding.starred_reaches(weapon, hands) if weapon is not None else ()
    if len(found) < 2:
        return ()
    enemy = places.nearest_enemy(fight, who)
    world = fight.world
    away = yards_between(world, world.creature(who), world.creature(enemy)) if enemy else found[-1]
    return tuple(sorted(found, key=lambda one: (abs(one - away), -one)))


def needs(fight: Fight, who: str, item: Item, hands: int) -> tuple[NeedChoice, ...]:
    """The choice of a reach, where there is one. Source: dfrpg.state.reach_change."""
    found = reaches(fight, who, item, hands)
    if not found:
        return ()
    choices = tuple(Choice(str(one), text("reach {n}", n=one)) for one in found)
    return (NeedChoice("reach", choices, text("For which reach?")),)


def settle(run: Run, who: str, item: Item, said: Mapping[str, Argument]) -> None:
    """Note the reach a thing is held for from now on; its usual one where none is named."""
    key = f"{holding.REACH}{item.id}"
    weapon = holding.weapon_of(run.fight, item)
    if "reach" in said:
        run.emit(CounterSet(who, key, int(str(said["reach"]))))
    elif weapon is not None and key in run.fight.body(who).counters:
        # The other hand is no longer free for the reach it was held for before.
        hands = 1 + len(holding.free_hands(run.fight, who)) if item.hand in holding.HANDS else 1
        possible = holding.starred_reaches(weapon, min(2, hands)) or holding.starred_reaches(weapon, 2)
        if run.fight.body(who).count(key) not in possible:
            run.emit(CounterSet(who, key, max(possible)))


def _hands(fight: Fight, who: str, item: Item) -> int:
    """Hands there are for a thing that is held already."""
    return 2 if item.hand == "both" or holding.free_hands(fight, who) else 1


def _readied(run: Run, who: str, said: Mapping[str, Argument], *, item: Item) -> None:
    settle(run, who, item, said)
    holding.change(run, run.fight.items[item.id], ready=True)


def _held(run: Run, who: str, said: Mapping[str, Argument], *, item: Item) -> None:
    settle(run, who, item, said)


def unready_weapons(fight: Fight, who: str) -> Iterator[Deed]:
    """Weapons in hand that are not ready; what must be loaded is another matter.

    Source: dfrpg.state.unready_after_attack, dfrpg.state.ready
    """
    for item in holding.in_hands(fight, who):
        weapon = holding.weapon_of(fight, item)
        if item.ready or weapon is None or (not weapon.uses and weapon.shot is not None and weapon.shot.reload):
            continue
        title = text("Make ready: {what}", what=weapon.name)
        rule = AFTER_ATTACK if unwieldy(fight, who, weapon) else READY
        turns = int(table("fight")["ready"]["regain"])
        choice = needs(fight, who, item, _hands(fight, who, item))
        notes = (text("It can attack and parry again."),)
        done = partial(_readied, item=item)
        yield Deed("ready_weapon", title, rule, done, {"item": item.id}, turns, None, choice, notes=notes)


def changes(fight: Fight, who: str) -> Iterator[Deed]:
    """Other reaches a ready weapon could be held for. Source: dfrpg.state.reach_change."""
    for item in holding.in_hands(fight, who):
        weapon = holding.weapon_of(fight, item)
        if weapon is None or not item.ready:
            continue
        now = holding.held_for(fight, who, weapon, item)
        for yards in reaches(fight, who, item, _hands(fight, who, item)):
            if yards == now:
                continue
            title = text("Hold for reach {n}: {what}", n=yards, what=weapon.name)
            turns = int(table("fight")["ready"]["change_reach"])
            notes = (text("Now it is held for reach {n}.", n=now),)
            arguments: dict[str, Argument] = {"item": item.id, "reach": yards}
            done = partial(_held, item=item)
            yield Deed("change_reach", title, REACH_CHANGE, done, arguments, turns, notes=notes)


def found(fight: Fight, who: str) -> Iterator[Deed]:
    """Weapons to be made ready or held otherwise."""
    yield from unready_weapons(fight, who)
    yield from changes(fight, who)


WIELDING = Family(
    ("ready_weapon", "change_reach"),
    found,
    {
        "ready_weapon": Refusal(text("It holds no such weapon that is not ready."), READY),
        "change_reach": Refusal(text("It holds no such weapon for another reach."), REACH_CHANGE),
    },
)
