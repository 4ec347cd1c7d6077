"""Asking every rule system in the words of a scenario file."""

from __future__ import annotations

from typing import Any

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.rules.expect import SET_OF
from tactics.rules.question import Question, parse_question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.world.world import World


def ask(system: str, world: World, question: str, **arguments: Any) -> Verdict:
    """A verdict; ``from_`` and ``with_`` stand for ``from`` and ``with``."""
    named = {name.rstrip("_"): value for name, value in arguments.items()}
    return book(system).judge(world, parse_question(question, named, world, "test"), explain=False)


def value(system: str, world: World, question: str, **arguments: Any) -> Any:
    """The value of a verdict; ``from_`` and ``with_`` stand for ``from`` and ``with``."""
    return ask(system, world, question, **arguments).value


def judged(system: str, world: World, question: Question, *, explain: bool = False) -> Verdict | None:
    """A verdict, None where the system refuses the question."""
    try:
        return book(system).judge(world, question, explain=explain)
    except ProblemError:
        return None


def answer(system: str, verdict: Verdict | None) -> tuple[Any, ...]:
    """What a verdict says, without the choices among equals that brought it about."""
    if verdict is None:
        return ()
    steps = verdict.step_costs if verdict.question.ask == "move_cost" and system != "dfrpg" else ()
    modifiers = sorted((one.amount, one.to, one.type, one.rule) for one in verdict.modifiers if one.kept)
    said = tuple(sorted(verdict.value)) if isinstance(verdict.value, tuple) else verdict.value
    return said, sorted(verdict.creatures), steps, modifiers, squares_of(verdict)


def squares_of(verdict: Verdict) -> frozenset[Square]:
    """The set of squares a question asks for, empty for questions that ask for none."""
    name = SET_OF.get(verdict.question.ask)
    return frozenset(verdict.squares.get(name, ())) if name else frozenset()
