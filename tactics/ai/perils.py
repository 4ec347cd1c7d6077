"""Ground that hurts whoever walks onto it: fire and the like, and edges one falls from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.world.board import BLOCKABLE, Board, Terrain
from tactics.world.kept import kept
from tactics.world.world import World

_FALL_FT = 10
"""Who comes down so far in one step has fallen rather than walked."""
_CLOSED = Terrain("wall", frozenset(BLOCKABLE), "solid")


@kept
def perilous(board: Board) -> frozenset[Square]:
    """Squares that hurt whoever enters them, and those far below one beside them."""
    if board.level and not any(kind.hazardous for kind in board.kinds):
        return frozenset()
    squares = [Square(x, y) for y in range(board.height) for x in range(board.width)]
    return frozenset(one for one in squares if board.at(one).hazardous or _lies_deep(board, one))


def perils(world: World, own: Space, way: Sequence[Square]) -> int:
    """How many squares of a way on foot hurt whoever enters them, or are fallen into.

    Args:
        world: the position.
        own: the space of who goes.
        way: top left squares of it, the first where it stands; a single one is entered from there.
    """
    board = world.board
    if not perilous(board):
        return 0
    count = 0
    way = (own.anchor, *way) if len(way) == 1 else way
    for here, there in pairwise(way):
        before = tuple(own.at(here).squares())
        height = min((board.at(one).ground_z_ft for one in before if board.inside(one)), default=0)
        entered = (one for one in own.at(there).squares() if one not in before and board.inside(one))
        found = [board.at(one) for one in entered]
        count += any(one.hazardous or height - one.ground_z_ft >= _FALL_FT for one in found)
    return count


def wary(world: World, who: str) -> World:
    """The position with every perilous square closed but those it stands on.

    Args:
        world: the position.
        who: id of the creature.
    """
    board = world.board
    closed = perilous(board)
    if not closed or len(board.kinds) >= np.iinfo(board.terrain.dtype).max:
        return world
    own = closed.intersection(world.creature(who).space.squares())
    return replace(world, board=_without(board, closed - own) if own else _wary(board))


@kept
def _wary(board: Board) -> Board:
    return _without(board, perilous(board))


def _without(board: Board, closed: Collection[Square]) -> Board:
    terrain = board.terrain.copy()
    for square in closed:
        terrain[square.y, square.x] = len(board.kinds)
    return replace(board, kinds=(*board.kinds, _CLOSED), terrain=terrain)


def _lies_deep(board: Board, square: Square) -> bool:
    """Whether a square lies far below one beside it that can be stood on."""
    height = board.at(square).ground_z_ft
    around = Space(square.x - 1, square.y - 1, 3, 3).squares()
    beside = (one for one in around if board.inside(one) and not board.solid(one))
    return any(board.at(one).ground_z_ft - height >= _FALL_FT for one in beside)
