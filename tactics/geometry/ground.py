"""The ground as movement sees it: plain arrays and barriers, nothing of the world's words."""

from __future__ import annotations

from dataclasses import dataclass

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
