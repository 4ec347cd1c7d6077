"""Reading the table ``combat`` of a stat block into a `Sheet`, with every fault of it named."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tactics.rules.dice_text import Dice
from tactics.rules.keys import Keys, words_of
from tactics.rules.sheets import read_combat
from tactics.rulesets.dnd4e.fight.parts import TYPES
from tactics.rulesets.dnd4e.fight.powers import DEFENSES, Power
from tactics.rulesets.dnd4e.fight.powers_reading import DAMAGE, POWER_KEYS, basic_melee, basic_ranged, read_power
from tactics.rulesets.dnd4e.fight.sheet import ABILITIES, KINDS, UNARMED, Armor, Bonus, Reaction, Sheet, Weapon
from tactics.rulesets.dnd4e.tables import table

SHEET_KEYS = words_of(
    """
    level kind role keywords abilities hp surges defenses initiative trained skills armor shield weapons powers bonuses
    resist vulnerable immune weaknesses regeneration action_points second_wind basic_ability stated
    """
)
_WEAPON_KEYS = words_of(
    """
    id name name_ru kind proficiency damage hands range long_range properties load ammunition enhancement critical
    critical_type damage_type hand
    """
)
_ARMOR_KEYS = words_of("id name name_ru bonus heavy enhancement")
_BONUS_KEYS = words_of("to amount type name name_ru against keyword")
BONUS_TO = ("attack", "damage", *DEFENSES, "defenses", "initiative", "saves", "death_saves")
WEAK_UNTIL = ("end_target", "save", "encounter")
PROPERTIES = words_of("heavy_thrown high_crit implement light_thrown off_hand reach versatile")


def read_sheet(combat: object, who: str) -> tuple[Sheet, Mapping[str, Any]]:
    """The sheet a table means, and what it states.

    Args:
        combat: the table ``combat``.
        who: where the table stands, for problems.

    Raises:
        ProblemError: with all faults of the table.
    """

    def read(keys: Keys) -> tuple[Sheet, Mapping[str, Any]]:
        sheet = _sheet(keys)
        return sheet, _stated(keys, sheet)

    return read_combat(combat, who, SHEET_KEYS, read)


def _sheet(keys: Keys) -> Sheet:
    kind = keys.word("kind", "standard", KINDS)
    abilities = keys.inner("abilities", ABILITIES)
    first = {"hero": int(table("fight")["action_point"]["first"]), "elite": 1, "solo": 2}.get(kind, 0)
    skills = tuple(table("fight")["skills"])
    weapons = _weapons(keys)
    return Sheet(
        level=keys.number("level", least=1, most=40),
        kind=kind,
        role=keys.word("role", ""),
        keywords=keys.words("keywords"),
        abilities=MappingProxyType({one: abilities.number(one, 10, least=1, most=60) for one in ABILITIES}),
        hp=_hp(keys, kind),
        surges=keys.number("surges", 0, least=0, most=30),
        defenses=keys.numbers("defenses", DEFENSES) if "defenses" in keys else MappingProxyType({}),
        initiative=keys.maybe("initiative", least=-20, most=60),
        trained=keys.words("trained", frozenset(skills)),
        skills=keys.numbers("skills", skills) if "skills" in keys else MappingProxyType({}),
        armor=_armor(keys, "armor"),
        shield=_armor(keys, "shield"),
        weapons=keys.by_id("weapons", weapons),
        powers=keys.by_id("powers", _powers(keys, weapons)),
        bonuses=tuple(_bonus(one) for one in keys.rows("bonuses", _BONUS_KEYS)),
        resist=keys.numbers("resist", (*DAMAGE, "all")) if "resist" in keys else MappingProxyType({}),
        vulnerable=keys.numbers("vulnerable", (*DAMAGE, "all")) if "vulnerable" in keys else MappingProxyType({}),
        immune=keys.words("immune"),
        weaknesses=tuple(
            Reaction(one.word("type", None, DAMAGE), one.word("condition"), one.word("until", "end_target", WEAK_UNTIL))
            for one in keys.rows("weaknesses", ("type", "condition", "until"))
        ),
        regeneration=keys.number("regeneration", 0, least=0),
        action_points=keys.number("action_points", first, least=0, most=5),
        second_wind=keys.flag("second_wind"),
    )


def _hp(keys: Keys, kind: str) -> int:
    """Full hit points; minions have 1. Source: dnd4e.damage.half_on_miss."""
    if kind != "minion":
        return keys.number("hp", least=1)
    found = keys.number("hp", 1, least=1)
    if found != 1:
        keys.fault("hp", "a minion has 1 hit point")
    return found


def _armor(keys: Keys, name: str) -> Armor | None:
    if name not in keys:
        return None
    inner = keys.inner(name, _ARMOR_KEYS).from_entry(table("armor"), "armor")
    return Armor(
        id=inner.word("id"),
        name=inner.name(inner.word("id", "")),
        bonus=inner.number("bonus", 0, least=0, most=30),
        heavy=inner.flag("heavy"),
        enhancement=inner.number("enhancement", 0, least=0, most=6),
    )


def _weapons(keys: Keys) -> list[Weapon]:
    found = [_weapon(one) for one in keys.rows("weapons", _WEAPON_KEYS)]
    _check_hands(keys, found)
    if all(one.id != UNARMED for one in found):
        found.append(_weapon(Keys({"id": UNARMED}, "combat.weapons", "", keys.problems, _WEAPON_KEYS)))
    return found


def _check_hands(keys: Keys, weapons: list[Weapon]) -> None:
    """Faults of what is held at the beginning: each hand holds one thing."""
    held = [(f"weapons[{number}].hand", one) for number, one in enumerate(weapons) if one.hand != "stowed"]
    for key, one in held:
        if one.hands == "two" and one.hand != "both":
            keys.fault(key, "it takes both hands")
        if one.hand == "off" and "off_hand" not in one.properties:
            keys.fault(key, "only weapons with the property off_hand are held in the off hand")
    hands = [hand for _, one in held for hand in (("main", "off") if one.hand == "both" else (one.hand,))]
    hands += ["off"] if "shield" in keys else []
    for hand in sorted({one for one in hands if hands.count(one) > 1}):
        keys.fault("weapons", f"the {hand} hand holds more than one thing")


def _weapon(keys: Keys) -> Weapon:
    keys = keys.from_entry(table("weapons"), "weapons")
    return Weapon(
        id=keys.word("id"),
        name=keys.name(keys.word("id", "")),
        kind=keys.word("kind", "melee", ("melee", "ranged")),
        proficiency=keys.number("proficiency", 2, least=0, most=4),
        dice=keys.dice("damage", None),
        hands=keys.word("hands", "one", ("one", "two", "free")),
        range_sq=keys.maybe("range", least=1, most=100),
        long_range_sq=keys.maybe("long_range", least=1, most=200),
        properties=keys.words("properties", PROPERTIES),
        load=keys.word("load", "", ("", "free", "minor")),
        ammunition=keys.maybe("ammunition", least=0),
        enhancement=keys.number("enhancement", 0, least=0, most=6),
        critical=keys.dice("critical") if "critical" in keys else Dice(),
        critical_type=keys.word("critical_type", "", ("", *DAMAGE)),
        damage_type=keys.word("damage_type", "", ("", *DAMAGE)),
        hand=keys.word("hand", "stowed", ("main", "off", "both", "stowed")),
    )


def _powers(keys: Keys, weapons: list[Weapon]) -> list[Power]:
    """Basic attacks, unless the stat block has its own, and the powers of the stat block."""
    found = [read_power(one) for one in keys.rows("powers", POWER_KEYS)]
    for one in found:
        if one.weapon and one.weapon not in {each.id for each in weapons}:
            keys.fault("powers", f"the weapon {one.weapon!r} of {one.id!r} is not one of its weapons")
    ability = keys.word("basic_ability", "str", ABILITIES)
    basics = [] if any(one.basic == "melee" for one in found) else [basic_melee(ability)]
    flies = any(one.range_sq is not None for one in weapons)
    if flies and not any(one.basic == "ranged" for one in found):
        basics.append(basic_ranged())
    return [*basics, *found]


def _bonus(keys: Keys) -> Bonus:
    amount = keys.number("amount", least=-20, most=20)
    return Bonus(
        to=keys.word("to", None, (*BONUS_TO, *table("fight")["skills"])),
        amount=amount,
        type=keys.word("type", "", ("", *TYPES)),
        name=keys.name(keys.word("type", "")),
        against=keys.word("against", "", ("", "bloodied")),
        keyword=keys.word("keyword", ""),
    )


def _stated(keys: Keys, sheet: Sheet) -> Mapping[str, Any]:
    inner = keys.inner("stated", (*DEFENSES, "initiative", "attack", "damage"))
    numbers: dict[str, Any] = {one: inner.number(one, 0) for one in (*DEFENSES, "initiative") if one in inner}
    numbers["attack"] = inner.numbers("attack", sheet.powers)
    damage = inner.inner("damage", sheet.powers)
    numbers["damage"] = {one: damage.dice(one) for one in inner.keys_of("damage") if one in sheet.powers}
    return numbers
