"""Bull rushes: how far, whither, into what, and who may react."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import HEROES, act, asked, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, happened, lost, rolled, sheet, weapon

from tactics.rules.event import Moved
from tactics.world.fight import Fight

SWORD = [weapon("longsword")]
STAY = ("A stay",)


def yard(rows: str, own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **more: Any) -> Fight:
    """The turn of A, who has Improved Bull Rush; everybody else has a sword."""
    armed = sheet(**{"weapons": SWORD, **(foe or {})})
    sheets = dict.fromkeys("BCDEFGHTUVW", armed)
    sheets["A"] = sheet(**{"feats": ["improved_bull_rush"], **(own or {})})
    return turn_of(fight(rows, sheets, **more), "A")


@pytest.mark.rule("pf1.maneuver.bull_rush")
@pytest.mark.parametrize(("bonus", "square"), [(13, "E1"), (12, "D1"), (7, "C1"), (3, "C1"), (2, "B1")])
def test_five_feet_and_five_more_for_every_five_above(bonus: int, square: str) -> None:
    answers = () if square == "B1" else STAY
    run = act(yard("AT........", {"bab": bonus}, {"dex": 14}), "A", "bull_rush", 9, answers=answers, target="T")
    assert rolled(run, "maneuver")[0].against == 12
    assert where(run.fight, "T") == square
    assert where(run.fight, "A") == "A1"
    assert lost(run, "T") == []


@pytest.mark.rule("pf1.maneuver.bull_rush")
def test_margin_11_is_fifteen_feet() -> None:
    run = act(yard("AT......", {"bab": 13}, {"dex": 14}), "A", "bull_rush", 10, answers=STAY, target="T")
    assert rolled(run, "maneuver")[0].total == 23
    assert where(run.fight, "T") == "E1"


@pytest.mark.rule("pf1.maneuver.bull_rush")
def test_size() -> None:
    for size, rows, rule in (("large", "ATT\n.TT", ""), ("huge", "ATTT\n.TTT\n.TTT", "pf1.maneuver.bull_rush")):
        moment = yard(rows, creatures={"A": {}, "T": {"size": size}})
        assert refused(moment, "A", "bull_rush", target="T") == rule


@pytest.mark.rule("pf1.maneuver.bull_rush")
@pytest.mark.parametrize(("rows", "square"), [("AT.#...", "C1"), ("AT#....", "B1"), ("AT.", "C1")])
def test_not_into_what_is_solid(rows: str, square: str) -> None:
    answers = () if square == "B1" else STAY
    run = act(yard(rows, {"bab": 20}), "A", "bull_rush", 15, answers=answers, target="T")
    assert where(run.fight, "T") == square


@pytest.mark.rule("pf1.maneuver.bull_rush")
def test_not_through_a_thin_wall_nor_past_the_corner_of_a_thick_one() -> None:
    wall = [{"line": [[2, 0], [2, 1]]}]
    run = act(yard("AT....", {"bab": 20}, walls=wall), "A", "bull_rush", 15, target="T")
    assert where(run.fight, "T") == "B1"
    run = act(yard("A...\n.T..\n.#..\n....", {"bab": 20}), "A", "bull_rush", 15, target="T")
    assert where(run.fight, "T") == "B2"


@pytest.mark.rule("pf1.maneuver.bull_rush")
@pytest.mark.parametrize(
    ("rows", "square"),
    [
        ("A....\n.T...\n.....", "C3"),
        ("..A\n.T.\n...", "A3"),
        ("...\n.T.\n.A.", "B1"),
        (".....\nAA...\nAAT..\n.....", "D3"),
    ],
)
def test_straight_away_from_the_pusher(rows: str, square: str) -> None:
    large = {"A": {"size": "large"}} if "AA" in rows else None
    run = act(yard(rows, {"bab": 2}, creatures=large), "A", "bull_rush", 10, answers=STAY, target="T")
    assert where(run.fight, "T") == square


@pytest.mark.rule("pf1.maneuver.bull_rush")
def test_the_pusher_follows_with_the_movement_it_has() -> None:
    moment = yard("AT.........", {"bab": 40})
    run = act(moment, "A", "bull_rush", 10, answers=("A follow",), target="T")
    assert (where(run.fight, "T"), where(run.fight, "A")) == ("K1", "G1")
    assert not options(run.fight, "A", "move")
    walked = act(yard("AT....\n......", {"bab": 40}), "A", "move", answers=("T decline",), path="A1 A2").fight
    run = act(walked, "A", "bull_rush", 10, target="T")
    assert where(run.fight, "A") == "A2"


@pytest.mark.rule("pf1.maneuver.bull_rush")
def test_a_prone_one_is_pushed_as_well() -> None:
    run = act(yard("AT..", effects={"T": ["prone"]}), "A", "bull_rush", 10, answers=STAY, target="T")
    assert rolled(run, "maneuver")[0].against == 6
    assert where(run.fight, "T") == "C1"


@pytest.mark.rule("pf1.maneuver.bull_rush")
@pytest.mark.rule("pf1.maneuver.action")
def test_at_the_end_of_a_charge() -> None:
    moment = yard("A...T...", {"bab": 1, "weapons": SWORD}, {"bab": 2})
    run = act(moment, "A", "charge", 9, weapon="bull_rush", target="T")
    (check,) = rolled(run, "maneuver")
    assert (check.total, check.against) == (12, 12)
    assert (where(run.fight, "A"), where(run.fight, "T")) == ("D1", "F1")
    run = act(moment, "A", "charge", 8, weapon="bull_rush", target="T")
    assert (where(run.fight, "A"), where(run.fight, "T")) == ("D1", "E1")


@pytest.mark.rule("pf1.maneuver.bull_rush_no_aoo")
def test_who_is_pushed_gives_no_opening() -> None:
    moment = yard("BCD...\nAT....\nEFG...", {"bab": 12}, creatures=dict.fromkeys("ABCDEFG", HEROES))
    run = act(moment, "A", "bull_rush", 9, answers=STAY, target="T")
    assert where(run.fight, "T") == "E2"
    feats = {"bab": 12, "feats": ["improved_bull_rush", "greater_bull_rush"]}
    moment = yard("B....\nAT...\n.....", feats, creatures={"A": HEROES, "B": HEROES})
    assert asked(moment, "A", "bull_rush", 9, target="T").who == "B"
    run = act(moment, "A", "bull_rush", 9, answers=("B decline", "A stay"), target="T")
    assert where(run.fight, "T") == "E2"


@pytest.mark.rule("pf1.maneuver.bull_rush_no_aoo")
def test_who_follows_does() -> None:
    moment = yard("U.....\nAT....", {"bab": 2})
    assert asked(moment, "A", "bull_rush", 9, answers=("A follow",), target="T").who == "U"


@pytest.mark.rule("pf1.maneuver.bull_rush_chain")
def test_both_go_on_by_a_second_check() -> None:
    """15 ft in all: 5 to the second, whose check would give 20, so both go the 10 that are left."""
    run = act(yard("AG.H......", {"bab": 8}), "A", "bull_rush", 12, 17, answers=STAY, target="G")
    assert [one.total for one in rolled(run, "maneuver")] == [20, 21]
    first = next(one for one in rolled(run, "maneuver") if one.target == "G")
    assert first.total - (first.against or 0) == 10
    assert (where(run.fight, "G"), where(run.fight, "H")) == ("E1", "F1")
    steps = [(one.who, str(one.to)) for one in happened(run) if isinstance(one, Moved)]
    assert steps == [("G", "C1"), ("H", "E1"), ("G", "D1"), ("H", "F1"), ("G", "E1")]


@pytest.mark.rule("pf1.maneuver.bull_rush_chain")
def test_the_second_check_may_give_less() -> None:
    run = act(yard("AGH.......", {"bab": 8}), "A", "bull_rush", 17, 7, answers=STAY, target="G")
    assert [one.total for one in rolled(run, "maneuver")] == [25, 11]
    assert (where(run.fight, "G"), where(run.fight, "H")) == ("C1", "D1")


@pytest.mark.rule("pf1.maneuver.bull_rush_chain")
def test_four_less_for_each_that_is_pushed() -> None:
    run = act(yard("AGHU......", {"bab": 8}), "A", "bull_rush", 17, 10, 11, answers=STAY, target="G")
    checks = rolled(run, "maneuver")
    assert [(one.target, one.total) for one in checks] == [("G", 25), ("H", 14), ("U", 11)]
    assert [where(run.fight, one) for one in "GHU"] == ["C1", "D1", "E1"]


@pytest.mark.rule("pf1.maneuver.bull_rush_chain")
def test_the_first_stops_before_the_second_who_stands_fast() -> None:
    run = act(yard("AG.H......", {"bab": 8}), "A", "bull_rush", 12, 2, answers=STAY, target="G")
    assert (where(run.fight, "G"), where(run.fight, "H")) == ("C1", "D1")
