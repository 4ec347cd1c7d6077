"""Writing documents as TOML. What is written reads back as the same document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import tomli_w

from tactics.core.lattice import Point, Square, point_name, square_name
from tactics.files.document import (
    CreatureDocument,
    Document,
    Expectation,
    Journey,
    LightSource,
    MapDocument,
    Script,
    ScriptStep,
    ThinWall,
)
from tactics.files.ground import GLYPHS, TERRAINS, Ground
from tactics.files.terms import FEET_PER_HEIGHT, PER_SQUARE


def dump(document: Document, *, picture_file: str = "") -> str:
    """A document as the text of a scenario or map file.

    Creatures are placed by `at`, and a map that was taken from another file is written out.

    Args:
        document: what to write.
        picture_file: name of a file that holds the map's picture; without one the picture is left out.
    """
    tables: dict[str, Any] = {"schema": 1}
    for key, name in (("title", document.title), ("description", document.description)):
        tables |= _given({key: name.en, f"{key}_ru": name.ru})
    tables |= _given({"why": document.why})
    tables["rulesets"] = list(document.rulesets)
    if document.seed is not None:
        tables["seed"] = document.seed
    tables |= _given({"next": document.next})
    if document.journey != Journey():
        tables["journey"] = {"miles": document.journey.miles, "terrain": document.journey.terrain}
    tables["map"] = _map(document, picture_file)
    tables |= _given(
        {
            "creatures": {one.id: _creature(one) for one in document.creatures},
            "rules": {system: dict(chosen) for system, chosen in document.switches.items()},
            "expect": [_expectation(one, document.map) for one in document.expectations],
            "script": [_script(one, document.rulesets[0]) for one in document.scripts],
        }
    )
    return tomli_w.dumps(tables, multiline_strings=True)


def _given(table: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that say something."""
    return {key: value for key, value in table.items() if value not in ("", None, False, {}, [])}


def _map(document: Document, picture_file: str) -> dict[str, Any]:
    ground, system = document.map, document.rulesets[0]
    renamed = _renamed(ground, [one.id for one in document.creatures])
    rows = ["".join(renamed.get(glyph, glyph) for glyph in row) for row in ground.rows]
    legend = {glyph: one for glyph, one in ground.legend.items() if glyph not in renamed}
    legend |= {new: ground.ground(old) for old, new in renamed.items()}
    table = {
        "rows": "\n".join([*rows, ""]),
        "light": "" if ground.light == "bright" else ground.light,
        "picture": {"file": picture_file, "pixels_per_square": ground.picture.pixels_per_square}
        if picture_file and ground.picture
        else {},
        "legend": {glyph: _legend(one, system) for glyph, one in legend.items()},
        "walls": [_wall(wall, system) for wall in ground.walls],
        "lights": [_light(light, system) for light in ground.lights],
    }
    return _given(table)


def _renamed(ground: MapDocument, ids: Iterable[str]) -> dict[str, str]:
    """New glyphs for ground whose glyph is the letter of a creature."""
    used = {*"".join(ground.rows), *ground.legend, *GLYPHS, *ids}
    free = (chr(code) for code in range(0xA1, 0x2000) if chr(code).isprintable() and chr(code) not in used)
    return {glyph: next(free) for glyph in sorted({*"".join(ground.rows)} & set(ids))}


def _legend(ground: Ground, system: str) -> dict[str, Any]:
    known = TERRAINS.get(ground.terrain, Ground(ground.terrain))
    feet = FEET_PER_HEIGHT[system]
    table: dict[str, Any] = {}
    for field in fields(Ground):
        value = getattr(ground, field.name)
        if value != getattr(known, field.name) and field.name not in ("z_ft", "top_ft", "depth_ft"):
            table[field.name] = list(value) if isinstance(value, tuple) else value
    if "blocks" in table:
        table["cover"] = ground.cover
    if ground.z_ft:
        table["z"] = ground.z_ft // feet
    if ground.top_ft is not None:
        table["top"] = ground.top_ft // feet
    if ground.depth_ft != known.depth_ft:
        table["depth"] = ground.depth_ft // feet
    if not table and ground.terrain not in TERRAINS:
        table["difficulty"] = ground.difficulty
    return {"terrain": ground.terrain, **table}


def _wall(wall: ThinWall, system: str) -> dict[str, Any]:
    table: dict[str, Any] = {"line": [point_name(point) for point in wall.line], "kind": wall.kind}
    if wall.blocks is not None:
        table["blocks"] = list(wall.blocks)
    if wall.top_ft is not None:
        table["top"] = wall.top_ft // FEET_PER_HEIGHT[system]
    optional = {"state": wall.state, "cover": wall.cover, "glazed": wall.glazed, "one_way": wall.one_way}
    return table | _given({**optional, "name": wall.name})


def _light(light: LightSource, system: str) -> dict[str, Any]:
    per_square = PER_SQUARE[system]
    return {"at": point_name(light.at), "bright": light.bright_sq * per_square, "dim": light.dim_sq * per_square}


def _creature(one: CreatureDocument) -> dict[str, Any]:
    table = one.table.model_dump(by_alias=True, exclude_defaults=True)
    return {**table, "at": square_name(one.space.anchor)}


def _expectation(one: Expectation, ground: MapDocument) -> dict[str, Any]:
    expects = dict(one.expects)
    if "cells" in expects:
        expects["cells"] = _picture(expects["cells"], ground)
    if "creatures" in expects:
        expects["creatures"] = list(expects["creatures"])
    return {"ask": one.ask, **one.arguments, **expects, **_given({"rule": list(one.rules), "why": one.why})}


def _script(one: Script, first: str) -> dict[str, Any]:
    said = {
        "title": one.title,
        "system": "" if one.system == first else one.system,
        "order": list(one.order),
        "dice": list(one.dice),
        "rule": list(one.rules),
        "why": one.why,
    }
    return {**_given(said), "steps": [_step(step) for step in one.steps]}


def _step(one: ScriptStep) -> dict[str, Any]:
    said = {"do": one.do, "answer": one.answer, "who": one.who}
    more = {"dice": list(one.dice), "answers": list(one.answers), "expect": _plain(one.expects)}
    aimed = {name: _plain(value) for name, value in one.arguments.items()}
    return _given(said) | aimed | _given({**more, "rule": list(one.rules), "why": one.why})


def _plain(value: Any) -> Any:
    """Squares and points as text, tuples as lists."""
    if isinstance(value, Square):
        return square_name(value)
    if isinstance(value, Point):
        return point_name(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _picture(cells: Iterable[Square], ground: MapDocument) -> str:
    chosen = set(cells)
    lines = []
    for y in range(ground.height):
        lines.append("".join("x" if Square(x, y) in chosen else "." for x in range(ground.width)))
    return "\n".join([*lines, ""])
