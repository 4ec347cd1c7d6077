"""Figures on the board of tiles: their cells, yards between them, arcs."""

from __future__ import annotations

from functools import cache

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.geometry.tiling import SquareTiling, Tiling
from tactics.rules.registry import book
from tactics.rulesets.dfrpg.facing import prices
from tactics.rulesets.dfrpg.figures import stats
from tactics.rulesets.dfrpg.tables import SYSTEM
from tactics.world.creature import Creature
from tactics.world.kept import kept
from tactics.world.world import SwitchValue, World

STANDING, LYING = "standing", "prone"
POSTURES = ("prone", "crawling", "sitting", "kneeling", "crouching")
"""Conditions that are postures, the lowest first; a figure without any stands.

Source: dfrpg.posture.list
"""

DOWN = frozenset({LYING, "unconscious", "dead"})
"""Conditions of a body on the ground, which hinders more than it stops."""


def switch(world: World, name: str) -> SwitchValue:
    """The value of a switch in a position, for those who judge without a `Case`."""
    chosen = world.switches.get(SYSTEM, {}).get(name)
    return book(SYSTEM).switches[name].values[0] if chosen is None else chosen


def grid_of(world: World) -> Tiling:
    """The board a position is played on.

    Source: dfrpg.grid.board_kind, dfrpg.grid.distance, dfrpg.grid.turn_cost
    """
    return _squares(switch(world, "metric") == "alternating")


@cache
def _squares(alternating: bool) -> SquareTiling:
    return SquareTiling(alternating, prices().dearest_turn)


def posture_of(creature: Creature) -> str:
    """The posture of a figure.

    Source: dfrpg.posture.list
    """
    own = stats(creature).conditions
    return next((one for one in POSTURES if one in own), STANDING)


def lies(creature: Creature) -> bool:
    """Whether a figure lies on the ground, of its own will or not.

    Source: dfrpg.posture.lying_two_cells
    """
    return bool(stats(creature).conditions & DOWN)


@kept
def cells_of(creature: Creature) -> tuple[Square, ...]:
    """The cells of a figure: those of its space, then the one its upper half lies in.

    Source: dfrpg.grid.cell, dfrpg.grid.prone_two_cells
    """
    return (*creature.space.squares(), *creature.sprawl)


def blocks_of(creature: Creature) -> tuple[Space, ...]:
    """The cells of a figure as blocks: its space, and the cell its upper half lies in."""
    return (creature.space, *map(square_space, creature.sprawl))


def yards_between(world: World, a: Creature, b: Creature) -> int:
    """Yards between the nearest cells of two figures, 0 in close combat.

    Source: dfrpg.grid.distance, dfrpg.grid.prone_two_cells
    """
    return grid_of(world).between(cells_of(a), cells_of(b))


def lifted_yd(grid: Tiling, level_yd: int, up_yd: int) -> int:
    """Yards of a way that also goes up or down, counted like one more axis; the book settles no heights.

    Source: dfrpg.grid.distance
    """
    return grid.distance(Square(0, 0), Square(level_yd, up_yd)) if up_yd else level_yd


def in_close_combat(a: Creature, b: Creature) -> bool:
    """Whether two enemies share a cell.

    Source: dfrpg.grid.close_combat
    """
    return a.side != b.side and not set(cells_of(a)).isdisjoint(cells_of(b))
