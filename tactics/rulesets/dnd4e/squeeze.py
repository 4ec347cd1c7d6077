"""Squeezing: a big creature in a smaller space."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.lattice import Square
from tactics.core.space import SIZES, Space, size_space
from tactics.world.creature import Creature

_LARGE = SIZES.index("large")


def can_squeeze(creature: Creature) -> bool:
    """Whether the rules give it a smaller space; for Medium and smaller the game master decides what is tight.

    Source: dnd4e.move.squeeze
    """
    return SIZES.index(creature.size) >= _LARGE


def squeezed(creature: Creature, square: Square) -> Space:
    """Its space while it squeezes, one size smaller.

    Source: dnd4e.move.squeeze
    """
    if not can_squeeze(creature):
        return creature.space.at(square)
    return size_space(SIZES[SIZES.index(creature.size) - 1], square)


def starts(creature: Creature) -> Iterator[Square]:
    """Top left squares of every smaller space it can shrink to within its own.

    Source: dnd4e.move.squeeze
    """
    small = squeezed(creature, creature.space.anchor)
    for y in range(creature.space.y, creature.space.y + creature.space.height - small.height + 1):
        for x in range(creature.space.x, creature.space.x + creature.space.width - small.width + 1):
            yield Square(x, y)


def full_spaces(creature: Creature, small: Space) -> Iterator[Space]:
    """Spaces of full size that hold the squeezed one: where the squeeze may end if one is free.

    Source: dnd4e.move.squeeze_end
    """
    full = creature.standing_at(small.anchor)
    for y in range(small.y + small.height - full.height, small.y + 1):
        for x in range(small.x + small.width - full.width, small.x + 1):
            yield full.at(Square(x, y))


def given_up(creature: Creature, small: Space) -> frozenset[Square]:
    """Squares it leaves by shrinking, which may provoke.

    Source: dnd4e.move.squeeze
    """
    return frozenset(creature.space.squares()) - frozenset(small.squares())
