"""Directions from a point that avoid given segments, decided exactly."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import UNIT, Point
from tactics.geometry.between import Box
from tactics.geometry.corridor import Piece, Vertex, View
from tactics.geometry.grid import Solids
from tactics.geometry.trace import Number


def free_direction(origin: Vertex, target: Box, pieces: Iterable[Piece]) -> Vertex | None:
    """A direction right and down that leads from a point into the inside of a rectangle past all pieces, or None.

    Args:
        origin: the point; pieces may not hold it, except at their ends.
        target: the rectangle.
        pieces: what lies between the two, to the right of or below the point.
    """
    x, y = origin
    first = (target.right - x, max(target.top - y, 0))
    last = (max(target.left - x, 0), target.bottom - y)
    if first[0] <= 0 or last[1] <= 0:
        return None
    free = [(first, last)]
    for piece in pieces:
        hidden = directed(piece, origin)
        if hidden is not None:
            free = [part for one in free for part in _without(one, *hidden)]
        if not free:
            return None
    first, last = free[0]
    return first[0] + last[0], first[1] + last[1]


def directed(piece: Piece, origin: Vertex) -> tuple[Vertex, Vertex] | None:
    """The ends of a piece as seen from a point, in the order of turning to the right (y runs down).

    None for a piece that hides no more than one direction, and for one that can be passed from this side.
    """
    x, y = origin
    start, end = (piece.start[0] - x, piece.start[1] - y), (piece.end[0] - x, piece.end[1] - y)
    turn = cross(start, end)
    if turn == 0 or (piece.one_way and turn > 0):
        return None
    return (start, end) if turn > 0 else (end, start)


def quarter_filled(solids: Solids, origin: Point, view: View) -> bool:
    """Whether everything near a point in one quarter of the directions is solid."""
    column = origin.x // UNIT if view.sign_x > 0 else -(-origin.x // UNIT) - 1
    row = origin.y // UNIT if view.sign_y > 0 else -(-origin.y // UNIT) - 1
    return solids.solid(column, row)


def _without(cone: tuple[Vertex, Vertex], low: Vertex, high: Vertex) -> list[tuple[Vertex, Vertex]]:
    """The parts of an open cone of directions outside a closed one."""
    first, last = cone
    if cross(low, last) <= 0 or cross(first, high) <= 0:
        return [cone]
    parts = []
    if cross(first, low) > 0:
        parts.append((first, low))
    if cross(high, last) > 0:
        parts.append((high, last))
    return parts


def cross(one: Vertex, other: Vertex) -> Number:
    """The cross product; positive where the second direction lies to the right of the first (y runs down)."""
    return one[0] * other[1] - one[1] * other[0]
