"""Cover: procedures, grades, and the figure of the book."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, refused_by, rules_of, value

from tactics.core.lattice import Point, Square, corner
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.geometry.trace import Obstacle, trace
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.shelter import SHELTER, SOFT, SOLID, Shelter, Stand, is_solid, obstacle_distance_sq
from tactics.rulesets.pf1.tables import table
from tactics.world.world import World


def _cover(position: World | str, source: str = "A", target: str = "T", **more: Any) -> str:
    """The grade of cover, ranged unless said otherwise."""
    return str(_asked(position, source, target, **more).value)


def _asked(position: World | str, source: str = "A", target: str = "T", **more: Any) -> Verdict:
    return ask(position, "cover", from_=source, to=target, **{"attack": "ranged", **more})


def _blocked(position: World | str, source: str = "A", target: str = "T", **more: Any) -> int:
    """Blocked lines of the attacker's choice."""
    return sum(line.blocked for line in _asked(position, source, target, **more).lines)


def _figure(**switches: Any) -> World:
    """The ogre of the cover figure and its four attackers."""
    rows = "..........W\n....#......\n..FOO......\n...OO......\n..R#..#....\n........B.."
    reach = switches.pop("reach", 10)
    creatures = {"O": {"size": "large", "reach": reach, **FOE}, **dict.fromkeys("FRBW", HERO)}
    return first(rows, creatures, switches=switches)


def _shelter(position: World, *, creatures: bool = False) -> Shelter:
    """A reader of lines of the whole board."""
    height = position.board.height
    stand = Stand(Space(-1, 0, 1, height), Space(position.board.width, 0, 1, height))
    return Shelter(position, stand, melee=False, creatures=creatures, grazing=False)


def _line(start: tuple[int, int], end: tuple[int, int], squares: list[tuple[int, int]], kind: str = "#") -> bool:
    """Whether a line between two intersections is blocked on a board with some squares filled."""
    rows = [["."] * 8 for _ in range(6)]
    for x, y in squares:
        rows[y][x] = kind
    shelter = _shelter(first("\n".join(map("".join, rows))))
    return bool(shelter.look(corner(*start), corner(*end))[0].met)


@pytest.mark.rule("pf1.loe.line_touch")
@pytest.mark.parametrize(
    ("start", "end", "squares", "blocked"),
    [
        ((0, 1), (6, 1), [(3, 0)], False),
        ((0, 1), (6, 1), [(3, 0), (3, 1)], True),
        ((0, 0), (4, 2), [(2, 0)], False),
        ((0, 0), (4, 4), [(2, 1), (1, 2)], True),
        ((0, 1), (6, 1), [(1, 0), (4, 1)], False),
        ((0, 1), (6, 1), [(2, 0), (3, 1)], True),
        ((0, 0), (4, 2), [(1, 0)], True),
    ],
)
def test_lines_may_touch_on_one_side(
    start: tuple[int, int], end: tuple[int, int], squares: list[tuple[int, int]], blocked: bool
) -> None:
    assert _line(start, end, squares) is blocked
    assert _line(end, start, squares) is blocked


@pytest.mark.rule("pf1.loe.line_touch")
def test_creatures_and_trees_never_pinch() -> None:
    lane = first("A......\n...C...\n...D...\n......T")
    assert _shelter(lane, creatures=True).look(corner(0, 2), corner(7, 2))[0].met == 0
    assert _shelter(lane, creatures=True).look(corner(0, 2), corner(7, 1))[0].met == SOFT
    assert not _line((0, 1), (6, 1), [(3, 0), (3, 1)], "o")
    assert _line((0, 1), (6, 2), [(3, 0), (3, 1)], "o")


@pytest.mark.rule("pf1.loe.line_touch")
def test_the_end_of_a_thin_wall_is_only_touched() -> None:
    wall = Obstacle((corner(2, 0), corner(2, 2)), "wall", cover="solid", blocks=frozenset({"effect"}))
    assert not trace(corner(0, 0), corner(4, 0), [wall]).stopped(is_solid)
    assert trace(corner(0, 1), corner(4, 1), [wall]).stopped(is_solid)


