"""Pixels: what is painted where, and that kept pixels are the same as fresh ones."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pygame
import pytest
from drawn import BOOKS, ENGLISH, cover_verdict, ogre_world

from tactics.core.lattice import Square
from tactics.render.board import board_layers
from tactics.render.displaylist import (
    HATCHES,
    Arrow,
    Circle,
    DisplayList,
    Group,
    Hatch,
    Item,
    Label,
    Picture,
    Polygon,
    Polyline,
    Rect,
)
from tactics.render.layers import LayeredPainter
from tactics.render.png import Painter, paint, write_png
from tactics.render.ruling import ruling_overlay
from tactics.render.sheet import lay_out
from tactics.render.view import View
from tactics.world.edit import moved

RED, BLUE = "#ff0000", "#0000ff"
BOX = ((2.0, 2.0), (18.0, 2.0), (18.0, 18.0), (2.0, 18.0))


def painted(*items: Item, scale: float = 1.0, size: int = 20) -> pygame.Surface:
    surface = pygame.Surface((round(size * scale), round(size * scale)), 0, 32)
    surface.fill("#000000")
    Painter().paint(items, surface, scale)
    return surface


def at(surface: pygame.Surface, x: int, y: int) -> tuple[int, int, int]:
    return tuple(surface.get_at((x, y)))[:3]


def same(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Equal but for a rounding of soft edges that a clipped line shows."""
    first, second = (np.frombuffer(pygame.image.tobytes(each, "RGB"), np.uint8).astype(int) for each in (one, other))
    return one.get_size() == other.get_size() and int(np.abs(first - second).max()) <= 2


def inked(surface: pygame.Surface) -> int:
    return sum(any(at(surface, x, y)) for x in range(surface.get_width()) for y in range(surface.get_height()))


@pytest.mark.parametrize(
    ("item", "inside", "outside"),
    [
        (Rect(5, 5, 10, 10, RED), (10, 10), (3, 10)),
        (Rect(5, 5, 10, 10, RED, radius=4), (10, 10), (5, 5)),
        (Rect(5, 5, 10, 10, stroke=RED, stroke_width=2), (5, 10), (10, 10)),
        (Rect(5, 5, 10, 10, stroke=RED, stroke_width=2, radius=3), (5, 10), (10, 10)),
        (Circle(10, 10, 6, RED), (10, 10), (2, 2)),
        (Circle(10, 10, 6, stroke=RED, stroke_width=2), (10, 4), (10, 10)),
        (Polyline(((2, 10), (18, 10)), RED, 3), (10, 10), (10, 14)),
        (Polygon((((2, 2), (18, 2), (2, 18)),), RED), (4, 4), (17, 17)),
        (Arrow(((2, 10), (18, 10)), RED, 2, 8), (14, 8), (4, 6)),
    ],
)
def test_shapes_are_where_they_should_be(item: Item, inside: tuple[int, int], outside: tuple[int, int]) -> None:
    surface = painted(item)
    assert at(surface, *inside) == (255, 0, 0)
    assert at(surface, *outside) == (0, 0, 0)


def test_a_dashed_line_has_gaps() -> None:
    row = [at(painted(Polyline(((0, 10), (20, 10)), RED, 2, (5, 5))), x, 10) for x in (2, 7, 12, 17)]
    assert row == [(255, 0, 0), (0, 0, 0), (255, 0, 0), (0, 0, 0)]


@pytest.mark.parametrize(
    "item",
    [Rect(0, 0, 20, 20, RED + "80"), Circle(10, 10, 9, RED + "80"), Polyline(((0, 10), (20, 10)), RED + "80", 6)],
)
def test_half_transparent_colours_mix(item: Item) -> None:
    red, green, blue = at(painted(Rect(0, 0, 20, 20, BLUE), item), 10, 10)
    assert 120 < red < 135
    assert green == 0
    assert 120 < blue < 135


@pytest.mark.parametrize("kind", HATCHES)
def test_hatches_ink_a_part_of_their_shape_and_nothing_else(kind: str) -> None:
    surface = painted(Polygon((BOX,), "", Hatch(kind, RED, 8.0, 1.0)))
    count = inked(surface)
    assert 5 < count < 200
    assert not any(any(at(surface, x, y)) for x in range(20) for y in (0, 19))


def test_labels_stand_on_their_baseline_and_anchor() -> None:
    for anchor, columns in {"start": range(20, 40), "middle": range(10, 30), "end": range(20)}.items():
        surface = painted(Label(20, 30, "H", 20, RED, bold=True, anchor=anchor), size=40)
        found = {x for x in range(40) for y in range(40) if any(at(surface, x, y))}
        assert found
        assert found <= set(columns)
        rows = [y for y in range(40) for x in range(40) if at(surface, x, y)[0] > 200]
        assert abs(max(rows) - 29) <= 1


def test_a_label_is_condensed_to_its_room() -> None:
    surface = painted(Label(0, 30, "WWWWWWWW", 20, RED, max_width=20), size=40)
    assert not any(any(at(surface, x, y)) for x in range(21, 40) for y in range(40))
    assert inked(surface) > 20


