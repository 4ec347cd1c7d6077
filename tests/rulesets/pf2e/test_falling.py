"""Falling."""

from __future__ import annotations

import pytest

from tactics.rulesets.pf2e.falling import (
    Grab,
    Landing,
    arrested,
    below_damage,
    fallen_after_ft,
    falling_damage,
    grab_edge,
    land,
    object_damage,
    soft_fall_ft,
)


@pytest.mark.rule("pf2e.move.falling", "pf2e.rounding.down")
@pytest.mark.parametrize(
    ("feet", "landing"),
    [
        (5, Landing(0, False)),
        (10, Landing(5, True)),
        (30, Landing(15, True)),
        (55, Landing(27, True)),
        (2000, Landing(750, True)),
    ],
)
def test_half_the_feet_beyond_a_harmless_drop(feet: int, landing: Landing) -> None:
    assert land(feet) == landing


@pytest.mark.rule("pf2e.move.falling")
def test_who_takes_no_damage_keeps_standing() -> None:
    assert land(10, resistance=5) == Landing(0, False)


@pytest.mark.rule("pf2e.move.falling")
def test_speed_of_a_fall() -> None:
    assert [fallen_after_ft(rounds) for rounds in (0, 1, 2, 3)] == [0, 500, 2000, 3500]


@pytest.mark.rule("pf2e.move.falling_soft")
@pytest.mark.parametrize(
    ("fallen", "depth", "dive", "counts", "damage"),
    [
        (50, 30, False, 30, 15),
        (50, 30, True, 20, 10),
        (30, 10, False, 20, 10),
        (30, 10, True, 20, 10),
        (20, 20, False, 0, 0),
    ],
)
def test_soft_landings(fallen: int, depth: int, dive: bool, counts: int, damage: int) -> None:
    assert soft_fall_ft(fallen, depth, dive=dive) == counts
    assert falling_damage(counts) == damage


@pytest.mark.rule("pf2e.move.falling_on_creature")
def test_the_one_below_saves_for_a_share() -> None:
    degrees = ("critical_success", "success", "failure", "critical_failure")
    assert [below_damage(40, degree) for degree in degrees] == [0, 10, 20, 40]
    assert below_damage(27, "success") == 6


@pytest.mark.rule("pf2e.move.falling_object")
def test_a_falling_statue() -> None:
    assert object_damage(40, hardness=8) == 12
    assert below_damage(falling_damage(40), "failure") == 10


@pytest.mark.rule("pf2e.basic.arrest_fall")
def test_arrest_a_fall() -> None:
    assert arrested(15)
    assert not arrested(14)


@pytest.mark.rule("pf2e.basic.grab_edge")
@pytest.mark.parametrize(
    ("degree", "fallen", "free_hand", "grab"),
    [
        ("success", 40, True, Grab(True, 10)),
        ("success", 40, False, Grab(False, 0)),
        ("critical_success", 25, False, Grab(True, 0)),
        ("failure", 40, True, Grab(False, 0)),
        ("critical_failure", 15, True, Grab(False, 0)),
        ("critical_failure", 20, True, Grab(False, 10)),
        ("critical_failure", 45, True, Grab(False, 20)),
    ],
)
def test_grab_an_edge(degree: str, fallen: int, free_hand: bool, grab: Grab) -> None:
    assert grab_edge(degree, fallen, free_hand=free_hand) == grab
