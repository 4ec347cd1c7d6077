"""What of some damage comes through: doubled or halved, then immunity, weakness and resistance. Nothing is rolled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tactics.core.text import Text, as_words, text
from tactics.rules.vocabulary import DAMAGE_TYPES
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS
from tactics.rulesets.pf2e.fight.sheet import Against, Sheet

PHYSICAL = frozenset({"bludgeoning", "piercing", "slashing"})
ENERGY = frozenset({"acid", "cold", "electricity", "fire", "force", "negative", "positive", "sonic"})
ALIGNMENTS = frozenset({"good", "evil", "lawful", "chaotic"})
"""Damage that only harms those of the other alignment. Source: pf2e.damage.types."""
_OPPOSED = {"good": "evil", "evil": "good", "lawful": "chaotic", "chaotic": "lawful"}
PRECISION, NONLETHAL = "precision", "nonlethal"


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
    return tuple(_one(sheet, part) for part in _joined(parts))


def _joined(parts: Iterable[Dealt]) -> list[Dealt]:
    """Parts of one type and kind as one instance of damage."""
    sums: dict[tuple[str, frozenset[str]], int] = {}
    for one in parts:
        sums[one.type, one.tags] = sums.get((one.type, one.tags), 0) + one.amount
    return [Dealt(amount, kind, tags) for (kind, tags), amount in sums.items()]


def _one(sheet: Sheet, part: Dealt) -> Through:
    if part.amount <= 0:
        return Through(0, part.type)
    immune = _immune(sheet, part)
    if immune is not None:
        return Through(0, part.type, (immune,))
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
    if part.type in sheet.immunities or (PRECISION in part.tags and PRECISION in sheet.immunities):
        return text("immune: {type}", type=as_words(DAMAGE_TYPES, part.type)), "pf2e.iwr.immunity"
    if part.type in ALIGNMENTS and _OPPOSED[part.type] not in sheet.traits:
        return text("unharmed by {type} damage", type=as_words(DAMAGE_TYPES, part.type)), "pf2e.damage.types"
    living = {"bleed": ("undead", "construct"), "negative": ("undead", "construct"), "poison": ("undead", "construct")}
    if sheet.traits.intersection(living.get(part.type, ())):
        return text("immune: {type}", type=as_words(DAMAGE_TYPES, part.type)), "pf2e.damage.types"
    return None


def _counts(against: Against, part: Dealt) -> bool:
    """Whether a weakness or resistance concerns some damage. Source: pf2e.iwr.weakness, pf2e.iwr.resistance."""
    facts = part.tags | {part.type} | (frozenset() if "magical" in part.tags else frozenset({"nonmagical"}))
    if part.type in PHYSICAL:
        facts |= {"physical"}
    if part.type in ENERGY:
        facts |= {"energy"}
    named = against.to == "all" or against.to in facts
    return named and against.needs <= facts and not against.excepts & facts
