"""Attacks of powers: base attack bonus, defenses, critical hits, areas, opportunity attacks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulesets.dnd4e.fight.ring import act, asked, fight, lost, power, refused, rolled, sheet, value, weapon, where

from tactics.core.lattice import Square

FIGHTER = sheet(kind="hero", hp=30, surges=9, str=18, dex=12, weapons=[weapon("longsword")], armor={"id": "scale"})
MELECH = sheet(
    level=7, kind="hero", hp=45, surges=8, int=20, dex=14,
    bonuses=[
        {"to": "attack", "amount": 1, "type": "feat", "name": "training"},
        {"to": "attack", "amount": 1, "type": "enhancement", "name": "wand"},
        {"to": "attack", "amount": 1, "type": "racial", "name": "blood hunt", "against": "bloodied"},
    ],
    powers=[power("fire_burst", kind="area_burst", range=10, size=1, ability="int", versus="reflex",
                  hit=[{"damage": "3d6", "add": "int", "types": ["fire"]}], miss=[{"damage": "0", "half": True}])],
)  # fmt: skip
VALENAE = sheet(
    level=12, kind="hero", hp=80, surges=11, str=16, con=14, dex=12, wis=13, cha=18,
    armor={"id": "plate"}, shield={"id": "heavy_shield"},
    weapons=[weapon("longsword", enhancement=2, critical="2d6", critical_type="thunder")],
    bonuses=[{"to": "damage", "amount": 2, "type": "feat", "name": "focus"}],
    powers=[power("thunder_strike", keywords=["weapon"], ability="str", versus="ac",
                  hit=[{"damage": "0", "weapon": 2, "add": "str", "types": ["thunder"]}])],
)  # fmt: skip
TOUGH = sheet(hp=200, defenses={"ac": 18, "fortitude": 15, "reflex": 15, "will": 15})


@pytest.mark.rule("dnd4e.roll.base_bonus")
@pytest.mark.rule("dnd4e.attack.area_rolls")
@pytest.mark.rule("dnd4e.damage.half_on_miss")
def test_the_wizard_rolls_plus_10_for_each_target_and_one_damage() -> None:
    rows = "A.....\n....T.\n....U."
    moment = fight(rows, {"A": MELECH, "T": TOUGH, "U": TOUGH})
    run = act(moment, "A", "use", 10, 2, 3, 4, 3, power="fire_burst", area=Square(4, 1))
    assert [(one.target, one.total) for one in rolled(run, "attack")] == [("T", 20), ("U", 13)]
    assert len(rolled(run, "damage")) == 1
    assert (lost(run, "T"), lost(run, "U")) == (14, 7)


@pytest.mark.rule("dnd4e.hp.bloodied")
def test_the_wizard_hunts_the_bloodied() -> None:
    moment = fight("A....T", {"A": MELECH, "T": sheet(hp=41, defenses={"reflex": 40})})
    for hp, total in ((21, 15), (20, 16)):
        bodies = {**moment.bodies, "T": replace(moment.body("T"), hp=hp)}
        run = act(replace(moment, bodies=bodies), "A", "use", 5, 6, 6, 6, power="fire_burst", area=Square(5, 0))
        assert rolled(run, "attack")[0].total == total


@pytest.mark.rule("dnd4e.crit.max_damage")
@pytest.mark.rule("dnd4e.crit.extra_damage")
@pytest.mark.rule("dnd4e.crit.natural_20")
def test_the_paladin_deals_23_and_thunder_on_a_critical_hit() -> None:
    moment = fight("AT", {"A": VALENAE, "T": TOUGH})
    run = act(moment, "A", "use", 20, 3, 4, power="thunder_strike", weapon="longsword", target="T")
    assert rolled(run, "attack")[0].outcome == "critical"
    assert lost(run, "T") == 23 + 7


@pytest.mark.rule("dnd4e.defense.ac")
@pytest.mark.rule("dnd4e.defense.reflex")
@pytest.mark.rule("dnd4e.defense.fortitude")
@pytest.mark.rule("dnd4e.defense.will")
def test_the_four_defenses_of_a_paladin() -> None:
    found = {"ac": 26, "fortitude": 19, "reflex": 19, "will": 20}
    assert fight("AT", {"A": {**VALENAE, "stated": found}}).body("A").hp == 80


@pytest.mark.rule("dnd4e.roll.auto_hit")
@pytest.mark.rule("dnd4e.roll.auto_miss")
def test_natural_20_hits_without_being_critical_and_natural_1_misses() -> None:
    hard = sheet(hp=99, defenses={"ac": 40})
    run = act(fight("AT", {"A": FIGHTER, "T": hard}), "A", "use", 20, 5, power="melee_basic", target="T")
    assert (rolled(run, "attack")[0].outcome, lost(run, "T")) == ("hit", 9)
    easy = sheet(hp=99, defenses={"ac": 2})
    assert lost(act(fight("AT", {"A": FIGHTER, "T": easy}), "A", "use", 1, power="melee_basic", target="T"), "T") == 0


@pytest.mark.rule("dnd4e.opportunity.limits")
@pytest.mark.rule("dnd4e.opportunity.interrupts")
def test_leaving_a_square_beside_an_enemy_lets_it_strike_once() -> None:
    rows = "A.....\n.T...."
    guard = sheet(str=16, weapons=[weapon("mace")])
    moment = fight(rows, {"A": FIGHTER, "T": guard})
    path = "A1 B1 C1 D1"
    assert asked(moment, "A", "walk", path=path).id == "opportunity_attack"
    run = act(moment, "A", "walk", 19, 5, answers=("T strike.melee_basic.mace",), path=path)
    assert (where(run.fight, "A"), lost(run, "A")) == ("D1", 8)
    assert where(act(moment, "A", "shift", path="A1 B1").fight, "A") == "B1"


@pytest.mark.rule("dnd4e.action.turn_budget")
@pytest.mark.rule("dnd4e.action.substitute")
def test_a_standard_action_may_be_traded_down_but_nothing_up() -> None:
    moment = fight("A....T", {"A": FIGHTER})
    moment = act(moment, "A", "walk", path="A1 B1").fight
    moment = act(moment, "A", "walk", path="B1 A1").fight
    assert refused(moment, "A", "walk", path="A1 B1") == "dnd4e.action.turn_budget"
    moment = act(moment, "A", "drop_prone").fight
    assert refused(moment, "A", "use", power="melee_basic", target="T") == "dnd4e.action.turn_budget"


@pytest.mark.rule("dnd4e.hp.dying")
@pytest.mark.rule("dnd4e.hp.death_save")
def test_a_hero_falls_and_rolls_for_its_life() -> None:
    foe = sheet(str=30, weapons=[weapon("maul", "both")])
    moment = fight("AT", {"A": {**FIGHTER, "hp": 15}, "T": foe}, order=["T"])
    run = act(moment, "T", "use", 19, 4, 5, power="melee_basic", target="A")
    assert (run.fight.body("A").hp, value(run.fight, "A", "dying"), run.fight.over) == (-4, 0, "foes")
