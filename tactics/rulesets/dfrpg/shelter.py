"""What stands between a shooter and a target and hides half of it, and what a weapon can be rested on."""

from __future__ import annotations

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space, square_space
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Met, Obstacle
from tactics.rulesets.dfrpg.board import LYING, blocks_of, grid_of, posture_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.creature import Creature
from tactics.world.world import World

LOW = "low"
"""Cover as high as half a figure: a low wall, a table."""
BELOW = (LYING, "crawling")
"""Postures in which one disappears behind it. Source: dfrpg.ranged.attack_roll."""


def sheltering(world: World, shooter: Creature, target: Creature) -> tuple[Obstacle, ...]:
    """What on the line of fire hides half of a target.

    The line runs from middle to middle. A pillar or a tree on it always counts. A low wall, a table, a window and the
    like count for whoever is right behind them, unless the shooter is right before them and shoots over or through.

    Source: dfrpg.ranged.attack_roll
    """
    rows = table("ranges")["shelter"]
    traced = scene_of(world).trace(shooter.space.centre, target.space.centre)
    return tuple(
        met.obstacle
        for met in traced.mets
        if met.obstacle.cover in rows and _counts(met, rows[met.obstacle.cover], shooter, target)
    )


def hidden(world: World, shooter: Creature, target: Creature) -> bool:
    """Whether a figure lying or crawling behind low cover is out of sight, the shooter itself or the target.

    Source: dfrpg.ranged.attack_roll
    """
    there = any(one.cover == LOW for one in sheltering(world, shooter, target)) and posture_of(target) in BELOW
    here = any(one.cover == LOW for one in sheltering(world, target, shooter)) and posture_of(shooter) in BELOW
    return there or here


def rests(world: World, who: Creature) -> bool:
    """Whether something low stands beside or before a figure, to rest a weapon on.

    Source: dfrpg.maneuver.aim.brace
    """
    grid, scene = grid_of(world), scene_of(world)
    around = [one for one in grid.neighbours(who.space.anchor) if scene.inside(one)]
    if who.facing is not None:
        around = [one for one in around if grid.arc(who.space.anchor, who.facing, one) != "back"]
    traces = (scene.trace(who.space.centre, square_space(one).centre) for one in around)
    return any(met.passes and met.obstacle.cover == LOW for one in traces for met in one.mets)


def _counts(met: Met, where: str, shooter: Creature, target: Creature) -> bool:
    if not met.passes or any(_holds(one, met.obstacle) for one in (shooter, target)):
        return False
    return where == "anywhere" or (_beside(met, target) and not _beside(met, shooter))


def _holds(creature: Creature, obstacle: Obstacle) -> bool:
    return obstacle.square is not None and any(one.holds(obstacle.square) for one in blocks_of(creature))


def _beside(met: Met, creature: Creature) -> bool:
    """Whether a line meets something less than a yard from a figure."""
    square = met.obstacle.square
    if square is not None:
        return any(max(square_space(square).gap_sq(one)) <= 1 for one in blocks_of(creature))
    return any(_away(one, met.at) < UNIT for one in blocks_of(creature))


def _away(space: Space, point: Point) -> int:
    """Lattice units from a block to a point, along the farther axis."""
    (left, top), (right, bottom) = space.outer_corners()[0], space.outer_corners()[3]
    return max(left - point.x, point.x - right, top - point.y, point.y - bottom, 0)
