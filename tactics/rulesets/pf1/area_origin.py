"""Where areas start and which way they go."""

from __future__ import annotations

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space, square_space
from tactics.rules.book import Case
from tactics.rules.question import DIRECTIONS
from tactics.rulesets.pf1.places import space_of


def point_origin(case: Case) -> Point:
    """The grid intersection a shape starts from.

    Raises:
        ProblemError: it is missing or no intersection.

    Source: pf1.area.origin
    """
    origin = case.question.origin
    if not isinstance(origin, Point) or origin.x % UNIT or origin.y % UNIT:
        raise case.refuse("origin", "this shape starts at an intersection of the grid such as <3,2>")
    return origin


def creator_space(case: Case) -> Space:
    """The space of the creature an area starts from, or the one square that is named.

    Raises:
        ProblemError: the origin is missing or a point.
    """
    origin = case.question.origin
    if isinstance(origin, str):
        return space_of(case.world, case.world.creature(origin))
    if isinstance(origin, Square):
        return square_space(origin)
    raise case.refuse("origin", "name the creature or the square the area starts from")


def whole_space(case: Case) -> Space:
    """As `creator_space`, but a square stands for the whole space of who is on it."""
    origin = case.question.origin
    if isinstance(origin, Square):
        standing = next(case.world.standing_on(origin), None)
        if standing is not None:
            return space_of(case.world, standing)
    return creator_space(case)


def direction_of(case: Case) -> tuple[int, int]:
    """The direction a shape is aimed in, as unit steps with y down.

    Raises:
        ProblemError: none is given.
    """
    if case.question.direction is None:
        raise case.refuse("direction", f"give a direction: {', '.join(DIRECTIONS)}")
    return DIRECTIONS[case.question.direction]
