"""The end of a camp: the party sets out for the next fight."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, ntext, text
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.event import Ended, Noted
from tactics.rules.fighting import Run
from tactics.rules.resting import ONWARD
from tactics.rulesets.dnd4e.camp import resting, time
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.tables import speed_sq, table
from tactics.world.fight import Fight

JOURNEY = "journey"
"""Effect: the way to the next fight, its miles as the value and the ground in the note."""


def journey_of(fight: Fight) -> tuple[int, str]:
    """Miles of the way and the ground on it."""
    for body in fight.bodies.values():
        for effect in body.effects:
            if effect.id == JOURNEY:
                return effect.value, effect.note
    return 0, "plain"


def way_minutes(fight: Fight) -> int:
    """Minutes the way takes at the pace of the slowest, begun ones counted."""
    miles, terrain = journey_of(fight)
    numbers = table("camp")["journey"]
    slowest = min(speed_sq(fight.world.creature(who), "walk") or 1 for who in time.members(fight))
    pace = slowest * int(numbers["quarters"][terrain])
    return -(-miles * 60 * 4 * int(numbers["squares_per_mile"]) // pace)


def way_words(fight: Fight) -> Text:
    """The way in words."""
    miles, _ = journey_of(fight)
    if not miles:
        return text("It is not far.")
    hours, rest = divmod(way_minutes(fight), 60)
    return ntext(
        "{n} mile, {hours} h {minutes} min", "{n} miles, {hours} h {minutes} min", miles, hours=hours, minutes=rest
    )


class SetOut:
    """Leaving the camp. Source: dnd4e.hp.rest."""

    ids = ("set_out",)
    groups = ("time",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Possible when somebody can walk; it says how long the way takes."""
        yield Option("set_out", "time", text("Set out"), way_words(fight), refusal=_nobody_walks(fight))

    def resolve(self, run: Run, action: Action) -> None:
        """Go; what lasted for the encounter is over, rest or none. Source: dnd4e.duration.encounter."""
        refusal = _nobody_walks(run.fight)
        if refusal is not None:
            raise Refused(refusal)
        run.emit(Noted(action.who, way_words(run.fight), time.RULE))
        time.wait_less(run, way_minutes(run.fight))
        for who in time.members(run.fight):
            resting.end_encounter(run, who)
        run.emit(Ended(ONWARD))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview(notes=(way_words(fight),))


def _nobody_walks(fight: Fight) -> Refusal | None:
    if any(conditions.can_act(fight, who) for who in time.members(fight)):
        return None
    return Refusal(text("Nobody is able to go on."), time.RULE)
