"""Expectations are asked of the right systems and compared with the right part of the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from kit import world

from tactics.core.lattice import Square
from tactics.core.problems import Problem, ProblemError
from tactics.core.text import text
from tactics.rules import expect
from tactics.rules.expect import check_expectations, shown_question
from tactics.rules.question import Question, parse_question
from tactics.rules.verdict import Verdict
from tactics.world.edit import with_switch

ROWS = "A.B\n..."


@dataclass(frozen=True, slots=True)
class Table:
    ask: str
    arguments: Mapping[str, Any]
    expects: Mapping[str, Any]
    rules: tuple[str, ...] = ()
    index: int = 0
    why: str = ""
    line: int = 7


class FakeBook:
    """Answers what the test says."""

    def __init__(self, id: str, answers: Mapping[str, Any]) -> None:
        self.id = id
        self.rules = {f"{id}.known": None}
        self.answers = answers

    def judge(self, world: object, question: Question) -> Verdict:
        answer = self.answers[self.id]
        if isinstance(answer, str) and answer.startswith("refuse"):
            raise ProblemError([Problem(self.id, "shape", "no such shape here")])
        parts = answer if isinstance(answer, dict) else {"value": answer}
        return Verdict(question=question, ruleset=self.id, summary=text("said"), **parts)

    def check_switches(self, chosen: Mapping[str, Any], path: str) -> list[Problem]:
        return [Problem(path, f"rules.{self.id}.{name}", "unknown switch") for name in chosen if name != "good"]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What each system answers, by id; filled by the test."""
    said: dict[str, Any] = {}
    monkeypatch.setattr(expect, "book", lambda system: FakeBook(system, said))
    return said


BOTH = ("pf1", "dnd4e")
COVER = {"from": "A", "to": "B"}


def passed(table: Table, **rules: Any) -> dict[str, bool]:
    checked = check_expectations(world(ROWS, BOTH, **rules), [table], "file.toml")
    assert not checked.problems
    return {one.ruleset: one.passed for one in checked.outcomes}


def faults(table: Table, **rules: Any) -> list[str]:
    checked = check_expectations(world(ROWS, BOTH, **rules), [table], "file.toml")
    assert not checked.outcomes
    return [str(one) for one in checked.problems]


def test_a_plain_value_holds_for_every_system(answers: dict[str, Any]) -> None:
    answers.update(pf1="cover", dnd4e="superior")
    assert passed(Table("cover", COVER, {"is": "cover"})) == {"pf1": True, "dnd4e": False}


def test_a_table_asks_only_the_systems_it_names(answers: dict[str, Any]) -> None:
    answers.update(dnd4e="superior")
    assert passed(Table("cover", COVER, {"is": {"dnd4e": "superior"}})) == {"dnd4e": True}


def test_a_system_missing_in_one_table_is_not_asked(answers: dict[str, Any]) -> None:
    answers.update(pf1={"value": 10, "step_costs": (5, 5)})
    table = Table("move_cost", {"who": "A", "path": ["A1", "B1"]}, {"is": 10, "steps": {"pf1": [5, 5]}})
    assert passed(table) == {"pf1": True}


@pytest.mark.parametrize(
    ("ask", "arguments", "value", "wanted", "holds"),
    [
        ("flanking", COVER, True, True, True),
        ("flanking", COVER, True, 1, False),
        ("distance", COVER, 10, 10, True),
        ("distance", COVER, 1, True, False),
        ("provokes", {"who": "A"}, ("B", "C"), ["C", "B"], True),
        ("provokes", {"who": "A"}, (), [], True),
        ("provokes", {"who": "A"}, ("B",), [], False),
        ("provokes", {"who": "A"}, ("B",), "B", False),
        ("modifiers", COVER, (("attack", 2), ("ac", 0)), {"attack": 2}, True),
        ("modifiers", COVER, (("attack", 2),), {"attack": 2, "ac": 0}, True),
        ("modifiers", COVER, (("attack", 2), ("ac", 4)), {"attack": 2}, False),
        ("modifiers", COVER, (), {}, True),
    ],
)
def test_values_are_compared_by_kind(
    answers: dict[str, Any], ask: str, arguments: dict[str, Any], value: Any, wanted: Any, holds: bool
) -> None:
    answers.update(pf1={"value": value}, dnd4e={"value": value})
    assert passed(Table(ask, arguments, {"is": wanted})) == {"pf1": holds, "dnd4e": holds}


