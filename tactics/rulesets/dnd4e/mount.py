"""Mount and rider."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.space import size_steps
from tactics.core.text import text
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.saves import saved
from tactics.rulesets.dnd4e.spots import called
from tactics.world.creature import Creature

SHARED_ACTIONS = ("standard", "move", "minor")
"""The one set of actions that rider and mount share in a turn.

Source: dnd4e.mount.basics
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Where rider and mount are, and whether the rider is still in the saddle and on his feet."""

    rider: Square
    mount: Square
    mounted: bool = True
    prone: bool = False


def mount_refusal(rider: Creature, mount: Creature, *, willing: bool = True) -> Refusal | None:
    """Why a creature cannot be ridden, None when it can.

    Source: dnd4e.mount.basics
    """
    if not willing:
        return Refusal("dnd4e.mount.basics", text("{name} is not willing.", name=called(mount)))
    if size_steps(rider.size, mount.size) < 1:
        why = text("{mount} must be larger than {rider}.", mount=called(mount), rider=called(rider))
        return Refusal("dnd4e.mount.basics", why)
    return None


def mount_forced(pair: Pair, to: Square) -> Pair:
    """The mount is moved against its will: the rider goes with it.

    Source: dnd4e.mount.forced
    """
    return Pair(to, to, pair.mounted, pair.prone) if pair.mounted else Pair(pair.rider, to, False, pair.prone)


def rider_forced(pair: Pair, to: Square, *, mount_follows: bool) -> Pair:
    """Only the rider is moved: the mount may come along, else he lies prone where he ends.

    Source: dnd4e.mount.forced
    """
    return Pair(to, to) if mount_follows else Pair(to, pair.mount, mounted=False, prone=True)


def rider_knocked_prone(pair: Pair, die: int, landing: Square) -> Pair:
    """A rider knocked prone saves to stay mounted unharmed.

    Args:
        pair: rider and mount.
        die: what the d20 of the save shows.
        landing: the free square beside the mount where he falls otherwise.

    Source: dnd4e.mount.forced, dnd4e.save.roll
    """
    return pair if saved(die) else Pair(landing, pair.mount, mounted=False, prone=True)


def mount_knocked_prone(pair: Pair, landing: Square) -> Pair:
    """The mount falls: the rider lands prone in a free square beside it.

    Source: dnd4e.mount.forced
    """
    return Pair(landing, pair.mount, mounted=False, prone=True)
