"""Hazardous terrain and objects in a square."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.rulesets.pf2e.tables import table
from tactics.world.board import Board, Terrain


def hazardous_entries(board: Board, spaces: Sequence[Space]) -> int:
    """How often hazardous ground hurts along a path: once for each hazardous square newly entered.

    Args:
        board: the ground.
        spaces: where the creature stands, first its start, then after every step.

    Source: pf2e.terrain.hazardous.
    """
    hurt = 0
    for before, after in pairwise(spaces):
        hurt += sum(_hazardous(board, square) for square in after.squares() if not before.holds(square))
    return hurt


def touches_hazard(board: Board, squares: Iterable[Square]) -> bool:
    """Whether any of the squares is hazardous. Source: pf2e.terrain.hazardous."""
    return any(_hazardous(board, square) for square in squares)


def _hazardous(board: Board, square: Square) -> bool:
    return board.inside(square) and board.at(square).hazardous


def object_terrain(kind: str) -> Terrain:
    """What a statue, furniture or a column lets pass when a map does not say.

    Source: pf2e.move.objects_in_space.

    Raises:
        KeyError: no such object.
    """
    row = table("terrain")["object"][kind]
    return Terrain(kind, frozenset(row["blocks"]), row["cover"], row["difficulty"])
