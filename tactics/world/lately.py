"""What was worked out about the positions and moments of fights looked at last."""

from __future__ import annotations

from typing import Generic, TypeVar

from tactics.world.fight import Fight
from tactics.world.world import World

Moment = TypeVar("Moment", World, Fight)
Found = TypeVar("Found")
Key = TypeVar("Key")

_MOST = 16
"""How many are remembered: those of one turn, with room for looking ahead."""


class Lately(Generic[Moment, Found]):
    """Findings by position, or by moment of a fight. Neither ever changes, so what was found about it stays true.

    Only the newest are remembered; a fight keeps all it went through, and their findings would pile up.
    """

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[Moment, Found] = {}

    def get(self, moment: Moment) -> Found | None:
        """What is remembered of a position or moment."""
        return self._found.get(moment)

    def put(self, moment: Moment, found: Found) -> Found:
        """Remember something of a position or moment; returns it."""
        while len(self._found) >= _MOST:
            del self._found[next(iter(self._found))]
        self._found[moment] = found
        return found


class LatelyBy(Generic[Moment, Key, Found]):
    """Findings by position or moment, and by what else they depend on."""

    __slots__ = ("_tables",)

    def __init__(self) -> None:
        self._tables: Lately[Moment, dict[Key, Found]] = Lately()

    def at(self, moment: Moment) -> dict[Key, Found]:
        """What is remembered of a position or moment, by everything else; what is put in is remembered."""
        found = self._tables.get(moment)
        return self._tables.put(moment, {}) if found is None else found
