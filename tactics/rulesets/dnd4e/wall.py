"""Walls: the third shape of an area."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tactics.core.lattice import Square
from tactics.core.text import ntext, text
from tactics.geometry.area import in_one_piece, side_neighbours
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.world.world import World

Count = Callable[[Square], int | None]


def shape_refusal(squares: Sequence[Square], size: int | None, *, up_to: bool = False) -> Refusal | None:
    """What is wrong with the shape of a wall, None when nothing is.

    Args:
        squares: the wall, the origin square first.
        size: how many squares it has to have, None when that does not matter.
        up_to: whether fewer will do.

    Source: dnd4e.area.wall, dnd4e.area.wall_side_contact, dnd4e.area.wall_max_two, dnd4e.area.wall_free_shape
    """
    whole = frozenset(squares)
    if len(whole) < len(squares):
        twice = next(one for one in squares if squares.count(one) > 1)
        return Refusal("dnd4e.area.wall", text("{square} is named twice.", square=twice))
    if size is not None and not (len(squares) == size or (up_to and len(squares) < size)):
        why = ntext(
            "The wall has {n} square, it must have {size}.",
            "The wall has {n} squares, it must have {size}.",
            len(squares),
            size=size,
        )
        return Refusal("dnd4e.area.wall", why)
    if len(squares) == 1:
        return None
    for square in squares:
        sides = side_neighbours(square, whole)
        if sides == 0:
            why = text("{square} shares no side with another square of the wall.", square=square)
            return Refusal("dnd4e.area.wall_side_contact", why)
        if sides > 2:
            why = text("{square} shares sides with {n} sq of the wall, two are the most.", square=square, n=sides)
            return Refusal("dnd4e.area.wall_max_two", why)
    if not in_one_piece(whole):
        return Refusal("dnd4e.area.wall", text("The wall falls into separate pieces."))
    return None


def place_refusal(world: World, squares: Sequence[Square], *, solid: bool = False) -> Refusal | None:
    """What is wrong with the squares a wall stands in.

    Args:
        world: the position.
        squares: the wall.
        solid: the wall is of ice, stone or the like.

    Source: dnd4e.area.wall_solid, dnd4e.grid.filled_square
    """
    for square in squares:
        if world.board.solid(square):
            return Refusal("dnd4e.grid.filled_square", text("{square} is filled already.", square=square))
        here = next(world.standing_on(square), None)
        if solid and here is not None:
            why = text(
                "{name} stands in {square}, where a solid wall needs an empty square.", name=here.name, square=square
            )
            return Refusal("dnd4e.area.wall_solid", why)
    return None


def range_refusal(squares: Sequence[Square], within_sq: int, count: Count) -> Refusal | None:
    """The first square of a wall that is out of range.

    Args:
        squares: the wall.
        within_sq: its range.
        count: distance of a square from the user in squares, None where there is no way.

    Source: dnd4e.range.area_within
    """
    for square in squares:
        away = count(square)
        if away is None or away > within_sq:
            why = text("{square} is not within {n} sq.", square=square, n=within_sq)
            return Refusal("dnd4e.range.area_within", why)
    return None
