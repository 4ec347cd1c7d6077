"""Coming to one's senses: the rolls of the stunned as their turn ends."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.text import text
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import checks, states, surprise
from tactics.rulesets.dfrpg.fight.attack import shock_parts
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.world.fight import Duration

RULE = "dfrpg.maneuver.do_nothing.stun_recovery"


def recovers(run: Run, who: str) -> None:
    """A roll for each kind of being stunned; who has come to defends better from the next turn on.

    It takes a turn of Do Nothing: who was stunned in the middle of its turn loses the next one first.

    Source: dfrpg.maneuver.do_nothing.stun_recovery, dfrpg.state.stun
    """
    if not states.can_act(run.fight, who) or states.maneuver_of(run.fight, who)[0] != "do_nothing":
        return
    sheet = sheet_of(run.fight.world.creature(who))
    health = (checks.base(sheet.ht, text("Health"), RULE),)
    mind = (checks.base(sheet.iq, text("Intelligence"), RULE), *shock_parts(run.fight, who))
    for kind, parts in ((states.PHYSICAL, health), (states.MENTAL, mind)):
        stun = next(states.effects_of(run.fight, who, states.STUNNED, kind), None)
        if stun is None:
            continue
        if kind == states.MENTAL and states.has(run.fight, who, states.SURPRISED):
            surprise.comes_to(run, who)
        elif checks.roll(run, who, "stun", parts, rule=RULE).succeeded:
            states.gain(run, who, replace(stun, duration=Duration("start", who)))
