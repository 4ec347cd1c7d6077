"""Combat tables of creatures: read once by the books that fight with them, and looked through for faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Generic, TypeVar

from tactics.core.problems import Problem, ProblemError
from tactics.rules.keys import Keys
from tactics.rules.registry import book
from tactics.world.creature import Creature
from tactics.world.world import World

Sheet = TypeVar("Sheet")
Found = TypeVar("Found")

_MOST_READ = 1000
"""How many sheets of one book are remembered."""


class Sheets(Generic[Sheet]):
    """What the stat blocks of creatures say by one book, each table read once.

    Args:
        system: id of the book.
        read: makes a sheet of a table ``combat`` and the creature it belongs to; of the creature it may look at
            nothing but the id, for problems, its size and what never changes.
    """

    def __init__(self, system: str, read: Callable[[Mapping[str, Any], Creature], Sheet]) -> None:
        self._system, self._read = system, read
        self._known: dict[int, tuple[Mapping[str, Any], str, Sheet]] = {}

    def of(self, creature: Creature) -> Sheet:
        """What the creature's stat block says.

        Raises:
            ProblemError: there is no table ``combat``, or it has faults.
        """
        combat = creature.sheets.get(self._system)
        if combat is None:
            table = f"[creatures.{creature.id}.{self._system}.combat]"
            fault = f"a fight needs the table {table}; the creature has none"
            raise ProblemError([Problem(creature.id, "combat", fault)])
        found = self._known.get(id(combat))
        if found is not None and found[0] is combat and found[1] == creature.size:
            return found[2]
        sheet = self._read(combat, creature)
        if len(self._known) >= _MOST_READ:
            self._known.clear()
        self._known[id(combat)] = combat, creature.size, sheet
        return sheet


def read_combat(combat: object, who: str, known: Iterable[str], read: Callable[[Keys], Found]) -> Found:
    """What a table ``combat`` means.

    Args:
        combat: the table.
        who: where it stands, for problems.
        known: every key there may be.
        read: what makes something of it, and notes its faults in the keys.

    Raises:
        ProblemError: with all faults of the table.
    """
    problems: list[Problem] = []
    return faultless(read(Keys(combat, "combat", who, problems, known)), problems)


def faultless(found: Found, problems: Iterable[Problem]) -> Found:
    """What was found, if nothing is wrong with it.

    Raises:
        ProblemError: there are problems.
    """
    faults = list(problems)
    if faults:
        raise ProblemError(faults)
    return found


def sheet_problems(world: World) -> Iterator[tuple[str, Problem]]:
    """What is wrong with the combat tables of a position; creatures without one are passed over.

    Yields:
        The rule system and the problem, whose path is the id of a creature and whose key begins with ``combat``.
    """
    for system in world.rulesets:
        fighting = book(system).fighting
        creatures = tuple(one for one in world.creatures if system in one.sheets)
        if fighting is not None and creatures:
            try:
                fighting.prepare(replace(world, creatures=creatures))
            except ProblemError as error:
                yield from ((system, one) for one in error.problems)
