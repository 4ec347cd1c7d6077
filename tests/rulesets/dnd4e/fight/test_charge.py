"""Charging."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, asked, fight, options, power, refused, rolled, sheet, weapon, where

from tactics.rules.action import Action

RULE = "dnd4e.action.charge"
HERO = sheet(kind="hero", hp=30, surges=9, str=18, weapons=[weapon("longsword", proficiency=3)])
TOUGH = sheet(hp=200, defenses={"ac": 18, "fortitude": 15, "reflex": 15, "will": 15})


@pytest.mark.rule(RULE)
def test_it_moves_and_attacks_at_plus_1() -> None:
    moment = fight("A..T", {"A": HERO, "T": TOUGH})
    run = act(moment, "A", "charge", 10, 5, target="T")
    assert (where(run.fight, "A"), rolled(run, "attack")[0].total) == ("C1", 10 + 4 + 3 + 1)
    assert RULE in {one.rule for one in rolled(run, "attack")[0].parts}


@pytest.mark.rule(RULE)
def test_one_square_is_no_charge() -> None:
    assert refused(fight("A.T", {"A": HERO}), "A", "charge", target="T") == RULE
    assert not options(fight("A.T", {"A": HERO}), "A", "charge")


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("gap", "speed", "far"), [(6, 6, True), (7, 6, False), (6, 5, False)])
def test_it_goes_as_far_as_its_speed(gap: int, speed: int, *, far: bool) -> None:
    moment = fight("A" + "." * gap + "T", {"A": HERO}, {"A": {"speeds": {"walk": speed}}})
    assert (refused(moment, "A", "charge", target="T") == "") is far
    assert bool(options(moment, "A", "charge")) is far


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.ca.bonus")
def test_a_flanked_target_is_met_at_plus_12() -> None:
    nine = sheet(powers=[power("melee_basic", basic="melee", attack=9, hit=[{"damage": "1d6"}])])
    moment = fight("A..TB", {"A": nine, "T": TOUGH}, {"B": {"side": "heroes"}})
    preview = BOOK.preview(moment, Action("A", "charge", {"target": "T"}))
    assert (sum(one.amount for one in preview.parts if one.kept), preview.against) == (12, 18)
    assert preview.chance == Fraction(15, 20)


@pytest.mark.rule(RULE)
def test_nothing_but_free_actions_follows_and_an_action_point_buys_one() -> None:
    moment = act(fight("A..T", {"A": HERO, "T": TOUGH}), "A", "charge", 2, target="T").fight
    assert refused(moment, "A", "walk", path="C1 B1") == RULE
    assert refused(moment, "A", "drop_prone") == RULE
    moment = act(moment, "A", "action_point").fight
    moment = act(moment, "A", "total_defense").fight
    assert refused(moment, "A", "drop_prone") == RULE


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.action.bull_rush")
def test_it_may_end_with_a_bull_rush() -> None:
    moment = fight("A..T..", {"A": HERO, "T": TOUGH})
    run = act(moment, "A", "charge", 10, answers=("A usual",), target="T", power="bull_rush")
    assert rolled(run, "attack")[0].total == 10 + 4 + 1
    assert (where(run.fight, "A"), where(run.fight, "T")) == ("D1", "E1")


@pytest.mark.rule(RULE)
def test_enemies_on_the_way_may_strike() -> None:
    moment = fight("A....T\n..U...", {"A": HERO, "T": TOUGH, "U": sheet(str=14, weapons=[weapon("mace")])})
    assert asked(moment, "A", "charge", target="T").id == "opportunity_attack"
    assert BOOK.preview(moment, Action("A", "charge", {"target": "T"})).reactions == ("U",)


@pytest.mark.rule(RULE)
def test_the_way_can_be_chosen_while_every_step_comes_closer() -> None:
    moment = fight("A.....\n......\n....T.", {"A": HERO, "T": TOUGH})
    run = act(moment, "A", "charge", 2, target="T", path="A1 B2 C2 D2")
    assert where(run.fight, "A") == "D2"
    assert refused(moment, "A", "charge", target="T", path="A1 A2 B2 C2 D2") == RULE


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.condition.prone")
def test_who_lies_or_is_held_charges_nobody() -> None:
    for condition, rule in (("prone", "dnd4e.condition.prone"), ("immobilized", "dnd4e.condition.immobilized")):
        moment = fight("A..T", {"A": HERO}, effects={"A": [condition]})
        assert refused(moment, "A", "charge", target="T") == rule
