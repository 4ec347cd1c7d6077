"""The ground as movement sees it: plain arrays and barriers, nothing of the world's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import Point


@dataclass(frozen=True, slots=True)
class Barrier:
    """One straight piece of a thin wall that stops or hampers a step.

    Attributes:
        start, end: its ends, different points.
        low: it can be climbed over at a price instead of stopping the step.
        one_way: "" stops steps from both sides; "left" or "right" only those that come from that side, seen
            from `start` towards `end` (y runs down).
    """

    start: Point
    end: Point
    low: bool = False
    one_way: str = ""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Ground:
    """Squares and barriers. Everything outside the arrays is solid.

    Attributes:
        closed: `bool[y, x]`, squares nobody may stand in.
        solid: `bool[y, x]`, squares whose corners may not be cut; a pit is closed and not solid.
        difficulty: `uint8[y, x]`, 0 for plain ground.
        low: `bool[y, x]`, squares filled by an obstacle of half height.
        barriers: thin walls.
    """

    closed: npt.NDArray[np.bool_]
    solid: npt.NDArray[np.bool_]
    difficulty: npt.NDArray[np.uint8]
    low: npt.NDArray[np.bool_]
    barriers: tuple[Barrier, ...] = ()

    def __post_init__(self) -> None:
        for array in (self.closed, self.solid, self.difficulty, self.low):
            array.flags.writeable = False

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.closed.shape[1])

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.closed.shape[0])


Number = TypeVar("Number", np.bool_, np.uint8, np.int16)


def moved(squares: npt.NDArray[Number], dx: int, dy: int, *, outside: int) -> npt.NDArray[Number]:
    """For each square the value of the one some columns and rows away.

    Args:
        squares: `[y, x]`.
        dx, dy: columns and rows.
        outside: the value of every square off the board.
    """
    height, width = squares.shape
    out = np.full_like(squares, outside)
    if abs(dx) < width and abs(dy) < height:
        rows, columns = slice(max(0, -dy), height - max(0, dy)), slice(max(0, -dx), width - max(0, dx))
        out[rows, columns] = squares[max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)]
    return out


def most_of_block(squares: npt.NDArray[Number], width: int, height: int, *, outside: int) -> npt.NDArray[Number]:
    """For each square the greatest value in the block of squares that begins there."""
    row = squares
    for x in range(1, width):
        row = np.maximum(row, moved(squares, x, 0, outside=outside))
    block = row
    for y in range(1, height):
        block = np.maximum(block, moved(row, 0, y, outside=outside))
    return block
