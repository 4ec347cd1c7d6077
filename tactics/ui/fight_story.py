"""The story of a fight in the panel: a line for everything that happened, opened by a click."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from tactics.core.text import Catalogue, say, text
from tactics.render.displaylist import Item, Label, Polygon, Rect
from tactics.render.metrics import text_width, wrap
from tactics.render.palette import Theme
from tactics.render.story import Passage, Story, details, opens, until
from tactics.rules.event import Event, HpChanged, LeftFight
from tactics.ui.camera import Area
from tactics.ui.fight_session import FightSession

STORY = text("The story so far")
OPENED_BY = text("click a line, or R for all")
_PAD, _SIZE, _STEP, _HEAD = 16, 12.0, 17, 34
_INDENT, _DEEPER = 14, 30


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as it is drawn; `passage` counts from 0, `mark` is "" or whether it is "open" or "closed"."""

    words: str
    ink: str
    indent: int
    passage: int
    mark: str = ""


class FightStory:
    """The newest lines, scrolled back as far as wanted.

    Attributes:
        area: where they are.
        opened: whether every line is open.
        back: lines scrolled back from the newest.
    """

    def __init__(self, session: FightSession, area: Area) -> None:
        self._session, self.area = session, area
        self.opened = False
        self.back = 0
        self._turned: set[int] = set()
        self._story = self._begun()
        self._written: tuple[Hashable, list[_Line]] = (None, [])
        self._kept: dict[Hashable, tuple[Event, list[_Line]]] = {}

    def _begun(self) -> Story:
        """The story from the beginning, as it may be told now."""
        self._open_view = self._session.all_shown, self._session.kept_from
        start = self._session.battle.header.start
        return Story(start, secrets=self._session.all_shown, veil=self._session.veiled)

    def holds(self, x: int, y: int) -> bool:
        """Whether a pixel lies on the story."""
        return self.area.holds(x, y)

    def scroll(self, lines: int) -> None:
        """Scroll back, or forward again."""
        self.back = max(0, self.back + lines)

    def open_all(self) -> None:
        """Open every line, or close them all."""
        self.opened = not self.opened
        self._turned.clear()

    def click(self, y: int) -> bool:
        """Open or close the line at a height of the screen; False when nothing opens there."""
        row = (self._foot - y) // _STEP
        shown = self._shown()
        if not 0 <= row < len(shown) or not self._opens(self._passages()[shown[-1 - row].passage]):
            return False
        self._turned ^= {shown[-1 - row].passage}
        return True

    def line_of(self, passage: int) -> tuple[int, int] | None:
        """The pixel in the middle of the first line of a passage, None when it is not in sight."""
        shown = self._shown()
        for row, line in enumerate(reversed(shown)):
            if line.passage == passage and line.indent < _DEEPER:
                return self.area.x + self.area.width // 2, self._foot - row * _STEP - _STEP // 2
        return None

    def items(self, theme: Theme, words: Catalogue) -> list[Item]:
        """The ground, the heading and as many lines as there is room for."""
        area = self.area
        self._write(theme, words)
        heading, aside = say(STORY, words), say(OPENED_BY, words)
        items: list[Item] = [
            Rect(area.x, area.y, area.width, area.height, theme.page),
            Label(area.x + _PAD, area.y + 20, heading, 13, theme.muted, bold=True),
        ]
        if text_width(heading, 13, bold=True) + text_width(aside, 11) + 3 * _PAD < area.width:
            items.append(Label(area.x + area.width - _PAD, area.y + 20, aside, 11, theme.muted, anchor="end"))
        for row, line in enumerate(reversed(self._shown())):
            y = self._foot - row * _STEP - 5
            if line.mark:
                items.append(_mark(area.x + _PAD + line.indent - 10, y - 4, line.mark == "open", theme))
            items.append(Label(area.x + _PAD + line.indent, y, line.words, _SIZE, line.ink))
        return items

    @property
    def _foot(self) -> int:
        return self.area.y + self.area.height - 8

    @property
    def _fit(self) -> int:
        return max(1, (self.area.height - _HEAD - 8) // _STEP)

    def _shown(self) -> list[_Line]:
        lines = self._written[1]
        self.back = max(0, min(self.back, len(lines) - self._fit))
        end = len(lines) - self.back
        return lines[max(0, end - self._fit) : end]

    def _passages(self) -> tuple[Passage, ...]:
        """Everything told so far, up to the moment shown."""
        battle, seen = self._session.battle, self._session.seen
        if self._open_view != (self._session.all_shown, self._session.kept_from):
            self._story = self._begun()
            self._kept.clear()
        passages = self._story.told(self._session.told())
        return passages if seen is None else until(passages, seen, battle.fight)

    def _opens(self, passage: Passage) -> bool:
        return opens(passage, secrets=self._session.all_shown)

    def _write(self, theme: Theme, words: Catalogue) -> None:
        """Put the passages into lines anew when something about them has changed."""
        session = self._session
        turned = tuple(sorted(self._turned))
        view = session.all_shown, session.kept_from
        key = (session.battle.event_count, session.battle.fight, session.seen, self.opened, turned, view, id(words))
        if self._written[0] == key:
            return
        lines: list[_Line] = []
        for number, passage in enumerate(self._passages()):
            lines += self._lines(number, passage, theme, words)
        self._written = (key, lines)

    def _lines(self, number: int, passage: Passage, theme: Theme, words: Catalogue) -> list[_Line]:
        """The lines of a passage, kept as long as nothing about it changes."""
        is_open = self._opens(passage) and (self.opened != (number in self._turned))
        first = passage.events[0]
        key = (number, id(first), len(passage.events), passage.text, is_open, id(words))
        if key not in self._kept:
            self._kept[key] = (first, self._written_lines(number, passage, theme, words, is_open=is_open))
        return self._kept[key][1]

    def _written_lines(
        self, number: int, passage: Passage, theme: Theme, words: Catalogue, *, is_open: bool
    ) -> list[_Line]:
        width = self.area.width - 2 * _PAD
        indent = 0 if passage.is_heading else _INDENT
        can_open = self._opens(passage)
        mark = ("open" if is_open else "closed") if can_open else ""
        ink = theme.chosen if passage.is_heading else _ink(passage.events, theme)
        told = wrap(say(passage.text, words), _SIZE, width - indent)
        lines = [_Line(one, ink, indent, number, "" if row else mark) for row, one in enumerate(told)]
        if not is_open:
            return lines
        for detail in details(passage, self._session.fight.system, secrets=self._session.all_shown):
            rule = f" [{detail.rule}]" if detail.rule else ""
            for one in wrap(say(detail.text, words) + rule, _SIZE, width - _DEEPER):
                lines.append(_Line(one, theme.muted, _DEEPER, number))
        return lines


def _ink(events: Sequence[Event], theme: Theme) -> str:
    """Harm and healing stand out."""
    first = events[0]
    if isinstance(first, LeftFight):
        return theme.hazard
    if isinstance(first, HpChanged):
        return theme.hazard if (first.by < 0) != (first.pool == "nonlethal") else theme.clear
    return theme.text


def _mark(x: float, y: float, is_open: bool, theme: Theme) -> Polygon:
    """A wedge that points down at what is open, and to the right where something can be opened."""
    if is_open:
        return Polygon((((x - 3.5, y - 2), (x + 3.5, y - 2), (x, y + 3)),), theme.muted)
    return Polygon((((x - 2, y - 3.5), (x + 3, y), (x - 2, y + 3.5)),), theme.muted)
