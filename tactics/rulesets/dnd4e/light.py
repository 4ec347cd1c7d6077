"""How bright a square is, and who can see in it."""

from __future__ import annotations

from tactics.core.lattice import UNIT, Square
from tactics.core.space import square_space
from tactics.geometry.effect import clear_segment
from tactics.geometry.metric import chebyshev_sq
from tactics.geometry.scene import scene_of
from tactics.rulesets.dnd4e.tables import stats
from tactics.world.board import LIGHTS, SIGHT, Lamp
from tactics.world.creature import Creature
from tactics.world.world import World

BRIGHT, DIM, DARK = LIGHTS


def light_at(world: World, square: Square) -> str:
    """How light a square is: BRIGHT, DIM or DARK; off the board as light as the board without lamps."""
    own = world.board.at(square).light if world.board.inside(square) else ""
    level = own or world.board.ambient
    if level == BRIGHT:
        return BRIGHT
    return min([level, *(_lamp_light(world, lamp, square) for lamp in world.board.lamps)], key=LIGHTS.index)


def is_dark(world: World, square: Square, viewer: Creature | None) -> bool:
    """Whether darkness hides a square from a viewer.

    Source: dnd4e.concealment.obscured
    """
    return light_at(world, square) == DARK and not _has(viewer, "darkvision")


def is_dim(world: World, square: Square, viewer: Creature | None) -> bool:
    """Whether dim light obscures a square lightly for a viewer.

    Source: dnd4e.concealment.obscured
    """
    return light_at(world, square) == DIM and not _has(viewer, "darkvision", "low_light_vision", "low_light")


def _has(viewer: Creature | None, *senses: str) -> bool:
    return viewer is not None and any(sense in stats(viewer).senses for sense in senses)


def _lamp_light(world: World, lamp: Lamp, square: Square) -> str:
    away = chebyshev_sq(square[0] - lamp.at.x // UNIT, square[1] - lamp.at.y // UNIT)
    if away > lamp.dim_sq:
        return DARK
    if clear_segment(scene_of(world), lamp.at, square_space(square), blocks=SIGHT) is None:
        return DARK
    return BRIGHT if away <= lamp.bright_sq else DIM
