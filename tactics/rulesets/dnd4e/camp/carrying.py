"""From a fight into a camp, and from the camp into the next fight: who comes along, and with what."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from tactics.rulesets.dnd4e.camp import time
from tactics.rulesets.dnd4e.camp.leaving import JOURNEY
from tactics.rulesets.dnd4e.camp.resting import ENCOUNTERS
from tactics.rulesets.dnd4e.fight import harm, turn
from tactics.rulesets.dnd4e.fight.aiming import SHOTS
from tactics.rulesets.dnd4e.fight.sheet import items_of
from tactics.rulesets.dnd4e.tables import SYSTEM
from tactics.world.creature import Creature
from tactics.world.edit import with_creature, without_creature
from tactics.world.fight import Body, Effect, Fight

_LASTING = ("save", "encounter", "forever")
"""How effects end that outlast the last turn of a fight; what is sustained ends, so that the party can rest."""
_LEFT_BEHIND = frozenset({"grabbed", "marked", "running", "squeezing", "surprised"})
_STANDING = frozenset({"prone"})
_KEPT = (harm.SURGES, harm.DEATH_FAILURES, turn.POINTS, ENCOUNTERS, time.WAIT)
_KEPT_BEGINNINGS = (turn.USED, SHOTS)


def camp_of(after: Fight, miles: int, terrain: str) -> Fight:
    """The camp of the side that won: bodies with what outlasts a fight, things back with their owners.

    Source: dnd4e.hp.rest, dnd4e.duration.sustain_no_rest
    """
    world = after.world
    bodies: dict[str, Body] = {}
    for creature in after.world.creatures:
        body = after.body(creature.id)
        if creature.side != after.over or body.out == "fled":
            world = without_creature(world, creature.id)
            continue
        effects = tuple(one for one in body.effects if _outlasts(body, one))
        if not body.out:
            effects = (*effects, Effect(JOURNEY, miles, note=terrain, rule=time.RULE))
        bodies[creature.id] = replace(body, effects=effects, counters=_kept(body))
        world = with_creature(world, _told(replace(creature, mount=""), effects))
    items = {one.id: one for who in bodies for one in items_of(world.creature(who)) if one.id in after.items}
    return Fight(world, SYSTEM, MappingProxyType(bodies), MappingProxyType(items))


def _outlasts(body: Body, effect: Effect) -> bool:
    """Whether an effect is still there in the camp; who is awake gets up."""
    if effect.duration.anchor not in _LASTING or effect.id in _LEFT_BEHIND:
        return False
    return effect.id not in _STANDING or body.has("unconscious")


def _kept(body: Body) -> MappingProxyType[str, int]:
    return MappingProxyType(
        {key: value for key, value in body.counters.items() if key in _KEPT or key.startswith(_KEPT_BEGINNINGS)}
    )


def _told(creature: Creature, effects: tuple[Effect, ...]) -> Creature:
    """A creature whose conditions are those of its effects."""
    stats = replace(creature.of(SYSTEM), conditions=frozenset(one.id for one in effects))
    return replace(creature, stats=MappingProxyType({**creature.stats, SYSTEM: stats}))


def carried(camp: Fight, fresh: Fight) -> Fight:
    """The next fight with the hit points, surges, action points and used powers of those who come along.

    A creature comes along when the next scenario has one of its id on its side; the dead stay behind.

    Source: dnd4e.hp.rest, dnd4e.action.action_point
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
        effects = (*new.effects, *(one for one in body.effects if one.id != JOURNEY and _outlasts(body, one)))
        bodies[who] = replace(
            new,
            hp=min(body.hp, new.max_hp),
            temp_hp=body.temp_hp,
            effects=effects,
            counters=_kept(body),
        )
        creature = world.creature(who)
        conditions = creature.of(SYSTEM).conditions | {one.id for one in effects}
        own = replace(creature.of(SYSTEM), conditions=frozenset(conditions))
        world = with_creature(world, replace(creature, stats=MappingProxyType({**creature.stats, SYSTEM: own})))
    return replace(fresh, world=world, bodies=MappingProxyType(bodies), items=MappingProxyType(items))
