"""Swimming and climbing by those who have no speed for it."""

from __future__ import annotations

from typing import Any

import pytest
from kit import world
from rulesets.pf1.fight.acting import HEROES, act, asked, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, happened, rolled, sheet, weapon

from tactics.core.lattice import Square
from tactics.rules.action import NeedPath
from tactics.rules.event import Noted
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.world.fight import Fight

pytestmark = pytest.mark.rule("pf1.move.climb_swim")
WATER = {"w": {"terrain": "deep_water", "blocks": ["movement"]}}
ROCK = {"r": {"terrain": "rough_rock", "blocks": ["movement"]}}
SHORE = "A.www...T"


def shore(rows: str = SHORE, own: dict[str, Any] | None = None, legend: Any = None, **creature: Any) -> Fight:
    """The turn of A with Swim +3 and Climb +4 before water; T is far away."""
    able = {"skills": {"swim": 3, "climb": 4}, "hp": 40, **(own or {})}
    at = {"A": {**HEROES, **creature}}
    return turn_of(fight(rows, {"A": sheet(**able)}, at, legend=legend or WATER), "A", "T")


def ends(moment: Fight, id: str, **arguments: str) -> dict[str, int]:
    for one in options(moment, "A", id):
        (need,) = one.needs
        if isinstance(need, NeedPath) and arguments.items() <= one.arguments.items():
            return {str(square): cost for square, cost in need.costs.items()}
    return {}


def in_water(**more: Any) -> Fight:
    """A is in the first square of the water."""
    moment = act(shore("Awww...T", **more), "A", "swim", 10, path="A1 B1").fight
    return act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight


def test_water_is_closed_to_walkers_and_open_to_swimmers_and_flyers() -> None:
    here = world("A.www...", legend=WATER, creatures={"A": {"speeds": {"swim": 30, "fly": 30}}})
    for mode, value in (("walk", "unreachable"), ("swim", 30), ("fly", 30), ("climb", "unreachable")):
        assert book("pf1").judge(here, Question(ask="path_cost", who="A", to=Square(6, 0), mode=mode)).value == value, (
            mode
        )


@pytest.mark.parametrize(("pace", "reached"), [("slow", {"B1"}), ("fast", {"B1", "C1", "D1"})])
def test_a_quarter_for_a_move_action_and_half_for_the_whole_turn(pace: str, reached: set[str]) -> None:
    """30 ft: 7 and a half, so one square; 15 ft, three squares."""
    moment = shore("Awwwww..T")
    assert set(ends(moment, "swim", how=pace)) == reached
    run = act(moment, "A", "swim", 7, path="A1 B1", how=pace)
    assert run.fight.body("A").count("standard") == (pace == "fast")
    assert run.fight.body("A").count("move") == 1


@pytest.mark.parametrize(("face", "square"), [(7, "B1"), (6, "A1")])
def test_the_check_against_the_water(face: int, square: str) -> None:
    run = act(shore("Awwwww..T"), "A", "swim", face, path="A1 B1")
    (check,) = rolled(run, "check")
    assert (check.total, check.against) == (face + 3, 10)
    assert where(run.fight, "A") == square
    assert bool([one for one in happened(run) if isinstance(one, Noted)]) is (square == "A1")


def test_in_the_water_nobody_walks_steps_or_withdraws() -> None:
    moment = in_water()
    for deed, arguments in (
        ("move", {"path": "B1 A1"}),
        ("five_foot_step", {"path": "B1 A1"}),
        ("withdraw", {"path": "B1 A1"}),
        ("run", {"path": "B1 A1"}),
    ):
        assert refused(moment, "A", deed, **arguments) == "pf1.move.climb_swim", deed
    assert where(act(moment, "A", "swim", 10, path="B1 A1").fight, "A") == "A1"


def test_with_a_speed_for_it_one_moves_at_that() -> None:
    moment = shore("Awww...T", speeds={"swim": 20})
    assert not options(moment, "A", "swim", possible=False)
    assert "D1" in ends(moment, "move", mode="swim")
    assert "B1" not in ends(moment, "move", mode="walk")
    inside = turn_of(act(moment, "A", "move", path="A1 B1 C1", mode="swim").fight, "A", "T")
    assert refused(inside, "A", "move", path="C1 D1 E1", mode="swim") == ""
    assert refused(inside, "A", "move", path="C1 D1", mode="walk") != ""


@pytest.mark.parametrize(("pace", "face", "reached", "rows"), [("slow", 11, "B1", 1), ("fast", 16, "D1", 3)])
def test_climbing_in_a_hurry_is_twice_as_far_and_five_harder(pace: str, face: int, reached: str, rows: int) -> None:
    """Climb +4 against 15; in a hurry with -5."""
    moment = shore("Arrrr...T", legend=ROCK)
    path = " ".join(["A1", "B1", "C1", "D1"][: rows + 1])
    assert where(act(moment, "A", "climb", face, path=path, how=pace).fight, "A") == reached
    assert where(act(moment, "A", "climb", face - 1, path=path, how=pace).fight, "A") == "A1"


@pytest.mark.rule("pf1.ac.lose_dex")
def test_a_climber_has_no_dexterity_and_no_shield() -> None:
    own = {"dex": 16, "shield": {"id": "heavy_shield"}}
    moment = shore("Arrrr...T", own, ROCK)
    assert armor_class(moment, "A")[0] == 10 + 3 + 2
    up = act(moment, "A", "climb", 15, path="A1 B1").fight
    assert up.body("A").has("climbing")
    assert armor_class(up, "A")[0] == 10
    down = act(up, "A", "climb", 15, path="B1 A1").fight
    assert not down.body("A").has("climbing")
    assert armor_class(down, "A")[0] == 15
    able = act(shore("Arrrr...T", own, ROCK, speeds={"climb": 20}), "A", "move", path="A1 B1", mode="climb").fight
    assert armor_class(able, "A")[0] == 15


@pytest.mark.rule("pf1.aoo.provoke_moving")
def test_swimming_away_gives_an_opening() -> None:
    sheets = {"A": sheet(skills={"swim": 9}), "T": sheet(weapons=[weapon("longsword")])}
    moment = turn_of(fight("TAwww", sheets, {"A": HEROES}, legend=WATER), "A", "T")
    assert asked(moment, "A", "swim", 10, path="B1 C1").id == "attack_of_opportunity"


@pytest.mark.rule("pf1.maneuver.bull_rush")
def test_one_can_be_pushed_into_the_water() -> None:
    sheets = {"A": sheet(bab=10, feats=["improved_bull_rush"]), "T": sheet()}
    moment = turn_of(fight("ATwww", sheets, {"A": HEROES}, legend=WATER), "A", "T")
    run = act(moment, "A", "bull_rush", 4, answers=("A stay",), target="T")
    assert where(run.fight, "T") == "C1"
    moment = act(run.fight, "A", "end_turn").fight
    assert refused(moment, "T", "move", path="C1 B1") == "pf1.move.climb_swim"
    assert where(act(moment, "T", "swim", 10, path="C1 B1").fight, "T") == "B1"


@pytest.mark.rule("pf1.charge.path")
def test_nobody_charges_through_water() -> None:
    sheets = {"A": sheet(weapons=[weapon("longsword")])}
    moment = turn_of(fight("A.w..T\n......", sheets, legend=WATER), "A", "T")
    assert refused(moment, "A", "charge", weapon="longsword", target="T") == "pf1.charge.path"
