"""Everything that is settled about one attack before a die falls; rolling and odds both read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tactics.core.text import Text, as_words, composed, text
from tactics.rules.dice_text import Dice
from tactics.rules.event import Part
from tactics.rules.vocabulary import DAMAGE_TYPES
from tactics.rulesets.pf1.fight.attack_numbers import attack_parts, damage_parts
from tactics.rulesets.pf1.fight.conditions import denied_dexterity
from tactics.rulesets.pf1.fight.defense import armor_class, miss_chance
from tactics.rulesets.pf1.fight.holding import is_broken, weapon_of
from tactics.rulesets.pf1.fight.manner import PLAIN, Manner, is_lethal, kind_of
from tactics.rulesets.pf1.fight.position import distance_ft, position
from tactics.rulesets.pf1.fight.sheet import Sheet, Weapon, sheet_of
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Fight


@dataclass(frozen=True, slots=True)
class ExtraDice:
    """Dice that are never multiplied; `kind` is an energy, "" for more of the weapon's own damage."""

    dice: Dice
    kind: str
    reason: Text


@dataclass(frozen=True, slots=True)
class Plan:
    """One attack as it is about to be rolled.

    Attributes:
        who, target, weapon: the attack.
        kind: "melee" or "ranged".
        parts: of the attack roll.
        armor_class: what it must reach.
        armor_parts: how that comes about.
        threat: lowest face that threatens a critical hit.
        critical_multiplier: 1 when the target is immune to critical hits.
        multiplier: damage multiplier without a critical hit.
        miss_chance: percent of hits that miss.
        miss_rule, miss_reason: where that comes from.
        dice: the weapon's dice.
        damage: what is added each time they are rolled; the dice's own bonus is among it.
        extra: dice that are never multiplied.
        lethal: whether the damage is meant to be lethal.
        harmed: the target's sheet.
        found: what was worked out about it, see `tactics.world.kept`.
    """

    who: str
    target: str
    weapon: Weapon
    kind: str
    parts: tuple[Part, ...]
    armor_class: int
    armor_parts: tuple[Part, ...]
    threat: int
    critical_multiplier: int
    multiplier: int
    miss_chance: int
    miss_rule: str
    miss_reason: Text | None
    dice: Dice
    damage: tuple[Part, ...]
    extra: tuple[ExtraDice, ...]
    lethal: bool
    harmed: Sheet
    found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def times(self, *, critical: bool) -> int:
        """How often the damage is rolled: several multipliers add what is beyond 1.

        Source: pf1.damage.multiply_stack, pf1.check.doubling
        """
        return combined((self.multiplier, self.critical_multiplier if critical else 1))


def combined(multipliers: Iterable[int]) -> int:
    """Several multipliers of one value: doubling twice is three times.

    Source: pf1.damage.multiply_stack, pf1.check.doubling
    """
    return 1 + sum(one - 1 for one in multipliers)


def plan_of(
    fight: Fight,
    who: str,
    target: str,
    weapon: str | Weapon,
    manner: Manner = PLAIN,
    *,
    extra: Iterable[Part] = (),
    extra_ac: Iterable[Part] = (),
) -> Plan:
    """Settle an attack; whether it is allowed is not looked at."""
    arm = weapon_of(fight, who, weapon)
    more = manner, tuple(extra), tuple(extra_ac)
    plans = position(fight, who, target, arm, kind_of(arm, manner)).found
    # The position stands for both creatures and all around them; this is what else a plan is made from.
    read = fight.items, fight.body(who).effects, fight.body(target).effects
    known: tuple[Plan, tuple[object, ...]] | None = plans.get((arm, *more))
    if known is None or any(one is not other for one, other in zip(known[1], read, strict=True)):
        known = plans[arm, *more] = _settled(fight, who, target, arm, *more), read
    return known[0]


def _settled(
    fight: Fight,
    who: str,
    target: str,
    arm: Weapon,
    manner: Manner,
    extra: tuple[Part, ...],
    extra_ac: tuple[Part, ...],
) -> Plan:
    parts = attack_parts(fight, who, target, arm, manner, extra=extra)
    needed, armor_parts = armor_class(fight, target, who, arm, manner, extra=extra_ac)
    chance, rule, reason = miss_chance(fight, target, who, arm, manner)
    threat, multiplier = _critical(fight, who, target, arm)
    bonus = Part(arm.dice.bonus, composed("{name}", name=arm.name), "", "pf1.damage.basic")
    added = damage_parts(fight, who, target, arm, manner)
    return Plan(
        who=who,
        target=target,
        weapon=arm,
        kind=kind_of(arm, manner),
        parts=parts,
        armor_class=needed,
        armor_parts=armor_parts,
        threat=threat,
        critical_multiplier=multiplier,
        multiplier=manner.multiplier,
        miss_chance=chance,
        miss_rule=rule,
        miss_reason=reason,
        dice=arm.dice,
        damage=(bonus, *added) if arm.dice.bonus else added,
        extra=tuple(_extra(fight, who, target, arm, manner, parts, concealed=bool(chance))),
        lethal=is_lethal(arm, manner),
        harmed=sheet_of(fight.world.creature(target)),
    )


def _critical(fight: Fight, who: str, target: str, weapon: Weapon) -> tuple[int, int]:
    """Lowest face that threatens, and the multiplier.

    Source: pf1.attack.critical, pf1.condition.broken
    """
    if "critical" in sheet_of(fight.world.creature(target)).immunities:
        return 20, 1
    if is_broken(fight, who, weapon):
        return 20, 2
    keen = f"improved_critical_{weapon.id}" in sheet_of(fight.world.creature(who)).feats
    return 21 - (21 - weapon.threat) * (2 if keen else 1), weapon.multiplier


def _extra(
    fight: Fight, who: str, target: str, weapon: Weapon, manner: Manner, parts: tuple[Part, ...], *, concealed: bool
) -> Iterator[ExtraDice]:
    """Energy of the weapon, and sneak attack: against those who are flanked or lose their Dexterity.

    Source: pf1.damage.extra_dice
    """
    for one in weapon.extra:
        words = composed("{name}", name=one.name) if one.name.ru else as_words(DAMAGE_TYPES, one.name.en)
        yield ExtraDice(one.dice, one.type, words)
    dice = sheet_of(fight.world.creature(who)).sneak_attack
    if dice is None or concealed or {"sneak_attack", "critical"} & sheet_of(fight.world.creature(target)).immunities:
        return
    if kind_of(weapon, manner) == "ranged" and distance_ft(fight, who, target) > table("fight")["attack"]["sneak_ft"]:
        return
    if manner.lethal == "nonlethal" and not weapon.nonlethal:
        return
    flanked = any(part.type == "flanking" and part.kept for part in parts)
    if flanked or denied_dexterity(fight, target, who):
        yield ExtraDice(dice, "", text("sneak attack"))
