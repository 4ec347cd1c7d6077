"""The cover lines from one attacker to every square of the board at once.

Plain obstacles decide most squares together. The rest, where something asks for a closer look, is judged one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import UNIT, Square
from tactics.core.space import Space
from tactics.geometry.casters import casters_of, loose_casters, thickened
from tactics.geometry.scene import scene_of
from tactics.geometry.seen import seen_squares
from tactics.geometry.shadow import blocked_corners, blocked_lines
from tactics.geometry.trace import Obstacle, Stops
from tactics.rules.book import Case
from tactics.rules.verdict import Value
from tactics.world.board import EFFECT
from tactics.world.world import World

Counts = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a book looks at the obstacles of a position; the answers hold for all squares of a terrain.

    Attributes:
        solid: what stops a line that runs through it, and pinches one together with another.
        hinders: squares that stop only lines through their inside.
        unclear: everything else that may matter for cover, so that squares behind or beside it are judged singly.
        bodies: creatures in the way.
        touch: the reading of line of effect, see `tactics.geometry.effect.clear_segment`.
    """

    solid: Stops
    hinders: Stops
    unclear: Stops
    bodies: Sequence[Obstacle]
    touch: str


@dataclass(frozen=True, slots=True, eq=False)
class CoverLines:
    """Cover lines from a space to all squares.

    Attributes:
        seen: `bool[y, x]`, whether there is line of effect.
        solid: `uint8[corner, y, x]`, for each lattice corner of the space, row by row, how many of the lines to the
            four corners of a square are stopped by solids.
        hindered: the same with hindering squares and bodies.
        unclear: `bool[y, x]`, squares that have to be judged singly.
    """

    seen: Bools
    solid: Counts
    hindered: Counts
    unclear: Bools


def cover_lines(world: World, source: Space, reading: Reading) -> CoverLines:
    """Draw all lines.

    Args:
        world: the position.
        source: the attacker's space.
        reading: what the obstacles are to the book.
    """
    scene, corners, own = scene_of(world), list(source.lattice_corners()), tuple(source.squares())
    solid = blocked_lines(casters_of(scene, reading.solid, without=own), corners)
    loose = loose_casters(scene, reading.hinders, bodies=reading.bodies, without=own)
    hindered = solid | blocked_lines(loose, corners)
    touching = blocked_lines(thickened(casters_of(scene, reading.unclear, without=own)), corners)
    seen = seen_squares(scene, source, touch=reading.touch)
    unclear = blocked_corners(touching).any(axis=0) | _singular(world, source, reading)
    return CoverLines(seen, blocked_corners(solid), blocked_corners(hindered), unclear)


def _singular(world: World, source: Space, reading: Reading) -> Bools:
    """Squares that are no plain targets: beside the attacker, occupied, or with an obstacle of their own."""
    scene = scene_of(world)
    singular = np.zeros((scene.height, scene.width), np.bool_)
    singular[_slices(Space(source.x - 1, source.y - 1, source.width + 2, source.height + 2))] = True
    for body in reading.bodies:
        singular[_slices(world.creature(body.creature).space)] = True
    for x, y in _own_obstacles(world, reading):
        singular[y, x] = True
    return singular


def _slices(space: Space) -> tuple[slice, slice]:
    bottom, right = max(space.y + space.height, 0), max(space.x + space.width, 0)
    return slice(max(space.y, 0), bottom), slice(max(space.x, 0), right)


def _own_obstacles(world: World, reading: Reading) -> list[tuple[int, int]]:
    """Squares with an obstacle in them that does not keep line of effect out anyway."""

    def matters(obstacle: Obstacle) -> bool:
        return EFFECT not in obstacle.blocks and (
            reading.solid(obstacle) or reading.hinders(obstacle) or reading.unclear(obstacle)
        )

    return [(box.left // UNIT, box.top // UNIT) for box in scene_of(world).single_squares(matters)]


def by_square(case: Case, lines: CoverLines, grades: npt.NDArray[np.str_], total: str) -> Mapping[Square, Value]:
    """The cover of every square.

    Args:
        case: the question, without a target.
        lines: the lines.
        grades: `str[y, x]`, what they come to where nothing is unclear.
        total: the grade of squares without line of effect.
    """
    values = np.where(lines.seen, grades, total).tolist()
    unclear = (lines.seen & lines.unclear).tolist()
    found: dict[Square, Value] = {}
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            square = Square(x, y)
            found[square] = case.book.judge_square(case.world, case.question, square) if unclear[y][x] else value
    return found
