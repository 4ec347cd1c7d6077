"""What of some damage comes through: doubled or halved, then immunity, weakness and resistance. Nothing is rolled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from tactics.core.text import Text, as_words, text
from tactics.rules.vocabulary import DAMAGE_TYPES
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS
from tactics.rulesets.pf2e.fight.sheet import Against, Sheet

PHYSICAL = frozenset({"bludgeoning", "piercing", "slashing", "bleed"})
ENERGY = frozenset({"acid", "cold", "electricity", "fire", "force", "negative", "positive", "sonic"})
_OPPOSED = {"good": "evil", "evil": "good", "lawful": "chaotic", "chaotic": "lawful"}
"""Damage that only harms those of the other alignment. Source: pf2e.damage.types."""
_SPARED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "bleed": frozenset({"undead", "construct"}),
        "mental": frozenset({"mindless"}),
        "negative": frozenset({"undead", "construct"}),
        "poison": frozenset({"undead", "construct"}),
    }
)
"""Traits of those whom damage of a type does nothing to. Source: pf2e.damage.types."""
PRECISION, NONLETHAL, SPLASH = "precision", "nonlethal", "splash"
_ALONGSIDE = frozenset({PRECISION, SPLASH})
"""Tags of damage that is added to that of the same type before anything else happens to it."""
MATERIALS = frozenset({"adamantine", "cold_iron", "darkwood", "mithral", "orichalcum", "silver"})
"""Tags of what a weapon is made of: they say nothing of the fire on it."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Damage of one type, one part of what an effect deals.

    Attributes:
        amount: points.
        type: damage type.
        tags: magical, silver, cold_iron, precision, nonlethal ...
    """

    amount: int
    type: str
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Through:
    """What of one part comes through, and why it is not all of it.

    Attributes:
        amount: points.
        type: damage type.
        why: what changed it, in words, with the rule of each.
    """

    amount: int
    type: str
    why: tuple[tuple[Text, str], ...] = ()


def doubled(parts: Iterable[Dealt]) -> tuple[Dealt, ...]:
    """Twice the damage. Source: pf2e.damage.double_halve."""
    return tuple(replace(one, amount=2 * one.amount) for one in parts)


def halved(parts: Iterable[Dealt]) -> tuple[Dealt, ...]:
    """Half of the damage, of each part rounded down. Source: pf2e.damage.double_halve, pf2e.rounding.down."""
    return tuple(replace(one, amount=one.amount // 2) for one in parts)


def by_basic_save(parts: Iterable[Dealt], degree: str) -> tuple[Dealt, ...]:
    """What a basic save leaves of damage: none, half, all of it, or twice as much.

    Source: pf2e.save.basic, pf2e.rounding.down
    """
    if degree == CRITICAL_SUCCESS:
        return ()
    if degree == SUCCESS:
        return halved(parts)
    return doubled(parts) if degree == CRITICAL_FAILURE else tuple(parts)


def through(sheet: Sheet, parts: Iterable[Dealt]) -> tuple[Through, ...]:
    """The damage after immunities, then the highest weakness, then the highest resistance of each part.

    Args:
        sheet: of whom is hurt.
        parts: what is dealt at once, doubled or halved already.

    Source: pf2e.iwr.order, pf2e.iwr.immunity, pf2e.iwr.weakness, pf2e.iwr.resistance
    """
    felt: list[Dealt] = []
    lost: list[Through] = []
    for one in parts:
        immune = _immune(sheet, one) if one.amount > 0 else None
        if immune is not None:
            lost.append(Through(0, one.type, (immune,)))
        elif one.amount > 0:
            felt.append(one)
    return (*(_one(sheet, part) for part in _joined(felt)), *lost)


def _joined(parts: Iterable[Dealt]) -> list[Dealt]:
    """Parts of one type and kind as one instance of damage; precision and splash go with the type they ride on.

    Source: pf2e.damage.types
    """
    sums: dict[tuple[str, frozenset[str]], Dealt] = {}
    for one in parts:
        key = one.type, one.tags - _ALONGSIDE
        other = sums.get(key)
        sums[key] = one if other is None else Dealt(other.amount + one.amount, one.type, other.tags | one.tags)
    return list(sums.values())


def _one(sheet: Sheet, part: Dealt) -> Through:
    amount = part.amount
    why: list[tuple[Text, str]] = []
    weakness = max((one.amount for one in sheet.weaknesses if _counts(one, part)), default=0)
    if weakness:
        amount += weakness
        why.append((text("weakness {n}", n=weakness), "pf2e.iwr.weakness"))
    resistance = max((one.amount for one in sheet.resistances if _counts(one, part)), default=0)
    if resistance:
        amount = max(0, amount - resistance)
        why.append((text("resistance {n}", n=resistance), "pf2e.iwr.resistance"))
    return Through(amount, part.type, tuple(why))


def _immune(sheet: Sheet, part: Dealt) -> tuple[Text, str] | None:
    """Why a part does nothing to a creature.

    Source: pf2e.iwr.immunity, pf2e.iwr.immunity_nonlethal, pf2e.damage.types
    """
    if NONLETHAL in part.tags and NONLETHAL in sheet.immunities:
        return text("immune to nonlethal attacks"), "pf2e.iwr.immunity_nonlethal"
    if PRECISION in part.tags and PRECISION in sheet.immunities:
        return text("immune to precision damage"), "pf2e.iwr.immunity"
    return unharmed_by(sheet, part.type)


def unharmed_by(sheet: Sheet, type: str) -> tuple[Text, str] | None:
    """Why damage of a type does nothing to a creature, None when it does.

    Source: pf2e.iwr.immunity, pf2e.damage.types
    """
    named = as_words(DAMAGE_TYPES, type)
    if type in sheet.immunities:
        return text("immune: {type}", type=named), "pf2e.iwr.immunity"
    if type in _OPPOSED and _OPPOSED[type] not in sheet.traits:
        return text("unharmed by {type} damage", type=named), "pf2e.damage.types"
    if sheet.traits & _SPARED.get(type, frozenset()) or (type == "positive" and "undead" not in sheet.traits):
        return text("unharmed by {type} damage", type=named), "pf2e.damage.types"
    return None


def _counts(against: Against, part: Dealt) -> bool:
    """Whether a weakness or resistance concerns some damage. Source: pf2e.iwr.weakness, pf2e.iwr.resistance."""
    facts = part.tags | {part.type} | (frozenset() if "magical" in part.tags else frozenset({"nonmagical"}))
    facts = facts | {"physical"} if part.type in PHYSICAL else facts - MATERIALS
    if part.type in ENERGY:
        facts |= {"energy"}
    named = against.to == "all" or against.to in facts
    return named and against.needs <= facts and not against.excepts & facts
