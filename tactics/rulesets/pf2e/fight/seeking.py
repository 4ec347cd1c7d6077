"""Seek: looking over an area for those who are hidden or undetected."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Point, Square
from tactics.core.problems import ProblemError
from tactics.core.text import Text, text
from tactics.rules.action import Action, NeedArea, Option, Preview, Refusal, Refused
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.detection import HIDDEN, OBSERVED, UNDETECTED
from tactics.rulesets.pf2e.fight import noticing, performing, turn
from tactics.rulesets.pf2e.fight.asking import ask
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.one_roll import Opposed, roll_against
from tactics.rulesets.pf2e.fight.performing import CONCENTRATE, SECRET, Deed
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

SEEK = Deed("seek", 1, frozenset({CONCENTRATE, SECRET}))
AIM = "area"
TITLES: dict[str, Text] = {"cone": text("Seek: a cone"), "burst": text("Seek: a burst")}
_RULE = "pf2e.basic.seek"


class Seek:
    """A secret Perception check against the Stealth DC of everybody hidden in an area. Source: pf2e.basic.seek."""

    ids = ("seek",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """A cone from where one stands, or a burst elsewhere; whether anybody is there does not matter."""
        refusal = performing.why_not(fight, who, SEEK)
        for shape, title in TITLES.items():
            where = NeedArea(AIM, "corner" if shape == "burst" else "square", text("Where?"))
            needs = () if refusal else (where,)
            yield Option("seek", "other", title, turn.COSTS[1], needs, refusal, {"kind": shape})

    def resolve(self, run: Run, action: Action) -> None:
        """Look, and find whom the roll finds."""
        who = action.who
        refuse(performing.why_not(run.fight, who, SEEK))
        area = searched(run.fight, action)
        if not performing.begin(run, who, SEEK):
            return
        sought = lost_in(run.fight, who, frozenset(area.squares.get("area", ())))
        alone = parts_of(run.fight, who, "perception")
        opposed = [Opposed(one, dc_of(run.fight, one, "stealth"), alone) for one in sought]
        degrees = roll_against(run, who, "perception", opposed, rule=_RULE, secret=True, alone=alone)
        before = noticing.perceived(run.fight, who)
        for one, degree in degrees.items():
            _find(run, who, one, degree)
        after = noticing.perceived(run.fight, who)
        words = text("Nobody new is found.") if before == after else text("Somebody is found.")
        run.emit(Noted(who, words, _RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The squares that are searched, the modifiers, and those in them whose square is known."""
        area = searched(fight, action)
        known = noticing.perceived(fight, action.who)
        inside = lost_in(fight, action.who, frozenset(area.squares.get("area", ())))
        sensed = tuple(one for one in inside if known.get(one) == noticing.SENSED)
        found = Preview(parts=parts_of(fight, action.who, "perception"), takes=sensed, verdicts=(area,))
        return performing.previewed(fight, action.who, SEEK, found)


def searched(fight: Fight, action: Action) -> Verdict:
    """The area an action looks over: a cone or a burst.

    Raises:
        Refused: it is not aimed as it must be.

    Source: pf2e.basic.seek, pf2e.area.cone, pf2e.area.burst
    """
    numbers, aim, who = table("senses")["seek"], action.arguments.get(AIM), action.who
    if action.arguments.get("kind") == "burst":
        if not isinstance(aim, Point):
            raise Refused(Refusal(text("Say at which corner of the grid."), "pf2e.area.burst"))
        question = Question(ask="area", shape="burst", size=numbers["burst_ft"], origin=aim, source=who)
    else:
        if not isinstance(aim, Square) or fight.world.creature(who).space.holds(aim):
            raise Refused(Refusal(text("Say towards which square."), "pf2e.area.cone"))
        question = Question(ask="area", shape="cone", size=numbers["cone_ft"], origin=who, to=aim)
    try:
        verdict = ask(judged(fight), question)
    except ProblemError as error:
        raise Refused(Refusal(text("The area cannot start there."), _RULE)) from error
    if not verdict.squares.get("area"):
        raise Refused(Refusal(text("The area cannot start there."), _RULE))
    return verdict


def lost_in(fight: Fight, who: str, squares: frozenset[Square]) -> tuple[str, ...]:
    """Enemies on some squares that are hidden from a creature or undetected by it. Source: pf2e.basic.seek."""
    side = fight.world.creature(who).side
    return tuple(
        one.id
        for one in fight.world.creatures
        if one.side != side
        and not fight.body(one.id).out
        and not squares.isdisjoint(one.space.squares())
        and noticing.state(fight, who, one.id) in (HIDDEN, UNDETECTED)
    )


def _find(run: Run, who: str, target: str, degree: str) -> None:
    """What a degree of success makes of somebody who was sought.

    Source: pf2e.basic.seek, pf2e.detect.hidden, pf2e.detect.undetected
    """
    if degree not in ("success", "critical_success"):
        return
    was = noticing.state(run.fight, who, target)
    found = HIDDEN if degree == "success" and was == UNDETECTED else OBSERVED
    noticing.become(run, who, target, found, rule=_RULE)
