"""The block of squares a creature occupies, and the order of sizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square

SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
"""Size ids, smallest first."""

SIDE_SQ = {"large": 2, "huge": 3, "gargantuan": 4, "colossal": 6}
"""Side of the space in squares; every smaller size stands in one square."""


class Space(NamedTuple):
    """An axis-aligned block of whole squares, named by its top left square."""

    x: int
    y: int
    width: int
    height: int

    @property
    def anchor(self) -> Square:
        """The top left square."""
        return Square(self.x, self.y)

    @property
    def centre(self) -> Point:
        """The middle of the block."""
        return Point(self.x * UNIT + self.width * UNIT // 2, self.y * UNIT + self.height * UNIT // 2)

    def squares(self) -> Iterator[Square]:
        """Every square of the block, row by row."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield Square(x, y)

    def lattice_corners(self) -> Iterator[Point]:
        """Every lattice point of the block's squares, outline and inside, row by row."""
        for y in range(self.y, self.y + self.height + 1):
            for x in range(self.x, self.x + self.width + 1):
                yield Point(x * UNIT, y * UNIT)

    def outer_corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners of the outline, row by row."""
        left, top = self.x * UNIT, self.y * UNIT
        right, bottom = left + self.width * UNIT, top + self.height * UNIT
        return Point(left, top), Point(right, top), Point(left, bottom), Point(right, bottom)

    def holds(self, square: Square) -> bool:
        """Whether the square is part of the block."""
        return self.x <= square[0] < self.x + self.width and self.y <= square[1] < self.y + self.height

    def overlaps(self, other: Space) -> bool:
        """Whether the two blocks share a square."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def at(self, square: Square) -> Space:
        """The same block with its top left square moved."""
        return Space(square[0], square[1], self.width, self.height)

    def gap_sq(self, other: Space) -> tuple[int, int]:
        """Columns and rows from the nearest square of one block to the nearest of the other.

        Neighbouring columns are 1 apart, shared columns 0.
        """
        return (
            max(0, other.x - (self.x + self.width) + 1, self.x - (other.x + other.width) + 1),
            max(0, other.y - (self.y + self.height) + 1, self.y - (other.y + other.height) + 1),
        )


def square_space(square: Square) -> Space:
    """The block of one square."""
    return Space(square[0], square[1], 1, 1)


def size_space(size: str, anchor: Square) -> Space:
    """The block a creature of a size fills.

    Raises:
        KeyError: the size is not one of `SIZES`.
    """
    if size not in SIZES:
        raise KeyError(size)
    side = SIDE_SQ.get(size, 1)
    return Space(anchor[0], anchor[1], side, side)


def size_steps(smaller: str, bigger: str) -> int:
    """Steps from one size up to another along `SIZES`; negative when the second is smaller."""
    return SIZES.index(bigger) - SIZES.index(smaller)
