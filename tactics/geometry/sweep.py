"""Which steps the barriers of a ground stand in the way of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import UNIT
from tactics.geometry.ground import Barrier

MARGIN = 2 * UNIT // 5
"""What is cut off a moving space on every side; its core is what a barrier may not enter."""

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


def swept(
    barriers: Sequence[Barrier],
    shape: tuple[int, int],
    footprint: tuple[int, int],
    directions: Sequence[tuple[int, int]],
    *,
    new_only: bool = False,
) -> Bools:
    """Where a step carries the core of a space over a barrier.

    A one-way barrier counts for steps that go the way it blocks, and for those along it.

    Args:
        barriers: thin walls.
        shape: rows and columns of the board.
        footprint: columns and rows of the space.
        directions: columns and rows of each step.
        new_only: leave out a barrier that already stands in the core before the step.

    Returns:
        `bool[direction, y, x]` by top left square of the space before the step.
    """
    hits = np.zeros((len(directions), *shape), np.bool_)
    if not barriers:
        return hits
    ends = np.array([(*one.start, *one.end) for one in barriers], np.int64)
    which, x, y = _nearby(ends, shape, footprint)
    line = ends[which]
    blocks_left = np.array([one.one_way != "right" for one in barriers])[which]
    blocks_right = np.array([one.one_way != "left" for one in barriers])[which]
    before = _enters(line, x, y, footprint, (0, 0)) if new_only else np.zeros(len(x), np.bool_)
    for number, (dx, dy) in enumerate(directions):
        turn = (line[:, 2] - line[:, 0]) * dy - (line[:, 3] - line[:, 1]) * dx
        met = ((turn >= 0) & blocks_left) | ((turn <= 0) & blocks_right)
        met &= _enters(line, x, y, footprint, (dx, dy)) & ~before
        hits[number, y[met], x[met]] = True
    return hits


def _enters(line: Ints, x: Ints, y: Ints, footprint: tuple[int, int], step: tuple[int, int]) -> Bools:
    """Whether a line has a point strictly inside the core of the space at (x, y) swept along a step.

    The swept core has sides along the axes and the diagonals only, so by the separating axis theorem five
    projections decide: those four and the one across the line. Everything is doubled to keep middles whole.
    """
    half_x, half_y = footprint[0] * UNIT - 2 * MARGIN, footprint[1] * UNIT - 2 * MARGIN
    middle_x, middle_y = x * 2 * UNIT + footprint[0] * UNIT, y * 2 * UNIT + footprint[1] * UNIT
    along_x, along_y = line[:, 2] - line[:, 0], line[:, 3] - line[:, 1]
    inside = np.ones(len(x), np.bool_)
    for axis_x, axis_y in ((1, 0), (0, 1), (1, 1), (1, -1), (-along_y, along_x)):
        middle = middle_x * axis_x + middle_y * axis_y
        half = half_x * np.abs(axis_x) + half_y * np.abs(axis_y)
        travel = 2 * UNIT * (step[0] * axis_x + step[1] * axis_y)
        start = 2 * (line[:, 0] * axis_x + line[:, 1] * axis_y)
        end = 2 * (line[:, 2] * axis_x + line[:, 3] * axis_y)
        inside &= np.maximum(start, end) > middle - half + np.minimum(travel, 0)
        inside &= np.minimum(start, end) < middle + half + np.maximum(travel, 0)
    return inside


def _nearby(ends: Ints, shape: tuple[int, int], footprint: tuple[int, int]) -> tuple[Ints, Ints, Ints]:
    """Barriers paired with every position of the space that they may touch before, during or after a step."""
    ahead = UNIT - MARGIN
    left_x, top_y = np.minimum(ends[:, 0], ends[:, 2]), np.minimum(ends[:, 1], ends[:, 3])
    right_x, bottom_y = np.maximum(ends[:, 0], ends[:, 2]), np.maximum(ends[:, 1], ends[:, 3])
    first = np.maximum((top_y - ahead) // UNIT - footprint[1] + 1, 0)
    last = np.minimum((bottom_y + ahead - 1) // UNIT, shape[0] - 1)
    which, y = _expand(first, last)
    # A long slanting wall touches few squares of its bounding box: only its part beside each row counts.
    low, high = _part_beside(ends[which], y * UNIT - ahead, (y + footprint[1]) * UNIT + ahead)
    low, high = np.maximum(low, left_x[which]), np.minimum(high, right_x[which])
    first = np.maximum((low - ahead) // UNIT - footprint[0] + 1, 0)
    last = np.minimum((high + ahead - 1) // UNIT, shape[1] - 1)
    row, x = _expand(first, last)
    return which[row], x, y[row]


def _part_beside(line: Ints, top: Ints, bottom: Ints) -> tuple[Ints, Ints]:
    """Bounds of the x of a line's points between two heights, rounded outwards."""
    along_x, along_y = line[:, 2] - line[:, 0], line[:, 3] - line[:, 1]
    level = along_y == 0
    safe_y = np.where(level, 1, along_y)
    at_top = line[:, 0] + (top - line[:, 1]) * along_x // safe_y
    at_bottom = line[:, 0] + (bottom - line[:, 1]) * along_x // safe_y
    low = np.where(level, np.minimum(line[:, 0], line[:, 2]), np.minimum(at_top, at_bottom))
    high = np.where(level, np.maximum(line[:, 0], line[:, 2]), np.maximum(at_top, at_bottom) + 1)
    return low, high


def _expand(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Every whole number of each range, with the range's index before it."""
    counts = np.maximum(last - first + 1, 0)
    index = np.repeat(np.arange(len(first)), counts)
    offset = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    return index, first[index] + offset
