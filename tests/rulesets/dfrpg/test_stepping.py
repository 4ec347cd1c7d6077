"""Steps, retreats, pushes and lying figures."""

from __future__ import annotations

import pytest
from rulesets.dfrpg.yards import SE, E, N, ask, facing, floor, moved, one, path, value, yards

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.rulesets.dfrpg.lying import crawl_cells, lying_cells, rising_cells
from tactics.rulesets.dfrpg.stepping import approach_yd, evading, knockback_path, retreat_cells, step_cells
from tactics.rulesets.dfrpg.walking import price_path, walk_field
from tactics.world.world import World

MIDDLE = (5, 5)


def squares(*cells: tuple[int, int]) -> set[Square]:
    """Squares by columns and rows."""
    return {Square(*cell) for cell in cells}


@pytest.mark.rule("dfrpg.movement.step", "dfrpg.grid.step")
def test_a_step_goes_any_way_at_no_cost() -> None:
    rubble = facing(yards(";;;\n;A;\n;;;"), "A", N)
    assert len(step_cells(rubble, "A", 1)) == 8
    assert Square(1, 2) in step_cells(rubble, "A", 1)
    assert step_cells(yards("A"), "A", 1) == ()


@pytest.mark.rule("dfrpg.grid.step", "dfrpg.grid.diagonal_cost")
def test_steps_past_corners_and_of_two_yards() -> None:
    assert Square(1, 1) in step_cells(yards("A.\n.."), "A", 1)
    assert Square(1, 1) not in step_cells(yards("A#\n.."), "A", 1)
    far = step_cells(floor(11, 11, {"A": MIDDLE}), "A", 2)
    assert Square(7, 6) in far
    assert Square(7, 7) not in far
    assert set(step_cells(yards("A.#."), "A", 2)) == squares((1, 0))


@pytest.mark.rule("dfrpg.grid.step", "dfrpg.movement.step")
def test_the_ask_for_a_step() -> None:
    here = floor(9, 9, {"A": (4, 4)}, creatures={"A": {"speed": 10}})
    assert value(here, "legal", who="A", action="step", path=["E5", "F6"]) is True
    verdict = ask(here, "legal", who="A", action="step", path=["E5", "G5"])
    assert (verdict.value, {"dfrpg.grid.step", "dfrpg.movement.step"} <= {step.rule for step in verdict.steps}) == (
        False,
        True,
    )
    quick = floor(9, 9, {"A": (4, 4)}, creatures={"A": {"speed": 11}})
    assert value(quick, "legal", who="A", action="step", path=["E5", "G5"]) is True
    with pytest.raises(ProblemError, match="not judged"):
        ask(here, "legal", who="A", action="charge")
    with pytest.raises(ProblemError, match="begins where"):
        ask(here, "legal", who="A", action="step", path=["A1", "A2"])


@pytest.mark.rule("dfrpg.movement.step", "dfrpg.movement.occupied", "dfrpg.grid.close_combat")
def test_steps_and_others() -> None:
    here = yards("AEB.\n####", creatures={"B": {"side": "heroes"}, "E": {"side": "foes"}})
    assert set(step_cells(here, "A", 1)) == squares((1, 0))
    assert set(step_cells(here, "A", 3)) == squares((1, 0))
    friend = yards("AB..\n####", creatures={"B": {"side": "heroes"}})
    assert set(step_cells(friend, "A", 2)) == squares((2, 0))
    inside = moved(here, "A", (1, 0))
    assert set(step_cells(inside, "A", 1)) == squares((0, 0))
    lying = yards("AE..\n####", creatures={"E": {"conditions": ["prone"]}})
    assert set(step_cells(lying, "A", 2)) == squares((1, 0), (2, 0))


@pytest.mark.rule("dfrpg.movement.step", "dfrpg.movement.posture_cost")
def test_who_sits_does_not_step() -> None:
    for condition, count in (("sitting", 0), ("kneeling", 8), ("unconscious", 0)):
        here = floor(3, 3, {"A": (1, 1)}, creatures={"A": {"conditions": [condition]}})
        assert len(step_cells(here, "A", 1)) == count


