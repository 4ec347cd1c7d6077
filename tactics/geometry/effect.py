"""Line of effect and line of sight: does some straight line get through?"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square, centre
from tactics.core.space import Space, square_space
from tactics.geometry.barrier import bars
from tactics.geometry.between import Box, box_of, grown, hull_of
from tactics.geometry.corridor import FAR, Found, Vertex, View, found_of, pieces_between, solids_between
from tactics.geometry.fan import free_direction, quarter_filled
from tactics.geometry.grazing import HAIR, grazing_segment, slighter
from tactics.geometry.grid import Solids, any_touched
from tactics.geometry.scene import Scene
from tactics.geometry.trace import Obstacle, trace
from tactics.geometry.transversal import Straight, free_line
from tactics.geometry.visible import seen_fraction

_INSET = 25
"""How far inside a square the likely lines start, in lattice units."""


class Segment(NamedTuple):
    """A clear line, its ends rounded to the lattice; for drawing."""

    start: Point
    end: Point


def clear_segment(
    scene: Scene,
    source: Space | Point,
    target: Space | Point,
    *,
    blocks: str = "effect",
    touch: str = "strict",
    narrow: int = 0,
    roomy: bool = False,
) -> Segment | None:
    """A line that gets from one place to another, None where there is none.

    Creatures never stand in its way. Places that overlap see each other. A contact at a point that is the
    source or the target itself does not count, unless the point lies inside a solid square.

    Args:
        scene: the position.
        source, target: a creature's space, any block of squares, or a point; on the board.
        blocks: "effect" or "sight": which obstacles are solid.
        touch: "strict": the line starts and ends inside the two spaces and meets no solid, touching is meeting.
            "lenient": it may touch solids on one side, follow a face, and start and end on the outline, in the open.
        narrow: openings narrower than this many lattice units are closed.
        roomy: of two spaces the line between the middles or one amid free ones, not the first that is found.
    """
    lenient = touch == "lenient"
    if isinstance(source, Space) and isinstance(target, Point):
        turned = _from_point(scene.solids(blocks, narrow, backwards=True), target, source, lenient)
        return Segment(turned.end, turned.start) if turned else None
    solids = scene.solids(blocks, narrow)
    if isinstance(target, Point):
        assert isinstance(source, Point)
        return _from_point_to_point(solids, source, target, lenient)
    if isinstance(source, Point):
        return _from_point(solids, source, target, lenient)
    return _between_spaces(solids, source, target, lenient, roomy)


def visible_squares(
    scene: Scene,
    source: Space | Point,
    squares: Iterable[Square],
    *,
    blocks: str = "effect",
    touch: str = "strict",
    narrow: int = 0,
) -> frozenset[Square]:
    """Those of some squares that a clear line reaches, see `clear_segment`; none that are off the board."""
    return frozenset(
        square
        for square in squares
        if scene.inside(square)
        and clear_segment(scene, source, square_space(square), blocks=blocks, touch=touch, narrow=narrow)
    )


def visible_fraction(scene: Scene, point: Point, space: Space, *, blocks: str = "sight") -> Fraction:
    """The share of a space's area that can be seen from a point, solids only, from 0 to 1."""
    return seen_fraction(scene.solids(blocks), point, space)


def more_than_half_visible(scene: Scene, point: Point, space: Space, *, blocks: str = "sight") -> bool:
    """Whether strictly more than half of a space's area can be seen from a point."""
    return visible_fraction(scene, point, space, blocks=blocks) > Fraction(1, 2)


def _from_point_to_point(solids: Solids, source: Point, target: Point, lenient: bool) -> Segment | None:
    if source == target:
        return None if _inside_solid(solids, source) else Segment(source, target)
    met = trace(source, target, solids.near(source, target))
    stopped = met.stopped(lambda obstacle: True) if lenient else bool(met.mets)
    return None if stopped else Segment(source, target)


