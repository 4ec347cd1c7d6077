"""Whether different systems gave the same answer, whatever they call it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from tactics.render.terms import NUMBERED, RANKS
from tactics.rules.book import Book
from tactics.rules.expect import SET_OF
from tactics.rules.verdict import Verdict


def differing(verdicts: Sequence[Verdict], books: Sequence[Book]) -> list[list[int]]:
    """Numbers of the verdicts that agree, together; the biggest group first, ties in order of appearance."""
    groups: dict[Hashable, list[int]] = {}
    for number, (verdict, book) in enumerate(zip(verdicts, books, strict=True)):
        groups.setdefault(_answer(verdict, book), []).append(number)
    return sorted(groups.values(), key=lambda group: -len(group))


def _answer(verdict: Verdict, book: Book) -> Hashable:
    """The answer without the words and the unit of its system."""
    ask, value = verdict.question.ask, verdict.value
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return RANKS.get((ask, value), value)
    if isinstance(value, int):
        squares = verdict.squares.get(SET_OF.get(ask, ""), ())
        return Fraction(value, book.per_square) if ask in NUMBERED else (value, frozenset(squares))
    return frozenset(value)
