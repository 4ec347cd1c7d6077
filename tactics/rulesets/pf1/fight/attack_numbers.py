"""Parts of an attack roll and of its damage, and the attacks of a full attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tactics.core.text import Text, composed, text
from tactics.rules.event import Part
from tactics.rules.parts import ABILITY_NAMES
from tactics.rulesets.pf1.fight.checks import ability_modifiers, modifiers_of, state_reason
from tactics.rulesets.pf1.fight.conditions import Amount, Held, counts_for, states
from tactics.rulesets.pf1.fight.holding import fights_unarmed, held, is_broken, weapon_of
from tactics.rulesets.pf1.fight.manner import PLAIN, Manner, hand_of, is_lethal, kind_of
from tactics.rulesets.pf1.fight.own_numbers import (
    Mods,
    bonus_parts,
    is_secondary,
    own_attack_parts,
    secondary_part,
    stack,
)
from tactics.rulesets.pf1.fight.position import distance_ft, position
from tactics.rulesets.pf1.fight.sheet import UNARMED, Sheet, Weapon, sheet_of
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Effect, Fight

_HANDS = frozenset({"claw", "slam", "talon", "pincer"})
"""Natural weapons that need the hands which hold manufactured ones."""


def attack_parts(
    fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN, *, extra: Iterable[Part] = ()
) -> tuple[Part, ...]:
    """Parts of an attack roll, stacked: base attack bonus, ability, size, weapon, range, position, conditions.

    Args:
        fight: the moment.
        who: the attacker.
        target: whom it attacks; "" leaves the position out.
        weapon: what it attacks with.
        manner: how.
        extra: further parts.

    Source: pf1.attack.bonus_melee, pf1.attack.bonus_ranged, pf1.attack.modifiers_table
    """
    arm = weapon_of(fight, who, weapon)
    kind = kind_of(arm, manner)
    creature = fight.world.creature(who)
    sheet = sheet_of(creature)
    parts = list(_own_parts(sheet, arm, kind, fight.body(who).effects, creature.of("pf1").conditions))
    parts += _manner_parts(fight, who, sheet, arm, manner)
    if is_broken(fight, who, arm):
        parts.append(Part(_number("broken"), text("broken"), "", "pf1.condition.broken"))
    if target:
        parts += _range_parts(fight, who, target, sheet, arm, kind)
        parts += _position_parts(fight, who, target, arm, kind)
    parts += state_amounts(fight, who, "attack", target)
    return stack((*parts, *extra))


@lru_cache(4096)
def _own_parts(
    sheet: Sheet, weapon: Weapon, kind: str, effects: tuple[Effect, ...], held: frozenset[str]
) -> tuple[Part, ...]:
    return tuple(own_attack_parts(sheet, weapon, kind, modifiers_of(sheet, effects, held)))


def _number(key: str) -> int:
    found: int = table("fight")["attack"][key]
    return found


def _manner_parts(fight: Fight, who: str, sheet: Sheet, weapon: Weapon, manner: Manner) -> Iterator[Part]:
    """Later attacks, two weapons, natural weapons, charge, damage against the weapon's kind.

    Source: pf1.action.full_attack, pf1.attack.two_weapon, pf1.attack.natural, pf1.charge.attack
    """
    if manner.step:
        yield Part(manner.step, text("further attack"), "", "pf1.action.full_attack")
    if manner.two_weapons:
        feat = "feat_" if "two_weapon_fighting" in sheet.feats else ""
        pair = table("fight")["two_weapons"][feat + manner.two_weapons]
        off = hand_of(fight, who, weapon, manner) == "off"
        yield Part(pair[off], text("two weapons"), "", "pf1.attack.two_weapon")
    yield from secondary_part(sheet, weapon, combined=manner.combined)
    if manner.charging:
        yield Part(_number("charge"), text("charge"), "", "pf1.charge.attack")
    if is_lethal(weapon, manner) is weapon.nonlethal and not (weapon.id == UNARMED and fights_unarmed(sheet)):
        rule = "pf1.nonlethal.lethal_from_nonlethal" if weapon.nonlethal else "pf1.nonlethal.from_lethal_weapon"
        reason = text("lethal damage") if weapon.nonlethal else text("nonlethal damage")
        yield Part(_number("other_damage"), reason, "", rule)


def _range_parts(fight: Fight, who: str, target: str, sheet: Sheet, weapon: Weapon, kind: str) -> Iterator[Part]:
    """Every increment beyond the first, and the feat for short range.

    Source: pf1.attack.range_increment
    """
    if kind != "ranged":
        return
    away_ft = distance_ft(fight, who, target)
    beyond = increments(weapon, away_ft) - 1
    if beyond > 0:
        reason = text("range, {feet} ft", feet=away_ft)
        yield Part(beyond * _number("increment"), reason, "", "pf1.attack.range_increment")
    if "point_blank_shot" in sheet.feats and away_ft <= _number("point_blank_ft"):
        yield Part(1, text("Point-Blank Shot"), "", "pf1.attack.bonus_ranged")


def increments(weapon: Weapon, away_ft: int) -> int:
    """How many range increments a distance takes, the first included.

    Source: pf1.attack.range_increment
    """
    if weapon.increment_ft is None:
        return 1
    return max(1, -(-away_ft // weapon.increment_ft))


def most_increments(weapon: Weapon) -> int:
    """How many range increments a weapon flies at most. Source: pf1.attack.range_increment."""
    return _number("shot_increments" if weapon.kind == "ranged" else "thrown_increments")


def _position_parts(fight: Fight, who: str, target: str, weapon: Weapon, kind: str) -> Iterator[Part]:
    unflankable = "improved_uncanny_dodge" in sheet_of(fight.world.creature(target)).special
    for one in position(fight, who, target, weapon, kind).modifiers:
        if one.to == "attack":
            kept = one.kept and not (one.type == "flanking" and unflankable)
            yield Part(one.amount, one.reason, one.type, one.rule, kept)


def state_amounts(fight: Fight, who: str, to: str, other: str) -> Iterator[Part]:
    """What effects add to attacks ("attack") or Armor Class ("ac"), those against one opponent only with it.

    Source: pf1.attack.fight_defensively, pf1.action.total_defense, pf1.aid.another
    """
    for one in states(fight, who):
        amount = one.state.attack if to == "attack" else one.state.ac
        if amount is not None and counts_for(one, other):
            yield Part(_amount(fight, who, one, amount), state_reason(fight, one), amount.type, one.state.rule)


def _amount(fight: Fight, who: str, one: Held, amount: Amount) -> int:
    if isinstance(amount.amount, str):
        return one.effect.value if one.effect is not None else 0
    trained = sheet_of(fight.world.creature(who)).ranks.get("acrobatics", 0) >= 3
    return amount.ranks if amount.ranks is not None and trained else amount.amount


def damage_parts(fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN) -> tuple[Part, ...]:
    """What is added to the weapon's dice, once for each time they are rolled.

    Source: pf1.damage.strength, pf1.damage.off_hand, pf1.damage.two_handed, pf1.condition.broken
    """
    arm = weapon_of(fight, who, weapon)
    sheet = sheet_of(fight.world.creature(who))
    parts = list(_strength_part(fight, who, sheet, arm, manner))
    if arm.enhancement:
        parts.append(Part(arm.enhancement, text("enhancement"), "enhancement", "pf1.damage.basic"))
    if arm.bonus_damage:
        parts.append(Part(arm.bonus_damage, composed("{name}", name=arm.name), "", "pf1.damage.basic"))
    parts += _feat_damage(fight, who, target, sheet, arm, manner)
    parts += bonus_parts(sheet, ("damage",), arm.id, "pf1.damage.basic")
    if is_broken(fight, who, arm):
        parts.append(Part(_number("broken"), text("broken"), "", "pf1.condition.broken"))
    for one in states(fight, who):
        if one.state.damage:
            parts.append(Part(one.state.damage, state_reason(fight, one), "", one.state.rule))
    return stack(parts)


def _feat_damage(fight: Fight, who: str, target: str, sheet: Sheet, weapon: Weapon, manner: Manner) -> Iterator[Part]:
    for feat, name in (
        ("weapon_specialization", text("Weapon Specialization")),
        ("greater_weapon_specialization", text("Greater Weapon Specialization")),
    ):
        if f"{feat}_{weapon.id}" in sheet.feats:
            yield Part(2, name, "", "pf1.damage.basic")
    near = "point_blank_shot" in sheet.feats and target and kind_of(weapon, manner) == "ranged"
    if near and distance_ft(fight, who, target) <= _number("point_blank_ft"):
        yield Part(1, text("Point-Blank Shot"), "", "pf1.damage.basic")


def _strength_part(fight: Fight, who: str, sheet: Sheet, weapon: Weapon, manner: Manner) -> Iterator[Part]:
    if "no_strength" in weapon.properties:
        return
    mods = ability_modifiers(fight, who)
    if kind_of(weapon, manner) == "ranged":
        amount, rule, reason = _ranged_strength(weapon, mods), "pf1.damage.strength", ABILITY_NAMES["str"]
    else:
        amount, rule, reason = _melee_strength(fight, who, sheet, weapon, manner, mods)
    if amount:
        yield Part(amount, reason, "ability", rule)


def _ranged_strength(weapon: Weapon, mods: Mods) -> int:
    """Strength behind what is thrown or shot.

    Source: pf1.damage.strength
    """
    strength = mods["str"]
    if weapon.kind != "ranged" or "adds_strength" in weapon.properties:
        return strength
    return min(strength, weapon.composite or 0)


def _melee_strength(
    fight: Fight, who: str, sheet: Sheet, weapon: Weapon, manner: Manner, mods: Mods
) -> tuple[int, str, Text]:
    """Strength of a blow: half from the off hand or a secondary natural weapon, half as much again in two hands.

    Source: pf1.damage.strength, pf1.damage.off_hand, pf1.damage.two_handed, pf1.attack.natural
    """
    strength, name = mods["str"], ABILITY_NAMES["str"]
    hand = hand_of(fight, who, weapon, manner)
    if weapon.natural:
        if is_secondary(sheet, weapon, combined=manner.combined):
            return _half(strength), "pf1.attack.natural", text("half Strength")
        if only_attack(sheet) and not manner.combined:
            return _half_more(strength), "pf1.attack.natural", text("Strength, its only natural attack")
        return strength, "pf1.damage.strength", name
    if hand == "off":
        return _half(strength), "pf1.damage.off_hand", text("half Strength, off hand")
    if weapon.hands != "light" and (hand == "both" or weapon.hands == "two") and not manner.two_weapons:
        return _half_more(strength), "pf1.damage.two_handed", text("Strength, two hands")
    return strength, "pf1.damage.strength", name


def only_attack(sheet: Sheet) -> bool:
    """Whether a creature has one single natural attack. Source: pf1.attack.natural."""
    return sum(one.count for one in sheet.natural_weapons) == 1


def _half(amount: int) -> int:
    """Half a bonus, rounded down; a penalty in full. Source: pf1.check.rounding, pf1.damage.off_hand."""
    return amount // 2 if amount > 0 else amount


def _half_more(amount: int) -> int:
    """A bonus and half of it, rounded down; a penalty once. Source: pf1.check.rounding, pf1.damage.two_handed."""
    return amount * 3 // 2 if amount > 0 else amount


@dataclass(frozen=True, slots=True)
class AttackStep:
    """One attack of a full attack: the weapon's id and how it is made."""

    weapon: str
    manner: Manner


