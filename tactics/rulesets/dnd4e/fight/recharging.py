"""Powers that come back: at the start of each turn a die for every one that was used."""

from __future__ import annotations

from tactics.core.dice import Roll
from tactics.core.text import composed
from tactics.rules.event import CounterSet, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import turn
from tactics.rulesets.dnd4e.fight.sheet import sheet_of

DIE = 6
RULE = "dnd4e.turn.start"


def start_of_turn(run: Run, who: str) -> None:
    """Roll for every used power that recharges. Source: dnd4e.turn.start."""
    for power in sheet_of(run.fight.world.creature(who)).powers.values():
        if power.usage != "recharge" or not run.fight.body(who).count(turn.USED + power.id):
            continue
        face = run.roll(DIE)
        back = face >= power.recharge
        what = composed("{name}", name=power.name)
        outcome = "success" if back else "failure"
        run.emit(Rolled(who, "recharging", (Roll(DIE, face),), (), face, power.recharge, outcome, "", what, RULE))
        if back:
            run.emit(CounterSet(who, turn.USED + power.id, 0))
