"""Asking the fourth edition about a few rows of text."""

from __future__ import annotations

from typing import Any

from judged import Asking, rules_of
from kit import world

from tactics.core.lattice import Square, parse_square
from tactics.rulesets.dnd4e import BOOK
from tactics.rulesets.dnd4e.spots import Spot, creature_spot
from tactics.world.world import World

__all__ = ["HEROES", "ask", "at", "case_of", "fourth", "refused_by", "rules_of", "spot_of", "squares", "value"]

HEROES = {"side": "heroes"}


def fourth(rows: str, **tables: Any) -> World:
    """A position judged by the fourth edition; arguments as for `kit.world`."""
    return world(rows, ("dnd4e",), **tables)


_ASKING = Asking(BOOK, fourth)
ask, value, refused_by, case_of = _ASKING.ask, _ASKING.value, _ASKING.refused_by, _ASKING.case_of


def spot_of(position: World, who: str) -> Spot:
    """A creature's spot."""
    return creature_spot(position, position.creature(who))


def squares(*names: str) -> set[Square]:
    """Squares by name."""
    return {parse_square(name) for name in names}


def at(x: int, y: int) -> Square:
    """A square counted from 0."""
    return Square(x, y)
