"""What distance and size do to shots."""

from __future__ import annotations

import pytest

from tactics.core.space import SIZES
from tactics.rulesets.dfrpg.distances import (
    aim_helps_covering,
    covering_modifier,
    half_damage,
    is_half_damage,
    length_modifier,
    range_modifier,
    size_modifier,
)
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tests.rulesets.dfrpg.fight.ring import fight, sheet


@pytest.mark.rule("dfrpg.ranged.size_speed_range")
@pytest.mark.parametrize(
    ("yards", "modifier"),
    [
        (0, 0),
        (2, 0),
        (3, -1),
        (4, -2),
        (6, -3),
        (8, -4),
        (10, -4),
        (11, -5),
        (20, -6),
        (26, -7),
        (32, -8),
        (100, -10),
        (101, -11),
        (1000, -16),
    ],
)
def test_range_modifier(yards: int, modifier: int) -> None:
    assert range_modifier(yards) == modifier


@pytest.mark.rule("dfrpg.ranged.size_speed_range")
def test_ten_times_as_far_is_six_worse() -> None:
    assert all(range_modifier(10 * yards) == range_modifier(yards) - 6 for yards in (15, 20, 30, 70, 100, 150, 2000))
    modifiers = [range_modifier(yards) for yards in range(3000)]
    assert modifiers == sorted(modifiers, reverse=True)
    assert range_modifier(1001) == -17


@pytest.mark.rule("dfrpg.ranged.size_speed_range", "dfrpg.grid.cell")
def test_size_modifiers() -> None:
    assert [size_modifier(size) for size in ("medium", "large", "huge")] == [0, 1, 2]
    assert [size_modifier(size) for size in SIZES] == list(range(-4, 5))
    lengths = [2, 3, 4, 5, 6, 10, 14, 20]
    assert [length_modifier(half_yards) for half_yards in lengths] == [-2, -1, 0, 1, 1, 2, 3, 4]
    assert (length_modifier(1), length_modifier(21)) == (-2, 4)


@pytest.mark.rule("dfrpg.ranged.half_damage", "dfrpg.data.sample_weapons", "dfrpg.maneuver.attack.ranged_max")
@pytest.mark.parametrize(
    ("weapon", "st", "half", "most"),
    [
        ("longbow", 10, 150, 200),
        ("crossbow", 12, 240, 300),
        ("bow", 10, 150, 200),
        ("throwing_axe", 12, 12, 18),
        ("throwing_axe", 10, 10, 15),
        ("throwing_axe", 11, 11, 16),
        ("javelin", 11, 16, 27),
    ],
)
def test_ranges_by_strength(weapon: str, st: int, half: int, most: int) -> None:
    own = sheet_of(fight("AT", {"A": sheet(st=st, weapons=[{"id": weapon, "skill": 14}])}).world.creature("A"))
    shot = own.weapons[weapon].shot
    assert shot is not None
    assert (shot.half_yd, shot.most_yd) == (half, most)


@pytest.mark.rule("dfrpg.ranged.half_damage")
def test_damage_is_half_from_half_range_on() -> None:
    assert [is_half_damage(yards, 150) for yards in (149, 150, 200)] == [False, True, True]
    assert not is_half_damage(999, None)
    assert [half_damage(basic) for basic in (7, 6, 1)] == [3, 3, 0]


@pytest.mark.rule("dfrpg.ranged.opportunity_fire")
def test_covering_more_is_worse() -> None:
    covered = [covering_modifier(squares) for squares in range(1, 13)]
    assert covered == [0, -1, -2, -2, -3, -3, -4, -4, -4, -4, -5, -5]
    assert covering_modifier(9, line=True) == -2
    assert covering_modifier(1, line=True) == 0
    assert covering_modifier(13, checking=True) == -7
    assert [aim_helps_covering(squares) for squares in (1, 4)] == [True, False]
