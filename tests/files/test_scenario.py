"""What a good scenario file becomes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
from kit import document

from tactics.core.lattice import Point, Square
from tactics.core.problems import ProblemError
from tactics.core.space import SIZES, Space
from tactics.core.text import Named
from tactics.files import terms
from tactics.files.expect import FORMS
from tactics.files.ground import GLYPHS, TERRAINS
from tactics.files.load import load
from tactics.files.schema import ExpectTable, json_schema
from tactics.rules import question, registry
from tactics.world import board, walls

SHARED = Path(__file__).parents[3] / "shared"

WHOLE = """
schema = 1
title = "The ogre"
title_ru = "Огр"
description = "Corner"
why = "to see"
rulesets = ["pf1", "dnd4e"]
seed = 7

[map]
rows = '''
..#.t.
.A#OO.
...OO.
'''
light = "dim"
lights = [{ at = "C3", bright = 20, dim = 40 }, { at = "<1,0.5>", bright = 5 }]

[map.legend]
t = { terrain = "tree" }

[[map.walls]]
line = [[2, 0], "<2,1.23456>"]
kind = "door"
state = "locked"

[creatures.A]
name = "Fighter"
side = "heroes"
under = ","

[creatures.O]
size = "large"

[creatures.O.dnd4e]
reach = 2

[rules.pf1]
grazing_corner_blocks = true

