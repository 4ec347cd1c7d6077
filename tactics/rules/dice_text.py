"""Dice as books write them, "2d6+3": read, rolled, and their exact chances."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from tactics.core.dice import Roll
from tactics.rules.fighting import Run

_TERM = re.compile(r"([+-]?)(?:(\d*)d(\d+)|(\d+))")
_AROUND_SIGNS = re.compile(r" *([+-]) *")
MOST_DICE = 100
MOST_SIDES = 1000


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of one or several kinds and a number that is added.

    Attributes:
        dice: number and sides of each kind.
        bonus: what is added to them.
    """

    dice: tuple[tuple[int, int], ...] = ()
    bonus: int = 0

    @property
    def least(self) -> int:
        """The lowest sum."""
        return self.bonus + sum(number for number, _ in self.dice)

    @property
    def most(self) -> int:
        """The highest sum."""
        return self.bonus + sum(number * sides for number, sides in self.dice)

    @property
    def twice_mean(self) -> int:
        """Twice the average, which is a whole number."""
        return 2 * self.bonus + sum(number * (sides + 1) for number, sides in self.dice)

    def __str__(self) -> str:
        terms = "+".join(f"{number}d{sides}" for number, sides in self.dice)
        if not terms:
            return str(self.bonus)
        return terms + (f"{self.bonus:+d}" if self.bonus else "")


@cache
def parse_dice(written: str) -> Dice | None:
    """Read "2d6+3", "1d8", "1d4-1" or "5"; None when it is nothing of the kind."""
    compact = _AROUND_SIGNS.sub(r"\1", written.strip().lower())
    dice: list[tuple[int, int]] = []
    bonus, end = 0, 0
    while end < len(compact):
        term = _TERM.match(compact, end)
        if term is None or (end and not term[1]):
            return None
        if term[3] is None:
            bonus += int(term[1] + term[4])
        else:
            number, sides = int(term[2] or 1), int(term[3])
            if term[1] == "-" or not 1 <= number <= MOST_DICE or not 1 <= sides <= MOST_SIDES:
                return None
            dice.append((number, sides))
        end = term.end()
    return Dice(tuple(dice), bonus) if compact else None


def roll_dice(run: Run, dice: Dice) -> tuple[Roll, ...]:
    """Roll all the dice; the faces in the order they fell."""
    every = chain.from_iterable([sides] * number for number, sides in dice.dice)
    return tuple(Roll(sides, run.roll(sides)) for sides in every)


def face_sum(rolls: tuple[Roll, ...]) -> int:
    """What the faces add up to."""
    return sum(one.face for one in rolls)


@cache
def chances(dice: tuple[tuple[int, int], ...]) -> Mapping[int, int]:
    """In how many ways the dice come to each sum; the number of all ways is their sum."""
    ways = {0: 1}
    for number, sides in dice:
        for _ in range(number):
            grown: dict[int, int] = {}
            for total, count in ways.items():
                for face in range(1, sides + 1):
                    grown[total + face] = grown.get(total + face, 0) + count
            ways = grown
    return ways
