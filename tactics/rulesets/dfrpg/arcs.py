"""In which arc of a figure others are."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.geometry.tiling import Arc
from tactics.rulesets.dfrpg.board import cells_of, grid_of
from tactics.world.creature import Creature
from tactics.world.world import World

ARCS: tuple[Arc, ...] = ("front", "right", "left", "back")
"""The arcs, the best defended first."""


def arc_of(world: World, creature: Creature, other: Creature | Square) -> Arc:
    """In which arc of a figure another figure or a square lies; in front where it has no facing.

    A lying figure looks from its upper cell. Big figures look, and are looked at, from the middle. Of a lying one the
    nearest cell counts, and of two as near the one less far behind.

    Source: dfrpg.grid.arcs, dfrpg.grid.arcs_far, dfrpg.grid.prone_two_cells
    """
    if creature.facing is None:
        return "front"
    grid = grid_of(world)
    eye = _middle(square_space(creature.sprawl[0]) if creature.sprawl else creature.space)
    if not isinstance(other, Creature):
        return grid.arc(eye, creature.facing, _middle(square_space(other)))
    places = [other.space, *map(square_space, other.sprawl)]
    near = {place: grid.between(tuple(place.squares()), cells_of(creature)) for place in places}
    arcs = [grid.arc(eye, creature.facing, _middle(place)) for place in places if near[place] == min(near.values())]
    return min(arcs, key=ARCS.index)


def _middle(space: Space) -> Square:
    """The middle of a space on a grid twice as fine; an arc depends on directions only."""
    return Square(2 * space.x + space.width - 1, 2 * space.y + space.height - 1)
