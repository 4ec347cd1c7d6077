"""Areas of effect: templates, cut down to what the effect gets to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square, corner
from tactics.core.space import Space, square_space
from tactics.core.text import listed, ntext, text
from tactics.geometry.area import burst, cone_from_edge, cone_from_point, emanation, squares_behind, within_cubes
from tactics.geometry.effect import visible_squares
from tactics.geometry.scene import scene_of
from tactics.geometry.spread import spread_sq
from tactics.rules.book import Case
from tactics.rules.ground import solid_ground
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.area_height import at_height
from tactics.rulesets.pf1.area_origin import direction_of, point_origin, side_square, whole_space
from tactics.rulesets.pf1.line_area import line_squares
from tactics.rulesets.pf1.places import called, space_of
from tactics.rulesets.pf1.sight import effect
from tactics.rulesets.pf1.sizes import feet, squares
from tactics.rulesets.pf1.tables import table

SHORT_CONE_SQ = 3
"""Longest straight cone that starts at the edge of a square by the book's drawings."""


FEW_SQUARES = 6
"""How many squares are named one by one."""


class Filled(NamedTuple):
    """What an area fills.

    Attributes:
        template: its squares on an open board.
        squares: those the effect gets to.
    """

    template: frozenset[Square]
    squares: frozenset[Square]


def judge(case: Case) -> Verdict:
    """The squares of an area and the creatures it takes.

    Source: pf1.area.origin, pf1.area.creature_in
    """
    shape = case.question.shape or ""
    fill = _SHAPES.get(shape)
    if fill is None:
        raise case.refuse("shape", f"no such area here: {shape!r}; known: {', '.join(_SHAPES)}")
    filled = fill(case, _size(case)) if _may_be_placed(case) else Filled(frozenset(), frozenset())
    inside = _in_order(one for one in filled.squares if not case.world.board.solid(one))
    case.squares("area", inside)
    hidden = _in_order(one for one in filled.template if not case.world.board.solid(one) and one not in filled.squares)
    taken = creatures_in(case, inside)
    if hidden:
        case.squares("shadow", hidden)
        _explain_shadow(case, hidden, [one for one in creatures_in(case, hidden) if one not in taken])
    if taken:
        names = listed(called(case.world.creature(one)) for one in taken)
        words = text("Creatures with a square inside, each taken once: {names}.", names=names)
        case.step("pf1.area.creature_in", words)
    summary = ntext("The area takes {n} square.", "The area takes {n} squares.", len(inside))
    return case.verdict(len(inside), summary, creatures=taken)


def _explain_shadow(case: Case, hidden: Sequence[Square], spared: Sequence[str]) -> None:
    """Which squares of the template the effect does not get to, and whom that spares."""
    rule = f"pf1.area.{case.question.shape}"
    if len(hidden) <= FEW_SQUARES:
        words = text("The effect does not get to {squares} of the template.", squares=listed(hidden))
    else:
        words = text("Squares of the template the effect does not get to: {n}.", n=len(hidden))
    case.step(rule, words)
    if spared:
        names = listed(called(case.world.creature(one)) for one in spared)
        case.step(rule, text("That spares {names}.", names=names))


def creatures_in(case: Case, area: Collection[Square]) -> tuple[str, ...]:
    """Ids of everybody with a square in an area, those left out who are too high or too low for it.

    Source: pf1.area.creature_in, pf1.area.sphere
    """
    inside = frozenset(area)
    return tuple(
        one.id
        for one in case.world.creatures
        if any(square in inside for square in space_of(case.world, one).squares()) and at_height(case, one)
    )


def shapeable(area: Collection[Square]) -> bool:
    """Whether a shape is allowed for a shapeable area: made of cubes and nowhere too narrow.

    Source: pf1.area.shapeable
    """
    narrowest: int = table("movement")["shapeable"]["narrowest_sq"]
    return within_cubes(frozenset(area), narrowest)


def _in_order(area: Iterable[Square]) -> tuple[Square, ...]:
    return tuple(sorted(area, key=lambda one: (one.y, one.x)))


def _size(case: Case) -> int:
    size = case.question.size
    if size is None or squares(size) < 1:
        raise case.refuse("size", "give the radius or the length in feet, 5 at least")
    return squares(size)


def _may_be_placed(case: Case) -> bool:
    """Whether the creator has line of effect to the point of origin; without a creator nobody asks.

    Source: pf1.area.origin
    """
    creator, origin = case.question.source or case.question.who, case.question.origin
    if not isinstance(creator, str) or not isinstance(origin, Point):
        return True
    if effect(case, space_of(case.world, case.world.creature(creator)), origin) is not None:
        return True
    case.step("pf1.area.origin", text("The creator has no line of effect to {origin}.", origin=origin))
    return False


def _seen(case: Case, source: Space | Point, area: Iterable[Square]) -> frozenset[Square]:
    """The squares of an area that a source has line of effect to."""
    on_board = [one for one in area if case.world.board.inside(one)]
    return visible_squares(scene_of(case.world), source, on_board, touch=str(case.switch("loe_touch")))


def _seen_ahead(
    case: Case, points: Iterable[Point], behind: Iterable[Square], area: Iterable[Square]
) -> frozenset[Square]:
    """The squares of a shape that its start has line of effect to, seen from some of its points.

    A wall right at the start stops the shape: the squares it is sent from must have line of effect as well.

    Source: pf1.area.origin, pf1.loe.line_of_effect
    """
    seen = frozenset[Square]().union(*(_seen(case, one, area) for one in points))
    open_squares = [square_space(one) for one in behind if not case.world.board.solid(one)]
    if not open_squares:
        return seen
    return frozenset[Square]().union(*(_seen(case, one, seen) for one in open_squares))


