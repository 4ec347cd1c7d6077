"""From a fight into a camp, and from the camp into the next fight: who comes along, and with what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tactics.rulesets.pf2e.camp import time
from tactics.rulesets.pf2e.camp.exploring import EXPLORING, JOURNEY
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight.draining import LOST
from tactics.rulesets.pf2e.fight.heroes import HERO_POINTS
from tactics.rulesets.pf2e.fight.sheet import items_of
from tactics.world.creature import Creature
from tactics.world.edit import with_creature, without_creature
from tactics.world.fight import Body, Effect, Fight, Item

LASTING = frozenset({"doomed", "drained", "dying", "fatigued", "persistent", "unconscious", "wounded"})
"""Conditions that outlast a fight. Source: pf2e.mode.kinds."""
_ARRIVING = frozenset({"avoiding_notice", "shield_raised", "scouted"})
_KEPT_COUNTERS = (HERO_POINTS, LOST, time.AWAKE, time.RESTED, time.PREPARED)
_KEPT_BEGINNINGS = ("uses.", "shots.")


def camp_of(after: Fight, miles: int, terrain: str) -> Fight:
    """The camp of the side that won: bodies with what outlasts a fight, things back with their owners.

    Source: pf2e.mode.kinds
    """
    world = after.world
    bodies: dict[str, Body] = {}
    for creature in after.world.creatures:
        body = after.body(creature.id)
        if creature.side != after.over or body.out == "fled":
            world = without_creature(world, creature.id)
            continue
        effects = tuple(one for one in body.effects if one.id in LASTING)
        if not body.out:
            effects = (*effects, Effect(JOURNEY, miles, note=terrain, rule="pf2e.explore.travel_speed"))
        counters = {key: value for key, value in body.counters.items() if _is_kept(key)}
        bodies[creature.id] = replace(body, effects=effects, counters=MappingProxyType(counters))
        world = with_creature(world, _told(replace(creature, mount=""), effects))
    items = {one.id: one for who in bodies for one in _own_things(world.creature(who), after.items)}
    return Fight(world, SYSTEM, MappingProxyType(bodies), MappingProxyType(items))


def _is_kept(key: str) -> bool:
    return key in _KEPT_COUNTERS or key.startswith(_KEPT_BEGINNINGS)


def _told(creature: Creature, effects: tuple[Effect, ...]) -> Creature:
    """A creature whose conditions are those of its effects."""
    stats = replace(creature.of(SYSTEM), conditions=frozenset(one.id for one in effects))
    return replace(creature, stats=MappingProxyType({**creature.stats, SYSTEM: stats}))


def _own_things(creature: Creature, items: Mapping[str, Item]) -> list[Item]:
    """A creature's things as its stat block has them, with the damage they took; what was destroyed stays gone."""
    return [replace(one, damage=items[one.id].damage) for one in items_of(creature) if one.id in items]


def carried(camp: Fight, fresh: Fight) -> Fight:
    """The next fight with the hit points, conditions, Hero Points and things of those who come along.

    A creature comes along when the next scenario has one of its id on its side; the dead stay behind.

    Source: pf2e.mode.kinds, pf2e.hero.points
    """
    bodies, items, world = dict(fresh.bodies), dict(fresh.items), fresh.world
    for who, body in camp.bodies.items():
        if who not in bodies or world.creature(who).side != camp.world.creature(who).side:
            continue
        if body.out:
            del bodies[who]
            world = without_creature(world, who)
            items = {key: one for key, one in items.items() if one.holder != who}
            continue
        new = bodies[who]
        most = new.max_hp + new.count(LOST) - body.count(LOST)
        effects = tuple(one for one in body.effects if one.id not in (JOURNEY, EXPLORING, time.TREATED))
        bodies[who] = replace(
            new,
            hp=min(body.hp, most),
            max_hp=most,
            effects=(*new.effects, *(one for one in effects if one.id in LASTING | _ARRIVING or one.note)),
            counters=MappingProxyType({key: value for key, value in body.counters.items() if _is_kept(key)}),
        )
        creature = world.creature(who)
        conditions = creature.of(SYSTEM).conditions | {one.id for one in bodies[who].effects}
        own = replace(creature.of(SYSTEM), conditions=frozenset(conditions))
        world = with_creature(world, replace(creature, stats=MappingProxyType({**creature.stats, SYSTEM: own})))
        for key, one in camp.items.items():
            if key in items and one.holder == who:
                items[key] = replace(items[key], damage=one.damage)
    return replace(fresh, world=world, bodies=MappingProxyType(bodies), items=MappingProxyType(items))
