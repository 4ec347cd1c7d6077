"""Tumble Through."""

from __future__ import annotations

from collections.abc import Sequence

from tactics.core.lattice import Square
from tactics.rules.book import Case
from tactics.rulesets.pf2e.passing import who_closes
from tactics.rulesets.pf2e.provoke import DEFAULT_ACTION, Trigger, triggers
from tactics.world.creature import Creature
from tactics.world.world import World


def tumbled(world: World, mover: Creature, path: Sequence[Square]) -> list[Creature]:
    """The enemies whose squares a path runs through, each once, in the order they are met.

    Source: pf2e.skill.tumble_through.
    """
    met: dict[str, Creature] = {}
    for square in path:
        closed = who_closes(world, mover, mover.space.at(square), stop=False)
        if closed is not None:
            met.setdefault(closed[0].id, closed[0])
    return list(met.values())


def path_after_failure(world: World, mover: Creature, path: Sequence[Square]) -> tuple[Square, ...]:
    """The part of a path that is walked when the check fails: up to the enemy. Source: pf2e.skill.tumble_through."""
    walked = []
    for square in path:
        if who_closes(world, mover, mover.space.at(square), stop=False) is not None:
            break
        walked.append(square)
    return tuple(walked)


def reactions_after_failure(case: Case, mover: Creature, path: Sequence[Square]) -> list[Trigger]:
    """Who may react to the failed move: as if the mover had left the square it started in.

    Source: pf2e.skill.tumble_through.
    """
    return triggers(case, mover, DEFAULT_ACTION, path[:2])
