"""Counting squares."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fourth import ask, case_of, fourth, rules_of, squares, value

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.core.space import Space, square_space
from tactics.rulesets.dnd4e.adjacency import touching
from tactics.rulesets.dnd4e.distance import nearest
from tactics.rulesets.dnd4e.tables import FEET_PER_SQUARE

OPEN = "\n".join(["." * 12] * 12)


@pytest.mark.rule("dnd4e.grid.square")
def test_a_square_is_five_feet() -> None:
    assert 10 * FEET_PER_SQUARE == 50
    assert value(OPEN, "area", shape="area_burst", size=2, origin="F6") == 5 * 5


@pytest.mark.rule("dnd4e.grid.adjacent")
def test_neighbours_touch_by_a_side_or_a_corner() -> None:
    middle = square_space(Square(3, 3))
    near = {one for one in Space(0, 0, 8, 8).squares() if one != (3, 3) and touching(middle, square_space(one))}
    assert near == {(2, 2), (3, 2), (4, 2), (2, 3), (4, 3), (2, 4), (3, 4), (4, 4)}
    assert not touching(square_space(Square(0, 0)), square_space(Square(2, 1)))


@pytest.mark.rule("dnd4e.grid.adjacent")
@pytest.mark.parametrize(
    ("rows", "metric", "strikes"),
    [
        ("A#\n.T", "adjacent", True),
        ("A#\n.T", "counted", False),
        ("#A\nT#", "adjacent", False),
        ("#A\nT#", "counted", False),
        ("A.\n.T", "counted", True),
    ],
)
def test_neighbours_round_a_corner_strike_each_other(rows: str, metric: str, strikes: bool) -> None:
    here = fourth(rows, rules={"dnd4e": {"reach_metric": metric}})
    verdict = ask(here, "threatens", from_="A", to="T")
    assert verdict.value is strikes
    assert verdict.switches["dnd4e.reach_metric"] == metric


@pytest.mark.rule("dnd4e.grid.adjacent_creatures")
def test_creatures_are_adjacent_by_any_square() -> None:
    big = {"A": {"size": "large"}}
    assert value(fourth("AA..\nAA..\n..T.", creatures=big), "threatens", from_="A", to="T") is True
    assert value(fourth("AA.T\nAA..", creatures=big), "threatens", from_="A", to="T") is False


@pytest.mark.rule("dnd4e.distance.count", "dnd4e.distance.diagonal")
@pytest.mark.parametrize(("to", "count"), [("E1", 4), ("D4", 3), ("F3", 5), ("A1", 0), ("K11", 10), ("E5", 4)])
def test_open_floor_counts_the_larger_difference(to: str, count: int) -> None:
    assert value(OPEN, "distance", from_="A1", to=to) == count


@pytest.mark.rule("dnd4e.distance.corner", "dnd4e.distance.around_obstacles", "dnd4e.distance.shortest_path")
@pytest.mark.parametrize(
    ("rows", "count", "round_corner"),
    [
        ("A#\n.T", 2, 1),
        ("#A\nT#", "unreachable", "unreachable"),
        ("AE\n.T", 1, 1),
        (".T..\n..#.\n..A.", 3, 2),
        ("A#T\n...", 4, 3),
        ("A#T\n.#.\n...", 6, 6),
        ("A.E.T", 4, 4),
        ("A#T", "unreachable", "unreachable"),
        ("A.#..\n..#..\n..#.T\n.....", 6, 6),
        ("A.#.T\n.....", 4, 4),
    ],
)
def test_solid_squares_are_counted_round(rows: str, count: object, round_corner: object) -> None:
    assert value(rows, "distance", from_="A", to="T") == count
    free = fourth(rows, rules={"dnd4e": {"count_round_corner": True}})
    verdict = ask(free, "distance", from_="A", to="T")
    assert verdict.value == round_corner
    assert verdict.switches == {"dnd4e.count_round_corner": True}


def test_a_count_does_not_pass_thin_walls() -> None:
    walls = [{"line": [[1, 0], [1, 1]]}]
    assert value(fourth("AT\n..", walls=walls), "distance", from_="A", to="T") == 3
    door = [{"line": [[1, 0], [1, 1]], "kind": "door", "state": "open"}]
    assert value(fourth("AT\n..", walls=door), "distance", from_="A", to="T") == 1


@pytest.mark.rule("dnd4e.distance.to_creature")
def test_nearest_squares_of_two_spaces() -> None:
    assert value(fourth("A..TT\n...TT", creatures={"T": {"size": "large"}}), "distance", from_="A", to="T") == 3
    assert value(fourth("AA....T\nAA.....", creatures={"A": {"size": "large"}}), "distance", from_="A", to="T") == 5
    rows = "A..HHH..\n...HHH..\n...HHH..\n.#......\n.#....LL\n......LL"
    here = fourth(rows, creatures={"H": {"size": "huge"}, "L": {"size": "large"}})
    counts = [value(here, "distance", from_=a, to=b) for a, b in (("A", "H"), ("A", "L"), ("H", "L"), ("A6", "H"))]
    assert counts == [3, 6, 2, 5]


@pytest.mark.rule("dnd4e.distance.nearest")
def test_the_nearest_is_counted() -> None:
    assert nearest({"a": 3, "b": 2, "c": 2}) == ("b", "c")
    assert nearest({"a": None}) == ()
    rows = "A#B\n.#.\n...\n...\nC.."
    here = fourth(rows)
    away = {who: value(here, "distance", from_="A", to=who) for who in ("B", "C")}
    assert away == {"B": 6, "C": 4}
    assert nearest(away) == ("C",)


@pytest.mark.rule("dnd4e.distance.height")
@pytest.mark.parametrize(
    ("square", "z", "count"), [("E1", 5, 4), ("C3", 10, 2), ("F4", 30, 6), ("F5", 20, 5), ("B1", 9, 1)]
)
def test_height_is_one_of_three_differences(square: str, z: int, count: int) -> None:
    here = fourth("A.....\n......\n......\n......\n......", creatures={"T": {"at": square, "z": z}})
    verdict = ask(here, "distance", from_="A", to="T")
    assert verdict.value == count
    assert "dnd4e.distance.height" in rules_of(verdict)


def test_counting_needs_squares() -> None:
    with pytest.raises(ProblemError, match="counts squares"):
        ask("A..", "distance", from_="A", to=[2, 1])


def test_the_verdict_shows_both_spaces() -> None:
    verdict = ask("A..T", "distance", from_="A", to="T")
    assert set(verdict.squares["origin"]) == squares("A1")
    assert set(verdict.squares["target"]) == squares("D1")
    assert case_of(fourth("A")).explain
