"""What a straight line meets, decided by signs of integer cross products.

With ``d = end - start`` the side of a point ``v`` is ``cross(d, v - start)``: positive to the right of the line,
negative to the left (y runs down), zero on it. What lies beyond the ends of the line does not matter, nor does a
contact that consists of one of the two ends alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.core.text import Named

NAMELESS = Named("")

LEFT, RIGHT, ON = "left", "right", ""
"""Sides of a directed line."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something a line can meet: a filled square, a piece of a thin wall, or a creature's space.

    Attributes:
        corners: four, clockwise from the top left, for a square or a body; two ends for a wall.
        kind: "square", "wall" or "body".
        what: the terrain's id, or the wall's kind; "" for a body.
        square: the square, or the top left square of a body; None for a wall.
        wall: index of the wall's first piece in the board's walls, None otherwise.
        group: number of the polyline the wall belongs to, None otherwise.
        creature: id of the creature, "" for anything else.
        name: what players call the creature.
        state: open, closed or locked for a door, else "".
        blocks: what it stops: any of movement, sight and effect; nothing for a body.
        cover: the kind of shelter it gives, one of `tactics.world.board.COVERS`; "none" for a body.
        obscurement: 0 clear, 1 light, 2 heavy.
        one_way: "" blocks from both sides; "left" or "right" blocks only lines that come from that side, seen
            from the first end towards the second.
        top_ft: how high it reaches above its ground; None for all the way up.
        ground_z_ft: height of the ground it stands on, or of the creature's feet.
    """

    corners: tuple[Point, ...]
    kind: str
    what: str = ""
    square: Square | None = None
    wall: int | None = None
    group: int | None = None
    creature: str = ""
    name: Named = NAMELESS
    state: str = ""
    blocks: frozenset[str] = frozenset()
    cover: str = "none"
    obscurement: int = 0
    one_way: str = ""
    top_ft: int | None = None
    ground_z_ft: int = 0


Stops = Callable[[Obstacle], bool]
"""A book's opinion: whether a line is stopped by going through the obstacle."""


@dataclass(frozen=True, slots=True)
class Met:
    """One obstacle a line meets.

    Attributes:
        obstacle: what is met.
        kind: "interior", "edge" or "corner" for squares and bodies; "cross", "overlap" or "touch" for walls.
        at: the first common point, rounded to the lattice; for drawing.
        side: "left" or "right" of the line for what only touches it (edge, corner, touch), else "".
        span: first and last common point of what does not cross the line, measured along it by the scalar
            product with ``end - start``; empty for interior and cross.
    """

    obstacle: Obstacle
    kind: str
    at: Point
    side: str = ON
    span: tuple[int, int] | tuple[()] = ()

    @property
    def passes(self) -> bool:
        """Whether the line runs through the obstacle instead of touching it."""
        return self.kind in ("interior", "cross")


class Pinch(NamedTuple):
    """Obstacles on both sides of a line that close it at one place.

    Attributes:
        left, right: those that touch it.
        along: walls lying on the line that join the two, mostly none.
    """

    left: Met
    right: Met
    along: tuple[Met, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """A straight line and everything it meets, in order from its start."""

    start: Point
    end: Point
    mets: tuple[Met, ...] = ()

    def stopped(self, stops: Stops) -> bool:
        """Whether the line is blocked.

        Args:
            stops: which obstacles stop a line that runs through them.

        Returns:
            True if the line runs through an obstacle that stops it, or is pinched by two such that are no bodies.
        """
        return any(met.passes and stops(met.obstacle) for met in self.mets) or bool(self.pinches(stops))

    def grazed(self, stops: Stops) -> bool:
        """Whether the line touches or runs through an obstacle that stops it, between its two ends."""
        return any(stops(met.obstacle) for met in self.mets)

    def pinches(self, stops: Stops) -> tuple[Pinch, ...]:
        """Where obstacles that stop the line close it from both sides; bodies never do."""
        counting = [met for met in self.mets if met.span and met.obstacle.kind != "body" and stops(met.obstacle)]
        raise NotImplementedError(counting)


def trace(start: Point, end: Point, obstacles: Iterable[Obstacle]) -> Trace:
    """Report what a line meets.

    Args:
        start, end: ends of the line; nothing is met when they are the same point.
        obstacles: those to look at, in any order. A one-way wall is met only from its blocking side.
    """
    raise NotImplementedError


def is_stopped(start: Point, end: Point, obstacles: Iterable[Obstacle], stops: Stops) -> bool:
    """The same as ``trace(start, end, obstacles).stopped(stops)``, without the record."""
    raise NotImplementedError
