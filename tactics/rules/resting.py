"""What a rulebook lets a party do between two fights, and how it comes out of one fight and into the next.

A camp is a `Fight` too: the bodies of the party, whose `round` counts stretches of time. So it is played, written down
and taken back by the engine as a fight is, with the rules of this protocol in place of those of fights.
"""

from __future__ import annotations

from typing import Protocol

from tactics.rules.fighting import Fighting
from tactics.world.fight import Fight

ONWARD = "onward"
"""How a camp ends: `Fight.over` when the party has set out."""


class Resting(Fighting, Protocol):
    """The rules of a book between fights; its options are those of a camp."""

    def camp(self, after: Fight, miles: int, terrain: str) -> Fight:
        """The camp of those who are left of a fight, before anything is done in it.

        Args:
            after: the fight at its end.
            miles: the way to the next one.
            terrain: the ground on the way: "plain", "difficult", "greater_difficult".
        """

    def clock(self, camp: Fight) -> int:
        """Minutes since the camp began."""

    def carried(self, camp: Fight, fresh: Fight) -> Fight:
        """The next fight before it begins, with what the party brings along from the camp.

        Args:
            camp: the camp at its end.
            fresh: the next fight as its scenario has it.
        """
