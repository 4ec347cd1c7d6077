"""What armor, load and bonuses make of a speed."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf1.fight.acting import HEROES, options, turn_of
from rulesets.pf1.fight.ring import fight, sheet

from tactics.core.problems import ProblemError
from tactics.rules.action import NeedPath
from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.rulesets.pf1.fight.sheet_reading import read_sheet
from tactics.rulesets.pf1.fight.speeds import slowed_ft, walking_ft
from tactics.world.fight import Fight

ARMOR = {"light": "leather", "medium": "chainmail", "heavy": "full_plate"}


def speed(base: int, armor: str = "", **more: Any) -> int:
    """The walking speed of a base speed in armor of a kind."""
    worn = {"armor": {"id": ARMOR[armor]}} if armor else {}
    found, _ = read_sheet(sheet(base_speed=base, **worn, **more), "medium", "test")
    return walking_ft(found)


@pytest.mark.rule("pf1.move.speed_table")
@pytest.mark.parametrize(
    ("base", "armor", "special", "expected"),
    [
        (30, "light", [], 30),
        (30, "medium", [], 20),
        (30, "heavy", [], 20),
        (20, "", [], 20),
        (20, "heavy", [], 15),
        (20, "heavy", ["slow_and_steady"], 20),
        (20, "", ["slow_and_steady"], 20),
    ],
)
def test_by_race_and_armor(base: int, armor: str, special: list[str], expected: int) -> None:
    assert speed(base, armor, special=special) == expected


@pytest.mark.rule("pf1.move.speed_armor_general")
def test_two_thirds_rounded_up_to_five() -> None:
    table = "5 10 10 15 20 20 25 30 30 35 40 40 45 50 50 55 60 60 65 70 70 75 80 80"
    assert [slowed_ft(one) for one in range(5, 125, 5)] == list(map(int, table.split()))
    assert [speed(one, "medium") for one in (40, 50, 60, 15, 45, 55)] == [30, 35, 40, 10, 30, 40]


@pytest.mark.rule("pf1.move.speed_bonus_order")
def test_bonuses_come_first_and_the_largest_of_a_type() -> None:
    assert speed(30, "medium", special=["fast_movement"]) == 30
    boots = [{"to": "speed", "amount": amount, "type": "enhancement"} for amount in (10, 30)]
    assert speed(30, bonuses=boots) == 60
    assert speed(30, bonuses=[*boots, {"to": "speed", "amount": 5}]) == 65


@pytest.mark.rule("pf1.move.speed_bonus_barbarian")
def test_classes_that_are_faster() -> None:
    assert speed(30, "light", special=["fast_movement"]) == 40
    assert speed(30, "heavy", special=["fast_movement"]) == 20
    assert speed(30, special=["unarmored_speed"], level=6) == 50
    assert speed(30, "light", special=["unarmored_speed"], level=6) == 30
    assert speed(30, special=["unarmored_speed"], level=6, load="medium") == 20


@pytest.mark.rule("pf1.move.encumbrance")
def test_a_load_slows_once() -> None:
    assert speed(30, load="heavy") == 20
    assert speed(30, "medium", load="medium") == 20
    assert speed(30, "light", load="light") == 30


def carrying(load: str) -> Fight:
    sheets = {"A": sheet(dex=18, load=load, base_speed=30)}
    return turn_of(fight("A" + "." * 25 + "T", sheets, {"A": {**HEROES, "speed": 20}}), "A", "T")


@pytest.mark.rule("pf1.move.encumbrance")
@pytest.mark.parametrize(("load", "armor", "run_ft"), [("medium", 13, 80), ("heavy", 11, 60)])
def test_a_load_lets_little_dexterity_through(load: str, armor: int, run_ft: int) -> None:
    moment = carrying(load)
    assert armor_class(moment, "A", "T", None)[0] == armor
    (option,) = options(moment, "A", "run")
    need = need_of(option, NeedPath)
    assert max(need.costs.values()) == run_ft


@pytest.mark.rule("pf1.move.speed_table")
def test_a_speed_that_does_not_follow_is_a_problem() -> None:
    with pytest.raises(ProblemError) as caught:
        fight("A..T", {"A": sheet(base_speed=30, armor={"id": "chainmail"})}, {"A": {**HEROES, "speed": 30}})
    assert "comes to a speed of 20 ft, but the creature's is 30" in str(caught.value)