@pytest.mark.rule("pf1.loe.line_touch")
@pytest.mark.parametrize(
    ("rows", "attack", "grade"),
    [
        ("#####\nA...T\n#####", "ranged", "none"),
        ("AT\n##", "melee", "none"),
        (".#.\nA#T\n.#.", "ranged", "total"),
        ("#T\nA#", "melee", "total"),
    ],
)
def test_walls_along_the_way(rows: str, attack: str, grade: str) -> None:
    assert _cover(rows, attack=attack) == grade


@pytest.mark.rule("pf1.loe.line_touch")
def test_grazing_may_block() -> None:
    corridor = first("#####\nA...T\n#####", switches={"grazing_corner_blocks": True})
    verdict = _asked(corridor)
    assert (verdict.value, verdict.switches["pf1.grazing_corner_blocks"]) == ("cover", True)
    assert value(corridor, "line_of_effect", from_="A", to="T") is True
    beside = first("......\nA..T#.\n......", switches={"grazing_corner_blocks": True})
    assert _cover(beside) == "none"
    creatures = first("......\n...C..\nA....T\n...D..\n......", switches={"grazing_corner_blocks": True})
    assert _cover(creatures) == "none"


RANGED = [
    ("A#....\n.....T", "none", "cover"),
    ("A....\n...#T", "cover", "none"),
    ("A.....\n......\n##T###", "cover", "none"),
    ("A..\n.#.\n..T", "total", "total"),
    ("..#..\nA.#.T\n.....", "total", "total"),
    ("A....T", "none", "none"),
    ("A..o..T\n.......", "cover", "cover"),
]


@pytest.mark.rule("pf1.cover.ranged")
@pytest.mark.rule("pf1.cover.asymmetric")
@pytest.mark.parametrize(("rows", "there", "back"), RANGED)
def test_the_best_corner_decides_each_way_by_itself(rows: str, there: str, back: str) -> None:
    assert (_cover(rows), _cover(rows, "T", "A")) == (there, back)


@pytest.mark.rule("pf1.cover.ranged")
@pytest.mark.parametrize(
    ("rows", "source", "target", "blocked"),
    [
        ("A#....\n.....T", "T", "A", 2),
        ("A....\n...#T", "A", "T", 2),
        ("A.....\n......\n##T###", "A", "T", 1),
        ("A..C..T\n.......", "A", "T", 2),
        ("A....\n..C..\n....T", "A", "T", 3),
        ("A.....\n..CD..\n.....T", "A", "T", 4),
    ],
)
def test_blocked_lines_of_the_best_corner(rows: str, source: str, target: str, blocked: int) -> None:
    assert _blocked(rows, source, target) == blocked


@pytest.mark.rule("pf1.cover.ranged")
def test_a_verdict_shows_its_lines_and_the_corners_not_taken() -> None:
    verdict = _asked("A#....\n.....T")
    assert verdict.chosen_corner == Point(0, 1000)
    assert len(verdict.lines) == 4
    assert not any(line.blocked for line in verdict.lines)
    assert {one.corner for one in verdict.alternatives} == {corner(0, 0), corner(1, 0), corner(1, 1)}
    back = _asked("A#....\n.....T", "T", "A")
    assert back.squares["blockers"] == (Square(1, 0),)
    stopped = [contact for line in back.lines for contact in line.contacts if contact.stops]
    assert {contact.square for contact in stopped} == {Square(1, 0)}


@pytest.mark.rule("pf1.cover.ranged_big")
def test_lines_go_to_the_outer_corners_of_a_big_target() -> None:
    rows = "A......\n....#TT\n....#TT"
    here = first(rows, {"A": {}, "T": {"size": "large"}})
    assert (_cover(here), _blocked(here), _cover(here, "T", "A")) == ("cover", 2, "none")
    assert "pf1.cover.ranged_big" in rules_of(_asked(here))
    figure = _figure()
    assert _cover(figure, "O", "R", attack="ranged") == "none"
    one_of_four = _asked(figure, "W", "O")
    assert (one_of_four.value, sum(line.blocked for line in one_of_four.lines)) == ("cover", 1)


