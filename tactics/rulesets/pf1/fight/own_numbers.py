"""A creature's numbers by its sheet alone, as parts, and the check of what a stat block states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tactics.core.problems import Problem
from tactics.core.text import Text, as_words, composed, text
from tactics.rules.event import Part
from tactics.rules.parts import ABILITY_NAMES, total
from tactics.rulesets.pf1.fight.sheet import ABILITIES, SAVE_ABILITIES, SAVES, Armor, Sheet, Weapon
from tactics.rulesets.pf1.sizes import very_small
from tactics.rulesets.pf1.tables import table

_AC_NAMES: Mapping[str, Text] = {
    "natural": text("natural armor"),
    "deflection": text("deflection"),
    "dodge": text("dodge"),
    "luck": text("luck"),
    "insight": text("insight"),
    "sacred": text("sacred"),
    "profane": text("profane"),
    "morale": text("morale"),
    "circumstance": text("circumstance"),
    "untyped": text("other"),
}
CMD_TYPES = frozenset({"circumstance", "deflection", "dodge", "insight", "luck", "morale", "profane", "sacred"})
"""Bonus types that count for Armor Class and combat maneuver defense alike. Source: pf1.maneuver.cmd."""

Mods = Mapping[str, int]
"""Ability modifiers by id."""


def stack(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts, those that do not add up marked as not kept.

    Bonuses of one type do not add up, but for dodge, racial, circumstance and those without a type; nothing adds up
    with itself. Penalties of one type do not add up, those without a type do.

    Source: pf1.check.bonus_stacking
    """
    found = list(parts)
    best: dict[tuple[object, ...], int] = {}
    for number, one in enumerate(found):
        if not one.kept:
            continue
        key = _stacking_key(one)
        other = best.get(key)
        if other is None:
            best[key] = number
            continue
        weaker = other if abs(found[other].amount) < abs(one.amount) else number
        if weaker == other:
            best[key] = number
        dropped = found[weaker]
        found[weaker] = Part(dropped.amount, dropped.reason, dropped.type, dropped.rule, kept=False)
    return tuple(found)


def _stacking_key(part: Part) -> tuple[object, ...]:
    """Of parts with one key only the strongest counts."""
    alone = part.type in ("", "racial", "circumstance") or (part.type == "dodge" and part.amount > 0)
    if alone:
        return part.type, part.amount > 0, part.reason, part.rule
    return part.type, part.amount > 0


def modifier(score: int | None) -> int:
    """Modifier of an ability score, 0 for one that is lacking."""
    return 0 if score is None else (score - 10) // 2


def own_mods(sheet: Sheet) -> Mods:
    """Ability modifiers of the sheet."""
    return {one: modifier(sheet.abilities[one]) for one in ABILITIES}


def size_part(sheet: Sheet) -> Iterator[Part]:
    """Size to Armor Class and attacks. Source: pf1.ac.size_modifier."""
    amount: int = table("fight")["size"][sheet.size]
    if amount:
        yield Part(amount, text("size"), "size", "pf1.ac.size_modifier")


def bonus_parts(
    sheet: Sheet, to: Iterable[str], weapon: str = "", rule: str = "pf1.check.bonus_stacking"
) -> Iterator[Part]:
    """What the sheet adds to something besides its own rules."""
    wanted = tuple(to)
    for one in sheet.bonuses:
        if one.to in wanted and (not one.weapon or one.weapon == weapon):
            yield Part(one.amount, composed("{name}", name=one.name), one.type, rule)


def worn_part(worn: Armor, type: str, *, broken: bool) -> Part:
    """The bonus of armor or a shield; half of it when broken.

    Source: pf1.ac.formula, pf1.ac.bonus_types, pf1.condition.broken
    """
    reason = composed("{name}", name=worn.name)
    if broken:
        reason = text("{item}, broken", item=worn.name)
    amount = worn.bonus // 2 if broken else worn.bonus
    return Part(amount, reason, type, "pf1.condition.broken" if broken else "pf1.ac.bonus_types")


def armor_class_parts(sheet: Sheet, dex: int, worn: Iterable[Part], caps: Iterable[int]) -> Iterator[Part]:
    """Armor Class by the sheet.

    Args:
        sheet: the sheet.
        dex: Dexterity modifier as it is now.
        worn: bonuses of armor and shield.
        caps: most Dexterity that armor lets through.

    Source: pf1.ac.formula, pf1.ac.max_dex, pf1.ac.dodge, pf1.move.encumbrance
    """
    yield Part(10, text("base"), "base", "pf1.ac.formula")
    yield from worn
    carried = table("fight")["load"].get(sheet.load, dex)
    allowed = min((dex, carried, *caps))
    if allowed < min((dex, *caps)):
        yield Part(allowed, text("Dexterity, limited by load"), "dexterity", "pf1.move.encumbrance")
    elif allowed < dex:
        yield Part(allowed, text("Dexterity, limited by armor"), "dexterity", "pf1.ac.max_dex")
    elif dex:
        yield Part(dex, ABILITY_NAMES["dex"], "dexterity", "pf1.ac.formula")
    yield from size_part(sheet)
    yield from ac_bonuses(sheet)


