"""Leap, High Jump and Long Jump in a fight."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import BOOK, act, asked, fight, lost, options, refused, rolled, sheet, way, weapon, where

from tactics.rules.action import Action, NeedPath
from tactics.rulesets.pf2e.fight.turn import ACTIONS

PIT = {"p": {"terrain": "pit", "z": -20}, "l": {"terrain": "ledge", "z": 5}, "h": {"terrain": "ledge", "z": 8}}
JUMPER = {"numbers": {"athletics": 5, "reflex": 0}}


@pytest.mark.rule("pf2e.basic.leap")
@pytest.mark.rule("pf2e.terrain.jump_ignores")
@pytest.mark.parametrize(
    ("speed", "path", "rule"),
    [
        (25, "A1 C1", ""),
        (25, "A1 D1", "pf2e.basic.leap"),
        (30, "A1 D1", ""),
        (30, "A1 E1", "pf2e.basic.leap"),
        (15, "A1 C1", ""),
        (10, "A1 B1", "pf2e.basic.leap"),
    ],
)
def test_how_far_a_leap_leads(speed: int, path: str, rule: str) -> None:
    moment = fight("A,,..T", creatures={"A": {"speed": speed}})
    assert refused(moment, "A", "leap", path=path) == rule


@pytest.mark.rule("pf2e.basic.leap")
def test_a_pit_is_jumped_over_and_what_is_offered_is_accepted() -> None:
    moment = fight("Ap..T", creatures={"A": {"speed": 25}}, legend=PIT)
    assert refused(moment, "A", "stride", path="A1 B1 C1") == "pf2e.skill.climb"
    run = act(moment, "A", "leap", path="A1 C1")
    assert (where(run.fight, "A"), run.fight.body("A").count(ACTIONS), lost(run, "A")) == ("C1", 2, 0)
    (option,) = options(moment, "A", "leap")
    for square, path in need_of(option, NeedPath).paths.items():
        assert refused(moment, "A", "leap", path=" ".join(map(str, path))) == "", square


@pytest.mark.rule("pf2e.basic.leap")
@pytest.mark.rule("pf2e.move.falling")
def test_jumping_into_a_pit_is_a_fall() -> None:
    moment = fight("Ap..T", {"A": sheet(hp=30)}, {"A": {"speed": 25}}, legend=PIT)
    run = act(moment, "A", "leap", answers=("A decline",), path="A1 B1")
    assert (lost(run, "A"), run.fight.body("A").has("prone")) == (10, True)


@pytest.mark.rule("pf2e.move.falling_soft")
@pytest.mark.rule("pf2e.skill.swim")
def test_a_dive_from_a_cliff_is_soft_and_with_the_last_action_one_does_not_sink() -> None:
    legend = {"w": {"terrain": "water", "depth": 30}, "c": {"terrain": "cliff", "z": 40}}
    moment = fight("Aw..T", {"A": sheet(hp=60)}, {"A": {"speed": 25, "under": "c"}}, legend=legend)
    run = act(moment, "A", "leap", answers=("A decline",), path="A1 B1")
    assert (lost(run, "A"), run.fight.body("A").has("prone"), run.fight.body("A").has("swimming")) == (5, False, True)
    ended = act(run.fight, "A", "end_turn").fight
    assert ended.world.creature("A").z_ft == 0


@pytest.mark.rule("pf2e.basic.leap")
@pytest.mark.rule("pf2e.move.triggers_reactions")
def test_leaping_past_a_watcher_sets_it_off_on_the_way() -> None:
    watcher = {"T": {"reactions": ["attack_of_opportunity"]}}
    moment = fight("A....\n..T..", {"T": sheet(weapons=[weapon("mace")])}, {"A": {"speed": 30}, **watcher})
    decision = asked(moment, "A", "leap", path="A1 D1")
    assert (decision.who, decision.id) == ("T", "attack_of_opportunity")


@pytest.mark.rule("pf2e.terrain.hazardous")
@pytest.mark.rule("pf2e.terrain.jump_ignores")
def test_a_jump_is_hurt_only_where_it_lands() -> None:
    legend = {"e": {"terrain": "embers", "hazardous": True, "damage": "3", "damage_type": "fire"}}
    moment = fight("Aee.T", creatures={"A": {"speed": 30}}, legend=legend)
    assert lost(act(moment, "A", "leap", path="A1 D1"), "A") == 0
    assert lost(act(moment, "A", "leap", path="A1 C1"), "A") == 3


@pytest.mark.rule("pf2e.aerial.combat")
def test_nobody_leaps_in_the_air() -> None:
    creatures = {"A": {"speed": 25, "z": 10, "speeds": {"fly": 30}}}
    assert refused(fight("A...T", creatures=creatures), "A", "leap", path="A1 B1") == "pf2e.aerial.combat"


@pytest.mark.rule("pf2e.skill.long_jump")
@pytest.mark.rule("pf2e.action.activity")
@pytest.mark.rule("pf2e.action.no_nesting")
@pytest.mark.parametrize(
    ("face", "square", "damage", "prone"),
    [(15, "G1", 0, False), (14, "E1", 10, True), (5, "E1", 10, True)],
)
def test_a_long_jump_of_20_ft(face: int, square: str, damage: int, prone: bool) -> None:
    moment = fight("A..ppp....T", {"A": sheet(hp=30, **JUMPER)}, {"A": {"speed": 25}}, legend=PIT)
    run = act(moment, "A", "long_jump", face, path="A1 B1 C1 G1")
    (roll,) = rolled(run, "skill")
    assert (roll.against, roll.total) == (20, face + 5)
    found = where(run.fight, "A"), lost(run, "A"), run.fight.body("A").has("prone"), run.fight.body("A").count(ACTIONS)
    assert found == (square, damage, prone, 1)


@pytest.mark.rule("pf2e.skill.long_jump")
def test_a_critical_failure_lands_prone() -> None:
    moment = fight("A.........T", {"A": sheet(hp=30, **JUMPER)}, {"A": {"speed": 25}})
    run = act(moment, "A", "long_jump", 4, path="A1 B1 C1 G1")
    assert (where(run.fight, "A"), run.fight.body("A").has("prone")) == ("E1", True)


@pytest.mark.rule("pf2e.skill.long_jump")
def test_farther_than_the_speed_is_refused_and_a_short_run_fails() -> None:
    moment = fight("A..............T", {"A": sheet(**JUMPER)}, {"A": {"speed": 25}})
    assert refused(moment, "A", "long_jump", path="A1 B1 C1 I1") == "pf2e.skill.long_jump"
    run = act(moment, "A", "long_jump", path="A1 B1 F1")
    assert (where(run.fight, "A"), rolled(run, "skill")) == ("D1", [])


@pytest.mark.rule("pf2e.skill.long_jump")
def test_long_jumps_that_are_offered_are_accepted_and_previewed_exactly() -> None:
    moment = fight("A..ppp....T", {"A": sheet(hp=30, **JUMPER)}, {"A": {"speed": 25}}, legend=PIT)
    (option,) = options(moment, "A", "long_jump")
    assert {str(one) for one in need_of(option, NeedPath).costs} >= {"G1", "H1"}
    for path in need_of(option, NeedPath).paths.values():
        assert refused(moment, "A", "long_jump", path=" ".join(map(str, path))) == ""
    preview = BOOK.preview(moment, Action("A", "long_jump", {"path": way("A1 B1 C1 G1")}))
    assert (preview.chance, preview.against) == (Fraction(6, 20), 20)


@pytest.mark.rule("pf2e.skill.high_jump")
@pytest.mark.rule("pf2e.action.activity")
@pytest.mark.parametrize(
    ("total", "ledge", "up"),
    [(30, "l", True), (40, "h", True), (30, "h", False), (21, "l", False)],
)
def test_a_high_jump_onto_a_ledge(total: int, ledge: str, up: bool) -> None:
    moment = fight(f"A..{ledge}.T", {"A": sheet(numbers={"athletics": total - 10})}, {"A": {"speed": 25}}, legend=PIT)
    run = act(moment, "A", "high_jump", 10, path="A1 B1 C1 D1")
    assert where(run.fight, "A") == ("D1" if up else "C1")
    assert (run.fight.body("A").count(ACTIONS), rolled(run, "skill")[0].against) == (1, 30)


@pytest.mark.rule("pf2e.skill.high_jump")
def test_a_high_jump_that_fails_badly_ends_prone_and_needs_two_actions() -> None:
    moment = fight("A..l.T", {"A": sheet(numbers={"athletics": 10})}, {"A": {"speed": 25}}, legend=PIT)
    run = act(moment, "A", "high_jump", 10, path="A1 B1 C1 D1")
    assert (where(run.fight, "A"), run.fight.body("A").has("prone")) == ("C1", True)
    spent = act(act(moment, "A", "stride", path="A1 B1").fight, "A", "stride", path="B1 A1").fight
    assert refused(spent, "A", "high_jump", path="A1 B1 C1 D1") == "pf2e.action.activity"
    assert refused(spent, "A", "long_jump", path="A1 B1 C1 E1") == "pf2e.action.activity"
    for path in need_of(options(moment, "A", "high_jump")[0], NeedPath).paths.values():
        assert refused(moment, "A", "high_jump", path=" ".join(map(str, path))) == ""
