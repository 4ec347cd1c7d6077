"""Figures that lie: the two cells they fill, how they come to lie, crawl off and get up."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.geometry.tiling import moved_along
from tactics.rulesets.dfrpg.board import cells_of, grid_of, lies
from tactics.rulesets.dfrpg.facing import prices
from tactics.rulesets.dfrpg.field import Terms
from tactics.rulesets.dfrpg.figures import meets
from tactics.rulesets.dfrpg.going import going_of
from tactics.rulesets.dfrpg.sight import open_between
from tactics.world.creature import Creature
from tactics.world.place import open_square
from tactics.world.world import World


def lying_cells(world: World, who: str) -> tuple[Square, ...]:
    """The cells the upper half of a figure can come to lie in, where it stands now.

    None of them is filled, out of its reach round two corners, or held by somebody upright. Figures bigger than one
    cell have room for all of themselves in their space.

    Source: dfrpg.posture.lying_two_cells, dfrpg.grid.prone_two_cells
    """
    creature = world.creature(who)
    if creature.space.width > 1:
        return ()
    taken = upright_cells(world, creature)

    def fits(here: Square, there: Square) -> bool:
        return there not in taken and across(world, here, there)

    return grid_of(world).lying_neighbours(creature.space.anchor, fits)


def across(world: World, here: Square, there: Square) -> bool:
    """Whether a body can lie from one cell to a neighbour: one solid corner does not hinder it.

    Source: dfrpg.grid.prone_two_cells
    """
    return open_square(world, there) and open_between(world, here, there)


def upright_cells(world: World, creature: Creature, *, friends: bool = True, enemies: bool = True) -> frozenset[Square]:
    """The cells of upright figures on the level of one: its friends, its enemies, or both."""
    return frozenset(
        cell
        for other in world.creatures
        if other.id != creature.id and (friends if other.side == creature.side else enemies)
        if not lies(other) and meets(world, creature, other)
        for cell in cells_of(other)
    )


def crawl_cells(world: World, who: str) -> tuple[Square, ...]:
    """The cells a figure that fills two can crawl into: its upper half comes there, the lower one to its old place.

    Source: dfrpg.grid.prone_two_cells, dfrpg.movement.posture_cost
    """
    creature = world.creature(who)
    going, friends = going_of(world, creature), upright_cells(world, creature, enemies=False)
    first = creature.sprawl[0]
    return tuple(
        there
        for there in going.grid.neighbours(first)
        if going.free(first, there) and there not in friends and not creature.space.holds(there)
    )


def crawl(world: World, creature: Creature, cell: Square, terms: Terms) -> tuple[int, int]:
    """Half points for crawling into one of `crawl_cells`, and the facing then.

    One who lies spends all it has. One on all fours, where such a figure fills two cells, pays like one that walks.

    Source: dfrpg.movement.posture_cost, dfrpg.posture.lying_two_cells
    """
    grid, going, head = grid_of(world), going_of(world, creature), creature.sprawl[0]
    facing = grid.towards(head, cell)
    if terms.whole:
        return terms.allowance, facing
    ahead = creature.facing is None or grid.arc(head, creature.facing, cell) == "front"
    yards, _ = grid.step_length(facing, 0)
    rate = prices().forward if ahead else prices().aside
    return terms.price(rate, yards, going.footing.degree(facing, head) or 0, going.obstructions(cell)), facing


def shifts_whole(world: World, creature: Creature, here: Square, there: Square) -> bool:
    """Whether a figure, all of it, can come from one position of its top left cell to a neighbouring one.

    Source: dfrpg.grid.retreat, dfrpg.grid.step
    """
    going = going_of(world, creature)
    cells = (here, *moved_along(creature.sprawl, creature.space.anchor, here))
    return all(going.free(one, end) for one, end in zip(cells, moved_along(cells, here, there), strict=True))


def rising_cells(world: World, who: str) -> tuple[Square, ...]:
    """The cells a lying figure may choose to get up in: either it lies in, unless an upright enemy is there.

    Source: dfrpg.maneuver.change_posture.choose_cell
    """
    creature = world.creature(who)
    enemies = upright_cells(world, creature, friends=False)
    if creature.space.width > 1:
        return (creature.space.anchor,)
    return tuple(cell for cell in cells_of(creature) if cell not in enemies)
