"""Movement: prices of steps, paths and what can be reached."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import Text, composed, listed, ntext, text
from tactics.geometry.paths import PathField, field, path_cost, step_key
from tactics.geometry.steps import DIRECTIONS, Steps
from tactics.rules.barriers import filled_by
from tactics.rules.book import Case
from tactics.rules.ground import walking_steps
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1 import incorporeal, squeezing
from tactics.rulesets.pf1.movement_words import explain_path, step_refusal
from tactics.rulesets.pf1.occupancy import (
    Others,
    Refusal,
    ending_refusal,
    in_the_way,
    may_overrun,
    others,
    passing_refusal,
)
from tactics.rulesets.pf1.places import called, creature_of, feet_ft, space_of
from tactics.rulesets.pf1.prices import Hampering, hampering_of, move_costs
from tactics.rulesets.pf1.sizes import feet, squares
from tactics.rulesets.pf1.squeeze import can_squeeze
from tactics.rulesets.pf1.surfaces import opened_case
from tactics.rulesets.pf1.tables import conditions, moves
from tactics.world.creature import Creature
from tactics.world.lately import LatelyBy
from tactics.world.world import World

_known: LatelyBy[World, str, tuple[Creature, _Walking]] = LatelyBy()
"""Walkers of a position with those in their way and the prices of their steps."""


_ROW_BY_ROW = sorted(DIRECTIONS, key=lambda step: step[::-1])


class Way:
    """How one creature moves in one position and one mode."""

    def __init__(self, case: Case, mover: Creature, mode: str) -> None:
        self.case = case = opened_case(case, mode)
        self.mover = mover
        self.mode = mode
        self.start = space_of(case.world, mover).anchor
        self.others, self.hampering, self.steps = walking(case, mover, flying=mode == "fly")

    def field(
        self,
        budget_sq: int | None = None,
        goal: Square | None = None,
        *,
        alone: bool = False,
        ends: Collection[Square] = (),
    ) -> PathField:
        """Everywhere it can go, or the cheapest way to one place or to the nearest of some.

        Args:
            budget_sq: most squares it may spend; None for no limit.
            goal: the one place.
            alone: as if nobody else were there.
            ends: the several places.
        """
        return field(
            self.steps,
            self.start,
            budget_sq=budget_sq,
            taken=self.case.question.diagonals,
            blocked=frozenset() if alone else self.others.blocked,
            no_end=frozenset() if alone else self.others.no_end,
            goal=goal,
            ends=ends,
        )

    def space(self, square: Square) -> Space:
        """Its space with the top left square there."""
        return Space(*square, *self.steps.footprint)

    def price(self, path: Sequence[Square]) -> tuple[int, ...] | None:
        """Squares for each step of a path, None when one is illegal."""
        return path_cost(self.steps, path, self.case.question.diagonals, self.others.blocked)

    def straight(self, dx: int, dy: int) -> Iterator[tuple[Square, int]]:
        """The squares in one direction, each with the squares its step costs, as far as it may go and stop there."""
        here, taken = self.start, self.case.question.diagonals % 2
        while True:
            there = Square(here.x + dx, here.y + dy)
            key, squares_there = step_key(self.steps, here, there), frozenset(self.space(there).squares())
            if not key or squares_there & self.others.blocked or squares_there & self.others.no_end:
                return
            yield there, (taken + key) // 2
            here, taken = there, (taken + key) % 2

    def around(self) -> dict[Square, int]:
        """The squares around in which it may stop after one step, row by row, with the squares that costs."""
        firsts = (next(self.straight(dx, dy), None) for dx, dy in _ROW_BY_ROW)
        return dict(one for one in firsts if one is not None)

    def step_refusal(self, here: Square, there: Square) -> Refusal | None:
        """Why one step is illegal, None when it is legal."""
        if self.price((here, there)) is not None:
            return None
        return step_refusal(self.case, self.mover, self.space(here), self.space(there))

    def explain(self, path: Sequence[Square], costs: Sequence[int]) -> None:
        """Say what each step of a path costs."""
        if self.case.explain:
            _say_crawling(self.case, self.mover)
            explain_path(self.case, self.mover, self.hampering, tuple(map(self.space, path)), costs)


def _say_crawling(case: Case, mover: Creature) -> None:
    if any(one.crawls for one in conditions(mover)):
        words = text("{name} is prone: it crawls one square a move action, or stands up first.", name=called(mover))
        case.step("pf1.move.crawl", words)


def stuck_refusal(creature: Creature) -> Refusal | None:
    """Why a creature cannot move at all, None when it can.

    Source: pf1.move.minimum, pf1.condition.other
    """
    if moves(creature):
        return None
    return Refusal("pf1.move.hampered", text("{name} cannot move in its state.", name=called(creature)))


class _Walking(NamedTuple):
    """What a mover finds in a position: who stands in its way, what hampers it, the prices of steps."""

    others: Others
    hampering: Hampering
    steps: Steps


def walking(case: Case, mover: Creature, *, flying: bool) -> _Walking:
    """What a mover finds in its way; found once for each position."""
    known = _known.at(case.world)
    key = f"{mover.id} {flying}"
    found = known.get(key)
    if found is None or found[0] is not mover:
        found = known[key] = (mover, _found_walking(case, mover, flying=flying))
    return found[1]


def _found_walking(case: Case, mover: Creature, *, flying: bool) -> _Walking:
    world, space = case.world, space_of(case.world, mover)
    found = others(world, mover)
    hampering = hampering_of(world, mover, found.bodies, flying=flying)
    footprint, costs, rougher = (space.width, space.height), move_costs(case), hampering.rougher
    if incorporeal.is_incorporeal(mover):
        return _Walking(found, hampering, incorporeal.steps_through(world.board, footprint, costs, rougher))
    above, ignoring = feet_ft(world, mover) if flying else None, hampering.ignoring
    steps = walking_steps(world.board, costs, footprint, rougher=rougher, above_ft=above, ignoring=ignoring)
    return _Walking(found, hampering, steps)


def judge_move_cost(case: Case) -> Verdict:
    """What a path costs, step by step, in feet.

    Source: pf1.move.worked_path, pf1.grid.diagonal, pf1.terrain.difficult, pf1.grid.corner_cut
    """
    mover, path = creature_of(case, case.question.who, "who"), case.question.path
    case.squares("path", path)
    stuck = stuck_refusal(mover)
    if stuck is not None and len(path) > 1:
        return _illegal(case, stuck)
    if can_squeeze(mover) and case.question.mode == "squeeze":
        return squeezing.judge_move_cost(case, mover)
    way = Way(case, mover, case.question.mode)
    price = way.price(path)
    if price is None:
        refusals = (way.step_refusal(here, there) for here, there in pairwise(path))
        return _illegal(case, next(one for one in refusals if one is not None))
    if len(path) > 1:
        refusal = ending_refusal(case.world, mover, way.space(path[-1]))
        if refusal is not None:
            return _illegal(case, refusal)
    costs = tuple(map(feet, price))
    way.explain(path, costs)
    total = sum(costs)
    return case.verdict(total, text("The path costs {feet} ft.", feet=total), step_costs=costs)


def _illegal(case: Case, refusal: Refusal) -> Verdict:
    case.step(*refusal)
    return case.verdict("illegal", text("The path is not allowed. {why}", why=refusal.why))


def judge_path_cost(case: Case) -> Verdict:
    """The cheapest way to a square, in feet.

    Source: pf1.grid.diagonal, pf1.move.occupied_none_threat, pf1.move.big_creature
    """
    mover = creature_of(case, case.question.who, "who")
    goal = case.question.to
    if not isinstance(goal, Square):
        raise case.refuse("to", "name the square where the move ends")
    case.squares("target", (goal,))
    stuck = stuck_refusal(mover)
    if stuck is not None and goal != space_of(case.world, mover).anchor:
        case.step(*stuck)
        return case.verdict("unreachable", text("{square} cannot be reached.", square=goal))
    if can_squeeze(mover) and case.question.mode == "squeeze":
        return squeezing.judge_path_cost(case, mover, goal)
    way = Way(case, mover, case.question.mode)
    budget_sq = None if case.question.budget is None else squares(case.question.budget)
    found = way.field(budget_sq, goal)
    cost_sq = found.cost_sq(goal)
    if cost_sq is None:
        return _unreachable(case, way, goal, found)
    path = found.path_to(goal) or (goal,)
    costs = tuple(map(feet, way.price(path) or ()))
    case.squares("path", path)
    way.explain(path, costs)
    total = feet(cost_sq)
    summary = text("The cheapest way to {square} costs {feet} ft.", square=goal, feet=total)
    return case.verdict(total, summary, step_costs=costs)


def _unreachable(case: Case, way: Way, goal: Square, found: PathField) -> Verdict:
    if case.explain:
        case.step(*_why_unreachable(case, way, goal))
        may_squeeze = can_squeeze(way.mover) and case.question.mode == "walk"
        squeezed = squeezing.cost_ft(case, way.mover, goal) if may_squeeze else None
        if squeezed is not None:
            case.step("pf1.squeeze.half_width", text("Squeezing, it would get there for {feet} ft.", feet=squeezed))
        _mark_overrun(case, way.mover, found)
    return case.verdict("unreachable", text("{square} cannot be reached.", square=goal))


def _why_unreachable(case: Case, way: Way, goal: Square) -> Refusal:
    """The first thing in the way of a move to a square."""
    space, rule = way.space(goal), "pf1.move.occupied_none_threat"
    refusal = ending_refusal(case.world, way.mover, space)
    if refusal is not None:
        return refusal
    filled = filled_by(case.world, space)
    if filled is not None and not incorporeal.is_incorporeal(way.mover):
        return Refusal("pf1.terrain.obstacle_blocking", composed("{goal}: {why}", goal=goal, why=filled))
    cost_sq = way.field(goal=goal).cost_sq(goal)
    if cost_sq is not None:
        return Refusal(rule, text("The cheapest way costs {feet} ft, more than there is.", feet=feet(cost_sq)))
    path = way.field(goal=goal, alone=True).path_to(goal)
    if path is None:
        return Refusal(rule, text("Walls and narrow places close every way there."))
    closing = (
        called(other)
        for other in in_the_way(case.world, way.mover)
        if passing_refusal(way.mover, other) is not None
        and any(space_of(case.world, other).overlaps(way.space(square)) for square in path)
    )
    words = text("Every way there leads through squares that are held: {names}.", names=listed(closing))
    return Refusal("pf1.move.through_enemy", words)


def judge_reachable(case: Case) -> Verdict:
    """Where a move may end, in squares, with the cost of each in feet.

    Source: pf1.move.occupied_none_threat, pf1.move.end_in_occupied, pf1.move.overrun_access
    """
    mover = creature_of(case, case.question.who, "who")
    space = space_of(case.world, mover)
    case.squares("origin", tuple(space.squares()))
    stuck = stuck_refusal(mover)
    if stuck is not None:
        case.step(*stuck)
        return _reachable(case, {space.anchor: 0})
    if can_squeeze(mover) and case.question.mode == "squeeze":
        return squeezing.judge_reachable(case, mover)
    way = Way(case, mover, case.question.mode)
    budget = case.question.budget
    found = way.field(None if budget is None else squares(budget))
    if case.explain:
        _explain_reachable(case, way, found)
    return _reachable(case, {square: feet(cost) for square, cost in found.costs_sq().items()})


def reach_of(case: Case) -> PathField | None:
    """The field of `judge_reachable`, None for one that cannot leave its place."""
    mover, budget = creature_of(case, case.question.who, "who"), case.question.budget
    if stuck_refusal(mover) is not None:
        return None
    return Way(case, mover, case.question.mode).field(None if budget is None else squares(budget))


def way_to(case: Case, ends: Collection[Square]) -> tuple[Square, ...]:
    """The cheapest way to the nearest of some squares, () when there is none; see `Book.way_to`.

    Source: pf1.grid.diagonal, pf1.move.occupied_none_threat
    """
    mover = creature_of(case, case.question.who, "who")
    start = space_of(case.world, mover).anchor
    if stuck_refusal(mover) is not None:
        return (start,) if start in ends else ()
    found = Way(case, mover, case.question.mode).field(ends=ends)
    nearest = found.nearest(ends)
    return () if nearest is None else found.path_to(nearest) or ()


def _reachable(case: Case, costs: dict[Square, int]) -> Verdict:
    case.squares("reachable", tuple(costs))
    summary = ntext("{n} square can be reached.", "{n} squares can be reached.", len(costs))
    return case.verdict(len(costs), summary, costs=costs)


def _explain_reachable(case: Case, way: Way, found: PathField) -> None:
    budget = case.question.budget
    _say_crawling(case, way.mover)
    words = text("Every square that some way leads to, the start among them.")
    if budget is not None:
        words = text("Every square to which some way costs {feet} ft or less, the start among them.", feet=budget)
    case.step("pf1.move.occupied_none_threat", words)
    if case.question.diagonals % 2:
        case.step("pf1.grid.diagonal", text("The next diagonal counts double: one was taken this turn."))
    crossed = _crossed(case, way, found)
    if crossed:
        words = text("It may pass and not stop in squares that are held: {names}.", names=listed(crossed))
        case.step("pf1.move.end_in_occupied", words)
    _mark_overrun(case, way.mover, found)


def _crossed(case: Case, way: Way, found: PathField) -> list[Text]:
    """Whose squares the way leads through, though it may not end there."""
    return [
        text("{name}", name=called(other))
        for other in in_the_way(case.world, way.mover)
        if any(
            square in way.others.no_end and found.passing_sq(square) is not None
            for square in space_of(case.world, other).squares()
        )
    ]


def _mark_overrun(case: Case, mover: Creature, found: PathField) -> None:
    """Name the squares of opponents at the edge of the field that might be overrun."""
    marked: list[Square] = []
    for foe in in_the_way(case.world, mover):
        if passing_refusal(mover, foe) is None or not may_overrun(mover, foe):
            continue
        space = space_of(case.world, foe)
        around = Space(space.x - 1, space.y - 1, space.width + 2, space.height + 2)
        if any(found.passing_sq(square) is not None for square in around.squares()):
            marked += space.squares()
            case.step("pf1.move.overrun_access", text("{name} could be overrun.", name=called(foe)))
    if marked:
        case.squares("overrun", tuple(marked))
