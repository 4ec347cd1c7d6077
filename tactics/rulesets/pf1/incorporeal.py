"""Incorporeal movers: through walls no thicker than themselves."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import Square
from tactics.geometry.ground import Ground
from tactics.geometry.steps import DIRECTIONS, MoveCosts, Steps, steps
from tactics.rules.ground import walking_ground
from tactics.world.board import Board
from tactics.world.creature import Creature

Bools = npt.NDArray[np.bool_]


def is_incorporeal(creature: Creature) -> bool:
    """Whether a creature has no body that walls would stop."""
    return "incorporeal" in creature.of("pf1").traits


def steps_through(board: Board, footprint: tuple[int, int], costs: MoveCosts, rougher: Iterable[Square] = ()) -> Steps:
    """Prices of an incorporeal mover's steps.

    It may be inside a solid thing as long as one and the same open square lies beside it before and after each
    step, so it cannot cross what is thicker than its own space. The ground does not hamper it; force and the edge
    of the board stop it.

    Args:
        board: the ground.
        footprint: columns and rows of its space.
        costs: the book's prices.
        rougher: squares that hamper it all the same.

    Source: pf1.terrain.flying_incorporeal
    """
    holes = np.array([one.hole for one in board.kinds], np.bool_)[board.terrain]
    nothing = np.zeros_like(holes)
    force = {(wall.start, wall.end) for wall in board.walls if wall.kind == "force"}
    walking = walking_ground(board)
    barriers = tuple(one for one in walking.barriers if (one.start, one.end) in force)
    difficulty = nothing.astype(np.uint8)
    for x, y in rougher:
        difficulty[y, x] += 1
    free = steps(Ground(holes, nothing, difficulty, nothing, barriers), footprint, costs)
    keys = free.keys.copy()
    for number, direction in enumerate(DIRECTIONS):
        keys[number][~_keeps_outside(~walking.closed, footprint, direction)] = 0
    return Steps(footprint, keys)


def _keeps_outside(open_squares: Bools, footprint: tuple[int, int], step: tuple[int, int]) -> Bools:
    """By position before a step: whether an open square lies in or beside the space both before and after it."""
    height, width = open_squares.shape
    columns, rows = footprint[0] + 2 - abs(step[0]), footprint[1] + 2 - abs(step[1])
    first_x, first_y = -1 + max(step[0], 0), -1 + max(step[1], 0)
    # One row and column of zeros before the sums, and a margin wide enough for every block.
    margin = max(footprint) + 2
    sums = np.pad(open_squares.astype(np.int32), margin).cumsum(axis=0).cumsum(axis=1)
    top, left = first_y + margin, first_x + margin

    def corner(down: int, right: int) -> npt.NDArray[np.int32]:
        found: npt.NDArray[np.int32] = sums[top + down - 1 :, left + right - 1 :][:height, :width]
        return found

    return (corner(rows, columns) - corner(0, columns) - corner(rows, 0) + corner(0, 0)) > 0
