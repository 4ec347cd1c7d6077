"""The single square one can always struggle into, with a full-round action."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf1.fight import moves, turn
from tactics.rulesets.pf1.fight.asking import way_of
from tactics.rulesets.pf1.fight.dashes import no_more_steps
from tactics.rulesets.pf1.fight.mounted import mount_of
from tactics.rulesets.pf1.sizes import feet
from tactics.world.fight import Fight

RULE = "pf1.move.minimum"


class MinimumMove:
    """A square that costs more than a move action has, for a full-round action; it provokes as any movement.

    Source: pf1.move.minimum
    """

    ids = ("minimum_move",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered where a square around is too dear to walk into."""
        squares = {} if mount_of(fight, who) else _dear(fight, who)
        if not squares:
            return
        refusal = _refusal(fight, who)
        start = fight.world.creature(who).space.anchor
        need = NeedPath("path", "walk", squares, {square: (start, square) for square in squares}, moves.WHERE)
        cost = turn.COSTS[turn.FULL_ROUND]
        yield Option("minimum_move", "move", text("Struggle one square"), cost, () if refusal else (need,), refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Move one square, whatever it costs."""
        who, path = action.who, moves.path_of(action)
        refuse(_refusal(run.fight, who))
        if len(path) != 2 or path[1] not in _dear(run.fight, who):
            raise Refused(Refusal(text("One struggles into a single square that is too dear to walk into."), RULE))
        turn.spend(run, who, turn.FULL_ROUND)
        no_more_steps(run, who)
        moves.walk(run, who, path)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return moves.way_preview(fight, action)


def _dear(fight: Fight, who: str) -> dict[Square, int]:
    """The squares around that cost more than a move action, with what they cost in feet."""
    speed = moves.speed_ft(fight, who)
    around = way_of(fight.world, who, diagonals=fight.body(who).count(turn.DIAGONALS)).around()
    found = {square: feet(cost_sq) for square, cost_sq in around.items()}
    return {square: cost for square, cost in found.items() if cost > speed}


def _refusal(fight: Fight, who: str) -> Refusal | None:
    body = fight.body(who)
    if body.count(turn.MOVED) or body.count(turn.STEP):
        return Refusal(text("It has moved already this turn."), "pf1.action.full_round")
    return moves.stuck(fight, who) or turn.affordable(fight, who, turn.FULL_ROUND)
