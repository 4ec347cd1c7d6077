"""Movement by the letter of three books, square by square and with the parity of diagonals as part of the state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import product

from properties.oracles.covers import SIZES, Scene

Square = tuple[int, int]

CROSSED = ("low_wall", "curtain")
"""Thin walls that stop no walker."""

GLYPHS = {",": 1, ";": 2}


@dataclass(frozen=True)
class Walker:
    """One creature of a scene that walks by one book."""

    book: str
    scene: Scene
    who: str

    def costs(self, budget: int, taken: int) -> dict[Square, int]:
        """Squares of movement to every place where a walk may end."""
        start = self.start
        best: dict[tuple[Square, int], int] = {}
        waiting = [(0, start, taken % 2)]
        while waiting:
            cost, here, odd = heappop(waiting)
            if (here, odd) in best:
                continue
            best[here, odd] = cost
            for dx, dy in product((-1, 0, 1), repeat=2):
                there = (here[0] + dx, here[1] + dy)
                found = self.step(here, there, odd) if there != here else None
                if found is not None and cost + found[0] <= budget:
                    heappush(waiting, (cost + found[0], there, found[1]))
        out: dict[Square, int] = {}
        for (here, _), cost in best.items():
            if here == start or self.may_end(here):
                out[here] = min(cost, out.get(here, cost))
        return out

    def step(self, here: Square, there: Square, odd: int) -> tuple[int, int] | None:
        """Squares a step costs and the parity after it, None when it is illegal."""
        before, after = set(self.squares(here)), set(self.squares(there))
        if any(not self.open(one) for one in after) or any(not may for one in after for may in self.passable(one)):
            return None
        dx, dy = there[0] - here[0], there[1] - here[1]
        if any(not self.passes(one, (one[0] + dx, one[1] + dy)) for one in before) or self.cut(after):
            return None
        fresh = after - before
        level = max(self.level(one) for one in (after if self.book == "pf1" else fresh))
        climbs = any(self.climbs((one[0] - dx, one[1] - dy), one) for one in fresh)
        return self.price(level, climbs, bool(dx and dy), odd)

    def price(self, level: int, climbs: bool, diagonal: bool, odd: int) -> tuple[int, int]:
        if self.book == "dnd4e":
            return (2 if level or climbs else 1), 0
        if self.book == "pf2e":
            return (1 + odd if diagonal else 1) + level + climbs, odd ^ diagonal
        over = 2 if climbs else 0
        if level:
            return (3 * 2 ** (level - 1) if diagonal else 2**level) + over, odd
        return (1 + odd if diagonal else 1) + over, odd ^ diagonal

    @property
    def start(self) -> Square:
        block = self.scene.bodies[self.who].block
        return int(block[0]), int(block[1])

    def squares(self, at: Square) -> Iterator[Square]:
        block = self.scene.bodies[self.who].block
        for x, y in product(range(int(block[2] - block[0])), range(int(block[3] - block[1]))):
            yield at[0] + x, at[1] + y

    def open(self, square: Square) -> bool:
        """Whether there is a square that is not filled."""
        x, y = square
        inside = 0 <= y < len(self.scene.rows) and 0 <= x < len(self.scene.rows[0])
        return inside and self.scene.rows[y][x] not in "# "

    def level(self, square: Square) -> int:
        glyph = self.scene.rows[square[1]][square[0]]
        return 1 if glyph == "n" and self.book == "pf1" else GLYPHS.get(glyph, 0)

    def others(self, square: Square) -> Iterator[str]:
        for name, one in self.scene.bodies.items():
            block = one.block
            if name != self.who and block[0] <= square[0] < block[2] and block[1] <= square[1] < block[3]:
                yield name

    def passable(self, square: Square) -> Iterator[bool]:
        """For everybody on a square whether one may pass: friends, and who is far bigger or smaller."""
        own = self.scene.bodies[self.who]
        for name in self.others(square):
            other = self.scene.bodies[name]
            steps = abs(SIZES.index(own.size) - SIZES.index(other.size))
            yield own.party == other.party or steps >= (2 if self.book == "dnd4e" else 3)

    def may_end(self, at: Square) -> bool:
        return not any(True for square in self.squares(at) for _ in self.others(square))

    def passes(self, one: Square, other: Square) -> bool:
        """Whether walls and corners let a single square's step through."""
        if one[0] == other[0] or one[1] == other[1]:
            return not self.walled(one, other)
        beside = ((other[0], one[1]), (one[0], other[1]))
        point = (max(one[0], other[0]), max(one[1], other[1]))
        return all(self.open(each) for each in beside) and not self.touched(point, low=False)

    def cut(self, squares: set[Square]) -> bool:
        """Whether a wall runs inside a space."""
        return any(
            abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and self.walled(a, b) for a, b in product(squares, repeat=2)
        )

    def climbs(self, one: Square, other: Square) -> bool:
        if one[0] != other[0] and one[1] != other[1]:
            return self.touched((max(one[0], other[0]), max(one[1], other[1])), low=True)
        return any(kind == "low_wall" and _between(one, other, wall) for kind, wall in self.scene.walls)

    def walled(self, one: Square, other: Square) -> bool:
        return any(kind not in CROSSED and _between(one, other, wall) for kind, wall in self.scene.walls)

    def touched(self, point: Square, *, low: bool) -> bool:
        """Whether a wall that stops walkers, or a low one, ends at a point or passes it."""
        return any(
            (kind == "low_wall" if low else kind not in CROSSED)
            and min(wall[0][0], wall[1][0]) <= point[0] <= max(wall[0][0], wall[1][0])
            and min(wall[0][1], wall[1][1]) <= point[1] <= max(wall[0][1], wall[1][1])
            for kind, wall in self.scene.walls
        )


def _between(one: Square, other: Square, wall: tuple[tuple[float, float], ...]) -> bool:
    """Whether a wall runs along the border between two neighbours."""
    (ax, ay), (bx, by) = wall
    if one[0] != other[0]:
        x, y = max(one[0], other[0]), one[1]
        return ax == bx == x and min(ay, by) <= y and y + 1 <= max(ay, by)
    x, y = one[0], max(one[1], other[1])
    return ay == by == y and min(ax, bx) <= x and x + 1 <= max(ax, bx)
