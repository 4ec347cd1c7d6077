"""How much of a space can be seen from a point, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from tactics.core.lattice import Point
from tactics.core.space import Space
from tactics.geometry.between import Box, box_of
from tactics.geometry.corridor import FAR, Found, Piece, Vertex, View, parts_inside, solids_between
from tactics.geometry.fan import cross, directed, quarter_filled
from tactics.geometry.grid import Solids
from tactics.geometry.trace import Number


def seen_fraction(solids: Solids, point: Point, space: Space) -> Fraction:
    """The share of a space's area that can be seen from a point, from 0 to 1.

    Args:
        solids: what hides.
        point: where one looks from; from inside a solid square nothing is seen.
        space: the squares looked at.
    """
    target = box_of(space)
    found = solids_between(solids, box_of(point), target)
    views = [View(False, sign_x, sign_y) for sign_x in (1, -1) for sign_y in (1, -1)]
    seen = sum((_seen_area(found, view, point, target) for view in views if not quarter_filled(solids, point, view)), 0)
    return Fraction(seen) / ((target.right - target.left) * (target.bottom - target.top))


def _seen_area(found: Found, view: View, point: Point, target: Box) -> Number:
    """The area seen in one quarter of the directions: in each narrow sector what lies before all pieces across it."""
    x, y = view.point(point)
    box = view.box(target)
    left, top, right, bottom = max(box.left - x, 0), max(box.top - y, 0), box.right - x, box.bottom - y
    if left >= right or top >= bottom:
        return 0
    pieces = [directed(piece, (x, y)) for piece in _faces(found, view, (x, y))]
    across = [piece for piece in pieces if piece is not None]
    ends = {(right, top), (left, bottom), *(end for piece in across for end in piece)}
    inside = [end for end in ends if cross((right, top), end) >= 0 and cross(end, (left, bottom)) >= 0]
    area: Number = 0
    for low, high in pairwise(sorted(inside, key=_turn)):
        polygon: Sequence[Vertex] = ((left, top), (right, top), (right, bottom), (left, bottom))
        bounds = [((0, 0), low), (high, (0, 0))]
        bounds += [(first, last) for first, last in across if cross(first, low) >= 0 and cross(high, last) >= 0]
        for first, last in bounds:
            polygon = _right_of(polygon, first, last)
        area += _area(polygon)
    return area


def _faces(found: Found, view: View, origin: Vertex) -> list[Piece]:
    """Walls, and of solid squares the two sides that are seen, as far as they lie in the quarter."""
    boxes = ((origin, (FAR, FAR)),)
    faces: list[Piece] = []
    for block in found.blocks:
        left, top, right, bottom = view.box(block)
        faces.extend((Piece((left, top), (left, bottom)), Piece((left, top), (right, top))))
    faces.extend(view.piece(wall) for wall in found.walls)
    return [part for face in faces for part in parts_inside(face, boxes)]


def _turn(direction: Vertex) -> Fraction:
    """A number that grows with the angle of a direction within the quarter."""
    return Fraction(direction[1]) / (direction[0] + direction[1])


def _right_of(polygon: Sequence[Vertex], start: Vertex, end: Vertex) -> list[Vertex]:
    """The part of a convex polygon to the right of a directed line (y runs down)."""
    along = (end[0] - start[0], end[1] - start[1])
    sides = [cross(along, (x - start[0], y - start[1])) for x, y in polygon]
    kept: list[Vertex] = []
    for index, corner in enumerate(polygon):
        before = index - 1
        if sides[index] * sides[before] < 0:
            share = Fraction(sides[before]) / (sides[before] - sides[index])
            x, y = polygon[before]
            kept.append((x + share * (corner[0] - x), y + share * (corner[1] - y)))
        if sides[index] >= 0:
            kept.append(corner)
    return kept


def _area(polygon: Sequence[Vertex]) -> Number:
    """The area of a polygon whose corners turn to the right (y runs down)."""
    doubled = sum((cross(polygon[index - 1], corner) for index, corner in enumerate(polygon)), 0)
    return Fraction(doubled) / 2
