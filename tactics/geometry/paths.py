"""Movement fields and counted distances: where a mover can go, at which cost, along which path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from weakref import WeakKeyDictionary

import numpy as np

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.geometry.flood import Flood, Goal, Nearest, flood
from tactics.geometry.ground import Ground
from tactics.geometry.lanes import Window
from tactics.geometry.steps import DIRECTIONS, MoveCosts, Steps, steps

_DIRECTION_NUMBER = {step: number for number, step in enumerate(DIRECTIONS)}


_SQUARE_OF_PAIR = partial(tuple.__new__, Square)
"""A square of a pair without running Python code, for fields have thousands."""


class PathField:
    """Cheapest costs from one start, made by `field`. A big mover's positions are named by its top left square."""

    __slots__ = ("_costs", "_ends", "_flood", "_start", "_steps", "_taken", "_window")

    def __init__(self, steps: Steps, start: Square, taken: int, window: Window, flood: Flood, ends: int) -> None:
        self._steps = steps
        self._start = Square(*start)
        self._taken = taken
        self._window = window
        self._flood = flood
        self._ends = ends
        self._costs: Mapping[Square, int] | None = None

    def cost_sq(self, square: Square) -> int | None:
        """Cheapest cost of a move that ends there, in squares; None where no move may end."""
        bit = self._window.bit(square)
        return self.passing_sq(square) if bit & self._ends else None

    def passing_sq(self, square: Square) -> int | None:
        """Cheapest cost of coming there, whether the move may end there or not."""
        key = self._flood.key(self._window.bit(square))
        return None if key is None else key // 2

    def path_to(self, square: Square) -> tuple[Square, ...] | None:
        """The cheapest path, start and end included; None where no move may end.

        Of several cheapest ways into a square the one from the cheapest square is taken, then from the upper one,
        then from the left one.
        """
        if not self._window.bit(square) & self._ends:
            return None
        path, key = [Square(*square)], self._flood.key(self._window.bit(square)) or 0
        by_key = self._flood.by_key()
        while path[-1] != self._start:
            key, before = self._before(path[-1], key, by_key)
            path.append(before)
        return tuple(reversed(path))

    def nearest(self, squares: Iterable[Square]) -> Square | None:
        """Of some squares the one the cheapest move leads to, then the upper, then the left one; None for none."""
        costs = ((self.cost_sq(square), square[1], square[0]) for square in squares)
        found = min(((cost, y, x) for cost, y, x in costs if cost is not None), default=None)
        return None if found is None else Square(found[2], found[1])

    def diagonals_to(self, square: Square) -> int | None:
        """Diagonals counted by the end of `path_to`, those taken before included: `taken` of a next stride."""
        path = self.path_to(square)
        if path is None:
            return None
        return self._taken + sum(step_key(self._steps, here, there) % 2 for here, there in pairwise(path))

    def squares(self) -> tuple[Square, ...]:
        """Where the move may end, the start included, row by row."""
        return tuple(self.costs_sq())

    def costs_sq(self) -> Mapping[Square, int]:
        """Cost of every square of `squares`, row by row."""
        if self._costs is None:
            self._costs = _costs(self._flood, self._window, self._ends)
        return self._costs

    def _before(self, square: Square, key: int, by_key: Mapping[int, int] | None) -> tuple[int, Square]:
        """The square from which the cheapest path to one with a key comes, and its own key."""
        left, top, width, height = self._window
        prices = self._steps.prices
        found = []
        for number, (dx, dy) in enumerate(DIRECTIONS):
            x, y = square[0] - dx, square[1] - dy
            if left <= x < left + width and top <= y < top + height:
                price = prices[number, y, x]
                if price and price <= key:
                    bit = 1 << (y - top) * width + x - left
                    met = self._flood.key(bit) == key - price if by_key is None else by_key.get(key - price, 0) & bit
                    if met:
                        found.append((key - price, y, x))
        before, y, x = min(found)
        return before, Square(x, y)


def field(
    steps: Steps,
    start: Square,
    *,
    budget_sq: int | None = None,
    taken: int = 0,
    blocked: Collection[Square] = frozenset(),
    no_end: Collection[Square] = frozenset(),
    goal: Square | None = None,
    ends: Collection[Square] = (),
) -> PathField:
    """Cheapest costs from a start to everywhere within a budget.

    Args:
        steps: prices of the mover's steps.
        start: where its top left square is.
        budget_sq: most squares it may spend; None for no limit.
        taken: diagonals already counted this turn.
        blocked: squares that no square of the mover may cover, such as enemies'.
        no_end: squares it may cross and not stop on, such as friends'.
        goal: stop as soon as the cost of this position is known, or known not to exist.
        ends: stop as soon as the nearest of these positions are known; see `PathField.nearest`.
    """
    lanes = steps.lanes
    limit = None if budget_sq is None else 2 * budget_sq + 1
    window = lanes.window(square_space(start), limit)
    waves = lanes.waves(window)
    origin = window.bit(start)
    free = (1 << window.width * window.height) - 1
    if blocked:
        free = free & ~window.covering(blocked, steps.footprint) | origin
    stops = free & ~window.covering(no_end, steps.footprint) | origin if no_end else free
    watch: Goal | Nearest | None = None if goal is None else Goal(window.bit(goal), waves, free)
    if ends:
        watch = Nearest(window.holding(ends) & stops)
    found = flood(waves, {taken % 2: origin}, free, span=(lanes.least, lanes.most), limit=limit, goal=watch)
    return PathField(steps, start, taken, window, found, found.reached & stops)


