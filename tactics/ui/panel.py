"""The panel at the right: the answers, the argument, and what would change it."""

from __future__ import annotations

import pygame
import pygame_gui
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton, UIDropDownMenu, UIImage, UIScrollingContainer

from tactics.core.problems import ProblemError
from tactics.core.text import text
from tactics.render.argument import answer_fits, write_agreement, write_argument, write_card
from tactics.render.displaylist import Rect
from tactics.render.flow import BODY, SMALL, Flow
from tactics.render.metrics import shorten
from tactics.render.png import Painter
from tactics.render.terms import ATTACKS
from tactics.render.words import CHANGES, question_title, value_text
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.ui.camera import Area
from tactics.ui.commands import Command
from tactics.ui.creature_card import write_creature, write_welcome
from tactics.ui.screen import Window
from tactics.ui.session import ATTACK_CHOICES, PAIR_ASKS, Session
from tactics.ui.terms import ASK_NAMES

OBVIOUS_ATTACK = text("obvious attack")
NOTHING_CHANGES = text("No single change nearby would.")
NO_SUCH_AREA = text("{book} has no such area.")
NO_ANSWER = text("{book} does not answer this.")
_PAD, _TOP, _MENU_HEIGHT, _ROW = 18, 12, 32, 34
_SCROLL_BAR = 18
_PAGE_SHARE = 0.8


