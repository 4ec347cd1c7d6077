"""What of a position casts shadows for one kind of line."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import UNIT, Square
from tactics.geometry.grid import block_corners
from tactics.geometry.scene import Scene
from tactics.geometry.trace import Obstacle, Stops

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Casters:
    """Everything that stops one kind of line, ready to cast shadows.

    Attributes:
        width, height: size of the board in squares.
        corners: `int64[n, 4]`: left, top, right and bottom of solid squares joined to rectangles; then those of
            bodies; then both ends of thin walls.
        squares: how many of them are joined squares.
        walls: the walls.
    """

    width: int
    height: int
    corners: Ints
    squares: int
    walls: tuple[Obstacle, ...]

    @property
    def blocks(self) -> int:
        """How many are rectangles; the walls are counted on from there."""
        return len(self.corners) - len(self.walls)

    def obstacle(self, index: int) -> Obstacle:
        """A rectangle of squares, or a wall."""
        if index >= self.blocks:
            return self.walls[index - self.blocks]
        left, top, right, bottom = (int(one) // UNIT for one in self.corners[index])
        return Obstacle(block_corners(left, top, right - left, bottom - top), "square")


def casters_of(
    scene: Scene, stops: Stops, *, bodies: Sequence[Obstacle] = (), without: Collection[Square] = ()
) -> Casters:
    """What of a position stops one kind of line.

    Args:
        scene: the position.
        stops: which obstacles stop a line that runs through them; of squares it is asked once for each terrain.
        bodies: creatures in the way, asked about like everything else.
        without: squares whose terrain is not in the way.
    """
    squares = scene.joined_squares(stops, without)
    outlines = [(*one.corners[0], *one.corners[2]) for one in bodies if stops(one)]
    walls = tuple(one for one in scene.walls if stops(one))
    ends = [(*one.corners[0], *one.corners[1]) for one in walls]
    corners = np.array([*squares, *outlines, *ends], np.int64).reshape(-1, 4)
    return Casters(scene.width, scene.height, corners, len(squares), walls)


def loose_casters(
    scene: Scene, stops: Stops, *, bodies: Sequence[Obstacle] = (), without: Collection[Square] = ()
) -> Casters:
    """Squares and bodies that stop only lines through their insides, and never pinch one; arguments as before."""
    outlines = [(*one.corners[0], *one.corners[2]) for one in bodies]
    corners = np.array([*scene.single_squares(stops, without), *outlines], np.int64).reshape(-1, 4)
    return Casters(scene.width, scene.height, corners, 0, ())


def thickened(casters: Casters) -> Casters:
    """Boxes around everything, a hair greater, so that they stop every line that as much as touches something."""
    one, other = casters.corners[:, :2], casters.corners[:, 2:]
    corners = np.concatenate((np.minimum(one, other) - 1, np.maximum(one, other) + 1), axis=1)
    return Casters(casters.width, casters.height, corners, 0, ())
