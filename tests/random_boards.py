"""Small random positions for the geometry tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

import numpy as np

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.geometry.trace import Obstacle
from tactics.world.board import FLOOR, Board, Terrain, Wall
from tactics.world.world import World

ALL = frozenset({"movement", "sight", "effect"})
SOLID = Terrain("wall", ALL, "solid")


def wall(*points: tuple[float, float], group: int = 0, one_way: str = "") -> list[Wall]:
    """A polyline of ordinary wall through points in squares."""
    corners = [Point(round(x * UNIT), round(y * UNIT)) for x, y in points]
    return [Wall(a, b, "wall", "", ALL, "solid", group, one_way) for a, b in pairwise(corners)]


def position(width: int, height: int, solid: Iterable[tuple[int, int]] = (), walls: Sequence[Wall] = ()) -> World:
    """A position without creatures."""
    terrain = np.zeros((height, width), np.uint8)
    for x, y in solid:
        terrain[y, x] = 1
    return World(Board((FLOOR, SOLID), terrain, tuple(walls)))


def random_squares(dice: Random, width: int, height: int, density: float) -> list[Square]:
    return [Square(x, y) for y in range(height) for x in range(width) if dice.random() < density]


def random_walls(dice: Random, width: int, height: int, most: int, step: int = UNIT) -> list[Wall]:
    """Single pieces of wall between lattice points that are multiples of a step; some of them one-way."""
    walls = []
    for group in range(dice.randint(0, most)):
        ends = [
            Point(dice.randint(0, width * UNIT // step) * step, dice.randint(0, height * UNIT // step) * step)
            for _ in range(2)
        ]
        if ends[0] != ends[1]:
            one_way = dice.choice(["", "", "", "left", "right"])
            walls.append(Wall(ends[0], ends[1], "wall", "", ALL, "solid", group, one_way))
    return walls


def random_space(dice: Random, width: int, height: int) -> Space:
    columns, rows = dice.choice([(1, 1), (1, 1), (2, 2), (2, 1), (1, 2)])
    return Space(dice.randint(0, width - columns), dice.randint(0, height - rows), columns, rows)


def as_obstacle(one: Wall) -> Obstacle:
    return Obstacle((one.start, one.end), "wall", one_way=one.one_way, blocks=one.blocks)


def square_obstacle(square: Square, kind: str = "square") -> Obstacle:
    left, top = square.x * UNIT, square.y * UNIT
    right, bottom = left + UNIT, top + UNIT
    return Obstacle((Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)), kind, blocks=ALL)
