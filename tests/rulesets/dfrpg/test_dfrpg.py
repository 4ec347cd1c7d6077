"""Dungeon Fantasy on squares of one yard."""

from __future__ import annotations

import pytest
from rulesets.dfrpg.yards import ask, value, yards

from tactics.core.lattice import Square, square_name
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.geometry.metric import alternating_sq
from tactics.geometry.reach import ring

WIDE = "\n".join(["." * 15] * 7 + ["." * 7 + "A" + "." * 7] + ["." * 15] * 7)


@pytest.mark.rule("dfrpg.grid.cell", "dfrpg.grid.distance")
@pytest.mark.parametrize(
    ("to", "count"),
    [("B2", 1), ("C2", 2), ("C3", 3), ("D4", 4), ("E4", 5), ("F3", 6), ("G6", 8), ("B3", 2), ("H4", 8), ("H1", 7)],
)
def test_distance_alternates(to: str, count: int) -> None:
    board = "\n".join(["........"] * 8)
    assert value(board, "distance", from_="A1", to=to) == value(board, "distance", from_=to, to="A1") == count


@pytest.mark.rule("dfrpg.grid.distance")
def test_how_many_squares_lie_at_each_distance() -> None:
    origin = Space(9, 9, 1, 1)
    assert [len(ring(origin, n, n, alternating_sq)) for n in (1, 2, 3)] == [8, 12, 16]
    flat = yards("....\n....\n....", rules={"dfrpg": {"metric": "chebyshev"}})
    verdict = ask(flat, "distance", from_="A1", to="C3")
    assert (verdict.value, verdict.switches) == (2, {"dfrpg.metric": "chebyshev"})


@pytest.mark.rule("dfrpg.grid.cell")
def test_a_square_is_a_yard_and_holds_one_upright_fighter() -> None:
    board = yards("\n".join(["." * 20] * 14 + ["A" + "." * 19]))
    assert (board.board.width, board.board.height) == (20, 15)
    assert value(board, "distance", from_="A", to="A1") == 14
    with pytest.raises(ProblemError, match="shares A1"):
        yards("A.", creatures={"A": {}, "B": {"side": "heroes", "at": "A1"}})


@pytest.mark.rule("dfrpg.grid.distance")
def test_the_nearest_square_of_a_big_figure_counts_and_height_is_a_reading() -> None:
    big = yards("A...BB\n....BB", creatures={"B": {"size": "large"}})
    assert value(big, "distance", from_="A", to="B") == 4
    high = ask(yards("A..B", creatures={"B": {"z": 2}}), "distance", from_="A", to="B")
    assert (high.value, len(high.discretion)) == (4, 1)
    with pytest.raises(ProblemError, match="creature or a square"):
        ask("A..", "distance", from_="A", to=[1, 1])


@pytest.mark.rule("dfrpg.movement.points", "dfrpg.grid.start_facing", "dfrpg.grid.diagonal_cost")
@pytest.mark.parametrize(("points", "count"), [(1, 9), (2, 21), (3, 37), (4, 61), (5, 89), (6, 121)])
def test_open_floor_is_reached_as_far_as_it_is_distant(points: int, count: int) -> None:
    assert value(WIDE, "reachable", who="A", budget=points) == count


@pytest.mark.rule("dfrpg.grid.start_facing", "dfrpg.grid.diagonal_cost")
def test_diagonals_of_a_path_alternate() -> None:
    board, path = "A...\n....\n....\n....", ["A1", "B2", "C3", "D4"]
    assert ask(board, "move_cost", who="A", path=path).step_costs == (1, 2, 1)
    later = ask(board, "move_cost", who="A", path=path, diagonals=1)
    assert (later.value, later.step_costs) == (5, (2, 1, 2))
    assert value(board, "path_cost", who="A", to="D4") == 4


@pytest.mark.rule("dfrpg.grid.diagonal_cost")
def test_no_corner_is_cut() -> None:
    assert value("A#\n..", "move_cost", who="A", path=["A1", "B2"]) == "illegal"
    assert value("AE\n..", "move_cost", who="A", path=["A1", "B2"]) == 1
    cutting = yards("A#\n..", rules={"dfrpg": {"corner_cutting": True}})
    assert value(cutting, "move_cost", who="A", path=["A1", "B2"]) == 1


@pytest.mark.rule("dfrpg.movement.facing_change", "dfrpg.movement.sideways_backward", "dfrpg.grid.turn_cost")
def test_turning_back_on_a_path_costs() -> None:
    verdict = ask("A....", "move_cost", who="A", path=["A1", "B1", "C1", "B1"])
    assert verdict.value == 1 + 1 + 2
    right_angle = ask("A..\n...\n...", "move_cost", who="A", path=["A1", "B1", "C1", "C2", "C3"])
    assert right_angle.step_costs == (1, 1, 1 + 1, 1)
    assert "dfrpg.grid.turn_cost" in {one.rule for one in right_angle.steps}
    assert "dfrpg.movement.sideways_backward" in {one.rule for one in verdict.steps}


@pytest.mark.rule("dfrpg.movement.terrain")
def test_bad_footing() -> None:
    assert ask("A,;.", "move_cost", who="A", path=["A1", "B1", "C1", "D1"]).step_costs == (2, 3, 1)


@pytest.mark.rule("dfrpg.movement.minimum")
def test_one_square_is_always_possible() -> None:
    here = yards("A;;", creatures={"A": {"speed": 1}})
    verdict = ask(here, "reachable", who="A")
    assert set(map(square_name, verdict.squares["reachable"])) == {"A1", "B1"}
    assert verdict.costs[Square(1, 0)] == 3
    assert value("A#", "reachable", who="A", budget=1) == 1


