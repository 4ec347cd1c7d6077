"""What a creature has in its hands, and the position as it follows from that and from who has noticed whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from weakref import WeakKeyDictionary

from tactics.rules.dice_text import Dice
from tactics.rules.things import READY, SHIELD, Arms, things_of
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight.sheet import BASH, UNARMED, Weapon, sheet_of
from tactics.rulesets.pf2e.fight.worn import is_broken
from tactics.rulesets.pf2e.senses import MOTIONLESS
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.creature import Creature, Stats
from tactics.world.creature import Weapon as BoardWeapon
from tactics.world.edit import with_creature
from tactics.world.fight import Effect, Fight, Item
from tactics.world.world import World

Items = Mapping[str, Item]
HOLD = "hold."
"""Beginning of the note of a condition that somebody's grip causes; the id of what holds follows."""
LOOSENED = "loosened_grip"
"""Effect on somebody whose grip of a thing was loosened; its note is the thing. Source: pf2e.skill.disarm."""
THROWN = "@thrown"
"""Ending of the name under which judges know a melee weapon that is thrown."""
CAST = "@cast"
"""Name under which judges know the ranged attacks of a creature's powers, which have no range increment."""
PAIRED: Mapping[str, str] = MappingProxyType(
    {
        "hidden_from": "hidden",
        "undetected_by": "undetected",
        "unnoticed_by": "unnoticed",
        "observed_by": "observed",
        "concealed_from": "concealed",
    }
)
"""Effects that hold towards the creature in their note only, and the condition judges read for that pair."""
STIRRED = "stirred"
"""Counter of who used a move action since its last turn began, kept where somebody could feel that."""
_Noted = tuple[tuple[Effect | int, ...], ...]
_positions: WeakKeyDictionary[World, tuple[Items, _Noted, World | None]] = WeakKeyDictionary()


def _borrowed(weapon: Weapon, id: str) -> Weapon:
    """Somebody else's weapon: a total says what its maker can do with it, and so does the bonus of its dice."""
    dice = weapon.dice if weapon.attack is None else Dice(weapon.dice.dice)
    return replace(weapon, id=id, attack=None, dice=dice)


_ARMS = Arms(lambda creature: sheet_of(creature).weapons, _borrowed)
weapon_of, item_of, held = _ARMS.weapon_of, _ARMS.item_of, _ARMS.held


def ready_weapons(fight: Fight, who: str) -> tuple[Weapon, ...]:
    """What a creature can attack with now: in its hands, and parts of its body; a shield as long as it is whole."""
    sheet, shield = sheet_of(fight.world.creature(who)), shield_of(fight, who)
    bashes = shield is not None and not is_broken(fight, shield)
    bare = (one for one in sheet.weapons.values() if one.body and (one.id != BASH or bashes))
    return (*(weapon for weapon, _ in held(fight, who)), *bare)


def shield_of(fight: Fight, who: str) -> Item | None:
    """The shield on a creature's arm, None when it has none."""
    item = fight.items.get(f"{who}.{SHIELD}")
    return item if item is not None and item.holder == who and item.hand in READY else None


def free_hands(fight: Fight, who: str) -> int:
    """Hands that hold nothing and nobody, of two. A buckler leaves its hand free.

    Source: pf2e.skill.grapple, pf2e.basic.interact
    """
    taken = len(held_bare(fight, who))
    for item in things_of(fight, who):
        if item.hand in READY and not (item.kind == SHIELD and _buckler(fight, who)):
            taken += 2 if item.hand == "both" else 1
    return max(0, 2 - taken)


def held_bare(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of those whom a creature holds with a bare hand. Source: pf2e.skill.grapple."""
    grip = HOLD + UNARMED
    return tuple(
        other
        for other, body in fight.bodies.items()
        if any((one.source, one.note) == (who, grip) for one in body.effects)
    )


def _buckler(fight: Fight, who: str) -> bool:
    shield = sheet_of(fight.world.creature(who)).shield
    return shield is not None and shield.id == "buckler"


def board_name(weapon: Weapon, kind: str) -> str:
    """The name under which judges of positions know an attack."""
    return weapon.id + THROWN if kind == "ranged" and not weapon.ranged else weapon.id


def judged(fight: Fight) -> World:
    """The position for judges: weapons as they are held, and for each pair who has noticed whom."""
    world = fight.world
    effects: _Noted = tuple((*one.effects, one.count(STIRRED)) for one in fight.bodies.values())
    found = _positions.get(world)
    if found is not None and found[0] is fight.items and found[1] == effects:
        return found[2] or world
    seen = world
    for creature in world.creatures:
        if SYSTEM in creature.sheets:
            stats = _stats(fight, creature)
            if stats != creature.of(SYSTEM):
                own = MappingProxyType({**creature.stats, SYSTEM: stats})
                seen = with_creature(seen, replace(creature, stats=own))
    # A position must not keep itself alive.
    _positions[world] = fight.items, effects, None if seen is world else seen
    return seen


def _stats(fight: Fight, creature: Creature) -> Stats:
    own = creature.of(SYSTEM)
    weapons = tuple(one for weapon in ready_weapons(fight, creature.id) for one in _board_weapons(weapon))
    if any(one.attack == "ranged" for one in sheet_of(creature).powers.values()):
        weapons += (BoardWeapon(CAST, ranged=True),)
    told = own.conditions.union(_towards(fight.body(creature.id).effects))
    if not free_hands(fight, creature.id):
        told |= {"hands_full"}
    if not fight.body(creature.id).count(STIRRED):
        told |= {MOTIONLESS}
    return replace(own, weapons=weapons, armed=True, reach_weapon=False, conditions=told)


def _towards(effects: tuple[Effect, ...]) -> Iterator[str]:
    """Conditions towards one creature: ``hidden:B``. Source: pf2e.detect.states."""
    for one in effects:
        if one.id in PAIRED:
            yield f"{PAIRED[one.id]}:{one.note}"


def _board_weapons(weapon: Weapon) -> Iterator[BoardWeapon]:
    range_sq = None if weapon.increment_ft is None else weapon.increment_ft // SQUARE_FT
    if weapon.ranged:
        yield BoardWeapon(weapon.id, ranged=True, range_sq=range_sq)
        return
    reach_sq = None if weapon.reach_ft is None else weapon.reach_ft // SQUARE_FT
    yield BoardWeapon(weapon.id, reach_weapon="reach" in weapon.traits, reach_sq=reach_sq)
    if weapon.flies:
        yield BoardWeapon(weapon.id + THROWN, ranged=True, range_sq=range_sq)
