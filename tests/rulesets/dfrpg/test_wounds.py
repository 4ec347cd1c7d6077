"""From the dice of a blow to what it does to a body."""

from __future__ import annotations

import pytest

from tactics.rules.dice_text import parse_dice
from tactics.rulesets.dfrpg.rolls import outcome
from tactics.rulesets.dfrpg.wounds import (
    collapse_modifier,
    damage_total,
    death_rolls,
    dying,
    injury,
    is_dead,
    is_major,
    is_reeling,
    is_tired,
    knockback_balance,
    knockback_yards,
    knockdown,
    must_stay_conscious,
    penetrating,
    shock,
    strong_bonus,
)


@pytest.mark.rule("dfrpg.damage.roll")
def test_the_least_a_hit_does_before_armor() -> None:
    assert [damage_total(-1, kind) for kind in ("cut", "imp", "burn", "cr")] == [1, 1, 1, 0]
    assert damage_total(7, "cut") == 7
    assert (penetrating(7, 4), penetrating(3, 4)) == (3, 0)


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.strong")
@pytest.mark.parametrize(("dice", "bonus"), [("1d6+1", 2), ("2d6-1", 2), ("3d6", 3), ("4d6+2", 4)])
def test_what_a_strong_blow_adds(dice: str, bonus: int) -> None:
    found = parse_dice(dice)
    assert found is not None
    assert strong_bonus(found) == bonus


@pytest.mark.rule("dfrpg.damage.wounding", "dfrpg.core.rounding")
@pytest.mark.parametrize(
    ("type", "through", "lost"),
    [
        ("cut", 5, 7),
        ("imp", 5, 10),
        ("cr", 5, 5),
        ("pi-", 5, 2),
        ("pi", 5, 5),
        ("pi+", 5, 7),
        ("burn", 5, 5),
        ("tox", 5, 5),
        ("cor", 5, 5),
        ("pi-", 1, 1),
        ("cut", 1, 1),
        ("imp", 0, 0),
    ],
)
def test_injury_by_kind_of_damage(type: str, through: int, lost: int) -> None:
    assert injury(type, through) == lost


@pytest.mark.rule("dfrpg.injury.shock")
def test_shock_is_four_at_most() -> None:
    assert [shock(lost) for lost in (0, 3, 4, 8)] == [0, 3, 4, 4]


@pytest.mark.rule("dfrpg.attack.critical_hit")
def test_a_critical_hit_may_double_shock() -> None:
    assert [shock(lost, twice=True) for lost in (0, 3, 4, 8)] == [0, 6, 8, 8]


@pytest.mark.rule("dfrpg.injury.major_wound")
def test_more_than_half_is_a_major_wound() -> None:
    assert [is_major(11, lost) for lost in (5, 6)] == [False, True]
    assert [is_major(10, lost) for lost in (5, 6)] == [False, True]


@pytest.mark.rule("dfrpg.injury.major_wound")
@pytest.mark.parametrize(
    ("ht", "total", "after"),
    [(11, 11, ""), (11, 15, "stunned"), (11, 16, "unconscious"), (15, 17, "unconscious"), (16, 17, "stunned")],
)
def test_what_a_major_wound_does(ht: int, total: int, after: str) -> None:
    assert knockdown(outcome(ht, total)) == after


@pytest.mark.rule("dfrpg.injury.reeling", "dfrpg.movement.halved_by_wounds")
def test_who_reels() -> None:
    assert [is_reeling(12, hp) for hp in (4, 3, -1)] == [False, True, True]
    assert [is_reeling(10, hp) for hp in (4, 3)] == [False, True]


@pytest.mark.rule("dfrpg.injury.exhaustion")
def test_who_is_tired() -> None:
    assert [is_tired(11, fp) for fp in (4, 3)] == [False, True]
    assert [is_tired(12, fp) for fp in (4, 3)] == [False, True]


@pytest.mark.rule("dfrpg.injury.collapse")
def test_staying_conscious_gets_harder() -> None:
    assert [must_stay_conscious(hp) for hp in (1, 0, -3)] == [False, True, True]
    assert [collapse_modifier(10, hp) for hp in (0, -3, -10, -12, -20)] == [0, 0, -1, -1, -2]


@pytest.mark.rule("dfrpg.injury.death")
def test_death_is_rolled_for_at_every_multiple() -> None:
    assert death_rolls(11, -2, -12) == (1,)
    assert death_rolls(10, 5, -25) == (1, 2)
    assert death_rolls(10, -10, -19) == ()
    assert death_rolls(10, -19, -20) == (2,)
    assert death_rolls(10, 5, -49) == (1, 2, 3, 4)
    assert death_rolls(10, 5, -50) == ()
    assert [is_dead(10, hp) for hp in (-49, -50)] == [False, True]


@pytest.mark.rule("dfrpg.injury.death")
@pytest.mark.parametrize(
    ("ht", "total", "after"), [(12, 12, ""), (12, 13, "mortal"), (12, 14, "mortal"), (12, 15, "dead")]
)
def test_what_a_death_roll_does(ht: int, total: int, after: str) -> None:
    assert dying(outcome(ht, total)) == after


@pytest.mark.rule("dfrpg.damage.knockback")
@pytest.mark.parametrize(
    ("st", "type", "basic", "penetrated", "yards"),
    [
        (12, "cr", 10, True, 1),
        (12, "cr", 20, True, 2),
        (12, "cr", 9, True, 0),
        (10, "cut", 9, False, 1),
        (10, "cut", 9, True, 0),
        (10, "imp", 30, False, 0),
        (3, "cr", 3, True, 3),
        (4, "cr", 3, True, 1),
        (1, "cr", 3, True, 3),
    ],
)
def test_how_far_a_blow_pushes(st: int, type: str, basic: int, penetrated: bool, yards: int) -> None:
    assert knockback_yards(st, type, basic, penetrated) == yards


@pytest.mark.rule("dfrpg.damage.knockback")
def test_a_longer_push_is_harder_to_stand() -> None:
    assert [knockback_balance(yards) for yards in (1, 2, 3)] == [0, -1, -2]
