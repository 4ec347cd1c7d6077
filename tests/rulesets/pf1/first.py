"""Asking Pathfinder 1e about a few rows of text."""

from __future__ import annotations

from typing import Any

from kit import world

from tactics.core.lattice import Square, parse_square
from tactics.rules.book import Case
from tactics.rules.question import Question, parse_question
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1 import BOOK
from tactics.world.world import World

HERO = {"side": "heroes"}
FOE = {"side": "foes"}


def first(
    rows: str, creatures: dict[str, Any] | None = None, *, switches: dict[str, Any] | None = None, **tables: Any
) -> World:
    """A position judged by this book; other arguments as for `kit.world`. "A" is a hero, all others are foes."""
    rules = {"pf1": switches} if switches else None
    return world(rows, ("pf1",), creatures=creatures, rules=rules, **tables)


def ask(position: World | str, question: str, **arguments: Any) -> Verdict:
    """A verdict; ``from_`` and ``with_`` stand for ``from`` and ``with``. The short answer must be the same."""
    here = first(position) if isinstance(position, str) else position
    named = {name.rstrip("_"): value for name, value in arguments.items()}
    asked = parse_question(question, named, here, "test")
    verdict = BOOK.judge(here, asked)
    short = BOOK.judge(here, asked, explain=False)
    assert (short.value, short.modifiers, short.creatures) == (verdict.value, verdict.modifiers, verdict.creatures)
    return verdict


def value(position: World | str, question: str, **arguments: Any) -> Any:
    """The value of a verdict."""
    return ask(position, question, **arguments).value


def rules_of(verdict: Verdict) -> set[str]:
    """The rules a verdict cites."""
    return {one.rule for one in verdict.steps} | {one.rule for one in verdict.modifiers}


def refused_by(position: World | str, **arguments: Any) -> str:
    """The rule that forbids something, "" when it is allowed."""
    verdict = ask(position, "legal", **arguments)
    return "" if verdict.value else verdict.steps[-1].rule


def case_of(position: World) -> Case:
    """A case for the plain functions of the book."""
    return Case(BOOK, position, Question(ask="distance"), True)


def named(*names: str) -> set[Square]:
    """Squares by name."""
    return set(map(parse_square, names))


def picture(verdict: Verdict, name: str, width: int, height: int) -> str:
    """A named set of squares drawn: ``x`` inside, ``.`` outside."""
    inside = set(verdict.squares[name])
    return "\n".join("".join("x" if Square(x, y) in inside else "." for x in range(width)) for y in range(height))
