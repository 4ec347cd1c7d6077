"""Feints."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, fight, power, refused, rolled, sheet

from tactics.rules.action import Action
from tactics.world.fight import Fight

RULE = "dnd4e.ca.bluff"
SLY = sheet(
    kind="hero", skills={"bluff": 6}, powers=[power("melee_basic", basic="melee", attack=9, hit=[{"damage": "1d6"}])]
)
FOE = sheet(hp=90, skills={"insight": 5}, defenses={"ac": 30, "fortitude": 15, "reflex": 15, "will": 15})


def attack_of(moment: Fight) -> int:
    return rolled(act(moment, "A", "use", 2, power="melee_basic", target="T"), "attack")[0].total


def round_on(moment: Fight) -> Fight:
    return act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.ca.bonus")
def test_16_beats_passive_insight_15_and_helps_until_the_end_of_the_next_turn() -> None:
    moment = fight("AT", {"A": SLY, "T": FOE})
    run = act(moment, "A", "feint", 10, target="T")
    assert (rolled(run, "check")[0].total, rolled(run, "check")[0].against) == (16, 15)
    second = round_on(run.fight)
    assert attack_of(second) == 2 + 9 + 2
    assert attack_of(round_on(second)) == 2 + 9


@pytest.mark.rule(RULE)
def test_an_equal_result_fails_and_there_is_no_second_attempt() -> None:
    moment = fight("AT", {"A": SLY, "T": FOE})
    preview = BOOK.preview(moment, Action("A", "feint", {"target": "T"}))
    assert preview.chance == Fraction(11, 20)
    moment = round_on(act(moment, "A", "feint", 9, target="T").fight)
    assert attack_of(moment) == 2 + 9
    assert refused(moment, "A", "feint", target="T") == RULE


@pytest.mark.rule(RULE)
def test_only_who_feinted_gains_by_it() -> None:
    moment = fight("AT\n.B", {"A": SLY, "B": SLY, "T": FOE}, {"B": {"side": "heroes"}}, order="ATB")
    moment = act(moment, "A", "feint", 10, target="T").fight
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    run = act(moment, "B", "use", 2, power="melee_basic", target="T")
    assert rolled(run, "attack")[0].total == 2 + 9


@pytest.mark.rule(RULE)
def test_two_squares_off_is_too_far() -> None:
    assert refused(fight("A.T", {"A": SLY}), "A", "feint", target="T") == RULE
