"""The bar along the top of a fight and the line at its bottom."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIButton

from tactics.core.lattice import Square
from tactics.core.text import Text, as_words, composed, text
from tactics.render.displaylist import Item, Label, Rect
from tactics.render.metrics import shorten, text_width
from tactics.rules.action import NeedPath
from tactics.rules.registry import book
from tactics.ui.camera import Area
from tactics.ui.commands import Command
from tactics.ui.fight_choices import choosing_stance
from tactics.ui.fight_session import FightSession
from tactics.ui.screen import Window
from tactics.ui.terms import LIGHTS, TERRAINS

HINT = text("E ends the turn · , . look back · R opens the story · F1 keys")
WALKING = text("Click where to, or Tab and Enter · Shift+click or W goes by a square · Esc goes back")
AIMING = text("Click what is aimed at, or Tab and Enter · Esc goes back")
LOOKING = text(", . go on and back · Home returns to the present")
DECIDING = text("Up and Down choose, Enter answers · R opens the story · F1 keys")
CHOOSING = text("Up and Down choose, Enter takes it · E ends the turn · F1 keys")
OVER = text(", . look back · Backspace takes back · Ctrl+O list of scenarios · F1 keys")
WATCHING = text("C changes what the computer plays · , . look back · F1 keys")
_BUTTONS: tuple[tuple[Text, Command, Text], ...] = (
    (text("Undo"), Command.BACK, text("Take the last action back (Backspace)")),
    (text("Redo"), Command.FORWARD, text("Do it again (Ctrl+Y)")),
    (text("Computer"), Command.COMPUTER, text("Which sides the computer plays: all but the first, none, all (C)")),
    (text("Dice"), Command.DICE, text("Dice of the program, or rolled by hand (D)")),
    (text("Master"), Command.ALL_SHOWN, text("The game master's view: everybody, and secret rolls (G)")),
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

    def __init__(
        self, window: Window, session: FightSession, area: Area, without: frozenset[Command] = frozenset()
    ) -> None:
        """Place the buttons, all but those of some commands."""
        self._window, self._session, self._area = window, session, area
        self.buttons: dict[UIButton, Command] = {}
        right = area.width - _PAD + _GAP
        for label, command, tip in reversed([one for one in _BUTTONS if one[1] not in without]):
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


def status_items(window: Window, session: FightSession, square: Square | None, area: Area, note: str) -> list[Item]:
    """The line at the bottom: the square pointed at, then a note or the keys that are useful now."""
    theme = window.theme
    items: list[Item] = [Rect(area.x, area.y, area.width, area.height, theme.panel)]
    left, baseline = area.x + 16.0, area.y + area.height / 2 + 4.5
    if square is not None and not note:
        told = window.say(_square_text(session, square))
        items.append(Label(left, baseline, told, 13, theme.text))
        left += text_width(told, 13) + 24
    words = note or window.say(_hint(session))
    room = area.x + area.width - 16 - left
    if room > 80:
        items.append(Label(left, baseline, shorten(words, 13, room), 13, theme.notice_text if note else theme.muted))
    return items


def _square_text(session: FightSession, square: Square) -> Text:
    fight = session.fight
    terrain = fight.world.board.at(square)
    light = book(fight.system).light_at(fight.world, square)
    ground = as_words(TERRAINS, terrain.id)
    return composed("{square} · {ground} · {light}", square=square, ground=ground, light=as_words(LIGHTS, light))


def _hint(session: FightSession) -> Text:
    if session.seen is not None and not session.showing:
        return LOOKING
    if session.over:
        return OVER
    if session.aim is not None:
        return WALKING if isinstance(session.aim.need, NeedPath) else AIMING
    if session.is_computer(session.mover):
        return WATCHING
    if choosing_stance(session):
        return CHOOSING
    return HINT if session.decision is None else DECIDING
