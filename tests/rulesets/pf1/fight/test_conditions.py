"""Conditions: coming, going, and what they leave to do."""

from __future__ import annotations

import pytest
from rulesets.pf1.fight.ring import fight, happened, running, sheet, weapon

from tactics.core.lattice import Square
from tactics.rules.event import EffectGained
from tactics.rulesets.pf1.fight.conditions import (
    active,
    can_act,
    denied_dexterity,
    gain,
    halves_speed,
    lose,
    turn_limit,
    why_not_act,
    why_not_attack,
)
from tactics.world.fight import Effect


@pytest.mark.rule("pf1.condition.other")
@pytest.mark.rule("pf1.condition.staggered")
@pytest.mark.rule("pf1.condition.pinned")
@pytest.mark.rule("pf1.condition.stunned")
@pytest.mark.parametrize(
    ("state", "limit"),
    [
        ("dazed", "none"),
        ("stunned", "none"),
        ("cowering", "none"),
        ("paralyzed", "none"),
        ("asleep", "none"),
        ("bound", "none"),
        ("unconscious", "none"),
        ("nauseated", "move"),
        ("pinned", "escape"),
        ("staggered", "single"),
        ("disabled", "single"),
        ("shaken", "full"),
        ("prone", "full"),
        ("grappled", "full"),
    ],
)
def test_what_is_left_of_a_turn(state: str, limit: str) -> None:
    moment = fight("A", effects={"A": [state]})
    assert turn_limit(moment, "A") == limit
    assert can_act(moment, "A") is (limit != "none")
    assert (why_not_act(moment, "A") is None) is (limit != "none")
    assert (why_not_attack(moment, "A") is None) is (limit in ("full", "single"))


def test_the_strictest_counts() -> None:
    assert turn_limit(fight("A", effects={"A": ["staggered", "nauseated", "stunned"]}), "A") == "none"
    assert turn_limit(fight("A"), "A") == "full"


@pytest.mark.rule("pf1.condition.other")
@pytest.mark.rule("pf1.hp.zero_disabled")
@pytest.mark.parametrize(
    ("state", "halved"),
    [("blinded", False), ("entangled", True), ("exhausted", True), ("disabled", True), ("prone", False)],
)
def test_half_speed(state: str, halved: bool) -> None:
    assert halves_speed(fight("A", effects={"A": [state]}), "A") is halved


@pytest.mark.rule("pf1.condition.stunned")
def test_the_stunned_drop_what_they_hold() -> None:
    own = sheet(weapons=[weapon("longsword"), weapon("dagger", "stowed")], shield={"id": "buckler"})
    run = running(fight(".A", {"A": own}))
    assert gain(run, "A", "stunned")
    items = run.fight.items
    assert (items["A.longsword"].holder, items["A.longsword"].square) == ("", Square(1, 0))
    assert items["A.dagger"].holder == items["A.shield"].holder == "A"


def test_coming_and_going() -> None:
    run = running(fight("AT"))
    assert gain(run, "A", "shaken", source="T")
    assert not gain(run, "A", "shaken", source="T")
    assert "shaken" in active(run.fight, "A")
    assert run.fight.world.creature("A").of("pf1").conditions == {"shaken"}
    assert not lose(run, "A", "shaken", source="B")
    assert lose(run, "A", "shaken")
    assert not active(run.fight, "A")
    assert sum(isinstance(one, EffectGained) for one in happened(run)) == 1


def test_immunity() -> None:
    run = running(fight("A", {"A": sheet(immunities=["stunned"])}))
    assert not gain(run, "A", "stunned")
    assert not happened(run)


@pytest.mark.rule("pf1.condition.helpless")
@pytest.mark.rule("pf1.condition.unconscious")
def test_what_comes_with_a_condition() -> None:
    moment = fight("A", effects={"A": ["unconscious"]})
    assert active(moment, "A") == {"unconscious", "helpless"}
    assert denied_dexterity(moment, "A")


@pytest.mark.rule("pf1.combat.feint")
def test_a_feint_works_for_one_attacker() -> None:
    moment = fight("ATB", creatures={"B": {"side": "heroes"}}, effects={"T": [Effect("feinted", source="A")]})
    assert denied_dexterity(moment, "T", "A")
    assert not denied_dexterity(moment, "T", "B")
    assert not denied_dexterity(moment, "T")
