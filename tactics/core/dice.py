"""Where the faces of dice come from. Every face that is used is recorded, so a fight is replayed without dice."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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


class NoFace(Exception):  # noqa: N818 - it is no error: a table rolls its dice by hand
    """A face is wanted that has to come from elsewhere, such as a die rolled at the table."""

    def __init__(self, sides: int) -> None:
        super().__init__(f"a face of a die with {sides} sides is wanted")
        self.sides = sides


class SeededDice:
    """Faces by a generator of its own; the same seed gives the same faces on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def face(self, sides: int) -> int:
        """The next face."""
        return self._random.randint(1, sides)

    def skip(self, rolls: Iterable[Roll]) -> None:
        """Draw the faces that were used already, so that the next one is the one that would have come."""
        for roll in rolls:
            self._random.randint(1, roll.sides)


class FixedDice:
    """Faces from a list, for tests and scripts."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces: Iterator[int] = iter(faces)

    def face(self, sides: int) -> int:
        """The next face of the list.

        Raises:
            NoFace: the list is used up, or its next face does not fit the die.
        """
        face = next(self._faces, 0)
        if not 1 <= face <= sides:
            raise NoFace(sides)
        return face


class HandDice:
    """Dice rolled by hand: it has only the faces that were typed in."""

    def __init__(self) -> None:
        self._typed: list[int] = []

    def type_in(self, face: int) -> None:
        """Add a face that was rolled at the table."""
        self._typed.append(face)

    def face(self, sides: int) -> int:
        """The next face typed in.

        Raises:
            NoFace: nothing is typed in yet, or it does not fit the die.
        """
        if not self._typed or not 1 <= self._typed[0] <= sides:
            self._typed.clear()
            raise NoFace(sides)
        return self._typed.pop(0)