def ac_bonuses(sheet: Sheet) -> Iterator[Part]:
    """Natural armor, deflection, dodge and the like. Source: pf1.ac.bonus_types, pf1.ac.dodge."""
    for kind, amount in sheet.ac.items():
        rule = "pf1.ac.dodge" if kind == "dodge" else "pf1.ac.bonus_types"
        yield Part(amount, as_words(_AC_NAMES, kind), "" if kind == "untyped" else kind, rule)
    if "dodge" in sheet.feats:
        yield Part(1, text("Dodge feat"), "dodge", "pf1.ac.dodge")
    yield from bonus_parts(sheet, ("ac",), rule="pf1.ac.bonus_types")


def attack_ability(sheet: Sheet, weapon: Weapon, kind: str, mods: Mods) -> str:
    """The ability of an attack: Strength in melee, Dexterity at range, and with finesse where that is better.

    Source: pf1.attack.bonus_melee, pf1.attack.bonus_ranged
    """
    if kind == "ranged" or sheet.abilities["str"] is None:
        return "dex"
    light = weapon.natural or weapon.hands == "light" or "finesse" in weapon.properties
    return "dex" if light and "weapon_finesse" in sheet.feats and mods["dex"] > mods["str"] else "str"


def own_attack_parts(sheet: Sheet, weapon: Weapon, kind: str, mods: Mods) -> Iterator[Part]:
    """An attack by the sheet: base attack bonus, ability, size, weapon, feats.

    Source: pf1.attack.bonus_melee, pf1.attack.bonus_ranged, pf1.ac.size_modifier
    """
    rule = "pf1.attack.bonus_ranged" if kind == "ranged" else "pf1.attack.bonus_melee"
    yield Part(sheet.bab, text("base attack bonus"), "base", rule)
    used = attack_ability(sheet, weapon, kind, mods)
    if mods[used]:
        yield Part(mods[used], ABILITY_NAMES[used], "ability", rule)
    yield from size_part(sheet)
    yield from weapon_parts(sheet, weapon, rule)


def weapon_parts(sheet: Sheet, weapon: Weapon, rule: str) -> Iterator[Part]:
    """What a weapon and skill with it add to the attack."""
    if weapon.masterwork and not weapon.enhancement:
        yield Part(1, text("masterwork"), "enhancement", rule)
    if weapon.enhancement:
        yield Part(weapon.enhancement, text("enhancement"), "enhancement", rule)
    if weapon.attack:
        yield Part(weapon.attack, composed("{name}", name=weapon.name), "", rule)
    for feat, name in (
        ("weapon_focus", text("Weapon Focus")),
        ("greater_weapon_focus", text("Greater Weapon Focus")),
    ):
        if f"{feat}_{weapon.id}" in sheet.feats:
            yield Part(1, name, "", rule)
    yield from bonus_parts(sheet, ("attack",), weapon.id, rule)


def own_save_parts(sheet: Sheet, save: str, mods: Mods) -> Iterator[Part]:
    """A saving throw by the sheet. Source: pf1.save.formula, pf1.save.types."""
    yield Part(sheet.saves[save], text("base save"), "base", "pf1.save.formula")
    used = SAVE_ABILITIES[save]
    if mods[used]:
        yield Part(mods[used], ABILITY_NAMES[used], "ability", "pf1.save.types")
    feat, name = {
        "fortitude": ("great_fortitude", text("Great Fortitude")),
        "reflex": ("lightning_reflexes", text("Lightning Reflexes")),
        "will": ("iron_will", text("Iron Will")),
    }[save]
    if feat in sheet.feats:
        yield Part(2, name, "", "pf1.save.formula")
    yield from bonus_parts(sheet, (save, "saves"), rule="pf1.save.formula")


def own_initiative_parts(sheet: Sheet, mods: Mods) -> Iterator[Part]:
    """Initiative by the sheet. Source: pf1.init.roll."""
    if mods["dex"]:
        yield Part(mods["dex"], ABILITY_NAMES["dex"], "ability", "pf1.init.roll")
    if "improved_initiative" in sheet.feats:
        yield Part(4, text("Improved Initiative"), "", "pf1.init.roll")
    yield from bonus_parts(sheet, ("initiative",), rule="pf1.init.roll")


def own_cmb_parts(sheet: Sheet, mods: Mods) -> Iterator[Part]:
    """Combat maneuver bonus by the sheet. Source: pf1.maneuver.cmb, pf1.maneuver.special_size_table."""
    yield Part(sheet.bab, text("base attack bonus"), "base", "pf1.maneuver.cmb")
    agile = very_small(sheet.size) or ("agile_maneuvers" in sheet.feats and mods["dex"] > mods["str"])
    used = "dex" if agile or sheet.abilities["str"] is None else "str"
    if mods[used]:
        yield Part(mods[used], ABILITY_NAMES[used], "ability", "pf1.maneuver.cmb")
    yield from special_size_part(sheet)
    yield from bonus_parts(sheet, ("cmb",), rule="pf1.maneuver.cmb")


