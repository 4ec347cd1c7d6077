"""Closing the hair's breadths between walls that were meant to meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tactics.core.lattice import UNIT, Point

GAP = UNIT // 100
"""Ends of walls closer than this many units are one point."""


def welded(lines: Sequence[Sequence[Point]]) -> list[tuple[Point, ...]]:
    """The same polylines, an end that lies nearer than `GAP` to a point of another line brought together with it.

    What stays in place is, first of all, an end on a crossing of grid lines, then a point within a line, then
    the end that comes first.
    """
    ends = [point for line in lines for point in (line[0], line[-1])]
    fixed = _Points()
    fixed.add_apart(point for point in ends if _on_grid(point))
    within = [point for line in lines for point in line[1:-1] if fixed.near(point) is None]
    for point in within:
        fixed.add(point)
    fixed.add_apart(ends)
    return [tuple(fixed.near(point) or point for point in line) for line in lines]


def _on_grid(point: Point) -> bool:
    return point.x % UNIT == 0 and point.y % UNIT == 0


class _Points:
    """Points, found by nearness."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = {}

    def add(self, point: Point) -> None:
        """Add a point."""
        self._cells.setdefault((point.x // GAP, point.y // GAP), []).append(point)

    def add_apart(self, points: Iterable[Point]) -> None:
        """Add those that are not near a point already there."""
        for point in points:
            if self.near(point) is None:
                self.add(point)

    def near(self, point: Point) -> Point | None:
        """The nearest point closer than `GAP`, None when there is none."""
        close = [(_square_of_gap(point, other), other) for other in self._around(point)]
        gap, other = min(close, default=(GAP * GAP, point))
        return other if gap < GAP * GAP else None

    def _around(self, point: Point) -> Iterator[Point]:
        column, row = point.x // GAP, point.y // GAP
        for x in (column - 1, column, column + 1):
            for y in (row - 1, row, row + 1):
                yield from self._cells.get((x, y), ())


def _square_of_gap(one: Point, other: Point) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2
