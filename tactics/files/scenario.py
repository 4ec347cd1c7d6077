"""A scenario or map in TOML, from text to a `Document`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from tactics.core.problems import ProblemError
from tactics.core.text import Named
from tactics.files.creatures import read_blocks
from tactics.files.document import CreatureDocument, Document, Journey, MapDocument
from tactics.files.expect import Board, read_expectations
from tactics.files.faults import Faults, KeyPath
from tactics.files.footprints import Candidate, place_all
from tactics.files.ground import GLYPHS
from tactics.files.lengths import check_lengths
from tactics.files.lines import KeyLines
from tactics.files.maps import MapReader
from tactics.files.schema import CreatureTable, MapTable, ScenarioTable
from tactics.files.scripts import read_scripts
from tactics.files.terms import MAP_SYSTEMS, SYSTEMS, OpenPortals
from tactics.files.toml_in import parse_toml
from tactics.files.values import read_id, shown

_MOST_CREATURES = 1000
_READ_APART = ("map", "creatures", "expect", "script")


class MapLoader(Protocol):
    """Reads the file a scenario takes its map from."""

    def __call__(self, path: Path, open_portals: OpenPortals, /) -> Document: ...


def read_scenario(text: str, path: Path | str, load_map: MapLoader | None = None) -> Document:
    """Read the text of a scenario or map file.

    Args:
        text: the file's content.
        path: the file; names in it are relative to its folder.
        load_map: reads the file that ``map.file`` names; without it such a file is a problem.

    Raises:
        ProblemError: with every problem of the file.
    """
    return read_tables(parse_toml(text, str(path)), path, KeyLines(text), load_map)


def read_tables(
    tables: Mapping[str, Any], path: Path | str, lines: KeyLines | None = None, load_map: MapLoader | None = None
) -> Document:
    """Read the tables of a scenario or map file, see `read_scenario`.

    Args:
        tables: as `tomllib` gives them.
        path: the file; names in it are relative to its folder.
        lines: where the keys stand.
        load_map: reads the file that ``map.file`` names.

    Raises:
        ProblemError: with every problem of the file.
    """
    return _Reader(tables, Path(path), Faults(path, lines), load_map).document()


@dataclass(frozen=True, slots=True)
class _Cast:
    """The creature tables: those that can be used, and the ids of all."""

    candidates: tuple[Candidate, ...]
    ids: tuple[str, ...]
    whole: bool


class _Reader:
    """One file on its way to a `Document`. Every part is read even where another has problems."""

    def __init__(self, tables: Mapping[str, Any], path: Path, faults: Faults, load_map: MapLoader | None) -> None:
        self.tables = tables
        self.path = path
        self.faults = faults
        self.load_map = load_map
        self.notes: tuple[str, ...] = ()

    def document(self) -> Document:
        top = self._top()
        rulesets = tuple(top.rulesets) if top is not None else ()
        if top is not None and not rulesets and any(map(self.tables.get, ("creatures", "expect", "script"))):
            self.faults.add(("rulesets",), "is missing; creatures and expectations need to know who judges them")
        system = rulesets[0] if rulesets else MAP_SYSTEMS[0]
        cast = self._cast(rulesets or MAP_SYSTEMS, system)
        reader = MapReader(self.faults, system)
        ground = self._map(reader, cast)
        creatures: tuple[CreatureDocument, ...] = ()
        if ground is not None:
            creatures = place_all(cast.candidates, reader.letters, ground, self.faults, system)
        board = self._board(ground, cast)
        expectations = read_expectations(self.tables.get("expect", []), self.faults, board)
        scripts = read_scripts(self.tables.get("script", []), rulesets, self.faults, board)
        self.faults.stop()
        assert top is not None
        assert ground is not None
        return Document(
            path=str(self.path),
            map=ground,
            rulesets=rulesets or MAP_SYSTEMS,
            title=Named(top.title, top.title_ru),
            description=Named(top.description, top.description_ru),
            why=top.why,
            seed=top.seed,
            next=top.next_,
            journey=Journey(top.journey.miles, top.journey.terrain) if top.journey is not None else Journey(),
            creatures=creatures,
            switches=MappingProxyType({name: MappingProxyType(dict(one)) for name, one in top.rules.items()}),
            expectations=expectations,
            scripts=scripts,
            notes=self.notes,
        )

    def _top(self) -> ScenarioTable | None:
        """The keys outside the big tables; the map is checked for being there, and read later."""
        plain = {key: value for key, value in self.tables.items() if key not in _READ_APART}
        if "map" in self.tables:
            plain["map"] = {}
        version = plain.get("schema")
        if type(version) is int and version > 1:
            self.faults.add(("schema",), f"is {shown(version)}; this version reads files with schema = 1")
            plain["schema"] = 1
        return self.faults.read(ScenarioTable, plain, ())

    def _cast(self, rulesets: tuple[str, ...], system: str) -> _Cast:
        raw = self.tables.get("creatures", {})
        if not isinstance(raw, dict):
            self.faults.add(("creatures",), "needs tables such as [creatures.A]")
            return _Cast((), (), whole=False)
        if len(raw) > _MOST_CREATURES:
            self.faults.add(("creatures",), f"{len(raw)} creatures; a file may have {_MOST_CREATURES}")
            return _Cast((), tuple(raw), whole=False)
        candidates = []
        for letter, entry in raw.items():
            table = self._creature(letter, entry, system)
            if table is not None:
                blocks: Mapping[str, Any] = {}
                if table.stat_block is not None:
                    key = ("creatures", letter, "from")
                    blocks = read_blocks(table.stat_block, rulesets, self.path.parent, self.faults, key)
                candidates.append(Candidate(letter, table, blocks))
        return _Cast(tuple(candidates), tuple(raw), whole=len(candidates) == len(raw))

    def _creature(self, id: str, entry: Any, system: str) -> CreatureTable | None:
        key: KeyPath = ("creatures", id)
        try:
            read_id(id)
        except ValueError as error:
            self.faults.add(key, str(error))
        table = self.faults.read(CreatureTable, entry, key)
        if table is not None:
            check_lengths(table, system, self.faults, key)
            for other in SYSTEMS:
                own = table.of(other)
                if own is not None:
                    check_lengths(own, other, self.faults, (*key, other))
        return table

    def _map(self, reader: MapReader, cast: _Cast) -> MapDocument | None:
        raw = self.tables.get("map")
        if not isinstance(raw, dict):
            if raw is not None:
                self.faults.add(("map",), "needs a table")
            return None
        table, legend = reader.pieces(raw)
        ground = self._ground(table, legend, reader, cast) if table is not None else None
        size = (ground.width, ground.height) if ground is not None else None
        walls = reader.walls(raw.get("walls", []), size)
        lights = reader.lights(raw.get("lights", []), size)
        if table is None or ground is None:
            return None
        picture = reader.picture(table.picture, self.path.parent) if table.picture is not None else ground.picture
        return MapDocument(
            rows=ground.rows,
            legend=ground.legend,
            walls=ground.walls + walls,
            light=table.light or ground.light,
            lights=ground.lights + lights,
            picture=picture,
        )

    def _ground(self, table: MapTable, legend: Mapping[str, Any], reader: MapReader, cast: _Cast) -> MapDocument | None:
        if (table.rows is None) == (table.file is None):
            self.faults.add(("map",), "needs either rows or file")
            return None
        if table.file is not None:
            if legend:
                self.faults.add(("map", "legend"), "belongs to rows; a map file has its own")
            return self._other_file(table.file, table.open_portals or "auto")
        if table.open_portals is not None:
            self.faults.add(("map", "open_portals"), "belongs to file")
        assert table.rows is not None
        unders = dict.fromkeys(cast.ids, ".")
        for one in cast.candidates:
            under = one.table.under or "."
            if under not in legend and under not in GLYPHS:
                self.faults.add((*one.key, "under"), f"unknown glyph {under!r}")
                under = "."
            unders[one.id] = under
        for glyph in sorted(set(legend) & set(unders)):
            self.faults.add(("map", "legend", glyph), f"{glyph} is a creature as well")
        rows = reader.rows(table.rows, legend, unders)
        return None if rows is None else MapDocument(rows, MappingProxyType(dict(legend)))

    def _other_file(self, name: str, open_portals: OpenPortals) -> MapDocument | None:
        if self.load_map is None:
            self.faults.add(("map", "file"), "a map file cannot take its map from yet another file")
            return None
        if not (self.path.parent / name).exists():
            self.faults.add(("map", "file"), f"there is no file {name}")
            return None
        try:
            other = self.load_map(self.path.parent / name, open_portals)
        except ProblemError as error:
            self.faults.found.extend(error.problems)
            return None
        self.notes = other.notes
        return other.map

    def _board(self, ground: MapDocument | None, cast: _Cast) -> Board | None:
        """What expectations may speak of; None while the map or a creature is at fault."""
        if ground is None or not cast.whole:
            return None
        names = {one.id: one.table.name or one.id for one in cast.candidates}
        return Board(ground.width, ground.height, names)
