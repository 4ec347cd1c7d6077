"""Display lists as pixels, by pygame: PNG files, and the painter of the window.

Nothing here opens a window. A `Painter` keeps glyphs, tints, pictures and tokens.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from pathlib import Path
from typing import Any

# Before the import, so that pygame adds nothing to results on stdout.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

from tactics.render.displaylist import (
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
    Spot,
    arrow_head,
    bounds,
)
from tactics.render.strokes import dashes, hatch_strokes, is_straight, tile_middles, upright_box

Surface = pygame.Surface
"""What is painted on."""

_SMALL_PRINT, _FINER = 22, 3
"""Hinting rounds the steps of small letters to whole pixels and swallows spaces, so small print is drawn bigger and
brought down."""


def blank(size: tuple[int, int]) -> Surface:
    """An opaque surface for `Painter.paint`."""
    return pygame.Surface(size, 0, 32)


def write_png(drawing: DisplayList, path: str | Path, scale: float = 2.0) -> None:
    """Write the drawing as a PNG file of `scale` pixels a sheet unit.

    Raises:
        OSError: the file cannot be written.
    """
    surface = blank((max(1, ceil(drawing.width * scale)), max(1, ceil(drawing.height * scale))))
    paint(drawing, surface, scale)
    encoded = BytesIO()
    pygame.image.save(surface, encoded, "drawing.png")
    Path(path).write_bytes(encoded.getvalue())


def paint(
    drawing: DisplayList | Iterable[Item], surface: pygame.Surface, scale: float = 1.0, x: float = 0.0, y: float = 0.0
) -> None:
    """Draw on a surface; the drawing's origin comes to pixel x, y."""
    items = drawing.items if isinstance(drawing, DisplayList) else drawing
    Painter().paint(items, surface, scale, x, y)


@cache
def font(size: int, bold: bool) -> pygame.font.Font:
    """Noto Sans of a size in pixels, the one pygame_gui brings."""
    if not pygame.font.get_init():
        pygame.font.init()
    name = "NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"
    with as_file(files("pygame_gui").joinpath("data", name)) as path:
        return pygame.font.Font(str(path), size)


