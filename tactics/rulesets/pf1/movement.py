"""Movement: prices of steps, paths and what can be reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import text
from tactics.geometry.paths import PathField, field, path_cost, step_key
from tactics.geometry.steps import DIRECTIONS, MoveCosts, Steps
from tactics.rules.book import Case
from tactics.rules.ground import walking_steps
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1 import incorporeal, squeezing
from tactics.rulesets.pf1.light import dark_squares
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
from tactics.rulesets.pf1.prices import explain_path, move_costs
from tactics.rulesets.pf1.sizes import feet, squares
from tactics.rulesets.pf1.squeeze import can_squeeze
from tactics.world.creature import Creature
from tactics.world.lately import Lately
from tactics.world.world import World

_known: Lately[World, dict[str, tuple[Creature, Others, Steps]]] = Lately()
"""Walkers of a position with those in their way and the prices of their steps."""


_ROW_BY_ROW = sorted(DIRECTIONS, key=lambda step: step[::-1])


class Way:
    """How one creature moves in one position and one mode."""

    def __init__(self, case: Case, mover: Creature, mode: str) -> None:
        self.case = case
        self.mover = mover
        self.mode = mode
        self.start = space_of(case.world, mover).anchor
        self.others, self.steps = _others_and_steps(case, mover, mode)

    def field(self, budget_sq: int | None = None, goal: Square | None = None) -> PathField:
        """Everywhere it can go, or the cheapest way to one place."""
        return field(
            self.steps,
            self.start,
            budget_sq=budget_sq,
            taken=self.case.question.diagonals,
            blocked=self.others.blocked,
            no_end=self.others.no_end,
            goal=goal,
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
        case, dx, dy = self.case, there.x - here.x, there.y - here.y
        if max(abs(dx), abs(dy)) != 1:
            words = text("{there} is not next to {here}.", there=there, here=here)
            return Refusal("pf1.grid.diagonal", words)
        new = self.space(there)
        for other in in_the_way(case.world, self.mover, flying=self.mode == "fly"):
            refusal = passing_refusal(self.mover, other)
            if refusal is not None and space_of(case.world, other).overlaps(new):
                return refusal
        filled = next((square for square in new.squares() if case.world.board.solid(square)), None)
        if filled is not None:
            return Refusal("pf1.terrain.obstacle_blocking", text("{square} is filled.", square=filled))
        if dx and dy:
            words = text("From {here} to {there} leads past a solid corner.", here=here, there=there)
            return Refusal("pf1.grid.corner_cut", words)
        words = text("A wall stands between {here} and {there}.", here=here, there=there)
        return Refusal("pf1.terrain.obstacle_blocking", words)


def _others_and_steps(case: Case, mover: Creature, mode: str) -> tuple[Others, Steps]:
    """Those in a mover's way and the prices of its steps; found once for each position."""
    known = _known.get(case.world)
    if known is None:
        known = _known.put(case.world, {})
    flying = mode == "fly"
    costs = move_costs(case, mover, flying=flying)
    key = f"{mover.id} {flying}"
    found = known.get(key)
    if found is None or found[0] is not mover:
        found = known[key] = (mover, *_read_others_and_steps(case, mover, costs, flying=flying))
    return found[1:]


def _read_others_and_steps(case: Case, mover: Creature, costs: MoveCosts, *, flying: bool) -> tuple[Others, Steps]:
    found, space = others(case.world, mover, flying=flying), space_of(case.world, mover)
    footprint = (space.width, space.height)
    if incorporeal.is_incorporeal(mover):
        return found, incorporeal.steps_through(case.world.board, footprint, costs)
    rougher = found.rougher | dark_squares(case.world, mover)
    above = feet_ft(case.world, mover) if flying else None
    return found, walking_steps(case.world.board, costs, footprint, rougher=rougher, above_ft=above)