def duel(attacker: tuple[int, int], defender: tuple[int, int], **tables: dict[str, object]) -> World:
    """An attacker A and a defender B, by offsets from the middle of an open floor."""
    at = {letter: (MIDDLE[0] + x, MIDDLE[1] + y) for letter, (x, y) in (("A", attacker), ("B", defender))}
    return floor(11, 11, at, **tables)


def offsets(cells: tuple[Square, ...]) -> set[tuple[int, int]]:
    """Squares by their offsets from the middle."""
    return {(cell.x - MIDDLE[0], cell.y - MIDDLE[1]) for cell in cells}


@pytest.mark.rule("dfrpg.grid.retreat")
@pytest.mark.parametrize(
    ("defender", "cells"),
    [
        ((1, 0), {(2, -1), (2, 0), (2, 1)}),
        ((1, 1), {(2, 2), (2, 1), (1, 2), (2, 0), (0, 2)}),
        ((2, 0), {(3, -1), (3, 0), (3, 1)}),
        ((2, 1), {(3, 0), (3, 1), (3, 2), (2, 2)}),
    ],
)
def test_a_retreat_leads_away(defender: tuple[int, int], cells: set[tuple[int, int]]) -> None:
    assert offsets(retreat_cells(duel((0, 0), defender), "B", "A", 1)) == cells


@pytest.mark.rule("dfrpg.grid.retreat")
def test_retreats_that_are_not_free() -> None:
    assert retreat_cells(yards("AB#\n..#"), "B", "A", 1) == ()
    corner = yards("AB.\n..#\n...")
    assert set(retreat_cells(corner, "B", "A", 1)) == squares((2, 0))
    friend = yards("ABC\n###", creatures={"B": {"side": "foes"}, "C": {"side": "foes"}})
    assert retreat_cells(friend, "B", "A", 1) == ()
    body = yards("ABC\n###", creatures={"C": {"conditions": ["dead"]}})
    assert set(retreat_cells(body, "B", "A", 1)) == squares((2, 0))


@pytest.mark.rule("dfrpg.grid.retreat", "dfrpg.grid.prone_two_cells")
def test_a_lying_defender_rolls_with_both_halves() -> None:
    here = facing(duel((0, 0), (1, 0), creatures={"B": {"conditions": ["prone"]}}), "B", N, [(6, 4)])
    assert offsets(retreat_cells(here, "B", "A", 1)) == {(2, -1), (2, 0), (2, 1)}
    wall = yards("..#\nAB.\n...")
    assert set(retreat_cells(wall, "B", "A", 1)) == squares((2, 1), (2, 2))
    assert retreat_cells(facing(wall, "B", N, [(1, 0)]), "B", "A", 1) == ()
    assert set(step_cells(facing(yards(".B.\n..."), "B", E, [(2, 0)]), "B", 2)) == squares((0, 0), (0, 1), (1, 1))


@pytest.mark.rule("dfrpg.grid.stop_thrust_distance")
@pytest.mark.parametrize(
    ("start", "now", "yards_"),
    [((8, 0), (2, 0), 6), ((4, 4), (1, 1), 5), ((3, 0), (2, 0), 1), ((3, 0), (3, 1), 0), ((2, 0), (5, 0), 0)],
)
def test_yards_towards_one_who_waits(start: tuple[int, int], now: tuple[int, int], yards_: int) -> None:
    here = floor(11, 11, {"A": (0, 0), "B": (9, 9)})
    assert approach_yd(here, one(here, "A"), one(here, "B"), Square(*start), Square(*now)) == yards_


