"""A position: board, creatures and the rule systems that judge it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tactics.core.lattice import Square
from tactics.core.text import Named
from tactics.world.board import Board
from tactics.world.creature import Creature

SwitchValue = bool | str

NAMELESS = Named("")


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class World:
    """An immutable position. Changed copies come from `tactics.world.edit`.

    Attributes:
        board: the ground.
        creatures: in file order; their ids differ.
        rulesets: ids of the systems that judge it, the one played first.
        switches: house rules by system and name, only those set.
        title: what to call the position.
        found: what was worked out about it, see `tactics.world.kept`; little, for a fight keeps its positions.
    """

    board: Board
    creatures: tuple[Creature, ...] = ()
    rulesets: tuple[str, ...] = ("pf1",)
    switches: Mapping[str, Mapping[str, SwitchValue]] = field(default_factory=lambda: MappingProxyType({}))
    title: Named = NAMELESS
    found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)
    _by_id: Mapping[str, Creature] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {one.id: one for one in self.creatures})

    def creature(self, id: str) -> Creature:
        """The creature with an id.

        Raises:
            KeyError: nobody has it.
        """
        return self._by_id[id]

    def standing_on(self, square: Square) -> Iterator[Creature]:
        """Everyone whose space holds the square."""
        return (one for one in self.creatures if one.space.holds(square))