@pytest.mark.rule("pf1.cover.melee_adjacent")
@pytest.mark.parametrize(
    ("rows", "grade"),
    [
        (".T\nA#", "cover"),
        (".T\nA.", "none"),
        ("AT\n##", "none"),
        ("An\n.T", "cover"),
        ("Ao\n.T", "none"),
        ("AC\n.T", "none"),
        ("A#\n.T", "cover"),
    ],
)
def test_neighbours_test_all_sixteen_lines(rows: str, grade: str) -> None:
    for source, target in (("A", "T"), ("T", "A")):
        verdict = _asked(rows, source, target, attack="melee")
        assert verdict.value == grade
        assert len(verdict.lines) == 16
        assert "pf1.cover.melee_adjacent" in rules_of(verdict)
    assert value(rows, "cover", from_="A", to="T") == grade


@pytest.mark.rule("pf1.cover.melee_adjacent")
@pytest.mark.parametrize(
    ("kind", "grade"),
    [("low_wall", "cover"), ("window", "cover"), ("portcullis", "cover"), ("arrow_slit", "none"), ("wall", "total")],
)
def test_what_is_built_between_neighbours(kind: str, grade: str) -> None:
    here = first("AT", walls=[{"line": [[1, 0], [1, 1]], "kind": kind}])
    assert _cover(here, attack="melee") == grade
    assert _cover(here, "T", "A", attack="melee") == grade


@pytest.mark.rule("pf1.cover.melee_adjacent")
def test_a_neighbour_outside_a_door_gap() -> None:
    rows = ".T...\n##A##\n....."
    assert _cover(rows, attack="melee") == "cover"
    assert _cover(rows, attack="ranged") == "none"
    assert value(rows, "move_cost", who="A", path=["C2", "B1"]) == "illegal"


@pytest.mark.rule("pf1.cover.melee_nonadjacent")
def test_reach_attacks_use_the_ranged_procedure() -> None:
    spear = {"F": {**HERO, "reach_weapon": True}, "A": HERO, "E": FOE}
    straight = _asked(first(".E.\n.A.\n.F.", spear), "F", "E", attack="reach")
    assert (straight.value, "pf1.cover.soft" in rules_of(straight)) == ("cover", True)
    assert "pf1.cover.melee_nonadjacent" in rules_of(straight)
    assert _cover(first("E..\nA..\nF..", spear), "F", "E", attack="melee") == "cover"
    big = first(
        "AA..\nAATC", {"A": {"size": "large", "reach": 10, **FOE}, "T": HERO, "C": {**HERO, "reach_weapon": True}}
    )
    assert _cover(big, "A", "C", attack="reach") == "cover"
    back = _asked(big, "C", "A", attack="reach")
    assert (back.value, "pf1.cover.big_melee_square" in rules_of(back)) == ("none", True)


@pytest.mark.rule("pf1.cover.melee_reach_attacker")
def test_long_natural_reach_is_judged_like_a_shot() -> None:
    figure = _figure()
    assert _cover(figure, "R", "O", attack="melee") == "cover"
    verdict = _asked(figure, "O", "R", attack="melee")
    assert (verdict.value, "pf1.cover.melee_reach_attacker" in rules_of(verdict)) == ("none", True)
    assert _cover(_figure(reach=5), "O", "R", attack="melee") == "cover"
    rows = ".OO\n.OO\nA#."
    for reach, grade in ((10, "none"), (5, "cover")):
        here = first(rows, {"A": {}, "O": {"size": "large", "reach": reach}})
        assert _cover(here, "O", "A", attack="melee") == grade
        assert _cover(here, "A", "O", attack="melee") == "cover"


