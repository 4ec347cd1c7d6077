"""The screen of a camp: the party with its wounds, what everybody can do, and the way to the next fight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pygame_gui

from tactics.core.problems import ProblemError
from tactics.core.text import text
from tactics.render.displaylist import Group, Item, Label, Rect
from tactics.render.metrics import shorten
from tactics.render.png import Painter
from tactics.render.tokens import token, token_letters
from tactics.rules.action import NeedCreature
from tactics.ui.camera import Area
from tactics.ui.camp_session import CampSession
from tactics.ui.commands import Command, camp_sections, command_of
from tactics.ui.fight_bar import FightBar
from tactics.ui.fight_card import hp_text
from tactics.ui.fight_keeping import free_path, save_folder
from tactics.ui.fight_panel import FightPanel
from tactics.ui.help import help_items
from tactics.ui.layout import Layout
from tactics.ui.screen import Window
from tactics.world.creature import Creature

CAMP = text("Camp")
CLOCK = text("{hours} h {minutes} min since the fight")
THE_WAY = text("To the next fight: {way}")
HINT = text("Tab chooses a member, arrows and Enter an activity · F1 keys")
SAVED = text("Saved: {path}")
_UNUSED = frozenset({Command.ALL_SHOWN, Command.COMPUTER, Command.DICE})
"""Buttons of a fight that mean nothing in a camp."""
_MARGIN, _CARD_HEIGHT, _CARD_WIDTH, _GAP, _TOKEN = 28, 104, 380, 14, 56.0


class CampTable:
    """Turns events into calls of the camp's session and draws what it then shows."""

    def __init__(self, window: Window, session: CampSession, path: Path) -> None:
        self.session = session
        self._window, self._path = window, path
        self._painter = Painter()
        self._help = False
        self._note = ""
        self._act = self._actions()
        self._autosave()
        self.laid_out()

    @property
    def covered(self) -> bool:
        """Whether the help lies over the widgets."""
        return self._help

    def laid_out(self) -> None:
        """Place everything anew for the window's size and language."""
        self._layout = Layout.of(*self._window.surface.get_size())
        self._window.widgets.clear_and_reset()
        self._bar = FightBar(self._window, self.session, self._layout.bar, _UNUSED)
        self._panel = FightPanel(self._window, self.session, self._layout.panel)

    def handle(self, event: pygame.Event) -> None:
        """React to a button, the mouse or the keyboard."""
        if event.type == pygame.KEYDOWN:
            self._press(event)
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            command = self._bar.buttons.get(event.ui_element)
            if command is not None:
                self.do(command)
            else:
                self._panel_command(self._panel.press(event))
        elif event.type == pygame.MOUSEBUTTONDOWN and not self._help:
            self._click(event)
        elif event.type == pygame.MOUSEWHEEL and self._panel.story.holds(*pygame.mouse.get_pos()):
            self._panel.story.scroll(3 * event.y)
        if self._window.screen_is(self):
            self._go_on()
            if self._window.screen_is(self):
                self._panel.refresh()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the party and the panel."""
        theme = self._window.theme
        surface.fill(theme.page)
        items: list[Item] = list(self._bar.items())
        items += self._heading()
        for creature, area in self.cards():
            items += self._card(creature, area)
        note = self._note or self._trouble()
        items += self._status(note)
        self._painter.paint(items, surface)
        self._panel.refresh()
        self._panel.draw(surface, self._painter)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw the help above everything."""
        if self._help:
            width, height = surface.get_size()
            words = self._window.catalogue
            self._painter.paint(help_items(width, height, self._window.theme, words, camp_sections()), surface)

    # What a command does.

    def do(self, command: Command) -> None:
        """Carry out a command of a key or a button."""
        action = self._act.get(command)
        if action is not None:
            self._note = ""
            action()

    def _actions(self) -> dict[Command, Callable[[], object]]:
        session = self.session
        return {
            Command.HELP: self._toggle_help,
            Command.CHOOSE: self._choose,
            Command.CLEAR: session.cancel,
            Command.NEXT_PICK: partial(self._next_member, 1),
            Command.PREVIOUS_PICK: partial(self._next_member, -1),
            Command.CURSOR_UP: lambda: self._panel.move_focus(-1),
            Command.CURSOR_DOWN: lambda: self._panel.move_focus(1),
            Command.BACK: session.undo,
            Command.FORWARD: session.redo,
            Command.OPEN_ROLLS: lambda: self._panel.story.open_all(),
            Command.SAVE: self._save,
            Command.PANEL_UP: lambda: self._panel.story.scroll(8),
            Command.PANEL_DOWN: lambda: self._panel.story.scroll(-8),
            Command.LANGUAGE: self._window.next_language,
            Command.FULL_SCREEN: self._window.toggle_full_screen,
            Command.BROWSER: self._window.show_browser,
            Command.QUIT: self._quit,
        }

    def _press(self, event: pygame.Event) -> None:
        command = command_of(event.key, event.scancode, event.mod, fight=True)
        if self._help:
            self._help = command not in (Command.HELP, Command.CLEAR)
        elif command is not None:
            self.do(command)

    def _choose(self) -> None:
        """Enter: name the member that is marked, else press the marked button."""
        need = self.session.aim.need if self.session.aim is not None else None
        if isinstance(need, NeedCreature) and need.ids:
            self.session.name(self._marked(need))
        else:
            self._panel_command(self._panel.choose_focused())

    def _panel_command(self, command: Command | None) -> None:
        """Do what a button of the panel leaves to the screen."""
        if command is not None:
            self.do(command)

    def _marked(self, need: NeedCreature) -> str:
        return self.session.chosen if self.session.chosen in need.ids else need.ids[0]

    def _next_member(self, step: int) -> None:
        """The next member: of those that can be named, else of all."""
        session = self.session
        need = session.aim.need if session.aim is not None else None
        if isinstance(need, NeedCreature) and need.ids:
            marked = self._marked(need)
            session.chosen = need.ids[(need.ids.index(marked) + step) % len(need.ids)]
        else:
            session.look_to(step)

    def _toggle_help(self) -> None:
        self._help = not self._help

    def _quit(self) -> None:
        self._window.running = False

    def _click(self, event: pygame.Event) -> None:
        if event.button == 3:
            self.session.cancel()
        elif event.button == 1 and self._panel.story.holds(*event.pos):
            self._panel.story.click(event.pos[1])
        elif event.button == 1:
            for creature, area in self.cards():
                if area.holds(*event.pos):
                    self.session.choose_member(creature.id)

    def _go_on(self) -> None:
        """Open the next fight when the party has set out."""
        if self.session.over and self.session.seen is None:
            self._window.go_on(self.session)

    # Drawing.

    def cards(self) -> list[tuple[Creature, Area]]:
        """Every member of the party with the place of its card."""
        board = self._layout.board
        columns = max(1, (board.width - 2 * _MARGIN + _GAP) // (_CARD_WIDTH + _GAP))
        top = board.y + 96
        return [
            (
                creature,
                Area(
                    board.x + _MARGIN + number % columns * (_CARD_WIDTH + _GAP),
                    top + number // columns * (_CARD_HEIGHT + _GAP),
                    _CARD_WIDTH,
                    _CARD_HEIGHT,
                ),
            )
            for number, creature in enumerate(self.session.party)
        ]

    def _status(self, note: str) -> list[Item]:
        """The line at the bottom: a note, else the keys that are useful."""
        theme, area = self._window.theme, self._layout.status
        words = shorten(note or self._window.say(HINT), 13, area.width - 32)
        ink = theme.notice_text if note else theme.muted
        ground = Rect(area.x, area.y, area.width, area.height, theme.panel)
        return [ground, Label(area.x + 16, area.y + area.height / 2 + 4.5, words, 13, ink)]

    def _heading(self) -> list[Item]:
        theme, board, say = self._window.theme, self._layout.board, self._window.say
        hours, minutes = divmod(self.session.clock_minutes(), 60)
        way = next((one.cost for one in self.session.options() if one.id == "set_out"), None)
        items: list[Item] = [
            Label(board.x + _MARGIN, board.y + 40, say(CAMP), 24, theme.strong, bold=True),
            Label(
                board.x + _MARGIN, board.y + 68, say(text(CLOCK.msgid, hours=hours, minutes=minutes)), 14, theme.text
            ),
        ]
        if way is not None:
            words = say(text(THE_WAY.msgid, way=way))
            items.append(Label(board.x + board.width - _MARGIN, board.y + 68, words, 14, theme.muted, anchor="end"))
        return items

    def _card(self, creature: Creature, area: Area) -> list[Item]:
        session, theme = self.session, self._window.theme
        body = session.fight.body(creature.id)
        need = session.aim.need if session.aim is not None else None
        named = isinstance(need, NeedCreature) and creature.id in need.ids
        marked = (named and isinstance(need, NeedCreature) and creature.id == self._marked(need)) or (
            need is None and creature.id == session.mover
        )
        edge = theme.chosen if marked else theme.link if named else theme.card_edge
        letters = token_letters(session.fight.world)[creature.id]
        conditions = tuple(sorted({one.id for one in body.effects} & {"dead", "unconscious", "dying"}))
        look = token(letters, _TOKEN, 0, 0, conditions, theme)
        left, wide = area.x + 22 + _TOKEN, area.width - _TOKEN - 36
        name = creature.name.ru if self._window.lang == "ru" and creature.name.ru else creature.name.en or creature.id
        items: list[Item] = [
            Rect(area.x, area.y, area.width, area.height, theme.card, edge, 2.0 if marked else 1.0, radius=8),
            Group(look, area.x + 14 + _TOKEN / 2, area.y + area.height / 2, sprite=True),
            Label(left, area.y + 26, shorten(name, 16, wide, bold=True), 16, theme.strong, bold=True),
            Label(left, area.y + 46, self._window.say(hp_text(body)), 13, theme.text),
            Rect(left, area.y + 54, wide, 6, theme.panel, radius=3),
        ]
        if body.hp > 0:
            share = wide * min(1.0, body.hp / max(1, body.max_hp))
            items.append(Rect(left, area.y + 54, share, 6, theme.clear, radius=3))
        items.append(Label(left, area.y + 78, shorten(self._badges(creature.id), 12, wide), 12, theme.notice_text))
        doing = next((one.cost for one in session.battle.options(creature.id) if one.id == "explore"), None)
        if doing is not None:
            items.append(Label(left, area.y + 95, self._window.say(doing), 12, theme.muted))
        return items

    def _badges(self, who: str) -> str:
        badges = self.session.battle.badges(who) if self.session.seen is None else ()
        return ", ".join(self._window.say(one.title) + (f" {one.value}" if one.value else "") for one in badges)

    # Saving.

    def _trouble(self) -> str:
        trouble = self.session.battle.trouble
        return trouble.message if trouble is not None else ""

    def _autosave(self) -> None:
        try:
            save_folder().mkdir(parents=True, exist_ok=True)
            self.session.battle.autosave(free_path(save_folder(), f"{self._path.stem}-camp"))
        except (ProblemError, OSError) as error:
            self._note = str(error)

    def _save(self) -> None:
        path = free_path(save_folder(), f"{self._path.stem}-camp-saved")
        try:
            self.session.battle.save(path)
        except ProblemError as error:
            self._note = str(error)
        else:
            self._note = self._window.say(text(SAVED.msgid, path=str(path)))
