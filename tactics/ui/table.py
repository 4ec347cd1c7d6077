"""The table: a position, its creatures, and the rulings asked about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pygame_gui

from tactics.core.lattice import Point, Square
from tactics.core.problems import ProblemError
from tactics.core.text import text
from tactics.render.png import Painter
from tactics.render.sheet import sheet
from tactics.render.svg import write_svg
from tactics.rules.registry import SYSTEMS
from tactics.rules.verdict import Verdict
from tactics.ui import saving
from tactics.ui.bar import Bar
from tactics.ui.board_view import RULER, BoardView, Shown
from tactics.ui.camera import Camera
from tactics.ui.commands import Command, command_of
from tactics.ui.help import help_items
from tactics.ui.layout import Layout
from tactics.ui.panel import Panel
from tactics.ui.pointing import creatures_at, door_near
from tactics.ui.screen import Window
from tactics.ui.session import Session
from tactics.ui.status import status_items

SAVED = text("Saved: {path}")
COPIED = text("Copied")
NOTHING_TO_KEEP = text("Choose an attacker and a target first")
NO_ROOM = text("It does not fit there")
NO_AREAS = text("This system has no areas to place")
_PAN_STEP = 64
_DRAG_STARTS = 5
_MESSAGE_SECONDS = 6.0


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
        self._pinned = False
        self._message: tuple[str, int] | None = None
        self._pressed: tuple[int, int] | None = None
        self._grabbed = ""
        self._panning = False
        self._layout = Layout.of(*window.surface.get_size())
        self._camera = Camera.fitting(session.world.board, self._layout.board, RULER + 10)
        self._act = self._actions()
        self.laid_out()

    # The screen.

    def laid_out(self) -> None:
        """Place bar, panel and board anew for the window's size and language."""
        before = self._layout
        self._layout = Layout.of(*self._window.surface.get_size())
        if self._layout != before:
            self._camera = self._camera.through(self._layout.board).kept_near(self.session.world.board)
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
        elif event.type == pygame.MOUSEMOTION:
            self._move(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._layout.board.holds(*event.pos) and not self._help:
            self._button_down(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._button_up(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw board, status line and the backgrounds of bar and panel."""
        theme, layout = self._window.theme, self._layout
        surface.fill(theme.page)
        self._board.draw(surface, self._camera, self.session, self._shown)
        self._bar.draw(surface, self._painter)
        self._panel.draw(surface, self._painter)
        note = self._note()
        self._painter.paint(
            status_items(self.session, self._shown, layout.status, theme, self._window.catalogue, note), surface
        )

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw the help above everything."""
        if self._help:
            width, height = surface.get_size()
            self._painter.paint(help_items(width, height, self._window.theme, self._window.catalogue), surface)

    # What a command does.

    def do(self, command: Command) -> None:
        """Carry out a command of a key or a button."""
        action = self._act.get(command)
        if action is not None:
            action()
        self._refresh()

    def _actions(self) -> dict[Command, Callable[[], object]]:
        session = self.session
        actions: dict[Command, Callable[[], object]] = {
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
            Command.ZOOM_IN: lambda: self._zoom(1),
            Command.ZOOM_OUT: lambda: self._zoom(-1),
            Command.SAVE_SVG: lambda: self._save(".svg"),
            Command.SAVE_PNG: lambda: self._save(".png"),
            Command.COPY: self._copy_words,
            Command.COPY_SVG: self._copy_svg,
            Command.LANGUAGE: self._window.next_language,
            Command.FULL_SCREEN: self._window.toggle_full_screen,
            Command.BROWSER: self._window.show_browser,
            Command.QUIT: self._quit,
        }
        for number, system in enumerate(SYSTEMS):
            actions[Command[f"SYSTEM_{number + 1}"]] = partial(session.toggle_system, system)
        for number in range(4):
            actions[Command[f"TRY_{number + 1}"]] = partial(self._try, number)
        for name, dx, dy in (("LEFT", -1, 0), ("RIGHT", 1, 0), ("UP", 0, -1), ("DOWN", 0, 1)):
            actions[Command[f"CURSOR_{name}"]] = partial(self._cursor, dx, dy)
            actions[Command[f"PAN_{name}"]] = partial(self._pan, -dx * _PAN_STEP, -dy * _PAN_STEP)
        return actions

    def _press(self, event: pygame.Event) -> None:
        command = command_of(event.key, event.scancode, event.mod)
        if self._help:
            if command in (Command.HELP, Command.CLEAR):
                self._help = False
            return
        if command is not None:
            self.do(command)

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
        self._pinned = False
        self.session.clear()

    def _next_main(self) -> None:
        shown = self.session.shown
        self.session.show_lines_of(shown[(shown.index(self.session.main) + 1) % len(shown)])

    def _toggle_template(self) -> None:
        self._pinned = False
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
        self._point_at(here, Point(here.x * 1000, here.y * 1000))
        self._camera = self._camera.showing(here)

    def _point_at(self, square: Square, corner: Point) -> None:
        inside = self.session.world.board.inside(square)
        self.session.hover = square if inside else None
        if inside and not self._pinned:
            self.session.aim(square, corner)

    def _choose_here(self) -> None:
        here = self.session.hover
        if self.session.template is not None:
            self._pinned = not self._pinned
        elif here is not None:
            self._choose(creatures_at(self.session.world, here))

    def _choose(self, ids: Iterable[str]) -> None:
        for who in ids:
            if not self.session.attacker or who == self.session.attacker:
                self.session.choose_attacker(who)
            else:
                self.session.choose_target(who)
            return

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
        self._camera = Camera.fitting(self.session.world.board, self._layout.board, RULER + 10)

    def _pan(self, dx: int, dy: int) -> None:
        self._camera = self._camera.panned(dx, dy).kept_near(self.session.world.board)

    def _zoom(self, steps: int, x: float | None = None, y: float | None = None) -> None:
        area = self._layout.board
        at_x = area.x + area.width / 2 if x is None else x
        at_y = area.y + area.height / 2 if y is None else y
        self._camera = self._camera.zoomed(steps, at_x, at_y).kept_near(self.session.world.board)

    # The mouse.

    def _move(self, event: pygame.Event) -> None:
        if self._help:
            return
        if self._panning:
            self._pan(*event.rel)
            return
        square = self._camera.square_at(*event.pos)
        over_board = self._layout.board.holds(*event.pos)
        before = self.session.hover, self.session.template
        if over_board:
            self._point_at(square, self._camera.corner_at(*event.pos))
        else:
            self.session.hover = None
        if self._grabbed and self._pressed is not None and over_board:
            far = max(abs(event.pos[0] - self._pressed[0]), abs(event.pos[1] - self._pressed[1])) > _DRAG_STARTS
            if far or self._shown.dragged:
                self._shown = replace(self._shown, dragged=self._grabbed, to=self._anchor_for(square))
        if before != (self.session.hover, self.session.template) and self.session.template is not None:
            self._panel.refresh()

    def _anchor_for(self, square: Square) -> Square:
        """Where a dragged creature's top left square comes: the square it was grabbed by stays under the pointer."""
        anchor = self.session.world.creature(self._grabbed).space.anchor
        grabbed_at = self._camera.square_at(*self._pressed) if self._pressed is not None else anchor
        return Square(square.x - grabbed_at.x + anchor.x, square.y - grabbed_at.y + anchor.y)

    def _button_down(self, event: pygame.Event) -> None:
        if event.button == 2 or (event.button == 3 and not self._ids_at(event.pos)):
            self._panning = True
        elif event.button == 1:
            self._pressed = event.pos
            ids = self._ids_at(event.pos)
            self._grabbed = ids[0] if ids and self.session.template is None else ""
        elif event.button == 3:
            self.session.choose_attacker(self._ids_at(event.pos)[0])
            self._refresh()

    def _button_up(self, event: pygame.Event) -> None:
        if event.button in (2, 3):
            self._panning = False
            return
        if event.button != 1 or self._pressed is None:
            return
        dragged, to = self._shown.dragged, self._shown.to
        self._shown = replace(self._shown, dragged="", to=None)
        self._pressed, grabbed = None, self._grabbed
        self._grabbed = ""
        if dragged and to is not None:
            if not self.session.drag(dragged, to) and to != self.session.world.creature(dragged).space.anchor:
                self._tell(self._window.say(NO_ROOM))
        elif self._layout.board.holds(*event.pos):
            self._click(event.pos, grabbed)
        self._refresh()

    def _click(self, pos: tuple[int, int], grabbed: str) -> None:
        if self.session.template is not None:
            self._pinned = not self._pinned
            return
        area = self._layout.board
        inside_x, inside_y = pos[0] - area.x - self._camera.x, pos[1] - area.y - self._camera.y
        point = Point(inside_x * 1000 // self._camera.cell, inside_y * 1000 // self._camera.cell)
        group = door_near(self.session.world, point, 160)
        if group is not None:
            self.session.toggle_door(group)
        elif grabbed:
            self._choose([grabbed])

    def _ids_at(self, pos: tuple[int, int]) -> list[str]:
        return creatures_at(self.session.world, self._camera.square_at(*pos))

    def _wheel(self, event: pygame.Event) -> None:
        pos = pygame.mouse.get_pos()
        if self._help or not self._layout.board.holds(*pos):
            return
        held = pygame.key.get_mods()
        if self.session.template is not None and not held & pygame.KMOD_CTRL:
            if held & pygame.KMOD_SHIFT:
                self.session.grow(event.y or event.x)
            else:
                self.session.turn(-event.y)
            self._panel.refresh()
        else:
            self._zoom(event.y, *pos)

    # Keeping a ruling.

    def _verdicts(self) -> list[Verdict]:
        return [one for one in self.session.rulings() if isinstance(one, Verdict)]

    def _save(self, suffix: str) -> None:
        self._keep(lambda verdicts: self._saved(verdicts, suffix))

    def _saved(self, verdicts: list[Verdict], suffix: str) -> str:
        window, world = self._window, self.session.world
        path = saving.save_ruling(world, verdicts, window.lang, window.catalogue, suffix, saving.picture_folder())
        return window.say(text(SAVED.msgid, path=str(path)))

    def _copy_words(self) -> None:
        self._keep(
            lambda verdicts: self._copied(saving.ruling_words(self.session.world, verdicts, self._window.catalogue))
        )

    def _copy_svg(self) -> None:
        self._keep(lambda verdicts: self._copied(write_svg(sheet(self.session.world, verdicts, self._window.lang))))

    def _copied(self, content: str) -> str:
        saving.copy_text(content)
        return self._window.say(COPIED)

    def _keep(self, keep: Callable[[list[Verdict]], str]) -> None:
        verdicts = self._verdicts()
        if not verdicts:
            self._tell(self._window.say(NOTHING_TO_KEEP))
            return
        try:
            self._tell(keep(verdicts))
        except ProblemError as error:
            self._tell(str(error))

    def _tell(self, message: str) -> None:
        self._message = (message, pygame.time.get_ticks())

    def _note(self) -> str:
        if self._message is None or pygame.time.get_ticks() - self._message[1] > _MESSAGE_SECONDS * 1000:
            return ""
        return self._message[0]

    def _quit(self) -> None:
        self._window.running = False