class Painter:
    """Draws items on surfaces and keeps what is dear to make again: glyphs, tints, decoded pictures, tokens."""

    def __init__(self) -> None:
        self._surface = pygame.Surface((1, 1))
        self._scale = 1.0
        self._x = self._y = 0.0
        self._texts: dict[tuple[str, int, bool, str, int], pygame.Surface] = {}
        self._tints: dict[tuple[int, int, str], pygame.Surface] = {}
        self._pictures: dict[tuple[bytes, int, int], pygame.Surface] = {}
        self._sprites: dict[tuple[int, float], tuple[tuple[Item, ...], pygame.Surface, int, int]] = {}
        self._draw: dict[type, Callable[[Any], None]] = {
            Rect: self._rect,
            Circle: self._circle,
            Polyline: self._polyline,
            Polygon: self._polygon,
            Arrow: self._arrow,
            Label: self._label,
            Picture: self._picture,
            Group: self._group,
        }

    def paint(
        self, items: Iterable[Item], surface: pygame.Surface, scale: float = 1.0, x: float = 0.0, y: float = 0.0
    ) -> None:
        """Draw items; their origin comes to pixel x, y of the surface."""
        before = self._surface, self._scale, self._x, self._y
        self._surface, self._scale, self._x, self._y = surface, scale, x, y
        for item in items:
            self._draw[type(item)](item)
        self._surface, self._scale, self._x, self._y = before

    # Pixels from sheet units.

    def _spot(self, x: float, y: float) -> Spot:
        return self._x + x * self._scale, self._y + y * self._scale

    def _width(self, width: float) -> int:
        return max(1, round(width * self._scale))

    def _see_through(self, colour: str, item: Item, draw: Callable[[], None]) -> None:
        """Run `draw`, which uses the colour without its opacity, so that the opacity shows."""
        if len(colour) != 9:
            draw()
            return
        left, top, right, bottom = bounds((item,))
        (x0, y0), (x1, y1) = self._spot(left, top), self._spot(right, bottom)
        room = pygame.Rect(int(x0) - 3, int(y0) - 3, int(x1 - x0) + 8, int(y1 - y0) + 8)
        room = room.clip(self._surface.get_clip())
        if not room.width or not room.height:
            return
        below, self._surface = self._surface, pygame.Surface(room.size, pygame.SRCALPHA)
        # The empty pixels have the same colour, so that soft edges do not darken.
        self._surface.fill((*pygame.Color(colour[:7])[:3], 0))
        self._x -= room.x
        self._y -= room.y
        draw()
        self._x += room.x
        self._y += room.y
        layer, self._surface = self._surface, below
        layer.set_alpha(int(colour[7:], 16))
        below.blit(layer, room.topleft)

    # Shapes.

    def _rect(self, item: Rect) -> None:
        if item.fill and not item.radius:
            self._block(item.x, item.y, item.x + item.width, item.y + item.height, item.fill)
        elif item.fill:
            self._see_through(item.fill, item, lambda: self._round_rect(item, item.fill[:7], 0))
        if item.stroke and item.radius:
            width = self._width(item.stroke_width)
            self._see_through(item.stroke, item, lambda: self._round_rect(item, item.stroke[:7], width))
        elif item.stroke:
            left, top, right, bottom = item.x, item.y, item.x + item.width, item.y + item.height
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            self._polyline(Polyline(corners, item.stroke, item.stroke_width, closed=True))

    def _block(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        (x0, y0), (x1, y1) = self._spot(left, top), self._spot(right, bottom)
        box = pygame.Rect(round(x0), round(y0), round(x1) - round(x0), round(y1) - round(y0))
        if len(colour) != 9:
            self._surface.fill(colour, box)
            return
        box = box.clip(self._surface.get_clip())
        if box.width and box.height:
            self._surface.blit(self._tint(box.width, box.height, colour), box.topleft)

    def _tint(self, width: int, height: int, colour: str) -> pygame.Surface:
        key = (width, height, colour)
        if key not in self._tints:
            if len(self._tints) > 256:
                self._tints.clear()
            self._tints[key] = pygame.Surface((width, height), pygame.SRCALPHA)
            self._tints[key].fill(colour)
        return self._tints[key]

    def _round_rect(self, item: Rect, colour: str, width: int) -> None:
        """A rectangle whose corners are quarters of soft circles; `width` 0 fills it."""
        grow = width / 2
        (x0, y0), (x1, y1) = self._spot(item.x, item.y), self._spot(item.x + item.width, item.y + item.height)
        left, top, right, bottom = round(x0 - grow), round(y0 - grow), round(x1 + grow), round(y1 + grow)
        radius = min(round(item.radius * self._scale + grow), (right - left) // 2, (bottom - top) // 2)
        surface = self._surface
        quarters = (
            ((left + radius, top + radius), {"draw_top_left": True}),
            ((right - radius - 1, top + radius), {"draw_top_right": True}),
            ((left + radius, bottom - radius - 1), {"draw_bottom_left": True}),
            ((right - radius - 1, bottom - radius - 1), {"draw_bottom_right": True}),
        )
        for middle, quarter in quarters:
            pygame.draw.aacircle(surface, colour, middle, radius, width, **quarter)
        high, wide = bottom - top - 2 * radius, right - left - 2 * radius
        if width:
            surface.fill(colour, (left + radius, top, wide, width))
            surface.fill(colour, (left + radius, bottom - width, wide, width))
            surface.fill(colour, (left, top + radius, width, high))
            surface.fill(colour, (right - width, top + radius, width, high))
        else:
            surface.fill(colour, (left + radius, top, wide, bottom - top))
            surface.fill(colour, (left, top + radius, right - left, high))

    def _circle(self, item: Circle) -> None:
        radius = item.radius * self._scale
        if item.fill:
            self._see_through(item.fill, item, lambda: self._disc(item, item.fill[:7], radius, 0))
        if not item.stroke:
            return
        if item.dash:
            count = max(24, ceil(radius * 0.9))
            turns = [2 * pi * n / count for n in range(count + 1)]
            around = tuple((item.x + item.radius * cos(turn), item.y + item.radius * sin(turn)) for turn in turns)
            self._polyline(Polyline(around, item.stroke, item.stroke_width, item.dash))
        else:
            width = self._width(item.stroke_width)
            outer = radius + width / 2
            self._see_through(item.stroke, item, lambda: self._disc(item, item.stroke[:7], outer, width))

    def _disc(self, item: Circle, colour: str, radius: float, width: int) -> None:
        pygame.draw.aacircle(self._surface, colour, self._spot(item.x, item.y), max(1.0, radius), width)

    def _polyline(self, item: Polyline) -> None:
        self._see_through(item.stroke, item, lambda: self._strokes(item))

    def _strokes(self, item: Polyline) -> None:
        spots = [self._spot(x, y) for x, y in item.points]
        if item.closed:
            spots.append(spots[0])
        width = self._width(item.stroke_width)
        colour = item.stroke[:7]
        pairs = dashes(spots, [part * self._scale for part in item.dash]) if item.dash else pairwise(spots)
        for start, end in pairs:
            self._segment(start, end, colour, width, extend=not item.dash)
        if width > 2 and not item.dash and not all(map(is_straight, pairwise(spots))):
            for spot in spots:
                pygame.draw.aacircle(self._surface, colour, spot, width / 2)

    def _segment(self, start: Spot, end: Spot, colour: str, width: int, *, extend: bool) -> None:
        (x0, y0), (x1, y1) = start, end
        if is_straight((start, end)):
            more = width / 2 if extend and width > 1 else 0
            across_x, across_y = (width / 2, more) if abs(x0 - x1) < 0.01 else (more, width / 2)
            left, top = round(min(x0, x1) - across_x), round(min(y0, y1) - across_y)
            long_x, long_y = round(abs(x1 - x0) + 2 * across_x), round(abs(y1 - y0) + 2 * across_y)
            self._surface.fill(colour, (left, top, max(1, long_x), max(1, long_y)))
        else:
            # pygame measures the width of a slanting line along a row or a column.
            slant = hypot(x1 - x0, y1 - y0) / max(abs(x1 - x0), abs(y1 - y0))
            pygame.draw.aaline(self._surface, colour, start, end, max(1, round(width * slant)))

    def _arrow(self, item: Arrow) -> None:
        tip = arrow_head(item.points, item.head)
        base = ((tip[1][0] + tip[2][0]) / 2, (tip[1][1] + tip[2][1]) / 2)
        self._polyline(Polyline((*item.points[:-1], base), item.stroke, item.stroke_width, item.dash))
        self._polygon(Polygon((tip,), item.stroke))

    def _polygon(self, item: Polygon) -> None:
        slanted = [ring for ring in item.rings if not upright_box(ring)]
        if item.fill:
            for ring in item.rings:
                if upright_box(ring):
                    self._block(*ring[0], *ring[2], item.fill)
        if item.fill and slanted:
            rest = Polygon(tuple(slanted), item.fill)
            self._see_through(item.fill, rest, lambda: self._fill_rings(rest))
        if item.hatch is not None:
            hatch = item.hatch
            self._see_through(hatch.colour, item, lambda: self._hatch(item.rings, hatch))

    def _fill_rings(self, item: Polygon) -> None:
        for ring in item.rings:
            spots = [self._spot(x, y) for x, y in ring]
            pygame.draw.polygon(self._surface, item.fill[:7], spots)
            pygame.draw.aalines(self._surface, item.fill[:7], True, spots)

    def _hatch(self, rings: Sequence[Sequence[Spot]], hatch: Hatch) -> None:
        colour, width = hatch.colour[:7], self._width(hatch.width)
        if hatch.kind in ("dots", "tufts"):
            for x, y in tile_middles(rings, hatch.gap):
                self._mark(x, y, hatch, colour, width)
            return
        for kind in ("rise", "fall") if hatch.kind == "cross" else (hatch.kind,):
            for start, end in hatch_strokes(kind, rings, hatch.gap):
                self._segment(self._spot(*start), self._spot(*end), colour, width, extend=False)

    def _mark(self, x: float, y: float, hatch: Hatch, colour: str, width: int) -> None:
        if hatch.kind == "dots":
            pygame.draw.aacircle(self._surface, colour, self._spot(x, y), max(1.0, hatch.width * self._scale))
            return
        wide, high = hatch.gap * 0.22, hatch.gap * 0.18
        spots = [self._spot(x - wide, y + high), self._spot(x, y - high), self._spot(x + wide, y + high)]
        for start, end in pairwise(spots):
            self._segment(start, end, colour, width, extend=False)

    # Text and pictures.

    def _label(self, item: Label) -> None:
        size = max(1, round(item.size * self._scale))
        most = ceil(item.max_width * self._scale)
        drawn = self._text(item.text, size, item.bold, item.fill, most)
        x, y = self._spot(item.x, item.y)
        x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * drawn.get_width()
        self._surface.blit(drawn, (round(x), round(y) - font(size, item.bold).get_ascent()))

    def _text(self, words: str, size: int, bold: bool, colour: str, most: int) -> pygame.Surface:
        key = (words, size, bold, colour, most)
        if key not in self._texts:
            if len(self._texts) > 4096:
                self._texts.clear()
            times = _FINER if size <= _SMALL_PRINT else 1
            drawn = font(size * times, bold).render(words.replace("\0", ""), True, colour)
            wide, high = -(-drawn.get_width() // times), -(-drawn.get_height() // times)
            if times > 1 or (most and wide > most):
                drawn = pygame.transform.smoothscale(drawn, (min(wide, most) if most else wide, high))
            self._texts[key] = drawn
        return self._texts[key]

    def _picture(self, item: Picture) -> None:
        (x0, y0), (x1, y1) = self._spot(item.x, item.y), self._spot(item.x + item.width, item.y + item.height)
        wide, high = max(1, round(x1 - x0)), max(1, round(y1 - y0))
        key = (item.data, wide, high)
        if key not in self._pictures:
            self._pictures.clear()
            decoded = pygame.image.load(BytesIO(item.data))
            whole = pygame.Surface(decoded.get_size(), pygame.SRCALPHA)
            whole.blit(decoded, (0, 0))
            self._pictures[key] = pygame.transform.smoothscale(whole, (wide, high))
        self._surface.blit(self._pictures[key], (round(x0), round(y0)))

    # Groups.

    def _group(self, item: Group) -> None:
        x, y = self._spot(item.x, item.y)
        if item.sprite:
            self._blit_sprite(item, x, y)
            return
        before = self._surface.get_clip()
        if item.clip is not None:
            left, top, width, height = item.clip
            corner = round(x + left * self._scale), round(y + top * self._scale)
            box = pygame.Rect(*corner, ceil(width * self._scale), ceil(height * self._scale))
            self._surface.set_clip(box.clip(before))
        self.paint(item.items, self._surface, self._scale, x, y)
        self._surface.set_clip(before)

    def _blit_sprite(self, item: Group, x: float, y: float) -> None:
        key = (id(item.items), self._scale)
        if key not in self._sprites:
            if len(self._sprites) > 1024:
                self._sprites.clear()
            left, top, right, bottom = bounds(item.items)
            dx, dy = ceil(-left * self._scale) + 2, ceil(-top * self._scale) + 2
            size = ceil(right * self._scale) + dx + 2, ceil(bottom * self._scale) + dy + 2
            pixels = pygame.Surface(size, pygame.SRCALPHA)
            self.paint(item.items, pixels, self._scale, dx, dy)
            # The items are kept beside their pixels: while they live, nothing else can have their id.
            self._sprites[key] = (item.items, pixels, dx, dy)
        _, pixels, dx, dy = self._sprites[key]
        # Soft edges drawn on empty pixels come out multiplied by their opacity.
        self._surface.blit(pixels, (round(x) - dx, round(y) - dy), special_flags=pygame.BLEND_PREMULTIPLIED)
