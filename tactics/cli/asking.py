"""Questions as they are typed: options become the arguments of a scenario file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tactics.cli.output import faults_of
from tactics.core.problems import Problem, ProblemError, problem
from tactics.files.load import load
from tactics.rules.book import Book
from tactics.rules.expect import switch_problems
from tactics.rules.question import ASKS, Question, parse_question
from tactics.rules.registry import SYSTEMS, book
from tactics.rules.verdict import Verdict
from tactics.world.build import build
from tactics.world.edit import with_switch
from tactics.world.world import SwitchValue, World

NUMBERS = frozenset({"budget", "diagonals", "size", "width"})
LISTS = frozenset({"path", "squares"})
PLACES = frozenset({"from", "to", "origin"})
ARGUMENTS = tuple(sorted({name for needed, allowed in ASKS.values() for name in needed | allowed}))
_POINT = re.compile(r"[\[<(]?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*[\]>)]?")


def open_world(path: Path) -> World:
    """The position of a scenario or of any map that can be imported.

    Raises:
        Exit: the file has faults; they have been told.
        ProblemError: there is no such file.
    """
    with faults_of(path):
        world = build(load(path))
        problems = tuple(switch_problems(world, str(path)))
        if problems:
            raise ProblemError(problems)
    return world


def typed_question(ask: str, typed: Mapping[str, str], world: World) -> Question:
    """The question of a command line.

    Args:
        ask: the question's name.
        typed: what was given for each option, by name without dashes.
        world: the position that is asked.

    Raises:
        ProblemError: with every problem, each naming its option.
    """
    try:
        arguments = {name: _read(name, value) for name, value in typed.items()}
        return parse_question(ask, arguments, world, "ask")
    except ProblemError as error:
        raise ProblemError(_as_option(one) for one in error.problems) from None


def parse_typed(words: str) -> tuple[str, dict[str, str]]:
    """Split a question written in one text, such as ``cover --from A --to B``.

    Raises:
        ProblemError: an option is unknown or has no value.
    """
    try:
        ask, *rest = shlex.split(words)
    except ValueError:
        raise problem("--ask", "", f"{words!r} is not a question such as 'cover --from A --to B'") from None
    typed: dict[str, str] = {}
    while rest:
        option, *rest = rest
        name, is_one_word, value = option.removeprefix("--").partition("=")
        if not option.startswith("--") or name not in ARGUMENTS:
            known = ", ".join(f"--{one}" for one in ARGUMENTS)
            raise problem("--ask", "", f"unknown option {option!r}; known: {known}")
        if not is_one_word:
            if not rest:
                raise problem("--ask", "", f"{option} needs a value")
            value, *rest = rest
        typed[name] = value
    return ask, typed


def _read(name: str, value: str) -> Any:
    if name in NUMBERS:
        try:
            return int(value)
        except ValueError:
            raise ProblemError([Problem("ask", name, f"{value!r} is not a whole number")]) from None
    if name in LISTS:
        return [one for one in re.split(r"[\s,]+", value) if one]
    point = _POINT.fullmatch(value.strip()) if name in PLACES else None
    return f"<{point[1]},{point[2]}>" if point else value


def _as_option(fault: Problem) -> Problem:
    return replace(fault, path=f"--{fault.key}" if fault.key in ARGUMENTS else fault.path, key="")


def chosen_books(names: Sequence[str], world: World, ask: str) -> tuple[tuple[Book, ...], tuple[str, ...]]:
    """The systems a question goes to.

    Args:
        names: ids from the command line, or ``all``; none means those of the file.
        world: the position.
        ask: the question's name.

    Returns:
        The systems that answer, and a sentence about each of the file's that does not.

    Raises:
        ProblemError: an id is unknown, or a system named has no answer to the question.
    """
    ids = SYSTEMS if "all" in names else tuple(dict.fromkeys(names or world.rulesets))
    asked = [book(one) for one in ids]
    answering = tuple(one for one in asked if ask in one.asks)
    silent = [f"{one.title} has no answer to {ask!r}" for one in asked if ask not in one.asks]
    if silent and (not answering or (names and "all" not in names)):
        raise ProblemError(Problem("--ruleset", "", one) for one in silent)
    return answering, () if "all" in names else tuple(silent)


def judge_all(
    books: Sequence[Book], world: World, question: Question, *, strict: bool
) -> tuple[tuple[Verdict, ...], tuple[Problem, ...]]:
    """The verdict of each system, and the problems of those for which the question makes no sense.

    Args:
        books: the systems asked.
        world: the position.
        question: what is asked.
        strict: every system must answer.

    Raises:
        ProblemError: nobody answered, or with `strict` somebody did not.
    """
    verdicts: list[Verdict] = []
    problems: list[Problem] = []
    for one in books:
        try:
            verdicts.append(one.judge(world, question))
        except ProblemError as error:
            problems += error.problems
    if problems and (strict or not verdicts):
        raise ProblemError(problems)
    return tuple(verdicts), tuple(problems)


def with_switches(world: World, settings: Sequence[str], asked: Sequence[Book]) -> World:
    """The position with house rules set from the command line.

    Args:
        world: the position.
        settings: ``switch=value`` for every system asked that has the switch, or ``system.switch=value``.
        asked: the systems asked.

    Raises:
        ProblemError: an unknown system, switch or value.
    """
    problems: list[Problem] = []
    for setting in settings:
        try:
            for system, name, value in _settings(setting, asked):
                problems += (
                    replace(one, path="--set", key="") for one in book(system).check_switches({name: value}, "")
                )
                world = with_switch(world, system, name, value)
        except ProblemError as error:
            problems += error.problems
    if problems:
        raise ProblemError(problems)
    return world


def _settings(setting: str, asked: Sequence[Book]) -> Iterator[tuple[str, str, SwitchValue]]:
    name, equals, word = setting.partition("=")
    if not equals or not word:
        raise problem("--set", "", f"{setting!r} is not of the form switch=value")
    value: SwitchValue = {"true": True, "false": False}.get(word, word)
    system, dot, switch = name.partition(".")
    if dot:
        yield book(system).id, switch, value
        return
    having = [one for one in asked if name in one.switches]
    if not having:
        known = ", ".join(sorted({switch for one in asked for switch in one.switches}))
        raise problem("--set", "", f"unknown switch {name!r}; known: {known}")
    for one in having:
        yield one.id, name, value
