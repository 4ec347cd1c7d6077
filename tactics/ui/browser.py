"""The list of scenarios."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UISelectionList

from tactics.core.problems import ProblemError
from tactics.core.resources import resource_folder
from tactics.core.text import Named, text
from tactics.files.document import Document
from tactics.files.load import load
from tactics.render.board import board_picture
from tactics.render.displaylist import Group, Item, Label
from tactics.render.flow import Flow
from tactics.render.metrics import wrap
from tactics.render.png import Painter
from tactics.rules.registry import book
from tactics.ui.commands import Command, command_of
from tactics.ui.screen import Window
from tactics.world.build import build
from tactics.world.world import World

TITLE = text("Choose a position")
OPEN = text("Open")
NO_SCENARIOS = text("No scenario was found in {folder}")
HINT = text("Arrows choose, Enter opens, Ctrl+L changes the language")
_MARGIN = 28
_LIST_SHARE = 36
_LEAST_PREVIEW = 6


@dataclass(frozen=True, slots=True)
class Listed:
    """A scenario in the list."""

    path: Path
    title: Named
    document: Document


def scenarios(folder: Path) -> tuple[Listed, ...]:
    """Every sound scenario of a folder, by file name; files with problems are left to ``tactics check``."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        try:
            document = load(path)
        except ProblemError:
            continue
        found.append(Listed(path, document.title, document))
    return tuple(found)


class Browser:
    """A list on the left, the chosen position on the right."""

    def __init__(self, window: Window, message: str = "") -> None:
        self._window = window
        self._message = message
        self._painter = Painter()
        self._folder = resource_folder("scenarios")
        self._listed = scenarios(self._folder)
        self._chosen = 0
        self._preview: tuple[int, World] | None = None
        self.laid_out()

    @property
    def covered(self) -> bool:
        """Nothing lies over the widgets."""
        return False

    def laid_out(self) -> None:
        """Place the list and the button."""
        manager = self._window.widgets
        manager.clear_and_reset()
        width, height = self._window.surface.get_size()
        self._split = width * _LIST_SHARE // 100
        names = [self._name(one) for one in self._listed]
        self._by_name = {name: number for number, name in enumerate(names)}
        bottom = height - _MARGIN - (110 if self._message else 30)
        self._list = UISelectionList(
            pygame.Rect(_MARGIN, 84, self._split - _MARGIN, bottom - 84),
            item_list=list(names),
            manager=manager,
            default_selection=names[self._chosen] if names else None,
        )
        self._open = UIButton(
            pygame.Rect(width - _MARGIN - 160, height - _MARGIN - 44, 160, 44), self._window.say(OPEN), manager
        )
        if not self._listed:
            self._open.disable()

    def handle(self, event: pygame.Event) -> None:
        """React to the list, the button and the keyboard."""
        if event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION:
            self._chosen = self._by_name[event.text]
        elif event.type == pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION:
            self._chosen = self._by_name[event.text]
            self._open_chosen()
        elif event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element == self._open:
            self._open_chosen()
        elif event.type == pygame.KEYDOWN:
            self._press(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw heading, preview and description."""
        theme = self._window.theme
        surface.fill(theme.page)
        items: list[Item] = [Label(_MARGIN, 56, self._window.say(TITLE), 26, theme.strong, bold=True)]
        width, height = surface.get_size()
        if self._listed:
            items += self._described(width, height)
        else:
            nothing = self._window.say(text(NO_SCENARIOS.msgid, folder=str(self._folder)))
            items.append(Label(self._split + _MARGIN, 110, nothing, 15, theme.muted))
        top = height - _MARGIN - (78 if self._message else 0)
        for number, line in enumerate(self._message_lines()):
            items.append(Label(_MARGIN, top + 19 * number, line, 13, theme.notice_text))
        if not self._message:
            items.append(Label(_MARGIN, height - _MARGIN, self._window.say(HINT), 13, theme.muted))
        self._painter.paint(items, surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Nothing lies above the widgets."""

    def _message_lines(self) -> list[str]:
        lines = [line for part in self._message.splitlines() for line in wrap(part, 13, self._split - _MARGIN)]
        return [*lines[:4], "…"] if len(lines) > 5 else lines

    def _described(self, width: int, height: int) -> list[Item]:
        """Title, description, systems and board of the chosen scenario."""
        theme, one = self._window.theme, self._listed[self._chosen]
        left, room = self._split + _MARGIN, width - self._split - 2 * _MARGIN
        words = one.document.description
        about = words.ru if self._window.lang == "ru" and words.ru else words.en
        flow = Flow(left, 84, room, theme, self._window.catalogue)
        flow.write(self._name(one), 20, theme.strong, bold=True)
        flow.gap(6)
        flow.write(about, 15)
        flow.gap(6)
        flow.write(", ".join(book(system).title for system in one.document.rulesets), 13, theme.muted)
        flow.gap(10)
        board = self._world().board
        high = height - flow.y - _MARGIN - 64
        cell = min(56, (room - 40) // board.width, (high - 40) // board.height)
        if cell >= _LEAST_PREVIEW:
            picture = board_picture(self._world(), theme, cell=float(cell))
            flow.items.append(Group(picture.items, left - 16, flow.y - 12))
        return flow.items

    def _world(self) -> World:
        if self._preview is None or self._preview[0] != self._chosen:
            self._preview = (self._chosen, build(self._listed[self._chosen].document))
        return self._preview[1]

    def _name(self, one: Listed) -> str:
        title = one.title.ru if self._window.lang == "ru" and one.title.ru else one.title.en
        same = [other for other in self._listed if other.title == one.title]
        return title if len(same) == 1 else f"{title} ({one.path.stem})"

    def _press(self, event: pygame.Event) -> None:
        command = command_of(event.key, event.scancode, event.mod)
        if command in (Command.CURSOR_DOWN, Command.CURSOR_UP) and self._listed:
            step = 1 if command is Command.CURSOR_DOWN else -1
            self._chosen = (self._chosen + step) % len(self._listed)
            self.laid_out()
        elif command is Command.CHOOSE:
            self._open_chosen()
        elif command is Command.LANGUAGE:
            self._window.next_language()
        elif command is Command.FULL_SCREEN:
            self._window.toggle_full_screen()
        elif command is Command.QUIT:
            self._window.running = False

    def _open_chosen(self) -> None:
        if self._listed:
            self._window.open(self._listed[self._chosen].path)
