"""Cutting lines off at the edges of the map."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from tactics.core.lattice import UNIT, Point


def clipped(line: Sequence[Point], size: tuple[int, int]) -> tuple[list[tuple[Point, ...]], int]:
    """The parts of a polyline that lie on a map.

    Pieces without length are dropped; pieces along the edge of the map stay.

    Args:
        line: the polyline.
        size: columns and rows of the map.

    Returns:
        The parts in order, and how many pieces lie off the map altogether.
    """
    parts: list[list[Point]] = []
    outside = 0
    for start, end in pairwise(line):
        if start == end:
            continue
        piece = clip_segment(start, end, size)
        if piece is None:
            outside += 1
        elif parts and parts[-1][-1] == piece[0]:
            parts[-1].append(piece[1])
        else:
            parts.append([*piece])
    return [tuple(part) for part in parts], outside


def clip_segment(start: Point, end: Point, size: tuple[int, int]) -> tuple[Point, Point] | None:
    """The piece of a segment that lies on a map, None when there is none of any length.

    New ends are rounded to the lattice.
    """
    first, last = Fraction(0), Fraction(1)
    for at, to, most in ((start.x, end.x, size[0] * UNIT), (start.y, end.y, size[1] * UNIT)):
        if at == to:
            if not 0 <= at <= most:
                return None
            continue
        one, two = sorted((Fraction(-at, to - at), Fraction(most - at, to - at)))
        first, last = max(first, one), min(last, two)
    if first >= last:
        return None
    piece = _along(start, end, first), _along(start, end, last)
    return None if piece[0] == piece[1] else piece


def _along(start: Point, end: Point, share: Fraction) -> Point:
    return Point(
        round(start.x + (end.x - start.x) * share),
        round(start.y + (end.y - start.y) * share),
    )
