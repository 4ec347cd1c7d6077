"""Straight lines among squares and thin walls, by trying and with fractions; written from the books alone.

Lengths are squares. A solid is a closed block ``(left, top, right, bottom)`` or a thin wall ``((x, y), (x, y))``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

Number = int | Fraction
Spot = tuple[Number, Number]
Block = tuple[Number, Number, Number, Number]
Wall = tuple[Spot, Spot]

HAIR = 1e-6


def cell(x: int, y: int) -> Block:
    """The block of one square."""
    return x, y, x + 1, y + 1


def corners(block: Block) -> tuple[Spot, Spot, Spot, Spot]:
    """The four corners of a block."""
    left, top, right, bottom = block
    return (left, top), (right, top), (left, bottom), (right, bottom)


def side(a: Spot, b: Spot, point: Spot) -> Number:
    """Positive to the right of the way from a to b, zero on its line."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def span(a: Spot, b: Spot, block: Block) -> tuple[Fraction, Fraction] | None:
    """First and last share of a segment in a closed block."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        step, start = b[axis] - a[axis], a[axis]
        if step == 0:
            if not block[axis] <= start <= block[axis + 2]:
                return None
            continue
        first, last = sorted((Fraction(block[axis] - start) / step, Fraction(block[axis + 2] - start) / step))
        low, high = max(low, first), min(high, last)
    return (low, high) if low <= high else None


def enters(a: Spot, b: Spot, block: Block) -> bool:
    """Whether a segment runs through the inside of a block."""
    found = span(a, b, block)
    if found is None or found[0] == found[1]:
        return False
    middle = (found[0] + found[1]) / 2
    x, y = (a[axis] + middle * (b[axis] - a[axis]) for axis in (0, 1))
    return block[0] < x < block[2] and block[1] < y < block[3]


def crosses(a: Spot, b: Spot, wall: Wall) -> bool:
    """Whether a segment passes from one side of a thin wall to the other, between the wall's ends."""
    here, there = side(*wall, a), side(*wall, b)
    one, other = side(a, b, wall[0]), side(a, b, wall[1])
    return (here < 0 < there or there < 0 < here) and (one < 0 < other or other < 0 < one)


def pinched(a: Spot, b: Spot, blocks: Iterable[Block], walls: Iterable[Wall]) -> bool:
    """Whether solids touch a segment from both sides at one place strictly between its ends."""
    left: list[tuple[Fraction, Fraction]] = []
    right: list[tuple[Fraction, Fraction]] = []
    for block in blocks:
        found = span(a, b, block)
        if found is not None and not enters(a, b, block):
            middle = ((block[0] + block[2]) / Fraction(2), (block[1] + block[3]) / Fraction(2))
            (right if side(a, b, middle) > 0 else left).append(found)
    for wall in walls:
        for end, other in (wall, wall[::-1]):
            place = _place(a, b, end)
            if place is not None and side(a, b, other) != 0:
                (right if side(a, b, other) > 0 else left).append((place, place))
    return any(
        max(one[0], two[0]) <= min(one[1], two[1]) and max(one[0], two[0]) < 1 and min(one[1], two[1]) > 0
        for one in left
        for two in right
    )


def _place(a: Spot, b: Spot, point: Spot) -> Fraction | None:
    """The share of a segment at which a point lies, None when it is not on it."""
    if a == b or side(a, b, point) != 0:
        return None
    axis = 0 if a[0] != b[0] else 1
    place = Fraction(point[axis] - a[axis]) / (b[axis] - a[axis])
    return place if 0 <= place <= 1 else None


def stopped(a: Spot, b: Spot, blocks: Sequence[Block], walls: Sequence[Wall]) -> bool:
    """Whether solids stop a cover line: entered, crossed, or on both sides at one place."""
    return (
        any(enters(a, b, one) for one in blocks)
        or any(crosses(a, b, one) for one in walls)
        or pinched(a, b, blocks, walls)
    )


def clear(source: Block, target: Block, blocks: Sequence[Block], walls: Sequence[Wall]) -> bool:
    """Whether some segment between the insides of two blocks meets no solid, touching included.

    If there is one, there is one a hair beside a line through two corners.
    """
    if source[0] < target[2] and target[0] < source[2] and source[1] < target[3] and target[1] < source[3]:
        return True
    spots = {one for block in (source, target, *blocks) for one in corners(block)}
    spots |= {end for wall in walls for end in wall}
    return any(_free(lines, source, target, blocks, walls) for lines in _beside(sorted(spots)))


def _beside(spots: Sequence[Spot]) -> Iterator[np.ndarray]:
    """Lines a hair beside every line through two spots, as rows x, y, dx, dy."""
    points = np.array([[float(x), float(y)] for x, y in spots])
    pairs = np.array(list(combinations(range(len(points)), 2)))
    first, second = points[pairs[:, 0]], points[pairs[:, 1]]
    way = second - first
    normal = np.stack([-way[:, 1], way[:, 0]], 1) / np.hypot(way[:, 0], way[:, 1])[:, None]
    for one in (HAIR, -HAIR, HAIR / 50, -HAIR / 50):
        for two in (HAIR, -HAIR, HAIR / 50, -HAIR / 50):
            start, end = first + one * normal, second + two * normal
            yield np.concatenate([start, end - start], 1)


def _free(lines: np.ndarray, source: Block, target: Block, blocks: Sequence[Block], walls: Sequence[Wall]) -> bool:
    near, far = chord(lines, source), chord(lines, target)
    lines = np.where((near[:, :1] > far[:, :1]), lines * [1, 1, -1, -1], lines)
    near, far = chord(lines, source), chord(lines, target)
    inner = 1e-3 * HAIR
    good = (near[:, 1] - near[:, 0] > 4 * inner) & (far[:, 1] - far[:, 0] > 4 * inner)
    start, end = near[:, 1] - inner, far[:, 0] + inner
    for block in blocks:
        found = chord(lines, block)
        good &= (found[:, 0] > found[:, 1]) | (found[:, 1] < start) | (found[:, 0] > end)
    for wall in walls:
        good &= ~meets(lines, wall, start, end)
    return bool(good.any())


def chord(lines: np.ndarray, block: Block) -> np.ndarray:
    """First and last multiple of a line's direction inside a closed block; the first is greater when outside."""
    low, high = np.full(len(lines), -np.inf), np.full(len(lines), np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis in (0, 1):
            start, step = lines[:, axis], lines[:, axis + 2]
            ends = np.stack([(float(block[axis]) - start) / step, (float(block[axis + 2]) - start) / step], 1)
            still = step == 0
            inside = (start >= float(block[axis])) & (start <= float(block[axis + 2]))
            low = np.maximum(low, np.where(still, np.where(inside, -np.inf, np.inf), ends.min(1)))
            high = np.minimum(high, np.where(still, np.where(inside, np.inf, -np.inf), ends.max(1)))
    return np.stack([low, high], 1)


def meets(lines: np.ndarray, wall: Wall, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    (ax, ay), (bx, by) = ((float(x), float(y)) for x, y in wall)
    x, y, dx, dy = lines.T
    one, other = dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = one / (one - other)
        place = ((ax + share * (bx - ax) - x) * dx + (ay + share * (by - ay) - y) * dy) / (dx * dx + dy * dy)
    return (one * other <= 0) & (one != other) & (place >= start) & (place <= end)
