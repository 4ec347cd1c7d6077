"""Point Out: showing allies where somebody is whom they have not noticed."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import as_words, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e import senses
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.detection import CONCEALED, HIDDEN, OBSERVED, UNDETECTED
from tactics.rulesets.pf2e.distance import spot
from tactics.rulesets.pf2e.fight import conditions, noticing, performing, turn
from tactics.rulesets.pf2e.fight.asking import case_of
from tactics.rulesets.pf2e.fight.checks import check
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import MANIPULATE, Deed
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.world.fight import Fight

POINT = Deed("point_out", 1, frozenset({MANIPULATE, "auditory", "visual"}))
_RULE = "pf2e.basic.point_out"


class PointOut:
    """An undetected creature that one sees becomes hidden to allies. Source: pf2e.basic.point_out."""

    ids = ("point_out",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who sees somebody that an ally does not know to be there."""
        targets = to_show(fight, who)
        if targets:
            refusal = performing.why_not(fight, who, POINT)
            needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
            yield Option("point_out", "other", as_words(ACTIONS, "point_out"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Show the creature to everybody who can see or hear it done."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(performing.why_not(run.fight, who, POINT))
        if target not in to_show(run.fight, who):
            refuse(Refusal(text("Nobody of its side needs to be shown that."), _RULE))
        if not performing.begin(run, who, POINT, target=target):
            return
        for ally in unaware(run.fight, who, target):
            if _understands(run, who, ally, target):
                noticing.become(run, ally, target, HIDDEN, rule=_RULE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Whom it shows the creature to."""
        target = str(action.arguments.get("target", ""))
        notes = [
            text("It will be hidden to: {name}.", name=fight.world.creature(one).name)
            for one in unaware(fight, action.who, target)
        ]
        return performing.previewed(fight, action.who, POINT, Preview(takes=(target,), notes=tuple(notes)))


def to_show(fight: Fight, who: str) -> tuple[str, ...]:
    """Enemies a creature sees and some ally that can be told does not know the place of."""
    side = fight.world.creature(who).side
    return tuple(
        one.id
        for one in fight.world.creatures
        if one.side != side
        and not fight.body(one.id).out
        and noticing.sees(fight, who, one.id)
        and unaware(fight, who, one.id)
    )


def unaware(fight: Fight, who: str, target: str) -> tuple[str, ...]:
    """Allies by whom somebody is undetected and who can see or hear what a creature shows them.

    Source: pf2e.basic.point_out
    """
    own = fight.world.creature(who)
    return tuple(
        one.id
        for one in fight.world.creatures
        if one.side == own.side
        and one.id != who
        and conditions.can_act(fight, one.id)
        and noticing.state(fight, one.id, target) == UNDETECTED
        and (_hears(fight, one.id, who) or _sees(fight, one.id, who))
    )


def _sees(fight: Fight, who: str, other: str) -> bool:
    return noticing.by_senses(fight, who, other) in (OBSERVED, CONCEALED)


def _hears(fight: Fight, who: str, other: str) -> bool:
    if "deafened" in stats(fight.world.creature(who)).conditions:
        return False
    case = case_of(fight)
    ends = spot(case.world, who), spot(case.world, other)
    return senses.sensed_by(case, *ends, (senses.PRECISE, senses.IMPRECISE)) is not None


def _understands(run: Run, who: str, ally: str, target: str) -> bool:
    """Whether an ally gets the place: at once when it hears, else by a secret Perception check.

    Source: pf2e.basic.point_out
    """
    if _hears(run.fight, ally, who):
        return True
    parts, dc = parts_of(run.fight, ally, "perception"), dc_of(run.fight, target, "stealth")
    what = statistic_name("perception")
    return check(
        run, ally, "skill", parts, dc, target=target, what=what, rule=_RULE, secret=True, fortune=False
    ).succeeded
