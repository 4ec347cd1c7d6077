"""Areas: bursts, cones, emanations and lines, cut down by line of effect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square, centre
from tactics.core.space import Space, square_space
from tactics.core.text import Text, ntext, text
from tactics.geometry import area as templates
from tactics.rules.book import Case
from tactics.rules.question import DIRECTIONS
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.creatures import foot_ft, space_of
from tactics.rulesets.pf2e.distance import Gaps, flat_gaps_sq, metric_sq, spot
from tactics.rulesets.pf2e.effect import squares_in_effect
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
    """

    template: frozenset[Square]
    sources: tuple[Space | Point, ...]
    own: Space | None
    start: Point
    rule: str
    words: Text


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
    """Radius or length in squares."""
    if case.question.size is None:
        raise case.refuse("size", "say how many feet it measures")
    return whole_squares(case.question.size)


def judge(case: Case) -> Verdict:
    """The squares an area takes and the creatures in them. Source: pf2e.area.general, pf2e.line_of_effect.area."""
    shapes = {"burst": burst, "cone": cone, "emanation": emanation, "line": line}
    shape = case.question.shape
    if shape not in shapes:
        raise case.refuse("shape", f"Pathfinder 2e has no {shape}; its areas are {', '.join(shapes)}")
    area = shapes[shape](case)
    inside = frozenset(one for one in area.template if not case.world.board.solid(one))
    reached = _in_effect(case, area, inside)
    taken = tuple(sorted(reached, key=lambda one: (one.y, one.x)))
    case.squares("area", taken)
    caught = affected(case, area, reached)
    if case.explain:
        _explain(case, area, inside, reached)
    count = len(taken)
    summary = ntext("The area takes {n} square.", "The area takes {n} squares.", count)
    return case.verdict(count, summary, creatures=tuple(one.id for one in caught))


def _in_effect(case: Case, area: Area, inside: frozenset[Square]) -> frozenset[Square]:
    found: frozenset[Square] = frozenset()
    for source in area.sources:
        if found == inside:
            break
        found |= squares_in_effect(case, source, inside - found)
    return found


def affected(case: Case, area: Area, squares: frozenset[Square]) -> list[Creature]:
    """Creatures with a square inside, high enough or low enough to be caught; each of them once.

    The creature an emanation starts from is left out: its maker decides about it.

    Source: pf2e.area.general, pf2e.mounted.targeting.
    """
    shared = frozenset() if area.own is None or area.rule != "pf2e.area.emanation" else frozenset(area.own.squares())
    source = origin_of(case).creature
    return [
        one
        for one in case.world.creatures
        if (source is None or one.id != source.id or area.rule != "pf2e.area.emanation")
        and any(square in squares or square in shared for square in space_of(case.world, one).squares())
        and _at_height(case, area, one, source)
    ]


def _at_height(case: Case, area: Area, creature: Creature, source: Creature | None) -> bool:
    base_ft = 0 if source is None else foot_ft(case.world, source)
    heights = abs(foot_ft(case.world, creature) - base_ft) // SQUARE_FT
    if not heights or area.rule not in ("pf2e.area.burst", "pf2e.area.emanation"):
        return True
    start: Space | Point = area.own if area.own is not None else area.start
    gaps = Gaps(*flat_gaps_sq(start, space_of(case.world, creature)), heights)
    return metric_sq(gaps, str(case.switch("distance_3d"))) <= size_sq(case)


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
    own = origin_of(case).body
    if own is None:
        raise case.refuse("origin", "an emanation starts from a creature or a square")
    words = text("An emanation of {feet} ft from every side of the space.", feet=size_sq(case) * SQUARE_FT)
    case.discretion(text("Whether the creature in the middle is affected is for its maker to say."))
    return Area(templates.emanation(own, size_sq(case)), (own,), own, own.centre, "pf2e.area.emanation", words)


