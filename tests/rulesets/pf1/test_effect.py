"""Line of effect and line of sight."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.first import ask, first, rules_of, value

from tactics.world.world import World

LENIENT = {"loe_touch": "lenient"}


def _effect(position: World | str) -> bool:
    """Line of effect between A and T, which must be the same both ways."""
    there = ask(position, "line_of_effect", from_="A", to="T")
    assert value(position, "line_of_effect", from_="T", to="A") is there.value
    assert "pf1.loe.line_of_effect" in rules_of(there)
    return bool(there.value)


def _sight(position: World | str) -> bool:
    return bool(value(position, "line_of_sight", from_="A", to="T"))


@pytest.mark.rule("pf1.loe.line_of_effect")
@pytest.mark.parametrize(
    ("rows", "strict", "lenient"),
    [
        (".#.\nA#T\n.#.", False, False),
        ("...\nA#T\n...", False, True),
        ("A..\n.#.\n..T", False, True),
        ("A....\n...#T", True, True),
        ("A....T", True, True),
        ("A#\n#T", False, False),
        ("A####T\n......", False, True),
        (".A\n##\n.T", False, True),
        ("1#....\n.#....\n.....2".replace("1", "A").replace("2", "T"), False, False),
    ],
)
def test_some_line_between_the_insides_meets_nothing_solid(rows: str, strict: bool, lenient: bool) -> None:
    assert _effect(rows) is strict
    assert _effect(first(rows, switches=LENIENT)) is lenient


@pytest.mark.rule("pf1.loe.line_of_effect")
@pytest.mark.rule("pf1.cover.total")
@pytest.mark.parametrize(
    ("rows", "cover", "blocked"),
    [("...\nA#T\n...", "cover", 2), ("A..\n.#.\n..T", "cover", 3), ("A####T\n......", "cover", 2)],
)
def test_the_lenient_reading_leaves_plain_cover(rows: str, cover: str, blocked: int) -> None:
    verdict = ask(first(rows, switches=LENIENT), "cover", from_="A", to="T", attack="ranged")
    assert verdict.value == cover
    assert sum(line.blocked for line in verdict.lines) == blocked
    assert verdict.switches["pf1.loe_touch"] == "lenient"
    assert value(rows, "cover", from_="A", to="T", attack="ranged") == "total"


@pytest.mark.rule("pf1.loe.line_of_effect")
def test_fog_and_creatures_cut_nothing() -> None:
    assert _effect("A.%@.T")
    assert _effect("A.B..T")


@pytest.mark.rule("pf1.loe.line_of_effect")
def test_thin_walls_and_welded_gaps() -> None:
    assert not _effect(first("AT", walls=[{"line": [[1, 0], [1, 1]]}]))
    hair = [{"line": [[2, 0], [2, 0.5]]}, {"line": [[2, 0.505], [2, 1]]}]
    assert not _effect(first("A..T", walls=hair))
    gap = [{"line": [[2, 0], [2, 0.4]]}, {"line": [[2, 0.6], [2, 1]]}]
    assert _effect(first("A..T", walls=gap))


@pytest.mark.rule("pf1.loe.line_of_sight")
@pytest.mark.parametrize(
    ("rows", "walls", "sight", "effect"),
    [
        ("A.....T", [], True, True),
        ("A..@..T", [], False, True),
        ("A..%..T", [], True, True),
        ("A..T", [{"line": [[2, 0], [2, 1]], "kind": "curtain"}], False, True),
        ("A..T", [{"line": [[2, 0], [2, 1]], "kind": "force"}], True, False),
        ("A..T", [{"line": [[2, 0], [2, 1]], "kind": "window", "glazed": True}], True, False),
        ("A..T", [{"line": [[2, 0], [2, 1]], "kind": "window"}], True, True),
    ],
)
def test_sight_and_effect_are_stopped_by_different_things(
    rows: str, walls: list[dict[str, Any]], sight: bool, effect: bool
) -> None:
    here = first(rows, walls=walls)
    assert (_sight(here), _effect(here)) == (sight, effect)


@pytest.mark.rule("pf1.loe.line_of_sight")
@pytest.mark.rule("pf1.conceal.figure_obscuring")
def test_dense_fog_ends_sight_after_five_feet() -> None:
    assert not _sight(first("A.....T", {"A": {}, "T": {"under": "@"}}))
    assert not _sight(first("A.....T", {"A": {"under": "@"}, "T": {}}))
    assert _sight(first("AT", {"A": {"under": "@"}, "T": {"under": "@"}}))
    large = {"A": {}, "T": {"size": "large", "at": "E1"}}
    assert _sight(first("A....@\n.....@", large))
    assert not _sight(first("A...@.\n....@.", large))
    verdict = ask(first("A..T", {"A": {}, "T": {"under": "@"}}), "line_of_sight", from_="A", to="T")
    assert "pf1.conceal.figure_obscuring" in rules_of(verdict)


@pytest.mark.rule("pf1.loe.line_of_sight")
@pytest.mark.parametrize(
    ("observer", "seen", "sight"),
    [
        ({}, {}, False),
        ({"senses": ["darkvision"]}, {}, True),
        ({"senses": ["low_light_vision"]}, {}, False),
        ({"senses": ["blindsight"]}, {"conditions": ["invisible"]}, True),
    ],
)
def test_darkness_needs_the_right_eyes(observer: dict[str, Any], seen: dict[str, Any], sight: bool) -> None:
    assert _sight(first("A....T", {"A": observer, "T": seen}, light="dark")) is sight
    assert _effect(first("A....T", {"A": observer, "T": seen}, light="dark"))


@pytest.mark.rule("pf1.loe.line_of_sight")
def test_darkvision_has_a_range_and_nobody_sees_the_invisible() -> None:
    far = first("A" + "." * 12 + "T", {"A": {"senses": ["darkvision"]}}, light="dark")
    assert not _sight(far)
    assert _sight(first("A" + "." * 11 + "T", {"A": {"senses": ["darkvision"]}}, light="dark"))
    assert not _sight(first("A..T", {"A": {}, "T": {"conditions": ["invisible"]}}))
    assert _sight(first("A..T", {"A": {"senses": ["see_invisible"]}, "T": {"conditions": ["invisible"]}}))
    assert not _sight(first("A..T", {"A": {"conditions": ["blinded"]}}))


@pytest.mark.rule("pf1.loe.small_hole")
@pytest.mark.parametrize(
    ("kind", "grade"), [("arrow_slit", "improved"), ("window", "cover"), ("portcullis", "cover"), ("wall", "total")]
)
def test_openings_let_effects_through_and_give_cover(kind: str, grade: str) -> None:
    rows = "........\nA......T\n........"
    here = first(rows, walls=[{"line": [[5, 0], [5, 3]], "kind": kind}])
    assert _effect(here) is (kind != "wall")
    assert value(here, "cover", from_="A", to="T", attack="ranged") == grade


@pytest.mark.rule("pf1.loe.line_of_effect")
def test_points_and_squares_have_lines_too() -> None:
    here = first("A..#..\n...#..\n......")
    assert value(here, "line_of_effect", from_="A", to="<6,0>") is False
    assert value(here, "line_of_effect", from_="<1,3>", to="<6,3>") is True
    assert value(here, "line_of_sight", from_="A1", to="C3") is True
