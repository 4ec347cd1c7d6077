"""Doing, refusing, answering, undoing: nothing is lost and nothing is rolled twice."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from engine.toy import Toy, act, battle, play, ring
from hypothesis import given, settings
from hypothesis import strategies as st

from tactics.core.dice import FixedDice, HandDice, NoFace
from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.engine.battle import Battle
from tactics.engine.digest import digest
from tactics.rules.action import Action, Refused
from tactics.rules.event import Ended, HpChanged, Rolled
from tactics.rules.fighting import Run

A_FIRST = (6, 2, 1)
"""Initiative of A, B and C: A begins."""
CHOICES = st.lists(st.integers(0, 10_000), max_size=40)


def faces(fight: Battle) -> list[int]:
    return [roll.face for event in fight.events if isinstance(event, Rolled) for roll in event.rolls]


def test_an_action_runs_until_an_answer_is_missing() -> None:
    fight = battle(dice=FixedDice([*A_FIRST, 2, 2, 6]))
    act(fight, "toss", target="B")
    decision = fight.decision
    assert decision is not None
    assert (decision.who, decision.id) == ("B", "duck")
    assert fight.fight.body("A").count("tossed") == 1
    assert fight.options("A") == ()
    before = len(fight.events)
    happened = fight.submit(Action("B", "stand"))
    assert happened == (HpChanged("B", "hp", -2, "A", "toy.coin"),)
    assert fight.events[before:] == happened
    assert fight.decision is None
    assert fight.fight.body("B").hp == 1


def test_only_the_one_who_is_asked_can_go_on() -> None:
    fight = battle(dice=FixedDice([*A_FIRST, 2, 2, 6]))
    act(fight, "toss", target="B")
    now = digest(fight.fight)
    for wrong in (Action("A", "end_turn"), Action("C", "duck"), Action("B", "fly"), Action("A", "duck")):
        with pytest.raises(Refused):
            fight.submit(wrong)
    assert digest(fight.fight) == now
    fight.submit(Action("B", "duck"))
    assert faces(fight) == [*A_FIRST, 2, 6]


def test_a_refused_action_changes_nothing_and_uses_no_die() -> None:
    class Greedy(Toy):
        def resolve(self, run: Run, action: Action) -> None:
            if action.id == "step":
                run.roll(6)
            super().resolve(run, action)

    fight = Battle.new(ring(), seed=3, fighting=Greedy())
    other = Battle.new(ring(), seed=3, fighting=Greedy())
    now, count = fight.fight, len(fight.events)
    for wrong in (
        Action(fight.fight.active, "step", {"to": Square(90, 90)}),
        Action(fight.fight.order[1].who, "end_turn"),
        Action("nobody", "end_turn"),
    ):
        with pytest.raises(Refused) as refused:
            fight.submit(wrong)
        assert refused.value.refusal.text.msgid
    assert fight.fight is now
    assert len(fight.events) == count
    assert not fight.redo()
    for one in (fight, other):
        play(one, [0] * 12)
    assert faces(fight) == faces(other)


def test_undo_goes_back_input_by_input_and_gives_the_faces_back() -> None:
    fight = battle(seed=5)
    states = [digest(fight.fight)]
    for number in (0, 1, 3, 0, 0, 1, 3, 0):
        play(fight, [number])
        states.append(digest(fight.fight))
    rolled = faces(fight)
    for state in reversed(states[:-1]):
        assert fight.undo()
        assert digest(fight.fight) == state
    assert not fight.undo()
    for state in states[1:]:
        assert fight.redo()
        assert digest(fight.fight) == state
    assert not fight.redo()
    assert faces(fight) == rolled


def test_something_else_after_undo_meets_the_same_next_face() -> None:
    one, other = battle(seed=11), battle(seed=11)
    act(one, "toss", target="C" if one.fight.active != "C" else "A")
    one.undo()
    act(one, "door")
    assert not one.redo()
    act(other, "door")
    for fight in (one, other):
        play(fight, [0] * 20)
    assert faces(one) == faces(other)
    assert digest(one.fight) == digest(other.fight)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**31), CHOICES, st.integers(0, 40))
def test_undo_and_redo_any_number_of_times_come_to_the_same(seed: int, choices: list[int], back: int) -> None:
    fight = battle(seed)
    play(fight, choices)
    whole, events = digest(fight.fight), fight.events
    taken = sum(fight.undo() for _ in range(back))
    assert sum(fight.redo() for _ in range(taken)) == taken
    assert digest(fight.fight) == whole
    assert fight.events == events
    again = battle(seed)
    play(again, choices)
    assert again.events == events
    assert digest(again.fight) == whole


def test_any_moment_can_be_looked_at() -> None:
    fight = battle(seed=2)
    seen = {len(fight.events): digest(fight.fight)}
    for number in range(30):
        play(fight, [number])
        seen[len(fight.events)] = digest(fight.fight)
    assert len(seen) > 20
    for count, state in seen.items():
        assert digest(fight.at(count)) == state
    assert fight.at(0).round == 0
    assert digest(fight.at(10**6)) == digest(fight.fight)


def test_after_the_end_only_undo_is_possible() -> None:
    fight = battle(dice=FixedDice([*A_FIRST, 2, 2, 2, 2, 2, 2]))
    for _ in range(2):
        act(fight, "toss", target="B")
        fight.submit(Action("B", "stand"))
        if not fight.fight.over:
            for _ in range(3):
                act(fight, "end_turn")
    assert fight.fight.over == "heroes"
    assert fight.events[-1] == Ended("heroes")
    assert fight.fight.body("B").out == "dead"
    assert fight.options("A") == ()
    with pytest.raises(Refused, match="over"):
        act(fight, "end_turn")
    assert fight.undo()
    assert fight.fight.over == ""
    assert fight.decision is not None


def test_dice_rolled_by_hand_are_waited_for() -> None:
    dice = HandDice()
    fight = battle(dice=dice)
    assert not fight.begun
    with pytest.raises(Refused, match="begun"):
        fight.submit(Action("A", "end_turn"))
    for face in (6, 2, 1):
        with pytest.raises(NoFace) as wanted:
            fight.begin()
        assert wanted.value.sides == 6
        dice.type_in(face)
    assert fight.begin()
    assert fight.fight.active == "A"
    with pytest.raises(NoFace):
        act(fight, "toss", target="B")
    assert fight.fight.body("A").count("tossed") == 0
    dice.type_in(2)
    with pytest.raises(NoFace):
        act(fight, "toss", target="B")
    dice.type_in(1)
    act(fight, "toss", target="B")
    assert fight.decision is not None
    assert faces(fight) == [*A_FIRST, 2]


def test_a_book_that_looks_at_something_else_is_found_out() -> None:
    class Moody(Toy):
        times = 0

        def resolve(self, run: Run, action: Action) -> None:
            self.times += 1
            if self.times > 1:
                run.roll(20)
            super().resolve(run, action)

    fight = Battle.new(ring(), dice=FixedDice([*A_FIRST, 2, 2, 3, 3]), fighting=Moody())
    act(fight, "toss", target="B")
    now = digest(fight.fight)
    with pytest.raises(ProblemError, match="as they did before"):
        fight.submit(Action("B", "duck"))
    assert digest(fight.fight) == now
    assert fight.decision is not None


def test_conditions_of_the_file_are_effects_of_the_fight() -> None:
    fight = Battle.new(ring(A={"conditions": ["prone"]}), seed=1, fighting=Toy())
    assert [one.id for one in fight.fight.body("A").effects] == ["prone"]
    assert fight.fight.world.creature("A").of("pf1").conditions == {"prone"}


def test_a_system_without_fights_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = SimpleNamespace(title="A book of positions", fighting=None)
    monkeypatch.setattr("tactics.engine.battle.book", lambda system: plain)
    with pytest.raises(ProblemError, match="A book of positions has no rules for fights"):
        Battle.new(ring())


# Thinking ahead.


def test_what_is_certain_can_be_thought_of_without_doing_it() -> None:
    fight = battle(dice=FixedDice(A_FIRST))
    before, count = digest(fight.fight), fight.event_count
    there = fight.imagine(Action("A", "step", {"to": Square(0, 0)}))
    assert there is not None
    assert there.world.creature("A").space.anchor == Square(0, 0)
    assert fight.fight.world.creature("A").space.anchor == Square(1, 1)
    assert (digest(fight.fight), fight.event_count) == (before, count)
    act(fight, "step", to=Square(0, 0))
    assert digest(fight.fight) == digest(there), "it comes out as it was thought"


def test_what_is_refused_or_hangs_on_dice_or_answers_cannot_be_thought_of() -> None:
    fight = battle(dice=FixedDice([*A_FIRST, 2, 2, 6]))
    assert fight.imagine(Action("B", "end_turn")) is None, "it is not its turn"
    assert fight.imagine(Action("A", "toss", {"target": "B"})) is None, "a coin would be tossed"
    assert fight.imagine(Action("A", "wonder")) is None, "somebody would be asked"
    assert not [one for one in fight.events if isinstance(one, Rolled) and one.purpose == "toss"]
