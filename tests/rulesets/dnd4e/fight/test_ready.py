"""Readied actions."""

from __future__ import annotations

import pytest
from fight_kit import need_of
from rulesets.dnd4e.fight.ring import BOOK, act, asked, fight, happened, options, power, refused, rolled, sheet, where

from tactics.rules.action import NeedChoice
from tactics.rules.event import Moved, Rolled
from tactics.world.fight import Fight

RULE = "dnd4e.action.ready"
BLOW = power("melee_basic", basic="melee", attack=9, hit=[{"damage": "1d6"}])
SHOT = power("shot", kind="ranged", range=20, attack=9, hit=[{"damage": "1d6"}])
HERO = sheet(kind="hero", hp=40, powers=[BLOW, SHOT], defenses=dict.fromkeys(("ac", "fortitude", "reflex", "will"), 30))
FOE = sheet(hp=40, powers=[BLOW], defenses=dict.fromkeys(("ac", "fortitude", "reflex", "will"), 30))


def ready(moment: Fight, choice: str, trigger: str, *answers: str) -> Fight:
    return act(moment, "A", "ready", answers=answers, choice=choice, trigger=trigger).fight


def order_of(moment: Fight) -> str:
    return "".join(slot.who for slot in moment.order)


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.action.immediate")
def test_it_comes_after_the_step_and_its_owner_acts_before_who_set_it_off_from_then_on() -> None:
    moment = fight("A....T\n.....U", {"A": HERO, "T": FOE, "U": FOE}, order="AUT")
    moment = ready(moment, "use,power=melee_basic", "comes_adjacent")
    moment = act(act(moment, "A", "end_turn").fight, "U", "end_turn").fight
    path = "F1 E1 D1 C1 B1"
    decision = asked(moment, "T", "walk", path=path)
    assert (decision.who, decision.id) == ("A", "readied")
    run = act(moment, "T", "walk", 5, answers=("A readied",), path=path)
    events = happened(run)
    last_step = max(number for number, one in enumerate(events) if isinstance(one, Moved))
    attack = next(number for number, one in enumerate(events) if isinstance(one, Rolled))
    assert attack > last_step
    assert (order_of(run.fight), run.fight.active, run.fight.body("A").has("readied")) == ("UAT", "T", False)
    assert run.fight.body("A").count("immediate") == 1


@pytest.mark.rule(RULE)
def test_an_attack_is_answered_after_it_was_made() -> None:
    moment = act(ready(fight("AT", {"A": HERO, "T": FOE}), "use,power=melee_basic", "attacks"), "A", "end_turn").fight
    run = act(moment, "T", "use", 2, 2, answers=("A readied",), power="melee_basic", target="A")
    assert [one.who for one in rolled(run, "attack")] == ["T", "A"]


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.action.immediate")
def test_one_immediate_action_a_round() -> None:
    moment = act(ready(fight("AT", {"A": HERO, "T": FOE}), "use,power=melee_basic", "attacks"), "A", "end_turn").fight
    spent = moment.with_body("A", moment.body("A").with_counter("immediate", 1))
    run = act(spent, "T", "use", 2, power="melee_basic", target="A")
    assert [one.who for one in rolled(run, "attack")] == ["T"]


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.opportunity.ranged_area")
def test_a_readied_shot_gives_two_openings() -> None:
    moment = fight("AT..\n.U..", {"A": HERO, "T": FOE, "U": FOE})
    shot = {"choice": "use,power=shot", "trigger": "attacks"}
    assert asked(moment, "A", "ready", **shot).id == "opportunity_attack"
    moment = act(moment, "A", "ready", answers=("T decline", "U decline"), **shot).fight
    moment = act(moment, "A", "end_turn").fight
    decision = asked(moment, "T", "use", 2, answers=("A readied",), power="melee_basic", target="A")
    assert (decision.who, decision.id) == ("U", "opportunity_attack")


@pytest.mark.rule(RULE)
def test_unused_it_is_lost_with_the_next_turn() -> None:
    moment = ready(fight("A...T", {"A": HERO, "T": FOE}), "use,power=melee_basic", "comes_adjacent")
    assert moment.body("A").count("standard") == 1
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert (moment.active, moment.body("A").has("readied")) == ("A", False)


@pytest.mark.rule(RULE)
def test_a_move_may_be_readied_and_the_place_is_asked_for_then() -> None:
    moment = act(ready(fight("A...T", {"A": HERO, "T": FOE}), "walk,mode=walk", "moves"), "A", "end_turn").fight
    decision = asked(moment, "T", "shift", answers=("A readied",), path="E1 D1")
    assert decision.id == "aim_readied"
    assert [one.name for one in decision.needs["aim"]] == ["path"]


@pytest.mark.rule(RULE)
def test_every_readied_choice_is_one_that_exists() -> None:
    moment = fight("A...T", {"A": HERO, "T": FOE})
    option = next(iter(options(moment, "A", "ready")))
    names = [one.id for one in need_of(option, NeedChoice).choices]
    assert len(names) == len(set(names))
    assert refused(moment, "A", "ready", choice="end_turn", trigger="moves") == RULE
    for name in names:
        assert refused(moment, "A", "ready", choice=name, trigger="attacks") == ""
    assert where(moment, "A") == "A1"
    assert BOOK.options(moment, "A")
