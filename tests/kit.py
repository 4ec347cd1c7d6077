"""Positions for tests from a few rows of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import numpy as np

from tactics.core.lattice import Point, Square, parse_square, to_units
from tactics.core.space import Space, size_space
from tactics.core.text import Named
from tactics.world.board import FLOOR, Board, Terrain, Wall
from tactics.world.creature import Creature, Stats
from tactics.world.walls import barrier
from tactics.world.world import World

ALL = frozenset({"movement", "sight", "effect"})
GLYPHS = {
    ".": FLOOR,
    "#": Terrain("wall", ALL, "solid"),
    ",": Terrain("difficult", difficulty=1),
    ";": Terrain("greater_difficult", difficulty=2),
    "o": Terrain("pillar", cover="object"),
    "n": Terrain("low_obstacle", cover="low"),
    "%": Terrain("light_obscurement", obscurement=1),
    "@": Terrain("heavy_obscurement", obscurement=2),
    ":": Terrain("hazardous", hazardous=True),
    " ": Terrain("no_square", ALL, "solid", hole=True),
}
PER_SQUARE = {"pf1": 5, "pf2e": 5, "dnd4e": 1, "dfrpg": 1}


def world(
    rows: str | Sequence[str],
    rulesets: Sequence[str] = ("pf1",),
    *,
    walls: Sequence[Mapping[str, Any]] = (),
    creatures: Mapping[str, Mapping[str, Any]] | None = None,
    rules: Mapping[str, Mapping[str, Any]] | None = None,
    legend: Mapping[str, Mapping[str, Any]] | None = None,
) -> World:
    """A position, every argument shaped like the table of a scenario file.

    Args:
        rows: the map, as one text or as rows. Every capital letter is a creature, medium and by alphabet the
            first one of side "heroes", all others of side "foes", unless `creatures` says otherwise.
        rulesets: ids; lengths of creatures are in the unit of the first.
        walls: ``[[map.walls]]`` tables: ``{"line": [[2, 0], [2, 3.5]], "kind": "door", "state": "closed"}``;
            kind is "wall" when left out.
        creatures: ``[creatures.X]`` tables by id, only what differs.
        rules: switches by system.
        legend: ``[map.legend]`` tables by glyph.
    """
    lines = rows.strip("\n").split("\n") if isinstance(rows, str) else list(rows)
    letters = sorted({glyph for row in lines for glyph in row if glyph.isupper()})
    tables = {**{letter: {} for letter in letters}, **(creatures or {})}
    placed = [
        _creature(key, dict(table), lines, rulesets, first=n == 0) for n, (key, table) in enumerate(tables.items())
    ]
    unders = {key: table.get("under", ".") for key, table in tables.items()}
    kinds = list(GLYPHS.values())
    grid = np.array([[kinds.index(GLYPHS[unders.get(c, c)]) for c in row] for row in lines], np.uint8)
    pieces = [piece for group, table in enumerate(walls) for piece in _walls(group, table)]
    switches = {system: MappingProxyType(dict(table)) for system, table in (rules or {}).items()}
    return World(Board(tuple(kinds), grid, tuple(pieces)), tuple(placed), tuple(rulesets), MappingProxyType(switches))


def _walls(group: int, table: Mapping[str, Any]) -> list[Wall]:
    kind = table.get("kind", "wall")
    state = table.get("state", "closed" if kind == "door" else "")
    blocks, cover = barrier(kind, state, glazed=table.get("glazed", False))
    points = [Point(to_units(x), to_units(y)) for x, y in table["line"]]
    return [Wall(a, b, kind, state, blocks, cover, group) for a, b in pairwise(points)]


def _creature(id: str, table: dict[str, Any], lines: list[str], rulesets: Sequence[str], *, first: bool) -> Creature:
    size = table.get("size", "medium")
    if "at" in table:
        at = parse_square(table["at"]) if isinstance(table["at"], str) else Square(*table["at"])
    else:
        at = next(Square(row.index(id), y) for y, row in enumerate(lines) if id in row)
    space = Space(*at, *table["space"]) if "space" in table else size_space(size, at)
    per = PER_SQUARE[rulesets[0]]
    stats = {}
    for system in rulesets:
        own, unit = {**table, **table.get(system, {})}, PER_SQUARE[system]
        reach = own.get("reach")
        scale = unit if "reach" in table.get(system, {}) else per
        stats[system] = Stats(
            reach_sq=None if reach is None else reach // scale,
            reach_weapon=own.get("reach_weapon", False),
            armed=own.get("armed", True),
            conditions=frozenset(own.get("conditions", ())),
            reactions=frozenset(own.get("reactions", ())),
            traits=frozenset(own.get("traits", ())),
            speeds_sq=MappingProxyType({"walk": own.get("speed", 6 * per) // per}),
        )
    side = table.get("side", "heroes" if first else "foes")
    name = Named(table.get("name", id))
    return Creature(id, name, side, size, space, table.get("z", 0), table.get("stature", "tall"), stats)