def judge_move_cost(case: Case) -> Verdict:
    """What a path costs, step by step, in feet.

    Source: pf1.move.worked_path, pf1.grid.diagonal, pf1.terrain.difficult, pf1.grid.corner_cut
    """
    mover, path = creature_of(case, case.question.who, "who"), case.question.path
    case.squares("path", path)
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
    explain_path(case, path, costs)
    if not costs:
        case.step("pf1.move.through_empty", text("Standing still costs nothing."))
    total = sum(costs)
    return case.verdict(total, text("The path costs {feet} ft.", feet=total), step_costs=costs)


def _illegal(case: Case, refusal: Refusal) -> Verdict:
    case.step(*refusal)
    return case.verdict("illegal", text("The path is not allowed: {why}", why=refusal.why))


def judge_path_cost(case: Case) -> Verdict:
    """The cheapest way to a square, in feet.

    Source: pf1.grid.diagonal, pf1.move.occupied_none_threat, pf1.move.big_creature
    """
    mover = creature_of(case, case.question.who, "who")
    goal = case.question.to
    if not isinstance(goal, Square):
        raise case.refuse("to", "name the square where the move ends")
    if can_squeeze(mover) and case.question.mode == "squeeze":
        return squeezing.judge_path_cost(case, mover, goal)
    way = Way(case, mover, case.question.mode)
    budget_sq = None if case.question.budget is None else squares(case.question.budget)
    found = way.field(budget_sq, goal)
    cost_sq = found.cost_sq(goal)
    case.squares("target", (goal,))
    if cost_sq is None:
        return _unreachable(case, way, goal, found)
    path = found.path_to(goal) or (goal,)
    costs = tuple(map(feet, way.price(path) or ()))
    case.squares("path", path)
    explain_path(case, path, costs)
    total = feet(cost_sq)
    summary = text("The cheapest way to {square} costs {feet} ft.", square=goal, feet=total)
    return case.verdict(total, summary, step_costs=costs)


def _unreachable(case: Case, way: Way, goal: Square, found: PathField) -> Verdict:
    summary = text("{square} cannot be reached.", square=goal)
    refusal = ending_refusal(case.world, way.mover, way.space(goal))
    if refusal is not None:
        case.step(*refusal)
    elif case.question.budget is not None:
        words = text("No way costs {budget} ft or less.", budget=case.question.budget)
        case.step("pf1.move.occupied_none_threat", words)
    else:
        case.step("pf1.move.occupied_none_threat", text("No way leads there."))
    _mark_overrun(case, way.mover, found)
    return case.verdict("unreachable", summary)


def judge_reachable(case: Case) -> Verdict:
    """Where a move may end, in squares, with the cost of each in feet.

    Source: pf1.move.occupied_none_threat, pf1.move.end_in_occupied, pf1.move.overrun_access
    """
    mover = creature_of(case, case.question.who, "who")
    budget = case.question.budget
    if can_squeeze(mover) and case.question.mode == "squeeze":
        return squeezing.judge_reachable(case, mover)
    way = Way(case, mover, case.question.mode)
    found = way.field(None if budget is None else squares(budget))
    costs = {square: feet(cost) for square, cost in found.costs_sq().items()}
    case.squares("origin", tuple(way.space(way.start).squares()))
    case.squares("reachable", tuple(costs))
    words = text("Squares in reach of the movement, but for those other creatures hold.")
    case.step("pf1.move.occupied_none_threat", words)
    if case.question.diagonals % 2:
        case.step("pf1.grid.diagonal", text("The next diagonal counts double: one was taken this turn."))
    _mark_overrun(case, mover, found)
    summary = text("{name} may end its move in {n} squares.", name=called(mover), n=len(costs))
    return case.verdict(len(costs), summary, costs=costs)


def _mark_overrun(case: Case, mover: Creature, found: PathField) -> None:
    """Name the squares of opponents at the edge of the field that might be overrun."""
    if not case.explain:
        return
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
