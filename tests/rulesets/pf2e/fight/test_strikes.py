"""Strikes: attack rolls, the multiple attack penalty, range, damage, and Attacks of Opportunity."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulesets.pf2e.fight.ring import act, asked, fight, lost, refused, rolled, rules, sheet, value, weapon, where

FIGHTER = sheet(
    level=5,
    str=4,
    dex=1,
    kind="hero",
    hp=60,
    proficiencies={"simple": "expert", "martial": "expert", "unarmed": "trained"},
    weapons=[weapon("longsword"), weapon("shortsword", "off")],
)
WATCHER = {"reactions": ["attack_of_opportunity"]}


@pytest.mark.rule("pf2e.attack.roll")
@pytest.mark.rule("pf2e.defense.armor_class")
@pytest.mark.rule("pf2e.basic.strike")
def test_expert_with_strength_and_potency_hits_and_hits_critically() -> None:
    sword = weapon("longsword", potency=1)
    moment = fight("AT", {"A": {**FIGHTER, "weapons": [sword]}, "T": sheet(numbers={"ac": 22}, hp=60)})
    run = act(moment, "A", "strike", 8, 5, weapon="longsword", target="T")
    assert [(one.total, one.against, one.outcome) for one in rolled(run, "attack")] == [(22, 22, "success")]
    assert lost(run, "T") == 9
    weak = fight("AT", {"A": {**FIGHTER, "weapons": [sword]}, "T": sheet(numbers={"ac": 12}, hp=60)})
    assert lost(act(weak, "A", "strike", 8, 5, weapon="longsword", target="T"), "T") == 18


@pytest.mark.rule("pf2e.attack.multiple_attack_penalty")
@pytest.mark.rule("pf2e.attack.map_agile")
@pytest.mark.parametrize(
    ("order", "penalties"),
    [
        (["longsword"] * 3, [0, -5, -10]),
        (["longsword", "shortsword", "longsword"], [0, -4, -10]),
        (["longsword", "longsword", "shortsword"], [0, -5, -8]),
        (["shortsword", "longsword", "shortsword"], [0, -5, -8]),
    ],
)
def test_penalty_goes_by_the_weapon_used_now(order: list[str], penalties: list[int]) -> None:
    moment = fight("AT", {"A": FIGHTER, "T": sheet(numbers={"ac": 40}, hp=60)})
    found = []
    for one in order:
        run = act(moment, "A", "strike", 10, weapon=one, target="T")
        (roll,) = rolled(run, "attack")
        found.append(roll.total - 10 - 13)
        moment = run.fight
    assert found == penalties


@pytest.mark.rule("pf2e.attack.range_penalty")
@pytest.mark.parametrize(("squares", "penalty"), [(24, 0), (25, -2), (48, -2), (49, -4), (120, -8), (121, -10)])
def test_range_increments_of_a_crossbow(squares: int, penalty: int) -> None:
    crossbow = {**FIGHTER, "weapons": [weapon("crossbow", "both")]}
    moment = fight("A" + "." * (squares - 1) + "T", {"A": crossbow, "T": sheet(numbers={"ac": 40})})
    (roll,) = rolled(act(moment, "A", "strike", 10, weapon="crossbow", target="T"), "attack")
    assert roll.total == 10 + 10 + penalty


@pytest.mark.rule("pf2e.attack.range_penalty")
def test_beyond_six_increments_nothing_is_hit() -> None:
    spear = {**FIGHTER, "weapons": [weapon("spear")]}
    near = fight("A" + "." * 23 + "T", {"A": spear})
    assert refused(near, "A", "strike", weapon="spear", kind="ranged", target="T") == ""
    far = fight("A" + "." * 24 + "T", {"A": spear})
    assert refused(far, "A", "strike", weapon="spear", kind="ranged", target="T") == "pf2e.attack.range_penalty"


@pytest.mark.rule("pf2e.attack.nonlethal")
@pytest.mark.parametrize(
    ("arm", "style", "penalty"), [("longsword", "nonlethal", -2), ("unarmed", "lethal", -2), ("unarmed", "plain", 0)]
)
def test_striking_against_the_kind_of_the_weapon(arm: str, style: str, penalty: int) -> None:
    moment = fight("AT", {"A": FIGHTER, "T": sheet(numbers={"ac": 40})})
    (roll,) = rolled(act(moment, "A", "strike", 10, weapon=arm, target="T", style=style), "attack")
    assert ("pf2e.attack.nonlethal" in rules(roll.parts)) == bool(penalty)
    assert roll.total == 10 + (13 if arm == "longsword" else 11) + penalty


@pytest.mark.rule("pf2e.basic.attack_of_opportunity")
@pytest.mark.rule("pf2e.attack.map_own_turn")
@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_one_question_for_one_stride_past_a_watcher() -> None:
    rows = "A.....\n..T..."
    moment = fight(
        rows, {"A": FIGHTER, "T": sheet(str=1, numbers={"ac": 15}, weapons=[weapon("mace")])}, {"T": WATCHER}
    )
    path = "A1 B1 C1 D1 E1 F1"
    decision = asked(moment, "A", "stride", path=path)
    assert (decision.who, decision.id, decision.default) == ("T", "attack_of_opportunity", "strike.mace")
    run = act(moment, "A", "stride", 19, 3, answers=("T strike.mace",), path=path)
    assert where(run.fight, "A") == "F1"
    assert lost(run, "A") == 4
    assert (run.fight.body("T").count("reaction"), run.fight.body("T").count("attacks")) == (0, 0)


@pytest.mark.rule("pf2e.action.reaction")
def test_a_spent_reaction_gives_no_second_question() -> None:
    moment = fight("A.....\n..T...", {"A": FIGHTER}, {"T": WATCHER})
    bodies = {**moment.bodies, "T": replace(moment.body("T"), counters={"reaction": 0})}
    assert where(act(replace(moment, bodies=bodies), "A", "stride", path="A1 B1 C1 D1").fight, "A") == "D1"


@pytest.mark.rule("pf2e.basic.step")
@pytest.mark.rule("pf2e.move.exempt_from_reactions")
def test_nobody_reacts_to_a_step() -> None:
    moment = fight(".A....\n..T...", {"A": FIGHTER}, {"T": WATCHER})
    assert where(act(moment, "A", "step", path="B1 A1").fight, "A") == "A1"


@pytest.mark.rule("pf2e.basic.stand")
@pytest.mark.rule("pf2e.condition.prone")
def test_standing_up_is_reacted_to_when_it_is_done() -> None:
    moment = fight("AT", {"A": FIGHTER, "T": sheet(weapons=[weapon("mace")])}, {"T": WATCHER}, {"A": ["prone"]})
    assert refused(moment, "A", "stride", path="A1 A2") == "pf2e.condition.prone"
    run = act(moment, "A", "stand", 12, 2, answers=("T strike.mace",))
    assert not run.fight.body("A").has("prone")
    assert run.fight.body("A").count("actions") == 2
    (roll,) = rolled(run, "attack")
    assert roll.against == 11


@pytest.mark.rule("pf2e.condition.frightened")
@pytest.mark.rule("pf2e.turn.end")
def test_fear_fades_at_the_end_of_the_turn() -> None:
    moment = fight("A..T", {"A": FIGHTER}, {"A": {"conditions": ["frightened_2"]}})
    run = act(moment, "A", "end_turn")
    assert (run.fight.active, value(run.fight, "A", "frightened")) == ("T", 1)
