"""Text that flows down a column: wrapped by measured widths, every piece below the one before."""

from __future__ import annotations

from collections.abc import Callable

from tactics.core.text import Catalogue, Text, say
from tactics.render.displaylist import Circle, Item, Label, Rect
from tactics.render.metrics import shorten, text_width, wrap
from tactics.render.palette import Theme

BODY, SMALL, HEADING, VALUE, TITLE = 13.0, 11.0, 13.0, 21.0, 22.0
CARD_PAD = 12.0
_LEADING = 1.42
_STEP_INDENT = 30.0


class Flow:
    """A column being filled.

    Attributes:
        items: what was written so far.
        y: where the next piece begins.
    """

    def __init__(self, x: float, y: float, width: float, theme: Theme, words: Catalogue) -> None:
        self.x, self.y, self.width = x, y, width
        self.theme, self.words = theme, words
        self.items: list[Item] = []

    def say(self, message: Text | str) -> str:
        """A message in the reader's language."""
        return message if isinstance(message, str) else say(message, self.words)

    def gap(self, height: float) -> None:
        """Leave room."""
        self.y += height

    def write(
        self, message: Text | str, size: float = BODY, colour: str = "", *, bold: bool = False, indent: float = 0.0
    ) -> None:
        """A paragraph."""
        room = self.width - indent
        for line in wrap(self.say(message), size, room, bold):
            baseline = self.y + size * 1.08
            ink = colour or self.theme.text
            self.items.append(Label(self.x + indent, baseline, line, size, ink, bold, max_width=room))
            self.y += size * _LEADING

    def heading(self, message: Text | str) -> None:
        """A heading with room above it."""
        self.gap(14)
        self.write(message, HEADING, self.theme.muted, bold=True)
        self.gap(4)

    def step(self, number: int, message: Text | str, rule: str, title: str) -> None:
        """A numbered sentence with the rule below it."""
        self.gap(3)
        x, y = self.x + 11, self.y + BODY * 0.68
        self.items.append(Circle(x, y, 10, self.theme.badge))
        size = SMALL if number < 100 else SMALL - 2
        badge = Label(x, y + size * 0.357, str(number), size, self.theme.badge_text, bold=True, anchor="middle")
        self.items.append(badge)
        self.write(message, indent=_STEP_INDENT)
        self.cite(rule, title, indent=_STEP_INDENT)
        self.gap(5)

    def point(self, message: Text | str, rule: str = "", title: str = "") -> None:
        """A sentence with a small mark before it, and the rule below it when there is one."""
        self.items.append(Circle(self.x + 5, self.y + BODY * 0.7, 2.5, self.theme.muted))
        self.write(message, indent=16)
        if rule:
            self.cite(rule, title, indent=16)
        self.gap(4)

    def cite(self, rule: str, title: str, indent: float = 0.0) -> None:
        """A rule's id, and its title on the same line where it fits or on the next."""
        room = self.width - indent
        start = self.x + indent
        wide = text_width(rule, SMALL) * 1.03 + 9
        beside = bool(title) and wide + text_width(title, SMALL) <= room
        baseline = self.y + SMALL * 1.05
        shown = shorten(rule, SMALL, room)
        self.items.append(Label(start, baseline, shown, SMALL, self.theme.link, max_width=room))
        if beside:
            label = Label(start + wide, baseline, title, SMALL, self.theme.muted, max_width=room - wide)
            self.items.append(label)
        self.y += SMALL * _LEADING
        if title and not beside:
            self.write(title, SMALL, self.theme.muted, indent=indent)

    def boxed(self, fill: str, edge: str, edge_width: float, write: Callable[[Flow], None], least: float = 0.0) -> None:
        """A card: what `write` puts down, on a rounded rectangle of at least a height."""
        inner = Flow(self.x + CARD_PAD, self.y + CARD_PAD * 0.75, self.width - 2 * CARD_PAD, self.theme, self.words)
        write(inner)
        height = max(least, inner.y + CARD_PAD * 0.75 - self.y)
        self.items.append(Rect(self.x, self.y, self.width, height, fill, edge, edge_width, radius=8))
        self.items += inner.items
        self.y += height
