"""What a straight line meets, decided by signs of integer cross products.

With ``d = end - start`` the side of a point ``v`` is ``cross(d, v - start)``: positive to the right of the line,
negative to the left (y runs down), zero on it. What lies beyond the ends of the line does not matter, nor does a
contact that consists of one of the two ends alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

from tactics.core.lattice import Point, Square
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

Span = tuple[int, int]
"""First and last point of a contact, measured along the line by the scalar product with its direction."""

Number = int | Fraction
Stretch = tuple[Number, Number]


@dataclass(frozen=True, slots=True)
class Met:
    """One obstacle a line meets.

    Attributes:
        obstacle: what is met.
        kind: "interior", "edge" or "corner" for squares and bodies; "cross", "overlap" or "touch" for walls.
        at: the first common point, rounded to the lattice; for drawing.
        side: "left" or "right" of the line for what only touches it (edge, corner, touch), else "".
        span: first and last common point of what the line does not run through, None for interior and cross.
    """

    obstacle: Obstacle
    kind: str
    at: Point
    side: str = ON
    span: Span | None = None

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
        mets: dict[str, list[Met]] = {LEFT: [], RIGHT: [], ON: []}
        spans: dict[str, list[Span]] = {LEFT: [], RIGHT: [], ON: []}
        for met in self.mets:
            if met.span is not None and met.obstacle.kind != "body" and stops(met.obstacle):
                mets[met.side].append(met)
                spans[met.side].append(met.span)
        found = pinched(spans[LEFT], spans[RIGHT], spans[ON], 0, _line(self.start, self.end).squared)
        return tuple(
            Pinch(mets[LEFT][left], mets[RIGHT][right], tuple(mets[ON][one] for one in along))
            for left, right, along in found
        )


def trace(start: Point, end: Point, obstacles: Iterable[Obstacle]) -> Trace:
    """Report what a line meets.

    Args:
        start, end: ends of the line; nothing is met when they are the same point.
        obstacles: those to look at, in any order. A one-way wall is met only from its blocking side.
    """
    line = _line(start, end)
    found = []
    for obstacle in obstacles:
        contact = _contact(line, obstacle)
        if contact is not None:
            place = _entry(line, obstacle) if contact.span is None else contact.span[0] << _FINE
            met = Met(obstacle, contact.kind, _at(line, place), contact.side, contact.span)
            found.append(
                ((place, met.side, obstacle.kind, obstacle.corners, obstacle.creature, obstacle.wall or 0), met)
            )
    found.sort(key=itemgetter(0))
    return Trace(start, end, tuple(met for _, met in found))


def is_stopped(start: Point, end: Point, obstacles: Iterable[Obstacle], stops: Stops) -> bool:
    """The same as ``trace(start, end, obstacles).stopped(stops)``, without the record."""
    line = _line(start, end)
    spans: dict[str, list[Span]] = {LEFT: [], RIGHT: [], ON: []}
    for obstacle in obstacles:
        contact = _contact(line, obstacle)
        if contact is None or not stops(obstacle):
            continue
        if contact.span is None:
            return True
        if obstacle.kind != "body":
            spans[contact.side].append(contact.span)
    if not (spans[LEFT] and spans[RIGHT]):
        return False
    return any(True for _ in pinched(spans[LEFT], spans[RIGHT], spans[ON], 0, line.squared))


class Through(NamedTuple):
    """What a line runs through, in no order, and whether it touches on both of its sides what could pinch it."""

    obstacles: Sequence[Obstacle]
    doubtful: bool


def run_through(start: Point, ends: Iterable[Point], obstacles: Iterable[Obstacle]) -> list[Through]:
    """What each of several lines from one point runs through; much quicker than tracing them."""
    x, y = start
    walls, others = [], []
    for obstacle in obstacles:
        if len(obstacle.corners) == 2 and not obstacle.one_way:
            (ax, ay), (bx, by) = obstacle.corners
            ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
            walls.append((ax, ay, bx, by, ax * by - ay * bx, obstacle))
        else:
            others.append(obstacle)
    found = []
    for end in ends:
        dx, dy = end[0] - x, end[1] - y
        crossed, near = [], others
        for ax, ay, bx, by, turn, wall in walls:
            # Sides of the wall's ends seen along the line, and from the wall of the start and of the line's end.
            first, second = dx * ay - dy * ax, dx * by - dy * bx
            if first < 0 < second or second < 0 < first:
                if turn < 0 < turn + first - second or turn > 0 > turn + first - second:
                    crossed.append(wall)
            elif not first or not second:
                near = [*near, wall]
        found.append(_with_others(start, end, crossed, near) if near else Through(crossed, False))
    return found


def _with_others(start: Point, end: Point, crossed: list[Obstacle], others: Iterable[Obstacle]) -> Through:
    """The same with walls that are touched, one-way walls, squares and bodies."""
    line = _line(start, end)
    sides = []
    for obstacle in others:
        contact = _contact(line, obstacle)
        if contact is not None and contact.span is None:
            crossed.append(obstacle)
        elif contact is not None and obstacle.kind != "body":
            sides.append(contact.side)
    return Through(crossed, LEFT in sides and RIGHT in sides)


_FINE = 120
"""Places are compared as whole numbers of 1 / 2**120: the same for equal fractions, in order for different ones."""


class _Line(NamedTuple):
    """A line made ready: its start, its direction, its box and its squared length."""

    x: int
    y: int
    dx: int
    dy: int
    low_x: int
    high_x: int
    low_y: int
    high_y: int
    squared: int


class _Contact(NamedTuple):
    kind: str
    side: str = ON
    span: Span | None = None


_INTERIOR, _CROSS = _Contact("interior"), _Contact("cross")


def _line(start: Point, end: Point) -> _Line:
    (x, y), (to_x, to_y) = start, end
    dx, dy = to_x - x, to_y - y
    low_x, high_x = (x, to_x) if dx > 0 else (to_x, x)
    low_y, high_y = (y, to_y) if dy > 0 else (to_y, y)
    return _Line(x, y, dx, dy, low_x, high_x, low_y, high_y, dx * dx + dy * dy)


def _contact(line: _Line, obstacle: Obstacle) -> _Contact | None:
    return _wall_contact(line, obstacle) if len(obstacle.corners) == 2 else _block_contact(line, obstacle)


def _block_contact(line: _Line, obstacle: Obstacle) -> _Contact | None:
    """How a line meets an upright rectangle."""
    x, y, dx, dy, low_x, high_x, low_y, high_y, squared = line
    (left, top), _, (right, bottom), _ = obstacle.corners
    if high_x < left or right < low_x or high_y < top or bottom < low_y or not squared:
        return None
    # The side of a point is linear in x and y, so the signs of the direction name the outermost corners.
    left_x, right_x = (right, left) if dy > 0 else (left, right)
    left_y, right_y = (top, bottom) if dx > 0 else (bottom, top)
    lowest = dx * (left_y - y) - dy * (left_x - x)
    highest = dx * (right_y - y) - dy * (right_x - x)
    if lowest > 0 or highest < 0:
        return None
    if lowest < 0 < highest:
        # Open convex sets without a common point are parted by the normal of one of their edges.
        inside = low_x < right and left < high_x and low_y < bottom and top < high_y
        return _INTERIOR if inside else None
    side = RIGHT if lowest == 0 else LEFT
    if dx and dy:
        corner_x, corner_y = (left_x, left_y) if lowest == 0 else (right_x, right_y)
        place = dx * (corner_x - x) + dy * (corner_y - y)
        return _Contact("corner", side, (place, place)) if 0 < place < squared else None
    ends = (dx * (left - x), dx * (right - x)) if dx else (dy * (top - y), dy * (bottom - y))
    span = _clipped(*ends, squared)
    return None if span is None else _Contact("edge", side, span)


def _wall_contact(line: _Line, obstacle: Obstacle) -> _Contact | None:
    """How a line meets a thin wall; a one-way wall is not there for what comes from its free side."""
    x, y, dx, dy = line[:4]
    (ax, ay), (bx, by) = obstacle.corners
    first = dx * (ay - y) - dy * (ax - x)
    second = dx * (by - y) - dy * (bx - x)
    if (first > 0 and second > 0) or (first < 0 and second < 0) or not line.squared:
        return None
    if obstacle.one_way and (second - first if obstacle.one_way == LEFT else first - second) > 0:
        return None
    if first and second:
        start = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        end = start + (bx - ax) * dy - (by - ay) * dx
        return _CROSS if (start < 0 < end) or (end < 0 < start) else None
    if not first and not second:
        span = _clipped(dx * (ax - x) + dy * (ay - y), dx * (bx - x) + dy * (by - y), line.squared)
        return None if span is None else _Contact("overlap", ON, span)
    touch_x, touch_y, other = (ax, ay, second) if not first else (bx, by, first)
    place = dx * (touch_x - x) + dy * (touch_y - y)
    return _Contact("touch", RIGHT if other > 0 else LEFT, (place, place)) if 0 < place < line.squared else None


def _clipped(first: int, last: int, squared: int) -> Span | None:
    """The part of a range inside the segment, None unless it has a length."""
    low, high = (first, last) if first < last else (last, first)
    low, high = max(low, 0), min(high, squared)
    return (low, high) if low < high else None


def _entry(line: _Line, obstacle: Obstacle) -> int:
    """Where a line enters what it runs through, in `_FINE` parts of the measure of spans."""
    places = []
    sides = [
        (line.dx * (y - line.y) - line.dy * (x - line.x), line.dx * (x - line.x) + line.dy * (y - line.y))
        for x, y in obstacle.corners
    ]
    for (side, place), (next_side, next_place) in zip(sides, sides[1:] + sides[:1], strict=True):
        if side == 0:
            places.append(place << _FINE)
        elif side * next_side < 0:
            places.append(((place * next_side - next_place * side) << _FINE) // (next_side - side))
    return max(min(places), 0)


def _at(line: _Line, place: int) -> Point:
    whole = line.squared << _FINE
    return Point(line.x + _rounded(place * line.dx, whole), line.y + _rounded(place * line.dy, whole))


def _rounded(value: int, divisor: int) -> int:
    """The whole number nearest to a quotient."""
    return (2 * value + divisor) // (2 * divisor)


def pinched(
    lefts: Sequence[Stretch], rights: Sequence[Stretch], alongs: Sequence[Stretch], low: Number, high: Number
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Pairs of contacts from both sides of a line that share a point, or are joined by walls lying on the line.

    Args:
        lefts, rights, alongs: first and last point of each contact from the left, from the right, and of walls
            on the line, by any measure along it.
        low, high: the ends of the line by that measure; the shared point has to lie between them.

    Yields:
        Indices into `lefts` and `rights`, and those into `alongs` of the walls that join the two.
    """
    runs = _runs(alongs, low, high)
    for a, left in enumerate(lefts):
        for b, right in enumerate(rights):
            if _share(left, right, low, high):
                yield a, b, ()
                continue
            for span, members in runs:
                if _share(left, span, low, high) and _share(right, span, low, high):
                    yield a, b, members


def _share(one: Stretch, other: Stretch, low: Number, high: Number) -> bool:
    """Whether two ranges have a point in common strictly between two bounds."""
    first, last = max(one[0], other[0]), min(one[1], other[1])
    return first <= last and last > low and first < high


def _runs(alongs: Sequence[Stretch], low: Number, high: Number) -> list[tuple[Stretch, tuple[int, ...]]]:
    """Ranges joined where they share a point, each with the indices of its members."""
    runs: list[tuple[Stretch, tuple[int, ...]]] = []
    for index in sorted(range(len(alongs)), key=alongs.__getitem__):
        span = alongs[index]
        if runs and _share(runs[-1][0], span, low, high):
            first, last = runs[-1][0]
            runs[-1] = ((first, max(last, span[1])), (*runs[-1][1], index))
        else:
            runs.append((span, (index,)))
    return runs
