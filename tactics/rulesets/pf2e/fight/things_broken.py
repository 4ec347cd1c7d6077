"""Damage to things: Hardness, hit points, broken and destroyed."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.text import text
from tactics.rules.event import ItemChanged, ItemLost, Noted
from tactics.rules.fighting import Run
from tactics.rules.things import SHIELD
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.worn import SHIELD_RAISED, is_broken, thing_of
from tactics.world.fight import Fight, Item


def hardness_of(fight: Fight, item: Item) -> int:
    """What a thing takes off each instance of damage to it. Source: pf2e.item.hardness_hp."""
    thing = thing_of(fight, item)
    return 0 if thing is None else thing.hardness


def left_of(fight: Fight, item: Item) -> int:
    """Hit points a thing has left. Source: pf2e.item.hardness_hp."""
    thing = thing_of(fight, item)
    return 0 if thing is None else max(0, thing.hp - item.damage)


def damage_thing(run: Run, item: Item, amount: int, *, past_hardness: bool = False) -> int:
    """Damage a thing: at its threshold it breaks, without hit points it is destroyed.

    Args:
        run: the action.
        item: which thing.
        amount: damage dealt to it.
        past_hardness: its Hardness was taken off already.

    Returns:
        Points it lost.

    Source: pf2e.item.hardness_hp, pf2e.item.broken
    """
    thing = thing_of(run.fight, item)
    through = amount if past_hardness else amount - hardness_of(run.fight, item)
    lost = min(max(0, through), left_of(run.fight, item))
    if thing is None or not lost:
        return 0
    before = is_broken(run.fight, item)
    hurt = replace(item, damage=item.damage + lost)
    if not left_of(run.fight, hurt):
        run.emit(Noted(item.holder, text("{thing}: destroyed.", thing=thing.name), "pf2e.item.hardness_hp"))
        run.emit(ItemLost(item.id))
    else:
        run.emit(ItemChanged(hurt))
        if not before and is_broken(run.fight, hurt):
            run.emit(Noted(item.holder, text("{thing}: broken.", thing=thing.name), "pf2e.item.broken"))
    if item.kind == SHIELD and item.holder and (not left_of(run.fight, hurt) or is_broken(run.fight, hurt)):
        conditions.lose(run, item.holder, SHIELD_RAISED)
    return lost
