"""Reading the ``[map]`` table: rows and their legend, thin walls, lamps, picture."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tactics.core.lattice import UNIT, Point, Square, square_name
from tactics.core.problems import ProblemError
from tactics.files.document import LightSource, MapPicture, ThinWall
from tactics.files.expect import picture_rows
from tactics.files.faults import Faults, KeyPath, did_you_mean
from tactics.files.ground import GLYPHS, TERRAINS, Ground
from tactics.files.lengths import whole_squares
from tactics.files.pictures import picture_size
from tactics.files.reading import read_limited
from tactics.files.schema import LegendTable, LightTable, MapTable, PictureTable, WallTable
from tactics.files.terms import FEET_PER_HEIGHT, MAX_PIECES, MAX_SIDE_SQ
from tactics.files.values import shown

MAX_PICTURE_BYTES = 64_000_000
MAX_GLYPHS = 200
_LENGTHS = ("terrain", "z", "top", "depth")
"""Keys of a legend entry that are not taken over as they stand."""


class MapReader:
    """Reads one ``[map]`` table; problems go to `faults`.

    Attributes:
        letters: squares of the glyphs that are creatures, filled by `rows`.
    """

    def __init__(self, faults: Faults, system: str) -> None:
        """Prepare.

        Args:
            faults: takes the problems.
            system: the file's first rule system, whose units the map is written in.
        """
        self.faults = faults
        self.system = system
        self.letters: dict[str, list[Square]] = {}

    def pieces(self, raw: Mapping[str, Any]) -> tuple[MapTable | None, dict[str, Ground]]:
        """The table without its lists and the legend, read apart so that one fault hides no other."""
        plain = {key: value for key, value in raw.items() if key not in ("legend", "walls", "lights")}
        return self.faults.read(MapTable, plain, ("map",)), self._legend(raw.get("legend", {}))

    def _legend(self, raw: Any) -> dict[str, Ground]:
        key: KeyPath = ("map", "legend")
        if not isinstance(raw, dict):
            self.faults.add(key, "needs a table")
            return {}
        if len(raw) > MAX_GLYPHS:
            self.faults.add(key, f"{len(raw)} glyphs; a legend may have {MAX_GLYPHS}")
            return {}
        legend = {}
        for glyph, entry in raw.items():
            if len(glyph) != 1 or not glyph.isprintable():
                self.faults.add((*key, glyph), f"{shown(glyph)} is not a single character")
            table = self.faults.read(LegendTable, entry, (*key, glyph))
            # A glyph whose entry is at fault stays known, so that its squares are not reported again.
            legend[glyph] = self._ground(table, (*key, glyph)) if table else GLYPHS["."]
        return legend

    def _ground(self, table: LegendTable, key: KeyPath) -> Ground:
        given = {name: value for name, value in table if value is not None and name not in _LENGTHS}
        if table.terrain not in TERRAINS and len(table.model_fields_set) == 1:
            hint = did_you_mean(table.terrain, list(TERRAINS))
            self.faults.add((*key, "terrain"), f"unknown terrain {shown(table.terrain)} without properties; {hint}")
        feet = FEET_PER_HEIGHT[self.system]
        known = TERRAINS.get(table.terrain, Ground(table.terrain))
        if "blocks" in given:
            given["blocks"] = tuple(one for one in ("movement", "sight", "effect") if one in given["blocks"])
            if known.cover in ("none", "solid"):
                given.setdefault("cover", "solid" if "effect" in given["blocks"] else "none")
        top = known.top_ft if table.top is None else table.top * feet
        depth = known.depth_ft if table.depth is None else table.depth * feet
        return replace(known, **given, z_ft=(table.z or 0) * feet, top_ft=top, depth_ft=depth)

    def rows(self, text: str, legend: Mapping[str, Ground], unders: Mapping[str, str]) -> tuple[str, ...] | None:
        """The glyph of every square, creatures replaced by what is under them.

        Args:
            text: the rows as they stand in the file.
            legend: glyphs of the file.
            unders: by creature id, the glyph under its letter.

        Returns:
            Rows of equal length, or None when they cannot be used.
        """
        key: KeyPath = ("map", "rows")
        rows = picture_rows(text)
        width, first = len(rows[0]), self.faults.lines.content_line(key) if self.faults.lines else 0
        if not any(rows):
            self.faults.add(key, "the map is empty")
            return None
        if width > MAX_SIDE_SQ or len(rows) > MAX_SIDE_SQ:
            self.faults.add(key, f"{width} x {len(rows)} squares; a map may have {MAX_SIDE_SQ} x {MAX_SIDE_SQ}")
            return None
        ragged = [y for y, row in enumerate(rows) if len(row) != width]
        for y in ragged:
            line = first + y if first else 0
            self.faults.add(key, f"row {y + 1} has {len(rows[y])} squares, the first row {width}", line)
        self._check_glyphs(rows, legend, unders, first)
        if ragged:
            return None
        ground = str.maketrans({letter: under for letter, under in unders.items() if len(letter) == 1})
        return tuple(row.translate(ground) for row in rows)

    def _check_glyphs(
        self, rows: Collection[str], legend: Mapping[str, Ground], unders: Mapping[str, str], first: int
    ) -> None:
        unknown: dict[str, list[Square]] = {}
        for y, row in enumerate(rows):
            for x, glyph in enumerate(row):
                if glyph in unders:
                    self.letters.setdefault(glyph, []).append(Square(x, y))
                elif glyph not in legend and glyph not in GLYPHS:
                    unknown.setdefault(glyph, []).append(Square(x, y))
        for glyph, squares in unknown.items():
            more = f" and {len(squares) - 1} more" if len(squares) > 1 else ""
            message = f"unknown glyph {glyph!r} at {square_name(squares[0])}{more}"
            hint = f"; a creature needs a table [creatures.{glyph}]" if glyph.isalpha() and glyph.isascii() else ""
            self.faults.add(("map", "rows"), message + hint, first + squares[0].y if first else 0)

    def walls(self, raw: Any, size: tuple[int, int] | None) -> tuple[ThinWall, ...]:
        """Thin walls, each checked for lying on the map of a size."""
        key: KeyPath = ("map", "walls")
        if not isinstance(raw, list):
            self.faults.add(key, "needs [[map.walls]] tables")
            return ()
        walls = []
        for number, entry in enumerate(raw):
            table = self.faults.read(WallTable, entry, (*key, number))
            if table is None:
                continue
            off = [point for point in table.line if size is not None and not _on_map(point, size)]
            if off and size is not None:
                self.faults.add((*key, number, "line"), f"{off[0]} is off the map ({size[0]} x {size[1]} squares)")
            walls.append(self._wall(table))
        if sum(len(wall.line) - 1 for wall in walls) > MAX_PIECES:
            self.faults.add(key, f"a map may have {MAX_PIECES} straight pieces of wall")
        return tuple(walls)

    def _wall(self, table: WallTable) -> ThinWall:
        return ThinWall(
            line=table.line,
            kind=table.kind,
            state=(table.state or "closed") if table.kind == "door" else "",
            blocks=table.blocks,
            cover=table.cover,
            glazed=table.glazed,
            one_way=table.one_way or "",
            top_ft=None if table.top is None else table.top * FEET_PER_HEIGHT[self.system],
            name=table.name,
        )

    def lights(self, raw: Any, size: tuple[int, int] | None) -> tuple[LightSource, ...]:
        """Lamps, each checked for lying on the map of a size."""
        key: KeyPath = ("map", "lights")
        if not isinstance(raw, list):
            self.faults.add(key, "needs [[map.lights]] tables")
            return ()
        lights = []
        for number, entry in enumerate(raw):
            table = self.faults.read(LightTable, entry, (*key, number))
            if table is None:
                continue
            if size is not None and not _on_map(table.at, size):
                self.faults.add((*key, number, "at"), f"{table.at} is off the map ({size[0]} x {size[1]} squares)")
            bright = whole_squares(table.bright, self.system, self.faults, (*key, number, "bright"))
            dim = bright
            if table.dim is not None:
                dim = whole_squares(table.dim, self.system, self.faults, (*key, number, "dim"))
            lights.append(LightSource(table.at, bright, dim))
        return tuple(lights)

    def picture(self, table: PictureTable, folder: Path) -> MapPicture | None:
        """The picture a file names."""
        try:
            data = read_limited(folder / table.file, MAX_PICTURE_BYTES)
        except ProblemError as error:
            self.faults.found.extend(error.problems)
            return None
        if picture_size(data) is None:
            self.faults.add(("map", "picture", "file"), f"{table.file} is neither a PNG nor a WEBP picture")
            return None
        return MapPicture(data, table.pixels_per_square)


def _on_map(point: Point, size: tuple[int, int]) -> bool:
    return 0 <= point.x <= size[0] * UNIT and 0 <= point.y <= size[1] * UNIT
