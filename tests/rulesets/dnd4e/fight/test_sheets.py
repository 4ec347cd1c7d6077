"""Stat blocks of D&D 4e: what they state against what their parts come to, and faults that name their key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import fight, power, sheet, weapon

from tactics.cli.check import Report, find_files
from tactics.core.problems import Problem, ProblemError

BLOCKS = Path(__file__).parents[4] / "assets" / "creatures" / "dnd4e"
HEWER = {"str": 18, "weapons": [weapon("longsword", enhancement=1)], "armor": {"id": "leather"}, "dex": 12}
HEW = power("hew", keywords=["weapon"], ability="str", hit=[{"damage": "1d6", "weapon": 2, "add": "str"}])


def faults(**own: Any) -> list[Problem]:
    """What is wrong with such a stat block."""
    try:
        fight("AT", {"A": sheet(**own)})
    except ProblemError as error:
        return list(error.problems)
    return []


def keys(**own: Any) -> list[str]:
    """The keys at fault."""
    return [one.key for one in faults(**own)]


@pytest.mark.rule("dnd4e.defense.four")
@pytest.mark.rule("dnd4e.roll.base_bonus")
@pytest.mark.rule("dnd4e.damage.roll")
def test_a_stat_block_may_state_what_its_parts_come_to() -> None:
    numbers = {"ac": 13, "fortitude": 14, "reflex": 11, "will": 10, "initiative": 1}
    damage = {"hew": "2d8+1d6+5", "melee_basic": "1d8+5"}
    stated = {**numbers, "attack": {"hew": 8, "melee_basic": 8}, "damage": damage}
    assert faults(**HEWER, powers=[HEW], stated=stated) == []


@pytest.mark.rule("dnd4e.defense.four")
@pytest.mark.rule("dnd4e.roll.base_bonus")
@pytest.mark.parametrize(
    ("stated", "key", "message"),
    [
        ({"ac": 14}, "combat.stated.ac", "14 is stated, its parts come to 13"),
        ({"will": 9}, "combat.stated.will", "9 is stated, its parts come to 10"),
        ({"initiative": 4}, "combat.stated.initiative", "4 is stated, its parts come to 1"),
        ({"attack": {"hew": 7}}, "combat.stated.attack.hew", "7 is stated, its parts come to 8"),
        ({"damage": {"hew": "2d8+5"}}, "combat.stated.damage.hew", "2d8+5 is stated, its parts come to 2d8+1d6+5"),
    ],
)
def test_a_number_that_does_not_follow_is_one_clear_fault(stated: dict[str, Any], key: str, message: str) -> None:
    (found,) = faults(**HEWER, powers=[HEW], stated=stated)
    assert (found.key, found.message) == (key, message)


@pytest.mark.rule("dnd4e.roll.base_bonus")
def test_the_fault_names_the_file(tmp_path: Path) -> None:
    block = (BLOCKS / "paladin_12.toml").read_text("utf-8")
    assert "ac = 26\n" in block
    folder = tmp_path / "creatures" / "dnd4e"
    folder.mkdir(parents=True)
    path = folder / "paladin_12.toml"
    path.write_text(block.replace("ac = 26\n", "ac = 27\n"), "utf-8")
    report = Report()
    report.add(path)
    (found,) = report.problems
    assert str(path) in str(found)
    assert "combat.stated.ac" in str(found)
    assert "27 is stated, its parts come to 26" in str(found)


def test_stat_blocks_agree_with_what_they_state() -> None:
    report = Report()
    for path in find_files([BLOCKS]):
        report.add(path)
    assert report.problems == []
    assert report.files >= 15


@pytest.mark.parametrize(
    ("own", "key"),
    [
        ({"kind": "minion", "hp": 5}, "combat.hp"),
        ({"resist": {"fyre": 5}}, "combat.resist.fyre"),
        ({"vulnerable": {"cold": "much"}}, "combat.vulnerable.cold"),
        ({"bonuses": [{"to": "armor", "amount": 1}]}, "combat.bonuses[0].to"),
        ({"bonuses": [{"to": "ac", "amount": 1, "type": "magic"}]}, "combat.bonuses[0].type"),
        ({"weapons": [weapon("longsword", damage_type="heat")]}, "combat.weapons[0].damage_type"),
        ({"weapons": [weapon("longsword", critical="two")]}, "combat.weapons[0].critical"),
        ({"weapons": [weapon("longsword", properties=["brutal"])]}, "combat.weapons[0].properties"),
        ({"weaknesses": [{"type": "cold", "condition": "slowed", "until": "dawn"}]}, "combat.weaknesses[0].until"),
        ({"weapons": [weapon("maul")]}, "combat.weapons[0].hand"),
        ({"weapons": [weapon("longsword", "off")]}, "combat.weapons[0].hand"),
        ({"weapons": [weapon("maul", "both"), weapon("dagger", "off")]}, "combat.weapons"),
        ({"weapons": [weapon("dagger", "off")], "shield": {"id": "light_shield"}}, "combat.weapons"),
        ({"weapons": [weapon("longsword"), weapon("mace")]}, "combat.weapons"),
        ({"stated": {"attack": {"hew": 3}}}, "combat.stated.attack.hew"),
        ({"stated": {"speed": 3}}, "combat.stated.speed"),
        ({"powers": [power("p", attack=3, hit=[{"damage": "1d6", "types": ["holy"]}])]},
         "combat.powers[0].hit[0].types"),
        ({"powers": [power("p", attack=3, crit=1, hit=[{"damage": "1d6"}])]}, "combat.powers[0].crit"),
    ],
)  # fmt: skip
def test_a_fault_names_its_key(own: dict[str, Any], key: str) -> None:
    assert keys(**own) == [key]
