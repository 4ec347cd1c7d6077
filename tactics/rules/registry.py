"""Finding rule systems by id, the one way to them from engine, render, ui and cli."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from tactics.core.problems import problem
from tactics.rules.book import Book

SYSTEMS = ("pf1", "pf2e", "dnd4e", "dfrpg")
"""Ids of the systems, in the order they are shown."""


@cache
def book(id: str) -> Book:
    """The rule system with an id.

    Raises:
        ProblemError: there is no such system.
    """
    if id not in SYSTEMS:
        raise problem("ruleset", id, f"unknown rule system; known: {', '.join(SYSTEMS)}")
    found = import_module(f"tactics.rulesets.{id}").BOOK
    assert isinstance(found, Book)
    return found


def books(names: Sequence[str], default: Sequence[str]) -> tuple[Book, ...]:
    """The systems named on a command line: ``all``, some ids, or the default where none is named.

    Raises:
        ProblemError: an id is unknown.
    """
    if "all" in names:
        return tuple(book(one) for one in SYSTEMS)
    return tuple(book(one) for one in dict.fromkeys(names or default))
