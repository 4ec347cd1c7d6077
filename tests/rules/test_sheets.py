"""Combat tables: each read once, every fault of one named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from kit import world

from tactics.core.problems import ProblemError
from tactics.rules.keys import Keys
from tactics.rules.sheets import Sheets, read_combat
from tactics.world.creature import Creature

KNOWN = ("level", "weapons")
TABLE = MappingProxyType({"club": {"name": "club", "damage": "1d6"}})


class Weapon(NamedTuple):
    id: str
    named: str
    damage: str


def creature(combat: Mapping[str, Any] | None, size: str = "medium") -> Creature:
    (found,) = world("A", ("pf1",)).creatures
    return replace(found, size=size, sheets=MappingProxyType({} if combat is None else {"pf1": combat}))


def weapons(keys: Keys) -> Mapping[str, Weapon]:
    rows = [one.from_entry(TABLE, "weapons") for one in keys.rows("weapons", ("id", "name", "damage"))]
    return keys.by_id("weapons", [Weapon(one.word("id"), one.word("name"), str(one.dice("damage"))) for one in rows])


def faults(combat: Mapping[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(ProblemError) as caught:
        read_combat(combat, "A", KNOWN, weapons)
    return [(one.key, one.message) for one in caught.value.problems]


def test_a_table_is_read_once_for_each_size() -> None:
    asked: list[str] = []

    def read(combat: Mapping[str, Any], creature: Creature) -> int:
        asked.append(creature.size)
        return int(combat["level"])

    sheets = Sheets("pf1", read)
    combat = {"level": 3}
    assert [sheets.of(creature(combat)), sheets.of(creature(combat)), sheets.of(creature(combat, "large"))] == [3, 3, 3]
    assert sheets.of(creature({"level": 4})) == 4
    assert asked == ["medium", "large", "medium"]


def test_a_creature_without_a_table_is_told_which_one_is_missing() -> None:
    with pytest.raises(ProblemError, match=r"needs the table \[creatures\.A\.pf1\.combat\]"):
        Sheets("pf1", lambda combat, who: combat).of(creature(None))


def test_an_entry_fills_what_a_row_does_not_say() -> None:
    found = read_combat({"weapons": [{"id": "club", "damage": "1d8"}]}, "A", KNOWN, weapons)
    assert found == {"club": Weapon("club", "club", "1d8")}


def test_every_fault_is_named_with_its_key() -> None:
    rows = [{"id": "club"}, {"id": "club"}, {"id": "stick", "damage": "1d4"}]
    assert faults({"levle": 1, "weapons": rows}) == [
        ("combat.levle", "unknown key; known: level, weapons"),
        ("combat.weapons[2].id", "'stick' is not in the table of weapons; give its name and numbers"),
        ("combat.weapons[2].name", "is missing"),
        ("combat.weapons", "two weapons have the id 'club'"),
    ]
