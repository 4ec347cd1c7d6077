"""Area templates on an open grid: counts and pictures known from the books' tables, and their symmetries."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.core.lattice import Point, Square, corner
from tactics.core.space import Space, square_space
from tactics.geometry import area
from tactics.geometry.metric import alternating_sq

DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


def picture(squares: frozenset[Square] | tuple[Square, ...]) -> str:
    found = frozenset(squares)
    left, right = min(s.x for s in found), max(s.x for s in found)
    top, bottom = min(s.y for s in found), max(s.y for s in found)
    return "\n".join(
        "".join("x" if (x, y) in found else "." for x in range(left, right + 1)) for y in range(top, bottom + 1)
    )


@pytest.mark.parametrize(
    ("radius_sq", "count"), [(1, 4), (2, 12), (3, 24), (4, 44), (5, 68), (6, 96), (7, 132), (8, 172), (12, 384)]
)
def test_burst_counts(radius_sq: int, count: int) -> None:
    assert len(area.burst(corner(20, 20), radius_sq)) == count


def test_burst_of_twenty_feet_looks_like_the_template() -> None:
    rows = "...xx... .xxxxxx. .xxxxxx. xxxxxxxx xxxxxxxx .xxxxxx. .xxxxxx. ...xx..."
    assert picture(area.burst(corner(9, 9), 4)) == rows.replace(" ", "\n")


@pytest.mark.parametrize(
    ("length_sq", "point", "edge", "diagonal"),
    [
        (2, 4, 4, 3),
        (3, 8, 7, 6),
        (4, 14, None, 11),
        (5, 20, None, None),
        (6, 28, 26, 24),
        (8, 48, None, 43),
        (12, 104, 100, 96),
    ],
)
def test_cone_counts(length_sq: int, point: int, edge: int | None, diagonal: int | None) -> None:
    for direction in DIRECTIONS:
        if all(direction):
            assert diagonal in (None, len(area.cone_from_point(corner(20, 20), direction, length_sq)))
            continue
        assert len(area.cone_from_point(corner(20, 20), direction, length_sq)) == point
        assert edge in (None, len(area.cone_from_edge(Square(20, 20), direction, length_sq)))


def test_cone_columns() -> None:
    def columns(squares: frozenset[Square]) -> list[int]:
        return [sum(s.x == x for s in squares) for x in range(20, max(s.x for s in squares) + 1)]

    assert columns(area.cone_from_point(corner(20, 20), (1, 0), 6)) == [2, 4, 6, 8, 6, 2]
    assert columns(area.cone_from_edge(Square(20, 20), (1, 0), 3)) == [1, 3, 3]
    assert columns(area.cone_from_edge(Square(20, 20), (1, 0), 6)) == [1, 3, 5, 7, 7, 3]
    assert columns(area.cone_from_point(corner(20, 20), (1, 0), 12)) == [2, 4, 6, 8, 10, 12, 14, 16, 14, 10, 6, 2]


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_cones_lie_ahead(direction: tuple[int, int]) -> None:
    dx, dy = direction
    for square in area.cone_from_point(corner(20, 20), direction, 6):
        middle_x, middle_y = 2 * (square.x - 20) + 1, 2 * (square.y - 20) + 1
        assert dx == 0 or middle_x * dx > 0
        assert dy == 0 or middle_y * dy > 0


@pytest.mark.parametrize(
    ("through", "length_sq", "squares"),
    [
        ((1, 1), 6, [(0, 0), (1, 1), (2, 2), (3, 3)]),
        ((4, 2), 5, [(0, 0), (1, 0), (2, 1), (3, 1)]),
        ((6, 2), 7, [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 1)]),
        ((2, 1), 6, [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)]),
        ((3, 1), 6, [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1)]),
        ((3, 2), 6, [(0, 0), (1, 0), (1, 1), (2, 1), (3, 2), (4, 2)]),
        ((3, 2), 12, [(0, 0), (1, 0), (1, 1), (2, 1), (3, 2), (4, 2), (4, 3), (5, 3), (6, 4), (7, 4), (7, 5), (8, 5)]),
    ],
)
def test_ray_squares(through: tuple[int, int], length_sq: int, squares: list[tuple[int, int]]) -> None:
    assert [one.square for one in area.ray(corner(0, 0), corner(*through), length_sq)] == squares


@given(
    run=st.integers(1, 9),
    rise=st.integers(1, 9),
    signs=st.sampled_from([(1, 1), (-1, 1), (1, -1), (-1, -1)]),
    length_sq=st.integers(1, 15),
)
def test_ray_is_the_same_in_every_quadrant(run: int, rise: int, signs: tuple[int, int], length_sq: int) -> None:
    plain = area.ray(corner(0, 0), corner(run, rise), length_sq)
    turned = area.ray(corner(0, 0), corner(run * signs[0], rise * signs[1]), length_sq)
    mirrored = [Square(s.x if signs[0] > 0 else -1 - s.x, s.y if signs[1] > 0 else -1 - s.y) for s, _ in plain]
    assert [one.square for one in turned] == mirrored
    for before, after in itertools.pairwise(plain):
        assert before.enters < after.enters
    for square, _ in plain:
        assert alternating_sq(square.x + 1, square.y + 1) <= length_sq
        # the ray passes strictly between two opposite corners of a square it runs through
        assert square.y * run < (square.x + 1) * rise
        assert square.x * rise < (square.y + 1) * run


def test_ray_needs_a_slope() -> None:
    with pytest.raises(ValueError, match="slanting"):
        area.ray(corner(0, 0), corner(3, 0), 6)
    with pytest.raises(ValueError, match="corner of a square"):
        area.ray(Point(500, 0), corner(3, 1), 6)


def test_row_lines() -> None:
    assert len(area.row_line([Square(5, 5)], (1, 0), 12)) == 12
    assert area.row_line([Square(5, 5)], (1, 1), 12)[-1] == (12, 12)
    assert len(area.row_line([Square(5, 5), Square(5, 6)], (-1, 0), 6)) == 12


@pytest.mark.parametrize(
    ("side", "counts"),
    [
        (1, [8, 20, 36, 60, 88, 120]),
        (2, [12, 28, 48, 76, 108, 144]),
        (3, [16, 36, 60, 92, 128, 168]),
        (4, [20, 44, 72]),
    ],
)
def test_emanation_counts(side: int, counts: list[int]) -> None:
    assert [len(area.emanation(Space(20, 20, side, side), r)) for r in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("side", "counts"), [(1, [8, 24, 48, 80]), (2, [12, 32, 60]), (3, [16, 40, 72]), (4, [20, 48])]
)
def test_close_burst_counts(side: int, counts: list[int]) -> None:
    assert [len(area.close_burst(Space(9, 9, side, side), r)) for r in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("space_side", "side_sq", "count"), [(1, 3, 16), (1, 5, 24), (2, 3, 20), (1, 1, 8), (3, 2, 20)]
)
def test_blast_placements(space_side: int, side_sq: int, count: int) -> None:
    space = Space(10, 10, space_side, space_side)
    placements = list(area.blast_placements(space, side_sq))
    assert len(placements) == count
    assert all(area.touches_block(space, one, side_sq) for one in placements)
    assert not area.touches_block(space, Square(10 - side_sq - 1, 10), side_sq)
    assert not area.touches_block(space, Square(10, 10), side_sq)


def test_blast_in_a_direction() -> None:
    assert area.blast_in_direction(square_space(Square(4, 4)), (1, 0), 3) == (5, 3)
    assert area.blast_in_direction(square_space(Square(4, 4)), (1, -1), 3) == (5, 1)
    assert area.blast_in_direction(Space(5, 5, 2, 2), (-1, 1), 4) == (1, 7)
    assert area.blast_in_direction(Space(5, 5, 2, 2), (1, 0), 4) == (7, 4)
    for direction in DIRECTIONS:
        placed = area.blast_in_direction(Space(5, 5, 2, 2), direction, 3)
        assert area.touches_block(Space(5, 5, 2, 2), placed, 3)


def test_shapes_of_drawn_walls() -> None:
    stairs = frozenset({Square(0, 0), Square(1, 0), Square(1, 1), Square(2, 1)})
    assert area.in_one_piece(stairs)
    assert not area.in_one_piece(frozenset({Square(0, 0), Square(1, 1)}))
    assert not area.in_one_piece(frozenset())
    tee = frozenset({Square(0, 0), Square(1, 0), Square(2, 0), Square(1, 1)})
    assert area.side_neighbours(Square(1, 0), tee) == 3


def test_shapes_no_narrower_than_a_cube() -> None:
    ell = area.block(Square(0, 0), 2) | area.block(Square(2, 0), 2) | area.block(Square(0, 2), 2)
    assert area.within_cubes(ell, 2)
    assert not area.within_cubes(ell | {Square(4, 0)}, 2)
    assert not area.within_cubes(frozenset(Square(x, 0) for x in range(4)), 2)
