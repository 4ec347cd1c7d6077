"""What an event does to a fight. Pure and total: no rule, no die, an event about nobody changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tactics.core.space import Space
from tactics.rules.event import (
    Began,
    CounterSet,
    DoorChanged,
    EffectGained,
    EffectLost,
    Ended,
    Event,
    HpChanged,
    ItemChanged,
    ItemLost,
    LeftFight,
    Mounted,
    Moved,
    Noted,
    OrderChanged,
    Rolled,
    RoundBegan,
    TurnBegan,
    Turned,
    TurnEnded,
)
from tactics.world.creature import Creature
from tactics.world.edit import with_creature, with_door
from tactics.world.fight import Effect, Fight
from tactics.world.walls import DOOR_STATES
from tactics.world.world import World

POOLS = ("hp", "temp", "nonlethal", "max")


def reduce(fight: Fight, event: Event) -> Fight:
    """The fight after an event; everything the event does not touch is shared with the fight before.

    The conditions of a creature follow the effects of its body, for the system the fight is played by.
    """
    return _REDUCERS[type(event)](fight, event)


def settled(fight: Fight) -> Fight:
    """The same fight with conditions and effects in step: a condition that has no effect gets a lasting one.

    So a condition of the scenario file can be lost in the fight like any other.
    """
    bodies = dict(fight.bodies)
    world = fight.world
    for who, body in fight.bodies.items():
        creature = world.creature(who)
        missing = sorted(creature.of(fight.system).conditions - {one.id for one in body.effects})
        effects = (*map(Effect, missing), *body.effects)
        if missing:
            bodies[who] = replace(body, effects=effects)
        world = _with_conditions(world, creature, fight.system, frozenset(one.id for one in effects))
    return replace(fight, world=world, bodies=MappingProxyType(bodies))


def _with_conditions(world: World, creature: Creature, system: str, conditions: frozenset[str]) -> World:
    stats = creature.of(system)
    if stats.conditions == conditions:
        return world
    return with_creature(world, creature.with_stats(system, stats.with_conditions(conditions)))


def _with_effects(fight: Fight, who: str, effects: tuple[Effect, ...]) -> Fight:
    body = fight.bodies[who]
    creature = fight.world.creature(who)
    others = creature.of(fight.system).conditions.difference([one.id for one in body.effects])
    world = _with_conditions(fight.world, creature, fight.system, others.union([one.id for one in effects]))
    return fight.with_body(who, body.with_effects(effects), world)


def _began(fight: Fight, event: Began) -> Fight:
    return replace(fight, order=event.order, turn=None, round=1, surprise=event.surprise)


def _round_began(fight: Fight, event: RoundBegan) -> Fight:
    return replace(fight, round=event.number, surprise=False)


def _turn_began(fight: Fight, event: TurnBegan) -> Fight:
    return replace(fight, turn=event.slot) if 0 <= event.slot < len(fight.order) else fight


def _order_changed(fight: Fight, event: OrderChanged) -> Fight:
    """The turn goes with the slot, or with another one of the same creature when that slot is gone."""
    turn = None
    if fight.turn is not None:
        slot = fight.order[fight.turn]
        places = [number for number, one in enumerate(event.order) if one.who == slot.who]
        turn = next((number for number in places if event.order[number] == slot), places[0] if places else None)
    return replace(fight, order=event.order, turn=turn)


def _moved(fight: Fight, event: Moved) -> Fight:
    if event.who not in fight.bodies:
        return fight
    creature = fight.world.creature(event.who)
    space = Space(event.to[0], event.to[1], event.width, event.height)
    return fight.with_world(with_creature(fight.world, creature.placed(space, event.z_ft, event.facing, event.sprawl)))


def _turned(fight: Fight, event: Turned) -> Fight:
    if event.who not in fight.bodies:
        return fight
    creature = fight.world.creature(event.who)
    turned = creature.placed(creature.space, creature.z_ft, event.facing, creature.sprawl)
    return fight.with_world(with_creature(fight.world, turned))


def _hp_changed(fight: Fight, event: HpChanged) -> Fight:
    body = fight.bodies.get(event.who)
    if body is None:
        return fight
    pools = dict(zip(POOLS, (body.hp, body.temp_hp, body.nonlethal, body.max_hp), strict=True))
    if event.pool not in pools:
        return fight
    pools[event.pool] += event.by
    return fight.with_body(event.who, body.with_points(pools["hp"], pools["temp"], pools["nonlethal"], pools["max"]))


def _effect_gained(fight: Fight, event: EffectGained) -> Fight:
    body = fight.bodies.get(event.who)
    return fight if body is None else _with_effects(fight, event.who, (*body.effects, event.effect))


def _effect_lost(fight: Fight, event: EffectLost) -> Fight:
    """The first effect that is equal goes."""
    body = fight.bodies.get(event.who)
    if body is None or event.effect not in body.effects:
        return fight
    at = body.effects.index(event.effect)
    return _with_effects(fight, event.who, body.effects[:at] + body.effects[at + 1 :])


def _counter_set(fight: Fight, event: CounterSet) -> Fight:
    body = fight.bodies.get(event.who)
    if body is None:
        return fight
    return fight.with_body(event.who, body.with_counter(event.key, event.value))


def _item_changed(fight: Fight, event: ItemChanged) -> Fight:
    return replace(fight, items=MappingProxyType({**fight.items, event.item.id: event.item}))


def _item_lost(fight: Fight, event: ItemLost) -> Fight:
    items = {key: item for key, item in fight.items.items() if key != event.item}
    return replace(fight, items=MappingProxyType(items))


def _door_changed(fight: Fight, event: DoorChanged) -> Fight:
    if event.state not in DOOR_STATES:
        return fight
    return fight.with_world(with_door(fight.world, event.group, event.state))


def _mounted(fight: Fight, event: Mounted) -> Fight:
    if event.who not in fight.bodies:
        return fight
    creature = replace(fight.world.creature(event.who), mount=event.mount)
    return fight.with_world(with_creature(fight.world, creature))


def _left_fight(fight: Fight, event: LeftFight) -> Fight:
    body = fight.bodies.get(event.who)
    return fight if body is None else fight.with_body(event.who, replace(body, out=event.why))


def _ended(fight: Fight, event: Ended) -> Fight:
    return replace(fight, over=event.winner)


def _told(fight: Fight, event: Event) -> Fight:
    """It changes nothing, it is only told."""
    return fight


_REDUCERS: Mapping[type, Callable[[Fight, Any], Fight]] = {
    Began: _began,
    RoundBegan: _round_began,
    TurnBegan: _turn_began,
    TurnEnded: _told,
    OrderChanged: _order_changed,
    Moved: _moved,
    Turned: _turned,
    Rolled: _told,
    HpChanged: _hp_changed,
    EffectGained: _effect_gained,
    EffectLost: _effect_lost,
    CounterSet: _counter_set,
    ItemChanged: _item_changed,
    ItemLost: _item_lost,
    DoorChanged: _door_changed,
    Mounted: _mounted,
    LeftFight: _left_fight,
    Noted: _told,
    Ended: _ended,
}
