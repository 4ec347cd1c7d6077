"""Whether a creature fits somewhere: the board and the bodies on it, no rule of any book."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.space import SIZES, Space
from tactics.world.board import MOVEMENT
from tactics.world.creature import Creature
from tactics.world.world import World

BODY_CONDITIONS = frozenset({"dead", "helpless", "paralyzed", "unconscious"})
"""Conditions of a body that others may lie or stand on."""

_SHARES_SQUARES = frozenset(SIZES[: SIZES.index("tiny") + 1])


def shares_space(one: Creature, other: Creature) -> bool:
    """Whether two creatures may stand in the same squares.

    Creatures that are Tiny or smaller share, a rider shares with its mount, and a helpless body hinders nobody.
    """
    if one.size in _SHARES_SQUARES or other.size in _SHARES_SQUARES:
        return True
    if one.mount == other.id or other.mount == one.id:
        return True
    return any(stats.conditions & BODY_CONDITIONS for body in (one, other) for stats in body.stats.values())


def fits(world: World, creature: Creature, square: Square) -> bool:
    """Whether a creature could stand with its top left square there.

    Every square must be on the board, not filled, and not held by a creature that does not share.
    """
    space = creature.space.at(square)
    if not all(open_square(world, one) for one in space.squares()):
        return False
    return not any(
        other.id != creature.id and other.space.overlaps(space) and not shares_space(creature, other)
        for other in world.creatures
    )


def open_square(world: World, square: Square) -> bool:
    """Whether something can stand in a square of the board."""
    if not world.board.inside(square):
        return False
    terrain = world.board.at(square)
    return not terrain.hole and MOVEMENT not in terrain.blocks


def feet_on_ft(ground_ft: int, z_ft: int) -> int:
    """Height of a creature's feet.

    Args:
        ground_ft: height of the ground under it.
        z_ft: the creature's own height; 0, which is also what a file that says nothing means, stands on the ground.

    Returns:
        On raised ground never less than the ground; elsewhere a creature may be lower, under water or in a shaft.
    """
    if not z_ft:
        return ground_ft
    return max(z_ft, ground_ft) if ground_ft > 0 else z_ft


def squares_near(space: Space, steps: int) -> list[Square]:
    """Anchors a space could move to, nearest first, the present one left out; the order is canonical."""
    offsets = [
        (max(abs(dx), abs(dy)), abs(dx) + abs(dy), dy, dx)
        for dy in range(-steps, steps + 1)
        for dx in range(-steps, steps + 1)
        if dx or dy
    ]
    return [Square(space.x + dx, space.y + dy) for _, _, dy, dx in sorted(offsets)]
