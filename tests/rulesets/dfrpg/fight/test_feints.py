"""Feints: who can be fooled, the contest, and what it takes off which defences for how long."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from fight_kit import need_of

from tactics.rules.action import Action, NeedCreature
from tactics.rules.event import ItemChanged, Rolled
from tactics.rulesets.dfrpg.fight import feinting, states
from tactics.rulesets.dfrpg.fight.feinting import FEINTED, expected
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.blows import dice
from tests.rulesets.dfrpg.fight.feints import duel, feinted, penalty
from tests.rulesets.dfrpg.fight.moments import again
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    kept,
    noted,
    options,
    refused,
    rolled,
    running,
    sheet,
    weapon,
)

SURE = (3, 3, 4)
"""A total of 10."""


@pytest.mark.parametrize(
    ("own", "own_total", "foe", "foe_total", "points"),
    [
        pytest.param(15, 12, 14, 15, 3, marks=pytest.mark.rule("dfrpg.maneuver.feint.foe_failed")),
        pytest.param(14, 14, 14, 15, 0, marks=pytest.mark.rule("dfrpg.maneuver.feint.foe_failed")),
        pytest.param(15, 10, 14, 12, 3, marks=pytest.mark.rule("dfrpg.maneuver.feint.both_succeed")),
        pytest.param(16, 6, 12, 11, 9, marks=pytest.mark.rule("dfrpg.maneuver.feint.both_succeed")),
        pytest.param(14, 12, 13, 11, 0, marks=pytest.mark.rule("dfrpg.maneuver.feint.both_succeed")),
        pytest.param(14, 15, 12, 16, 0, marks=pytest.mark.rule("dfrpg.maneuver.feint.fails")),
        pytest.param(14, 11, 14, 11, 0, marks=pytest.mark.rule("dfrpg.maneuver.feint.fails")),
        pytest.param(14, 12, 14, 10, 0, marks=pytest.mark.rule("dfrpg.maneuver.feint.fails")),
    ],
)
def test_the_contest_says_how_much_worse_the_foe_defends(
    own: int, own_total: int, foe: int, foe_total: int, points: int
) -> None:
    moment = feinted(duel(own, foe), own_total, foe_total)
    assert [one.value for one in states.effects_of(moment, "T", FEINTED)] == ([points] if points else [])
    later = chose(again(moment), "A", "attack")
    assert penalty(later) == -points


@pytest.mark.rule("dfrpg.maneuver.feint", "dfrpg.core.quick_contest", "dfrpg.core.success_roll", "dfrpg.core.margin")
def test_both_sides_roll_under_what_they_feint_with() -> None:
    run = act(chose(duel(), "A", "feint"), "A", "feint", *dice(13), *dice(13), target="T")
    assert [(one.who, one.total, one.against, one.outcome, one.under) for one in rolled(run, "feint")] == [
        ("A", 13, 15, "success", True),
        ("T", 13, 14, "success", True),
    ]
    assert run.fight.body("T").effects[-1].value == 1


@pytest.mark.rule("dfrpg.maneuver.feint.fails")
def test_a_failed_feint_says_so() -> None:
    run = act(chose(duel(), "A", "feint"), "A", "feint", *dice(16), *dice(18), target="T")
    assert noted(run) == ["dfrpg.maneuver.feint.fails"]


@pytest.mark.rule("dfrpg.maneuver.feint")
@pytest.mark.parametrize("rows", ["A.T", "A..T"])
def test_a_foe_out_of_reach_is_not_feinted(rows: str) -> None:
    moment = chose(duel(rows=rows), "A", "feint")
    assert options(moment, "A", "feint") == []
    assert refused(moment, "A", "feint", target="T") == "dfrpg.maneuver.feint"


@pytest.mark.rule("dfrpg.maneuver.feint")
def test_a_step_brings_the_foe_into_reach_of_a_feint() -> None:
    moment = act(chose(duel(rows="A.T"), "A", "feint"), "A", "step", square="B1").fight
    assert refused(moment, "A", "feint", target="T") == ""


@pytest.mark.rule("dfrpg.maneuver.feint")
def test_a_weapon_on_the_belt_does_not_feint() -> None:
    swords = {"A": sheet(weapons=[weapon("broadsword", 15, "stowed"), weapon("shortsword", 12)])}
    far = chose(fight("A.T", swords), "A", "feint")
    assert refused(far, "A", "feint", target="T") == "dfrpg.maneuver.feint"
    run = act(chose(fight("AT", swords), "A", "feint"), "A", "feint", *SURE, *SURE, target="T")
    assert rolled(run, "feint")[0].against == 12


@pytest.mark.rule("dfrpg.maneuver.feint", "dfrpg.state.ready")
def test_a_weapon_in_hand_that_is_not_ready_does_not_feint() -> None:
    moment = chose(unready(duel(), "A.broadsword"), "A", "feint")
    assert refused(moment, "A", "feint", target="T") == "dfrpg.maneuver.feint"
    assert options(moment, "A", "feint") == []


@pytest.mark.rule("dfrpg.maneuver.feint")
def test_who_holds_no_weapon_feints_with_what_it_strikes_with() -> None:
    moment = fight("AT", {"A": sheet(weapons=[])})
    assert refused(chose(moment, "A", "feint"), "A", "feint", target="T") == ""


@pytest.mark.rule("dfrpg.core.success_roll", "dfrpg.maneuver.feint")
def test_a_feint_is_not_tried_with_next_to_no_skill() -> None:
    dazed = fight("AT", {"A": sheet(dx=6, weapons=[])}, effects={"A": [Effect("shock", 4)]})
    moment = chose(dazed, "A", "feint")
    assert refused(moment, "A", "feint", target="T") == "dfrpg.core.success_roll"
    assert options(moment, "A", "feint") == []


@pytest.mark.rule("dfrpg.maneuver.feint")
def test_friends_are_not_feinted() -> None:
    moment = fight("ABT", creatures={"B": {"side": "heroes"}})
    assert refused(chose(moment, "A", "feint"), "A", "feint", target="B") == "dfrpg.maneuver.feint"


@pytest.mark.rule("dfrpg.maneuver.feint", "dfrpg.maneuver.choose_one")
def test_one_feint_a_turn_and_only_by_its_manoeuvre() -> None:
    moment = feinted(duel(), 10, 10)
    assert refused(moment, "A", "feint", target="T") == "dfrpg.maneuver.feint"
    assert refused(chose(duel(), "A", "attack"), "A", "feint", target="T") == "dfrpg.maneuver.attack"
    assert refused(duel(), "A", "feint", target="T") == "dfrpg.maneuver.choose_one"
    assert refused(moment, "A", "attack", weapon="broadsword", use="swing", target="T") == "dfrpg.maneuver.feint"


def unready(moment: Fight, item: str) -> Fight:
    """The moment with a thing that is held but not ready."""
    run = running(moment)
    run.emit(ItemChanged(replace(moment.items[item], ready=False)))
    return run.fight


@pytest.mark.rule("dfrpg.maneuver.feint.contest_skill")
@pytest.mark.parametrize(
    ("own", "hidden", "skill"),
    [
        ({"dx": 12, "weapons": [weapon("broadsword", 15)], "shield": {"id": "medium_shield", "skill": 13}}, "", 15),
        ({"dx": 12, "weapons": [weapon("great_axe", 16, "both")]}, "A.great_axe", 12),
        ({"dx": 11, "skills": {"karate": 14}, "weapons": [weapon("dagger", 10, "main")]}, "", 14),
        ({"dx": 11, "weapons": [weapon("dagger", 10)], "shield": {"id": "light_cloak", "skill": 13}}, "", 13),
        ({"dx": 13, "weapons": [weapon("dagger", 10)]}, "", 13),
        ({"dx": 11, "skills": {"karate": 14}, "weapons": [weapon("greatsword", 12, "both")]}, "", 12),
    ],
)
def test_the_best_of_what_is_ready_is_rolled(own: dict[str, Any], hidden: str, skill: int) -> None:
    moment = fight("AT", {"A": sheet(**own)})
    moment = unready(moment, hidden) if hidden else moment
    assert feinting.skill_of(moment, "A").amount == skill


@pytest.mark.rule("dfrpg.maneuver.feint.contest_skill", "dfrpg.injury.shock")
def test_shock_counts_on_the_own_turn_only() -> None:
    shocked = duel(effects={"A": [Effect("shock", 3)], "T": [Effect("shock", 2)]})
    run = act(chose(shocked, "A", "feint"), "A", "feint", *SURE, *SURE, target="T")
    assert [one.against for one in rolled(run, "feint")] == [12, 14]


@pytest.mark.rule("dfrpg.maneuver.feint.not_an_attack")
def test_a_feint_leaves_weapons_ready_and_does_not_count_as_an_attack() -> None:
    axe = fight("AT", {"A": sheet(weapons=[weapon("axe", 15)])}, order="AT")
    moment = feinted(axe, 10, 18)
    assert moment.items["A.axe"].ready
    assert moment.body("A").count("attacked.axe") == 0
    turn_of_foe = chose(ended(moment, "A"), "T", "attack")
    parries = [one.id for one in asked(turn_of_foe, "T", "attack", *SURE, **SWING, target="A").choices]
    assert "parry.axe" in parries


SWING = {"weapon": "broadsword", "use": "swing"}


@pytest.mark.rule("dfrpg.maneuver.feint.observer")
def test_a_foe_that_does_not_see_the_feinter_is_not_fooled() -> None:
    away = duel(facing={"T": "E"})
    moment = chose(away, "A", "feint")
    assert refused(moment, "A", "feint", target="T") == "dfrpg.maneuver.feint.observer"
    assert options(moment, "A", "feint") == []
    blind = chose(duel(effects={"T": ["blinded"]}), "A", "feint")
    assert refused(blind, "A", "feint", target="T") == "dfrpg.maneuver.feint.observer"
    for effects in ({"A": ["undetected"]}, {"T": ["asleep"]}):
        unaware = chose(duel(effects=effects), "A", "feint")
        assert refused(unaware, "A", "feint", target="T") == "dfrpg.maneuver.feint.observer"
    unseen = chose(duel(effects={"A": ["invisible"]}), "A", "feint")
    assert refused(unseen, "A", "feint", target="T") == "dfrpg.maneuver.feint.observer"
    knocked_out = chose(fight("ATU", effects={"T": ["unconscious"]}), "A", "feint")
    assert refused(knocked_out, "A", "feint", target="T") == "dfrpg.maneuver.feint.observer"


@pytest.mark.rule("dfrpg.maneuver.feint.observer")
def test_who_turns_away_afterwards_is_fooled_all_the_same() -> None:
    moment = ended(feinted(duel(15, 14), 12, 15), "A")
    moment = act(chose(moment, "T", "attack"), "T", "turn", facing="N").fight
    later = chose(ended(moment, "T"), "A", "attack")
    choice = asked(later, "A", "attack", *SURE, **SWING, target="T").preview["dodge"]
    assert sorted(kept(choice.parts)) == [-3, -2, 8]
    assert choice.against == 3


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.feint", "dfrpg.state.feint_record")
def test_the_feint_of_an_all_out_attack_helps_the_blow_of_this_turn_only() -> None:
    moment = feinted(duel(15, 14), 11, 15, variant="feint")
    assert penalty(moment) == -4
    later = again(moment)
    assert not states.has(later, "T", FEINTED)
    assert penalty(chose(later, "A", "attack")) == 0


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.feint")
def test_the_blow_goes_at_the_foe_that_was_feinted() -> None:
    rows = """
