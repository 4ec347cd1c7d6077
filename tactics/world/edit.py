"""Changed copies of a position: the moves of a what-if and of a drag with the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tactics.core.lattice import Square
from tactics.world.board import FLOOR, Terrain
from tactics.world.creature import Creature
from tactics.world.walls import barrier
from tactics.world.world import SwitchValue, World


def with_creature(world: World, creature: Creature) -> World:
    """The position with the creature of the same id replaced."""
    creatures = tuple([creature if one.id == creature.id else one for one in world.creatures])
    return World(world.board, creatures, world.rulesets, world.switches, world.title)


def moved(world: World, id: str, square: Square) -> World:
    """The position with a creature's top left square elsewhere; its squares are not checked.

    Raises:
        KeyError: nobody has the id.
    """
    creature = world.creature(id)
    return with_creature(world, creature.placed(creature.space.at(square), creature.z_ft))


def without_creature(world: World, id: str) -> World:
    """The position with a creature taken off the board."""
    return replace(world, creatures=tuple(one for one in world.creatures if one.id != id))


def without_wall(world: World, group: int) -> World:
    """The position with one polyline of thin walls taken away."""
    board = world.board
    walls = tuple(wall for wall in board.walls if wall.group != group)
    return replace(world, board=replace(board, walls=walls))


def with_door(world: World, group: int, state: str) -> World:
    """The position with every door of a polyline open, closed or locked.

    Raises:
        ValueError: the state is not one a door has.
    """
    board = world.board
    walls = []
    for wall in board.walls:
        if wall.group == group and wall.kind == "door":
            blocks, cover = barrier("door", state, glazed=False)
            wall = replace(wall, state=state, blocks=blocks, cover=cover)
        walls.append(wall)
    return replace(world, board=replace(board, walls=tuple(walls)))


def with_terrain(world: World, square: Square, terrain: Terrain = FLOOR) -> World:
    """The position with one square's terrain replaced, by plain floor unless said otherwise."""
    board = world.board
    kinds = board.kinds if terrain in board.kinds else (*board.kinds, terrain)
    grid = board.terrain.copy()
    grid[square[1], square[0]] = kinds.index(terrain)
    return replace(world, board=replace(board, kinds=kinds, terrain=grid))


def with_switch(world: World, system: str, name: str, value: SwitchValue) -> World:
    """The position judged with one switch of one system set."""
    own: Mapping[str, SwitchValue] = {**world.switches.get(system, {}), name: value}
    return replace(world, switches=MappingProxyType({**world.switches, system: MappingProxyType(dict(own))}))