def _inside_solid(solids: Solids, point: Point) -> bool:
    return bool(point.x % UNIT and point.y % UNIT) and solids.solid(point.x // UNIT, point.y // UNIT)


@lru_cache(8192)
def _between_spaces(solids: Solids, source: Space, target: Space, lenient: bool, roomy: bool) -> Segment | None:
    if source.overlaps(target):
        shared = (one for one in source.squares() if target.holds(one) and not solids.solid(*one))
        return next((Segment(centre(one), centre(one)) for one in shared), None)
    boxes = box_of(source), box_of(target)
    near = solids.nearby.touching(hull_of(*boxes))
    middles = Segment(source.centre, target.centre)
    touched = [one for one in near if any_touched(*middles, (one,))]
    if not touched:
        return middles
    if not lenient and any(bars(one, *boxes) for one in touched):
        return None
    if not roomy:
        for start, end in zip(_likely_points(boxes[0]), _likely_points(boxes[1]), strict=True):
            if not any_touched(start, end, near):
                return Segment(start, end)
    found = found_of(near)
    free = _free_line(found, *boxes)
    if free is not None:
        return _drawn(near, *free, *boxes)
    if not lenient or _hopeless(found, *boxes):
        return None
    return _grazing(found, *boxes)


def _free_line(found: Found, source: Box, target: Box) -> tuple[View, Straight] | None:
    """A line through the insides of two boxes that meets nothing, and how to look at it."""
    for view in _views(source, target):
        near, far = view.box(source), view.box(target)
        after = ((near.right, -FAR), (-FAR, near.bottom))
        before = ((far.left, FAR), (FAR, far.top))
        pieces = pieces_between(found, view, [(low, high) for low in after for high in before])
        line = free_line(near, far, pieces)
        if line is not None:
            return view, line
    return None


def _hopeless(found: Found, source: Box, target: Box) -> bool:
    """Whether no line gets through even if all solids are a hair smaller and the two boxes a hair greater."""
    apart = max(target.left - source.right, source.left - target.right, target.top - source.bottom)
    if max(apart, source.top - target.bottom) < 2 * HAIR:
        return False
    return _free_line(slighter(found), grown(source, HAIR), grown(target, HAIR)) is None


def _likely_points(box: Box) -> tuple[Point, ...]:
    """Points inside a space to try first: its middle, then near its corners."""
    left, top, right, bottom = box
    return (
        Point((left + right) // 2, (top + bottom) // 2),
        Point(left + _INSET, top + _INSET),
        Point(left + _INSET, bottom - _INSET),
        Point(right - _INSET, top + _INSET),
        Point(right - _INSET, bottom - _INSET),
    )


def _views(source: Box, target: Box) -> tuple[View, View]:
    """Ways to look at two rectangles so that the first lies left of the second."""
    if source.right <= target.left:
        return View(False, 1, 1), View(False, 1, -1)
    if target.right <= source.left:
        return View(False, -1, 1), View(False, -1, -1)
    if source.bottom <= target.top:
        return View(True, 1, 1), View(True, 1, -1)
    return View(True, -1, 1), View(True, -1, -1)


def _drawn(solids: Iterable[Obstacle | Box], view: View, line: Straight, source: Box, target: Box) -> Segment:
    """A line cut off inside the two spaces, in their middles where nothing is in the way there."""
    near, far = view.box(source), view.box(target)
    (near_first, near_last), (far_first, far_last) = _chord(line, near), _chord(line, far)
    places = (near_first + near_last) / 2, (far_first + far_last) / 2
    segment = Segment(*(view.back(x, _height(line, x)) for x in places))
    if not any_touched(*segment, solids):
        return segment
    return Segment(*(view.back(x, _height(line, x)) for x in (near_last, far_first)))


def _chord(line: Straight, box: Box) -> tuple[float, float]:
    """First and last x of a line that runs right and down inside a rectangle."""
    rise = float(line.dx) / float(line.dy)
    upper, lower = (box.left + (y - _height(line, box.left)) * rise for y in (box.top, box.bottom))
    return max(box.left, upper), min(box.right, lower)


def _height(line: Straight, x: float) -> float:
    return (float(line.dy) * x - float(line.offset)) / float(line.dx)


def _from_point(solids: Solids, source: Point, target: Space, lenient: bool) -> Segment | None:
    boxes = box_of(source), box_of(target)
    for end in _likely_points(boxes[1]):
        if not solids.touches(source, end, past_start=True):
            return Segment(source, end)
    found = solids_between(solids, *boxes)
    for sign_x in (1, -1):
        for sign_y in (1, -1):
            view = View(False, sign_x, sign_y)
            reached = None if quarter_filled(solids, source, view) else _ray(found, view, source, boxes[1])
            if reached is not None:
                return Segment(source, reached)
    return _grazing(found, *boxes) if lenient else None


def _ray(found: Found, view: View, source: Point, target: Box) -> Point | None:
    """The end of a free line of one quarter of the directions from a point."""
    far = view.box(target)
    origin = view.point(source)
    regions = ((origin, (far.left, FAR)), (origin, (FAR, far.top)))
    direction = free_direction(origin, far, pieces_between(found, view, regions))
    if direction is None:
        return None
    dx, dy = direction
    line = Straight(dx, dy, dy * origin[0] - dx * origin[1])
    first, last = _chord(line, far)
    middle = (max(first, float(origin[0])) + last) / 2
    return view.back(middle, _height(line, middle))


def _grazing(found: Found, source: Box, target: Box) -> Segment | None:
    ends = grazing_segment(found, source, target)
    return None if ends is None else Segment(_rounded(ends[0]), _rounded(ends[1]))


def _rounded(vertex: Vertex) -> Point:
    return Point(round(vertex[0]), round(vertex[1]))
