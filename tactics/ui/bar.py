"""The bar along the top: the position's name, the rule systems, and what the buttons do."""

from __future__ import annotations

import pygame
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton

from tactics.core.text import text
from tactics.render.displaylist import Item, Label, Rect
from tactics.render.metrics import shorten, text_width
from tactics.render.png import Painter
from tactics.rules.registry import SYSTEMS, book
from tactics.ui.camera import Area
from tactics.ui.commands import Command
from tactics.ui.screen import Window
from tactics.ui.session import Session

SETTLE = text("settle a dispute")
WHAT_IF = text("what if")
_BUTTONS = (
    (text("Back"), Command.BACK, text("Take the last change back (Backspace)")),
    (text("Area"), Command.TEMPLATE, text("Place an area (B)")),
    (text("Fight"), Command.FIGHT, text("Fight it out from here (Ctrl+F)")),
    (text("Save"), Command.SAVE_SVG, text("Save the ruling as SVG (Ctrl+S), as PNG with Ctrl+Shift+S")),
    (text("Open"), Command.BROWSER, text("List of scenarios (Ctrl+O)")),
    (text("EN | RU"), Command.LANGUAGE, text("English or Russian (Ctrl+L)")),
    (text("Keys"), Command.HELP, text("All keys (F1)")),
)
_PILL_HEIGHT, _BUTTON_HEIGHT, _GAP, _PAD = 28, 32, 8, 20


class Bar:
    """Widgets of the top bar."""

    def __init__(self, window: Window, session: Session, area: Area) -> None:
        self._window, self._session, self._area = window, session, area
        self._pills: dict[UIButton, Command] = {}
        self._shown: tuple[str, ...] | None = None
        self._buttons = self._make_buttons()
        self._place_pills()

    def command(self, event: pygame.Event) -> Command | None:
        """The command of a pressed button of this bar."""
        return self._pills.get(event.ui_element) or self._buttons.get(event.ui_element)

    def refresh(self) -> None:
        """Show the session's systems and whether there is a change to take back."""
        if self._shown != self._session.shown:
            self._place_pills()
        for button, command in self._buttons.items():
            if command is Command.BACK:
                if self._session.changed:
                    button.enable()
                else:
                    button.disable()

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the background and the title."""
        theme, area, words = self._window.theme, self._area, self._window
        room = self._left - 2 * _PAD
        title = self._session.world.title
        name = title.ru if words.lang == "ru" and title.ru else title.en
        aside = words.say(WHAT_IF if self._session.changed else SETTLE)
        colour = theme.notice_text if self._session.changed else theme.muted
        shown = shorten(name, 18, room, bold=True)
        wide = text_width(shown, 18, bold=True)
        items: list[Item] = [
            Rect(0, 0, area.width, area.height, theme.panel),
            Label(_PAD, 33, shown, 18, theme.strong, bold=True),
        ]
        if wide + 10 + text_width(aside, 13) < room:
            items.append(Label(_PAD + wide + 10, 33, aside, 13, colour))
        painter.paint(items, surface)

    def _make_buttons(self) -> dict[UIButton, Command]:
        made: dict[UIButton, Command] = {}
        right = self._area.width - _PAD + _GAP
        for label, command, tip in reversed(_BUTTONS):
            words = self._window.say(label)
            wide = round(text_width(words, 14)) + 26
            right -= wide + _GAP
            place = pygame.Rect(right, (self._area.height - _BUTTON_HEIGHT) // 2, wide, _BUTTON_HEIGHT)
            made[UIButton(place, words, self._window.widgets, tool_tip_text=self._window.say(tip))] = command
        self._buttons_left = right
        return made

    def _place_pills(self) -> None:
        for pill in self._pills:
            pill.kill()
        self._pills.clear()
        self._shown = self._session.shown
        left = self._buttons_left - 16
        for number in reversed(range(len(SYSTEMS))):
            own = book(SYSTEMS[number])
            wide = round(text_width(own.short, 14)) + 30
            left -= wide + _GAP
            place = pygame.Rect(left, (self._area.height - _PILL_HEIGHT) // 2, wide, _PILL_HEIGHT)
            look = "@pill_on" if own.id in self._session.shown else "@pill_off"
            tip = f"{own.title} ({number + 1})"
            pill = UIButton(
                place, own.short, self._window.widgets, tool_tip_text=tip, object_id=ObjectID(class_id=look)
            )
            self._pills[pill] = Command[f"SYSTEM_{number + 1}"]
        self._left = left