def _burst(case: Case, radius_sq: int) -> Filled:
    """Source: pf1.area.burst, pf1.area.sphere."""
    origin = point_origin(case)
    template = burst(origin, radius_sq)
    words = text("{radius} ft from {origin} by 5-10-5 to the far corner.", radius=feet(radius_sq), origin=origin)
    case.step("pf1.area.origin", words)
    case.step("pf1.area.burst", text("A burst takes only what {origin} has line of effect to.", origin=origin))
    return Filled(template, _seen(case, origin, template))


def _cylinder(case: Case, radius_sq: int) -> Filled:
    """Source: pf1.area.cylinder."""
    template = frozenset(one for one in burst(point_origin(case), radius_sq) if case.world.board.inside(one))
    case.step("pf1.area.cylinder", text("A cylinder fills the circle of a burst and ignores what stands in it."))
    return Filled(template, template)


def _spread(case: Case, radius_sq: int) -> Filled:
    """Source: pf1.area.spread."""
    origin = point_origin(case)
    reached = frozenset(spread_sq(solid_ground(case.world.board), origin, radius_sq))
    words = text("{radius} ft of way from {origin}, round corners.", radius=feet(radius_sq), origin=origin)
    case.step("pf1.area.spread", words)
    return Filled(reached, reached)


def _emanation(case: Case, radius_sq: int) -> Filled:
    """Source: pf1.area.emanation."""
    origin = case.question.origin
    if isinstance(origin, Point):
        return _burst(case, radius_sq)
    space = whole_space(case)
    template = emanation(space, radius_sq)
    case.squares("origin", tuple(space.squares()))
    words = text("{radius} ft from the nearest square of the space, own squares left out.", radius=feet(radius_sq))
    case.step("pf1.area.emanation", words)
    return Filled(template, _seen(case, space, template))


def _cone(case: Case, length_sq: int) -> Filled:
    """Source: pf1.area.cone."""
    origin = case.question.origin
    direction = direction_of(case, origin if isinstance(origin, Point) else whole_space(case).centre)
    straight = not (direction[0] and direction[1])
    apex = str(case.switch("cone_apex")) if straight else "vertex"
    from_edge = apex == "edge" or (apex == "book" and length_sq <= SHORT_CONE_SQ)
    if straight and from_edge:
        return _cone_from_edge(case, direction, length_sq)
    if isinstance(origin, Point):
        start = point_origin(case)
    else:
        space = square_space(side_square(case, direction)) if straight else whole_space(case)
        start = cone_corner(space, direction)
        case.squares("origin", tuple(space.squares()))
        if straight:
            words = text("The creator may choose any intersection of that side; taken is {start}.", start=start)
            case.discretion(words)
    template = cone_from_point(start, direction, length_sq)
    words = text("A quarter circle of {length} ft from the intersection {start}.", length=feet(length_sq), start=start)
    case.step("pf1.area.cone", words)
    own = None if isinstance(origin, Point) else whole_space(case)
    behind = [one for one in squares_behind(start, direction) if own is None or own.holds(one)]
    return Filled(template, _seen_ahead(case, [start], behind, template))


def cone_corner(space: Space, direction: tuple[int, int]) -> Point:
    """The corner of a space a cone leaves from; on a straight side the upper or the left one.

    Source: pf1.area.cone
    """
    dx, dy = direction
    return corner(space.x + (space.width if dx > 0 else 0), space.y + (space.height if dy > 0 else 0))


def _cone_from_edge(case: Case, direction: tuple[int, int], length_sq: int) -> Filled:
    """A straight cone from the edge of one square of the creator.

    Source: pf1.area.cone
    """
    origin = case.question.origin
    if isinstance(origin, Point):
        raise case.refuse("origin", "this cone starts at the edge of a square: name the square or the creature")
    (dx, dy), square = direction, side_square(case, direction)
    if isinstance(origin, str) and whole_space(case).width > 1:
        case.discretion(text("The creator may choose any square of that side; this is {square}.", square=square))
    case.squares("origin", (square,))
    template = cone_from_edge(Square(square.x + dx, square.y + dy), direction, length_sq)
    words = text("From the edge of {square} it widens 1, 3, 5 for {length} ft.", square=square, length=feet(length_sq))
    case.step("pf1.area.cone", words)
    return Filled(template, _seen_ahead(case, edge_points(square, direction), [square], template))


def edge_points(square: Square, direction: tuple[int, int]) -> tuple[Point, ...]:
    """The middle of a square's edge, and its ends: a hair inside, where a wall beside the edge does not reach."""
    dx, dy = direction
    x, y = (square.x + (dx > 0)) * UNIT, (square.y + (dy > 0)) * UNIT
    return tuple(Point(x, y + step) if dx else Point(x + step, y) for step in (UNIT // 2, 1, UNIT - 1))


def _line(case: Case, length_sq: int) -> Filled:
    """Source: pf1.area.line."""
    template, reached = line_squares(case, length_sq)
    return Filled(frozenset(template), frozenset(reached))


_SHAPES: dict[str, Callable[[Case, int], Filled]] = {
    "burst": _burst,
    "spread": _spread,
    "cone": _cone,
    "line": _line,
    "emanation": _emanation,
    "cylinder": _cylinder,
}
