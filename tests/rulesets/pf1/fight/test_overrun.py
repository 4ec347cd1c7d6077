"""Overruns: through, over, past, or not."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import HEROES, act, asked, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, rolled, sheet, weapon

from tactics.engine.run import Playing
from tactics.world.fight import Fight

pytestmark = pytest.mark.rule("pf1.maneuver.overrun")
STAND = ("T stand",)
ARMED = {"weapons": [weapon("longsword")]}
OVER = {"weapon": "overrun", "target": "T"}


def alley(
    rows: str = "AT..", own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **more: Any
) -> Fight:
    """The turn of A."""
    return turn_of(fight(rows, {"A": sheet(**(own or {})), "T": sheet(**(foe or {}))}, **more), "A")


@pytest.mark.parametrize(
    ("face", "square", "down"), [(20, "C1", True), (19, "C1", False), (15, "C1", False), (14, "A1", False)]
)
def test_through_and_five_above_lays_it_down(face: int, square: str, down: bool) -> None:
    moment = alley(foe={"bab": 5})
    run = act(moment, "A", "overrun", face, answers=STAND, target="T")
    assert rolled(run, "maneuver")[0].against == 15
    assert (where(run.fight, "A"), run.fight.body("T").has("prone")) == (square, down)


def test_four_legs() -> None:
    run = act(alley(foe={"bab": 10, "legs": 4}), "A", "overrun", 2, answers=STAND, target="T")
    assert rolled(run, "maneuver")[0].against == 24


def test_who_lets_it_pass_needs_no_roll() -> None:
    run = act(alley(foe={"weapons": [weapon("longsword")]}), "A", "overrun", answers=("T aside",), target="T")
    assert where(run.fight, "A") == "C1"
    assert not rolled(run, "maneuver")
    run = act(alley(own={"feats": ["improved_overrun"]}), "A", "overrun", 15, target="T")
    assert where(run.fight, "A") == "C1"


def test_the_target_decides_before_the_roll() -> None:
    decision = asked(alley(), "A", "overrun", target="T")
    assert (decision.who, decision.id) == ("T", "step_aside")


def test_on_the_way_of_a_move() -> None:
    moment = alley("A.T...")
    run = act(moment, "A", "overrun", 14, answers=STAND, target="T")
    assert where(run.fight, "A") == "D1"
    assert not options(run.fight, "A", "move")
    assert refused(run.fight, "A", "total_defense")
    assert not options(run.fight, "A", "five_foot_step")
    assert where(act(moment, "A", "overrun", 2, answers=STAND, target="T").fight, "A") == "B1"


def test_the_speed_is_enough_for_all_of_it() -> None:
    assert refused(alley("A....T.."), "A", "overrun", target="T") == ""
    assert refused(alley("A.....T."), "A", "overrun", target="T") == "pf1.move.speed"


def test_who_fails_with_a_friend_before_the_target_stops_before_the_friend() -> None:
    moment = alley("A.FT..", creatures={"A": HEROES, "F": HEROES})
    assert where(act(moment, "A", "overrun", 2, answers=STAND, target="T").fight, "A") == "B1"
    assert where(act(moment, "A", "overrun", 18, answers=STAND, target="T").fight, "A") == "E1"


def test_size_and_room() -> None:
    for size, rows, rule in (("large", "ATT.\n.TT.", ""), ("huge", "ATTT.\n.TTT.\n.TTT.", "pf1.maneuver.overrun")):
        assert refused(alley(rows, creatures={"A": {}, "T": {"size": size}}), "A", "overrun", target="T") == rule
    for rows in ("AT#.", "AT", "ATU.", "AUT."):
        assert refused(alley(rows), "A", "overrun", target="T") == "pf1.maneuver.overrun"
    assert not options(alley("AT"), "A", "overrun")


def test_a_large_one_is_left_behind_whole() -> None:
    moment = alley("ATT.\n.TT.", creatures={"A": {}, "T": {"size": "large"}})
    run = act(moment, "A", "overrun", 20, answers=STAND, target="T")
    assert where(run.fight, "A") in ("D1", "D2", "D3", "C3")
    assert not run.fight.world.creature("A").space.overlaps(run.fight.world.creature("T").space)


CHARGE = "A......T...\n..........."


def charged(moment: Fight, *faces: int, answers: tuple[str, ...] = STAND) -> Playing:
    return act(moment, "A", "charge", *faces, answers=answers, weapon="overrun", target="T")


@pytest.mark.rule("pf1.charge.attack")
@pytest.mark.parametrize(
    ("face", "square", "down"), [(18, "I1", True), (17, "I1", False), (13, "I1", False), (12, "G1", False)]
)
def test_as_part_of_a_charge_with_two_more(face: int, square: str, down: bool) -> None:
    """30 ft up to the target, 10 over it; against 15 with +2 for the charge."""
    run = charged(alley(CHARGE, ARMED, foe={"bab": 5}), face)
    (check,) = rolled(run, "maneuver")
    assert (check.total, check.against) == (face + 2, 15)
    assert (where(run.fight, "A"), run.fight.body("T").has("prone")) == (square, down)
    assert run.fight.body("A").has("charging")
    assert not options(run.fight, "A", "move")
    assert run.fight.body("A").count("moved_ft") == (40 if square == "I1" else 30)


def test_a_charge_goes_no_further_than_twice_the_speed() -> None:
    """With a speed of 20 there are 40 ft: up to the target and over it, or not."""
    near, far = "A.....T...\n..........", "A........T...\n............."
    assert refused(alley(near, ARMED, creatures={"A": {"speed": 20}}), "A", "charge", **OVER) == ""
    rule = "pf1.maneuver.action"
    assert refused(alley(far, ARMED, creatures={"A": {"speed": 20}}), "A", "charge", **OVER) == rule


def test_who_steps_aside_lets_the_charger_pass() -> None:
    run = charged(alley(CHARGE, ARMED), answers=("T aside",))
    assert where(run.fight, "A") == "I1"
    assert not rolled(run, "maneuver")


def test_it_is_offered_among_the_charges_where_there_is_room_behind() -> None:
    assert "overrun" in [one.arguments["weapon"] for one in options(alley(CHARGE, ARMED), "A", "charge")]
    walled = alley("A......T\n........", ARMED)
    assert "overrun" not in [one.arguments["weapon"] for one in options(walled, "A", "charge")]


def test_the_staggered_charge_and_overrun_at_single_speed() -> None:
    slow = {"A": ["staggered"]}
    assert refused(alley("A..T..\n......", ARMED, effects=slow), "A", "charge", **OVER) == ""
    assert refused(alley(CHARGE, ARMED, effects=slow), "A", "charge", **OVER) == "pf1.maneuver.action"
