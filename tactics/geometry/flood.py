"""Waves of squares by rising cost: Dial's algorithm on bit sets."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tactics.geometry.lanes import Wave


class Flood(NamedTuple):
    """What a flood has reached.

    Attributes:
        reached: the squares.
        planes: their keys; a square's bit in ``planes[n]`` is digit n of its key.
    """

    reached: int
    planes: tuple[int, ...]

    def key(self, bit: int) -> int | None:
        """The least key of a square, None when it was not reached."""
        if not self.reached & bit:
            return None
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

    def settled(self, new: int, waiting: int) -> bool:
        """Whether the flood may stop.

        Args:
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


def flood(
    waves: Sequence[Wave],
    seeds: Mapping[int, int],
    free: int,
    *,
    span: tuple[int, int],
    limit: int | None = None,
    goal: Goal | None = None,
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
    first = min(seeds)
    ahead = max(seeds) - first + most
    horizon = first + ahead
    last = sys.maxsize - 1 if limit is None else limit
    pending = [0] * (horizon + 1)
    for key, bits in seeds.items():
        pending[key] = bits
    waiting = free
    planes = [0] * 32
    for key in range(first, last + 1):
        if key > horizon:
            break
        pending.append(0)
        bits = pending[key] & waiting
        if not bits:
            continue
        pending[key] = 0
        horizon = key + ahead
        waiting ^= bits
        for digit in _digits(key):
            planes[digit] |= bits
        if goal is not None and goal.settled(bits, waiting):
            break
        if key + least > last:
            continue
        for shift, other, one, two, three, four, arrivals in waves:
            arrived = (
                (bits & one) << shift | (bits & two) << other | (bits & three) >> shift | (bits & four) >> other
            ) & waiting
            if arrived:
                for price, mask in arrivals:
                    pending[key + price] |= arrived & mask
    while planes and not planes[-1]:
        planes.pop()
    return Flood(free ^ waiting, tuple(planes))


@cache
def _digits(key: int) -> tuple[int, ...]:
    return tuple(digit for digit in range(key.bit_length()) if key >> digit & 1)
