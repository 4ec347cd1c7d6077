"""Areas of effect."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, named, picture, rules_of, value

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.core.space import Space, square_space
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.area import shapeable
from tactics.world.world import World


def _field(columns: int, rows: int) -> str:
    return "\n".join(["." * columns] * rows)


def _area(position: World | str, shape: str, size: int, **more: Any) -> Verdict:
    return ask(position, "area", shape=shape, size=size, **more)


@pytest.mark.rule("pf1.area.origin")
@pytest.mark.rule("pf1.area.sphere")
@pytest.mark.parametrize(("radius", "count"), [(5, 4), (10, 12), (15, 24), (20, 44), (25, 68), (30, 96), (40, 172)])
def test_bursts_count_to_the_far_corner(radius: int, count: int) -> None:
    assert _area(_field(20, 20), "burst", radius, origin="<10,10>").value == count


@pytest.mark.rule("pf1.area.origin")
def test_the_twenty_foot_burst() -> None:
    burst = _area(_field(8, 8), "burst", 20, origin="<4,4>")
    assert picture(burst, "area", 8, 8).split() == [
        "...xx...",
        ".xxxxxx.",
        ".xxxxxx.",
        "xxxxxxxx",
        "xxxxxxxx",
        ".xxxxxx.",
        ".xxxxxx.",
        "...xx...",
    ]


@pytest.mark.rule("pf1.area.origin")
def test_the_creator_needs_line_of_effect_to_the_origin() -> None:
    here = first("A..#....\n...#....\n...#....")
    assert _area(here, "burst", 10, origin="<6,1>", from_="A").value == 0
    assert _area(here, "burst", 10, origin="<2,1>", from_="A").value > 0
    for wrong in ("A1", "<2.5,1>"):
        with pytest.raises(ProblemError, match="intersection"):
            _area(here, "burst", 10, origin=wrong)


@pytest.mark.rule("pf1.area.creature_in")
def test_one_square_inside_is_enough_and_counts_once() -> None:
    here = first(_field(10, 10), {"H": {"size": "huge", "at": [6, 6], **FOE}, "A": {"at": [0, 0], **HERO}})
    burst = _area(here, "burst", 15, origin="<5,5>")
    assert burst.creatures == ("H",)
    assert len(set(burst.squares["area"]) & set(Space(6, 6, 3, 3).squares())) == 1


WALL = [Square(4, 2), Square(4, 3), Square(4, 4)]


def _walled(creatures: dict[str, Any] | None = None) -> World:
    rows = [["."] * 8 for _ in range(7)]
    for square in WALL:
        rows[square.y][square.x] = "#"
    return first("\n".join(map("".join, rows)), creatures)


@pytest.mark.rule("pf1.area.burst")
def test_a_burst_does_not_go_round_corners() -> None:
    here = _walled({"T": {"at": [5, 3], **FOE}})
    burst = _area(here, "burst", 20, origin="<3,3>")
    inside = set(burst.squares["area"])
    assert burst.value == 30
    assert not inside & {Square(5, 1), Square(5, 2), Square(5, 3), Square(6, 3)}
    assert {Square(5, 0), Square(4, 1), Square(3, 2), Square(4, 5)} <= inside
    assert burst.creatures == ()
    assert Square(5, 3) in burst.squares["shadow"]


@pytest.mark.rule("pf1.area.burst")
@pytest.mark.parametrize(("kind", "count"), [("wall", 30), ("portcullis", 44), ("force", 30), ("curtain", 44)])
def test_what_stops_a_burst(kind: str, count: int) -> None:
    here = first(_field(8, 8), walls=[{"line": [[5, 0], [5, 8]], "kind": kind}])
    assert _area(here, "burst", 20, origin="<4,4>").value == count


@pytest.mark.rule("pf1.area.emanation")
@pytest.mark.parametrize(
    ("size", "counts"),
    [
        ("medium", {5: 8, 10: 20, 15: 36, 20: 60, 30: 120}),
        ("large", {5: 12, 10: 28, 15: 48, 20: 76, 30: 144}),
        ("huge", {5: 16, 10: 36, 15: 60, 20: 92, 30: 168}),
    ],
)
def test_emanations_are_measured_from_the_space(size: str, counts: dict[int, int]) -> None:
    here = first(_field(20, 20), {"A": {"size": size, "at": [8, 8]}})
    assert {radius: _area(here, "emanation", radius, origin="A").value for radius in counts} == counts


@pytest.mark.rule("pf1.area.emanation")
def test_an_emanation_stops_at_walls_and_is_asked_anew() -> None:
    walls = [{"line": [[6, 0], [6, 11]]}]
    here = first(_field(11, 11), {"A": {"at": [5, 5]}, "T": {"at": [2, 5], **FOE}}, walls=walls)
    emanation = _area(here, "emanation", 15, origin="A")
    assert (emanation.value, emanation.creatures) == (21, ("T",))
    assert _area(here, "emanation", 10, origin="A").creatures == ()
    assert _area(here, "emanation", 10, origin="F6").value == _area(here, "emanation", 10, origin="A").value
    assert _area(_field(11, 11), "emanation", 10, origin="<5,5>").value == 12


@pytest.mark.rule("pf1.area.spread")
def test_a_spread_turns_the_corner() -> None:
    spread = _area(_walled(), "spread", 20, origin="<3,3>")
    assert picture(spread, "area", 8, 7).split() == [
        "xxxxxx..",
        "xxxxxx..",
        "xxxx.x..",
        "xxxx....",
        "xxxx....",
        "xxxxx...",
        "..xx....",
    ]
    assert spread.value == 32
    assert "pf1.area.spread" in rules_of(spread)


@pytest.mark.rule("pf1.area.spread")
def test_a_sealed_room_stays_clear() -> None:
    room = "..###..\n..#.#..\n..###..\n......."
    spread = _area(room, "spread", 40, origin="<1,3>")
    assert Square(3, 1) not in spread.squares["area"]
    assert _area(_field(12, 12), "spread", 20, origin="<6,6>").value == 44


def _cone(length: int, direction: str, origin: str = "A", **switches: Any) -> Verdict:
    here = first(_field(33, 33), {"A": {"at": [16, 16]}}, switches=switches)
    return _area(here, "cone", length, origin=origin, direction=direction)


@pytest.mark.rule("pf1.area.cone")
@pytest.mark.parametrize(
    ("length", "straight", "diagonal"),
    [(10, 4, 3), (15, 7, 6), (20, 14, 11), (25, 20, 17), (30, 28, 24), (60, 104, 96)],
)
def test_cones_by_the_book(length: int, straight: int, diagonal: int) -> None:
    for direction in ("N", "E", "S", "W"):
        assert _cone(length, direction).value == straight
    for direction in ("NE", "SE", "SW", "NW"):
        assert _cone(length, direction).value == diagonal


@pytest.mark.rule("pf1.area.cone")
@pytest.mark.parametrize(
    ("apex", "origin", "counts"),
    [("edge", "A", {15: 7, 30: 26, 60: 100}), ("vertex", "<17,16>", {15: 8, 30: 28, 60: 104})],
)
def test_the_apex_may_be_forced(apex: str, origin: str, counts: dict[int, int]) -> None:
    assert {length: _cone(length, "E", origin, cone_apex=apex).value for length in counts} == counts
    assert _cone(15, "E", origin, cone_apex=apex).switches["pf1.cone_apex"] == apex


@pytest.mark.rule("pf1.area.cone")
def test_the_shapes_of_short_cones() -> None:
    straight = _area(first("....\nA...\n...."), "cone", 15, origin="A", direction="E")
    assert picture(straight, "area", 4, 3).split() == ["..xx", ".xxx", "..xx"]
    diagonal = _area(first("A...\n....\n....\n...."), "cone", 15, origin="A", direction="SE")
    assert picture(diagonal, "area", 4, 4).split() == ["....", ".xxx", ".xx.", ".x.."]
    switched = first("....\n....\nA...\n....", switches={"cone_apex": "vertex"})
    vertex = _area(switched, "cone", 15, origin="<1,2>", direction="E")
    assert picture(vertex, "area", 4, 4).split() == ["..x.", ".xxx", ".xxx", "..x."]


@pytest.mark.rule("pf1.area.cone")
def test_a_big_breather_chooses_a_square_of_its_side() -> None:
    here = first(_field(9, 9), {"D": {"size": "large", "at": [3, 3]}})
    upper = set(_area(here, "cone", 15, origin="E4", direction="E").squares["area"])
    lower = set(_area(here, "cone", 15, origin="E5", direction="E").squares["area"])
    assert {Square(x, y + 1) for x, y in upper} == lower
    either = _area(here, "cone", 15, origin="D", direction="E")
    assert set(either.squares["area"]) == upper
    assert len(either.discretion) == 1
    assert _area(here, "cone", 15, origin="D", direction="SE").squares["area"][0] == Square(5, 5)
    with pytest.raises(ProblemError, match="edge of a square"):
        _area(here, "cone", 15, origin="<5,4>", direction="E")
    with pytest.raises(ProblemError, match="direction"):
        _area(here, "cone", 15, origin="D")


@pytest.mark.rule("pf1.area.cone")
def test_either_corner_of_the_starting_edge_may_see_a_square() -> None:
    # A half-door hides the upper half of the opening in front of the breather.
    here = first("......\nA.....\n......", walls=[{"line": [[2, 0], [2, 1.5]]}, {"line": [[2, 2], [2, 3]]}])
    cone = _area(here, "cone", 15, origin="A", direction="E")
    assert set(cone.squares["area"]) == named("B2", "C2", "D2", "D1", "C3", "D3")


@pytest.mark.rule("pf1.area.line")
@pytest.mark.parametrize(
    ("to", "length", "squares"),
    [
        ("<4,2>", 25, ["A1", "B1", "C2", "D2"]),
        ("<4,4>", 30, ["A1", "B2", "C3", "D4"]),
        ("<6,2>", 35, ["A1", "B1", "C1", "D2", "E2", "F2"]),
    ],
)
def test_slanting_lines(to: str, length: int, squares: list[str]) -> None:
    line = _area(_field(8, 8), "line", length, origin="<0,0>", to=to)
    assert set(line.squares["area"]) == named(*squares)


@pytest.mark.rule("pf1.area.line")
@pytest.mark.parametrize(
    ("to", "length", "count"),
    [("<13,13>", 60, 8), ("<13,7>", 60, 10), ("<13,9>", 60, 12), ("<7,3>", 30, 5), ("<4,7>", 30, 5)],
)
def test_lines_by_slope(to: str, length: int, count: int) -> None:
    assert _area(_field(16, 16), "line", length, origin="<1,1>", to=to).value == count


@pytest.mark.rule("pf1.area.line")
def test_a_straight_line_is_a_row_in_front() -> None:
    here = first(_field(16, 3), {"A": {"at": [0, 1]}})
    assert {length: _area(here, "line", length, origin="A", direction="E").value for length in (30, 60)} == {
        30: 6,
        60: 12,
    }
    aimed = _area(here, "line", 30, origin="A", to="E2")
    assert set(aimed.squares["area"]) == named("B2", "C2", "D2", "E2", "F2", "G2")
    big = first(_field(10, 4), {"A": {"at": [0, 1], "size": "large"}})
    assert _area(big, "line", 20, origin="A", direction="E").squares["area"][0] == Square(2, 1)
    assert _area(big, "line", 20, origin="B3", direction="E").squares["area"][0] == Square(2, 2)
    assert _area(big, "line", 20, origin="A", to="I3").squares["area"][0] == Square(2, 2)
    assert _area(big, "line", 20, width=10, origin="A", direction="E").value == 8
    assert _area(_field(8, 4), "line", 20, origin="<0,2>", direction="E").value == 4


@pytest.mark.rule("pf1.area.line")
def test_a_line_ends_at_what_stops_it() -> None:
    rows = "...#......\n...#......\nA..#...B..\n...#......\n..C......."
    here = first(rows, {"A": HERO, "B": FOE, "C": FOE})
    assert set(_area(here, "line", 60, origin="A", direction="E").squares["area"]) == named("B3", "C3")
    diagonal = _area(here, "line", 60, origin="A", direction="SE")
    assert (diagonal.value, diagonal.creatures) == (2, ("C",))
    walls = [{"line": [[2.5, 0], [2.5, 3]]}]
    thin = first(_field(6, 3), walls=walls)
    assert set(_area(thin, "line", 30, origin="<0,0>", to="<6,3>").squares["area"]) == named("A1", "B1", "C2")
    assert set(_area(thin, "line", 30, origin="A2", direction="E").squares["area"]) == named("B2", "C2")
    assert set(_area(thin, "line", 30, origin="E2", direction="W").squares["area"]) == named("D2", "C2")
    border = first(_field(6, 3), walls=[{"line": [[2, 0], [2, 3]]}])
    assert set(_area(border, "line", 30, origin="A2", direction="E").squares["area"]) == named("B2")
    filled = first("......\n..#...\n......")
    assert _area(filled, "line", 30, origin="<0,0>", to="<4,2>").value == 2


@pytest.mark.rule("pf1.area.line")
def test_a_line_may_touch_a_corner_but_not_squeeze_between_two() -> None:
    one = first(".#...\n.....\n.....\n.....")
    assert _area(one, "line", 30, origin="<0,0>", to="<4,4>").value == 4
    two = first(".#...\n#....\n.....\n.....")
    assert _area(two, "line", 30, origin="<0,0>", to="<4,4>").value == 1


@pytest.mark.rule("pf1.area.line")
def test_lines_aimed_at_squares_and_creatures() -> None:
    here = first(_field(10, 10), {"A": {"at": [2, 2]}, "T": {"at": [6, 4], **FOE}})
    aimed = _area(here, "line", 40, origin="A", to="T")
    assert "T" in aimed.creatures
    assert _area(here, "line", 40, origin="A", to="G5").squares["area"] == aimed.squares["area"]
    with pytest.raises(ProblemError, match="intersection"):
        _area(here, "line", 40, origin="A", to="<6.5,4>")


@pytest.mark.rule("pf1.area.cylinder")
def test_a_cylinder_minds_no_walls_inside() -> None:
    thin = first(_field(9, 9), walls=[{"line": [[6, 1], [6, 7]]}])
    assert _area(thin, "cylinder", 20, origin="<4,4>").value == 44
    crossing = [{"line": [[0, 3], [9, 3]]}, {"line": [[5, 0], [5, 9]]}]
    assert _area(first(_field(9, 9), walls=crossing), "cylinder", 15, origin="<4,4>").value == 24
    assert _area(first(_field(6, 6), walls=[{"line": [[4, 0], [4, 6]]}]), "cylinder", 10, origin="<3,3>").value == 12


@pytest.mark.rule("pf1.area.sphere")
def test_a_sphere_is_a_burst_in_the_plane() -> None:
    assert _area(_field(10, 10), "burst", 20, origin="<5,5>").value == 44


@pytest.mark.rule("pf1.area.shapeable")
def test_shapeable_areas_are_made_of_cubes() -> None:
    corner_shape = {*Space(0, 0, 4, 2).squares(), *Space(0, 2, 2, 4).squares()}
    assert shapeable(corner_shape)
    assert not shapeable(set(Space(0, 0, 6, 1).squares()))
    assert not shapeable({*corner_shape, Square(4, 0)})
    assert not shapeable(set())


def test_shapes_of_other_books_are_refused() -> None:
    with pytest.raises(ProblemError, match="no such area"):
        _area("....", "close_blast", 5, origin="A1")
    with pytest.raises(ProblemError, match="feet"):
        value(_field(4, 4), "area", shape="burst", origin="<1,1>")


@pytest.mark.rule("pf1.area.cone")
@pytest.mark.rule("pf1.area.line")
@pytest.mark.parametrize("origin", ["O", "E4", "E5", "F4", "F5"])
@pytest.mark.parametrize("direction", ["N", "E", "S", "W", "NE", "SE", "SW", "NW"])
@pytest.mark.parametrize(("shape", "size"), [("cone", 15), ("cone", 30), ("line", 20)])
def test_no_shape_covers_the_creature_it_leaves(origin: str, direction: str, shape: str, size: int) -> None:
    here = first("\n".join(["............"] * 8), {"O": {"at": "E4", "size": "large"}})
    verdict = ask(here, "area", shape=shape, size=size, origin=origin, direction=direction)
    assert verdict.creatures == ()
    own = here.creature("O").space
    assert any(max(own.gap_sq(square_space(one))) == 1 for one in verdict.squares["area"])


@pytest.mark.rule("pf1.area.line")
def test_a_line_at_a_creature_in_the_same_row_runs_along_it() -> None:
    here = first("A....T\n......")
    straight = ask(here, "area", shape="line", size=60, origin="A", direction="E").squares["area"]
    for aim in ("T", "F1"):
        assert ask(here, "area", shape="line", size=60, origin="A", to=aim).squares["area"] == straight
    with pytest.raises(ProblemError, match="where the line starts"):
        ask(here, "area", shape="line", size=60, origin="A", to="A1")


@pytest.mark.rule("pf1.area.line")
def test_wide_lines_lie_on_both_sides_of_what_they_start_from() -> None:
    here = first("....\nA...\n....\n....")
    wide = ask(here, "area", shape="line", size=10, width=10, origin=[1, 2], direction="E")
    assert picture(wide, "area", 4, 4) == "....\n.xx.\n.xx.\n...."
    own = ask(here, "area", shape="line", size=10, width=10, origin="A", direction="E")
    assert own.value == 4
    with pytest.raises(ProblemError, match="only a straight line"):
        ask(here, "area", shape="line", size=20, width=10, origin=[1, 2], to=[3, 3])


@pytest.mark.rule("pf1.area.cone")
@pytest.mark.parametrize(
    ("aim", "direction"),
    [("H4", "E"), ("H5", "E"), ("H7", "SE"), ("D8", "S"), ("A4", "W"), ([7, 0], "NE"), ("T", "SE")],
)
def test_a_cone_may_be_aimed(aim: Any, direction: str) -> None:
    here = first("\n".join(["........"] * 8), {"A": {"at": "D4"}, "T": {"at": "G7", **FOE}})
    aimed = ask(here, "area", shape="cone", size=15, origin="A", to=aim)
    assert aimed.squares == ask(here, "area", shape="cone", size=15, origin="A", direction=direction).squares


@pytest.mark.rule("pf1.area.burst")
def test_who_is_spared_by_a_wall_is_named() -> None:
    here = first("......\nA..#T.\n......", {"A": HERO, "T": FOE})
    verdict = ask(here, "area", shape="line", size=60, origin="A", direction="E")
    assert (verdict.creatures, [one.rule for one in verdict.steps]) == ((), ["pf1.area.line"] * 3)
    burst = ask(here, "area", shape="burst", size=20, origin=[2, 1])
    assert {one.rule for one in burst.steps} >= {"pf1.area.burst"}
