"""Asking Pathfinder 1e about a few rows of text."""

from __future__ import annotations

from typing import Any

from judged import Asking, rules_of
from kit import world

from tactics.core.lattice import Square, parse_square
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1 import BOOK
from tactics.world.world import World

__all__ = ["FOE", "HERO", "ask", "case_of", "first", "named", "picture", "refused_by", "rules_of", "value"]

HERO = {"side": "heroes"}
FOE = {"side": "foes"}


def first(
    rows: str, creatures: dict[str, Any] | None = None, *, switches: dict[str, Any] | None = None, **tables: Any
) -> World:
    """A position judged by this book; other arguments as for `kit.world`. "A" is a hero, all others are foes."""
    rules = {"pf1": switches} if switches else None
    return world(rows, ("pf1",), creatures=creatures, rules=rules, **tables)


_ASKING = Asking(BOOK, first)
ask, value, refused_by, case_of = _ASKING.ask, _ASKING.value, _ASKING.refused_by, _ASKING.case_of


def named(*names: str) -> set[Square]:
    """Squares by name."""
    return set(map(parse_square, names))


def picture(verdict: Verdict, name: str, width: int, height: int) -> str:
    """A named set of squares drawn: ``x`` inside, ``.`` outside."""
    inside = set(verdict.squares[name])
    return "\n".join("".join("x" if Square(x, y) in inside else "." for x in range(width)) for y in range(height))