def attack_sequence(fight: Fight, who: str, kind: str = "main") -> tuple[AttackStep, ...]:
    """The attacks of a full attack: "main" (iterative, one weapon), "two_weapons", "natural"; empty when it has none.

    Source: pf1.action.full_attack, pf1.attack.two_weapon, pf1.attack.natural
    """
    ready = tuple((weapon, item.hand) for weapon, item in held(fight, who) if item.hand != "worn")
    return _sequence(sheet_of(fight.world.creature(who)), ready, kind)


@lru_cache(1024)
def _sequence(sheet: Sheet, ready: tuple[tuple[Weapon, str], ...], kind: str) -> tuple[AttackStep, ...]:
    if kind == "natural":
        return tuple(_natural(sheet, combined=False))
    main = next((weapon for weapon, hand in ready if hand in ("main", "both")), None)
    main = main or next((weapon for weapon, _ in ready), None)
    if kind == "two_weapons":
        other = next((weapon for weapon, hand in ready if hand == "off" and weapon is not main and weapon.melee), None)
        return tuple(_two_weapons(sheet, main, other)) if main is not None and main.melee else ()
    if main is None:
        return () if sheet.natural_weapons else tuple(_iterative(sheet, sheet.weapons[UNARMED], PLAIN))
    beside = [one for one in _natural(sheet, combined=True) if one.weapon not in _HANDS]
    return (*_iterative(sheet, main, PLAIN), *(beside if main.melee else ()))


