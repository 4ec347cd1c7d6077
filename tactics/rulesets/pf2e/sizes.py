"""Sizes, spaces and who may stand where."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.rulesets.pf2e.tables import table
from tactics.world.creature import Creature
from tactics.world.place import open_square
from tactics.world.world import World


def rank(size: str) -> int:
    """Place of a size from Tiny 0 to Gargantuan 5; sizes of other books count as their neighbour.

    Source: pf2e.creature.size_table.

    Raises:
        ValueError: no such size.
    """
    sizes = table("sizes")
    order: list[str] = sizes["order"]
    return order.index(sizes["also"].get(size, size))


def steps_above(bigger: str, smaller: str) -> int:
    """How many sizes the first is above the second; negative when it is below."""
    return rank(bigger) - rank(smaller)


def space_sq(size: str) -> int:
    """Side of the space in squares. Source: pf2e.creature.size_table."""
    sizes = table("sizes")
    side: int = sizes["space_sq"][sizes["order"][rank(size)]]
    return side


def reach_by_size_sq(size: str, stature: str) -> int:
    """Natural reach in squares of a tall or long creature. Source: pf2e.creature.size_table."""
    sizes = table("sizes")
    reach: int = sizes["reach_sq"][stature][sizes["order"][rank(size)]]
    return reach


def ridden_together(one: Creature, other: Creature) -> bool:
    """Whether one rides the other, so that they share their squares."""
    return other.mount == one.id or one.mount == other.id


def tiny_crowd(squares: Iterable[Square], crowd: Iterable[Creature]) -> int:
    """The most Tiny creatures of a crowd that stand on one of some squares."""
    tiny = [one for one in crowd if rank(one.size) == 0]
    return max((sum(one.space.holds(square) for one in tiny) for square in squares), default=0)


def may_be_placed(world: World, creature: Creature, space: Space, *, cap: int | None = None) -> bool:
    """Whether a creature may stand on some squares with everybody else where they are.

    Args:
        world: the position; the creature's own place in it does not count.
        creature: who is placed.
        space: the squares.
        cap: Tiny creatures that fit into one square, None for the book's four.

    Source: pf2e.creature.space_exclusive, pf2e.creature.tiny.
    """
    if not all(open_square(world, square) for square in space.squares()):
        return False
    others = [
        one
        for one in world.creatures
        if one.id != creature.id and one.space.overlaps(space) and not ridden_together(one, creature)
    ]
    tiny = [one for one in others if rank(one.size) == 0]
    if rank(creature.size) > 0:
        return len(tiny) == len(others)
    allowed: int = table("sizes")["tiny_per_square"] if cap is None else cap
    return tiny_crowd(space.squares(), tiny) < allowed