def special_size_part(sheet: Sheet) -> Iterator[Part]:
    """Size in combat maneuvers, the opposite of that in attacks. Source: pf1.maneuver.special_size_table."""
    amount: int = -table("fight")["size"][sheet.size]
    if amount:
        yield Part(amount, text("size"), "size", "pf1.maneuver.special_size_table")


def own_cmd_parts(sheet: Sheet, mods: Mods) -> Iterator[Part]:
    """Combat maneuver defense by the sheet. Source: pf1.maneuver.cmd."""
    yield Part(10, text("base"), "base", "pf1.maneuver.cmd")
    yield Part(sheet.bab, text("base attack bonus"), "base_attack", "pf1.maneuver.cmd")
    for used in ("str", "dex"):
        if mods[used]:
            name = "dexterity" if used == "dex" else "ability"
            yield Part(mods[used], ABILITY_NAMES[used], name, "pf1.maneuver.cmd")
    yield from special_size_part(sheet)
    for one in ac_bonuses(sheet):
        if one.type in CMD_TYPES or one.amount < 0:
            yield Part(one.amount, one.reason, one.type, "pf1.maneuver.cmd")
    yield from bonus_parts(sheet, ("cmd",), rule="pf1.maneuver.cmd")


def touch(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Armor Class without armor, shield and natural armor. Source: pf1.ac.touch."""
    return tuple(dropped(one) if one.type in ("armor", "shield", "natural") else one for one in parts)


def flat_footed(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Armor Class without a Dexterity bonus and dodge bonuses.

    Source: pf1.ac.flat_footed_value, pf1.ac.lose_dex
    """
    return tuple(dropped(one) if one.type in ("dexterity", "dodge") and one.amount > 0 else one for one in parts)


def dropped(part: Part) -> Part:
    """The same part, not kept."""
    return Part(part.amount, part.reason, part.type, part.rule, kept=False)


def sheet_worn(sheet: Sheet) -> tuple[list[Part], list[int]]:
    """Bonuses and limits of everything the sheet wears."""
    worn = [(sheet.armor, "armor"), (sheet.shield, "shield")]
    parts = [worn_part(one, kind, broken=one.broken) for one, kind in worn if one is not None]
    return parts, [one.max_dex for one, _ in worn if one is not None and one.max_dex is not None]


def differences(sheet: Sheet, stated: Mapping[str, Any], who: str) -> Iterator[Problem]:
    """A problem for each stated number that its parts do not give."""
    for key, amount in computed(sheet).items():
        if key in stated and stated[key] != amount:
            yield _differs(who, key, stated[key], amount)
    mods = own_mods(sheet)
    for named, said in stated.get("attack", {}).items():
        weapon = sheet.weapons[named]
        kind = "ranged" if weapon.ranged else "melee"
        parts = [*own_attack_parts(sheet, weapon, kind, mods), *secondary_part(sheet, weapon)]
        found = total(stack(parts))
        if found != said:
            yield _differs(who, f"attack.{named}", said, found)


def secondary_part(sheet: Sheet, weapon: Weapon, *, combined: bool = False) -> Iterator[Part]:
    """The penalty of a secondary natural attack.

    Source: pf1.attack.natural
    """
    if is_secondary(sheet, weapon, combined=combined):
        key = "secondary_multiattack" if "multiattack" in sheet.feats else "secondary"
        amount: int = table("fight")["attack"][key]
        yield Part(amount, text("secondary natural attack"), "", "pf1.attack.natural")


def is_secondary(sheet: Sheet, weapon: Weapon, *, combined: bool = False) -> bool:
    """Whether a natural weapon is secondary: one of several kinds, or used beside manufactured weapons.

    Source: pf1.attack.natural
    """
    if not weapon.natural:
        return False
    return combined or (weapon.secondary and len(sheet.natural_weapons) > 1)


def computed(sheet: Sheet) -> Mapping[str, int]:
    """Every derived number of the sheet by its key in ``[combat.stated]``."""
    mods = own_mods(sheet)
    parts = stack(armor_class_parts(sheet, mods["dex"], *sheet_worn(sheet)))
    return {
        "hp": sheet.hp,
        "ac": total(parts),
        "touch": total(touch(parts)),
        "flat_footed": total(flat_footed(parts)),
        "cmb": total(stack(own_cmb_parts(sheet, mods))),
        "cmd": total(stack(own_cmd_parts(sheet, mods))),
        "initiative": total(stack(own_initiative_parts(sheet, mods))),
        **{one: total(stack(own_save_parts(sheet, one, mods))) for one in SAVES},
    }


def _differs(who: str, key: str, said: int, found: int) -> Problem:
    return Problem(who, f"combat.stated.{key}", f"says {said}, but the parts give {found}")
