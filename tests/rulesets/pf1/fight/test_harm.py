"""Damage, dying, healing."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import act, turn_of
from rulesets.pf1.fight.ring import fight, happened, lost, rolled, running, sheet, weapon

from tactics.engine.run import Playing
from tactics.rules.event import LeftFight
from tactics.rulesets.pf1.fight.conditions import active, can_act, turn_limit
from tactics.rulesets.pf1.fight.harm import (
    after_strenuous,
    down,
    gain_temporary,
    heal,
    hurt,
    make_stable,
    natural_healing,
    nonlethal_healing,
    start_of_turn,
)
from tactics.world.fight import Effect


def one(
    *faces: int, effects: list[Effect] | None = None, switches: dict[str, Any] | None = None, **own: Any
) -> Playing:
    """A lone creature, about to suffer."""
    moment = fight("A", {"A": sheet(**{"hp": 20, **own})}, effects={"A": effects or []}, switches=switches)
    return running(moment, *faces)


def states(run: Playing) -> frozenset[str]:
    return active(run.fight, "A")


@pytest.mark.rule("pf1.damage.basic")
def test_damage_comes_off_hit_points() -> None:
    run = one()
    assert hurt(run, "A", 7) == 7
    assert run.fight.body("A").hp == 13


@pytest.mark.rule("pf1.hp.temporary")
def test_temporary_hit_points_go_first() -> None:
    run = one()
    gain_temporary(run, "A", 5)
    gain_temporary(run, "A", 3)
    hurt(run, "A", 8)
    assert (run.fight.body("A").hp, run.fight.body("A").temp_hp) == (17, 0)


@pytest.mark.rule("pf1.nonlethal.track")
@pytest.mark.rule("pf1.nonlethal.sources")
def test_nonlethal_damage_is_counted_apart() -> None:
    run = one()
    hurt(run, "A", 8, lethal=False)
    hurt(run, "A", 3, lethal=False, rule="pf1.nonlethal.sources")
    assert (run.fight.body("A").hp, run.fight.body("A").nonlethal) == (20, 11)


@pytest.mark.rule("pf1.nonlethal.staggered")
@pytest.mark.rule("pf1.condition.staggered")
def test_staggered_by_nonlethal_damage() -> None:
    run = one(hp=12)
    hurt(run, "A", 12, lethal=False)
    assert "staggered" in states(run)
    assert turn_limit(run.fight, "A") == "single"
    heal(run, "A", 1)
    assert "staggered" not in states(run)
    run = one(hp=15)
    hurt(run, "A", 12, lethal=False)
    assert "staggered" not in states(run)
    hurt(run, "A", 3)
    assert "staggered" in states(run)


@pytest.mark.rule("pf1.nonlethal.unconscious")
@pytest.mark.rule("pf1.condition.unconscious")
def test_knocked_out() -> None:
    run = one(hp=12)
    hurt(run, "A", 13 - 1, lethal=False)
    hurt(run, "A", 1, lethal=True)
    assert {"unconscious", "helpless", "prone"} <= states(run)
    assert "dying" not in states(run)
    assert not can_act(run.fight, "A")
    assert down(run.fight, "A")


@pytest.mark.rule("pf1.nonlethal.overflow")
def test_beyond_the_maximum_it_kills() -> None:
    run = one()
    hurt(run, "A", 18, lethal=False)
    hurt(run, "A", 5, lethal=False)
    assert (run.fight.body("A").nonlethal, run.fight.body("A").hp) == (20, 17)
    run = one(regeneration={"amount": 5, "except": ["fire"]})
    hurt(run, "A", 18, lethal=False)
    hurt(run, "A", 5, lethal=False)
    assert (run.fight.body("A").nonlethal, run.fight.body("A").hp) == (23, 20)


@pytest.mark.rule("pf1.hp.zero_disabled")
def test_disabled() -> None:
    run = one(effects=[])
    hurt(run, "A", 20)
    assert "disabled" in states(run)
    assert turn_limit(run.fight, "A") == "single"
    assert run.fight.body("A").hp == 0
    after_strenuous(run, "A")
    assert run.fight.body("A").hp == -1
    assert {"dying", "unconscious"} <= states(run)
    assert "disabled" not in states(run)


@pytest.mark.rule("pf1.hp.zero_disabled")
def test_a_standard_action_costs_the_healthy_nothing() -> None:
    run = one()
    after_strenuous(run, "A")
    assert not happened(run)


@pytest.mark.rule("pf1.hp.death")
@pytest.mark.parametrize(("con", "hp", "dead"), [(12, -11, False), (12, -12, True), (14, -13, False), (14, -14, True)])
def test_death(con: int, hp: int, dead: bool) -> None:
    run = one(con=con)
    hurt(run, "A", 20 - hp)
    assert (run.fight.body("A").out == "dead") is dead
    assert ("dying" in states(run)) is not dead
    assert any(isinstance(event, LeftFight) for event in happened(run)) is dead


@pytest.mark.rule("pf1.hp.death")
def test_who_has_no_constitution_is_destroyed_at_zero() -> None:
    run = one(con="-")
    hurt(run, "A", 20)
    assert run.fight.body("A").out == "dead"


@pytest.mark.rule("pf1.hp.dying")
@pytest.mark.parametrize(
    ("con", "hp", "face", "stable"),
    [(14, -4, 12, True), (14, -4, 11, False), (12, -9, 18, True), (12, -9, 17, False), (12, -9, 20, True)],
)
def test_the_check_of_the_dying(con: int, hp: int, face: int, stable: bool) -> None:
    run = one(face, con=con)
    hurt(run, "A", 20 - hp)
    start_of_turn(run, "A")
    assert ("stable" in states(run)) is stable
    assert ("dying" in states(run)) is not stable
    assert run.fight.body("A").hp == (hp if stable else hp - 1)
    assert [roll.against for roll in rolled(run, "stabilize")] == [10]


@pytest.mark.rule("pf1.hp.dying")
def test_bleeding_leaves_no_check() -> None:
    run = one(effects=[Effect("bleed", 1)])
    hurt(run, "A", 22)
    start_of_turn(run, "A")
    assert not rolled(run, "stabilize")
    assert run.fight.body("A").hp == -4


@pytest.mark.rule("pf1.hp.stable")
@pytest.mark.parametrize(
    ("healed", "hp", "expected"),
    [(1, -4, {"stable", "unconscious"}), (5, 0, {"disabled"}), (6, 1, set())],
)
def test_healing_the_dying(healed: int, hp: int, expected: set[str]) -> None:
    run = one()
    hurt(run, "A", 25)
    heal(run, "A", healed)
    assert run.fight.body("A").hp == hp
    assert states(run) - {"prone", "helpless"} == expected


@pytest.mark.rule("pf1.hp.stable")
def test_first_aid_and_a_new_wound() -> None:
    run = one()
    hurt(run, "A", 25)
    make_stable(run, "A")
    assert "stable" in states(run)
    start_of_turn(run, "A")
    assert run.fight.body("A").hp == -5
    hurt(run, "A", 1)
    assert "dying" in states(run)
    assert "stable" not in states(run)


@pytest.mark.rule("pf1.hp.heal_cap")
def test_healing_stops_at_the_maximum() -> None:
    run = one()
    hurt(run, "A", 2)
    hurt(run, "A", 4, lethal=False)
    assert heal(run, "A", 5) == 2
    assert (run.fight.body("A").hp, run.fight.body("A").nonlethal) == (20, 0)


@pytest.mark.rule("pf1.nonlethal.heal")
def test_a_cure_takes_nonlethal_damage_too() -> None:
    run = one()
    hurt(run, "A", 10)
    hurt(run, "A", 9, lethal=False)
    heal(run, "A", 6)
    assert (run.fight.body("A").hp, run.fight.body("A").nonlethal) == (16, 3)
    assert 10 - nonlethal_healing(3, 2) == 4


@pytest.mark.rule("pf1.hp.natural_healing")
def test_rest() -> None:
    assert (natural_healing(5), natural_healing(5, bed_rest=True)) == (5, 10)


@pytest.mark.rule("pf1.hp.massive_damage")
def test_massive_damage() -> None:
    switches = {"massive_damage": True}
    run = one(2, hp=80, switches=switches)
    hurt(run, "A", 50)
    assert run.fight.body("A").out == "dead"
    run = one(19, hp=80, switches=switches)
    hurt(run, "A", 50)
    assert run.fight.body("A").out == ""
    run = one(hp=120, switches=switches)
    hurt(run, "A", 40)
    hurt(run, "A", 40)
    assert not rolled(run, "save")
    run = one(hp=80)
    hurt(run, "A", 50)
    assert not rolled(run, "save")


def test_regeneration() -> None:
    run = one(regeneration={"amount": 5, "except": ["fire"]})
    hurt(run, "A", 40)
    assert run.fight.body("A").out == ""
    start_of_turn(run, "A")
    assert run.fight.body("A").hp == -15
    hurt(run, "A", 1, type="fire")
    assert run.fight.body("A").out == "dead"


def test_regeneration_stops_for_a_round_by_fire() -> None:
    run = one(regeneration={"amount": 5, "except": ["fire"]})
    hurt(run, "A", 10, type="fire")
    start_of_turn(run, "A")
    assert lost(run, "A") == [-10]


def test_vulnerability_and_immunity() -> None:
    run = one(vulnerabilities=["cold"], immunities=["fire"])
    assert hurt(run, "A", 5, type="cold") == 7
    assert hurt(run, "A", 5, type="fire") == 0
    assert run.fight.body("A").hp == 13


def test_the_dead_are_not_hurt_further() -> None:
    run = one()
    hurt(run, "A", 50)
    assert heal(run, "A", 50) == 0
    before = len(happened(run))
    start_of_turn(run, "A")
    assert len(happened(run)) == before


@pytest.mark.rule("pf1.hp.zero_disabled")
@pytest.mark.parametrize(
    ("deed", "faces", "arguments", "hp"),
    [
        ("trip", (2,), {"target": "T"}, -1),
        ("total_defense", (), {}, -1),
        ("attack", (2,), {"weapon": "longsword", "target": "T"}, -1),
        ("move", (), {"path": "A1 A2"}, 0),
        ("five_foot_step", (), {"path": "A1 A2"}, 0),
    ],
)
def test_every_standard_action_strains_the_disabled(
    deed: str, faces: tuple[int, ...], arguments: dict[str, Any], hp: int
) -> None:
    own = sheet(hp=5, weapons=[weapon("longsword")], feats=["improved_trip"])
    run = running(fight("AT\n..", {"A": own, "T": sheet()}))
    hurt(run, "A", 5)
    moment = turn_of(run.fight, "A", "T")
    assert act(moment, "A", deed, *faces, **arguments).fight.body("A").hp == hp
