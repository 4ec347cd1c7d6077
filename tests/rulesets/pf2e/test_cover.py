"""Cover."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import world

from tactics.core.language import catalogue
from tactics.core.lattice import Square, corner, square_name
from tactics.core.problems import ProblemError
from tactics.core.text import say
from tactics.rules.question import parse_question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.stealth import can_hide, stealth_bonus
from tactics.rulesets.pf2e.taking_cover import ends_with, may_take_cover, taken_cover
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]


def _cover(ask: Ask, position: World, **arguments: Any) -> str:
    value = ask(position, "cover", **{"from_": "A", "to": "T", **arguments}).value
    assert isinstance(value, str)
    return value


def _both_ways(ask: Ask, position: World) -> tuple[str, str]:
    return _cover(ask, position), _cover(ask, position, from_="T", to="A")


@pytest.mark.rule("pf2e.cover.measure")
@pytest.mark.parametrize(
    ("rows", "grade"),
    [
        ("A..\n##T", "standard"),
        ("A.T\n.#.", "none"),
        ("A.C.D.T", "lesser"),
        ("A#\n.T", "none"),
        ("...#..T\nA.C....", "standard"),
        ("Ao....\n......\n.....T", "standard"),
        ("A....T\n..o...", "none"),
        ("A..#..T\n.......", "total"),
        ("A..\n.#.\n..T", "total"),
    ],
)
def test_one_line_from_centre_to_centre(board: Board, ask: Ask, rows: str, grade: str) -> None:
    position = board(rows)
    assert _both_ways(ask, position) == (grade, grade)


WIDE = "AAAA.....TTTT\nAAAA.{}...TTTT\nAAAA.{}...TTTT\nAAAA.....TTTT"
GARGANTUAN = {"A": {"size": "gargantuan"}, "T": {"size": "gargantuan"}}


@pytest.mark.rule("pf2e.cover.measure")
@pytest.mark.parametrize(
    ("above", "below", "grade"),
    [("#", "#", "standard"), ("#", ".", "none"), ("C", "D", "none"), ("n", "n", "standard")],
)
def test_a_line_along_a_seam(board: Board, ask: Ask, above: str, below: str, grade: str) -> None:
    position = board(WIDE.format(above, below), creatures=GARGANTUAN)
    assert _both_ways(ask, position) == (grade, grade)


@pytest.mark.rule("pf2e.cover.measure")
def test_touching_is_no_cover_and_left_to_the_table(board: Board, ask: Ask) -> None:
    verdict = ask(board("A#\n.T"), "cover", from_="A", to="T")
    assert (verdict.value, len(verdict.discretion)) == ("none", 1)
    assert ask(board("A.T\n..."), "cover", from_="A", to="T").discretion == ()


@pytest.mark.rule("pf2e.cover.measure")
def test_a_fallen_creature_covers_like_a_standing_one(board: Board, ask: Ask) -> None:
    position = board("A.C.T", creatures={"C": {"conditions": ["unconscious"]}})
    assert _cover(ask, position) == "lesser"


@pytest.mark.rule("pf2e.cover.measure", "pf2e.cover.barrier_kinds")
def test_own_squares_never_cover(board: Board, ask: Ask) -> None:
    position = board("A...T", creatures={"A": {"under": "o"}, "T": {"under": "n"}})
    assert _both_ways(ask, position) == ("none", "none")


@pytest.mark.rule("pf2e.cover.relative")
def test_cover_is_judged_for_each_attacker(board: Board, ask: Ask) -> None:
    position = board("A...\n.##B\n...C")
    assert ask(position, "cover", from_="A", to="B").value == "standard"
    assert ask(position, "cover", from_="C", to="B").value == "none"


@pytest.mark.rule("pf2e.cover.relative")
def test_behind_a_wall_there_is_no_line_of_effect(board: Board, ask: Ask) -> None:
    verdict = ask(board("A#T\n.#."), "cover", from_="A", to="T")
    assert (verdict.value, verdict.modifiers, verdict.steps[0].rule) == ("total", (), "pf2e.cover.relative")


def _wall(kind: str, x: float, **more: Any) -> list[dict[str, Any]]:
    return [{"line": [[x, 0], [x, 3]], "kind": kind, **more}]


FAR = "........\nA......T\n........"


@pytest.mark.rule("pf2e.cover.barrier_kinds")
@pytest.mark.parametrize(
    ("kind", "more", "grade"),
    [
        ("low_wall", {}, "standard"),
        ("window", {}, "standard"),
        ("portcullis", {}, "standard"),
        ("arrow_slit", {}, "greater"),
        ("curtain", {}, "none"),
        ("door", {"state": "open"}, "none"),
        ("door", {"state": "closed"}, "total"),
        ("window", {"glazed": True}, "total"),
        ("wall", {"blocks": [], "cover": "extreme"}, "greater"),
    ],
)
def test_what_thin_walls_give(board: Board, ask: Ask, kind: str, more: dict[str, Any], grade: str) -> None:
    position = board(FAR, walls=_wall(kind, 4, **more))
    assert _both_ways(ask, position) == (grade, grade)


@pytest.mark.rule("pf2e.cover.barrier_kinds")
def test_low_obstacles_count_at_any_distance(board: Board, ask: Ask) -> None:
    assert _both_ways(ask, board("An......T")) == ("standard", "standard")
    neighbours = board("AT\n..\n..", walls=_wall("low_wall", 1))
    assert ask(neighbours, "cover", from_="A", to="T", attack="melee").value == "standard"


@pytest.mark.rule("pf2e.cover.special_circumstances", "pf2e.cover.greater")
@pytest.mark.parametrize(
    ("x", "out", "back"), [(1, "none", "greater"), (4, "greater", "greater"), (7, "greater", "none")]
)
def test_beside_an_arrow_slit(board: Board, ask: Ask, x: int, out: str, back: str) -> None:
    assert _both_ways(ask, board(FAR, walls=_wall("arrow_slit", x))) == (out, back)


@pytest.mark.rule("pf2e.cover.special_circumstances")
def test_beside_a_square_with_a_slit(board: Board, ask: Ask) -> None:
    legend = {"s": {"terrain": "slit", "blocks": ["movement"], "cover": "arrow_slit"}}
    assert _both_ways(ask, board("As...T", legend=legend)) == ("none", "greater")
    assert _both_ways(ask, board("A.s..T", legend=legend)) == ("greater", "greater")


@pytest.mark.rule("pf2e.cover.special_circumstances")
def test_the_other_cover_of_one_at_a_slit_stays(board: Board, ask: Ask) -> None:
    position = board("........\nA...n..T\n........", walls=_wall("arrow_slit", 1))
    assert _cover(ask, position) == "standard"


@pytest.mark.rule("pf2e.cover.special_circumstances")
def test_leaning_measures_from_the_best_corner(board: Board, ask: Ask) -> None:
    rows = "Ao....\n......\n.....T"
    assert _cover(ask, board(rows)) == "standard"
    verdict = ask(board(rows, creatures={"A": {"conditions": ["leaning"]}}), "cover", from_="A", to="T")
    assert verdict.value == "none"
    assert {one.value for one in verdict.alternatives} >= {"standard"}


@pytest.mark.rule("pf2e.cover.large_creatures", "pf2e.cover.lesser")
@pytest.mark.parametrize(
    ("attacker", "target", "between", "grade"),
    [
        ("medium", "medium", "huge", "standard"),
        ("medium", "medium", "large", "lesser"),
        ("small", "medium", "large", "lesser"),
        ("small", "small", "large", "standard"),
        ("large", "medium", "huge", "lesser"),
        ("medium", "large", "gargantuan", "standard"),
        ("large", "large", "gargantuan", "standard"),
        ("medium", "large", "huge", "lesser"),
    ],
)
def test_big_creatures_in_the_way(board: Board, ask: Ask, attacker: str, target: str, between: str, grade: str) -> None:
    creatures = {
        "A": {"size": attacker, "at": "A2"},
        "T": {"size": target, "at": "J2"},
        "C": {"size": between, "at": "E1"},
    }
    position = board(["." * 12] * 4, creatures=creatures)
    assert _both_ways(ask, position) == (grade, grade)


@pytest.mark.rule("pf2e.cover.small_obstacle")
def test_a_thin_pillar_shelters_no_dragon(board: Board, ask: Ask) -> None:
    legend = {"p": {"terrain": "thin_pillar", "cover": "object", "shelters_up_to": "medium"}}
    medium = board("A.p..T", legend=legend)
    assert _cover(ask, medium) == "standard"
    rows = ".....TTT\nA.p..TTT\n.....TTT"
    huge = board(rows, legend=legend, creatures={"T": {"size": "huge"}})
    assert _cover(ask, huge) == "none"
    any_size = board(rows.replace("p", "o"), creatures={"T": {"size": "huge"}})
    assert _cover(ask, any_size) == "standard"


@pytest.mark.rule("pf2e.cover.lesser")
def test_lesser_cover_helps_armour_class_alone(board: Board, ask: Ask) -> None:
    verdict = ask(board("ACT"), "cover", from_="A", to="T")
    assert verdict.value == "lesser"
    assert [(one.to, one.amount) for one in verdict.modifiers] == [("ac", 1)]
    assert not can_hide("lesser")


@pytest.mark.rule("pf2e.cover.standard", "pf2e.cover.stealth")
def test_what_standard_cover_is_worth(board: Board, ask: Ask) -> None:
    verdict = ask(board("A..\n##T"), "cover", from_="A", to="T")
    assert (18 + verdict.net("ac"), verdict.net("reflex"), verdict.net("stealth")) == (20, 0, 2)


@pytest.mark.rule("pf2e.cover.standard", "pf2e.cover.area_effects", "pf2e.area.not_reduced")
def test_cover_against_an_area(board: Board, ask: Ask) -> None:
    position = board("......\n.....T\n......", walls=_wall("low_wall", 5), creatures={"A": {"at": "F3"}, "T": {}})
    verdict = ask(position, "cover", to="T", attack="area", origin=[2, 1])
    assert (verdict.value, verdict.net("reflex"), verdict.net("ac")) == ("standard", 2, 0)
    assert ask(position, "cover", from_="A", to="T", attack="area", origin=[2, 1]).value == "standard"


@pytest.mark.rule("pf2e.cover.area_effects")
def test_a_wall_square_beside_the_target(board: Board, ask: Ask) -> None:
    position = board("......\n...#T.\n......")
    assert ask(position, "cover", to="T", attack="area", origin=[1, 0]).value == "standard"
    assert ask(position, "cover", to="T", attack="area", origin=[5, 0]).value == "none"


@pytest.mark.rule("pf2e.area.not_reduced")
def test_creatures_do_not_shelter_from_areas(board: Board, ask: Ask) -> None:
    verdict = ask(board("......\n..C.T.\n......"), "cover", to="T", attack="area", origin=[1, 1])
    assert verdict.value == "lesser"
    assert verdict.modifiers == ()


@pytest.mark.rule("pf2e.cover.greater")
def test_what_greater_cover_is_worth(board: Board, ask: Ask) -> None:
    verdict = ask(board(FAR, walls=_wall("arrow_slit", 4)), "cover", from_="A", to="T")
    assert (18 + verdict.net("ac"), verdict.net("stealth")) == (22, 4)
    area = ask(board(FAR, walls=_wall("arrow_slit", 4)), "cover", to="T", attack="area", origin=[2, 1])
    assert (area.value, 8 + area.net("reflex")) == ("greater", 12)


@pytest.mark.rule("pf2e.cover.hide", "pf2e.cover.stealth")
def test_hiding_and_stealth() -> None:
    assert [can_hide(one) for one in ("none", "lesser", "standard", "greater")] == [False, False, True, True]
    assert can_hide("none", concealed=True)
    assert [9 + stealth_bonus(one) for one in ("none", "lesser", "standard", "greater")] == [9, 9, 11, 13]


@pytest.mark.rule("pf2e.basic.take_cover", "pf2e.cover.greater")
@pytest.mark.parametrize(
    ("rows", "conditions", "attack", "grade"),
    [
        ("A..\n##T", ["taking_cover"], "ranged", "greater"),
        ("A..\n##T", [], "ranged", "standard"),
        ("A..T\n...n", ["taking_cover"], "ranged", "standard"),
        ("A..T\n....", ["taking_cover", "prone"], "ranged", "greater"),
        ("A..T\n....", ["taking_cover", "prone"], "reach", "none"),
        ("ACT.\n....", ["taking_cover"], "ranged", "standard"),
    ],
)
def test_take_cover(board: Board, ask: Ask, rows: str, conditions: list[str], attack: str, grade: str) -> None:
    position = board(rows, creatures={"T": {"conditions": conditions}})
    assert _cover(ask, position, attack=attack) == grade


@pytest.mark.rule("pf2e.basic.take_cover")
def test_when_cover_can_be_taken_and_ends() -> None:
    assert not may_take_cover("none", prone=False, near_feature=False)
    assert may_take_cover("none", prone=True, near_feature=False)
    assert may_take_cover("none", prone=False, near_feature=True)
    assert may_take_cover("standard", prone=False, near_feature=False)
    assert taken_cover("total", attack="ranged", prone=True, near_feature=True) == "total"
    assert [ends_with(one) for one in ("attack", "leave_space", "talk")] == [True, True, False]


@pytest.mark.rule("pf2e.mounted.lesser_cover")
def test_the_mount_gives_lesser_cover(board: Board, ask: Ask) -> None:
    creatures = {
        "M": {"size": "large", "side": "heroes"},
        "r": {"at": "C1", "mount": "M", "side": "heroes"},
        "F": {"side": "foes"},
        "b": {"at": "A2", "z": 20, "side": "foes"},
    }
    position = board("..MM.\n..MMF", creatures=creatures)
    verdict = ask(position, "cover", from_="F", to="r")
    assert (verdict.value, verdict.net("ac")) == ("lesser", 1)
    assert ask(position, "cover", from_="F", to="M").value == "none"
    assert ask(position, "cover", from_="b", to="r", attack="ranged").value == "none"
    assert ask(position, "cover", from_="r", to="F").value == "none"
    assert ask(position, "cover", to="r", attack="area", origin=[0, 0]).value == "none"


@pytest.mark.rule("pf2e.cover.measure")
def test_creatures_at_another_height_are_not_in_the_way(board: Board, ask: Ask) -> None:
    position = board("A.C.T", creatures={"C": {"z": 30}})
    assert _cover(ask, position) == "none"
    climbing = board("A.C.T", creatures={"C": {"z": 10}, "T": {"z": 20}})
    assert _cover(ask, climbing) == "lesser"


def test_the_argument_names_line_obstacle_and_rule(board: Board, ask: Ask) -> None:
    verdict = ask(board("A.o.T"), "cover", from_="A", to="T")
    assert [one.rule for one in verdict.steps] == [
        "pf2e.line_of_effect",
        "pf2e.cover.measure",
        "pf2e.cover.barrier_kinds",
    ]
    assert [str(one) for one in verdict.squares["blockers"]] == ["C1"]
    blocked = [one for one in verdict.lines if one.blocked]
    assert [(str(one.start), str(one.end)) for one in blocked] == [("<0.5,0.5>", "<4.5,0.5>")]


@pytest.mark.rule("pf2e.cover.measure", "pf2e.cover.lesser")
@pytest.mark.parametrize(
    ("rows", "creatures", "grade"),
    [
        ("A...T", {"C": {"at": "A1", "size": "tiny", "side": "heroes"}}, "none"),
        ("A...T", {"C": {"at": "E1", "conditions": ["unconscious"], "side": "foes"}}, "none"),
        ("A...T", {"C": {"at": "C1", "size": "tiny", "side": "foes"}}, "lesser"),
        ("A..DDD\n...DDD\n...DDD", {"D": {"size": "huge"}, "T": {"at": "D1", "size": "tiny"}}, "none"),
        ("A..DDD\n...DDD\n...DDD", {"D": {"size": "huge"}, "T": {"at": "F1", "size": "tiny"}}, "standard"),
    ],
)
def test_who_shares_a_space_with_one_of_the_two_is_not_between_them(
    board: Board, ask: Ask, rows: str, creatures: dict[str, Any], grade: str
) -> None:
    assert _both_ways(ask, board(rows, creatures=creatures)) == (grade, grade)


@pytest.mark.rule("pf2e.cover.measure")
def test_the_weapon_names_the_kind_of_attack(board: Board, ask: Ask) -> None:
    weapons = [{"name": "bow", "ranged": True, "range": 60}, {"name": "pike", "reach_weapon": True}, {"name": "fist"}]
    prone = {"conditions": ["taking_cover", "prone"]}
    near = board("AT", creatures={"A": {"weapons": weapons}, "T": prone})
    far = board("A....T", creatures={"A": {"weapons": weapons}, "T": prone})
    assert (_cover(ask, near), _cover(ask, near, weapon="bow"), _cover(ask, near, weapon="fist")) == (
        "none",
        "greater",
        "none",
    )
    assert (_cover(ask, far), _cover(ask, far, weapon="pike")) == ("greater", "none")
    with pytest.raises(ProblemError, match="weapons: bow, pike, fist"):
        _cover(ask, far, weapon="sling")


@pytest.mark.rule("pf2e.cover.measure")
def test_who_is_far_above_is_no_neighbour(board: Board, ask: Ask) -> None:
    prone = {"conditions": ["taking_cover", "prone"]}
    assert _cover(ask, board("AT", creatures={"A": {"z": 5}, "T": prone})) == "none"
    assert _cover(ask, board("AT", creatures={"A": {"z": 30}, "T": prone})) == "greater"


def test_nobody_takes_cover_from_themselves(board: Board, ask: Ask) -> None:
    position = board("A.T")
    for question in ("cover", "modifiers", "concealment", "threatens"):
        with pytest.raises(ProblemError, match="themselves"):
            ask(position, question, from_="A", to="A")


@pytest.mark.rule("pf2e.cover.measure")
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("AoT", "pillar B1"),
        ("A.C.T", "It runs through C: lesser cover"),
        ("A#\n.T", "only touches wall B1"),
        (WIDE.format("#", "#"), "close it from both sides"),
    ],
)
def test_the_argument_names_what_counts(board: Board, ask: Ask, rows: str, words: str) -> None:
    creatures = GARGANTUAN if "AAAA" in rows else {}
    verdict = ask(board(rows, creatures=creatures), "cover", from_="A", to="T")
    said = [say(one.text, catalogue("en")) for one in verdict.steps]
    assert any(words in one for one in said)
    assert said[1].startswith("One line counts, from the centre of A to the centre of T")


@pytest.mark.rule("pf2e.cover.special_circumstances")
def test_leaning_is_offered_where_it_helps(board: Board, ask: Ask) -> None:
    offered = ask(board("A..\n##T"), "cover", from_="A", to="T").discretion
    assert [dict(one.params)["corner"] for one in offered if "corner" in dict(one.params)] == [corner(1, 0)]
    assert ask(board("A..\n.oT"), "cover", from_="A", to="T").value == "standard"
    assert ask(board("A.C.T"), "cover", from_="A", to="T").discretion == ()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(".....#,on%C"), min_size=40, max_size=40))
def test_no_step_speaks_of_odd_points(glyphs: list[str]) -> None:
    glyphs[0], glyphs[39] = "A", "T"
    rows, creatures = ["".join(glyphs[8 * row : 8 * row + 8]) for row in range(5)], {}
    for number, (y, x) in enumerate((y, x) for y in range(5) for x in range(8) if rows[y][x] == "C"):
        creatures[f"c{number}"] = {"at": square_name(Square(x, y)), "side": "foes"}
    position = world([row.replace("C", ".") for row in rows], ("pf2e",), creatures=creatures)
    for question in ("cover", "line_of_effect", "line_of_sight", "concealment", "modifiers", "threatens"):
        asked = parse_question(question, {"from": "A", "to": "T"}, position, "test")
        for step in book("pf2e").judge(position, asked).steps:
            assert not re.search(r"<\S*\.", say(step.text, catalogue("en")))


@pytest.mark.rule("pf2e.cover.special_circumstances")
def test_one_who_leans_takes_the_best_corner_nearest_to_the_target(board: Board, ask: Ask) -> None:
    position = board("AA..\nAA#.\n...T", creatures={"A": {"size": "large", "conditions": ["leaning"]}, "T": {}})
    verdict = ask(position, "cover", from_="A", to="T")
    assert (verdict.value, verdict.lines[0].start) == ("none", corner(2, 2))
