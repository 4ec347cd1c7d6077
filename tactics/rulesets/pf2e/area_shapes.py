"""The shapes of areas on an open board: bursts, cones, emanations and lines, and where they start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Text, text
from tactics.geometry import area as templates
from tactics.rules.book import Case
from tactics.rules.question import DIRECTIONS
from tactics.rulesets.pf2e.creatures import space_of
from tactics.rulesets.pf2e.distance import flat_gaps_sq, spot
from tactics.rulesets.pf2e.tables import SQUARE_FT, table, whole_squares
from tactics.world.creature import Creature

_EDGE_PLACES = (500, 400, 600, 300, 700, 200, 800, 100, 900, 1, 999)
"""Where along an edge, in lattice units, an effect that starts anywhere along it is tried."""


class Area(NamedTuple):
    """An area before and after line of effect.

    Attributes:
        template: squares it would fill on an open board.
        sources: where line of effect is asked from; one of them is enough.
        own: squares of the creature it starts from, which it never covers.
        start: where its lines start, for drawing and for cover.
        rule: id of the shape's rule.
        words: what it is and where it starts.
        behind: squares its maker sends it from; what is solid on their border lets nothing of it through.
    """

    template: frozenset[Square]
    sources: tuple[Space | Point, ...]
    own: Space | None
    start: Point
    rule: str
    words: Text
    behind: tuple[Square, ...] = ()


class Origin(NamedTuple):
    """Where a question lets an area start.

    Attributes:
        place: the point, or the squares that were named.
        body: the whole space of the creature there, or the named square itself; None for a point.
        creature: whose space it is.
    """

    place: Point | Space
    body: Space | None
    creature: Creature | None


def origin_of(case: Case) -> Origin:
    """The origin a question names: a point, a creature, or a square that may be one of a creature's."""
    named = case.question.origin
    if named is None:
        named = case.question.source if case.question.source is not None else case.question.who
    if named is None:
        raise case.refuse("origin", "an area starts somewhere: a point, a creature or a square")
    if isinstance(named, Point):
        return Origin(named, None, None)
    if isinstance(named, Square):
        for one in case.world.standing_on(named):
            return Origin(square_space(named), space_of(case.world, one), one)
        return Origin(square_space(named), square_space(named), None)
    creature = case.world.creature(named)
    space = space_of(case.world, creature)
    return Origin(space, space, creature)


def size_sq(case: Case) -> int:
    """Radius or length in squares, one at least."""
    if case.question.size is None or whole_squares(case.question.size) < 1:
        raise case.refuse("size", "say how many feet it measures, 5 at least")
    return whole_squares(case.question.size)


def _grid_corner(case: Case, point: Point, argument: str = "origin") -> Point:
    """The point itself, refused when it is no corner of a square."""
    if point.x % UNIT or point.y % UNIT:
        raise case.refuse(argument, f"{point} is no corner of a square, as this area needs")
    return point


def burst(case: Case) -> Area:
    """A burst round a corner of a square. Source: pf2e.area.burst."""
    origin = origin_of(case).place
    if not isinstance(origin, Point):
        raise case.refuse("origin", "a burst starts at a corner of a square, such as [3, 2]")
    _grid_corner(case, origin)
    words = text("A burst of {feet} ft round {corner}.", feet=size_sq(case) * SQUARE_FT, corner=origin)
    return Area(templates.burst(origin, size_sq(case)), (origin,), None, origin, "pf2e.area.burst", words)


def emanation(case: Case) -> Area:
    """An emanation round a space. Source: pf2e.area.emanation."""
    origin = origin_of(case)
    own = origin.body
    if own is None:
        raise case.refuse("origin", "an emanation starts from a creature or a square")
    feet = size_sq(case) * SQUARE_FT
    words = text("An emanation of {feet} ft from every side of {square}.", feet=feet, square=own.anchor)
    if origin.creature is not None:
        name = origin.creature.name
        words = text("An emanation of {feet} ft from every side of the space of {who}.", feet=feet, who=name)
        case.discretion(text("Whether {who} is affected is for the maker of the emanation to say.", who=name))
    return Area(templates.emanation(own, size_sq(case)), (own,), own, own.centre, "pf2e.area.emanation", words)


