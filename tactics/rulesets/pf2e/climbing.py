"""Climb and steep inclines."""

from __future__ import annotations

from typing import NamedTuple

from tactics.rulesets.pf2e.tables import check_degree, table


class Climb(NamedTuple):
    """What one Climb comes to.

    Attributes:
        feet: how far it gets.
        falls: whether it falls.
    """

    feet: int
    falls: bool = False


def climb(degree: str, speed_ft: int, climb_speed_ft: int | None = None) -> Climb:
    """One Climb by the degree of its Athletics check.

    Args:
        degree: a creature with a climb Speed that does not roll has a success.
        speed_ft: its land Speed.
        climb_speed_ft: its climb Speed, None without one.

    Source: pf2e.skill.climb, pf2e.move.climb_speed.

    Raises:
        ValueError: unknown degree.
    """
    check_degree(degree)
    rules = table("movement")["climb"]
    if degree == "critical_failure":
        return Climb(0, falls=True)
    if degree == "failure":
        return Climb(0)
    feet = max(rules["step_ft"], speed_ft // rules["per_ft"] * rules["step_ft"])
    feet = feet if climb_speed_ft is None else max(feet, climb_speed_ft)
    return Climb(feet + (rules["critical_ft"] if degree == "critical_success" else 0))


def needs_check(climb_speed_ft: int | None, *, dangerous: bool = False) -> bool:
    """Whether a Climb needs a roll: always without a climb Speed, with one only where it is dangerous.

    Source: pf2e.move.climb_speed.
    """
    return climb_speed_ft is None or dangerous


def check_bonus(climb_speed_ft: int | None) -> int:
    """Circumstance bonus to Athletics checks to Climb. Source: pf2e.move.climb_speed."""
    return 0 if climb_speed_ft is None else int(table("movement")["climb"]["speed_check_bonus"])


def flat_footed_climbing(climb_speed_ft: int | None) -> bool:
    """Whether a creature is flat-footed while it climbs. Source: pf2e.skill.climb, pf2e.terrain.incline."""
    return climb_speed_ft is None


def action_on_incline(*, upward: bool) -> str:
    """The action that moves a creature along a steep incline. Source: pf2e.terrain.incline."""
    return "climb" if upward else "stride"
