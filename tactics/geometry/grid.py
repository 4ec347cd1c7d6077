"""The squares a segment touches, and what is solid in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tactics.core.lattice import UNIT, Point
from tactics.geometry.between import Box, Nearby
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
        walled: 1 for each square touched by a thin wall.
        walls: those walls by square.
        nearby: the walls, and the filled squares joined to boxes, by the places they are at.
    """

    width: int
    height: int
    filled: bytes
    walled: bytes
    walls: Mapping[int, tuple[Obstacle, ...]]
    nearby: Nearby[Obstacle | Box]

    def solid(self, x: int, y: int) -> bool:
        """Whether a square of the board is solid; outside there is nothing."""
        return 0 <= x < self.width and 0 <= y < self.height and bool(self.filled[y * self.width + x])

    def touches(self, start: Point, end: Point, *, past_start: bool = False) -> bool:
        """Whether a closed segment has a point in common with a solid.

        Args:
            start, end: ends of the segment.
            past_start: a contact that consists of the start alone does not count.
        """
        filled, walled, width = self.filled, self.walled, self.width
        for row, first, last in touched_rows(start, end, width, self.height):
            for index in range(row * width + first, row * width + last + 1):
                if filled[index] and not (past_start and _leaves(start, end, index - row * width, row)):
                    return True
                if walled[index]:
                    for wall in self.walls[index]:
                        if wall_touched(start, end, wall) and not (past_start and _parts(start, end, wall)):
                            return True
        return False

    def near(self, start: Point, end: Point) -> Iterator[Obstacle]:
        """The solids touched by a segment, and some more walls; each once."""
        seen: set[int] = set()
        for row, first, last in touched_rows(start, end, self.width, self.height):
            for x in range(first, last + 1):
                index = row * self.width + x
                if self.filled[index]:
                    yield Obstacle(block_corners(x, row, 1, 1), "square")
                for wall in self.walls.get(index, ()):
                    if id(wall) not in seen:
                        seen.add(id(wall))
                        yield wall


def block_corners(x: int, y: int, width: int, height: int) -> tuple[Point, ...]:
    """Corners of a block of squares, clockwise from the top left."""
    left, top, right, bottom = x * UNIT, y * UNIT, (x + width) * UNIT, (y + height) * UNIT
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def joined_boxes(filled: bytes, width: int) -> Iterator[Box]:
    """Filled squares joined to boxes: neighbours in a row, then equal runs in rows one below the other.

    Args:
        filled: 1 for each filled square, counted ``y * width + x``.
        width: columns.
    """
    growing: dict[tuple[int, int], int] = {}
    for row in range(len(filled) // width + 1):
        runs = dict.fromkeys(_runs(filled[row * width : (row + 1) * width]), row)
        for (first, end), top in growing.items():
            if (first, end) in runs:
                runs[first, end] = top
            else:
                yield Box(first * UNIT, top * UNIT, end * UNIT, row * UNIT)
        growing = runs


def _runs(row: bytes) -> Iterator[tuple[int, int]]:
    """First column and the one behind the last of each run of ones."""
    first = row.find(1)
    while first >= 0:
        end = row.find(0, first)
        end = len(row) if end < 0 else end
        yield first, end
        first = row.find(1, end)


def _leaves(start: Point, end: Point, x: int, y: int) -> bool:
    """Whether a segment that touches a square does so with its start alone."""
    for one, other, low in ((start[0], end[0], x * UNIT), (start[1], end[1], y * UNIT)):
        if (one == low and other < low) or (one == low + UNIT and other > low + UNIT):
            return True
    return False


def _parts(start: Point, end: Point, wall: Obstacle) -> bool:
    """Whether a segment that touches a wall does so with its start alone, leaving its line."""
    (ax, ay), (bx, by) = wall.corners
    return (bx - ax) * (start[1] - ay) == (by - ay) * (start[0] - ax) and (bx - ax) * (end[1] - start[1]) != (
        by - ay
    ) * (end[0] - start[0])


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


def any_touched(start: Point, end: Point, solids: Iterable[Obstacle | Box]) -> bool:
    """Whether a closed segment has a point in common with one of some thin walls and boxes."""
    for one in solids:
        if box_touched(start, end, one) if isinstance(one, Box) else wall_touched(start, end, one):
            return True
    return False


def box_touched(start: Point, end: Point, box: Box) -> bool:
    """Whether a closed segment has a point in common with a closed box."""
    (x, y), (end_x, end_y) = start, end
    left, top, right, bottom = box
    if (x < left and end_x < left) or (x > right and end_x > right):
        return False
    if (y < top and end_y < top) or (y > bottom and end_y > bottom):
        return False
    # The side of a point is linear in x and y, so the signs of the direction name the outermost corners.
    dx, dy = end_x - x, end_y - y
    lowest = dx * ((top if dx > 0 else bottom) - y) - dy * ((right if dy > 0 else left) - x)
    highest = dx * ((bottom if dx > 0 else top) - y) - dy * ((left if dy > 0 else right) - x)
    return lowest <= 0 <= highest


def _boxes_meet(start: Point, end: Point, wall: Obstacle) -> bool:
    """Whether the boxes of a segment and a wall on the same straight line have a common point."""
    return all(
        max(min(start[axis], end[axis]), min(one[axis] for one in wall.corners))
        <= min(max(start[axis], end[axis]), max(one[axis] for one in wall.corners))
        for axis in (0, 1)
    )
