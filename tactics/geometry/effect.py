"""Line of effect and line of sight between spaces: does some straight line get through?"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from tactics.core.lattice import Point, Square
from tactics.core.space import Space
from tactics.geometry.scene import Scene


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
) -> Segment | None:
    """A line that gets from one place to another, None where there is none.

    Creatures never stand in its way. Places that overlap see each other. A contact at a point that is the
    source or the target itself does not count, unless the point lies inside a solid square.

    Args:
        scene: the position.
        source, target: a creature's space, any block of squares, or a point.
        blocks: "effect" or "sight": which obstacles are solid.
        touch: "strict": the line starts and ends inside the two spaces and meets no solid, touching is meeting.
            "lenient": it may touch solids on one side, follow a face, and start and end on the outline, in the open.
        narrow: openings narrower than this many lattice units are closed.
    """
    raise NotImplementedError


def visible_squares(
    scene: Scene,
    source: Space | Point,
    squares: Iterable[Square],
    *,
    blocks: str = "effect",
    touch: str = "strict",
    narrow: int = 0,
) -> frozenset[Square]:
    """Those of some squares that a clear line reaches, see `clear_segment`."""
    raise NotImplementedError


def visible_fraction(scene: Scene, point: Point, space: Space, *, blocks: str = "sight") -> Fraction:
    """The share of a space's area that can be seen from a point, solids only, from 0 to 1."""
    raise NotImplementedError


def more_than_half_visible(scene: Scene, point: Point, space: Space, *, blocks: str = "sight") -> bool:
    """Whether strictly more than half of a space's area can be seen from a point."""
    return visible_fraction(scene, point, space, blocks=blocks) > Fraction(1, 2)
