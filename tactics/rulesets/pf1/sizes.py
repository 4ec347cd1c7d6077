"""Table 8-4: space, reach and sharing of a square by size; feet and squares."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tactics.core.space import SIDE_SQ, Space, size_steps
from tactics.rulesets.pf1.tables import table
from tactics.world.creature import Creature
from tactics.world.kept import kept

FEET = 5
"""Feet in one square. Source: pf1.grid.square."""


def squares(feet: int) -> int:
    """Whole squares in a length.

    Source: pf1.grid.square.
    """
    return feet // FEET


def feet(squares: int) -> int:
    """A length in feet.

    Source: pf1.grid.square.
    """
    return squares * FEET


def space_ft(size: str) -> Fraction:
    """Side of the space a size takes up, in feet.

    Source: pf1.size.space.
    """
    return Fraction(table("sizes")[size]["space_inches"], 12)


def natural_reach_ft(size: str, stature: str) -> int:
    """Natural reach of a size, in feet.

    Args:
        size: one of `tactics.core.space.SIZES`.
        stature: "tall" or "long".

    Source: pf1.reach.natural, pf1.size.tall_long.
    """
    found: int = table("sizes")[size]["reach_ft"][stature]
    return found


@kept
def natural_reach_sq(creature: Creature) -> int:
    """A creature's natural reach in squares: its own figure, else the table's.

    Source: pf1.reach.natural.
    """
    own = creature.of("pf1").reach_sq
    return squares(natural_reach_ft(creature.size, creature.stature)) if own is None else own


def size_modifier(size: str) -> int:
    """What a size adds to attack rolls and to Armor Class.

    Source: pf1.ac.size_modifier.
    """
    found: int = table("sizes")[size]["attack_and_ac"]
    return found


def capacity(size: str) -> int:
    """How many creatures of a size fit into one square.

    Source: pf1.size.shared_square.
    """
    found: int = table("sizes")[size]["per_square"]
    return found


def shares_square(sizes: Mapping[str, int]) -> bool:
    """Whether creatures fit into one square together, each size taking its share of it.

    Args:
        sizes: how many there are of each size.

    Source: pf1.size.shared_square.
    """
    return sum(Fraction(number, capacity(size)) for size, number in sizes.items()) <= 1


def very_small(size: str) -> bool:
    """Whether a size is below one square: Fine, Diminutive or Tiny.

    Source: pf1.move.very_small_enter.
    """
    return size_steps(size, "small") > 0


def squeezed_side_sq(size: str) -> int:
    """Narrowest passage in whole squares a size can squeeze through: half its space, rounded up.

    Source: pf1.squeeze.half_width.
    """
    return -(-SIDE_SQ.get(size, 1) // 2)


def squeezed_space(space: Space, size: str, *, along: str) -> Space:
    """The squares a squeezed creature fills: as wide as the passage, as long as before.

    Args:
        space: its full space; the top left square stays.
        size: its size.
        along: "x" when the passage runs left to right, "y" when it runs up and down.

    Source: pf1.squeeze.footprint.
    """
    side, narrow = SIDE_SQ.get(size, 1), squeezed_side_sq(size)
    width, height = (side, narrow) if along == "x" else (narrow, side)
    return Space(space.x, space.y, width, height)


def print_inches(squares: int) -> int:
    """Width of a printed map at the scale of miniatures, in inches.

    Source: pf1.grid.miniature_scale.
    """
    scale: int = table("movement")["miniatures"]["inches_per_square"]
    return squares * scale
