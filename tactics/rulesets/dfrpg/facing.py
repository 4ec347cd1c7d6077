"""What a step costs by the facing of the figure that takes it, in half movement points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.geometry.tiling import Tiling
from tactics.rulesets.dfrpg.tables import table

HALVES = 2
"""Half points in one point. Crouching costs half a point a yard, so everything is counted in halves."""


def whole_points(points_half: int) -> int:
    """Movement points that half points come to; half of one is left of the last.

    Source: dfrpg.movement.points
    """
    return -(-points_half // HALVES)


class Prices(NamedTuple):
    """The table of movement, see ``data/movement.toml``."""

    forward: int
    aside: int
    rough: int
    obstruction: int
    turn: int
    dearest_turn: int
    free_turn: int
    tall_yd: int
    shallow: int
    run_yd: int


@cache
def prices() -> Prices:
    """The table of movement."""
    return Prices(**table("movement"))


class Manner(NamedTuple):
    """How a figure moves.

    Attributes:
        turns: whether it may turn against points.
        forward: whether it may turn to face a front cell that it enters.
        aside: whether it may enter other cells, or any with its facing kept.
    """

    turns: bool = True
    forward: bool = True
    aside: bool = True


FREELY = Manner()
RUNNING = Manner(turns=False, aside=False)
"""Source: dfrpg.maneuver.all_out_attack.movement"""
FACING_KEPT = Manner(turns=False, forward=False)


class Way(NamedTuple):
    """One manner of taking a step, once the figure has turned as it likes.

    Attributes:
        direction: where the step goes.
        rate: half points for each yard.
        facing: the facing afterwards.
        aside: the facing was kept, and the step did not go straight ahead.
    """

    direction: int
    rate: int
    facing: int
    aside: bool


@cache
def ways(grid: Tiling, facing: int, manner: Manner = FREELY) -> tuple[Way, ...]:
    """The steps a figure can take without a turn first.

    Source: dfrpg.movement.forward, dfrpg.movement.sideways_backward
    """
    return tuple(_ways(grid, facing, manner))


def _ways(grid: Tiling, facing: int, manner: Manner) -> Iterator[Way]:
    here = Square(0, 0)
    for direction, there in enumerate(grid.neighbours(here)):
        ahead = direction == facing
        if ahead or (manner.forward and grid.arc(here, facing, there) == "front"):
            yield Way(direction, prices().forward, direction, False)
        if manner.aside and not ahead:
            yield Way(direction, prices().aside, facing, True)


@cache
def turn_prices(grid: Tiling, facing: int, manner: Manner = FREELY) -> tuple[tuple[int, int], ...]:
    """The facings a figure can turn to before a step, and what each costs.

    Source: dfrpg.grid.turn_cost, dfrpg.movement.facing_change
    """
    if not manner.turns:
        return ((facing, 0),)
    return tuple((other, prices().turn * grid.turn_price(facing, other)) for other in range(grid.facings))


@cache
def ways_into(grid: Tiling, facing: int, manner: Manner = FREELY) -> tuple[tuple[int, Way], ...]:
    """The steps that leave a figure with a facing, each with the facing it was taken with."""
    every = ((before, way) for before in range(grid.facings) for way in ways(grid, before, manner))
    return tuple(pair for pair in every if pair[1].facing == facing)


@cache
def turns_into(grid: Tiling, facing: int, manner: Manner = FREELY) -> tuple[tuple[int, int], ...]:
    """The facings from which a figure can turn to one before a step, and what each turn costs."""
    every = ((other, turn_prices(grid, other, manner)) for other in range(grid.facings))
    return tuple((other, price) for other, turns in every for target, price in turns if target == facing)
