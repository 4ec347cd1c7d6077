"""Things that are worn, as things: what they are, whether they are broken, and what broken armor costs."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import text
from tactics.rules.event import Part
from tactics.rules.things import ARMOR, WORN, maker_of
from tactics.rulesets.pf2e.fight.sheet import Armor, Weapon, sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight, Item

SHIELD_RAISED = "shield_raised"
"""Effect of a raised shield; its value is the bonus."""


def thing_of(fight: Fight, item: Item) -> Armor | Weapon | None:
    """What a thing is by the stat block of whoever had it first, None when it is in none."""
    sheet = sheet_of(fight.world.creature(maker_of(item.id)))
    if item.kind in WORN:
        return sheet.armor if item.kind == ARMOR else sheet.shield
    return sheet.weapons.get(item.kind)


def is_broken(fight: Fight, item: Item) -> bool:
    """Whether a thing has lost so much that it does not work. Source: pf2e.item.broken."""
    thing = thing_of(fight, item)
    return thing is not None and thing.hp - item.damage <= thing.threshold


def worn_parts(fight: Fight, who: str) -> Iterator[Part]:
    """What broken armor takes off Armor Class. Source: pf2e.item.broken, pf2e.defense.armor_class."""
    sheet = sheet_of(fight.world.creature(who))
    armor = fight.items.get(f"{who}.{ARMOR}")
    if armor is not None and sheet.armor is not None and armor.holder == who and is_broken(fight, armor):
        amount = int(table("fight")["broken_armor"].get(sheet.armor.category, 0))
        if amount:
            yield Part(amount, text("broken: {thing}", thing=sheet.armor.name), "status", "pf2e.item.broken")