def test_cells_and_count_read_the_set_the_question_is_about(answers: dict[str, Any]) -> None:
    squares = {"origin": (Square(2, 0),), "threatened": (Square(0, 0), Square(1, 0))}
    answers.update(pf1={"value": 2, "squares": squares}, dnd4e={"value": 2, "squares": squares})
    drawn = frozenset({Square(1, 0), Square(0, 0)})
    assert passed(Table("threatened", {"who": "A"}, {"cells": drawn, "count": {"pf1": 2, "dnd4e": 3}})) == {
        "pf1": True,
        "dnd4e": False,
    }


def test_a_wrong_set_says_which_squares(answers: dict[str, Any]) -> None:
    answers.update(pf1={"value": 2, "squares": {"threatened": (Square(0, 0), Square(1, 1))}})
    table = Table("threatened", {"who": "A"}, {"cells": frozenset({Square(0, 0), Square(2, 0)}), "count": {"pf1": 2}})
    (outcome,) = check_expectations(world(ROWS, BOTH), [table], "file.toml").outcomes
    assert (outcome.passed, outcome.got) == (False, "missing C1, not expected B2; 2 squares")
    assert outcome.asked == "threatened --who A"


def test_creatures_are_those_of_the_verdict(answers: dict[str, Any]) -> None:
    answers.update(pf1={"value": 1, "creatures": ("B", "A")}, dnd4e={"value": 1, "creatures": ("A",)})
    area = {"shape": "burst", "size": 10, "origin": [1, 1]}
    assert passed(Table("area", area, {"creatures": ["A", "B"]})) == {"pf1": True, "dnd4e": False}
    named = {"A": {"name": "Ogre"}}
    assert passed(Table("area", area, {"creatures": ["ogre", "B"]}), creatures=named) == {"pf1": True, "dnd4e": False}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (Table("cover", COVER, {"is": {"pf2e": "none"}}), "expect[0].is.pf2e: the file is not judged by it"),
        (Table("cover", COVER, {"is": {"pathfinder": "none"}}), "unknown rule system: pathfinder"),
        (Table("cover", COVER, {"count": 3}), "cover gives no set of squares"),
        (Table("cover", COVER, {}), "expects nothing"),
        (Table("cover", COVER, {"is": "none"}, rules=("pf1.unheard_of",)), "no rule 'pf1.unheard_of'"),
        (Table("cover", COVER, {"is": "none"}, rules=("gurps.known",)), "no rule 'gurps.known'"),
        (Table("cover", {"from": "A"}, {"is": "none"}), "expect[0].to: cover needs it"),
        (Table("cover", {"from": "A", "to": "Q"}, {"is": "none"}), "expect[0].to: no creature 'Q'"),
        (Table("cover", COVER, {"is": {"pf1": "refuse"}}), "expect[0].shape: pf1: no such shape here"),
    ],
)
def test_what_cannot_be_asked_is_a_problem_with_its_line(answers: dict[str, Any], table: Table, words: str) -> None:
    answers.update(pf1="refuse", dnd4e="refuse")
    found = faults(table)
    assert any(words in one for one in found)
    assert all(one.startswith("file.toml:7: ") for one in found)


def test_known_rules_are_accepted(answers: dict[str, Any]) -> None:
    answers.update(pf1="none", dnd4e="none")
    assert passed(Table("cover", COVER, {"is": "none"}, rules=("pf1.known", "dnd4e.known"))) == {
        "pf1": True,
        "dnd4e": True,
    }


def test_switches_are_checked_before_anything_is_asked(answers: dict[str, Any]) -> None:
    position = with_switch(world(ROWS, BOTH, rules={"pf1": {"bad": True}}), "gurps", "good", True)
    checked = check_expectations(position, [Table("cover", COVER, {"is": "none"})], "file.toml")
    assert not checked.outcomes
    assert [str(one) for one in checked.problems] == [
        "file.toml: rules.pf1.bad: unknown switch",
        "file.toml: rules.gurps: unknown rule system; known: pf1, pf2e, dnd4e, dfrpg",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        {"shape": "burst", "size": 10, "origin": [1.5, 1]},
        {"shape": "close_blast", "size": 3, "who": "A", "at": "B1", "direction": "E"},
        {"shape": "wall", "size": 2, "squares": ["A1", "B1"]},
    ],
)
def test_the_question_is_shown_as_the_command_line_takes_it(arguments: dict[str, Any]) -> None:
    from tactics.cli.asking import parse_typed, typed_question

    position = world(ROWS)
    question = parse_question("area", arguments, position, "here")
    ask, typed = parse_typed(shown_question(question))
    assert typed_question(ask, typed, position) == question
