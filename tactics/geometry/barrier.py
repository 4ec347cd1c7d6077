"""Whether one obstacle alone stops every line between two boxes: the common case, found out quickly."""

from __future__ import annotations

from tactics.geometry.between import Box
from tactics.geometry.trace import Obstacle

Ends = tuple[tuple[int, int], tuple[int, int]]


def bars(solid: Obstacle | Box, source: Box, target: Box) -> bool:
    """Whether a wall or a filled box meets every line from the inside of one box to that of another.

    It does so if a segment of it has the two boxes on its two sides, and reaches from one of their outer tangents
    to the other. False does not mean that a line gets through.

    Args:
        solid: what may be in the way; of one-way walls nothing is said.
        source, target: boxes that do not overlap.
    """
    if isinstance(solid, Obstacle):
        if solid.one_way:
            return False
        (ax, ay), (bx, by) = solid.corners
    else:
        (ax, ay), (bx, by) = _across(solid, source, target)
    low, high = _sides(ax, ay, bx - ax, by - ay, source)
    low_far, high_far = _sides(ax, ay, bx - ax, by - ay, target)
    if not (high <= 0 <= low_far or high_far <= 0 <= low):
        return False
    for (x, y), (to_x, to_y) in _tangents(source, target):
        dx, dy = to_x - x, to_y - y
        first, second = dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)
        if (first > 0 and second > 0) or (first < 0 and second < 0):
            return False
    return True


def _across(block: Box, source: Box, target: Box) -> Ends:
    """A segment of a box that lies across the way from the source to the target."""
    left, top, right, bottom = block
    if source.top < target.bottom and target.top < source.bottom:
        x = min(max(left, min(source.right, target.right)), right)
        return (x, top), (x, bottom)
    if source.left < target.right and target.left < source.right:
        y = min(max(top, min(source.bottom, target.bottom)), bottom)
        return (left, y), (right, y)
    if (source.left < target.left) == (source.top < target.top):
        return (right, top), (left, bottom)
    return (left, top), (right, bottom)


def _sides(x: int, y: int, dx: int, dy: int, box: Box) -> tuple[int, int]:
    """On which sides of a line the points of a box are, least and greatest: positive to its right (y runs down)."""
    left, top, right, bottom = box
    return (
        dx * ((top if dx > 0 else bottom) - y) - dy * ((right if dy > 0 else left) - x),
        dx * ((bottom if dx > 0 else top) - y) - dy * ((left if dy > 0 else right) - x),
    )


def _tangents(one: Box, other: Box) -> tuple[Ends, Ends]:
    """The lines on both sides of two boxes that are apart, from a corner of one to a corner of the other."""
    if one.right <= other.left:
        near, far = one, other
    elif other.right <= one.left:
        near, far = other, one
    else:
        upper, lower = _tangents(_turned(one), _turned(other))
        return _turned_ends(upper), _turned_ends(lower)
    above = (near.left, far.left) if far.top < near.top else (near.right, far.right)
    below = (near.left, far.left) if far.bottom > near.bottom else (near.right, far.right)
    return ((above[0], near.top), (above[1], far.top)), ((below[0], near.bottom), (below[1], far.bottom))


def _turned(box: Box) -> Box:
    """A box with its axes exchanged."""
    return Box(box.top, box.left, box.bottom, box.right)


def _turned_ends(line: Ends) -> Ends:
    (x, y), (to_x, to_y) = line
    return (y, x), (to_y, to_x)
