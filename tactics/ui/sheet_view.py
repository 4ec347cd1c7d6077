"""The whole sheet of a ruling over the window: every system in a column of its own."""

from __future__ import annotations

import pygame

from tactics.core.text import Catalogue, say, text
from tactics.render.displaylist import DisplayList, Item, Label, Rect
from tactics.render.palette import Theme
from tactics.render.png import Painter, paint

CLOSE = text("Wheel or arrows scroll · P or Esc closes · Ctrl+S saves it")
_EDGE, _FOOT, _STEP = 24, 30, 60


class SheetView:
    """A sheet that can be scrolled.

    It is painted once at the width of the window, or at its own width where it is narrower.
    """

    def __init__(self, drawing: DisplayList, size: tuple[int, int], theme: Theme) -> None:
        self._theme = theme
        self._size = size
        room = size[0] - 2 * _EDGE
        scale = min(1.0, room / drawing.width)
        self._sheet = pygame.Surface((round(drawing.width * scale), round(drawing.height * scale)), 0, 32)
        paint(drawing, self._sheet, scale)
        self._top = 0

    def scroll(self, steps: int) -> None:
        """Move down by steps, up by negative ones; never beyond the ends."""
        lowest = max(0, self._sheet.get_height() + 2 * _EDGE + _FOOT - self._size[1])
        self._top = min(lowest, max(0, self._top + steps * _STEP))

    def draw(self, surface: pygame.Surface, painter: Painter, words: Catalogue) -> None:
        """Draw the sheet and how to leave it."""
        width, height = self._size
        surface.fill(self._theme.page)
        left = (width - self._sheet.get_width()) // 2
        surface.blit(self._sheet, (left, _EDGE - self._top))
        foot: list[Item] = [
            Rect(0, height - _FOOT, width, _FOOT, self._theme.panel),
            Label(_EDGE, height - 10, say(CLOSE, words), 13, self._theme.muted),
        ]
        painter.paint(foot, surface)
