"""Light on the board, as the rule system counts it."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import UNIT, Square
from tactics.render.displaylist import Circle, Hatch, Item
from tactics.render.regions import fill
from tactics.render.terrain import tile_side
from tactics.render.view import View
from tactics.rules.registry import book
from tactics.world.board import LIGHTS, Board, Lamp
from tactics.world.world import World

_KEPT: WeakKeyDictionary[Board, dict[str, npt.NDArray[np.uint8]]] = WeakKeyDictionary()


def light_items(world: World, view: View) -> list[Item]:
    """Dim and dark squares, told apart by shade and hatch, and the lamps."""
    theme, cell = view.theme, view.cell
    window = view.shown(world.board)
    levels = light_levels(world, view.system or world.rulesets[0])
    part = levels[window.y : window.y + window.height, window.x : window.x + window.width]
    items: list[Item] = []
    for level, opacity, hatch in (("dim", "40", "dots"), ("dark", "80", "rise")):
        rows, columns = np.nonzero(part == LIGHTS.index(level))
        if len(rows):
            squares = [Square(int(x) + window.x, int(y) + window.y) for x, y in zip(columns, rows, strict=True)]
            marks = Hatch(hatch, theme.shade + "70", tile_side(view), view.line(0.03))
            items.append(fill(squares, cell, theme.shade + opacity, marks))
    for lamp in world.board.lamps:
        x, y = view.spot(lamp.at)
        items += [Circle(x, y, cell * 0.16, theme.chosen + "44"), Circle(x, y, cell * 0.08, theme.chosen)]
    return items


def light_levels(world: World, system: str) -> npt.NDArray[np.uint8]:
    """How light every square is by a rule system.

    Returns:
        ``uint8[y, x]``, index into `tactics.world.board.LIGHTS`, read-only; kept as long as the board is.
    """
    kept = _KEPT.setdefault(world.board, {})
    if system not in kept:
        kept[system] = _levels(world, system)
        kept[system].flags.writeable = False
    return kept[system]


def _levels(world: World, system: str) -> npt.NDArray[np.uint8]:
    board = world.board
    own = [LIGHTS.index(LIGHTS[0] if kind.hole else kind.light or board.ambient) for kind in board.kinds]
    levels: npt.NDArray[np.uint8] = np.array(own, np.uint8)[board.terrain]
    if board.lamps:
        judge = book(system)
        for y, x in zip(*np.nonzero(levels), strict=True):
            square = Square(int(x), int(y))
            if any(_may_light(lamp, square) for lamp in board.lamps):
                levels[y, x] = LIGHTS.index(judge.light_at(world, square))
    return levels


def _may_light(lamp: Lamp, square: Square) -> bool:
    """Whether a square is anywhere near a lamp's light; the rule system says the rest."""
    most = max(lamp.dim_sq, 2 * lamp.bright_sq) + 1
    return max(abs(square.x - lamp.at.x // UNIT), abs(square.y - lamp.at.y // UNIT)) <= most
