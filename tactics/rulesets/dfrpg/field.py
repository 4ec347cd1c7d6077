"""Where a figure can move: the cheapest half points to every cell, over all facings, by waves of bits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.rulesets.dfrpg.facing import FREELY, Manner, prices, turn_prices, turns_into, ways, ways_into
from tactics.rulesets.dfrpg.going import DEEP, Going

State = tuple[int, int]
"""A facing, and what was `taken` before as far as the length of the next step depends on it."""
Sets = dict[State, int]
"""Cells by state."""
_Place = tuple[Square, State, int]
"""A cell, the state it was reached in, and at what cost."""


class Terms(NamedTuple):
    """How a move is paid for.

    Attributes:
        budget: most half points, None for no limit.
        posture: half points more for each yard.
        allowance: what the whole turn has to spend; deep water takes all of it for one cell.
        manner: how the figure moves.
        measured: count yards instead of points, and come by nobody.
        whole: every cell takes the whole allowance, as for one who lies.
    """

    budget: int | None
    posture: int
    allowance: int
    manner: Manner = FREELY
    measured: bool = False
    whole: bool = False

    def price(self, rate: int, yards: int, degree: int, obstructions: int) -> int:
        """Half points of one step.

        Source: dfrpg.grid.diagonal_cost, dfrpg.movement.terrain, dfrpg.movement.posture_cost
        """
        if self.measured:
            return yards
        if self.whole or degree == DEEP:
            return self.allowance
        return yards * (rate + self.posture + degree * prices().rough) + obstructions * prices().obstruction


@dataclass(frozen=True, slots=True)
class Reached:
    """A cell that a move can end in.

    Attributes:
        square: the cell that is entered: the top left one of the figure's space, or that of a lying one's upper half.
        points: half points spent.
        facing: where it looks then, before the free turn at the end of a move.
        taken: what the length of a further step depends on.
    """

    square: Square
    points: int
    facing: int
    taken: int
    _way: Waves | tuple[Square, ...] = field(default=(), repr=False, compare=False)

    def path(self) -> tuple[Square, ...]:
        """A cheapest way there, the start included."""
        if isinstance(self._way, tuple):
            return self._way
        return self._way.path(self.square, (self.facing, self.taken), self.points)


class Waves:
    """The cells reached at each cost, by state; made by `flood`."""

    __slots__ = ("_going", "_layers", "_steps", "_terms")

    def __init__(self, going: Going, terms: Terms, layers: Mapping[int, Sets]) -> None:
        self._going = going
        self._terms = terms
        self._layers = layers
        self._steps: dict[_Place, _Place] = {}

    def reached(self) -> Iterator[Reached]:
        """Every cell at its least cost, the start first."""
        width = self._going.footing.window.width
        known = 0
        for cost, sets in self._layers.items():
            for (facing, taken), bits in sets.items():
                new = bits & ~known
                known |= new
                while new:
                    lowest = new & -new
                    new ^= lowest
                    y, x = divmod(lowest.bit_length() - 1, width)
                    yield Reached(Square(x, y), cost, facing, taken, self)

    def path(self, square: Square, state: State, cost: int) -> tuple[Square, ...]:
        """The way to a cell in a state at the cost it was first reached with."""
        place: _Place = square, state, cost
        path = [square]
        while place[2]:
            place = self._before(place)
            path.append(place[0])
        return tuple(reversed(path))

    def _before(self, place: _Place) -> _Place:
        """Where and how a figure was before its last step, of which it has come the cheapest way."""
        known = self._steps.get(place)
        if known is None:
            known = self._steps[place] = self._found_before(place)
        return known

    def _found_before(self, place: _Place) -> _Place:
        square, (facing, taken), cost = place
        going, terms = self._going, self._terms
        obstructions = going.obstructions(square)
        for turned, way in ways_into(going.grid, facing, terms.manner):
            here = _back(going, square, way.direction)
            degree = going.footing.degree(way.direction, here)
            if degree is None:
                continue
            for first in range(going.grid.lengths):
                yards, after = going.grid.step_length(way.direction, first)
                if after == taken:
                    left = cost - terms.price(way.rate, yards, degree, obstructions)
                    before = self._turned(turned, first, left, going.bit(here) & ~going.stops)
                    if before is not None:
                        return here, *before
        raise LookupError(square)

    def _turned(self, facing: int, taken: int, cost: int, bit: int) -> tuple[State, int] | None:
        """The state in which a cell was reached, so that a turn to a facing ends at a cost."""
        for other, price in turns_into(self._going.grid, facing, self._terms.manner):
            layer = self._layers.get(cost - price)
            if layer and layer.get((other, taken), 0) & bit:
                return (other, taken), cost - price
        return None


def _back(going: Going, square: Square, direction: int) -> Square:
    """The cell from which a step in a direction comes here."""
    there = going.grid.neighbours(square)[direction]
    return Square(2 * square.x - there.x, 2 * square.y - there.y)


def flood(going: Going, terms: Terms, facings: tuple[int, ...], taken: int, goals: Collection[Square] = ()) -> Waves:
    """Spread over the board from where a figure stands.

    Args:
        going: who moves, and what it meets.
        terms: how the move is paid for.
        facings: those it may begin with.
        taken: what was moved before, see `tactics.geometry.tiling.Tiling.step_length`.
        goals: stop when the nearest of these cells are reached.

    Source: dfrpg.movement.points, dfrpg.grid.diagonal_cost
    """
    start = going.bit(going.start)
    aims = going.footing.window.holding(goals)
    arriving: dict[int, Sets] = {0: {(facing, taken): start for facing in facings}}
    turning: dict[int, Sets] = {}
    layers: dict[int, Sets] = {}
    seen: Sets = {}
    ready: Sets = {}
    costs = [0]
    while costs:
        cost = heappop(costs)
        layer: Sets = {}
        for state, bits in arriving.pop(cost, {}).items():
            new = bits & ~seen.get(state, 0)
            if new:
                seen[state] = seen.get(state, 0) | new
                layer[state] = new
        if layer:
            layers[cost] = layer
            if any(bits & aims for bits in layer.values()):
                break
            _turn(going, terms, cost, layer, turning, costs)
        for state, bits in turning.pop(cost, {}).items():
            new = bits & ~ready.get(state, 0)
            if new:
                ready[state] = ready.get(state, 0) | new
                _step(going, terms, cost, state, new, arriving, costs)
    return Waves(going, terms, layers)


def _turn(going: Going, terms: Terms, cost: int, layer: Sets, turning: dict[int, Sets], costs: list[int]) -> None:
    for (facing, taken), bits in layer.items():
        leaving = bits & ~going.stops
        if leaving:
            for other, price in turn_prices(going.grid, facing, terms.manner):
                if terms.budget is None or cost + price < terms.budget:
                    _add(turning, costs, cost + price, (other, taken), leaving)


def _step(
    going: Going, terms: Terms, cost: int, state: State, bits: int, arriving: dict[int, Sets], costs: list[int]
) -> None:
    facing, taken = state
    footing = going.footing
    for way in ways(going.grid, facing, terms.manner):
        yards, after = going.grid.step_length(way.direction, taken)
        shift = footing.shifts[way.direction]
        for degree, cells in footing.leave[way.direction]:
            leaving = bits & cells
            if not leaving:
                continue
            plain = leaving << shift if shift > 0 else leaving >> -shift
            if terms.measured:
                plain &= ~going.held
            for count, obstructed in () if terms.measured else going.obstructed:
                hampered = plain & obstructed
                plain ^= hampered
                total = cost + terms.price(way.rate, yards, degree, count)
                if hampered and (terms.budget is None or total <= terms.budget):
                    _add(arriving, costs, total, (way.facing, after), hampered)
            total = cost + terms.price(way.rate, yards, degree, 0)
            if plain and (terms.budget is None or total <= terms.budget):
                _add(arriving, costs, total, (way.facing, after), plain)


def _add(pending: dict[int, Sets], costs: list[int], cost: int, state: State, bits: int) -> None:
    sets = pending.get(cost)
    if sets is None:
        sets = pending[cost] = {}
        heappush(costs, cost)
    sets[state] = sets.get(state, 0) | bits
