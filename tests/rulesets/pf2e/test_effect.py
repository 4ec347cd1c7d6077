"""Line of effect and line of sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tactics.rules.verdict import Verdict
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]

LENIENT = {"pf2e": {"loe_touch": "lenient"}}


def _across(kind: str, **more: Any) -> list[dict[str, Any]]:
    return [{"line": [[2, 0], [2, 1]], "kind": kind, **more}]


@pytest.mark.rule("pf2e.line_of_effect")
@pytest.mark.parametrize(
    ("rows", "effect"),
    [
        ("A#B\n.#.\n.#.", False),
        ("A..\n##B", True),
        ("A#\n#B", False),
        ("A..\n.#.\n..B", False),
        (".......\nA..#..B\n.......", False),
        ("A#\n.B", True),
        ("A######\n......B", True),
        ("A.C.B", True),
        ("A.o.B", True),
        ("A.n.B", True),
    ],
)
def test_line_of_effect(board: Board, ask: Ask, rows: str, effect: bool) -> None:
    position = board(rows)
    assert ask(position, "line_of_effect", from_="A", to="B").value is effect
    assert ask(position, "line_of_effect", from_="B", to="A").value is effect


@pytest.mark.rule("pf2e.line_of_effect")
@pytest.mark.parametrize("rows", ["A..\n.#.\n..B", ".......\nA..#..B\n......."])
def test_lenient_lines_may_touch_one_side(board: Board, ask: Ask, rows: str) -> None:
    strict, lenient = board(rows), board(rows, rules=LENIENT)
    assert ask(strict, "cover", from_="A", to="B").value == "total"
    verdict = ask(lenient, "line_of_effect", from_="A", to="B")
    assert verdict.value is True
    assert verdict.switches == {"pf2e.loe_touch": "lenient"}
    assert ask(lenient, "cover", from_="A", to="B").value == "standard"


@pytest.mark.rule("pf2e.line_of_effect")
def test_lenient_lines_do_not_slip_between_two_solids(board: Board, ask: Ask) -> None:
    assert ask(board("A#\n#B", rules=LENIENT), "line_of_effect", from_="A", to="B").value is False


@pytest.mark.rule("pf2e.line_of_effect")
@pytest.mark.parametrize(("gap", "effect"), [(0.19, False), (0.2, True), (0.25, True), (0.005, False)])
def test_gaps_narrower_than_a_foot_are_closed(board: Board, ask: Ask, gap: float, effect: bool) -> None:
    walls = [{"line": [[2, 0], [2, 1.4]]}, {"line": [[2, 1.4 + gap], [2, 3]]}]
    position = board("....\nA..B\n....", walls=walls)
    assert ask(position, "line_of_effect", from_="A", to="B").value is effect


@pytest.mark.rule("pf2e.line_of_effect", "pf2e.line_of_sight")
@pytest.mark.parametrize(
    ("kind", "more", "effect", "sight"),
    [
        ("wall", {}, False, False),
        ("door", {"state": "closed"}, False, False),
        ("door", {"state": "locked"}, False, False),
        ("door", {"state": "open"}, True, True),
        ("curtain", {}, True, False),
        ("force", {}, False, True),
        ("window", {"glazed": True}, False, True),
        ("window", {}, True, True),
        ("portcullis", {}, True, True),
        ("arrow_slit", {}, True, True),
        ("low_wall", {}, True, True),
    ],
)
def test_barriers(board: Board, ask: Ask, kind: str, more: dict[str, Any], effect: bool, sight: bool) -> None:
    position = board("A..B", walls=_across(kind, **more))
    assert ask(position, "line_of_effect", from_="A", to="B").value is effect
    assert ask(position, "line_of_sight", from_="B", to="A").value is sight


@pytest.mark.rule("pf2e.line_of_sight", "pf2e.light.darkness")
def test_darkness_stops_sight_of_what_stands_in_it(board: Board, ask: Ask) -> None:
    legend = {"d": {"terrain": "dark", "light": "dark"}}
    between = board("A.dB", legend=legend)
    assert ask(between, "line_of_sight", from_="A", to="B").value is True
    inside = {"B": {"under": "d"}}
    for senses, seen in ([], False), (["low_light_vision"], False), (["darkvision"], True):
        position = board("A..B", legend=legend, creatures={"A": {"senses": senses}, **inside})
        assert ask(position, "line_of_sight", from_="A", to="B").value is seen
        assert ask(position, "line_of_effect", from_="A", to="B").value is True


@pytest.mark.rule("pf2e.line_of_sight")
def test_dense_fog_stops_sight_and_thin_fog_does_not(board: Board, ask: Ask) -> None:
    assert ask(board("A.@.B"), "line_of_sight", from_="A", to="B").value is False
    assert ask(board("A.%.B"), "line_of_sight", from_="A", to="B").value is True


def test_a_closed_gap_is_said_to_be_too_narrow(board: Board, ask: Ask) -> None:
    walls = [{"line": [[2, 0], [2, 1.4]]}, {"line": [[2, 1.55], [2, 3]]}]
    position = board("....\nA..B\n....", walls=walls)
    verdict = ask(position, "line_of_effect", from_="A", to="B")
    assert verdict.value is False
    assert "narrower" in verdict.steps[0].text.msgid


def test_the_blocked_line_names_what_it_meets(board: Board, ask: Ask) -> None:
    verdict = ask(board("A#B"), "line_of_effect", from_="A", to="B")
    (line,) = verdict.lines
    assert line.blocked
    assert [one.stops for one in line.contacts] == [True]
    assert [str(one) for one in verdict.squares["blockers"]] == ["B1"]
