"""Ground that is swum or climbed: closed to walkers, open to those who go over it that way and to flyers."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

from tactics.core.space import Space
from tactics.rules.book import Case
from tactics.rulesets.pf1.tables import table
from tactics.world.board import MOVEMENT, Board, Terrain
from tactics.world.kept import kept
from tactics.world.lately import LatelyBy
from tactics.world.world import World

SWIM, CLIMB, FLY = "swim", "climb", "fly"
_boards: WeakKeyDictionary[Board, dict[str, Board]] = WeakKeyDictionary()
_worlds: LatelyBy[World, str, World] = LatelyBy()


class Surface(NamedTuple):
    """How one gets over some ground, and what the check must reach."""

    mode: str
    dc: int


def surface_of(terrain: Terrain) -> Surface | None:
    """What has to be swum or climbed in a square of a terrain, None for other ground.

    Source: pf1.move.climb_swim
    """
    entry = table("surfaces").get(terrain.id) if MOVEMENT in terrain.blocks and not terrain.solid else None
    return None if entry is None else Surface(entry["mode"], entry["dc"])


def surfaces(world: World, space: Space) -> tuple[Surface, ...]:
    """What has to be swum or climbed in the squares of a space."""
    if not has_surfaces(world.board):
        return ()
    kinds = (world.board.at(square) for square in space.squares() if world.board.inside(square))
    return tuple(one for one in map(surface_of, kinds) if one is not None)


@kept
def has_surfaces(board: Board) -> bool:
    """Whether anything on a board has to be swum or climbed."""
    return any(surface_of(kind) is not None for kind in board.kinds)


def opened(world: World, mode: str = "") -> World:
    """The position with the ground open that a mode of movement gets over; every such ground when none is given.

    Source: pf1.move.climb_swim
    """
    if not has_surfaces(world.board):
        return world
    known = _worlds.at(world)
    if mode not in known:
        known[mode] = replace(world, board=_opened(world.board, mode))
    return known[mode]


def _opened(board: Board, mode: str) -> Board:
    known = _boards.setdefault(board, {})
    if mode not in known:
        kinds = tuple(_open(kind, mode) for kind in board.kinds)
        known[mode] = replace(board, kinds=kinds)
    return known[mode]


def _open(kind: Terrain, mode: str) -> Terrain:
    found = surface_of(kind)
    if found is None or mode not in ("", FLY, found.mode):
        return kind
    return replace(kind, blocks=kind.blocks - {MOVEMENT})


def opened_case(case: Case, mode: str) -> Case:
    """A question about a position in which the ground is open that a mode gets over."""
    world = opened(case.world, mode) if mode in (SWIM, CLIMB, FLY) else case.world
    if world is case.world:
        return case
    found = copy.copy(case)
    found.world = world
    return found
