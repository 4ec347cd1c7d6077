"""Reading a log back: events are folded, nothing is rolled and no book is asked; what is not sound is told by line."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from tactics.core.dice import Roll
from tactics.core.problems import Problem, ProblemError
from tactics.engine.codec import MisfitError, codec, shown
from tactics.engine.digest import Digester
from tactics.engine.history import Entry, History, replayed
from tactics.engine.log import DICE, MODES, SCHEMA, Header, header_sum
from tactics.engine.reduce import reduce
from tactics.engine.run import Happening
from tactics.engine.sound import event_fault, fight_fault
from tactics.files.reading import read_limited
from tactics.rules.action import Action
from tactics.rules.event import Event
from tactics.world.fight import Fight

MAX_LOG_BYTES = 200_000_000
"""Most bytes a log may have."""

_MOST_SIDES = 1000
_KINDS = ("begin", "action", "answer", "face", "event", "hash", "undo", "redo")


@dataclass(frozen=True, slots=True)
class Saved:
    """A log that was read.

    Attributes:
        header: what it begins with.
        history: everything that is sound.
        notes: what was left out at the end of the file because it was not written whole.
        faults: why what follows was left out; empty when all is sound.
        hashes: how many states were proved by their sum.
    """

    header: Header
    history: History
    notes: tuple[Problem, ...] = ()
    faults: tuple[Problem, ...] = ()
    hashes: int = 0


def read_log(path: Path | str, *, salvage: bool = False) -> Saved:
    """Read a saved fight.

    Args:
        path: the file.
        salvage: take what is sound before the first fault; the faults are told in the result.

    Raises:
        ProblemError: there is no such file, it is no log, its header cannot be used, or without `salvage` it has a
            fault.
    """
    path = Path(path)
    lines = read_limited(path, MAX_LOG_BYTES).split(b"\n")
    torn = lines.pop()  # what follows the last line end; nothing, unless the last line was torn
    reader = _Reader(str(path))
    if not lines:
        reader.refuse(1, "is no saved fight: its first line is not whole" if torn else "is empty")
    header = reader.header(lines[0])
    body = _Body(reader, header.start)
    try:
        for number, line in enumerate(lines[1:], 2):
            body.take(number, reader.table(number, line))
    except ProblemError as error:
        reader.faults += error.problems
    body.close(len(lines), torn)
    sound = body.sound()
    faults = tuple(Problem(one.path, one.key, f"{one.message}; {sound}", one.line) for one in reader.faults)
    if faults and not salvage:
        raise ProblemError(faults)
    return Saved(header, body.history, tuple(body.notes), faults, body.hashes)


class _Reader:
    """One file: its lines as tables, its header."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.faults: list[Problem] = []

    def refuse(self, line: int, message: str) -> NoReturn:
        raise ProblemError([Problem(self.path, "", message, line)])

    def table(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            table = _JSON.decode(line.decode("utf-8"))
        except RecursionError:
            self.refuse(number, "is nested too deeply")
        except UnicodeDecodeError:
            self.refuse(number, "is not UTF-8 text")
        except ValueError as error:
            self.refuse(number, f"is not JSON: {error}")
        if not isinstance(table, dict):
            self.refuse(number, f"a record is a table, not {shown(table)}")
        return table

    def decode(self, number: int, form: Any, value: Any) -> Any:
        try:
            return codec(form).decode(value)
        except RecursionError:
            self.refuse(number, "is nested too deeply")
        except MisfitError as fault:
            self.refuse(number, str(fault))

    def header(self, line: bytes) -> Header:
        try:
            table = self.table(1, line)
        except ProblemError as error:
            self.refuse(1, f"is no saved fight: the first line {error.problems[0].message}")
        if table.get("log") != "tactics":
            self.refuse(1, "is no saved fight: it does not begin like one")
        if table.get("schema") != SCHEMA:
            wrong = shown(table.get("schema"))
            self.refuse(1, f"is written in version {wrong} of the format; this program reads version {SCHEMA}")
        if table.get("sha256") != header_sum(table):
            self.faults.append(Problem(self.path, "", "the header was changed: its sum is wrong", 1))
        own = {key: value for key, value in table.items() if key not in ("log", "schema", "sha256")}
        header: Header = self.decode(1, Header, own)
        fault = fight_fault(header.start)
        if header.dice not in DICE or header.mode not in MODES or header.system != header.start.system:
            fault = fault or "dice or system are not what they can be"
        if fault:
            self.refuse(1, f"the header cannot be used: {fault}")
        return header


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of a log")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _no_constant(digits)


_JSON = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite)


@dataclass(slots=True)
class _Open:
    """An input whose records are still being read."""

    line: int
    input: Action | None
    earlier: Entry | None
    missing: int
    asks: tuple[str, str] | None
    fight: Fight
    trace: list[Happening] = field(default_factory=list)


