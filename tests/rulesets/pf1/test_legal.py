"""Charges and 5-foot steps."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, case_of, first, named, refused_by, rules_of, value

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.rulesets.pf1.charge import closest_ends, lane_hull
from tactics.world.world import World

CENTRE = {"charge_lane": "centre"}


def _charge(position: World | str, who: str = "A", target: str = "T") -> str:
    """The rule that forbids a charge, "" when it is allowed."""
    return refused_by(position, who=who, action="charge", target=target)


def _with(rows: str, **tables: dict[str, Any]) -> World:
    return first(rows, {"A": HERO, **tables})


@pytest.mark.rule("pf1.charge.path")
@pytest.mark.parametrize(
    ("rows", "tables", "refused"),
    [
        ("A.....T", {}, ""),
        ("A..B..T", {"B": HERO}, "pf1.charge.path"),
        ("A..B..T", {"B": FOE}, "pf1.charge.path"),
        ("A..,..T", {}, "pf1.charge.path"),
        ("A...,T.", {}, "pf1.charge.path"),
        ("A..n..T", {}, "pf1.charge.path"),
        ("A..B..T", {"B": {"conditions": ["helpless"], **FOE}}, ""),
        ("A..%..T", {}, ""),
        ("A..:..T", {}, ""),
        ("#######\nA...BT.\n#######", {"B": HERO}, "pf1.charge.path"),
        ("A.....T\n...B...\n.......", {"B": HERO}, ""),
        ("C......\n..B....\n......T".replace("C", "A"), {"B": HERO}, "pf1.charge.path"),
        ("A....\n.....\n..#..\n...T.", {}, "pf1.charge.sight"),
        ("A......\n..#....\n.....T.", {}, "pf1.charge.path"),
        ("...#....\nA..#..T.\n...#....", {}, "pf1.charge.sight"),
    ],
)
def test_the_swept_lane_must_be_clear(rows: str, tables: dict[str, Any], refused: str) -> None:
    assert _charge(_with(rows, **tables)) == refused


@pytest.mark.rule("pf1.charge.path")
def test_where_a_charge_ends() -> None:
    verdict = ask(_with("A.....T"), "legal", who="A", action="charge", target="T")
    assert set(verdict.squares["target"]) == named("F1")
    assert set(verdict.squares["swept"]) == named("B1", "C1", "D1", "E1", "F1")
    spear = first("A.....T", {"A": {"reach_weapon": True, **HERO}})
    long = ask(spear, "legal", who="A", action="charge", target="T")
    assert set(long.squares["target"]) == named("E1")
    nearer = first("#######\nT..B..A\n#######", {"A": HERO, "B": FOE, "T": FOE})
    assert (_charge(nearer), _charge(nearer, target="B")) == ("pf1.charge.path", "")


@pytest.mark.rule("pf1.charge.path")
def test_the_lane_may_be_read_as_the_line_between_the_centres() -> None:
    rows = "A......\n..B....\n......T"
    creatures = {"A": HERO, "B": HERO, "T": FOE}
    swept = ask(first(rows, creatures), "legal", who="A", action="charge", target="T")
    centre = ask(first(rows, creatures, switches=CENTRE), "legal", who="A", action="charge", target="T")
    assert (swept.value, centre.value) == (False, True)
    assert centre.switches["pf1.charge_lane"] == "centre"
    blocked = first("A..B..T", {"A": HERO, "B": HERO}, switches=CENTRE)
    assert _charge(blocked) == "pf1.charge.path"
    walled = first("A.....T", {"A": HERO}, switches=CENTRE, walls=[{"line": [[3, 0], [3, 1]], "kind": "low_wall"}])
    assert _charge(walled) == "pf1.charge.path"


@pytest.mark.rule("pf1.charge.path")
@pytest.mark.parametrize(("lane", "allowed"), [("swept", False), ("centre", True)])
def test_an_exact_diagonal_between_two_friends(lane: str, allowed: bool) -> None:
    rows = "T......\n.......\n....B..\n...DA.."
    creatures = {"A": HERO, "B": HERO, "D": HERO, "T": FOE}
    here = first(rows, creatures, switches={"charge_lane": lane})
    verdict = ask(here, "legal", who="A", action="charge", target="T")
    assert verdict.value is allowed
    if allowed:
        assert set(verdict.squares["target"]) == named("B1")


@pytest.mark.rule("pf1.charge.path")
def test_walls_in_the_lane() -> None:
    low = [{"line": [[3, 0], [3, 1]], "kind": "low_wall"}]
    assert _charge(first("A.....T", {"A": HERO}, walls=low)) == "pf1.charge.path"
    bars = [{"line": [[3, 0], [3, 1]], "kind": "portcullis"}]
    assert _charge(first("A.....T", {"A": HERO}, walls=bars)) == "pf1.charge.path"
    along = [{"line": [[0, 1], [7, 1]]}]
    assert _charge(first("A.....T\n.......", {"A": HERO}, walls=along)) == ""


@pytest.mark.rule("pf1.charge.path")
def test_big_chargers_sweep_their_whole_space() -> None:
    rows = "AA......T.\nAA........\n..........\n.........."
    assert _charge(first(rows, {"A": {"size": "large", "reach": 5, **HERO}, "T": FOE})) == ""
    beside = first(
        rows.replace("AA........", "AA..B....."), {"A": {"size": "large", "reach": 5, **HERO}, "B": HERO, "T": FOE}
    )
    assert _charge(beside) == "pf1.charge.path"
    hull = lane_hull(Space(0, 0, 2, 2), Square(4, 2), centre=False)
    assert len(hull) == 6


@pytest.mark.rule("pf1.charge.path")
def test_of_equally_close_ends_one_clear_lane_is_enough() -> None:
    rows = "A....\n.....\n.....\n...T."
    here = first(rows, {"A": HERO, "T": FOE})
    ends = closest_ends(case_of(here), here.creature("A"), here.creature("T"))
    assert {end.square for end in ends} == {Square(2, 2)}
    beside = first("A.....\n......\n......\n....T.", {"A": HERO, "T": FOE})
    ends = closest_ends(case_of(beside), beside.creature("A"), beside.creature("T"))
    assert {(end.square, end.distance_sq) for end in ends} == {(Square(3, 2), 4), (Square(3, 3), 4)}
    occupied = first("A.....\n......\n......\n...BT.", {"A": HERO, "B": HERO, "T": FOE})
    assert _charge(occupied) == ""
    assert _charge(here) == ""


@pytest.mark.rule("pf1.charge.basics")
@pytest.mark.parametrize(
    ("rows", "tables", "refused"),
    [
        ("A.T....", {}, "pf1.charge.basics"),
        ("A..T...", {}, ""),
        ("A" + "." * 12 + "T.", {}, ""),
        ("A" + "." * 13 + "T", {}, "pf1.charge.basics"),
        ("A...T", {"A": {"speed": 5, **HERO}}, "pf1.charge.basics"),
        ("A...T", {"A": {"armed": False, **HERO}}, "pf1.charge.basics"),
        ("A...T", {"A": {"conditions": ["prone"], **HERO}}, "pf1.charge.basics"),
        ("A...T", {"A": {"conditions": ["entangled"], **HERO}}, "pf1.charge.basics"),
        ("A...T", {"A": {"conditions": ["fatigued"], **HERO}}, "pf1.charge.basics"),
        ("A...T", {"A": {"conditions": ["stunned"], **HERO}}, "pf1.charge.basics"),
    ],
)
def test_how_far_and_in_what_state(rows: str, tables: dict[str, Any], refused: str) -> None:
    assert _charge(first(rows, {"A": HERO, "T": FOE, **tables})) == refused


@pytest.mark.rule("pf1.charge.sight")
def test_a_charge_needs_a_target_in_sight() -> None:
    assert _charge(_with("A....T", T={"conditions": ["invisible"], **FOE})) == "pf1.charge.sight"
    assert _charge(first("A....T", {"A": HERO}, light="dark")) == "pf1.charge.sight"
    darkvision = first("A....T", {"A": {"senses": ["darkvision"], **HERO}}, light="dark")
    assert _charge(darkvision) == ""


def _step(position: World | str, *path: str, **more: Any) -> str:
    return refused_by(position, who="A", action="five_foot_step", path=list(path), **more)


@pytest.mark.rule("pf1.action.five_foot_step")
@pytest.mark.parametrize(
    ("rows", "tables", "path", "refused"),
    [
        ("A.\n..", {}, ["A1", "B1"], ""),
        ("A.\n..", {}, ["A1", "B2"], ""),
        ("A,\n..", {}, ["A1", "B1"], "pf1.move.hampered"),
        ("A,\n..", {}, ["A1", "A2"], ""),
        ("An\n..", {}, ["A1", "B1"], "pf1.move.hampered"),
        ("A#\n..", {}, ["A1", "B2"], "pf1.grid.corner_cut"),
        ("A#\n..", {}, ["A1", "B1"], "pf1.terrain.obstacle_blocking"),
        ("A.\n..", {"A": {"under": ","}}, ["A1", "B1"], ""),
        ("A.\n..", {"A": {"conditions": ["prone"]}}, ["A1", "B1"], "pf1.action.five_foot_step"),
        ("A.\n..", {"A": {"conditions": ["grappled"]}}, ["A1", "B1"], "pf1.move.hampered"),
        ("A.\n..", {"A": {"speed": 5}}, ["A1", "B1"], "pf1.action.five_foot_step"),
        ("A..\n..", {}, ["A1", "B1", "B2"], "pf1.action.five_foot_step"),
        ("AE\n..", {}, ["A1", "B1"], "pf1.move.through_enemy"),
    ],
)
def test_five_foot_steps(rows: str, tables: dict[str, Any], path: list[str], refused: str) -> None:
    assert _step(first(rows.replace("A..\n..", "A..\n..."), tables or None), *path) == refused


@pytest.mark.rule("pf1.action.five_foot_step")
def test_a_step_does_not_mind_diagonals_taken_before_and_needs_a_speed_of_its_kind() -> None:
    assert _step("A.\n..", "A1", "B2", diagonals=1) == ""
    assert _step("A.\n..", "A1", "B1", mode="fly") == "pf1.action.five_foot_step"
    assert _step(first("A,\n..", {"A": {"speeds": {"fly": 60}}}), "A1", "B1", mode="fly") == ""


def test_plain_moves_and_unknown_actions() -> None:
    here = first("AF.", {"A": HERO, "F": HERO})
    assert refused_by(here, who="A", action="move", path=["A1", "B1", "C1"]) == ""
    assert refused_by(here, who="A", action="withdraw", path=["A1", "B1"]) == "pf1.move.end_in_occupied"
    with pytest.raises(ProblemError, match="unknown action"):
        value(here, "legal", who="A", action="shift", path=["A1", "B1"])
    with pytest.raises(ProblemError, match="somebody else"):
        _charge(here, target="A")


@pytest.mark.rule("pf1.conceal.total")
def test_an_unseen_target_cannot_be_attacked_itself() -> None:
    here = first("AT", {"A": HERO, "T": {"conditions": ["invisible"], **FOE}})
    verdict = ask(here, "legal", who="A", action="attack", target="T")
    assert (verdict.value, "pf1.conceal.total" in rules_of(verdict)) == (False, True)


@pytest.mark.rule("pf1.charge.basics")
def test_a_rider_is_as_fast_as_its_mount() -> None:
    rows = "MM" + "." * 13 + "T\nMM" + "." * 14
    tables = {"M": {"size": "large", "stature": "long", "speed": 50, **HERO}, "T": FOE}
    for speed, allowed in ((50, True), (30, False)):
        rider = {"R": {"mount": "M", "at": "A1", "speed": 120, **HERO}}
        here = first(rows, {**tables, "M": {**tables["M"], "speed": speed}, **rider})
        assert (refused_by(here, who="R", action="charge", target="T") == "") is allowed
