"""What an action is worth: damage and felling, friends spared, healing where it is needed, reactions feared."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from engine.toy import Toy, ring

from tactics.ai.worth import enemies, is_up, promise, risk, worth
from tactics.rules.action import Preview
from tactics.world.fight import Effect, Fight

SIDES = {"A": {"side": "heroes"}, "B": {"side": "foes"}, "C": {"side": "heroes"}}


def moment(hp: dict[str, int] | None = None, effects: dict[str, str] | None = None, out: str = "") -> Fight:
    fight = Toy(20).prepare(ring(**SIDES))
    bodies = dict(fight.bodies)
    for who, left in (hp or {}).items():
        bodies[who] = replace(bodies[who], hp=left)
    for who, effect in (effects or {}).items():
        bodies[who] = replace(bodies[who], effects=(Effect(effect),))
    if out:
        bodies[out] = replace(bodies[out], out="dead")
    return replace(fight, bodies=MappingProxyType(bodies))


def hurts(*takes: str, mean: int = 5, **more: Any) -> Preview:
    return Preview(damage_most=10, damage_mean=Fraction(mean), takes=takes, **more)


def test_more_damage_is_worth_more_and_felling_more_still() -> None:
    fight = moment()
    assert promise(fight, "A", hurts("B", mean=6)) > promise(fight, "A", hurts("B", mean=5))
    assert promise(moment(hp={"B": 4}), "A", hurts("B")) > promise(fight, "A", hurts("B"))
    assert promise(fight, "A", Preview(), ["B"]) == 0


def test_an_enemy_who_lies_is_worth_nothing_while_others_stand() -> None:
    fight = moment(effects={"C": "dying"})
    assert promise(fight, "B", hurts("C")) == 0
    assert promise(fight, "B", hurts("A")) > 0
    assert [one.id for one in enemies(fight, "B")] == ["A"]
    assert promise(moment(effects={"A": "dying", "C": "unconscious"}), "B", hurts("C")) > 0, "nobody else is left"
    assert not is_up(moment(out="B"), "B")
    assert promise(moment(out="B"), "A", hurts("B")) == 0


def test_who_is_low_but_stands_is_an_enemy() -> None:
    """Some books let fighters go on below zero: only conditions and leaving the fight count."""
    assert is_up(moment(hp={"B": -3}), "B")


def test_it_counts_by_the_one_who_is_named_when_the_preview_says_nothing() -> None:
    fight = moment(effects={"C": "dying"})
    assert promise(fight, "B", hurts(), ["C"]) == 0
    assert promise(fight, "B", hurts(), ["A"]) > 0


def test_friends_in_an_area_weigh_against_it() -> None:
    fight = moment()
    assert promise(fight, "B", hurts("A", "C", mean=10)) > 0
    assert promise(fight, "A", hurts("B", "C", mean=10)) < 0
    assert promise(fight, "A", hurts("B", "A", mean=10)) < 0


def test_healing_counts_where_it_is_needed_and_for_friends() -> None:
    heal = Preview(heals_mean=Fraction(8), takes=("C",))
    assert promise(moment(), "A", heal) == 0
    assert promise(moment(hp={"C": 15}), "A", heal) == 0
    assert promise(moment(hp={"C": 6}), "A", heal) == 8
    assert promise(moment(hp={"C": -2}, effects={"C": "dying"}), "A", heal) > 8
    assert promise(moment(hp={"C": 6}), "B", heal) < 0, "that would help an enemy"
    assert promise(moment(hp={"C": 6}, out="C"), "A", heal) == 0


def test_the_chance_of_a_condition_counts() -> None:
    stun = Preview(chance=Fraction(1, 2), takes=("B",))
    assert 0 < promise(moment(), "A", stun) < promise(moment(), "A", replace(stun, chance=Fraction(1)))
    assert promise(moment(), "C", replace(stun, takes=("A",))) < 0


def test_reactions_cost_and_the_hurt_fear_them_more() -> None:
    bold = hurts("B", reactions=("B",))
    fight = moment()
    assert worth(fight, "A", bold) == promise(fight, "A", bold) - risk(fight, "A", bold)
    assert risk(fight, "A", bold) > 0 == risk(fight, "A", hurts("B"))
    assert risk(moment(hp={"A": 5}), "A", bold) > risk(fight, "A", bold)
