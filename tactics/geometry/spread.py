"""How far a spread has to go round walls.

A spread is counted along lattice points, but a point beside a thin wall belongs to both its sides, so the way is
searched over the corners of squares: four of each square, a little inside it. Corners of neighbouring squares that
share a point are no distance apart, unless a barrier stands between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush

from tactics.core.lattice import UNIT, Point, Square
from tactics.geometry.ground import Barrier, Ground

INSET = UNIT // 10
"""How far inside its square a corner is looked at."""

STRAIGHT_KEY, DIAGONAL_KEY = 2, 3
"""Half squares along a side and across a square, see `tactics.geometry.steps`."""

Corner = tuple[int, int, int, int]
"""Square (x, y), then 0 or 1 for its left or right and its upper or lower side."""


def spread_sq(ground: Ground, origin: Point, radius_sq: int) -> Mapping[Square, int]:
    """Squares a spread fills, with the distance at which each is full, row by row.

    The way is counted from lattice point to lattice point, with alternating diagonals, inside squares that are not
    solid and past no barrier; a square is filled when the farthest of its four corners is within the radius.

    Args:
        ground: what the spread goes round (see `tactics.rules.ground.solid_ground`).
        origin: a corner of squares.
        radius_sq: how far it goes.

    Raises:
        ValueError: the origin is no corner of squares.
    """
    if origin.x % UNIT or origin.y % UNIT:
        raise ValueError(f"{origin} is no corner of squares")
    at_x, at_y = origin.x // UNIT, origin.y // UNIT
    near = _Near(ground, at_x, at_y, radius_sq)
    found: dict[Corner, int] = {}
    waiting: list[tuple[int, Corner]] = []
    for right in (0, 1):
        for lower in (0, 1):
            if near.open(at_x - right, at_y - lower):
                heappush(waiting, (0, (at_x - right, at_y - lower, right, lower)))
    while waiting:
        key, corner = heappop(waiting)
        if corner not in found:
            found[corner] = key
            for price, there in near.ways(corner):
                if there not in found and (key + price) // 2 <= radius_sq:
                    heappush(waiting, (key + price, there))
    return _filled(found)


def _filled(found: Mapping[Corner, int]) -> dict[Square, int]:
    """Squares with all four corners found, and the distance of the farthest."""
    corners: dict[tuple[int, int], list[int]] = {}
    for (x, y, _, _), key in found.items():
        corners.setdefault((y, x), []).append(key)
    return {Square(x, y): max(keys) // 2 for (y, x), keys in sorted(corners.items()) if len(keys) == 4}


class _Near:
    """The ground about a point: what is open, and the barriers by the square they stand in or beside."""

    def __init__(self, ground: Ground, x: int, y: int, radius_sq: int) -> None:
        self._ground = ground
        left, top = max(0, x - radius_sq - 1), max(0, y - radius_sq - 1)
        right, bottom = min(ground.width, x + radius_sq + 1), min(ground.height, y + radius_sq + 1)
        self._barriers: dict[tuple[int, int], list[Barrier]] = {}
        for one in ground.barriers:
            low_x, high_x = sorted((one.start.x, one.end.x))
            low_y, high_y = sorted((one.start.y, one.end.y))
            for row in range(max(top, _first(low_y)), min(bottom, (high_y + INSET) // UNIT + 1)):
                for column in range(max(left, _first(low_x)), min(right, (high_x + INSET) // UNIT + 1)):
                    self._barriers.setdefault((column, row), []).append(one)

    def open(self, x: int, y: int) -> bool:
        """Whether the square is on the board and not solid."""
        return 0 <= x < self._ground.width and 0 <= y < self._ground.height and not self._ground.solid[y, x]

    def ways(self, corner: Corner) -> Iterator[tuple[int, Corner]]:
        """The corners next to one, each with the key of the way."""
        x, y, right, lower = corner
        nexts = (
            (STRAIGHT_KEY, (x, y, 1 - right, lower)),
            (STRAIGHT_KEY, (x, y, right, 1 - lower)),
            (DIAGONAL_KEY, (x, y, 1 - right, 1 - lower)),
            (0, (x + 2 * right - 1, y, 1 - right, lower)),
            (0, (x, y + 2 * lower - 1, right, 1 - lower)),
        )
        barriers = self._barriers.get((x, y), ())
        for price, there in nexts:
            if price or self.open(there[0], there[1]):
                start, end = _place(corner), _place(there)
                if not any(_stops(one, start, end) for one in barriers):
                    yield price, there


def _first(low: int) -> int:
    """The first row or column whose ways, which go a little beyond it, come as far as a coordinate."""
    return -((INSET - low) // UNIT) - 1


def _place(corner: Corner) -> Point:
    x, y, right, lower = corner
    return Point(
        x * UNIT + (UNIT - INSET if right else INSET),
        y * UNIT + (UNIT - INSET if lower else INSET),
    )


def _stops(barrier: Barrier, start: Point, end: Point) -> bool:
    """Whether a barrier meets the way between two points, on the side it blocks."""
    wall_x, wall_y = barrier.end.x - barrier.start.x, barrier.end.y - barrier.start.y
    way_x, way_y = end.x - start.x, end.y - start.y
    turn = wall_x * way_y - wall_y * way_x
    if (barrier.one_way == "left" and turn < 0) or (barrier.one_way == "right" and turn > 0):
        return False
    start_side = wall_x * (start.y - barrier.start.y) - wall_y * (start.x - barrier.start.x)
    near_side = way_x * (barrier.start.y - start.y) - way_y * (barrier.start.x - start.x)
    far_side = way_x * (barrier.end.y - start.y) - way_y * (barrier.end.x - start.x)
    return (
        _apart(start_side, start_side + turn)
        and _apart(near_side, far_side)
        and max(start.x, end.x) >= min(barrier.start.x, barrier.end.x)
        and min(start.x, end.x) <= max(barrier.start.x, barrier.end.x)
        and max(start.y, end.y) >= min(barrier.start.y, barrier.end.y)
        and min(start.y, end.y) <= max(barrier.start.y, barrier.end.y)
    )


def _apart(one: int, other: int) -> bool:
    """Whether two signed distances lie on different sides, or one of them on the line."""
    return min(one, other) <= 0 <= max(one, other)
