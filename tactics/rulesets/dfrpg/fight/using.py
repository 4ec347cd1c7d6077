"""Using things: potions, fire arrows, doors, and whatever a scenario says takes so many seconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from tactics.core.lattice import UNIT, Square
from tactics.core.text import Text, composed, text
from tactics.rules.action import Argument, Refusal
from tactics.rules.event import DoorChanged, ItemLost
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import giving, harm, holding, states, things
from tactics.rulesets.dfrpg.fight.readying import Deed, Family
from tactics.rulesets.dfrpg.fight.sheet import FIRE_ARROW, OTHER, POTION, TASK, TORCH, Gear, sheet_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Effect, Fight, Item

RULE, READY, SEQUENCE = "dfrpg.maneuver.ready.misc_actions", "dfrpg.state.ready", "dfrpg.maneuver.ready.sequence"
ACCOMPLISHED = "accomplished"
"""Effect: it has done a task, which its note names. Source: dfrpg.maneuver.ready.misc_actions."""


def _turns(key: str) -> int:
    return int(table("fight")["ready"][key])


def _not_in_hand(fight: Fight, item: Item) -> Refusal | None:
    """Why a thing cannot be used: it is not in hand. Source: dfrpg.state.ready."""
    if item.hand in holding.HANDS:
        return None
    return Refusal(text("{what} is not in hand.", what=holding.called(fight, item.id)), READY)


def _gear(fight: Fight, who: str) -> Iterator[tuple[Gear, Item]]:
    for item in holding.things_of(fight, who):
        gear = things.gear_of(fight, item)
        if gear is not None:
            yield gear, item


def _mean(gear: Gear) -> Fraction:
    return Fraction(gear.heals.twice_mean, 2)


def _heal(run: Run, who: str, gear: Gear) -> None:
    if gear.heals.most:
        harm.roll_healing(run, who, who, gear.heals, RULE, composed("{what}", what=gear.name))


def _used(run: Run, who: str, said: Mapping[str, Argument], *, gear: Gear, item: Item) -> None:
    if gear.used_up:
        run.emit(ItemLost(item.id))
    _heal(run, who, gear)


def _made_ready(run: Run, who: str, said: Mapping[str, Argument], *, item: Item) -> None:
    holding.change(run, run.fight.items[item.id], ready=True)


def potions(fight: Fight, who: str) -> Iterator[Deed]:
    """Potions to be opened and drunk. Source: dfrpg.maneuver.ready.misc_actions, dfrpg.state.ready."""
    for gear, item in _gear(fight, who):
        if gear.kind != POTION:
            continue
        arguments: Mapping[str, Argument] = {"item": item.id}
        why = _not_in_hand(fight, item)
        if not item.ready:
            title = text("Open: {what}", what=gear.name)
            yield Deed("open", title, RULE, partial(_made_ready, item=item), arguments, _turns("open"), why)
            why = why or Refusal(text("First it has to be opened."), READY)
        title = text("Drink: {what}", what=gear.name)
        notes = _heals(gear)
        done = partial(_used, gear=gear, item=item)
        turns = max(_turns("drink"), gear.seconds)
        yield Deed("drink", title, RULE, done, arguments, turns, why, notes=notes, heals=_mean(gear))


def _heals(gear: Gear) -> tuple[Text, ...]:
    return (text("Gives back {dice} hit points.", dice=str(gear.heals)),) if gear.heals.most else ()


def fire_arrows(fight: Fight, who: str) -> Iterator[Deed]:
    """Fire arrows in hand, to be lit at a ready flame. Source: dfrpg.maneuver.ready.misc_actions."""
    for gear, item in _gear(fight, who):
        if gear.kind != FIRE_ARROW or item.ready:
            continue
        why = _not_in_hand(fight, item)
        if why is None and not flame_at_hand(fight, who):
            why = Refusal(text("There is no ready flame at hand."), RULE)
        title = text("Light: {what}", what=gear.name)
        yield Deed("light", title, RULE, partial(_made_ready, item=item), {"item": item.id}, _turns("light"), why)


def flame_at_hand(fight: Fight, who: str) -> bool:
    """Whether there is a torch in its own hand or in that of an ally beside it, or a lamp of the map.

    Source: dfrpg.maneuver.ready.misc_actions
    """
    near = [one for one in giving.friends(fight, who) if things.reaches_hand(fight, who, one)]
    torches = (
        gear for one in (who, *near) for gear, item in _gear(fight, one) if item.hand in holding.HANDS and item.ready
    )
    if any(gear.kind == TORCH for gear in torches):
        return True
    lamps = (Square(one.at.x // UNIT, one.at.y // UNIT) for one in fight.world.board.lamps)
    return any(things.grasps(fight, who, one) for one in lamps)


def _moved_door(run: Run, who: str, said: Mapping[str, Argument], *, group: int, state: str) -> None:
    run.emit(DoorChanged(group, state))


def doors(fight: Fight, who: str) -> Iterator[Deed]:
    """Doors beside it, to be opened or closed. Source: dfrpg.maneuver.ready.misc_actions."""
    for group, state in things.doors(fight, who):
        title = text("Close the door") if state == "open" else text("Open the door")
        why = Refusal(text("The door is locked."), RULE) if state == "locked" else None
        done = partial(_moved_door, group=group, state="closed" if state == "open" else "open")
        yield Deed("door", title, RULE, done, {"door": group}, _turns("door"), why)


def _accomplished(run: Run, who: str, said: Mapping[str, Argument], *, gear: Gear) -> None:
    states.gain(run, who, Effect(ACCOMPLISHED, note=gear.id, rule=RULE))
    _heal(run, who, gear)


def others(fight: Fight, who: str) -> Iterator[Deed]:
    """Other things in hand, and tasks: as many turns as seconds.

    Source: dfrpg.maneuver.ready.misc_actions, dfrpg.maneuver.ready.sequence
    """
    for gear, item in _gear(fight, who):
        if gear.kind != OTHER:
            continue
        why = _not_in_hand(fight, item)
        if why is None and not item.ready:
            why = Refusal(text("{what} is not ready.", what=gear.name), READY)
        title, done = text("Use: {what}", what=gear.name), partial(_used, gear=gear, item=item)
        yield _lasting(gear, title, partial(done), {"item": item.id}, why)
    for gear in sheet_of(fight.world.creature(who)).gear.values():
        if gear.kind == TASK and not states.has(fight, who, ACCOMPLISHED, gear.id):
            title, made = composed("{what}", what=gear.name), partial(_accomplished, gear=gear)
            yield _lasting(gear, title, made, {"item": f"{who}.{gear.id}"}, None)


def _lasting(
    gear: Gear, title: Text, done: partial[None], arguments: Mapping[str, Argument], why: Refusal | None
) -> Deed:
    notes = (*_heals(gear), *((text("It may be gone on with later."),) if gear.keep_progress else ()))
    keeps, heals = gear.keep_progress, _mean(gear)
    return Deed("use", title, RULE, done, arguments, gear.seconds, why, keeps=keeps, notes=notes, heals=heals)


def found(fight: Fight, who: str) -> Iterator[Deed]:
    """Everything that could be used."""
    for family in (potions, fire_arrows, doors, others):
        yield from family(fight, who)


USING = Family(
    ("drink", "open", "light", "door", "use"),
    found,
    {
        "drink": Refusal(text("It has no such potion."), RULE),
        "open": Refusal(text("It has nothing like that to open."), RULE),
        "light": Refusal(text("It has no such fire arrow that does not burn yet."), RULE),
        "door": Refusal(text("There is no such door at hand."), RULE),
        "use": Refusal(text("There is nothing like that to do."), RULE),
    },
)
