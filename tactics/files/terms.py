"""The words and units a scenario file may use."""

from __future__ import annotations

from typing import Literal, get_args

System = Literal["pf1", "pf2e", "dnd4e", "dfrpg"]
Size = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]
Stature = Literal["tall", "long"]
SpeedMode = Literal["walk", "fly", "swim", "climb", "burrow"]

WallKind = Literal["wall", "low_wall", "window", "arrow_slit", "portcullis", "curtain", "door", "force"]
DoorState = Literal["open", "closed", "locked"]
Blockable = Literal["movement", "sight", "effect"]
Surface = Literal["narrow", "uneven", "incline"]
Cover = Literal["none", "solid", "object", "low", "window", "arrow_slit", "portcullis", "extreme"]
Light = Literal["bright", "dim", "dark"]
OpenPortals = Literal["auto", "door", "window"]

Ask = Literal[
    "distance",
    "move_cost",
    "path_cost",
    "reachable",
    "threatened",
    "threatens",
    "cover",
    "concealment",
    "flanking",
    "line_of_effect",
    "line_of_sight",
    "area",
    "provokes",
    "legal",
    "modifiers",
]
Attack = Literal["melee", "reach", "ranged", "area"]
Mode = Literal["walk", "squeeze", "fly", "swim", "climb", "burrow"]
Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Shape = Literal[
    "burst",
    "spread",
    "cone",
    "line",
    "emanation",
    "cylinder",
    "close_burst",
    "close_blast",
    "area_burst",
    "wall",
]

SYSTEMS: tuple[System, ...] = get_args(System)

MAP_SYSTEMS: tuple[System, ...] = ("pf1", "pf2e", "dnd4e")
"""Who judges a file that names no rule system: a bare map."""

PER_SQUARE: dict[str, int] = {"pf1": 5, "pf2e": 5, "dnd4e": 1, "dfrpg": 1}
"""Units of length in one square: feet, squares, yards."""

UNIT_NAME: dict[str, str] = {"pf1": "ft", "pf2e": "ft", "dnd4e": "squares", "dfrpg": "yd"}

FEET_PER_HEIGHT: dict[str, int] = {"pf1": 1, "pf2e": 1, "dnd4e": 1, "dfrpg": 5}
"""Feet in one unit of height; a yard is one square, and a square is taken as 5 ft everywhere."""

FEET_PER_SQUARE = 5

MAX_SIDE_SQ = 500
"""Most squares a map may have in a row or a column."""

MAX_PIECES = 20_000
"""Most straight pieces of thin wall a map may have."""

MAX_EXPECTATIONS = 10_000
