"""The panel of a fight: who acts, what it can do, what is asked, and the story so far."""

from __future__ import annotations

import pygame
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton, UIScrollingContainer

from tactics.core.problems import ProblemError
from tactics.core.text import Text, composed, say, text
from tactics.render.displaylist import Circle, Item, Label, Rect
from tactics.render.events import event_text, part_text
from tactics.render.flow import BODY, SMALL, Flow
from tactics.render.metrics import shorten, text_width, wrap
from tactics.render.png import Painter
from tactics.rules.action import Need, NeedChoice, Option, Resource
from tactics.rules.event import Rolled, RoundBegan, TurnBegan
from tactics.ui.camera import Area
from tactics.ui.fight_marks import hp_text, preview_lines
from tactics.ui.fight_session import FightSession
from tactics.ui.screen import Window

GROUPS: dict[str, Text] = {
    "attack": text("Attack"),
    "move": text("Move"),
    "maneuver": text("Maneuvers"),
    "power": text("Powers"),
    "defend": text("Defend and wait"),
    "item": text("Things"),
    "other": text("Other"),
    "time": text("Time"),
    "turn": text("Turn"),
}
"""Groups of options, in the order they are shown."""

CHOOSE = text("Enter chooses, Esc goes back")
COMPUTER = text("The computer plays")
STORY = text("The story so far")
OVER = text("The fight is over")
MAKE_CAMP = text("Make camp")
MAKE_CAMP_ID = "make_camp"
LOOKING_BACK = text("Looking back: event {n} of {total}")
_PAD, _ROW, _CARD, _SCROLL_BAR = 16, 34, 124, 18
_STORY_SHARE = 36


