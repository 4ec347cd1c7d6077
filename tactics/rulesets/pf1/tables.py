"""The numbers of the book, read from ``data/*.toml``, and what conditions do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tactics.rules.data import tables_of
from tactics.world.creature import Creature
from tactics.world.kept import kept

table = tables_of("pf1")
"""One file of the ``data`` folder, by its name without ending."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What one condition does; the fields are explained in ``data/conditions.toml``."""

    id: str
    attack: Mapping[str, int] = field(default_factory=dict)
    ac: Mapping[str, int] = field(default_factory=dict)
    implies: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    acts: bool = True
    reacts: bool = True
    moves: bool = True
    crawls: bool = False
    steps: bool = True
    charges: bool = True
    sees: bool = True
    shares: bool = False
    obstacle: bool = False


@cache
def _conditions() -> Mapping[str, Condition]:
    return {name: _condition(name, entry) for name, entry in table("conditions").items()}


def _condition(name: str, entry: Mapping[str, Any]) -> Condition:
    values: dict[str, Any] = {key: tuple(one) if isinstance(one, list) else one for key, one in entry.items()}
    return Condition(name, **values)


@cache
def with_implied(names: frozenset[str]) -> tuple[Condition, ...]:
    """The conditions of some ids, those they bring with them included; ids the book does not know are left out."""
    known = _conditions()
    held = names & known.keys()
    while True:
        more = held.union(*(known[name].implies for name in held))
        if more == held:
            return tuple(known[name] for name in sorted(held))
        held = more


@kept
def conditions(creature: Creature) -> tuple[Condition, ...]:
    """The conditions a creature has, those they bring with them included.

    Ids the book does not know change nothing.
    """
    return with_implied(creature.of("pf1").conditions)


@kept
def acts(creature: Creature) -> bool:
    """Whether it can attack.

    Source: pf1.threat.squares.
    """
    return all(one.acts for one in conditions(creature))


@kept
def moves(creature: Creature) -> bool:
    """Whether it can leave its place by itself.

    Source: pf1.move.hampered.
    """
    return all(one.moves for one in conditions(creature))


@kept
def shares_squares(creature: Creature) -> bool:
    """Whether others may cross its squares and stop there: it is helpless.

    Source: pf1.move.through_enemy, pf1.move.end_in_occupied.
    """
    return any(one.shares for one in conditions(creature))
