"""A list of things to pick one from, each with two lines of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tactics.render.displaylist import Item, Label, Rect
from tactics.render.metrics import shorten
from tactics.render.palette import Theme
from tactics.ui.camera import Area

_ROW, _PAD, _BAR = 46, 12, 6


@dataclass(frozen=True, slots=True)
class Entry:
    """A row: its name, and what else is known of it."""

    title: str
    about: str = ""


class PickList:
    """Rows from top to bottom, scrolled so that the chosen one is in sight.

    Attributes:
        chosen: number of the chosen row.
    """

    def __init__(self, area: Area, count: int, chosen: int = 0) -> None:
        self._area, self._count = area, count
        self._first = 0
        self.chosen = max(0, min(chosen, count - 1))
        self._show_chosen()

    def shown(self) -> range:
        """Numbers of the rows in sight."""
        return range(self._first, min(self._count, self._first + self._fit))

    def press(self, x: int, y: int) -> bool | None:
        """Choose the row under a pixel; whether it was chosen already, None where there is no row."""
        number = self._row_at(x, y)
        if number is None:
            return None
        again = number == self.chosen
        self.chosen = number
        return again

    def move(self, step: int) -> None:
        """Choose another row; from one end on to the other."""
        if self._count:
            far = abs(step) > 1
            there = self.chosen + step
            self.chosen = max(0, min(there, self._count - 1)) if far else there % self._count
            self._show_chosen()

    def page(self, pages: int) -> None:
        """Choose a row a page further."""
        self.move(pages * max(2, self._fit - 1))

    def wheel(self, x: int, y: int, rows: int) -> None:
        """Scroll without choosing, when the pointer is on the list."""
        if self._area.holds(x, y):
            self._first = max(0, min(self._first - rows, self._count - self._fit))

    def items(self, entries: Sequence[Entry], pointer: tuple[int, int], theme: Theme) -> list[Item]:
        """The rows in sight.

        Args:
            entries: all of them.
            pointer: where the mouse is; the row under it stands out.
            theme: colours.
        """
        area = self._area
        items: list[Item] = [Rect(area.x, area.y, area.width, area.height, theme.panel, radius=8)]
        under = self._row_at(*pointer)
        room = area.width - 2 * _PAD - _BAR
        for number in self.shown():
            y, entry = area.y + _ROW * (number - self._first), entries[number]
            chosen = number == self.chosen
            if chosen or number == under:
                fill = theme.badge if chosen else theme.card
                items.append(Rect(area.x + 3, y + 2, area.width - 6 - _BAR, _ROW - 4, fill, radius=6))
            ink, aside = (theme.badge_text, theme.badge_text) if chosen else (theme.text, theme.muted)
            items.append(Label(area.x + _PAD, y + 20, shorten(entry.title, 14, room), 14, ink))
            items.append(Label(area.x + _PAD, y + 37, shorten(entry.about, 11.5, room), 11.5, aside))
        return [*items, *self._scroll_bar(theme)]

    @property
    def _fit(self) -> int:
        return max(1, self._area.height // _ROW)

    def _show_chosen(self) -> None:
        self._first = max(self.chosen - self._fit + 1, min(self._first, self.chosen), 0)

    def _row_at(self, x: int, y: int) -> int | None:
        number = self._first + (y - self._area.y) // _ROW
        return number if self._area.holds(x, y) and number in self.shown() else None

    def _scroll_bar(self, theme: Theme) -> list[Item]:
        if self._count <= self._fit:
            return []
        area = self._area
        high = max(20.0, area.height * self._fit / self._count)
        top = area.y + (area.height - high) * self._first / max(1, self._count - self._fit)
        return [Rect(area.x + area.width - _BAR - 1, top, _BAR, high, theme.card_edge, radius=3)]
