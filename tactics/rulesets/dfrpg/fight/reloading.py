"""Loading bows, slings and crossbows again by Ready manoeuvres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tactics.core.text import text
from tactics.rules.action import Argument, Refusal
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import holding
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.checks import Result
from tactics.rulesets.dfrpg.fight.readying import Deed, Family
from tactics.rulesets.dfrpg.fight.sheet import Shot
from tactics.world.fight import Fight, Item

RULE = "dfrpg.maneuver.ready.reload"
RELOAD = "reload"


def loads(fight: Fight, item: Item) -> Shot | None:
    """What a thing is as a weapon that has to be loaded, None when it is none; while it is not ready it is unloaded.

    Source: dfrpg.maneuver.ready.reload
    """
    weapon = holding.weapon_of(fight, item)
    return weapon.shot if weapon is not None and weapon.shot is not None and weapon.shot.reload else None


def shot(run: Run, attack: Attack, ended: str, rolled: Result) -> None:
    """A shot leaves the weapon unloaded. Source: dfrpg.maneuver.ready.reload."""
    item = holding.item_of(run.fight, attack.who, attack.weapon)
    if not attack.melee and item is not None and loads(run.fight, item) is not None:
        holding.change(run, item, ready=False)


def deeds(fight: Fight, who: str) -> Iterator[Deed]:
    """Loading each unloaded weapon in hand. Source: dfrpg.maneuver.ready.reload."""
    for item in holding.in_hands(fight, who):
        kind = loads(fight, item)
        if kind is None or item.ready:
            continue
        title = text("Load {what}", what=holding.called(fight, item.id))
        yield Deed(RELOAD, title, RULE, _load, MappingProxyType({"item": item.id}), kind.reload)


def _load(run: Run, who: str, said: Mapping[str, Argument]) -> None:
    holding.change(run, run.fight.items[str(said["item"])], ready=True)


FAMILY = Family((RELOAD,), deeds, MappingProxyType({RELOAD: Refusal(text("There is nothing to load."), RULE)}))
