"""Sums of modifiers: which of them add up, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.event import Part
from tactics.rules.verdict import Modifier

TYPES = ("circumstance", "status", "item")
"""Types of bonuses and penalties that do not add up with their like. Source: pf2e.bonus.types."""

ABILITY_NAMES: Mapping[str, Text] = {
    "str": text("Strength"),
    "dex": text("Dexterity"),
    "con": text("Constitution"),
    "int": text("Intelligence"),
    "wis": text("Wisdom"),
    "cha": text("Charisma"),
}


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


def total(parts: Iterable[Part]) -> int:
    """Sum of the parts that are kept.

    Source: pf2e.check.modifier_bonus_penalty
    """
    return sum(one.amount for one in parts if one.kept)


def part_of(modifier: Modifier) -> Part:
    """A modifier of a ruling on the position as part of a sum."""
    return Part(modifier.amount, modifier.reason, modifier.type, modifier.rule)
