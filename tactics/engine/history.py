"""What was done in a fight, input by input, with the states before and after; undo and redo only walk along it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tactics.core.dice import Roll
from tactics.engine.reduce import reduce
from tactics.engine.run import Happening
from tactics.rules.action import Action, Decision
from tactics.rules.event import Event, TurnEnded
from tactics.world.fight import Fight


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One input and all that came of it.

    Attributes:
        input: the action or the answer; None for the beginning of the fight.
        before: the state before it.
        trace: faces and events, in the order they came.
        after: the state after it.
        asks: who is asked what before the action goes on, None when the action is done.
        decision: the same with its choices; None when it has yet to be found again after loading.
        earlier: the input of the same action before this answer, None when this is no answer.
        first_event: how many events came before it.
    """

    input: Action | None
    before: Fight
    trace: tuple[Happening, ...]
    after: Fight
    asks: tuple[str, str] | None = None
    decision: Decision | None = None
    earlier: Entry | None = None
    first_event: int = 0

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The faces that fell."""
        return tuple(one for one in self.trace if isinstance(one, Roll))

    @property
    def events(self) -> tuple[Event, ...]:
        """The events."""
        return tuple(one for one in self.trace if not isinstance(one, Roll))

    @property
    def ends_turn(self) -> bool:
        """Whether a turn ended."""
        return any(isinstance(one, TurnEnded) for one in self.trace)

    def whole(self) -> tuple[Entry, ...]:
        """The inputs of its action so far: the action itself and every answer up to this one."""
        inputs = [self]
        while inputs[-1].earlier is not None:
            inputs.append(inputs[-1].earlier)
        return tuple(reversed(inputs))


Mark = Literal["undo", "redo"]


class History:
    """The inputs of a fight.

    Attributes:
        start: the state before everything.
        done: inputs that count, oldest first.
        undone: inputs taken back that can be done again, the next one last.
        journal: everything in the order it was typed, undo and redo as marks; nothing is ever removed from it.
    """

    def __init__(self, start: Fight) -> None:
        self.start = start
        self.done: list[Entry] = []
        self.undone: list[Entry] = []
        self.journal: list[Entry | Mark] = []
        self._events: list[Event] = []

    @property
    def fight(self) -> Fight:
        """The present state."""
        return self.done[-1].after if self.done else self.start

    @property
    def last(self) -> Entry | None:
        """The newest input that counts."""
        return self.done[-1] if self.done else None

    @property
    def events(self) -> Sequence[Event]:
        """Every event that counts, oldest first."""
        return tuple(self._events)

    @property
    def event_count(self) -> int:
        """How many events count."""
        return len(self._events)

    def add(self, entry: Entry) -> None:
        """A new input; what was undone can no longer be done again."""
        self.undone.clear()
        self.journal.append(entry)
        self._do(entry)

    def undo(self) -> Entry:
        """Take the newest input back.

        Raises:
            IndexError: only the beginning is left.
        """
        if len(self.done) < 2:
            raise IndexError("nothing to undo")
        entry = self.done.pop()
        self.undone.append(entry)
        del self._events[entry.first_event :]
        self.journal.append("undo")
        return entry

    def redo(self) -> Entry:
        """Do again what was undone last.

        Raises:
            IndexError: nothing was undone.
        """
        entry = self.undone.pop()
        self.journal.append("redo")
        self._do(entry)
        return entry

    def replace_last(self, entry: Entry) -> None:
        """Put the newest input once more, with its decision found again."""
        self.done[-1] = entry

    def at(self, seq: int) -> Fight:
        """The state after the first `seq` events, nearest the beginning or the end when there are fewer."""
        states = self.states(seq)
        return next(states)[1]

    def states(self, first: int = 0) -> Iterator[tuple[int, Fight]]:
        """Number of events and state after them, from `first` on to the present."""
        first = min(max(first, 0), len(self._events))
        at = bisect_right(self.done, first, key=lambda entry: entry.first_event) - 1
        if at < 0:
            yield 0, self.start
            return
        number, fight = self.done[at].first_event, self.done[at].before
        if number == first:
            yield number, fight
        for event in self._events[number:]:
            number, fight = number + 1, reduce(fight, event)
            if number >= first:
                yield number, fight

    def _do(self, entry: Entry) -> None:
        self.done.append(entry)
        self._events += entry.events


def replayed(start: Fight, journal: Sequence[Entry | Mark]) -> History:
    """The history a journal makes."""
    history = History(start)
    for item in journal:
        if isinstance(item, Entry):
            history.add(item)
        elif item == "undo":
            history.undo()
        else:
            history.redo()
    return history
