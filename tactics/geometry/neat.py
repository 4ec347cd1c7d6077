"""Clear lines for people: with ends at round places, where such a line gets through too."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.lattice import UNIT, Point, centre
from tactics.core.space import Space
from tactics.geometry.between import box_of, hull_of
from tactics.geometry.effect import Segment, clear_segment
from tactics.geometry.grid import any_touched
from tactics.geometry.scene import Scene

_STEPS = (500, 250, 100, 50, 20, 10)
"""Grids to set the ends on, in lattice units, the roundest first."""

_MOST_PAIRS = 64
"""Pairs of square centres that are tried; bigger creatures are content with lines near the one that was found."""


def neat_segment(
    scene: Scene,
    source: Space | Point,
    target: Space | Point,
    *,
    blocks: str = "effect",
    touch: str = "strict",
    narrow: int = 0,
) -> Segment | None:
    """The line of `clear_segment`, moved so that its ends are easy to find on a map; slower, for showing.

    From centre to centre where that is clear, else between the centres of two squares, else between points as round
    as the obstacles allow.
    """
    found = clear_segment(scene, source, target, blocks=blocks, touch=touch, narrow=narrow, roomy=True)
    if found is None or found.start == found.end:
        return found
    turned = isinstance(target, Point) and not isinstance(source, Point)
    solids = scene.solids(blocks, narrow, backwards=turned)
    between = solids.nearby.touching(hull_of(box_of(source), box_of(target)))
    from_point = isinstance(source, Point) or turned
    for start, end in _rounder(source, target, found):
        near, far = (end, start) if turned else (start, end)
        # Only from a point, whose own contacts do not count, a look at the squares of the line tells more.
        if not any_touched(near, far, between) or (from_point and not solids.touches(near, far, past_start=True)):
            return Segment(start, end)
    return found


def _rounder(source: Space | Point, target: Space | Point, found: Segment) -> Iterator[tuple[Point, Point]]:
    """Ends to try, the roundest first."""
    yield _centre(source), _centre(target)
    starts, ends = _square_centres(source), _square_centres(target)
    if len(starts) * len(ends) <= _MOST_PAIRS:
        yield from ((start, end) for start in starts for end in ends)
    for step in _STEPS:
        starts, ends = _round_points(source, found.start, step), _round_points(target, found.end, step)
        yield from ((start, end) for start in starts for end in ends)


def _centre(place: Space | Point) -> Point:
    return place.centre if isinstance(place, Space) else place


def _square_centres(place: Space | Point) -> list[Point]:
    return [centre(one) for one in place.squares()] if isinstance(place, Space) else [place]


def _round_points(place: Space | Point, near: Point, step: int) -> list[Point]:
    """The points of a grid round a point that lie inside its place."""
    if isinstance(place, Point):
        return [place]
    left, top = place.x * UNIT, place.y * UNIT
    right, bottom = left + place.width * UNIT, top + place.height * UNIT
    x, y = near.x // step * step, near.y // step * step
    around = (Point(x + dx, y + dy) for dx in (0, step) for dy in (0, step))
    return [one for one in around if left < one.x < right and top < one.y < bottom]