def direction_of(case: Case, origin: Origin) -> tuple[int, int]:
    """The way an area goes, as unit steps: named, or the one of eight nearest to ``to``."""
    if case.question.direction is not None:
        return DIRECTIONS[case.question.direction]
    if case.question.to is None:
        raise case.refuse("direction", "say which way it goes: direction or to")
    level = _level(case, origin)
    if level is not None:
        return level
    start = origin.place if isinstance(origin.place, Point) else origin.place.centre
    end = spot(case.world, case.question.to).centre
    dx, dy = end.x - start.x, end.y - start.y
    if not dx and not dy:
        raise case.refuse("to", "it lies where the area starts")
    # Nearer to the row or column than to the diagonal: an angle below 22.5 degrees, whose tangent is sqrt(2) - 1.
    both = (abs(dx) + abs(dy)) ** 2
    return (0 if both < 2 * dy * dy else _sign(dx), 0 if both < 2 * dx * dx else _sign(dy))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def cone(case: Case) -> Area:
    """A cone, straight or diagonal. Source: pf2e.area.cone."""
    origin = origin_of(case)
    direction = direction_of(case, origin)
    length = size_sq(case)
    if direction[0] and direction[1]:
        return _cone_from_point(case, origin, _grid_corner(case, _corner_towards(origin, direction)), direction)
    reading = str(case.switch("cone_apex"))
    if reading == "edge" or (reading == "book" and length <= table("areas")["edge_cone_sq"]):
        first = _first_square(case, origin, direction)
        squares = templates.cone_from_edge(first, direction, length)
        places = edge_points(first, direction)
        words = text("A cone of {feet} ft from the edge of {square}.", feet=length * SQUARE_FT, square=first)
        behind = (_step_back(first, direction),)
        return _checked(case, Area(squares, places, origin.body, places[0], "pf2e.area.cone", words, behind))
    return _cone_from_point(case, origin, _point_towards(case, origin, direction), direction)


def _cone_from_point(case: Case, origin: Origin, apex: Point, direction: tuple[int, int]) -> Area:
    squares = templates.cone_from_point(apex, direction, size_sq(case))
    words = text("A cone of {feet} ft from the corner {start}.", feet=size_sq(case) * SQUARE_FT, start=apex)
    behind = _behind(origin, apex, direction)
    return _checked(case, Area(squares, (apex,), origin.body, apex, "pf2e.area.cone", words, behind))


def _behind(origin: Origin, start: Point, direction: tuple[int, int]) -> tuple[Square, ...]:
    squares = templates.squares_behind(start, direction)
    return squares if origin.body is None else tuple(one for one in squares if origin.body.holds(one))


def _step_back(square: Square, direction: tuple[int, int]) -> Square:
    return Square(square.x - direction[0], square.y - direction[1])


def _checked(case: Case, area: Area) -> Area:
    """The area itself, refused when it would cover the creature it starts from."""
    own = area.own
    if own is not None and any(own.holds(one) for one in area.template):
        raise case.refuse("origin", "it would cover its own creature; start it at the border of its space")
    return area


def _corner_towards(origin: Origin, direction: tuple[int, int]) -> Point:
    if isinstance(origin.place, Point):
        return origin.place
    left, top = origin.place.x, origin.place.y
    right, bottom = left + origin.place.width, top + origin.place.height
    return Point((right if direction[0] > 0 else left) * UNIT, (bottom if direction[1] > 0 else top) * UNIT)


