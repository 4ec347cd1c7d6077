"""The book's numbers as data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import pytest

from tactics.rules.dice_text import parse_dice
from tactics.rulesets.dfrpg.strength import swing, thrust
from tactics.rulesets.dfrpg.tables import table

WEAPONS = "weapons"
BY_ST = {"thr": thrust, "sw": swing}
UNREADY = {("great_axe", "swing"), ("maul", "swing"), ("halberd", "swing")}


def _uses() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    return ((key, use, row) for key, one in table(WEAPONS).items() for use, row in one.get("uses", {}).items())


def _written(id: str, use: str) -> str:
    """A use the way a table of weapons has it."""
    row = table(WEAPONS)[id]["uses"][use]
    reach = "C" if row["reaches"] == [0] else "-".join(str(yards) for yards in row["reaches"])
    add = f"{row['add']:+d}" if row["add"] else ""
    parry = f"{row['parry']}{'F' if row['fencing'] else ''}{'U' if row['unbalanced'] else ''}"
    star = "*" if row["starred"] else ""
    return f"{row['base']}{add} {row['type']}; {reach}{star}; {parry}; {row['st']}; {row['hands']}"


@pytest.mark.rule("dfrpg.data.sample_weapons", "dfrpg.state.reach_change", "dfrpg.defense.parry_unbalanced")
@pytest.mark.parametrize(
    ("id", "use", "written"),
    [
        ("dagger", "thrust", "thr-1 imp; C; -1; 5; 1"),
        ("shortsword", "swing", "sw cut; 1; 0; 8; 1"),
        ("shortsword", "thrust", "thr+1 imp; 1; 0; 8; 1"),
        ("broadsword", "swing", "sw+1 cut; 1; 0; 10; 1"),
        ("broadsword", "thrust", "thr+2 imp; 1; 0; 10; 1"),
        ("rapier", "thrust", "thr+1 imp; 1-2; 0F; 9; 1"),
        ("axe", "swing", "sw+2 cut; 1; 0U; 11; 1"),
        ("mace", "swing", "sw+3 cr; 1; 0U; 12; 1"),
        ("spear", "thrust", "thr+2 imp; 1*; 0; 9; 1"),
        ("spear", "thrust_two", "thr+3 imp; 1-2*; 0; 9; 2"),
        ("quarterstaff", "swing", "sw+2 cr; 1-2; 2; 7; 2"),
        ("quarterstaff", "thrust", "thr+2 cr; 1-2; 2; 7; 2"),
        ("greatsword", "swing", "sw+3 cut; 1-2; 0; 12; 2"),
        ("greatsword", "thrust", "thr+3 imp; 2; 0; 12; 2"),
        ("great_axe", "swing", "sw+4 cut; 1-2*; 0U; 12; 2"),
        ("maul", "swing", "sw+5 cr; 1-2*; 0U; 13; 2"),
        ("halberd", "swing", "sw+5 cut; 2-3*; 0U; 13; 2"),
        ("halberd", "thrust", "thr+3 imp; 1-2-3*; 0U; 12; 2"),
    ],
)
def test_weapons_that_strike(id: str, use: str, written: str) -> None:
    assert _written(id, use) == written


@pytest.mark.rule("dfrpg.state.unready_after_attack")
def test_which_blows_leave_a_weapon_unready() -> None:
    assert {(key, use) for key, use, row in _uses() if row["unready"]} == UNREADY
    assert all(row["hands"] == 2 for _, _, row in _uses() if row["unready"])


@pytest.mark.rule("dfrpg.data.sample_weapons", "dfrpg.maneuver.ready.reload")
@pytest.mark.parametrize(
    ("id", "written"),
    [
        ("short_bow", "thr+0 imp; 1; 20/30; 2; -6; 7"),
        ("bow", "thr+1 imp; 2; 30/40; 2; -7; 10"),
        ("longbow", "thr+2 imp; 3; 30/40; 2; -8; 11"),
        ("composite_bow", "thr+3 imp; 3; 40/50; 2; -7; 10"),
        ("crossbow", "thr+4 imp; 4; 40/50; 4; -6; 7"),
        ("sling", "sw+0 pi; 0; 12/20; 2; -4; 6"),
        ("throwing_axe", "sw+2 cut; 2; 2/3; 0; -3; 11"),
        ("javelin", "thr+1 imp; 3; 3/5; 0; -4; 6"),
    ],
)
def test_weapons_that_shoot(id: str, written: str) -> None:
    row = table(WEAPONS)[id]["shot"]
    ranges = f"{row['half_per_2st']}/{row['most_per_2st']}"
    start = f"{row['base']}{row['add']:+d} {row['type']}; {row['accuracy']}; {ranges}"
    assert f"{start}; {row['reload']}; {row['bulk']}; {row['st']}" == written
    assert row["thrown"] is (row["reload"] == 0)


@pytest.mark.rule("dfrpg.maneuver.aim.brace")
def test_only_crossbows_are_braced() -> None:
    assert [key for key, one in table(WEAPONS).items() if one.get("shot", {}).get("braces")] == ["crossbow"]


@pytest.mark.rule("dfrpg.core.strength_damage", "dfrpg.data.sample_weapons")
@pytest.mark.parametrize(
    ("st", "id", "use", "damage"),
    [
        (11, "broadsword", "swing", "1d6+2"),
        (12, "spear", "thrust", "1d6+1"),
        (20, "maul", "swing", "3d6+7"),
        (10, "bow", "", "1d6-1"),
    ],
)
def test_damage_of_a_weapon_by_strength(st: int, id: str, use: str, damage: str) -> None:
    weapon = table(WEAPONS)[id]
    row = weapon["uses"][use] if use else weapon["shot"]
    dice, wanted = BY_ST[row["base"]](st), parse_dice(damage)
    assert wanted is not None
    assert (dice.dice, dice.bonus + row["add"]) == (wanted.dice, wanted.bonus)


@pytest.mark.rule("dfrpg.attack.unarmed")
def test_fists_and_feet() -> None:
    punch, kick = table("fight")["unarmed"]["punch"], table("fight")["unarmed"]["kick"]
    assert (punch["base"], punch["add"], punch["type"], punch["reaches"], punch["skill_by"]) == (
        "thr",
        -1,
        "cr",
        [0],
        0,
    )
    assert (kick["base"], kick["add"], kick["type"], kick["reaches"], kick["skill_by"]) == ("thr", 0, "cr", [0, 1], -2)
    assert thrust(11).bonus + punch["add"] == -2


@pytest.mark.rule("dfrpg.data.sample_weapons", "dfrpg.defense.defense_bonus", "dfrpg.maneuver.ready.shield")
def test_defense_bonuses() -> None:
    assert {key: row["defense_bonus"] for key, row in table("shields").items()} == {
        "small_shield": 1,
        "medium_shield": 2,
        "large_shield": 3,
        "small_buckler": 1,
        "medium_buckler": 2,
        "light_cloak": 1,
        "heavy_cloak": 2,
    }
    assert {key for key, row in table("shields").items() if row["kind"] == "buckler"} == {
        "small_buckler",
        "medium_buckler",
    }
    assert {key: row["attack"] for key, row in table("shields").items() if row["attack"]} == {"large_shield": -2}


@pytest.mark.rule("dfrpg.posture.table", "dfrpg.posture.smaller_target", "dfrpg.movement.posture_cost")
@pytest.mark.parametrize(
    ("posture", "attack", "defense", "target", "half_points", "moves"),
    [
        ("standing", 0, 0, 0, 0, "points"),
        ("crouching", -2, 0, -2, 1, "points"),
        ("kneeling", -2, -2, -2, 4, "points"),
        ("crawling", -4, -3, -2, 4, "points"),
        ("sitting", -2, -2, -2, 0, "none"),
        ("prone", -4, -3, -2, 0, "all_for_one"),
    ],
)
def test_postures(posture: str, attack: int, defense: int, target: int, half_points: int, moves: str) -> None:
    row = table("postures")[posture]
    assert (row["attack"], row["defense"], row["target"]) == (attack, defense, target)
    assert (row["extra_half_points"], row["moves"]) == (half_points, moves)


@pytest.mark.rule("dfrpg.posture.list", "dfrpg.posture.table")
def test_there_are_six_postures_with_crouching() -> None:
    postures = table("postures")
    assert set(postures) == {"standing", "crouching", "kneeling", "crawling", "sitting", "prone"}
    assert {key for key, row in postures.items() if row["close_only"]} == {"crawling"}


@pytest.mark.rule("dfrpg.movement.evade")
def test_slipping_past_somebody() -> None:
    assert {key: row["evade"] for key, row in table("postures").items()} == {
        "standing": -5,
        "crouching": -5,
        "kneeling": -2,
        "sitting": -2,
        "crawling": 5,
        "prone": 5,
    }
    assert 12 + table("postures")["prone"]["evade"] + table("fight")["evade"]["back"] == 22
    assert 12 + table("postures")["standing"]["evade"] + table("fight")["evade"]["side"] == 9


@pytest.mark.rule("dfrpg.defense.retreat")
def test_who_may_retreat() -> None:
    assert {key for key, row in table("postures").items() if not row["retreat"]} == {"kneeling", "sitting"}


@pytest.mark.rule("dfrpg.attack.critical_hit", "dfrpg.attack.critical_miss")
def test_the_tables_of_critical_results() -> None:
    hit, miss = table("critical")["hit"], table("critical")["miss"]
    assert set(hit) == set(miss) == {str(total) for total in range(3, 19)}
    assert [hit[total] for total in ("3", "18", "5", "16")] == ["triple", "triple", "double", "double"]
    assert [hit[total] for total in ("6", "15", "4", "17")] == ["maximum", "maximum", "armor_halved", "armor_halved"]
    assert {total for total, result in hit.items() if result == "major"} == {"7", "13", "14"}
    assert (hit["8"], hit["12"], hit["9"], hit["10"], hit["11"]) == ("shock_twice", "drops", "plain", "plain", "plain")
    assert {total for total, result in miss.items() if result == "breaks"} == {"3", "4", "17", "18"}
    assert [miss[total] for total in ("5", "6", "7", "8")] == ["hits_self", "hits_self_half", "off_balance", "unready"]
    assert [miss[total] for total in ("9", "10", "11", "12")] == ["dropped", "dropped", "dropped", "unready"]
    assert [miss[total] for total in ("13", "14", "15", "16")] == ["off_balance", "dropped_far", "arm", "falls"]


def _names(where: Any) -> Iterator[tuple[str, str | None]]:
    if isinstance(where, Mapping):
        if "name" in where and "values" not in where:
            yield where["name"], where.get("name_ru")
        for inner in where.values():
            yield from _names(inner)
    elif isinstance(where, list):
        for inner in where:
            yield from _names(inner)


def test_every_name_is_there_in_russian() -> None:
    folder = files("tactics.rulesets.dfrpg").joinpath("data")
    tables = [one.name.removesuffix(".toml") for one in folder.iterdir() if one.name.endswith(".toml")]
    named = [pair for name in tables for pair in _names(table(name))]
    assert len(named) > 40
    assert [english for english, russian in named if not russian or not re.search("[а-яё]", russian)] == []


def test_every_kind_of_damage_of_a_weapon_wounds() -> None:
    types = {row["type"] for _, _, row in _uses()} | {
        one["shot"]["type"] for one in table(WEAPONS).values() if "shot" in one
    }
    assert types <= set(table("wounding"))
    assert all(row["over"] > 0 and row["times"] > 0 for row in table("wounding").values())
