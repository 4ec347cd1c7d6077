"""What armor, load and bonuses make of a speed."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.problems import Problem
from tactics.rulesets.pf1.fight.sheet import Sheet
from tactics.rulesets.pf1.sizes import feet
from tactics.rulesets.pf1.tables import table
from tactics.world.creature import Creature

SLOWING = frozenset({"medium", "heavy"})
FAST, UNARMORED, STEADY = "fast_movement", "unarmored_speed", "slow_and_steady"


def slowed_ft(speed_ft: int) -> int:
    """Two thirds of a speed, rounded up to 5 ft: what medium and heavy armor leave of it.

    Source: pf1.move.speed_armor_general, pf1.move.speed_table
    """
    return 5 * -(-2 * speed_ft // 15)


def walking_ft(sheet: Sheet) -> int:
    """The walking speed of a sheet: first bonuses, the largest of each type, then armor or load.

    Source: pf1.move.speed_bonus_order, pf1.move.speed_bonus_barbarian, pf1.move.encumbrance, pf1.move.speed_table
    """
    bonuses: dict[str, int] = {}
    for one in sheet.bonuses:
        if one.to == "speed":
            known = bonuses.get(one.type, 0)
            bonuses[one.type] = max(known, one.amount) if one.type else known + one.amount
    speed = sheet.base_speed_ft + sum(bonuses.values()) + _of_class(sheet)
    slow = loaded(sheet) or (sheet.armor is not None and sheet.armor.kind in SLOWING)
    return slowed_ft(speed) if slow and STEADY not in sheet.special else speed


def _of_class(sheet: Sheet) -> int:
    """What a class adds: not in heavy armor or under a heavy load; some of it not in any armor.

    Source: pf1.move.speed_bonus_barbarian
    """
    numbers, added = table("fight")["speed"], 0
    if FAST in sheet.special and not sheet.heavy_armor and sheet.load != "heavy":
        added += int(numbers["fast"])
    if UNARMORED in sheet.special and sheet.armor is None and not loaded(sheet):
        added += sheet.level // int(numbers["levels"]) * int(numbers["unarmored"])
    return added


def loaded(sheet: Sheet) -> bool:
    """Whether what it carries slows it down.

    Source: pf1.move.encumbrance
    """
    return sheet.load in SLOWING


def difference(sheet: Sheet, creature: Creature) -> Iterator[Problem]:
    """A problem when the creature's speed is not what its base speed comes to."""
    said, found = feet(creature.of("pf1").speeds_sq.get("walk", 0)), walking_ft(sheet)
    if sheet.base_speed_ft and said != found // 5 * 5:
        words = f"comes to a speed of {found} ft, but the creature's is {said}"
        yield Problem(creature.id, "combat.base_speed", words)
