"""Travel on foot: how far a Speed leads, what rough ground and other activities leave of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from tactics.rulesets.pf2e.tables import table

RANKS = ("untrained", "trained", "expert", "master", "legendary")


class Pace(NamedTuple):
    """How far somebody gets.

    Attributes:
        feet_a_minute: in a minute.
        miles_an_hour: in an hour.
        miles_a_day: in a day of travel.
    """

    feet_a_minute: Fraction
    miles_an_hour: Fraction
    miles_a_day: Fraction


def activities() -> tuple[str, ...]:
    """What one may do on the way, by English ids. Source: pf2e.explore.activities, pf2e.explore.other_activities."""
    return tuple(table("travel")["activity"])


def pace(speed_ft: int, terrain: str = "plain", activity: str = "none") -> Pace:
    """How far a Speed leads over some ground while doing something.

    Args:
        speed_ft: Speed in feet.
        terrain: "plain", "difficult" or "greater_difficult".
        activity: one of `activities`.

    Source: pf2e.explore.travel_speed, pf2e.explore.travel_terrain, pf2e.explore.activities
    """
    numbers = table("travel")
    share = Fraction(*numbers["terrain"][terrain]) * Fraction(*numbers["activity"][activity])
    miles_an_hour = Fraction(speed_ft, numbers["speed"]["feet_per_mph"]) * share
    feet = speed_ft * numbers["speed"]["feet_per_minute"] * share
    return Pace(feet, miles_an_hour, miles_an_hour * numbers["speed"]["hours_a_day"])


def hustle_minutes(constitutions: Iterable[int]) -> int:
    """How long a group can keep double speed up: as long as its weakest member.

    Args:
        constitutions: Constitution modifiers of all.

    Source: pf2e.explore.other_activities
    """
    numbers = table("travel")["hustle"]
    each: int = numbers["minutes_per_constitution"]
    least: int = numbers["least_minutes"]
    return min((max(least, each * one) for one in constitutions), default=0)


def minutes_on_the_way(miles: int, slowest: Pace, *, hustling: int = 0) -> int:
    """Minutes a way takes, rounded up.

    Args:
        miles: how far.
        slowest: the pace of the slowest, at which all travel; a hustle not counted in.
        hustling: minutes at double speed at the beginning.

    Source: pf2e.explore.travel_speed
    """
    a_minute = slowest.miles_an_hour / 60
    if not a_minute:
        return 0
    hustled = min(Fraction(miles), 2 * a_minute * hustling)
    exact = hustled / (2 * a_minute) + (miles - hustled) / a_minute
    return -(-exact.numerator // exact.denominator)


def followed(level: int, rank: str, expert_rank: str) -> int:
    """What who follows an expert adds to a check in place of its own proficiency, ability not included.

    Args:
        level: of who follows.
        rank: its own proficiency.
        expert_rank: that of the one it follows, expert at least.

    Source: pf2e.explore.other_activities
    """
    numbers = table("travel")["follow_the_expert"]
    own = level + table("fight")["proficiency"][rank] if rank != RANKS[0] else level
    return int(own + numbers.get(expert_rank, 0))
