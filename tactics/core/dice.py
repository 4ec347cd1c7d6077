"""Where the faces of dice come from. Every face that is used is recorded, so a fight is replayed without dice.

A source can be wound back and forth, so that what is undone gives its faces back and what is done again uses them up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Roll:
    """One die: how many sides, and the face it showed."""

    sides: int
    face: int


class Dice(Protocol):
    """A source of faces."""

    def face(self, sides: int) -> int:
        """A face from 1 to `sides`.

        Raises:
            NoFace: the source has none to give now.
        """

    def take_back(self, rolls: Sequence[Roll]) -> None:
        """Give the last faces once more, from the first of `rolls` on."""

    def skip(self, rolls: Sequence[Roll]) -> None:
        """Go on as if these faces, the next ones, had been asked for."""


class NoFace(Exception):  # noqa: N818 - it is no error: a table rolls its dice by hand
    """A face is wanted that has to come from elsewhere, such as a die rolled at the table."""

    def __init__(self, sides: int) -> None:
        super().__init__(f"a face of a die with {sides} sides is wanted")
        self.sides = sides


class SeededDice:
    """Faces by seed and number of the roll; the same seed gives the same faces on every machine.

    Attributes:
        position: how many faces were given.
    """

    def __init__(self, seed: int, position: int = 0) -> None:
        self.position = position
        self._seed = seed

    def face(self, sides: int) -> int:
        """The next face."""
        self.position += 1
        digest = blake2b(f"{self._seed}/{self.position}".encode(), digest_size=16).digest()
        return int.from_bytes(digest, "big") % sides + 1

    def take_back(self, rolls: Sequence[Roll]) -> None:
        """Give the last faces once more."""
        self.position -= len(rolls)

    def skip(self, rolls: Sequence[Roll]) -> None:
        """Pass over the faces that were used already."""
        self.position += len(rolls)


class FixedDice:
    """Faces from a list, for tests and scripts."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces: Iterator[int] = iter(faces)
        self._again: deque[int] = deque()

    def face(self, sides: int) -> int:
        """The next face of the list.

        Raises:
            NoFace: the list is used up, or its next face does not fit the die.
        """
        if not self._again:
            self._again.append(next(self._faces, 0))
        if not 1 <= self._again[0] <= sides:
            raise NoFace(sides)
        return self._again.popleft()

    def take_back(self, rolls: Sequence[Roll]) -> None:
        """Give the last faces once more."""
        self._again.extendleft(roll.face for roll in reversed(rolls))

    def skip(self, rolls: Sequence[Roll]) -> None:
        """Pass over the faces that were used already."""
        for _ in rolls:
            if self._again:
                self._again.popleft()


class HandDice:
    """Dice rolled by hand: it has only the faces that were typed in."""

    def __init__(self) -> None:
        self._typed: deque[int] = deque()

    def type_in(self, face: int) -> None:
        """Add a face that was rolled at the table."""
        self._typed.append(face)

    def forget(self) -> None:
        """Drop the faces that are not used yet, so that the table rolls anew."""
        self._typed.clear()

    def face(self, sides: int) -> int:
        """The next face typed in.

        Raises:
            NoFace: nothing is typed in yet, or it does not fit the die.
        """
        if not self._typed or not 1 <= self._typed[0] <= sides:
            self.forget()
            raise NoFace(sides)
        return self._typed.popleft()

    def take_back(self, rolls: Sequence[Roll]) -> None:
        """Give the last faces once more."""
        self._typed.extendleft(roll.face for roll in reversed(rolls))

    def skip(self, rolls: Sequence[Roll]) -> None:
        """Pass over the faces that were used already."""
        for _ in rolls:
            if self._typed:
                self._typed.popleft()
