"""How being wounded adds to dying."""

from __future__ import annotations

GAIN, DAMAGE, RECOVERY = "gain", "damage", "recovery"
"""What raises dying: it begins, damage comes while dying, a recovery check fails."""

_ADDS = {"text": {GAIN, DAMAGE}, "gain": {GAIN}, "every": {GAIN, DAMAGE, RECOVERY}}


def dying_rise(base: int, wounded: int, cause: str, reading: str) -> int:
    """By how much dying goes up.

    Args:
        base: the rise itself: 1, or 2 after a critical hit or a critical failure.
        wounded: the wounded value.
        cause: one of `GAIN`, `DAMAGE` and `RECOVERY`.
        reading: a value of the switch ``wounded_adds``.

    Source: pf2e.condition.wounded.

    Raises:
        KeyError: unknown reading.
        ValueError: unknown cause.
    """
    if cause not in _ADDS["every"]:
        raise ValueError(cause)
    return base + (wounded if cause in _ADDS[reading] else 0)
