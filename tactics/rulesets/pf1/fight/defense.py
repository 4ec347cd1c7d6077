"""Armor Class, combat maneuver bonus and defense, miss chance: their parts as they are in the fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from tactics.core.text import Text, text
from tactics.rules.event import Part
from tactics.rules.parts import total
from tactics.rules.things import ARMOR, READY, SHIELD
from tactics.rulesets.pf1.fight.attack_numbers import state_amounts
from tactics.rulesets.pf1.fight.checks import ability_modifiers, modifiers_of, state_reason
from tactics.rulesets.pf1.fight.conditions import counts_for, denied_dexterity, states
from tactics.rulesets.pf1.fight.holding import is_broken, lost_half, things_of, weapon_of
from tactics.rulesets.pf1.fight.manner import PLAIN, Manner, kind_of, touch_of
from tactics.rulesets.pf1.fight.own_numbers import (
    CMD_TYPES,
    armor_class_parts,
    dropped,
    own_cmb_parts,
    own_cmd_parts,
    stack,
    weapon_parts,
    worn_part,
)
from tactics.rulesets.pf1.fight.own_numbers import flat_footed as without_dexterity
from tactics.rulesets.pf1.fight.own_numbers import touch as without_armor
from tactics.rulesets.pf1.fight.position import book, position
from tactics.rulesets.pf1.fight.sheet import Armor, Sheet, Weapon, sheet_of
from tactics.rulesets.pf1.fight.unseen import in_the_dark
from tactics.rulesets.pf1.modifiers import state_modifiers
from tactics.rulesets.pf1.places import called
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Effect, Fight


def armor_class(
    fight: Fight,
    who: str,
    attacker: str = "",
    weapon: str | Weapon | None = None,
    manner: Manner = PLAIN,
    *,
    flat_footed: bool = False,
    extra: Iterable[Part] = (),
) -> tuple[int, tuple[Part, ...]]:
    """Armor Class of `who` and its parts; against an attacker with cover, position and what it can see of it.

    A touch attack is that of the weapon or of `manner.touch`.

    Source: pf1.ac.formula, pf1.ac.touch, pf1.ac.incorporeal_touch, pf1.ac.lose_dex, pf1.ac.modifiers_table
    """
    creature = fight.world.creature(who)
    arm = weapon_of(fight, attacker, weapon) if attacker and weapon is not None else None
    worn = tuple(_worn(fight, who, sheet_of(creature)))
    parts = list(_own_parts(sheet_of(creature), worn, fight.body(who).effects, creature.of("pf1").conditions))
    parts += _position_parts(fight, who, attacker, arm, manner)
    parts += state_amounts(fight, who, "ac", attacker)
    parts += _blind_parts(fight, who, attacker)
    kept: Iterable[Part] = (*parts, *extra)
    touch = touch_of(arm, manner)
    if touch:
        kept = without_armor(kept)
    if touch == "incorporeal":
        forces = [_bonus(one) for one in worn if one.armor.force]
        kept = [*(dropped(one) if one.type == "cover" else one for one in kept), *forces]
    if flat_footed or denied_dexterity(fight, who, attacker):
        kept = without_dexterity(kept)
    found = stack(kept)
    return total(found), found


def _blind_parts(fight: Fight, who: str, attacker: str) -> Iterator[Part]:
    """In darkness it is as good as blinded against an attacker it does not see.

    Source: pf1.conceal.light_levels, pf1.ac.modifiers_table
    """
    blinded = "blinded" in fight.world.creature(who).of("pf1").conditions
    if attacker and not blinded and in_the_dark(fight, attacker, who):
        amount: int = table("conditions")["blinded"]["ac"]["melee"]
        yield Part(amount, text("darkness"), "", "pf1.conceal.light_levels")


class _Worn(NamedTuple):
    armor: Armor
    type: str
    broken: bool


def _bonus(worn: _Worn) -> Part:
    return worn_part(worn.armor, worn.type, broken=worn.broken)


@lru_cache(4096)
def _own_parts(
    sheet: Sheet, worn: tuple[_Worn, ...], effects: tuple[Effect, ...], held: frozenset[str]
) -> tuple[Part, ...]:
    caps = [one.armor.max_dex for one in worn if one.armor.max_dex is not None]
    return tuple(armor_class_parts(sheet, modifiers_of(sheet, effects, held)["dex"], map(_bonus, worn), caps))


def _worn(fight: Fight, who: str, sheet: Sheet) -> Iterator[_Worn]:
    """Armor and shield that the creature still has on; a climber cannot use a shield.

    Source: pf1.move.climb_swim
    """
    for item in things_of(fight, who):
        armor = {ARMOR: sheet.armor, SHIELD: sheet.shield}.get(item.kind)
        if item.kind == SHIELD and fight.body(who).has("climbing"):
            continue
        if armor is not None and (item.hand == "worn" or item.hand in READY):
            yield _Worn(armor, item.kind, lost_half(item.damage, armor.hp))


def _position_parts(fight: Fight, who: str, attacker: str, weapon: Weapon | None, manner: Manner) -> Iterator[Part]:
    """Cover and conditions; without an attacker only conditions, as in melee."""
    if not attacker or weapon is None:
        yield from condition_parts(fight, who, "ac", manner.kind or "melee")
        return
    for one in position(fight, attacker, who, weapon, kind_of(weapon, manner)).modifiers:
        if one.to == "ac":
            yield Part(one.amount, one.reason, one.type, one.rule, one.kept)


def condition_parts(fight: Fight, who: str, to: str, group: str) -> Iterator[Part]:
    """What a creature's conditions add to its attacks ("attack") or to its Armor Class ("ac").

    Source: pf1.attack.modifiers_table, pf1.ac.modifiers_table
    """
    creature = fight.world.creature(who)
    rule = "pf1.attack.modifiers_table" if to == "attack" else "pf1.ac.modifiers_table"
    for condition, amount, kept in state_modifiers(creature, to, group):
        reason = text("{name}: {condition}", name=called(creature), condition=book().condition(condition.id))
        yield Part(amount, reason, "", rule, kept)


def miss_chance(fight: Fight, who: str, attacker: str, weapon: Weapon, manner: Manner) -> tuple[int, str, Text | None]:
    """Percent of the hits on `who` that miss, with rule and reason; the highest counts.

    Source: pf1.conceal.miss_chance, pf1.conceal.total, pf1.conceal.magic, pf1.conceal.varying
    """
    found: list[tuple[int, str, Text | None]] = [(0, "pf1.conceal.miss_chance", None)]
    for one in position(fight, attacker, who, weapon, kind_of(weapon, manner)).modifiers:
        if one.to == "miss_chance":
            found.append((one.amount, one.rule, one.reason))
    for held in states(fight, who):
        if not counts_for(held, attacker):
            continue
        chance = held.state.miss_chance
        percent = chance if isinstance(chance, int) else (held.effect.value if held.effect is not None else 0)
        found.append((percent, held.state.rule, state_reason(fight, held)))
    return max(found, key=lambda one: one[0])


def cmb_parts(
    fight: Fight,
    who: str,
    target: str = "",
    maneuver: str = "",
    weapon: str | Weapon | None = None,
    *,
    extra: Iterable[Part] = (),
) -> tuple[Part, ...]:
    """Parts of the combat maneuver bonus; with a weapon (trip, disarm, sunder) also its bonuses to attack.

    What the grappled lose on attacks they do not lose on grappling.

    Source: pf1.maneuver.cmb, pf1.condition.grappled
    """
    sheet = sheet_of(fight.world.creature(who))
    parts = [*own_cmb_parts(sheet, ability_modifiers(fight, who))]
    if weapon is not None:
        arm = weapon_of(fight, who, weapon)
        parts += weapon_parts(sheet, arm, "pf1.maneuver.cmb")
        if is_broken(fight, who, arm):
            broken: int = table("fight")["attack"]["broken"]
            parts.append(Part(broken, text("broken"), "", "pf1.condition.broken"))
    if weapon is not None and target:
        found = position(fight, who, target, weapon_of(fight, who, weapon), "melee").modifiers
        parts += [Part(one.amount, one.reason, one.type, one.rule, one.kept) for one in found if one.to == "attack"]
    elif maneuver not in ("grapple", "escape", "escape_grapple"):
        parts += condition_parts(fight, who, "attack", "melee")
    else:
        parts += _without_grappled(fight, who)
    parts += state_amounts(fight, who, "attack", target)
    return stack((*parts, *extra))


def _without_grappled(fight: Fight, who: str) -> Iterator[Part]:
    creature = fight.world.creature(who)
    for part, (condition, _, _) in zip(
        condition_parts(fight, who, "attack", "melee"), state_modifiers(creature, "attack", "melee"), strict=True
    ):
        if condition.id != "grappled":
            yield part


def cmd(
    fight: Fight,
    who: str,
    attacker: str = "",
    maneuver: str = "",
    *,
    flat_footed: bool = False,
    extra: Iterable[Part] = (),
) -> tuple[int, tuple[Part, ...]]:
    """Combat maneuver defense of `who` and its parts; cover does not count.

    Source: pf1.maneuver.cmd
    """
    sheet = sheet_of(fight.world.creature(who))
    parts = [*own_cmd_parts(sheet, ability_modifiers(fight, who))]
    parts += [one for one in condition_parts(fight, who, "ac", "melee") if one.amount < 0]
    parts += [one for one in state_amounts(fight, who, "ac", attacker) if one.amount < 0 or one.type in CMD_TYPES]
    kept: Iterable[Part] = (*parts, *extra)
    if flat_footed or denied_dexterity(fight, who, attacker):
        kept = without_dexterity(kept)
    found = stack(kept)
    return total(found), found
