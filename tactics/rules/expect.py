"""Running the ``[[expect]]`` tables of a file: what a verdict must be, and what it is."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tactics.core.lattice import Point, Square, square_name
from tactics.core.problems import Problem, ProblemError
from tactics.rules.question import Question, parse_question
from tactics.rules.registry import SYSTEMS, book
from tactics.rules.verdict import Verdict
from tactics.world.world import World

PER_SYSTEM = ("is", "count", "steps")
"""Expectations that may be a table by rule system."""

SET_OF = {"area": "area", "reachable": "reachable", "threatened": "threatened"}
"""Which named squares of a verdict ``cells`` and ``count`` speak of, by question."""


class Expectation(Protocol):
    """One ``[[expect]]`` table as the files layer reads it.

    Attributes:
        index: its number in the file.
        ask: the question.
        arguments: the question's arguments, named as in the file.
        expects: what must hold: is, count, steps, cells, creatures.
        rules: ids of the rules it proves.
        why: the author's remark.
        line: where it stands, 0 when unknown.
    """

    @property
    def index(self) -> int: ...
    @property
    def ask(self) -> str: ...
    @property
    def arguments(self) -> Mapping[str, Any]: ...
    @property
    def expects(self) -> Mapping[str, Any]: ...
    @property
    def rules(self) -> Sequence[str]: ...
    @property
    def why(self) -> str: ...
    @property
    def line(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """One expectation judged by one rule system.

    Attributes:
        passed: whether the verdict is as expected.
        ruleset: id of the system.
        asked: the question as ``tactics ask`` takes it.
        expected: what the file says, in words.
        got: what the verdict says, in words.
        why: the author's remark.
        index: number of the expectation in its file.
        line: its line, 0 when unknown.
    """

    passed: bool
    ruleset: str
    asked: str
    expected: str
    got: str
    why: str
    index: int
    line: int


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of the expectations of one file."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...]


def check_expectations(world: World, expectations: Sequence[Expectation], path: str) -> Checked:
    """Ask every expectation of every system it names.

    Args:
        world: the position of the file.
        expectations: those of the file.
        path: the file, for problems.
    """
    outcomes: list[Outcome] = []
    problems = list(switch_problems(world, path))
    if not problems:
        for one in expectations:
            try:
                outcomes += _ask_all(world, one, path)
            except ProblemError as error:
                problems += (replace(problem, line=problem.line or one.line) for problem in error.problems)
    return Checked(tuple(outcomes), tuple(problems))


def switch_problems(world: World, path: str) -> Iterator[Problem]:
    """Problems of the switches a position sets: unknown systems, names and values."""
    for system, chosen in world.switches.items():
        if system in SYSTEMS:
            yield from book(system).check_switches(chosen, path)
        else:
            yield Problem(path, f"rules.{system}", f"unknown rule system; known: {', '.join(SYSTEMS)}")


def _ask_all(world: World, one: Expectation, path: str) -> list[Outcome]:
    key = f"expect[{one.index}]"
    problems = [*_rule_problems(one, path, key), *_table_problems(world, one, path, key)]
    if problems:
        raise ProblemError(problems)
    question = parse_question(one.ask, one.arguments, world, path, key)
    outcomes = []
    for system in _asked_systems(world, one.expects):
        expects = {name: _for_system(name, value, system) for name, value in one.expects.items()}
        for name in ("is", "creatures"):
            if isinstance(expects.get(name), list | tuple):
                expects[name] = [_creature_id(creature, world) for creature in expects[name]]
        try:
            verdict = book(system).judge(world, question)
        except ProblemError as error:
            problems += (Problem(path, f"{key}.{fault.key}", f"{system}: {fault.message}") for fault in error.problems)
            continue
        outcomes.append(_outcome(one, question, system, expects, verdict))
    if problems:
        raise ProblemError(problems)
    return outcomes


def _rule_problems(one: Expectation, path: str, key: str) -> Iterator[Problem]:
    for rule in one.rules:
        system = rule.partition(".")[0]
        if system not in SYSTEMS or rule not in book(system).rules:
            yield Problem(path, f"{key}.rule", f"no rule {rule!r}; `tactics rules` lists them")


def _table_problems(world: World, one: Expectation, path: str, key: str) -> Iterator[Problem]:
    if not one.expects:
        yield Problem(path, key, f"expects nothing; say {', '.join(_COMPARE)}")
    if not _asked_systems(world, one.expects):
        yield Problem(path, key, f"no rule system is asked; rulesets of the file: {', '.join(world.rulesets)}")
    for name in ("count", "cells"):
        if name in one.expects and one.ask not in SET_OF:
            yield Problem(path, f"{key}.{name}", f"{one.ask} gives no set of squares")
    for name, value in one.expects.items():
        if _by_system(name, value):
            for system in sorted(set(value) - set(world.rulesets)):
                known = ", ".join(world.rulesets)
                yield Problem(path, f"{key}.{name}.{system}", f"the file is not judged by it; rulesets: {known}")
        elif isinstance(value, Mapping) and one.ask != "modifiers":
            unknown = ", ".join(sorted(set(value) - set(SYSTEMS)))
            yield Problem(path, f"{key}.{name}", f"unknown rule system: {unknown}; known: {', '.join(SYSTEMS)}")


def _by_system(name: str, value: Any) -> bool:
    return name in PER_SYSTEM and isinstance(value, Mapping) and bool(value) and set(value) <= set(SYSTEMS)


def _asked_systems(world: World, expects: Mapping[str, Any]) -> list[str]:
    tables = [value for name, value in expects.items() if _by_system(name, value)]
    return [system for system in world.rulesets if all(system in table for table in tables)]


def _for_system(name: str, value: Any, system: str) -> Any:
    return value[system] if _by_system(name, value) else value


def _creature_id(named: str, world: World) -> str:
    ids = [one.id for one in world.creatures if named == one.id]
    return next(iter(ids or [one.id for one in world.creatures if one.name.en.casefold() == named.casefold()]), named)


def _outcome(
    one: Expectation, question: Question, system: str, expects: Mapping[str, Any], verdict: Verdict
) -> Outcome:
    passed, expected, got = True, [], []
    for name, value in expects.items():
        holds, wanted, found = _COMPARE[name](value, verdict)
        passed = passed and holds
        expected.append(wanted)
        got.append(found)
    asked = shown_question(question)
    return Outcome(passed, system, asked, "; ".join(expected), "; ".join(got), one.why, one.index, one.line)


def _compare_value(wanted: Any, verdict: Verdict) -> tuple[bool, str, str]:
    value: Any = verdict.value
    if verdict.question.ask == "modifiers":
        value = {to: amount for to, amount in value if amount}
        wanted = {to: amount for to, amount in wanted.items() if amount} if isinstance(wanted, Mapping) else wanted
        same = wanted == value
    elif isinstance(value, tuple):
        same = isinstance(wanted, list | tuple) and set(wanted) == set(value)
    else:
        same = isinstance(wanted, bool) == isinstance(value, bool) and wanted == value
    return same, shown_value(wanted), shown_value(value)


def _compare_count(wanted: int, verdict: Verdict) -> tuple[bool, str, str]:
    count = len(set(_squares(verdict)))
    return wanted == count, f"{wanted} squares", f"{count} squares"


def _compare_cells(wanted: Sequence[Square], verdict: Verdict) -> tuple[bool, str, str]:
    drawn, found = set(wanted), set(_squares(verdict))
    parts = [
        f"{what} {' '.join(map(square_name, sorted(squares, key=_reading_order)))}"
        for what, squares in (("missing", drawn - found), ("not expected", found - drawn))
        if squares
    ]
    return drawn == found, f"the {len(drawn)} squares drawn", ", ".join(parts) or "those squares"


def _compare_steps(wanted: Sequence[int], verdict: Verdict) -> tuple[bool, str, str]:
    return tuple(wanted) == verdict.step_costs, f"steps {_listed(wanted)}", f"steps {_listed(verdict.step_costs)}"


def _compare_creatures(wanted: Sequence[str], verdict: Verdict) -> tuple[bool, str, str]:
    same = set(wanted) == set(verdict.creatures)
    return same, f"creatures {_listed(wanted)}", f"creatures {_listed(verdict.creatures)}"


_COMPARE = {
    "is": _compare_value,
    "count": _compare_count,
    "cells": _compare_cells,
    "steps": _compare_steps,
    "creatures": _compare_creatures,
}


def _squares(verdict: Verdict) -> tuple[Square, ...]:
    return verdict.squares.get(SET_OF[verdict.question.ask], ())


def _reading_order(square: Square) -> tuple[int, int]:
    return square[1], square[0]


def _listed(values: Sequence[Any]) -> str:
    return " ".join(map(str, values)) or "none"


def shown_value(value: Any) -> str:
    """A value of a verdict or of a file in words, such as ``cover``, ``15``, ``true`` or ``attack +2``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{to} {amount:+d}" for to, amount in value.items()) or "no modifiers"
    if isinstance(value, list | tuple):
        return _listed(value)
    return str(value)


def shown_question(question: Question) -> str:
    """The question as ``tactics ask`` takes it, such as ``cover --from A --to O``."""
    words = [question.ask]
    for name, value in question.to_dict().items():
        if name != "ask":
            words += [f"--{name}", _argument(value)]
    return shlex.join(words)


def _argument(value: Any) -> str:
    if isinstance(value, Square):
        return square_name(value)
    if isinstance(value, Point | list) and all(isinstance(one, int | float) for one in value):
        return f"<{value[0]},{value[1]}>"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)
