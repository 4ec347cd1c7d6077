"""Swim."""

from __future__ import annotations

from typing import NamedTuple

from tactics.rulesets.pf2e.tables import SQUARE_FT, check_degree, table


class Swim(NamedTuple):
    """What one Swim comes to.

    Attributes:
        feet: how far it gets.
        air_lost: rounds of held breath lost.
    """

    feet: int
    air_lost: int = 0


def swim(degree: str, speed_ft: int) -> Swim:
    """One Swim of a creature without a swim Speed, by the degree of its Athletics check.

    Source: pf2e.skill.swim.

    Raises:
        ValueError: unknown degree.
    """
    check_degree(degree)
    if degree == "critical_failure":
        return Swim(0, air_lost=1)
    if degree == "failure":
        return Swim(0)
    rules = table("movement")["swim"]
    feet = rules["base_ft"] + speed_ft // rules["per_ft"] * rules["step_ft"]
    return Swim(feet + (rules["critical_ft"] if degree == "critical_success" else 0))


def vertical_ft(swim_speed_ft: int) -> int:
    """How far straight up or down one Swim leads: every 5 ft cost 10. Source: pf2e.move.swim_speed."""
    return swim_speed_ft // (2 * SQUARE_FT) * SQUARE_FT


def needs_check(swim_speed_ft: int | None, *, calm: bool = True) -> bool:
    """Whether a Swim needs a roll: in calm water it does not, nor with a swim Speed unless the water is dangerous.

    Source: pf2e.skill.swim, pf2e.move.swim_speed.
    """
    return not calm


def check_bonus(swim_speed_ft: int | None) -> int:
    """Circumstance bonus to Athletics checks to Swim. Source: pf2e.move.swim_speed."""
    return 0 if swim_speed_ft is None else int(table("movement")["swim"]["speed_check_bonus"])


def sinks_ft(*, swam: bool, entered_with_last_action: bool = False) -> int:
    """How far it sinks or drifts at the end of its turn in the water. Source: pf2e.skill.swim."""
    return 0 if swam or entered_with_last_action else int(table("movement")["swim"]["sink_ft"])
