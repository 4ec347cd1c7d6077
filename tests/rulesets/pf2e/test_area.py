"""Bursts, cones, emanations, lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tactics.core.language import catalogue
from tactics.core.problems import ProblemError
from tactics.core.text import say
from tactics.rules.verdict import Verdict
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]
Drawn = Callable[..., str]

WIDE = ["." * 40] * 40


@pytest.mark.rule("pf2e.area.burst")
@pytest.mark.parametrize(
    ("size", "count"),
    [(5, 4), (10, 12), (15, 24), (20, 44), (25, 68), (30, 96), (35, 132), (40, 172), (60, 384)],
)
def test_squares_of_a_burst(board: Board, ask: Ask, size: int, count: int) -> None:
    assert ask(board(WIDE), "area", shape="burst", size=size, origin=[20, 20]).value == count


@pytest.mark.rule("pf2e.area.burst")
def test_a_fireball(board: Board, ask: Ask, drawn: Drawn) -> None:
    rows = "\n".join(["........"] * 8)
    picture = "...xx...\n.xxxxxx.\n.xxxxxx.\nxxxxxxxx\nxxxxxxxx\n.xxxxxx.\n.xxxxxx.\n...xx..."
    verdict = ask(board(rows), "area", shape="burst", size=20, origin=[4, 4])
    assert drawn(verdict, "area", rows) == picture
    small = ask(board(rows), "area", shape="burst", size=10, origin=[2, 2])
    assert drawn(small, "area", rows).split("\n")[:4] == [".xx.....", "xxxx....", "xxxx....", ".xx....."]


@pytest.mark.rule("pf2e.area.burst")
def test_the_corner_of_the_map_leaves_a_quarter(board: Board, ask: Ask) -> None:
    assert ask(board(WIDE), "area", shape="burst", size=20, origin=[0, 0]).value == 11


@pytest.mark.rule("pf2e.area.burst")
@pytest.mark.parametrize("origin", [[2.5, 2], "A"])
def test_a_burst_starts_at_a_grid_corner(board: Board, ask: Ask, origin: Any) -> None:
    with pytest.raises(ProblemError, match="corner"):
        ask(board("A....\n.....\n....."), "area", shape="burst", size=10, origin=origin)


@pytest.mark.rule("pf2e.area.general", "pf2e.area.not_reduced")
def test_rough_ground_does_not_shrink_an_area(board: Board, ask: Ask) -> None:
    position = board([",;" * 20] * 40)
    assert ask(position, "area", shape="burst", size=20, origin=[20, 20]).value == 44


@pytest.mark.rule("pf2e.area.general")
def test_one_square_of_a_creature_is_enough(board: Board, ask: Ask) -> None:
    rows = "........\n........\n........\n....LL..\n....LL..\n......C.\n........"
    creatures = {"L": {"size": "large"}, "C": {}}
    verdict = ask(board(rows, creatures=creatures), "area", shape="burst", size=10, origin=[3, 3])
    assert verdict.creatures == ("L",)


@pytest.mark.rule("pf2e.area.general")
def test_solid_squares_are_never_inside(board: Board, ask: Ask) -> None:
    verdict = ask(board("....\n..#.\n....\n...."), "area", shape="burst", size=10, origin=[2, 2])
    assert "C2" not in [str(one) for one in verdict.squares["area"]]


@pytest.mark.rule("pf2e.line_of_effect.area")
def test_a_burst_stops_at_a_wall(board: Board, ask: Ask) -> None:
    position = board(".C..#B.\n....#..\n....#..\n....#..")
    verdict = ask(position, "area", shape="burst", size=20, origin=[2, 1])
    assert verdict.creatures == ("C",)
    assert any(one.rule == "pf2e.line_of_effect.area" for one in verdict.steps)


@pytest.mark.rule("pf2e.line_of_effect.area")
def test_stepping_behind_a_wall_ends_a_lasting_area(board: Board, ask: Ask) -> None:
    seen, hidden = board("....\n.#..\nC...\n...."), board("....\n.#..\n..C.\n....")
    for position, creatures in ((seen, ("C",)), (hidden, ())):
        assert ask(position, "area", shape="burst", size=20, origin=[1, 1]).creatures == creatures


EAST = "....\n....\n.A..\n....\n...."


@pytest.mark.rule("pf2e.area.cone")
@pytest.mark.parametrize(("size", "count"), [(10, 4), (15, 7), (20, 14), (25, 20), (30, 28), (40, 48), (60, 104)])
def test_squares_of_a_straight_cone(board: Board, ask: Ask, size: int, count: int) -> None:
    creatures = {"a": {"at": "B21"}}
    verdict = ask(board(WIDE, creatures=creatures), "area", shape="cone", size=size, origin="a", direction="E")
    assert verdict.value == count
    assert verdict.switches["pf2e.cone_apex"] == "book"


@pytest.mark.rule("pf2e.area.cone")
@pytest.mark.parametrize(("size", "count"), [(10, 3), (15, 6), (20, 11), (30, 24), (40, 43), (60, 96)])
@pytest.mark.parametrize("direction", ["NE", "SE", "SW", "NW"])
def test_squares_of_a_diagonal_cone(board: Board, ask: Ask, size: int, count: int, direction: str) -> None:
    creatures = {"a": {"at": "T20"}}
    verdict = ask(board(WIDE, creatures=creatures), "area", shape="cone", size=size, origin="a", direction=direction)
    assert verdict.value == count
    assert "pf2e.cone_apex" not in verdict.switches


@pytest.mark.rule("pf2e.area.cone")
@pytest.mark.parametrize(
    ("apex", "size", "origin", "count"),
    [
        ("edge", 30, "a", 26),
        ("edge", 60, "a", 100),
        ("edge", 15, "a", 7),
        ("vertex", 15, [2, 21], 8),
        ("vertex", 15, "a", 8),
    ],
)
def test_where_a_cone_starts_can_be_said(board: Board, ask: Ask, apex: str, size: int, origin: Any, count: int) -> None:
    position = board(WIDE, creatures={"a": {"at": "B21"}}, rules={"pf2e": {"cone_apex": apex}})
    assert ask(position, "area", shape="cone", size=size, origin=origin, direction="E").value == count


@pytest.mark.rule("pf2e.area.cone")
def test_cones_drawn(board: Board, ask: Ask, drawn: Drawn) -> None:
    rows = ".....\n.....\n.....\n..A.."
    north = ask(board(rows), "area", shape="cone", size=15, origin="A", direction="N")
    assert drawn(north, "area", rows) == ".xxx.\n.xxx.\n..x..\n..A.."
    rows = "....\n....\n....\nA..."
    northeast = ask(board(rows), "area", shape="cone", size=15, origin="A", direction="NE")
    assert drawn(northeast, "area", rows) == ".x..\n.xx.\n.xxx\nA..."
    rows = "......\n.DD...\n.DD..."
    creatures = {"D": {"size": "large"}}
    upper = ask(board(rows, creatures=creatures), "area", shape="cone", size=15, origin="C2", direction="E")
    assert drawn(upper, "area", rows) == "....xx\n.DDxxx\n.DD.xx"


@pytest.mark.rule("pf2e.area.cone")
def test_a_cone_never_covers_its_own_creature(board: Board, ask: Ask) -> None:
    position = board(".....\n.DD..\n.DD..\n.....", creatures={"D": {"size": "large"}})
    with pytest.raises(ProblemError, match="border"):
        ask(position, "area", shape="cone", size=15, origin="C2", direction="SW")
    assert ask(position, "area", shape="cone", size=15, origin="C2", direction="NE").value == 2


@pytest.mark.rule("pf2e.area.cone")
def test_a_cone_can_be_aimed_at_a_square(board: Board, ask: Ask) -> None:
    position = board(["." * 9] * 9, creatures={"a": {"at": "E5"}})
    for to, direction in (("I5", "E"), ("I4", "E"), ("I1", "NE"), ("F1", "N"), ("A9", "SW")):
        aimed = ask(position, "area", shape="cone", size=15, origin="a", to=to)
        named = ask(position, "area", shape="cone", size=15, origin="a", direction=direction)
        assert aimed.squares["area"] == named.squares["area"]


@pytest.mark.rule("pf2e.line_of_effect.area", "pf2e.area.cone")
def test_a_cone_stops_at_a_wall(board: Board, ask: Ask) -> None:
    position = board(["." * 10] * 10, walls=[{"line": [[5, 0], [5, 10]]}])
    assert ask(position, "area", shape="cone", size=30, origin=[2, 5], direction="E").value == 12
    edge = board(["." * 6] * 3, walls=[{"line": [[3, 0], [3, 3]]}], creatures={"a": {"at": "A2"}})
    assert ask(edge, "area", shape="cone", size=15, origin="a", direction="E").value == 4


@pytest.mark.rule("pf2e.line_of_effect.area", "pf2e.area.cone")
def test_an_edge_cone_sees_from_anywhere_along_its_edge(board: Board, ask: Ask) -> None:
    walls = [{"line": [[2, 1.7], [2, 3]]}]
    half_closed = board(["." * 6] * 3, walls=walls, creatures={"a": {"at": "A2"}})
    assert "C2" in map(str, ask(half_closed, "area", shape="cone", size=15, origin="a", direction="E").squares["area"])


@pytest.mark.rule("pf2e.area.cone")
def test_an_edge_cone_from_the_middle_of_an_edge(board: Board, ask: Ask) -> None:
    position = board(["." * 6] * 5)
    assert ask(position, "area", shape="cone", size=15, origin=[1, 2.5], direction="E").value == 7
    with pytest.raises(ProblemError, match="edge"):
        ask(position, "area", shape="cone", size=15, origin=[1, 2], direction="E")


@pytest.mark.rule("pf2e.area.emanation")
@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (5, (8, 12, 16, 20)),
        (10, (20, 28, 36, 44)),
        (15, (36, 48, 60, 72)),
        (20, (60, 76, 92, 108)),
        (25, (88, 108, 128, 148)),
        (30, (120, 144, 168, 192)),
    ],
)
def test_squares_of_an_emanation(board: Board, ask: Ask, size: int, counts: tuple[int, ...]) -> None:
    found = []
    for creature in ("medium", "large", "huge", "gargantuan"):
        position = board(WIDE, creatures={"a": {"at": "R18", "size": creature}})
        found.append(ask(position, "area", shape="emanation", size=size, origin="a").value)
    assert tuple(found) == counts


@pytest.mark.rule("pf2e.area.emanation")
def test_an_emanation_leaves_out_the_second_diagonal(board: Board, ask: Ask, drawn: Drawn) -> None:
    rows = ".....\n.....\n..A..\n.....\n....."
    verdict = ask(board(rows), "area", shape="emanation", size=10, origin="A")
    assert drawn(verdict, "area", rows) == ".xxx.\nxxxxx\nxxAxx\nxxxxx\n.xxx."
    assert len(verdict.discretion) > 0


@pytest.mark.rule("pf2e.area.emanation", "pf2e.line_of_effect.area")
def test_an_emanation_beside_a_wall(board: Board, ask: Ask) -> None:
    position = board(["." * 11] * 11, walls=[{"line": [[6, 0], [6, 11]]}], creatures={"a": {"at": "F6"}})
    assert ask(position, "area", shape="emanation", size=15, origin="a").value == 21


@pytest.mark.rule("pf2e.area.emanation", "pf2e.mounted.targeting")
def test_who_is_in_an_emanation(board: Board, ask: Ask) -> None:
    creatures = {
        "M": {"size": "large", "side": "heroes"},
        "r": {"at": "A1", "mount": "M", "side": "heroes"},
        "B": {"side": "foes"},
    }
    position = board("MM.B\nMM..", creatures=creatures)
    assert set(ask(position, "area", shape="emanation", size=10, origin="M").creatures) == {"r", "B"}


@pytest.mark.rule("pf2e.mounted.targeting")
def test_an_area_on_the_mount_takes_both(board: Board, ask: Ask) -> None:
    creatures = {"M": {"size": "large"}, "r": {"at": "E1", "mount": "M"}}
    position = board("....MM\n....MM\n......", creatures=creatures)
    assert set(ask(position, "area", shape="burst", size=5, origin=[4, 2]).creatures) == {"M", "r"}


@pytest.mark.rule("pf2e.area.general")
def test_flyers_above_a_burst_are_missed(board: Board, ask: Ask) -> None:
    creatures = {"a": {"at": "D4"}, "low": {"at": "E4", "z": 10}, "high": {"at": "D5", "z": 60}}
    position = board(["." * 8] * 8, creatures=creatures)
    assert ask(position, "area", shape="burst", size=20, origin=[4, 4]).creatures == ("a", "low")


@pytest.mark.rule("pf2e.area.line")
@pytest.mark.parametrize(
    ("size", "direction", "count"), [(60, "E", 12), (60, "SE", 8), (30, "SE", 4), (15, "E", 3), (30, "S", 6)]
)
def test_squares_of_a_line(board: Board, ask: Ask, size: int, direction: str, count: int) -> None:
    position = board(WIDE, creatures={"a": {"at": "B2"}})
    assert ask(position, "area", shape="line", size=size, origin="a", direction=direction).value == count


@pytest.mark.rule("pf2e.area.line")
def test_lines_drawn(board: Board, ask: Ask, drawn: Drawn) -> None:
    rows = "A.......\n........\n........\n........"
    slanting = ask(board(rows), "area", shape="line", size=30, origin=[1, 1], to=[7, 4])
    assert drawn(slanting, "area", rows) == "A.......\n.xx.....\n...xx...\n.....x.."
    assert (
        ask(board(rows), "area", shape="line", size=30, origin="A", to="G4").squares["area"] == slanting.squares["area"]
    )
    row = ask(board(rows), "area", shape="line", size=15, origin="A", to="H1")
    assert drawn(row, "area", rows).split("\n")[0] == "Axxx...."
    wide = ask(board(rows), "area", shape="line", size=15, width=10, origin="A", direction="E")
    assert drawn(wide, "area", rows).split("\n")[:2] == ["Axxx....", ".xxx...."]


@pytest.mark.rule("pf2e.area.line", "pf2e.line_of_effect.area")
def test_a_line_stops_at_a_solid_square(board: Board, ask: Ask) -> None:
    verdict = ask(board("A..#...B"), "area", shape="line", size=60, origin="A", direction="E")
    assert (verdict.value, verdict.creatures) == (2, ())


@pytest.mark.parametrize(
    "arguments",
    [
        {"shape": "cone", "origin": [2, 2.5], "direction": "NE"},
        {"shape": "cone", "origin": [2.5, 2], "direction": "E", "size": 30},
        {"shape": "line", "origin": [2, 2.5], "to": [5, 4]},
        {"shape": "line", "origin": [2, 2], "to": [5, 3.5]},
        {"shape": "line", "origin": [2, 2], "to": [5, 2]},
        {"shape": "line", "origin": [2, 2], "to": [2, 2]},
        {"shape": "line", "origin": [2, 2], "to": [5, 3], "width": 10},
        {"shape": "line", "origin": "A"},
        {"shape": "emanation", "origin": [2, 2]},
        {"shape": "burst", "origin": [2, 2], "size": None},
    ],
)
def test_areas_that_make_no_sense_are_refused(board: Board, ask: Ask, arguments: dict[str, Any]) -> None:
    position = board("A.....\n......\n......\n......\n......")
    given = {name: value for name, value in {"size": 15, **arguments}.items() if value is not None}
    with pytest.raises(ProblemError):
        ask(position, "area", **given)


@pytest.mark.rule("pf2e.area.line")
def test_a_line_from_a_creature_to_a_point(board: Board, ask: Ask) -> None:
    position = board("A.....\n......\n......\n......\n......")
    aimed = ask(position, "area", shape="line", size=30, origin="A", to=[4, 4])
    assert [str(one) for one in aimed.squares["area"]] == ["B2", "C3", "D4", "E5"]
    level = ask(position, "area", shape="line", size=15, origin="A", to=[6, 1])
    assert [str(one) for one in level.squares["area"]] == ["B1", "C1", "D1"]


def test_shapes_of_other_games_are_refused(board: Board, ask: Ask) -> None:
    for shape in ("spread", "close_blast", "cylinder"):
        with pytest.raises(ProblemError, match=shape):
            ask(board("A.."), "area", shape=shape, size=10, origin="A")


def _squares(verdict: Verdict) -> str:
    return " ".join(str(one) for one in verdict.squares["area"])


@pytest.mark.rule("pf2e.area.line")
def test_a_line_is_aimed_along_the_row_of_its_target(board: Board, ask: Ask) -> None:
    rows = "LL......\nLL...T..\n........"
    position = board(rows, creatures={"L": {"size": "large"}, "T": {}})
    for to in ("T", "F2"):
        verdict = ask(position, "area", shape="line", size=20, origin="L", to=to)
        assert (_squares(verdict), verdict.creatures) == ("C2 D2 E2 F2", ("T",))
    beside = board("GGGGT...\nGGGG....\nGGGG....\nGGGG....", creatures={"G": {"size": "gargantuan"}, "T": {}})
    assert _squares(ask(beside, "area", shape="line", size=15, origin="G", to="T")) == "E1 F1 G1"


@pytest.mark.rule("pf2e.area.cone")
def test_a_cone_goes_the_nearest_of_eight_ways(board: Board, ask: Ask) -> None:
    rows = "........\n........\n........\nA.......\n........\n........\n........"
    position = board(rows, creatures={"A": {}})
    straight = _squares(ask(position, "area", shape="cone", size=15, origin="A", direction="E"))
    diagonal = _squares(ask(position, "area", shape="cone", size=15, origin="A", direction="NE"))
    for to, way in {"H4": straight, "F2": straight, "E2": diagonal, "D1": diagonal, "H1": diagonal}.items():
        assert _squares(ask(position, "area", shape="cone", size=15, origin="A", to=to)) == way
    beside = board("GGGGT...\nGGGG....\nGGGG....\nGGGG....", creatures={"G": {"size": "gargantuan"}, "T": {}})
    assert ask(beside, "area", shape="cone", size=15, origin="G", to="T").creatures == ("T",)


@pytest.mark.rule("pf2e.area.line")
@pytest.mark.parametrize(
    ("size", "width", "rows"),
    [
        ("medium", 5, "4"),
        ("medium", 10, "4 5"),
        ("medium", 15, "3 4 5"),
        ("large", 10, "4 5"),
        ("large", 20, "3 4 5 6"),
        ("huge", 5, "5"),
        ("huge", 15, "4 5 6"),
    ],
)
def test_a_wide_line_lies_evenly_before_its_creature(board: Board, ask: Ask, size: str, width: int, rows: str) -> None:
    position = board(["." * 8] * 8, creatures={"A": {"at": "A4", "size": size}})
    verdict = ask(position, "area", shape="line", size=5, width=width, origin="A", direction="E")
    assert sorted(str(one)[1:] for one in verdict.squares["area"]) == rows.split()


@pytest.mark.rule("pf2e.line_of_effect", "pf2e.area.burst")
def test_a_burst_needs_line_of_effect_from_its_maker(board: Board, ask: Ask) -> None:
    position = board("A.#.T\n..#..\n..#..")
    burst = {"shape": "burst", "size": 10, "origin": [4, 1]}
    assert ask(position, "area", **burst).creatures == ("T",)
    refused = ask(position, "area", from_="A", **burst)
    assert (refused.value, refused.creatures, refused.squares["area"]) == (0, (), ())
    assert ask(position, "area", from_="T", **burst).creatures == ("T",)


@pytest.mark.rule("pf2e.area.burst", "pf2e.area.emanation")
@pytest.mark.parametrize(
    ("z", "burst", "emanation"), [(0, 5, 5), (5, 10, 5), (10, 15, 10), (15, 20, 15), (-5, 5, 5), (-10, 10, 10)]
)
def test_how_high_areas_reach(board: Board, ask: Ask, z: int, burst: int, emanation: int) -> None:
    position = board(["....."] * 5, creatures={"T": {"at": "B2", "z": z}})
    for size in (5, 10, 15, 20):
        assert bool(ask(position, "area", shape="burst", size=size, origin=[2, 2]).creatures) is (size >= burst)
        assert bool(ask(position, "area", shape="emanation", size=size, origin="C3").creatures) is (size >= emanation)


@pytest.mark.rule("pf2e.area.general", "pf2e.line_of_effect.area")
def test_an_area_says_whom_it_takes_in_and_whom_it_spares(board: Board, ask: Ask) -> None:
    creatures = {"A": {"name": "Ann"}, "T": {"name": "Tom"}}
    position = board("T#..\n##A.\n....\n....", creatures=creatures)
    verdict = ask(position, "area", shape="burst", size=15, origin=[2, 2])
    said = [say(one.text, catalogue("en")) for one in verdict.steps]
    assert "It takes in: Ann." in said
    assert any("Tom stands where it would be" in one for one in said)
    empty = ask(board("....\n...."), "area", shape="burst", size=5, origin=[1, 1])
    assert say(empty.steps[-1].text, catalogue("en")) == "Nobody is in it."
    assert empty.discretion == ()
    assert len(ask(board("o...\n...."), "area", shape="burst", size=5, origin=[1, 1]).discretion) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"shape": "burst", "size": 4, "origin": [2, 2]},
        {"shape": "line", "size": 30, "origin": "B2", "direction": "E"},
        {"shape": "line", "size": 30, "origin": "A1", "to": "E4"},
    ],
)
def test_areas_too_small_or_through_their_own_creature_are_refused(
    board: Board, ask: Ask, arguments: dict[str, Any]
) -> None:
    position = board(["......"] * 5, creatures={"H": {"at": "A1", "size": "huge"}})
    with pytest.raises(ProblemError):
        ask(position, "area", **arguments)
