"""What holds of every position: quick answers equal explained ones, and turning the board changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import world

from tactics.core.language import catalogue
from tactics.core.text import say
from tactics.rules.question import parse_question
from tactics.rules.registry import book
from tactics.world.world import World

PF2E = book("pf2e")
SIDE = 7
ROWS = st.lists(st.text("....#,;on%", min_size=SIDE, max_size=SIDE), min_size=SIDE, max_size=SIDE)
PLACES = st.lists(st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1)), min_size=4, max_size=4, unique=True)
WALLS = st.lists(
    st.tuples(
        st.integers(0, SIDE - 1),
        st.integers(0, SIDE - 1),
        st.booleans(),
        st.sampled_from(["wall", "low_wall", "arrow_slit", "portcullis", "curtain", "force"]),
    ),
    max_size=4,
)


def _turn(x: int, y: int, side: int, turns: int) -> tuple[int, int]:
    for _ in range(turns):
        x, y = side - y, x
    return x, y


def _position(rows: list[str], places: list[tuple[int, int]], walls: list[Any], turns: int) -> World:
    grid = [["."] * SIDE for _ in range(SIDE)]
    taken = set(places)
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            turned = _turn(x, y, SIDE - 1, turns)
            grid[turned[1]][turned[0]] = "." if (x, y) in taken else glyph
    lines = []
    for x, y, across, kind in walls:
        end = (x + 1, y) if across else (x, y + 1)
        lines.append({"line": [list(_turn(*point, SIDE, turns)) for point in ((x, y), end)], "kind": kind})
    creatures = {
        name: {
            "at": list(_turn(*place, SIDE - 1, turns)),
            "side": side,
            "reactions": ["attack_of_opportunity"],
            "reach": reach,
        }
        for name, place, side, reach in zip(
            "ABTU", places, ("heroes", "heroes", "foes", "foes"), (5, 10, 5, 10), strict=True
        )
    }
    return world(["".join(row) for row in grid], ("pf2e",), walls=lines, creatures=creatures)


def _questions() -> Iterator[tuple[str, dict[str, Any]]]:
    for attack in ("melee", "ranged"):
        yield "cover", {"from": "A", "to": "T", "attack": attack}
        yield "modifiers", {"from": "A", "to": "T", "attack": attack}
    yield "concealment", {"from": "A", "to": "T"}
    yield "flanking", {"from": "A", "to": "T"}
    yield "line_of_effect", {"from": "A", "to": "T"}
    yield "line_of_sight", {"from": "A", "to": "T"}
    yield "threatens", {"from": "U", "to": "A"}
    yield "threatened", {"who": "B"}
    yield "distance", {"from": "A", "to": "U"}
    yield "reachable", {"who": "A", "budget": 20}
    yield "area", {"shape": "emanation", "size": 10, "origin": "T"}


@settings(max_examples=40, deadline=None)
@given(ROWS, PLACES, WALLS, st.integers(1, 3))
def test_quick_answers_and_turned_boards_agree(
    rows: list[str], places: list[tuple[int, int]], walls: list[Any], turns: int
) -> None:
    straight, turned = _position(rows, places, walls, 0), _position(rows, places, walls, turns)
    for ask, arguments in _questions():
        verdict = PF2E.judge(straight, parse_question(ask, arguments, straight, "test"))
        quick = PF2E.judge(straight, parse_question(ask, arguments, straight, "test"), explain=False)
        assert (quick.value, quick.modifiers, quick.creatures) == (verdict.value, verdict.modifiers, verdict.creatures)
        other = PF2E.judge(turned, parse_question(ask, arguments, turned, "test"))
        assert other.value == verdict.value, ask


@settings(max_examples=25, deadline=None)
@given(ROWS, PLACES, WALLS)
def test_effect_and_cover_are_mutual(rows: list[str], places: list[tuple[int, int]], walls: list[Any]) -> None:
    """The same line is read from both ends; only arrow slits tell the two apart."""
    position = _position(rows, places, [one for one in walls if one[3] != "arrow_slit"], 0)
    for ask in ("cover", "line_of_effect", "line_of_sight", "distance"):
        out = PF2E.judge(position, parse_question(ask, {"from": "A", "to": "T"}, position, "test"))
        back = PF2E.judge(position, parse_question(ask, {"from": "T", "to": "A"}, position, "test"))
        assert out.value == back.value, ask


@settings(max_examples=25, deadline=None)
@given(ROWS, PLACES, WALLS)
def test_every_sentence_can_be_said(rows: list[str], places: list[tuple[int, int]], walls: list[Any]) -> None:
    position = _position(rows, places, walls, 0)
    for ask, arguments in _questions():
        verdict = PF2E.judge(position, parse_question(ask, arguments, position, "test"))
        assert verdict.steps, ask
        told = verdict.to_dict(catalogue("en"))
        assert told["summary"]
        assert "{" not in told["summary"]
        for step in verdict.steps:
            assert "{" not in say(step.text, catalogue("en"))
            assert step.rule in PF2E.rules


@settings(max_examples=25, deadline=None)
@given(ROWS, PLACES, WALLS, st.integers(0, 8), st.integers(0, 1))
def test_what_is_reachable_can_be_walked(
    rows: list[str], places: list[tuple[int, int]], walls: list[Any], squares: int, taken: int
) -> None:
    position = _position(rows, places, walls, 0)
    budget = {"who": "A", "budget": squares * 5, "diagonals": taken}
    field = PF2E.judge(position, parse_question("reachable", budget, position, "test"))
    for square, cost in field.costs.items():
        way = PF2E.judge(position, parse_question("path_cost", {**budget, "to": square}, position, "test"))
        assert way.value == cost <= squares * 5
        path = {"who": "A", "path": way.squares["path"], "diagonals": taken}
        assert PF2E.judge(position, parse_question("move_cost", path, position, "test")).value == cost


@pytest.mark.rule("pf2e.reach.measure")
@settings(max_examples=25, deadline=None)
@given(ROWS, PLACES, WALLS)
def test_threatened_squares_are_those_one_threatens(
    rows: list[str], places: list[tuple[int, int]], walls: list[Any]
) -> None:
    position = _position(rows, places, walls, 0)
    inside = set(
        PF2E.judge(position, parse_question("threatened", {"who": "B"}, position, "test")).squares["threatened"]
    )
    own = set(position.creature("B").space.squares())
    for y in range(SIDE):
        for x in range(SIDE):
            asked = parse_question("threatens", {"from": "B", "to": f"{'ABCDEFG'[x]}{y + 1}"}, position, "test")
            if asked.to not in own and not position.board.solid(asked.to):
                assert PF2E.judge(position, asked, explain=False).value is (asked.to in inside)
