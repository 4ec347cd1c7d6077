"""The solids between two places, turned so that one place lies to the upper left of the other.

Lines between two places are looked at by classes: all lines of a class run right and down after the plane is
mirrored or turned about. For such lines a rectangle hides the same as its rising diagonal, so every solid becomes
a segment, and what lies behind the source and before the target is a union of boxes that does not depend on
the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space
from tactics.geometry.grid import Solids, touched_rows
from tactics.geometry.trace import LEFT, Number

Vertex = tuple[Number, Number]

FAR = 1 << 40
"""A coordinate beyond everything."""


class Box(NamedTuple):
    """An upright rectangle; a point where both sides are zero."""

    left: int
    top: int
    right: int
    bottom: int


class Piece(NamedTuple):
    """A closed segment that lines have to avoid.

    Attributes:
        start, end: its ends.
        one_way: it stops only lines that cross it from the left, seen from start towards end (y runs down).
    """

    start: Vertex
    end: Vertex
    one_way: bool = False


class Found(NamedTuple):
    """Solids near the straight lines between two places, as they lie on the board."""

    blocks: tuple[Box, ...]
    walls: tuple[Piece, ...]


class View(NamedTuple):
    """A way to turn the plane: exchange the axes, then mirror them."""

    swapped: bool
    sign_x: int
    sign_y: int

    def point(self, at: Vertex) -> Vertex:
        """Where a point of the board lies in the view."""
        x, y = (at[1], at[0]) if self.swapped else at
        return self.sign_x * x, self.sign_y * y

    def back(self, x: float, y: float) -> Point:
        """The lattice point of the board nearest to a point of the view."""
        x, y = self.sign_x * x, self.sign_y * y
        return Point(round(y), round(x)) if self.swapped else Point(round(x), round(y))

    def box(self, box: Box) -> Box:
        """Where a rectangle lies in the view."""
        left, top, right, bottom = (box.top, box.left, box.bottom, box.right) if self.swapped else box
        if self.sign_x < 0:
            left, right = -right, -left
        if self.sign_y < 0:
            top, bottom = -bottom, -top
        return Box(left, top, right, bottom)

    def piece(self, piece: Piece) -> Piece:
        """Where a wall lies in the view; a mirrored wall keeps its blocking side by exchanging its ends."""
        start, end = self.point(piece.start), self.point(piece.end)
        if piece.one_way and (self.sign_x * self.sign_y < 0) != self.swapped:
            start, end = end, start
        return Piece(start, end, piece.one_way)


def box_of(place: Space | Point) -> Box:
    """The rectangle a place covers."""
    if isinstance(place, Space):
        left, top = place.x * UNIT, place.y * UNIT
        return Box(left, top, left + place.width * UNIT, top + place.height * UNIT)
    return Box(place.x, place.y, place.x, place.y)


def solids_between(solids: Solids, source: Box, target: Box) -> Found:
    """The solids that straight lines between two places can meet, and some more."""
    blocks: list[Box] = []
    walls: dict[int, Piece] = {}
    for row, (first, last) in _rows(source, target, solids.width, solids.height).items():
        begin, stop = row * solids.width + first, row * solids.width + last + 1
        blocks.extend(_runs(solids, row, begin, stop))
        index = solids.walled.find(1, begin, stop)
        while index >= 0:
            for wall in solids.walls[index]:
                if id(wall) not in walls:
                    start, end = wall.corners if wall.one_way in ("", LEFT) else wall.corners[::-1]
                    walls[id(wall)] = Piece(start, end, bool(wall.one_way))
            index = solids.walled.find(1, index + 1, stop)
    return Found(tuple(blocks), tuple(walls.values()))


def _rows(source: Box, target: Box, width: int, height: int) -> dict[int, tuple[int, int]]:
    """First and last column by row of the squares touched by the convex hull of two rectangles."""
    outline: list[tuple[Point, Point]] = []
    for box in (source, target):
        outline.append((Point(box.left, box.top), Point(box.right, box.top)))
        outline.append((Point(box.left, box.bottom), Point(box.right, box.bottom)))
    for x in (0, 2):
        for y in (1, 3):
            outline.append((Point(source[x], source[y]), Point(target[x], target[y])))
    rows: dict[int, tuple[int, int]] = {}
    for start, end in outline:
        for row, first, last in touched_rows(start, end, width, height):
            low, high = rows.get(row, (first, last))
            rows[row] = min(low, first), max(high, last)
    for box in (source, target):
        for row in range(max(box.top // UNIT, 0), min(-(-box.bottom // UNIT), height)):
            low, high = rows.get(row, (width, -1))
            first, last = max(box.left // UNIT, 0), min(-(-box.right // UNIT), width) - 1
            rows[row] = min(low, first), max(high, last)
    return rows


def _runs(solids: Solids, row: int, begin: int, stop: int) -> Iterator[Box]:
    """Solid squares of a part of a row, neighbours joined."""
    index = solids.filled.find(1, begin, stop)
    while index >= 0:
        end = solids.filled.find(0, index, stop)
        end = stop if end < 0 else end
        left, top = (index - row * solids.width) * UNIT, row * UNIT
        yield Box(left, top, left + (end - index) * UNIT, top + UNIT)
        index = solids.filled.find(1, end, stop)


def pieces_between(found: Found, view: View, regions: Iterable[tuple[Vertex, Vertex]]) -> list[Piece]:
    """The parts of solids inside a union of boxes, as segments seen in a view.

    Args:
        found: the solids.
        view: how to look at the board.
        regions: lower and upper bounds of closed boxes, in the view.
    """
    boxes = tuple(regions)
    pieces: list[Piece] = []
    for block in found.blocks:
        pieces.extend(_block_parts(view.box(block), boxes))
    for wall in found.walls:
        pieces.extend(parts_inside(view.piece(wall), boxes))
    return pieces


def _block_parts(block: Box, boxes: tuple[tuple[Vertex, Vertex], ...]) -> list[Piece]:
    """Rising diagonals of the parts of a rectangle."""
    parts = []
    for (low_x, low_y), (high_x, high_y) in boxes:
        left, top = max(block.left, low_x), max(block.top, low_y)
        right, bottom = min(block.right, high_x), min(block.bottom, high_y)
        if left <= right and top <= bottom:
            part = Piece((right, top), (left, bottom))
            if (left, top, right, bottom) == block:
                return [part]
            parts.append(part)
    return parts


def parts_inside(wall: Piece, boxes: tuple[tuple[Vertex, Vertex], ...]) -> list[Piece]:
    """The parts of a segment inside closed boxes, given by their lower and upper bounds."""
    parts = []
    for low, high in boxes:
        part = _clipped(wall, low, high)
        if part == wall:
            return [wall]
        if part is not None:
            parts.append(part)
    return parts


def _clipped(wall: Piece, low: Vertex, high: Vertex) -> Piece | None:
    """The part of a segment inside a closed box, exactly."""
    start, end = wall.start, wall.end
    for axis in (0, 1):
        for bound, sign in ((low[axis], 1), (high[axis], -1)):
            before, after = sign * (start[axis] - bound), sign * (end[axis] - bound)
            if before < 0 and after < 0:
                return None
            if before < 0:
                start = _between(start, end, before, after, axis, bound)
            elif after < 0:
                end = _between(start, end, before, after, axis, bound)
    return Piece(start, end, wall.one_way)


def _between(start: Vertex, end: Vertex, before: Number, after: Number, axis: int, bound: Number) -> Vertex:
    """The point of a segment on a line of the axes, given the signed distances of its ends."""
    other = start[1 - axis] + Fraction((end[1 - axis] - start[1 - axis]) * before) / (before - after)
    exact = int(other) if other.denominator == 1 else other
    return (bound, exact) if axis == 0 else (exact, bound)
