"""The air, the water and the earth round a creature as volumes to move through."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import Square
from tactics.geometry.ground import Ground, most_of_block, moved
from tactics.geometry.steps import DIRECTIONS, MoveCosts, steps
from tactics.rules.book import Case
from tactics.rules.ground import walking_ground
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight import footing
from tactics.rulesets.pf2e.fight.falls import z_for
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.volume import Level, Volume
from tactics.rulesets.pf2e.fight.ways import ground_levels, over_space, taken
from tactics.rulesets.pf2e.flying import AirStep, step_halves
from tactics.rulesets.pf2e.pricing import Move, the_move
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.board import Board
from tactics.world.creature import Creature
from tactics.world.edit import with_creature
from tactics.world.fight import Fight
from tactics.world.world import World

Bools = npt.NDArray[np.bool_]
_MOST_KEPT = 16
_kept: WeakKeyDictionary[World, dict[Hashable, Volume]] = WeakKeyDictionary()


def air(fight: Fight, who: str, budget_ft: int) -> Volume:
    """Where a flyer can come. Source: pf2e.basic.fly, pf2e.aerial.three_dimensional."""
    return _keep(fight, who, "air", budget_ft, lambda: _air(fight, who, budget_ft))


def water(fight: Fight, who: str, budget_ft: int) -> Volume:
    """Where a swimmer can come, the shore included. Source: pf2e.skill.swim, pf2e.move.swim_speed."""
    return _keep(fight, who, "water", budget_ft, lambda: _water(fight, who, budget_ft))


def earth(fight: Fight, who: str, budget_ft: int) -> Volume:
    """Where a burrower can come. Source: pf2e.basic.burrow."""
    return _keep(fight, who, "earth", budget_ft, lambda: _earth(fight, who, budget_ft))


def _keep(fight: Fight, who: str, kind: str, budget_ft: int, make: Callable[[], Volume]) -> Volume:
    known = _kept.setdefault(judged(fight), {})
    key = (who, kind, budget_ft, taken(fight, who))
    if key not in known:
        while len(known) >= _MOST_KEPT:
            del known[next(iter(known))]
        known[key] = make()
    return known[key]


def _air(fight: Fight, who: str, budget_ft: int) -> Volume:
    world = judged(fight)
    creature = world.creature(who)
    foot_ft = creatures.foot_ft(world, creature)
    ground = ground_levels(world.board, (creature.space.width, creature.space.height))
    up, down = budget_ft // (2 * SQUARE_FT), 2 * budget_ft // SQUARE_FT
    lowest_ft = int(ground.min())
    heights = [foot_ft + SQUARE_FT * one for one in range(-down, up + 1)]
    heights = [one for one in heights if one == foot_ft or one >= lowest_ft]
    levels = tuple(_level(world, creature, one, ground <= one) for one in heights)
    return _volume(fight, who, levels, heights.index(foot_ft), budget_ft, _fly_price)


def _fly_price(step: AirStep, diagonals: int) -> int:
    return step_halves(step, diagonals=diagonals)


def _water(fight: Fight, who: str, budget_ft: int) -> Volume:
    world = judged(fight)
    creature, board = world.creature(who), world.board
    surface_ft = creatures.ground_ft(world, creature.space)
    foot_ft = creatures.foot_ft(world, creature)
    ground = ground_levels(board, (creature.space.width, creature.space.height))
    depth = _least_depth(board, creature)
    deep = (depth >= footing.tall_ft(creature)) & (ground == surface_ft)
    shore = ~(depth >= footing.tall_ft(creature)) & (ground - surface_ft < int(table("terrain")["ledge_up_ft"]))
    shore &= surface_ft - ground <= int(table("terrain")["ledge_down_ft"])
    # Under a raised lake's surface no height can be told from its bed.
    lowest_ft = surface_ft - int(depth.max()) if surface_ft <= 0 else surface_ft
    heights = sorted(range(surface_ft, lowest_ft - 1, -SQUARE_FT))
    if foot_ft not in heights:
        heights = sorted({*heights, foot_ft})
    levels = []
    for one in heights:
        there = deep & (depth >= surface_ft - one)
        levels.append(_level(world, creature, one, there | (shore if one == surface_ft else False), leaves=there))
    return _volume(fight, who, tuple(levels), heights.index(foot_ft), budget_ft, _swim_price)


def _swim_price(step: AirStep, diagonals: int) -> int:
    """Up and down is as dear as difficult ground. Source: pf2e.move.swim_speed."""
    squares = 1 + (diagonals % 2 if step.diagonal else 0) + (1 if step.heights else 0)
    return 2 * squares


def _earth(fight: Fight, who: str, budget_ft: int) -> Volume:
    world = judged(fight)
    creature, board = world.creature(who), world.board
    ground_ft = creatures.ground_ft(world, creature.space)
    foot_ft = creatures.foot_ft(world, creature)
    soft, filled = _diggable(board)
    footprint = (creature.space.width, creature.space.height)
    all_soft = ~most_of_block(~soft, *footprint, outside=1)
    in_earth = most_of_block(filled, *footprint, outside=0)
    flat = ground_levels(board, (creature.space.width, creature.space.height)) == ground_ft
    walk = walking_ground(board)
    opened = Ground(
        walk.closed & ~filled,
        walk.solid & ~filled,
        np.zeros_like(walk.difficulty),
        np.zeros_like(walk.low),
        walk.barriers,
    )
    keys = steps(opened, footprint, MoveCosts(straight=(2,), diagonal=(3,), flying=True)).keys
    open_ = ~most_of_block(opened.closed, *footprint, outside=1) & flat
    deepest_ft = ground_ft - 2 * footing.tall_ft(creature)
    heights = sorted({ground_ft, foot_ft, *range(ground_ft, deepest_ft - 1, -SQUARE_FT)})
    levels = []
    for one in heights:
        there = open_ if one == ground_ft else all_soft & flat
        levels.append(_digging(world, creature, one, there, keys, in_earth if one == ground_ft else None))
    return _volume(fight, who, tuple(levels), heights.index(foot_ft), budget_ft, _dig_price)


def _dig_price(step: AirStep, diagonals: int) -> int:
    return 2 * (1 + (diagonals % 2 if step.diagonal else 0))


def _diggable(board: Board) -> tuple[Bools, Bools]:
    """Squares of earth, and those of them that are filled with it. Source: pf2e.basic.burrow."""
    names = table("terrain")["diggable"]
    soft = np.array([one.id in names for one in board.kinds], np.bool_)[board.terrain]
    filled = np.array([one.id in names and bool(one.blocks) for one in board.kinds], np.bool_)[board.terrain]
    return soft, filled


def _digging(
    world: World, creature: Creature, foot_ft: int, there: Bools, keys: npt.NDArray[np.int16], earth: Bools | None
) -> Level:
    """A level of the earth; at the height of the ground one digs only into or out of what is filled."""
    move = _at(world, creature, foot_ft)[1]
    free = there & ~_covering(move.blocked, creature, there.shape)
    sides, slopes = [], []
    for number, (dx, dy) in enumerate(DIRECTIONS):
        legal = (keys[number] > 0) & _both(free, dx, dy)
        slopes.append(((keys[number] > 0) & _either(free, dx, dy)).tolist())
        sides.append((legal if earth is None else legal & _either(earth, dx, dy)).tolist())
    ends = free & ~_covering(move.no_end, creature, free.shape)
    return Level(foot_ft, free.tolist(), sides, slopes, ends.tolist())


def _both(there: Bools, dx: int, dy: int) -> Bools:
    """Whether both ends of a step are so."""
    return there & moved(there, dx, dy, outside=0)


def _either(there: Bools, dx: int, dy: int) -> Bools:
    """Whether one of the ends of a step is so."""
    return there | moved(there, dx, dy, outside=0)


def _level(world: World, creature: Creature, foot_ft: int, there: Bools, *, leaves: Bools | None = None) -> Level:
    """One height of the air or the water."""
    above_ft, move = _at(world, creature, foot_ft)
    closed = walking_ground(world.board, above_ft=above_ft).closed
    standing = ~most_of_block(closed, creature.space.width, creature.space.height, outside=1)
    free = there & standing & ~_covering(move.blocked, creature, there.shape)
    onward = free if leaves is None else free & leaves
    sides = [
        ((move.steps.keys[number] > 0) & onward & moved(free, dx, dy, outside=0)).tolist()
        for number, (dx, dy) in enumerate(DIRECTIONS)
    ]
    ends = free & ~_covering(move.no_end, creature, free.shape)
    return Level(foot_ft, free.tolist(), sides, sides, ends.tolist())


def _at(world: World, creature: Creature, foot_ft: int) -> tuple[int, Move]:
    """The prices of a mover's steps at some height."""
    z_ft = z_for(foot_ft, creatures.ground_ft(world, creature.space))
    raised = replace(creature, z_ft=z_ft)
    case = Case(book(SYSTEM), with_creature(world, raised), Question(ask="modifiers"), explain=False)
    return z_ft, the_move(case, raised, "fly")


def _least_depth(board: Board, creature: Creature) -> npt.NDArray[np.int64]:
    depth = np.array([one.depth_ft for one in board.kinds], np.int64)[board.terrain]
    return over_space(depth, (creature.space.width, creature.space.height), most=False)


def _covering(squares: frozenset[Square], creature: Creature, shape: tuple[int, ...]) -> Bools:
    """Positions whose space would cover some squares."""
    found = np.zeros(shape, np.bool_)
    for square in squares:
        for dy in range(creature.space.height):
            for dx in range(creature.space.width):
                x, y = square.x - dx, square.y - dy
                if 0 <= x < shape[1] and 0 <= y < shape[0]:
                    found[y, x] = True
    found[creature.space.y, creature.space.x] = False
    return found


def _volume(
    fight: Fight, who: str, levels: tuple[Level, ...], at: int, budget_ft: int, price: Callable[[AirStep, int], int]
) -> Volume:
    start = fight.world.creature(who).space.anchor
    return Volume(levels, start, at, taken(fight, who), 2 * budget_ft // SQUARE_FT, price)
