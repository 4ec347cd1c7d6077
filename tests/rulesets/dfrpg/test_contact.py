"""Arcs, reach, sight and lines of fire between figures."""

from __future__ import annotations

import pytest
from rulesets.dfrpg.yards import NE, E, N, W, ask, facing, floor, moved, one, value, yards

from tactics.core.lattice import Point, Square
from tactics.core.space import Space
from tactics.geometry.inside import passes_inside
from tactics.rulesets.dfrpg.arcs import arc_of
from tactics.rulesets.dfrpg.board import cells_of, in_close_combat, posture_of, yards_between
from tactics.rulesets.dfrpg.reach import strikes_at
from tactics.rulesets.dfrpg.sight import figures_between, sees
from tactics.world.world import World

C, ONE, TWO = frozenset({0}), frozenset({1}), frozenset({2})


def duel(b: tuple[int, int], looks: int | None = None, **tables: dict[str, object]) -> World:
    """A in the middle of an open floor, B by its offset."""
    here = floor(15, 15, {"A": (7, 7), "B": (7 + b[0], 7 + b[1])}, **tables)
    return here if looks is None else facing(here, "A", looks)


def arc(here: World, who: str = "A", other: str = "B") -> str:
    """In which arc of one another is."""
    return arc_of(here, one(here, who), one(here, other))


def strikes(here: World, reaches: frozenset[int]) -> bool:
    """Whether A strikes B."""
    return strikes_at(here, one(here, "A"), one(here, "B"), reaches)


@pytest.mark.rule("dfrpg.grid.arcs", "dfrpg.grid.arcs_far")
def test_arcs_of_figures() -> None:
    assert [arc(duel(at, N)) for at in ((2, -1), (3, -1), (0, 5), (-1, 1))] == ["front", "right", "back", "left"]
    assert [arc(duel(at, NE)) for at in ((2, 1), (2, 0), (-2, 1))] == ["right", "front", "back"]
    assert arc(duel((0, 1))) == "front"
    here = duel((0, 3), N)
    assert arc_of(here, one(here, "A"), Square(7, 10)) == "back"


@pytest.mark.rule("dfrpg.grid.arcs_far", "dfrpg.grid.cell")
def test_arcs_of_big_figures_run_from_middle_to_middle() -> None:
    here = facing(yards("....\nAA..\nAA.B\n....", creatures={"A": {"size": "large"}}), "A", N)
    # From <1,2> to <3.5,2.5>: a bit behind the side.
    assert arc(here) == "right"
    assert arc(facing(here, "A", W)) == "back"
    assert arc(facing(here, "B", W), "B", "A") == "front"


@pytest.mark.rule("dfrpg.grid.prone_two_cells", "dfrpg.grid.arcs_far")
def test_a_lying_figure_looks_from_its_upper_square() -> None:
    here = facing(duel((1, -1)), "A", E, [(8, 7)])
    # Straight above the upper square, which looks east.
    assert arc(here) == "left"
    assert arc(facing(duel((-1, 0)), "A", E, [(8, 7)])) == "back"


@pytest.mark.rule("dfrpg.grid.prone_two_cells", "dfrpg.grid.distance")
def test_a_lying_figure_is_as_near_as_its_nearer_square() -> None:
    # Lower square (3, 3), upper one (4, 4), a spearman at (6, 4).
    here = facing(floor(9, 9, {"A": (6, 4), "B": (3, 3)}), "B", 3, [(4, 4)])
    assert cells_of(one(here, "B")) == (Square(3, 3), Square(4, 4))
    assert yards_between(here, one(here, "A"), one(here, "B")) == 2
    assert strikes(here, TWO)
    assert value(here, "distance", from_="A", to="B") == 2


@pytest.mark.rule("dfrpg.grid.reach", "dfrpg.maneuver.attack.melee_reach")
def test_reaches_by_yards() -> None:
    assert [strikes(duel((1, 0)), reaches) for reaches in (ONE, TWO, ONE | TWO, C)] == [True, False, True, False]
    assert [strikes(duel((2, 0)), reaches) for reaches in (ONE, TWO, ONE | TWO, C)] == [False, True, True, False]
    assert strikes(duel((2, 1)), TWO)
    assert not strikes(duel((2, 2)), TWO)


