"""Burrow."""

from __future__ import annotations

from collections.abc import Sequence

from tactics.rulesets.pf2e.tables import SQUARE_FT, table

LEAVES_TUNNEL = False
"""Burrowing leaves no passage unless an ability says so. Source: pf2e.basic.burrow."""


def burrowed_ft(ground: Sequence[str], burrow_speed_ft: int | None) -> int | None:
    """How far one Burrow leads straight ahead.

    Args:
        ground: what each square in turn is made of, such as "dirt", "sand" or "rock".
        burrow_speed_ft: the burrow Speed, None without one.

    Returns:
        Feet, or None when the creature cannot Burrow at all.

    Source: pf2e.basic.burrow, pf2e.move.burrow_speed.
    """
    if burrow_speed_ft is None:
        return None
    diggable = table("terrain")["diggable"]
    squares = 0
    for kind in ground[: burrow_speed_ft // SQUARE_FT]:
        if kind not in diggable:
            break
        squares += 1
    return squares * SQUARE_FT
