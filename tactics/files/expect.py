"""Reading ``[[expect]]`` tables: which question takes what, and whom and where they speak of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tactics.core.lattice import UNIT, Square, parse_square, square_name
from tactics.files.document import Expectation
from tactics.files.faults import Faults, KeyPath, did_you_mean
from tactics.files.schema import ExpectTable
from tactics.files.terms import MAX_EXPECTATIONS, SYSTEMS
from tactics.files.values import read_point, shown


@dataclass(frozen=True, slots=True)
class Form:
    """What a question takes.

    Attributes:
        needs: arguments it must have.
        may: arguments it may have.
        gives: results that may be expected.
        value: what ``is`` must look like: number, truth, word, list or table.
        instead: the word that stands for no value, "" for none.
    """

    needs: frozenset[str]
    may: frozenset[str]
    gives: tuple[str, ...]
    value: str = ""
    instead: str = ""


def _form(needs: str, may: str, gives: str, value: str = "", instead: str = "") -> Form:
    return Form(frozenset(needs.split()), frozenset(may.split()), tuple(gives.split()), value, instead)


FORMS: Mapping[str, Form] = {
    "distance": _form("from to", "", "is", "number"),
    "move_cost": _form("who path", "mode diagonals", "is steps", "number", "illegal"),
    "path_cost": _form("who to", "mode budget diagonals", "is", "number", "unreachable"),
    "reachable": _form("who", "mode budget diagonals", "cells count"),
    "threatened": _form("who", "weapon", "cells count"),
    "threatens": _form("from to", "weapon", "is", "truth"),
    "cover": _form("to", "from attack origin weapon", "is", "word"),
    "concealment": _form("from to", "attack", "is", "word"),
    "flanking": _form("from to", "with weapon", "is", "truth"),
    "line_of_effect": _form("from to", "", "is", "truth"),
    "line_of_sight": _form("from to", "", "is", "truth"),
    "area": _form("shape", "size width origin direction to at squares who from", "cells count creatures"),
    "provokes": _form("who", "path action", "is", "list"),
    "legal": _form("", "who action target path shape size squares mode diagonals from origin", "is", "truth"),
    "modifiers": _form("from to", "attack weapon", "is", "table"),
}
"""By question, the same questions and arguments the rule systems answer."""

RESULTS = ("is", "count", "steps", "cells", "creatures")


@dataclass(frozen=True, slots=True)
class Board:
    """What expectations may speak of: squares, and creatures with their names."""

    width: int
    height: int
    creatures: Mapping[str, str]

    def creature(self, value: Any) -> None:
        """Check that a value names one creature, by id or by name.

        Raises:
            ValueError: it does not.
        """
        named = [name.casefold() for name in self.creatures.values()]
        if not isinstance(value, str) or (value not in self.creatures and named.count(value.casefold()) != 1):
            raise ValueError(f"no creature {shown(value)}; {did_you_mean(str(value), list(self.creatures))}")

    def square(self, value: Any) -> None:
        """Check that a text names a square of the map.

        Raises:
            ValueError: it does not.
        """
        square = parse_square(value)
        if not (square.x < self.width and square.y < self.height):
            raise ValueError(f"{square_name(square)} is off the map ({self.width} x {self.height} squares)")

    def place(self, value: Any) -> None:
        """Check that a value is a creature, a square or a point of the map.

        Raises:
            ValueError: it is not.
        """
        if isinstance(value, list) or value.strip().startswith("<"):
            point = read_point(value)
            if not (0 <= point.x <= self.width * UNIT and 0 <= point.y <= self.height * UNIT):
                raise ValueError(f"{point} is off the map ({self.width} x {self.height} squares)")
            return
        try:
            self.creature(value)
        except ValueError as nobody:
            try:
                parse_square(value)
            except ValueError:
                raise nobody from None
            self.square(value)


def read_expectations(tables: Any, faults: Faults, board: Board | None) -> tuple[Expectation, ...]:
    """Read the list of ``[[expect]]`` tables.

    Args:
        tables: the list as it stands in the file.
        faults: takes the problems.
        board: the map and who is on it; None when they are not known for their own problems.
    """
    if not isinstance(tables, list):
        faults.add(("expect",), "needs [[expect]] tables")
        return ()
    if len(tables) > MAX_EXPECTATIONS:
        faults.add(("expect",), f"{len(tables)} expectations; a file may have {MAX_EXPECTATIONS}")
        return ()
    read = (_expectation(index, table, faults, board) for index, table in enumerate(tables))
    return tuple(one for one in read if one is not None)


def _expectation(index: int, raw: Any, faults: Faults, board: Board | None) -> Expectation | None:
    key: KeyPath = ("expect", index)
    table = faults.read(ExpectTable, raw, key)
    if table is None:
        return None
    given, form = table.given(), FORMS[table.ask]
    _check_names(table.ask, given, form, faults, key)
    arguments = {name: value for name, value in given.items() if name not in RESULTS}
    expects = {name: value for name, value in given.items() if name in RESULTS}
    for name in ("is", "count", "steps"):
        if name in expects and name in form.gives:
            _check_result(name, expects[name], form, faults, key)
    if board is not None:
        _check_places(table.ask, given, board, faults, key)
        if "cells" in expects:
            expects["cells"] = _cells(expects["cells"], board, faults, (*key, "cells"))
    line = faults.lines.line(key) if faults.lines else 0
    return Expectation(index, table.ask, arguments, expects, table.rule, table.why, line)


def _check_names(ask: str, given: Collection[str], form: Form, faults: Faults, key: KeyPath) -> None:
    for name in sorted(form.needs - set(given)):
        faults.add((*key, name), f"{ask} needs it")
    known = sorted(form.needs | form.may) + list(form.gives)
    for name in given:
        if name not in known:
            faults.add((*key, name), f"{ask} has no such key; it takes {', '.join(known)}")
    if not any(name in given for name in form.gives):
        faults.add(key, f"nothing is expected; {ask} can expect {', '.join(form.gives)}")


_LOOKS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "number": ("a number", lambda value: isinstance(value, int | float) and not isinstance(value, bool)),
    "truth": ("true or false", lambda value: isinstance(value, bool)),
    "word": ("text", lambda value: isinstance(value, str)),
    "list": ("a list of creatures", lambda value: _all(value, str)),
    "table": ("a table of whole numbers", lambda value: isinstance(value, dict) and _all([*value.values()], int)),
    "count": ("a whole number", lambda value: type(value) is int and value >= 0),
    "steps": ("a list of whole numbers", lambda value: _all(value, int)),
}


def _all(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(type(one) is kind for one in value)


def _check_result(name: str, value: Any, form: Form, faults: Faults, key: KeyPath) -> None:
    words, looks_right = _LOOKS[form.value if name == "is" else name]
    by_system = isinstance(value, dict) and not (form.value == "table" and set(value).isdisjoint(SYSTEMS))
    for system, one in value.items() if by_system else [("", value)]:
        place = (*key, name, system) if system else (*key, name)
        if system and system not in SYSTEMS:
            faults.add(place, f"unknown rule system; {did_you_mean(system, SYSTEMS)}")
        elif not looks_right(one) and not (name == "is" and form.instead and one == form.instead):
            instead = f' or "{form.instead}"' if name == "is" and form.instead else ""
            faults.add(place, f"needs {words}{instead}, not {shown(one)}")


def _check_places(ask: str, given: Mapping[str, Any], board: Board, faults: Faults, key: KeyPath) -> None:
    for name, value in given.items():
        check = _CHECKS.get(name)
        if name == "is" and ask == "provokes":
            check = Board.creature
            value = _flat(value)
        for one in value if isinstance(value, list | tuple) and name not in _PLACES else [value]:
            if check is not None:
                try:
                    check(board, one)
                except ValueError as error:
                    faults.add((*key, name), str(error))


_PLACES = ("from", "to", "origin")
_CHECKS: Mapping[str, Callable[[Board, Any], None]] = {
    **dict.fromkeys(_PLACES, Board.place),
    **dict.fromkeys(("who", "with", "target", "creatures"), Board.creature),
    **dict.fromkeys(("path", "squares", "at"), Board.square),
}


def _flat(value: Any) -> list[Any]:
    """Everyone named in a list or in the lists of a table by rule system."""
    many = value.values() if isinstance(value, dict) else [value]
    return [one for part in many if isinstance(part, list) for one in part]


def _cells(picture: str, board: Board, faults: Faults, key: KeyPath) -> frozenset[Square]:
    rows = picture_rows(picture)
    first = faults.lines.content_line(key) if faults.lines else 0
    if len(rows) != board.height:
        faults.add(key, f"the picture has {len(rows)} rows, the map {board.height}")
    for y, row in enumerate(rows[: board.height]):
        if len(row) != board.width:
            line = first + y if first else 0
            faults.add(key, f"row {y + 1} of the picture has {len(row)} squares, the map {board.width}", line)
    return frozenset(Square(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "x")


def picture_rows(picture: str) -> Sequence[str]:
    """The rows of a drawn map: lines, without the last line's end."""
    return picture.removesuffix("\n").split("\n")
