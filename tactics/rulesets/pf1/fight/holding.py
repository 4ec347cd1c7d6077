"""What a creature has in its hands, and the position as it follows from that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from weakref import WeakKeyDictionary

from tactics.rulesets.pf1.fight.sheet import ARMOR, SHIELD, UNARMED, Sheet, Weapon, sheet_of
from tactics.rulesets.pf1.sizes import squares
from tactics.world.creature import Creature, Stats
from tactics.world.creature import Weapon as BoardWeapon
from tactics.world.edit import with_creature
from tactics.world.fight import Fight, Item
from tactics.world.world import World

READY = frozenset({"main", "off", "both"})
"""Hands that hold a thing ready."""
_MOST_KEPT = 64
_UNARMED_FEATS = frozenset({"improved_unarmed_strike"})

Items = Mapping[str, Item]
_by_holder: dict[int, tuple[Items, Mapping[str, tuple[Item, ...]]]] = {}
_positions: WeakKeyDictionary[World, tuple[Items, World | None]] = WeakKeyDictionary()


def things_of(fight: Fight, who: str) -> tuple[Item, ...]:
    """Everything a creature has."""
    found = _by_holder.get(id(fight.items))
    if found is None or found[0] is not fight.items:
        sorted_out: dict[str, tuple[Item, ...]] = {}
        for item in fight.items.values():
            sorted_out[item.holder] = (*sorted_out.get(item.holder, ()), item)
        if len(_by_holder) >= _MOST_KEPT:
            _by_holder.clear()
        found = fight.items, sorted_out
        _by_holder[id(fight.items)] = found
    return found[1].get(who, ())


def weapon_of(fight: Fight, who: str, weapon: str | Weapon) -> Weapon:
    """A weapon by its id in the creature's sheet or by the id of an `Item` (its own or somebody else's).

    Raises:
        KeyError: there is no such weapon.
    """
    if isinstance(weapon, Weapon):
        return weapon
    own = sheet_of(fight.world.creature(who)).weapons.get(weapon)
    if own is not None:
        return own
    item = fight.items[weapon]
    maker = weapon.rpartition(".")[0]
    found = sheet_of(fight.world.creature(maker)).weapons[item.kind]
    return found if maker == who else replace(found, id=item.id)


def item_of(fight: Fight, who: str, weapon: Weapon) -> Item | None:
    """The thing a weapon is, None for natural and unarmed attacks and for what the creature does not have."""
    for key in (f"{who}.{weapon.id}", weapon.id):
        item = fight.items.get(key)
        if item is not None and item.holder == who:
            return item
    return None


def is_thing(fight: Fight, who: str, weapon: Weapon) -> bool:
    """Whether a weapon must be in somebody's hands: neither natural nor unarmed, nor a power's touch."""
    if weapon.natural or weapon.id == UNARMED:
        return False
    return weapon.id in sheet_of(fight.world.creature(who)).weapons or weapon.id in fight.items


def held(fight: Fight, who: str) -> tuple[tuple[Weapon, Item], ...]:
    """Weapons in a creature's hands, with their items; natural ones and unarmed strikes are none."""
    return tuple(
        (weapon_of(fight, who, item.id), item)
        for item in things_of(fight, who)
        if item.kind not in (ARMOR, SHIELD) and (item.hand in READY or item.hand == "worn")
    )


def ready_weapons(fight: Fight, who: str) -> tuple[Weapon, ...]:
    """What a creature can attack with now: in its hands, natural, and unarmed; each `id` is one `weapon_of` knows."""
    sheet = sheet_of(fight.world.creature(who))
    bare = sheet.weapons[UNARMED]
    return (*(weapon for weapon, _ in held(fight, who)), *sheet.natural_weapons, bare)


def melee_weapons(fight: Fight, who: str) -> tuple[str, ...]:
    """What a creature threatens with now, by weapon id: in its hands, natural, unarmed only with the feat.

    Source: pf1.threat.unarmed
    """
    armed = fights_unarmed(sheet_of(fight.world.creature(who)))
    return tuple(one.id for one in ready_weapons(fight, who) if one.melee and (armed or one.id != UNARMED))


def fights_unarmed(sheet: Sheet) -> bool:
    """Whether its unarmed strikes count as armed. Source: pf1.attack.unarmed_provokes."""
    return bool(_UNARMED_FEATS & sheet.feats)


def lost_half(damage: int, hp: int) -> bool:
    """Whether a thing is broken: half of its hit points or less remain. Source: pf1.condition.broken."""
    return 2 * (hp - damage) <= hp


def is_broken(fight: Fight, who: str, weapon: Weapon) -> bool:
    """Whether a weapon is broken."""
    item = item_of(fight, who, weapon)
    return weapon.broken if item is None else lost_half(item.damage, weapon.hp)


def judged(fight: Fight) -> World:
    """The position for judges: creatures have the weapons there that they hold in the fight."""
    world = fight.world
    found = _positions.get(world)
    if found is not None and found[0] is fight.items:
        return found[1] or world
    seen = world
    for creature in world.creatures:
        if "pf1" in creature.sheets:
            stats = _armed_stats(fight, creature)
            if stats is not None:
                own = MappingProxyType({**creature.stats, "pf1": stats})
                seen = with_creature(seen, replace(creature, stats=own))
    # A position must not keep itself alive.
    _positions[world] = fight.items, None if seen is world else seen
    return seen


def _armed_stats(fight: Fight, creature: Creature) -> Stats | None:
    """The creature's stats with what it holds, None when they say so already."""
    sheet, stats = sheet_of(creature), creature.of("pf1")
    threatening = set(melee_weapons(fight, creature.id))
    weapons = tuple(
        _board_weapon(one) for one in ready_weapons(fight, creature.id) if one.ranged or one.id in threatening
    )
    armed = bool(threatening)
    traits = stats.traits | sheet.special | sheet.feats
    same = (stats.weapons, stats.armed, stats.reach_weapon, stats.traits) == (weapons, armed, False, traits)
    return None if same else replace(stats, weapons=weapons, armed=armed, reach_weapon=False, traits=traits)


def _board_weapon(weapon: Weapon) -> BoardWeapon:
    return BoardWeapon(
        name=weapon.id,
        ranged=weapon.ranged,
        reach_weapon=weapon.reach,
        reach_sq=None if weapon.reach_ft is None else squares(weapon.reach_ft),
        range_sq=None if weapon.increment_ft is None else squares(weapon.increment_ft),
    )