[[expect]]
ask = "threatened"
who = "A"
cells = '''
.x....
......
x.....
'''
count = { pf1 = 8 }
rule = "pf1.reach"
why = "because"
"""


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    path = tmp_path / "whole.toml"
    path.write_text(WHOLE, encoding="utf-8")
    return path


def test_a_whole_file(whole: Path) -> None:
    read = load(whole)
    assert (read.title, read.description, read.why, read.seed) == (
        Named("The ogre", "Огр"),
        Named("Corner"),
        "to see",
        7,
    )
    assert read.rulesets == ("pf1", "dnd4e")
    assert read.map.rows == ("..#.t.", ".,#...", "......")
    assert read.map.ground("t") == TERRAINS["tree"]
    assert read.map.walls[0].line == (Point(2000, 0), Point(2000, 1235))
    assert read.map.walls[0].state == "locked"
    assert read.map.light == "dim"
    assert [(lamp.at, lamp.bright_sq, lamp.dim_sq) for lamp in read.map.lights] == [
        (Point(2500, 2500), 4, 8),
        (Point(1000, 500), 1, 1),
    ]
    assert [one.space for one in read.creatures] == [Space(1, 1, 1, 1), Space(3, 1, 2, 2)]
    assert read.switches == {"pf1": {"grazing_corner_blocks": True}}
    assert read.path == str(whole)


def test_an_expectation(whole: Path) -> None:
    (one,) = load(whole).expectations
    assert (one.index, one.ask, one.arguments, one.rules, one.why) == (
        0,
        "threatened",
        {"who": "A"},
        ("pf1.reach",),
        "because",
    )
    assert one.expects == {"cells": {Square(1, 0), Square(0, 2)}, "count": {"pf1": 8}}
    assert WHOLE.split("\n")[one.line - 1] == "[[expect]]"


def test_byte_order_mark_and_windows_line_ends_do_not_matter(whole: Path) -> None:
    expected = load(whole)
    whole.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode())
    assert load(whole) == expected


def test_a_file_without_creatures_and_systems_is_a_map(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text("schema = 1\n[map]\nrows = '...'\n")
    read = load(path)
    assert read.rulesets == ("pf1", "pf2e", "dnd4e")
    assert read.creatures == ()


def test_a_scenario_takes_its_ground_from_another_file(tmp_path: Path, whole: Path) -> None:
    (tmp_path / "fights").mkdir()
    path = tmp_path / "fights" / "one.toml"
    path.write_text(
        "schema = 1\nrulesets = ['dnd4e']\n[map]\nfile = '../whole.toml'\n"
        "[[map.walls]]\nline = [[0, 0], [0, 1]]\n[creatures.A]\nat = 'A1'\n"
    )
    read, ground = load(path), load(whole).map
    assert read.map.rows == ground.rows
    assert read.map.lights == ground.lights
    assert len(read.map.walls) == 2
    assert [one.id for one in read.creatures] == ["A"]


@pytest.mark.parametrize(
    ("rows", "creatures"),
    [
        ("A..", {"A": {"size": "tiny"}, "B": {"at": "A1"}}),
        ("A..", {"A": {}, "B": {"at": "A1", "size": "diminutive"}}),
        ("A..", {"A": {"conditions": ["unconscious"]}, "B": {"at": "A1"}}),
        ("A..", {"A": {"pf1": {"conditions": ["Helpless"]}}, "B": {"at": "A1"}}),
        ("A..", {"A": {"conditions": ["dead"]}, "B": {"at": "A1"}}),
        ("A..", {"A": {"conditions": ["paralyzed"]}, "B": {"at": "A1"}}),
        ("AA.\nAA.", {"A": {"size": "large"}, "B": {"at": "A1", "mount": "A"}}),
        ("A..", {"A": {"z": 10}, "B": {"at": "A1"}}),
        ("A..", {"A": {}, "B": {"at": "A1", "traits": ["incorporeal"]}}),
        ("A#.", {"A": {}, "B": {"at": "B1", "traits": ["incorporeal"]}}),
        (".A.\n.A.", {"A": {"size": "large", "space": [1, 2]}}),
        ("A.", {"A": {"under": "@"}}),
        ("1.", {"1": {"side": "heroes"}}),
        ("o.", {"o": {}}),
        ("..", {"goblin-1": {"at": [1, 0]}}),
    ],
)
def test_a_creature_may_stand_there(rows: str, creatures: Mapping[str, Any]) -> None:
    assert len(document(rows, creatures=creatures).creatures) == len(creatures)


def test_ids_of_words_are_written_one_way() -> None:
    (one,) = document("A", creatures={"A": {"conditions": ["Flat-footed", "off guard"]}}).creatures
    assert one.table.conditions == ("flat_footed", "off_guard")


def test_a_wall_through_an_occupied_square_is_legal() -> None:
    assert document("A", walls=[{"line": [[0.5, 0], [0.5, 1]]}]).map.walls


@pytest.mark.parametrize(("glyph", "terrain"), [(glyph, ground.terrain) for glyph, ground in GLYPHS.items()])
def test_every_built_in_glyph(glyph: str, terrain: str) -> None:
    assert document(f".{glyph}.").map.ground(glyph).terrain == terrain


def test_a_legend_entry_starts_from_the_terrain_it_names() -> None:
    legend = {
        "t": {"terrain": "tree", "difficulty": 1},
        "w": {"terrain": "wall", "blocks": ["movement"]},
        "g": {"terrain": "glass", "blocks": ["effect", "movement"], "top": 10, "z": 5, "light": "dark"},
        "#": {"terrain": "floor"},
    }
    ground = document("twg#", legend=legend).map.ground
    assert (ground("t").cover, ground("t").difficulty) == ("object", 1)
    assert (ground("w").blocks, ground("w").cover, ground("w").solid) == (("movement",), "none", False)
    assert (ground("g").blocks, ground("g").cover, ground("g").solid) == (("movement", "effect"), "solid", True)
    assert (ground("g").top_ft, ground("g").z_ft, ground("g").light) == (10, 5, "dark")
    assert ground("#") == GLYPHS["."]


def test_water_surfaces_and_what_hurts_are_read() -> None:
    legend = {
        "w": {"terrain": "water"},
        "p": {"terrain": "water", "depth": 3},
        "b": {"terrain": "beam", "surface": "narrow", "dc": 15},
        "e": {"terrain": "embers", "hazardous": True, "damage": "1d6", "damage_type": "fire"},
    }
    ground = document("wpbe", legend=legend).map.ground
    assert (ground("w").depth_ft, ground("p").depth_ft, ground("b").depth_ft) == (10, 3, 0)
    assert (ground("b").surface, ground("b").dc) == ("narrow", 15)
    assert (ground("e").damage, ground("e").damage_type) == ("1d6", "fire")
    yards = document("p", ["dfrpg"], legend={"p": {"terrain": "pond", "depth": 2}})
    assert yards.map.ground("p").depth_ft == 10


def test_heights_of_yards_become_feet() -> None:
    legend = {"g": {"terrain": "hill", "z": 2, "top": 1}}
    read = document("g", ["dfrpg"], legend=legend, walls=[{"line": [[0, 0], [1, 0]], "top": 3}])
    assert (read.map.ground("g").z_ft, read.map.ground("g").top_ft, read.map.walls[0].top_ft) == (10, 5, 15)


STAT_BLOCK = 'name = "Ogre"\nsize = "large"\nreach = {reach}\nhp = 30\nattacks = [{{ bonus = 3 }}]\n'


def test_stat_blocks_are_found_above_the_scenario(tmp_path: Path) -> None:
    for system, reach in (("pf1", 10), ("dnd4e", 2)):
        folder = tmp_path / "assets" / "creatures" / system
        folder.mkdir(parents=True)
        (folder / "testling.toml").write_text(STAT_BLOCK.format(reach=reach))
    (tmp_path / "fights").mkdir()
    path = tmp_path / "fights" / "one.toml"
    path.write_text(
        "schema = 1\nrulesets = ['pf1', 'pf2e', 'dnd4e']\n[map]\nrows='''\nOO\nOO\n'''\n"
        "[creatures.O]\nfrom='testling'\n"
    )
    (ogre,) = load(path).creatures
    assert (ogre.size, ogre.space) == ("large", Space(0, 0, 2, 2))
    assert list(ogre.blocks) == ["pf1", "dnd4e"]


def test_faults_of_a_stat_block_name_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "assets" / "creatures" / "pf1"
    folder.mkdir(parents=True)
    (folder / "testling.toml").write_text("size = 'big'\nreach = 7\nspeed = 'fast'\n")
    path = tmp_path / "one.toml"
    path.write_text("schema = 1\nrulesets = ['pf1']\n[map]\nrows='O'\n[creatures.O]\nfrom='testling'\n")
    with pytest.raises(ProblemError) as caught:
        load(path)
    assert [re.sub(".*assets", "assets", str(one)) for one in caught.value.problems] == [
        "assets/creatures/pf1/testling.toml:1: size: 'big' is not one of fine, diminutive, tiny, small, medium, "
        "large, huge, gargantuan, colossal",
        "assets/creatures/pf1/testling.toml:3: speed: needs a whole number, not 'fast'",
    ]


def test_the_words_of_files_are_those_the_program_understands() -> None:
    assert terms.SYSTEMS == registry.SYSTEMS
    assert get_args(terms.Size) == SIZES
    assert get_args(terms.WallKind) == walls.WALL_KINDS
    assert get_args(terms.DoorState) == walls.DOOR_STATES
    assert get_args(terms.Cover) == board.COVERS
    assert get_args(terms.Light) == board.LIGHTS
    assert get_args(terms.Blockable) == board.BLOCKABLE
    assert get_args(terms.Attack) == question.ATTACKS
    assert get_args(terms.Mode) == question.MODES
    assert get_args(terms.Shape) == question.SHAPES
    assert get_args(terms.Direction) == tuple(question.DIRECTIONS)
    assert set(get_args(terms.Ask)) == set(FORMS)


def test_files_and_rule_systems_know_the_same_questions() -> None:
    assert {ask: (form.needs, form.may) for ask, form in FORMS.items()} == dict(question.ASKS)
    keys = {field.alias or name for name, field in ExpectTable.model_fields.items()}
    for form in FORMS.values():
        assert form.needs | form.may | set(form.gives) <= keys


def test_the_json_schema_describes_every_table() -> None:
    schema = json_schema()
    json.dumps(schema)
    assert set(schema["properties"]) >= {"schema", "title", "rulesets", "map", "creatures", "rules", "expect"}
    creature = schema["$defs"]["CreatureTable"]["properties"]
    assert {"from", "at", "under", "reach", "pf2e"} <= set(creature)
    assert schema["$defs"]["ExpectTable"]["properties"]["is"]["description"]
    assert schema["$defs"]["WallTable"]["additionalProperties"] is False


@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared files")
def test_shared_scenarios_have_no_problems() -> None:
    paths = sorted(SHARED.glob("conformance/*/*.toml"))
    assert paths
    for path in paths:
        read = load(path)
        assert read.expectations
        assert all(one.line for one in read.expectations)
