"""A board as the movement fields of `tactics.geometry` want it."""

from __future__ import annotations

from collections.abc import Collection

from tactics.core.lattice import Square
from tactics.geometry.ground import Ground
from tactics.geometry.steps import MoveCosts, Steps
from tactics.world.board import Board


def walking_ground(board: Board, *, above_ft: int | None = None) -> Ground:
    """What stops and hampers movement on a board.

    Args:
        board: the ground.
        above_ft: height of a flyer: what does not reach that high is left out; None for everybody on the ground.
    """
    raise NotImplementedError


def solid_ground(board: Board) -> Ground:
    """What a count of squares or a spread has to go round: solid squares and solid thin walls."""
    raise NotImplementedError


def walking_steps(
    board: Board,
    costs: MoveCosts,
    footprint: tuple[int, int] = (1, 1),
    *,
    rougher: Collection[Square] = frozenset(),
    above_ft: int | None = None,
) -> Steps:
    """Prices of a mover's steps on a board, kept as long as the board is.

    Args:
        board: the ground.
        costs: the book's prices.
        footprint: columns and rows of the mover's space.
        rougher: squares one degree more difficult than the board says, such as big bodies.
        above_ft: height of a flyer, see `walking_ground`.
    """
    raise NotImplementedError
