"""Moves in words: what each step costs, and why a step is not allowed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import Text, ntext, text
from tactics.rules.barriers import barrier_of, filled_by
from tactics.rules.book import Case
from tactics.rulesets.pf2e.creatures import is_ally, stats
from tactics.rulesets.pf2e.passing import who_closes
from tactics.rulesets.pf2e.pricing import Move, costs_ft, surcharges
from tactics.rulesets.pf2e.tables import SQUARE_FT, table

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
    if worst == 0 and _entered_enemy(move, case, before, after):
        return "pf2e.skill.tumble_through", text("the space of an enemy is difficult terrain")
    if worst == 0:
        return "pf2e.terrain.difficult", text("a low wall is crossed")
    return "pf2e.terrain.difficult", text("greater difficult terrain") if worst > 1 else text("difficult terrain")


def _entered_enemy(move: Move, case: Case, before: Square, after: Square) -> bool:
    there = (other for one in _entered(move, before, after) for other in case.world.standing_on(one))
    return any(other.id != move.who.id and not is_ally(move.who, other) for other in there)


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
    what = barrier_of(case.world, move.who.space.at(before), (dx, dy))
    if dx and dy:
        corner = text("The diagonal leads past a solid corner.")
        return "pf2e.grid.diagonal", corner if what is None else text("The diagonal leads past {what}.", what=what)
    wall = text("A wall stands between.")
    return "pf2e.grid.movement_cost", wall if what is None else text("Something stands between: {what}.", what=what)


def filled_square(case: Case, space: Space) -> Reason | None:
    """The first square of a space that nobody can be in, None when all are open."""
    rule = "pf2e.grid.big_mover" if space.width > 1 else "pf2e.move.objects_in_space"
    filled = filled_by(case.world, space)
    return None if filled is None else (rule, filled)
