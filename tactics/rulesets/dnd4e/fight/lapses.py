"""What ends by itself as soon as something is no longer so; looked at after every step and every action."""

from __future__ import annotations

from collections.abc import Callable

from tactics.rules.fighting import Run

LAPSES: list[Callable[[Run], None]] = []
"""Each ends what no longer holds; the fight puts them in."""


def lapse(run: Run) -> None:
    """End everything that no longer holds."""
    for one in LAPSES:
        one(run)