U.
AT
"""
    moment = fight(rows, {"A": sheet(weapons=[weapon("broadsword", 15)])}, facing={"U": "S", "A": "NE", "T": "W"})
    moment = feinted(moment, 11, 15, variant="feint")
    rule = "dfrpg.maneuver.all_out_attack.feint"
    assert refused(moment, "A", "attack", **SWING, target="U") == rule
    assert refused(moment, "A", "attack", **SWING, target="T") == ""
    assert refused(moment, "A", "feint", target="T") == rule


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.extra_attacks")
def test_two_attacks_and_a_feint() -> None:
    sheets = {"A": sheet(weapons=[weapon("broadsword", 15)], attacks=2)}
    moment = feinted(duel(sheets=sheets), 11, 15, variant="feint")
    for _ in range(2):
        assert penalty(moment) == -4
        moment = act(moment, "A", "attack", *SURE, 1, answers=("T none",), **SWING, target="T").fight
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.all_out_attack.feint"


@pytest.mark.rule("dfrpg.maneuver.feint")
def test_the_preview_says_how_likely_a_feint_works_and_what_it_is_worth() -> None:
    moment = chose(duel(15, 14), "A", "feint")
    preview = BOOK.preview(moment, Action("A", "feint", {"target": "T"}))
    assert preview.chance == expected(15, 14)[0]
    assert (preview.against, preview.under, preview.takes) == (15, True, ("T",))
    assert len(preview.notes) == 2


@pytest.mark.rule("dfrpg.maneuver.feint.foe_failed", "dfrpg.maneuver.feint.both_succeed")
def test_expectations_are_those_of_all_rolls() -> None:
    ways = {
        total: sum(1 for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6) for total in range(3, 19)
    }
    won = points = 0
    for own, count in ways.items():
        for foe, other in ways.items():
            # Skill 12 against skill 10: 3 and 4 always succeed, 17 and 18 never.
            if own > 12:
                continue
            taken = 12 - own if foe > 10 else max(0, (12 - own) - (10 - foe))
            won += count * other * (taken > 0)
            points += count * other * taken
    likely, worth = expected(12, 10)
    assert (likely, worth) == (Fraction(won, 216**2), Fraction(points, won))


@pytest.mark.rule("dfrpg.maneuver.attack.carry_over")
def test_the_preview_of_an_attack_tells_of_the_feint() -> None:
    moment = chose(again(feinted(duel(), 12, 15)), "A", "attack")
    action = Action("A", "attack", {**SWING, "target": "T"})
    told = [one.msgid for one in BOOK.preview(moment, action).notes]
    assert "The feint takes {n} off its defenses." in told


@pytest.mark.rule("dfrpg.maneuver.feint.personal")
def test_what_is_offered_is_accepted() -> None:
    moment = chose(fight("AT\nU.", facing={"U": "NE", "T": "W"}), "A", "feint")
    (option,) = options(moment, "A", "feint")
    foes = need_of(option, NeedCreature).ids
    assert set(foes) == {"T", "U"}
    assert [refused(moment, "A", "feint", target=foe) for foe in foes] == ["", ""]


def test_every_roll_of_a_feint_is_told_as_one() -> None:
    run = act(chose(duel(), "A", "feint"), "A", "feint", *SURE, *SURE, target="T")
    told = [one for one in run.trace if isinstance(one, Rolled)]
    assert {one.purpose for one in told} == {"feint"}
