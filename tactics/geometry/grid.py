"""The squares a segment touches, and what is solid in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tactics.core.lattice import UNIT, Point
from tactics.geometry.trace import LEFT, Obstacle


def touched_rows(start: Point, end: Point, width: int, height: int) -> Iterator[tuple[int, int, int]]:
    """The squares whose closed area a segment meets, row by row from the top.

    A segment on a grid line touches the squares on both sides of it.

    Args:
        start, end: ends of the segment; they may be the same point or lie off the board.
        width, height: size of the board in squares.

    Yields:
        Row, first column and last column, all on the board.
    """
    (x, y), (end_x, end_y) = (start, end) if start[1] <= end[1] else (end, start)
    dx, dy = end_x - x, end_y - y
    first_row, last_row = max(_lowest(y, UNIT), 0), min(end_y // UNIT, height - 1)
    if dy == 0:
        first, last = max(_lowest(min(x, end_x), UNIT), 0), min(max(x, end_x) // UNIT, width - 1)
        if first <= last:
            for row in range(first_row, last_row + 1):
                yield row, first, last
        return
    scale = dy * UNIT
    upper = x * dy + dx * (max(first_row * UNIT, y) - y)
    for row in range(first_row, last_row + 1):
        lower = x * dy + dx * (min((row + 1) * UNIT, end_y) - y)
        low, high = (upper, lower) if dx >= 0 else (lower, upper)
        first, last = max(_lowest(low, scale), 0), min(high // scale, width - 1)
        if first <= last:
            yield row, first, last
        upper = lower


def _lowest(value: int, scale: int) -> int:
    """The lowest number n of a closed range from n to n + 1 that holds ``value / scale``."""
    return -(-value // scale) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Solids:
    """Everything of a board that stops one kind of line. Squares are counted ``y * width + x``.

    Attributes:
        width, height: size of the board in squares.
        filled: 1 for each square that is solid.
        walls: thin walls by the squares they touch.
    """

    width: int
    height: int
    filled: bytes
    walls: Mapping[int, tuple[Obstacle, ...]]

    def solid(self, x: int, y: int) -> bool:
        """Whether a square of the board is solid; outside there is nothing."""
        return 0 <= x < self.width and 0 <= y < self.height and bool(self.filled[y * self.width + x])

    def touches(self, start: Point, end: Point) -> bool:
        """Whether a closed segment has a point in common with a solid."""
        filled, walls, width = self.filled, self.walls, self.width
        for row, first, last in touched_rows(start, end, width, self.height):
            for index in range(row * width + first, row * width + last + 1):
                if filled[index]:
                    return True
                if index in walls and any(wall_touched(start, end, wall) for wall in walls[index]):
                    return True
        return False


def wall_touched(start: Point, end: Point, wall: Obstacle) -> bool:
    """Whether a closed segment has a point in common with a thin wall that stops it from this side."""
    (x, y), (end_x, end_y) = start, end
    (ax, ay), (bx, by) = wall.corners
    dx, dy, wx, wy = end_x - x, end_y - y, bx - ax, by - ay
    turn = wx * dy - wy * dx
    if wall.one_way and (turn < 0 if wall.one_way == LEFT else turn > 0):
        return False
    first, second = dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)
    if (first > 0 and second > 0) or (first < 0 and second < 0):
        return False
    from_start, from_end = wx * (y - ay) - wy * (x - ax), wx * (end_y - ay) - wy * (end_x - ax)
    if (from_start > 0 and from_end > 0) or (from_start < 0 and from_end < 0):
        return False
    return turn != 0 or _boxes_meet(start, end, wall)


def _boxes_meet(start: Point, end: Point, wall: Obstacle) -> bool:
    """Whether the boxes of a segment and a wall on the same straight line have a common point."""
    return all(
        max(min(start[axis], end[axis]), min(one[axis] for one in wall.corners))
        <= min(max(start[axis], end[axis]), max(one[axis] for one in wall.corners))
        for axis in (0, 1)
    )
