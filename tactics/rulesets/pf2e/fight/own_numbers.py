"""A creature's statistics by its sheet alone, as parts, and the check of what a stat block states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tactics.core.problems import Problem
from tactics.core.text import Text, as_words, composed, text
from tactics.rules.event import Part
from tactics.rules.parts import ABILITY_NAMES, total
from tactics.rules.registry import book
from tactics.rules.vocabulary import SKILLS
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight.parts import stacked
from tactics.rulesets.pf2e.fight.sheet import RANKS, Sheet, Weapon
from tactics.rulesets.pf2e.tables import table

_RANK_NAMES: Mapping[str, Text] = {
    "untrained": text("untrained"),
    "trained": text("trained"),
    "expert": text("expert"),
    "master": text("master"),
    "legendary": text("legendary"),
}
STATISTIC_NAMES: Mapping[str, Text] = {
    "ac": text("Armor Class"),
    "perception": text("Perception"),
    "fortitude": text("Fortitude save"),
    "reflex": text("Reflex save"),
    "will": text("Will save"),
    "spell_attack": text("spell attack"),
    "spell_dc": text("spell DC"),
    "class_dc": text("class DC"),
    "unarmed_attack": text("unarmed attack"),
}


def statistic_name(statistic: str) -> Text:
    """A statistic in words."""
    usual = STATISTIC_NAMES.get(statistic) or as_words(SKILLS, statistic)
    return book(SYSTEM).word(f"statistic.{statistic}", usual)


def proficiency(level: int, rank: str) -> int:
    """Proficiency bonus of a rank; the untrained do not add their level.

    Source: pf2e.check.proficiency_bonus
    """
    bonus: int = table("fight")["proficiency"][rank]
    return level + bonus if rank != RANKS[0] else bonus


def ability_of(sheet: Sheet, statistic: str) -> str:
    """The ability a statistic is based on.

    Source: pf2e.save.kinds, pf2e.skill.check, pf2e.perception.check, pf2e.attack.spell_roll
    """
    numbers = table("fight")
    if statistic in numbers["saves"]:
        return str(numbers["saves"][statistic])
    if statistic in numbers["skills"]:
        return str(numbers["skills"][statistic])
    if statistic in ("spell_attack", "spell_dc", "class_dc"):
        return sheet.key
    return {"ac": "dex", "perception": "wis"}[statistic]


def own_parts(sheet: Sheet, statistic: str, *, attack: bool = False) -> tuple[Part, ...]:
    """Parts of a statistic by the sheet: its total when that is given, else ability, proficiency and bonuses.

    Args:
        sheet: whose.
        statistic: ac, perception, a save, a skill, spell_attack, spell_dc, class_dc.
        attack: it is for an action with the attack trait, which armor does not hamper.

    Source: pf2e.skill.recorded_total, pf2e.check.modifier_bonus_penalty
    """
    given = sheet.totals.get(statistic)
    if given is not None:
        base = given - 10 if statistic in ("ac", "spell_dc", "class_dc") else given
        return (Part(base, statistic_name(statistic), "", "pf2e.skill.recorded_total"),)
    if statistic == "ac":
        return stacked(_armor_class(sheet))
    if statistic == "spell_dc" and "spell_attack" in sheet.totals:
        return own_parts(sheet, "spell_attack")
    ability = ability_of(sheet, statistic)
    ranked = {"spell_attack": "spell", "spell_dc": "spell", "class_dc": "class"}.get(statistic, statistic)
    parts = _base(sheet, ability, ranked, _RULES.get(statistic, "pf2e.skill.check"))
    hampered = () if attack or statistic not in table("fight")["skills"] else _hampered(sheet, ability)
    return stacked((*parts, *bonuses(sheet, statistic), *hampered))


def _hampered(sheet: Sheet, ability: str) -> Iterator[Part]:
    """The check penalty of armor, for those who are not strong enough for it. Source: pf2e.skill.check."""
    worn = sheet.armor
    if worn is None or not worn.check_penalty or ability not in ("str", "dex"):
        return
    if worn.strength is None or 10 + 2 * sheet.abilities["str"] < worn.strength:
        yield Part(worn.check_penalty, composed("{name}", name=worn.name), "", "pf2e.skill.check")


_RULES: Mapping[str, str] = {
    "perception": "pf2e.perception.check",
    "fortitude": "pf2e.save.kinds",
    "reflex": "pf2e.save.kinds",
    "will": "pf2e.save.kinds",
    "spell_attack": "pf2e.attack.spell_roll",
    "spell_dc": "pf2e.spell.dc",
    "class_dc": "pf2e.check.dc",
}


def _base(sheet: Sheet, ability: str, ranked: str, rule: str) -> Iterator[Part]:
    if sheet.abilities[ability]:
        yield Part(sheet.abilities[ability], ABILITY_NAMES[ability], "", rule)
    yield rank_part(sheet, ranked)


def rank_part(sheet: Sheet, ranked: str) -> Part:
    """The proficiency bonus of something as part of a sum. Source: pf2e.check.proficiency_bonus."""
    rank = sheet.rank(ranked)
    return Part(proficiency(sheet.level, rank), _RANK_NAMES[rank], "", "pf2e.check.proficiency_bonus")


def bonuses(sheet: Sheet, *to: str) -> Iterator[Part]:
    """What features and things add. Source: pf2e.bonus.types."""
    for one in sheet.bonuses:
        if one.to in to:
            yield Part(one.amount, composed("{name}", name=one.name), one.type, "pf2e.bonus.types")


def _armor_class(sheet: Sheet) -> Iterator[Part]:
    """Dexterity, as much as the armor lets through, proficiency with it, and its item bonus.

    Source: pf2e.defense.armor_class
    """
    rule, worn = "pf2e.defense.armor_class", sheet.armor
    dex = sheet.abilities["dex"]
    if worn is not None and worn.cap is not None:
        dex = min(dex, worn.cap)
    if dex:
        yield Part(dex, ABILITY_NAMES["dex"], "", rule)
    yield rank_part(sheet, "unarmored" if worn is None else worn.id if worn.id in sheet.ranks else worn.category)
    if worn is not None and worn.bonus:
        yield Part(worn.bonus, composed("{name}", name=worn.name), "item", rule)
    yield from bonuses(sheet, "ac")


def attack_abilities(sheet: Sheet, weapon: Weapon, kind: str) -> tuple[str, ...]:
    """The abilities an attack may be made with: Strength in melee, Dexterity at range, either with finesse.

    Args:
        sheet: whose.
        weapon: what with.
        kind: "melee" or "ranged".

    Returns:
        The better one first.

    Source: pf2e.attack.roll
    """
    if kind == "ranged":
        return ("dex",)
    if "finesse" not in weapon.traits:
        return ("str",)
    return ("dex", "str") if sheet.abilities["dex"] > sheet.abilities["str"] else ("str", "dex")


def attack_parts(sheet: Sheet, weapon: Weapon, kind: str, ability: str = "") -> tuple[Part, ...]:
    """Parts of an attack by the sheet: its total when that is given, else ability, proficiency, potency and bonuses.

    Args:
        sheet: whose.
        weapon: what with.
        kind: "melee" or "ranged".
        ability: the ability it is made with, "" for the best one.

    Source: pf2e.attack.roll
    """
    rule = "pf2e.attack.roll"
    named = composed("{name}", name=weapon.name)
    if weapon.attack is not None:
        return (Part(weapon.attack, named, "", "pf2e.skill.recorded_total"),)
    ability = ability or attack_abilities(sheet, weapon, kind)[0]
    found = [Part(sheet.abilities[ability], ABILITY_NAMES[ability], "", rule)] if sheet.abilities[ability] else []
    found.append(rank_part(sheet, ranked_as(sheet, weapon)))
    if weapon.potency:
        found.append(Part(weapon.potency, text("potency rune"), "item", rule))
    return stacked((*found, *bonuses(sheet, "attack")))


def ranked_as(sheet: Sheet, weapon: Weapon) -> str:
    """What proficiency counts for a weapon: one with it alone, else that with its category.

    Source: pf2e.class.proficiency_sources
    """
    kinds = (weapon.id.rpartition(".")[2], weapon.like)
    return next((one for one in kinds if one in sheet.ranks), weapon.category)


def differences(sheet: Sheet, stated: Mapping[str, Any], who: str) -> Iterable[Problem]:
    """What a stat block states and its parts do not come to.

    Source: pf2e.skill.recorded_total
    """
    for statistic, number in stated.items():
        if statistic == "attack":
            continue
        found = total(own_parts(sheet, statistic)) + (10 if statistic in ("ac", "spell_dc", "class_dc") else 0)
        if found != number:
            yield Problem(who, f"combat.stated.{statistic}", f"{number} is stated, its parts come to {found}")
    for weapon_id, number in stated["attack"].items():
        weapon = sheet.weapons[weapon_id]
        found = total(attack_parts(sheet, weapon, "ranged" if weapon.ranged else "melee"))
        if found != number:
            yield Problem(who, f"combat.stated.attack.{weapon_id}", f"{number} is stated, its parts come to {found}")
