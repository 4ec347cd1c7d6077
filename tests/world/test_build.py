"""One set of units, whatever a file is written in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from kit import document, world

from tactics.core.lattice import Point, Square
from tactics.core.space import Space
from tactics.core.text import Named
from tactics.files.load import load
from tactics.world.board import FLOOR, Terrain
from tactics.world.build import build
from tactics.world.creature import Stats, Weapon


def stats(system: str, rulesets: list[str], table: Mapping[str, Any]) -> Stats:
    return world("A", rulesets, creatures={"A": table}).creature("A").of(system)


@pytest.mark.parametrize(
    ("rulesets", "table", "reach_sq"),
    [
        (["pf1", "dnd4e"], {"reach": 10}, {"pf1": 2, "dnd4e": 2}),
        (["pf2e", "dfrpg"], {"reach": 15}, {"pf2e": 3, "dfrpg": 3}),
        (["dnd4e", "pf1"], {"reach": 2}, {"dnd4e": 2, "pf1": 2}),
        (["dfrpg"], {"reach": 3}, {"dfrpg": 3}),
        (["pf1", "dnd4e"], {"reach": 10, "dnd4e": {"reach": 1}}, {"pf1": 2, "dnd4e": 1}),
        (["dnd4e", "pf2e"], {"reach": 1, "pf2e": {"reach": 10}}, {"dnd4e": 1, "pf2e": 2}),
        (["pf1"], {"reach": 0}, {"pf1": 0}),
        (["pf1"], {}, {"pf1": None}),
    ],
)
def test_reach(rulesets: list[str], table: Mapping[str, Any], reach_sq: Mapping[str, int | None]) -> None:
    assert {system: stats(system, rulesets, table).reach_sq for system in rulesets} == reach_sq


@pytest.mark.parametrize(
    ("table", "pf1", "dnd4e"),
    [
        ({}, {"walk": 6}, {"walk": 6}),
        ({"speed": 20}, {"walk": 4}, {"walk": 4}),
        ({"speed": 0}, {"walk": 0}, {"walk": 0}),
        ({"speed": 30, "speeds": {"fly": 60}}, {"walk": 6, "fly": 12}, {"walk": 6, "fly": 12}),
        ({"speed": 30, "dnd4e": {"speed": 5, "speeds": {"swim": 3}}}, {"walk": 6}, {"walk": 5, "swim": 3}),
        ({"speeds": {"walk": 40}}, {"walk": 8}, {"walk": 8}),
    ],
)
def test_speed(table: Mapping[str, Any], pf1: Mapping[str, int], dnd4e: Mapping[str, int]) -> None:
    assert stats("pf1", ["pf1", "dnd4e"], table).speeds_sq == pf1
    assert stats("dnd4e", ["pf1", "dnd4e"], table).speeds_sq == dnd4e


@pytest.mark.parametrize(("rulesets", "z_ft"), [(["pf1", "dfrpg"], 10), (["dnd4e"], 10), (["dfrpg", "pf1"], 50)])
def test_height_is_in_feet_but_for_files_in_yards(rulesets: list[str], z_ft: int) -> None:
    assert world("A", rulesets, creatures={"A": {"z": 10}}).creature("A").z_ft == z_ft


def test_everything_else_of_a_creature() -> None:
    table = {
        "name": "Ogre",
        "name_ru": "Огр",
        "side": "monsters",
        "size": "large",
        "stature": "long",
        "armed": False,
        "conditions": ["prone"],
        "senses": ["scent"],
        "weapons": [{"name": "bow", "ranged": True, "range": 60, "long_range": 120}, {"name": "pike", "reach": 15}],
        "threatening_reach": 10,
        "pf2e": {"conditions": [], "reactions": ["attack_of_opportunity"], "reach_weapon": True},
    }
    ogre = world("OO\nOO", ["pf1", "pf2e"], creatures={"O": table}).creature("O")
    assert (ogre.name, ogre.side, ogre.size, ogre.stature) == (Named("Ogre", "Огр"), "monsters", "large", "long")
    assert ogre.space == Space(0, 0, 2, 2)
    weapons = (Weapon("bow", ranged=True, range_sq=12, long_range_sq=24), Weapon("pike", reach_sq=3))
    common = {"armed": False, "senses": frozenset({"scent"}), "weapons": weapons, "threatening_reach_sq": 2}
    assert ogre.of("pf1") == Stats(conditions=frozenset({"prone"}), **common)
    assert ogre.of("pf2e") == Stats(reactions=frozenset({"attack_of_opportunity"}), reach_weapon=True, **common)


def test_a_creature_without_keys() -> None:
    one = build(document("A", creatures={"A": {"side": "x"}})).creature("A")
    assert (one.name, one.size, one.stature, one.z_ft, one.mount) == (Named("A"), "medium", "tall", 0, "")
    assert one.of("pf1") == Stats()


def test_creatures_without_a_side_are_nobodys_allies(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("schema = 1\nrulesets = ['pf1']\n[map]\nrows = 'AB'\n[creatures.A]\n[creatures.B]\n")
    first, second = build(load(path)).creatures
    assert first.side != second.side


def test_stat_blocks_lie_below_what_the_file_says(tmp_path: Path) -> None:
    blocks = {"pf1": "name='Ogre'\nreach=10\nspeed=40\nsenses=['scent']\n", "dnd4e": "reach=3\n"}
    for system, text in blocks.items():
        folder = tmp_path / "assets" / "creatures" / system
        folder.mkdir(parents=True)
        (folder / "testling.toml").write_text(text)
    path = tmp_path / "one.toml"
    path.write_text(
        "schema = 1\nrulesets = ['pf1', 'pf2e', 'dnd4e']\n[map]\nrows='O'\n"
        "[creatures.O]\nfrom='testling'\nspeed=20\n[creatures.O.pf2e]\nspeed=30\n"
    )
    ogre = build(load(path)).creature("O")
    assert ogre.name == Named("Ogre")
    assert {system: ogre.of(system).reach_sq for system in ("pf1", "pf2e", "dnd4e")} == {
        "pf1": 2,
        "pf2e": 2,
        "dnd4e": 3,
    }
    walks = {system: ogre.of(system).speeds_sq["walk"] for system in ("pf1", "pf2e", "dnd4e")}
    assert walks == {"pf1": 4, "pf2e": 6, "dnd4e": 4}
    assert ogre.of("dnd4e").senses == {"scent"}


@pytest.mark.parametrize(
    ("glyph", "terrain"),
    [
        (".", FLOOR),
        ("#", Terrain("wall", frozenset({"movement", "sight", "effect"}), "solid")),
        (",", Terrain("difficult", difficulty=1)),
        (";", Terrain("greater_difficult", difficulty=2)),
        ("o", Terrain("pillar", cover="object")),
        ("n", Terrain("low_obstacle", cover="low")),
        ("%", Terrain("light_obscurement", obscurement=1)),
        ("@", Terrain("heavy_obscurement", obscurement=2)),
        (":", Terrain("hazardous", hazardous=True)),
        (" ", Terrain("no_square", frozenset({"movement", "sight", "effect"}), "solid", hole=True)),
    ],
)
def test_glyphs(glyph: str, terrain: Terrain) -> None:
    board = world(["A" + glyph, ".."]).board
    assert board.at(Square(1, 0)) == terrain
    assert (board.width, board.height) == (2, 2)


def test_the_ground_under_a_letter() -> None:
    board = world("AA\nAA", creatures={"A": {"size": "large", "under": ","}}).board
    assert {board.at(Square(x, y)).id for x in (0, 1) for y in (0, 1)} == {"difficult"}


ALL = {"movement", "sight", "effect"}


@pytest.mark.parametrize(
    ("keys", "blocks", "cover"),
    [
        ({"kind": "wall"}, ALL, "solid"),
        ({"kind": "door"}, ALL, "solid"),
        ({"kind": "door", "state": "closed"}, ALL, "solid"),
        ({"kind": "door", "state": "locked"}, ALL, "solid"),
        ({"kind": "door", "state": "open"}, set(), "none"),
        ({"kind": "window"}, {"movement"}, "window"),
        ({"kind": "window", "glazed": True}, {"movement", "effect"}, "solid"),
        ({"kind": "arrow_slit"}, {"movement"}, "arrow_slit"),
        ({"kind": "portcullis"}, {"movement"}, "portcullis"),
        ({"kind": "curtain"}, {"sight"}, "none"),
        ({"kind": "force"}, {"movement", "effect"}, "solid"),
        ({"kind": "low_wall"}, set(), "low"),
        ({"kind": "wall", "blocks": ["sight"]}, {"sight"}, "none"),
        ({"kind": "wall", "blocks": ["movement"], "cover": "object"}, {"movement"}, "object"),
        ({"kind": "window", "blocks": []}, set(), "window"),
        ({"kind": "curtain", "blocks": ["sight", "effect"]}, {"sight", "effect"}, "solid"),
        ({"kind": "portcullis", "cover": "none"}, {"movement"}, "none"),
    ],
)
def test_what_thin_walls_block(keys: Mapping[str, Any], blocks: set[str], cover: str) -> None:
    (wall,) = world("A.", walls=[{"line": [[1, 0], [1, 1]], **keys}]).board.walls
    assert (wall.blocks, wall.cover, wall.kind) == (blocks, cover, keys["kind"])


def test_polylines_become_pieces_of_one_group() -> None:
    tables = [
        {"line": [[0, 0], [1, 0], [2, 0], [2, 1], [2, 0]], "one_way": "left", "top": 10, "name": "fence"},
        {"line": [[0, 1], [0.5, 1.25], [1, 1.5]]},
    ]
    walls = world("A..\n...", walls=tables).board.walls
    assert [(wall.group, wall.start, wall.end) for wall in walls] == [
        (0, Point(0, 0), Point(2000, 0)),
        (0, Point(2000, 0), Point(2000, 1000)),
        (0, Point(2000, 1000), Point(2000, 0)),
        (1, Point(0, 1000), Point(1000, 1500)),
    ]
    assert (walls[0].one_way, walls[0].top_ft, walls[0].name) == ("left", 10, "fence")


def test_lamps_switches_and_light() -> None:
    position = world(
        "A.", lights=[{"at": "B1", "bright": 20, "dim": 40}], light="dark", rules={"pf1": {"partial_cover": True}}
    )
    (lamp,) = position.board.lamps
    assert (lamp.at, lamp.bright_sq, lamp.dim_sq) == (Point(1500, 500), 4, 8)
    assert position.board.ambient == "dark"
    assert position.switches["pf1"]["partial_cover"] is True
    assert position.rulesets == ("pf1",)