@pytest.mark.rule("pf1.cover.big_melee_square")
def test_the_attacker_picks_a_pair_of_squares_in_reach() -> None:
    ogre = {"A": {}, "O": {"size": "large", "reach": 5}}
    assert _cover(first(".OO\n.OO\nA#.", ogre), "A", "O", attack="melee") == "cover"
    verdict = _asked(first(".OO.\n.OO.\n.A#.", ogre), "A", "O", attack="melee")
    assert verdict.value == "none"
    assert (verdict.lines[0].start, verdict.lines[0].end) == (corner(1, 2), corner(1, 1))


@pytest.mark.rule("pf1.cover.low_obstacle")
@pytest.mark.parametrize(
    ("rows", "there", "back"),
    [
        ("A....nT", "cover", "none"),
        ("An....T", "none", "cover"),
        ("A" + "." * 8 + "n" + "." * 6 + "T", "none", "none"),
        ("A" + "." * 7 + "n" + "." * 5 + "T", "cover", "none"),
        ("A" + "." * 7 + "n" + "." * 6 + "T", "none", "none"),
        ("A..n..T", "cover", "cover"),
    ],
)
def test_low_obstacles_cover_the_one_close_behind_them(rows: str, there: str, back: str) -> None:
    assert (_cover(rows), _cover(rows, "T", "A")) == (there, back)


@pytest.mark.rule("pf1.cover.low_obstacle")
@pytest.mark.parametrize(("steps", "grade"), [(4, "cover"), (5, "none")])
def test_the_thirty_feet_are_counted_by_diagonals(steps: int, grade: str) -> None:
    side = 7 + steps
    rows = [["."] * side for _ in range(side)]
    rows[0][0], rows[6][6], rows[6 + steps][6 + steps] = "A", "n", "T"
    assert _cover("\n".join(map("".join, rows))) == grade


@pytest.mark.rule("pf1.cover.low_obstacle")
def test_a_long_low_wall_counts_where_the_lines_cross_it() -> None:
    rows = ".........\n.A.....T.\n........."
    here = first(rows, walls=[{"line": [[7, 0], [7, 3]], "kind": "low_wall"}])
    there = _asked(here)
    assert (there.value, _cover(here, "T", "A")) == ("cover", "none")
    assert "pf1.cover.low_obstacle" in rules_of(there)
    assert "pf1.cover.low_obstacle" in rules_of(_asked(here, "T", "A")) or _blocked(here, "T", "A") == 0
    piece = Obstacle((corner(7, 0), corner(7, 1)), "wall", cover="low")
    assert obstacle_distance_sq(Space(7, 1, 1, 1), piece) == 1
    assert obstacle_distance_sq(Space(1, 1, 1, 1), piece) == 6 + 0
    assert obstacle_distance_sq(corner(7, 3), piece) == 3


@pytest.mark.rule("pf1.cover.low_obstacle")
def test_a_low_obstacle_may_be_too_low_for_big_creatures() -> None:
    legend = {"w": {"terrain": "kerb", "cover": "low", "shelters_up_to": "medium"}}
    rows = "A....wTT\n.....wTT"
    assert _cover(first(rows, {"A": {}, "T": {"size": "large"}}, legend=legend)) == "none"
    assert _cover(first(rows.replace("w", "n"), {"A": {}, "T": {"size": "large"}})) == "cover"


@pytest.mark.rule("pf1.cover.soft")
@pytest.mark.parametrize(
    ("rows", "creatures", "grade"),
    [
        ("A..C..T\n.......", {}, "cover"),
        ("A.....T\n...C...", {}, "none"),
        ("A..C..T\n.......", {"C": {"conditions": ["unconscious"], **FOE}}, "cover"),
        ("A..C..T\n.......", {"C": HERO}, "cover"),
        ("A..C..T\n.......", {"C": {"size": "tiny", **FOE}}, "cover"),
        ("A.C.D.T\n.......", {}, "cover"),
        ("......\n...C..\nA....T\n...D..\n......", {}, "none"),
    ],
)
def test_creatures_in_the_way(rows: str, creatures: dict[str, Any], grade: str) -> None:
    here = first(rows, {"A": HERO, **creatures})
    verdict = _asked(here)
    assert verdict.value == grade
    if grade == "cover":
        assert (verdict.net("ac"), verdict.net("reflex")) == (4, 0)
        assert "pf1.cover.soft" in rules_of(verdict)
        assert "pf1.cover.stealth" not in rules_of(verdict)


