"""A move that somebody may react to names who reacts and the squares in which it does, whatever the system."""

from __future__ import annotations

import pytest
from kit import world
from properties.asking import ask

BOOKS = ("pf1", "pf2e", "dnd4e")
GUARD = {"pf2e": {"reactions": ["attack_of_opportunity"]}}
ROWS = ".M....\n......\n...T.."


@pytest.mark.parametrize("system", BOOKS)
@pytest.mark.parametrize(
    ("path", "squares"),
    [
        (["B1", "C1"], []),
        (["B1", "C2", "D1"], ["C2"]),
        (["B2", "C2", "D2", "E2", "F1"], ["C2"]),
        (["B2", "C3"], []),
    ],
)
def test_the_square_left_in_front_of_a_guard(system: str, path: list[str], squares: list[str]) -> None:
    here = world(ROWS, BOOKS, creatures={"M": {}, "T": GUARD})
    verdict = ask(system, here, "provokes", who="M", path=path)
    assert [str(one) for one in verdict.squares["provokes"]] == squares
    assert [str(one) for one in verdict.squares["path"]] == path
    assert verdict.creatures == verdict.value == (("T",) if squares else ())


@pytest.mark.parametrize("system", BOOKS)
def test_each_guard_reacts_in_a_square_of_its_own(system: str) -> None:
    here = world("M.....\nT.....\n....U.", BOOKS, creatures={"M": {}, "T": GUARD, "U": {**GUARD, "side": "foes"}})
    verdict = ask(system, here, "provokes", who="M", path=["A1", "B1", "C1", "D2", "E2"])
    assert {str(one) for one in verdict.squares["provokes"]} == {"A1", "D2"}
    assert verdict.creatures == ("T", "U")


@pytest.mark.parametrize("system", BOOKS)
def test_of_a_big_mover_only_squares_within_reach_are_named(system: str) -> None:
    creatures = {"M": {"size": "large"}, "T": GUARD}
    here = world("......\nMM....\nMM....\n.T....", BOOKS, creatures=creatures)
    verdict = ask(system, here, "provokes", who="M", path=["A2", "A1"])
    named = {str(one) for one in verdict.squares["provokes"]}
    assert named
    assert named <= {"A3", "B3"}


@pytest.mark.parametrize("system", BOOKS)
def test_an_action_is_met_where_it_is_done(system: str) -> None:
    here = world("MT", BOOKS, creatures={"M": {}, "T": GUARD})
    verdict = ask(system, here, "provokes", who="M", action="ranged_attack")
    assert [str(one) for one in verdict.squares["provokes"]] == ["A1"]
