"""Where areas start and which way they go."""

from __future__ import annotations

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space, square_space
from tactics.rules.book import Case
from tactics.rules.question import DIRECTIONS
from tactics.rulesets.pf1.places import space_of, spot


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


def direction_of(case: Case, start: Point) -> tuple[int, int]:
    """The direction a shape is aimed in, as unit steps with y down: the one named, or that of eight nearest to ``to``.

    Raises:
        ProblemError: neither is given, or the aim lies where the shape starts.
    """
    if case.question.direction is not None:
        return DIRECTIONS[case.question.direction]
    if case.question.to is None:
        raise case.refuse("direction", f"give a direction: {', '.join(DIRECTIONS)}; or aim with `to`")
    aim = case.question.to if isinstance(case.question.to, Point) else spot(case, case.question.to, "to").space.centre
    dx, dy = aim.x - start.x, aim.y - start.y
    if not dx and not dy:
        raise case.refuse("to", "it lies where the area starts")
    # Nearer to the row or the column than to the diagonal: below 22.5 degrees, whose tangent is sqrt(2) - 1.
    both = (abs(dx) + abs(dy)) ** 2
    return 0 if both < 2 * dy * dy else sign(dx), 0 if both < 2 * dx * dx else sign(dy)


def side_square(case: Case, direction: tuple[int, int]) -> Square:
    """The square on the side of a creator from which a straight shape leaves.

    Of a big creator it is the named square's row or column, else the one nearest to the aim, else the first.
    """
    origin, (dx, dy), space = case.question.origin, direction, whole_space(case)
    x, y = origin if isinstance(origin, Square) else space.anchor
    if isinstance(origin, str) and case.question.to is not None:
        aim = case.question.to
        aimed = aim if isinstance(aim, Point) else spot(case, aim, "to").space.centre
        x, y = (
            min(max(at // UNIT, low), low + size - 1)
            for at, low, size in (
                (aimed.x, space.x, space.width),
                (aimed.y, space.y, space.height),
            )
        )
    return Square(
        space.x + (space.width - 1) * (dx > 0) if dx else x,
        space.y + (space.height - 1) * (dy > 0) if dy else y,
    )


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)
