"""The log of a fight as a file: a header, then one JSON record a line in the order everything came. Only appended to.

Records of an input say how many records belong to it, so an input that was not written to its end is known.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import tactics
from tactics.core.dice import Roll
from tactics.core.problems import problem
from tactics.core.text import Named
from tactics.engine.codec import codec
from tactics.engine.digest import canonical, digest
from tactics.engine.history import Entry, History, Mark
from tactics.rules.action import Action
from tactics.rules.event import Event
from tactics.world.fight import Fight

SCHEMA = 1
DICE = ("seeded", "hand", "fixed")
ENCOUNTER, CAMP = "encounter", "camp"
MODES = (ENCOUNTER, CAMP)
"""What a log tells of: a fight, or the time between two."""
_LINE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_FIRST_KEY = '{"log":"tactics"'


@dataclass(frozen=True, slots=True)
class Header:
    """What a log begins with. It holds the whole starting state, so a save opens without the scenario's files.

    Attributes:
        system: id of the rule system.
        start: the fight before it begins.
        title: of the scenario.
        scenario: the file it came from, for people.
        seed: of the dice, None when they are not seeded.
        dice: one of `DICE`.
        mode: one of `MODES`.
        version: of the program that wrote it.
    """

    system: str
    start: Fight = field(compare=False)
    title: Named = Named("")  # noqa: RUF009 - Named is immutable
    scenario: str = ""
    seed: int | None = None
    dice: str = "seeded"
    mode: str = ENCOUNTER
    version: str = tactics.__version__


def is_log(path: Path | str) -> bool:
    """Whether a file begins like a saved fight."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_FIRST_KEY)) == _FIRST_KEY.encode()
    except (OSError, ValueError):
        return False


def header_line(header: Header) -> str:
    """The first line."""
    table = {"schema": SCHEMA, **codec(Header).encode(header), "version": header.version}
    return _json({"log": "tactics", **table, "sha256": header_sum(table)})


def header_sum(table: dict[str, Any]) -> str:
    """The sum over a header's other keys."""
    own = {key: value for key, value in table.items() if key not in ("log", "sha256")}
    return sha256(canonical(own).encode()).hexdigest()


def record_lines(items: Iterable[Entry | Mark], number: int = 1) -> Iterator[str]:
    """The lines of inputs and marks; the first one has the number given."""
    for item in items:
        for record in [{item: True}] if isinstance(item, str) else _records(item):
            yield _json({"n": number, **record})
            number += 1


def _records(entry: Entry) -> Iterator[dict[str, Any]]:
    event, action = codec(Event).encode, codec(Action).encode
    kind = "begin" if entry.input is None else "action" if entry.earlier is None else "answer"
    if entry.input is None and entry.earlier is not None:
        raise ValueError("an answer must say something")
    first: dict[str, Any] = {kind: True if entry.input is None else action(entry.input), "records": len(entry.trace)}
    if entry.asks is not None:
        first["asks"] = list(entry.asks)
    yield first
    for one in entry.trace:
        yield {"face": [one.sides, one.face]} if isinstance(one, Roll) else {"event": event(one)}
    if entry.ends_turn:
        yield {"hash": digest(entry.after)}


def _json(value: Any) -> str:
    return _LINE.encode(value)


def write_log(path: Path, header: Header, history: History) -> int:
    """Write a whole log in place of the file, which is never half there.

    Returns:
        How many records it has.

    Raises:
        ProblemError: it cannot be written.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    count = 0
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            file.write(header_line(header) + "\n")
            for line in record_lines(history.journal):
                file.write(line + "\n")
                count += 1
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise problem(str(path), "", f"cannot be written: {error.strerror or error}") from error
    finally:
        partial.unlink(missing_ok=True)
    return count


class LogFile:
    """A log that grows with the fight: each input is appended and flushed at once, the file is not kept open."""

    def __init__(self, path: Path, header: Header, history: History) -> None:
        """Write what has happened so far.

        Raises:
            ProblemError: the file cannot be written.
        """
        self.path = path
        self._count = write_log(path, header, history)

    def append(self, item: Entry | Mark) -> None:
        """Add an input or a mark.

        Raises:
            ProblemError: the file is gone or cannot be written.
        """
        lines = list(record_lines([item], self._count + 1))
        self._count += len(lines)
        try:
            with self.path.open("r+b") as file:
                file.seek(0, os.SEEK_END)
                file.write("".join(f"{line}\n" for line in lines).encode())
        except OSError as error:
            raise problem(str(self.path), "", f"cannot be written: {error.strerror or error}") from error
