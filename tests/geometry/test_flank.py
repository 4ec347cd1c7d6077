"""Lines between two flankers that cross the target from one side to the opposite one."""

from __future__ import annotations

from itertools import combinations

import pytest

from tactics.core.lattice import Point, Square, centre, corner
from tactics.core.space import Space, size_space
from tactics.geometry.flank import SIDES, opposite, sides_met

MEDIUM_FLANKERS = [
    ("F01", (-1, 0), (1, 0), 1, True),
    ("F02", (-1, -1), (1, 1), 1, True),
    ("F03", (0, -1), (0, 1), 1, True),
    ("F04", (-1, 0), (1, -1), 1, False),
    ("F05", (-1, 0), (0, -1), 1, False),
    ("F06", (-1, -1), (1, -1), 1, False),
    ("F07", (-2, 0), (1, 0), 1, True),
    ("F08", (-1, 0), (2, -1), 1, True),
    ("F09", (-2, 0), (2, -1), 1, False),
    ("F10", (-1, 1), (1, -2), 1, False),
    ("F11", (-2, 1), (1, 0), 1, True),
    ("F12", (-2, -2), (1, 1), 1, True),
    ("F13", (-2, 1), (2, -1), 1, True),
    ("G01", (-1, 0), (2, 0), 2, True),
    ("G02", (-1, 0), (2, 1), 2, True),
    ("G03", (0, -1), (1, 2), 2, True),
    ("G04", (-1, -1), (2, 2), 2, True),
    ("G05", (-1, -1), (2, 1), 2, False),
    ("G06", (-1, 0), (1, 2), 2, False),
    ("G07", (-1, 0), (0, -1), 2, False),
    ("G08", (-1, 0), (2, -1), 2, False),
    ("H01", (-1, 0), (3, 2), 3, True),
    ("H02", (-1, 1), (3, 1), 3, True),
    ("H03", (0, -1), (2, 3), 3, True),
    ("H04", (-1, -1), (3, 3), 3, True),
    ("H05", (-1, -1), (3, 2), 3, False),
    ("H06", (-1, -1), (3, 0), 3, False),
    ("H07", (-1, 0), (3, 3), 3, False),
]

BIG_FLANKERS = [
    ("K01", Space(-2, -1, 2, 2), Space(1, 0, 1, 1), 1, True),
    ("K02", Space(-2, -1, 2, 2), Space(1, 1, 1, 1), 1, False),
    ("K03", Space(-2, -1, 2, 2), Space(1, -1, 1, 1), 1, False),
    ("K04 along the top side", Space(-2, -1, 2, 2), Space(1, -1, 2, 2), 1, True),
    ("K05", Space(-2, -1, 2, 2), Space(1, 0, 2, 2), 1, True),
    ("K06", Space(-2, -1, 2, 2), Space(0, 1, 2, 2), 1, False),
    ("K07", Space(-3, -1, 3, 3), Space(1, 0, 1, 1), 1, True),
    ("K09", Space(-3, -2, 3, 3), Space(1, 1, 1, 1), 1, False),
    ("K10", Space(-2, 0, 2, 2), Space(2, 0, 2, 2), 2, True),
    ("K11", Space(-2, -1, 2, 2), Space(2, 1, 2, 2), 2, True),
    ("K12", Space(-2, -1, 2, 2), Space(1, 2, 2, 2), 2, False),
]


@pytest.mark.parametrize(("name", "a", "b", "side", "flanks"), MEDIUM_FLANKERS, ids=lambda one: str(one))
def test_medium_flankers(name: str, a: tuple[int, int], b: tuple[int, int], side: int, flanks: bool) -> None:
    target = Space(0, 0, side, side)
    assert opposite(centre(Square(*a)), centre(Square(*b)), target) is flanks
    assert opposite(centre(Square(*b)), centre(Square(*a)), target) is flanks


@pytest.mark.parametrize(("name", "a", "b", "side", "flanks"), BIG_FLANKERS, ids=lambda one: str(one))
def test_centres_of_big_flankers(name: str, a: Space, b: Space, side: int, flanks: bool) -> None:
    assert opposite(a.centre, b.centre, Space(0, 0, side, side)) is flanks


def test_ten_pairs_flank_a_large_target() -> None:
    target = size_space("large", Square(2, 2))
    ring = [square for square in Space(1, 1, 4, 4).squares() if not target.holds(square)]
    pairs = [(a, b) for a, b in combinations(ring, 2) if opposite(centre(a), centre(b), target)]
    assert len(pairs) == 10
    assert (Square(1, 1), Square(4, 4)) in pairs
    assert (Square(2, 1), Square(3, 4)) in pairs


@pytest.mark.parametrize(
    ("flanker", "partners"),
    [
        ((1, 2), {(3, 2), (4, 1), (4, 2), (4, 3)}),
        ((0, 2), {(3, 2), (4, 2)}),
        ((1, 3), {(3, 1), (4, 0)}),
        ((0, 3), {(3, 2), (4, 1)}),
    ],
)
def test_partners_within_two_squares(flanker: tuple[int, int], partners: set[tuple[int, int]]) -> None:
    target = Space(2, 2, 1, 1)
    eastern = [Square(x, y) for x in (3, 4) for y in range(5)]
    found = {tuple(s) for s in eastern if opposite(centre(Square(*flanker)), centre(s), target)}
    assert found == partners


def test_a_huge_partner_shifts_the_line_out_of_the_far_side() -> None:
    target, flanker = Space(3, 2, 1, 1), centre(Square(2, 2))
    assert opposite(flanker, size_space("large", Square(4, 2)).centre, target)
    assert opposite(flanker, size_space("huge", Square(4, 2)).centre, target)
    assert not opposite(flanker, size_space("gargantuan", Square(4, 2)).centre, target)


def test_the_segment_has_to_reach_both_sides() -> None:
    target = Space(2, 2, 2, 2)
    assert not opposite(corner(0, 3), corner(3, 3), target)
    assert opposite(corner(0, 3), corner(4, 3), target)
    assert opposite(corner(2, 2), corner(4, 4), target)
    assert not opposite(Point(1999, 2000), Point(1999, 4000), target)
    assert opposite(corner(2, 2), corner(2, 4), target)


@pytest.mark.parametrize(
    ("a", "b", "sides"),
    [
        ((-1, 0), (1, 0), ("left", "right")),
        ((-1, -1), (1, 1), SIDES),
        ((-1, 0), (0, -1), ("left", "top")),
        ((-1, -1), (1, -1), ()),
        ((-1, 0), (2, -1), ("left", "top", "right")),
    ],
)
def test_the_sides_a_line_meets(a: tuple[int, int], b: tuple[int, int], sides: tuple[str, ...]) -> None:
    space = size_space("medium", Square(0, 0))
    assert sides_met(centre(Square(*a)), centre(Square(*b)), space) == sides
    assert sides_met(centre(Square(*b)), centre(Square(*a)), space) == sides


def test_opposite_is_two_sides_across_or_two_down() -> None:
    space = Space(0, 0, 2, 1)
    points = [Point(x, y) for x in range(-2000, 4001, 500) for y in range(-2000, 3001, 500)]
    outside = [one for one in points if not (0 < one.x < 2000 and 0 < one.y < 1000)]
    for a, b in combinations(outside, 2):
        sides = set(sides_met(a, b, space))
        assert opposite(a, b, space) == (sides >= {"left", "right"} or sides >= {"top", "bottom"})
