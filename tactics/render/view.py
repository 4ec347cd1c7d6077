"""How a board is to be drawn. Board items are in the board's own frame: square x, y starts at x * cell, y * cell."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space
from tactics.render.displaylist import Spot
from tactics.render.palette import DARK, Theme
from tactics.world.board import Board


@dataclass(frozen=True, slots=True)
class View:
    """What to draw of a board and how big.

    Attributes:
        cell: side of a square in sheet units.
        theme: colours.
        window: the squares to draw; None for all.
        system: the rule system whose conditions the tokens show; "" for the first of the position.
        coordinates: letters and numbers along the edges.
        grid: lines between the squares.
    """

    cell: float = 56.0
    theme: Theme = DARK
    window: Space | None = None
    system: str = ""
    coordinates: bool = True
    grid: bool = True

    def shown(self, board: Board) -> Space:
        """The squares that are drawn, never more than the board has."""
        if self.window is None:
            return Space(0, 0, board.width, board.height)
        left, top = max(0, self.window.x), max(0, self.window.y)
        right = min(board.width, self.window.x + self.window.width)
        bottom = min(board.height, self.window.y + self.window.height)
        return Space(left, top, max(1, right - left), max(1, bottom - top))

    def spot(self, point: Point) -> Spot:
        """Where a lattice point is drawn."""
        return point[0] * self.cell / UNIT, point[1] * self.cell / UNIT

    def line(self, share: float = 0.045, least: float = 1.0) -> float:
        """Width of a stroke that grows with the squares."""
        return max(least, round(self.cell * share * 2) / 2)
