"""Waves of squares by rising cost: Dial's algorithm on bit sets."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import groupby

from tactics.geometry.lanes import Wave

PAGE = 64
"""How many keys are looked ahead at a time."""

HUGE = 100_000
"""From how many squares on so many levels would take too much memory."""

FEW = 64
"""Up to how many levels are looked through one by one."""

LOW_DIGITS = 3
"""How many digits of the keys change fast enough to be added level by level."""


class Flood:
    """What a flood has reached, and the least key of every square.

    Attributes:
        reached: the squares.
    """

    __slots__ = ("_levels", "_planes", "reached")

    def __init__(self) -> None:
        self.reached = 0
        self._levels: list[tuple[int, int]] = []
        self._planes: list[int] = []

    @property
    def levels(self) -> list[tuple[int, int]]:
        """Keys and the squares they belong to; a flood adds to it."""
        return self._levels

    @property
    def planes(self) -> list[int]:
        """The keys in another form: a square's bit in the integer number n is digit n of its key."""
        self.fold()
        return self._planes

    def fold(self) -> None:
        """Turn the levels into planes, which are fewer."""
        if not self._levels:
            return
        most = self._levels[-1][0]
        self._planes += [0] * (max(most.bit_length(), LOW_DIGITS) - len(self._planes))
        # Levels that differ in the low digits only are joined before they are added to the high ones.
        for high, levels in groupby(self._levels, lambda level: level[0] >> LOW_DIGITS):
            joined = 0
            for key, bits in levels:
                joined |= bits
                self._add(key & (1 << LOW_DIGITS) - 1, 0, bits)
            self._add(high, LOW_DIGITS, joined)
        self._levels.clear()

    def _add(self, digits: int, first: int, bits: int) -> None:
        while digits:
            if digits & 1:
                self._planes[first] |= bits
            digits >>= 1
            first += 1

    def by_key(self) -> Mapping[int, int] | None:
        """The squares of each key, None when there are many."""
        return dict(self._levels) if not self._planes and len(self._levels) <= FEW else None

    def key(self, bit: int) -> int | None:
        """The least key of a square, None when it was not reached."""
        if not self.reached & bit:
            return None
        if not self._planes and len(self._levels) <= FEW:
            return next(key for key, bits in self._levels if bits & bit)
        return sum(1 << digit for digit, plane in enumerate(self.planes) if plane & bit)


class Goal:
    """A square a flood is meant to find.

    It looks back from the square while the flood grows. When there is nothing more to look at and the flood was
    not met, no way leads there, and a small closed room is noticed before the flood has filled the board.
    """

    def __init__(self, bit: int, waves: Sequence[Wave], free: int) -> None:
        """Look for one square.

        Args:
            bit: the square.
            waves: the steps.
            free: squares that may be entered.
        """
        self._bit = bit
        self._waves = waves
        self._unseen = free & ~bit
        self._edge = bit & free
        self._met = False

    def settled(self, key: int, new: int, waiting: int) -> bool:
        """Whether the flood may stop.

        Args:
            key: the cost that was looked at.
            new: squares whose cost has just become known.
            waiting: squares that are free and whose cost is not known yet.
        """
        if new & self._bit:
            return True
        if self._met:
            return False
        self._edge = self._before(self._edge) & self._unseen
        self._unseen ^= self._edge
        self._met = bool(self._edge & ~waiting)
        return not self._edge

    def _before(self, bits: int) -> int:
        found = 0
        for shift, other, one, two, three, four, _ in self._waves:
            found |= bits >> shift & one | bits >> other & two | bits << shift & three | bits << other & four
        return found


class Nearest:
    """The squares of some that cost least, in whole squares: two keys each."""

    def __init__(self, bits: int) -> None:
        """Look for the nearest of some squares."""
        self._bits = bits
        self._cost_sq: int | None = None

    def settled(self, key: int, new: int, waiting: int) -> bool:
        """Whether the flood may stop: all that cost as much as the first one are known; see `Goal.settled`."""
        if self._cost_sq is None and new & self._bits:
            self._cost_sq = key // 2
        return self._cost_sq is not None and key // 2 > self._cost_sq


def flood(
    waves: Sequence[Wave],
    seeds: Mapping[int, int],
    free: int,
    *,
    span: tuple[int, int],
    limit: int | None = None,
    goal: Goal | Nearest | None = None,
) -> Flood:
    """Least keys of all squares that can be reached.

    Args:
        waves: the steps.
        seeds: squares to begin with, by key.
        free: squares that may be entered, the seeds among them.
        span: least and greatest key of a step.
        limit: greatest key of interest; None for all.
        goal: stop when it is settled.
    """
    least, most = span
    ahead = max(seeds) - min(seeds) + most
    horizon = max(seeds) + most
    last = sys.maxsize - 1 if limit is None else limit
    pending = [0] * (horizon + 2 if limit is None else limit + most + 2)
    for key, bits in seeds.items():
        pending[key] = bits
    found, waiting = Flood(), free
    levels = found.levels
    for key in range(min(seeds), last + 1):
        bits = pending[key] & waiting
        if not bits:
            if key > horizon:
                break
            continue
        pending[key] = 0
        waiting ^= bits
        levels.append((key, bits))
        if goal is not None and goal.settled(key, bits, waiting):
            break
        if key + least > last:
            continue
        horizon = key + ahead
        if horizon + 1 >= len(pending):
            pending += [0] * PAGE
            if free >> HUGE:
                found.fold()
        for shift, other, one, two, three, four, arrivals in waves:
            arrived = (bits & one) << shift | (bits & two) << other | (bits & three) >> shift | (bits & four) >> other
            if arrived:
                for price, mask in arrivals:
                    pending[key + price] |= arrived & mask
    found.reached = free ^ waiting
    return found
