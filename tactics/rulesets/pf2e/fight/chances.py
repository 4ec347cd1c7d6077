"""Exact chances of a check, for previews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tactics.core.text import Text
from tactics.rules.action import Preview
from tactics.rules.event import Part
from tactics.rules.parts import total
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, DIE, SUCCESS, degree_of
from tactics.rulesets.pf2e.tables import DEGREES


def degrees(parts: Sequence[Part], dc: int) -> Mapping[str, Fraction]:
    """The chance of each degree. Source: pf2e.check.degree_of_success, pf2e.check.natural_20_1."""
    added = total(parts)
    found = [degree_of(face, face + added, dc) for face in range(1, DIE + 1)]
    return {degree: Fraction(found.count(degree), DIE) for degree in DEGREES}


def preview_of(
    parts: Sequence[Part],
    dc: int,
    *,
    takes: tuple[str, ...] = (),
    reactions: tuple[str, ...] = (),
    notes: tuple[Text, ...] = (),
) -> Preview:
    """What a check would probably do."""
    found = degrees(parts, dc)
    return Preview(
        chance=found[SUCCESS] + found[CRITICAL_SUCCESS],
        critical=found[CRITICAL_SUCCESS],
        parts=tuple(parts),
        against=dc,
        takes=takes,
        reactions=reactions,
        notes=notes,
    )


def with_reactions(found: Preview, who: tuple[str, ...]) -> Preview:
    """A preview with further creatures that may react."""
    return replace(found, reactions=tuple(dict.fromkeys((*found.reactions, *who))))
