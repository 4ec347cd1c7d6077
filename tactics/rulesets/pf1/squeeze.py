"""Squeezing: big creatures in passages narrower than their space.

A squeezing mover is in its full space or, where that does not fit, in a narrowed one: as long as before, as wide as
the passage. One step carries a block that fits before and after it one square on.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import Square
from tactics.core.space import SIDE_SQ, Space
from tactics.geometry.ground import moved as shifted
from tactics.geometry.steps import DIRECTIONS, STRAIGHT, Steps
from tactics.geometry.sweep import swept
from tactics.rules.book import Case
from tactics.rules.ground import DIFFICULTY, LOW, walking_ground, walking_steps
from tactics.rulesets.pf1.occupancy import others
from tactics.rulesets.pf1.places import space_of
from tactics.rulesets.pf1.prices import hampering_of, move_costs
from tactics.rulesets.pf1.sizes import squeezed_side_sq
from tactics.world.creature import Creature

SQUEEZED = 2
"""How many times dearer a squeezed step is."""

Shape = tuple[int, int]
Bools = npt.NDArray[np.bool_]


def can_squeeze(creature: Creature) -> bool:
    """Whether whole squares can tell a narrow passage from a wide one for it: it is bigger than one square.

    Source: pf1.squeeze.half_width
    """
    return creature.size in SIDE_SQ


def shapes(size: str, *, wriggling: bool = False) -> tuple[Shape, ...]:
    """Columns and rows a squeezing creature may fill, the full space first; less than half its width by wriggling.

    Source: pf1.squeeze.footprint, pf1.squeeze.escape_artist
    """
    side = SIDE_SQ.get(size, 1)
    narrow = range(side - 1, (1 if wriggling else squeezed_side_sq(size)) - 1, -1)
    return ((side, side), *((side, width) for width in narrow), *((width, side) for width in narrow))


class Tour(NamedTuple):
    """A way of a squeezing creature: what it has cost after each step, as keys, and the squares it filled then."""

    keys: tuple[int, ...]
    spaces: tuple[Space, ...]


class Squeeze:
    """The ways of one squeezing creature in one position. Costs are keys as in `tactics.geometry.steps`."""

    def __init__(self, case: Case, mover: Creature, *, wriggling: bool = False) -> None:
        self.board = case.world.board
        self.start = space_of(case.world, mover)
        self.others = others(case.world, mover)
        self.shapes = shapes(mover.size, wriggling=wriggling)
        self.first_key = case.question.diagonals % 2
        self.hampering = hampering_of(case.world, mover, self.others.bodies, flying=False)
        self._costs = move_costs(case)
        ground = walking_ground(self.board)
        self._closed = ground.closed
        self._walls = [one for one in ground.barriers if not one.low]
        difficulty = ground.difficulty * np.uint8(DIFFICULTY not in self.hampering.ignoring)
        self._level = difficulty + ground.low * np.uint8(LOW not in self.hampering.ignoring)
        for x, y in self.hampering.rougher:
            self._level[y, x] += 1
        self._steps: dict[Shape, Steps] = {}
        self._rest: dict[Shape, Bools] = {}
        self.fits = lru_cache(maxsize=None)(self._fits)
        self.free = lru_cache(maxsize=None)(self._free)
        self.worst = lru_cache(maxsize=None)(self._worst)
        blocked, held = self.others.blocked, self.others.blocked | self.others.no_end
        self._unblocked = lru_cache(maxsize=None)(lambda shape: self._places(shape, blocked))
        self._vacant = lru_cache(maxsize=None)(lambda shape: self._places(shape, held))

    def reached(self, most_key: int | None = None, goal: Square | None = None) -> dict[Space, tuple[int, Space | None]]:
        """Cheapest keys of every space it can come to, each with the space before it.

        Args:
            most_key: greatest key of interest, None for all.
            goal: stop when the cheapest end with its top left square there is known.
        """
        known: dict[Space, tuple[int, Space | None]] = {self.start: (self.first_key, None)}
        waiting = [(self.first_key, self.start)]
        while waiting:
            key, space = heapq.heappop(waiting)
            if key > known[space][0]:
                continue
            if space.anchor == goal and self.may_end(space):
                break
            for following, price in self.next(space).items():
                cost = key + price
                if (most_key is None or cost <= most_key) and (following not in known or cost < known[following][0]):
                    known[following] = (cost, space)
                    heapq.heappush(waiting, (cost, following))
        return known

    def beyond(self, most_key: int) -> dict[Square, int]:
        """Keys of the ends that are come to by squeezing, by top left square; not those for which that is a detour.

        Every way there leads from the full space into a narrow place, and out of it only where that is cheaper than
        to come there upright; so the search begins at those places and keeps to them.

        Args:
            most_key: greatest key of interest.
        """
        upright = self._upright(most_key)
        known: dict[Space, int] = {}
        waiting: list[tuple[int, Space]] = []

        def enter(key: int, space: Space) -> None:
            for new, price in self.next(space).items():
                cost = key + price
                at_best = most_key if self.is_squeezed(new) else upright.get(new.anchor, most_key + 1) - 1
                if cost <= at_best and cost < known.get(new, cost + 1):
                    known[new] = cost
                    heapq.heappush(waiting, (cost, new))

        for anchor in self._gates(upright):
            enter(upright[anchor], Space(*anchor, *self.shapes[0]))
        while waiting:
            key, space = heapq.heappop(waiting)
            if key == known[space]:
                enter(key, space)
        found: dict[Square, int] = {}
        for space, key in known.items():
            if self.may_end(space):
                found[space.anchor] = min(key, found.get(space.anchor, key))
        return found

    def _upright(self, most_key: int) -> dict[Square, int]:
        """Cheapest keys of the full space, by top left square; passing somebody costs double."""
        full = self.shapes[0]
        prices, unblocked, vacant = self._prices(full), self._unblocked(full), self._vacant(full)
        known = {self.start.anchor: self.first_key}
        waiting = [(self.first_key, self.start.anchor)]
        while waiting:
            key, (x, y) = heapq.heappop(waiting)
            if key > known[Square(x, y)]:
                continue
            for number, (dx, dy) in enumerate(DIRECTIONS):
                price = prices[number, y, x]
                if not price or not unblocked[y + dy, x + dx]:
                    continue
                cost, there = key + (price if vacant[y + dy, x + dx] else SQUEEZED * price), Square(x + dx, y + dy)
                if cost <= most_key and cost < known.get(there, cost + 1):
                    known[there] = cost
                    heapq.heappush(waiting, (cost, there))
        return known

    def _gates(self, upright: Collection[Square]) -> list[Square]:
        """Those places of its full space from which a step leads to where it fits only squeezed."""
        vacant = np.asarray(self._vacant(self.shapes[0]), np.bool_)
        gates = np.zeros_like(vacant)
        for shape in self.shapes[1:]:
            narrow = np.array(self._unblocked(shape), np.bool_)
            for dy in range(self.shapes[0][1] - shape[1] + 1):
                for dx in range(self.shapes[0][0] - shape[0] + 1):
                    narrow[dy:, dx:] &= ~vacant[: vacant.shape[0] - dy, : vacant.shape[1] - dx]
            for dx, dy in {one.new for one in _turns(self.shapes[0], self.shapes) if one.shape == shape}:
                gates |= shifted(narrow, dx, dy, outside=0)
        return [square for square in upright if gates[square.y, square.x]]

    def along(self, path: Sequence[Square]) -> list[dict[Space, Tour]]:
        """The spaces it can fill after each square of a path, with the cheapest way; the list ends where none is."""
        start = self.start.at(path[0])
        layers = [{start: Tour((self.first_key,), (start,))}]
        for _, there in pairwise(path):
            following: dict[Space, Tour] = {}
            for space, (keys, spaces) in layers[-1].items():
                for new, price in self.next(space).items():
                    key = keys[-1] + price
                    if new.anchor == there and (new not in following or key < following[new].keys[-1]):
                        following[new] = Tour((*keys, key), (*spaces, new))
            if not following:
                break
            layers.append(following)
        return layers

    def best(self, path: Sequence[Square]) -> Tour | None:
        """The cheapest way along a path that ends where a move may end, None when there is none."""
        layers = self.along(path)
        if len(layers) < len(path):
            return None
        ends = [(tour.keys[-1], space) for space, tour in layers[-1].items() if self.may_end(space)]
        return layers[-1][min(ends)[1]] if ends else None

    def narrow_near(self, most_sq: int) -> bool:
        """Whether somewhere within so many squares it fits in squeezed and not otherwise; a quick first look."""
        closed = self._closed.copy()
        for square in self.others.blocked | self.others.no_end:
            if 0 <= square.y < closed.shape[0] and 0 <= square.x < closed.shape[1]:
                closed[square.y, square.x] = True
        full = self._open_places(closed, self.shapes[0])
        far = most_sq + max(self.shapes[0])
        rows = slice(max(0, self.start.y - far), self.start.y + far)
        columns = slice(max(0, self.start.x - far), self.start.x + far)
        for shape in self.shapes[1:]:
            narrow = self._open_places(closed, shape)
            for dy in range(self.shapes[0][1] - shape[1] + 1):
                for dx in range(self.shapes[0][0] - shape[0] + 1):
                    narrow[dy:, dx:] &= ~full[: full.shape[0] - dy, : full.shape[1] - dx]
            if narrow[rows, columns].any():
                return True
        return False

    def _open_places(self, closed: Bools, shape: Shape) -> Bools:
        """Top left squares of the places of a shape that are open."""
        height, width = closed.shape
        found = np.zeros(closed.shape, dtype=np.bool_)
        if shape[0] > width or shape[1] > height:
            return found
        windows = np.lib.stride_tricks.sliding_window_view(closed, (shape[1], shape[0]))
        found[: height - shape[1] + 1, : width - shape[0] + 1] = ~windows.any(axis=(2, 3))
        return found & ~self._resting(shape)

    def may_end(self, space: Space) -> bool:
        """Whether a move may end in a space.

        Source: pf1.squeeze.past_creature
        """
        return space == self.start or self.free(space)

    def room_around(self, space: Space) -> Space | None:
        """The full space about a narrowed one, None where there is no room for it.

        Source: pf1.squeeze.footprint
        """
        return next((full for full in _blocks_around(space, self.shapes[0]) if self.free(full)), None)

    def is_squeezed(self, space: Space) -> bool:
        """Whether it has less than its full space there."""
        return (space.width, space.height) != self.shapes[0]

    def next(self, space: Space) -> dict[Space, int]:
        """Spaces one step on, with the key of the step."""
        found: dict[Space, int] = {}
        left, top, *size = space
        width, height = self.board.width, self.board.height
        for one in _turns((size[0], size[1]), self.shapes):
            x, y = left + one.here[0], top + one.here[1]
            if not (0 <= x < width and 0 <= y < height):
                continue
            key = self._prices(one.part)[one.number, y, x]
            if not key:
                continue
            new = Space(left + one.new[0], top + one.new[1], *one.shape)
            if self.fits(new):
                moved = Space(left + one.moved[0], top + one.moved[1], *one.part)
                price = self._price(key, moved, new, diagonal=one.number >= STRAIGHT)
                found[new] = min(price, found.get(new, price))
        return found

    def _prices(self, part: Shape) -> memoryview:
        if part not in self._steps:
            rougher, ignoring = self.hampering.rougher, self.hampering.ignoring
            self._steps[part] = walking_steps(self.board, self._costs, part, rougher=rougher, ignoring=ignoring)
        return self._steps[part].prices

    def _price(self, key: int, moved: Space, new: Space, *, diagonal: bool) -> int:
        """The key of a step by the worst ground of the whole new space, doubled where it is squeezed."""
        prices = self._costs.diagonal if diagonal else self._costs.straight
        last = len(prices) - 1
        key += prices[min(self.worst(new), last)] - prices[min(self.worst(moved), last)]
        return key * SQUEEZED if self.costs_double(new) else key

    def _worst(self, space: Space) -> int:
        """The worst ground in a space."""
        return int(self._level[space.y : space.y + space.height, space.x : space.x + space.width].max())

    def costs_double(self, new: Space) -> bool:
        """Whether a step into a space is a squeezed one: it is narrowed there, or somebody is in it."""
        return self.is_squeezed(new) or not self.free(new)

    def _fits(self, space: Space) -> bool:
        """Whether it can be in a space: nothing closes it, and it is narrowed only where the full one is not free."""
        if not self._lies_in(space, self._unblocked):
            return False
        return not self.is_squeezed(space) or not any(self.free(full) for full in _blocks_around(space, self.shapes[0]))

    def _free(self, space: Space) -> bool:
        """Whether a space is open and nobody who could not be shared with is in it."""
        return self._lies_in(space, self._vacant)

    def _lies_in(self, space: Space, places: Callable[[Shape], memoryview]) -> bool:
        """Whether a space is on the board and among the open places of its shape."""
        x, y, *size = space
        if x < 0 or y < 0 or x + size[0] > self.board.width or y + size[1] > self.board.height:
            return False
        return bool(places((size[0], size[1]))[y, x])

    def _places(self, shape: Shape, held: frozenset[Square]) -> memoryview:
        closed = self._closed.copy()
        for x, y in held:
            if self.board.inside(Square(x, y)):
                closed[y, x] = True
        return self._open_places(closed, shape).astype(np.uint8).data

    def _resting(self, shape: Shape) -> Bools:
        """Where walls run through a shape, by its top left square."""
        if shape not in self._rest:
            self._rest[shape] = swept(self._walls, self._closed.shape, shape, [(0, 0)])[0]
        return self._rest[shape]


class _Turn(NamedTuple):
    """A way to go one step and end in another shape, seen from the top left square of where it begins.

    Attributes:
        part: columns and rows of the part that makes the step.
        number: of the direction.
        here, moved: top left squares of the part before and after.
        new: top left square of the space in the end.
        shape: its columns and rows.
    """

    part: Shape
    number: int
    here: Square
    moved: Square
    new: Square
    shape: Shape


@lru_cache(256)
def _turns(size: Shape, shapes: tuple[Shape, ...]) -> tuple[_Turn, ...]:
    """Every step out of a space of a size into one of some shapes."""
    space, found = Space(0, 0, *size), []
    for shape in shapes:
        part = (min(shape[0], size[0]), min(shape[1], size[1]))
        for here in _blocks_inside(space, part):
            for number, (dx, dy) in enumerate(DIRECTIONS):
                moved = Space(here.x + dx, here.y + dy, *part)
                for new in _blocks_around(moved, shape):
                    if new != space and _no_farther_than_a_square(space, new):
                        found.append(_Turn(part, number, here, moved.anchor, new.anchor, shape))
    return tuple(found)


def _no_farther_than_a_square(space: Space, new: Space) -> bool:
    """Whether the middle of the space moves by one square at most along either axis."""
    across = 2 * (new.x - space.x) + new.width - space.width
    down = 2 * (new.y - space.y) + new.height - space.height
    return max(abs(across), abs(down)) <= 2


def _blocks_inside(space: Space, part: Shape) -> Iterator[Square]:
    for y in range(space.y, space.y + space.height - part[1] + 1):
        for x in range(space.x, space.x + space.width - part[0] + 1):
            yield Square(x, y)


def _blocks_around(part: Space, shape: Shape) -> Iterator[Space]:
    for y in range(part.y + part.height - shape[1], part.y + 1):
        for x in range(part.x + part.width - shape[0], part.x + 1):
            yield Space(x, y, *shape)
