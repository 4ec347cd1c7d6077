"""Whether a straight line goes through the inside of a block of squares."""

from __future__ import annotations

from tactics.core.lattice import Point
from tactics.core.space import Space


def passes_inside(start: Point, end: Point, space: Space) -> bool:
    """Whether some point of a segment, its ends included, lies inside a block; its outline is not its inside.

    Two convex figures miss each other just when some straight line parts them. For a segment and an open block it is
    enough to look along the two sides of the block and along the segment.
    """
    corners = space.outer_corners()
    (left, top), (right, bottom) = corners[0], corners[3]
    if not (min(start.x, end.x) < right and left < max(start.x, end.x)):
        return False
    if not (min(start.y, end.y) < bottom and top < max(start.y, end.y)):
        return False
    dx, dy = end.x - start.x, end.y - start.y
    if dx == dy == 0:
        return True
    beside = [dx * (y - start.y) - dy * (x - start.x) for x, y in corners]
    return min(beside) < 0 < max(beside)
