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
from tactics.rulesets.dfrpg.fight.attacks import named
from tactics.world.fight import Effect, Fight
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
    rules,
    sheet,
    weapon,
)

SWING = {"weapon": "broadsword", "use": "swing"}
HIT, MISS = (3, 3, 4), (6, 6, 4)


def blow(moment: Fight, who: str = "A", target: str = "T", **arguments: Any) -> tuple[int, list[int], set[str]]:
    """What a blow is rolled against, its parts and their rules."""
    preview = BOOK.preview(moment, Action(who, "attack", {**SWING, "target": target, **arguments}))
    assert preview.against is not None
    return preview.against, kept(preview.parts), rules(preview.parts)


def attacking(own: dict[str, Any] | None = None, rows: str = "AT", maneuver: str = "attack", **more: Any) -> Fight:
    """The moment after a hero has chosen to attack."""
    variant = more.pop("variant", "")
    return chose(fight(rows, {"A": own or sheet()}, **more), "A", maneuver, variant)


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
    assert blow(moment)[0] == 9


@pytest.mark.rule("dfrpg.attack.melee_modifiers")
def test_too_weak_for_the_weapon() -> None:
    heavy = sheet(st=10, weapons=[weapon("greatsword", 14, "both")])
    moment = attacking(heavy)
    assert blow(moment, weapon="greatsword", use="swing")[:2] == (12, [14, -2])


@pytest.mark.rule("dfrpg.attack.melee_modifiers", "dfrpg.movement.terrain")
def test_a_large_shield_and_bad_footing() -> None:
    own = sheet(shield={"id": "large_shield", "skill": 12})
    assert blow(attacking(own))[:2] == (12, [14, -2])
    on_rubble = act(attacking(own, "A,T"), "A", "step", square="B1").fight
    assert blow(on_rubble)[:2] == (10, [14, -2, -2])
    trained = sheet(shield={"id": "large_shield", "skill": 12}, traits=["shield_wall_training"])
    assert blow(attacking(trained))[0] == 14
    small = sheet(shield={"id": "medium_shield", "skill": 12})
    assert blow(attacking(small))[0] == 14


@pytest.mark.rule("dfrpg.attack.melee_modifiers")
def test_an_unseen_target_is_hard_to_hit() -> None:
    assert blow(attacking(effects={"T": ["invisible"]}))[:2] == (4, [14, -10])


@pytest.mark.rule("dfrpg.attack.melee_modifiers")
def test_of_two_distractions_the_worse_counts() -> None:
    assert blow(attacking(effects={"A": ["distracted", "badly_distracted"]}))[0] == 11


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
    found, parts, cited = blow(attacking(effects={"A": [effect]}))
    assert (found, parts) == (14 + less, [14, less])
    assert "dfrpg.attack.melee_modifiers" in cited


@pytest.mark.rule("dfrpg.attack.front_arc")
def test_a_blow_into_a_side_arc_is_wild() -> None:
    moment = ran_by(sheet(weapons=[weapon("broadsword", 16)]))
    found, parts, cited = blow(moment)
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
    assert blow(ran_by(sheet(weapons=[weapon("broadsword", 16)]), "grappled"))[:2] == (7, [16, -5, -4])


@pytest.mark.rule("dfrpg.attack.front_arc", "dfrpg.attack.melee_modifiers")
def test_the_dark_takes_the_place_of_a_wild_swing() -> None:
    assert blow(ran_by(sheet(weapons=[weapon("broadsword", 21)]), "blinded"))[:2] == (9, [21, -10, -2])


@pytest.mark.rule("dfrpg.attack.front_arc")
def test_nothing_behind_is_struck() -> None:
    moment = chose(fight("T\nA", facing={"A": "SE"}), "A", "move_and_attack")
    away = act(moment, "A", "turn", facing="S").fight
    assert refused(away, "A", "attack", **SWING, target="T") == "dfrpg.attack.front_arc"


