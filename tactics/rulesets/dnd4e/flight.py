"""Flying and falling."""

from __future__ import annotations

from collections.abc import Collection

from tactics.rulesets.dnd4e.tables import FEET_PER_SQUARE

FEET_PER_DIE = 10
MOST_DICE = 50


def flight_cost_sq(columns: int, rows: int, up_sq: int) -> int:
    """Squares of movement for a straight flight over open ground, in any direction.

    Source: dnd4e.move.fly
    """
    return max(abs(columns), abs(rows), abs(up_sq))


def falls(conditions: Collection[str], *, hover: bool = False) -> bool:
    """Whether a creature in the air comes down; standing still there does not make it fall.

    Source: dnd4e.move.fly
    """
    own = set(conditions)
    return bool(own & {"prone", "unconscious", "dying", "dead"}) or ("stunned" in own and not hover)


def fall_dice(height_ft: int, fly_speed_sq: int = 0) -> int:
    """How many d10 a fall costs; none means landing on the feet.

    Args:
        height_ft: how deep.
        fly_speed_sq: a flyer's speed, which shortens the fall.

    Source: dnd4e.move.fall
    """
    deep_ft = max(0, height_ft - fly_speed_sq * FEET_PER_SQUARE)
    return min(deep_ft // FEET_PER_DIE, MOST_DICE)
