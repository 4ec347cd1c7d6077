"""Line of effect and line of sight."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fourth import ask, fourth, rules_of, value

from tactics.world.world import World


def effect(here: World | str, source: str = "A", target: str = "T") -> bool:
    """Line of effect, the same from both ends."""
    there, back = (
        value(here, "line_of_effect", from_=source, to=target),
        value(here, "line_of_effect", from_=target, to=source),
    )
    assert there is back
    return bool(there)


def sight(here: World | str, source: str = "A", target: str = "T") -> bool:
    """Line of sight, the same from both ends."""
    there, back = (
        value(here, "line_of_sight", from_=source, to=target),
        value(here, "line_of_sight", from_=target, to=source),
    )
    assert there is back
    return bool(there)


def lenient(rows: str, **tables: Any) -> World:
    """A position where touching is no harm."""
    return fourth(rows, rules={"dnd4e": {"loe_touch": "lenient"}}, **tables)


@pytest.mark.rule("dnd4e.los.trace")
@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        ("A.#.T\n.....", False),
        (".A..\n..#.\n...T", False),
        ("#####\nA...T\n#####", True),
        ("A#\n.T", True),
        ("A####T\n......", False),
    ],
)
def test_sight_between_spaces(rows: str, seen: bool) -> None:
    assert sight(rows) is seen


@pytest.mark.rule("dnd4e.los.trace")
def test_lenient_touch_lets_a_grazing_line_count() -> None:
    assert sight(lenient("A.#.T\n.....")) is True
    assert effect(lenient("A.#.T\n.....")) is True
    assert effect(lenient("#A\nT#")) is False


@pytest.mark.rule("dnd4e.los.trace", "dnd4e.los.blockers", "dnd4e.loe.not_sight")
def test_a_curtain_stops_sight_and_no_effect() -> None:
    here = fourth("...#...\nA.....T\n...#...", walls=[{"line": [[3, 1], [3, 2]], "kind": "curtain"}])
    assert (sight(here), effect(here)) == (False, True)


@pytest.mark.rule("dnd4e.los.blockers")
@pytest.mark.parametrize("kind", ["portcullis", "arrow_slit", "window"])
def test_openings_do_not_stop_sight(kind: str) -> None:
    assert sight(fourth("A..T", walls=[{"line": [[2, 0], [2, 1]], "kind": kind}])) is True


@pytest.mark.rule("dnd4e.los.blockers", "dnd4e.loe.not_sight")
def test_force_stops_effect_and_no_sight() -> None:
    here = fourth("A..T", walls=[{"line": [[2, 0], [2, 1]], "kind": "force"}])
    assert (sight(here), effect(here)) == (True, False)


@pytest.mark.rule("dnd4e.los.blockers")
def test_creatures_trees_and_low_obstacles_do_not_stop_sight() -> None:
    assert sight("A.E.T") is True
    assert sight("A.o.n.T") is True


@pytest.mark.rule("dnd4e.los.blockers", "dnd4e.loe.not_sight")
def test_thick_fog_hides_what_is_not_adjacent() -> None:
    between = fourth("A@T")
    assert (sight(between), effect(between)) == (False, True)
    inside = fourth("A.....T", creatures={"T": {"under": "@"}})
    assert (sight(inside), effect(inside)) == (False, True)
    beside = fourth("AT", creatures={"T": {"under": "@"}})
    assert sight(beside) is True


def test_thin_fog_hides_nobody_from_sight() -> None:
    assert sight("A.%.T") is True


def test_darkness_hides_from_those_without_darkvision() -> None:
    here = fourth("A...T", light="dark", creatures={"A": {"senses": ["darkvision"]}})
    assert value(here, "line_of_sight", from_="A", to="T") is True
    assert value(here, "line_of_sight", from_="T", to="A") is False
    lit = fourth("A...T", light="dark", lights=[{"at": "E1", "bright": 1}])
    assert value(lit, "line_of_sight", from_="A", to="T") is True
    assert value(lit, "line_of_sight", from_="T", to="A") is False


@pytest.mark.rule("dnd4e.loe.trace")
@pytest.mark.parametrize(
    ("rows", "clear"),
    [
        ("A#T", False),
        ("T#..\n....\n..A.", True),
        (".T..\n.##.\n..A.", False),
        ("A%T", True),
        ("A@T", True),
        ("A......\n...#...\n......T", False),
        ("A.......\n...#....\n.......T", True),
        ("T....#.\n.###..A\n....#..\n....#..", True),
        ("A.o.n.T", True),
        ("A.E.T", True),
    ],
)
def test_effect_between_spaces(rows: str, clear: bool) -> None:
    assert effect(rows) is clear


@pytest.mark.rule("dnd4e.loe.trace")
@pytest.mark.parametrize(
    ("wall", "clear"),
    [
        ({"kind": "wall"}, False),
        ({"kind": "door", "state": "closed"}, False),
        ({"kind": "door", "state": "open"}, True),
        ({"kind": "force"}, False),
        ({"kind": "window", "glazed": True}, False),
        ({"kind": "window"}, True),
        ({"kind": "portcullis"}, True),
        ({"kind": "curtain"}, True),
        ({"kind": "low_wall"}, True),
    ],
)
def test_barriers_and_effect(wall: dict[str, Any], clear: bool) -> None:
    assert effect(fourth("A..T", walls=[{"line": [[2, 0], [2, 1]], **wall}])) is clear


@pytest.mark.rule("dnd4e.loe.pinch")
def test_two_solids_at_a_corner_leave_no_gap() -> None:
    assert (sight("#A\nT#"), effect("#A\nT#")) == (False, False)
    assert effect("A#\n.T") is True
    assert effect("A...\n..#.\n.#..\n...T") is False
    assert effect("A...\n..E.\n.F..\n...T") is True


def test_a_point_may_be_the_other_end() -> None:
    assert value("A.#.T", "line_of_effect", from_="A", to=[2, 0.5]) is True
    assert value("A.#.T", "line_of_effect", from_="A", to=[3.5, 0.5]) is False


def test_the_verdict_shows_a_clear_line_or_what_is_in_the_way() -> None:
    clear = ask("A...T", "line_of_effect", from_="A", to="T")
    assert [line.blocked for line in clear.lines] == [False]
    blocked = ask("A.#.T", "line_of_effect", from_="A", to="T")
    assert [line.blocked for line in blocked.lines] == [True]
    assert rules_of(blocked) == {"dnd4e.loe.trace"}
    assert blocked.squares["blockers"] == ((2, 0),)
    assert blocked.switches == {"dnd4e.loe_touch": "strict"}
