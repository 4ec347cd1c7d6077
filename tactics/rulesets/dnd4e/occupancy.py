"""Squares other creatures keep a mover out of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.space import SIZES, Space, size_steps
from tactics.core.text import text
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.spots import called, enemies, meets, ride_together
from tactics.rulesets.dnd4e.tables import is_helpless, stats, tiny_per_square
from tactics.world.creature import Creature
from tactics.world.place import open_square
from tactics.world.world import World

_TINY = SIZES.index("tiny")


@dataclass(frozen=True, slots=True)
class Others:
    """What other creatures do to a mover's way.

    Attributes:
        blocked: squares it may not enter.
        no_end: squares it may pass and not end in.
    """

    blocked: frozenset[Square]
    no_end: frozenset[Square]


def others(world: World, mover: Creature) -> Others:
    """Where creatures stand in a mover's way.

    Source: dnd4e.move.through_ally, dnd4e.move.through_enemy, dnd4e.move.end_space
    """
    blocked: set[Square] = set()
    no_end: set[Square] = set()
    for other in _in_the_way(world, mover):
        if entry_refusal(mover, other) is not None:
            blocked.update(other.space.squares())
        elif end_refusal(world, mover, other) is not None:
            no_end.update(other.space.squares())
    return Others(frozenset(blocked), frozenset(no_end))


def entry_refusal(mover: Creature, other: Creature) -> Refusal | None:
    """Why a mover may not enter another's space, None when it may.

    Source: dnd4e.move.through_ally, dnd4e.move.through_enemy
    """
    if not enemies(mover, other) or is_helpless(other):
        return None
    if abs(size_steps(mover.size, other.size)) >= 2 or _slips_in(mover, other):
        return None
    return Refusal("dnd4e.move.through_enemy", text("The enemy {name} stands there.", name=called(other)))


def end_refusal(world: World, mover: Creature, other: Creature) -> Refusal | None:
    """Why a mover may not end its move in another's space, None when it may.

    Source: dnd4e.move.through_ally, dnd4e.move.end_space, dnd4e.space.size_table
    """
    if _slips_in(mover, other):
        return None
    if enemies(mover, other):
        if is_helpless(other):
            return None
        why = text("{name} stands there: a move may end only in a helpless enemy's space.", name=called(other))
        return Refusal("dnd4e.move.end_space", why)
    if "prone" in stats(other).conditions or _room_for_tiny(world, mover, other):
        return None
    why = text("{name} stands there: a move may end in an ally's space only if the ally is prone.", name=called(other))
    return Refusal("dnd4e.move.through_ally", why)


def entering(world: World, mover: Creature, space: Space) -> Refusal | None:
    """The creature that keeps a mover from entering a space, None when nobody does."""
    found = (entry_refusal(mover, one) for one in _in_the_way(world, mover) if one.space.overlaps(space))
    return next((refusal for refusal in found if refusal), None)


def ending(world: World, mover: Creature, space: Space) -> Refusal | None:
    """The creature that keeps a mover from ending its move in a space, None when nobody does."""
    for other in _in_the_way(world, mover):
        if other.space.overlaps(space):
            refusal = entry_refusal(mover, other) or end_refusal(world, mover, other)
            if refusal is not None:
                return refusal
    return None


def is_free(world: World, creature: Creature, space: Space) -> bool:
    """Whether nothing at all stands in a space: no wall and nobody but the creature itself, its rider or mount."""
    return all(open_square(world, square) for square in space.squares()) and not any(
        other.space.overlaps(space) for other in _in_the_way(world, creature)
    )


def _in_the_way(world: World, mover: Creature) -> Iterator[Creature]:
    """Everybody else at the mover's height: neither its mount or rider, nor who is above or below it."""
    strangers = (one for one in world.creatures if one.id != mover.id and not ride_together(one, mover))
    return (one for one in strangers if meets(world, mover, one))


def _is_tiny(creature: Creature) -> bool:
    return SIZES.index(creature.size) <= _TINY


def _slips_in(mover: Creature, other: Creature) -> bool:
    return _is_tiny(mover) and not _is_tiny(other)


def _room_for_tiny(world: World, mover: Creature, other: Creature) -> bool:
    if not (_is_tiny(mover) and _is_tiny(other)):
        return False
    inside = sum(_is_tiny(one) and one.space.holds(other.space.anchor) for one in world.creatures if one.id != mover.id)
    return inside < tiny_per_square()
