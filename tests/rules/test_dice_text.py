"""Dice as they are written."""

from __future__ import annotations

import pytest
from rulesets.pf1.fight.ring import fight, running

from tactics.rules.dice_text import chances, face_sum, parse_dice, roll_dice


@pytest.mark.parametrize(
    ("written", "least", "most", "twice_mean", "again"),
    [
        ("2d6+3", 5, 15, 20, "2d6+3"),
        ("d8", 1, 8, 9, "1d8"),
        ("1d4-1", 0, 3, 3, "1d4-1"),
        ("5", 5, 5, 10, "5"),
        ("1d6 + 1d4 + 2", 4, 12, 16, "1d6+1d4+2"),
    ],
)
def test_dice_are_read(written: str, least: int, most: int, twice_mean: int, again: str) -> None:
    dice = parse_dice(written)
    assert dice is not None
    assert (dice.least, dice.most, dice.twice_mean, str(dice)) == (least, most, twice_mean, again)


@pytest.mark.parametrize("written", ["", "2d", "dd6", "3-d6", "-1d6", "1d6x2", "0d6", "1d0", "2 6", "1000d6"])
def test_what_is_no_dice(written: str) -> None:
    assert parse_dice(written) is None


def test_faces_fall_in_order() -> None:
    run, dice = running(fight(), 3, 5, 2), parse_dice("2d6+1d4")
    assert dice is not None
    assert face_sum(roll_dice(run, dice)) == 10


def test_the_chances_are_counted() -> None:
    ways = chances(((2, 6),))
    assert (ways[2], ways[7], ways[12], sum(ways.values())) == (1, 6, 1, 36)
