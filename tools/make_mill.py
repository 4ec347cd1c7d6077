"""Draw ``maps/old-mill.dd2vtt``, the Universal VTT map that comes with the program. Usage: python tools/make_mill.py

Everything about the map is in this file: what is built stands in squares below, the picture is painted from it.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

TARGET = Path(__file__).resolve().parents[1] / "maps" / "old-mill.dd2vtt"

WIDTH, HEIGHT = 22, 15
PIXELS = 36
ORIGIN = (3, 2)
"""Top left corner of what was exported, in the drawing the coordinates of the file belong to."""

Line = Sequence[tuple[float, float]]
Mask = npt.NDArray[np.bool_]
Plane = npt.NDArray[np.float64]

HOUSE: Line = ((7.35, 4.25), (15.4, 4.25), (15.4, 10.6), (7.35, 10.6))
WEST, NORTH, EAST, SOUTH = 7.35, 4.25, 15.4, 10.6

WINDOW: Line = ((WEST, 6.15), (WEST, 6.9))
SOUTH_DOOR: Line = ((10.9, SOUTH), (12.1, SOUTH))
EAST_DOOR: Line = ((EAST, 6.9), (EAST, 8.1))

WALLS: tuple[Line, ...] = (
    (WINDOW[0], (WEST, NORTH), (EAST, NORTH), EAST_DOOR[0]),
    (EAST_DOOR[1], (EAST, SOUTH), SOUTH_DOOR[1]),
    (SOUTH_DOOR[0], (WEST, SOUTH), WINDOW[1]),
    ((12.25, NORTH), (12.25, 6.6)),
    ((12.25, 8.4), (12.25, 9.1)),
)
CAVE: tuple[Line, ...] = (
    ((16.9, 0.0), (16.4, 0.8), (16.7, 1.5), (16.2, 2.2), (16.6, 2.9)),
    ((17.6, 4.2), (18.3, 4.75), (19.2, 4.4), (19.9, 5.2), (20.8, 4.9), (22.0, 5.6)),
)
"""Both sides of a cave in the hill; between them lies its mouth."""

MILLSTONE: Line = (
    (9.4, 7.35),
    (10.2, 7.35),
    (10.7, 7.85),
    (10.7, 8.65),
    (10.2, 9.15),
    (9.4, 9.15),
    (8.9, 8.65),
    (8.9, 7.85),
)
LAMPS: tuple[tuple[float, float, float], ...] = ((9.5, 5.5, 6.0), (19.5, 2.5, 4.0))
"""Where lamps hang, and how far they shine."""

PALETTE = (
    (74, 92, 58), (82, 101, 63), (68, 85, 54),  # grass
    (60, 88, 112), (70, 101, 126),  # brook
    (128, 110, 80), (138, 120, 88),  # path
    (122, 94, 66), (112, 85, 59), (96, 72, 50),  # planks and their joints
    (92, 88, 84), (82, 78, 75), (58, 52, 47),  # cave floor and rock
    (156, 152, 144), (120, 116, 110),  # millstone
    (70, 60, 50), (188, 176, 150),  # walls, door
)  # fmt: skip
GRASS, BROOK, PATH, PLANK, JOINT, CAVE_FLOOR, ROCK, STONE, WALL, DOOR = 0, 3, 5, 7, 9, 10, 12, 13, 15, 16


def inside(polygon: Line, x: Plane, y: Plane) -> Mask:
    """Which points lie inside a polygon."""
    found = np.zeros(x.shape, dtype=bool)
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if y1 != y2:
            found ^= ((y1 <= y) != (y2 <= y)) & (x < x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return found


def near(line: Line, x: Plane, y: Plane, width: float) -> Mask:
    """Which points lie within half a width of a polyline."""
    found = np.zeros(x.shape, dtype=bool)
    for (x1, y1), (x2, y2) in pairwise(line):
        dx, dy = x2 - x1, y2 - y1
        along = np.clip(((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy), 0, 1)
        found |= (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2 < (width / 2) ** 2
    return found


def paint() -> npt.NDArray[np.uint8]:
    """The picture as numbers of colours, [y, x]."""
    y, x = (np.mgrid[0 : HEIGHT * PIXELS, 0 : WIDTH * PIXELS] + 0.5) / PIXELS
    blotch = np.sin(x * 2.1 + np.sin(y * 1.3) * 2) + np.sin(y * 2.7 + np.sin(x * 0.9) * 2)
    picture = np.where(blotch > 0.9, GRASS + 1, np.where(blotch < -0.9, GRASS + 2, GRASS))
    brook = np.abs(x - 3.6 - 0.8 * np.sin(y * 0.45) - 0.15 * np.sin(y * 1.9))
    picture[brook < 1.05] = BROOK
    picture[brook < 0.6] = BROOK + 1
    path = near(((11.5, 15), (11.5, 12.5), (11.5, 10.6)), x, y, 1.5) | near(
        ((15.4, 7.5), (17.4, 6.2), (17.1, 3.5)), x, y, 1.2
    )
    picture[path] = np.where(blotch > 0, PATH, PATH + 1)[path]
    hill = inside((*CAVE[0], *CAVE[1], (22, 0)), x, y)
    picture[hill] = np.where(blotch > 0.2, CAVE_FLOOR, CAVE_FLOOR + 1)[hill]
    floor = inside(HOUSE, x, y)
    picture[floor] = np.where(np.floor(y * 2.5) % 2 == 0, PLANK, PLANK + 1)[floor]
    picture[floor & ((y * 2.5) % 1 < 0.08)] = JOINT
    stone = inside(MILLSTONE, x, y)
    picture[stone] = STONE
    picture[stone & (np.hypot(x - 9.8, y - 8.25) < 0.25)] = STONE + 1
    for line in (*WALLS, *CAVE):
        picture[near(line, x, y, 0.3)] = ROCK if line in CAVE else WALL
    for line in (WINDOW, SOUTH_DOOR, EAST_DOOR):
        picture[near(line, x, y, 0.16)] = DOOR
    return picture.astype(np.uint8)


def png(picture: npt.NDArray[np.uint8]) -> bytes:
    """A picture of palette colours as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width = picture.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    colours = bytes(value for colour in PALETTE for value in colour)
    body = (
        chunk(b"IHDR", header),
        chunk(b"PLTE", colours),
        chunk(b"IDAT", zlib.compress(rows, 9)),
        chunk(b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(body)


def place(x: float, y: float) -> dict[str, float]:
    """A point of the map as the file counts it."""
    return {"x": round(x + ORIGIN[0], 3), "y": round(y + ORIGIN[1], 3)}


def polyline(line: Line) -> list[dict[str, float]]:
    """A polyline of the map as the file counts it."""
    return [place(x, y) for x, y in line]


def portal(ends: Line, *, closed: bool) -> dict[str, Any]:
    """A door or a window between two points."""
    (x1, y1), (x2, y2) = ends
    turn = 0.0 if y1 == y2 else 1.570796
    middle = place((x1 + x2) / 2, (y1 + y2) / 2)
    return {"position": middle, "bounds": polyline(ends), "rotation": turn, "closed": closed, "freestanding": False}


def mill() -> dict[str, Any]:
    """The whole file."""
    lights = [
        {"position": place(x, y), "range": reach, "intensity": 1.0, "color": "ffffd9a0", "shadows": True}
        for x, y, reach in LAMPS
    ]
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": ORIGIN[0], "y": ORIGIN[1]},
            "map_size": {"x": WIDTH, "y": HEIGHT},
            "pixels_per_grid": PIXELS,
        },
        "line_of_sight": [polyline(line) for line in (*WALLS, *CAVE)],
        "objects_line_of_sight": [polyline((*MILLSTONE, MILLSTONE[0]))],
        "portals": [portal(WINDOW, closed=False), portal(SOUTH_DOOR, closed=True), portal(EAST_DOOR, closed=False)],
        "environment": {"baked_lighting": False, "ambient_light": "ff6a7088"},
        "lights": lights,
        "image": base64.b64encode(png(paint())).decode("ascii"),
    }


if __name__ == "__main__":
    TARGET.write_text(json.dumps(mill(), indent=1) + "\n", encoding="utf-8")