def direction_of(case: Case, origin: Origin) -> tuple[int, int]:
    """The way an area goes, as unit steps: named, or the one of eight nearest to ``to``."""
    if case.question.direction is not None:
        return DIRECTIONS[case.question.direction]
    to = case.question.to
    if to is None:
        raise case.refuse("direction", "say which way it goes: direction or to")
    start = origin.place if isinstance(origin.place, Point) else origin.place.centre
    end = (
        to if isinstance(to, Point) else centre(to) if isinstance(to, Square) else case.world.creature(to).space.centre
    )
    dx, dy = end.x - start.x, end.y - start.y
    if not dx and not dy:
        raise case.refuse("to", "it lies where the area starts")
    # Twice as far one way as the other is nearer to the row or column than to the diagonal.
    return (0 if 2 * abs(dx) < abs(dy) else _sign(dx), 0 if 2 * abs(dy) < abs(dx) else _sign(dy))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def cone(case: Case) -> Area:
    """A cone, straight or diagonal. Source: pf2e.area.cone."""
    origin = origin_of(case)
    direction = direction_of(case, origin)
    length = size_sq(case)
    if direction[0] and direction[1]:
        apex = _grid_corner(case, _corner_towards(origin, direction))
        return _checked_cone(case, origin, templates.cone_from_point(apex, direction, length), (apex,), apex)
    reading = str(case.switch("cone_apex"))
    from_edge = reading == "edge" or (reading == "book" and length <= table("areas")["edge_cone_sq"])
    if from_edge:
        first = _first_square(case, origin, direction)
        squares = templates.cone_from_edge(first, direction, length)
        places = edge_points(first, direction)
        return _checked_cone(case, origin, squares, places, places[0])
    apex = _point_towards(case, origin, direction)
    return _checked_cone(case, origin, templates.cone_from_point(apex, direction, length), (apex,), apex)


def _checked_cone(
    case: Case, origin: Origin, squares: frozenset[Square], sources: tuple[Point, ...], start: Point
) -> Area:
    if origin.body is not None and any(origin.body.holds(one) for one in squares):
        raise case.refuse("origin", "the cone would cover its own creature; start it at the border")
    words = text("A cone of {feet} ft from {start}.", feet=size_sq(case) * SQUARE_FT, start=start)
    return Area(squares, sources, origin.body, start, "pf2e.area.cone", words)


def _corner_towards(origin: Origin, direction: tuple[int, int]) -> Point:
    if isinstance(origin.place, Point):
        return origin.place
    left, top = origin.place.x, origin.place.y
    right, bottom = left + origin.place.width, top + origin.place.height
    return Point((right if direction[0] > 0 else left) * UNIT, (bottom if direction[1] > 0 else top) * UNIT)


def _first_square(case: Case, origin: Origin, direction: tuple[int, int]) -> Square:
    """The square in front of the edge a cone or line starts from; the middle one of a big creature's side."""
    dx, dy = direction
    if isinstance(origin.place, Point):
        x, y = origin.place
        middle, line = (y, x) if dx else (x, y)
        if middle % UNIT != UNIT // 2 or line % UNIT:
            raise case.refuse("origin", "from an edge: name a creature, one of its squares or the middle of an edge")
        return Square(x // UNIT - (dx < 0), y // UNIT - (dy < 0))
    place = origin.place
    x = place.x + (place.width if dx > 0 else -1 if dx < 0 else (place.width - 1) // 2)
    y = place.y + (place.height if dy > 0 else -1 if dy < 0 else (place.height - 1) // 2)
    return Square(x, y)


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
    first = _first_square(case, origin, direction)
    across = (abs(direction[1]), abs(direction[0]))
    row = [Square(first.x + across[0] * n, first.y + across[1] * n) for n in range(width)]
    squares = templates.row_line(row, direction, size_sq(case))
    places = tuple(one for start in row for one in edge_points(start, direction))
    return _the_line(case, origin, squares, places, places[0])


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
    return _the_line(case, origin, squares, (start,), start)


def _diagonal_line(case: Case, origin: Origin, direction: tuple[int, int], width: int) -> Area:
    if width > 1:
        raise case.refuse("width", "a diagonal line is one square wide")
    start = _grid_corner(case, _corner_towards(origin, direction))
    first = Square(start.x // UNIT - (direction[0] < 0), start.y // UNIT - (direction[1] < 0))
    squares = templates.row_line([first], direction, size_sq(case))
    return _the_line(case, origin, squares, (start,), start)


def _the_line(case: Case, origin: Origin, squares: Iterable[Square], sources: tuple[Point, ...], start: Point) -> Area:
    words = text("A line of {feet} ft from {start}.", feet=size_sq(case) * SQUARE_FT, start=start)
    return Area(frozenset(squares), sources, origin.body, start, "pf2e.area.line", words)


def _explain(case: Case, area: Area, inside: frozenset[Square], reached: frozenset[Square]) -> None:
    if area.own is not None:
        case.squares("origin", tuple(area.own.squares()))
    case.step(area.rule, area.words)
    case.step("pf2e.area.general", text("Counted like movement, every second diagonal double."))
    cut = len(inside) - len(reached)
    if cut:
        words = ntext(
            "{n} square has no line of effect from the point of origin.",
            "{n} squares have no line of effect from the point of origin.",
            cut,
        )
        case.step("pf2e.line_of_effect.area", words)
        case.squares("out_of_effect", tuple(sorted(inside - reached)))
    case.discretion(text("Effects on objects and on the surroundings are the GM's call."))
