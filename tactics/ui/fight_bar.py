"""The bar along the top of a fight and the line at its bottom."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIButton

from tactics.core.text import Text, text
from tactics.render.displaylist import Item, Label, Rect
from tactics.render.metrics import shorten, text_width
from tactics.ui.camera import Area
from tactics.ui.commands import Command
from tactics.ui.fight_session import FightSession
from tactics.ui.screen import Window

HINT = text("C computer · D dice · R rolls · , . look back · F1 keys")
_BUTTONS: tuple[tuple[Text, Command, Text], ...] = (
    (text("Undo"), Command.BACK, text("Take the last action back (Backspace)")),
    (text("Redo"), Command.FORWARD, text("Do it again (Ctrl+Y)")),
    (text("Save"), Command.SAVE, text("Save the fight (Ctrl+S)")),
    (text("Open"), Command.BROWSER, text("List of scenarios (Ctrl+O)")),
    (text("EN | RU"), Command.LANGUAGE, text("English or Russian (Ctrl+L)")),
    (text("Keys"), Command.HELP, text("All keys (F1)")),
)
_PAD, _GAP, _BUTTON_HEIGHT = 20, 8, 32


class FightBar:
    """Title and buttons.

    Attributes:
        buttons: what each button does.
    """

    def __init__(self, window: Window, session: FightSession, area: Area) -> None:
        self._window, self._session, self._area = window, session, area
        self.buttons: dict[UIButton, Command] = {}
        right = area.width - _PAD + _GAP
        for label, command, tip in reversed(_BUTTONS):
            words = window.say(label)
            wide = round(text_width(words, 14)) + 26
            right -= wide + _GAP
            place = pygame.Rect(right, (area.height - _BUTTON_HEIGHT) // 2, wide, _BUTTON_HEIGHT)
            self.buttons[UIButton(place, words, window.widgets, tool_tip_text=window.say(tip))] = command
        self._left = right

    def items(self) -> list[Item]:
        """The ground and the title."""
        theme, area = self._window.theme, self._area
        title = self._session.fight.world.title
        name = title.ru if self._window.lang == "ru" and title.ru else title.en
        shown = shorten(name, 18, self._left - 2 * _PAD, bold=True)
        return [Rect(0, 0, area.width, area.height, theme.panel), Label(_PAD, 33, shown, 18, theme.strong, bold=True)]


def status_items(window: Window, area: Area, note: str, typed: str) -> list[Item]:
    """The line at the bottom: what was typed, else a note, else the most useful keys."""
    theme = window.theme
    words = typed or note or window.say(HINT)
    shown = shorten(words, 13, area.width - 32)
    ink = theme.notice_text if note or typed else theme.muted
    rect = Rect(area.x, area.y, area.width, area.height, theme.panel)
    return [rect, Label(area.x + 16, area.y + area.height / 2 + 4.5, shown, 13, ink)]
