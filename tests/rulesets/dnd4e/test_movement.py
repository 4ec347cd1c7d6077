"""Steps, paths and fields of movement."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import HEROES, ask, fourth, refused_by, rules_of, squares, value

from tactics.core.lattice import parse_square, square_name
from tactics.core.problems import ProblemError
from tactics.rulesets.dnd4e.movement import is_double_move, pooled_steps
from tactics.world.world import World

BOARD = "\n".join(["." * 13] * 6 + ["......A......"] + ["." * 13] * 6)


def cost(here: World | str, *path: str, who: str = "A", **more: Any) -> Any:
    """What a path costs."""
    return value(here, "move_cost", who=who, path=list(path), **more)


def way(here: World | str, to: str, who: str = "A", **more: Any) -> Any:
    """What the cheapest way costs."""
    return value(here, "path_cost", who=who, to=to, **more)


def ends(here: World | str, who: str = "A", **more: Any) -> set[str]:
    """Where a move may end."""
    return set(map(square_name, ask(here, "reachable", who=who, **more).squares["reachable"]))


@pytest.mark.rule("dnd4e.move.walk")
def test_every_square_costs_one() -> None:
    assert value(BOARD, "reachable", who="A", budget=6) == 169
    assert way(BOARD, "M13") == 6
    rough = ask("A....\n.....\n....,", "move_cost", who="A", path=["A1", "B1", "C2", "D3", "E3"])
    assert rough.step_costs == (1, 1, 1, 2)
    assert rules_of(rough) == {"dnd4e.move.walk", "dnd4e.move.difficult"}


@pytest.mark.rule("dnd4e.move.walk")
def test_without_a_budget_speed_counts() -> None:
    here = fourth(BOARD, creatures={"A": {"speed": 4}})
    assert value(here, "reachable", who="A") == 81
    slowed = fourth(BOARD, creatures={"A": {"conditions": ["slowed"]}})
    assert value(slowed, "reachable", who="A") == 25
    held = fourth(BOARD, creatures={"A": {"conditions": ["immobilized"]}})
    verdict = ask(held, "reachable", who="A", budget=6)
    assert (verdict.value, "dnd4e.condition.immobilized" in rules_of(verdict)) == (1, True)
    assert cost(held, "G7", "G8") == "illegal"
    assert way(held, "G8") == "unreachable"


@pytest.mark.rule("dnd4e.move.corner")
def test_no_corner_is_cut() -> None:
    walled = fourth("A#\n..")
    assert (way(walled, "B2"), cost(walled, "A1", "B2")) == (2, "illegal")
    cutting = fourth("A#\n..", rules={"dnd4e": {"corner_cutting": True}})
    assert (way(cutting, "B2"), cost(cutting, "A1", "B2")) == (1, 1)
    assert way("AE\n..", "B2") == 1
    thin = fourth("A.\n..", walls=[{"line": [[1, 0], [1, 1]]}])
    assert (way(thin, "B2"), way(thin, "B1")) == (2, 3)
    verdict = ask(walled, "move_cost", who="A", path=["A1", "B2"])
    assert rules_of(verdict) == {"dnd4e.move.corner"}
    assert verdict.switches == {"dnd4e.corner_cutting": False}


@pytest.mark.rule("dnd4e.move.difficult")
def test_difficult_ground_costs_one_more() -> None:
    row = fourth("A,,,,,", creatures={"A": {"speed": 5}})
    assert ends(row) == {"A1", "B1", "C1"}
    assert cost("A,.", "A1", "B1", "C1") == 3
    assert ask("A,.", "move_cost", who="A", path=["A1", "B1", "C1"]).step_costs == (2, 1)
    inside = fourth("A..", creatures={"A": {"under": ","}})
    assert cost(inside, "A1", "B1") == 1
    flyer = fourth("A,,,", creatures={"A": {"speeds": {"fly": 8}}})
    assert cost(flyer, "A1", "B1", "C1", "D1", mode="fly") == 3
    assert cost("A;", "A1", "B1") == 2


@pytest.mark.rule("dnd4e.move.edge_obstacle")
def test_a_low_wall_costs_one_more_once() -> None:
    low = [{"line": [[1, 0], [1, 1]], "kind": "low_wall"}]
    verdict = ask(fourth("A.\n..", walls=low), "move_cost", who="A", path=["A1", "B1"])
    assert (verdict.value, rules_of(verdict)) == (2, {"dnd4e.move.edge_obstacle"})
    assert refused_by(fourth("A.\n..", walls=low), who="A", action="shift", path=["A1", "B1"]) == "dnd4e.move.shift"
    assert cost(fourth("A,\n..", walls=low), "A1", "B1") == 2
    assert cost(fourth("A.\n..", walls=low), "A1", "A2", "B2") == 2


@pytest.mark.rule("dnd4e.move.terrain_large")
def test_a_big_creature_pays_for_the_worst_new_square() -> None:
    here = fourth("LL,.\nLL..", creatures={"L": {"size": "large"}})
    verdict = ask(here, "move_cost", who="L", path=["A1", "B1", "C1"])
    assert verdict.step_costs == (2, 1)
    assert "dnd4e.move.terrain_large" in rules_of(verdict)


@pytest.mark.rule("dnd4e.move.through_ally", "dnd4e.move.end_space")
def test_allies_are_passed_and_not_stood_upon() -> None:
    corridor = "#####\nAB..#\n#####"
    here = fourth(corridor, creatures={"B": HEROES})
    assert way(here, "C2") == 2
    assert cost(here, "A2", "B2") == "illegal"
    assert way(here, "B2") == "unreachable"
    assert ends(here, budget=2) == {"A2", "C2"}
    fallen = fourth(corridor, creatures={"B": {**HEROES, "conditions": ["prone"]}})
    assert cost(fallen, "A2", "B2") == 1


@pytest.mark.rule("dnd4e.move.through_enemy", "dnd4e.move.end_space")
def test_enemies_stop_a_move_unless_helpless_or_of_another_size() -> None:
    corridor = "#####\nAE..#\n#####"
    assert way(corridor, "C2") == "unreachable"
    fallen = fourth(corridor, creatures={"E": {"conditions": ["unconscious"]}})
    assert (way(fallen, "C2"), way(fallen, "B2")) == (2, 1)
    dazed = fourth(corridor, creatures={"E": {"conditions": ["dazed"]}})
    assert way(dazed, "B2") == "unreachable"
    helpless = fourth(corridor, creatures={"E": {"conditions": ["helpless"]}})
    assert way(helpless, "B2") == 1
    hall = "#######\n.HHH..#\nAHHH..#\n.HHH..#\n#######"
    huge = fourth(hall, creatures={"H": {"size": "huge"}})
    assert (way(huge, "E3"), way(huge, "C3")) == (4, "unreachable")
    large = fourth("#####\n.LL..\nALL..\n#####", creatures={"L": {"size": "large"}})
    assert way(large, "D3") == "unreachable"


@pytest.mark.rule("dnd4e.move.end_space", "dnd4e.space.size_table")
def test_tiny_creatures_slip_in() -> None:
    tiny = fourth("AE.", creatures={"A": {"size": "tiny"}})
    assert way(tiny, "B1") == 1
    crowd = {name: {**HEROES, "size": "tiny", "at": "B1"} for name in "BCD"}
    three = fourth("A..", creatures={"A": {"size": "tiny"}, **crowd})
    assert way(three, "B1") == 1
    four = fourth("A..", creatures={"A": {"size": "tiny"}, **crowd, "E": {**HEROES, "size": "tiny", "at": "B1"}})
    assert way(four, "B1") == "unreachable"


@pytest.mark.rule("dnd4e.space.footprint", "dnd4e.space.size_table")
@pytest.mark.parametrize(
    ("size", "count"), [("tiny", 1), ("small", 1), ("medium", 1), ("large", 4), ("huge", 9), ("gargantuan", 16)]
)
def test_a_space_is_a_block(size: str, count: int) -> None:
    here = fourth("\n".join(["......"] * 6), creatures={"A": {"size": size, "at": [2, 1]}})
    space = here.creature("A").space
    assert len(list(space.squares())) == count
    if size == "large":
        assert set(space.squares()) == {(2, 1), (3, 1), (2, 2), (3, 2)}


@pytest.mark.rule("dnd4e.space.footprint")
def test_a_space_does_not_overlap_a_wall() -> None:
    with pytest.raises(ProblemError):
        fourth("A.\n.#", creatures={"A": {"size": "large"}})
    assert cost(fourth("LL.\nLL#", creatures={"L": {"size": "large"}}), "A1", "B1", who="L") == "illegal"


@pytest.mark.rule("dnd4e.move.double", "dnd4e.move.difficult")
def test_a_double_move_pools_its_distances() -> None:
    costs = (2,) * 6
    assert pooled_steps(costs, (5, 5), double=True) == 5
    assert pooled_steps(costs, (5, 5), double=False) == 4
    assert pooled_steps((2,), (1, 1), double=True) == 1
    assert is_double_move("walk", "walk")
    assert not is_double_move("shift", "walk")
    row = fourth("A,,,,,", creatures={"A": {"speed": 5}})
    path = ["A1", "B1", "C1", "D1", "E1", "F1"]
    assert refused_by(row, who="A", action="double_move", path=path) == ""
    assert refused_by(row, who="A", action="walk", path=path) == "dnd4e.move.walk"
    assert refused_by(row, who="A", action="shift", size=2, path=["A1", "B1"]) == ""


@pytest.mark.rule("dnd4e.move.run", "dnd4e.round_down")
def test_running_adds_two() -> None:
    row = fourth("A" + "." * 9, creatures={"A": {"speed": 6}})
    names = [f"{letter}1" for letter in "ABCDEFGHIJ"]
    assert refused_by(row, who="A", action="run", path=names[:9]) == ""
    assert refused_by(row, who="A", action="run", path=names) == "dnd4e.move.run"
    slow = fourth("A" + "." * 9, creatures={"A": {"speed": 6, "conditions": ["slowed"]}})
    assert refused_by(slow, who="A", action="run", path=names[:5]) == ""
    assert refused_by(slow, who="A", action="run", path=names[:6]) == "dnd4e.move.run"


def test_every_reachable_square_is_a_legal_path_and_no_other() -> None:
    here = fourth("A,#..\n.E#,.\n..,..\n.#...", creatures={"E": {}})
    reached = ask(here, "reachable", who="A", budget=4)
    for y in range(4):
        for x in range(5):
            name = f"{'ABCDE'[x]}{y + 1}"
            found = ask(here, "path_cost", who="A", to=name, budget=4)
            inside = parse_square(name) in reached.squares["reachable"]
            assert inside is (found.value != "unreachable")
            if inside:
                assert reached.costs[parse_square(name)] == found.value == sum(found.step_costs)
                walked = ask(here, "move_cost", who="A", path=list(found.squares["path"]))
                assert walked.value == found.value


def test_why_a_path_is_illegal() -> None:
    def why(rows: str, *path: str) -> set[str]:
        return rules_of(ask(rows, "move_cost", who="A", path=list(path)))

    assert why("A#.", "A1", "B1") == {"dnd4e.grid.filled_square"}
    assert why("AE.", "A1", "B1") == {"dnd4e.move.through_enemy"}
    assert why("A..", "A1", "C1") == {"dnd4e.distance.count"}
    assert squares("A1") == {(0, 0)}


def test_burrowing_is_not_judged() -> None:
    with pytest.raises(ProblemError, match="burrow"):
        ask("A.", "reachable", who="A", mode="burrow")
    with pytest.raises(ProblemError, match="no speed for fly"):
        ask("A.", "reachable", who="A", mode="fly")
