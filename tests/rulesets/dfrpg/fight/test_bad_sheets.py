"""Stat blocks with wrong keys and values: each fault is a message that names its key, and none is a crash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tactics.cli.check import Report
from tactics.core.problems import ProblemError
from tactics.core.resources import resource_folder
from tactics.rulesets.dfrpg.fight import sheet_reading
from tactics.rulesets.dfrpg.fight.sheet_reading import read_sheet
from tests.rulesets.dfrpg.fight.ring import fight, sheet, weapon

BAD = (None, -(10**9), 1.5, [[]], {"x": {}}, float("nan"), "\n")
"""What no key may be."""
ANY_TEXT = {"name", "name_ru", "kind", "condition", "base", "resist", "bonus_to"}
"""Keys that may be any text, or nothing."""
USE: dict[str, Any] = {"base": "sw", "type": "cut", "reaches": [1]}
SHOT: dict[str, Any] = {"base": "thr", "type": "imp", "most_yd": 9}
BLADE = weapon("blade", uses={"cut": USE}, shot=SHOT)
MISSILE: dict[str, Any] = {"id": "dart", "missile": True, "throw_skill": 12, "range_yd": 9, "damage": "1d6"}
TABLES: dict[str, tuple[dict[str, Any], frozenset[str]]] = {
    "combat": (sheet(weapons=[BLADE]), sheet_reading.SHEET_KEYS),
    "combat.weapons[0]": (BLADE, sheet_reading._WEAPON_KEYS),
    "combat.weapons[0].uses.cut": (USE, sheet_reading._USE_KEYS),
    "combat.weapons[0].shot": (SHOT, sheet_reading._SHOT_KEYS),
    "combat.shield": ({"id": "small_shield", "skill": 12}, sheet_reading._SHIELD_KEYS),
    "combat.gear[0]": ({"id": "flask", "kind": "potion"}, sheet_reading._GEAR_KEYS),
    "combat.abilities[0]": (MISSILE, sheet_reading._ABILITY_KEYS),
}
"""A sound table of each kind by its place, and its keys."""


def faults(table: object) -> list[str]:
    """The keys at fault in a table ``combat``."""
    try:
        read_sheet(table, "A", "medium")
    except ProblemError as error:
        return [one.key for one in error.problems]
    return []


def with_table(place: str, table: dict[str, Any]) -> dict[str, Any]:
    """A sheet with a table in a place of it."""
    match place.removeprefix("combat").removeprefix("."):
        case "":
            return table
        case "weapons[0]":
            return sheet(weapons=[table])
        case "weapons[0].uses.cut":
            return sheet(weapons=[{**BLADE, "uses": {"cut": table}}])
        case "weapons[0].shot":
            return sheet(weapons=[{**BLADE, "shot": table}])
        case "shield":
            return sheet(shield=table)
        case several:
            return sheet(**{several.removesuffix("[0]"): [table]})


def spoiled() -> Iterator[tuple[str, str, object]]:
    """Every key of every table, one that there is not included, with every bad value."""
    for place, (_, keys) in TABLES.items():
        for key in sorted(keys | {"wrong"}):
            for bad in BAD:
                if not (isinstance(bad, str) and key in ANY_TEXT):
                    yield place, key, bad


@pytest.mark.parametrize("place", TABLES)
def test_a_sound_table_has_no_faults(place: str) -> None:
    assert faults(with_table(place, TABLES[place][0])) == []


def test_a_bad_value_is_a_fault_of_its_key() -> None:
    missed = []
    for place, key, bad in spoiled():
        found = faults(with_table(place, {**TABLES[place][0], key: bad}))
        named = [one for one in found if one.startswith(f"{place}.{key}")]
        if not named or len(set(found)) < len(found):
            missed.append((place, key, bad, found))
    assert missed == []


@pytest.mark.parametrize("place", TABLES)
@pytest.mark.parametrize("bad", [None, 5, "table", [5]])
def test_what_is_no_table_is_one_fault(place: str, bad: Any) -> None:
    (found,) = faults(with_table(place, bad))
    assert found == place


@pytest.mark.parametrize(
    ("own", "key"),
    [
        ({"weapons": [weapon("axe"), weapon("axe", hand="off")]}, "combat.weapons"),
        ({"weapons": [weapon("axe"), weapon("mace")]}, "combat.weapons"),
        (
            {"weapons": [weapon("greatsword", hand="both")], "shield": {"id": "small_shield", "skill": 9}},
            "combat.weapons",
        ),
        ({"weapons": [weapon("axe")], "gear": [{"id": "lamp", "kind": "torch", "hand": "main"}]}, "combat.weapons"),
        ({"weapons": [weapon("axe")], "hands": 0}, "combat.weapons"),
        ({"weapons": [weapon("greatsword", hand="both")], "hands": 1}, "combat.weapons"),
        ({"weapons": [weapon("axe")], "gear": [{"id": "axe"}]}, "combat.weapons"),
        ({"gear": [{"id": "shield"}], "shield": {"id": "small_shield", "skill": 9}}, "combat.weapons"),
        ({"abilities": [MISSILE], "gear": [{"id": "dart"}]}, "combat.weapons"),
        ({"abilities": [{"id": "one"}, {"id": "one"}]}, "combat.abilities"),
        ({"weapons": [weapon("my axe", kind="axe")]}, "combat.weapons[0].id"),
        ({"weapons": [weapon("blade", uses={})]}, "combat.weapons[0].uses"),
        ({"weapons": [weapon("blade")]}, "combat.weapons[0].kind"),
        ({"weapons": [weapon("spear", reach=7)]}, "combat.weapons[0].reach"),
        ({"load_lb": 900}, "combat.load_lb"),
        ({"abilities": [{"id": "one", "bulk": 3}]}, "combat.abilities[0].bulk"),
        ({"abilities": [{**MISSILE, "damage": ""}]}, "combat.abilities[0].damage"),
    ],
)
def test_what_does_not_go_together_is_a_fault(own: dict[str, Any], key: str) -> None:
    assert faults(sheet(**own)) == [key]


def test_the_message_names_the_file(tmp_path: Path) -> None:
    block = (resource_folder("assets") / "creatures" / "dfrpg" / "axe_raider.toml").read_text("utf-8")
    folder = tmp_path / "creatures" / "dfrpg"
    folder.mkdir(parents=True)
    path = folder / "axe_raider.toml"
    path.write_text(block.replace("[combat]\n", "[combat]\nstrength = 12\n"), "utf-8")
    report = Report()
    report.add(path)
    (found,) = report.problems
    assert str(path) in str(found)
    assert "combat.strength" in str(found)


@pytest.mark.rule("dfrpg.posture.list")
def test_nobody_begins_in_two_postures() -> None:
    with pytest.raises(ProblemError, match="A: conditions: kneeling and prone are several postures"):
        fight("AT", creatures={"A": {"conditions": ["prone", "kneeling"]}})


@pytest.mark.rule("dfrpg.state.ready")
def test_nothing_lies_beside_the_board() -> None:
    with pytest.raises(ProblemError, match="A: combat: axe lies beside the board"):
        fight("AT", {"A": sheet(weapons=[{"id": "axe", "skill": 12, "at": "C9"}])})
