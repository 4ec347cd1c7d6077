"""Movement by the letter, square by square, to compare the fast fields with. Thin walls lie on the grid's lines."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from tactics.core.lattice import UNIT, Square, corner
from tactics.geometry.ground import Barrier, Ground
from tactics.geometry.steps import MoveCosts

BOOKS = {
    "pf1": MoveCosts((2, 4, 8, 16), (3, 6, 12, 24), "occupied", low_wall=4, low_square=1),
    "pf2e": MoveCosts((2, 4, 6), (3, 5, 7)),
    "dnd4e": MoveCosts((2, 4, 4), (2, 4, 4)),
}
STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]

Cell = tuple[int, int]


@dataclass(frozen=True)
class Brute:
    """One mover of one book on one ground."""

    book: str
    ground: Ground
    footprint: tuple[int, int] = (1, 1)
    blocked: frozenset[Square] = frozenset()
    corner_cutting: bool = False

    def cells(self, at: Cell) -> list[Cell]:
        return [(at[0] + x, at[1] + y) for y in range(self.footprint[1]) for x in range(self.footprint[0])]

    def step(self, here: Cell, there: Cell, odd: int) -> tuple[int, int] | None:
        """Squares a step costs and whether the next diagonal is dear; None when it is illegal."""
        move = (there[0] - here[0], there[1] - here[1])
        before, after = self.cells(here), self.cells(there)
        if any(self.closed(cell) for cell in before + after) or set(after) & self.blocked:
            return None
        if self.split(before) or self.split(after):
            return None
        if not self.passes(here, there):
            return None
        fresh = [cell for cell in after if cell not in before]
        level = max(self.level(cell) for cell in (after if self.book == "pf1" else fresh))
        climb = any(self.climbs((cell[0] - move[0], cell[1] - move[1]), move) for cell in fresh)
        squares, odd = price(self.book, level, bool(move[0] and move[1]), odd)
        return squares + (2 if climb and self.book == "pf1" else 0), odd

    def costs(self, start: Cell, taken: int, budget: int) -> dict[Square, int]:
        """Cheapest cost of every position, with the parity as part of the state."""
        best: dict[tuple[Cell, int], int] = {}
        waiting = [(0, start, taken % 2)]
        while waiting:
            cost, here, odd = heapq.heappop(waiting)
            if (here, odd) in best:
                continue
            best[here, odd] = cost
            for dx, dy in STEPS:
                there = (here[0] + dx, here[1] + dy)
                found = self.step(here, there, odd)
                if found is not None and cost + found[0] <= budget:
                    heapq.heappush(waiting, (cost + found[0], there, found[1]))
        out: dict[Square, int] = {}
        for (cell, _), cost in best.items():
            out[Square(*cell)] = min(cost, out.get(Square(*cell), cost))
        return out

    def closed(self, cell: Cell) -> bool:
        return not self.inside(cell) or bool(self.ground.closed[cell[1], cell[0]])

    def solid(self, cell: Cell) -> bool:
        return not self.inside(cell) or bool(self.ground.solid[cell[1], cell[0]])

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.ground.width and 0 <= cell[1] < self.ground.height

    def level(self, cell: Cell) -> int:
        low = bool(self.ground.low[cell[1], cell[0]]) and self.book == "pf1"
        return int(self.ground.difficulty[cell[1], cell[0]]) + low

    def split(self, cells: list[Cell]) -> bool:
        """Whether a wall runs inside a space."""
        return any(
            self.wall_between(cell, other)
            for cell in cells
            for other in cells
            if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1
        )

    def passes(self, here: Cell, there: Cell) -> bool:
        """Whether walls let the whole space make the step."""
        dx, dy = there[0] - here[0], there[1] - here[1]
        if not (dx and dy):
            return not any(self.wall_between(cell, (cell[0] + dx, cell[1] + dy)) for cell in self.cells(here))
        if not self.corner_cutting:
            return all(self.passes_diagonally(cell, (cell[0] + dx, cell[1] + dy)) for cell in self.cells(here))
        return any(
            not any(self.solid(cell) for cell in self.cells(way))
            and not self.split(self.cells(way))
            and self.passes(here, way)
            and self.passes(way, there)
            for way in ((there[0], here[1]), (here[0], there[1]))
        )

    def passes_diagonally(self, cell: Cell, there: Cell) -> bool:
        """Whether no solid corner is in the way of one square of the space."""
        point = (max(cell[0], there[0]), max(cell[1], there[1]))
        beside, below = (there[0], cell[1]), (cell[0], there[1])
        return not (self.solid(beside) or self.solid(below) or touched(point, self.walls))

    def climbs(self, cell: Cell, move: tuple[int, int]) -> bool:
        there = (cell[0] + move[0], cell[1] + move[1])
        if move[0] and move[1]:
            return touched((max(cell[0], there[0]), max(cell[1], there[1])), self.low_walls)
        return border(cell, there) in self.low_walls

    def wall_between(self, cell: Cell, other: Cell) -> bool:
        return border(cell, other) in self.walls

    @cached_property
    def walls(self) -> frozenset[tuple[Cell, Cell]]:
        return frozenset(one for wall in self.ground.barriers if not wall.low for one in pieces(wall))

    @cached_property
    def low_walls(self) -> frozenset[tuple[Cell, Cell]]:
        return frozenset(one for wall in self.ground.barriers if wall.low for one in pieces(wall))


def price(book: str, level: int, diagonal: bool, odd: int) -> tuple[int, int]:
    """Squares of a step and the parity after it, as the books say it."""
    if book == "dnd4e":
        return 1 + min(level, 1), 0
    if book == "pf1" and level:
        return (3 * 2 ** (level - 1) if diagonal else 2**level), odd
    plain = 1 + odd if diagonal else 1
    return plain + level, odd ^ diagonal


def border(cell: Cell, other: Cell) -> tuple[Cell, Cell]:
    """The two lattice points of the side between neighbours."""
    if cell[0] != other[0]:
        x = max(cell[0], other[0])
        return (x, cell[1]), (x, cell[1] + 1)
    y = max(cell[1], other[1])
    return (cell[0], y), (cell[0] + 1, y)


def pieces(wall: Barrier) -> Iterator[tuple[Cell, Cell]]:
    (left, top), (right, bottom) = sorted((wall.start, wall.end))
    points = [(x, y) for x in range(left // UNIT, right // UNIT + 1) for y in range(top // UNIT, bottom // UNIT + 1)]
    yield from pairwise(points)


def touched(point: Cell, borders: frozenset[tuple[Cell, Cell]]) -> bool:
    return any(point in one for one in borders)


def random_ground(seed: int, width: int, height: int, *, walls: int = 0, solid: float = 0.12) -> Ground:
    """Mixed ground with walls, low walls and pits."""
    chance = np.random.default_rng(seed)
    shape = (height, width)
    rock = chance.random(shape) < solid
    barriers = []
    for _ in range(walls):
        x, y, length = int(chance.integers(0, width)), int(chance.integers(0, height)), int(chance.integers(1, 4))
        end = (min(width, x + length), y) if chance.random() < 0.5 else (x, min(height, y + length))
        start, end_point = corner(x, y), corner(*end)
        turned = chance.random() < 0.5
        low = bool(chance.random() < 0.4)
        barriers.append(Barrier(end_point, start, low=low) if turned else Barrier(start, end_point, low=low))
    return Ground(
        closed=rock | (chance.random(shape) < solid / 4),
        solid=rock,
        difficulty=chance.choice(np.array([0, 1, 2], np.uint8), shape, p=[0.7, 0.2, 0.1]),
        low=chance.random(shape) < 0.05,
        barriers=tuple(barriers),
    )


def ground_of_rows(rows: str, barriers: tuple[Barrier, ...] = ()) -> Ground:
    """Ground from glyphs: ``#`` rock, ``_`` pit, ``,`` and ``;`` difficult, ``n`` low obstacle, else floor."""
    grid = np.array([list(row) for row in rows.split()])
    rock = grid == "#"
    difficulty = np.where(grid == ",", 1, np.where(grid == ";", 2, 0)).astype(np.uint8)
    return Ground(rock | (grid == "_"), rock, difficulty, grid == "n", barriers)
