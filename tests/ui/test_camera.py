"""Where the board lies on the screen."""

from __future__ import annotations

import kit
from hypothesis import given
from hypothesis import strategies as st

from tactics.core.lattice import Square
from tactics.ui.camera import LEAST_CELL, MOST_CELL, Area, Camera
from tactics.ui.layout import Layout

BOARD = kit.world(["." * 30] * 20).board
AREA = Area(0, 52, 908, 718)


def test_a_fitted_board_is_seen_whole() -> None:
    camera = Camera.fitting(BOARD, AREA, 30)
    assert camera.window(BOARD) == (0, 0, 30, 20)
    for square in (Square(0, 0), Square(29, 19)):
        assert AREA.holds(*camera.spot(square))
        assert camera.square_at(*camera.spot(square)) == square


@given(st.integers(-12, 12), st.integers(0, 29), st.integers(0, 19))
def test_zooming_keeps_the_spot_under_the_pointer(steps: int, x: int, y: int) -> None:
    camera = Camera.fitting(BOARD, AREA, 30)
    spot = camera.spot(Square(x, y))
    zoomed = camera.zoomed(steps, *spot)
    assert LEAST_CELL <= zoomed.cell <= MOST_CELL
    assert zoomed.square_at(*spot) == (x, y)


@given(st.integers(-9000, 9000), st.integers(-9000, 9000), st.integers(-15, 15))
def test_the_board_never_leaves_the_screen(dx: int, dy: int, steps: int) -> None:
    camera = Camera.fitting(BOARD, AREA, 30).zoomed(steps, 400, 300).panned(dx, dy).kept_near(BOARD)
    window = camera.window(BOARD)
    left, top = camera.spot(window.anchor)
    assert left - camera.cell // 2 < AREA.x + AREA.width
    assert top - camera.cell // 2 < AREA.y + AREA.height
    assert window.width > 0
    assert window.height > 0


@given(st.integers(0, 29), st.integers(0, 19))
def test_a_square_can_be_brought_into_sight(x: int, y: int) -> None:
    camera = Camera.fitting(BOARD, AREA, 30).zoomed(9, 100, 100).showing(Square(x, y))
    assert AREA.holds(*camera.spot(Square(x, y)))


def test_the_panel_grows_with_the_window() -> None:
    small, big = Layout.of(1280, 800), Layout.of(1920, 1080)
    assert small.panel.width == 372
    assert big.panel.width > small.panel.width
    for layout, width in ((small, 1280), (big, 1920)):
        assert layout.board.width + layout.panel.width == width
