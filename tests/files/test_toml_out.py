"""What is written reads back as the same document."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactics.files.load import load
from tactics.files.scenario import read_scenario, read_tables
from tactics.files.toml_out import dump
from tactics.world.build import build

SHARED = Path(__file__).parents[3] / "shared"
WIDTH, HEIGHT = 6, 5

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)
ids = st.sampled_from(["prone", "flat_footed", "scent", "attack_of_opportunity", "fills_space"])
points = st.tuples(st.floats(0, WIDTH), st.floats(0, HEIGHT)).map(list)
blockables = st.sets(st.sampled_from(["movement", "sight", "effect"])).map(sorted)
covers = st.sampled_from(["none", "solid", "object", "low", "window", "arrow_slit", "portcullis", "extreme"])


def table(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=keys)


@st.composite
def lines(draw: st.DrawFn) -> list[list[float]]:
    drawn = draw(st.lists(points, min_size=2, max_size=5))
    kept = [drawn[0]]
    for point in drawn[1:]:
        if [round(part * 1000) for part in point] != [round(part * 1000) for part in kept[-1]]:
            kept.append(point)
    return kept if len(kept) > 1 else [[0, 0], [1, 0]]


@st.composite
def thin_walls(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["wall", "low_wall", "window", "arrow_slit", "curtain", "door", "force"]))
    keys = {"blocks": blockables, "cover": covers, "one_way": st.sampled_from(["left", "right"]), "name": words}
    drawn = draw(table(**keys, top=st.integers(0, 40)))
    if kind == "door":
        drawn["state"] = draw(st.sampled_from(["open", "closed", "locked"]))
    if kind == "window":
        drawn["glazed"] = draw(st.booleans())
    return {"line": draw(lines()), "kind": kind, **drawn}


legends = table(
    blocks=blockables,
    cover=covers,
    difficulty=st.integers(0, 2),
    obscurement=st.integers(0, 2),
    hazardous=st.booleans(),
    z=st.integers(-20, 20),
    light=st.sampled_from(["bright", "dim", "dark"]),
    top=st.integers(0, 30),
    depth=st.integers(0, 60),
    surface=st.sampled_from(["narrow", "uneven", "incline"]),
    dc=st.integers(0, 40),
    damage=st.sampled_from(["2", "1d6", "2d4+1"]),
    damage_type=ids,
)
knowledge = {
    "reach": st.integers(0, 4).map(lambda squares: squares * 5),
    "reach_weapon": st.booleans(),
    "armed": st.booleans(),
    "speed": st.integers(0, 12).map(lambda squares: squares * 5),
    "speeds": table(fly=st.just(60), swim=st.just(20)),
    "senses": st.lists(ids, max_size=2),
    "conditions": st.lists(ids, max_size=2),
    "traits": st.lists(ids, max_size=2),
    "weapons": st.just([{"name": "bow", "ranged": True, "range": 60}, {"name": "spear", "reach_weapon": True}]),
    "threatening_reach": st.sampled_from([0, 10]),
}
systems = table(**{**knowledge, "reach": st.just(20)})
creatures = table(
    name=words.filter(bool),
    name_ru=words,
    side=st.sampled_from(["heroes", "foes"]),
    z=st.integers(0, 30),
    size=st.sampled_from(["fine", "tiny", "small", "medium"]),
    stature=st.sampled_from(["tall", "long"]),
    pf2e=systems,
    dnd4e=systems,
    **knowledge,
)
expectations = st.sampled_from(
    [
        {"ask": "distance", "from": [0, 0], "to": "<2,1.5>", "is": {"pf1": 10}, "rule": ["a", "b"]},
        {"ask": "move_cost", "who": "A", "path": ["A1", [1, 0]], "steps": [5, 5], "is": "illegal", "why": "so"},
        {"ask": "provokes", "who": "A", "path": ["A1", "B2"], "is": {"pf2e": ["A"]}},
        {"ask": "area", "shape": "close_blast", "size": 3, "at": [2, 1], "direction": "N", "creatures": ["A"]},
        {"ask": "threatened", "who": "A", "cells": "\n".join(["xx...."] * HEIGHT), "count": 2},
        {"ask": "modifiers", "from": "A", "to": "B1", "is": {"attack": 2}},
    ]
)


@st.composite
def scenarios(draw: st.DrawFn) -> dict[str, Any]:
    legend = {glyph: draw(legends) for glyph in draw(st.sets(st.sampled_from("t~=é\"\\'"), max_size=3))}
    glyphs = ".,;n%@:" + "".join(legend)
    rows = draw(
        st.lists(st.text(st.sampled_from(glyphs), min_size=WIDTH, max_size=WIDTH), min_size=HEIGHT, max_size=HEIGHT)
    )
    for entry in legend.values():
        entry.setdefault("hazardous", True)
        entry["terrain"] = draw(st.sampled_from(["tree", "mud", "wall", "no_square"]))
    cast = {}
    for number, letter in enumerate(draw(st.sets(st.sampled_from(string.ascii_uppercase), max_size=4)) | {"A"}):
        cast[letter] = {**draw(creatures), "at": [number, 0]}
        rows[0] = rows[0][:number] + "." + rows[0][number + 1 :]
    return {
        "schema": 1,
        "title": draw(words),
        "title_ru": draw(words),
        "description": draw(words),
        "why": draw(words),
        "rulesets": draw(st.sampled_from([["pf1"], ["pf2e", "dnd4e"]])),
        "seed": draw(st.integers(0, 2**60)),
        "map": {
            "rows": "\n".join(rows),
            "light": draw(st.sampled_from(["bright", "dim", "dark"])),
            "legend": legend,
            "walls": draw(st.lists(thin_walls(), max_size=3)),
            "lights": [{"at": "<1.25,3>", "bright": 20, "dim": draw(st.sampled_from([20, 40]))}],
        },
        "creatures": cast,
        "rules": {"pf1": {"corner_cutting": draw(st.booleans()), "cone_apex": "edge"}},
        "expect": draw(st.lists(expectations, max_size=3)),
    }


@settings(deadline=None)
@given(scenarios())
def test_a_document_survives_being_written(tables: dict[str, Any]) -> None:
    document = read_tables(tables, "x.toml")
    assert read_scenario(dump(document), "x.toml") == document
    build(document)


def test_ground_below_a_creature_of_the_same_letter_gets_a_glyph_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "ground.toml").write_text("schema = 1\n[map]\nrows = '''\n.o.\n...\n'''\n")
    path = tmp_path / "one.toml"
    path.write_text("schema = 1\nrulesets = ['pf1']\n[map]\nfile = 'ground.toml'\n[creatures.o]\nat = 'A2'\n")
    document = load(path)
    again = read_scenario(dump(document), path)
    assert again.creatures == document.creatures
    assert build(again).board.kinds[0].id == "floor"
    assert [again.map.ground(glyph) for row in again.map.rows for glyph in row] == [
        document.map.ground(glyph) for row in document.map.rows for glyph in row
    ]


@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared files")
def test_shared_scenarios_survive_being_written() -> None:
    for path in sorted(SHARED.glob("conformance/*/*.toml"))[::7]:
        document = load(path)
        assert read_scenario(dump(document), path) == document