def test_pictures_are_stretched_over_their_box() -> None:
    image = pygame.Surface((2, 1))
    image.set_at((0, 0), RED)
    image.set_at((1, 0), BLUE)
    encoded = BytesIO()
    pygame.image.save(image, encoded, "x.png")
    surface = painted(Picture(0, 0, 20, 20, encoded.getvalue()))
    (red, _, _), (_, _, blue) = at(surface, 1, 10), at(surface, 18, 10)
    assert min(red, blue) > 220


def test_groups_are_moved_and_cut() -> None:
    surface = painted(Group((Rect(-5, -5, 30, 30, RED),), 4, 4, clip=(0, 0, 6, 6)), Rect(15, 15, 2, 2, BLUE))
    assert at(surface, 5, 5) == (255, 0, 0)
    assert at(surface, 3, 5) == at(surface, 11, 5) == (0, 0, 0)
    assert at(surface, 16, 16) == (0, 0, 255)


def test_kept_pixels_of_a_sprite_look_like_fresh_ones() -> None:
    items = (Circle(0, 0, 8, "#20252d", RED, 2), Circle(3, 3, 2, BLUE))
    back = Rect(0, 0, 40, 40, "#808080")
    fresh = painted(back, Group(items, 20, 20), size=40)
    kept = painted(back, Group(items, 20, 20, sprite=True), size=40)
    worst = max(
        abs(a - b) for x in range(40) for y in range(40) for a, b in zip(at(fresh, x, y), at(kept, x, y), strict=True)
    )
    assert worst <= 3


def test_scale_makes_the_same_drawing_bigger() -> None:
    assert at(painted(Rect(5, 5, 10, 10, RED), scale=3.0), 30, 30) == (255, 0, 0)
    assert at(painted(Rect(5, 5, 10, 10, RED), scale=3.0), 12, 30) == (0, 0, 0)


def test_a_png_has_the_size_of_the_drawing_times_the_scale(tmp_path: Path) -> None:
    write_png(DisplayList(30, 20, (Rect(0, 0, 30, 20, RED),)), tmp_path / "x.png", 2)
    image = pygame.image.load(tmp_path / "x.png")
    assert image.get_size() == (60, 40)
    assert at(image, 59, 39) == (255, 0, 0)


def test_a_sheet_is_drawn_without_a_window(tmp_path: Path) -> None:
    write_png(lay_out(ogre_world(), [cover_verdict()], [BOOKS["pf1"]], ENGLISH), tmp_path / "sheet.png", 1)
    assert not pygame.display.get_init()
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")


# The window's layers.

SIZE = (840, 680)


def layers_of(world):
    view = View(56.0, coordinates=False)
    layers = board_layers(world, view)
    overlay = ruling_overlay(world, cover_verdict(), view)
    return [layers.ground, overlay.under, layers.walls, layers.tokens, overlay.over]


def fresh(layers, scale: float = 1.0, x: float = 0.0, y: float = 0.0) -> pygame.Surface:
    surface = pygame.Surface(SIZE, 0, 32)
    surface.fill("#1b1f26")
    for layer in layers:
        paint(layer, surface, scale, x, y)
    return surface


def test_a_frame_is_the_layers_painted_one_after_another() -> None:
    layers = layers_of(ogre_world())
    painter = LayeredPainter()
    assert same(painter.frame(layers, SIZE, page="#1b1f26"), fresh(layers))
    assert same(painter.frame(layers, SIZE, page="#1b1f26"), fresh(layers))


@pytest.mark.parametrize("scale", [1.0, 0.7])
def test_a_moved_token_leaves_no_trace(scale: float) -> None:
    world = ogre_world()
    painter = LayeredPainter()
    layers = layers_of(world)
    painter.frame(layers, SIZE, scale, 10, 20, page="#1b1f26")
    for square in (Square(6, 6), Square(9, 9), Square(0, 0)):
        changed = [*layers[:3], layers_of(moved(world, "O", square))[3], layers[4]]
        assert same(painter.frame(changed, SIZE, scale, 10, 20, page="#1b1f26"), fresh(changed, scale, 10, 20))


def test_a_changed_view_and_a_changed_number_of_layers_are_painted_anew() -> None:
    layers = layers_of(ogre_world())
    painter = LayeredPainter()
    painter.frame(layers, SIZE, page="#1b1f26")
    assert same(painter.frame(layers, SIZE, 0.5, 30, 40, page="#1b1f26"), fresh(layers, 0.5, 30, 40))
    assert same(painter.frame(layers[:3], SIZE, 0.5, 30, 40, page="#1b1f26"), fresh(layers[:3], 0.5, 30, 40))


def test_a_wholly_different_layer_is_painted_anew_with_all_above_it() -> None:
    layers = layers_of(ogre_world())
    painter = LayeredPainter()
    painter.frame(layers, SIZE, page="#1b1f26")
    many = tuple(Rect(n * 20, n * 10, 15, 15, RED) for n in range(60))
    for number in range(5):
        changed = [*layers[:number], many, *layers[number + 1 :]]
        assert same(painter.frame(changed, SIZE, page="#1b1f26"), fresh(changed))