@pytest.mark.rule("pf1.cover.soft")
def test_who_flies_far_above_is_not_in_the_way() -> None:
    assert _cover(first("A..C..T", {"A": {}, "C": {"z": 20}, "T": {}})) == "none"
    assert _cover(first("A..C..T", {"A": {}, "C": {"z": 20}, "T": {"z": 40}})) == "cover"


@pytest.mark.rule("pf1.cover.soft")
def test_rider_and_mount_do_not_hide_each_other() -> None:
    creatures = {"A": {}, "M": {"size": "large", **FOE}, "T": {"at": "E1", "mount": "M", **FOE}}
    here = first("A...MM\n....MM", creatures)
    assert _cover(here) == "none"
    assert _cover(here, "A", "M") == "none"


@pytest.mark.rule("pf1.cover.partial")
def test_partial_cover_is_for_more_than_half_in_view() -> None:
    on, off = _figure(partial_cover=True), _figure()
    mostly = _asked(on, "W", "O")
    assert (mostly.value, mostly.net("ac"), mostly.net("reflex")) == ("partial", 2, 1)
    plain = _asked(off, "W", "O")
    assert (plain.value, plain.net("ac"), plain.net("reflex")) == ("cover", 4, 2)
    assert len(plain.discretion) == 1
    assert _cover(on, "B", "O") == _cover(off, "B", "O") == "cover"
    soft = first("A..C..T\n.......", switches={"partial_cover": True})
    assert (_cover(soft), _asked(soft).net("ac")) == ("cover", 4)
    doorway = "......\n##T##.\n......\n......\nA....."
    assert _cover(first(doorway, switches={"partial_cover": True})) == "partial"
    assert _cover(doorway) == "cover"


@pytest.mark.rule("pf1.cover.partial")
@pytest.mark.parametrize(("end", "grade"), [(1.9, "partial"), (2, "cover"), (2.1, "cover")])
def test_exactly_half_in_view_is_not_more_than_half(end: float, grade: str) -> None:
    # The line from <0,0> past the end at <2,2> is the diagonal of the target's square.
    wall = [{"line": [[2, 1], [2, end]]}]
    here = first("....\n....\n....\n...T", walls=wall, switches={"partial_cover": True})
    assert ask(here, "cover", to="T", attack="area", origin="<0,0>").value == grade


@pytest.mark.rule("pf1.cover.total")
@pytest.mark.parametrize("rows", ["A#....\n.#....\n.....T", ".#.\nA#T\n.#.", "...\nA#T\n...", "A####T\n......"])
def test_without_line_of_effect_there_is_no_attack(rows: str) -> None:
    for source, target in (("A", "T"), ("T", "A")):
        verdict = _asked(rows, source, target)
        assert verdict.value == "total"
        assert "pf1.cover.total" in rules_of(verdict)
        assert value(rows, "modifiers", from_=source, to=target) == ()
    reach = first(".#.\nA#T\n.#.", {"A": {"reach": 10}})
    assert refused_by(reach, who="A", action="attack", target="T") == "pf1.cover.total"


@pytest.mark.rule("pf1.cover.grades")
def test_grades_and_what_they_give() -> None:
    grades = table("cover")["grades"]
    assert {name: (one["ac"], one["reflex"]) for name, one in grades.items()} == {
        "partial": (2, 1),
        "soft": (4, 0),
        "cover": (4, 2),
        "improved": (8, 4),
    }


