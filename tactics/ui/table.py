"""The table: a position, its creatures, and the rulings asked about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pygame_gui

from tactics.core.dice import HandDice
from tactics.core.lattice import Point, Square
from tactics.core.problems import ProblemError
from tactics.core.text import text
from tactics.engine.battle import Battle
from tactics.render.png import Painter
from tactics.render.sheet import sheet
from tactics.rules.registry import SYSTEMS
from tactics.rules.verdict import Verdict
from tactics.ui.bar import Bar
from tactics.ui.board_view import RULER, BoardView, Scenery
from tactics.ui.camera import Camera
from tactics.ui.commands import Command, command_of
from tactics.ui.fight_session import FightSession
from tactics.ui.help import help_items
from tactics.ui.layout import Layout
from tactics.ui.marks import SessionMarks, Shown
from tactics.ui.panel import Panel
from tactics.ui.pointer import Pointer
from tactics.ui.pointing import creatures_at, door_near
from tactics.ui.saving import NOTHING_CHOSEN, Keeper
from tactics.ui.screen import Window
from tactics.ui.session import Session
from tactics.ui.sheet_view import SheetView
from tactics.ui.status import status_items

NO_ROOM = text("It does not fit there")
NO_AREAS = text("This system has no areas to place")
_PAN_STEP = 64
_ABOVE_A_SHEET = frozenset(
    {Command.SAVE_SVG, Command.SAVE_PNG, Command.COPY, Command.COPY_SVG, Command.HELP, Command.QUIT}
)
_SCROLLS = {Command.CURSOR_UP: -1, Command.CURSOR_DOWN: 1, Command.PANEL_UP: -8, Command.PANEL_DOWN: 8}
_MESSAGE_SECONDS = 6.0


Actions = dict[Command, Callable[[], object]]


class Table:
    """The main screen. Turns events into calls of the session and draws what the session then shows."""

    def __init__(self, window: Window, session: Session, path: Path) -> None:
        self.session = session
        self._window = window
        self._path = path
        self._painter = Painter()
        self._board = BoardView(window.theme)
        self._shown = Shown()
        self._help = False
        self._sheet: SheetView | None = None
        self.pinned = False
        self._message: tuple[str, int] | None = None
        self._pointer = Pointer(self, lambda: self._tell(window.say(NO_ROOM)))
        self._layout = Layout.of(*window.surface.get_size())
        self.camera = Camera.fitting(session.world.board, self._layout.board, RULER + 10)
        self._keeper = Keeper(window, session, self._tell)
        self._act = self._actions()
        self.laid_out()

    # The screen.

    @property
    def covered(self) -> bool:
        """Whether the help or the sheet lies over the widgets."""
        return self._help or self._sheet is not None

    def laid_out(self) -> None:
        """Place bar, panel and board anew for the window's size and language."""
        before = self._layout
        self._sheet = None
        self._layout = Layout.of(*self._window.surface.get_size())
        if self._layout != before:
            self.camera = self.camera.through(self._layout.board).kept_near(self.session.world.board)
        self._window.widgets.clear_and_reset()
        self._bar = Bar(self._window, self.session, self._layout.bar)
        self._panel = Panel(self._window, self.session, self._layout.panel)

    def handle(self, event: pygame.Event) -> None:
        """React to a widget, the mouse or the keyboard."""
        if event.type == pygame.KEYDOWN:
            self._press(event)
        elif event.type in (pygame_gui.UI_BUTTON_PRESSED, pygame_gui.UI_DROP_DOWN_MENU_CHANGED):
            command = self._bar.command(event) or self._panel.command(event)
            if command is not None:
                self.do(command)
            self._refresh()
        elif self._sheet is not None:
            if event.type == pygame.MOUSEWHEEL:
                self._sheet.scroll(-event.y)
        elif not self._help:
            self._mouse(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw board, status line and the backgrounds of bar and panel."""
        theme, layout = self._window.theme, self._layout
        surface.fill(theme.page)
        scenery = Scenery(self.session.world, self.session.main, self.session.hover)
        self._board.draw(surface, self.camera, scenery, SessionMarks(self.session, self._shown))
        self._bar.draw(surface, self._painter)
        self._panel.draw(surface, self._painter)
        note = self._note()
        self._painter.paint(
            status_items(self.session, self._shown, layout.status, theme, self._window.catalogue, note), surface
        )

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw the sheet or the help above everything."""
        if self._sheet is not None:
            self._sheet.draw(surface, self._painter, self._window.catalogue)
        if self._help:
            width, height = surface.get_size()
            self._painter.paint(help_items(width, height, self._window.theme, self._window.catalogue), surface)

    def _mouse(self, event: pygame.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._pointer.moved(event)
            self._shown = replace(self._shown, dragged=self._pointer.drag.creature, to=self._pointer.drag.to)
            if self.session.template is None:
                return
        elif event.type == pygame.MOUSEWHEEL:
            self._pointer.wheeled(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._layout.board.holds(*event.pos):
            self._pointer.pressed(event)
        elif event.type == pygame.MOUSEBUTTONUP and not self._panel.click(event.pos):
            self._pointer.released(event)
            self._shown = replace(self._shown, dragged="", to=None)
        self._refresh()

    # What a command does.

    def do(self, command: Command) -> None:
        """Carry out a command of a key or a button."""
        action = self._act.get(command)
        if action is not None:
            action()
        self._refresh()

    def _actions(self) -> Actions:
        """What each command does."""
        return {**self._session_actions(), **self._window_actions(), **self._numbered_actions()}

    def _session_actions(self) -> Actions:
        session = self.session
        return {
            Command.HELP: self._toggle_help,
            Command.NEXT_ATTACKER: session.choose_next,
            Command.PREVIOUS_ATTACKER: lambda: session.choose_next(step=-1),
            Command.NEXT_TARGET: lambda: session.choose_next(target=True),
            Command.PREVIOUS_TARGET: lambda: session.choose_next(target=True, step=-1),
            Command.SWAP: session.swap,
            Command.CLEAR: self._clear,
            Command.ASK: session.next_ask,
            Command.PREVIOUS_ASK: lambda: session.next_ask(-1),
            Command.ATTACK: session.next_attack,
            Command.NEXT_MAIN: self._next_main,
            Command.TEMPLATE: self._toggle_template,
            Command.SHAPE: session.next_shape,
            Command.TURN_LEFT: lambda: session.turn(-1),
            Command.TURN_RIGHT: lambda: session.turn(1),
            Command.GROW: lambda: session.grow(1),
            Command.SHRINK: lambda: session.grow(-1),
        }

    def _window_actions(self) -> Actions:
        session = self.session
        return {
            Command.REACH: self._toggle_reach,
            Command.THREAT: self._toggle_threat,
            Command.MODE: session.next_mode,
            Command.DIAGONALS: session.next_diagonals,
            Command.BACK: session.back,
            Command.FORWARD: session.forward,
            Command.RESET: session.reset,
            Command.CHOOSE: self._choose_here,
            Command.MOVE_HERE: self._move_here,
            Command.DOOR: self._door_here,
            Command.FIT: self._fit,
            Command.PANEL_UP: lambda: self._panel.scroll(-1),
            Command.PANEL_DOWN: lambda: self._panel.scroll(1),
            Command.ZOOM_IN: lambda: self.zoom(1),
            Command.ZOOM_OUT: lambda: self.zoom(-1),
            Command.SHEET: self._show_sheet,
            Command.FIGHT: self._fight,
            Command.FIGHT_BY_HAND: lambda: self._fight(HandDice()),
            Command.SAVE_SVG: lambda: self._keeper.save(".svg"),
            Command.SAVE_PNG: lambda: self._keeper.save(".png"),
            Command.COPY: self._keeper.copy_words,
            Command.COPY_SVG: self._keeper.copy_svg,
            Command.LANGUAGE: self._window.next_language,
            Command.FULL_SCREEN: self._window.toggle_full_screen,
            Command.BROWSER: self._window.show_browser,
            Command.QUIT: self._quit,
        }

    def _numbered_actions(self) -> Actions:
        actions: Actions = {}
        for number, system in enumerate(SYSTEMS):
            actions[Command[f"SYSTEM_{number + 1}"]] = partial(self.session.toggle_system, system)
        for number in range(4):
            actions[Command[f"TRY_{number + 1}"]] = partial(self._try, number)
        for name, dx, dy in (("LEFT", -1, 0), ("RIGHT", 1, 0), ("UP", 0, -1), ("DOWN", 0, 1)):
            actions[Command[f"CURSOR_{name}"]] = partial(self._cursor, dx, dy)
            actions[Command[f"PAN_{name}"]] = partial(self.pan, -dx * _PAN_STEP, -dy * _PAN_STEP)
        return actions

    def _press(self, event: pygame.Event) -> None:
        command = command_of(event.key, event.scancode, event.mod)
        if self._help:
            if command in (Command.HELP, Command.CLEAR):
                self._help = False
            return
        if self._sheet is not None and command not in _ABOVE_A_SHEET:
            self._press_on_sheet(self._sheet, command)
            return
        if command is not None:
            self.do(command)

    def _press_on_sheet(self, shown: SheetView, command: Command | None) -> None:
        if command in (Command.SHEET, Command.CLEAR):
            self._sheet = None
        elif command in _SCROLLS:
            shown.scroll(_SCROLLS[command])

    def _fight(self, dice: HandDice | None = None) -> None:
        """Fight it out from the position shown, by the main system."""
        try:
            battle = Battle.new(self.session.world, dice=dice, system=self.session.main, scenario=self._path.name)
        except ProblemError as error:
            self._tell(str(error.problems[0]))
            return
        self._window.show_fight(FightSession.of(battle), self._path)

    def _show_sheet(self) -> None:
        verdicts = [one for one in self.session.rulings() if isinstance(one, Verdict)]
        if verdicts:
            drawing = sheet(self.session.world, verdicts, self._window.lang)
            self._sheet = SheetView(drawing, self._window.surface.get_size(), self._window.theme)
        else:
            self._tell(self._window.say(NOTHING_CHOSEN))

    def _refresh(self) -> None:
        if self._window.screen_is(self):
            self._bar.refresh()
            self._panel.refresh()

    def _toggle_help(self) -> None:
        self._help = not self._help

    def _toggle_reach(self) -> None:
        self._shown = replace(self._shown, reach=not self._shown.reach)

    def _toggle_threat(self) -> None:
        self._shown = replace(self._shown, threat=not self._shown.threat)

    def _clear(self) -> None:
        self.pinned = False
        self.session.clear()

    def _next_main(self) -> None:
        shown = self.session.shown
        self.session.show_lines_of(shown[(shown.index(self.session.main) + 1) % len(shown)])

    def _toggle_template(self) -> None:
        self.pinned = False
        if self.session.template is not None:
            self.session.template = None
        elif not self.session.start_template():
            self._tell(self._window.say(NO_AREAS))

    def _cursor(self, dx: int, dy: int) -> None:
        board = self.session.world.board
        here = self.session.hover
        if here is None or not board.inside(here):
            start = self.session.attacker and self.session.world.creature(self.session.attacker).space.anchor
            here = start or Square(board.width // 2, board.height // 2)
        else:
            here = Square(min(board.width - 1, max(0, here.x + dx)), min(board.height - 1, max(0, here.y + dy)))
        self.point_at(here, Point(here.x * 1000, here.y * 1000))
        self.camera = self.camera.showing(here)

    def point_at(self, square: Square, corner: Point) -> None:
        """The pointer or the cursor came to a square; an area that is not held goes along."""
        inside = self.session.world.board.inside(square)
        self.session.hover = square if inside else None
        if inside and not self.pinned:
            self.session.aim(square, corner)

    def _choose_here(self) -> None:
        here = self.session.hover
        if self.session.template is not None:
            self.pinned = not self.pinned
        elif here is not None and (ids := creatures_at(self.session.world, here)):
            self.choose(ids[0])

    def choose(self, who: str) -> None:
        """The first creature chosen attacks, the next one is its target."""
        if not self.session.attacker or who == self.session.attacker:
            self.session.choose_attacker(who)
        else:
            self.session.choose_target(who)

    def _move_here(self) -> None:
        who, here = self.session.attacker, self.session.hover
        if who and here is not None and not self.session.drag(who, here):
            self._tell(self._window.say(NO_ROOM))

    def _door_here(self) -> None:
        if self.session.hover is not None:
            x, y = self.session.hover
            group = door_near(self.session.world, Point(x * 1000 + 500, y * 1000 + 500), 720)
            if group is not None:
                self.session.toggle_door(group)

    def _try(self, number: int) -> None:
        changes = self.session.suggestions()
        if number < len(changes):
            self.session.try_change(changes[number])

    # The view.

    def _fit(self) -> None:
        self.camera = Camera.fitting(self.session.world.board, self._layout.board, RULER + 10)

    def pan(self, dx: int, dy: int) -> None:
        """Move the view by pixels."""
        self.camera = self.camera.panned(dx, dy).kept_near(self.session.world.board)

    def zoom(self, steps: int, x: float | None = None, y: float | None = None) -> None:
        """Bring the view nearer or farther, about a pixel or the middle."""
        area = self._layout.board
        at_x = area.x + area.width / 2 if x is None else x
        at_y = area.y + area.height / 2 if y is None else y
        self.camera = self.camera.zoomed(steps, at_x, at_y).kept_near(self.session.world.board)

    def _tell(self, message: str) -> None:
        self._message = (message, pygame.time.get_ticks())

    def _note(self) -> str:
        if self._message is None or pygame.time.get_ticks() - self._message[1] > _MESSAGE_SECONDS * 1000:
            return ""
        return self._message[0]

    def _quit(self) -> None:
        self._window.running = False
