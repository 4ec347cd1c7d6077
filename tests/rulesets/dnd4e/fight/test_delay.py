"""Delayed turns."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fight.ring import act, asked, fight, lost, noted, refused, rolled, sheet

from tactics.world.fight import Duration, Effect, Fight

RULE = "dnd4e.action.delay"
FOUR = "ATUB\n...."
HEROES = {"B": {"side": "heroes"}}


def four(**effects: list[Effect]) -> Fight:
    return fight("A..T\nB..U", {one: sheet(hp=40) for one in "ABTU"}, HEROES, effects, order="ATBU")


def order_of(moment: Fight) -> str:
    return "".join(slot.who for slot in moment.order)


@pytest.mark.rule(RULE)
def test_the_turn_comes_after_any_other_one_and_keeps_its_new_place() -> None:
    moment = act(four(), "A", "delay").fight
    assert (moment.active, moment.body("A").has("delaying")) == ("T", True)
    assert asked(moment, "T", "end_turn").id == "delayed"
    moment = act(moment, "T", "end_turn", answers=("A wait",)).fight
    moment = act(moment, "B", "end_turn", answers=("A act",)).fight
    assert (moment.active, order_of(moment), moment.round) == ("A", "TBAU", 1)
    assert moment.body("A").has("delaying") is False
    moment = act(moment, "A", "total_defense").fight
    moment = act(moment, "A", "end_turn").fight
    assert moment.active == "U"


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.ongoing.start_of_turn")
@pytest.mark.rule("dnd4e.save.end_of_turn")
def test_ongoing_damage_comes_on_time_and_the_save_after_the_delayed_turn() -> None:
    burning = Effect("ongoing", 5, "T", Duration("save"), "fire")
    moment = fight("A..T", {"A": sheet(hp=40), "T": sheet()}, effects={"A": [burning]}, order="TA")
    run = act(moment, "T", "end_turn")
    assert (run.fight.active, lost(run, "A")) == ("A", 5)
    delayed = act(run.fight, "A", "delay")
    assert not rolled(delayed, "save")
    entered = act(delayed.fight, "T", "end_turn", answers=("A act",))
    assert (entered.fight.active, lost(entered, "A"), rolled(entered, "save")) == ("A", 0, [])
    assert len(rolled(act(entered.fight, "A", "end_turn", 10), "save")) == 1


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.condition.dazed")
@pytest.mark.parametrize("condition", ["dazed", "dominated"])
def test_the_dazed_delay_nothing(condition: str) -> None:
    assert refused(four(A=[Effect(condition)]), "A", "delay") == RULE


@pytest.mark.rule(RULE)
def test_nobody_delays_who_has_acted() -> None:
    assert refused(act(four(), "A", "drop_prone").fight, "A", "delay") == RULE
    assert refused(act(four(), "A", "walk", path="A1 B1").fight, "A", "delay") == RULE


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.duration.end_next_turn")
def test_what_helps_ends_at_once_and_what_hurts_after_the_turn() -> None:
    until = Duration("end", "A", 1)
    stunned = Effect("stunned", source="A", duration=until)
    weak = Effect("weakened", source="U", duration=until)
    blessed = Effect("bonus", 2, "A", until, "attack:")
    moment = four(A=[weak], T=[stunned], B=[blessed])
    moment = act(moment, "A", "delay").fight
    assert moment.active == "T"
    assert (moment.body("T").has("stunned"), moment.body("B").has("bonus")) == (False, False)
    moment = act(moment, "T", "end_turn", answers=("A act",)).fight
    assert moment.body("A").has("weakened")
    assert act(moment, "A", "end_turn").fight.body("A").has("weakened") is False


@pytest.mark.rule(RULE)
def test_who_waits_a_whole_round_loses_the_turn_and_keeps_the_place() -> None:
    moment = act(four(A=[Effect("slowed", duration=Duration("save"))]), "A", "delay").fight
    for who in "TB":
        moment = act(moment, who, "end_turn", answers=("A wait",)).fight
    run = act(moment, "U", "end_turn", 10, answers=("A wait",))
    assert (run.fight.active, run.fight.round, order_of(run.fight)) == ("A", 2, "ATBU")
    assert RULE in noted(run)
    assert run.fight.body("A").has("delaying") is False
    assert len(rolled(run, "save")) == 1


@pytest.mark.rule(RULE)
@pytest.mark.rule("dnd4e.action.grab_end")
def test_a_grab_that_would_have_to_be_held_ends() -> None:
    held = Effect("grabbed", 0, "A", Duration("end", "A", 1), "A")
    moment = fight("AT", {"A": sheet(), "T": sheet()}, effects={"T": [held]})
    assert act(moment, "A", "delay").fight.body("T").has("grabbed") is False


@pytest.mark.rule(RULE)
def test_two_that_wait_are_asked_in_order() -> None:
    moment = act(four(), "A", "delay").fight
    moment = act(moment, "T", "end_turn", answers=("A wait",)).fight
    moment = act(moment, "B", "delay", answers=("A wait",)).fight
    moment = act(moment, "U", "end_turn", answers=("A wait", "B act")).fight
    assert (moment.active, moment.round, order_of(moment)) == ("B", 1, "ATUB")
