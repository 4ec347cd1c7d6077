"""Three dice against a skill."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.rules.dice_text import chances
from tactics.rulesets.dfrpg import BOOK
from tactics.rulesets.dfrpg.rolls import (
    DICE,
    Contest,
    Feint,
    Outcome,
    chance,
    critical_chance,
    feint_result,
    may_attempt,
    outcome,
    quick_contest,
)

SKILLS = st.integers(-10, 40)
TOTALS = st.integers(3, 18)
FAILS = "dfrpg.maneuver.feint.fails"
FOE_FAILED = "dfrpg.maneuver.feint.foe_failed"
BOTH = "dfrpg.maneuver.feint.both_succeed"


@pytest.mark.rule("dfrpg.core.success_roll", "dfrpg.core.margin")
@pytest.mark.parametrize(
    ("skill", "total", "kind", "margin"),
    [
        (12, 12, "success", 0),
        (12, 13, "failure", 1),
        (18, 17, "failure", 0),
        (15, 12, "success", 3),
        (15, 10, "success", 5),
        (14, 12, "success", 2),
        (9, 13, "failure", 4),
        (2, 4, "critical_success", 0),
        (1, 5, "failure", 4),
    ],
)
def test_a_total_up_to_the_skill_succeeds(skill: int, total: int, kind: str, margin: int) -> None:
    assert outcome(skill, total) == Outcome(kind, margin)


@pytest.mark.rule("dfrpg.core.success_roll", "dfrpg.defense.total_modifiers")
def test_only_a_defense_may_be_tried_at_next_to_no_skill() -> None:
    assert [may_attempt(skill) for skill in (2, 3)] == [False, True]
    assert [total for total in range(3, 19) if outcome(2, total).succeeded] == [3, 4]
    assert [total for total in range(3, 19) if outcome(-5, total).succeeded] == [3, 4]


@pytest.mark.rule("dfrpg.core.critical_success")
@pytest.mark.parametrize(
    ("skill", "totals"),
    [(3, [3, 4]), (14, [3, 4]), (15, [3, 4, 5]), (16, [3, 4, 5, 6]), (25, [3, 4, 5, 6])],
)
def test_which_totals_are_critical(skill: int, totals: list[int]) -> None:
    assert [total for total in range(3, 19) if outcome(skill, total).kind == "critical_success"] == totals


@pytest.mark.rule("dfrpg.core.critical_failure")
@pytest.mark.parametrize(
    ("skill", "totals"),
    [
        (20, [18]),
        (16, [18]),
        (15, [17, 18]),
        (8, [17, 18]),
        (7, [17, 18]),
        (5, [15, 16, 17, 18]),
        (4, [14, 15, 16, 17, 18]),
    ],
)
def test_which_totals_are_botched(skill: int, totals: list[int]) -> None:
    assert [total for total in range(3, 19) if outcome(skill, total).kind == "critical_failure"] == totals


@pytest.mark.rule("dfrpg.core.critical_failure", "dfrpg.core.success_roll")
def test_a_high_skill_fails_plainly_on_17() -> None:
    assert outcome(16, 17) == Outcome("failure", 1)
    assert outcome(4, 13) == Outcome("failure", 9)


@pytest.mark.rule("dfrpg.core.success_roll")
@pytest.mark.parametrize(
    ("skill", "ways"), [(1, 4), (3, 4), (4, 4), (10, 108), (12, 160), (14, 196), (16, 212), (18, 212), (30, 212)]
)
def test_how_likely_a_success_is(skill: int, ways: int) -> None:
    assert chance(skill) == Fraction(ways, 216)


def _fumble_chance(skill: int) -> Fraction:
    ways = chances(DICE)
    found = sum(count for total, count in ways.items() if outcome(skill, total).kind == "critical_failure")
    return Fraction(found, sum(ways.values()))


@pytest.mark.rule("dfrpg.core.critical_success", "dfrpg.core.critical_failure")
def test_how_likely_the_extremes_are() -> None:
    assert [critical_chance(skill) * 216 for skill in (10, 15, 16)] == [4, 10, 20]
    assert [_fumble_chance(skill) * 216 for skill in (4, 10, 16)] == [35, 4, 1]


@given(SKILLS)
def test_a_better_skill_is_never_less_likely(skill: int) -> None:
    assert chance(skill) <= chance(skill + 1)
    assert critical_chance(skill) <= critical_chance(skill + 1)
    assert _fumble_chance(skill) >= _fumble_chance(skill + 1)
    assert critical_chance(skill) <= chance(skill) <= 1 - _fumble_chance(skill)


@given(SKILLS, TOTALS)
def test_a_margin_is_never_negative(skill: int, total: int) -> None:
    assert outcome(skill, total).margin >= 0


@pytest.mark.rule("dfrpg.core.quick_contest")
@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ((15, 10), (14, 12), Contest("first", 3)),
        ((15, 10), (12, 14), Contest("first", 7)),
        ((11, 13), (11, 15), Contest("first", 2)),
        ((12, 9), (13, 10), Contest("", 0)),
        ((11, 13), (10, 12), Contest("", 0)),
        ((10, 12), (10, 10), Contest("second", 2)),
    ],
)
def test_who_wins_a_contest(first: tuple[int, int], second: tuple[int, int], result: Contest) -> None:
    assert quick_contest(*first, *second) == result


@pytest.mark.rule("dfrpg.core.quick_contest")
def test_a_bare_success_beats_a_failure_by_nothing() -> None:
    assert quick_contest(2, 4, 18, 17) == Contest("first", 0)


@given(SKILLS, TOTALS, SKILLS, TOTALS)
def test_a_contest_is_fair(first: int, first_total: int, second: int, second_total: int) -> None:
    one = quick_contest(first, first_total, second, second_total)
    other = quick_contest(second, second_total, first, first_total)
    assert one.by == other.by >= 0
    assert {one.winner, other.winner} in ({"first", "second"}, {""})


@pytest.mark.rule(FAILS, FOE_FAILED, BOTH)
@pytest.mark.parametrize(
    ("own", "foe", "result"),
    [
        ((12, 13), (10, 16), Feint(0, FAILS)),
        ((13, 10), (14, 11), Feint(0, FAILS)),
        ((13, 11), (14, 10), Feint(0, FAILS)),
        ((14, 12), (13, 11), Feint(0, FAILS)),
        ((15, 12), (11, 13), Feint(3, FOE_FAILED)),
        ((14, 14), (11, 13), Feint(0, FOE_FAILED)),
        ((15, 10), (14, 12), Feint(3, BOTH)),
        ((16, 6), (12, 11), Feint(9, BOTH)),
    ],
)
def test_what_a_feint_does(own: tuple[int, int], foe: tuple[int, int], result: Feint) -> None:
    assert feint_result(*own, *foe) == result
    assert result.rule in BOOK.rules
