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

from tactics.core.lattice import Point
from tactics.geometry.between import Box, hull_of
from tactics.geometry.grid import Solids
from tactics.geometry.trace import LEFT, Number, Obstacle

Vertex = tuple[Number, Number]

FAR = 1 << 40
"""A coordinate beyond everything."""


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


def solids_between(solids: Solids, source: Box, target: Box) -> Found:
    """The solids that straight lines between two places can meet, and some more."""
    return found_of(solids.nearby.touching(hull_of(source, target)))


def found_of(solids: Iterable[Obstacle | Box]) -> Found:
    """Joined squares and walls as they are needed here, long ones first."""
    blocks: list[Box] = []
    walls: list[Piece] = []
    for solid in solids:
        if isinstance(solid, Box):
            blocks.append(solid)
        else:
            start, end = solid.corners if solid.one_way in ("", LEFT) else solid.corners[::-1]
            walls.append(Piece(start, end, bool(solid.one_way)))
    blocks.sort(key=_block_length, reverse=True)
    walls.sort(key=_wall_length, reverse=True)
    return Found(tuple(blocks), tuple(walls))


def _block_length(block: Box) -> int:
    return block.right - block.left + block.bottom - block.top


def _wall_length(wall: Piece) -> Number:
    (x, y), (to_x, to_y) = wall.start, wall.end
    return max(x, to_x) - min(x, to_x) + max(y, to_y) - min(y, to_y)


def pieces_between(found: Found, view: View, regions: Iterable[tuple[Vertex, Vertex]]) -> Iterator[Piece]:
    """The parts of solids inside a union of boxes, as segments seen in a view.

    Args:
        found: the solids.
        view: how to look at the board.
        regions: lower and upper bounds of closed boxes, in the view.
    """
    boxes = tuple(regions)
    for wall in found.walls:
        yield from parts_inside(view.piece(wall), boxes)
    for block in found.blocks:
        yield from _block_parts(view.box(block), boxes)


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
    if start[1 - axis] == end[1 - axis]:
        return (bound, start[1]) if axis == 0 else (start[0], bound)
    other = start[1 - axis] + Fraction((end[1 - axis] - start[1 - axis]) * before) / (before - after)
    exact = int(other) if other.denominator == 1 else other
    return (bound, exact) if axis == 0 else (exact, bound)
