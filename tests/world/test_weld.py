"""Hair's breadths between wall ends are closed, everything else stays where it is."""

from __future__ import annotations

import pytest
from kit import world

from tactics.core.lattice import Point
from tactics.world.weld import GAP, welded

Line = tuple[Point, ...]


def line(*points: tuple[int, int]) -> Line:
    return tuple(Point(*point) for point in points)


def test_the_gap_is_a_hundredth_of_a_square() -> None:
    assert GAP == 10


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # ends that nearly meet: the one on the grid stays, else the first
        (
            [line((0, 0), (995, 0)), line((1000, 0), (1000, 1000))],
            [line((0, 0), (1000, 0)), line((1000, 0), (1000, 1000))],
        ),
        ([line((0, 0), (500, 3)), line((506, 3), (900, 9))], [line((0, 0), (500, 3)), line((500, 3), (900, 9))]),
        # across a border between two cells of the search
        ([line((0, 0), (509, 9)), line((511, 11), (900, 9))], [line((0, 0), (509, 9)), line((509, 9), (900, 9))]),
        # a gap of a hundredth stays open
        ([line((0, 0), (990, 0)), line((1000, 0), (2000, 0))], [line((0, 0), (990, 0)), line((1000, 0), (2000, 0))]),
        # an end goes to a point within another line
        (
            [line((0, 0), (503, 500), (900, 0)), line((503, 508), (503, 900))],
            [line((0, 0), (503, 500), (900, 0)), line((503, 500), (503, 900))],
        ),
        # a ring that does not quite close
        (
            [line((982, 607), (500, 200), (100, 700), (982, 604))],
            [line((982, 607), (500, 200), (100, 700), (982, 607))],
        ),
        # points within lines are left alone
        (
            [line((0, 0), (500, 500), (900, 0)), line((0, 900), (500, 505), (900, 900))],
            [line((0, 0), (500, 500), (900, 0)), line((0, 900), (500, 505), (900, 900))],
        ),
    ],
)
def test_ends(lines: list[Line], expected: list[Line]) -> None:
    assert welded(lines) == expected


def test_a_wall_shorter_than_the_gap_between_two_others_disappears() -> None:
    tables = [{"line": [[0, 0], [1, 0]]}, {"line": [[1, 0], [1.004, 0]]}, {"line": [[1.004, 0], [2, 0]]}]
    pieces = world("..", walls=tables).board.walls
    assert [(wall.group, wall.start.x, wall.end.x) for wall in pieces] == [(0, 0, 1000), (2, 1000, 2000)]
