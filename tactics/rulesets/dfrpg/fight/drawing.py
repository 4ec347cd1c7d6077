"""Taking things into the hand: from belt, scabbard or back, from the ground, from a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tactics.core.text import text
from tactics.rules.action import Argument, NeedChoice, Refusal
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import holding, reaching, states, things
from tactics.rulesets.dfrpg.fight.readying import Deed, Family
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight, Item

DRAW, PICK_UP = "dfrpg.maneuver.ready.draw", "dfrpg.maneuver.ready.pick_up"
GROUND = "dfrpg.maneuver.ready.from_ground"
LOW = (states.KNEELING, states.CRAWLING, states.SITTING, states.PRONE)
"""Postures in which the ground is at hand. Source: dfrpg.maneuver.ready.from_ground."""


def grip_needs(fight: Fight, who: str, item: Item) -> tuple[NeedChoice, ...]:
    """What may be chosen as a thing is taken: the hand, and the reach of a long weapon.

    Source: dfrpg.maneuver.ready.draw, dfrpg.state.reach_change
    """
    reach = reaching.needs(fight, who, item, len(holding.free_hands(fight, who)))
    return (*things.hand_needs(fight, who, item), *reach)


def taking(item: Item) -> Callable[[Run, str, Mapping[str, Argument]], None]:
    """What is done with the last turn of taking a thing."""

    def done(run: Run, who: str, said: Mapping[str, Argument]) -> None:
        grips = things.grips(run.fight, who, item)
        reaching.settle(run, who, item, said)
        named = str(said.get("hand", ""))
        things.take(run, who, run.fight.items[item.id], named if named in grips else grips[0])

    return done


def draws(fight: Fight, who: str) -> Iterator[Deed]:
    """Things carried on the person, but no shields and cloaks. Source: dfrpg.maneuver.ready.draw."""
    for item in holding.things_of(fight, who):
        if item.hand in holding.HANDS or holding.strapped(fight, item):
            continue
        gear = things.gear_of(fight, item)
        turns = int(table("fight")["ready"]["draw"]) if gear is None else gear.packed_seconds
        why = things.no_hand(fight, who, item, DRAW)
        title = text("Draw: {what}", what=holding.called(fight, item.id))
        needs = () if why else grip_needs(fight, who, item)
        yield Deed("draw", title, DRAW, taking(item), {"item": item.id}, turns, why, needs)


def picks(fight: Fight, who: str) -> Iterator[Deed]:
    """Things within grasp that nobody has. Source: dfrpg.maneuver.ready.pick_up, dfrpg.maneuver.ready.from_ground."""
    for item, square in things.lying_about(fight):
        if not things.grasps(fight, who, square):
            continue
        table_ = things.on_table(fight, square)
        why = things.no_hand(fight, who, item, PICK_UP)
        if not table_ and states.posture_of(fight, who) not in LOW:
            why = Refusal(text("It lies on the ground: first it has to kneel, sit or lie."), GROUND)
        title = text("Pick up: {what}", what=holding.called(fight, item.id))
        turns = int(table("fight")["ready"]["pick_up"])
        needs = () if why else grip_needs(fight, who, item)
        notes = (text("From the table, without a step.") if table_ else text("From the ground, without a step."),)
        rule = PICK_UP if table_ else GROUND
        arguments = {"item": item.id}
        yield Deed("pick_up", title, rule, taking(item), arguments, turns, why, needs, stays=True, notes=notes)


def found(fight: Fight, who: str) -> Iterator[Deed]:
    """Everything that could be taken into the hand."""
    yield from draws(fight, who)
    yield from picks(fight, who)


TAKING = Family(
    ("draw", "pick_up"),
    found,
    {
        "draw": Refusal(text("It has no such thing on it."), DRAW),
        "pick_up": Refusal(text("Nothing like that lies in its square or beside it."), PICK_UP),
    },
)
