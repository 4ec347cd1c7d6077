"""Sums of modifiers: which of them add up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.rules.event import Part
from tactics.rules.verdict import Modifier

TYPES = ("circumstance", "status", "item")
"""Types of bonuses and penalties that do not add up with their like. Source: pf2e.bonus.types."""


def stacked(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts, those that another one of their type beats marked as not kept.

    Of each type the best bonus and the worst penalty count, and both do; everything else adds up.

    Source: pf2e.bonus.same_type_no_stack, pf2e.penalty.stacking
    """
    found = list(parts)
    best: dict[tuple[str, bool], int] = {}
    for number, one in enumerate(found):
        if one.kept and one.type in TYPES:
            leader = best.setdefault((one.type, one.amount > 0), number)
            if abs(one.amount) > abs(found[leader].amount):
                best[one.type, one.amount > 0] = number
    counted = set(best.values())
    return tuple(
        replace(one, kept=False) if one.kept and one.type in TYPES and number not in counted else one
        for number, one in enumerate(found)
    )


def part_of(modifier: Modifier) -> Part:
    """A modifier of a ruling on the position as part of a sum."""
    return Part(modifier.amount, modifier.reason, modifier.type, modifier.rule)
