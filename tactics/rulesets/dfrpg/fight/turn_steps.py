"""What the start and the end of a turn bring."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import attacks, checks, states
from tactics.rulesets.dfrpg.fight.sheet import sheet_of


def steadies(run: Run, who: str) -> None:
    """Being off balance ends with the next turn. Source: dfrpg.attack.critical_miss."""
    states.lose(run, who, "off_balance")


def forgets_foe(run: Run, who: str) -> None:
    """The foe of an All-Out Attack was that of one turn. Source: dfrpg.maneuver.all_out_attack.double."""
    states.lose(run, who, attacks.DECLARED)


def recovers(run: Run, who: str) -> None:
    """A roll for each kind of being stunned. Source: dfrpg.maneuver.do_nothing.stun_recovery, dfrpg.state.stun."""
    if not states.can_act(run.fight, who):
        return
    sheet = sheet_of(run.fight.world.creature(who))
    rule = "dfrpg.maneuver.do_nothing.stun_recovery"
    for kind, base in (
        (states.PHYSICAL, checks.base(sheet.ht, text("Health"), rule)),
        (states.MENTAL, checks.base(sheet.iq, text("Intelligence"), rule)),
    ):
        if not states.has(run.fight, who, states.STUNNED, kind):
            continue
        if checks.roll(run, who, "stun", (base,), rule=rule).succeeded:
            states.lose(run, who, states.STUNNED, note=kind)


START = (steadies,)
END = (recovers, forgets_foe)
