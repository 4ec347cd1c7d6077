"""Movement with height: the cheapest ways through air, water and earth, in squares and levels of 5 ft."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.geometry.steps import DIRECTIONS
from tactics.rulesets.pf2e.flying import AirStep
from tactics.rulesets.pf2e.tables import SQUARE_FT

Node = tuple[int, int, int, int]
"""Column, row, number of the level, and whether the next diagonal is a dear one."""
Price = Callable[[AirStep, int], int]
"""Half squares a step takes after so many diagonals."""
_NUMBER = {step: number for number, step in enumerate(DIRECTIONS)}
_STEPS = tuple(AirStep(dx, dy, dz) for dz in (0, 1, -1) for dx, dy in ((0, 0), *DIRECTIONS) if dx or dy or dz)


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """One height of a volume.

    Attributes:
        foot_ft: height of the mover's feet there.
        free: by row and column, whether the mover can be there.
        sides: by direction, row and column, whether it can move on along the level.
        slopes: the same for steps that lead down from it or up to it.
        ends: by row and column, whether a move may end there.
    """

    foot_ft: int
    free: Sequence[Sequence[bool]]
    sides: Sequence[Sequence[Sequence[bool]]]
    slopes: Sequence[Sequence[Sequence[bool]]]
    ends: Sequence[Sequence[bool]]


@dataclass(frozen=True, slots=True)
class Point3:
    """A place of a path with what it cost to come there, in feet, and whether the step was a diagonal."""

    square: Square
    foot_ft: int
    cost_ft: int
    diagonal: bool


@dataclass(slots=True, eq=False)
class Volume:
    """The cheapest ways from one place.

    Attributes:
        levels: from the lowest up.
        start: where it begins.
        level: number of the level it begins on.
        taken: diagonals counted before.
        budget: half squares to spend.
        price: what a step takes.
    """

    levels: Sequence[Level]
    start: Square
    level: int
    taken: int
    budget: int
    price: Price
    _found: dict[Node, tuple[int, Node | None]] = field(default_factory=dict)

    def costs_ft(self, number: int) -> Mapping[Square, int]:
        """What it costs to end on a level, by square, the start left out."""
        best: dict[Square, int] = {}
        for (x, y, level, _), (cost, _) in self._all().items():
            if level == number and self.levels[level].ends[y][x] and (x, y, level) != (*self.start, self.level):
                feet = feet_of(cost)
                best[Square(x, y)] = min(feet, best.get(Square(x, y), feet))
        return best

    def reaches(self, number: int) -> bool:
        """Whether some way ends on a level; the search is only made where no straight one tells."""
        return self._straight(number) or bool(self.costs_ft(number))

    def _straight(self, number: int) -> bool:
        """Whether one can come to a level straight up or down, or one step along one's own."""
        x, y = self.start
        if number == self.level:
            ways = (step for step in _STEPS if not step.heights and self._legal(x, y, number, step))
            ends = self.levels[number].ends
            return any(
                ends[y + one.rows][x + one.columns] and self.price(one, self.taken % 2) <= self.budget for one in ways
            )
        step = AirStep(0, 0, 1 if number > self.level else -1)
        passed = range(self.level, number, step.heights)
        free = all(self._legal(x, y, one, step) for one in passed)
        return free and len(passed) * self.price(step, 0) <= self.budget and self.levels[number].ends[y][x]

    def squares_to(self, number: int, square: Square) -> tuple[Square, ...]:
        """The squares of the cheapest way, heights left out.

        Raises:
            KeyError: it leads nowhere there.
        """
        found = self._all()
        ends = [node for node in ((*square, number, 0), (*square, number, 1)) if node in found]
        if not ends:
            raise KeyError(square)
        node: Node | None = min(ends, key=lambda one: found[one][0])
        path: list[Square] = []
        while node is not None:
            here = Square(node[0], node[1])
            if not path or path[-1] != here:
                path.append(here)
            node = found[node][1]
        return tuple(reversed(path))

    def along(self, path: Sequence[Square], number: int) -> tuple[Point3, ...] | None:
        """The cheapest way that keeps over some squares and ends on a level; None when there is none.

        Args:
            path: squares from the start on, neighbours of each other.
            number: of the level it ends on.
        """
        if not path or path[0] != self.start or any(one not in _NUMBER for one in _moves(path)):
            return None
        first: tuple[int, int, int] = (0, self.level, self.taken % 2)
        found: dict[tuple[int, int, int], tuple[int, tuple[int, int, int] | None]] = {first: (0, None)}
        queue = [(0, first)]
        while queue:
            cost, place = heappop(queue)
            if cost > found[place][0]:
                continue
            at, level, parity = place
            here = path[at]
            onward = [path[at + 1]] if at + 1 < len(path) else []
            for step in _along_steps(here, onward):
                if not self._legal(here.x, here.y, level, step):
                    continue
                price = cost + self.price(step, parity)
                moved = at + bool(step.columns or step.rows)
                then = (moved, level + step.heights, (parity + step.diagonal) % 2)
                if price < found.get(then, (price + 1, None))[0]:
                    found[then] = (price, place)
                    heappush(queue, (price, then))
        ends = [(len(path) - 1, number, parity) for parity in (0, 1) if (len(path) - 1, number, parity) in found]
        if not ends:
            return None
        return self._told(path, found, min(ends, key=lambda one: found[one][0]))

    def _told(
        self,
        path: Sequence[Square],
        found: Mapping[tuple[int, int, int], tuple[int, tuple[int, int, int] | None]],
        end: tuple[int, int, int],
    ) -> tuple[Point3, ...]:
        chain = [end]
        while (before := found[chain[-1]][1]) is not None:
            chain.append(before)
        points = []
        for here, there in pairwise(reversed(chain)):
            cost = feet_of(found[there][0]) - feet_of(found[here][0])
            diagonal = here[2] != there[2]
            points.append(Point3(path[there[0]], self.levels[there[1]].foot_ft, cost, diagonal))
        return tuple(points)

    def _all(self) -> Mapping[Node, tuple[int, Node | None]]:
        if not self._found:
            self._search()
        return self._found

    def _search(self) -> None:
        first: Node = (*self.start, self.level, self.taken % 2)
        found = self._found
        found[first] = (0, None)
        queue = [(0, first)]
        prices = {(step, parity): self.price(step, parity) for step in _STEPS for parity in (0, 1)}
        while queue:
            cost, node = heappop(queue)
            if cost > found[node][0]:
                continue
            x, y, level, parity = node
            for step in _STEPS:
                price = cost + prices[step, parity]
                if price > self.budget or not self._legal(x, y, level, step):
                    continue
                then = (x + step.columns, y + step.rows, level + step.heights, (parity + step.diagonal) % 2)
                if then not in found or price < found[then][0]:
                    found[then] = (price, node)
                    heappush(queue, (price, then))

    def _legal(self, x: int, y: int, level: int, step: AirStep) -> bool:
        """Whether a step is free: along the level, or at the higher one of the two it leads between."""
        after = level + step.heights
        if not 0 <= after < len(self.levels):
            return False
        number = _NUMBER.get((step.columns, step.rows))
        if number is None:
            return self.levels[after].free[y][x]
        high = self.levels[max(level, after)]
        if not (high.slopes if step.heights else high.sides)[number][y][x]:
            return False
        return self.levels[after].free[y + step.rows][x + step.columns]


def _along_steps(here: Square, onward: Sequence[Square]) -> Iterator[AirStep]:
    for heights in (0, 1, -1):
        if heights:
            yield AirStep(0, 0, heights)
        for there in onward:
            yield AirStep(there.x - here.x, there.y - here.y, heights)


def _moves(path: Sequence[Square]) -> Iterator[tuple[int, int]]:
    return ((there.x - here.x, there.y - here.y) for here, there in pairwise(path))


def feet_of(halves: int) -> int:
    """Half squares in feet, rounded up to a whole foot of Speed."""
    return -(-halves * SQUARE_FT // 2)
