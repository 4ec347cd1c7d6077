"""Cover by the best corner."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import HEROES, ask, fourth, rules_of, squares, value

from tactics.core.lattice import Point, Square, corner
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.geometry.scene import scene_of
from tactics.rulesets.dnd4e.coverlines import BLOCKED, CLEAR, HAMPERED, Tracer, hampers, is_solid
from tactics.world.world import World


def cover(here: World | str, attack: str = "ranged", source: str = "A", target: str = "T", **more: Any) -> str:
    """The grade of cover."""
    return str(value(here, "cover", from_=source, to=target, attack=attack, **more))


def blocked(here: World | str, source: str = "A", target: str = "T") -> int:
    """Blocked lines of the chosen corner."""
    return sum(line.blocked for line in ask(here, "cover", from_=source, to=target, attack="ranged").lines)


def with_switch(rows: str, **tables: Any) -> World:
    """A position with switches of this book given by name."""
    switches = {name: tables.pop(name) for name in ("melee_cover", "creature_cover_cap", "loe_touch") if name in tables}
    return fourth(rows, rules={"dnd4e": switches}, **tables)


@pytest.mark.rule("dnd4e.grid.filled_square")
def test_three_kinds_of_obstacle() -> None:
    here = fourth("A#o\n.n@")
    scene = scene_of(here)
    wall, tree, low = (scene.square_at(one) for one in ((1, 0), (2, 0), (1, 1)))
    assert wall is not None
    assert tree is not None
    assert low is not None
    assert [is_solid(one) for one in (wall, tree, low)] == [True, False, False]
    assert [hampers(one) for one in (wall, tree, low)] == [True, True, True]
    fog = scene.square_at((2, 1))
    assert fog is None or not (hampers(fog) or is_solid(fog))
    for glyph, free in (("#", False), ("o", True), ("n", True), ("@", True)):
        row = f"A{glyph}T"
        assert value(row, "line_of_effect", from_="A", to="T") is free
        assert (value(row, "distance", from_="A", to="T") == 2) is free
        assert (value(row, "move_cost", who="A", path=["A1", "B1"]) == 1) is free


@pytest.mark.rule("dnd4e.cover.definition")
def test_cover_and_concealment_are_independent() -> None:
    low, fog = "A.n.T", fourth("A...T", creatures={"T": {"under": "%"}})
    assert (cover(low), value(low, "concealment", from_="A", to="T")) == ("cover", "none")
    assert (cover(fog), value(fog, "concealment", from_="A", to="T")) == ("none", "concealment")
    legend = {"y": {"terrain": "foggy_tree", "cover": "object", "obscurement": 1}}
    both = fourth("A...T", creatures={"T": {"under": "y"}}, legend=legend)
    verdict = ask(both, "modifiers", from_="A", to="T", attack="ranged")
    assert [one.amount for one in verdict.modifiers] == [-2, -2]


@pytest.mark.rule("dnd4e.cover.lines", "dnd4e.cover.asymmetric")
@pytest.mark.parametrize(
    ("rows", "there", "back"),
    [
        ("T#..\n....\n..A.", (1, "cover"), (0, "none")),
        ("..#T\nA...", (2, "cover"), (0, "none")),
        ("T....\n.#...\n.....\n....A", (3, "superior"), (1, "cover")),
        ("A..T", (0, "none"), (0, "none")),
        ("A#\n.T", (0, "none"), (0, "none")),
        ("A.....\n......\n##T###", (1, "cover"), (0, "none")),
        ("....\nA#..\n...T", (0, "none"), (2, "cover")),
        (".T..\n..#.\n..A.", (0, "none"), (1, "cover")),
    ],
)
def test_blocked_lines_of_the_best_corner(rows: str, there: tuple[int, str], back: tuple[int, str]) -> None:
    assert (blocked(rows), cover(rows)) == there
    assert (blocked(rows, "T", "A"), cover(rows, source="T", target="A")) == back


@pytest.mark.rule("dnd4e.cover.lines")
def test_the_chosen_corner_is_shown_with_the_rejected_ones() -> None:
    verdict = ask("T....\n.#...\n.....\n....A", "cover", from_="A", to="T", attack="ranged")
    assert verdict.chosen_corner == corner(4, 3)
    assert len(verdict.lines) == 4
    assert {one.corner for one in verdict.alternatives} == {corner(5, 3), corner(4, 4), corner(5, 4)}
    assert all(len(one.lines) == 4 for one in verdict.alternatives)
    assert set(verdict.squares["blockers"]) == squares("B2")
    assert [(one.amount, one.to, one.type) for one in verdict.modifiers] == [(-5, "attack", "cover")]
    assert "dnd4e.cover.superior" in rules_of(verdict)


@pytest.mark.rule("dnd4e.cover.lines")
def test_the_attacker_picks_his_corner_and_a_square_of_a_big_target() -> None:
    big = {"T": {"size": "large"}}
    assert cover(fourth("A......\n....#TT\n....#TT", creatures=big)) == "cover"
    assert cover(fourth("A...TT\n....TT\n...#..", creatures=big)) == "none"
    assert cover(fourth("AA....\nAA#..T\n..#...", creatures={"A": {"size": "large"}})) == "none"


@pytest.mark.rule("dnd4e.cover.line_blocked", "dnd4e.loe.pinch")
@pytest.mark.parametrize(
    ("rows", "start", "end", "state"),
    [
        ("#####\nA...T\n#####", (0, 1), (5, 1), CLEAR),
        ("..#..\n.....", (0, 0), (4, 0), CLEAR),
        (".....\n.#...\n.....\n....A", (4, 3), (1, 0), CLEAR),
        ("..#..\n..#..", (0, 1), (4, 1), BLOCKED),
        ("..E..\n..F..", (0, 1), (4, 1), CLEAR),
        ("....\n..#.\n.#..\n....", (0, 0), (4, 4), BLOCKED),
        ("....\n..#.\n....\n....", (0, 0), (4, 4), CLEAR),
        ("....\n..E.\n.F..\n....", (0, 0), (4, 4), CLEAR),
        ("....\n..o.\n.o..\n....", (0, 0), (4, 4), CLEAR),
        ("..#..", (0, 0), (4, 1), BLOCKED),
        ("..o..", (0, 0), (4, 1), HAMPERED),
        ("..E..", (0, 0), (4, 1), HAMPERED),
    ],
)
def test_what_blocks_one_line(rows: str, start: tuple[int, int], end: tuple[int, int], state: int) -> None:
    here = fourth(rows)
    scene = scene_of(here)
    near = scene.obstacles_between(Space(0, 0, 1, 1), Space(0, 0, here.board.width, here.board.height))
    tracer = Tracer(near, Space(-9, -9, 1, 1), tuple(one for one in scene.bodies() if one.creature in "EF"))
    last = Point(*corner(*end))
    for one, other in ((corner(*start), last), (last, corner(*start))):
        assert tracer.states(one, [other], Square(99, 99)) == (state,)


@pytest.mark.rule("dnd4e.cover.line_blocked")
def test_a_thin_wall_blocks_when_crossed_not_when_touched_at_its_end() -> None:
    here = fourth("..\n..", walls=[{"line": [[1, 0], [1, 1]]}])
    tracer = Tracer(scene_of(here).obstacles_between(Space(0, 0, 1, 1), Space(1, 1, 1, 1)), Space(-9, -9, 1, 1))
    assert tracer.states(corner(0, 0), [corner(2, 1)], Square(1, 0)) == (BLOCKED,)
    assert tracer.states(corner(0, 1), [corner(2, 1)], Square(1, 0)) == (CLEAR,)


@pytest.mark.rule("dnd4e.cover.line_blocked")
def test_a_big_enemy_is_one_body() -> None:
    rows = "..EE..\nA.EE.T"
    big = fourth(rows, creatures={"E": {"size": "large"}})
    assert cover(big) == "cover"
    lane = fourth("......\n...C..\nA....T\n...D..\n......")
    assert cover(lane) == "none"


@pytest.mark.rule("dnd4e.cover.needs_loe")
@pytest.mark.parametrize(("rows", "touched"), [("A.#.T\n.....", "cover"), (".A..\n..#.\n...T", "superior")])
def test_without_line_of_effect_there_is_no_attack(rows: str, touched: str) -> None:
    verdict = ask(rows, "cover", from_="A", to="T", attack="ranged")
    assert verdict.value == "total"
    assert "dnd4e.cover.needs_loe" in rules_of(verdict)
    assert verdict.modifiers == ()
    assert cover(with_switch(rows, loe_touch="lenient")) == touched


@pytest.mark.rule("dnd4e.cover.area_close", "dnd4e.area.origin_square")
def test_areas_are_measured_from_their_origin_square() -> None:
    rows = "A....O.\n..#....\n.....T."
    here = fourth(rows.replace("O", "."))
    assert cover(here, "area", origin="F1") == "none"
    assert cover(here) == "cover"
    behind = fourth("A..C..T")
    assert cover(behind, "area", origin="B1") == "none"
    assert cover(behind) == "cover"


@pytest.mark.rule("dnd4e.cover.area_close")
def test_a_close_attack_starts_in_the_users_space() -> None:
    door = fourth(".G...\n##W##\n.....")
    verdict = ask(door, "cover", from_="W", to="G", attack="area", origin="C2")
    assert verdict.value == "none"
    assert value(door, "line_of_effect", from_="W", to="G") is True
    assert "dnd4e.cover.area_close" in rules_of(verdict)
    assert value(door, "cover", from_="W", to="G", attack="area") == "none"


@pytest.mark.rule("dnd4e.cover.reach", "dnd4e.cover.small_obstacle")
def test_reach_through_a_pillar() -> None:
    here = fourth("AoT", creatures={"A": {"reach": 2}})
    verdict = ask(here, "cover", from_="A", to="T", attack="reach")
    assert verdict.value == "cover"
    assert sum(line.blocked for line in verdict.lines) == 2
    assert "dnd4e.cover.reach" in rules_of(verdict)
    assert cover(fourth("AT\n.o"), "melee") == "none"


@pytest.mark.rule("dnd4e.cover.creatures")
def test_creatures_give_cover_against_ranged_attacks_of_their_enemies() -> None:
    assert cover("A.E.T") == "cover"
    assert cover(fourth("A.B.T", creatures={"B": HEROES})) == "none"
    assert cover("A.E.T", "reach") == "none"
    assert cover("A..C..T") == cover("A.C.D.T") == "cover"
    assert cover("A.E.T", source="T", target="A") == "none"


@pytest.mark.rule("dnd4e.cover.creatures")
@pytest.mark.parametrize(("rows", "lines"), [(".A...\n..E..\n...T.", 3), ("A.....\n..CD..\n.....T", 4)])
def test_creatures_alone_give_at_most_cover(rows: str, lines: int) -> None:
    capped = ask(rows, "cover", from_="A", to="T", attack="ranged")
    assert (capped.value, sum(line.blocked for line in capped.lines)) == ("cover", lines)
    assert capped.switches["dnd4e.creature_cover_cap"] is True
    free = with_switch(rows, creature_cover_cap=False)
    assert cover(free) == "superior"
    assert cover(free, source="T", target="A") == "none"


def test_walls_and_creatures_add_up_to_cover() -> None:
    rows = "A......\n.......\n...E...\n.....T.\n......."
    assert cover(rows) == "cover"
    assert cover(rows.replace("E", "#")) == "superior"


@pytest.mark.rule("dnd4e.cover.small_obstacle")
def test_a_tree_in_the_targets_square_counts_in_the_attackers_it_does_not() -> None:
    target = fourth("A...T", creatures={"T": {"under": "o"}})
    assert (cover(target), cover(target, source="T", target="A")) == ("cover", "none")
    assert cover(fourth("A...T", creatures={"A": {"under": "o"}})) == "none"
    assert cover("A..o..T") == cover("A..o..T", source="T", target="A") == "cover"
    assert value("A..o..T", "line_of_effect", from_="A", to="T") is True
    beside = "Ao....\n......\n.....T"
    assert (cover(beside), cover(beside, source="T", target="A")) == ("none", "cover")
    assert cover("A....T\n..o...") == "none"


@pytest.mark.rule("dnd4e.cover.small_obstacle")
def test_low_walls_give_ordinary_cover_even_when_they_block_every_line() -> None:
    here = fourth("A......\n..nnn..\n..nnn..\n.......\n....T..")
    verdict = ask(here, "cover", from_="A", to="T", attack="ranged")
    assert verdict.value == "cover"
    assert sum(line.blocked for line in verdict.lines) >= 3
    assert "dnd4e.cover.small_obstacle" in rules_of(verdict)


SLIT = [{"line": [[3, 0], [3, 1]], "kind": "arrow_slit"}]


@pytest.mark.rule("dnd4e.cover.superior_feature")
def test_a_slit_shelters_who_stands_behind_it_and_hinders_nobody_beside_it() -> None:
    here = fourth("A..T", walls=SLIT)
    verdict = ask(here, "cover", from_="A", to="T", attack="ranged")
    assert verdict.value == "superior"
    assert "dnd4e.cover.superior_feature" in rules_of(verdict)
    assert cover(here, source="T", target="A") == "none"
    assert cover(fourth("A.T....", walls=SLIT)) == "none"


@pytest.mark.rule("dnd4e.cover.superior_feature")
@pytest.mark.parametrize("kind", ["portcullis", "window"])
def test_a_column_of_bars_or_windows(kind: str) -> None:
    rows = "........\nA......T\n........"
    here = fourth(rows, walls=[{"line": [[4, 0], [4, 3]], "kind": kind}])
    assert cover(here) == cover(here, source="T", target="A") == "superior"
    assert value(here, "line_of_sight", from_="A", to="T") is True
    assert value(here, "line_of_effect", from_="A", to="T") is True


@pytest.mark.rule("dnd4e.cover.superior_feature")
def test_slits_before_a_big_target() -> None:
    rows = "..........\nA.......TT\n........TT\n.........."
    here = fourth(rows, walls=[{"line": [[7, 0], [7, 4]], "kind": "arrow_slit"}], creatures={"T": {"size": "large"}})
    assert cover(here) == "superior"


def test_an_opening_behind_the_target_shelters_nobody() -> None:
    for kind in ("arrow_slit", "window", "portcullis"):
        assert cover(fourth("A.T..", walls=[{"line": [[3, 0], [3, 1]], "kind": kind}])) == "none"


@pytest.mark.rule("dnd4e.cover.figure", "dnd4e.cover.creatures")
def test_the_figure_of_the_book() -> None:
    rows = "G......\nE......\n..#T...\nA..B..U"
    here = fourth(rows, creatures={"B": HEROES})
    assert cover(here, target="U") == "none"
    assert cover(here, target="G") == "cover"
    assert cover(here, target="T") == "cover"


@pytest.mark.rule("dnd4e.cover.melee_alternative")
@pytest.mark.parametrize(("rows", "walls"), [("A#\n.T", []), ("A.\n.T", [{"line": [[1, 0], [1, 1]]}])])
def test_melee_by_the_companion_guide(rows: str, walls: list[dict[str, Any]]) -> None:
    plain, guide = fourth(rows, walls=walls), with_switch(rows, walls=walls, melee_cover="dmg")
    assert cover(plain, "melee") == "none"
    for source, target in (("A", "T"), ("T", "A")):
        verdict = ask(guide, "cover", from_=source, to=target, attack="melee")
        assert verdict.value == "cover"
        assert len(verdict.lines) == 16
        assert verdict.switches["dnd4e.melee_cover"] == "dmg"
    assert cover(guide) == "none"


def test_by_the_companion_guide_only_openings_give_superior_cover() -> None:
    rows = "........\nA......T\n........"
    bars = [{"line": [[4, 0], [4, 3]], "kind": "portcullis"}]
    assert cover(with_switch(rows, walls=bars, melee_cover="dmg"), "reach") == "superior"
    assert cover(with_switch("A.T", melee_cover="dmg"), "reach") == "none"


def test_neighbours_are_attacked_in_melee_unless_said_otherwise() -> None:
    assert ask(fourth("AET"), "cover", from_="A", to="T").value == "cover"
    assert ask(fourth("AT"), "cover", from_="A", to="T").value == "none"


def test_squares_may_stand_for_creatures() -> None:
    assert cover("A.E.T", target="E1") == "cover"
    assert cover("A.E.T", source="A1") == "cover"
    assert cover("A...T", source="A1", target="E1") == "none"
    assert ask("A.E.T", "cover", from_="A1", to="T", attack="ranged").discretion


def test_a_point_is_no_origin() -> None:
    with pytest.raises(ProblemError, match="counts squares"):
        ask("A..T", "cover", from_="A", to="T", attack="area", origin=[1, 0])
    with pytest.raises(ProblemError, match="needs an attacker"):
        ask("A..T", "cover", to="T", attack="ranged")


@pytest.mark.rule("dnd4e.cover.superior_feature")
@pytest.mark.parametrize("kind", ["window", "arrow_slit", "portcullis"])
def test_an_opening_beside_the_targets_row_covers_nobody(kind: str) -> None:
    """It meets a corner of the target's square and stands at none of its borders."""
    position = fourth("T.....\n......\n..B.A.", walls=[{"kind": kind, "line": [[3, 1], [3, 2]]}])
    assert value(position, "cover", from_="A", to="B", attack="ranged") == "none"
