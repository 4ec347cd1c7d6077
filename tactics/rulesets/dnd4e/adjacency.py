"""Who is beside whom; apart from counting, so that what only asks this loads no movement."""

from __future__ import annotations

from tactics.core.space import Space
from tactics.geometry.metric import chebyshev_sq
from tactics.rulesets.dnd4e.spots import Spot, height_sq


def touching(one: Space, other: Space) -> bool:
    """Whether two spaces are adjacent by contact, or share squares.

    Source: dnd4e.grid.adjacent, dnd4e.grid.adjacent_creatures, dnd4e.mount.basics
    """
    return chebyshev_sq(*one.gap_sq(other)) <= 1


def adjacent(one: Spot, other: Spot) -> bool:
    """Whether two spots are adjacent by contact, or share squares, and neither is farther up than one square.

    Source: dnd4e.grid.adjacent_creatures, dnd4e.distance.height
    """
    return touching(one.space, other.space) and height_sq(one.z_ft, other.z_ft) <= 1
