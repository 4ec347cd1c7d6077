"""What holds of every position: quick answers equal explained ones, and turning the board changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulesets.pf1.first import first

from tactics.core.language import catalogue
from tactics.core.text import say
from tactics.rules.question import parse_question
from tactics.rulesets.pf1 import BOOK
from tactics.world.world import World

SIDE = 8
ROWS = st.lists(st.text("......##,;on%@", min_size=SIDE, max_size=SIDE), min_size=SIDE, max_size=SIDE)
PLACES = st.lists(
    st.tuples(st.integers(0, SIDE // 2 - 1), st.integers(0, SIDE // 2 - 1)), min_size=4, max_size=4, unique=True
)
WALLS = st.lists(
    st.tuples(
        st.integers(0, SIDE - 1),
        st.integers(0, SIDE - 1),
        st.booleans(),
        st.sampled_from(["wall", "low_wall", "arrow_slit", "portcullis", "window", "curtain", "force"]),
    ),
    max_size=5,
)
SWITCHES = st.fixed_dictionaries(
    {},
    optional={
        "grazing_corner_blocks": st.booleans(),
        "partial_cover": st.booleans(),
        "loe_touch": st.sampled_from(["strict", "lenient"]),
        "ten_foot_reach_diagonal": st.booleans(),
        "corner_cutting": st.booleans(),
        "charge_lane": st.sampled_from(["swept", "centre"]),
    },
)
TABLES = {
    "A": {"side": "heroes", "size": "large", "reach": 5},
    "B": {"side": "heroes", "reach_weapon": True},
    "T": {"side": "foes"},
    "U": {"side": "foes", "size": "large"},
}


def _turned(x: int, y: int, side: int, turns: int) -> tuple[int, int]:
    """A quarter turn to the right, some times over; from the fourth time on mirrored first."""
    if turns >= 4:
        x = side - x
    for _ in range(turns % 4):
        x, y = side - y, x
    return x, y


def _position(
    rows: list[str], places: list[tuple[int, int]], walls: list[Any], switches: dict[str, Any], turns: int
) -> World:
    """Creatures stand on a grid of blocks of two squares, so that big ones never overlap."""
    grid = [["."] * SIDE for _ in range(SIDE)]
    taken = {(2 * x + right, 2 * y + down) for x, y in places for right in (0, 1) for down in (0, 1)}
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            turned = _turned(x, y, SIDE - 1, turns)
            grid[turned[1]][turned[0]] = "." if (x, y) in taken else glyph
    lines = []
    for x, y, across, kind in walls:
        end = (x + 1, y) if across else (x, y + 1)
        lines.append({"line": [list(_turned(*point, SIDE, turns)) for point in ((x, y), end)], "kind": kind})
    creatures: dict[str, Any] = {}
    for (name, table), (x, y) in zip(TABLES.items(), places, strict=True):
        far = 1 if table.get("size") == "large" else 0
        corners = [_turned(2 * x + step, 2 * y + step, SIDE - 1, turns) for step in (0, far)]
        creatures[name] = {**table, "at": [min(one[0] for one in corners), min(one[1] for one in corners)]}
    return first("\n".join(map("".join, grid)), creatures, switches=switches, walls=lines)


def _questions() -> Iterator[tuple[str, dict[str, Any]]]:
    for source, target in (("A", "T"), ("T", "A"), ("B", "U"), ("U", "B")):
        for attack in ("melee", "reach", "ranged"):
            yield "cover", {"from": source, "to": target, "attack": attack}
            yield "modifiers", {"from": source, "to": target, "attack": attack}
        yield "concealment", {"from": source, "to": target}
        yield "line_of_effect", {"from": source, "to": target}
        yield "line_of_sight", {"from": source, "to": target}
        yield "threatens", {"from": source, "to": target}
        yield "distance", {"from": source, "to": target}
        yield "legal", {"who": source, "action": "charge", "target": target}
    yield "flanking", {"from": "A", "to": "T"}
    for name in TABLES:
        yield "threatened", {"who": name}
        yield "reachable", {"who": name, "budget": 25}
        yield "area", {"shape": "emanation", "size": 10, "origin": name}


@settings(max_examples=25, deadline=None)
@given(ROWS, PLACES, WALLS, SWITCHES)
def test_quick_answers_are_the_explained_ones(
    rows: list[str], places: list[tuple[int, int]], walls: list[Any], switches: dict[str, Any]
) -> None:
    here = _position(rows, places, walls, switches, 0)
    english = catalogue("en")
    # Which of its squares is the top left one changes as a squeezed space turns, so squeezing is asked here only.
    squeezing = ("reachable", {"who": "A", "budget": 20, "mode": "squeeze"})
    for ask, arguments in (*_questions(), squeezing):
        asked = parse_question(ask, arguments, here, "test")
        explained, quick = BOOK.judge(here, asked), BOOK.judge(here, asked, explain=False)
        assert (quick.value, quick.modifiers, quick.creatures) == (
            explained.value,
            explained.modifiers,
            explained.creatures,
        ), (ask, arguments)
        assert explained.steps or ask == "modifiers"
        assert explained.to_dict(english)
        assert "{" not in say(explained.summary, english)


@settings(max_examples=25, deadline=None)
@given(ROWS, PLACES, WALLS, SWITCHES, st.integers(1, 7))
def test_turned_and_mirrored_boards_are_judged_alike(
    rows: list[str], places: list[tuple[int, int]], walls: list[Any], switches: dict[str, Any], turns: int
) -> None:
    here, turned = (_position(rows, places, walls, switches, one) for one in (0, turns))
    for ask, arguments in _questions():
        values = [
            BOOK.judge(one, parse_question(ask, arguments, one, "test"), explain=False).value for one in (here, turned)
        ]
        assert values[0] == values[1], (ask, arguments)


@settings(max_examples=25, deadline=None)
@given(ROWS, PLACES, WALLS)
def test_line_of_effect_and_sight_hold_both_ways(
    rows: list[str], places: list[tuple[int, int]], walls: list[Any]
) -> None:
    here = _position(rows, places, walls, {}, 0)
    for ask in ("line_of_effect", "line_of_sight"):
        for one, other in (("A", "T"), ("B", "U"), ("T", "U")):
            there, back = (
                BOOK.judge(here, parse_question(ask, {"from": a, "to": b}, here, "test")).value
                for a, b in ((one, other), (other, one))
            )
            assert there == back


@pytest.mark.rule("pf1.cover.grades")
@settings(max_examples=25, deadline=None)
@given(ROWS, PLACES, WALLS)
def test_a_shot_has_cover_exactly_when_no_corner_is_free(
    rows: list[str], places: list[tuple[int, int]], walls: list[Any]
) -> None:
    here = _position(rows, places, walls, {}, 0)
    for source, target in (("A", "T"), ("T", "A"), ("B", "U")):
        asked = parse_question("cover", {"from": source, "to": target, "attack": "ranged"}, here, "test")
        verdict = BOOK.judge(here, asked)
        if verdict.value == "total":
            continue
        free = [not any(line.blocked for line in verdict.lines)]
        free += [not any(line.blocked for line in one.lines) for one in verdict.alternatives]
        assert any(free) is (verdict.value == "none")
        assert free[0] is (verdict.value == "none")
