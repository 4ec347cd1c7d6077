"""Where the board lies on the screen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.world.board import Board

LEAST_CELL, MOST_CELL = 6, 160
FITTED_MOST = 96
"""A small board is not blown up beyond this when it is fitted."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the screen in pixels."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: float, y: float) -> bool:
        """Whether a pixel lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Camera:
    """The board's place on the screen.

    Attributes:
        area: the part of the screen the board is seen through.
        x, y: pixel where the board's top left corner comes, relative to the area.
        cell: side of a square in pixels.
    """

    area: Area
    x: int
    y: int
    cell: int

    @classmethod
    def fitting(cls, board: Board, area: Area, margin: int) -> Camera:
        """The whole board in the middle of the area, with room for coordinates."""
        across = (area.width - 2 * margin) // board.width
        down = (area.height - 2 * margin) // board.height
        cell = max(LEAST_CELL, min(FITTED_MOST, across, down))
        return cls(area, (area.width - board.width * cell) // 2, (area.height - board.height * cell) // 2, cell)

    def panned(self, dx: int, dy: int) -> Camera:
        """Moved by pixels."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def zoomed(self, steps: int, x: float, y: float) -> Camera:
        """Bigger or smaller, with the spot under a pixel of the screen staying there."""
        cell = self.cell
        for _ in range(abs(steps)):
            cell = max(cell + 1, round(cell * 1.15)) if steps > 0 else min(cell - 1, round(cell / 1.15))
        cell = max(LEAST_CELL, min(MOST_CELL, cell))
        inside_x, inside_y = x - self.area.x, y - self.area.y
        return replace(
            self,
            x=round(inside_x - (inside_x - self.x) * cell / self.cell),
            y=round(inside_y - (inside_y - self.y) * cell / self.cell),
            cell=cell,
        )

    def through(self, area: Area) -> Camera:
        """Seen through another part of the screen, the middle staying in the middle."""
        return replace(
            self,
            area=area,
            x=self.x + (area.width - self.area.width) // 2,
            y=self.y + (area.height - self.area.height) // 2,
        )

    def kept_near(self, board: Board) -> Camera:
        """Pulled back so that some of the board is always to be seen."""
        spare = 2 * self.cell
        least_x, most_x = spare - board.width * self.cell, self.area.width - spare
        least_y, most_y = spare - board.height * self.cell, self.area.height - spare
        return replace(
            self,
            x=max(min(least_x, most_x), min(max(least_x, most_x), self.x)),
            y=max(min(least_y, most_y), min(max(least_y, most_y), self.y)),
        )

    def showing(self, square: Square) -> Camera:
        """Moved just enough for a square to be seen whole."""
        left, top = self.x + square.x * self.cell, self.y + square.y * self.cell
        dx = max(0, -left) - max(0, left + self.cell - self.area.width)
        dy = max(0, -top) - max(0, top + self.cell - self.area.height)
        return self.panned(dx, dy)

    def window(self, board: Board) -> Space:
        """The squares of the board that can be seen, at least one."""
        left = min(max(0, -self.x // self.cell), board.width - 1)
        top = min(max(0, -self.y // self.cell), board.height - 1)
        right = min(board.width, -(-(self.area.width - self.x) // self.cell))
        bottom = min(board.height, -(-(self.area.height - self.y) // self.cell))
        return Space(left, top, max(1, right - left), max(1, bottom - top))

    def square_at(self, x: float, y: float) -> Square:
        """The square under a pixel of the screen; it may lie off the board."""
        return Square(
            int((x - self.area.x - self.x) // self.cell),
            int((y - self.area.y - self.y) // self.cell),
        )

    def place_at(self, x: float, y: float) -> tuple[float, float]:
        """The place on the board under a pixel of the screen, in squares with fractions."""
        return (x - self.area.x - self.x) / self.cell, (y - self.area.y - self.y) / self.cell

    def corner_at(self, x: float, y: float) -> Point:
        """The corner of a square nearest to a pixel of the screen."""
        return Point(
            round((x - self.area.x - self.x) / self.cell) * UNIT, round((y - self.area.y - self.y) / self.cell) * UNIT
        )

    def spot(self, square: Square) -> tuple[int, int]:
        """The pixel of the screen in the middle of a square."""
        return (
            self.area.x + self.x + square.x * self.cell + self.cell // 2,
            self.area.y + self.y + square.y * self.cell + self.cell // 2,
        )
