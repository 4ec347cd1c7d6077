"""A board as the movement fields of `tactics.geometry` want it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import replace
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from tactics.core.lattice import Square
from tactics.geometry.ground import Barrier, Ground
from tactics.geometry.steps import MoveCosts, Steps, steps
from tactics.world.board import MOVEMENT, Board, Terrain, Wall

DIFFICULTY, LOW = "difficulty", "low"
HAMPERING = (DIFFICULTY, LOW)
"""What makes steps dear: rough ground, and low walls and obstacles."""

KEPT_PER_BOARD = 64
"""How many grounds and prices are kept for one board; a game asks for a few, over and over."""

Made = TypeVar("Made")
_kept: WeakKeyDictionary[Board, dict[Hashable, object]] = WeakKeyDictionary()


def walking_ground(board: Board, *, above_ft: int | None = None) -> Ground:
    """What stops and hampers movement on a board.

    Args:
        board: the ground.
        above_ft: height of a flyer: what does not reach that high is left out; None for everybody on the ground.
    """
    return _keep(board, ("walking", above_ft), lambda: _walking_ground(board, above_ft))


def solid_ground(board: Board) -> Ground:
    """What a count of squares or a spread has to go round: solid squares and solid thin walls."""
    return _keep(board, "solid", lambda: _solid_ground(board))


def walking_steps(
    board: Board,
    costs: MoveCosts,
    footprint: tuple[int, int] = (1, 1),
    *,
    rougher: Iterable[Square] = (),
    above_ft: int | None = None,
    ignoring: Collection[str] = (),
) -> Steps:
    """Prices of a mover's steps on a board, kept as long as the board is.

    Args:
        board: the ground.
        costs: the book's prices.
        footprint: columns and rows of the mover's space.
        rougher: squares one degree more difficult than the board says, such as big bodies; once for each degree.
        above_ft: height of a flyer, see `walking_ground`.
        ignoring: members of `HAMPERING` the mover does not mind.
    """
    rough, minds_not = tuple(sorted(rougher)), frozenset(ignoring)

    def make() -> Steps:
        ground = _without(walking_ground(board, above_ft=above_ft), minds_not)
        return steps(_with_rougher(ground, rough) if rough else ground, footprint, costs)

    return _keep(board, ("steps", costs, footprint, rough, above_ft, minds_not), make)


def _walking_ground(board: Board, above_ft: int | None) -> Ground:
    def passes_over(terrain: Terrain) -> bool:
        return above_ft is not None and terrain.top_ft is not None and terrain.ground_z_ft + terrain.top_ft <= above_ft

    def wall_is_below(wall: Wall) -> bool:
        return above_ft is not None and wall.top_ft is not None and wall.top_ft <= above_ft

    kinds = board.kinds
    in_the_way = [one.hole or not passes_over(one) for one in kinds]
    closed = [stands and (one.hole or MOVEMENT in one.blocks) for one, stands in zip(kinds, in_the_way, strict=True)]
    solid = [stands and one.solid for one, stands in zip(kinds, in_the_way, strict=True)]
    low = [stands and one.cover == "low" for one, stands in zip(kinds, in_the_way, strict=True)]
    barriers = tuple(
        Barrier(wall.start, wall.end, low=MOVEMENT not in wall.blocks, one_way=wall.one_way)
        for wall in board.walls
        if (MOVEMENT in wall.blocks or wall.cover == "low") and not wall_is_below(wall)
    )
    return Ground(
        closed=np.array(closed, np.bool_)[board.terrain],
        solid=np.array(solid, np.bool_)[board.terrain],
        difficulty=np.array([one.difficulty for one in kinds], np.uint8)[board.terrain],
        low=np.array(low, np.bool_)[board.terrain],
        barriers=barriers,
    )


def _solid_ground(board: Board) -> Ground:
    solid = np.array([one.solid for one in board.kinds], np.bool_)[board.terrain]
    return Ground(
        closed=solid,
        solid=solid,
        difficulty=np.zeros(solid.shape, np.uint8),
        low=np.zeros(solid.shape, np.bool_),
        barriers=tuple(Barrier(one.start, one.end, one_way=one.one_way) for one in board.walls if one.solid),
    )


def _without(ground: Ground, ignored: frozenset[str]) -> Ground:
    """A ground for a mover that does not mind some of what hampers others."""
    if DIFFICULTY in ignored:
        ground = replace(ground, difficulty=np.zeros_like(ground.difficulty))
    if LOW in ignored:
        walls = tuple(one for one in ground.barriers if not one.low)
        ground = replace(ground, low=np.zeros_like(ground.low), barriers=walls)
    return ground


def _with_rougher(ground: Ground, squares: Iterable[Square]) -> Ground:
    difficulty = ground.difficulty.copy()
    for x, y in squares:
        if 0 <= x < ground.width and 0 <= y < ground.height:
            difficulty[y, x] += 1
    return Ground(ground.closed, ground.solid, difficulty, ground.low, ground.barriers)


def _keep(board: Board, key: Hashable, make: Callable[[], Made]) -> Made:
    """What was made for a board before, or what is made now."""
    kept = _kept.setdefault(board, {})
    if key not in kept:
        while len(kept) >= KEPT_PER_BOARD:
            del kept[next(iter(kept))]
        kept[key] = make()
    return kept[key]  # type: ignore[return-value]  # the key tells the type
