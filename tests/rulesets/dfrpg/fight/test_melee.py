"""Blows: the order of an attack, what makes them harder, arcs, both hands, and the optional manners."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tactics.core.text import text
from tactics.rules.action import Action
from tactics.rules.event import Part
from tactics.rulesets.dfrpg.fight import checks, states
from tactics.rulesets.dfrpg.fight.attack import parts_of
from tactics.rulesets.dfrpg.fight.attack_action import named
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import attacking, on_the_move, weighed
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    kept,
    lost,
    options,
    refused,
    rolled,
    sheet,
    weapon,
)

SWING = {"weapon": "broadsword", "use": "swing"}

HIT, MISS = (3, 3, 4), (6, 6, 4)


@pytest.mark.rule("dfrpg.attack.sequence", "dfrpg.core.success_roll")
@pytest.mark.parametrize(
    ("attack", "dodge", "wounded"),
    [((3, 4, 4), (3, 3, 3), True), ((3, 4, 4), (3, 3, 2), False), ((6, 5, 4), (), False)],
)
def test_attack_then_defence_then_damage(attack: tuple[int, ...], dodge: tuple[int, ...], wounded: bool) -> None:
    own = sheet(weapons=[weapon("broadsword", 12)])
    answers = ("T dodge",) if dodge else ()
    faces = (*attack, *dodge, *((1,) if wounded else ()))
    run = act(attacking(own), "A", "attack", *faces, answers=answers, **SWING, target="T")
    assert bool(lost(run, "T")) == wounded
    assert [one.outcome for one in rolled(run, "attack")] == ["hit" if dodge else "miss"]


@pytest.mark.rule("dfrpg.attack.sequence", "dfrpg.core.critical_success")
def test_nobody_defends_against_a_critical_hit() -> None:
    run = act(attacking(), "A", "attack", 1, 1, 2, 1, **SWING, target="T")
    assert rolled(run, "defense") == []
    assert lost(run, "T") > 0


@pytest.mark.rule("dfrpg.core.critical_failure", "dfrpg.core.success_roll")
@pytest.mark.parametrize(
    ("skill", "faces", "outcome"),
    [
        (16, (6, 6, 5), "miss"),
        (15, (6, 6, 5), "critical_miss"),
        (20, (6, 6, 6), "critical_miss"),
        (4, (5, 5, 4), "critical_miss"),
        (4, (5, 4, 4), "miss"),
        (18, (6, 6, 5), "miss"),
    ],
)
def test_how_blows_fail(skill: int, faces: tuple[int, ...], outcome: str) -> None:
    run = act(attacking(sheet(weapons=[weapon("broadsword", skill)])), "A", "attack", *faces, **SWING, target="T")
    assert rolled(run, "attack")[0].outcome == outcome


@pytest.mark.rule("dfrpg.core.success_roll")
def test_with_a_skill_below_three_nothing_is_tried_but_a_defence() -> None:
    moment = attacking(sheet(weapons=[weapon("broadsword", 2)]))
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.core.success_roll"
    assert {one.arguments["weapon"] for one in options(moment, "A", "attack")} == {"foot"}
    shocked = attacking(sheet(weapons=[weapon("broadsword", 4)]), effects={"A": [Effect("shock", 2)]})
    assert refused(shocked, "A", "attack", **SWING, target="T") == "dfrpg.core.success_roll"


@pytest.mark.rule("dfrpg.maneuver.attack.melee_reach", "dfrpg.grid.reach")
def test_a_blow_goes_as_far_as_the_weapon_reaches() -> None:
    assert refused(attacking(rows="A.T"), "A", "attack", **SWING, target="T") == "dfrpg.maneuver.attack.melee_reach"
    great = sheet(st=12, weapons=[weapon("greatsword", 14, "both")])
    for rows, use, near in (("AT", "swing", True), ("A.T", "swing", True), ("A..T", "swing", False)):
        found = refused(attacking(great, rows), "A", "attack", weapon="greatsword", use=use, target="T")
        assert (found == "") == near
    fist = {"weapon": "fist", "use": "punch", "target": "T"}
    moment = attacking(sheet(weapons=[]))
    assert refused(moment, "A", "attack", **fist) == "dfrpg.maneuver.attack.melee_reach"
    moment = act(moment, "A", "step", square="B1").fight
    assert refused(moment, "A", "attack", **fist) == ""


@pytest.mark.rule("dfrpg.attack.melee_modifiers", "dfrpg.posture.table", "dfrpg.injury.shock")
def test_kneeling_and_shocked() -> None:
    moment = attacking(effects={"A": ["kneeling", Effect("shock", 3)]})
    assert weighed(moment)[0] == 9


@pytest.mark.rule("dfrpg.attack.melee_modifiers")
def test_too_weak_for_the_weapon() -> None:
    heavy = sheet(st=10, weapons=[weapon("greatsword", 14, "both")])
    moment = attacking(heavy)
    assert weighed(moment, weapon="greatsword", use="swing")[:2] == (12, [14, -2])


@pytest.mark.rule("dfrpg.attack.melee_modifiers", "dfrpg.movement.terrain")
def test_a_large_shield_and_bad_footing() -> None:
    own = sheet(shield={"id": "large_shield", "skill": 12})
    assert weighed(attacking(own))[:2] == (12, [14, -2])
    on_rubble = act(attacking(own, "A,T"), "A", "step", square="B1").fight
    assert weighed(on_rubble)[:2] == (10, [14, -2, -2])
    trained = sheet(shield={"id": "large_shield", "skill": 12}, traits=["shield_wall_training"])
    assert weighed(attacking(trained))[0] == 14
    small = sheet(shield={"id": "medium_shield", "skill": 12})
    assert weighed(attacking(small))[0] == 14


@pytest.mark.rule("dfrpg.attack.melee_modifiers")
def test_an_unseen_target_is_hard_to_hit() -> None:
    assert weighed(attacking(effects={"T": ["invisible"]}))[:2] == (4, [14, -10])


@pytest.mark.rule("dfrpg.attack.melee_modifiers")
def test_of_two_distractions_the_worse_counts() -> None:
    assert weighed(attacking(effects={"A": ["distracted", "badly_distracted"]}))[0] == 11


@pytest.mark.rule("dfrpg.defense.total_modifiers")
@pytest.mark.parametrize(("rows", "dodge"), [("A.T", 8), ("A,T", 7)])
def test_bad_footing_makes_defences_worse(rows: str, dodge: int) -> None:
    moment = act(attacking(sheet(), rows), "A", "step", square="B1").fight
    moment = chose(ended(moment, "A"), "T", "attack")
    assert asked(moment, "T", "attack", *HIT, **SWING, target="A").preview["dodge"].against == dodge


@pytest.mark.rule("dfrpg.attack.melee_modifiers")
@pytest.mark.parametrize(
    ("effect", "less"),
    [
        (Effect("grappled"), -4),
        (Effect("distracted"), -2),
        (Effect("badly_distracted"), -3),
        (Effect("blinded"), -10),
    ],
)
def test_what_hampers_a_blow(effect: Effect, less: int) -> None:
    found, parts, cited = weighed(attacking(effects={"A": [effect]}))
    assert (found, parts) == (14 + less, [14, less])
    assert "dfrpg.attack.melee_modifiers" in cited


@pytest.mark.rule("dfrpg.attack.front_arc")
def test_a_blow_into_a_side_arc_is_wild() -> None:
    moment = ran_by(sheet(weapons=[weapon("broadsword", 16)]))
    found, parts, cited = weighed(moment)
    assert (found, parts) == (9, [16, -5, -2])
    assert "dfrpg.attack.front_arc" in cited


def ran_by(own: dict[str, Any], *effects: str | Effect) -> Fight:
    """A hero that has run north and has its foe on its right side, and cannot turn any more."""
    rows = """
