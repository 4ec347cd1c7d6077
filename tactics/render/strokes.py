"""Dashes and hatches cut into single strokes, for painters that know only whole lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise
from math import ceil, floor, hypot

from tactics.render.displaylist import Spot

Stroke = tuple[Spot, Spot]


def is_straight(stroke: Stroke) -> bool:
    """Whether it runs along a row or a column of pixels."""
    (x0, y0), (x1, y1) = stroke
    return abs(x0 - x1) < 0.01 or abs(y0 - y1) < 0.01


def dashes(spots: Sequence[Spot], pattern: Sequence[float]) -> Iterator[Stroke]:
    """The inked parts of a chain of lines; the pattern runs on round the bends."""
    parts = cycle(enumerate(pattern))
    number, left = next(parts)
    for (x0, y0), (x1, y1) in pairwise(spots):
        length = hypot(x1 - x0, y1 - y0)
        done = 0.0
        while length - done > 1e-9:
            step = min(left, length - done)
            if number % 2 == 0 and step > 0:
                a, b = done / length, (done + step) / length
                yield (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
            done += step
            left -= step
            if left <= 1e-9:
                number, left = next(parts)


def upright_box(ring: Sequence[Spot]) -> bool:
    """Whether a ring is a rectangle along rows and columns, named from its top left corner clockwise."""
    if len(ring) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = ring
    return ay == by and bx == cx and cy == dy and dx == ax and ax <= bx and by <= cy


def hatch_strokes(kind: str, rings: Sequence[Sequence[Spot]], gap: float) -> Iterator[Stroke]:
    """The strokes of a hatch of lines inside the rings, holes respected."""
    for along, crossings in sorted(_crossings(kind, rings, gap).items()):
        line = along * gap + (gap / 2 if kind in ("level", "upright") else 0.0)
        ends = sorted(crossings)
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            if end > start:
                yield _from_hatch(kind, line, start), _from_hatch(kind, line, end)


def _crossings(kind: str, rings: Sequence[Sequence[Spot]], gap: float) -> dict[int, list[float]]:
    """Where each line of a hatch meets the rings: places along the line, by its number."""
    phase = 0.5 if kind in ("level", "upright") else 0.0
    found: dict[int, list[float]] = {}
    for ring in rings:
        for first, second in pairwise((*ring, ring[0])):
            (f0, t0), (f1, t1) = _to_hatch(kind, *first), _to_hatch(kind, *second)
            low, high = min(f0, f1), max(f0, f1)
            # Half-open, so that a line through a bend of the ring meets it once.
            for number in range(ceil(low / gap - phase), ceil(high / gap - phase)):
                share = ((number + phase) * gap - f0) / (f1 - f0)
                found.setdefault(number, []).append(t0 + (t1 - t0) * share)
    return found


def _to_hatch(kind: str, x: float, y: float) -> Spot:
    """Across and along the lines of a hatch."""
    return {"rise": (x + y, x - y), "fall": (x - y, x + y), "level": (y, x), "upright": (x, y)}[kind]


def _from_hatch(kind: str, across: float, along: float) -> Spot:
    if kind == "rise":
        return (across + along) / 2, (across - along) / 2
    if kind == "fall":
        return (across + along) / 2, (along - across) / 2
    return (along, across) if kind == "level" else (across, along)


def tile_middles(rings: Sequence[Sequence[Spot]], gap: float) -> Iterator[Spot]:
    """Middles of the tiles of a hatch of marks that lie inside the rings."""
    for start, end in hatch_strokes("level", rings, gap):
        for column in range(floor(start[0] / gap - 0.5) + 1, floor(end[0] / gap - 0.5 - 1e-9) + 1):
            yield (column + 0.5) * gap, start[1]
