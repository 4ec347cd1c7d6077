"""Sums of modifiers: which of them add up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.rules.event import Part
from tactics.rules.verdict import Modifier

TYPES = ("armor", "shield", "proficiency", "racial", "feat", "enhancement", "item", "power")
"""Types of which only the highest bonus counts. Source: dnd4e.bonus.stacking."""


def stacked(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts, those that do not add up marked as not kept.

    Of each named type the best bonus counts; what has no type adds up unless it comes from the same source; penalties
    add up unless they come from the same source.

    Source: dnd4e.bonus.stacking
    """
    found = list(parts)
    best: dict[tuple[object, ...], int] = {}
    for number, one in enumerate(found):
        if not one.kept or not one.amount:
            continue
        key = _key(one)
        leader = best.setdefault(key, number)
        if abs(one.amount) > abs(found[leader].amount):
            best[key] = number
    counted = set(best.values())
    return tuple(
        replace(one, kept=False) if one.kept and one.amount and number not in counted else one
        for number, one in enumerate(found)
    )


def _key(part: Part) -> tuple[object, ...]:
    """Of parts with one key only the strongest counts."""
    if part.amount > 0 and part.type in TYPES:
        return (part.type,)
    return part.amount > 0, part.type, part.reason, part.rule


def part_of(modifier: Modifier) -> Part:
    """A modifier of a ruling on the position as part of a sum."""
    return Part(modifier.amount, modifier.reason, modifier.type, modifier.rule, modifier.kept)