def _iterative(sheet: Sheet, weapon: Weapon, manner: Manner) -> Iterator[AttackStep]:
    for step in range(0, max(sheet.bab, 1), 5):
        if step < 20:
            yield AttackStep(weapon.id, replace(manner, step=-step))


def _two_weapons(sheet: Sheet, main: Weapon, other: Weapon | None) -> Iterator[AttackStep]:
    if other is None and "double" not in main.properties:
        return
    light = "light" if other is None or other.hands == "light" else "other"
    yield from _iterative(sheet, main, Manner(hand="main", two_weapons=light))
    feats = ("improved_two_weapon_fighting", "greater_two_weapon_fighting")
    number = 1 + sum(1 for one in feats if one in sheet.feats)
    for step in range(number):
        yield AttackStep((other or main).id, Manner(hand="off", two_weapons=light, step=-5 * step))


def _natural(sheet: Sheet, *, combined: bool) -> Iterator[AttackStep]:
    """Primary natural weapons first."""
    for weapon in sorted(sheet.natural_weapons, key=lambda one: one.secondary):
        for _ in range(weapon.count):
            yield AttackStep(weapon.id, Manner(combined=combined))


def opportunities_each_round(fight: Fight, who: str) -> int:
    """Attacks of opportunity a creature has in a round by its feats.

    Source: pf1.aoo.one_per_round, pf1.aoo.combat_reflexes
    """
    creature = fight.world.creature(who)
    if "combat_reflexes" not in sheet_of(creature).feats | creature.of("pf1").traits:
        return 1
    return 1 + max(0, ability_modifiers(fight, who)["dex"])
