"""Speeds and the special ways of moving."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

import pytest

from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e import climbing, swimming
from tactics.rulesets.pf2e.burrowing import LEAVES_TUNNEL, burrowed_ft
from tactics.rulesets.pf2e.flying import (
    AirStep,
    allowed_in_the_air,
    falls_at_turn_end,
    farthest_ft,
    flight_cost_ft,
    knocked_out,
    maneuver_dc,
    maneuver_succeeds,
    may_maneuver,
    step_halves,
)
from tactics.rulesets.pf2e.speeds import (
    Adjustment,
    adjusted_ft,
    may_continue_as,
    mode_of_action,
    must_hold_breath,
    speed_ft,
)
from tactics.world.creature import Stats
from tactics.world.world import World

UP, DOWN, LEVEL, DIVING_DIAGONAL = AirStep(0, 0, 1), AirStep(0, 0, -1), AirStep(1, 0, 0), AirStep(1, 0, -1)


@pytest.mark.rule("pf2e.move.speed", "pf2e.bonus.same_type_no_stack", "pf2e.penalty.stacking")
@pytest.mark.parametrize(
    ("adjustments", "feet"),
    [
        ([(-10, "item"), (-15, "circumstance")], 5),
        ([(10, "status"), (5, "status")], 35),
        ([(-5, ""), (-5, "")], 15),
        ([(10, "status"), (-10, "status")], 25),
        ([(-5, "status"), (-10, "status")], 15),
    ],
)
def test_speed_bonuses_and_penalties(adjustments: list[tuple[int, str]], feet: int) -> None:
    assert adjusted_ft(25, [Adjustment(*one) for one in adjustments]) == feet


@pytest.mark.rule("pf2e.move.special_speeds")
def test_speed_means_land_speed() -> None:
    flyer = Stats(speeds_sq=MappingProxyType({"walk": 5, "fly": 8}))
    bonus = [Adjustment(10, "status")]
    assert adjusted_ft(speed_ft(flyer, "fly") or 0, bonus, "fly") == 40
    assert adjusted_ft(speed_ft(flyer) or 0, bonus) == 35
    assert speed_ft(flyer, "swim") is None
    assert mode_of_action("stride") == "walk"
    assert mode_of_action("fly") == "fly"
    assert mode_of_action("leap") is None


@pytest.mark.rule("pf2e.move.switch_type")
def test_the_diagonal_count_goes_on_after_a_climb(board: Callable[..., World], ask: Callable[..., Verdict]) -> None:
    assert climbing.climb("success", 40).feet == 10
    position = board("A..\n...\n...", creatures={"A": {"speed": 40}})
    assert ask(position, "move_cost", who="A", path=["A1", "B2"], diagonals=1).value == 10


@pytest.mark.rule("pf2e.move.switch_type")
def test_another_way_of_moving_needs_another_action() -> None:
    assert not may_continue_as("climb", "walk")
    assert may_continue_as("walk", "walk")


@pytest.mark.rule("pf2e.move.burrow_speed", "pf2e.move.swim_speed")
def test_who_holds_the_breath() -> None:
    plain, fish, golem = Stats(), Stats(traits=frozenset({"water_breathing"})), Stats(traits=frozenset({"breathless"}))
    assert [must_hold_breath(one, burrowing=True) for one in (plain, fish, golem)] == [True, True, False]
    assert [must_hold_breath(one, under_water=True) for one in (plain, fish, golem)] == [True, False, False]
    assert not must_hold_breath(plain)


@pytest.mark.rule("pf2e.basic.burrow")
def test_burrow() -> None:
    assert burrowed_ft(["dirt"] * 6, 20) == 20
    assert burrowed_ft(["dirt", "rock", "dirt"], 20) == 5
    assert burrowed_ft(["dirt"], None) is None
    assert not LEAVES_TUNNEL


@pytest.mark.rule("pf2e.skill.climb")
@pytest.mark.parametrize(
    ("degree", "speed", "climb"),
    [
        ("success", 25, climbing.Climb(5)),
        ("critical_success", 25, climbing.Climb(10)),
        ("success", 40, climbing.Climb(10)),
        ("critical_success", 40, climbing.Climb(15)),
        ("success", 15, climbing.Climb(5)),
        ("failure", 40, climbing.Climb(0)),
        ("critical_failure", 40, climbing.Climb(0, falls=True)),
    ],
)
def test_climb_by_degree(degree: str, speed: int, climb: climbing.Climb) -> None:
    assert climbing.climb(degree, speed) == climb


@pytest.mark.rule("pf2e.move.climb_speed", "pf2e.terrain.incline")
def test_climb_speed() -> None:
    assert climbing.climb("success", 25, 20) == climbing.Climb(20)
    assert not climbing.needs_check(20)
    assert climbing.needs_check(20, dangerous=True)
    assert climbing.needs_check(None)
    assert climbing.check_bonus(20) == 4
    assert not climbing.flat_footed_climbing(20)


@pytest.mark.rule("pf2e.terrain.incline")
def test_an_incline_is_climbed() -> None:
    assert climbing.action_on_incline(upward=True) == "climb"
    assert climbing.flat_footed_climbing(None)
    assert climbing.climb("success", 25) == climbing.Climb(5)


@pytest.mark.rule("pf2e.skill.swim")
@pytest.mark.parametrize(
    ("degree", "speed", "swim"),
    [
        ("success", 25, swimming.Swim(10)),
        ("critical_success", 25, swimming.Swim(15)),
        ("success", 40, swimming.Swim(15)),
        ("critical_success", 40, swimming.Swim(20)),
        ("failure", 25, swimming.Swim(0)),
        ("critical_failure", 25, swimming.Swim(0, air_lost=1)),
    ],
)
def test_swim_by_degree(degree: str, speed: int, swim: swimming.Swim) -> None:
    assert swimming.swim(degree, speed) == swim


@pytest.mark.rule("pf2e.skill.swim")
def test_who_does_not_swim_sinks() -> None:
    assert swimming.sinks_ft(swam=False) == 10
    assert swimming.sinks_ft(swam=True) == 0
    assert swimming.sinks_ft(swam=False, entered_with_last_action=True) == 0


@pytest.mark.rule("pf2e.move.swim_speed")
def test_swim_speed() -> None:
    assert swimming.vertical_ft(30) == 15
    assert not swimming.needs_check(25)
    assert swimming.needs_check(25, calm=False)
    assert swimming.check_bonus(25) == 4
    assert swimming.check_bonus(None) == 0


@pytest.mark.rule("pf2e.basic.fly")
def test_up_is_dear_and_down_is_cheap() -> None:
    assert [farthest_ft(step, 30) for step in (UP, DOWN, LEVEL)] == [15, 60, 30]
    assert flight_cost_ft([LEVEL, LEVEL, UP, UP]) == 30


@pytest.mark.rule("pf2e.basic.fly", "pf2e.aerial.combat")
def test_who_does_not_fly_falls() -> None:
    assert falls_at_turn_end(airborne=True, flew_this_round=False)
    assert not falls_at_turn_end(airborne=True, flew_this_round=True)
    assert not falls_at_turn_end(airborne=False, flew_this_round=False)
    assert knocked_out(30) == (15, True)
    assert not allowed_in_the_air("leap")
    assert allowed_in_the_air("strike")


@pytest.mark.rule("pf2e.aerial.three_dimensional")
def test_diagonals_down_and_forward_alternate() -> None:
    assert flight_cost_ft([DIVING_DIAGONAL, DIVING_DIAGONAL]) == 15
    assert flight_cost_ft([DIVING_DIAGONAL], diagonals=1) == 10


@pytest.mark.rule("pf2e.move.fly_speed")
def test_wind() -> None:
    assert farthest_ft(LEVEL, 30, wind="against") == 15
    assert farthest_ft(UP, 30, wind="against") == 10
    assert farthest_ft(LEVEL, 30, wind="with") == 60
    assert farthest_ft(DOWN, 30, wind="with") == 60
    with pytest.raises(ValueError, match="sideways"):
        step_halves(LEVEL, wind="sideways")


@pytest.mark.rule("pf2e.skill.maneuver_in_flight")
def test_maneuver_in_flight() -> None:
    assert not may_maneuver(trained=False, has_fly_speed=True)
    assert not may_maneuver(trained=True, has_fly_speed=False)
    assert may_maneuver(trained=True, has_fly_speed=True)
    assert maneuver_dc("reverse_direction") == 30
    assert not maneuver_succeeds("failure")
    assert maneuver_succeeds("success")
