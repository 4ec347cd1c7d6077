"""Asking Pathfinder 2e."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from judged import Asking
from kit import world

from tactics.core.lattice import Square
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.world.world import World

Ask = Callable[..., Verdict]
"""``ask(position, question, **arguments)``; ``from_`` and ``with_`` stand for the words that Python keeps."""


@pytest.fixture(scope="session")
def ask() -> Ask:
    """Ask a position, check that the quick answer is the explained one, and return the explained one."""
    return Asking(book("pf2e"), lambda rows: world(rows, ("pf2e",))).ask


@pytest.fixture(scope="session")
def board() -> Callable[..., World]:
    """A position judged by Pathfinder 2e alone; arguments as for `kit.world`."""

    def one(rows: str | Sequence[str], **tables: Any) -> World:
        return world(rows, ("pf2e",), **tables)

    return one


@pytest.fixture(scope="session")
def drawn() -> Callable[..., str]:
    """The squares of a verdict drawn over the map, ``x`` for those of the set."""

    def one(verdict: Verdict, name: str, rows: str) -> str:
        lines = rows.strip("\n").split("\n")
        inside = set(verdict.squares[name])
        return "\n".join(
            "".join("x" if Square(x, y) in inside else glyph for x, glyph in enumerate(line))
            for y, line in enumerate(lines)
        )

    return one
