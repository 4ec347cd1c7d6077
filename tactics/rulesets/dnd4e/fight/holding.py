"""What a creature has in its hands, and the position as it follows from that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from weakref import WeakKeyDictionary

from tactics.rules.things import READY, Arms, things_of
from tactics.rulesets.dnd4e.fight import zone_ground
from tactics.rulesets.dnd4e.fight.own_numbers import fits
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.tables import SYSTEM
from tactics.world.creature import Creature, Stats
from tactics.world.creature import Weapon as BoardWeapon
from tactics.world.edit import with_creature
from tactics.world.fight import Fight, Item
from tactics.world.world import World

BY_POWER = "@power"
"""Name under which judges know what shoots without a weapon, and so has no long range.

Source: dnd4e.range.no_weapon_no_long
"""
PAIRED = ("hidden", "feinted")
"""Effects towards one creature, which their note names. Source: dnd4e.stealth.hide, dnd4e.ca.bluff."""
Items = Mapping[str, Item]
_Pairs = tuple[tuple[str, str, str], ...]
_positions: WeakKeyDictionary[World, tuple[Items, _Pairs, zone_ground.Key, World | None]] = WeakKeyDictionary()


def _borrowed(weapon: Weapon, id: str) -> Weapon:
    return replace(weapon, id=id)


_ARMS = Arms(lambda creature: sheet_of(creature).weapons, _borrowed)
weapon_of, item_of, held = _ARMS.weapon_of, _ARMS.item_of, _ARMS.held


def ready_weapons(fight: Fight, who: str) -> tuple[Weapon, ...]:
    """What a creature can attack with now: in its hands, and parts of its body."""
    sheet = sheet_of(fight.world.creature(who))
    return (*(weapon for weapon, _ in held(fight, who)), *(one for one in sheet.weapons.values() if one.body))


def weapons_for(fight: Fight, who: str, power: Power) -> tuple[Weapon | None, ...]:
    """The weapons or implements at hand that a power can be made with; (None,) for a power that needs none."""
    found = tuple(one for one in ready_weapons(fight, who) if fits(power, one))
    if not power.armed:
        return found or (None,)
    armed = tuple(one for one in found if not one.body)
    return armed or found


def free_hands(fight: Fight, who: str) -> int:
    """Hands that hold nothing, of two."""
    taken = sum(2 if item.hand == "both" else 1 for item in things_of(fight, who) if item.hand in READY)
    return max(0, 2 - taken)


def judged(fight: Fight) -> World:
    """The position for judges: creatures have the weapons they hold in the fight, and zones are ground."""
    world = fight.world
    found, pairs, lie = _positions.get(world), _pairs(fight), zone_ground.key_of(fight)
    if found is not None and found[0] is fight.items and found[1:3] == (pairs, lie):
        return found[3] or world
    seen = zone_ground.with_zones(fight, world) if lie else world
    for creature in world.creatures:
        if SYSTEM in creature.sheets:
            stats = _stats(fight, creature, pairs)
            if stats != creature.of(SYSTEM):
                own = MappingProxyType({**creature.stats, SYSTEM: stats})
                seen = with_creature(seen, replace(creature, stats=own))
    # A position must not keep itself alive.
    _positions[world] = fight.items, pairs, lie, None if seen is world else seen
    return seen


def _pairs(fight: Fight) -> _Pairs:
    """Who has which effect towards whom."""
    return tuple(
        (who, one.id, one.note) for who, body in fight.bodies.items() for one in body.effects if one.id in PAIRED
    )


def _stats(fight: Fight, creature: Creature, pairs: _Pairs) -> Stats:
    own = creature.of(SYSTEM)
    towards = {f"{id_}:{other}" for who, id_, other in pairs if who == creature.id}
    if towards:
        own = replace(own, conditions=own.conditions | towards)
    ready = ready_weapons(fight, creature.id)
    reach = any("reach" in one.properties for one in ready)
    return replace(own, weapons=tuple(_board_weapons(ready)), armed=True, reach_weapon=own.reach_weapon or reach)


def _board_weapons(ready: tuple[Weapon, ...]) -> Iterator[BoardWeapon]:
    for one in ready:
        if one.range_sq is not None:
            yield BoardWeapon(one.id, ranged=True, range_sq=one.range_sq, long_range_sq=one.long_range_sq)
        if not one.ranged:
            yield BoardWeapon(f"{one.id}@melee", reach_weapon="reach" in one.properties)
    yield BoardWeapon(BY_POWER, ranged=True)