class FightPanel:
    """Card, options and story from top to bottom."""

    def __init__(self, window: Window, session: FightSession, area: Area) -> None:
        self._window, self._session, self._area = window, session, area
        self._buttons: dict[UIButton, Option | str] = {}
        self._rows: list[UIButton] = []
        self._focus = 0
        self._story_top = area.y + area.height - area.height * _STORY_SHARE // 100
        self._story_back = 0
        self.opened = False
        top = area.y + _CARD + 30
        self._view = pygame.Rect(area.x + _PAD, top, area.width - _PAD - 4, self._story_top - top - 8)
        self._scroller = UIScrollingContainer(self._view, window.widgets, allow_scroll_x=False)
        self._written: object = None
        self.refresh()

    def press(self, event: pygame.Event) -> None:
        """A button of the panel was pressed."""
        chosen = self._buttons.get(event.ui_element)
        if isinstance(chosen, Option):
            self._session.choose(chosen)
        elif chosen is not None:
            self._say(chosen)

    def _say(self, choice: str) -> None:
        if choice == MAKE_CAMP_ID and self._session.over:
            self._window.make_camp(self._session)
        elif self._session.aim is not None:
            self._session.name(choice)
        else:
            self._session.answer(choice)

    def move_focus(self, step: int) -> None:
        """Mark the next or previous button, for the keyboard."""
        if self._rows:
            self._focus = (self._focus + step) % len(self._rows)
            for number, button in enumerate(self._rows):
                if number == self._focus:
                    button.select()
                else:
                    button.unselect()
            self._keep_in_sight(self._rows[self._focus])

    def choose_focused(self) -> bool:
        """Press the marked button; False when there is none."""
        if not self._rows:
            return False
        chosen = self._buttons[self._rows[self._focus]]
        if isinstance(chosen, Option):
            self._session.choose(chosen)
        else:
            self._say(chosen)
        return True

    def holds_story(self, x: int, y: int) -> bool:
        """Whether a pixel lies on the story."""
        return self._area.holds(x, y) and y >= self._story_top

    def scroll(self, lines: int) -> None:
        """Scroll the story."""
        self._story_back = max(0, self._story_back + lines)

    def refresh(self) -> None:
        """Write the buttons anew when what can be chosen has changed."""
        session = self._session
        aim = session.aim
        shows = (
            id(session.battle.fight),
            session.seen,
            session.decision,
            aim.option if aim else None,
            len(aim.said) if aim else 0,
            session.wanted_sides,
            session.computer,
        )
        if shows == self._written:
            return
        self._written = shows
        self._story_back = 0
        for button in self._buttons:
            button.kill()
        self._buttons.clear()
        self._rows.clear()
        self._focus = 0
        self._make_buttons()

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw card, heading and story."""
        area, theme = self._area, self._window.theme
        items: list[Item] = [Rect(area.x, area.y, area.width, area.height, theme.panel)]
        items += self._card()
        session = self._session
        urgent = session.message is not None or session.wanted_sides or session.decision is not None
        ink = theme.notice_text if urgent else theme.strong
        items.append(Label(area.x + _PAD, area.y + _CARD + 20, self._heading(), 14, ink, bold=True))
        items += self._story()
        painter.paint(items, surface)

    # Buttons.

    def _make_buttons(self) -> None:
        session = self._session
        need = session.aim.need if session.aim is not None else None
        y = 0
        if isinstance(need, NeedChoice):
            for choice in need.choices:
                y = self._row(y, self._window.say(choice.title), choice.id, None)
        elif session.decision is not None and session.aim is None and not session.is_computer(session.mover):
            for choice in session.decision.choices:
                y = self._row(y, self._window.say(choice.title), choice.id, self._decision_tip(choice.id))
        elif self._leads_on():
            y = self._row(y, self._window.say(MAKE_CAMP), MAKE_CAMP_ID, None)
        elif session.aim is None:
            y = self._option_rows(y)
        self._scroller.set_scrollable_area_dimensions((self._view.width - _SCROLL_BAR - 8, max(y, self._view.height)))
        if self._rows:
            self._rows[0].select()

    def _leads_on(self) -> bool:
        """Whether a camp follows; a chain that is broken is told in place of the heading."""
        try:
            return self._session.leads_on
        except ProblemError as error:
            self._session.message = composed("{problem}", problem=str(error.problems[0]))
            return False

    def _decision_tip(self, choice: str) -> str | None:
        decision = self._session.decision
        preview = decision.preview.get(choice) if decision is not None else None
        if preview is None:
            return None
        return "\n".join(self._window.say(one) for one in preview_lines(preview, self._session.battle.fight))

    def _option_rows(self, y: int) -> int:
        options = self._session.options()
        for group in GROUPS:
            for option in options:
                if option.group == group and option.refusal is None:
                    y = self._row(y, self._words(option), option, None)
        for option in options:
            if option.refusal is not None:
                why = self._window.say(option.refusal.text)
                y = self._row(y, self._words(option), option, f"{why} [{option.refusal.rule}]", enabled=False)
        return y

    def _words(self, option: Option) -> str:
        return f"{self._window.say(option.title)} · {self._window.say(option.cost)}"

    def _row(self, y: int, words: str, chosen: Option | str, tip: str | None, *, enabled: bool = True) -> int:
        width = self._view.width - _SCROLL_BAR - 10
        shown = shorten(words, 14, width - 30)
        button = UIButton(
            pygame.Rect(0, y, width, _ROW - 4),
            shown,
            self._window.widgets,
            container=self._scroller,
            object_id=ObjectID(class_id="@try" if enabled else "@refused"),
            tool_tip_text=tip or (words if shown != words else None),
        )
        self._buttons[button] = chosen
        if enabled:
            self._rows.append(button)
        return y + _ROW

    def _keep_in_sight(self, button: UIButton) -> None:
        bar = self._scroller.vert_scroll_bar
        if bar is None:
            return
        top = button.get_relative_rect().top
        height = max(1, len(self._buttons) * _ROW)
        if height > self._view.height:
            most = 1.0 - self._view.height / height
            bar.set_scroll_from_start_percentage(min(most, max(0.0, (top - self._view.height // 2) / height)))

    # Drawing.

    def _heading(self) -> str:
        session, say_ = self._session, self._window.say
        if session.message is not None:
            return shorten(say_(session.message), 14, self._area.width - 2 * _PAD, bold=True)
        if session.seen is not None:
            total = session.battle.event_count
            return say_(text(LOOKING_BACK.msgid, n=session.seen, total=total))
        if session.wanted_sides:
            return say_(text("Roll a d{sides} and type it: Enter", sides=session.wanted_sides))
        if session.over:
            return say_(OVER)
        need: Need | None = session.aim.need if session.aim is not None else None
        if need is not None:
            return say_(need.title)
        if session.is_computer(session.mover):
            return say_(COMPUTER)
        if session.decision is not None:
            return shorten(say_(session.decision.title), 14, self._area.width - 2 * _PAD, bold=True)
        return say_(CHOOSE)

    def _card(self) -> list[Item]:
        session, theme, area = self._session, self._window.theme, self._area
        who = session.mover
        if not who:
            return []
        creature, body = session.fight.world.creature(who), session.fight.body(who)
        name = creature.name.ru if self._window.lang == "ru" and creature.name.ru else creature.name.en or creature.id
        flow = Flow(area.x + _PAD, area.y + 8, area.width - 2 * _PAD, theme, self._window.catalogue)
        flow.write(name, 20, theme.strong, bold=True)
        flow.write(hp_text(body), BODY)
        badges = session.battle.badges(who) if session.seen is None else ()
        words = ", ".join(self._window.say(one.title) + (f" {one.value}" if one.value else "") for one in badges)
        if words:
            flow.write(shorten(words, SMALL + 1, flow.width), SMALL + 1, theme.notice_text)
        if session.seen is None:
            flow.items += self._pips(session.battle.resources(who), flow.x, flow.width)
        return flow.items

    def _pips(self, resources: tuple[Resource, ...], left: float, width: float) -> list[Item]:
        """What is left of the turn, in one line at the bottom of the card, or in two where the words are long."""
        theme = self._window.theme
        titles = {one.key: self._window.say(one.title) for one in resources}
        wide = {one.key: 16.0 * max(1, one.total) + text_width(titles[one.key], 12) + 14 for one in resources}
        x, y = left, float(self._area.y + _CARD - 14)
        if sum(wide.values()) > width:
            y -= 18
        items: list[Item] = []
        for one in resources:
            if x + wide[one.key] - 14 > left + width:
                x, y = left, y + 18
            for number in range(max(1, one.total)):
                full = number < one.left
                items.append(
                    Circle(x + 7, y - 4, 6, theme.badge if full else "", theme.badge if full else theme.card_edge, 1.5)
                )
                x += 16
            items.append(Label(x + 2, y, titles[one.key], 12, theme.text if one.left else theme.muted))
            x += text_width(titles[one.key], 12) + 14
        return items

    def _story(self) -> list[Item]:
        area, theme = self._area, self._window.theme
        top, bottom = self._story_top, area.y + area.height - 10
        items: list[Item] = [
            Rect(area.x, top, area.width, area.y + area.height - top, theme.page),
            Label(area.x + _PAD, top + 20, self._window.say(STORY), 13, theme.muted, bold=True),
        ]
        fit = (bottom - top - 30) // 17
        lines = self._story_lines(fit + self._story_back)
        self._story_back = max(0, min(self._story_back, len(lines) - fit))
        shown = lines[: len(lines) - self._story_back] if self._story_back else lines
        y = bottom - 6
        for words, ink, indent in reversed(shown):
            if y < top + 36:
                break
            items.append(Label(area.x + _PAD + indent, y, words, 12, ink, max_width=area.width - 2 * _PAD - indent))
            y -= 17
        return items

    def _story_lines(self, wanted: int) -> list[tuple[str, str, int]]:
        """The newest lines of the story, oldest first; rolls are opened into their parts when that is switched on."""
        theme, words = self._window.theme, self._window.catalogue
        found: list[tuple[str, str, int]] = []
        width = self._area.width - 2 * _PAD
        for event in reversed(self._session.events()):
            if len(found) >= wanted:
                break
            told = event_text(event, self._session.fight)
            if told is None:
                continue
            head = isinstance(event, RoundBegan | TurnBegan)
            ink = theme.chosen if head else theme.text
            block = [(line, ink, 0 if head else 10) for line in wrap(say(told, words), 12, width - 10)]
            if self.opened and isinstance(event, Rolled):
                for part in event.parts:
                    rule = f" [{part.rule}]" if part.rule else ""
                    block.append((say(part_text(part), words) + rule, theme.muted, 26))
            found += reversed(block)
        return list(reversed(found))