@pytest.mark.rule("pf1.cover.grades")
def test_several_sources_do_not_add_up() -> None:
    here = first("...#..T\nA.C....")
    verdict = _asked(here)
    assert (verdict.value, verdict.net("ac"), verdict.net("reflex")) == ("cover", 4, 2)
    together = first("A.C...T\n....#..")
    assert _asked(together).net("ac") == 4


@pytest.mark.rule("pf1.cover.improved")
def test_slits_shelter_from_all_but_the_one_beside_them() -> None:
    rows = "........\nA......T\n........"
    slits = [{"line": [[7, 0], [7, 3]], "kind": "arrow_slit"}]
    here = first(rows, walls=slits)
    there = _asked(here)
    assert (there.value, there.net("ac"), there.net("reflex"), there.net("stealth")) == ("improved", 8, 4, 10)
    assert _cover(here, "T", "A") == "none"
    half = first(rows, walls=[{"line": [[6, 0], [6, 1.5]], "kind": "arrow_slit"}])
    assert _cover(half) == "cover"
    walled = [{"line": [[6, 0], [6, 1]]}, {"line": [[6, 1], [6, 2]], "kind": "arrow_slit"}, {"line": [[6, 2], [6, 3]]}]
    assert _cover(first(rows, walls=walled)) == "improved"


@pytest.mark.rule("pf1.cover.obstacle_kinds")
@pytest.mark.parametrize(
    ("kind", "state", "grade", "effect", "sight"),
    [
        ("wall", None, "total", False, False),
        ("door", "closed", "total", False, False),
        ("door", "locked", "total", False, False),
        ("door", "open", "none", True, True),
        ("window", None, "cover", True, True),
        ("arrow_slit", None, "improved", True, True),
        ("portcullis", None, "cover", True, True),
        ("curtain", None, "none", True, False),
        ("force", None, "total", False, True),
        ("low_wall", None, "cover", True, True),
    ],
)
def test_barriers(kind: str, state: str | None, grade: str, effect: bool, sight: bool) -> None:
    wall = {"line": [[5, 0], [5, 3]], "kind": kind, **({"state": state} if state else {})}
    here = first("........\nA......T\n........", walls=[wall])
    assert _cover(here) == grade
    assert value(here, "line_of_effect", from_="A", to="T") is effect
    assert value(here, "line_of_sight", from_="A", to="T") is sight


@pytest.mark.rule("pf1.cover.stealth")
@pytest.mark.parametrize(("rows", "hides"), [("A..o..T", True), ("A..C..T", False), ("A.....T", False)])
def test_cover_but_not_soft_cover_allows_stealth(rows: str, hides: bool) -> None:
    assert ("pf1.cover.stealth" in rules_of(_asked(rows))) is hides


@pytest.mark.rule("pf1.cover.obstacle_kinds")
def test_trees_cover_and_stop_nothing_and_a_wall_may_differ() -> None:
    tree = "A..o..T"
    assert (_cover(tree), _cover(tree, "T", "A")) == ("cover", "cover")
    assert value(tree, "line_of_effect", from_="A", to="T") is True
    assert _cover("A..#..T") == "total"
    odd = {"line": [[3, 0], [3, 1]], "kind": "wall", "blocks": ["movement"], "cover": "window"}
    assert _cover(first("A.....T", walls=[odd])) == "cover"
    glazed = {"line": [[3, 0], [3, 1]], "kind": "window", "glazed": True}
    assert _cover(first("A.....T", walls=[glazed])) == "total"


@pytest.mark.rule("pf1.cover.obstacle_kinds")
def test_two_windows_side_by_side_leave_no_seam() -> None:
    walls = [{"line": [[3, 0], [3, 1]], "kind": "window"}, {"line": [[3, 1], [3, 2]], "kind": "window"}]
    shelter = _shelter(first("A.....T\n.......", walls=walls))
    assert shelter.look(corner(1, 1), corner(6, 1))[0].met == SHELTER
    apart = [{"line": [[3, 0], [3, 1]], "kind": "window"}, {"line": [[4, 1], [4, 2]], "kind": "window"}]
    assert _shelter(first("A.....T\n.......", walls=apart)).look(corner(1, 1), corner(6, 1))[0].met == 0


