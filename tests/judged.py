"""Questions about a few rows of text, asked of one book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tactics.rules.book import Book, Case
from tactics.rules.question import Question, parse_question
from tactics.rules.verdict import Verdict
from tactics.world.world import World


@dataclass(frozen=True, slots=True)
class Asking:
    """One book that is asked.

    Attributes:
        book: it.
        board: makes a position of rows that this book alone judges.
    """

    book: Book
    board: Callable[[str], World]

    def ask(self, position: World | str, question: str, **arguments: Any) -> Verdict:
        """A verdict; ``from_`` and ``with_`` stand for ``from`` and ``with``. The short answer must be the same."""
        here = self.board(position) if isinstance(position, str) else position
        named = {name.rstrip("_"): value for name, value in arguments.items()}
        asked = parse_question(question, named, here, "test")
        verdict = self.book.judge(here, asked)
        short = self.book.judge(here, asked, explain=False)
        assert (short.value, short.modifiers, short.creatures) == (verdict.value, verdict.modifiers, verdict.creatures)
        return verdict

    def value(self, position: World | str, question: str, **arguments: Any) -> Any:
        """The value of a verdict."""
        return self.ask(position, question, **arguments).value

    def refused_by(self, position: World | str, **arguments: Any) -> str:
        """The rule that forbids something, "" when it is allowed."""
        verdict = self.ask(position, "legal", **arguments)
        return "" if verdict.value else verdict.steps[-1].rule

    def case_of(self, position: World) -> Case:
        """A case for the plain functions of the book."""
        return Case(self.book, position, Question(ask="distance"), True)


def rules_of(verdict: Verdict) -> set[str]:
    """The rules a verdict cites."""
    return {one.rule for one in verdict.steps} | {one.rule for one in verdict.modifiers}