@pytest.mark.rule("dfrpg.movement.occupied")
def test_friends_are_crossed_and_enemies_stop_a_move() -> None:
    friend = yards("AB..", creatures={"B": {"side": "heroes"}})
    assert ask(friend, "move_cost", who="A", path=["A1", "B1", "C1"]).step_costs == (2, 1)
    assert value(friend, "move_cost", who="A", path=["A1", "B1"]) == "illegal"
    assert value(friend, "path_cost", who="A", to="B1") == "unreachable"
    assert value("AE..", "move_cost", who="A", path=["A1", "B1"]) == 1
    assert value("AE..", "move_cost", who="A", path=["A1", "B1", "C1"]) == "illegal"
    assert value("AE..", "path_cost", who="A", to="C1") == "unreachable"


def test_who_cannot_move() -> None:
    held = yards("A..", creatures={"A": {"conditions": ["unconscious"]}})
    assert value(held, "reachable", who="A", budget=5) == 1
    assert value(held, "move_cost", who="A", path=["A1", "B1"]) == "illegal"
    assert value(held, "path_cost", who="A", to="B1") == "unreachable"
    assert value("A..", "move_cost", who="A", path=["A1", "C1"]) == "illegal"
    with pytest.raises(ProblemError, match="only walking"):
        ask("A..", "reachable", who="A", mode="fly")


@pytest.mark.rule("dfrpg.grid.reach")
@pytest.mark.parametrize(("reach", "count"), [(1, 8), (2, 20), (3, 36)])
def test_how_far_a_reach_goes(reach: int, count: int) -> None:
    here = yards(WIDE, creatures={"A": {"reach": reach}})
    assert value(here, "threatened", who="A") == count


@pytest.mark.rule("dfrpg.grid.reach")
def test_reach_by_distance() -> None:
    one = yards("A...\n.B..\n....\n..C.", creatures={"A": {"reach": 1}})
    assert value(one, "threatens", from_="A", to="B") is True
    assert value(one, "threatens", from_="A", to="C") is False
    two = yards("A....\n....B\n..D..\n.C...", creatures={"A": {"reach": 2}})
    assert [value(two, "threatens", from_="A", to=to) for to in ("B2", "B3", "C3", "C1", "B")] == [
        True,
        True,
        False,
        True,
        False,
    ]


@pytest.mark.rule("dfrpg.grid.reach")
def test_a_weapon_strikes_at_its_own_reach() -> None:
    pike = yards("AB.", creatures={"A": {"weapons": [{"name": "pike", "reach": 2}]}})
    assert value(pike, "threatens", from_="A", to="B", weapon="pike") is False
    assert value(pike, "threatens", from_="A", to="C1", weapon="pike") is True
    assert value(pike, "threatens", from_="A", to="B") is True
    with pytest.raises(ProblemError, match="no melee weapon"):
        ask(pike, "threatens", from_="A", to="B", weapon="bow")
    close = yards("AB", creatures={"A": {"reach": 0}})
    assert value(close, "threatens", from_="A", to="B") is False


@pytest.mark.rule("dfrpg.grid.adjacency")
def test_blows_round_a_corner() -> None:
    assert value("A.\n.B", "threatens", from_="A", to="B") is True
    assert value("A#\n.B", "threatens", from_="A", to="B") is True
    assert value("#A\nB#", "threatens", from_="A", to="B") is False
    wall = yards("AB", walls=[{"line": [[1, 0], [1, 1]]}])
    verdict = ask(wall, "threatens", from_="A", to="B")
    assert (verdict.value, "dfrpg.grid.adjacency" in {one.rule for one in verdict.steps}) == (False, True)


@pytest.mark.rule("dfrpg.grid.sight_line")
@pytest.mark.parametrize("question", ["line_of_sight", "line_of_effect"])
def test_lines(question: str) -> None:
    assert value("A.#.B", question, from_="A", to="B") is False
    assert value("A#.\n...\n..B", question, from_="A", to="B") is True
    assert value("A#.\n#..\n..B", question, from_="A", to="B") is False
    assert value("A..\n.#.\nB..", question, from_="A", to="B") is True
    blocked = ask("A.#.B", question, from_="A", to="B")
    assert [line.blocked for line in blocked.lines] == [True]
    assert blocked.switches == {"dfrpg.loe_touch": "strict"}
    lenient = yards("A.#.B\n.....", rules={"dfrpg": {"loe_touch": "lenient"}})
    assert value(lenient, question, from_="A", to="B") is True


def test_barriers_stop_sight_or_effect() -> None:
    curtain = yards("A..B", walls=[{"line": [[2, 0], [2, 1]], "kind": "curtain"}])
    assert value(curtain, "line_of_sight", from_="A", to="B") is False
    assert value(curtain, "line_of_effect", from_="A", to="B") is True


@pytest.mark.rule("dfrpg.maneuver.wait.only_reaction_attack")
def test_nobody_reacts() -> None:
    verdict = ask("EA..\n.F..", "provokes", who="A", path=["B1", "C1", "D1"])
    assert verdict.value == ()
    assert [one.rule for one in verdict.steps] == ["dfrpg.maneuver.wait.only_reaction_attack"]


def test_asks_of_other_games_are_refused() -> None:
    with pytest.raises(ProblemError, match="cover"):
        ask("A..B", "cover", from_="A", to="B")
    with pytest.raises(ProblemError, match="only a creature"):
        ask("A..B", "threatens", from_="B1", to="A")
