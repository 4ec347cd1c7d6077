"""Speeds: which one a way of moving uses, what bonuses make of it, and what is left over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Stats

ACTION_OF_MODE: Mapping[str, str] = {
    "walk": "stride",
    "fly": "fly",
    "swim": "swim",
    "climb": "climb",
    "burrow": "burrow",
}
"""The action that uses each Speed. Source: pf2e.move.special_speeds."""


class Adjustment(NamedTuple):
    """A bonus or penalty to a Speed.

    Attributes:
        amount_ft: signed.
        type: circumstance, status, item, or "" for an untyped penalty.
        mode: the Speed it names; effects that say only Speed name the land Speed.
    """

    amount_ft: int
    type: str
    mode: str = "walk"


def speed_ft(own: Stats, mode: str = "walk") -> int | None:
    """A creature's Speed of one kind in feet, None when it has none. Source: pf2e.move.special_speeds."""
    squares = own.speeds_sq.get(mode)
    return None if squares is None else squares * SQUARE_FT


def adjusted_ft(base_ft: int, adjustments: Iterable[Adjustment], mode: str = "walk") -> int:
    """A Speed after bonuses and penalties.

    Of each type the best bonus and the worst penalty count, untyped penalties all do; 5 ft always remain.

    Source: pf2e.move.speed, pf2e.bonus.same_type_no_stack, pf2e.penalty.stacking.
    """
    named = [one for one in adjustments if one.mode == mode]
    total = base_ft
    for kind in {one.type for one in named}:
        amounts = [one.amount_ft for one in named if one.type == kind]
        if kind:
            total += max(0, *amounts) + min(0, *amounts)
        else:
            total += sum(amounts)
    return max(int(table("movement")["speed"]["least_ft"]), total)


def mode_of_action(action: str) -> str | None:
    """The Speed an action uses, None when it is no such action."""
    return next((mode for mode, name in ACTION_OF_MODE.items() if name == action), None)


def may_continue_as(current_mode: str, next_mode: str) -> bool:
    """Whether a move may go on in another way within the same action. Source: pf2e.move.switch_type."""
    return current_mode == next_mode


def must_hold_breath(own: Stats, *, burrowing: bool = False, under_water: bool = False) -> bool:
    """Whether its air runs while it burrows or is under water.

    The trait ``breathless`` needs no air at all, ``water_breathing`` none under water.

    Source: pf2e.move.burrow_speed, pf2e.move.swim_speed.
    """
    if "breathless" in own.traits:
        return False
    return burrowing or (under_water and "water_breathing" not in own.traits)
