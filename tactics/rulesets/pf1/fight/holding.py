"""What a creature has in its hands, and the position as it follows from that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from tactics.rules.things import READY, WORN, Arms
from tactics.rulesets.pf1.fight.sheet import UNARMED, Sheet, Weapon, sheet_of
from tactics.rulesets.pf1.sizes import squares
from tactics.world.creature import Creature, Stats
from tactics.world.creature import Weapon as BoardWeapon
from tactics.world.fight import Fight, Item
from tactics.world.world import World

_MOST_KEPT = 64
_UNARMED_FEATS = frozenset({"improved_unarmed_strike"})

Items = Mapping[str, Item]


class Armament(NamedTuple):
    """What a creature fights with, for one sheet.

    Attributes:
        sheet: the sheet it was found for.
        ready: weapons in its hands, natural, and unarmed.
        board: the same as judges of positions see them.
        threatens: ids of those it threatens with.
        traits: what else judges have to know of it.
    """

    sheet: Sheet
    ready: tuple[Weapon, ...]
    board: tuple[BoardWeapon, ...]
    threatens: tuple[str, ...]
    traits: frozenset[str]


class _Holdings:
    """What follows from who holds which things; worked out when it is asked for."""

    __slots__ = ("armaments", "items", "things")

    def __init__(self, items: Items) -> None:
        self.items = items
        self.armaments: dict[str, Armament] = {}
        self.things: dict[str, tuple[Item, ...]] = {}
        for item in items.values():
            self.things[item.holder] = (*self.things.get(item.holder, ()), item)


_holdings: dict[int, _Holdings] = {}


def _held_in(fight: Fight) -> _Holdings:
    found = _holdings.get(id(fight.items))
    if found is None or found.items is not fight.items:
        if len(_holdings) >= _MOST_KEPT:
            _holdings.clear()
        found = _holdings[id(fight.items)] = _Holdings(fight.items)
    return found


def things_of(fight: Fight, who: str) -> tuple[Item, ...]:
    """Everything a creature has."""
    return _held_in(fight).things.get(who, ())


@lru_cache(1024)
def _renamed(weapon: Weapon, id: str) -> Weapon:
    """Somebody else's weapon by the id of the thing; always the same one, for weapons are compared by identity."""
    return replace(weapon, id=id)


_ARMS = Arms(lambda creature: sheet_of(creature).weapons, _renamed)
weapon_of, item_of = _ARMS.weapon_of, _ARMS.item_of


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
        if item.kind not in WORN and (item.hand in READY or item.hand == "worn")
    )


def ready_weapons(fight: Fight, who: str) -> tuple[Weapon, ...]:
    """What a creature can attack with now: in its hands, natural, and unarmed; each `id` is one `weapon_of` knows."""
    return armament(fight, who).ready


def melee_weapons(fight: Fight, who: str) -> tuple[str, ...]:
    """What a creature threatens with now, by weapon id: in its hands, natural, unarmed only with the feat.

    Source: pf1.threat.unarmed
    """
    return armament(fight, who).threatens


def armament(fight: Fight, who: str) -> Armament:
    """What a creature fights with now."""
    known = _held_in(fight).armaments
    sheet = sheet_of(fight.world.creature(who))
    found = known.get(who)
    if found is None or found.sheet is not sheet:
        found = known[who] = _armament(fight, who, sheet)
    return found


def _armament(fight: Fight, who: str, sheet: Sheet) -> Armament:
    ready = (*(weapon for weapon, _ in held(fight, who)), *sheet.natural_weapons, sheet.weapons[UNARMED])
    armed = fights_unarmed(sheet)
    threatens = tuple(one.id for one in ready if one.melee and (armed or one.id != UNARMED))
    board = tuple(_board_weapon(one) for one in ready if one.ranged or one.id in threatens)
    return Armament(sheet, ready, board, threatens, sheet.special | sheet.feats)


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
    found: tuple[Items, World | None] | None = world.found.get(judged)
    if found is not None and found[0] is fight.items:
        return found[1] or world
    creatures = tuple(_armed(one, armament(fight, one.id)) if "pf1" in one.sheets else one for one in world.creatures)
    same = all(one is other for one, other in zip(creatures, world.creatures, strict=True))
    seen = world if same else replace(world, creatures=creatures)
    # A position must not keep itself alive.
    world.found[judged] = fight.items, None if same else seen
    return seen


def _armed(creature: Creature, arms: Armament) -> Creature:
    """A creature with what it holds, itself when its stats say so already."""
    known: tuple[Armament, Creature | None] | None = creature.found.get(_armed)
    if known is None or known[0] is not arms:
        stats = _armed_stats(creature, arms)
        changed = None if stats is None else MappingProxyType({**creature.stats, "pf1": stats})
        known = creature.found[_armed] = arms, None if changed is None else replace(creature, stats=changed)
    return known[1] or creature


def _armed_stats(creature: Creature, arms: Armament) -> Stats | None:
    """The creature's stats with what it holds, None when they say so already."""
    stats = creature.of("pf1")
    armed = bool(arms.threatens)
    told = arms.traits <= stats.traits and stats.armed is armed and not stats.reach_weapon
    if told and stats.weapons == arms.board:
        return None
    traits = stats.traits | arms.traits
    return replace(stats, weapons=arms.board, armed=armed, reach_weapon=False, traits=traits)


def _board_weapon(weapon: Weapon) -> BoardWeapon:
    return BoardWeapon(
        name=weapon.id,
        ranged=weapon.ranged,
        reach_weapon=weapon.reach,
        reach_sq=None if weapon.reach_ft is None else squares(weapon.reach_ft),
        range_sq=None if weapon.increment_ft is None else squares(weapon.increment_ft),
    )