def path_cost(
    steps: Steps, path: Sequence[Square], taken: int = 0, blocked: Collection[Square] = frozenset()
) -> tuple[int, ...] | None:
    """Cost of each step of a path in squares; None when a step is illegal or no step at all.

    Args:
        steps: prices of the mover's steps.
        path: positions of the mover's top left square, the first is where it starts.
        taken: diagonals already counted this turn.
        blocked: squares that no square of the mover may cover.
    """
    closed = frozenset(blocked)
    total = taken % 2
    costs = []
    for here, there in pairwise(path):
        key = step_key(steps, here, there)
        if not key or any(square in closed for square in Space(*there, *steps.footprint).squares()):
            return None
        costs.append((total + key) // 2 - total // 2)
        total += key
    return tuple(costs)


def counted_sq(ground: Ground, source: Space, target: Space, *, round_corner: bool = False) -> int | None:
    """Fewest steps from a square of one space to a square of the other, each step one square, round what is solid.

    Args:
        ground: what the count has to go round: solid squares and barriers (see `tactics.rules.ground.solid_ground`).
        source: where the count starts; its own squares count 0.
        target: where it ends.
        round_corner: the first step of the count may be a diagonal past a corner.

    Returns:
        The count, None when there is no way.
    """
    window, found = _count(ground, source, None, round_corner)
    counts = [found.key(window.bit(square)) for square in target.squares()]
    return min((count for count in counts if count is not None), default=None)


def counted_field(
    ground: Ground, source: Space, limit_sq: int | None = None, *, round_corner: bool = False
) -> Mapping[Square, int]:
    """The count of `counted_sq` to every square within a limit; the source's own squares are 0."""
    window, found = _count(ground, source, limit_sq, round_corner)
    return _costs(found, window, found.reached, keys_per_square=1)


_COUNT = MoveCosts(straight=(1,), diagonal=(1,), flying=True)
_COUNT_ROUND_CORNER = MoveCosts(straight=(1,), diagonal=(1,), flying=True, corner_cutting=True)
_count_steps: WeakKeyDictionary[Ground, dict[MoveCosts, Steps]] = WeakKeyDictionary()


def _steps_of_count(ground: Ground, costs: MoveCosts) -> Steps:
    kept = _count_steps.setdefault(ground, {})
    if costs not in kept:
        kept[costs] = steps(ground, (1, 1), costs)
    return kept[costs]


def _count(ground: Ground, source: Space, limit_sq: int | None, round_corner: bool) -> tuple[Window, Flood]:
    """Flood from every square of a space, one key a step."""
    lanes = _steps_of_count(ground, _COUNT).lanes
    window = lanes.window(source, limit_sq)
    free = (1 << window.width * window.height) - 1
    seeds = {0: 0}
    for square in source.squares():
        seeds[0] |= window.bit(square)
    if round_corner:
        first = _steps_of_count(ground, _COUNT_ROUND_CORNER).lanes.waves(window)
        seeds[1] = flood(first, seeds, free, span=(1, 1), limit=1).reached & ~seeds[0]
    found = flood(lanes.waves(window), seeds, free, span=(1, 1), limit=limit_sq)
    return window, found


def step_key(steps: Steps, here: Square, there: Square) -> int:
    """Key of one step, 0 when it is none or illegal."""
    number = _DIRECTION_NUMBER.get((there[0] - here[0], there[1] - here[1]))
    _, height, width = steps.keys.shape
    if number is None or not (0 <= here[0] < width and 0 <= here[1] < height):
        return 0
    return int(steps.prices[number, here[1], here[0]])


def _costs(flood: Flood, window: Window, squares: int, keys_per_square: int = 2) -> Mapping[Square, int]:
    """Costs of a set of squares, row by row."""
    if not squares:
        return {}
    layers = window.unpack((squares, *flood.planes))
    places = layers[0].nonzero()[0]
    octets = np.packbits(layers[1:, places], axis=0, bitorder="little").astype(np.int64)
    keys = sum(octet << 8 * number for number, octet in enumerate(octets))
    y, x = np.divmod(places, window.width)
    corners = zip((x + window.left).tolist(), (y + window.top).tolist(), strict=True)
    return dict(zip(map(_SQUARE_OF_PAIR, corners), (keys // keys_per_square).tolist(), strict=True))
