"""Whether a line between two flankers crosses the target from one side to the opposite one."""

from __future__ import annotations

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space


def opposite(a: Point, b: Point, space: Space) -> bool:
    """Whether the closed segment between two points meets two opposite sides of a space.

    Corners belong to both their sides, so a line through opposite corners counts, and so does one along a side.

    Args:
        a, b: centres of the two flankers.
        space: the target's squares.
    """
    left, top = space.x * UNIT, space.y * UNIT
    right, bottom = left + space.width * UNIT, top + space.height * UNIT
    across = _reaches(a.x, a.y, b.x, b.y, (left, right), top, bottom)
    return across or _reaches(a.y, a.x, b.y, b.x, (top, bottom), left, right)


SIDES = ("left", "top", "right", "bottom")


def sides_met(a: Point, b: Point, space: Space) -> tuple[str, ...]:
    """Which closed sides of a space the closed segment between two points meets, in the order of `SIDES`."""
    left, top = space.x * UNIT, space.y * UNIT
    right, bottom = left + space.width * UNIT, top + space.height * UNIT
    met = (
        _meets(a.x, a.y, b.x, b.y, left, top, bottom),
        _meets(a.y, a.x, b.y, b.x, top, left, right),
        _meets(a.x, a.y, b.x, b.y, right, top, bottom),
        _meets(a.y, a.x, b.y, b.x, bottom, left, right),
    )
    return tuple(side for side, one in zip(SIDES, met, strict=True) if one)


def _meets(a: int, a_cross: int, b: int, b_cross: int, line: int, low: int, high: int) -> bool:
    """Whether a segment meets one side, given its coordinates across it and along it."""
    if a == b:
        return a == line and min(a_cross, b_cross) <= high and low <= max(a_cross, b_cross)
    if a > b:
        a, a_cross, b, b_cross = b, b_cross, a, a_cross
    length = b - a
    return a <= line <= b and low * length <= a_cross * length + (b_cross - a_cross) * (line - a) <= high * length


def _reaches(a: int, a_cross: int, b: int, b_cross: int, lines: tuple[int, int], low: int, high: int) -> bool:
    """Whether a segment meets both parallel sides, given its coordinates across them and along them.

    At a side's line the segment has the along-coordinate ``a_cross + (b_cross - a_cross) * (line - a) / (b - a)``;
    both sides of the comparison are multiplied by ``b - a``.
    """
    if a > b:
        a, a_cross, b, b_cross = b, b_cross, a, a_cross
    if not (a <= lines[0] and lines[1] <= b):
        return False
    length = b - a
    return all(low * length <= a_cross * length + (b_cross - a_cross) * (line - a) <= high * length for line in lines)
