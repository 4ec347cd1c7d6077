"""Dashes and hatches as single strokes."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.render.strokes import dashes, hatch_strokes, tile_middles, upright_box

BOX = ((0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (0.0, 20.0))
HOLE = ((10.0, 5.0), (20.0, 5.0), (20.0, 15.0), (10.0, 15.0))


def test_dashes_run_on_round_the_bends() -> None:
    inked = list(dashes([(0, 0), (10, 0), (10, 10)], [6, 2]))
    assert inked == [((0, 0), (6, 0)), ((8, 0), (10, 0)), ((10, 0), (10, 4)), ((10, 6), (10, 10))]


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=6), st.floats(1, 9))
def test_half_of_an_even_pattern_is_inked(spots: list[tuple[int, int]], length: float) -> None:
    whole = sum(dist(a, b) for a, b in pairwise(spots))
    inked = sum(dist(a, b) for a, b in dashes(spots, [length, length]))
    assert inked == pytest.approx(whole / 2, abs=length / 2 + 1e-6)


@pytest.mark.parametrize("kind", ["rise", "fall", "level", "upright"])
def test_hatch_strokes_stay_inside_and_spare_the_hole(kind: str) -> None:
    strokes = list(hatch_strokes(kind, [BOX, HOLE], 4.0))
    assert strokes
    for (x0, y0), (x1, y1) in strokes:
        assert all(0 <= x <= 40 for x in (x0, x1))
        assert all(0 <= y <= 20 for y in (y0, y1))
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        assert not (10 < middle[0] < 20 and 5 < middle[1] < 15)


def test_hatches_lean_as_they_are_called() -> None:
    (x0, y0), (x1, y1) = next(iter(hatch_strokes("rise", [BOX], 10.0)))
    assert (x1 - x0) * (y1 - y0) < 0
    (x0, y0), (x1, y1) = next(iter(hatch_strokes("fall", [BOX], 10.0)))
    assert (x1 - x0) * (y1 - y0) > 0


def test_a_hatch_goes_on_over_the_seam_of_two_rings() -> None:
    halves = [((0, 0), (20, 0), (20, 20), (0, 20)), ((20, 0), (40, 0), (40, 20), (20, 20))]
    whole = sum(dist(a, b) for a, b in hatch_strokes("rise", [BOX], 7.0))
    assert sum(dist(a, b) for a, b in hatch_strokes("rise", halves, 7.0)) == pytest.approx(whole)


def test_marks_stand_in_the_middles_of_tiles() -> None:
    assert list(tile_middles([((0, 0), (20, 0), (20, 10), (0, 10))], 10.0)) == [(5.0, 5.0), (15.0, 5.0)]


def test_upright_boxes() -> None:
    assert upright_box(BOX)
    assert not upright_box(BOX[:3])
    assert not upright_box(((0, 0), (40, 5), (40, 20), (0, 20)))
