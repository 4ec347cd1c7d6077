"""How far a spread has to go round walls."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.core.lattice import Point, Square
from tactics.geometry.ground import Ground


def spread_sq(ground: Ground, origin: Point, radius_sq: int) -> Mapping[Square, int]:
    """Squares a spread fills, with the distance at which each is full.

    The way is counted from lattice point to lattice point, with alternating diagonals, inside squares that are not
    solid and past no barrier; a square is filled when the farthest of its four corners is within the radius.

    Args:
        ground: what the spread goes round (see `tactics.rules.ground.solid_ground`).
        origin: a corner of squares.
        radius_sq: how far it goes.
    """
    raise NotImplementedError
