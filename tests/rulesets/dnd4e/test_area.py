"""Bursts, blasts and walls."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import HEROES, ask, fourth, refused_by, rules_of, squares, value

from tactics.core.lattice import Square, parse_square
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.geometry.area import blast_placements
from tactics.rulesets.dnd4e.area import SHAPES, blast_origins
from tactics.rulesets.dnd4e.wall import place_refusal, range_refusal, shape_refusal
from tactics.world.world import World


def floor(width: int = 21, height: int = 21, **creatures: dict[str, Any]) -> World:
    """Open floor."""
    return fourth("\n".join(["." * width] * height), creatures=creatures)


def taken(here: World | str, shape: str, **arguments: Any) -> set[Square]:
    """The squares an area takes; the number of them is the value."""
    verdict = ask(here, "area", shape=shape, **arguments)
    assert verdict.value == len(verdict.squares["area"])
    return set(verdict.squares["area"])


def hit(here: World | str, shape: str, **arguments: Any) -> list[str]:
    """Whom an area takes."""
    return list(ask(here, "area", shape=shape, **arguments).creatures)


def outline(rows: str, **tables: Any) -> World:
    """A position whose bursts are not counted round walls."""
    return fourth(rows, rules={"dnd4e": {"burst_metric": "outline"}}, **tables)


@pytest.mark.rule("dnd4e.area.kinds")
def test_only_bursts_blasts_and_walls() -> None:
    assert {shape.split("_")[-1] for shape in SHAPES} == {"burst", "blast", "wall"}
    for shape in ("cone", "line", "emanation", "burst", "spread", "cylinder"):
        with pytest.raises(ProblemError, match=f"no {shape}"):
            ask("A....", "area", shape=shape, size=2, origin="A")


@pytest.mark.rule("dnd4e.area.burst")
@pytest.mark.parametrize(("size", "count"), [(1, 9), (2, 25), (3, 49), (4, 81), (5, 121)])
def test_an_area_burst_is_a_block(size: int, count: int) -> None:
    assert len(taken(floor(), "area_burst", size=size, origin="K11")) == count


@pytest.mark.rule("dnd4e.area.burst", "dnd4e.distance.shortest_path")
@pytest.mark.parametrize(
    ("rows", "origin", "size", "counted", "outlined"),
    [
        (".#.\n...\n...", "B2", 1, 6, 8),
        (".....\n..#..\n.....\n.....\n.....", "B3", 2, 16, 18),
        ("\n".join([".....#..."] * 7), "E4", 2, 15, 15),
        ("..#..\n..#..\n.....\n.....\n.....", "C3", 2, 19, 23),
    ],
)
def test_bursts_are_counted_round_walls(rows: str, origin: str, size: int, counted: int, outlined: int) -> None:
    verdict = ask(rows, "area", shape="area_burst", size=size, origin=origin)
    assert verdict.value == counted
    assert verdict.switches["dnd4e.burst_metric"] == "counted"
    assert value(outline(rows), "area", shape="area_burst", size=size, origin=origin) == outlined


@pytest.mark.rule("dnd4e.area.burst")
def test_the_squares_of_a_burst_beside_a_pillar() -> None:
    assert taken(".#.\n...\n...", "area_burst", size=1, origin="B2") == squares("A2", "B2", "C2", "A3", "B3", "C3")
    rows = ".....\n..#..\n.....\n.....\n....."
    want = {Square(x, y) for y, row in enumerate(["xx", "xx", "xxxx", "xxxx", "xxxx"]) for x in range(len(row))}
    assert taken(rows, "area_burst", size=2, origin="B3") == want


def test_the_first_step_may_go_round_a_corner_by_a_switch() -> None:
    here = fourth(".#.\n...\n...", rules={"dnd4e": {"count_round_corner": True}})
    assert value(here, "area", shape="area_burst", size=1, origin="B2") == 8


@pytest.mark.rule("dnd4e.area.close_burst_shape", "dnd4e.area.origin_square")
@pytest.mark.parametrize(
    ("size", "counts"),
    [("medium", (8, 24, 48, 80)), ("large", (12, 32, 60)), ("huge", (16, 40, 72)), ("gargantuan", (20, 48))],
)
def test_close_bursts_grow_with_the_user(size: str, counts: tuple[int, ...]) -> None:
    here = floor(A={"at": "I9", "size": size})
    assert tuple(len(taken(here, "close_burst", size=n, origin="A")) for n in range(1, len(counts) + 1)) == counts
    assert taken(here, "close_burst", size=1, origin="I9") == taken(here, "close_burst", size=1, origin="A")


@pytest.mark.rule("dnd4e.area.burst_loe", "dnd4e.loe.origin_to_target")
def test_bursts_need_line_of_effect_from_their_origin() -> None:
    walls = [{"line": [[6, 0], [6, 9]]}]
    here = fourth("\n".join(["..........."] * 9), walls=walls)
    left, right = (taken(here, "area_burst", size=2, origin=square) for square in ("F5", "H5"))
    assert (len(left), len(right)) == (15, 20)
    assert all(square.x < 6 for square in left)
    assert all(square.x >= 6 for square in right)
    assert hit("A#T\n...", "area_burst", size=2, origin="A1") == ["A"]


@pytest.mark.rule("dnd4e.loe.origin_to_target")
def test_the_users_line_to_the_target_does_not_matter() -> None:
    rows = "A.#T\n..#.\n...."
    assert value(rows, "line_of_effect", from_="A", to="T") is False
    assert "T" in hit(rows, "area_burst", size=3, origin="C3", from_="A")
    assert "T" not in hit(rows, "area_burst", size=2, origin="C3", from_="A")
    wall = "....#....\nA...#..T.\n....#...."
    assert hit(wall, "area_burst", size=1, origin="G2") == ["T"]
    assert hit(wall, "area_burst", size=9, origin="C2") == ["A"]


@pytest.mark.rule("dnd4e.loe.area_origin")
def test_the_origin_square_needs_effect_and_no_sight() -> None:
    fog = fourth("A..@..")
    assert value(fog, "area", shape="area_burst", size=1, origin="D1", from_="A") == 3
    verdict = ask("A#.\n...", "area", shape="area_burst", size=1, origin="C1", from_="A")
    assert (verdict.value, rules_of(verdict)) == (0, {"dnd4e.loe.area_origin"})
    assert refused_by("A#.\n...", shape="area_burst", origin="C1", from_="A") == "dnd4e.loe.area_origin"
    assert refused_by("A..\n...", shape="area_burst", origin="C1", from_="A") == ""


@pytest.mark.rule("dnd4e.area.in_area", "dnd4e.attack.large_once")
def test_one_square_is_enough_and_counts_once() -> None:
    here = floor(9, 9, L={"at": "G4", "size": "large"}, B={"at": "D3"})
    assert hit(here, "area_burst", size=3, origin="D4") == ["L", "B"]
    assert hit(here, "area_burst", size=2, origin="D4") == ["B"]
    huge = floor(9, 9, H={"at": "D4", "size": "huge"})
    assert hit(huge, "area_burst", size=1, origin="D4") == ["H"]
    walled = fourth("....\n..#.\n....\n....", creatures={"L": {"at": "C3", "size": "large"}})
    assert hit(walled, "area_burst", size=1, origin="B2") == []
    assert hit(walled, "area_burst", size=2, origin="B2") == ["L"]


@pytest.mark.rule("dnd4e.area.burst_excludes_user", "dnd4e.area.area_burst_includes_user", "dnd4e.mount.basics")
def test_who_is_spared() -> None:
    here = fourth("...\n.A.\n..B")
    assert hit(here, "close_burst", size=1, origin="A") == ["B"]
    assert hit(here, "area_burst", size=1, origin="B2") == ["A", "B"]
    ridden = fourth(
        "....\n....\n....",
        creatures={"R": {**HEROES, "at": "B1", "mount": "M"}, "M": {**HEROES, "at": "B1", "size": "large"}},
    )
    assert hit(ridden, "close_burst", size=1, origin="R") == ["M"]
    assert hit(ridden, "close_blast", size=2, origin="R", direction="W") == []
    assert hit(ridden, "area_burst", size=1, origin="A1") == ["R", "M"]


@pytest.mark.rule("dnd4e.distance.height")
def test_an_area_reaches_as_far_up_as_along() -> None:
    here = floor(9, 9, A={"at": "A1"}, B={"at": "E5", "z": 10}, C={"at": "F5", "z": 15})
    assert hit(here, "area_burst", size=2, origin="E5") == ["B"]


@pytest.mark.rule("dnd4e.area.blast", "dnd4e.area.blast_placement", "dnd4e.area.blast_origin_excluded")
def test_a_blast_is_a_block_beside_the_user() -> None:
    here = floor(9, 9, A={"at": "E5"})
    east = taken(here, "close_blast", size=3, origin="A", direction="E")
    assert east == set(Space(5, 3, 3, 3).squares())
    assert taken(here, "close_blast", size=3, origin="A", direction="NE") == set(Space(5, 1, 3, 3).squares())
    assert len(taken(here, "close_blast", size=1, origin="A", direction="W")) == 1
    assert len(taken(floor(20, 20, A={"at": "J10"}), "close_blast", size=5, origin="A", direction="S")) == 25
    assert hit(here, "close_blast", size=3, origin="A", direction="E") == []
    large = floor(12, 12, L={"at": "F6", "size": "large"})
    assert taken(large, "close_blast", size=4, origin="L", direction="SW") == set(Space(1, 7, 4, 4).squares())


@pytest.mark.rule("dnd4e.area.blast_placement")
@pytest.mark.parametrize(("side", "size", "count"), [(1, 3, 16), (1, 5, 24), (2, 3, 20)])
def test_how_many_placements_a_blast_has(side: int, size: int, count: int) -> None:
    assert len(list(blast_placements(Space(9, 9, side, side), size))) == count
    here = floor(A={"at": "J10", "size": "large" if side == 2 else "medium"})
    for top_left in blast_placements(Space(9, 9, side, side), size):
        area = taken(here, "close_blast", size=size, origin="A", at=str(top_left))
        assert area == set(Space(*top_left, size, size).squares())


@pytest.mark.rule("dnd4e.area.blast_placement")
def test_a_blast_must_touch_its_user() -> None:
    here = floor(9, 9, A={"at": "A1"})
    assert len(taken(here, "close_blast", size=3, origin="A", at="B2")) == 9
    far = ask(here, "area", shape="close_blast", size=3, origin="A", at="C1")
    assert (far.value, rules_of(far)) == (0, {"dnd4e.area.blast_placement"})
    assert value(here, "area", shape="close_blast", size=3, origin="A", at="A1") == 0


@pytest.mark.rule("dnd4e.area.origin_square", "dnd4e.area.blast_placement")
def test_a_big_user_starts_a_blast_from_one_of_its_squares() -> None:
    space = Space(0, 0, 2, 2)
    assert blast_origins(space, Square(2, 1), 3) == [Square(1, 0), Square(1, 1)]
    here = fourth("LL#..\nLL...\n.....\n.....", creatures={"L": {"size": "large"}})
    best = taken(here, "close_blast", size=3, origin="L", at="C1")
    worse = taken(here, "close_blast", size=3, origin="B1", at="C1")
    assert worse < best
    assert value(here, "area", shape="close_blast", size=3, origin="A1", at="C1") == 0


@pytest.mark.rule("dnd4e.area.blast_loe")
def test_a_blast_needs_line_of_effect_and_no_counting() -> None:
    assert hit("...T\n.##.\nA...", "close_blast", size=3, origin="A", at="B1") == []
    assert taken("A#T.\n....", "close_blast", size=3, origin="A", at="B1") == squares("B2", "C2", "D2")
    walls = [{"line": [[6, 0], [6, 9]]}]
    here = fourth("\n".join(["........."] * 9), walls=walls, creatures={"A": {"at": "E5"}})
    assert taken(here, "close_blast", size=3, origin="A", direction="E") == squares("F4", "F5", "F6")
    around = "A#...\n.....\n.....\n....."
    assert parse_square("C2") in taken(around, "close_blast", size=3, origin="A", at="B2")


def wall(*names: str, size: int | None = None) -> str:
    """The rule that a wall breaks, "" for none."""
    size = len(names) if size is None else size
    return refused_by("\n".join(["........"] * 8), shape="wall", size=size, squares=list(names))


@pytest.mark.rule("dnd4e.area.wall", "dnd4e.area.wall_free_shape")
@pytest.mark.parametrize(
    "names",
    [
        ("B2", "C2", "D2", "E2", "F2", "G2"),
        ("B2", "C2", "D2", "D3", "D4"),
        ("B2", "B3", "B4", "C4", "D4", "D3", "D2"),
        ("B2", "C2", "C3", "D3", "D4"),
        ("B2", "C2", "D2", "D3", "D4", "C4", "B4", "B3"),
        ("B2",),
    ],
)
def test_walls_of_any_shape(names: tuple[str, ...]) -> None:
    assert wall(*names) == ""
    assert len(taken("\n".join(["........"] * 8), "wall", size=len(names), squares=list(names))) == len(names)


@pytest.mark.rule("dnd4e.area.wall")
def test_a_wall_is_one_piece_of_its_size() -> None:
    assert wall("B2", "C2", "D2", size=4) == "dnd4e.area.wall"
    assert shape_refusal([Square(1, 1), Square(2, 1)], 4, up_to=True) is None
    assert wall("B2", "C2", "D2", "F2", "G2", "H2") == "dnd4e.area.wall"
    assert wall("B2", "C2", "B2", size=3) == "dnd4e.area.wall"
    here = fourth("........\n.B......\n..C.....\n...D....\n........")
    assert hit(here, "wall", size=6, squares=["A2", "B2", "C2", "C3", "C4", "C5"]) == ["B", "C"]
    broken = ask(here, "area", shape="wall", size=2, squares=["A2", "B3"])
    assert (broken.value, rules_of(broken)) == (0, {"dnd4e.area.wall_side_contact"})


@pytest.mark.rule("dnd4e.area.wall_side_contact")
def test_a_corner_does_not_hold_a_wall_together() -> None:
    assert wall("A1", "B1", "C2") == "dnd4e.area.wall_side_contact"
    assert wall("A1", "B1", "B2", "C2") == ""


@pytest.mark.rule("dnd4e.area.wall_max_two")
def test_a_wall_does_not_branch() -> None:
    assert wall("A1", "B1", "C1", "B2") == "dnd4e.area.wall_max_two"
    assert wall("A1", "B1", "A2", "B2") == ""
    assert wall("A1", "B1", "C1", "A2", "B2", "C2") == "dnd4e.area.wall_max_two"


@pytest.mark.rule("dnd4e.area.wall_solid")
def test_a_solid_wall_needs_empty_squares() -> None:
    here = fourth("A..#")
    names = [parse_square(name) for name in ("A1", "B1")]
    assert place_refusal(here, names) is None
    found = place_refusal(here, names, solid=True)
    assert found is not None
    assert found.rule == "dnd4e.area.wall_solid"
    assert hit(here, "wall", size=2, squares=["A1", "B1"]) == ["A"]
    assert refused_by(here, shape="wall", size=2, squares=["C1", "D1"]) == "dnd4e.grid.filled_square"


@pytest.mark.rule("dnd4e.range.area_within", "dnd4e.area.wall")
def test_every_square_of_a_wall_is_in_range() -> None:
    names = [parse_square(name) for name in ("D1", "E1", "F1")]
    assert range_refusal(names, 5, lambda square: square.x) is None
    found = range_refusal(names, 4, lambda square: square.x)
    assert found is not None
    assert found.rule == "dnd4e.range.area_within"
    assert range_refusal(names, 4, lambda square: None) is not None


def test_a_wall_begins_with_its_origin_square_in_line_of_effect() -> None:
    here = fourth("A#....\n......")
    assert refused_by(here, shape="wall", size=2, squares=["C1", "D1"], origin="D1") == "dnd4e.area.wall"
    assert refused_by(here, shape="wall", size=2, squares=["C1", "D1"], from_="A") == "dnd4e.loe.area_origin"
    assert refused_by(here, shape="wall", size=2, squares=["C2", "D2"], origin="C2", from_="A") == ""


def test_what_an_area_needs() -> None:
    with pytest.raises(ProblemError, match="needs a size"):
        ask("A..", "area", shape="close_burst", origin="A")
    with pytest.raises(ProblemError, match="needs its squares"):
        ask("A..", "area", shape="wall", size=2)
    with pytest.raises(ProblemError, match="direction"):
        ask("A..", "area", shape="close_blast", size=2, origin="A")
    with pytest.raises(ProblemError, match="counts squares"):
        ask("A..", "area", shape="area_burst", size=2, origin=[1, 0])
    solid = ask("A.#", "area", shape="area_burst", size=2, origin="C1")
    assert (solid.value, rules_of(solid)) == (0, {"dnd4e.grid.filled_square"})
