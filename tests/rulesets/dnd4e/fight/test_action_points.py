"""Action points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulesets.dnd4e.fight.ring import act, fight, options, refused, sheet, value, weapon

from tactics.world.fight import Fight

RULE = "dnd4e.action.action_point"
HERO = sheet(kind="hero", hp=30, surges=9, str=18, weapons=[weapon("longsword")])


def spend(moment: Fight) -> Fight:
    return act(moment, "A", "action_point").fight


@pytest.mark.rule(RULE)
def test_a_point_buys_one_more_standard_action_once_an_encounter() -> None:
    moment = act(fight("A.T", {"A": HERO}), "A", "total_defense").fight
    assert refused(moment, "A", "second_wind") == "dnd4e.action.turn_budget" or value(moment, "A", "total_defense")
    moment = spend(moment)
    assert moment.body("A").count("action_points") == 0
    moment = act(moment, "A", "second_wind").fight
    more = replace(moment, bodies={**moment.bodies, "A": moment.body("A").with_counter("action_points", 1)})
    assert refused(more, "A", "action_point") == RULE


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.action.substitute")
def test_the_action_it_buys_may_be_traded_down() -> None:
    moment = fight("A.......T", {"A": HERO})
    for here, there in (("A1", "B1"), ("B1", "C1")):
        moment = act(moment, "A", "walk", path=f"{here} {there}").fight
    assert refused(moment, "A", "walk", path="C1 D1") == "dnd4e.action.turn_budget"
    assert act(spend(moment), "A", "walk", path="C1 D1").fight.body("A").count("standard") == 2


@pytest.mark.rule(RULE)
def test_none_is_spent_in_the_surprise_round() -> None:
    moment = replace(fight("A.T", {"A": HERO}), surprise=True)
    assert refused(moment, "A", "action_point") == RULE


@pytest.mark.rule(RULE)
def test_a_solo_spends_two_points_but_not_in_one_round() -> None:
    moment = spend(fight("A.T", {"A": sheet(kind="solo", hp=80)}))
    assert refused(moment, "A", "action_point") == RULE
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert (moment.round, moment.active) == (2, "A")
    moment = spend(moment)
    assert moment.body("A").count("action_points") == 0


@pytest.mark.rule(RULE)
def test_who_never_had_a_point_is_offered_none() -> None:
    assert not options(fight("A.T", {"A": sheet()}), "A", "action_point", possible=False)
    assert refused(fight("A.T", {"A": sheet()}), "A", "action_point") == RULE