@pytest.mark.rule("dfrpg.attack.front_arc", "dfrpg.movement.step")
def test_a_step_turns_the_target_into_the_front() -> None:
    behind = attacking(rows="T\nA", facing={"A": "S"})
    assert blow(behind)[0] == 14
    run = act(behind, "A", "attack", *MISS, **SWING, target="T")
    assert run.fight.world.creature("A").facing == 0
    assert refused(run.fight, "A", "step", square="A1") == "dfrpg.movement.step"


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.melee_penalty")
@pytest.mark.parametrize(("skill", "against"), [(25, 9), (18, 9), (12, 8), (11, 7)])
def test_a_blow_on_the_move(skill: int, against: int) -> None:
    assert blow(on_the_move(sheet(weapons=[weapon("broadsword", skill)])))[0] == against


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.melee_penalty", "dfrpg.posture.table")
def test_a_blow_on_the_move_from_the_knees() -> None:
    kneeling = sheet(weapons=[weapon("broadsword", 12)])
    assert blow(on_the_move(kneeling, "kneeling"))[0] == 6


@pytest.mark.rule("dfrpg.maneuver.move_and_attack.melee_penalty")
def test_nothing_lifts_a_blow_on_the_move_above_nine() -> None:
    moment = on_the_move(sheet())
    plain = named(moment, Action("A", "attack", {**SWING, "target": "T"}))
    better = replace(plain, extra=(Part(2, text("bonus")),))
    assert checks.total(parts_of(moment, better)) == 9
    assert kept(parts_of(moment, better)) == [14, -4, 2, -3]


def on_the_move(own: dict[str, Any], *effects: str, **more: Any) -> Fight:
    """A hero who has moved up to its foe by Move and Attack."""
    moment = chose(fight("A.T", {"A": own}, effects={"A": list(effects)}, **more), "A", "move_and_attack")
    return act(moment, "A", "move", path="A1 B1").fight


@pytest.mark.rule("dfrpg.attack.off_hand")
@pytest.mark.parametrize(("traits", "against", "parry"), [([], 10, 8), (["ambidextrous"], 14, 10)])
def test_the_off_hand(traits: list[str], against: int, parry: int) -> None:
    own = sheet(weapons=[weapon("broadsword", 14, "off")], traits=traits)
    moment = attacking(own)
    assert blow(moment)[0] == against
    moment = chose(ended(moment, "A"), "T", "attack")
    preview = asked(moment, "T", "attack", *HIT, **SWING, target="A").preview["parry.broadsword"]
    assert preview.against == parry


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
    assert blow(moment, deceptive=levels)[0] == against
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
    assert blow(moment, deceptive=4)[0] == 10


@pytest.mark.rule("dfrpg.attack.deceptive", "dfrpg.attack.front_arc")
def test_deceit_is_weighed_from_where_one_looks_as_one_strikes() -> None:
    moment = deceptive(15, rows="T\nA", facing={"A": "S"})
    assert blow(moment, deceptive=2)[0] == 11


@pytest.mark.rule("dfrpg.attack.deceptive", "dfrpg.attack.rapid_strike")
def test_rapid_blows_may_be_deceptive() -> None:
    rules_ = {"dfrpg": {"deceptive_attack": True, "rapid_strike": True}}
    moment = attacking(sheet(weapons=[weapon("broadsword", 18)]), rules=rules_)
    assert blow(moment, deceptive=1, rapid=True)[0] == 10
    assert refused(moment, "A", "attack", **SWING, target="T", deceptive=2, rapid=True) == "dfrpg.attack.deceptive"
    for option in options(moment, "A", "attack"):
        for target in option.needs[0].ids:
            assert refused(moment, "A", "attack", **option.arguments, target=target) == ""


@pytest.mark.rule("dfrpg.attack.sequence")
def test_the_preview_weighs_chance_defence_and_damage() -> None:
    preview = BOOK.preview(attacking(), Action("A", "attack", {**SWING, "target": "T"}))
    assert (preview.against, preview.under) == (14, True)
    assert preview.chance is not None
    assert float(preview.chance) == pytest.approx(196 / 216, abs=0.001)
    assert 0 < preview.damage_mean < preview.damage_most
    assert states.can_act(attacking(), "T")
