"""Straight lines through two rectangles that avoid given segments, decided exactly.

Every line has each obstacle wholly on one side. Lines that agree on the sides form a cell; in the plane of all
lines ``y = slope * x + offset`` a cell is an open convex polygon. An edge of it consists of lines through one point,
a corner of it is the line through two points, so everything is decided by cross products of points. Obstacles cut
the cell of all lines through both rectangles one after the other; what remains is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tactics.core.lattice import UNIT
from tactics.geometry.between import Box
from tactics.geometry.corridor import Piece, Vertex
from tactics.geometry.trace import Number


class Straight(NamedTuple):
    """A line with a direction: points where ``dx * y - dy * x + offset`` is 0; positive on its right (y runs down)."""

    dx: Number
    dy: Number
    offset: Number


class _Corner(NamedTuple):
    """A corner of a cell, and the point that all lines of the edge to the next corner go through.

    The pivot is None for an edge of level lines.
    """

    line: Straight
    pivot: Vertex | None


_Cell = Sequence[_Corner]


def free_line(source: Box, target: Box, pieces: Iterable[Piece]) -> Straight | None:
    """A line that runs right and down through the insides of both rectangles and meets no piece, or None.

    Args:
        source: its right side is not to the right of the target's left side.
        target: the other rectangle.
        pieces: what to avoid; a line has to avoid them over its whole length. Long ones first are found out about
            sooner, and no more are taken than are needed.
    """
    cell = _all_lines(source, target)
    if cell is None:
        return None
    waiting = [(cell, 0)]
    known: list[Piece] = []
    further = iter(pieces)
    while waiting:
        cell, index = waiting.pop()
        while True:
            if index == len(known):
                piece = next(further, None)
                if piece is None:
                    return _inside(cell)
                known.append(piece)
            parts = _around(cell, known[index])
            index += 1
            if not parts:
                break
            cell = parts[0]
            waiting.extend((part, index) for part in parts[1:])
    return None


def _all_lines(source: Box, target: Box) -> _Cell | None:
    """The cell of the lines that cross the rising diagonals of both rectangles."""
    above, below = (source.right, source.top), (source.left, source.bottom)
    far_above, far_below = (target.right, target.top), (target.left, target.bottom)
    if above >= far_below:
        return None
    steepest = _through(above, far_below)
    if _side(steepest, below) <= 0 or _side(steepest, far_above) >= 0:
        return None
    cell = (
        _Corner(steepest, far_below),
        _Corner(_through(below, far_below), below),
        _Corner(_through(below, far_above), far_above),
        _Corner(_through(above, far_above), above),
    )
    return _kept(cell, [line.dy for line, _ in cell], None)


def _around(cell: _Cell, piece: Piece) -> list[_Cell]:
    """The parts of a cell whose lines leave a piece on the right, or on the left, or cross it where they may."""
    sides = [(1, 1), (-1, -1)]
    if piece.one_way:
        sides.append((-1, 1))
    parts = []
    for first, second in sides:
        part = _cut(cell, piece.start, first)
        if part is not None:
            part = _cut(part, piece.end, second)
        if part is not None:
            parts.append(part)
    return parts


def _cut(cell: _Cell, point: Vertex, sign: int) -> _Cell | None:
    """The lines of a cell that have a point on their right (sign 1) or on their left (sign -1)."""
    x, y = point
    sides = [sign * (line[0] * y - line[1] * x + line[2]) for line, _ in cell]
    return _kept(cell, sides, point)


def _kept(cell: _Cell, sides: Sequence[Number], pivot: Vertex | None) -> _Cell | None:
    """The part of a cell on the positive side of an edge, None if nothing is left.

    Args:
        cell: the cell.
        sides: on which side of the edge each corner lies.
        pivot: the point that all lines of the edge go through.
    """
    if min(sides) >= 0:
        return cell if max(sides) > 0 else None
    if max(sides) <= 0:
        return None
    kept: list[_Corner] = []
    for index, side in enumerate(sides):
        corner, following = cell[index], sides[(index + 1) % len(sides)]
        if side == 0:
            kept.append(_Corner(corner.line, pivot) if following < 0 else corner)
        elif side > 0:
            kept.append(corner)
            if following < 0:
                kept.append(_Corner(_through(corner.pivot, pivot), pivot))
        elif following > 0:
            kept.append(_Corner(_through(corner.pivot, pivot), corner.pivot))
    return kept


def _through(one: Vertex | None, other: Vertex | None) -> Straight:
    """The line through two points, directed to the right, or down where it is upright; level for None."""
    if one is None or other is None:
        known = one or other
        assert known is not None
        return Straight(UNIT, 0, -UNIT * known[1])
    (x, y), (to_x, to_y) = (one, other) if one < other else (other, one)
    dx, dy = to_x - x, to_y - y
    return Straight(dx, dy, dy * x - dx * y)


def _side(line: Straight, point: Vertex) -> Number:
    return line.dx * point[1] - line.dy * point[0] + line.offset


def _inside(cell: _Cell) -> Straight:
    """A line of a cell: the sum of its corners, each of them scaled to be about equally long."""
    longest = max(line.dx + line.dy for line, _ in cell)
    scales = [int(longest // (line.dx + line.dy)) for line, _ in cell]
    return Straight(
        *(sum((scale * line[part] for (line, _), scale in zip(cell, scales, strict=True)), 0) for part in range(3))
    )
