"""Step prices as layers of bits, so that a whole wave of squares moves in a few operations on long integers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.geometry.ground import moved

_WINDOWS_KEPT = 32
"""For how many windows the steps are remembered."""

RARE = 0.03
"""Up to which share of squares that cost differently from different sides these are sorted apart."""


class Window(NamedTuple):
    """A block of the board; bit ``(y - top) * width + x - left`` of an integer stands for its square (x, y)."""

    left: int
    top: int
    width: int
    height: int

    def bit(self, square: Square) -> int:
        """The integer of one square; 0 when it lies outside."""
        x, y = square[0] - self.left, square[1] - self.top
        return 1 << y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else 0

    def holding(self, squares: Collection[Square]) -> int:
        """The squares that lie inside."""
        left, top, width, height = self
        right, bottom = left + width, top + height
        bits = 0
        for x, y in squares:
            if left <= x < right and top <= y < bottom:
                bits |= 1 << (y - top) * width + x - left
        return bits

    def covering(self, squares: Collection[Square], footprint: tuple[int, int]) -> int:
        """Every position from which a footprint covers one of the squares."""
        if footprint == (1, 1):
            return self.holding(squares)
        bits = 0
        beyond_x, beyond_y = self.width + footprint[0] - 1, self.height + footprint[1] - 1
        for square_x, square_y in squares:
            x, y = square_x - self.left, square_y - self.top
            if 0 <= x < beyond_x and 0 <= y < beyond_y:
                first = max(0, x - footprint[0] + 1)
                row = (2 << min(x, self.width - 1) - first) - 1 << first
                for above in range(max(0, y - footprint[1] + 1), min(y, self.height - 1) + 1):
                    bits |= row << above * self.width
        return bits

    def unpack(self, layers: Sequence[int]) -> npt.NDArray[np.uint8]:
        """Integers as ones and zeros, `uint8[n, y * width + x]`."""
        count = self.width * self.height
        size = (count + 7) // 8
        raw = b"".join([layer.to_bytes(size, "little") for layer in layers])
        packed = np.frombuffer(raw, np.uint8).reshape(len(layers), size)
        return np.unpackbits(packed, axis=1, count=count, bitorder="little")


Wave = tuple[int, int, int, int, int, int, list[tuple[int, int]]]
"""Steps of one kind within a window: two shifts, four masks, and prices.

A set of squares moves by the first shift up through the first mask and down through the third, by the second shift
up through the second mask and down through the fourth. What arrives is sorted by the masks of the list, each with
the key that such a step costs.
"""


class _Group(NamedTuple):
    """Where the masks of one wave stand: four of directions from `first`, then those of the prices."""

    straight: bool
    first: int
    prices: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Lanes:
    """All steps of a board as masks.

    Attributes:
        masks: `uint8[n, y, x]` of zeros and ones.
        groups: which masks make a wave: those of directions go by the square that is left, those of prices by
            the square that is entered.
        least, most: smallest and greatest key of a step.
    """

    masks: npt.NDArray[np.uint8]
    groups: tuple[_Group, ...]
    least: int
    most: int
    _waves: dict[Window, list[Wave]] = field(default_factory=dict, init=False, repr=False)

    def window(self, start: Space, limit: int | None) -> Window:
        """The part of the board that steps from a block can reach within a key; all of it without a limit."""
        height, width = self.masks.shape[1:]
        if limit is None or not (0 <= start.x < width and 0 <= start.y < height):
            return Window(0, 0, width, height)
        radius = limit // self.least
        left, top = max(0, start.x - radius), max(0, start.y - radius)
        right, bottom = min(width, start.x + start.width + radius), min(height, start.y + start.height + radius)
        return Window(left, top, right - left, bottom - top)

    def waves(self, window: Window) -> list[Wave]:
        """The steps within a window."""
        found = self._waves.get(window)
        if found is None:
            if len(self._waves) >= _WINDOWS_KEPT:
                self._waves.clear()
            found = self._waves[window] = self._found_waves(window)
        return found

    def _found_waves(self, window: Window) -> list[Wave]:
        left, top, width, height = window
        size = width * height
        packed = np.packbits(self.masks[:, top : top + height, left : left + width], bitorder="little")
        every, one_mask = int.from_bytes(packed.tobytes(), "little"), (1 << size) - 1
        masks = [every >> at & one_mask for at in range(0, size * len(self.masks), size)]
        waves: list[Wave] = []
        for straight, first, prices in self.groups:
            one, two, three, four = masks[first : first + 4]
            if one or two or three or four:
                arrivals = [(key, masks[at]) for key, at in prices if masks[at]]
                shift, other = (1, width) if straight else (width + 1, width - 1)
                waves.append((shift, other, one, two, three, four, arrivals))
        return waves


def lanes_of(keys: npt.NDArray[np.int16], directions: tuple[tuple[int, int], ...]) -> Lanes:
    """Sort steps into lanes.

    Where all steps of a kind into a square cost the same, the square's own mask tells the price. The rest (low
    walls, the front of a big space) is sorted by price and direction.

    Args:
        keys: `int16[8, y, x]`, key of leaving a square in each direction, 0 where it is illegal.
        directions: the eight directions, four straight ones first; the last two of each four oppose the first two.
    """
    masks: list[npt.NDArray[np.bool_]] = []
    groups = []
    for start in (0, 4):
        prices = keys[start : start + 4]
        dearest, cheapest = _by_target(prices, directions[start : start + 4])
        even = dearest == cheapest
        if np.count_nonzero(~even) > even.size * RARE:
            even = np.zeros_like(even)
        ordinary = [moved(even, *step, outside=0) for step in directions[start : start + 4]]
        levels = tuple(int(key) for key in np.unique(dearest[even & (dearest > 0)]))
        groups.append(_Group(start == 0, len(masks), _numbered(levels, len(masks) + 4)))
        masks += [(price > 0) & common for price, common in zip(prices, ordinary, strict=True)]
        masks += [even & (dearest == key) for key in levels]
        odd = [(price > 0) & ~common for price, common in zip(prices, ordinary, strict=True)]
        for key in np.unique(prices[np.array(odd)]):
            groups.append(_Group(start == 0, len(masks), _numbered((int(key),), len(masks) + 4)))
            masks += [(price == key) & rare for price, rare in zip(prices, odd, strict=True)]
            masks.append(np.ones(keys.shape[1:], np.bool_))
    legal = keys[keys > 0]
    least, most = (int(legal.min()), int(legal.max())) if legal.size else (1, 1)
    return Lanes(np.array(masks, np.uint8), tuple(groups), least, most)


def _numbered(keys: tuple[int, ...], first: int) -> tuple[tuple[int, int], ...]:
    return tuple((key, first + number) for number, key in enumerate(keys))


def _by_target(
    prices: npt.NDArray[np.int16], directions: tuple[tuple[int, int], ...]
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The dearest and the cheapest legal step into each square; 0 and 0 where there is none."""
    never = np.iinfo(np.int16).max
    dearest = np.zeros(prices.shape[1:], np.int16)
    cheapest = np.full(prices.shape[1:], never, np.int16)
    for price, (dx, dy) in zip(prices, directions, strict=True):
        into = moved(price, -dx, -dy, outside=0)
        dearest = np.maximum(dearest, into)
        cheapest = np.minimum(cheapest, np.where(into > 0, into, never))
    return dearest, np.where(dearest > 0, cheapest, 0)
