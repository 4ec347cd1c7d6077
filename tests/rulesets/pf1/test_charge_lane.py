"""The squares of a charge's lane, row by row and one by one."""

from __future__ import annotations

import pytest

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.rulesets.pf1.charge import _parted, _swept, lane_hull


def one_by_one(space: Space, end: Square) -> list[tuple[int, int]]:
    hull = lane_hull(space, end, centre=False)
    rows = range(min(0, end.y), max(0, end.y) + space.height)
    columns = range(min(0, end.x), max(0, end.x) + space.width)
    return [(x, y) for y in rows for x in columns if not space.holds(Square(x, y)) and _overlap(hull, x, y)]


def _overlap(hull: tuple[Point, ...], x: int, y: int) -> bool:
    left, top = x * UNIT, y * UNIT
    corners = (Point(left, top), Point(left + UNIT, top), Point(left + UNIT, top + UNIT), Point(left, top + UNIT))
    return not _parted(hull, corners) and not _parted(corners, hull)


@pytest.mark.rule("pf1.charge.path")
@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("height", [1, 2, 3])
def test_a_lane_holds_every_square_it_overlaps(width: int, height: int) -> None:
    for x in range(-7, 8):
        for y in range(-7, 8):
            if x or y:
                found = _swept(width, height, x, y, False)
                assert list(found) == one_by_one(Space(0, 0, width, height), Square(x, y)), (x, y)