@pytest.mark.rule("dfrpg.grid.stop_thrust_distance", "dfrpg.grid.distance")
def test_of_a_wide_figure_that_comes_the_nearest_square_counts() -> None:
    here = yards("A.......\n........\n....BB..\n....BB..", creatures={"B": {"size": "large"}})
    waiter = one(here, "A")
    assert approach_yd(here, waiter, one(here, "B"), Square(4, 2), Square(1, 0)) == 4
    south = yards("......BB\n......BB\n........\n.......A", creatures={"B": {"size": "large"}})
    # Its lower right square stood two yards off and stands one yard off now.
    assert approach_yd(south, one(south, "A"), one(south, "B"), Square(6, 0), Square(6, 1)) == 1
    assert approach_yd(south, one(south, "A"), one(south, "B"), Square(5, 0), Square(6, 0)) == 0


@pytest.mark.rule("dfrpg.movement.occupied", "dfrpg.movement.evade")
def test_whom_one_has_to_evade() -> None:
    here = moved(yards("A.E.."), "A", (2, 0))
    assert evading(here, "A", Square(1, 0), Square(3, 0)) == ("E",)
    assert evading(here, "A", Square(1, 0), Square(1, 0)) == ()
    assert evading(yards("A.E"), "A", None, Square(1, 0)) == ()
    wide = yards("....\nAA..\nAA.E\n....", creatures={"A": {"size": "large"}})
    inside = moved(wide, "A", (2, 1))
    assert evading(inside, "A", Square(1, 1), Square(2, 2)) == (), "still in its square"
    assert evading(inside, "A", Square(1, 1), Square(2, 0)) == ("E",)


@pytest.mark.rule("dfrpg.grid.knockback_path")
@pytest.mark.parametrize(
    ("target", "pushed", "cells"),
    [
        ((1, 0), 2, [(2, 0), (3, 0)]),
        ((1, 1), 1, [(2, 2)]),
        ((1, 1), 2, [(2, 2)]),
        ((1, 1), 3, [(2, 2), (3, 3)]),
        ((0, -2), 1, [(0, -3)]),
        ((2, 1), 2, [(3, 2), (4, 2)]),
        ((1, 0), 0, []),
    ],
)
def test_a_push_goes_straight_away(target: tuple[int, int], pushed: int, cells: list[tuple[int, int]]) -> None:
    found = knockback_path(duel((0, 0), target), "A", "B", pushed)
    assert [(cell.x - MIDDLE[0], cell.y - MIDDLE[1]) for cell in found] == cells


@pytest.mark.rule("dfrpg.grid.knockback_path")
def test_what_stops_a_push() -> None:
    assert knockback_path(yards("AB#."), "A", "B", 2) == ()
    assert knockback_path(yards("AB.#"), "A", "B", 3) == (Square(2, 0),)
    assert knockback_path(yards("ABC."), "A", "B", 2) == ()


@pytest.mark.rule("dfrpg.grid.knockback_path", "dfrpg.grid.prone_two_cells")
@pytest.mark.parametrize(("rows", "pushed"), [("....\nAB..", 2), ("..#.\nAB..", 0), ("...#\nAB..", 1), ("AB..", 0)])
def test_who_lies_is_pushed_only_as_far_as_its_upper_half_has_room(rows: str, pushed: int) -> None:
    here = yards(rows, creatures={"B": {"conditions": ["prone"]}})
    lower = one(here, "B").space.anchor
    lying = facing(here, "B", N, [(lower.x, lower.y - 1)])
    assert len(knockback_path(lying, "A", "B", 3)) == pushed
    assert len(knockback_path(yards("ABC.", creatures={"C": {"conditions": ["prone"]}}), "A", "B", 2)) == 2
    assert knockback_path(yards("A..\n.B#\n..."), "A", "B", 1) == ()
    assert knockback_path(yards("AB"), "A", "B", 1) == ()


@pytest.mark.rule("dfrpg.grid.knockback_path", "dfrpg.grid.close_combat")
def test_a_push_out_of_the_own_square_goes_where_one_looks() -> None:
    here = facing(moved(floor(5, 5, {"A": (2, 2), "B": (0, 0)}), "B", (2, 2)), "A", E)
    assert knockback_path(here, "A", "B", 1) == (Square(3, 2),)


