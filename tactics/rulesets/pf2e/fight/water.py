"""What water does to attacks and damage."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.text import text
from tactics.rules.event import Part
from tactics.rulesets.pf2e.distance import range_penalty
from tactics.rulesets.pf2e.fight import footing
from tactics.rulesets.pf2e.fight.sheet import Against, Sheet, Weapon, sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight


def _wet(fight: Fight, who: str) -> bool:
    return footing.in_water(fight.world, fight.world.creature(who))


def _under(fight: Fight, who: str) -> bool:
    return footing.under_water(fight.world, fight.world.creature(who))


def resistances(fight: Fight, who: str) -> tuple[Against, ...]:
    """What a creature in water resists. Source: pf2e.aquatic.resistance."""
    if not _wet(fight, who):
        return ()
    return tuple(Against(kind, int(amount)) for kind, amount in table("water")["resistance"].items())


def sheet_in(fight: Fight, who: str) -> Sheet:
    """What a creature's stat block says of damage where it is. Source: pf2e.aquatic.resistance."""
    sheet, more = sheet_of(fight.world.creature(who)), resistances(fight, who)
    return replace(sheet, resistances=(*sheet.resistances, *more)) if more else sheet


def melee_parts(fight: Fight, who: str, target: str, kind: str, type_: str) -> tuple[Part, ...]:
    """The penalty of a melee attack that passes through water. Source: pf2e.aquatic.melee_penalty."""
    numbers = table("water")
    if kind != "melee" or type_ not in numbers["hampered"] or not (_wet(fight, who) or _wet(fight, target)):
        return ()
    return (Part(int(numbers["melee_penalty"]), text("through water"), "circumstance", "pf2e.aquatic.melee_penalty"),)


def swallows(fight: Fight, who: str, target: str, kind: str, type_: str) -> bool:
    """Whether a ranged attack cannot hit, because one of the two is under water. Source: pf2e.aquatic.ranged."""
    hampered = type_ in table("water")["hampered"]
    return kind == "ranged" and hampered and (_under(fight, who) or _under(fight, target))


def increment_ft(fight: Fight, who: str, target: str, weapon: Weapon) -> int | None:
    """The range increment of a weapon between two creatures. Source: pf2e.aquatic.ranged."""
    if weapon.increment_ft is None or not (_under(fight, who) or _under(fight, target)):
        return weapon.increment_ft
    return weapon.increment_ft // int(table("water")["increment_divisor"])


def range_parts(fight: Fight, who: str, target: str, weapon: Weapon, parts: list[Part], distance: int) -> list[Part]:
    """What the position adds to a ranged attack, the range penalty by the increment that counts under water.

    Source: pf2e.aquatic.ranged
    """
    own = increment_ft(fight, who, target, weapon)
    if own is None or own == weapon.increment_ft:
        return parts
    kept = [one for one in parts if one.rule != "pf2e.attack.range_penalty"]
    amount = range_penalty(distance, own)
    return [*kept, Part(amount, text("range under water"), "", "pf2e.aquatic.ranged")] if amount else kept
