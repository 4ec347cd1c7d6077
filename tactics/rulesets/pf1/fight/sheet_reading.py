"""Reading the table ``combat`` of a stat block into a `Sheet`, with every fault of it named."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tactics.rules.dice_text import Dice, parse_dice
from tactics.rules.keys import Keys, words_of
from tactics.rules.sheets import read_combat
from tactics.rulesets.pf1.fight.sheet import (
    ABILITIES,
    SAVES,
    UNARMED,
    Armor,
    Bonus,
    Extra,
    Power,
    Sheet,
    Weapon,
)
from tactics.rulesets.pf1.tables import table

SHEET_KEYS = words_of(
    """
    level type abilities bab saves hit_dice bonus_hp hp armor shield ac feats skills ranks special sneak_attack legs
    immunities reduction resistances vulnerabilities regeneration fast_healing spell_resistance bonuses weapons powers
    base_speed load gear stated
    """
)
_WEAPON_KEYS = words_of(
    """
    id name name_ru kind hands damage type threat multiplier reach reach_ft increment properties composite ammunition
    reload nonlethal touch enhancement masterwork attack bonus_damage extra material overcomes count secondary hardness
    hp hand broken
    """
)
_ARMOR_KEYS = words_of("id name name_ru kind bonus enhancement max_dex check hardness hp force broken")
_POWER_KEYS = words_of(
    """
    id name name_ru kind action shape size width range touch effect dice type condition rounds save on_save dc uses
    level caster_level concentration splash increment
    """
)
_BONUS_KEYS = words_of("to amount type name name_ru weapon")
PROPERTIES = words_of("adds_strength brace disarm double finesse grapple lance no_strength prone trip")


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
    abilities = _abilities(keys)
    level = keys.number("level", least=1, most=60)
    kind = keys.word("type", "humanoid")
    reduction = keys.inner("reduction", ("amount", "except"))
    regeneration = keys.inner("regeneration", ("amount", "except"))
    weapons = _weapons(keys, size)
    return Sheet(
        level=level,
        type=kind,
        size=size,
        abilities=abilities,
        bab=keys.number("bab", least=0, most=60),
        saves=_saves(keys),
        hp=_hp(keys, level, kind, abilities),
        armor=_armor(keys, "armor"),
        shield=_armor(keys, "shield"),
        ac=keys.numbers("ac"),
        weapons=keys.by_id("weapons", weapons),
        feats=keys.words("feats"),
        special=keys.words("special"),
        skills=keys.numbers("skills"),
        ranks=keys.numbers("ranks"),
        bonuses=tuple(_bonus(one) for one in keys.rows("bonuses", _BONUS_KEYS)),
        powers=keys.by_id("powers", _powers(keys, level)),
        sneak_attack=keys.dice("sneak_attack") if "sneak_attack" in keys else None,
        legs=keys.number("legs", 2, least=0, most=100),
        gear=keys.numbers("gear"),
        immunities=keys.words("immunities"),
        resistances=keys.numbers("resistances"),
        vulnerabilities=keys.words("vulnerabilities"),
        reduction=reduction.number("amount", 0, least=0),
        reduction_except=reduction.words("except"),
        regeneration=regeneration.number("amount", 0, least=0),
        regeneration_except=regeneration.words("except"),
        fast_healing=keys.number("fast_healing", 0, least=0),
        spell_resistance=keys.number("spell_resistance", 0, least=0),
        base_speed_ft=keys.number("base_speed", 0, least=0, most=500),
        load=keys.word("load", "light", ("light", "medium", "heavy")),
    )


def _abilities(keys: Keys) -> Mapping[str, int | None]:
    inner = keys.inner("abilities", ABILITIES)
    return MappingProxyType(
        {one: None if inner.lacks(one) else inner.number(one, least=0, most=100) for one in ABILITIES}
    )


def _saves(keys: Keys) -> Mapping[str, int]:
    inner = keys.inner("saves", SAVES)
    return MappingProxyType({one: inner.number(one, least=-10, most=60) for one in SAVES})


def _hp(keys: Keys, level: int, kind: str, abilities: Mapping[str, int | None]) -> int:
    """Stated, or the average of the Hit Dice.

    Undead have Charisma in place of Constitution; constructs get nothing from either.
    """
    if "hp" in keys:
        return keys.number("hp", least=1)
    dice = keys.dice("hit_dice", None)
    score = abilities["cha"] if kind == "undead" else abilities["con"]
    each = 0 if score is None else (score - 10) // 2
    number = sum(one for one, _ in dice.dice)
    if dice.dice and number != level:
        keys.fault("hit_dice", f"{dice} has {number} dice, but level is {level}")
    found = dice.twice_mean // 2 + each * number + keys.number("bonus_hp", 0)
    return max(found, level)


def _armor(keys: Keys, name: str) -> Armor | None:
    if name not in keys:
        return None
    inner = keys.inner(name, _ARMOR_KEYS).from_entry(table("armor"), name)
    kinds = ("shield",) if name == "shield" else ("light", "medium", "heavy", "")
    return Armor(
        id=inner.word("id"),
        name=inner.name(inner.word("id", "")),
        kind=inner.word("kind", None, kinds),
        bonus=inner.number("bonus", least=0, most=100) + inner.number("enhancement", 0, least=0, most=20),
        max_dex=inner.maybe("max_dex", least=0, most=100),
        check=inner.number("check", 0, least=-20, most=0),
        hardness=inner.number("hardness", 10, least=0),
        hp=inner.number("hp", 10, least=1),
        force=inner.flag("force"),
        broken=inner.flag("broken"),
    )


def _weapons(keys: Keys, size: str) -> list[Weapon]:
    found = [_weapon(one, size) for one in keys.rows("weapons", _WEAPON_KEYS)]
    if all(one.id != UNARMED for one in found):
        found.append(_weapon(Keys({"id": UNARMED}, "combat.weapons", "", keys.problems, _WEAPON_KEYS), size))
    return found


def _weapon(keys: Keys, size: str) -> Weapon:
    own_dice = "damage" in keys
    keys = keys.from_entry(table("weapons"), "weapons")
    kind = keys.word("kind", "melee", ("melee", "ranged", "thrown", "natural"))
    dice = keys.dice("damage", None)
    if not own_dice:
        dice = _scaled(keys, dice, size)
    enhancement = keys.number("enhancement", 0, least=0, most=20)
    overcomes = set(keys.words("overcomes"))
    overcomes.update({keys.word("material", "")} - {""}, {"magic"} if enhancement else ())
    if kind in ("ranged", "thrown") and "increment" not in keys:
        keys.fault("increment", "is missing: how far is it shot or thrown?")
    return Weapon(
        id=keys.word("id"),
        name=keys.name(keys.word("id", "")),
        kind=kind,
        hands=keys.word("hands", "one", ("light", "one", "two")),
        dice=dice,
        types=tuple(keys.word("type", "").split("/")) if "type" in keys else (),
        threat=keys.number("threat", 20, least=2, most=20),
        multiplier=keys.number("multiplier", 2, least=1, most=10),
        reach=keys.flag("reach"),
        reach_ft=keys.maybe("reach_ft", least=0, most=200),
        increment_ft=keys.maybe("increment", least=5, most=2000),
        properties=keys.words("properties", PROPERTIES),
        composite=keys.maybe("composite", least=0, most=30),
        ammunition=keys.maybe("ammunition", least=0),
        reload=keys.word("reload", "", ("", "free", "move", "full_round")),
        nonlethal=keys.flag("nonlethal"),
        touch=keys.word("touch", "", ("", "touch", "incorporeal")),
        enhancement=enhancement,
        masterwork=keys.flag("masterwork"),
        attack=keys.number("attack", 0, least=-50, most=50),
        bonus_damage=keys.number("bonus_damage", 0, least=-50, most=200),
        extra=tuple(_extra(one) for one in keys.rows("extra", ("dice", "type", "name", "name_ru"))),
        overcomes=frozenset(overcomes),
        count=keys.number("count", 1, least=1, most=20),
        secondary=keys.flag("secondary"),
        hardness=keys.number("hardness", 10, least=0),
        hp=keys.number("hp", 5, least=1),
        hand=keys.word("hand", "stowed", ("main", "off", "both", "worn", "stowed")),
        broken=keys.flag("broken"),
    )


def _scaled(keys: Keys, dice: Dice, size: str) -> Dice:
    """The dice of a Medium weapon in the hands of another size."""
    if size == "medium":
        return dice
    written = table("fight")["scaled"].get(str(dice), {}).get(size)
    if written is None:
        keys.fault("damage", f"is missing: the table does not say what {dice} becomes for size {size}")
        return dice
    return parse_dice(written) or dice


def _extra(keys: Keys) -> Extra:
    kind = keys.word("type", "")
    return Extra(keys.dice("dice", None), kind, keys.name(kind.replace("_", " ")))


def _bonus(keys: Keys) -> Bonus:
    return Bonus(
        keys.word("to"),
        keys.number("amount", least=-100, most=100),
        keys.word("type", ""),
        keys.name(keys.word("type", "")),
        keys.word("weapon", ""),
    )


def _powers(keys: Keys, level: int) -> list[Power]:
    return [_power(one, level) for one in keys.rows("powers", _POWER_KEYS)]


def _power(keys: Keys, level: int) -> Power:
    """Source: pf1.save.dc: a power with a save needs its DC."""
    save = keys.word("save", "", ("", *SAVES))
    effect = keys.word("effect", "damage", ("damage", "heal", "condition"))
    shape = keys.word("shape", "", ("", "burst", "spread", "emanation", "cone", "line", "cylinder", "sphere"))
    if shape and not keys.number("size", 0, least=0, most=1000):
        keys.fault("size", "is missing: how far does the area reach?")
    return Power(
        id=keys.word("id"),
        name=keys.name(keys.word("id", "")),
        kind=keys.word("kind", "spell", ("spell", "spell_like", "supernatural", "extraordinary", "splash")),
        action=keys.word("action", "standard", ("standard", "full_round", "move", "swift")),
        shape=shape,
        size_ft=keys.number("size", 0, least=0, most=1000),
        width_ft=keys.number("width", 5, least=5, most=1000),
        range_ft=keys.number("range", 0, least=0, most=5000),
        touch=keys.word("touch", "", ("", "melee", "ranged")),
        effect=effect,
        dice=keys.dice("dice", "0" if effect == "condition" else None),
        type=keys.word("type", ""),
        condition=keys.word("condition", None if effect == "condition" else ""),
        rounds=keys.number("rounds", 1, least=1),
        save=save,
        on_save=keys.word("on_save", "half", ("half", "negates", "partial")),
        dc=keys.number("dc", None if save else 0, least=0, most=60),
        uses=keys.number("uses", 0, least=0),
        level=keys.number("level", 0, least=0, most=9),
        caster_level=keys.number("caster_level", level, least=1, most=40),
        concentration=keys.maybe("concentration"),
        splash=keys.number("splash", 1, least=0, most=100),
        increment_ft=keys.number("increment", 10, least=5, most=1000),
    )


def _stated(keys: Keys, sheet: Sheet) -> Mapping[str, Any]:
    plain = ("hp", "ac", "touch", "flat_footed", "cmb", "cmd", "initiative", *SAVES)
    inner = keys.inner("stated", (*plain, "attack"))
    numbers: dict[str, Any] = {one: inner.number(one, 0) for one in plain if one in inner}
    numbers["attack"] = inner.numbers("attack", sheet.weapons)
    return numbers
