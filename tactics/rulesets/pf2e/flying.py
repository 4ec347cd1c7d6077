"""Fly: what climbing, diving and wind cost, and who stays in the air."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tactics.rulesets.pf2e.falling import Landing, land
from tactics.rulesets.pf2e.tables import SQUARE_FT, check_degree, table

WINDS = ("", "against", "with")
"""No wind, headwind, tailwind."""


class AirStep(NamedTuple):
    """One square of a flight; each part is -1, 0 or 1.

    Attributes:
        columns: to the right.
        rows: down the board.
        heights: upwards.
    """

    columns: int
    rows: int
    heights: int

    @property
    def diagonal(self) -> bool:
        """Whether it changes more than one part. Source: pf2e.aerial.three_dimensional."""
        return sum(part != 0 for part in self) > 1

    @property
    def dive(self) -> bool:
        """Whether it leads straight down."""
        return self.heights < 0 and not self.columns and not self.rows


def step_halves(step: AirStep, *, diagonals: int = 0, wind: str = "") -> int:
    """Speed one square of a flight takes, in halves of a square.

    Args:
        step: where it leads.
        diagonals: diagonals flown before in the turn.
        wind: one of `WINDS`.

    Source: pf2e.basic.fly, pf2e.move.fly_speed, pf2e.aerial.three_dimensional.

    Raises:
        ValueError: unknown wind.
    """
    if wind not in WINDS:
        raise ValueError(wind)
    rules = table("movement")["fly"]
    squares = 1 + (diagonals % 2 if step.diagonal else 0)
    surcharge_ft = rules["up_surcharge_ft"] * ((step.heights > 0) + (wind == "against"))
    halves = 2 * squares + 2 * surcharge_ft // SQUARE_FT
    # A tailwind and a dive carry a flyer just as far, and only one of them counts.
    if wind == "with":
        return int(halves * SQUARE_FT // rules["tailwind_ft_per_5"])
    if step.dive and not wind:
        return int(halves * SQUARE_FT // rules["down_ft_per_5"])
    return int(halves)


def flight_cost_ft(steps: Sequence[AirStep], *, diagonals: int = 0, wind: str = "") -> int:
    """Feet of fly Speed a flight takes, rounded up. Source: pf2e.basic.fly."""
    halves = 0
    for step in steps:
        halves += step_halves(step, diagonals=diagonals, wind=wind)
        diagonals += step.diagonal
    return -(-halves * SQUARE_FT // 2)


def farthest_ft(step: AirStep, fly_speed_ft: int, *, wind: str = "") -> int:
    """How far one Fly leads in one direction, in whole squares of 5 ft. Source: pf2e.basic.fly."""
    flown: list[AirStep] = []
    while flight_cost_ft([*flown, step], wind=wind) <= fly_speed_ft:
        flown.append(step)
    return len(flown) * SQUARE_FT


def falls_at_turn_end(*, airborne: bool, flew_this_round: bool) -> bool:
    """Whether a flyer drops out of the air; a Fly of 0 ft is enough to hover. Source: pf2e.basic.fly."""
    return airborne and not flew_this_round


def knocked_out(height_ft: int) -> Landing:
    """What happens to a flyer that loses consciousness in the air. Source: pf2e.aerial.combat."""
    return land(height_ft)


def allowed_in_the_air(action: str) -> bool:
    """Whether an action needs no firm ground under the feet. Source: pf2e.aerial.combat, pf2e.basic.leap."""
    return action not in table("actions")["needs_ground"]


def may_maneuver(*, trained: bool, has_fly_speed: bool) -> bool:
    """Whether a creature may try Maneuver in Flight. Source: pf2e.skill.maneuver_in_flight."""
    return trained and has_fly_speed


def maneuver_dc(task: str) -> int:
    """DC of a sample manoeuvre.

    Source: pf2e.skill.maneuver_in_flight.

    Raises:
        KeyError: no such task.
    """
    return int(table("skills")["maneuver_in_flight"][task])


def maneuver_succeeds(degree: str) -> bool:
    """Whether the manoeuvre happens. Source: pf2e.skill.maneuver_in_flight."""
    return check_degree(degree) in ("success", "critical_success")
