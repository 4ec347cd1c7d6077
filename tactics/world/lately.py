"""What was worked out about the positions looked at last."""

from __future__ import annotations

from typing import Generic, TypeVar

from tactics.world.world import World

Found = TypeVar("Found")

_MOST = 16
"""How many positions are remembered: those of one turn, with room for looking ahead."""


class Lately(Generic[Found]):
    """Findings by position. A position never changes, so what was found about it stays true.

    Only the newest positions are remembered; a fight keeps every one it went through, and their findings would pile up.
    """

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[World, Found] = {}

    def get(self, world: World) -> Found | None:
        """What is remembered of a position."""
        return self._found.get(world)

    def put(self, world: World, found: Found) -> Found:
        """Remember something of a position; returns it."""
        while len(self._found) >= _MOST:
            del self._found[next(iter(self._found))]
        self._found[world] = found
        return found
