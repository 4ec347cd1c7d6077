"""Reading the table ``combat`` of a stat block into a `Sheet`, with every fault of it named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from tactics.rules.keys import Keys, words_of
from tactics.rules.sheets import read_combat
from tactics.rulesets.pf2e.fight.powers_reading import (
    check_afflictions,
    given_afflictions,
    read_afflictions,
    read_powers,
)
from tactics.rulesets.pf2e.fight.sheet import (
    ABILITIES,
    BASH,
    KINDS,
    RANKS,
    SAVES,
    UNARMED,
    Against,
    Armor,
    Bonus,
    Extra,
    Sheet,
    Weapon,
)
from tactics.rulesets.pf2e.tables import table

SHEET_KEYS = words_of(
    """
    level kind traits abilities proficiencies numbers hp armor shield weapons feats bonuses hero_points immunities
    initiative group languages
    weaknesses resistances fast_healing regeneration specialization key_ability stated powers afflictions pools
    companion_of gear temporary_hp
    """
)
_WEAPON_KEYS = words_of(
    """
    id like name name_ru category kind hands damage type traits increment reach reload ammunition potency striking
    attack extra tags hardness hp broken hand affliction splash lost
    """
)
_ARMOR_KEYS = words_of("id name name_ru category bonus cap cover_bonus hardness hp broken check_penalty strength lost")
_EXTRA_KEYS = words_of("dice type name name_ru critical persistent precision flat_footed")
_BONUS_KEYS = words_of("to amount type name name_ru")
_AGAINST_KEYS = words_of("to amount needs except")
CATEGORIES = ("unarmored", "light", "medium", "heavy")
WEAPON_CATEGORIES = ("simple", "martial", "advanced", "unarmed")
PLAIN_TRAITS = words_of(
    """
    agile backswing disarm finesse forceful free_hand grapple nonlethal parry propulsive reach shove sweep trip twin
    unarmed versatile
    """
)
_NUMBERED_TRAITS = re.compile(r"(thrown_\d+|volley_\d+|(two_hand|deadly|fatal|jousting)_d\d+)")


def statistics() -> tuple[str, ...]:
    """Every statistic a sheet may give: saves, skills, perception, armor class, spells, class."""
    skills = tuple(table("fight")["skills"])
    return ("ac", "perception", *SAVES, *skills, "spell_attack", "spell_dc", "class_dc")


def _proficiencies() -> tuple[str, ...]:
    skills = tuple(table("fight")["skills"])
    return ("perception", *SAVES, *skills, "spell", "class", *CATEGORIES, *WEAPON_CATEGORIES)


def read_sheet(combat: object, size: str, who: str) -> tuple[Sheet, Mapping[str, Any]]:
    """The sheet a table means, and what it states.

    Args:
        combat: the table ``combat``.
        size: size of the creature.
        who: where the table stands, for problems.

    Raises:
        ProblemError: with all faults of the table.
    """

    def read(keys: Keys) -> tuple[Sheet, Mapping[str, Any]]:
        sheet = _sheet(keys, size)
        return sheet, _stated(keys, sheet)

    return read_combat(combat, who, SHEET_KEYS, read)


def _sheet(keys: Keys, size: str) -> Sheet:
    kind = keys.word("kind", "ordinary", KINDS)
    first = table("fight")["hero_points"]["first"] if kind == "hero" else 0
    regeneration = keys.inner("regeneration", ("amount", "off"))
    level = keys.number("level", least=-1, most=30)
    weapons = _weapons(keys)
    ranks = _ranks(keys, weapons)
    weapons += _bash(keys, weapons, ranks)
    sheet = Sheet(
        level=level,
        kind=kind,
        traits=keys.words("traits"),
        size=size,
        abilities=_abilities(keys),
        ranks=ranks,
        totals=keys.numbers("numbers", statistics()) if "numbers" in keys else MappingProxyType({}),
        hp=keys.number("hp", least=1),
        armor=_armor(keys, "armor"),
        shield=_armor(keys, "shield"),
        weapons=keys.by_id("weapons", weapons),
        feats=keys.words("feats"),
        bonuses=tuple(_bonus(one) for one in keys.rows("bonuses", _BONUS_KEYS)),
        hero_points=keys.number("hero_points", first, least=0, most=table("fight")["hero_points"]["most"]),
        immunities=keys.words("immunities"),
        weaknesses=tuple(_against(one) for one in keys.rows("weaknesses", _AGAINST_KEYS)),
        resistances=tuple(_against(one) for one in keys.rows("resistances", _AGAINST_KEYS)),
        fast_healing=keys.number("fast_healing", 0, least=0),
        regeneration=regeneration.number("amount", 0, least=0),
        regeneration_off=regeneration.words("off"),
        initiative=keys.word("initiative", "perception", statistics()),
        group=keys.word("group", ""),
        languages=keys.words("languages"),
        specialization=keys.word("specialization", "", ("", "plain", "greater")),
        key=keys.word("key_ability", "cha", ABILITIES),
        powers=read_powers(keys, level),
        afflictions=read_afflictions(keys, level),
        pools=keys.numbers("pools"),
        companion_of=keys.word("companion_of", ""),
        gear=keys.words("gear"),
        temp_hp=keys.number("temporary_hp", 0, least=0),
    )
    _check_given(keys, sheet)
    return sheet


def _check_given(keys: Keys, sheet: Sheet) -> None:
    """Name what powers and weapons give and the stat block does not explain."""
    given = given_afflictions(sheet.powers)
    given |= {f"weapons.{one.id}": one.affliction for one in sheet.weapons.values()}
    check_afflictions(keys, sheet.afflictions, given)
    for one in sheet.powers.values():
        if one.pool and one.pool not in sheet.pools:
            keys.fault(f"powers.{one.id}", f"there is no pool {one.pool!r} in this stat block; give its size in pools")


def _abilities(keys: Keys) -> Mapping[str, int]:
    inner = keys.inner("abilities", ABILITIES)
    return MappingProxyType({one: inner.number(one, 0, least=-10, most=20) for one in ABILITIES})


def _ranks(keys: Keys, weapons: Iterable[Weapon]) -> Mapping[str, str]:
    """Proficiencies; one with a single weapon or armor goes before that with its category.

    Source: pf2e.class.proficiency_sources
    """
    known = (*_proficiencies(), *table("weapons"), *table("armor"), *(one.id for one in weapons))
    inner = keys.inner("proficiencies", known)
    return MappingProxyType(
        {one: inner.word(one, "untrained", RANKS) for one in keys.keys_of("proficiencies") if one in known}
    )


def _armor(keys: Keys, name: str) -> Armor | None:
    if name not in keys:
        return None
    inner = keys.inner(name, _ARMOR_KEYS).from_entry(table("armor"), "armor")
    categories = ("shield",) if name == "shield" else CATEGORIES
    return Armor(
        id=inner.word("id"),
        name=inner.name(inner.word("id", "")),
        category=inner.word("category", categories[0], categories),
        bonus=inner.number("bonus", 0, least=0, most=20),
        cap=inner.maybe("cap", least=0, most=20),
        cover_bonus=inner.number("cover_bonus", 0, least=0, most=10),
        hardness=inner.number("hardness", 5, least=0),
        hp=inner.number("hp", 20, least=1),
        threshold=inner.number("broken", 10, least=0),
        check_penalty=inner.number("check_penalty", 0, least=-10, most=0),
        strength=inner.maybe("strength", least=1, most=30),
        lost=inner.number("lost", 0, least=0),
    )


def _weapons(keys: Keys) -> list[Weapon]:
    found = [_weapon(one) for one in keys.rows("weapons", _WEAPON_KEYS)]
    if all(one.id != UNARMED for one in found):
        found.append(_weapon(Keys({"id": UNARMED}, "combat.weapons", "", keys.problems, _WEAPON_KEYS)))
    return found


def _bash(keys: Keys, weapons: list[Weapon], ranks: Mapping[str, str]) -> list[Weapon]:
    """The blow with a shield, for those who have one and learned to use such weapons."""
    ids = {one.id for one in weapons}
    learned = ranks.get("martial", RANKS[0]) != RANKS[0] or BASH in ranks
    if "shield" not in keys or not learned or BASH in ids:
        return []
    return [_weapon(Keys({"id": BASH}, "combat.weapons", "", keys.problems, _WEAPON_KEYS))]


def _weapon(keys: Keys) -> Weapon:
    keys = keys.from_entry(table("weapons"), "weapons", "like" if keys.word("like", "") else "id")
    kind = keys.word("kind", "melee", ("melee", "ranged", "thrown"))
    if kind != "melee" and "increment" not in keys:
        keys.fault("increment", "is missing: how far is it shot or thrown?")
    traits = keys.words("traits")
    for one in sorted(traits - PLAIN_TRAITS):
        if not _NUMBERED_TRAITS.fullmatch(one):
            keys.fault("traits", f"{one!r} is no trait of a weapon such as agile, reach, thrown_20 or deadly_d8")
    potency = keys.number("potency", 0, least=0, most=4)
    return Weapon(
        id=keys.word("id"),
        like=keys.word("like", ""),
        name=keys.name(keys.word("id", "")),
        category=keys.word("category", "unarmed", WEAPON_CATEGORIES),
        kind=kind,
        hands=keys.word("hands", "free", ("one", "two", "free")),
        dice=keys.dice("damage", None),
        types=tuple(keys.word("type").split("/")),
        traits=traits,
        increment_ft=keys.maybe("increment", least=5, most=2000),
        reach_ft=keys.maybe("reach", least=0, most=200),
        reload=keys.number("reload", 0, least=0, most=3),
        ammunition=keys.maybe("ammunition", least=0),
        potency=potency,
        striking=keys.number("striking", 0, least=0, most=3),
        attack=keys.maybe("attack", least=-10, most=60),
        extra=tuple(_extra(one) for one in keys.rows("extra", _EXTRA_KEYS)),
        tags=keys.words("tags") | (frozenset({"magical"}) if potency else frozenset()),
        hardness=keys.number("hardness", 5, least=0),
        hp=keys.number("hp", 20, least=1),
        threshold=keys.number("broken", 10, least=0),
        hand=keys.word("hand", "stowed", ("main", "off", "both", "worn", "stowed")),
        affliction=keys.word("affliction", ""),
        splash=keys.number("splash", 0, least=0),
        lost=keys.number("lost", 0, least=0),
    )


def _extra(keys: Keys) -> Extra:
    kind = keys.word("type", "")
    return Extra(
        keys.dice("dice", None),
        kind,
        keys.name(kind.replace("_", " ")),
        critical=keys.flag("critical"),
        persistent=keys.flag("persistent"),
        precision=keys.flag("precision"),
        flat_footed=keys.flag("flat_footed"),
    )


def _bonus(keys: Keys) -> Bonus:
    """Source: pf2e.check.modifier_bonus_penalty, pf2e.bonus.types: a bonus has a type and is positive."""
    amount = keys.number("amount", least=-20, most=20)
    kind = keys.word("type", "", ("", "circumstance", "status", "item"))
    if amount > 0 and not kind:
        keys.fault("type", "is missing: a bonus is circumstance, status or item")
    if not amount:
        keys.fault("amount", "must not be 0")
    return Bonus(keys.word("to"), amount, kind, keys.name(kind))


def _against(keys: Keys) -> Against:
    return Against(
        keys.word("to"), keys.number("amount", least=1, most=1000), keys.words("needs"), keys.words("except")
    )


def _stated(keys: Keys, sheet: Sheet) -> Mapping[str, Any]:
    inner = keys.inner("stated", (*statistics(), "attack"))
    numbers: dict[str, Any] = {one: inner.number(one, 0) for one in statistics() if one in inner}
    numbers["attack"] = inner.numbers("attack", sheet.weapons)
    return numbers
