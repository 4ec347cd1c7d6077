"""What one step costs in each direction from every square.

Costs are kept as keys that count half squares: 2 for a straight step, 3 for a diagonal of the alternating count,
2 more for every further square. A path that starts with the key ``taken % 2`` costs ``key // 2`` squares, and the
key's last bit tells whether the next diagonal is a dear one. So a shortest path by keys is a shortest path by the
alternating count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tactics.geometry.ground import Ground

DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""The eight steps as columns and rows; the first four are straight."""


@dataclass(frozen=True, slots=True)
class MoveCosts:
    """How a book prices steps, as keys in half squares (see the module).

    Attributes:
        straight: key of a straight step by difficulty of the ground; harder ground takes the last.
        diagonal: key of a diagonal step by difficulty; an odd key advances the alternation, an even one does not.
        surcharge: which squares of a big space decide the difficulty: "entered" (those not covered before) or
            "occupied" (all it covers after the step).
        low_wall: key added for stepping over a low barrier.
        low_square: how much a low obstacle adds to the difficulty of its square.
        corner_cutting: a diagonal step may pass one solid corner; never between two.
        flying: neither difficulty nor low obstacles count.
    """

    straight: tuple[int, ...]
    diagonal: tuple[int, ...]
    surcharge: str = "entered"
    low_wall: int = 0
    low_square: int = 0
    corner_cutting: bool = False
    flying: bool = False


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Steps:
    """Prices of all steps of one footprint on one ground.

    Attributes:
        footprint: columns and rows the mover covers; positions are named by the top left square.
        keys: `int16[8, y, x]`, key of leaving the position in each of `DIRECTIONS`, 0 where it is illegal.
        standing: `bool[y, x]`, positions whose squares are all free of walls.
    """

    footprint: tuple[int, int]
    keys: npt.NDArray[np.int16]
    standing: npt.NDArray[np.bool_]


def steps(ground: Ground, footprint: tuple[int, int], costs: MoveCosts) -> Steps:
    """Price every step of a mover.

    A step is legal when the squares it newly covers are not closed, when no solid square lies in the block that a
    diagonal step sweeps, and when no barrier enters the core of the moving space: the space without two fifths of
    a square along its outline. So a wall that touches the point where a diagonal crosses forbids that diagonal, and
    a gap lets nobody through unless the fifth of a square about its middle is free.

    Args:
        ground: squares and barriers.
        footprint: columns and rows of the mover's space.
        costs: the book's prices.
    """
    raise NotImplementedError
