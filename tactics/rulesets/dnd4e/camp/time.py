"""Time in a camp: stretches of five minutes, and how long the party must wait for its next extended rest.

`Fight.round` of a camp counts the stretches, from 1 on.
"""

from __future__ import annotations

from tactics.rules.camps import go_by, members
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.tables import table

RULE = "dnd4e.hp.rest"
WAIT, RESTED = "camp.wait", "camp.rested"
"""Counters: minutes until the next extended rest may begin; whether there was a rest since the fight."""


def stretch_minutes() -> int:
    """Minutes of one stretch: those of a short rest."""
    return int(table("camp")["time"]["stretch_minutes"])


def rested_enough(minutes: int) -> bool:
    """Whether so many minutes without a break are a short rest. Source: dnd4e.hp.rest."""
    return minutes >= stretch_minutes()


def extended_minutes() -> int:
    """Minutes of an extended rest. Source: dnd4e.hp.rest."""
    return int(table("camp")["time"]["extended_hours"]) * 60


def apart_minutes() -> int:
    """Minutes between the end of an extended rest and the beginning of the next. Source: dnd4e.hp.rest."""
    return int(table("camp")["time"]["apart_hours"]) * 60


def pass_time(run: Run, minutes_on: int) -> None:
    """Let time pass for everybody. Source: dnd4e.hp.rest."""
    go_by(run, minutes_on // stretch_minutes(), minutes_on, RULE)
    wait_less(run, minutes_on)


def wait_less(run: Run, minutes_on: int) -> None:
    """Bring the next extended rest nearer."""
    for who in members(run.fight):
        left = run.fight.body(who).count(WAIT)
        if left:
            run.emit(CounterSet(who, WAIT, max(0, left - minutes_on)))