class Panel:
    """A column that scrolls, with the question's menus above it."""

    def __init__(self, window: Window, session: Session, area: Area) -> None:
        self._window, self._session, self._area = window, session, area
        self._painter = Painter()
        self._tries: dict[UIButton, int] = {}
        self._cards: list[tuple[pygame.Rect, str]] = []
        top = area.y + _TOP + _MENU_HEIGHT + 8
        self._view = pygame.Rect(area.x + _PAD, top, area.width - _PAD - 4, area.y + area.height - top - 4)
        self._scroller = UIScrollingContainer(self._view, window.widgets, allow_scroll_x=False)
        self._image: UIImage | None = None
        self._menus: tuple[UIDropDownMenu, UIDropDownMenu] | None = None
        self._menus_show: tuple[str, str | None] | None = None
        self._written: object = None
        self.refresh()

    def command(self, event: pygame.Event) -> Command | None:
        """React to a widget of the panel; menus and suggestions act on the session directly."""
        if event.type == pygame_gui.UI_DROP_DOWN_MENU_CHANGED and self._menus is not None:
            ask_menu, attack_menu = self._menus
            if event.ui_element == ask_menu:
                names = [self._window.say(ASK_NAMES[ask]) for ask in PAIR_ASKS]
                self._session.ask = PAIR_ASKS[names.index(event.text)]
            elif event.ui_element == attack_menu:
                self._session.attack = ATTACK_CHOICES[self._attack_names().index(event.text)]
            return None
        number = self._tries.get(event.ui_element)
        if number is not None:
            changes = self._session.suggestions()
            if number < len(changes):
                self._session.try_change(changes[number])
        return None

    def click(self, pos: tuple[int, int]) -> bool:
        """A click on a system's card shows that system's lines; False elsewhere."""
        if not self._view.collidepoint(pos) or self._image is None:
            return False
        shift = self._image.get_abs_rect().topleft
        for place, system in self._cards:
            if place.move(shift).collidepoint(pos):
                self._session.show_lines_of(system)
                return True
        return False

    def scroll(self, pages: int) -> None:
        """Scroll by most of a page."""
        bar = self._scroller.vert_scroll_bar
        if bar is not None and self._image is not None:
            height = self._image.get_abs_rect().height
            share = self._view.height * _PAGE_SHARE / max(1, height)
            start = min(max(0.0, bar.start_percentage + pages * share), max(0.0, 1.0 - self._view.height / height))
            bar.set_scroll_from_start_percentage(start)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the background."""
        area, theme = self._area, self._window.theme
        painter.paint([Rect(area.x, area.y, area.width, area.height, theme.panel)], surface)

    def refresh(self) -> None:
        """Write the panel anew when what it shows has changed."""
        session = self._session
        self._place_menus()
        shows = (
            session.world,
            session.question(),
            session.shown,
            session.main,
            session.attacker,
            session.mode,
            session.diagonals,
        )
        if shows == self._written:
            return
        same_question = isinstance(self._written, tuple) and shows[:2] == self._written[:2]
        self._written = shows
        self._write(keep_place=same_question)

    def _place_menus(self) -> None:
        session = self._session
        shows = (session.ask, session.attack)
        if self._menus_show == shows:
            return
        self._menus_show = shows
        for menu in self._menus or ():
            menu.kill()
        area = self._area
        half = (area.width - 2 * _PAD - 8) // 2
        place = pygame.Rect(area.x + _PAD, area.y + _TOP, half, _MENU_HEIGHT)
        asks = [self._window.say(ASK_NAMES[ask]) for ask in PAIR_ASKS]
        attacks = self._attack_names()
        manager = self._window.widgets
        self._menus = (
            UIDropDownMenu(list(asks), asks[PAIR_ASKS.index(session.ask)], place, manager),
            UIDropDownMenu(
                list(attacks), attacks[ATTACK_CHOICES.index(session.attack)], place.move(half + 8, 0), manager
            ),
        )

    def _attack_names(self) -> list[str]:
        return [self._window.say(OBVIOUS_ATTACK if one is None else ATTACKS[one]) for one in ATTACK_CHOICES]

    def _write(self, *, keep_place: bool) -> None:
        for button in self._tries:
            button.kill()
        self._tries.clear()
        self._cards.clear()
        width = self._view.width - _SCROLL_BAR - 10
        flow = Flow(0, 4, width, self._window.theme, self._window.catalogue)
        buttons = self._content(flow)
        height = max(round(flow.y) + 24, self._view.height)
        surface = pygame.Surface((width, height), 0, 32)
        surface.fill(self._window.theme.panel)
        self._painter.paint(flow.items, surface)
        if self._image is not None:
            self._image.kill()
        self._scroller.set_scrollable_area_dimensions((width, height))
        place = pygame.Rect(0, 0, width, height)
        self._image = UIImage(place, surface, self._window.widgets, container=self._scroller)
        for y, words, number in buttons:
            shown = shorten(words, 14, width - 30)
            button = UIButton(
                pygame.Rect(0, y, width, _ROW - 4),
                shown,
                self._window.widgets,
                container=self._scroller,
                object_id=ObjectID(class_id="@try"),
                tool_tip_text=words if shown != words else None,
            )
            self._tries[button] = number
        bar = self._scroller.vert_scroll_bar
        if bar is not None and not keep_place:
            bar.set_scroll_from_start_percentage(0.0)

    def _content(self, flow: Flow) -> list[tuple[int, str, int]]:
        """Write everything; returns where the suggestions' buttons go."""
        session = self._session
        rulings = session.rulings()
        if not rulings:
            if session.attacker:
                write_creature(flow, session)
            else:
                write_welcome(flow, session)
            return []
        question = session.question()
        assert question is not None
        answers = [one for one in rulings if isinstance(one, Verdict)]
        unit = book(session.main).unit
        asked = session.main_ruling()
        flow.write(question_title(question if asked is None else asked.question, session.world, unit), 18, bold=True)
        flow.gap(8)
        self._write_cards(flow, answers)
        for system, one in zip(session.shown, rulings, strict=True):
            if isinstance(one, ProblemError):
                silent = NO_SUCH_AREA if session.template is not None else NO_ANSWER
                flow.write(text(silent.msgid, book=book(system).title), SMALL + 1, flow.theme.muted)
        if len(answers) > 1:
            flow.gap(8)
            write_agreement(flow, session.world, answers, [book(one.ruleset) for one in answers])
        if asked is None:
            return []
        buttons = self._write_changes(flow)
        flow.gap(10)
        flow.write(book(session.main).title, BODY, flow.theme.muted, bold=True)
        write_argument(flow, session.world, asked, book(session.main))
        return buttons

    def _write_cards(self, flow: Flow, answers: list[Verdict]) -> None:
        """The answers side by side, fewer in a row when there are four or their words are long."""
        books = [book(one.ruleset) for one in answers]
        world = self._session.world
        gap = 8.0
        for across in (2 if len(answers) == 4 else max(1, len(answers)), 2, 1):
            wide = (flow.width - gap * (across - 1)) / across
            if all(answer_fits(flow, world, one, own, wide) for one, own in zip(answers, books, strict=True)):
                break
        for first in range(0, len(answers), across):
            row = range(first, min(first + across, len(answers)))
            trial = [Flow(0, 0, wide, flow.theme, flow.words) for _ in row]
            for column, number in zip(trial, row, strict=True):
                write_card(column, world, answers, books, number)
            least = max(column.y for column in trial)
            for place, number in enumerate(row):
                column = Flow(flow.x + place * (wide + gap), flow.y, wide, flow.theme, flow.words)
                write_card(column, world, answers, books, number, least=least)
                flow.items += column.items
                box = pygame.Rect(round(column.x), round(flow.y), round(wide), round(least))
                self._cards.append((box, answers[number].ruleset))
                if answers[number].ruleset == self._session.main and len(answers) > 1:
                    mark = Rect(box.x + 8, box.bottom - 3, box.width - 16, 3, flow.theme.link, radius=1)
                    flow.items.append(mark)
            flow.y += least + gap

    def _write_changes(self, flow: Flow) -> list[tuple[int, str, int]]:
        session = self._session
        if session.template is not None:
            return []
        flow.heading(CHANGES)
        changes = session.suggestions()
        if not changes:
            flow.write(NOTHING_CHANGES, BODY, flow.theme.muted)
        buttons = []
        own = book(session.main)
        for number, change in enumerate(changes):
            value = value_text(own, change.question.ask, change.verdict.value, session.world)
            words = f"{self._window.say(change.label)}: {self._window.say(value)}"
            buttons.append((round(flow.y), words, number))
            flow.gap(_ROW)
        return buttons
