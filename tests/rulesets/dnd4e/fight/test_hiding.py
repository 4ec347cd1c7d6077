"""Hiding."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import BOOK, act, fight, options, power, refused, rolled, sheet

from tactics.rules.action import Action
from tactics.rulesets.dnd4e.fight.asking import provoked
from tactics.world.fight import Effect, Fight

RULE = "dnd4e.stealth.hide"
SLY = sheet(
    kind="hero",
    skills={"stealth": 8},
    powers=[power("shot", kind="ranged", range=20, attack=9, hit=[{"damage": "1d6"}])],
)
CALM = sheet(hp=90, skills={"perception": 5}, defenses=dict.fromkeys(("ac", "fortitude", "reflex", "will"), 30))
KEEN = {**CALM, "skills": {"perception": 8}}
ROOM = "A.#...\n..#..T\n..#..U"


def hidden_from(moment: Fight, who: str = "A") -> set[str]:
    return {one.note for one in moment.body(who).effects if one.id == "hidden"}


def walked(rows: str = ROOM, path: str = "A1 B1", **more: Any) -> Fight:
    moment = fight(rows, {"A": SLY, "T": CALM, "U": KEEN}, **more)
    return act(moment, "A", "walk", path=path).fight


@pytest.mark.rule(RULE)
def test_17_hides_from_perception_15_and_not_from_18() -> None:
    run = act(walked(), "A", "hide", 9)
    assert (rolled(run, "check")[0].total, hidden_from(run.fight)) == (17, {"T"})
    assert BOOK.perceived(run.fight, "T") == {"A": "unseen"}
    assert BOOK.perceived(run.fight, "U") == {}


@pytest.mark.rule(RULE)
def test_an_equal_perception_finds_it() -> None:
    assert hidden_from(act(walked(), "A", "hide", 7).fight) == set()


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.cover.superior")
def test_ordinary_cover_and_open_ground_hide_nobody() -> None:
    assert refused(walked("A.....\n.....T"), "A", "hide") == RULE
    assert not options(walked("A.....\n.....T"), "A", "hide")
    assert refused(walked("A....\n..#..\n....T"), "A", "hide") == RULE


@pytest.mark.rule(RULE)
def test_it_comes_at_the_end_of_a_move() -> None:
    moment = fight(ROOM, {"A": SLY, "T": CALM, "U": KEEN})
    assert refused(moment, "A", "hide") == RULE
    assert refused(act(walked(), "A", "total_defense").fight, "A", "hide") == RULE
    assert refused(act(walked(), "A", "hide", 9).fight, "A", "hide") == RULE


@pytest.mark.rule(RULE)
def test_moving_three_squares_costs_5_and_running_10() -> None:
    run = act(walked(path="A1 A2 A3 B3"), "A", "hide", 12)
    assert rolled(run, "check")[0].total == 15
    ran = act(fight(ROOM, {"A": SLY, "T": CALM, "U": KEEN}), "A", "run", path="A1 B1").fight
    assert rolled(act(ran, "A", "hide", 12), "check")[0].total == 10


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.ca.bonus")
def test_an_attack_from_hiding_has_advantage_and_gives_it_away() -> None:
    hidden = {"A": [Effect("hidden", 20, "A", note="T")]}
    moment = fight("A....T", {"A": SLY, "T": CALM}, effects=hidden)
    run = act(moment, "A", "use", 5, power="shot", target="T")
    assert rolled(run, "attack")[0].total == 5 + 9 + 2
    assert hidden_from(run.fight) == set()


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.concealment.total")
@pytest.mark.rule("dnd4e.opportunity.limits")
def test_who_is_hidden_sets_off_no_opportunity_attacks() -> None:
    plain = fight("AT...", {"A": SLY, "T": CALM})
    hidden = fight("AT...", {"A": SLY, "T": CALM}, effects={"A": [Effect("hidden", 20, "A", note="T")]})
    assert provoked(plain, "A", "ranged_power") == ("T",)
    assert provoked(hidden, "A", "ranged_power") == ()


@pytest.mark.rule(RULE)
def test_a_step_into_the_open_shows_it() -> None:
    hidden = {"A": [Effect("hidden", 20, "A", note="T")]}
    moment = fight("..#...\nA.#..T\n......\n......", {"A": SLY, "T": CALM}, effects=hidden)
    assert hidden_from(act(moment, "A", "walk", path="A2 A1").fight) == {"T"}
    assert hidden_from(act(moment, "A", "walk", path="A2 A3 A4").fight) == set()


@pytest.mark.rule(RULE)
def test_more_than_two_squares_are_rolled_for_anew() -> None:
    hidden = {"A": [Effect("hidden", 20, "A", note="T")]}
    moment = fight("A.#...\n..#...\n..#..T", {"A": SLY, "T": CALM}, effects=hidden)
    run = act(moment, "A", "walk", 3, path="A1 A2 A3 B3")
    assert (rolled(run, "check")[0].total, hidden_from(run.fight)) == (6, set())
    assert BOOK.preview(walked(), Action("A", "hide")).against == 18
