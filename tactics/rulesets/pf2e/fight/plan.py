"""Everything that is settled about one Strike before a die falls; rolling and odds both read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tactics.core.text import Text, composed, text
from tactics.rules.dice_text import Dice
from tactics.rules.event import Part
from tactics.rules.parts import ABILITY_NAMES, total
from tactics.rulesets.pf2e.fight import turn, water
from tactics.rulesets.pf2e.fight.asking import distance_ft, position
from tactics.rulesets.pf2e.fight.holding import LOOSENED, item_of, weapon_of
from tactics.rulesets.pf2e.fight.own_numbers import bonuses, ranked_as
from tactics.rulesets.pf2e.fight.parts import part_of, stacked
from tactics.rulesets.pf2e.fight.sheet import Extra, Sheet, Weapon, sheet_of
from tactics.rulesets.pf2e.fight.states import condition_parts
from tactics.rulesets.pf2e.fight.statistics import DC_BASE, parts_of, strike_parts
from tactics.rulesets.pf2e.fight.weapon_traits import attack_traits, damage_traits
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight


@dataclass(frozen=True, slots=True)
class Manner:
    """How one Strike is made.

    Attributes:
        kind: "melee" or "ranged"; "" takes the weapon's own.
        lethal: "" as the weapon does; "lethal" or "nonlethal" chosen against its kind.
        type: damage type of a weapon that has several, "" for the usual one.
        reaction: it is no attack of the attacker's turn: no multiple attack penalty, and it does not raise it.
        made: attacks that count before it, None for those of the turn; a readied attack keeps those of its turn.
        guessed: a square is attacked without knowing who is in it; its rolls are secret.
    """

    kind: str = ""
    lethal: str = ""
    type: str = ""
    reaction: bool = False
    made: int | None = None
    guessed: bool = False


PLAIN = Manner()
_FLAT_FOOTED = frozenset({"pf2e.condition.flat_footed", "pf2e.flanking.effect", "pf2e.detect.hidden"})
"""Rules by which a position makes somebody flat-footed to an attacker."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One Strike as it is about to be rolled.

    Attributes:
        who, target, weapon: the attack.
        kind: "melee" or "ranged".
        parts: of the attack roll.
        armor_class: what it must reach.
        armor_parts: how that comes about.
        flat_dc: of the flat check before it, 0 for none.
        flat_rule, flat_reason: where that comes from.
        dice: the weapon's dice, striking runes included.
        damage: what is added to them.
        type: damage type.
        extra: further dice.
        critical: dice only a critical hit adds, not doubled: those of a deadly or fatal weapon.
        fatal: sides the weapon's dice have on a critical hit, None for its own.
        lethal: whether the attack is meant to kill.
    """

    who: str
    target: str
    weapon: Weapon
    kind: str
    parts: tuple[Part, ...]
    armor_class: int
    armor_parts: tuple[Part, ...]
    flat_dc: int
    flat_rule: str
    flat_reason: Text | None
    dice: Dice
    damage: tuple[Part, ...]
    type: str
    extra: tuple[Extra, ...]
    critical: Dice
    fatal: int | None
    lethal: bool


def kind_of(weapon: Weapon, manner: Manner) -> str:
    """ "melee" or "ranged"."""
    return manner.kind or ("ranged" if weapon.ranged else "melee")


def plan_of(
    fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN, *, extra: Iterable[Part] = ()
) -> Plan:
    """Settle a Strike; whether it is allowed is not looked at.

    Source: pf2e.attack.roll, pf2e.defense.armor_class, pf2e.damage.roll
    """
    arm = weapon_of(fight, who, weapon)
    kind = kind_of(arm, manner)
    place = position(fight, who, target, arm, kind)
    from_place = [part_of(one) for one in place if one.to == "attack"]
    if kind == "ranged":
        from_place = water.range_parts(fight, who, target, arm, from_place, distance_ft(fight, who, target))
    from_place += water.melee_parts(fight, who, target, kind, manner.type or arm.types[0])
    traits = attack_traits(fight, who, target, arm, kind)
    extra = (*_penalties(fight, who, arm, manner), *traits, *from_place, *extra)
    parts = strike_parts(fight, who, arm, kind, extra=extra)
    armor_parts = parts_of(fight, target, "ac", extra=[part_of(one) for one in place if one.to == "ac"])
    opening = any(one.to == "ac" and one.rule in _FLAT_FOOTED for one in place)
    flat = next((one for one in place if one.to == "flat_check" and one.kept), None)
    striking = _struck(arm, two_hands=_both(fight, who, arm))
    number = sum(number for number, _ in striking.dice)
    more = damage_traits(fight, who, arm, number, reaction=manner.reaction)
    return Plan(
        who=who,
        target=target,
        weapon=arm,
        kind=kind,
        parts=parts,
        armor_class=DC_BASE + total(armor_parts),
        armor_parts=armor_parts,
        flat_dc=0 if flat is None else flat.amount,
        flat_rule="" if flat is None else flat.rule,
        flat_reason=None if flat is None else flat.reason,
        dice=striking,
        damage=stacked((*_damage(fight, who, arm, kind), *more)),
        type=manner.type or arm.types[0],
        extra=tuple(one for one in arm.extra if opening or not one.flat_footed),
        critical=_on_critical(arm),
        fatal=arm.sides("fatal"),
        lethal=is_lethal(arm, manner),
    )


def is_lethal(weapon: Weapon, manner: Manner) -> bool:
    """Whether an attack is meant to kill. Source: pf2e.attack.nonlethal."""
    return manner.lethal == "lethal" or (not manner.lethal and "nonlethal" not in weapon.traits)


def _penalties(fight: Fight, who: str, weapon: Weapon, manner: Manner) -> Iterator[Part]:
    """The multiple attack penalty, and that of an attack against the weapon's kind.

    Source: pf2e.attack.multiple_attack_penalty, pf2e.attack.map_agile, pf2e.attack.nonlethal, pf2e.skill.disarm
    """
    agile = "agile" in weapon.traits
    made = 0 if manner.reaction else turn.attacks_made(fight, who) if manner.made is None else manner.made
    penalty = turn.attack_penalty(made, agile=agile)
    if penalty:
        rule = "pf2e.attack.map_agile" if agile else "pf2e.attack.multiple_attack_penalty"
        yield Part(penalty, text("multiple attack penalty"), "", rule)
    item = item_of(fight, who, weapon)
    if item is not None and any((one.id, one.note) == (LOOSENED, item.id) for one in fight.body(who).effects):
        loose = int(table("fight")["athletics"]["disarm_penalty"])
        yield Part(loose, text("loosened grip"), "circumstance", "pf2e.skill.disarm")
    if manner.lethal and is_lethal(weapon, manner) == ("nonlethal" in weapon.traits):
        amount = int(table("fight")["attack"]["lethal_penalty"])
        words = text("to kill") if manner.lethal == "lethal" else text("to knock out")
        yield Part(amount, words, "circumstance", "pf2e.attack.nonlethal")


def _both(fight: Fight, who: str, weapon: Weapon) -> bool:
    item = fight.items.get(f"{who}.{weapon.id}") or fight.items.get(weapon.id)
    return item is not None and item.hand == "both"


def _struck(weapon: Weapon, *, two_hands: bool) -> Dice:
    """The weapon's dice with striking runes, the bigger ones of a weapon in both hands, those of a lance in one.

    Source: pf2e.damage.extra_dice
    """
    dice = weapon.dice
    if not dice.dice:
        return dice
    number, sides = dice.dice[0]
    if two_hands:
        sides = weapon.sides("two_hand") or sides
    elif weapon.hands == "two":
        sides = weapon.sides("jousting") or sides
    return Dice(((number + weapon.striking, sides), *dice.dice[1:]), dice.bonus)


def _on_critical(weapon: Weapon) -> Dice:
    """Dice only a critical hit adds: those of a deadly weapon, more with greater runes, and the one of a fatal weapon.

    Source: pf2e.damage.double_halve
    """
    deadly, fatal = weapon.sides("deadly"), weapon.sides("fatal")
    more = [] if deadly is None else [(max(1, weapon.striking), deadly)]
    return Dice((*more, *([] if fatal is None else [(1, fatal)])))


def _damage(fight: Fight, who: str, weapon: Weapon, kind: str) -> Iterator[Part]:
    """What is added to the weapon's dice.

    Source: pf2e.damage.roll, pf2e.damage.extra_dice
    """
    sheet = sheet_of(fight.world.creature(who))
    if weapon.dice.bonus:
        yield Part(weapon.dice.bonus, composed("{name}", name=weapon.name), "", "pf2e.damage.roll")
    ability = _damage_ability(weapon, kind)
    if weapon.attack is None and ability:
        amount = sheet.abilities["str"]
        if ability == "half" and amount > 0:
            amount //= 2
        if amount:
            yield Part(amount, ABILITY_NAMES["str"], "", "pf2e.damage.roll")
    special = _specialization(sheet, weapon)
    if special:
        yield Part(special, text("weapon specialization"), "", "pf2e.damage.extra_dice")
    yield from bonuses(sheet, "damage")
    yield from condition_parts(fight, who, "damage", "str" if ability else "")


def _damage_ability(weapon: Weapon, kind: str) -> str:
    """ "full" or "half" of the Strength modifier, or "" for none. Source: pf2e.damage.roll."""
    if weapon.splash:
        return ""
    if kind == "melee" or weapon.kind != "ranged":
        return "full"
    return "half" if "propulsive" in weapon.traits else ""


def _specialization(sheet: Sheet, weapon: Weapon) -> int:
    if not sheet.specialization or weapon.attack is not None:
        return 0
    numbers = table("fight")["specialization"]
    rank = sheet.rank(ranked_as(sheet, weapon))
    amount = int(numbers.get(rank, 0))
    return amount * int(numbers["greater"]) if sheet.specialization == "greater" else amount
