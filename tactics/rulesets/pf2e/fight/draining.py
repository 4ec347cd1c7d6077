"""Drained: hit points and their maximum go with its value; the maximum comes back with it, the hit points do not."""

from __future__ import annotations

from tactics.rules.event import CounterSet, HpChanged
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, dying
from tactics.rulesets.pf2e.fight.harm import Blow
from tactics.rulesets.pf2e.fight.sheet import Sheet, sheet_of

DRAINED = "drained"
LOST = "drained_hp"
"""Counter: hit points the maximum is lower by."""
RULE = "pf2e.condition.drained"


def loss(sheet: Sheet, value: int) -> int:
    """Hit points a value of drained costs: its creature's level, 1 at least, for each point."""
    return max(1, sheet.level) * value


def changed(run: Run, who: str) -> None:
    """Bring the maximum of hit points in step with the value; a rise takes as many hit points, which is no damage.

    Source: pf2e.condition.drained
    """
    body = run.fight.body(who)
    lost = loss(sheet_of(run.fight.world.creature(who)), conditions.value(run.fight, who, DRAINED))
    rise = lost - body.count(LOST)
    if not rise:
        return
    run.emit(CounterSet(who, LOST, lost))
    run.emit(HpChanged(who, "max", -rise, rule=RULE))
    gone = min(rise, body.hp)
    if gone > 0:
        run.emit(HpChanged(who, "hp", -gone, rule=RULE))
        if not run.fight.body(who).hp:
            dying.after_damage(run, who, 0, Blow(rule=RULE))
