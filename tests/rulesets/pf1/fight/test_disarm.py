"""Disarming: what falls, to whom."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import act, asked, refused, turn_of
from rulesets.pf1.fight.ring import fight, rolled, sheet, weapon

from tactics.world.fight import Fight

pytestmark = pytest.mark.rule("pf1.maneuver.disarm")
SWORD = [weapon("longsword")]
TWO = [weapon("longsword"), weapon("shortsword", "off")]


def duel(own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None) -> Fight:
    """The turn of A with a sword and Improved Disarm beside T, whose defense is 15."""
    first = {"weapons": SWORD, "feats": ["improved_disarm"], **(own or {})}
    sheets = {"A": sheet(**first), "T": sheet(**{"bab": 5, "weapons": SWORD, **(foe or {})})}
    return turn_of(fight("AT", sheets), "A")


def holder(moment: Fight, item: str) -> str:
    return moment.items[item].holder


def test_one_thing_falls_to_the_ground() -> None:
    moment = act(duel(), "A", "disarm", 15, target="T").fight
    item = moment.items["T.longsword"]
    assert (item.holder, item.hand, str(item.square)) == ("", "", "B1")
    assert refused(moment, "A", "disarm", target="T")


def test_a_weapon_in_two_hands_falls_as_well() -> None:
    moment = duel(foe={"weapons": [weapon("greatsword", "both")]})
    assert holder(act(moment, "A", "disarm", 15, target="T").fight, "T.greatsword") == ""


@pytest.mark.parametrize(("bonus", "both"), [(9, False), (10, True)])
def test_ten_above_empties_both_hands(bonus: int, both: bool) -> None:
    moment = duel({"bab": bonus}, {"weapons": TWO})
    fallen = act(moment, "A", "disarm", 15, answers=("A T.shortsword",), target="T").fight
    assert holder(fallen, "T.shortsword") == ""
    assert holder(fallen, "T.longsword") == ("" if both else "T")


def test_the_attacker_chooses() -> None:
    decision = asked(duel(foe={"weapons": TWO}), "A", "disarm", target="T")
    assert (decision.who, [one.id for one in decision.choices]) == ("A", ["T.longsword", "T.shortsword"])


@pytest.mark.parametrize(("face", "dropped"), [(5, True), (6, False)])
def test_ten_below_costs_the_own_weapon(face: int, dropped: bool) -> None:
    moment = act(duel(), "A", "disarm", face, target="T").fight
    assert holder(moment, "T.longsword") == "T"
    assert holder(moment, "A.longsword") == ("" if dropped else "A")


def test_bare_hands_are_worse_and_take_what_they_strike_away() -> None:
    run = act(duel({"weapons": []}), "A", "disarm", 19, target="T")
    assert rolled(run, "maneuver")[0].total == 15
    item = run.fight.items["T.longsword"]
    assert (item.holder, item.hand, item.square) == ("A", "main", None)
    run = act(duel({"weapons": []}), "A", "disarm", 18, target="T")
    assert rolled(run, "maneuver")[0].outcome == "failure"
    attack = turn_of(act(duel({"weapons": []}), "A", "disarm", 20, target="T").fight, "A")
    assert holder(attack, "T.longsword") == "A"


def test_who_holds_nothing_loses_nothing() -> None:
    for arms in ([], [weapon("longsword", "stowed")], [weapon("gauntlet", "worn")]):
        assert refused(duel(foe={"weapons": arms}), "A", "disarm", target="T") == "pf1.maneuver.disarm"