@pytest.mark.rule("dfrpg.grid.reach", "dfrpg.grid.arcs_far")
@pytest.mark.parametrize(
    ("looks", "cells"),
    [(N, {(-2, -1), (-1, -2), (0, -2), (1, -2), (2, -1)}), (NE, {(0, -2), (1, -2), (2, -1), (2, 0)})],
)
def test_front_squares_of_reach_two(looks: int, cells: set[tuple[int, int]]) -> None:
    around = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)]
    found = {at for at in around if strikes(duel(at, looks), TWO) and arc(duel(at, looks)) == "front"}
    assert found == cells


@pytest.mark.rule("dfrpg.grid.close_combat", "dfrpg.grid.reach")
def test_in_close_combat_only_reach_c_strikes() -> None:
    here = moved(duel((1, 0)), "B", (7, 7))
    assert in_close_combat(one(here, "A"), one(here, "B"))
    assert [strikes(here, reaches) for reaches in (C, ONE, C | ONE)] == [True, False, True]
    assert not in_close_combat(one(duel((1, 0)), "A"), one(duel((1, 0)), "B"))


@pytest.mark.rule("dfrpg.grid.adjacency", "dfrpg.grid.reach")
def test_blows_need_a_clear_line() -> None:
    assert strikes(yards("A#\n.B"), ONE)
    assert not strikes(yards("A#\n#B"), ONE)
    assert not strikes(yards("AB", walls=[{"line": [[1, 0], [1, 1]]}]), ONE)


@pytest.mark.rule("dfrpg.grid.sight_line", "dfrpg.grid.arcs_far", "dfrpg.maneuver.aim.perceived_target")
def test_nobody_sees_what_is_behind_it() -> None:
    behind = duel((0, 2), N)
    assert not sees(behind, one(behind, "A"), one(behind, "B"))
    assert sees(behind, one(behind, "B"), one(behind, "A"))
    beside = duel((2, 1), N)
    assert sees(beside, one(beside, "A"), one(beside, "B"))
    wall = yards("A.#.B")
    assert not sees(wall, one(wall, "A"), one(wall, "B"))
    assert value(duel((0, 2)), "line_of_sight", from_="A", to="B") is True
    verdict = ask(behind, "line_of_sight", from_="A", to="B")
    assert (verdict.value, [step.rule for step in verdict.steps]) == (False, ["dfrpg.grid.arcs_far"])
    assert value(behind, "line_of_sight", from_="A", to="H10") is False
    assert value(behind, "line_of_sight", from_="A", to="H1") is True
    assert value(behind, "line_of_effect", from_="A", to="B") is True


@pytest.mark.rule("dfrpg.grid.start_facing", "dfrpg.grid.reach")
def test_threat_leaves_the_arc_out() -> None:
    here = duel((0, 1), N)
    assert value(here, "threatens", from_="A", to="B") is True
    assert value(here, "threatened", who="A") == 8


@pytest.mark.rule("dfrpg.ranged.attack_roll")
def test_figures_in_the_line_of_fire() -> None:
    here = yards("A.C.B\n..D..", creatures={"C": {"side": "heroes"}})
    assert figures_between(here, one(here, "A"), one(here, "B")) == ("C",)
    diagonal = yards("A..\n.C.\n.DB")
    assert figures_between(diagonal, one(diagonal, "A"), one(diagonal, "B")) == ("C",)
    slanted = yards("A.C.\n.DB.")
    assert figures_between(slanted, one(slanted, "A"), one(slanted, "B")) == ("D",)
    lying = yards("A.C.B", creatures={"C": {"conditions": ["prone"]}})
    assert figures_between(lying, one(lying, "A"), one(lying, "B")) == ()


@pytest.mark.rule("dfrpg.posture.list")
def test_postures_are_conditions() -> None:
    for condition in ("prone", "sitting", "kneeling", "crawling", "crouching"):
        assert posture_of(one(yards("A", creatures={"A": {"conditions": [condition]}}), "A")) == condition
    assert posture_of(one(yards("A"), "A")) == "standing"


def test_lines_through_the_inside_of_blocks() -> None:
    block = Space(1, 1, 2, 1)
    assert passes_inside(Point(0, 1500), Point(4000, 1500), block)
    assert passes_inside(Point(1500, 1500), Point(1500, 1500), block)
    assert not passes_inside(Point(0, 1000), Point(4000, 1000), block)
    assert not passes_inside(Point(0, 0), Point(1000, 1000), block)
    assert not passes_inside(Point(0, 2000), Point(2000, 0), block)
    assert passes_inside(Point(0, 2010), Point(2010, 0), Space(1, 1, 1, 1))
    assert not passes_inside(Point(0, 1500), Point(900, 1500), block)
