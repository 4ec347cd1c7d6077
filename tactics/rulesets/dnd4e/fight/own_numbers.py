"""A creature's numbers by its sheet alone, as parts, and the check of what a stat block states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tactics.core.problems import Problem
from tactics.core.text import Text, composed, text
from tactics.rules.event import Part
from tactics.rulesets.dnd4e.fight.parts import ABILITY_NAMES, stacked, total
from tactics.rulesets.dnd4e.fight.powers import DEFENSES, Power
from tactics.rulesets.dnd4e.fight.sheet import Sheet, Weapon
from tactics.rulesets.dnd4e.tables import table

DEFENSE_NAMES: Mapping[str, Text] = {
    "ac": text("Armor Class"),
    "fortitude": text("Fortitude"),
    "reflex": text("Reflex"),
    "will": text("Will"),
}
_ABILITIES: Mapping[str, tuple[str, str]] = {
    "ac": ("dex", "int"),
    "fortitude": ("str", "con"),
    "reflex": ("dex", "int"),
    "will": ("wis", "cha"),
}
_RULES: Mapping[str, str] = {name: f"dnd4e.defense.{name}" for name in DEFENSES}


def half_level(sheet: Sheet) -> Part:
    """Half of the level, rounded down. Source: dnd4e.round_down."""
    return Part(sheet.level // 2, text("half level"), "", "dnd4e.round_down")


def base() -> int:
    """What every defense starts from. Source: dnd4e.defense.base."""
    return int(table("fight")["check"]["base"])


def defense_parts(sheet: Sheet, defense: str) -> tuple[Part, ...]:
    """Parts of a defense over 10 by the sheet: its total when that is given, else level, ability, armor and bonuses.

    Source: dnd4e.defense.four, dnd4e.defense.base, dnd4e.defense.ac, dnd4e.defense.fortitude, dnd4e.defense.reflex,
        dnd4e.defense.will, dnd4e.defense.modifiers
    """
    given = sheet.defenses.get(defense)
    if given is not None:
        return (Part(given - base(), DEFENSE_NAMES[defense], "", _RULES[defense]),)
    return stacked(_defense(sheet, defense))


def _defense(sheet: Sheet, defense: str) -> Iterator[Part]:
    rule = _RULES[defense]
    yield half_level(sheet)
    heavy = sheet.armor is not None and sheet.armor.heavy
    best = max(_ABILITIES[defense], key=sheet.modifier)
    if sheet.modifier(best) and not (defense == "ac" and heavy):
        yield Part(sheet.modifier(best), ABILITY_NAMES[best], "", rule)
    if defense == "ac" and sheet.armor is not None:
        if sheet.armor.bonus:
            yield Part(sheet.armor.bonus, composed("{name}", name=sheet.armor.name), "armor", rule)
        if sheet.armor.enhancement:
            yield Part(sheet.armor.enhancement, text("enhancement"), "enhancement", "dnd4e.defense.modifiers")
    if defense in ("ac", "reflex") and sheet.shield is not None and sheet.shield.bonus:
        yield Part(sheet.shield.bonus, composed("{name}", name=sheet.shield.name), "shield", rule)
    yield from bonuses(sheet, defense, "defenses")


def bonuses(sheet: Sheet, *to: str, bloodied: bool = False) -> Iterator[Part]:
    """What features and things add; some only against bloodied targets. Source: dnd4e.bonus.stacking."""
    for one in sheet.bonuses:
        if one.to in to and (not one.against or bloodied):
            yield Part(one.amount, composed("{name}", name=one.name), one.type, "dnd4e.bonus.stacking")


def attack_parts(sheet: Sheet, power: Power, weapon: Weapon | None, *, bloodied: bool = False) -> tuple[Part, ...]:
    """Base attack bonus of a power: its total when that is given, else half level, ability, weapon and bonuses.

    Args:
        sheet: whose.
        power: which.
        weapon: what it is made with, None without.
        bloodied: whether the target is.

    Source: dnd4e.roll.base_bonus, dnd4e.roll.ability_and_defense
    """
    rule = "dnd4e.roll.base_bonus"
    if power.attack is not None:
        return (Part(power.attack, composed("{name}", name=power.name), "", rule),)
    found = [half_level(sheet)]
    if power.ability and sheet.modifier(power.ability):
        found.append(Part(sheet.modifier(power.ability), ABILITY_NAMES[power.ability], "", rule))
    if weapon is not None:
        if weapon.proficiency:
            found.append(Part(weapon.proficiency, text("proficiency"), "proficiency", rule))
        if weapon.enhancement:
            found.append(Part(weapon.enhancement, composed("{name}", name=weapon.name), "enhancement", rule))
    if power.bonus:
        found.append(Part(power.bonus, composed("{name}", name=power.name), "power", "dnd4e.roll.temporary"))
    return stacked((*found, *bonuses(sheet, "attack", bloodied=bloodied)))


def initiative_parts(sheet: Sheet) -> tuple[Part, ...]:
    """Initiative modifier. Source: dnd4e.initiative.roll."""
    rule = "dnd4e.initiative.roll"
    if sheet.initiative is not None:
        return (Part(sheet.initiative, text("initiative"), "", rule),)
    return stacked(
        (half_level(sheet), Part(sheet.modifier("dex"), ABILITY_NAMES["dex"], "", rule), *bonuses(sheet, "initiative"))
    )


def skill_parts(sheet: Sheet, skill: str) -> tuple[Part, ...]:
    """Parts of a skill check: its total when that is given, else half level, ability, training and bonuses."""
    given = sheet.skills.get(skill)
    if given is not None:
        return (Part(given, text("skill"), "", "dnd4e.round_down"),)
    ability = str(table("fight")["skills"][skill])
    found = [half_level(sheet), Part(sheet.modifier(ability), ABILITY_NAMES[ability], "", "dnd4e.round_down")]
    if skill in sheet.trained:
        found.append(Part(int(table("fight")["trained"]["bonus"]), text("trained"), "", "dnd4e.round_down"))
    return stacked((*found, *bonuses(sheet, skill)))


def passive(sheet: Sheet, skill: str) -> int:
    """A skill nobody rolls for. Source: dnd4e.stealth.hide."""
    return base() + total(skill_parts(sheet, skill))


def differences(sheet: Sheet, stated: Mapping[str, Any], who: str) -> Iterable[Problem]:
    """What a stat block states and its parts do not come to."""
    for defense in DEFENSES:
        if defense in stated:
            found = base() + total(defense_parts(sheet, defense))
            if found != stated[defense]:
                message = f"{stated[defense]} is stated, its parts come to {found}"
                yield Problem(who, f"combat.stated.{defense}", message)
    if "initiative" in stated and total(initiative_parts(sheet)) != stated["initiative"]:
        found = total(initiative_parts(sheet))
        yield Problem(who, "combat.stated.initiative", f"{stated['initiative']} is stated, its parts come to {found}")
    for power_id, number in stated["attack"].items():
        power = sheet.powers[power_id]
        found = total(attack_parts(sheet, power, usual_weapon(sheet, power)))
        if found != number:
            yield Problem(who, f"combat.stated.attack.{power_id}", f"{number} is stated, its parts come to {found}")


def usual_weapon(sheet: Sheet, power: Power) -> Weapon | None:
    """The weapon a power is made with as the stat block has it: the one it names, else the first that fits."""
    if not power.armed:
        return None
    if power.weapon:
        return sheet.weapons[power.weapon]
    fitting = [one for one in sheet.weapons.values() if fits(power, one)]
    return fitting[0] if fitting else None


def fits(power: Power, weapon: Weapon) -> bool:
    """Whether a weapon can make a power: in melee what strikes, at range what shoots or is thrown."""
    if power.weapon:
        return weapon.id == power.weapon
    if power.kind == "ranged":
        return weapon.range_sq is not None
    return not weapon.ranged if power.kind == "melee" else True
