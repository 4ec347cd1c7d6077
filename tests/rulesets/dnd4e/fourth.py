"""Asking the fourth edition about a few rows of text."""

from __future__ import annotations

from typing import Any

from kit import world

from tactics.core.lattice import Square, parse_square
from tactics.rules.book import Case
from tactics.rules.question import Question, parse_question
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e import BOOK
from tactics.rulesets.dnd4e.spots import Spot, creature_spot
from tactics.world.world import World

HEROES = {"side": "heroes"}


def fourth(rows: str, **tables: Any) -> World:
    """A position judged by the fourth edition; arguments as for `kit.world`."""
    return world(rows, ("dnd4e",), **tables)


def ask(position: World | str, question: str, **arguments: Any) -> Verdict:
    """A verdict; ``from_`` and ``with_`` stand for ``from`` and ``with``. The short answer must be the same."""
    here = fourth(position) if isinstance(position, str) else position
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


def spot_of(position: World, who: str) -> Spot:
    """A creature's spot."""
    return creature_spot(position, position.creature(who))


def squares(*names: str) -> set[Square]:
    """Squares by name."""
    return {parse_square(name) for name in names}


def at(x: int, y: int) -> Square:
    """A square counted from 0."""
    return Square(x, y)
