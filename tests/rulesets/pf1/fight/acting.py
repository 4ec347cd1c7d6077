"""A turn of a small fight: actions with their faces and answers."""

from __future__ import annotations

from dataclasses import replace

from fight_kit import Ring, way, where

from tactics.rulesets.pf1.fight.book import Pf1Fighting
from tactics.world.fight import Fight, Slot

__all__ = ["BOOK", "HEROES", "act", "asked", "options", "refused", "turn_of", "way", "where"]

BOOK = Pf1Fighting()
_RING = Ring(BOOK, every_face=False)
act, asked, refused, options = _RING.act, _RING.asked, _RING.refused, _RING.options
HEROES = {"side": "heroes"}
"""A creature that fights beside A."""


def turn_of(moment: Fight, *order: str, surprise: bool = False) -> Fight:
    """The turn of the first of some creatures, which act in this order; nobody is flat-footed."""
    names = (*order, *(one for one in moment.bodies if one not in order))
    slots = tuple(Slot(who, 20 - number) for number, who in enumerate(names))
    return replace(moment, order=slots, turn=0, round=1, surprise=surprise)
