"""Maps in the Universal VTT format: Dungeondraft and its relatives.

The file counts in squares of the whole drawing. ``resolution.map_origin`` is the top left corner of the part that
was exported, and the geometry is that of the whole drawing, so every point is moved by the origin and what lies
beyond the map is cut off.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, cos, hypot, sin
from pathlib import Path
from typing import Any

from tactics.core.lattice import UNIT, Point, to_units
from tactics.core.problems import problem
from tactics.core.text import Named
from tactics.files.clip import clipped
from tactics.files.document import Document, LightSource, MapDocument, MapPicture, ThinWall
from tactics.files.faults import Faults
from tactics.files.pictures import embedded_picture, picture_size
from tactics.files.raw import RawTable
from tactics.files.terms import MAP_SYSTEMS, MAX_PIECES, MAX_SIDE_SQ, OpenPortals

_DOOR_SQ = 0.9
"""Portals at least this wide are doorways; the windows of map makers are about three quarters of a square."""

_TYPE_HINTS = (
    ("world", "is a Dungeondraft source file; export it from Dungeondraft as Universal VTT (.dd2vtt)"),
    ("format_version", "is version 2 of Universal VTT, which is not read; export the map as .dd2vtt or .uvtt"),
    ("tiledversion", "is a Tiled map, which is not read; Universal VTT and TOML maps are"),
    ("layers", "is a Tiled map, which is not read; Universal VTT and TOML maps are"),
    ("walls", "is a Foundry scene, which is not read; Universal VTT and TOML maps are"),
    ("cells", "is a donjon dungeon, which is not read; Universal VTT and TOML maps are"),
    ("rects", "is a watabou dungeon, which is not read; Universal VTT and TOML maps are"),
)


def read_uvtt(text: str, path: Path | str, open_portals: OpenPortals = "auto") -> Document:
    """Read a Universal VTT map. Squares become plain floor, walls stay where they are, to a thousandth of a square.

    The format only says of a portal whether it is closed. In Dungeondraft, where most files come from, one that is
    not closed lets light through: a window or an archway. Elsewhere it is an open door.

    Args:
        text: the file's content.
        path: the file, for problems and the title.
        open_portals: "window" or "door" for what portals are that are not closed; "auto" goes by their width:
            windows are narrower than doors, and an archway lets through whatever an open door does.

    Raises:
        ProblemError: it is no such map.
    """
    try:
        raw = json.loads(text)
    except RecursionError:
        raise problem(str(path), "", "lists and tables are nested too deeply") from None
    except json.JSONDecodeError as error:
        raise problem(str(path), "", f"is not valid JSON: {error.msg}", error.lineno) from None
    except ValueError as error:
        raise problem(str(path), "", f"is not valid JSON: {error}") from None
    keys = raw if isinstance(raw, dict) else {}
    if "resolution" not in keys or ("format_version" in keys and "format" not in keys):
        hint = next((words for key, words in _TYPE_HINTS if key in keys), "is not a Universal VTT map: no resolution")
        raise problem(str(path), "", hint)
    return _Importer(RawTable(raw, (), Faults(path)), Path(path), open_portals).document()


@dataclass(slots=True)
class _Importer:
    """One map on its way to a `Document`."""

    table: RawTable
    path: Path
    open_portals: OpenPortals
    notes: list[str] = field(default_factory=list)
    origin: tuple[float, float] = (0.0, 0.0)
    size: tuple[int, int] = (1, 1)
    outside: int = 0

    def document(self) -> Document:
        resolution = self.table.table("resolution")
        self.origin = resolution.pair("map_origin", (0.0, 0.0))
        lines = self.table.polylines("line_of_sight")
        things = self.table.polylines("objects_line_of_sight")
        picture_data = self._picture_data()
        asked = self._size(resolution, lines, picture_data)
        walls = [*self._walls(lines), *self._things(things), *self._portals()]
        lights = self._lights()
        ambient = self._ambient(lights)
        self.table.faults.stop()
        if sum(len(wall.line) - 1 for wall in walls) > MAX_PIECES:
            raise problem(str(self.path), "line_of_sight", f"a map may have {MAX_PIECES} straight pieces of wall")
        if self.outside:
            self.notes.append(f"{self.outside} pieces of wall, portals and lights lie off the map and were left out")
        width, height = self.size
        picture = self._picture(resolution, picture_data, asked)
        ground = MapDocument(("." * width,) * height, walls=tuple(walls), light=ambient, lights=lights, picture=picture)
        title = self.path.stem.replace("_", " ").strip()
        return Document(str(self.path), ground, MAP_SYSTEMS, Named(title), notes=tuple(self.notes))

    def _size(self, resolution: RawTable, lines: Sequence[Sequence[Any]], picture: bytes) -> tuple[float, float]:
        """The size the file says, after setting that of the board: whole squares, rounded up."""
        asked = resolution.pair("map_size", None)
        if min(asked) < 0 or max(asked) > MAX_SIDE_SQ:
            words = f"{asked[0]:g} x {asked[1]:g} squares; a map may have {MAX_SIDE_SQ} x {MAX_SIDE_SQ}"
            self.table.faults.add(("resolution", "map_size"), words)
            return asked
        if min(asked) == 0:
            asked = self._guessed_size(resolution, lines, picture)
            self.notes.append(f"the file gives no size; {asked[0]:g} x {asked[1]:g} squares were taken")
        self.size = (ceil(asked[0]), ceil(asked[1]))
        if self.size != asked:
            self.notes.append("the map does not end at a grid line; its last squares are kept whole")
        return asked

    def _guessed_size(
        self, resolution: RawTable, lines: Sequence[Sequence[Any]], picture: bytes
    ) -> tuple[float, float]:
        pixels, grid = picture_size(picture), resolution.number("pixels_per_grid", 0.0)
        if pixels is not None and grid > 0:
            width, height = pixels[0] / grid, pixels[1] / grid
        else:
            far = [(x - self.origin[0], y - self.origin[1]) for line in lines for x, y in line]
            width = max((ceil(x) for x, _ in far), default=1)
            height = max((ceil(y) for _, y in far), default=1)
        return min(max(1.0, width), MAX_SIDE_SQ), min(max(1.0, height), MAX_SIDE_SQ)

    def _point(self, place: tuple[float, float]) -> Point:
        return Point(to_units(place[0] - self.origin[0]), to_units(place[1] - self.origin[1]))

    def _on_map(self, line: Sequence[tuple[float, float]]) -> list[tuple[Point, ...]]:
        """The parts of a polyline that lie on the map."""
        parts, dropped = clipped([self._point(place) for place in line], self.size)
        self.outside += dropped
        return parts

    def _walls(self, lines: Sequence[Sequence[tuple[float, float]]]) -> list[ThinWall]:
        return [ThinWall(part) for line in lines for part in self._on_map(line)]

    def _things(self, lines: Sequence[Sequence[tuple[float, float]]]) -> list[ThinWall]:
        """Outlines of furniture and pillars: nobody walks through them, everybody shoots over and past them."""
        parts = [part for line in lines for part in self._on_map(line)]
        if parts:
            words = "outlines of objects stop movement and give cover; they stop neither sight nor effect"
            self.notes.append(f"{len(parts)} {words}")
        return [ThinWall(part, blocks=("movement",), cover="object", name="object") for part in parts]

    def _portals(self) -> list[ThinWall]:
        walls = []
        guessed = {"door": 0, "window": 0}
        for portal in self.table.tables("portals"):
            ends = _portal_ends(portal)
            if ends is None:
                continue
            closed = portal.truth("closed", True)
            parts = self._on_map(ends)
            what = "door" if closed else self._open_portal(ends)
            guessed[what] += not closed and bool(parts)
            for part in parts:
                state = "" if what == "window" else "closed" if closed else "open"
                walls.append(ThinWall(part, what, state))
        if any(guessed.values()):
            words = f"{guessed['window']} as windows, {guessed['door']} as open doors"
            self.notes.append(
                f"portals that are not closed were taken: {words}; open_portals decides (tactics import --portals)"
            )
        return walls

    def _open_portal(self, ends: Sequence[tuple[float, float]]) -> str:
        if self.open_portals != "auto":
            return self.open_portals
        width = hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1])
        return "door" if width >= _DOOR_SQ else "window"

    def _lights(self) -> tuple[LightSource, ...]:
        """Lamps. The format has one range, where light ends: bright light is taken to reach half as far."""
        lights = []
        for light in self.table.tables("lights"):
            place, range_sq = light.pair("position", None), light.number("range", 0.0)
            self._check_colour(light, "color")
            at = self._point(place)
            if not (0 <= at.x <= self.size[0] * UNIT and 0 <= at.y <= self.size[1] * UNIT):
                self.outside += 1
            elif range_sq > 0:
                dim = round(min(range_sq, float(MAX_SIDE_SQ)))
                lights.append(LightSource(at, (dim + 1) // 2, dim))
        return tuple(lights)

    def _ambient(self, lights: Sequence[LightSource]) -> str:
        """Light of the map. Without lamps, or with light painted into the picture, it is bright everywhere."""
        environment = self.table.table("environment")
        baked = environment.truth("baked_lighting", False)
        colour = self._check_colour(environment, "ambient_light")
        if not lights or baked:
            return "bright"
        brightness = colour[0] * max(colour[1:]) / 255
        return "bright" if brightness > 170 else "dim" if brightness > 60 else "dark"

    def _check_colour(self, table: RawTable, key: str) -> tuple[int, int, int, int]:
        """Alpha, red, green and blue of a colour written AARRGGBB; white when it is none, which is noted."""
        words = table.values.get(key, "ffffffff")
        digits = words.removeprefix("#") if isinstance(words, str) else ""
        try:
            alpha, red, green, blue = bytes.fromhex(digits if len(digits) != 6 else f"ff{digits}")
        except ValueError:
            self.notes.append(f"{table.key(key)}: {str(words)[:20]!r} is not a colour such as ffeccd8b; taken as white")
            return (255, 255, 255, 255)
        return alpha, red, green, blue

    def _picture_data(self) -> bytes:
        words = self.table.values.get("image", "")
        data = embedded_picture(words) if isinstance(words, str) else b""
        if words and not data:
            self.notes.append("the picture is neither PNG nor WEBP inside the file; the map is shown without it")
        return data

    def _picture(self, resolution: RawTable, data: bytes, asked: tuple[float, float]) -> MapPicture | None:
        """The picture, with the true number of pixels to a square: the file's own figure is often rounded."""
        pixels = picture_size(data)
        if pixels is None:
            return None
        per_square = pixels[0] / asked[0]
        said = resolution.number("pixels_per_grid", per_square)
        if abs(said - per_square) > 0.01:
            self.notes.append(f"the picture has {per_square:g} pixels to a square, not {said:g} as the file says")
        return MapPicture(data, per_square)


def _portal_ends(portal: RawTable) -> Sequence[tuple[float, float]] | None:
    """Both ends of a portal; without bounds, one square wide about its position."""
    if "bounds" in portal.values:
        ends = portal.polyline("bounds", portal.values["bounds"])
        if len(ends) != 2:
            portal.faults.add(portal.key_path("bounds"), "needs two points")
            return None
        return ends
    x, y = portal.pair("position", None)
    turn = portal.number("rotation", 0.0)
    across, down = cos(turn) / 2, sin(turn) / 2
    return ((x - across, y - down), (x + across, y + down))
