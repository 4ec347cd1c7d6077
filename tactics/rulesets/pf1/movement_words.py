"""Moves in words: what each step costs and why, and what closes a step or a whole way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from tactics.core.space import Space
from tactics.core.text import Text, listed, ntext, text
from tactics.rules.barriers import barrier_of, filled_by
from tactics.rules.book import Case
from tactics.rulesets.pf1.occupancy import Refusal, in_the_way, passing_leave, passing_refusal
from tactics.rulesets.pf1.places import called, space_of
from tactics.rulesets.pf1.prices import Hampering, Reason, step_squares
from tactics.rulesets.pf1.sizes import feet
from tactics.world.creature import Creature

_SQUEEZING = Reason("pf1.squeeze.half_width", text("squeezing"))


def explain_path(
    case: Case,
    mover: Creature,
    hampering: Hampering,
    spaces: Sequence[Space],
    costs: Sequence[int],
    squeezed: Collection[int] = (),
) -> None:
    """Say what each step of a path costs and by which rule.

    Args:
        case: the question; the path's diagonals are counted on from those taken before.
        mover: who goes.
        hampering: what makes its steps dear.
        spaces: the squares it fills after every step, its start first.
        costs: feet for each step.
        squeezed: numbers of the steps that cost double for squeezing.
    """
    if len(spaces) < 2:
        case.step("pf1.move.through_empty", text("Standing still costs nothing."))
        return
    taken = case.question.diagonals
    if taken:
        words = ntext("{n} diagonal was taken before.", "{n} diagonals were taken before.", taken)
        case.step("pf1.grid.diagonal", words)
    _explain_ground(case, mover, hampering, spaces)
    running = 0
    for number, (here, there) in enumerate(pairwise(spaces)):
        reasons = (*hampering.reasons(case.world, there), *([_SQUEEZING] if number in squeezed else ()))
        diagonal = here.x != there.x and here.y != there.y
        rule, count, why = _step_words(reasons, diagonal=diagonal, dear=taken % 2 == 1)
        taken += diagonal and not reasons
        extra = costs[number] - feet(count)
        if extra > 0:
            rule, why = (
                "pf1.terrain.obstacle_partial",
                text("{why} Over a low wall: {extra} ft more.", why=why, extra=extra),
            )
        running += costs[number]
        words = text(
            "{here} to {there}: {cost} ft, {total} ft so far. {why}",
            here=here.anchor,
            there=there.anchor,
            cost=costs[number],
            total=running,
            why=why,
        )
        case.step(rule, words)
    for other in in_the_way(case.world, mover):
        if any(space_of(case.world, other).overlaps(space) for space in spaces[1:]):
            case.step(*passing_leave(mover, other))


def _explain_ground(case: Case, mover: Creature, hampering: Hampering, spaces: Sequence[Space]) -> None:
    """Ground that costs less than it usually does, and how a big space pays."""
    board = case.world.board
    ground = [board.at(square) for space in spaces[1:] for square in space.squares() if board.inside(square)]
    rough = any(one.difficulty for one in ground)
    if len(hampering.ignoring) > 1 and (rough or any(one.cover == "low" for one in ground)):
        words = text("{who} does not touch the ground: nothing on it costs more.", who=called(mover))
        case.step("pf1.terrain.flying_incorporeal", words)
    elif hampering.ignoring and rough:
        words = text("{who} ignores difficult terrain of every kind.", who=called(mover))
        case.step("pf1.terrain.difficult", words)
    elif spaces[0].width > 1 and any(hampering.reasons(case.world, space) for space in spaces[1:]):
        words = text("Each step pays for the worst square of the whole space after it.")
        case.step("pf1.move.big_creature", words)
    if hampering.unseen and hampering.blinded:
        words = text("Who is blinded may try a DC 10 Acrobatics check to move at full speed, and falls on a failure.")
        case.discretion(words)


def _step_words(reasons: Sequence[Reason], *, diagonal: bool, dear: bool) -> tuple[str, int, Text]:
    """The rule of a step, its squares and its kind in words, low walls left out."""
    what = listed(one.what for one in reasons) if reasons else text("nothing")
    count = step_squares(len(reasons), diagonal=diagonal)
    rule = "pf1.move.double_cost" if len(reasons) > 1 else reasons[0].rule if reasons else "pf1.move.through_empty"
    if not diagonal:
        assert count is not None
        words = ntext("Straight, {n} square: {what}.", "Straight, {n} squares: {what}.", count, what=what)
        return rule, count, words if reasons else text("Straight.")
    if count is not None:
        return (
            rule,
            count,
            ntext("A diagonal, {n} square: {what}.", "A diagonal, {n} squares: {what}.", count, what=what),
        )
    words = text("A diagonal that counts double.") if dear else text("A diagonal that counts once.")
    return "pf1.grid.diagonal", 2 if dear else 1, words


def step_refusal(case: Case, mover: Creature, here: Space, there: Space) -> Refusal:
    """Why a step that is not allowed is not allowed."""
    rule, why = _closed(case, mover, here, there)
    return Refusal(rule, text("{here} to {there}: {why}", here=here.anchor, there=there.anchor, why=why))


def _closed(case: Case, mover: Creature, here: Space, there: Space) -> Refusal:
    dx, dy = there.x - here.x, there.y - here.y
    if max(abs(dx), abs(dy)) != 1:
        return Refusal("pf1.grid.diagonal", text("A step leads to a neighbouring square."))
    for other in in_the_way(case.world, mover):
        refusal = passing_refusal(mover, other)
        if refusal is not None and space_of(case.world, other).overlaps(there):
            return refusal
    filled = filled_by(case.world, there)
    if filled is not None:
        return Refusal("pf1.terrain.obstacle_blocking", filled)
    what = barrier_of(case.world, here, (dx, dy))
    if dx and dy:
        corner = text("The diagonal leads past a solid corner.")
        return Refusal(
            "pf1.grid.corner_cut", corner if what is None else text("The diagonal leads past {what}.", what=what)
        )
    wall = text("A wall stands between.")
    between = wall if what is None else text("Something stands between: {what}.", what=what)
    return Refusal("pf1.terrain.obstacle_blocking", between)
