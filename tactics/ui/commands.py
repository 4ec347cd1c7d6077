"""Everything the window can be told by a key, in one table: the keys themselves and the help on F1 come from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

import pygame

from tactics.core.text import Text, text


class Command(Enum):
    """What a key does."""

    HELP = auto()
    NEXT_ATTACKER = auto()
    PREVIOUS_ATTACKER = auto()
    NEXT_TARGET = auto()
    PREVIOUS_TARGET = auto()
    SWAP = auto()
    CLEAR = auto()
    ASK = auto()
    PREVIOUS_ASK = auto()
    ATTACK = auto()
    SYSTEM_1 = auto()
    SYSTEM_2 = auto()
    SYSTEM_3 = auto()
    SYSTEM_4 = auto()
    NEXT_MAIN = auto()
    TEMPLATE = auto()
    SHAPE = auto()
    TURN_RIGHT = auto()
    TURN_LEFT = auto()
    GROW = auto()
    SHRINK = auto()
    REACH = auto()
    THREAT = auto()
    CURSOR_LEFT = auto()
    CURSOR_RIGHT = auto()
    CURSOR_UP = auto()
    CURSOR_DOWN = auto()
    CHOOSE = auto()
    MOVE_HERE = auto()
    DOOR = auto()
    DIAGONALS = auto()
    MODE = auto()
    TRY_1 = auto()
    TRY_2 = auto()
    TRY_3 = auto()
    TRY_4 = auto()
    BACK = auto()
    FORWARD = auto()
    RESET = auto()
    ZOOM_IN = auto()
    ZOOM_OUT = auto()
    FIT = auto()
    PAN_LEFT = auto()
    PAN_RIGHT = auto()
    PAN_UP = auto()
    PAN_DOWN = auto()
    PANEL_UP = auto()
    PANEL_DOWN = auto()
    SHEET = auto()
    SAVE_SVG = auto()
    SAVE_PNG = auto()
    COPY = auto()
    COPY_SVG = auto()
    LANGUAGE = auto()
    FULL_SCREEN = auto()
    BROWSER = auto()
    QUIT = auto()
    FIGHT = auto()
    END_TURN = auto()
    OPEN_ROLLS = auto()
    EARLIER = auto()
    LATER = auto()
    PRESENT = auto()
    COMPUTER = auto()
    DICE = auto()
    ALL_SHOWN = auto()
    FIGHT_BY_HAND = auto()
    CAMP = auto()
    SAVE = auto()
    NEXT_PICK = auto()
    PREVIOUS_PICK = auto()
    GO_BY = auto()


SHIFT, CTRL = pygame.KMOD_SHIFT, pygame.KMOD_CTRL


@dataclass(frozen=True, slots=True)
class Binding:
    """A key with its modifiers, and how it is written.

    Attributes:
        scancode: the key's place on the keyboard, for layouts whose letters are not Latin; 0 for other keys.
    """

    command: Command
    key: int
    scancode: int
    modifiers: int
    label: str


def _keys(command: Command, *spelled: str) -> tuple[Binding, ...]:
    return tuple(_binding(command, one) for one in spelled)


_NAMED = {
    "F1": pygame.K_F1,
    "F11": pygame.K_F11,
    "Tab": pygame.K_TAB,
    "Esc": pygame.K_ESCAPE,
    "Enter": pygame.K_RETURN,
    "Space": pygame.K_SPACE,
    "Home": pygame.K_HOME,
    "PgUp": pygame.K_PAGEUP,
    "PgDn": pygame.K_PAGEDOWN,
    "Backspace": pygame.K_BACKSPACE,
    "Left": pygame.K_LEFT,
    "Right": pygame.K_RIGHT,
    "Up": pygame.K_UP,
    "Down": pygame.K_DOWN,
    "+": pygame.K_EQUALS,
    "Num+": pygame.K_KP_PLUS,
    "-": pygame.K_MINUS,
    "Num-": pygame.K_KP_MINUS,
    ".": pygame.K_PERIOD,
    ",": pygame.K_COMMA,
    "[": pygame.K_LEFTBRACKET,
    "]": pygame.K_RIGHTBRACKET,
}


def _binding(command: Command, spelled: str) -> Binding:
    modifiers, name = 0, spelled
    for prefix, bit in (("Ctrl+", CTRL), ("Shift+", SHIFT)):
        if name.startswith(prefix):
            modifiers |= bit
            name = name.removeprefix(prefix)
    if name in _NAMED:
        return Binding(command, _NAMED[name], 0, modifiers, spelled)
    return Binding(command, ord(name.lower()), getattr(pygame, f"KSCAN_{name}"), modifiers, spelled)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the help: what some keys do.

    Attributes:
        shown: what to show instead of the single keys, "" for the keys.
    """

    bindings: tuple[Binding, ...]
    meaning: Text
    shown: str = ""

    @property
    def caps(self) -> tuple[str, ...]:
        """How the keys are shown."""
        return (self.shown,) if self.shown else tuple(one.label for one in self.bindings)


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of the help that belong together."""

    title: Text
    entries: tuple[Entry, ...]


def sections() -> tuple[Section, ...]:
    """The help of the table, and with it every key there."""
    return (_choosing(), _areas(), _cursor(), _changes(), _view())


def fight_sections() -> tuple[Section, ...]:
    """The help of a fight, and with it every key there."""
    return (_acting(), _looking_back(), _fight_view())


def camp_sections() -> tuple[Section, ...]:
    """The help of a camp."""
    members = _keys(Command.NEXT_PICK, "Tab") + _keys(Command.PREVIOUS_PICK, "Shift+Tab")
    actions = _keys(Command.CURSOR_UP, "Up") + _keys(Command.CURSOR_DOWN, "Down")
    choosing = (
        Entry(members, text("next or previous member")),
        Entry(actions, text("next or previous action")),
        Entry(_keys(Command.CHOOSE, "Enter", "Space"), text("choose it, or the member that is marked")),
        Entry(_keys(Command.CLEAR, "Esc"), text("one step back")),
    )
    return (Section(text("In the camp"), choosing), _looking_back(), _fight_view())


def _acting() -> Section:
    return Section(
        text("Your turn"),
        (
            Entry(_keys(Command.CURSOR_UP, "Up") + _keys(Command.CURSOR_DOWN, "Down"), text("next or previous action")),
            Entry(_keys(Command.CHOOSE, "Enter", "Space"), text("choose it, or what the cursor is on")),
            Entry(
                _keys(Command.NEXT_PICK, "Tab") + _keys(Command.PREVIOUS_PICK, "Shift+Tab"),
                text("next or previous target"),
            ),
            Entry(
                _keys(Command.CURSOR_LEFT, "Left") + _keys(Command.CURSOR_RIGHT, "Right"),
                text("move the cursor when a place is asked for"),
                "Arrows",
            ),
            Entry(_keys(Command.GO_BY, "W"), text("go by this square (also Shift and a click)")),
            Entry(_keys(Command.CLEAR, "Esc"), text("one step back")),
            Entry(_keys(Command.END_TURN, "E"), text("end the turn")),
            Entry(_keys(Command.CAMP, "N"), text("after the fight: make camp and go on")),
        ),
    )


def _looking_back() -> Section:
    return Section(
        text("What happened"),
        (
            Entry(_keys(Command.BACK, "Backspace", "Ctrl+Z"), text("take the last action back")),
            Entry(_keys(Command.FORWARD, "Ctrl+Y"), text("do it again")),
            Entry(_keys(Command.EARLIER, ",") + _keys(Command.LATER, "."), text("look at the moment before or after")),
            Entry(_keys(Command.PRESENT, "Home"), text("back to the present")),
            Entry(_keys(Command.OPEN_ROLLS, "R"), text("open the rolls of the story")),
            Entry(_keys(Command.PANEL_UP, "PgUp") + _keys(Command.PANEL_DOWN, "PgDn"), text("scroll the story")),
            Entry(_keys(Command.SAVE, "Ctrl+S"), text("save the fight")),
        ),
    )


def _fight_view() -> Section:
    view = _view()
    computer = Entry(_keys(Command.COMPUTER, "C"), text("which sides the computer plays"))
    dice = Entry(_keys(Command.DICE, "D"), text("dice of the program, or rolled by hand"))
    master = Entry(_keys(Command.ALL_SHOWN, "G"), text("the game master's view, which keeps nothing back"))
    return Section(view.title, (computer, dice, master, *(entry for entry in view.entries if not _is_panel(entry))))


def _is_panel(entry: Entry) -> bool:
    return any(binding.command in (Command.PANEL_UP, Command.PANEL_DOWN) for binding in entry.bindings)


def _choosing() -> Section:
    return Section(
        text("Who and what"),
        (
            Entry(
                _keys(Command.NEXT_ATTACKER, "Tab") + _keys(Command.PREVIOUS_ATTACKER, "Shift+Tab"),
                text("next or previous creature"),
            ),
            Entry(
                _keys(Command.NEXT_TARGET, "T") + _keys(Command.PREVIOUS_TARGET, "Shift+T"),
                text("next or previous target"),
            ),
            Entry(_keys(Command.SWAP, "X"), text("swap attacker and target")),
            Entry(_keys(Command.ASK, "Q") + _keys(Command.PREVIOUS_ASK, "Shift+Q"), text("next or previous question")),
            Entry(_keys(Command.ATTACK, "A"), text("kind of attack")),
            Entry(
                _keys(Command.SYSTEM_1, "1")
                + _keys(Command.SYSTEM_2, "2")
                + _keys(Command.SYSTEM_3, "3")
                + _keys(Command.SYSTEM_4, "4"),
                text("show or hide a rule system"),
            ),
            Entry(_keys(Command.NEXT_MAIN, "V"), text("draw the lines of the next system")),
            Entry(_keys(Command.CLEAR, "Esc"), text("choose nobody")),
        ),
    )


def _areas() -> Section:
    return Section(
        text("Areas and movement"),
        (
            Entry(_keys(Command.TEMPLATE, "B"), text("place an area")),
            Entry(_keys(Command.SHAPE, "N"), text("next shape of the area")),
            Entry(
                _keys(Command.TURN_LEFT, ",") + _keys(Command.TURN_RIGHT, "."),
                text("turn the area (also the mouse wheel)"),
            ),
            Entry(
                _keys(Command.SHRINK, "[") + _keys(Command.GROW, "]"),
                text("smaller or bigger area (also Shift and the wheel)"),
            ),
            Entry(_keys(Command.REACH, "R"), text("show where the creature can go")),
            Entry(_keys(Command.THREAT, "L"), text("show what it threatens")),
            Entry(_keys(Command.MODE, "M"), text("walk, fly, swim, climb or squeeze")),
            Entry(_keys(Command.DIAGONALS, "G"), text("diagonals already taken this turn")),
        ),
    )


def _cursor() -> Section:
    return Section(
        text("On the board"),
        (
            Entry(
                _keys(Command.CURSOR_LEFT, "Left")
                + _keys(Command.CURSOR_UP, "Up")
                + _keys(Command.CURSOR_DOWN, "Down")
                + _keys(Command.CURSOR_RIGHT, "Right"),
                text("move the cursor"),
                "Arrows",
            ),
            Entry(_keys(Command.CHOOSE, "Enter", "Space"), text("choose the creature under the cursor")),
            Entry(_keys(Command.MOVE_HERE, "H"), text("what if it stood here")),
            Entry(_keys(Command.DOOR, "D"), text("open or close the door next to the cursor")),
            Entry(
                _keys(Command.TRY_1, "Shift+1")
                + _keys(Command.TRY_2, "Shift+2")
                + _keys(Command.TRY_3, "Shift+3")
                + _keys(Command.TRY_4, "Shift+4"),
                text("try a change from the list"),
                "Shift+1 … 4",
            ),
        ),
    )


def _changes() -> Section:
    return Section(
        text("What if, and keeping it"),
        (
            Entry(_keys(Command.BACK, "Backspace", "Ctrl+Z"), text("take the last change back")),
            Entry(_keys(Command.FORWARD, "Ctrl+Y"), text("make it again")),
            Entry(_keys(Command.RESET, "Home"), text("back to the position as it was loaded")),
            Entry(
                _keys(Command.FIGHT, "Ctrl+F") + _keys(Command.FIGHT_BY_HAND, "Ctrl+Shift+F"),
                text("fight it out from here, with Shift by dice rolled by hand"),
            ),
            Entry(_keys(Command.SHEET, "P"), text("the ruling as a sheet, all systems in columns")),
            Entry(_keys(Command.SAVE_SVG, "Ctrl+S"), text("save the ruling as SVG")),
            Entry(_keys(Command.SAVE_PNG, "Ctrl+Shift+S"), text("save the ruling as PNG")),
            Entry(
                _keys(Command.COPY, "Ctrl+C") + _keys(Command.COPY_SVG, "Ctrl+Shift+C"),
                text("copy the ruling in words, or as SVG"),
            ),
        ),
    )


def _view() -> Section:
    return Section(
        text("The window"),
        (
            Entry(
                _keys(Command.ZOOM_IN, "+", "Num+") + _keys(Command.ZOOM_OUT, "-", "Num-"),
                text("zoom (also the mouse wheel)"),
            ),
            Entry(_keys(Command.FIT, "F"), text("fit the board")),
            Entry(
                _keys(Command.PAN_LEFT, "Shift+Left")
                + _keys(Command.PAN_UP, "Shift+Up")
                + _keys(Command.PAN_DOWN, "Shift+Down")
                + _keys(Command.PAN_RIGHT, "Shift+Right"),
                text("move the board (also the middle mouse button)"),
                "Shift+Arrows",
            ),
            Entry(_keys(Command.PANEL_UP, "PgUp") + _keys(Command.PANEL_DOWN, "PgDn"), text("scroll the ruling")),
            Entry(_keys(Command.LANGUAGE, "Ctrl+L"), text("English or Russian")),
            Entry(_keys(Command.FULL_SCREEN, "F11"), text("full screen")),
            Entry(_keys(Command.BROWSER, "Ctrl+O"), text("list of scenarios")),
            Entry(_keys(Command.HELP, "F1"), text("this help")),
            Entry(_keys(Command.QUIT, "Ctrl+Q"), text("quit")),
        ),
    )


def command_of(key: int, scancode: int, modifiers: int, *, fight: bool = False) -> Command | None:
    """The command of a key press, None for a key that means nothing.

    Args:
        key: pygame's key code, which follows the keyboard layout.
        scancode: the key's place, used where the layout gives no Latin letter.
        modifiers: pygame's modifier bits.
        fight: the keys of a fight instead of those of the table.
    """
    held = (SHIFT if modifiers & SHIFT else 0) | (CTRL if modifiers & CTRL else 0)
    foreign = key > 127 and key < 1 << 30
    for binding in _bindings(fight):
        same_key = binding.scancode == scancode if foreign and binding.scancode else binding.key == key
        if same_key and binding.modifiers == held:
            return binding.command
    return None


@cache
def _bindings(fight: bool) -> tuple[Binding, ...]:
    shown = fight_sections() if fight else sections()
    return tuple(binding for section in shown for entry in section.entries for binding in entry.bindings)
