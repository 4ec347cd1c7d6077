"""Sets of squares as rectangles and outlines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tactics.core.lattice import Square
from tactics.render.regions import blocks, outlines

SETS = st.sets(st.builds(Square, st.integers(0, 7), st.integers(0, 7)), max_size=40)


@given(SETS)
def test_blocks_cover_every_square_once(squares: set[Square]) -> None:
    covered = [square for block in blocks(squares) for square in block.squares()]
    assert sorted(covered) == sorted(squares)


@given(SETS)
def test_outlines_enclose_as_much_as_there_is(squares: set[Square]) -> None:
    doubled = 0
    for loop in outlines(squares):
        for (x0, y0), (x1, y1) in zip(loop, (*loop[1:], loop[0]), strict=True):
            assert (x0 == x1) != (y0 == y1)
            doubled += x0 * y1 - x1 * y0
    assert doubled == 2 * len(squares)


def test_a_row_is_one_block_with_four_bends() -> None:
    row = [Square(x, 2) for x in range(5)]
    assert [tuple(block) for block in blocks(row)] == [(0, 2, 5, 1)]
    assert outlines(row) == [((0, 2), (5, 2), (5, 3), (0, 3))]


def test_squares_that_touch_at_a_corner_have_outlines_of_their_own() -> None:
    assert len(outlines([Square(0, 0), Square(1, 1)])) == 2


def test_a_hole_has_an_outline_too() -> None:
    ring = [Square(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert sorted(map(len, outlines(ring))) == [4, 4]
