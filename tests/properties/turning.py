"""Turned, mirrored and moved positions and questions: what they say must not change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.rules.question import DIRECTIONS, Question
from tactics.world.board import Terrain, Wall
from tactics.world.world import World

ROCK = Terrain("wall", frozenset({"movement", "sight", "effect"}), "solid")
_NAMES = {step: name for name, step in DIRECTIONS.items()}
_OTHER_SIDE = {"": "", "left": "right", "right": "left"}


@dataclass(frozen=True)
class Turn:
    """A symmetry of a board: mirrored left to right, turned by quarters, then set into a bigger one.

    Attributes:
        width, height: of the board before.
        mirrored: left and right change places.
        quarters: turns to the right.
        shift: columns and rows of rock on each side of the new board.
    """

    width: int
    height: int
    mirrored: bool = False
    quarters: int = 0
    shift: tuple[int, int] = (0, 0)

    def point(self, point: Point) -> Point:
        x, y = point
        width, height = self.width * UNIT, self.height * UNIT
        if self.mirrored:
            x = width - x
        for _ in range(self.quarters):
            x, y = height - y, x
            width, height = height, width
        return Point(x + self.shift[0] * UNIT, y + self.shift[1] * UNIT)

    def step(self, step: tuple[int, int]) -> tuple[int, int]:
        dx, dy = (-step[0], step[1]) if self.mirrored else step
        for _ in range(self.quarters):
            dx, dy = -dy, dx
        return dx, dy

    def space(self, space: Space) -> Space:
        ends = [self.point(space.outer_corners()[n]) for n in (0, 3)]
        (left, right), (top, bottom) = (sorted(one[axis] // UNIT for one in ends) for axis in (0, 1))
        return Space(left, top, right - left, bottom - top)

    def square(self, square: Square) -> Square:
        return self.space(Space(square[0], square[1], 1, 1)).anchor

    def squares(self, squares: Iterable[Square]) -> frozenset[Square]:
        return frozenset(self.square(one) for one in squares)

    def anchor(self, space: Space, at: Square) -> Square:
        """Where the top left square of a space goes when the space stands at a square."""
        return self.space(space.at(at)).anchor

    def place(self, place: Any) -> Any:
        if isinstance(place, Square):
            return self.square(place)
        return self.point(place) if isinstance(place, Point) else place

    def wall(self, wall: Wall) -> Wall:
        one_way = _OTHER_SIDE[wall.one_way] if self.mirrored else wall.one_way
        return replace(wall, start=self.point(wall.start), end=self.point(wall.end), one_way=one_way)

    def world(self, world: World) -> World:
        board = world.board
        grid = np.array(board.terrain)
        if self.mirrored:
            grid = grid[:, ::-1]
        grid = np.rot90(grid, -self.quarters)
        columns, rows = self.shift
        kinds = board.kinds
        if columns or rows:
            kinds = (*kinds, ROCK)
            grid = np.pad(grid, ((rows, rows), (columns, columns)), constant_values=len(kinds) - 1)
        walls = tuple(self.wall(one) for one in board.walls)
        lamps = tuple(replace(one, at=self.point(one.at)) for one in board.lamps)
        turned = replace(board, kinds=kinds, terrain=np.ascontiguousarray(grid), walls=walls, lamps=lamps)
        creatures = tuple(replace(one, space=self.space(one.space)) for one in world.creatures)
        return replace(world, board=turned, creatures=creatures)

    def question(self, world: World, question: Question) -> Question:
        """The same question of the turned position."""
        mover = world.creature(question.who).space if question.who else Space(0, 0, 1, 1)
        to = question.to
        if question.ask == "path_cost" and isinstance(to, Square):
            to = self.anchor(mover, to)
        return replace(
            question,
            source=self.place(question.source),
            to=to if question.ask == "path_cost" else self.place(to),
            origin=self.place(question.origin),
            path=tuple(self.anchor(mover, one) for one in question.path),
            squares=tuple(self.square(one) for one in question.squares),
            direction=None if question.direction is None else _NAMES[self.step(DIRECTIONS[question.direction])],
            at=None if question.at is None else self._block(question.at, question.size or 1),
        )

    def _block(self, at: Square, side: int) -> Square:
        return self.space(Space(at[0], at[1], side, side)).anchor


def turns(world: World) -> list[Turn]:
    """All eight symmetries of a position's board, the one that changes nothing first."""
    width, height = world.board.width, world.board.height
    return [Turn(width, height, mirrored, quarters) for mirrored in (False, True) for quarters in range(4)]
