"""Which lines to the corners of a square are blocked, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tactics.core.lattice import Point, Square
from tactics.core.space import Space, square_space
from tactics.geometry.trace import Met, Obstacle, Through, Trace, run_through, trace
from tactics.rules.lines import traced_line
from tactics.rules.verdict import Line
from tactics.world.board import EFFECT

SUPERIOR_LINES = 3
"""So many of the four lines blocked make superior cover.

Source: dnd4e.cover.lines
"""

CLEAR, HAMPERED, BLOCKED = range(3)
"""A line is free, blocked by what gives ordinary cover at most, or blocked by what may give superior cover."""

ORDINARY = frozenset({"object", "low"})
SUPERIOR_COVERS = frozenset({"window", "arrow_slit", "portcullis", "extreme"})
SHOOTING_HOLES = frozenset({"window", "arrow_slit"})
"""Openings that do not hinder the one who stands at them."""


def is_solid(obstacle: Obstacle) -> bool:
    """Whether it closes the gap to another such thing it touches.

    Source: dnd4e.loe.pinch
    """
    return EFFECT in obstacle.blocks


def hampers(obstacle: Obstacle) -> bool:
    """Whether a line that runs through it is blocked at all.

    Source: dnd4e.cover.line_blocked
    """
    return obstacle.kind == "body" or is_solid(obstacle) or obstacle.cover != "none"


@dataclass(frozen=True, slots=True)
class Sheaf:
    """The four lines from one corner to one square.

    Attributes:
        corner: where they start.
        square: the square whose corners they go to.
        states: CLEAR, HAMPERED or BLOCKED for each.
    """

    corner: Point
    square: Square
    states: tuple[int, ...]

    @property
    def hampered(self) -> int:
        """How many lines are blocked by anything."""
        return len(self.states) - self.states.count(CLEAR)

    @property
    def blocked(self) -> int:
        """How many lines are blocked by what may give superior cover."""
        return self.states.count(BLOCKED)

    @property
    def grade(self) -> int:
        """0 no cover, 1 cover, 2 superior cover.

        Source: dnd4e.cover.lines, dnd4e.cover.creatures, dnd4e.cover.small_obstacle
        """
        if self.blocked >= SUPERIOR_LINES:
            return 2
        return 1 if self.hampered else 0


@dataclass(slots=True)
class Tracer:
    """Draws cover lines from one origin to one target.

    Attributes:
        near: the obstacles on lines between the two, and some close by.
        origin: the attacker's space, or the origin square of an area.
        bodies: the creatures that count.
        bodies_full: bodies may give superior cover like an obstacle.
    """

    near: tuple[Obstacle, ...]
    origin: Space
    bodies: tuple[Obstacle, ...] = ()
    bodies_full: bool = False
    _counting: tuple[Obstacle, ...] = field(init=False)
    _features: tuple[Obstacle, ...] = field(init=False)
    _traces: dict[tuple[Point, Point], Trace] = field(default_factory=dict)

    def __post_init__(self) -> None:
        hindering = [one for one in self.near if not self._harmless(one)]
        self._features = tuple(one for one in hindering if one.kind == "wall" and one.cover in SUPERIOR_COVERS)
        self._counting = (*hindering, *self.bodies)

    def sheaf(self, corner: Point, square: Square) -> Sheaf:
        """The four lines from a corner to the corners of a square."""
        return Sheaf(corner, square, self.states(corner, square_space(square).outer_corners(), square))

    def states(self, start: Point, ends: Sequence[Point], square: Square) -> tuple[int, ...]:
        """How far lines from one point to corners of a square are blocked.

        Source: dnd4e.cover.line_blocked, dnd4e.cover.superior_feature
        """
        states = [
            self._passed(start, end, one)
            for end, one in zip(ends, run_through(start, ends, self._counting), strict=True)
        ]
        if not self._features:
            return tuple(states)
        return tuple(
            BLOCKED if any(self._features_at(start, end, square)) else state
            for end, state in zip(ends, states, strict=True)
        )

    def line(self, start: Point, end: Point, square: Square) -> Line:
        """One line for a verdict, with what it met."""
        traced = self.traced(start, end)
        extra = tuple(Met(one, "cross", end) for one in self._features_at(start, end, square))
        return traced_line(Trace(start, end, traced.mets + extra), hampers, role="cover")

    def blockers(self, start: Point, end: Point, square: Square) -> list[Obstacle]:
        """What blocks one line, nearest first."""
        traced = self.traced(start, end)
        passed = [met.obstacle for met in traced.mets if met.passes and hampers(met.obstacle)]
        pinched = [one.left.obstacle for one in traced.pinches(is_solid)]
        return [*passed, *pinched, *self._features_at(start, end, square)]

    def through_features(self, sheaf: Sheaf) -> int:
        """How many of four lines pass a window, slit, portcullis or the like."""
        ends = square_space(sheaf.square).outer_corners()
        return sum(
            any(one.cover in SUPERIOR_COVERS for one in self.blockers(sheaf.corner, end, sheaf.square)) for end in ends
        )

    def traced(self, start: Point, end: Point) -> Trace:
        """What a line meets. Things that close no gap are left out where they are only touched."""
        key = (start, end)
        if key not in self._traces:
            whole = trace(start, end, self._counting)
            mets = tuple(met for met in whole.mets if met.passes or is_solid(met.obstacle))
            self._traces[key] = Trace(start, end, mets)
        return self._traces[key]

    def _passed(self, start: Point, end: Point, through: Through) -> int:
        worth = max(map(self._worth, through.obstacles), default=CLEAR)
        if through.doubtful and worth != BLOCKED and self.traced(start, end).pinches(is_solid):
            return BLOCKED
        return worth

    def _worth(self, obstacle: Obstacle) -> int:
        if not hampers(obstacle):
            return CLEAR
        if obstacle.kind == "body":
            return BLOCKED if self.bodies_full else HAMPERED
        return HAMPERED if obstacle.cover in ORDINARY and not is_solid(obstacle) else BLOCKED

    def _harmless(self, obstacle: Obstacle) -> bool:
        """Whether the attacker is not hindered by it: a tree in his own square, the slit he stands at."""
        if is_solid(obstacle):
            return False
        if obstacle.square is not None:
            return self.origin.holds(obstacle.square)
        return obstacle.cover in SHOOTING_HOLES and _lies_on(obstacle, self.origin)

    def _features_at(self, start: Point, end: Point, square: Square) -> Iterator[Obstacle]:
        """Windows and the like on the near border of the target's square that a line ends on."""
        space = square_space(square)
        for one in self._features:
            if _on(one, end) and _lies_on(one, space) and _parts(one, start, space.centre):
                yield one


def _on(wall: Obstacle, point: Point) -> bool:
    a, b = wall.corners
    within = min(a.x, b.x) <= point.x <= max(a.x, b.x) and min(a.y, b.y) <= point.y <= max(a.y, b.y)
    return within and _side(wall, point) == 0


def _parts(wall: Obstacle, one: Point, other: Point) -> bool:
    """Whether two points lie on different sides of a wall's line."""
    first, second = _side(wall, one), _side(wall, other)
    return first < 0 < second or second < 0 < first


def _side(wall: Obstacle, point: Point) -> int:
    a, b = wall.corners
    return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)


def _lies_on(wall: Obstacle, space: Space) -> bool:
    """Whether some length of a wall lies in a space or along its border."""
    left, top = space.outer_corners()[0]
    right, bottom = space.outer_corners()[3]
    a, b = wall.corners
    low, high = Fraction(0), Fraction(1)
    for start, end, least, most in ((a.x, b.x, left, right), (a.y, b.y, top, bottom)):
        if start == end:
            if not least <= start <= most:
                return False
            continue
        first, last = sorted((Fraction(least - start, end - start), Fraction(most - start, end - start)))
        low, high = max(low, first), min(high, last)
    return low < high
