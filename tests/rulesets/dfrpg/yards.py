"""Positions on squares of one yard, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judged import Asking
from kit import world

from tactics.core.lattice import Square
from tactics.rulesets.dfrpg import BOOK
from tactics.world.creature import Creature
from tactics.world.edit import with_creature
from tactics.world.world import World

N, NE, E, SE, S, SW, W, NW = range(8)


def yards(rows: str, **tables: Any) -> World:
    """A position judged by this book."""
    return world(rows, ("dfrpg",), **tables)


def floor(width: int, height: int, at: dict[str, tuple[int, int]], **tables: Any) -> World:
    """A position on open floor, by the squares of the creatures."""
    rows = [["."] * width for _ in range(height)]
    for letter, (x, y) in at.items():
        rows[y][x] = letter
    return yards("\n".join(map("".join, rows)), **tables)


def facing(here: World, who: str, facing: int, sprawl: Sequence[tuple[int, int]] = ()) -> World:
    """The same with a figure that looks somewhere, and lies with its upper half in another square."""
    creature = here.creature(who)
    cells = tuple(Square(*one) for one in sprawl)
    return with_creature(here, creature.placed(creature.space, creature.z_ft, facing, cells))


def moved(here: World, who: str, to: tuple[int, int]) -> World:
    """The same with a figure on another square, somebody else's as well."""
    creature = here.creature(who)
    return with_creature(here, creature.placed(creature.space.at(Square(*to)), creature.z_ft))


def one(here: World, who: str) -> Creature:
    """A figure."""
    return here.creature(who)


def path(*squares: tuple[int, int]) -> tuple[Square, ...]:
    """A path by columns and rows."""
    return tuple(Square(*square) for square in squares)


_ASKING = Asking(BOOK, yards)
ask, value = _ASKING.ask, _ASKING.value
