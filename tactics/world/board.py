"""The ground: terrain squares, thin walls, light and height."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import Point, Square

MOVEMENT, SIGHT, EFFECT = "movement", "sight", "effect"
BLOCKABLE = (MOVEMENT, SIGHT, EFFECT)
"""What an obstacle can block, independently of each other."""

COVERS = ("none", "solid", "object", "low", "window", "arrow_slit", "portcullis", "extreme")
"""Kinds of shelter a square or a wall offers; what each is worth is the rulebooks' business.

``solid`` stops lines like a wall, ``object`` is a thing inside its square (tree, pillar), ``low`` reaches half a
creature's height, ``window``/``portcullis``/``arrow_slit`` are openings, ``extreme`` shelters like a slit from
every side.
"""

LIGHTS = ("bright", "dim", "dark")


@dataclass(frozen=True, slots=True)
class Terrain:
    """What fills one kind of square.

    Attributes:
        id: stable English id (``floor``, ``wall``, ``difficult`` ...).
        blocks: members of `BLOCKABLE` this square stops.
        cover: one of `COVERS`.
        difficulty: 0 plain, 1 difficult, 2 greater difficult.
        obscurement: 0 clear, 1 light, 2 heavy.
        hazardous: entering it hurts.
        hole: there is no square here at all (outside the map in the middle of it).
        ground_z_ft: height of the ground in feet.
        light: the square's own light when it differs from the board's, else "".
        top_ft: how high the obstacle reaches above its ground; None for all the way up.
        shelters_up_to: the biggest size id it can shelter, "" for every size.
        damage: dice text of what entering it does, "" when the map does not say.
        damage_type: what kind of damage that is.
        depth_ft: how deep the water is, 0 for dry ground; `ground_z_ft` is the height of its surface.
        surface: narrow, uneven or incline where one has to balance or climb, "" for firm ground.
        dc: of the check to move there, 0 for the usual one; of water: that it is rough.
    """

    id: str
    blocks: frozenset[str] = frozenset()
    cover: str = "none"
    difficulty: int = 0
    obscurement: int = 0
    hazardous: bool = False
    hole: bool = False
    ground_z_ft: int = 0
    light: str = ""
    top_ft: int | None = None
    shelters_up_to: str = ""
    damage: str = ""
    damage_type: str = ""
    depth_ft: int = 0
    surface: str = ""
    dc: int = 0

    @property
    def solid(self) -> bool:
        """Whether it fills its square: nothing passes, the corner may not be cut."""
        return self.hole or {MOVEMENT, EFFECT} <= self.blocks


FLOOR = Terrain("floor")


@dataclass(frozen=True, slots=True)
class Wall:
    """One straight piece of a thin wall, or of what is built into one.

    Attributes:
        start, end: ends on the lattice, different points.
        kind: wall, low_wall, window, arrow_slit, portcullis, curtain, door or force.
        state: open, closed or locked for doors, else "".
        blocks: members of `BLOCKABLE` it stops in its present state.
        cover: one of `COVERS`, in its present state.
        group: number of the polyline (``map.walls[group]``) it is a piece of.
        one_way: "" blocks from both sides; "left" or "right" blocks only what comes from that side, seen
            from `start` towards `end` (y runs down).
        glazed: a window with glass in it.
        top_ft: how high it reaches above the floor; None for all the way up.
        name: what its author calls it, "" for its kind.
    """

    start: Point
    end: Point
    kind: str
    state: str
    blocks: frozenset[str]
    cover: str
    group: int
    one_way: str = ""
    glazed: bool = False
    top_ft: int | None = None
    name: str = ""

    @property
    def solid(self) -> bool:
        """Whether nothing passes it, so that a corner it makes may not be cut."""
        return {MOVEMENT, EFFECT} <= self.blocks


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light source: bright within one radius of its point, dim out to another."""

    at: Point
    bright_sq: int
    dim_sq: int


@dataclass(frozen=True, slots=True)
class Picture:
    """A map picture behind the board: an encoded PNG or WEBP file."""

    data: bytes
    pixels_per_square: float


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Board:
    """The ground everything stands on.

    Attributes:
        kinds: the kinds of square in use.
        terrain: `uint8[y, x]`, index into `kinds`, read-only.
        walls: thin walls in file order.
        ambient: light of the board without lamps, one of `LIGHTS`.
        lamps: light sources.
        picture: map picture drawn behind the squares.
        width, height: columns and rows.
        level: whether all ground is at height 0.
        found: what was worked out about it, see `tactics.world.kept`.
    """

    kinds: tuple[Terrain, ...]
    terrain: npt.NDArray[np.uint8]
    walls: tuple[Wall, ...] = ()
    ambient: str = "bright"
    lamps: tuple[Lamp, ...] = ()
    picture: Picture | None = None
    width: int = field(init=False)
    height: int = field(init=False)
    level: bool = field(init=False)
    found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)
    _codes: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.terrain.flags.writeable = False
        height, width = self.terrain.shape
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "level", not any(kind.ground_z_ft for kind in self.kinds))
        object.__setattr__(self, "_codes", self.terrain.tobytes())

    def inside(self, square: Square) -> bool:
        """Whether the square lies on the board."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def at(self, square: Square) -> Terrain:
        """The terrain of a square of the board.

        Raises:
            IndexError: the square is off the board.
        """
        x, y = square
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(square)
        return self.kinds[self._codes[y * self.width + x]]

    def solid(self, square: Square) -> bool:
        """Whether the square is filled; everything outside the board is."""
        return not self.inside(square) or self.at(square).solid
