"""Leap, High Jump and Long Jump. Dice are rolled elsewhere: the result comes in as a degree or a total."""

from __future__ import annotations

from typing import NamedTuple

from tactics.rulesets.pf2e.tables import check_degree, table


class Jump(NamedTuple):
    """Where a jump ends.

    Attributes:
        across_ft: feet along the ground.
        up_ft: feet upwards at its highest.
        prone: whether the jumper lands prone.
        leap: whether it is an ordinary Leap, to be measured by `leap_ft` or `leap_up`.
    """

    across_ft: int
    up_ft: int
    prone: bool = False
    leap: bool = False


def leap_ft(speed_ft: int) -> int:
    """Farthest horizontal Leap for a Speed, 0 when it is too slow to Leap far. Source: pf2e.basic.leap."""
    for least, feet in table("movement")["leap"]["far"]:
        if speed_ft >= least:
            return int(feet)
    return 0


def leap_up() -> Jump:
    """The vertical Leap: little up and a square across. Source: pf2e.basic.leap."""
    rules = table("movement")["leap"]
    return Jump(rules["up_across_ft"], rules["up_ft"])


def high_jump(degree: str, *, run_ft: int, long: bool = False) -> Jump:
    """A High Jump after a run.

    Args:
        degree: of the Athletics check against DC 30.
        run_ft: how far it strode before.
        long: on a critical success, 5 ft up and 10 ft across instead of 8 ft up.

    Source: pf2e.skill.high_jump.

    Raises:
        ValueError: unknown degree.
    """
    check_degree(degree)
    rules = table("movement")["high_jump"]
    if run_ft < rules["run_ft"]:
        degree = "failure"
    if degree == "critical_success":
        if long:
            return Jump(rules["critical_low_across_ft"], rules["critical_low_up_ft"])
        return Jump(0, rules["critical_up_ft"])
    if degree == "success":
        return Jump(0, rules["success_up_ft"])
    if degree == "failure":
        return leap_up()._replace(leap=True)
    return Jump(0, 0, prone=True)


def jump_needs(kind: str, actions_left: int) -> bool:
    """Whether enough actions are left in the turn for ``high_jump`` or ``long_jump``.

    Source: pf2e.skill.high_jump, pf2e.action.no_nesting.
    """
    needed: int = table("movement")[kind]["actions"]
    return actions_left >= needed


def long_jump_allowed(distance_ft: int, speed_ft: int) -> bool:
    """Whether a Long Jump of that length may be tried at all. Source: pf2e.skill.long_jump."""
    return 0 < distance_ft <= speed_ft


def long_jump(degree: str, distance_ft: int, speed_ft: int, *, run_ft: int, same_direction: bool = True) -> Jump:
    """A Long Jump after a run; its DC is the distance in feet.

    Args:
        degree: of the Athletics check.
        distance_ft: how far it tries to jump.
        speed_ft: its Speed, the farthest it may try.
        run_ft: how far it strode before.
        same_direction: whether the jump goes on the way the run went.

    Source: pf2e.skill.long_jump.

    Raises:
        ValueError: unknown degree, or a distance it may not try.
    """
    check_degree(degree)
    if not long_jump_allowed(distance_ft, speed_ft):
        raise ValueError(f"a jump of {distance_ft} ft is not possible with a Speed of {speed_ft} ft")
    enough_run = run_ft >= table("movement")["long_jump"]["run_ft"] and same_direction
    if enough_run and degree in ("success", "critical_success"):
        return Jump(distance_ft, 0)
    critical = enough_run and degree == "critical_failure"
    return Jump(min(distance_ft, leap_ft(speed_ft)), 0, prone=critical, leap=True)
