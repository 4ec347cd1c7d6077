"""Pieces that close openings too narrow to count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point
from tactics.geometry.grid import touched_rows
from tactics.geometry.trace import Obstacle


class Gap(NamedTuple):
    """An opening between a wall and something else.

    Attributes:
        start, end: the nearest points of the two; the end may lie a unit inside the other.
        wall: one of the two.
        other: the other one, None for a solid square.
    """

    start: Point
    end: Point
    wall: Obstacle
    other: Obstacle | None


def narrow_gaps(
    walls: Sequence[Obstacle], by_square: Mapping[int, Sequence[Obstacle]], filled: bytes, width: int, below: int
) -> Iterator[Gap]:
    """Openings of less than a given width beside walls. One-way walls are left as they are.

    Where two things are nearest to each other, one of the two points is an end of a wall or the corner of a square;
    a line through the opening crosses the piece between the points. Outside the board all is solid.

    Args:
        walls: every thin wall.
        by_square: the same walls by the squares they touch, counted ``y * width + x``.
        filled: 1 for each solid square, in the same order.
        width: columns of the board.
        below: openings of this width in lattice units stay open; at most one square.
    """
    height = len(filled) // width
    seen: set[tuple[Point, Point]] = set()
    for wall in walls:
        if wall.one_way:
            continue
        for gap in (*_wall_gaps(wall, by_square, width, height, below), *_square_gaps(wall, filled, width, below)):
            if (gap.end, gap.start) not in seen and (gap.start, gap.end) not in seen:
                seen.add((gap.start, gap.end))
                yield gap


def _wall_gaps(
    wall: Obstacle, by_square: Mapping[int, Sequence[Obstacle]], width: int, height: int, below: int
) -> Iterator[Gap]:
    """From the ends of one wall to other walls that do not share an end with it."""
    for end in wall.corners:
        near: dict[int, Obstacle] = {}
        corners = Point(end.x - below, end.y - below), Point(end.x + below, end.y + below)
        for row in range(max(corners[0].y // UNIT, 0), min(corners[1].y // UNIT, height - 1) + 1):
            for column in range(max(corners[0].x // UNIT, 0), min(corners[1].x // UNIT, width - 1) + 1):
                near.update((id(one), one) for one in by_square.get(row * width + column, ()))
        for other in near.values():
            if other.one_way or not {*wall.corners}.isdisjoint(other.corners):
                continue
            foot = _nearest(end, other.corners[0], other.corners[1], below)
            if foot is not None:
                yield Gap(end, foot, wall, other)


def _square_gaps(wall: Obstacle, filled: bytes, width: int, below: int) -> Iterator[Gap]:
    """Between one wall and the solid squares beside it, those outside the board included."""
    height = len(filled) // width
    start, end = wall.corners
    if _on_grid(start, end):
        return
    for x, y in _squares_beside(start, end, width, height):
        if 0 <= x < width and 0 <= y < height and not filled[y * width + x]:
            continue
        left, top, right, bottom = x * UNIT, y * UNIT, (x + 1) * UNIT, (y + 1) * UNIT
        for one in wall.corners:
            foot = Point(min(max(one.x, left), right), min(max(one.y, top), bottom))
            if 0 < (foot.x - one.x) ** 2 + (foot.y - one.y) ** 2 < below * below:
                yield Gap(one, foot, wall, None)
        for corner in (Point(left, top), Point(right, top), Point(left, bottom), Point(right, bottom)):
            on_wall = _nearest(corner, start, end, below)
            if on_wall is not None and on_wall not in wall.corners:
                yield Gap(corner, on_wall, wall, None)


def _on_grid(start: Point, end: Point) -> bool:
    """Whether a wall follows a line of the grid from intersection to intersection: it leaves no narrow gap."""
    return (start.x == end.x or start.y == end.y) and not any(one % UNIT for one in (*start, *end))


def _squares_beside(start: Point, end: Point, width: int, height: int) -> list[tuple[int, int]]:
    """Squares less than one square away from a wall, and some more; also those along the outside of the board."""
    shifted_start, shifted_end = (Point(one.x + UNIT, one.y + UNIT) for one in (start, end))
    beside: set[tuple[int, int]] = set()
    for row, first, last in touched_rows(shifted_start, shifted_end, width + 2, height + 2):
        for y in (row - 2, row - 1, row):
            beside.update((x, y) for x in range(first - 2, last + 1))
    return sorted(beside)


def _nearest(point: Point, start: Point, end: Point, below: int) -> Point | None:
    """The lattice point of a wall nearest to a point, at or just behind its line; None when touching or too far."""
    wx, wy = end.x - start.x, end.y - start.y
    along = (point.x - start.x) * wx + (point.y - start.y) * wy
    side = wx * (point.y - start.y) - wy * (point.x - start.x)
    squared = wx * wx + wy * wy
    if along <= 0 or along >= squared:
        foot = start if along <= 0 else end
        return foot if 0 < (foot.x - point.x) ** 2 + (foot.y - point.y) ** 2 < below * below else None
    if side == 0 or side * side >= below * below * squared:
        return None
    x, y = start.x + _rounded(along * wx, squared), start.y + _rounded(along * wy, squared)
    step_x, step_y = _sign(side * wy), _sign(-side * wx)
    while side * (wx * (y - start.y) - wy * (x - start.x)) > 0:
        x, y = x + step_x, y + step_y
    return Point(x, y)


def _rounded(value: int, divisor: int) -> int:
    return (2 * value + divisor) // (2 * divisor)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def closing_walls(gaps: Iterable[Gap]) -> Iterator[Obstacle]:
    """A piece of wall for each opening, which blocks and shelters as the weaker of the two does."""
    for gap in gaps:
        weaker = gap.wall
        if gap.other is not None and len(gap.other.blocks) < len(gap.wall.blocks):
            weaker = gap.other
        stronger = gap.other if gap.other is not None and weaker is gap.wall else gap.wall
        if weaker.blocks <= stronger.blocks and (weaker.blocks or weaker.cover != "none"):
            yield replace(weaker, corners=(gap.start, gap.end))
