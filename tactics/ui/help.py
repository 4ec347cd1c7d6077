"""The help on F1: every key, from the one table of commands."""

from __future__ import annotations

from tactics.core.text import Catalogue, say, text
from tactics.render.displaylist import Item, Label, Rect
from tactics.render.metrics import text_width
from tactics.render.palette import Theme
from tactics.ui.commands import Entry, Section, sections

TITLE = text("Keys")
CLOSE = text("F1 or Esc closes the help")
MOUSE = text(
    "Mouse: click a creature, then its target; drag a creature to try another square; click a door to open it."
)
FIGHT_MOUSE = text(
    "Mouse: click an action, then what it is aimed at on the board; the right button goes one step back."
)
_CAPS = {
    "Arrows": text("Arrows"),
    "Shift+Arrows": text("Shift+Arrows"),
    "Space": text("Space"),
    "Up": text("Up"),
    "Down": text("Down"),
}
"""Keys that are called by a word of the language."""

_ROW, _HEADING, _PAD, _KEY_WIDTH = 25.0, 38.0, 26.0, 118.0


def help_items(
    width: float, height: float, theme: Theme, words: Catalogue, shown: tuple[Section, ...] | None = None
) -> list[Item]:
    """The help over a window of some size, in two columns; without `shown` that of the table."""
    all_sections = sections() if shown is None else shown
    columns = (all_sections[:2], all_sections[2:])
    high = max(sum(_height(one) for one in column) for column in columns) + 110
    wide = min(width - 40, 980.0)
    left, top = (width - wide) / 2, max(10.0, (height - high) / 2)
    items: list[Item] = [
        Rect(0, 0, width, height, theme.page + "c0"),
        Rect(left, top, wide, high, theme.panel, theme.card_edge, 1.5, radius=12),
        Label(left + _PAD, top + 44, say(TITLE, words), 24, theme.strong, bold=True),
        Label(left + wide - _PAD, top + 44, say(CLOSE, words), 13, theme.muted, anchor="end"),
        Label(
            left + _PAD,
            top + 70,
            say(MOUSE if shown is None else FIGHT_MOUSE, words),
            13,
            theme.text,
            max_width=wide - 2 * _PAD,
        ),
    ]
    for number, column in enumerate(columns):
        x = left + _PAD + number * (wide - _PAD) / 2
        y = top + 84
        for section in column:
            y = _section(items, section, x, y, (wide - 3 * _PAD) / 2, theme, words)
    return items


def _height(section: Section) -> float:
    return _HEADING + _ROW * len(section.entries)


def _section(
    items: list[Item], section: Section, x: float, y: float, width: float, theme: Theme, words: Catalogue
) -> float:
    items.append(Label(x, y + 26, say(section.title, words), 14, theme.muted, bold=True))
    y += _HEADING
    for entry in section.entries:
        end = _keys(items, entry, x, y, theme, words)
        spot = max(x + _KEY_WIDTH, end + 8)
        meaning = say(entry.meaning, words)
        items.append(Label(spot, y + 15, meaning, 13, theme.text, max_width=x + width - spot))
        y += _ROW
    return y


def _keys(items: list[Item], entry: Entry, x: float, y: float, theme: Theme, words: Catalogue) -> float:
    """The keys of an entry as caps; returns where they end."""
    for name in entry.caps:
        cap = say(_CAPS[name], words) if name in _CAPS else name
        wide = text_width(cap, 12) + 12
        items.append(Rect(x, y + 1, wide, 19, theme.card, theme.card_edge, 1.0, radius=4))
        items.append(Label(x + wide / 2, y + 15, cap, 12, theme.strong, anchor="middle"))
        x += wide + 4
    return x
