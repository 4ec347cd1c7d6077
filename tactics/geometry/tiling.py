"""A board of tiles as rules of facings talk to it, and the square board as one of its kinds.

A tile is named by two whole numbers, whatever its shape. A direction is the number of a neighbour, a facing the number
of the neighbour that is looked at; 0 is up, then they run clockwise. What closes a step is a matter of whoever asks:
it comes in as a function. Nothing here looks at terrain or creatures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import ClassVar, Literal, Protocol

from tactics.core.lattice import Square
from tactics.geometry.metric import alternating_sq, chebyshev_sq

Arc = Literal["front", "right", "left", "back"]
Passable = Callable[[Square, Square], bool]
"""Whether a step from a tile to a neighbour of it is open."""


class Tiling(Protocol):
    """The functions of a board that rules may use, and how many facings it has.

    A kind of board has to supply everything up to `turn_price`; the rest follows.

    Attributes:
        facings: how many neighbours a tile has, and so how many facings there are.
        names: what facings are called in files and choices, by their numbers.
        lengths: how many values of `taken` the length of a step depends on; `taken` runs from 0 to below it.
    """

    facings: ClassVar[int]
    names: ClassVar[tuple[str, ...]]
    lengths: ClassVar[int]

    def __hash__(self) -> int:
        """Boards that answer alike are equal, so that what was found for one holds for the other."""
        return hash(type(self))

    def neighbours(self, cell: Square) -> tuple[Square, ...]:
        """The tiles around one, by direction."""
        ...

    def direction(self, here: Square, there: Square) -> int | None:
        """The direction of a neighbour, None for any other tile."""
        ...

    def towards(self, here: Square, there: Square) -> int:
        """The direction that leads straightest to another tile, the first of two; 0 for the own one."""
        ...

    def distance(self, one: Square, other: Square) -> int:
        """Tiles from one to the other on an open board."""
        ...

    def arc(self, cell: Square, facing: int, other: Square) -> Arc:
        """In which arc of somebody on a tile another tile lies; the own tile lies in front.

        Only the way from the one to the other counts, not its length: offsets twice as long give the same.
        """
        ...

    def step_length(self, direction: int, taken: int) -> tuple[int, int]:
        """How long a step is, and what `taken` is after it.

        Args:
            direction: where the step goes.
            taken: what was moved before, as far as it matters; 0 at the beginning.
        """
        ...

    def turn_price(self, facing: int, other: int) -> int:
        """What turning from one facing to another costs."""
        ...

    def step_cells(self, start: Square, length: int, passable: Passable) -> tuple[Square, ...]:
        """The tiles that ways of at most a length lead to, in the order of their distance; the start is left out."""
        found: list[Square] = []
        done: set[tuple[Square, int]] = set()
        waiting = [(0, start, 0)]
        while waiting:
            gone, cell, taken = heappop(waiting)
            if (cell, taken) in done:
                continue
            done.add((cell, taken))
            if cell != start and cell not in found:
                found.append(cell)
            for direction, there in enumerate(self.neighbours(cell)):
                long, after = self.step_length(direction, taken)
                if gone + long <= length and passable(cell, there):
                    heappush(waiting, (gone + long, there, after))
        return tuple(found)

    def retreat_cells(
        self, attacker: Collection[Square], defender: Sequence[Square], length: int, passable: Passable
    ) -> tuple[Square, ...]:
        """Where the first tile of a defender may come to by moving away from an attacker.

        Args:
            attacker: tiles of the attacker.
            defender: tiles of the defender, which all go the same way.
            length: how far it may go.
            passable: whether a step of its first tile is open.
        """
        first, near = defender[0], self.between(attacker, defender)
        return tuple(
            cell
            for cell in self.step_cells(first, length, passable)
            if self.between(attacker, moved_along(defender, first, cell)) > near
        )

    def lying_neighbours(self, cell: Square, fits: Passable) -> tuple[Square, ...]:
        """Into which neighbours somebody who lies on a tile can reach.

        Args:
            cell: where the lower half lies.
            fits: whether a body can lie across from the one tile to the other.
        """
        return tuple(one for one in self.neighbours(cell) if fits(cell, one))

    def approach(self, start: Square, now: Square, waiter: Collection[Square]) -> int:
        """How much nearer somebody has come to one who waits, never less than 0."""
        return max(0, self.between((start,), waiter) - self.between((now,), waiter))

    def between(self, ones: Collection[Square], others: Collection[Square]) -> int:
        """Distance between the nearest tiles of two figures."""
        return min(self.distance(one, other) for one in ones for other in others)

    def turns(self, facing: int, other: int) -> int:
        """How many facings one turns from one to another, the short way."""
        return min((facing - other) % self.facings, (other - facing) % self.facings)


def moved_along(cells: Sequence[Square], start: Square, end: Square) -> tuple[Square, ...]:
    """Tiles shifted by the way from one tile to another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return tuple(Square(x + dx, y + dy) for x, y in cells)


