"""Retching: an action against the sickness of one's own body."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import composed, text
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e.fight import conditions, performing, turn
from tactics.rulesets.pf2e.fight.chances import preview_of
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, SUCCESS, check
from tactics.rulesets.pf2e.fight.origins import origin_of
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import Deed
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.world.fight import Fight

SICKENED = "sickened"
RULE = "pf2e.condition.sickened"
RETCH = Deed("retch", 1)
_BETTER = {SUCCESS: 1, CRITICAL_SUCCESS: 2}


def why_not_swallow(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot drink or eat of its own will, None when it can. Source: pf2e.condition.sickened."""
    if fight.body(who).has(SICKENED):
        return Refusal(text("Too sick to swallow anything."), RULE)
    return None


def retch_dc(fight: Fight, who: str) -> int:
    """The DC against sickness: that of the hardest effect behind it. Source: pf2e.condition.sickened."""
    return max((origin_of(fight, one).dc for one in fight.body(who).effects if one.id == SICKENED), default=0)


class Retch:
    """A Fortitude save that costs an action. Source: pf2e.condition.sickened, pf2e.save.no_action."""

    ids = ("retch",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For the sick."""
        if fight.body(who).has(SICKENED):
            yield Option("retch", "other", text("Retch"), turn.COSTS[1], (), performing.why_not(fight, who, RETCH))

    def resolve(self, run: Run, action: Action) -> None:
        """Save, and feel better by one, or by two."""
        who = action.who
        if not run.fight.body(who).has(SICKENED):
            raise Refused(Refusal(text("It is not sick."), RULE))
        refuse(performing.why_not(run.fight, who, RETCH))
        if performing.begin(run, who, RETCH):
            parts = parts_of(run.fight, who, "fortitude")
            what = composed("{save}, {name}", save=statistic_name("fortitude"), name=text("Retch"))
            degree = check(run, who, "save", parts, retch_dc(run.fight, who), what=what, rule=RULE).degree
            if degree in _BETTER:
                conditions.lower(run, who, SICKENED, _BETTER[degree])

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the save."""
        parts, dc = parts_of(fight, action.who, "fortitude"), retch_dc(fight, action.who)
        return performing.previewed(fight, action.who, RETCH, preview_of(parts, dc))
