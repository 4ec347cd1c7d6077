"""Sums of parts, as checks and defenses come about; which parts add up is each book's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tactics.core.text import Text, text
from tactics.rules.event import Part

ABILITY_NAMES: Mapping[str, Text] = MappingProxyType(
    {
        "str": text("Strength"),
        "dex": text("Dexterity"),
        "con": text("Constitution"),
        "int": text("Intelligence"),
        "wis": text("Wisdom"),
        "cha": text("Charisma"),
    }
)
"""What the six abilities are called where they are a part."""


def total(parts: Iterable[Part]) -> int:
    """Sum of the parts that are kept."""
    return sum(one.amount for one in parts if one.kept)
