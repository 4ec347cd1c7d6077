"""Moves in words: what each step costs, and why a step is not allowed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tactics.core.lattice import Square, centre
from tactics.core.space import Space
from tactics.core.text import Text, ntext, text
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.lines import obstacle_name
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.passing import who_closes
from tactics.rulesets.pf2e.pricing import Move, costs_ft, surcharges
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.board import MOVEMENT
from tactics.world.place import open_square

Reason = tuple[str, Text]
"""A rule and what it says here."""


def explain_steps(case: Case, move: Move, path: Sequence[Square], costs: Sequence[int]) -> None:
    """Say what every step of a path costs and why."""
    if path[0] != move.who.space.anchor:
        words = text("Asked from {square}, where {who} does not stand.", square=path[0], who=move.who.name)
        case.step("pf2e.grid.movement_cost", words)
    if len(path) < 2:
        case.step("pf2e.grid.movement_cost", text("It stays where it is."))
        return
    if case.question.diagonals:
        count = case.question.diagonals
        words = ntext("{n} diagonal was taken before.", "{n} diagonals were taken before.", count)
        case.step("pf2e.grid.diagonal", words)
    if move.who.space.width > 1 or move.who.space.height > 1:
        case.step("pf2e.grid.big_mover", text("Each step pays the worst ground the whole space newly enters."))
    _explain_ignored_ground(case, move, path)
    taken = case.question.diagonals
    for before, after, cost in zip(path, path[1:], costs, strict=False):
        diagonal = before.x != after.x and before.y != after.y
        dear = diagonal and taken % 2 == 1
        taken += diagonal
        extra = cost - SQUARE_FT * (2 if dear else 1)
        rule, words = _step_words(diagonal=diagonal, dear=dear)
        if extra:
            rule, ground = _ground_words(case, move, before, after)
            words = text("{words} {extra} ft more: {ground}.", words=words, extra=extra, ground=ground)
        case.step(rule, text("{before} to {after}: {cost} ft. {why}", before=before, after=after, cost=cost, why=words))


def _step_words(*, diagonal: bool, dear: bool) -> Reason:
    if not diagonal:
        return "pf2e.grid.square", text("Straight.")
    words = text("A diagonal that counts double.") if dear else text("A diagonal that counts once.")
    return "pf2e.grid.diagonal", words


def _entered(move: Move, before: Square, after: Square) -> list[Square]:
    own = move.who.space
    return [one for one in own.at(after).squares() if not own.at(before).holds(one)]


def _ground_words(case: Case, move: Move, before: Square, after: Square) -> Reason:
    worst = max(case.world.board.at(one).difficulty for one in _entered(move, before, after))
    if worst == 0 and "blinded" in stats(move.who).conditions:
        return "pf2e.condition.blinded", text("all ground is difficult to the blind")
    if worst == 0:
        return "pf2e.skill.tumble_through", text("the space of an enemy is difficult terrain")
    return "pf2e.terrain.difficult", text("greater difficult terrain") if worst > 1 else text("difficult terrain")


def _explain_ignored_ground(case: Case, move: Move, path: Sequence[Square]) -> None:
    """Say that rough ground on the path costs less than it usually does."""
    board = case.world.board
    rough = {board.at(one).difficulty for step in pairwise(path) for one in _entered(move, *step)}
    usual = table("movement")["surcharge_sq"]
    flying = case.question.mode == "fly"
    own = surcharges(move.who, flying=flying)
    if all(own[one] >= usual[one] for one in rough):
        return
    words = text("Flying, {who} does not mind the ground.", who=move.who.name)
    if not flying:
        words = text(
            "{who} ignores difficult terrain, and greater difficult terrain counts as difficult.", who=move.who.name
        )
        if own[2] == 0:
            words = text("{who} ignores difficult terrain of every kind.", who=move.who.name)
    case.step("pf2e.terrain.ignore_difficult", words)


def bad_step(case: Case, move: Move, path: Sequence[Square]) -> Reason:
    """Which step of a path is not allowed and why; the sentence is also the verdict's summary."""
    before, after = path[0], path[0]
    for last in range(1, len(path)):
        before, after = path[last - 1], path[last]
        if costs_ft(case, move, path[: last + 1]) is None:
            break
    rule, reason = _why_not(case, move, before, after)
    return rule, text("Not allowed: {before} to {after}. {reason}", before=before, after=after, reason=reason)


def _why_not(case: Case, move: Move, before: Square, after: Square) -> Reason:
    dx, dy = after.x - before.x, after.y - before.y
    space = move.who.space.at(after)
    if max(abs(dx), abs(dy)) != 1:
        return "pf2e.grid.square", text("A step leads to a neighbouring square.")
    filled = filled_square(case, space)
    if filled is not None:
        return filled
    closed = who_closes(case.world, move.who, space, stop=False)
    if closed is not None and move.blocked:
        return closed[1].rule, text("{who} stands there and does not let pass.", who=closed[0].name)
    what = next(_barriers(case, move.who.space.at(before), (dx, dy)), None)
    if dx and dy:
        corner = text("The diagonal leads past a solid corner.")
        return "pf2e.grid.diagonal", corner if what is None else text("The diagonal leads past {what}.", what=what)
    wall = text("A wall stands between.")
    return "pf2e.grid.movement_cost", wall if what is None else text("Something stands between: {what}.", what=what)


def filled_square(case: Case, space: Space) -> Reason | None:
    """The first square of a space that nobody can be in, None when all are open."""
    rule = "pf2e.grid.big_mover" if space.width > 1 else "pf2e.move.objects_in_space"
    for square in space.squares():
        if not case.world.board.inside(square):
            return rule, text("There is no room: it would stand beyond the edge of the map.")
        if not open_square(case.world, square):
            found = scene_of(case.world).square_at(square)
            return rule, text("{square} cannot be entered.", square=square if found is None else obstacle_name(found))
    return None


def _barriers(case: Case, space: Space, step: tuple[int, int]) -> Iterator[Text]:
    """Walls and solid squares that the lines from the old squares to the new ones meet, then walls close to them."""
    scene = scene_of(case.world)
    ways = [(centre(one), centre(Square(one.x + step[0], one.y + step[1]))) for one in space.squares()]
    for way in ways:
        yield from (obstacle_name(met.obstacle) for met in scene.trace(*way).mets if _bars(met.obstacle))
    for way in ways:
        yield from (obstacle_name(one) for one in scene.obstacles_on(*way) if one.kind == "wall" and _bars(one))


def _bars(obstacle: Obstacle) -> bool:
    return MOVEMENT in obstacle.blocks
