"""Costs of movement, whose squares may be crossed, where a move may end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, named, picture, refused_by, rules_of, value

from tactics.core.lattice import Square
from tactics.rulesets.pf1.occupancy import may_overrun
from tactics.rulesets.pf1.prices import step_squares
from tactics.rulesets.pf1.relocation import settled
from tactics.world.board import Terrain
from tactics.world.edit import moved, with_terrain
from tactics.world.world import World


def _price(position: World | str, *path: str, **more: Any) -> Any:
    """What a path of A costs."""
    return value(position, "move_cost", who="A", path=list(path), **more)


def _steps(position: World | str, *path: str, **more: Any) -> tuple[int, ...]:
    return ask(position, "move_cost", who="A", path=list(path), **more).step_costs


OPEN = "\n".join(["A........"] + ["........."] * 8)


@pytest.mark.rule("pf1.grid.diagonal")
def test_a_straight_step_does_not_break_the_alternation() -> None:
    assert _steps("......\nA.....\n......", "A2", "B2", "C1", "C2", "D1")[1:4:2] == (5, 10)
    assert _steps("....\nA...\n....", "A2", "B2", "C1") == (5, 5)
    assert _steps(".....\n.....\nA....", "A3", "B3", "C2", "D1", "E1") == (5, 5, 10, 5)
    assert _steps(".....\n.....\nA....", "A3", "B2", "C2", "D1") == (5, 5, 10)


@pytest.mark.rule("pf1.grid.diagonal")
def test_the_second_move_of_a_turn_goes_on_counting() -> None:
    assert _steps(OPEN, "A1", "B2", "C3", "D4") == (5, 10, 5)
    assert _steps(OPEN, "A1", "B2", "C3", "D4", diagonals=3) == (10, 5, 10)
    assert value(OPEN, "path_cost", who="A", to="D4", budget=20, diagonals=3) == "unreachable"
    assert value(OPEN, "path_cost", who="A", to="C3", budget=20, diagonals=3) == 15


@pytest.mark.rule("pf1.grid.diagonal")
@pytest.mark.parametrize(
    ("budget", "diagonals", "count"),
    [(5, 1, 5), (10, 1, 13), (5, 0, 9), (10, 0, 21), (15, 0, 37), (20, 0, 61), (25, 0, 89), (30, 0, 121)],
)
def test_squares_in_reach_on_open_ground(budget: int, diagonals: int, count: int) -> None:
    rows = "\n".join(["." * 15] * 7 + ["." * 7 + "A" + "." * 7] + ["." * 15] * 7)
    assert value(rows, "reachable", who="A", budget=budget, diagonals=diagonals) == count


@pytest.mark.rule("pf1.grid.corner_cut")
def test_no_diagonal_past_a_wall() -> None:
    verdict = ask(".B\nA#", "move_cost", who="A", path=["A2", "B1"])
    assert verdict.value == "illegal"
    around = ask("..\nA#", "path_cost", who="A", to="B1")
    assert around.value == 10
    assert "pf1.grid.corner_cut" in rules_of(ask("..\nA#", "move_cost", who="A", path=["A2", "B1"]))


@pytest.mark.rule("pf1.grid.corner_cut")
def test_creatures_and_pits_are_no_corners() -> None:
    assert _price("..\nAE", "A2", "B1") == 5
    pit = with_terrain(first("..\nA."), Square(1, 1), Terrain("pit", frozenset({"movement"})))
    assert _price(pit, "A2", "B1") == 5
    assert _price(pit, "A2", "B2") == "illegal"


@pytest.mark.rule("pf1.grid.corner_cut")
@pytest.mark.parametrize(
    ("wall", "price"),
    [
        ((1, 0), "illegal"),
        ((2, 0), "illegal"),
        ((2, 1), "illegal"),
        ((0, 0), "illegal"),
        ((2, 2), "illegal"),
        ((0, 3), 5),
        ((1, 3), 5),
        ((3, 0), 5),
        ((3, 2), 5),
    ],
)
def test_every_square_of_a_big_space_has_to_pass(wall: tuple[int, int], price: int | str) -> None:
    rows = [list("....") for _ in range(4)]
    rows[wall[1]][wall[0]] = "#"
    here = first("\n".join(map("".join, rows)), {"A": {"size": "large", "at": [0, 1]}})
    assert _price(here, "A2", "B1") == price


@pytest.mark.rule("pf1.grid.corner_cut")
def test_the_end_of_a_thin_wall_is_a_corner() -> None:
    here = first("A..\n...\n...", walls=[{"line": [[1, 0], [1, 1]]}])
    assert _price(here, "A1", "B2") == "illegal"
    assert _price(here, "A1", "A2", "B3") == 10


@pytest.mark.rule("pf1.grid.corner_cut")
def test_corner_cutting_passes_one_wall_and_never_two() -> None:
    switch = {"corner_cutting": True}
    one = ask(first("A#\n..", switches=switch), "move_cost", who="A", path=["A1", "B2"])
    assert one.value == 5
    assert one.switches == {"pf1.corner_cutting": True}
    assert _price(first("A#\n#.", switches=switch), "A1", "B2") == "illegal"


@pytest.mark.rule("pf1.move.worked_path")
def test_straight_diagonal_diagonal_rough_and_rough_diagonal() -> None:
    rows = "......\n.....,\n....,.\n......\nA....."
    assert _steps(rows, "A5", "B5", "C4", "D3", "E3", "F2") == (5, 5, 10, 10, 15)
    assert _price(rows, "A5", "B5", "C4", "D3", "E3") == 30


@pytest.mark.rule("pf1.move.worked_path")
def test_an_ogre_goes_round_a_corner_for_twenty_feet() -> None:
    here = first("AA#..\nAA#..\n.....\n.....\n.....", {"A": {"size": "large"}})
    assert value(here, "path_cost", who="A", to="C3") == 20


@pytest.mark.rule("pf1.move.through_empty")
def test_a_free_square_costs_five_feet() -> None:
    verdict = ask("A.", "move_cost", who="A", path=["A1", "B1"])
    assert verdict.value == 5
    assert "pf1.move.through_empty" in rules_of(verdict)


@pytest.mark.rule("pf1.move.through_friend")
def test_friends_let_pass() -> None:
    here = first("AF.", {"A": {}, "F": HERO})
    assert value(here, "path_cost", who="A", to="C1") == 10
    assert _price(here, "A1", "B1") == "illegal"
    charge = first("AF...T", {"A": {}, "F": HERO})
    assert refused_by(charge, who="A", action="charge", target="T") == "pf1.charge.path"


@pytest.mark.rule("pf1.move.through_friend")
def test_a_friend_gives_no_cover_while_one_stands_in_his_square() -> None:
    here = moved(first("T.FA.", {"A": {}, "F": HERO, "T": FOE}), "A", Square(2, 0))
    assert value(here, "cover", from_="T", to="A", attack="ranged") == "none"


@pytest.mark.rule("pf1.move.through_enemy")
@pytest.mark.parametrize(
    ("foe", "cost"),
    [
        ({}, "unreachable"),
        ({"conditions": ["helpless"]}, 10),
        ({"conditions": ["unconscious"]}, 10),
        ({"conditions": ["helpless"], "traits": ["helpless_obstacle"]}, 15),
        ({"conditions": ["paralyzed"]}, 15),
        ({"conditions": ["prone"]}, "unreachable"),
        ({"traits": ["helpless_obstacle"]}, "unreachable"),
    ],
)
def test_opponents_bar_the_way_unless_helpless(foe: dict[str, Any], cost: int | str) -> None:
    assert value(first("AE.", {"A": {}, "E": foe}), "path_cost", who="A", to="C1") == cost


@pytest.mark.rule("pf1.move.through_enemy")
def test_each_square_of_a_big_body_may_cost_double() -> None:
    body = {"size": "huge", "conditions": ["helpless"], "traits": ["helpless_obstacle"]}
    assert _steps(first(".EEE.\nAEEE.\n.EEE.", {"A": {}, "E": body}), "A2", "B2", "C2", "D2", "E2") == (10, 10, 10, 5)


@pytest.mark.rule("pf1.move.end_in_occupied")
def test_no_move_ends_in_somebodys_square() -> None:
    here = first("AFHE.", {"A": {}, "F": HERO, "H": {"conditions": ["helpless"]}, "E": {}})
    assert set(ask(here, "reachable", who="A").squares["reachable"]) == named("A1", "C1")
    verdict = ask(here, "move_cost", who="A", path=["A1", "B1"])
    assert (verdict.value, rules_of(verdict)) == ("illegal", {"pf1.move.end_in_occupied"})


@pytest.mark.rule("pf1.move.overrun_access")
def test_opponents_not_too_big_may_be_overrun() -> None:
    here = first("###OO\nAE.OO\n#####", {"A": {}, "E": {}, "O": {"size": "large"}})
    reach = ask(first("###\nAE.\n###", {"A": {}, "E": {}}), "reachable", who="A", budget=30)
    assert set(reach.squares["overrun"]) == named("B2")
    assert "pf1.move.overrun_access" in rules_of(reach)
    assert may_overrun(here.creature("A"), here.creature("E"))
    assert may_overrun(here.creature("A"), here.creature("O"))
    huge = first("A.OOO\n..OOO\n..OOO", {"A": {}, "O": {"size": "huge"}})
    assert not may_overrun(huge.creature("A"), huge.creature("O"))


@pytest.mark.rule("pf1.move.very_small_enter")
def test_a_tiny_creature_may_enter_and_stay() -> None:
    here = first("T.M", {"T": {"size": "tiny", "side": "x"}, "M": {}})
    assert value(here, "path_cost", who="T", to="C1") == 10
    assert value(here, "provokes", who="T", path=["A1", "B1"]) == ()
    assert value(here, "provokes", who="T", path=["A1", "B1", "C1"]) == ("M",)
    assert value(here, "provokes", who="M", path=["C1", "B1"]) == ()


@pytest.mark.rule("pf1.move.very_small_enter")
def test_even_the_five_foot_step_into_the_square_provokes() -> None:
    here = first("TM", {"T": {"size": "tiny", "side": "x"}, "M": {}})
    verdict = ask(here, "provokes", who="T", path=["A1", "B1"], action="five_foot_step")
    assert verdict.value == ("M",)
    assert "pf1.move.very_small_enter" in rules_of(verdict)
    assert refused_by(here, who="T", action="five_foot_step", path=["A1", "B1"]) == ""


@pytest.mark.rule("pf1.move.three_sizes")
@pytest.mark.parametrize(
    ("mover", "other", "passes"),
    [
        ("small", "huge", True),
        ("small", "large", False),
        ("medium", "huge", False),
        ("gargantuan", "small", True),
        ("gargantuan", "large", False),
    ],
)
def test_three_sizes_make_way(mover: str, other: str, passes: bool) -> None:
    rows = "\n".join(["." * 16] * 4)
    here = first(rows, {"A": {"size": mover, "at": [0, 0]}, "E": {"size": other, "at": [6, 0], **FOE}})
    wall = [{"line": [[0, 1 if mover == "small" else 4], [16, 1 if mover == "small" else 4]]}]
    corridor = first(rows, {"A": {"size": mover, "at": [0, 0]}, "E": {"size": other, "at": [6, 0], **FOE}}, walls=wall)
    path = [Square(x, 0) for x in range(12)]
    verdict = ask(corridor if mover == "small" else here, "move_cost", who="A", path=list(map(str, path)))
    assert (verdict.value == 55) == passes
    if passes:
        moving = ask(here, "provokes", who="A", path=list(map(str, path)))
        assert moving.value == ("E",)


@pytest.mark.rule("pf1.move.three_sizes")
def test_passing_a_much_bigger_enemy_costs_no_more() -> None:
    rows = "########\n.EEE...#\nAEEE...#\n.EEE...#\n########"
    small = first(rows, {"A": {"size": "small"}, "E": {"size": "huge"}})
    assert value(small, "path_cost", who="A", to="E3") == 20
    assert value(small, "path_cost", who="A", to="C3") == "unreachable"
    medium = first(rows, {"A": {}, "E": {"size": "huge"}})
    assert value(medium, "path_cost", who="A", to="E3") == "unreachable"


@pytest.mark.rule("pf1.move.fills_square")
def test_nobody_passes_what_fills_its_squares() -> None:
    rows = "EEEE..\nEEEE..\nEEEEA.\nEEEE.."
    cube = first(rows, {"A": {"size": "small"}, "E": {"size": "gargantuan", "traits": ["fills_space"]}})
    verdict = ask(cube, "move_cost", who="A", path=["E3", "D3"])
    assert (verdict.value, rules_of(verdict)) == ("illegal", {"pf1.move.fills_square"})


@pytest.mark.rule("pf1.move.illegal_end")
def test_who_stops_among_friends_goes_to_the_nearer_legal_place() -> None:
    friends = {"F": HERO, "G": HERO}
    beside = first("AFG#\n##.#", {"A": {}, **friends})
    held = [Square(0, 0), Square(1, 0), Square(2, 0)]
    assert settled(beside, beside.creature("A"), held, Random(1)) == Square(2, 1)
    tie = first("AFG.\n####", {"A": {}, **friends})
    assert settled(tie, tie.creature("A"), held[:2], Random(1)) == Square(0, 0)
    assert settled(tie, tie.creature("A"), held, Random(1)) == Square(3, 0)
    legal = first("AFG.", {"A": {}, **friends})
    assert settled(legal, legal.creature("A"), [*held, Square(3, 0)], Random(1)) == Square(3, 0)


@pytest.mark.rule("pf1.move.double_cost")
def test_doubling_doubles_again() -> None:
    assert [step_squares(degree, diagonal=False) for degree in range(4)] == [1, 2, 4, 8]
    assert [step_squares(degree, diagonal=True) for degree in range(4)] == [None, 3, 6, 12]


@pytest.mark.rule("pf1.move.double_cost")
def test_hampered_diagonals_are_flat_and_do_not_count() -> None:
    rows = "A....\n.,...\n.....\n.....\n....."
    assert _steps(rows, "A1", "B2", "C3") == (15, 5)
    assert _steps(rows, "A1", "B2", "C3", "D4") == (15, 5, 10)
    rough = "A....\n.,...\n..,..\n...,.\n....,"
    assert _price(rough, "A1", "B2", "C3", "D4", "E5") == 60
    assert _price(rough.replace(",", ";"), "A1", "B2", "C3", "D4", "E5") == 120
    assert _price("A;", "A1", "B1") == 20


@pytest.mark.rule("pf1.move.hampered")
@pytest.mark.rule("pf1.move.double_cost")
def test_darkness_hampers_who_needs_light() -> None:
    dark = first("A..\n,..", light="dark")
    assert _price(dark, "A1", "B1") == 10
    assert _price(dark, "A1", "A2") == 20
    assert _price(dark, "A1", "B2") == 15
    assert refused_by(dark, who="A", action="five_foot_step", path=["A1", "B1"]) == "pf1.move.hampered"
    assert _price("A..", "A1", "B1") == 5


@pytest.mark.rule("pf1.move.hampered")
def test_eyes_for_the_dark_and_lamps_help() -> None:
    seeing = first("A..", {"A": {"senses": ["darkvision"]}}, light="dark")
    assert _price(seeing, "A1", "B1") == 5
    assert refused_by(seeing, who="A", action="five_foot_step", path=["A1", "B1"]) == ""
    lit = first("A....", light="dark", lights=[{"at": "A1", "bright": 5, "dim": 10}])
    assert _steps(lit, "A1", "B1", "C1", "D1") == (5, 5, 10)


@pytest.mark.rule("pf1.terrain.difficult")
def test_rough_ground_is_paid_on_entering() -> None:
    assert _steps("A,.", "A1", "B1", "C1") == (10, 5)
    assert _steps("A..\n.,.\n...", "A1", "B2") == (15,)
    assert _steps(first("A..\n...", {"A": {"under": ","}}), "A1", "B2") == (5,)
    assert _steps("A;.\n.;.", "A1", "B1") == (20,)
    assert _steps("A..\n.;.", "A1", "B2") == (30,)


@pytest.mark.rule("pf1.terrain.difficult")
def test_a_big_creature_pays_for_the_worst_it_stands_on() -> None:
    one_of_four = first("AA..\nAA,.", {"A": {"size": "large"}})
    assert _steps(one_of_four, "A1", "B1") == (10,)
    belt = first("AA...\nAA...\n.....\n,,,,,\n.....", {"A": {"size": "large"}})
    assert _steps(belt, "A1", "A2", "A3", "A4") == (5, 10, 10)


@pytest.mark.rule("pf1.terrain.flying_incorporeal")
@pytest.mark.rule("pf1.terrain.difficult")
def test_flyers_and_ghosts_mind_no_rough_ground() -> None:
    assert _price("A,.", "A1", "B1", mode="fly") == 5
    ghost = {"A": {"traits": ["incorporeal"]}}
    assert _price(first("A,.", ghost), "A1", "B1") == 5
    low = [{"line": [[1, 0], [1, 1]], "kind": "low_wall"}]
    assert _price(first("A..", ghost, walls=low), "A1", "B1") == 5
    assert _price(first("A..", walls=low), "A1", "B1", mode="fly") == 5


@pytest.mark.rule("pf1.terrain.flying_incorporeal")
def test_ghosts_pass_walls_no_thicker_than_themselves() -> None:
    ghost = {"A": {"traits": ["incorporeal"]}}
    assert value(first("A#.", ghost), "path_cost", who="A", to="C1") == 10
    assert value(first("A##.", ghost), "path_cost", who="A", to="D1") == "unreachable"
    assert value(first("A##.", ghost), "path_cost", who="A", to="B1") == 5
    big = {"A": {"size": "large", "traits": ["incorporeal"]}}
    assert value(first("AA##..\nAA##..", big), "path_cost", who="A", to="E1") == 20
    assert value(first("AA###..\nAA###..", big), "path_cost", who="A", to="F1") == "unreachable"
    force = first("A..", ghost, walls=[{"line": [[1, 0], [1, 1]], "kind": "force"}])
    assert _price(force, "A1", "B1") == "illegal"
    wall = first("A..", ghost, walls=[{"line": [[1, 0], [1, 1]]}])
    assert _price(wall, "A1", "B1") == 5


@pytest.mark.rule("pf1.terrain.obstacle_partial")
def test_low_walls_cost_two_squares_more() -> None:
    low = [{"line": [[1, 0], [1, 1]], "kind": "low_wall"}]
    assert _steps(first("A..", walls=low), "A1", "B1", "C1") == (15, 5)
    assert _steps(first("A,.", walls=low), "A1", "B1", "C1") == (20, 5)
    assert value(first("A..", walls=low), "path_cost", who="A", to="B1", budget=10) == "unreachable"
    assert _steps("An.", "A1", "B1", "C1") == (10, 5)


@pytest.mark.rule("pf1.terrain.obstacle_blocking")
@pytest.mark.parametrize(
    ("kind", "state", "price"),
    [
        ("wall", "", "illegal"),
        ("door", "closed", "illegal"),
        ("door", "locked", "illegal"),
        ("door", "open", 5),
        ("window", "", "illegal"),
        ("portcullis", "", "illegal"),
        ("arrow_slit", "", "illegal"),
        ("force", "", "illegal"),
        ("curtain", "", 5),
    ],
)
def test_what_stops_a_step(kind: str, state: str, price: int | str) -> None:
    wall = {"line": [[1, 0], [1, 1]], "kind": kind, **({"state": state} if state else {})}
    here = first("A.", walls=[wall])
    for mode in ("walk", "fly"):
        verdict = ask(here, "move_cost", who="A", path=["A1", "B1"], mode=mode)
        assert verdict.value == price
        if price == "illegal":
            assert rules_of(verdict) == {"pf1.terrain.obstacle_blocking"}


@pytest.mark.rule("pf1.terrain.obstacle_blocking")
def test_flyers_cross_what_is_lower_than_they_are() -> None:
    blocks = frozenset({"movement", "sight", "effect"})
    low = with_terrain(first("A..", {"A": {"z": 10}}), Square(1, 0), Terrain("block", blocks, "solid", top_ft=10))
    assert _price(low, "A1", "B1", mode="fly") == 5
    assert _price(low, "A1", "B1") == "illegal"
    high = with_terrain(first("A..", {"A": {"z": 10}}), Square(1, 0), Terrain("block", blocks, "solid", top_ft=15))
    assert _price(high, "A1", "B1", mode="fly") == "illegal"
    assert _price("A#.", "A1", "B1", mode="fly") == "illegal"


@pytest.mark.rule("pf1.squeeze.half_width")
def test_a_large_creature_squeezes_into_a_passage_of_one_square() -> None:
    here = first("####\nOO..\nOO##\n####", {"O": {"size": "large"}})
    verdict = ask(here, "move_cost", who="O", mode="squeeze", path=["A2", "B2", "C2"])
    assert verdict.step_costs == (10, 10)
    assert value(here, "path_cost", who="O", to="C2", mode="squeeze") == 20
    assert value(here, "path_cost", who="O", to="C2") == "unreachable"
    assert value(here, "reachable", who="O") == 1
    assert value(here, "reachable", who="O", mode="squeeze", budget=30) == 3


@pytest.mark.rule("pf1.squeeze.half_width")
@pytest.mark.parametrize(
    ("size", "gap", "cost"),
    [("large", 1, 40), ("huge", 1, None), ("huge", 2, 45), ("gargantuan", 1, None), ("gargantuan", 2, 50)],
)
def test_half_the_width_is_needed(size: str, gap: int, cost: int | None) -> None:
    row, walled = "." * 14, "." * 5 + "#" + "." * 8
    rows = [walled, *[row] * gap, *[walled] * (5 - gap)]
    here = first("\n".join(rows), {"A": {"size": size, "at": [0, 0]}})
    assert value(here, "path_cost", who="A", to="G2") == "unreachable"
    assert value(here, "path_cost", who="A", to="G2", mode="squeeze") == (cost or "unreachable")


@pytest.mark.rule("pf1.squeeze.half_width")
def test_squeezing_ways_look_the_same_in_every_direction() -> None:
    east = first("......\nOO####\nOO....\n..####", {"O": {"size": "large"}})
    west = first("......\n####OO\n....OO\n####..", {"O": {"size": "large"}})
    south = first(".OO.\n.OO.\n##.#\n##.#\n##.#\n##.#", {"O": {"size": "large"}})
    costs = [
        value(east, "path_cost", who="O", to="E3", mode="squeeze"),
        value(west, "path_cost", who="O", to="A3", mode="squeeze"),
        value(south, "path_cost", who="O", to="C5", mode="squeeze"),
    ]
    assert costs == [40, 40, 40]


@pytest.mark.rule("pf1.squeeze.past_creature")
def test_squeezing_past_an_ally_costs_double_and_does_not_stop_on_it() -> None:
    here = first("#######\nOO.F...\nOO.....\n#######", {"O": {"size": "large", "side": "heroes"}, "F": HERO})
    past = ask(here, "path_cost", who="O", to="E2", mode="squeeze")
    assert past.step_costs == (5, 10, 10, 5)
    assert value(here, "move_cost", who="O", mode="squeeze", path=["A2", "B2", "C2"]) == "illegal"


@pytest.mark.rule("pf1.squeeze.past_creature")
def test_squeezing_past_an_enemy_stays_out_of_its_square() -> None:
    here = first("#######\nOO.E...\nOO.....\n#######", {"O": {"size": "large", "side": "heroes"}, "E": FOE})
    past = ask(here, "path_cost", who="O", to="E2", mode="squeeze")
    assert (past.value, past.step_costs) == (30, (5, 10, 10, 5))
    assert value(here, "path_cost", who="O", to="E2") == "unreachable"


@pytest.mark.rule("pf1.move.big_creature")
def test_a_big_creature_moves_its_whole_space() -> None:
    hall = first("OO.#\nOO..", {"O": {"size": "large"}})
    assert value(hall, "move_cost", who="O", path=["A1", "B1"]) == 5
    assert value(hall, "move_cost", who="O", path=["A1", "B1", "C1"]) == "illegal"
    mud = first("OO,.\nOO..", {"O": {"size": "large"}})
    assert value(mud, "move_cost", who="O", path=["A1", "B1"]) == 10
    corner = first("OO#..\nOO...\n.....\n.....", {"O": {"size": "large"}})
    assert value(corner, "move_cost", who="O", path=["A1", "B2"]) == "illegal"
    assert value(corner, "path_cost", who="O", to="B2") == 10
    assert value(corner, "path_cost", who="O", to="C2") == 15
    empty = first("......\n.OO...\n.OO...\n......", {"O": {"size": "large"}})
    assert value(empty, "move_cost", who="O", path=["B2", "C2"]) == 5


@pytest.mark.rule("pf1.move.occupied_none_threat")
@pytest.mark.parametrize(
    ("other", "ends"),
    [(HERO, ["A2", "B2", "D2"]), (FOE, ["A2", "B2"]), ({**FOE, "conditions": ["helpless"]}, ["A2", "B2", "C2", "D2"])],
)
def test_where_a_move_may_end(other: dict[str, Any], ends: list[str]) -> None:
    verdict = ask(first("#####\nA.F.#\n#####", {"A": {}, "F": other}), "reachable", who="A", budget=20)
    assert set(verdict.squares["reachable"]) == named(*ends)
    assert verdict.value == len(ends) == len(verdict.costs)


@pytest.mark.rule("pf1.move.occupied_none_threat")
def test_what_is_shown_is_what_may_be_done() -> None:
    rows = "A..,..\n.#F.;.\n..E...\n.n..#."
    here = first(rows, {"A": {}, "F": HERO, "E": FOE})
    shown = ask(here, "reachable", who="A", budget=30)
    for y in range(4):
        for x in range(6):
            cost = value(here, "path_cost", who="A", to=str(Square(x, y)), budget=30)
            assert shown.costs.get(Square(x, y), "unreachable") == cost
    assert picture(shown, "reachable", 6, 4).splitlines()[0].startswith("xxx")
