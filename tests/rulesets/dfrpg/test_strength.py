"""What follows from attributes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tactics.rules.dice_text import Dice
from tactics.rulesets.dfrpg.strength import (
    basic_dodge,
    basic_lift_tenths_lb,
    basic_move,
    characteristics,
    encumbrance,
    halved_up,
    loaded_dodge,
    loaded_move,
    st_keeps_ready,
    step_yd,
    swing,
    thrust,
)

NONE, LIGHT, MEDIUM, HEAVY, EXTRA = range(5)


@pytest.mark.rule("dfrpg.core.strength_damage")
@pytest.mark.parametrize(
    ("st", "thrusts", "swings"),
    [
        (6, "1d6-4", "1d6-3"),
        (7, "1d6-3", "1d6-2"),
        (8, "1d6-3", "1d6-2"),
        (9, "1d6-2", "1d6-1"),
        (10, "1d6-2", "1d6"),
        (11, "1d6-1", "1d6+1"),
        (12, "1d6-1", "1d6+2"),
        (13, "1d6", "2d6-1"),
        (14, "1d6", "2d6"),
        (15, "1d6+1", "2d6+1"),
        (16, "1d6+1", "2d6+2"),
        (17, "1d6+2", "3d6-1"),
        (18, "1d6+2", "3d6"),
        (19, "2d6-1", "3d6+1"),
        (20, "2d6-1", "3d6+2"),
        (21, "2d6", "4d6-1"),
        (22, "2d6", "4d6"),
        (23, "2d6+1", "4d6+1"),
        (24, "2d6+1", "4d6+2"),
    ],
)
def test_damage_by_strength(st: int, thrusts: str, swings: str) -> None:
    assert (str(thrust(st)), str(swing(st))) == (thrusts, swings)


def _worth(dice: Dice) -> int:
    ((number, sides),) = dice.dice
    assert sides == 6
    return 4 * number + dice.bonus


@pytest.mark.rule("dfrpg.core.strength_damage")
def test_damage_grows_evenly_beyond_every_row() -> None:
    for damage in (thrust, swing):
        worths = [_worth(damage(st)) for st in range(1, 90)]
        assert all(0 <= later - earlier <= 1 for earlier, later in pairwise(worths))
        assert all(later - earlier == 1 for earlier, later in zip(worths[30:], worths[32:], strict=False))
        assert all(-1 <= damage(st).bonus <= 2 for st in range(13, 90))
        assert damage(0) == damage(1)


@pytest.mark.rule("dfrpg.core.characteristics")
def test_derived_characteristics() -> None:
    found = characteristics(13, 12, 10, 11)
    assert (found.speed_quarters, found.move, found.dodge) == (23, 5, 8)
    assert (found.hp, found.will, found.per, found.fp) == (13, 10, 10, 11)


@pytest.mark.rule("dfrpg.core.characteristics", "dfrpg.defense.dodge")
@pytest.mark.parametrize(("quarters", "move", "dodge"), [(23, 5, 8), (24, 6, 9), (25, 6, 9), (20, 5, 8)])
def test_move_and_dodge_by_basic_speed(quarters: int, move: int, dodge: int) -> None:
    assert (basic_move(quarters), basic_dodge(quarters)) == (move, dodge)


@pytest.mark.rule("dfrpg.core.encumbrance")
@pytest.mark.parametrize(("st", "tenths"), [(6, 72), (7, 98), (10, 200), (11, 240), (12, 290), (13, 340), (20, 800)])
def test_basic_lift(st: int, tenths: int) -> None:
    assert basic_lift_tenths_lb(st) == tenths


@pytest.mark.rule("dfrpg.core.encumbrance")
@pytest.mark.parametrize(
    ("carried_lb", "level"),
    [
        (0, NONE),
        (20, NONE),
        (21, LIGHT),
        (40, LIGHT),
        (50, MEDIUM),
        (61, HEAVY),
        (121, EXTRA),
        (200, EXTRA),
        (201, None),
    ],
)
def test_level_of_encumbrance(carried_lb: int, level: int | None) -> None:
    assert encumbrance(10, carried_lb) == level


@pytest.mark.rule("dfrpg.core.encumbrance")
def test_a_load_slows() -> None:
    assert [loaded_move(5, level) for level in range(5)] == [5, 4, 3, 2, 1]
    assert loaded_move(6, LIGHT) == 4
    assert loaded_move(1, EXTRA) == 1
    assert [loaded_dodge(8, level) for level in range(5)] == [8, 7, 6, 5, 4]


@pytest.mark.rule("dfrpg.core.rounding")
@pytest.mark.parametrize(("move", "half"), [(5, 3), (6, 3), (1, 1), (8, 4)])
def test_half_of_move_goes_up(move: int, half: int) -> None:
    assert halved_up(move) == half


@pytest.mark.rule("dfrpg.movement.step")
@pytest.mark.parametrize(("move", "yards"), [(1, 1), (5, 1), (10, 1), (11, 2), (12, 2), (20, 2), (21, 3)])
def test_how_far_a_step_goes(move: int, yards: int) -> None:
    assert step_yd(move) == yards


@pytest.mark.rule("dfrpg.state.unready_after_attack")
@pytest.mark.parametrize(("st", "need", "keeps"), [(19, 13, False), (20, 13, True), (18, 12, True), (17, 12, False)])
def test_who_keeps_an_unwieldy_weapon_ready(st: int, need: int, keeps: bool) -> None:
    assert st_keeps_ready(st, need) is keeps