class _Body:
    """The records, folded into a history."""

    def __init__(self, reader: _Reader, start: Fight) -> None:
        self.history = History(start)
        self.notes: list[Problem] = []
        self.hashes = 0
        self._reader = reader
        self._digester = Digester()
        self._open: _Open | None = None
        self._number = 0
        self._owed = False  # a turn ended, its sum comes next
        self._line = self._proved_line = 1
        self._proved = 0  # inputs and marks up to the last state that was proved

    def take(self, line: int, record: dict[str, Any]) -> None:
        """The next record."""
        self._number += 1
        if record.get("n") != self._number:
            self._reader.refuse(line, f"record {self._number} is missing; this one is {shown(record.get('n'))}")
        kind = next((key for key in record if key != "n"), "")
        if kind not in _KINDS:
            self._reader.refuse(line, f"unknown kind of record {shown(kind)}")
        if (self._open is not None) != (kind in ("face", "event")):
            self._reader.refuse(line, f"{kind} does not belong here")
        if self._owed != (kind == "hash"):
            self._reader.refuse(line, "the sum of the state is missing" if self._owed else "no sum belongs here")
        getattr(self, f"_{kind}")(line, record)
        if self._open is not None and self._open.missing == 0:
            self._finish(self._open)
            self._line = line

    def close(self, lines: int, torn: bytes) -> None:
        """The file is at its end: say what was not written whole."""
        if self._reader.faults and self._reader.faults[-1].line > 1:
            return
        if torn:
            self._note(lines + 1, "the last line is torn and was dropped")
        if self._open is not None:
            self._note(self._open.line, "the last input was not written to its end and was dropped")

    def sound(self) -> str:
        """How much is sound, for messages."""
        count, turns = self.history.event_count, self.history.fight.round
        return f"sound up to line {self._line} ({count} events, round {turns})"

    def _note(self, line: int, message: str) -> None:
        self.notes.append(Problem(self._reader.path, "", message, line))

    def _begin(self, line: int, record: dict[str, Any]) -> None:
        if self.history.done:
            self._reader.refuse(line, "the fight has begun already")
        self._start(line, record, None, None)

    def _action(self, line: int, record: dict[str, Any]) -> None:
        last = self.history.last
        if last is None or last.asks is not None:
            self._reader.refuse(line, "an answer is due" if last else "the fight has not begun")
        self._start(line, record, self._reader.decode(line, Action, record["action"]), None)

    def _answer(self, line: int, record: dict[str, Any]) -> None:
        last = self.history.last
        if last is None or last.asks is None:
            self._reader.refuse(line, "nothing was asked")
        self._start(line, record, self._reader.decode(line, Action, record["answer"]), last)

    def _start(self, line: int, record: dict[str, Any], said: Action | None, earlier: Entry | None) -> None:
        count = self._reader.decode(line, int, record.get("records"))
        asks = self._reader.decode(line, tuple[str, str] | None, record.get("asks"))
        if not 0 <= count <= MAX_LOG_BYTES:
            self._reader.refuse(line, f"{count} records cannot follow")
        self._open = _Open(line, said, earlier, count, asks, self.history.fight)

    def _face(self, line: int, record: dict[str, Any]) -> None:
        assert self._open is not None
        sides, face = self._reader.decode(line, tuple[int, int], record["face"])
        if not 1 <= face <= sides <= _MOST_SIDES:
            self._reader.refuse(line, f"a die with {sides} sides cannot show {face}")
        self._open.trace.append(Roll(sides, face))
        self._open.missing -= 1

    def _event(self, line: int, record: dict[str, Any]) -> None:
        assert self._open is not None
        event: Event = self._reader.decode(line, Event, record["event"])
        fault = event_fault(self._open.fight, event)
        if fault:
            self._reader.refuse(line, f"this event cannot have happened: {fault}")
        self._open.trace.append(event)
        self._open.fight = reduce(self._open.fight, event)
        self._open.missing -= 1

    def _finish(self, open: _Open) -> None:
        before, events = self.history.fight, self.history.event_count
        entry = Entry(open.input, before, tuple(open.trace), open.fight, open.asks, None, open.earlier, events)
        self.history.add(entry)
        self._open = None
        self._owed = entry.ends_turn

    def _hash(self, line: int, record: dict[str, Any]) -> None:
        self._owed = False
        if record["hash"] != self._digester.sum(self.history.fight):
            self.history, self._line = (
                replayed(self.history.start, self.history.journal[: self._proved]),
                self._proved_line,
            )
            self._reader.refuse(line, "the state after this turn is not the one that was written down")
        self.hashes += 1
        self._proved, self._proved_line = len(self.history.journal), line
        self._line = line

    def _undo(self, line: int, record: dict[str, Any]) -> None:
        if len(self.history.done) < 2:
            self._reader.refuse(line, "there is nothing to undo")
        self.history.undo()
        self._line = line

    def _redo(self, line: int, record: dict[str, Any]) -> None:
        if not self.history.undone:
            self._reader.refuse(line, "there is nothing to redo")
        self.history.redo()
        self._line = line
