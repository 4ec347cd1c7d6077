"""What one step costs in each direction from every square.

Costs are kept as keys that count half squares: 2 for a straight step, 3 for a diagonal of the alternating count,
2 more for every further square. A path that starts with the key ``taken % 2`` costs ``key // 2`` squares, and the
key's last bit tells whether the next diagonal is a dear one. So a shortest path by keys is a shortest path by the
alternating count.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tactics.geometry.ground import Ground, Number, most_of_block, moved
from tactics.geometry.lanes import Lanes, lanes_of
from tactics.geometry.sweep import swept

DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""The eight steps as columns and rows; the first four are straight."""

STRAIGHT = 4
"""How many of `DIRECTIONS` are straight."""

SURCHARGES = ("entered", "occupied")


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

    def __post_init__(self) -> None:
        if self.surcharge not in SURCHARGES:
            raise ValueError(self.surcharge)
        if min(self.straight + self.diagonal) < 1:
            raise ValueError("a step costs at least half a square")


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Steps:
    """Prices of all steps of one footprint on one ground.

    Attributes:
        footprint: columns and rows the mover covers; positions are named by the top left square.
        keys: `int16[8, y, x]`, key of leaving the position in each of `DIRECTIONS`, 0 where it is illegal.
        prices: the same for reading one at a time.
        lanes: the same as bits.
    """

    footprint: tuple[int, int]
    keys: npt.NDArray[np.int16]
    prices: memoryview = field(init=False, repr=False)
    lanes: Lanes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.keys.flags.writeable = False
        object.__setattr__(self, "prices", np.ascontiguousarray(self.keys).data)
        object.__setattr__(self, "lanes", lanes_of(self.keys, DIRECTIONS))


def steps(ground: Ground, footprint: tuple[int, int], costs: MoveCosts) -> Steps:
    """Price every step of a mover.

    A step is legal when no square it covers before or after is closed, when no solid square lies in the block that
    a diagonal step sweeps, and when no barrier enters the core of the moving space: the space without two fifths
    of a square along its outline. So a wall that touches the point where a diagonal crosses forbids that diagonal,
    and a gap lets nobody through unless the fifth of a square about its middle is free.

    Args:
        ground: squares and barriers.
        footprint: columns and rows of the mover's space.
        costs: the book's prices.
    """
    legal = _legal(ground, footprint, costs.corner_cutting)
    keys = np.zeros(legal.shape, np.int16)
    prices = _levels_and_climbs(ground, footprint, costs)
    for number, (level, climbs) in enumerate(prices):
        table = np.array(costs.straight if number < STRAIGHT else costs.diagonal, np.int16)
        price = table[np.minimum(level, len(table) - 1)] + climbs * np.int16(costs.low_wall)
        keys[number] = np.where(legal[number], price, 0)
    return Steps(footprint, keys)


Bools = npt.NDArray[np.bool_]


def _legal(ground: Ground, footprint: tuple[int, int], corner_cutting: bool) -> Bools:
    """`bool[8, y, x]` by position before the step."""
    width, height = footprint
    standing = ~most_of_block(ground.closed, width, height, outside=1)
    walls = [one for one in ground.barriers if not one.low]
    walled = swept(walls, (ground.height, ground.width), footprint, DIRECTIONS)
    block = most_of_block(ground.solid, width + 1, height + 1, outside=1)
    legal = np.empty((len(DIRECTIONS), ground.height, ground.width), np.bool_)
    for number, (dx, dy) in enumerate(DIRECTIONS):
        legal[number] = standing & moved(standing, dx, dy, outside=0)
        if number < STRAIGHT:
            legal[number] &= ~walled[number]
        elif corner_cutting:
            legal[number] &= _way_round(ground.solid, footprint, walled, dx, dy)
        else:
            legal[number] &= ~walled[number] & ~moved(block, min(dx, 0), min(dy, 0), outside=1)
    return legal


def _way_round(solid: Bools, footprint: tuple[int, int], walled: Bools, dx: int, dy: int) -> Bools:
    """Whether two straight steps lead to the end of a diagonal one on at least one side of it."""
    free = ~most_of_block(solid, *footprint, outside=1)
    across, down = walled[DIRECTIONS.index((dx, 0))], walled[DIRECTIONS.index((0, dy))]
    first_across = moved(free, dx, 0, outside=0) & ~across & ~moved(down, dx, 0, outside=1)
    first_down = moved(free, 0, dy, outside=0) & ~down & ~moved(across, 0, dy, outside=1)
    found: Bools = first_across | first_down
    return found


def _levels_and_climbs(
    ground: Ground, footprint: tuple[int, int], costs: MoveCosts
) -> list[tuple[npt.NDArray[np.uint8], Bools]]:
    """For each direction the difficulty a step pays for, and whether it climbs over a low barrier."""
    shape = (ground.height, ground.width)
    if costs.flying:
        return [(np.zeros(shape, np.uint8), np.zeros(shape, np.bool_))] * len(DIRECTIONS)
    level = ground.difficulty + ground.low.astype(np.uint8) * np.uint8(costs.low_square)
    low_walls = [one for one in ground.barriers if one.low]
    climbs = swept(low_walls, shape, (1, 1), DIRECTIONS, new_only=True)
    out = []
    for number, (dx, dy) in enumerate(DIRECTIONS):
        occupied = moved(most_of_block(level, *footprint, outside=0), dx, dy, outside=0)
        paid = occupied if costs.surcharge == "occupied" else _entered(level, footprint, dx, dy)
        # The step into each square, looked at from that square, so that it can be asked of the entered ones.
        into = moved(climbs[number], -dx, -dy, outside=0)
        out.append((paid, _entered(into, footprint, dx, dy)))
    return out


def _entered(squares: npt.NDArray[Number], footprint: tuple[int, int], dx: int, dy: int) -> npt.NDArray[Number]:
    """Most of the values of the squares a step newly covers, by position before the step."""
    width, height = footprint
    found = np.zeros_like(squares)
    if dx:
        column = most_of_block(squares, 1, height, outside=0)
        found = np.maximum(found, moved(column, width if dx > 0 else -1, dy, outside=0))
    if dy:
        row = most_of_block(squares, width, 1, outside=0)
        found = np.maximum(found, moved(row, dx, height if dy > 0 else -1, outside=0))
    return found
