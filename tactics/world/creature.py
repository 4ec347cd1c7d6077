"""A creature on the board, with what each rule system has to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tactics.core.lattice import Square
from tactics.core.space import Space, size_space
from tactics.core.text import Named


@dataclass(frozen=True, slots=True)
class Weapon:
    """One way to attack.

    Attributes:
        name: unique for the creature, as written in the file.
        ranged: shoots or is thrown; it threatens nothing.
        reach_weapon: adds to the creature's natural reach as its book says.
        reach_sq: a fixed reach instead, None when it follows from the creature.
        range_sq: range increment, or normal range for dnd4e; None when not given.
        long_range_sq: long range for dnd4e, greatest range elsewhere; None when not given.
    """

    name: str
    ranged: bool = False
    reach_weapon: bool = False
    reach_sq: int | None = None
    range_sq: int | None = None
    long_range_sq: int | None = None


@dataclass(frozen=True, slots=True)
class Stats:
    """What one rule system knows of a creature; lengths in whole squares.

    Attributes:
        reach_sq: natural reach, None to take the book's value for size and stature.
        reach_weapon: holds a weapon with reach.
        armed: can make melee attacks (threatens).
        weapons: attacks by name; empty means one natural or ordinary melee attack.
        speeds_sq: speed by mode (walk, fly, swim, climb, burrow); walk is always there.
        senses: English ids (darkvision, low_light_vision, scent, blindsense, tremorsense ...).
        conditions: English ids (prone, unconscious, stunned, invisible ...).
        reactions: English ids of reactions it has (attack_of_opportunity ...).
        traits: English ids of further facts (fills_space, helpless_obstacle, incorporeal,
            ignores_difficult, combat_reflexes ...).
        threatening_reach_sq: dnd4e threatening reach, 0 for none.
    """

    reach_sq: int | None = None
    reach_weapon: bool = False
    armed: bool = True
    weapons: tuple[Weapon, ...] = ()
    speeds_sq: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({"walk": 6}))
    senses: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    reactions: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    threatening_reach_sq: int = 0

    def with_conditions(self, conditions: frozenset[str]) -> Stats:
        """The same with other conditions."""
        return Stats(
            self.reach_sq,
            self.reach_weapon,
            self.armed,
            self.weapons,
            self.speeds_sq,
            self.senses,
            conditions,
            self.reactions,
            self.traits,
            self.threatening_reach_sq,
        )


PLAIN = Stats()


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature in its place.

    Attributes:
        id: its letter or key in the file, unique on the board.
        name: what players call it.
        side: creatures of one side are allies, all others are enemies.
        size: one of `tactics.core.space.SIZES`.
        space: the squares it occupies.
        z_ft: height of its feet above the board's zero, in feet.
        stature: "tall" or "long".
        stats: by rule system id; a system that is missing uses plain values, see `of`.
        mount: id of the creature it rides, "" for none.
        sheets: its table ``combat`` by rule system id, as it stands in the files; each book reads its own.
        facing: where it looks, a number of the board's facings (0 is up, then clockwise); None where nobody says.
        sprawl: squares it covers beside its space, such as those a lying body reaches into.
        found: what was worked out about it, see `tactics.world.kept`.
    """

    id: str
    name: Named
    side: str
    size: str
    space: Space
    z_ft: int = 0
    stature: str = "tall"
    stats: Mapping[str, Stats] = field(default_factory=lambda: MappingProxyType({}))
    mount: str = ""
    sheets: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))
    facing: int | None = None
    sprawl: tuple[Square, ...] = ()
    found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def of(self, system: str) -> Stats:
        """What a rule system knows of it."""
        return self.stats.get(system, PLAIN)

    # Changed copies are made for every step, so they are made by hand: `dataclasses.replace` takes twice as long.

    def placed(self, space: Space, z_ft: int, facing: int | None = None, sprawl: tuple[Square, ...] = ()) -> Creature:
        """The same elsewhere; it looks where it looked unless a facing is given."""
        return Creature(
            self.id,
            self.name,
            self.side,
            self.size,
            space,
            z_ft,
            self.stature,
            self.stats,
            self.mount,
            self.sheets,
            self.facing if facing is None else facing,
            sprawl,
        )

    def with_stats(self, system: str, stats: Stats) -> Creature:
        """The same with what one rule system knows of it replaced."""
        return Creature(
            self.id,
            self.name,
            self.side,
            self.size,
            self.space,
            self.z_ft,
            self.stature,
            MappingProxyType({**self.stats, system: stats}),
            self.mount,
            self.sheets,
            self.facing,
            self.sprawl,
        )

    def standing_at(self, square: Square) -> Space:
        """Its full space with the top left square moved there."""
        return size_space(self.size, square)