@pytest.mark.rule("dfrpg.posture.lying_two_cells", "dfrpg.grid.prone_two_cells")
def test_where_the_upper_half_lies() -> None:
    open_floor = floor(7, 7, {"A": (3, 3)})
    assert set(lying_cells(open_floor, "A")) == {Square(x, y) for x in (2, 3, 4) for y in (2, 3, 4) if (x, y) != (3, 3)}
    # One solid corner does not keep a body from lying past it, two do.
    assert Square(1, 1) in lying_cells(yards("A#\n.."), "A")
    assert Square(1, 1) not in lying_cells(yards("A#\n#."), "A")
    assert lying_cells(yards("AB"), "A") == ()
    assert lying_cells(yards("AB", creatures={"B": {"conditions": ["prone"]}}), "A") == (Square(1, 0),)
    wall = yards("A.", walls=[{"line": [[1, 0], [1, 1]]}])
    assert lying_cells(wall, "A") == ()
    assert lying_cells(yards("AA\nAA", creatures={"A": {"size": "large"}}), "A") == ()


@pytest.mark.rule("dfrpg.grid.prone_two_cells", "dfrpg.movement.posture_cost")
def test_a_lying_figure_crawls_head_first() -> None:
    here = facing(floor(9, 9, {"A": (3, 3)}, creatures={"A": {"conditions": ["prone"], "speed": 5}}), "A", SE, [(4, 4)])
    cells = crawl_cells(here, "A")
    assert Square(5, 4) in cells
    assert Square(3, 3) not in cells
    assert len(cells) == 7
    found = walk_field(here, "A", 10)
    assert (found[Square(5, 4)].points, found[Square(5, 4)].facing) == (10, E)
    strides = price_path(here, "A", path((3, 3), (5, 4)), 10)
    assert strides is not None
    assert [(stride.points, stride.state.square, stride.state.facing) for stride in strides] == [(10, (5, 4), E)]
    assert price_path(here, "A", path((3, 3), (4, 4)), 10) is None
    assert price_path(here, "A", path((3, 3), (5, 4), (6, 4)), 10) is None
    assert price_path(here, "A", path((3, 3), (5, 4)), 4, minimum=False, allowance_half=10) is None
    assert walk_field(here, "A", 5)[Square(5, 4)].points == 5
    assert value(here, "reachable", who="A") == 8
    assert value(here, "path_cost", who="A", to="F5") == 5
    assert value(here, "path_cost", who="A", to="A1") == "unreachable"


@pytest.mark.rule("dfrpg.posture.lying_two_cells", "dfrpg.movement.posture_cost")
def test_one_on_all_fours_that_fills_two_squares_pays_for_each_yard() -> None:
    here = facing(floor(9, 9, {"A": (3, 3)}, creatures={"A": {"conditions": ["crawling"]}}), "A", E, [(4, 3)])
    found = walk_field(here, "A", 12)
    assert (found[Square(5, 3)].points, found[Square(5, 2)].points, found[Square(4, 2)].points) == (6, 6, 8)
    assert Square(4, 2) not in walk_field(here, "A", 6, minimum=False)
    assert price_path(here, "A", path((3, 3), (5, 3)), 4, minimum=False) is None


@pytest.mark.rule("dfrpg.maneuver.change_posture.choose_cell")
def test_where_a_lying_figure_gets_up() -> None:
    here = facing(floor(9, 9, {"A": (4, 4), "E": (7, 7)}, creatures={"A": {"conditions": ["prone"]}}), "A", E, [(5, 4)])
    assert rising_cells(here, "A") == (Square(4, 4), Square(5, 4))
    assert rising_cells(moved(here, "E", (5, 4)), "A") == (Square(4, 4),)
    friend = floor(
        9, 9, {"A": (4, 4), "B": (5, 4)}, creatures={"A": {"conditions": ["prone"]}, "B": {"side": "heroes"}}
    )
    assert rising_cells(facing(friend, "A", E, [(5, 4)]), "A") == (Square(4, 4), Square(5, 4))
