"""What a creature can do, which squares it fills and how high it stands, as this book reads the board."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.space import Space
from tactics.rules.book import Case
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Creature, Stats, Weapon
from tactics.world.place import feet_on_ft
from tactics.world.world import World

SYSTEM = "pf2e"


def stats(creature: Creature) -> Stats:
    """What this book knows of a creature."""
    return creature.of(SYSTEM)


def can_act(creature: Creature) -> bool:
    """Whether it can use actions and reactions at all. Source: pf2e.action.cannot_act."""
    return stats(creature).conditions.isdisjoint(table("actions")["cannot_act"])


def is_corpse(creature: Creature) -> bool:
    """Whether it is dead, and so a thing on the floor. Source: pf2e.death.state."""
    return "dead" in stats(creature).conditions


def named_weapon(case: Case, creature: Creature | None) -> Weapon | None:
    """The weapon a question names, None when it names none.

    Raises:
        ProblemError: the creature has no such weapon.
    """
    name = case.question.weapon
    if name is None or creature is None:
        return None
    held = {one.name: one for one in stats(creature).weapons}
    if name not in held:
        raise case.refuse("weapon", f"{creature.id} has no {name!r}; weapons: {', '.join(held) or 'none'}")
    return held[name]


def can_strike(creature: Creature) -> bool:
    """Whether it can make melee attacks, with a weapon or unarmed. Source: pf2e.flanking.requirements."""
    own = stats(creature)
    return own.armed and can_act(creature) and own.conditions.isdisjoint(table("actions")["cannot_attack"])


def can_move(creature: Creature) -> bool:
    """Whether it may use move actions. Source: pf2e.condition.grabbed_immobilized_restrained."""
    return can_act(creature) and stats(creature).conditions.isdisjoint(table("actions")["cannot_move"])


def is_ally(one: Creature, other: Creature) -> bool:
    """Whether two creatures are on one side; nobody is their own ally. Source: pf2e.flanking.requirements."""
    return one.id != other.id and one.side == other.side


def is_enemy(one: Creature, other: Creature) -> bool:
    """Whether two creatures are on different sides."""
    return one.side != other.side


def mount_of(world: World, creature: Creature) -> Creature | None:
    """The creature it rides, if any."""
    return world.creature(creature.mount) if creature.mount else None


def riders_of(world: World, creature: Creature) -> Iterator[Creature]:
    """Everybody who rides it."""
    return (one for one in world.creatures if one.mount == creature.id)


def space_of(world: World, creature: Creature) -> Space:
    """The squares it counts as filling: a rider fills its mount's. Source: pf2e.mounted.space."""
    mount = mount_of(world, creature)
    return creature.space if mount is None else mount.space


def same_party(world: World, creature: Creature) -> frozenset[str]:
    """Ids of the creature, its mount and its riders, who all share its squares."""
    ids = {creature.id, *(one.id for one in riders_of(world, creature))}
    if creature.mount:
        ids |= {creature.mount, *(one.id for one in world.creatures if one.mount == creature.mount)}
    return frozenset(ids)


def foot_ft(world: World, creature: Creature) -> int:
    """Height of its feet, of its mount's feet when it rides."""
    carrier = mount_of(world, creature) or creature
    return feet_on_ft(ground_ft(world, carrier.space), carrier.z_ft)


def ground_ft(world: World, space: Space) -> int:
    """Height of the highest ground under a space."""
    if not any(kind.ground_z_ft for kind in world.board.kinds):
        return 0
    return max((world.board.at(one).ground_z_ft for one in space.squares() if world.board.inside(one)), default=0)


def head_ft(world: World, creature: Creature) -> int:
    """Height of the top of its space, which is as high as it is wide."""
    return foot_ft(world, creature) + space_of(world, creature).width * SQUARE_FT
