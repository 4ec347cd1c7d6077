"""The screen of a fight: the order of turns, the board, the actions and the story."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pygame_gui

from tactics.core.dice import HandDice
from tactics.core.problems import ProblemError
from tactics.core.text import text
from tactics.render.displaylist import Item
from tactics.render.png import Painter
from tactics.ui.board_view import RULER, BoardView, Scenery
from tactics.ui.camera import Area, Camera
from tactics.ui.commands import Command, command_of, fight_sections
from tactics.ui.fight_bar import FightBar, status_items
from tactics.ui.fight_choices import leads_on
from tactics.ui.fight_cursor import ON_THE_BOARD, FightCursor
from tactics.ui.fight_keeping import FightKeeper, save_folder
from tactics.ui.fight_marks import FightMarks
from tactics.ui.fight_notice import FightNotice
from tactics.ui.fight_panel import FightPanel
from tactics.ui.fight_session import FightSession
from tactics.ui.fight_showing import Showing
from tactics.ui.fight_timeline import HEIGHT as TIMELINE_HEIGHT
from tactics.ui.fight_timeline import Timeline
from tactics.ui.help import help_items
from tactics.ui.layout import Layout
from tactics.ui.order_strip import HEIGHT, slot_at, strip_items
from tactics.ui.screen import Window

SAVED = text("Saved: {path}")
BY_HAND = text("Dice are rolled by hand: type the face, then Enter")
BY_PROGRAM = text("The program rolls the dice")
EVERYTHING = text("The game master's view: everybody is shown, secret rolls too")
AS_PLAYERS = text("The players' view: the board as those who act perceive it")
NOTHING_UNDONE = text("There is nothing to take back")
NOTHING_REDONE = text("There is nothing to do again")
NO_SUCH_FACE = text("A d{sides} shows 1 to {sides}")
_SKIPPING = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame_gui.UI_BUTTON_PRESSED)
_COMPUTER_WAITS_MS = 350
_PAN_STEP = 64
_DIGITS = tuple("0123456789")


class FightTable:
    """Turns events into calls of the fight's session and draws what it then shows."""

    def __init__(self, window: Window, session: FightSession, path: Path) -> None:
        self.session = session
        self._window = window
        self._painter = Painter()
        self._board = BoardView(window.theme)
        self._cursor = FightCursor(session)
        self._help = False
        self._typed = ""
        self._note = ""
        self._panning = False
        self._showing = Showing(session)
        self._notice = FightNotice(session)
        self._keeper = FightKeeper(session.battle, path, save_folder())
        self._layout = _layout(window)
        self.camera = Camera.fitting(session.fight.world.board, self._layout.board, RULER + 10)
        self._act = self._actions()
        self.laid_out()

    # The screen.

    @property
    def covered(self) -> bool:
        """Whether the help lies over the widgets."""
        return self._help

    def laid_out(self) -> None:
        """Place everything anew for the window's size and language."""
        before = self._layout
        self._layout = _layout(self._window)
        if self._layout != before:
            board = self.session.fight.world.board
            self.camera = self.camera.through(self._layout.board).kept_near(board)
        self._window.widgets.clear_and_reset()
        self._bar = FightBar(self._window, self.session, self._layout.bar)
        self.timeline = Timeline(self.session, self._timeline_area())
        self._panel = FightPanel(self._window, self.session, self._layout.panel)

    def handle(self, event: pygame.Event) -> None:
        """React to a button, the mouse or the keyboard."""
        if self.session.showing and event.type in _SKIPPING:
            self._showing.skip()
        if event.type == pygame.KEYDOWN:
            self._press(event)
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            command = self._bar.buttons.get(event.ui_element)
            before = self.session.battle.event_count
            self.do(command or self._panel.press(event))
            if command not in (Command.BACK, Command.FORWARD):
                self._showing.since(before)
        elif not self._help:
            self._mouse(event)
        if self._window.screen_is(self):
            self._panel.refresh()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything below the widgets, and let the computer act when it is its turn."""
        self._go_on()
        theme, layout, fight = self._window.theme, self._layout, self.session.fight
        surface.fill(theme.page)
        hidden = self.session.hidden
        scenery = Scenery(fight.world, fight.system, self._cursor.square, hidden, self.session.states)
        marks = FightMarks(self.session, self._cursor, self._window.catalogue)
        self._board.draw(surface, self.camera, scenery, marks)
        words, pointed = self._window.catalogue, self._cursor.picked
        items: list[Item] = strip_items(fight, self.session.mover, pointed, self._strip_area(), theme, words, hidden)
        items += self._bar.items()
        items += self.timeline.items(theme)
        note = self._typed or self._note
        items += status_items(self._window, self.session, self._cursor.square, layout.status, note)
        items += self._notice.items(layout.board, theme, words)
        self._painter.paint(items, surface)
        self._panel.refresh()
        self._panel.draw(surface, self._painter)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw the help above everything."""
        if self._help:
            width, height = surface.get_size()
            theme, words = self._window.theme, self._window.catalogue
            self._painter.paint(help_items(width, height, theme, words, fight_sections()), surface)

    def _strip_area(self) -> Area:
        return Area(0, self._layout.bar.height, self._layout.board.width, HEIGHT)

    def _timeline_area(self) -> Area:
        status = self._layout.status
        return Area(status.x, status.y - TIMELINE_HEIGHT, status.width, TIMELINE_HEIGHT)

    # What a command does.

    def do(self, command: Command | None) -> None:
        """Carry out a command of a key or a button; nothing for None."""
        action = self._act.get(command) if command is not None else None
        if action is not None:
            action()

    def _actions(self) -> dict[Command, Callable[[], object]]:
        session = self.session
        actions: dict[Command, Callable[[], object]] = {
            Command.HELP: self._toggle_help,
            Command.CHOOSE: self._choose,
            Command.CLEAR: self._clear,
            Command.GO_BY: self._go_by,
            Command.END_TURN: self._end_turn,
            Command.NEXT_PICK: partial(self._next_pick, 1),
            Command.PREVIOUS_PICK: partial(self._next_pick, -1),
            Command.BACK: self._undo,
            Command.FORWARD: self._redo,
            Command.EARLIER: partial(self._look, -1),
            Command.LATER: partial(self._look, 1),
            Command.PRESENT: lambda: session.look_at(None),
            Command.OPEN_ROLLS: lambda: self._panel.story.open_all(),
            Command.COMPUTER: self._next_computer,
            Command.ALL_SHOWN: self._show_all,
            Command.DICE: self._next_dice,
            Command.SAVE: self._save,
            Command.PANEL_UP: lambda: self._panel.story.scroll(8),
            Command.PANEL_DOWN: lambda: self._panel.story.scroll(-8),
            Command.FIT: self._fit,
            Command.ZOOM_IN: partial(self._zoom, 1),
            Command.ZOOM_OUT: partial(self._zoom, -1),
            Command.LANGUAGE: self._window.next_language,
            Command.FULL_SCREEN: self._window.toggle_full_screen,
            Command.CAMP: self._make_camp,
            Command.BROWSER: self._window.show_browser,
            Command.QUIT: self._quit,
        }
        for name, dx, dy in (("LEFT", -1, 0), ("RIGHT", 1, 0), ("UP", 0, -1), ("DOWN", 0, 1)):
            actions[Command[f"CURSOR_{name}"]] = partial(self._move_cursor, dx, dy)
            actions[Command[f"PAN_{name}"]] = partial(self._pan, -dx * _PAN_STEP, -dy * _PAN_STEP)
        return actions

    def _press(self, event: pygame.Event) -> None:
        before = self.session.battle.event_count
        if self.session.wanted_sides and not self._help and self._type(event):
            self._showing.since(before)
            return
        command = command_of(event.key, event.scancode, event.mod, fight=True)
        if self._help and command not in (Command.HELP, Command.CLEAR):
            return
        if self._help:
            self._help = False
        elif command is not None:
            self._note = ""
            self.do(command)
            if command in (Command.CHOOSE, Command.END_TURN):
                self._showing.since(before)

    def _choose(self) -> None:
        """Enter: what the cursor is on, else the marked button."""
        if isinstance(self._cursor.need, ON_THE_BOARD):
            self._cursor.name()
        else:
            self.do(self._panel.choose_focused())

    def _clear(self) -> None:
        """Esc: one step back, or put the notice away."""
        if self.session.aim is not None or self.session.wanted_sides or not self._notice.put_away():
            self.session.cancel()

    def _undo(self) -> None:
        if not self.session.undo():
            self._note = self._window.say(NOTHING_UNDONE)

    def _redo(self) -> None:
        if not self.session.redo():
            self._note = self._window.say(NOTHING_REDONE)

    def _go_by(self) -> None:
        """Lay the way by the square that is pointed at."""
        if self._cursor.square is not None:
            self.session.go_by(self._cursor.square)

    def _next_pick(self, step: int) -> None:
        """The next creature or square that can be named; without one, the next button."""
        if self._cursor.next(step):
            self._panel.mark_target(self._cursor.picked)
            self._keep_in_sight()
        else:
            self._panel.move_focus(step)

    def _move_cursor(self, dx: int, dy: int) -> None:
        if self._cursor.move(dx, dy):
            self._keep_in_sight()
        elif dy:
            self._panel.move_focus(dy)

    def _keep_in_sight(self) -> None:
        if self._cursor.square is not None:
            self.camera = self.camera.showing(self._cursor.square)

    def _end_turn(self) -> None:
        for option in self.session.options():
            if option.id == "end_turn":
                self.session.choose(option)

    def _look(self, step: int) -> None:
        now = self.session.battle.event_count if self.session.seen is None else self.session.seen
        self.session.look_at(now + step)

    def _next_computer(self) -> None:
        """Cycle through: every side but the first, nobody, all."""
        sides = tuple(dict.fromkeys(one.side for one in self.session.fight.world.creatures))
        ways: tuple[frozenset[str], ...] = (frozenset(sides[1:]), frozenset(), frozenset(sides))
        now = ways.index(self.session.computer) if self.session.computer in ways else 0
        self.session.computer = ways[(now + 1) % len(ways)]
        self._note = self._window.say(text("The computer plays: {sides}", sides=self.session.computer_sides))

    def _show_all(self) -> None:
        """What the player may know, or the game master's view."""
        self.session.all_shown = not self.session.all_shown
        self._note = self._window.say(EVERYTHING if self.session.all_shown else AS_PLAYERS)

    def _next_dice(self) -> None:
        """Dice rolled by the program, or by hand."""
        by_hand = self.session.next_dice()
        self._typed = ""
        self._note = self._window.say(BY_HAND if by_hand else BY_PROGRAM)

    def _toggle_help(self) -> None:
        self._help = not self._help

    def _make_camp(self) -> None:
        if leads_on(self.session):
            self._window.make_camp(self.session)

    def _quit(self) -> None:
        self._window.running = False

    def _go_on(self) -> None:
        """Show what just happened, then let the computer act when it is its turn."""
        self._keeper.follow()
        now = pygame.time.get_ticks()
        if self._help or self._showing.step(now) or now < self._showing.next_at_ms:
            return
        before = self.session.battle.event_count
        if self.session.computer_moves():
            self._showing.since(before)
            self._showing.next_at_ms = now + _COMPUTER_WAITS_MS
            self._panel.refresh()

    # The mouse and the view.

    def _mouse(self, event: pygame.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            if self.timeline.held:
                self.timeline.drag(event.pos[0])
                return
            if self._panning:
                self._pan(*event.rel)
                return
            self._point(*event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            pos = pygame.mouse.get_pos()
            if self.camera.area.holds(*pos):
                self._zoom(event.y, *pos)
            elif self._panel.story.holds(*pos):
                self._panel.story.scroll(3 * event.y)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.timeline.held = False
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._press_aside(*event.pos):
            return
        elif event.type == pygame.MOUSEBUTTONDOWN and self.camera.area.holds(*event.pos):
            if event.button == 1 and pygame.key.get_mods() & pygame.KMOD_SHIFT:
                self._go_by()
            elif event.button == 1:
                before = self.session.battle.event_count
                self._cursor.name()
                self._showing.since(before)
            elif event.button == 3:
                self.session.cancel()
            elif event.button == 2:
                self._panning = True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 2:
            self._panning = False

    def _point(self, x: int, y: int) -> None:
        """Follow the mouse over the board, the order of turns and the targets in the panel."""
        square = self.camera.square_at(x, y)
        if self.camera.area.holds(x, y) and self.session.fight.world.board.inside(square):
            self._cursor.point(square, self.camera.corner_at(x, y), self.camera.place_at(x, y))
            self._panel.mark_target(str(self._cursor.value()))
            return
        self._panel.mark_at(x, y)
        who = self._panel.target_at(x, y) or self._slot_at(x, y)
        if who:
            self._cursor.pick(who)
        else:
            self._cursor.point(None, None)

    def _slot_at(self, x: int, y: int) -> str:
        """Id of the creature whose place in the order of turns lies under a pixel."""
        return slot_at(self.session.fight, self._strip_area(), x, y, self.session.hidden)

    def _press_aside(self, x: int, y: int) -> bool:
        """A click on the notice, the bar under the board, the order of turns or the story."""
        who = self._slot_at(x, y)
        if who:
            self.camera = self.camera.showing(self.session.fight.world.creature(who).space.anchor)
        story = self._panel.story
        return bool(
            self._notice.press(x, y) or self.timeline.press(x, y) or who or (story.holds(x, y) and story.click(y))
        )

    def _fit(self) -> None:
        self.camera = Camera.fitting(self.session.fight.world.board, self._layout.board, RULER + 10)

    def _pan(self, dx: int, dy: int) -> None:
        self.camera = self.camera.panned(dx, dy).kept_near(self.session.fight.world.board)

    def _zoom(self, steps: int, x: float | None = None, y: float | None = None) -> None:
        area = self._layout.board
        at_x = area.x + area.width / 2 if x is None else x
        at_y = area.y + area.height / 2 if y is None else y
        self.camera = self.camera.zoomed(steps, at_x, at_y).kept_near(self.session.fight.world.board)

    # Dice rolled by hand, and saving.

    def _type(self, event: pygame.Event) -> bool:
        """Digits and Enter give a face that was rolled at the table."""
        dice = self.session.battle.dice
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self._typed and isinstance(dice, HandDice):
            face, sides, self._typed = int(self._typed), self.session.wanted_sides, ""
            if 1 <= face <= sides:
                dice.type_in(face)
                self._note = ""
                self.session.resume()
            else:
                self._note = self._window.say(text(NO_SUCH_FACE.msgid, sides=sides))
            return True
        if event.unicode in _DIGITS and len(self._typed) < 3:
            self._typed += event.unicode
            return True
        if event.key == pygame.K_BACKSPACE and self._typed:
            self._typed = self._typed[:-1]
            return True
        return False

    def _save(self) -> None:
        try:
            self._note = self._window.say(text(SAVED.msgid, path=str(self._keeper.save())))
        except ProblemError as error:
            self._note = str(error)


def _layout(window: Window) -> Layout:
    """The table's layout with the board moved down by the strip of turns."""
    plain = Layout.of(*window.surface.get_size())
    board = plain.board
    lower = Area(board.x, board.y + HEIGHT, board.width, board.height - HEIGHT - TIMELINE_HEIGHT)
    return Layout(plain.bar, lower, plain.panel, plain.status)
