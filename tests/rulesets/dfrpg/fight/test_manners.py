"""Blows with two weapons at once, rapid and deceptive ones: each by a switch."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rules.action import Action
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.blows import attacking, on_the_move, weighed
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    fight,
    options,
    refused,
    rolled,
    sheet,
    weapon,
)

SWING = {"weapon": "broadsword", "use": "swing"}

HIT, MISS = (3, 3, 4), (6, 6, 4)


TWO = [weapon("broadsword", 16), weapon("shortsword", 16, "off")]

BOTH = {"weapon": "broadsword", "use": "swing", "other": "shortsword", "other_use": "thrust"}


def dual(traits: tuple[str, ...] = (), rows: str = "AT", on: bool = True, **more: Any) -> Fight:
    """A hero with two swords about to attack."""
    own = sheet(weapons=TWO, traits=list(traits), **more)
    return attacking(own, rows, rules={"dfrpg": {"dual_weapon_attack": on}})


@pytest.mark.rule("dfrpg.attack.dual_weapon")
@pytest.mark.parametrize(("traits", "skills"), [((), [12, 8]), (("ambidextrous",), [12, 12])])
def test_two_weapons_at_once(traits: tuple[str, ...], skills: list[int]) -> None:
    run = act(dual(traits), "A", "dual_weapon_attack", *MISS, *MISS, **BOTH, target="T", other_target="T")
    assert [one.against for one in rolled(run, "attack")] == skills
    assert refused(run.fight, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.attack"


@pytest.mark.rule("dfrpg.attack.dual_weapon")
@pytest.mark.parametrize(("second", "dodge"), [("T", 8), ("U", 9)])
def test_one_foe_of_both_blows_defends_worse(second: str, dodge: int) -> None:
    rows = """