def _first_square(case: Case, origin: Origin, direction: tuple[int, int]) -> Square:
    """The square in front of the edge a cone or line starts from; of a big creature the one nearest to its aim."""
    dx, dy = direction
    if isinstance(origin.place, Point):
        x, y = origin.place
        middle, line = (y, x) if dx else (x, y)
        if middle % UNIT != UNIT // 2 or line % UNIT:
            raise case.refuse("origin", "from an edge: name a creature, one of its squares or the middle of an edge")
        return Square(x // UNIT - (dx < 0), y // UNIT - (dy < 0))
    place, (aim_x, aim_y) = origin.place, _aimed_square(case, origin.place)
    x = place.x + place.width if dx > 0 else place.x - 1 if dx < 0 else aim_x
    y = place.y + place.height if dy > 0 else place.y - 1 if dy < 0 else aim_y
    return Square(x, y)


def _aimed_square(case: Case, place: Space) -> Square:
    """The square of a space nearest to what an area is aimed at; its middle one, upper or left, without an aim."""
    to = case.question.to
    if to is None or case.question.direction is not None:
        return Square(place.x + (place.width - 1) // 2, place.y + (place.height - 1) // 2)
    aim = spot(case.world, to).centre
    return Square(
        min(max(aim.x // UNIT, place.x), place.x + place.width - 1),
        min(max(aim.y // UNIT, place.y), place.y + place.height - 1),
    )


def _point_towards(case: Case, origin: Origin, direction: tuple[int, int]) -> Point:
    """The grid corner a straight cone starts from; for a creature the one nearest to the middle of that side."""
    dx, dy = direction
    place = origin.place
    if isinstance(place, Point):
        return _grid_corner(case, place)
    x = place.x + (place.width if dx > 0 else 0 if dx < 0 else place.width // 2)
    y = place.y + (place.height if dy > 0 else 0 if dy < 0 else place.height // 2)
    return Point(x * UNIT, y * UNIT)


def edge_points(first: Square, direction: tuple[int, int]) -> tuple[Point, ...]:
    """Places along the edge a straight area starts from, the middle first."""
    dx, dy = direction
    x, y = (first[0] + (dx < 0)) * UNIT, (first[1] + (dy < 0)) * UNIT
    return tuple(Point(x, y + step) if dx else Point(x + step, y) for step in _EDGE_PLACES)


def line(case: Case) -> Area:
    """A line along a row, a column, a diagonal, or slanting from a corner. Source: pf2e.area.line."""
    origin = origin_of(case)
    width = 1 if case.question.width is None else max(1, whole_squares(case.question.width))
    aim = None if case.question.direction is not None else _aim(case, origin)
    if aim is not None:
        start, through = aim
        run, rise = through.x - start.x, through.y - start.y
        if abs(run) == abs(rise):
            return _diagonal_line(case, origin, (_sign(run), _sign(rise)), width)
        return _slanting(case, origin, start, through, width)
    direction = direction_of(case, origin)
    if direction[0] and direction[1]:
        return _diagonal_line(case, origin, direction, width)
    row = _beside(origin, _first_square(case, origin, direction), direction, width)
    squares = templates.row_line(row, direction, size_sq(case))
    places = tuple(one for start in row for one in edge_points(start, direction))
    words = text("A line of {feet} ft that begins in {square}.", feet=size_sq(case) * SQUARE_FT, square=row[0])
    behind = tuple(_step_back(one, direction) for one in row)
    return _checked(case, Area(frozenset(squares), places, origin.body, places[0], "pf2e.area.line", words, behind))


def _level(case: Case, origin: Origin) -> tuple[int, int] | None:
    """The straight way to a target in the same rows or columns as the space a line starts from, else None."""
    to = case.question.to
    if to is None or case.question.direction is not None or not isinstance(origin.place, Space):
        return None
    end = spot(case.world, to)
    if not isinstance(end.where, Space) or end.where.overlaps(origin.place):
        return None
    columns, rows = flat_gaps_sq(origin.place, end.where)
    dx, dy = end.centre.x - origin.place.centre.x, end.centre.y - origin.place.centre.y
    return None if columns and rows else (_sign(dx) if columns else 0, _sign(dy) if rows else 0)


def _beside(origin: Origin, first: Square, direction: tuple[int, int], width: int) -> list[Square]:
    """The squares a straight line begins with, as many as it is wide, in front of its creature's side.

    A line that is wider than the side sticks out on both sides of it, as evenly as it can.
    """
    across = (abs(direction[1]), abs(direction[0]))
    place = origin.place if isinstance(origin.place, Space) else square_space(first)
    low, length = (place.y, place.height) if direction[0] else (place.x, place.width)
    at = first.y if direction[0] else first.x
    start = (
        low - (width - length) // 2 if width >= length else min(max(at - (width - 1) // 2, low), low + length - width)
    )
    back = at - start
    return [Square(first.x + across[0] * (n - back), first.y + across[1] * (n - back)) for n in range(width)]


def _aim(case: Case, origin: Origin) -> tuple[Point, Point] | None:
    """Start and target of a line that follows neither row nor column, else None.

    From a creature it starts at the corner towards the target; at squares it goes through their far corner.
    """
    to = case.question.to
    if to is None:
        return None
    end: Space | Point = to if isinstance(to, Point) else spot(case.world, to).where
    columns, rows = flat_gaps_sq(origin.place, end)
    if isinstance(origin.place, Space) and isinstance(end, Space) and not (columns and rows):
        return None
    start_centre = origin.place if isinstance(origin.place, Point) else origin.place.centre
    end_centre = end if isinstance(end, Point) else end.centre
    way = _sign(end_centre.x - start_centre.x), _sign(end_centre.y - start_centre.y)
    if not (way[0] and way[1]):
        return None
    start = _corner_towards(origin, way)
    through = end if isinstance(end, Point) else _corner_towards(Origin(end, None, None), way)
    return None if start.x == through.x or start.y == through.y else (start, through)


def _slanting(case: Case, origin: Origin, start: Point, through: Point, width: int) -> Area:
    if width > 1:
        raise case.refuse("width", "a slanting line is measured without width")
    _grid_corner(case, start)
    _grid_corner(case, through, "to")
    case.discretion(text("The book draws no slanting line; counted are the squares its middle runs through."))
    squares = [one.square for one in templates.ray(start, through, size_sq(case))]
    feet = size_sq(case) * SQUARE_FT
    words = text("A line of {feet} ft from {start} through {through}.", feet=feet, start=start, through=through)
    return _from_corner(case, origin, squares, start, (through.x - start.x, through.y - start.y), words)


def _diagonal_line(case: Case, origin: Origin, direction: tuple[int, int], width: int) -> Area:
    if width > 1:
        raise case.refuse("width", "a diagonal line is one square wide")
    start = _grid_corner(case, _corner_towards(origin, direction))
    first = Square(start.x // UNIT - (direction[0] < 0), start.y // UNIT - (direction[1] < 0))
    squares = templates.row_line([first], direction, size_sq(case))
    words = text("A diagonal line of {feet} ft from the corner {start}.", feet=size_sq(case) * SQUARE_FT, start=start)
    return _from_corner(case, origin, squares, start, direction, words)


def _from_corner(
    case: Case, origin: Origin, squares: Iterable[Square], start: Point, direction: tuple[int, int], words: Text
) -> Area:
    behind = _behind(origin, start, direction)
    return _checked(case, Area(frozenset(squares), (start,), origin.body, start, "pf2e.area.line", words, behind))
