"""Saving throws; the die comes from outside."""

from __future__ import annotations

SUCCESS = 10
"""Source: dnd4e.save.roll"""


def saved(die: int, bonus: int = 0) -> bool:
    """Whether a saving throw succeeds.

    Args:
        die: what the d20 shows.
        bonus: bonuses and penalties to saving throws.

    Source: dnd4e.save.roll
    """
    return die + bonus >= SUCCESS
