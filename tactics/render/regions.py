"""Sets of squares as few rectangles and as outlines."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.render.displaylist import Hatch, Item, Polygon, Polyline, Spot

Corner = tuple[int, int]


def blocks(squares: Collection[Square]) -> list[Space]:
    """Non-overlapping rectangles that cover the squares: runs of rows, equal runs below each other joined."""
    rows: dict[int, list[int]] = {}
    for square in set(squares):
        rows.setdefault(square[1], []).append(square[0])
    done: list[Space] = []
    growing: dict[tuple[int, int], Space] = {}
    for y in sorted(rows):
        still: dict[tuple[int, int], Space] = {}
        for x, width in _runs(sorted(rows[y])):
            above = growing.pop((x, width), None)
            joins = above is not None and above.y + above.height == y
            still[x, width] = Space(x, above.y, width, above.height + 1) if above and joins else Space(x, y, width, 1)
            if above and not joins:
                done.append(above)
        done.extend(growing.values())
        growing = still
    done.extend(growing.values())
    return sorted(done, key=lambda one: (one.y, one.x))


def _runs(columns: list[int]) -> Iterable[tuple[int, int]]:
    start = previous = columns[0]
    for x in columns[1:]:
        if x != previous + 1:
            yield start, previous - start + 1
            start = x
        previous = x
    yield start, previous - start + 1


def outlines(squares: Collection[Square]) -> list[tuple[Corner, ...]]:
    """Closed loops round the squares, the squares to the right of the way; bends only."""
    inside = set(squares)
    ways: dict[Corner, list[Corner]] = {}
    for x, y in sorted(inside):
        for neighbour, a, b in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if neighbour not in inside:
                ways.setdefault(a, []).append(b)
    return [_loop(ways, start) for start in sorted(ways) if ways[start]]


def _loop(ways: dict[Corner, list[Corner]], start: Corner) -> tuple[Corner, ...]:
    loop = [start]
    at, before = ways[start].pop(), start
    while at != start:
        onward = ways[at]
        # Where two squares touch only at a corner the way turns right, so each square keeps its own loop.
        right = (at[0] - (at[1] - before[1]), at[1] + (at[0] - before[0]))
        following = right if right in onward else onward[0]
        onward.remove(following)
        if (following[0] - at[0], following[1] - at[1]) != (at[0] - before[0], at[1] - before[1]):
            loop.append(at)
        at, before = following, at
    return tuple(loop)


def fill(squares: Collection[Square], cell: float, colour: str, hatch: Hatch | None = None) -> Polygon:
    """The squares filled and hatched as one shape."""
    return Polygon(tuple(ring(block, cell) for block in blocks(squares)), colour, hatch)


def ring(block: Space, cell: float, inset: float = 0.0) -> tuple[Spot, Spot, Spot, Spot]:
    """The corners of a block of squares, moved inwards by `inset` sheet units."""
    left, top = block.x * cell + inset, block.y * cell + inset
    right, bottom = (block.x + block.width) * cell - inset, (block.y + block.height) * cell - inset
    return (left, top), (right, top), (right, bottom), (left, bottom)


def outline(
    squares: Collection[Square], cell: float, stroke: str, width: float, dash: tuple[float, ...] = ()
) -> list[Item]:
    """The border of the squares as closed strokes."""
    return [
        Polyline(tuple((x * cell, y * cell) for x, y in loop), stroke, width, dash, closed=True)
        for loop in outlines(squares)
    ]
