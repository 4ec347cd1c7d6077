"""Verdicts name those they concern: who may react to a move and where, whom an area takes, whatever the system."""

from __future__ import annotations

import pytest
from kit import world
from properties.asking import ask

from tactics.core.language import catalogue
from tactics.core.text import say
from tactics.rules.question import parse_question
from tactics.rules.registry import book

BOOKS = ("pf1", "pf2e", "dnd4e")
GUARD = {"pf2e": {"reactions": ["attack_of_opportunity"]}}
AREAS: dict[str, dict[str, object]] = {
    "pf1": {"shape": "burst", "size": 10, "origin": [2, 1]},
    "pf2e": {"shape": "burst", "size": 10, "origin": [2, 1]},
    "dnd4e": {"shape": "area_burst", "size": 1, "origin": "C2"},
}
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


@pytest.mark.parametrize(("system", "area"), AREAS.items())
def test_an_area_names_whom_it_takes(system: str, area: dict[str, object]) -> None:
    here = world("A...\n..T.\n....", BOOKS, creatures={"A": {"name": "Ann"}, "T": {"name": "Troll"}})
    verdict = book(system).judge(here, parse_question("area", area, here, "test"))
    said = [say(one.text, catalogue("en")) for one in verdict.steps]
    assert "T" in verdict.creatures
    assert any("Troll" in one for one in said)