.T
..
A.
"""
    moment = fight(rows, {"A": own}, facing={"A": "N"}, effects={"A": list(effects)})
    return act(chose(moment, "A", "all_out_attack", "strong"), "A", "move", path="A3 A2 A1").fight


@pytest.mark.rule("dfrpg.attack.front_arc", "dfrpg.attack.melee_modifiers")
def test_a_hold_and_a_wild_swing_add_up() -> None:
    assert weighed(ran_by(sheet(weapons=[weapon("broadsword", 16)]), "grappled"))[:2] == (7, [16, -5, -4])


@pytest.mark.rule("dfrpg.attack.front_arc", "dfrpg.attack.melee_modifiers")
def test_the_dark_takes_the_place_of_a_wild_swing() -> None:
    assert weighed(ran_by(sheet(weapons=[weapon("broadsword", 21)]), "blinded"))[:2] == (9, [21, -10, -2])


@pytest.mark.rule("dfrpg.attack.front_arc")
def test_nothing_behind_is_struck() -> None:
    moment = chose(fight("T\nA", facing={"A": "SE"}), "A", "move_and_attack")
    away = act(moment, "A", "turn", facing="S").fight
    assert refused(away, "A", "attack", **SWING, target="T") == "dfrpg.attack.front_arc"


@pytest.mark.rule("dfrpg.attack.front_arc", "dfrpg.movement.step")
def test_a_step_turns_the_target_into_the_front() -> None:
    behind = attacking(rows="T\nA", facing={"A": "S"})
    assert weighed(behind)[0] == 14
    run = act(behind, "A", "attack", *MISS, **SWING, target="T")
    assert run.fight.world.creature("A").facing == 0
    assert refused(run.fight, "A", "step", square="A1") == "dfrpg.movement.step"


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.melee_penalty")
@pytest.mark.parametrize(("skill", "against"), [(25, 9), (18, 9), (12, 8), (11, 7)])
def test_a_blow_on_the_move(skill: int, against: int) -> None:
    assert weighed(on_the_move(sheet(weapons=[weapon("broadsword", skill)])))[0] == against


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.melee_penalty", "dfrpg.posture.table")
def test_a_blow_on_the_move_from_the_knees() -> None:
    kneeling = sheet(weapons=[weapon("broadsword", 12)])
    assert weighed(on_the_move(kneeling, "kneeling"))[0] == 6


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.melee_penalty")
def test_nothing_lifts_a_blow_on_the_move_above_nine() -> None:
    moment = on_the_move(sheet())
    plain = named(moment, Action("A", "attack", {**SWING, "target": "T"}))
    better = replace(plain, extra=(Part(2, text("bonus")),))
    assert checks.total(parts_of(moment, better)) == 9
    assert kept(parts_of(moment, better)) == [14, -4, 2, -3]


@pytest.mark.rule("dfrpg.attack.off_hand")
@pytest.mark.parametrize(("traits", "against", "parry"), [([], 10, 8), (["ambidextrous"], 14, 10)])
def test_the_off_hand(traits: list[str], against: int, parry: int) -> None:
    own = sheet(weapons=[weapon("broadsword", 14, "off")], traits=traits)
    moment = attacking(own)
    assert weighed(moment)[0] == against
    moment = chose(ended(moment, "A"), "T", "attack")
    preview = asked(moment, "T", "attack", *HIT, **SWING, target="A").preview["parry.broadsword"]
    assert preview.against == parry


@pytest.mark.rule("dfrpg.attack.sequence")
def test_the_preview_weighs_chance_defence_and_damage() -> None:
    preview = BOOK.preview(attacking(), Action("A", "attack", {**SWING, "target": "T"}))
    assert (preview.against, preview.under) == (14, True)
    assert preview.chance is not None
    assert float(preview.chance) == pytest.approx(196 / 216, abs=0.001)
    assert 0 < preview.damage_mean < preview.damage_most
    assert states.can_act(attacking(), "T")
