"""The panel of a fight: who acts, what it can do, what is asked, and the story so far."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton, UILabel, UIScrollingContainer

from tactics.core.text import Text
from tactics.render.displaylist import Item, Label, Rect
from tactics.render.flow import Flow
from tactics.render.metrics import shorten_middle, wrap
from tactics.render.png import Painter
from tactics.rules.action import Option
from tactics.ui.camera import Area
from tactics.ui.commands import Command
from tactics.ui.fight_card import write_card
from tactics.ui.fight_choices import Row, choosing_stance, explained, heading, rows
from tactics.ui.fight_session import FightSession
from tactics.ui.fight_story import FightStory
from tactics.ui.screen import Window

_PAD, _ROW, _GROUP, _SCROLL_BAR = 16, 32, 24, 18
_LEAST_CARD, _HEADING, _HEADING_SIZE, _MOST_HEADING = 96, 19, 14.0, 5
_LEAST_VIEW = 3 * _ROW
_TOLD_SIZE, _TOLD_LINE, _MOST_TOLD, _TOLD_PAD = 12.5, 17, 7, 8
_STORY_SHARE, _SMALL_STORY_SHARE = 36, 20
"""Height of the story in hundredths of the panel; less of it where there is much to choose from."""


class FightPanel:
    """Card, heading, buttons and story from top to bottom.

    Attributes:
        story: what happened.
    """

    def __init__(self, window: Window, session: FightSession, area: Area) -> None:
        self._window, self._session, self._area = window, session, area
        self._buttons: dict[UIButton, Row] = {}
        self._labels: list[UILabel] = []
        self._rows: list[UIButton] = []
        self._focus = 0
        self._drawn: list[Item] = []
        self._told: Area | None = None
        self._telling: list[Item] = []
        self.story = FightStory(session, self._story_area())
        self._scroller: UIScrollingContainer | None = None
        self._inner_height = 0
        self._written: Hashable = None
        self.refresh()

    def press(self, event: pygame.Event) -> Command | None:
        """A button of the panel was pressed; the command it stands for is left to the caller."""
        row = self._buttons.get(event.ui_element)
        return self._take(row) if row is not None else None

    def choose_focused(self) -> Command | None:
        """Press the marked button."""
        return self._take(self._buttons[self._rows[self._focus]]) if self._rows else None

    def _take(self, row: Row) -> Command | None:
        if isinstance(row.value, Command):
            return row.value
        if isinstance(row.value, Option):
            self._session.choose(row.value)
        elif self._session.aim is not None:
            self._session.name(row.value)
        else:
            self._session.answer(row.value)
        return None

    def move_focus(self, step: int) -> None:
        """Mark the next or previous button, for the keyboard."""
        if self._rows:
            self._mark((self._focus + step) % len(self._rows))

    def mark_target(self, who: str) -> None:
        """Mark the button of the creature that is pointed at on the board."""
        for number, button in enumerate(self._rows):
            if self._buttons[button].target == who and who and number != self._focus:
                self._mark(number)

    def mark_at(self, x: int, y: int) -> None:
        """Mark the button under a pixel, where what it would do is told below."""
        if self._told is None or self._scroller is None or not self._scroller.get_abs_rect().collidepoint(x, y):
            return
        for number, button in enumerate(self._rows):
            if number != self._focus and button.get_abs_rect().collidepoint(x, y):
                self._mark(number, follow=False)

    def target_at(self, x: int, y: int) -> str:
        """Id of the creature whose button lies under a pixel, "" for none."""
        if self._scroller is None or not self._scroller.get_abs_rect().collidepoint(x, y):
            return ""
        found = (self._buttons[one].target for one in self._rows if one.get_abs_rect().collidepoint(x, y))
        return next(found, "")

    def refresh(self) -> None:
        """Write card and buttons anew when what can be chosen has changed."""
        session = self._session
        aim = session.aim
        shows = (
            id(session.battle.fight),
            session.battle.event_count,
            session.seen,
            id(session.decision),
            aim.option if aim else None,
            len(aim.said) if aim else 0,
            session.message,
            session.wanted_sides,
            session.computer,
        )
        if shows == self._written:
            return
        self._written = shows
        self.story.back = 0
        self.story.area = self._story_area()
        top = self._write_head()
        self._make_buttons(top)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw card, heading and story."""
        area, theme = self._area, self._window.theme
        ground = Rect(area.x, area.y, area.width, area.height, theme.panel)
        painter.paint([ground, *self._drawn, *self._telling, *self.story.items(theme, self._window.catalogue)], surface)

    # The parts above the story.

    def _story_area(self) -> Area:
        area = self._area
        high = area.height * (_SMALL_STORY_SHARE if choosing_stance(self._session) else _STORY_SHARE) // 100
        return Area(area.x, area.y + area.height - high, area.width, high)

    @property
    def _story_top(self) -> int:
        return self.story.area.y

    def _write_head(self) -> int:
        """Write card and heading; returns where the buttons begin."""
        area, session, theme = self._area, self._session, self._window.theme
        flow = Flow(area.x + _PAD, area.y + 8, area.width - 2 * _PAD, theme, self._window.catalogue)
        if session.mover:
            write_card(flow, session, session.mover)
        flow.y = max(flow.y, area.y + _LEAST_CARD) + 6
        words, urgent = heading(session)
        lines = wrap(self._window.say(words), _HEADING_SIZE, flow.width - 20, bold=True)[:_MOST_HEADING]
        high = _HEADING * len(lines) + 10
        if urgent:
            flow.items.append(Rect(flow.x, flow.y, flow.width, high, theme.notice, theme.notice_text, 1.0, radius=6))
        ink, indent = (theme.notice_text, 10) if urgent else (theme.strong, 0)
        for number, line in enumerate(lines):
            y = flow.y + _HEADING * (number + 1)
            flow.items.append(Label(flow.x + indent, y, line, _HEADING_SIZE, ink, bold=True))
        self._drawn = flow.items
        return min(round(flow.y + high + 6), self._story_top - 8 - _LEAST_VIEW)

    def _make_buttons(self, top: int) -> None:
        for old in (*self._buttons, *self._labels):
            old.kill()
        self._buttons.clear()
        self._labels.clear()
        self._rows.clear()
        self._focus = 0
        area, found = self._area, rows(self._session)
        explains = explained(self._session)
        foot = self._story_top - 8
        self._told = self._room_to_tell(found, top, foot) if explains else None
        if self._told is not None:
            foot = self._told.y - 8
        view = pygame.Rect(area.x + _PAD, top, area.width - _PAD - 4, foot - top)
        if self._scroller is None or self._scroller.get_abs_rect() != view:
            if self._scroller is not None:
                self._scroller.kill()
            self._scroller = UIScrollingContainer(view, self._window.widgets, allow_scroll_x=False)
        width, y = self._row_width, 0
        group: Text | None = None
        for row in found:
            if row.group is not None and row.group != group:
                group = row.group
                y = self._group(y, width, group)
            y = self._row(y, width, row, marked=row.enabled or explains)
        self._inner_height = max(y, view.height)
        self._scroller.set_scrollable_area_dimensions((view.width - _SCROLL_BAR - 8, self._inner_height))
        if self._scroller.vert_scroll_bar is not None:
            self._scroller.vert_scroll_bar.set_scroll_from_start_percentage(0.0)
        usual = self._session.decision.default if self._session.decision is not None else None
        self._focus = next((n for n, one in enumerate(self._rows) if self._buttons[one].value == usual), 0)
        if self._rows:
            self._mark(self._focus)

    def _room_to_tell(self, found: Sequence[Row], top: int, foot: int) -> Area | None:
        """Where what the marked button would do is told: room for the longest of it, None where nothing is told."""
        most = max((len(self._told_lines(one)) for one in found), default=0)
        if not most:
            return None
        high = _TOLD_LINE * most + 2 * _TOLD_PAD - 4
        y = max(foot - high, top + _LEAST_VIEW)
        return Area(self._area.x + _PAD, y, self._area.width - 2 * _PAD, foot - y)

    def _told_lines(self, row: Row) -> list[str]:
        width = self._area.width - 2 * (_PAD + _TOLD_PAD)
        words = self._words(row)
        whole = [] if self._shown(words, self._row_width) == words else wrap(words, _TOLD_SIZE, width)
        lines = [*whole, *(part for one in row.tip for part in wrap(self._window.say(one), _TOLD_SIZE, width))]
        return lines if len(lines) <= _MOST_TOLD else [*lines[: _MOST_TOLD - 1], "…"]

    def _tell(self) -> None:
        """Tell what the marked button would do, or why it cannot."""
        self._telling = []
        if self._told is None or not self._rows:
            return
        row, theme, box = self._buttons[self._rows[self._focus]], self._window.theme, self._told
        edge = theme.card_edge if row.enabled else theme.hazard
        self._telling.append(Rect(box.x, box.y, box.width, box.height, theme.card, edge, 1.0, radius=6))
        fit = max(1, (box.height - 2 * _TOLD_PAD + 4) // _TOLD_LINE)
        for number, line in enumerate(self._told_lines(row)[:fit]):
            ink = theme.strong if not number else theme.text
            y = box.y + _TOLD_PAD + 10 + _TOLD_LINE * number
            self._telling.append(Label(box.x + _TOLD_PAD, y, line, _TOLD_SIZE, ink))

    def _group(self, y: int, width: int, title: Text) -> int:
        place = pygame.Rect(0, y, width, _GROUP - 4)
        look = ObjectID(class_id="@group")
        say, manager = self._window.say, self._window.widgets
        self._labels.append(UILabel(place, say(title), manager, container=self._scroller, object_id=look))
        return y + _GROUP

    @property
    def _row_width(self) -> int:
        return self._area.width - _PAD - 4 - _SCROLL_BAR - 10

    def _words(self, row: Row) -> str:
        words = self._window.say(row.words)
        return words[:1].upper() + words[1:]

    def _shown(self, words: str, width: int) -> str:
        """As much of the words of a button as there is room for."""
        return shorten_middle(words, 14, width - 30)

    def _row(self, y: int, width: int, row: Row, *, marked: bool) -> int:
        words = self._words(row)
        shown = self._shown(words, width)
        tips = [self._window.say(one) for one in row.tip]
        button = UIButton(
            pygame.Rect(0, y, width, _ROW - 4),
            shown,
            self._window.widgets,
            container=self._scroller,
            object_id=ObjectID(class_id="@try" if row.enabled else "@refused"),
            tool_tip_text="\n".join(tips if shown == words else [words, *tips]) or None,
        )
        self._buttons[button] = row
        if marked:
            self._rows.append(button)
        return y + _ROW

    def _mark(self, number: int, *, follow: bool = True) -> None:
        self._rows[self._focus].unselect()
        self._focus = number
        self._rows[number].select()
        if follow:
            self._keep_in_sight(self._rows[number])
        self._tell()

    def _keep_in_sight(self, button: UIButton) -> None:
        bar = self._scroller.vert_scroll_bar if self._scroller is not None else None
        if bar is None or self._scroller is None:
            return
        seen, height = self._scroller.get_abs_rect().height, self._inner_height
        if height > seen:
            top = button.get_relative_rect().top
            bar.set_scroll_from_start_percentage(min(1.0 - seen / height, max(0.0, (top - seen // 2) / height)))
