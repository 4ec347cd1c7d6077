"""First aid for somebody who is dying."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions, harm, opportunity, turn
from tactics.rulesets.pf1.fight.asking import provoked
from tactics.rulesets.pf1.fight.checks import skill_parts
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Fight

RULE = "pf1.hp.stable"


class FirstAid:
    """A Heal check as a standard action, so that a dying creature loses no more hit points.

    Source: pf1.hp.stable, pf1.aoo.provoking_actions
    """

    ids = ("first_aid",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered beside somebody who is dying."""
        targets = tuple(one.id for one in fight.world.creatures if _needs_aid(fight, who, one.id))
        if targets:
            refusal = turn.affordable(fight, who, turn.STANDARD)
            needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
            yield Option("first_aid", "other", text("First aid"), turn.COSTS[turn.STANDARD], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Those who threaten the helper strike first."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        if target not in run.fight.bodies or not _needs_aid(run.fight, who, target):
            refuse(Refusal(text("Nobody beside it is dying."), RULE))
        turn.spend(run, who, turn.STANDARD)
        opportunity.provoke(run, who, action="stabilize")
        if not conditions.can_act(run.fight, who):
            return
        parts, dc = skill_parts(run.fight, who, "heal"), _dc()
        face = run.roll(20)
        sum_ = face + total(parts)
        outcome = "success" if sum_ >= dc else "failure"
        run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, target, text("First aid"), RULE))
        if sum_ >= dc:
            harm.make_stable(run, target)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check, and who may react."""
        parts = skill_parts(fight, action.who, "heal")
        good = min(20, max(0, 21 + total(parts) - _dc()))
        reacts = provoked(fight, action.who, (), "stabilize")
        return Preview(chance=Fraction(good, 20), parts=parts, against=_dc(), reactions=reacts)


def _dc() -> int:
    return int(table("fight")["first_aid"]["dc"])


def _needs_aid(fight: Fight, who: str, target: str) -> bool:
    one, other = fight.world.creature(who), fight.world.creature(target)
    near = max(one.space.gap_sq(other.space)) <= 1
    return who != target and near and fight.body(target).has("dying") and not fight.body(target).out
