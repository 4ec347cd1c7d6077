"""What stops and hampers the steps of one figure: the ground, and others on it. Sets of cells are bits of integers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.geometry.lanes import Window
from tactics.geometry.steps import DIRECTIONS, MoveCosts, Steps
from tactics.geometry.tiling import Tiling
from tactics.rules.ground import walking_steps
from tactics.rulesets.dfrpg.board import cells_of, grid_of, lies, switch
from tactics.rulesets.dfrpg.facing import prices
from tactics.rulesets.dfrpg.figures import FEET_PER_YARD, meets
from tactics.world.board import Board
from tactics.world.creature import Creature
from tactics.world.lately import Lately
from tactics.world.world import World

KEY = 2
"""Keys of `tactics.geometry.steps` count half squares: so many for each degree of the ground, and for none."""

DEEP = 9
"""The degree of water too deep to wade, above all that rough ground, stairs and shallow water add up to."""

STAIRS = "incline"
"""The surface of stairs and slopes."""


@dataclass(frozen=True, slots=True)
class Footing:
    """The ground for figures of one footprint and height.

    Attributes:
        steps: legality and degree of steps.
        leave: by direction, the cells from which a step is legal, for each degree of the ground entered.
        shifts: by direction, how far a step moves the bit of a cell.
        window: the whole board, which numbers the bits.
    """

    steps: Steps
    leave: tuple[tuple[tuple[int, int], ...], ...]
    shifts: tuple[int, ...]
    window: Window

    def degree(self, direction: int, square: Square) -> int | None:
        """The degree of the ground that a step enters, None where it is illegal."""
        bit = self.window.bit(square)
        return next((degree for degree, cells in self.leave[direction] if cells & bit), None)


@dataclass(frozen=True, slots=True)
class Going:
    """What one figure meets on its way.

    Attributes:
        creature: who moves.
        grid: the board.
        footing: its ground.
        stops: where an upright enemy ends the move.
        held: where an upright friend stands, so that no move ends there.
        obstructed: cells with so many allies and bodies in them, for each number from 1.
    """

    creature: Creature
    grid: Tiling
    footing: Footing
    stops: int
    held: int
    obstructed: tuple[tuple[int, int], ...]

    @property
    def start(self) -> Square:
        """Where it stands."""
        return self.creature.space.anchor

    def bit(self, square: Square) -> int:
        """The bit of a position of its top left cell."""
        return self.footing.window.bit(square)

    def free(self, here: Square, there: Square) -> bool:
        """Whether a step between neighbours is open for it, whoever stands there.

        Source: dfrpg.grid.diagonal_cost
        """
        direction = self.grid.direction(here, there)
        return direction is not None and self.footing.degree(direction, here) is not None

    def obstructions(self, square: Square) -> int:
        """How many allies and bodies are in the way of its coming there."""
        bit = self.bit(square)
        return next((count for count, cells in self.obstructed if cells & bit), 0)


def going_of(world: World, creature: Creature) -> Going:
    """What a figure meets on its way.

    An ally is an obstruction and so is a body, whoever it was; an upright enemy stops those who enter its cell. Nobody
    hinders a figure where it stands already.

    Source: dfrpg.movement.terrain, dfrpg.movement.occupied
    """
    known = _GOINGS.get(world)
    if known is None:
        known = _GOINGS.put(world, {})
    if creature.id not in known:
        known[creature.id] = _going(world, creature)
    return known[creature.id]


_GOINGS: Lately[World, dict[str, Going]] = Lately()


def _going(world: World, creature: Creature) -> Going:
    space = creature.space
    footprint = (space.width, space.height)
    height_ft = prices().tall_yd * FEET_PER_YARD * space.width
    grid = grid_of(world)
    footing = _footing(world.board, grid, footprint, height_ft, switch(world, "corner_cutting") is True)
    own = frozenset(space.squares())
    stops = held = 0
    counts: list[int] = []
    for other in world.creatures:
        if other.id == creature.id or not meets(world, creature, other):
            continue
        upright = not lies(other)
        if upright and other.side != creature.side:
            stops |= footing.window.covering([one for one in cells_of(other) if one not in own], footprint)
            continue
        cells = footing.window.covering(cells_of(other), footprint)
        held |= cells if upright else 0
        _count(counts, cells)
    obstructed = tuple((number, cells) for number, cells in enumerate(counts, 1) if cells)
    return Going(creature, grid, footing, stops, held, obstructed)


def _count(counts: list[int], cells: int) -> None:
    """Move cells up by one in the sets of cells with 1, 2 ... obstructions."""
    risen = [known & cells for known in counts]
    first = cells
    counts.append(0)
    for number, rising in enumerate(risen):
        counts[number] ^= rising
        first &= ~rising
    for number, rising in enumerate(risen, 1):
        counts[number] |= rising
    counts[0] |= first


def _footing(board: Board, grid: Tiling, footprint: tuple[int, int], height_ft: int, cutting: bool) -> Footing:
    """What was found about a board is kept in it.

    Source: dfrpg.movement.terrain, dfrpg.grid.diagonal_cost
    """
    key = (_footing, grid, footprint, height_ft, cutting)
    found: Footing | None = board.found.get(key)
    if found is None:
        found = board.found[key] = _made_footing(board, grid, footprint, height_ft, cutting)
    return found


def _made_footing(board: Board, grid: Tiling, footprint: tuple[int, int], height_ft: int, cutting: bool) -> Footing:
    levels = tuple(KEY * (1 + degree) for degree in range(DEEP + 1))
    # A low wall is an obstruction like a cell of bad ground.
    costs = MoveCosts(levels, levels, low_wall=KEY, corner_cutting=cutting)
    steps = walking_steps(board, costs, footprint, rougher=_rougher(board, height_ft))
    window = Window(0, 0, board.width, board.height)
    here = Square(0, 0)
    offsets = [(there.x - here.x, there.y - here.y) for there in grid.neighbours(here)]
    leave = tuple(tuple(_leaving(steps, window, DIRECTIONS.index(offset))) for offset in offsets)
    return Footing(steps, leave, tuple(dx + dy * board.width for dx, dy in offsets), window)


def _leaving(steps: Steps, window: Window, number: int) -> Iterator[tuple[int, int]]:
    keys = steps.keys[number]
    for key in sorted({int(one) for one in keys.flat if one}):
        rows, columns = (keys == key).nonzero()
        squares = [Square(x, y) for x, y in zip(columns.tolist(), rows.tolist(), strict=True)]
        yield min(key // KEY - 1, DEEP), window.holding(squares)


def _rougher(board: Board, height_ft: int) -> Iterator[Square]:
    """Squares of stairs and water, once for each degree they are harder than the map says."""
    for y in range(board.height):
        for x in range(board.width):
            square = Square(x, y)
            ground = board.at(square)
            degrees = int(ground.surface == STAIRS)
            if ground.depth_ft:
                degrees += 1 if ground.depth_ft * prices().shallow <= height_ft else DEEP
            yield from (square for _ in range(degrees))
