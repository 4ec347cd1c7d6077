"""Distances in the open."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.core.space import Space
from tactics.geometry.metric import adjacent, alternating_sq, between_sq, chebyshev_sq, nested_sq, weighted_sq


@pytest.mark.rule("pf1.grid.diagonal")
@pytest.mark.rule("pf2e.grid.distance")
@pytest.mark.parametrize(
    ("dx", "dy", "squares"),
    [(1, 1, 1), (2, 2, 3), (3, 3, 4), (6, 6, 9), (7, 7, 10), (3, 5, 6), (4, 2, 5), (7, 3, 8), (6, 2, 7), (-5, 2, 6)],
)
def test_every_second_diagonal_counts_twice(dx: int, dy: int, squares: int) -> None:
    assert alternating_sq(dx, dy) == squares
    assert alternating_sq(dy, dx) == squares


def test_diagonals_taken_before_shift_the_alternation() -> None:
    assert [alternating_sq(n, n, 1) for n in range(1, 6)] == [2, 3, 5, 6, 8]
    assert alternating_sq(4, 1, 3) == alternating_sq(4, 1, 1) == 5


@given(st.integers(-30, 30), st.integers(-30, 30), st.integers(0, 5))
def test_the_formula_is_the_sum_of_its_steps(dx: int, dy: int, taken: int) -> None:
    diagonals = min(abs(dx), abs(dy))
    steps = sum(2 if (taken + number) % 2 else 1 for number in range(diagonals))
    assert alternating_sq(dx, dy, taken) == steps + max(abs(dx), abs(dy)) - diagonals


@pytest.mark.rule("dnd4e.distance.diagonal")
def test_a_diagonal_may_count_one() -> None:
    assert chebyshev_sq(5, -2) == 5
    assert chebyshev_sq(4, 4) == 4


@pytest.mark.rule("pf1.grid.distance_3d")
@pytest.mark.parametrize(
    ("offset", "nested", "weighted"),
    [((4, 0, 1), 4, 4), ((2, 2, 2), 4, 3), ((5, 3, 2), 7, 7), ((5, 4, 4), 9, 8), ((3, 1, 0), 3, 3), ((4, 0, 2), 5, 5)],
)
def test_heights_add_by_either_reading(offset: tuple[int, int, int], nested: int, weighted: int) -> None:
    assert nested_sq(*offset) == nested
    assert weighted_sq(*offset) == weighted


@pytest.mark.rule("pf1.grid.distance_between")
@pytest.mark.parametrize(
    ("one", "other", "squares"),
    [
        (Space(0, 0, 2, 2), Space(5, 0, 1, 1), 4),
        (Space(0, 0, 2, 2), Space(2, 2, 1, 1), 1),
        (Space(0, 0, 2, 2), Space(4, 4, 1, 1), 4),
        (Space(0, 0, 2, 2), Space(5, 0, 2, 2), 4),
        (Space(10, 0, 1, 1), Space(15, 0, 3, 3), 5),
        (Space(10, 0, 1, 1), Space(3, 0, 3, 3), 5),
        (Space(1, 1, 3, 3), Space(2, 2, 1, 1), 0),
    ],
)
def test_spaces_are_as_far_as_their_nearest_squares(one: Space, other: Space, squares: int) -> None:
    assert between_sq(one, other) == between_sq(other, one) == squares


spaces = st.builds(Space, st.integers(-8, 8), st.integers(-8, 8), st.integers(1, 6), st.integers(1, 6))


@given(spaces, spaces)
def test_nearest_squares_are_really_nearest(one: Space, other: Space) -> None:
    for metric in (alternating_sq, chebyshev_sq):
        nearest = min(metric(a.x - b.x, a.y - b.y) for a in one.squares() for b in other.squares())
        assert between_sq(one, other, metric) == nearest


@given(spaces, spaces)
def test_adjacent_spaces_touch_without_overlap(one: Space, other: Space) -> None:
    touching = any(max(abs(a.x - b.x), abs(a.y - b.y)) == 1 for a in one.squares() for b in other.squares())
    assert adjacent(one, other) == (touching and not one.overlaps(other))
