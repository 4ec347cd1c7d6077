"""Sundering: hardness, hit points, broken and destroyed."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import act, asked, refused, turn_of
from rulesets.pf1.fight.ring import fight, rolled, sheet, weapon

from tactics.rulesets.pf1.fight.numbers import armor_class, is_broken, weapon_of
from tactics.world.fight import Fight

pytestmark = pytest.mark.rule("pf1.maneuver.sunder")


def duel(bonus_damage: int, foe: dict[str, Any] | None = None, **own: Any) -> Fight:
    """The turn of A beside T with a sword of hardness 10 and 5 hit points; A rolls 1d8 and some more for damage."""
    arms = [weapon("longsword", bonus_damage=bonus_damage)]
    first = sheet(**{"weapons": arms, "feats": ["improved_sunder"], **own})
    other = sheet(**{"weapons": [weapon("longsword", hardness=10, hp=5)], **(foe or {})})
    return turn_of(fight("AT", {"A": first, "T": other}), "A")


@pytest.mark.parametrize(("dealt", "left", "broken"), [(13, 2, True), (12, 3, False), (10, 5, False), (9, 5, False)])
def test_damage_less_hardness(dealt: int, left: int, broken: bool) -> None:
    run = act(duel(dealt - 4), "A", "sunder", 15, 4, target="T")
    assert rolled(run, "damage")[0].total == dealt
    assert 5 - run.fight.items["T.longsword"].damage == left
    assert is_broken(run.fight, "T", weapon_of(run.fight, "T", "longsword")) is broken


@pytest.mark.parametrize("dealt", [15, 16])
def test_destroyed_or_left_with_a_point(dealt: int) -> None:
    moment = duel(dealt - 4)
    decision = asked(moment, "A", "sunder", 15, 4, target="T")
    assert (decision.who, [one.id for one in decision.choices]) == ("A", ["destroy", "leave"])
    assert "T.longsword" not in act(moment, "A", "sunder", 15, 4, answers=("A destroy",), target="T").fight.items
    left = act(moment, "A", "sunder", 15, 4, answers=("A leave",), target="T").fight
    assert left.items["T.longsword"].damage == 4
    assert is_broken(left, "T", weapon_of(left, "T", "longsword"))


def test_a_failure_does_nothing() -> None:
    run = act(duel(20), "A", "sunder", 9, target="T")
    assert not rolled(run, "damage")
    assert run.fight.items["T.longsword"].damage == 0


def test_what_is_worn_can_be_struck_too() -> None:
    foe = {"armor": {"id": "chain_shirt", "hardness": 10, "hp": 20}, "shield": {"id": "heavy_shield"}}
    moment = duel(20, foe)
    decision = asked(moment, "A", "sunder", target="T")
    assert {one.id for one in decision.choices} == {"T.longsword", "T.armor", "T.shield"}
    before = armor_class(moment, "T")[0]
    after = act(moment, "A", "sunder", 15, 4, answers=("A T.armor",), target="T").fight
    assert after.items["T.armor"].damage == 14
    assert armor_class(after, "T")[0] == before - 2


def test_with_a_weapon_against_something() -> None:
    assert refused(duel(0, weapons=[]), "A", "sunder", target="T") == "pf1.maneuver.sunder"
    assert refused(duel(0, {"weapons": []}), "A", "sunder", target="T") == "pf1.maneuver.sunder"