@pytest.mark.rule("pf1.cover.figure")
def test_the_cover_figure() -> None:
    figure = _figure()
    assert _cover(figure, "F", "O", attack="melee") == "none"
    assert _cover(figure, "R", "O", attack="melee") == "cover"
    assert _cover(figure, "O", "R", attack="melee") == "none"
    assert _cover(figure, "B", "O") == "cover"
    assert _cover(figure, "W", "O") == "cover"
    assert _cover(_figure(partial_cover=True), "W", "O") == "partial"
    assert _cover(_figure(reach=5), "O", "R", attack="melee") == "cover"
    assert value(figure, "provokes", who="R", path=["C5", "B6"]) == ("O",)
    assert value(figure, "provokes", who="O", path=["D3", "D2"]) == ("F",)


@pytest.mark.rule("pf1.cover.reflex")
@pytest.mark.parametrize(
    ("rows", "walls", "origin", "grade", "reflex"),
    [
        ("......\n.....T\n......", [{"line": [[5, 0], [5, 3]], "kind": "low_wall"}], "<2,1>", "cover", 2),
        ("......\n...#T.\n......\nA.....", [], "<1,0>", "cover", 2),
        ("....#....\nA...#..T.\n....#....", [], "<6,0>", "none", 0),
        ("....#....\nA...#..T.\n....#....", [], "<2,1>", "total", 0),
        (".......\nA..C..T\n.......", [], "<1,1>", "none", 0),
    ],
)
def test_cover_from_the_point_of_origin(
    rows: str, walls: list[dict[str, Any]], origin: str, grade: str, reflex: int
) -> None:
    verdict = ask(first(rows, walls=walls), "cover", to="T", attack="area", origin=origin)
    assert (verdict.value, verdict.net("reflex"), verdict.net("ac")) == (grade, reflex, 0)


def test_an_area_needs_a_point() -> None:
    with pytest.raises(ProblemError, match="starts at a point"):
        ask("A..T", "cover", to="T", attack="area", origin="B1")
    with pytest.raises(ProblemError, match="creature or a square"):
        ask("A..T", "cover", to="T")


@pytest.mark.rule("pf1.cover.ranged")
def test_bare_squares_can_be_asked() -> None:
    assert _cover("A#....\n.....T", "A1", "F2") == "none"
    assert _cover("......\n...#..", "A1", "E2") == "cover"
    assert _cover("A.T", "A", "A1") == "none"


def test_a_line_reader_names_what_it_met() -> None:
    shelter = _shelter(first("...#...\n......."))
    assert shelter.look(corner(0, 0), corner(6, 1))[0].met == SOLID
    assert shelter.look(corner(0, 1), corner(6, 1))[0].met == 0


@pytest.mark.rule("pf1.cover.big_melee_square")
@pytest.mark.rule("pf1.cover.melee_nonadjacent")
def test_the_one_square_in_reach_is_aimed_at() -> None:
    """The rest of a big target may hide: what counts is where the blow can land."""
    position = first("T..#\n...#\n..AA\n..AA", creatures={"T": {"reach": 15}, "A": {"size": "large"}})
    assert _cover(position, "T", "A", attack="reach") == "none"
    assert _cover(position, "T", "A", attack="ranged") == "cover"


@pytest.mark.rule("pf1.cover.ranged")
def test_the_weapon_tells_a_shot_from_a_stroke() -> None:
    weapons = [{"name": "bow", "ranged": True}, {"name": "sword"}]
    here = first("A#\n.T", {"A": {"weapons": weapons, **HERO}, "T": FOE})
    assert value(here, "cover", from_="A", to="T", weapon="bow") == "none"
    assert value(here, "cover", from_="A", to="T", weapon="sword") == "cover"
    assert value(here, "cover", from_="A", to="T") == "cover"
