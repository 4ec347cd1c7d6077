"""Lines of effect areas: the squares a line runs through until something stops it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd

from tactics.core.lattice import UNIT, Point, Square, corner
from tactics.core.space import Space, square_space
from tactics.core.text import text
from tactics.geometry.area import RaySquare, ray, row_line, squares_behind
from tactics.geometry.effect import clear_segment
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Met, Trace
from tactics.rules.book import Case
from tactics.rules.verdict import Line
from tactics.rulesets.pf1.area_origin import (
    creator_space,
    direction_of,
    point_origin,
    side_square,
    sign,
    whole_space,
)
from tactics.rulesets.pf1.drawn import drawn
from tactics.rulesets.pf1.shelter import is_solid
from tactics.rulesets.pf1.sizes import feet, squares


def line_squares(case: Case, length_sq: int) -> tuple[Sequence[Square], Sequence[Square]]:
    """The squares of a line on an open board, and those up to what stops it.

    Source: pf1.area.line
    """
    straight = _straight(case)
    if straight is not None:
        first, direction = straight
        case.squares("origin", first)
        ahead = _ahead(first[0], direction)
        words = text(
            "Straight on from {square}, a row of squares {length} ft long.", square=ahead, length=feet(length_sq)
        )
        case.step("pf1.area.line", words)
        rows = [row_line([_ahead(one, direction)], direction, length_sq) for one in first]
        reached = [one for row in rows for one in _until_stopped(case, row, direction)]
        return [one for row in rows for one in row], reached
    if squares(case.question.width or 0) > 1:
        raise case.refuse("width", "only a straight line can be wider than a square")
    start, through = _slanting(case)
    course = ray(start, through, length_sq)
    words = text("From {start} towards {through}, {length} ft.", start=start, through=through, length=feet(length_sq))
    case.step("pf1.area.line", words)
    return [one.square for one in course], _open_part(case, start, through, course)


def _straight(case: Case) -> tuple[tuple[Square, ...], tuple[int, int]] | None:
    """The squares a straight line starts behind and its direction; None for a slanting one."""
    width = max(1, squares(case.question.width or feet(1)))
    if isinstance(case.question.origin, Point):
        start = point_origin(case)
        direction = _towards(case, start)
        if direction is None:
            return None
        return _beside(case, start, direction, width), direction
    direction = _side_of(case, creator_space(case))
    return None if direction is None else (_front(case, direction, width), direction)


def _towards(case: Case, start: Point) -> tuple[int, int] | None:
    """The direction of a line along a grid line from a point, None when it slants."""
    if case.question.to is None:
        dx, dy = direction_of(case, start)
    else:
        aim = _aim(case, start)
        dx, dy = sign(aim.x - start.x), sign(aim.y - start.y)
    return None if dx and dy else (dx, dy)


def _beside(case: Case, start: Point, direction: tuple[int, int], width: int) -> tuple[Square, ...]:
    """The squares behind an intersection on both sides of a grid line, the right or the lower side first."""
    dx, dy = direction
    behind = Square(start.x // UNIT - (dx > 0), start.y // UNIT - (dy > 0))
    if width == 1:
        case.discretion(text("The caster chooses the side of the grid line; this is the right or the lower one."))
    first = -(width // 2)
    return tuple(Square(behind.x + at * abs(dy), behind.y + at * abs(dx)) for at in range(first, first + width))


def _side_of(case: Case, space: Space) -> tuple[int, int] | None:
    """The straight direction of a line from a space, None when it slants."""
    aim = case.question.to
    if aim is None:
        dx, dy = direction_of(case, space.centre)
        return None if dx and dy else (dx, dy)
    if isinstance(aim, Point):
        start, through = _slanting(case)
        dx, dy = sign(through.x - start.x), sign(through.y - start.y)
        return None if dx and dy else (dx, dy)
    aimed = creature_or_square(case, aim)
    if aimed.overlaps(space):
        raise case.refuse("to", "it lies where the line starts")
    dx, dy = space.gap_sq(aimed)
    return None if dx and dy else (sign(aimed.x - space.x) if dx else 0, sign(aimed.y - space.y) if dy else 0)


def _front(case: Case, direction: tuple[int, int], width: int) -> tuple[Square, ...]:
    """The squares on one side of a creator that a line of a width starts from, the one it is aimed from first."""
    dx, first, space = direction[0], side_square(case, direction), whole_space(case)
    low, size, at = (space.y, space.height, first.y) if dx else (space.x, space.width, first.x)
    if size > width and isinstance(case.question.origin, str) and case.question.to is None:
        words = text("The creator may choose another row of that side; this begins at {square}.", square=first)
        case.discretion(words)
    start = max(low, min(at, low + size - width))
    return tuple(Square(first.x, one) if dx else Square(one, first.y) for one in range(start, start + width))


def _ahead(square: Square, direction: tuple[int, int]) -> Square:
    return Square(square.x + direction[0], square.y + direction[1])


def _slanting(case: Case) -> tuple[Point, Point]:
    """Start of a slanting line and a point it goes through."""
    if isinstance(case.question.origin, Point):
        start = point_origin(case)
        if case.question.to is not None:
            return start, _aim(case, start)
        dx, dy = direction_of(case, start)
        return start, Point(start.x + dx * UNIT, start.y + dy * UNIT)
    space = whole_space(case)
    case.squares("origin", tuple(space.squares()))
    if case.question.to is None:
        dx, dy = direction_of(case, space.centre)
        start = corner(space.x + space.width * (dx > 0), space.y + space.height * (dy > 0))
        return start, Point(start.x + dx * UNIT, start.y + dy * UNIT)
    middle = _aim(case, space.centre)
    start = min(space.outer_corners(), key=lambda one: (_squared(one, middle), one))
    return start, _aim(case, start)


def _aim(case: Case, start: Point) -> Point:
    """The lattice point a line is drawn through: for a square or a creature its far corner."""
    aim = case.question.to
    if isinstance(aim, Point):
        if aim.x % UNIT or aim.y % UNIT or aim == start:
            raise case.refuse("to", "aim at another intersection of the grid such as <6,2>")
        return aim
    space = creature_or_square(case, aim)
    return max(space.outer_corners(), key=lambda one: (_squared(start, one), one))


def creature_or_square(case: Case, place: str | Square | None) -> Space:
    """The space a line is aimed at."""
    if isinstance(place, str):
        return case.world.creature(place).space
    if isinstance(place, Square):
        return square_space(place)
    raise case.refuse("to", "aim at an intersection or a square")


def _squared(one: Point, other: Point) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _until_stopped(case: Case, row: Sequence[Square], step: tuple[int, int]) -> Iterable[Square]:
    """The squares of a straight row up to the first wall."""
    if not row:
        return
    scene, first = scene_of(case.world), square_space(row[0]).centre
    start = Point(first.x - step[0] * UNIT, first.y - step[1] * UNIT)
    # Just inside each square: a wall in the middle of it is reached, one on its border is not passed.
    back = UNIT // 2 - 1
    for square in row:
        middle = square_space(square).centre
        inside = Point(middle.x - step[0] * back, middle.y - step[1] * back)
        if case.world.board.solid(square) or scene.is_stopped(start, inside, is_solid):
            return
        yield square


def _open_part(case: Case, start: Point, through: Point, course: Sequence[RaySquare]) -> tuple[Square, ...]:
    """The squares of a slanting line up to what it runs into; on one side it may touch.

    Source: pf1.area.line, pf1.loe.line_touch
    """
    course = [one for one in course if case.world.board.inside(one.square)]
    if not course or _walled_off(case, start, through, course[0].square):
        return ()
    steps = gcd(through.x - start.x, through.y - start.y)
    run, rise = (through.x - start.x) // steps, (through.y - start.y) // steps
    # Far enough to leave the last square of the course.
    far = Point(start.x + run * UNIT * len(course), start.y + rise * UNIT * len(course))
    traced = scene_of(case.world).trace(start, far)
    direction = Point(through.x - start.x, through.y - start.y)
    stop = _first_stop(traced, direction)
    leaves = _leaving(start, direction, course[-1].square)
    line = drawn(traced, is_solid, blocked=stop is not None and stop < leaves, role="effect")
    case.line(_shortened(line, direction, leaves))
    found = []
    for one in course:
        if case.world.board.solid(one.square) or (stop is not None and one.enters >= stop):
            break
        found.append(one.square)
    return tuple(found)


def _walled_off(case: Case, start: Point, through: Point, first: Square) -> bool:
    """Whether a wall right at its start parts the square a slanting line leaves from its first one.

    Source: pf1.area.line, pf1.loe.line_of_effect
    """
    (behind,) = squares_behind(start, (through.x - start.x, through.y - start.y))
    if case.world.board.solid(behind):
        return False
    touch = str(case.switch("loe_touch"))
    return clear_segment(scene_of(case.world), square_space(behind), square_space(first), touch=touch) is None


def _leaving(start: Point, direction: Point, square: Square) -> Fraction:
    """Where a slanting line leaves a square, as a multiple of its direction."""
    x, y = (square.x + (direction.x > 0)) * UNIT, (square.y + (direction.y > 0)) * UNIT
    return min(Fraction(x - start.x, direction.x), Fraction(y - start.y, direction.y))


def _shortened(line: Line, direction: Point, end: Fraction) -> Line:
    """A line cut off at a multiple of its direction, without what it would meet beyond."""
    at = Point(line.start.x + round(end * direction.x), line.start.y + round(end * direction.y))
    length = _squared(line.start, at)
    return replace(line, end=at, contacts=tuple(one for one in line.contacts if _squared(line.start, one.at) <= length))


def _first_stop(traced: Trace, direction: Point) -> Fraction | None:
    """Where a line is first stopped, as a multiple of a direction; None when it is not."""
    stops = [_share(traced, met, direction) for met in traced.mets if met.passes and is_solid(met.obstacle)]
    for pinch in traced.pinches(is_solid):
        spans = [met.span[0] for met in (pinch.left, pinch.right) if met.span is not None]
        squared = direction.x**2 + direction.y**2
        along = (traced.end.x - traced.start.x) * direction.x + (traced.end.y - traced.start.y) * direction.y
        line = (traced.end.x - traced.start.x) ** 2 + (traced.end.y - traced.start.y) ** 2
        stops.append(Fraction(max(spans), line) * Fraction(along, squared))
    return min(stops, default=None)


def _share(traced: Trace, met: Met, direction: Point) -> Fraction:
    """Where the line enters a wall or a filled square, exactly."""
    corners = met.obstacle.corners
    found = []
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        first = direction.x * (ay - traced.start.y) - direction.y * (ax - traced.start.x)
        second = direction.x * (by - traced.start.y) - direction.y * (bx - traced.start.x)
        if first == second or (first > 0 and second > 0) or (first < 0 and second < 0):
            continue
        # The side of a point is linear along the piece, so it is zero at this share of it.
        part = Fraction(first, first - second)
        x, y = ax + part * (bx - ax) - traced.start.x, ay + part * (by - ay) - traced.start.y
        found.append((x * direction.x + y * direction.y) / (direction.x**2 + direction.y**2))
    return max(min(found), Fraction(0))
