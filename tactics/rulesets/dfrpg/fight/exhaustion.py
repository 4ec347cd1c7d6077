"""Fatigue: what it costs to have none left."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import checks, harm, own_numbers, states
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.tables import table

RULE = "dfrpg.injury.exhaustion"


def tire(run: Run, who: str, points: int) -> None:
    """Take fatigue points away: those below zero cost hit points as well, and far below zero is unconsciousness.

    Source: dfrpg.injury.exhaustion
    """
    if points <= 0 or not states.can_act(run.fight, who):
        return
    before = own_numbers.fatigue_left(run.fight, who)
    states.set_counter(run, who, own_numbers.FATIGUE, run.fight.body(who).count(own_numbers.FATIGUE) + points)
    left = own_numbers.fatigue_left(run.fight, who)
    harm.hurt(run, who, max(0, -left) - max(0, -before), rule=RULE)
    if left <= -int(table("fight")["exhaustion"]["unconscious"]) * sheet_of(run.fight.world.creature(who)).fp:
        harm.knock_out(run, who, RULE)


def keeps_going(run: Run, who: str, chosen: Allowance) -> bool:
    """The Will roll of one without fatigue points before it does anything; who fails is out of the fight.

    Source: dfrpg.injury.exhaustion, dfrpg.maneuver.do_nothing.no_collapse_roll
    """
    if chosen.id == "do_nothing" or own_numbers.fatigue_left(run.fight, who) > 0:
        return True
    will = sheet_of(run.fight.world.creature(who)).will
    if checks.roll(run, who, "will", [checks.base(will, text("strength of will"), RULE)], rule=RULE).succeeded:
        return True
    harm.knock_out(run, who, RULE)
    return False
