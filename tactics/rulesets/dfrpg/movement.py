"""Judging movement by points: what a path costs and where a move may go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate, pairwise

from tactics.core.lattice import Square
from tactics.core.text import ntext, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.board import posture_of
from tactics.rulesets.dfrpg.facing import HALVES, whole_points
from tactics.rulesets.dfrpg.field import flood
from tactics.rulesets.dfrpg.figures import called, figure, stats
from tactics.rulesets.dfrpg.going import going_of
from tactics.rulesets.dfrpg.walking import (
    Stride,
    facings_of,
    held,
    price_path,
    terms_of,
    walk_field,
)
from tactics.world.creature import Creature

ILLEGAL, UNREACHABLE = "illegal", "unreachable"


def move_cost(case: Case) -> Verdict:
    """What a path costs by the cheapest choice of facings.

    Source: dfrpg.movement.points, dfrpg.grid.start_facing
    """
    creature, path = _walker(case), case.question.path
    case.squares("path", path)
    strides = price_path(case.world, creature.id, path, taken=case.question.diagonals)
    if strides is None:
        _explain_illegal(case, creature, path)
        return case.verdict(ILLEGAL, text("{name} cannot move like that.", name=called(creature)))
    _explain(case, creature, strides)
    costs = _costs(strides)
    summary = ntext("The path costs {n} movement point.", "The path costs {n} movement points.", sum(costs))
    return case.verdict(sum(costs), summary, step_costs=costs)


def path_cost(case: Case) -> Verdict:
    """The cheapest way to a square.

    Source: dfrpg.movement.points
    """
    creature = _walker(case)
    goal = figure(case, case.question.to, "to").space.anchor
    path = _way(case, creature, goal)
    if path is None:
        case.step("dfrpg.movement.points", text("No way leads there."))
        return case.verdict(UNREACHABLE, text("{name} cannot get to {square}.", name=called(creature), square=goal))
    case.squares("path", path)
    strides = price_path(case.world, creature.id, path, taken=case.question.diagonals) or ()
    _explain(case, creature, strides)
    costs = _costs(strides)
    summary = ntext(
        "The way to {square} costs {n} movement point.",
        "The way to {square} costs {n} movement points.",
        sum(costs),
        square=goal,
    )
    return case.verdict(sum(costs), summary, step_costs=costs)


def reachable(case: Case) -> Verdict:
    """Every square where a move may end.

    Source: dfrpg.movement.points, dfrpg.movement.minimum
    """
    creature = _walker(case)
    budget = stats(creature).speeds_sq["walk"] if case.question.budget is None else case.question.budget
    found = walk_field(case.world, creature.id, HALVES * budget, taken=case.question.diagonals)
    points = {creature.space.anchor: 0, **{square: whole_points(one.points) for square, one in found.items()}}
    ends = sorted(points, key=lambda one: (one[1], one[0]))
    case.squares("reachable", tuple(ends))
    case.step(
        "dfrpg.movement.points",
        ntext("{name} has {n} movement point.", "{name} has {n} movement points.", budget, name=called(creature)),
    )
    _explain_start(case, creature)
    if any(points[one] > budget for one in ends):
        case.step("dfrpg.movement.minimum", text("One square may always be entered, however dear."))
    summary = ntext("{n} square can be reached.", "{n} squares can be reached.", len(ends))
    return case.verdict(len(ends), summary, costs={one: points[one] for one in ends})


def _walker(case: Case) -> Creature:
    """Who moves; the switches that decide are noted.

    Raises:
        ProblemError: the mode of movement is not judged.
    """
    if case.question.mode != "walk":
        raise case.refuse("mode", "only walking is judged")
    case.switch("metric")
    case.switch("corner_cutting")
    return case.world.creature(case.question.who or "")


def _way(case: Case, creature: Creature, goal: Square) -> tuple[Square, ...] | None:
    if goal == creature.space.anchor:
        return (goal,)
    budget, taken = case.question.budget, case.question.diagonals % 2
    if budget is None and not creature.sprawl:
        return _cheapest(case, creature, (goal,), taken) or None
    points = stats(creature).speeds_sq["walk"] if budget is None else budget
    found = walk_field(case.world, creature.id, HALVES * points, taken=taken)
    return found[goal].path() if goal in found else None


def way_to(case: Case, ends: Collection[Square]) -> tuple[Square, ...]:
    """The cheapest way to the nearest of some squares, however many turns it takes; see `Book.way_to`.

    Source: dfrpg.movement.points
    """
    creature = case.world.creature(case.question.who or "")
    if creature.space.anchor in ends:
        return (creature.space.anchor,)
    # One who lies gets up first, and then goes on from where its feet are.
    return _cheapest(case, creature, ends, 0)


def _cheapest(case: Case, creature: Creature, ends: Collection[Square], taken: int) -> tuple[Square, ...]:
    """The cheapest way to the nearest of some squares where a move may end, the upper, then the left one; or ()."""
    if held(creature):
        return ()
    going = going_of(case.world, creature)
    goals = [one for one in ends if not going.held & going.bit(one)]
    waves = flood(going, terms_of(creature, None), facings_of(going.grid, creature), taken, goals)
    aims = frozenset(goals)
    near = min(
        (one for one in waves.reached() if one.square in aims),
        key=lambda one: (one.points, one.square.y, one.square.x),
        default=None,
    )
    return near.path() if near is not None else ()


def _costs(strides: Sequence[Stride]) -> tuple[int, ...]:
    """Whole points of each step; they add up to those of the path."""
    totals = (0, *map(whole_points, accumulate(one.points for one in strides)))
    return tuple(after - before for before, after in pairwise(totals))


def _explain_start(case: Case, creature: Creature) -> None:
    if creature.facing is None:
        case.step("dfrpg.grid.start_facing", text("No facing is known: the move may begin with any."))
    posture = posture_of(creature)
    if posture != "standing":
        case.step(
            "dfrpg.movement.posture_cost",
            text("{name} moves like this: {posture}.", name=called(creature), posture=case.book.condition(posture)),
        )


def _explain(case: Case, creature: Creature, strides: Sequence[Stride]) -> None:
    _explain_start(case, creature)
    total = whole_points(sum(one.points for one in strides))
    case.step("dfrpg.movement.points", ntext("{n} movement point in all.", "{n} movement points in all.", total))
    for one in strides:
        if one.turned:
            case.step(
                "dfrpg.grid.turn_cost",
                text("Before {square} it turns, by facings: {n}.", square=one.state.square, n=one.turned),
            )
        if one.aside:
            case.step(
                "dfrpg.movement.sideways_backward",
                text("{square} is entered sideways or backward.", square=one.state.square),
            )


def _explain_illegal(case: Case, creature: Creature, path: Sequence[Square]) -> None:
    if held(creature):
        case.step("dfrpg.movement.points", text("{name} cannot move at all.", name=called(creature)))
        return
    going = going_of(case.world, creature)
    for here, there in pairwise(path):
        if not going.free(here, there):
            why = text("There is no step from {here} to {there}.", here=here, there=there)
            case.step("dfrpg.grid.diagonal_cost", why)
            return
    case.step("dfrpg.movement.occupied", text("The way ends on a friend or goes through an enemy."))
