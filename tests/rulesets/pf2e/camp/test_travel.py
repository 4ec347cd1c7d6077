"""Travel: paces by Speed, ground and activity."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tactics.rulesets.pf2e.travel import activities, followed, hustle_minutes, minutes_on_the_way, pace


@pytest.mark.rule("pf2e.explore.travel_speed")
@pytest.mark.parametrize(
    ("speed_ft", "feet", "tenth_miles", "miles"),
    [(10, 100, 10, 8), (15, 150, 15, 12), (25, 250, 25, 20), (35, 350, 35, 28), (45, 450, 45, 36), (60, 600, 60, 48)],
)
def test_the_table_of_travel_speeds(speed_ft: int, feet: int, tenth_miles: int, miles: int) -> None:
    assert pace(speed_ft) == (feet, Fraction(tenth_miles, 10), miles)


@pytest.mark.rule("pf2e.explore.travel_terrain")
def test_rough_ground_leaves_a_half_or_a_third() -> None:
    assert [pace(30, ground).miles_a_day for ground in ("plain", "difficult", "greater_difficult")] == [24, 12, 8]


@pytest.mark.rule("pf2e.explore.activities")
@pytest.mark.rule("pf2e.explore.other_activities")
def test_most_activities_halve_the_pace() -> None:
    halved = {"avoid_notice", "defend", "detect_magic", "investigate", "repeat_a_spell", "scout", "search"}
    for activity in activities():
        feet = pace(25, activity=activity).feet_a_minute
        assert feet == (125 if activity in halved else 500 if activity == "hustle" else 250)


@pytest.mark.rule("pf2e.explore.other_activities")
def test_a_group_hustles_as_long_as_its_weakest_member() -> None:
    assert [hustle_minutes(one) for one in ([2], [2, -1], [0], [])] == [20, 10, 10, 0]
    assert minutes_on_the_way(1, pace(30)) == 20
    # Ten minutes at double speed make the whole mile.
    assert minutes_on_the_way(1, pace(30), hustling=10) == 10
    assert minutes_on_the_way(2, pace(30), hustling=10) == 30


@pytest.mark.rule("pf2e.explore.other_activities")
def test_following_a_master_with_no_training_of_ones_own() -> None:
    assert followed(4, "untrained", "master") + 1 == 8
