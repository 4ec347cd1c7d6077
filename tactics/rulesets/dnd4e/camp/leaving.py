"""The end of a camp: the party sets out for the next fight."""

from __future__ import annotations

from tactics.rules.camps import SetOut, journey_of, members
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.camp import resting, time
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.tables import speed_sq, table
from tactics.world.fight import Fight


def way_minutes(fight: Fight) -> int:
    """Minutes the way takes at the pace of the slowest, begun ones counted."""
    miles, terrain = journey_of(fight)
    numbers = table("camp")["journey"]
    slowest = min(speed_sq(fight.world.creature(who), "walk") or 1 for who in members(fight))
    pace = slowest * int(numbers["quarters"][terrain])
    return -(-miles * 60 * 4 * int(numbers["squares_per_mile"]) // pace)


def _leave(run: Run) -> None:
    """What lasted for the encounter is over, rest or none. Source: dnd4e.duration.encounter."""
    time.wait_less(run, way_minutes(run.fight))
    for who in members(run.fight):
        resting.end_encounter(run, who)


SET_OUT = SetOut(time.RULE, way_minutes, conditions.can_act, _leave)
"""Leaving the camp. Source: dnd4e.hp.rest."""
