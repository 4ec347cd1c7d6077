"""Whether blows and looks get from one figure to another."""

from __future__ import annotations

from tactics.core.space import square_space
from tactics.geometry.effect import clear_segment
from tactics.geometry.scene import scene_of
from tactics.rulesets.dfrpg.arcs import arc_of
from tactics.rulesets.dfrpg.board import cells_of, switch, yards_between
from tactics.world.board import EFFECT, SIGHT
from tactics.world.creature import Creature
from tactics.world.world import World


def strikes_at(world: World, own: Creature, other: Creature, reaches: frozenset[int]) -> bool:
    """Whether a blow of some reaches gets to another figure; where it looks is another matter.

    Source: dfrpg.grid.reach
    """
    return yards_between(world, own, other) in reaches and clear(world, own, other, EFFECT)


def sees(world: World, own: Creature, other: Creature) -> bool:
    """Whether a figure sees another one, which is not behind it. Source: dfrpg.grid.sight_line."""
    return arc_of(world, own, other) != "back" and clear(world, own, other, SIGHT)


def clear(world: World, own: Creature, other: Creature, blocks: str) -> bool:
    """Whether a line runs between any cells of two figures. Source: dfrpg.grid.sight_line."""
    touch = str(switch(world, "loe_touch"))
    scene = scene_of(world)
    return any(
        clear_segment(scene, square_space(one), square_space(two), blocks=blocks, touch=touch) is not None
        for one in cells_of(own)
        for two in cells_of(other)
    )
