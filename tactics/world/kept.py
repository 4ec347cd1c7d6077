"""Findings that are kept in the thing they are about."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

from tactics.world.creature import Creature
from tactics.world.fight import Effect, Fight


class Lasting(Protocol):
    """Something that never changes and has room for what is worked out about it."""

    @property
    def found(self) -> dict[Any, Any]:
        """Findings by what they are about."""


Thing = TypeVar("Thing", bound=Lasting)
Found = TypeVar("Found")
Effects = tuple[Effect, ...]


def kept(find: Callable[[Thing], Found]) -> Callable[[Thing], Found]:
    """Work something out once for each creature, position or board.

    The function may look at nothing but its argument and the tables of a book. As neither ever changes, what was found
    stays true, and it goes away together with what it is about.
    """

    @wraps(find)
    def known(thing: Thing) -> Found:
        found = thing.found
        if known in found:
            return found[known]  # type: ignore[no-any-return]  # the key tells the type
        value = found[known] = find(thing)
        return value

    return known


def kept_by_effects(find: Callable[[Creature, Effects], Found]) -> Callable[[Fight, str], Found]:
    """Work something out once for each creature and the effects on it.

    The function may look at nothing but its arguments and the tables of a book; it is asked by fight and id. An effect
    that comes or goes makes new effects, so the newest are told apart by identity.
    """

    def known(fight: Fight, who: str) -> Found:
        creature, effects = fight.world.creature(who), fight.bodies[who].effects
        newest: tuple[Effects, Found] | None = creature.found.get(known)
        if newest is None or newest[0] is not effects:
            newest = creature.found[known] = effects, find(creature, effects)
        return newest[1]

    return wraps(find)(known)
