"""Time in a camp: stretches of ten minutes, who is busy in one, and what passing time does.

`Fight.round` of a camp counts the stretches, from 1 on.
"""

from __future__ import annotations

from tactics.rules.camps import go_by, members
from tactics.rules.event import CounterSet, EffectLost, HpChanged
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, dying
from tactics.rulesets.pf2e.tables import table

BUSY, AWAKE, RESTED, PREPARED = "camp.busy", "camp.awake", "camp.rested", "camp.prepared"
"""Counters: taken up for this stretch; minutes awake; the stretch of the last rest; whether it prepared since then."""
TREATED = "treated"
"""Effect of one whose wounds were treated; its value is the stretch from which they may be treated again."""


def stretch_minutes() -> int:
    """Minutes of one stretch."""
    return int(table("travel")["time"]["stretch_minutes"])


def pass_time(run: Run, stretches: int, *, asleep: bool = False) -> None:
    """Let time pass for everybody.

    Args:
        run: the action.
        stretches: of ten minutes each.
        asleep: nobody gets more tired.

    Source: pf2e.condition.wounded, pf2e.unconscious.recover_zero_hp, pf2e.condition.fatigued
    """
    go_by(run, stretches, stretches * stretch_minutes(), "pf2e.action.long_activity")
    for who in members(run.fight):
        if run.fight.body(who).count(BUSY):
            run.emit(CounterSet(who, BUSY, 0))
        elif run.fight.body(who).hp == run.fight.body(who).max_hp:
            conditions.lose(run, who, "wounded")
        _come_to(run, who)
        _recover(run, who)
        if not asleep:
            tire(run, who, stretches * stretch_minutes())


def _come_to(run: Run, who: str) -> None:
    """Who lies at 0 hit points and is not dying wakes with 1. Source: pf2e.unconscious.recover_zero_hp."""
    body = run.fight.body(who)
    if not body.hp and not body.has("dying"):
        run.emit(HpChanged(who, "hp", 1, "", "pf2e.unconscious.recover_zero_hp"))
        dying.after_healing(run, who)


def _recover(run: Run, who: str) -> None:
    """End the immunity to being treated when its hour is over. Source: pf2e.skill.treat_wounds."""
    for effect in run.fight.body(who).effects:
        if effect.id == TREATED and effect.value <= run.fight.round:
            run.emit(EffectLost(who, effect))


def tire(run: Run, who: str, awake_minutes: int) -> None:
    """Count minutes awake; beyond the limit a creature is fatigued.

    Source: pf2e.condition.fatigued, pf2e.rest.daily
    """
    total = run.fight.body(who).count(AWAKE) + awake_minutes
    run.emit(CounterSet(who, AWAKE, total))
    if total > int(table("travel")["time"]["awake_hours"]) * 60 and not run.fight.body(who).has("fatigued"):
        conditions.gain(run, who, "fatigued", rule="pf2e.condition.fatigued")


def occupy(run: Run, who: str) -> None:
    """Note that a creature does something for the whole stretch. Source: pf2e.action.long_activity."""
    run.emit(CounterSet(who, BUSY, 1))