TU
A.
"""
    foes = {"T": sheet(dodge=9), "U": sheet(dodge=9), "A": sheet(weapons=TWO)}
    moment = fight(rows, foes, facing={"A": "N", "T": "S"}, rules={"dfrpg": {"dual_weapon_attack": True}})
    moment = chose(moment, "A", "attack")
    found = asked(moment, "A", "dual_weapon_attack", *HIT, **BOTH, target="T", other_target=second)
    assert found.preview["dodge"].against == dodge


@pytest.mark.rule("dfrpg.attack.dual_weapon")
def test_two_weapons_at_once_only_where_the_switch_is_on_and_with_two_weapons() -> None:
    named = {**BOTH, "target": "T", "other_target": "T"}
    assert refused(dual(on=False), "A", "dual_weapon_attack", **named) == "dfrpg.attack.dual_weapon"
    assert options(dual(on=False), "A", "dual_weapon_attack", possible=False) == []
    one = attacking(rules={"dfrpg": {"dual_weapon_attack": True}})
    assert options(one, "A", "dual_weapon_attack", possible=False) == []
    same = {**named, "other": "broadsword", "other_use": "swing"}
    assert refused(dual(), "A", "dual_weapon_attack", **same) == "dfrpg.attack.dual_weapon"
    own = sheet(weapons=TWO)
    rules_ = {"dfrpg": {"dual_weapon_attack": True}}
    all_out = attacking(own, maneuver="all_out_attack", variant="double", rules=rules_)
    assert refused(all_out, "A", "dual_weapon_attack", **named) == "dfrpg.maneuver.all_out_attack.double"


@pytest.mark.rule("dfrpg.attack.dual_weapon")
def test_every_pair_of_blows_that_is_offered_is_accepted() -> None:
    moment = dual(rows="UAT")
    found = options(moment, "A", "dual_weapon_attack")
    assert len(found) == 4
    for option in found:
        for target in option.needs[0].ids:
            for other in option.needs[1].ids:
                named = {**option.arguments, "target": target, "other_target": other}
                assert refused(moment, "A", option.id, **named) == ""


@pytest.mark.rule("dfrpg.attack.dual_weapon")
def test_a_botched_first_blow_ends_the_second() -> None:
    run = act(dual(), "A", "dual_weapon_attack", 6, 6, 6, **BOTH, target="T", other_target="T")
    assert len(rolled(run, "attack")) == 1


@pytest.mark.rule("dfrpg.attack.dual_weapon")
def test_the_preview_of_two_blows_adds_their_damage() -> None:
    moment = dual()
    one = BOOK.preview(moment, Action("A", "attack", {**SWING, "target": "T"}))
    both = BOOK.preview(moment, Action("A", "dual_weapon_attack", {**BOTH, "target": "T", "other_target": "T"}))
    assert both.against == 12
    assert both.damage_mean > one.damage_mean / 2 > 0


def rapid(skill: int = 18, on: bool = True, **more: Any) -> Fight:
    """A hero about to attack where blows may be struck rapidly."""
    own = sheet(weapons=[weapon("broadsword", skill)], **more)
    return attacking(own, rules={"dfrpg": {"rapid_strike": on}})


@pytest.mark.rule("dfrpg.attack.rapid_strike")
@pytest.mark.parametrize(("traits", "against"), [([], 12), (["weapon_master"], 15)])
def test_a_rapid_strike_is_two_blows(traits: list[str], against: int) -> None:
    moment = rapid(traits=traits)
    for _ in range(2):
        run = act(moment, "A", "attack", 6, 5, 5, **SWING, target="T", rapid=True)
        assert rolled(run, "attack")[0].against == against
        moment = run.fight
    assert refused(moment, "A", "attack", **SWING, target="T", rapid=True) == "dfrpg.maneuver.attack"


@pytest.mark.rule("dfrpg.attack.rapid_strike")
def test_the_second_blow_of_a_rapid_strike_is_one_too() -> None:
    moment = act(rapid(), "A", "attack", 6, 5, 5, **SWING, target="T", rapid=True).fight
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.attack.rapid_strike"
    assert {one.arguments.get("rapid") for one in options(moment, "A", "attack")} == {True}


@pytest.mark.rule("dfrpg.attack.rapid_strike")
def test_one_of_several_attacks_may_be_rapid() -> None:
    moment = rapid(attacks=2)
    moment = act(moment, "A", "attack", 6, 6, 5, **SWING, target="T").fight
    for _ in range(2):
        moment = act(moment, "A", "attack", 6, 5, 5, **SWING, target="T", rapid=True).fight
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.attack"


@pytest.mark.rule("dfrpg.attack.rapid_strike", "dfrpg.maneuver.all_out_attack.double")
def test_no_rapid_strike_without_the_switch_nor_all_out_nor_with_an_unwieldy_weapon() -> None:
    named = {**SWING, "target": "T", "rapid": True}
    assert refused(rapid(on=False), "A", "attack", **named) == "dfrpg.attack.rapid_strike"
    assert {one.arguments.get("rapid") for one in options(rapid(on=False), "A", "attack")} == {None}
    double = attacking(maneuver="all_out_attack", variant="double", rules={"dfrpg": {"rapid_strike": True}})
    assert refused(double, "A", "attack", **named) == "dfrpg.attack.rapid_strike"
    own = sheet(st=13, weapons=[weapon("great_axe", 18, "both")])
    axe = attacking(own, "A.T", rules={"dfrpg": {"rapid_strike": True}})
    found = refused(axe, "A", "attack", weapon="great_axe", use="swing", target="T", rapid=True)
    assert found == "dfrpg.attack.rapid_strike"


def deceptive(skill: int, on: bool = True, **more: Any) -> Fight:
    """A hero about to attack where blows may be deceptive."""
    own = sheet(weapons=[weapon("broadsword", skill)])
    return attacking(own, rules={"dfrpg": {"deceptive_attack": on}}, **more)


@pytest.mark.rule("dfrpg.attack.deceptive")
@pytest.mark.parametrize(("skill", "levels", "against"), [(15, 2, 11), (20, 5, 10), (12, 1, 10)])
def test_levels_of_deceit(skill: int, levels: int, against: int) -> None:
    moment = deceptive(skill)
    assert weighed(moment, deceptive=levels)[0] == against
    assert refused(moment, "A", "attack", **SWING, target="T", deceptive=levels + 1) == "dfrpg.attack.deceptive"
    swings = [one for one in options(moment, "A", "attack") if SWING.items() <= one.arguments.items()]
    assert [one.arguments.get("deceptive", 0) for one in swings] == list(range(levels + 1))
    found = asked(moment, "A", "attack", *HIT, **SWING, target="T", deceptive=levels).preview["dodge"]
    assert found.against == 8 - levels


@pytest.mark.rule("dfrpg.attack.deceptive")
def test_no_deceit_with_a_low_skill_nor_without_the_switch_nor_on_the_move() -> None:
    named = {**SWING, "target": "T", "deceptive": 1}
    assert refused(deceptive(11), "A", "attack", **named) == "dfrpg.attack.deceptive"
    assert refused(deceptive(15, on=False), "A", "attack", **named) == "dfrpg.attack.deceptive"
    moment = on_the_move(sheet(weapons=[weapon("broadsword", 25)]), rules={"dfrpg": {"deceptive_attack": True}})
    assert refused(moment, "A", "attack", **named) == "dfrpg.attack.deceptive"
    assert all("deceptive" not in one.arguments for one in options(moment, "A", "attack"))


@pytest.mark.rule("dfrpg.attack.deceptive", "dfrpg.maneuver.all_out_attack.determined")
def test_a_determined_blow_has_room_for_more_deceit() -> None:
    rules_ = {"dfrpg": {"deceptive_attack": True}}
    moment = attacking(sheet(), maneuver="all_out_attack", variant="determined", rules=rules_)
    swings = [one for one in options(moment, "A", "attack") if SWING.items() <= one.arguments.items()]
    assert [one.arguments.get("deceptive", 0) for one in swings] == [0, 1, 2, 3, 4]
    assert weighed(moment, deceptive=4)[0] == 10


@pytest.mark.rule("dfrpg.attack.deceptive", "dfrpg.attack.front_arc")
def test_deceit_is_weighed_from_where_one_looks_as_one_strikes() -> None:
    moment = deceptive(15, rows="T\nA", facing={"A": "S"})
    assert weighed(moment, deceptive=2)[0] == 11


@pytest.mark.rule("dfrpg.attack.deceptive", "dfrpg.attack.rapid_strike")
def test_rapid_blows_may_be_deceptive() -> None:
    rules_ = {"dfrpg": {"deceptive_attack": True, "rapid_strike": True}}
    moment = attacking(sheet(weapons=[weapon("broadsword", 18)]), rules=rules_)
    assert weighed(moment, deceptive=1, rapid=True)[0] == 10
    assert refused(moment, "A", "attack", **SWING, target="T", deceptive=2, rapid=True) == "dfrpg.attack.deceptive"
    for option in options(moment, "A", "attack"):
        for target in option.needs[0].ids:
            assert refused(moment, "A", "attack", **option.arguments, target=target) == ""
