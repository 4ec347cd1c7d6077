"""Positions for tests from a few rows of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tactics.files.document import Document
from tactics.files.scenario import read_tables
from tactics.world.build import build
from tactics.world.world import World


def document(
    rows: str | Sequence[str],
    rulesets: Sequence[str] = ("pf1",),
    *,
    walls: Sequence[Mapping[str, Any]] = (),
    creatures: Mapping[str, Mapping[str, Any]] | None = None,
    rules: Mapping[str, Mapping[str, Any]] | None = None,
    legend: Mapping[str, Mapping[str, Any]] | None = None,
    lights: Sequence[Mapping[str, Any]] = (),
    light: str = "bright",
    expect: Sequence[Mapping[str, Any]] = (),
) -> Document:
    """A document, every argument shaped like the table of a scenario file and checked like one.

    Args:
        rows: the map, as one text or as rows. Every capital letter is a creature, medium and by alphabet the
            first one of side "heroes", all others of side "foes", unless `creatures` says otherwise.
        rulesets: ids; lengths of creatures are in the unit of the first.
        walls: ``[[map.walls]]`` tables: ``{"line": [[2, 0], [2, 3.5]], "kind": "door", "state": "closed"}``;
            kind is "wall" when left out.
        creatures: ``[creatures.X]`` tables by id, only what differs.
        rules: switches by system.
        legend: ``[map.legend]`` tables by glyph.
        lights: ``[[map.lights]]`` tables.
        light: light of the map without lamps.
        expect: ``[[expect]]`` tables.
    """
    lines = rows.strip("\n").split("\n") if isinstance(rows, str) else list(rows)
    letters = sorted({glyph for row in lines for glyph in row if glyph.isupper()})
    said = {**{letter: {} for letter in letters}, **(creatures or {})}
    tables = {
        "schema": 1,
        "rulesets": list(rulesets),
        "map": {
            "rows": "\n".join(lines),
            "legend": dict(legend or {}),
            "walls": list(walls),
            "lights": list(lights),
            "light": light,
        },
        "creatures": {
            id_: {"side": "foes" if number else "heroes", **table} for number, (id_, table) in enumerate(said.items())
        },
        "rules": {system: dict(table) for system, table in (rules or {}).items()},
        "expect": list(expect),
    }
    return read_tables(tables, "test.toml")


def world(rows: str | Sequence[str], rulesets: Sequence[str] = ("pf1",), **tables: Any) -> World:
    """A position; arguments as for `document`."""
    return build(document(rows, rulesets, **tables))
