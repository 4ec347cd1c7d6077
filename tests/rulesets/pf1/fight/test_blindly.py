"""Moving without seeing the way."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import act, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, rolled, sheet

from tactics.rules.action import NeedPath
from tactics.world.fight import Fight

pytestmark = [pytest.mark.rule("pf1.condition.other"), pytest.mark.rule("pf1.move.hampered")]


def groping(**more: Any) -> Fight:
    """The turn of A in the dark or blinded, Acrobatics +2."""
    return turn_of(fight("A.......\n........\n.......T", {"A": sheet(skills={"acrobatics": 2})}, **more), "A", "T")


BLIND: dict[str, Any] = {"effects": {"A": ["blinded"]}}
DARK: dict[str, Any] = {"light": "dark"}


def furthest(moment: Fight, id: str) -> str:
    """The last square of the first row that an action leads to."""
    (need,) = options(moment, "A", id)[0].needs
    assert isinstance(need, NeedPath)
    return max(str(square) for square in need.costs if square.y == 0)


@pytest.mark.parametrize("state", [BLIND, DARK])
def test_half_speed_without_a_check_and_all_of_it_with_one(state: dict[str, Any]) -> None:
    """30 ft at 10 a square, not at 10 of 15."""
    moment = groping(**state)
    assert furthest(moment, "move") == "D1"
    assert furthest(moment, "move_blindly") == "G1"
    assert refused(moment, "A", "move_blindly", path="A1 B1 C1 D1 E1 F1 G1 H1") == "pf1.move.hampered"


@pytest.mark.parametrize(("face", "square", "lies"), [(8, "F1", False), (7, "A1", True)])
def test_a_failed_check_is_a_fall(face: int, square: str, lies: bool) -> None:
    run = act(groping(**BLIND), "A", "move_blindly", face, path="A1 B1 C1 D1 E1 F1")
    (check,) = rolled(run, "check")
    assert (check.total, check.against) == (face + 2, 10)
    assert (where(run.fight, "A"), run.fight.body("A").has("prone")) == (square, lies)
    assert run.fight.body("A").count("move") == 1


def test_who_sees_its_way_needs_none() -> None:
    assert not options(groping(), "A", "move_blindly", possible=False)
    assert refused(groping(), "A", "move_blindly", path="A1 B1") == "pf1.move.hampered"
