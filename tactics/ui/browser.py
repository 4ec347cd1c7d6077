"""The list of scenarios, and that of saved fights."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame
import pygame_gui
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton

from tactics.core.problems import ProblemError
from tactics.core.resources import resource_folder
from tactics.core.text import Named, composed, text
from tactics.engine.battle import fighting_of
from tactics.files.document import Document
from tactics.files.load import load
from tactics.render.board import board_picture
from tactics.render.displaylist import Group, Item, Label
from tactics.render.flow import Flow
from tactics.render.metrics import text_width, wrap
from tactics.render.png import Painter
from tactics.rules.registry import book
from tactics.ui.camera import Area
from tactics.ui.commands import Command, command_of
from tactics.ui.fight_keeping import save_folder
from tactics.ui.pick_list import Entry, PickList
from tactics.ui.saved_fights import SavedFight, saved_fights, write_saved
from tactics.ui.screen import Window
from tactics.world.build import build
from tactics.world.world import World

TITLE = text("Choose a position")
SAVED_TITLE = text("Go on with a fight")
OPEN = text("Open")
FIGHT = text("Fight")
NO_SCENARIOS = text("No scenario was found in {folder}")
NO_FIGHTS = text("No fight was saved yet. They are kept in {folder}")
HINT = text("Arrows choose, Enter opens, Tab shows saved fights, Ctrl+F fights, Ctrl+L changes the language")
SAVED_HINT = text("Arrows choose, Enter goes on, Tab shows scenarios, Ctrl+L changes the language")
_MARGIN, _TABS, _TOP = 28, 78, 122
_LIST_SHARE = 36
_LEAST_PREVIEW = 6
_SCENARIOS, _SAVED = 0, 1


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
    """A list on the left, the chosen position on the right.

    Attributes:
        listed: the scenarios.
        saved: the saved fights, the newest first.
        tab: 0 for scenarios, 1 for saved fights.
    """

    def __init__(self, window: Window, message: str = "") -> None:
        self._window = window
        self._message = message
        self._painter = Painter()
        self._folder = resource_folder("scenarios")
        self.listed = scenarios(self._folder)
        self.saved: tuple[SavedFight, ...] = saved_fights(save_folder())
        self.tab = _SCENARIOS
        self._chosen = [0, 0]
        self._preview: tuple[int, World, bool] | None = None
        self.laid_out()

    @property
    def covered(self) -> bool:
        """Nothing lies over the widgets."""
        return False

    def laid_out(self) -> None:
        """Place the list and the buttons."""
        window, manager = self._window, self._window.widgets
        manager.clear_and_reset()
        width, height = window.surface.get_size()
        self._split = width * _LIST_SHARE // 100
        bottom = height - _MARGIN - (110 if self._message else 30)
        area = Area(_MARGIN, _TOP, self._split - _MARGIN, bottom - _TOP)
        self._list = PickList(area, (len(self.listed), len(self.saved))[self.tab], self._chosen[self.tab])
        self._tabs = self._make_tabs()
        place = pygame.Rect(width - _MARGIN - 160, height - _MARGIN - 44, 160, 44)
        self._open = UIButton(place, window.say(OPEN), manager)
        self._fight = UIButton(place.move(-172, 0), window.say(FIGHT), manager)
        self._choice_changed()

    def _make_tabs(self) -> list[UIButton]:
        words = (
            text("Scenarios ({n})", n=len(self.listed)),
            text("Saved fights ({n})", n=len(self.saved)),
        )
        made, left = [], _MARGIN
        for number, one in enumerate(words):
            label = self._window.say(one)
            wide = round(text_width(label, 14)) + 30
            look = ObjectID(class_id="@pill_on" if number == self.tab else "@pill_off")
            made.append(UIButton(pygame.Rect(left, _TABS, wide, 32), label, self._window.widgets, object_id=look))
            left += wide + 8
        return made

    def handle(self, event: pygame.Event) -> None:
        """React to the list, the buttons and the keyboard."""
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            if event.ui_element in self._tabs:
                self._show_tab(self._tabs.index(event.ui_element))
            elif event.ui_element == self._open:
                self._open_chosen()
            elif event.ui_element == self._fight:
                self._fight_chosen()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            again = self._list.press(*event.pos)
            self._choice_changed()
            if again:
                self._open_chosen()
        elif event.type == pygame.MOUSEWHEEL:
            self._list.wheel(*pygame.mouse.get_pos(), event.y)
        elif event.type == pygame.KEYDOWN:
            self._press(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw heading, list, preview and description."""
        self._read_on()
        theme, window = self._window.theme, self._window
        surface.fill(theme.page)
        title = TITLE if self.tab == _SCENARIOS else SAVED_TITLE
        items: list[Item] = [Label(_MARGIN, 56, window.say(title), 26, theme.strong, bold=True)]
        items += self._list.items(self._entries(), pygame.mouse.get_pos(), theme)
        width, height = surface.get_size()
        if self._empty():
            folder, words = (self._folder, NO_SCENARIOS) if self.tab == _SCENARIOS else (save_folder(), NO_FIGHTS)
            flow = Flow(self._split + _MARGIN, _TOP, width - self._split - 2 * _MARGIN, theme, window.catalogue)
            flow.write(text(words.msgid, folder=str(folder)), 15, theme.muted)
            items += flow.items
        else:
            items += self._described(width, height)
        top = height - _MARGIN - (78 if self._message else 0)
        for number, line in enumerate(self._message_lines()):
            items.append(Label(_MARGIN, top + 19 * number, line, 13, theme.notice_text))
        if not self._message:
            hint = window.say(HINT if self.tab == _SCENARIOS else SAVED_HINT)
            items.append(Label(_MARGIN, height - _MARGIN, hint, 13, theme.muted, max_width=width - 2 * _MARGIN - 344))
        self._painter.paint(items, surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Nothing lies above the widgets."""

    # What is listed.

    def _read_on(self) -> None:
        """Read one more of the logs in sight, so that a long list opens at once."""
        if self.tab == _SAVED:
            for number in (self._list.chosen, *self._list.shown()):
                if number < len(self.saved) and not self.saved[number].is_read:
                    self.saved[number].read()
                    return

    def _empty(self) -> bool:
        return not (self.listed, self.saved)[self.tab]

    def _entries(self) -> list[Entry]:
        say = self._window.say
        if self.tab == _SAVED:
            return [Entry(say(one.title()), say(one.about())) for one in self.saved]
        return [Entry(self._name(one), ", ".join(map(_short, one.document.rulesets))) for one in self.listed]

    def _name(self, one: Listed) -> str:
        title = self._say_named(one.title)
        same = [other for other in self.listed if other.title == one.title]
        return title if len(same) == 1 else f"{title} ({one.path.stem})"

    def _say_named(self, name: Named) -> str:
        return self._window.say(composed("{name}", name=name))

    def _message_lines(self) -> list[str]:
        lines = [line for part in self._message.splitlines() for line in wrap(part, 13, self._split - _MARGIN)]
        return [*lines[:4], "…"] if len(lines) > 5 else lines

    def _described(self, width: int, height: int) -> list[Item]:
        """The chosen one in words, and its board."""
        theme = self._window.theme
        left, room = self._split + _MARGIN, width - self._split - 2 * _MARGIN
        flow = Flow(left, _TABS, room, theme, self._window.catalogue)
        if self.tab == _SAVED:
            one = self.saved[self._list.chosen]
            write_saved(flow, one)
            fight = one.fight
            world = None if fight is None else fight.world
        else:
            self._write_scenario(flow, self.listed[self._list.chosen])
            world = self._previewed()[1]
        if world is not None:
            high = height - flow.y - _MARGIN - 64
            cell = min(56, (room - 40) // world.board.width, int(high - 40) // world.board.height)
            if cell >= _LEAST_PREVIEW:
                picture = board_picture(world, theme, cell=float(cell))
                flow.items.append(Group(picture.items, left - 16, flow.y - 12))
        return flow.items

    def _write_scenario(self, flow: Flow, one: Listed) -> None:
        """Title, description and systems of a scenario."""
        flow.write(self._name(one), 20, flow.theme.strong, bold=True)
        flow.gap(6)
        flow.write(self._say_named(one.document.description), 15)
        flow.gap(6)
        flow.write(", ".join(book(system).title for system in one.document.rulesets), 13, flow.theme.muted)
        flow.gap(10)

    def _previewed(self) -> tuple[int, World, bool]:
        """The chosen scenario, its position, and whether it can be fought."""
        chosen = self._list.chosen
        if self._preview is None or self._preview[0] != chosen:
            world = build(self.listed[chosen].document)
            self._preview = (chosen, world, _can_be_fought(world))
        return self._preview

    # What is chosen.

    def _choice_changed(self) -> None:
        """The buttons follow what is chosen."""
        self._chosen[self.tab] = self._list.chosen
        self._set(self._open, self._opens())
        self._set(self._fight, self.tab == _SCENARIOS and not self._empty() and self._previewed()[2])

    def _opens(self) -> bool:
        """Whether there is something to open, as far as is known."""
        if self._empty():
            return False
        return self.tab == _SCENARIOS or self.saved[self._list.chosen].read() is not None

    def _set(self, button: UIButton, enabled: bool) -> None:
        if enabled:
            button.enable()
        else:
            button.disable()

    def _show_tab(self, number: int) -> None:
        self._chosen[self.tab] = self._list.chosen
        self.tab = number
        self.laid_out()

    def _press(self, event: pygame.Event) -> None:
        command = command_of(event.key, event.scancode, event.mod)
        if command in (Command.CURSOR_DOWN, Command.CURSOR_UP):
            self._list.move(1 if command is Command.CURSOR_DOWN else -1)
            self._choice_changed()
        elif command in (Command.PANEL_DOWN, Command.PANEL_UP):
            self._list.page(1 if command is Command.PANEL_DOWN else -1)
            self._choice_changed()
        elif command in (
            Command.NEXT_ATTACKER,
            Command.PREVIOUS_ATTACKER,
            Command.CURSOR_LEFT,
            Command.CURSOR_RIGHT,
        ):
            self._show_tab(1 - self.tab)
        elif command is Command.CHOOSE:
            self._open_chosen()
        elif command is Command.FIGHT:
            self._fight_chosen()
        elif command is Command.LANGUAGE:
            self._window.next_language()
        elif command is Command.FULL_SCREEN:
            self._window.toggle_full_screen()
        elif command is Command.QUIT:
            self._window.running = False

    def _open_chosen(self) -> None:
        if self._opens():
            chosen = (self.listed, self.saved)[self.tab][self._list.chosen]
            self._window.open(chosen.path)

    def _fight_chosen(self) -> None:
        if self.tab == _SCENARIOS and not self._empty() and self._previewed()[2]:
            self._window.fight(self.listed[self._list.chosen].path)


def _short(system: str) -> str:
    return book(system).short


def _can_be_fought(world: World) -> bool:
    """Whether its first system has rules for fights and everybody a sheet for it."""
    try:
        fighting_of(world.rulesets[0]).prepare(world)
    except ProblemError:
        return False
    return True
