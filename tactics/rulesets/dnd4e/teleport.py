"""Teleporting: from one place to another with nothing between."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import text
from tactics.geometry.metric import chebyshev_sq
from tactics.rules.book import Case
from tactics.rulesets.dnd4e.effect import has_sight
from tactics.rulesets.dnd4e.occupancy import is_free
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.saves import saved
from tactics.rulesets.dnd4e.spots import Spot, called
from tactics.world.creature import Creature


def teleport_refusal(
    case: Case, user: Spot, target: Creature, destination: Square, distance_sq: int | None
) -> Refusal | None:
    """Why a creature cannot be teleported somewhere, None when it can.

    Walls between, line of effect, immobility and opportunity attacks do not matter.

    Args:
        case: the question.
        user: whose power it is; he has to see the destination.
        target: who is teleported.
        destination: its top left square there.
        distance_sq: the most squares, None for no limit.

    Source: dnd4e.move.teleport
    """
    space = target.space.at(destination)
    away = chebyshev_sq(destination[0] - target.space.x, destination[1] - target.space.y)
    if distance_sq is not None and away > distance_sq:
        return Refusal("dnd4e.move.teleport", text("{square} is {n} sq away.", square=destination, n=away))
    if not is_free(case.world, target, space):
        why = text("At {square} there is no free space for {name}.", square=destination, name=called(target))
        return Refusal("dnd4e.move.teleport", why)
    if not has_sight(case, user.creature, user.space, space):
        return Refusal("dnd4e.move.teleport", text("{name} does not see {square}.", name=user.name, square=destination))
    return None


def arrives(die: int) -> bool:
    """Whether a target that would land over a drop or in hindering terrain arrives; the save cancels it.

    Source: dnd4e.move.teleport
    """
    return not saved(die)


def frees_from_grab(grabber: Space, reach: int, destination: Space) -> bool:
    """Whether teleporting out of the grabber's reach ends the grab.

    Source: dnd4e.move.teleport
    """
    return chebyshev_sq(*grabber.gap_sq(destination)) > reach