COMPASS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The neighbours of a square clockwise from the upper one, as columns and rows."""

_NUMBER = {offset: number for number, offset in enumerate(COMPASS)}


@dataclass(frozen=True, slots=True)
class SquareTiling(Tiling):
    """A board of squares: three neighbours in front, two on either side, one behind.

    Attributes:
        alternating: every second diagonal is two squares long; otherwise all are one.
        dearest_turn: what a turn costs at most; it costs one for each facing.
    """

    facings: ClassVar[int] = len(COMPASS)
    names: ClassVar[tuple[str, ...]] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    lengths: ClassVar[int] = 2

    alternating: bool = True
    dearest_turn: int = 3

    def neighbours(self, cell: Square) -> tuple[Square, ...]:
        """The eight squares around one, clockwise from the upper one."""
        x, y = cell
        return tuple([Square(x + dx, y + dy) for dx, dy in COMPASS])

    def direction(self, here: Square, there: Square) -> int | None:
        """The direction of a neighbour, None for any other square."""
        return _NUMBER.get((there[0] - here[0], there[1] - here[1]))

    def towards(self, here: Square, there: Square) -> int:
        """The direction that leads straightest to another square, the first of two; 0 for the own one."""
        dx, dy = there[0] - here[0], there[1] - here[1]

        def straightness(direction: int) -> int:
            across, down = COMPASS[direction]
            dot = across * dx + down * dy
            # The square of the cosine, diagonals being longer by the root of two.
            return dot * abs(dot) * (2 - direction % 2)

        return max(range(self.facings), key=straightness)

    def distance(self, one: Square, other: Square) -> int:
        """Squares from one to the other on an open board."""
        dx, dy = one[0] - other[0], one[1] - other[1]
        return alternating_sq(dx, dy) if self.alternating else chebyshev_sq(dx, dy)

    def arc(self, cell: Square, facing: int, other: Square) -> Arc:
        """In which arc another square lies: in front up to 67.5 degrees off the facing, behind from 157.5 on.

        Both bounds are irrational slopes, so no square lies on one.
        """
        across, down = COMPASS[facing]
        dx, dy = other[0] - cell[0], other[1] - cell[1]
        dot, cross = across * dx + down * dy, across * dy - down * dx
        beside = (abs(cross) - dot) ** 2 < 2 * dot**2
        if (dot > 0 and (abs(cross) <= dot or beside)) or (dx, dy) == (0, 0):
            return "front"
        if dot < 0 and beside:
            return "back"
        return "right" if cross > 0 else "left"

    def step_length(self, direction: int, taken: int) -> tuple[int, int]:
        """One square; two for every second diagonal where they alternate. `taken` counts diagonals, odd or even."""
        if direction % 2 == 0:
            return 1, taken
        return (2 if taken and self.alternating else 1), 1 - taken

    def turn_price(self, facing: int, other: int) -> int:
        """One for each facing turned, up to the dearest turn."""
        return min(self.turns(facing, other), self.dearest_turn)
