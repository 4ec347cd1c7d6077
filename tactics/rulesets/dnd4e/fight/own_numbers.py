"""A creature's numbers by its sheet alone, as parts, and the check of what a stat block states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tactics.core.problems import Problem
from tactics.core.text import Text, composed, text
from tactics.rules.dice_text import Dice
from tactics.rules.event import Part
from tactics.rules.parts import ABILITY_NAMES, total
from tactics.rules.registry import book
from tactics.rulesets.dnd4e.fight.parts import stacked
from tactics.rulesets.dnd4e.fight.powers import DEFENSES, Outcome, Power
from tactics.rulesets.dnd4e.fight.retyping import as_made
from tactics.rulesets.dnd4e.fight.sheet import Sheet, Weapon
from tactics.rulesets.dnd4e.tables import SYSTEM, table

_DEFENSE_NAMES: Mapping[str, Text] = {
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


def defense_name(defense: str) -> Text:
    """A defense in the words of the book. Source: dnd4e.defense.four."""
    return book(SYSTEM).word(f"defense.{defense}", _DEFENSE_NAMES[defense])


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
        return (Part(given - base(), defense_name(defense), "", _RULES[defense]),)
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


def bonuses(sheet: Sheet, *to: str, bloodied: bool = False, keywords: frozenset[str] = frozenset()) -> Iterator[Part]:
    """What features and things add; some only against bloodied targets, or with powers of a keyword.

    Source: dnd4e.bonus.stacking, dnd4e.damage.type_change
    """
    for one in sheet.bonuses:
        if one.to in to and (not one.against or bloodied) and (not one.keyword or one.keyword in keywords):
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
    more = tuple(bonuses(sheet, "attack", bloodied=bloodied, keywords=power.keywords))
    if power.attack is not None:
        # A total counts what always applies.
        always = tuple(bonuses(sheet, "attack", keywords=power.keywords))
        given = Part(power.attack, composed("{name}", name=power.name), "", rule)
        return stacked((given, *(one for one in more if one not in always)))
    found = [half_level(sheet)]
    if power.ability and sheet.modifier(power.ability):
        found.append(Part(sheet.modifier(power.ability), ABILITY_NAMES[power.ability], "", rule))
    if weapon is not None:
        if weapon.proficiency and power.armed:
            found.append(Part(weapon.proficiency, text("proficiency"), "proficiency", rule))
        if weapon.enhancement:
            found.append(Part(weapon.enhancement, composed("{name}", name=weapon.name), "enhancement", rule))
    if power.bonus:
        found.append(Part(power.bonus, composed("{name}", name=power.name), "power", "dnd4e.roll.temporary"))
    return stacked((*found, *more))


def damage_dice(power: Power, weapon: Weapon | None, one: Outcome) -> Dice:
    """The dice of one outcome: its own, and the weapon's as often as it says. Source: dnd4e.damage.weapon_dice."""
    if not one.weapon or weapon is None:
        return one.dice
    scaled = tuple((number * one.weapon, sides) for number, sides in weapon.dice.dice)
    return Dice((*scaled, *one.dice.dice), one.dice.bonus + weapon.dice.bonus * one.weapon)


def damage_parts(
    sheet: Sheet, power: Power, weapon: Weapon | None, one: Outcome, *, bloodied: bool = False
) -> tuple[Part, ...]:
    """What the sheet adds to the dice of one outcome; general bonuses once, to the first damage of a hit.

    Args:
        sheet: whose.
        power: which.
        weapon: what it is made with, None without.
        one: the outcome.
        bloodied: whether the target is.

    Source: dnd4e.damage.roll
    """
    rule = "dnd4e.damage.roll"
    found: list[Part] = []
    if one.add and sheet.modifier(one.add):
        found.append(Part(sheet.modifier(one.add), ABILITY_NAMES[one.add], "", rule))
    if not first_damage(power, one):
        return stacked(found)
    if weapon is not None and weapon.enhancement:
        found.append(Part(weapon.enhancement, composed("{name}", name=weapon.name), "enhancement", rule))
    return stacked((*found, *bonuses(sheet, "damage", bloodied=bloodied, keywords=power.keywords)))


def first_damage(power: Power, one: Outcome) -> bool:
    """Whether an outcome is the first damage of a hit, to which everything is added that adds to damage rolls."""
    return one is next((hit for hit in power.hit if hit.does == "damage"), None)


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
        weapon = usual_weapon(sheet, sheet.powers[power_id])
        found = total(attack_parts(sheet, as_made(sheet.powers[power_id], weapon), weapon))
        if found != number:
            yield Problem(who, f"combat.stated.attack.{power_id}", f"{number} is stated, its parts come to {found}")
    for power_id, dice in stated["damage"].items():
        written = usual_damage(sheet, sheet.powers[power_id])
        if written != dice:
            message = f"{dice} is stated, its parts come to {written}"
            yield Problem(who, f"combat.stated.damage.{power_id}", message)


def usual_damage(sheet: Sheet, power: Power) -> Dice:
    """The first damage of a hit as the stat block has it, dice of the same kind together."""
    weapon = usual_weapon(sheet, power)
    power = as_made(power, weapon)
    one = next((hit for hit in power.hit if hit.does == "damage"), None)
    if one is None:
        return Dice()
    dice = damage_dice(power, weapon, one)
    numbers: dict[int, int] = {}
    for number, sides in dice.dice:
        numbers[sides] = numbers.get(sides, 0) + number
    together = tuple((number, sides) for sides, number in numbers.items())
    return Dice(together, dice.bonus + total(damage_parts(sheet, power, weapon, one)))


def usual_weapon(sheet: Sheet, power: Power) -> Weapon | None:
    """The weapon a power is made with as the stat block has it: the one it names, else the first that fits."""
    if power.weapon:
        return sheet.weapons[power.weapon]
    if not power.armed and "implement" not in power.keywords:
        return None
    fitting = [one for one in sheet.weapons.values() if fits(power, one)]
    return fitting[0] if fitting else None


def fits(power: Power, weapon: Weapon) -> bool:
    """Whether a weapon can make a power: in melee what strikes, at range what shoots or is thrown; or an implement."""
    if power.weapon:
        return weapon.id == power.weapon
    if not power.armed:
        return "implement" in weapon.properties and "implement" in power.keywords
    if power.kind == "ranged":
        return weapon.range_sq is not None
    return not weapon.ranged if power.kind == "melee" else True
