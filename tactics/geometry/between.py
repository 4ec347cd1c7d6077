"""What lies between two places, found without looking at the whole board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space

Thing = TypeVar("Thing")

_CELL = 8 * UNIT
_STRIDE = 1 << 20
"""More cells than any row of a board has."""


class Box(NamedTuple):
    """An upright rectangle in lattice units; a point where both sides are zero."""

    left: int
    top: int
    right: int
    bottom: int


class Hull(NamedTuple):
    """The smallest convex area around two rectangles.

    Attributes:
        left, top, right, bottom: the box around it.
        cuts: a, b and c for each corner of the box that is cut off; inside is ``a * x + b * y >= c``.
        cells: first and last number of the cells it touches in each row of cells.
    """

    left: int
    top: int
    right: int
    bottom: int
    cuts: tuple[tuple[int, int, int], ...]
    cells: tuple[tuple[int, int], ...]


def box_of(place: Space | Point) -> Box:
    """The box a place covers."""
    if isinstance(place, Space):
        left, top = place.x * UNIT, place.y * UNIT
        return Box(left, top, left + place.width * UNIT, top + place.height * UNIT)
    return Box(place.x, place.y, place.x, place.y)


def box_around(points: Iterable[Point]) -> Box:
    """The smallest box that holds some points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def grown(box: Box, by: int) -> Box:
    """A box with its sides moved out, or in by a negative number."""
    return Box(box.left - by, box.top - by, box.right + by, box.bottom + by)


@lru_cache(maxsize=4096)
def hull_of(one: Box, other: Box) -> Hull:
    """The hull of two rectangles, which may be points; a fight asks for the same over and over."""
    left, top, right, bottom = one
    to_left, to_top, to_right, to_bottom = other
    cuts = []
    for x, y, to_x, to_y, out_x, out_y in (
        (left, top, to_left, to_top, -1, -1),
        (right, top, to_right, to_top, 1, -1),
        (left, bottom, to_left, to_bottom, -1, 1),
        (right, bottom, to_right, to_bottom, 1, 1),
    ):
        dx, dy = to_x - x, to_y - y
        # Neither rectangle reaches into this corner of the box when each is farther out to one of its two sides.
        if dx * out_x * dy * out_y < 0:
            a, b = (dy, -dx) if dy * out_x < dx * out_y else (-dy, dx)
            cuts.append((a, b, a * x + b * y))
    around = min(left, to_left), min(top, to_top), max(right, to_right), max(bottom, to_bottom)
    return Hull(*around, tuple(cuts), tuple(_cells(*around, cuts)))


def _cells(
    left: int, top: int, right: int, bottom: int, cuts: Sequence[tuple[int, int, int]]
) -> Iterator[tuple[int, int]]:
    """First and last cell of each row of cells that a hull touches."""
    for row in range(top // _CELL, bottom // _CELL + 1):
        upper, lower = max(row * _CELL, top), min((row + 1) * _CELL, bottom)
        low, high = left, right
        for a, b, c in cuts:
            rest = c - b * (lower if b > 0 else upper)
            if a > 0:
                low = max(low, rest // a)
            else:
                high = min(high, rest // a)
        yield row * _STRIDE + low // _CELL, row * _STRIDE + high // _CELL


def touches(box: Box, hull: Hull) -> bool:
    """Whether a box has a point in common with a hull; also for some close to it."""
    left, top, right, bottom = box
    if left > hull.right or right < hull.left or top > hull.bottom or bottom < hull.top:
        return False
    return all(a * (right if a > 0 else left) + b * (bottom if b > 0 else top) >= c for a, b, c in hull.cuts)


class Nearby(Generic[Thing]):
    """Things by the cells of a coarse grid that their boxes touch."""

    __slots__ = ("_cells",)

    def __init__(self, things: Iterable[tuple[Box, Thing]]) -> None:
        """Sort things.

        Args:
            things: each with the box around it.
        """
        cells: dict[int, list[tuple[int, int, int, int, int, Thing]]] = {}
        for number, ((left, top, right, bottom), thing) in enumerate(things):
            for row in range(top // _CELL, bottom // _CELL + 1):
                for column in range(left // _CELL, right // _CELL + 1):
                    entry = (left, top, right, bottom, number, thing)
                    cells.setdefault(row * _STRIDE + column, []).append(entry)
        self._cells = cells

    def touching(self, hull: Hull) -> list[Thing]:
        """The things whose boxes have a point in common with a hull, and some close to it."""
        cells, found = self._cells, {}
        left, top, right, bottom, cuts, rows = hull
        for first, last in rows:
            for cell in range(first, last + 1):
                for its_left, its_top, its_right, its_bottom, number, thing in cells.get(cell, ()):
                    if its_left > right or its_right < left or its_top > bottom or its_bottom < top:
                        continue
                    for a, b, c in cuts:
                        if a * (its_right if a > 0 else its_left) + b * (its_bottom if b > 0 else its_top) < c:
                            break
                    else:
                        found[number] = thing
        return list(found.values())
