"""Combat tables of creatures, read by the books that fight with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tactics.core.problems import Problem, ProblemError
from tactics.rules.registry import book
from tactics.world.world import World


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
