"""Riders and mounts."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.geometry.metric import chebyshev_sq
from tactics.rulesets.pf2e.creatures import can_act, foot_ft, mount_of
from tactics.rulesets.pf2e.sizes import may_be_placed, rank, steps_above
from tactics.world.creature import Creature
from tactics.world.world import World

BIG_MOUNT = "large"
"""Smallest size of a mount that changes its rider's reach."""


def may_be_mount(rider_size: str, mount_size: str, *, willing: bool = True) -> bool:
    """Whether one creature can ride another. Source: pf2e.mounted.requirements."""
    return willing and steps_above(mount_size, rider_size) >= 1


def may_mount(world: World, rider: Creature, mount: Creature) -> bool:
    """Whether a creature can get onto another now: willing, bigger, and adjacent.

    Source: pf2e.basic.mount, pf2e.mounted.requirements.
    """
    willing = rider.side == mount.side and can_act(mount)
    near = chebyshev_sq(*rider.space.gap_sq(mount.space)) == 1
    return not rider.mount and near and may_be_mount(rider.size, mount.size, willing=willing)


def dismount_squares(world: World, rider: Creature) -> Iterator[Square]:
    """Free places beside the mount that a rider can get down to. Source: pf2e.basic.mount."""
    mount = mount_of(world, rider)
    if mount is None:
        return
    own = Space(0, 0, rider.space.width, rider.space.height) if rider.space != mount.space else Space(0, 0, 1, 1)
    for y in range(mount.space.y - own.height, mount.space.y + mount.space.height + 1):
        for x in range(mount.space.x - own.width, mount.space.x + mount.space.width + 1):
            there = own.at(Square(x, y))
            if not there.overlaps(mount.space) and may_be_placed(world, rider, there):
                yield Square(x, y)


def rider_reach_sq(reach_sq: int, mount_size: str) -> tuple[int, bool]:
    """A rider's reach counted from the mount's space.

    Args:
        reach_sq: its reach on foot, in squares.
        mount_size: size of the mount.

    Returns:
        The reach in squares, and whether every diagonal of it is taken in.

    Source: pf2e.mounted.reach.
    """
    if rank(mount_size) < rank(BIG_MOUNT) or reach_sq == 0:
        return reach_sq, False
    if reach_sq <= 2:
        return 1, True
    return reach_sq - 1, reach_sq == 3


def mount_shelters(world: World, attacker: Creature | None, rider: Creature) -> bool:
    """Whether a rider's own mount is in the way of an attack on it.

    It is for attackers on the ground that do not ride and do not fly higher than the mount stands.

    Source: pf2e.mounted.lesser_cover.
    """
    mount = mount_of(world, rider)
    if mount is None or attacker is None or attacker.id == mount.id:
        return False
    return not attacker.mount and foot_ft(world, attacker) <= foot_ft(world, mount)
