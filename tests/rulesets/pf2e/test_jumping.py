"""Leap, High Jump, Long Jump."""

from __future__ import annotations

import pytest

from tactics.rulesets.pf2e.jumping import Jump, high_jump, jump_needs, leap_ft, leap_up, long_jump, long_jump_allowed


@pytest.mark.rule("pf2e.basic.leap")
@pytest.mark.parametrize(("speed", "feet"), [(10, 0), (15, 10), (20, 10), (25, 10), (30, 15), (60, 15)])
def test_a_leap_is_ten_feet_and_fifteen_for_the_fast(speed: int, feet: int) -> None:
    assert leap_ft(speed) == feet


@pytest.mark.rule("pf2e.basic.leap")
def test_a_leap_upwards_leads_one_square_across() -> None:
    assert leap_up() == Jump(across_ft=5, up_ft=3)


@pytest.mark.rule("pf2e.skill.high_jump")
@pytest.mark.parametrize(
    ("degree", "long", "jump"),
    [
        ("critical_success", False, Jump(0, 8)),
        ("critical_success", True, Jump(10, 5)),
        ("success", False, Jump(0, 5)),
        ("failure", False, Jump(5, 3, leap=True)),
        ("critical_failure", False, Jump(0, 0, prone=True)),
    ],
)
def test_high_jump_by_degree(degree: str, long: bool, jump: Jump) -> None:
    assert high_jump(degree, run_ft=10, long=long) == jump


@pytest.mark.rule("pf2e.skill.high_jump")
def test_high_jump_without_a_run_fails() -> None:
    assert high_jump("critical_success", run_ft=5).leap


@pytest.mark.rule("pf2e.skill.high_jump", "pf2e.action.no_nesting")
def test_a_jump_of_two_actions_does_not_start_with_the_last_one() -> None:
    assert [jump_needs("high_jump", left) for left in (1, 2, 3)] == [False, True, True]


@pytest.mark.rule("pf2e.skill.long_jump")
def test_long_jump_reaches_its_distance_or_is_a_leap() -> None:
    assert long_jump("success", 20, 25, run_ft=10) == Jump(20, 0)
    assert long_jump("failure", 20, 25, run_ft=10) == Jump(10, 0, leap=True)
    assert long_jump("critical_failure", 20, 25, run_ft=10) == Jump(10, 0, prone=True, leap=True)


@pytest.mark.rule("pf2e.skill.long_jump")
def test_long_jump_needs_a_run_in_its_direction() -> None:
    assert long_jump("critical_success", 20, 25, run_ft=5).leap
    assert long_jump("critical_success", 20, 25, run_ft=10, same_direction=False).leap


@pytest.mark.rule("pf2e.skill.long_jump")
def test_long_jump_is_no_longer_than_the_speed() -> None:
    assert not long_jump_allowed(30, 25)
    with pytest.raises(ValueError, match="30 ft"):
        long_jump("success", 30, 25, run_ft=10)


def test_unknown_degrees_are_refused() -> None:
    with pytest.raises(ValueError, match="critical_failure"):
        high_jump("fumble", run_ft=10)
