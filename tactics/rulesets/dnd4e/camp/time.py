"""Time in a camp: stretches of five minutes, and how long the party must wait for its next extended rest.

`Fight.round` of a camp counts the stretches, from 1 on.
"""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.event import CounterSet, Noted, RoundBegan
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Fight

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


def members(camp: Fight) -> tuple[str, ...]:
    """Ids of the living."""
    return tuple(who for who, body in camp.bodies.items() if not body.out)


def minutes(camp: Fight) -> int:
    """Minutes since the camp began."""
    return (camp.round - 1) * stretch_minutes()


def pass_time(run: Run, minutes_on: int) -> None:
    """Let time pass for everybody. Source: dnd4e.hp.rest."""
    run.emit(RoundBegan(run.fight.round + minutes_on // stretch_minutes()))
    hours, rest = divmod(minutes_on, 60)
    words = text("Time passes: {hours} h {minutes} min", hours=hours, minutes=rest)
    run.emit(Noted(members(run.fight)[0], words, RULE))
    wait_less(run, minutes_on)


def wait_less(run: Run, minutes_on: int) -> None:
    """Bring the next extended rest nearer."""
    for who in members(run.fight):
        left = run.fight.body(who).count(WAIT)
        if left:
            run.emit(CounterSet(who, WAIT, max(0, left - minutes_on)))
