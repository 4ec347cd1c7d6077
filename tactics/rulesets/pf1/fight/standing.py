"""Getting up, lying down and crawling."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, Need, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf1.fight import conditions, moves, opportunity, turn
from tactics.rulesets.pf1.fight.asking import provoked
from tactics.world.fight import Fight

PRONE = "prone"


def _must_lie(fight: Fight, who: str) -> Refusal | None:
    if PRONE in conditions.active(fight, who):
        return None
    return Refusal(text("It is not lying on the ground."), "pf1.condition.prone")


class StandUp:
    """Standing up, which gives those nearby an opening.

    Source: pf1.action.stand_up
    """

    ids = ("stand_up",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Only for one who lies."""
        refusal = _must_lie(fight, who) or turn.affordable(fight, who, turn.MOVE)
        yield Option("stand_up", "move", text("Stand up"), turn.COSTS[turn.MOVE], (), refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Those who may react strike while it still lies."""
        who = action.who
        refuse(_must_lie(run.fight, who) or turn.affordable(run.fight, who, turn.MOVE))
        turn.spend(run, who, turn.MOVE)
        opportunity.provoke(run, who, action="stand_up")
        if conditions.can_act(run.fight, who):
            conditions.lose(run, who, PRONE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return Preview(reactions=provoked(fight, action.who, (), "stand_up"))


class DropProne:
    """Throwing oneself to the ground.

    Source: pf1.action.free
    """

    ids = ("drop_prone",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Only for one who stands, in its own turn."""
        yield Option("drop_prone", "move", text("Drop prone"), turn.COSTS[turn.FREE], (), self._refusal(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Lie down."""
        refuse(self._refusal(run.fight, action.who))
        conditions.gain(run, action.who, PRONE, rule="pf1.condition.prone")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if PRONE in conditions.active(fight, who):
            lies = Refusal(text("It lies on the ground already."), "pf1.condition.prone")
            return turn.own_turn(fight, who) or lies
        return turn.own_turn(fight, who) or turn.affordable(fight, who, turn.FREE)


class Crawl:
    """Moving 5 ft on the ground.

    Source: pf1.move.crawl
    """

    ids = ("crawl",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around."""
        refusal = self._refusal(fight, who)
        needs: tuple[Need, ...] = ()
        if refusal is None:
            found = moves.ways(fight, who, 2 * moves.STEP_FT)
            start = fight.world.creature(who).space.anchor
            near = {
                square: cost
                for square, cost in found.costs.items()
                if _next_to(start, square) and moves.affordable_path(fight, who, (start, square), 2 * moves.STEP_FT)
            }
            if not near:
                refusal = Refusal(text("No square around can be crawled into."), "pf1.move.crawl")
            needs = (NeedPath("path", "walk", near, {square: (start, square) for square in near}, moves.WHERE),)
        yield Option("crawl", "move", text("Crawl"), turn.COSTS[turn.MOVE], () if refusal else needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Crawl one square."""
        who, path = action.who, moves.path_of(action)
        refuse(self._refusal(run.fight, who))
        if len(path) != 2:
            raise Refused(Refusal(text("One crawls a single square."), "pf1.move.crawl"))
        moves.path_costs(run.fight, who, path)
        turn.spend(run, who, turn.MOVE)
        moves.walk(run, who, path)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return moves.way_preview(fight, action)

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if fight.body(who).count(turn.STEP):
            return Refusal(text("After a 5-foot step no other distance is moved."), "pf1.action.five_foot_step")
        return _must_lie(fight, who) or turn.affordable(fight, who, turn.MOVE)


def _next_to(here: Square, there: Square) -> bool:
    return max(abs(here.x - there.x), abs(here.y - there.y)) == 1
