"""Squares, points, spaces and texts: what is printed reads back."""

from __future__ import annotations

import gettext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.core.language import catalogue
from tactics.core.lattice import UNIT, Point, Square, parse_point, parse_square, point_name, square_name
from tactics.core.space import SIZES, Space, size_space, size_steps
from tactics.core.text import Named, ntext, say, text

ENGLISH = gettext.NullTranslations()


@given(st.integers(0, 20_000), st.integers(0, 9_998))
def test_square_names_read_back(x: int, y: int) -> None:
    column = min(x, 26 + 26**2 + 26**3 - 1)
    square = Square(column, y)
    assert parse_square(square_name(square)) == square


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_point_names_read_back(x: int, y: int) -> None:
    assert parse_point(point_name(Point(x, y))) == (x, y)


@pytest.mark.parametrize("name", ["", "A", "1", "A0", "4C", "A-1", "Ä1", "ABCD1", "C4 D5"])
def test_what_is_no_square(name: str) -> None:
    with pytest.raises(ValueError, match="is not a square"):
        parse_square(name)


@pytest.mark.parametrize("name", ["", "3,2", "<3>", "<a,b>", "<1,2,3>", "<nan,0>", "<1e9,0>"])
def test_what_is_no_point(name: str) -> None:
    with pytest.raises(ValueError, match="is not a point"):
        parse_point(name)


def test_spaces() -> None:
    ogre = size_space("large", Square(3, 2))
    assert list(ogre.squares()) == [(3, 2), (4, 2), (3, 3), (4, 3)]
    assert ogre.centre == (4 * UNIT, 3 * UNIT)
    assert len(list(ogre.lattice_corners())) == 9
    assert ogre.outer_corners()[3] == (5 * UNIT, 4 * UNIT)
    assert ogre.gap_sq(Space(5, 2, 1, 1)) == (1, 0)
    assert ogre.gap_sq(Space(0, 9, 3, 3)) == (1, 6)
    assert ogre.overlaps(Space(4, 3, 2, 2))
    assert not ogre.overlaps(Space(5, 2, 1, 1))
    with pytest.raises(KeyError):
        size_space("titanic", Square(0, 0))


def test_sizes_in_order() -> None:
    assert size_steps("small", "huge") == 3
    assert size_steps("colossal", "fine") == -8
    assert [size_space(size, Square(0, 0)).width for size in SIZES] == [1, 1, 1, 1, 1, 2, 3, 4, 6]


@given(st.integers(0, 9), st.integers(0, 9), st.integers(1, 6), st.integers(0, 9), st.integers(0, 9), st.integers(1, 6))
def test_gaps_are_the_nearest_squares(x: int, y: int, side: int, other_x: int, other_y: int, other_side: int) -> None:
    one, other = Space(x, y, side, side), Space(other_x, other_y, other_side, other_side)
    nearest = min(max(abs(a.x - b.x), abs(a.y - b.y)) for a in one.squares() for b in other.squares())
    assert max(one.gap_sq(other)) == nearest
    assert one.gap_sq(other) == other.gap_sq(one)
    assert one.overlaps(other) == (nearest == 0)


def test_texts_are_put_into_words_late() -> None:
    message = ntext("{n} line from {corner}", "{n} lines from {corner}", 2, corner=Point(1500, 0))
    assert say(message, ENGLISH) == "2 lines from <1.5,0>"
    told = text("{who} stands on {square}", who=Named("Ogre", "Огр"), square=Square(2, 3))
    assert say(told, ENGLISH) == "Ogre stands on C4"
    assert say(text("{one}", one=told), ENGLISH) == "Ogre stands on C4"


def test_russian_forms_of_a_count() -> None:
    squares = [say(ntext("{n} square", "{n} squares", n), catalogue("ru")) for n in (1, 2, 5, 11, 21)]
    assert squares == ["1 клетка", "2 клетки", "5 клеток", "11 клеток", "21 клетка"]
    with pytest.raises(KeyError):
        catalogue("xx")
