"""Squares within reach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.geometry.metric import alternating_sq, chebyshev_sq
from tactics.geometry.reach import ring, within_reach


def drawn(squares: frozenset[Square], width: int, height: int) -> list[str]:
    return ["".join("x" if Square(x, y) in squares else "." for x in range(width)) for y in range(height)]


@pytest.mark.rule("pf1.reach.natural")
@pytest.mark.rule("pf2e.reach.measure")
@pytest.mark.parametrize(
    ("side", "counts"),
    [
        (1, (8, 24, 36, 60, 88)),
        (2, (12, 32, 48, 76, 108)),
        (3, (16, 40, 60, 92, 128)),
        (4, (20, 48, 72, 108, 148)),
    ],
)
def test_how_many_squares_a_reach_covers(side: int, counts: tuple[int, ...]) -> None:
    space = Space(3, 5, side, side)
    assert tuple(len(ring(space, 1, reach, second_diagonal=True)) for reach in range(1, 6)) == counts


def test_the_reach_of_a_colossal_creature() -> None:
    space = Space(0, 0, 6, 6)
    assert [len(ring(space, 1, reach, second_diagonal=True)) for reach in (4, 6)] == [140, 240]


@pytest.mark.rule("pf1.reach.ten_foot_diagonal")
@pytest.mark.parametrize(("side", "count"), [(1, 20), (2, 28), (3, 36), (4, 44)])
def test_without_the_exception_two_diagonals_are_three_squares(side: int, count: int) -> None:
    assert len(ring(Space(0, 0, side, side), 1, 2)) == count


@pytest.mark.rule("pf1.reach.weapon")
@pytest.mark.rule("pf1.reach.weapon_large")
@pytest.mark.parametrize(
    ("side", "natural_sq", "with_exception", "without"),
    [(1, 1, 16, 12), (2, 1, 20, 16), (2, 2, 44, 48), (3, 2, 52, 56), (3, 3, 108, 108)],
)
def test_a_reach_weapon_strikes_a_band(side: int, natural_sq: int, with_exception: int, without: int) -> None:
    space = Space(0, 0, side, side)
    for exception, count in ((True, with_exception), (False, without)):
        assert len(ring(space, natural_sq + 1, 2 * natural_sq, second_diagonal=exception)) == count


@pytest.mark.rule("pf1.reach.ten_foot_diagonal")
def test_the_band_of_a_spear() -> None:
    space = square_space(Square(2, 2))
    assert drawn(ring(space, 2, 2, second_diagonal=True), 5, 5) == ["xxxxx", "x...x", "x...x", "x...x", "xxxxx"]
    assert drawn(ring(space, 2, 2), 5, 5) == [".xxx.", "x...x", "x...x", "x...x", ".xxx."]


@pytest.mark.rule("pf2e.reach.measure")
def test_only_a_reach_of_two_squares_has_the_exception() -> None:
    space = square_space(Square(0, 0))
    diagonals = [
        max(n for n in range(7) if Square(n, n) in ring(space, 1, reach, second_diagonal=True) | {Square(0, 0)})
        for reach in range(1, 7)
    ]
    assert diagonals == [1, 2, 2, 3, 3, 4]


@pytest.mark.rule("pf1.size.tiny_reach")
def test_reach_nothing_is_the_own_space() -> None:
    space = square_space(Square(4, 4))
    assert ring(space, 0, 0) == frozenset()
    assert within_reach(space, space, 0, 0)
    assert not within_reach(space, square_space(Square(5, 4)), 0, 0)
    assert within_reach(Space(4, 4, 1, 1), Space(3, 3, 2, 2), 0, 1)


spaces = st.builds(Space, st.integers(-4, 4), st.integers(-4, 4), st.integers(1, 4), st.integers(1, 4))


@given(spaces, st.integers(0, 4), st.integers(0, 5), st.booleans(), st.sampled_from([alternating_sq, chebyshev_sq]))
def test_a_ring_is_what_the_distance_says(space: Space, least: int, extra: int, exception: bool, metric) -> None:  # type: ignore[no-untyped-def]  # a metric
    most = least + extra

    def covered(square: Square, reach: int) -> bool:
        dx = max(space.x - square.x, square.x - space.x - space.width + 1, 0)
        dy = max(space.y - square.y, square.y - space.y - space.height + 1, 0)
        return metric(dx, dy) <= reach or (exception and reach == 2 and (dx, dy) == (2, 2))

    expected = {
        Square(x, y)
        for x in range(-15, 20)
        for y in range(-15, 20)
        if not space.holds(Square(x, y)) and covered(Square(x, y), most) and not covered(Square(x, y), least - 1)
    }
    assert ring(space, least, most, metric, second_diagonal=exception) == expected


@given(spaces, spaces, st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_a_target_is_in_reach_when_a_square_of_it_is(
    space: Space, target: Space, least: int, extra: int, exception: bool
) -> None:
    squares = ring(space, least, least + extra, second_diagonal=exception)
    expected = any(square in squares for square in target.squares()) or (least == 0 and space.overlaps(target))
    assert within_reach(space, target, least, least + extra, second_diagonal=exception) == expected


def test_a_ring_moves_with_its_space() -> None:
    at_home = ring(Space(0, 0, 2, 2), 2, 3, second_diagonal=True)
    away = ring(Space(7, -3, 2, 2), 2, 3, second_diagonal=True)
    assert away == {Square(x + 7, y - 3) for x, y in at_home}
