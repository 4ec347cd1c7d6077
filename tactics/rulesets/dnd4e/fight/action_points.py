"""Action points: one more action in one's own turn."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.turns import own_turn
from tactics.rulesets.dnd4e.fight import conditions, turn
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.fight import Fight

RULE = "dnd4e.action.action_point"


class ActionPoint:
    """A free action that buys a standard action, which may be traded for a lesser one.

    Source: dnd4e.action.action_point, dnd4e.action.substitute
    """

    ids = ("action_point",)
    groups = ("turn",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For those who have a point, or had one."""
        if sheet_of(fight.world.creature(who)).action_points or fight.body(who).count(turn.POINTS):
            title, refusal = text("Spend an action point"), why_not(fight, who)
            yield Option("action_point", "turn", title, turn.COSTS[turn.FREE], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Spend it."""
        who = action.who
        refuse(why_not(run.fight, who))
        body = run.fight.body(who)
        run.emit(CounterSet(who, turn.POINTS, body.count(turn.POINTS) - 1))
        run.emit(CounterSet(who, turn.POINT_SPENT, 1))
        run.emit(CounterSet(who, turn.EXTRA, body.count(turn.EXTRA) + 1))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


def why_not(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot spend an action point now, None when it can. Source: dnd4e.action.action_point."""
    unable = conditions.why_not_act(fight, who) or own_turn(fight, who, RULE)
    if unable is not None:
        return unable
    if fight.surprise:
        return Refusal(text("Not in a surprise round."), RULE)
    body = fight.body(who)
    if body.count(turn.POINT_SPENT):
        if sheet_of(fight.world.creature(who)).hero:
            return Refusal(text("One each encounter."), RULE)
        return Refusal(text("One each round."), RULE)
    if not body.count(turn.POINTS):
        return Refusal(text("No action point is left."), RULE)
    return None
