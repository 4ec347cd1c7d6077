"""A wall or a closed door on the border of a creature's own space stops what it sends that way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from kit import world
from properties.asking import ask, judged, squares_of
from properties.boards import random_document
from properties.turning import Turn

from tactics.core.lattice import Square, square_name
from tactics.rules.question import parse_question
from tactics.rules.registry import book
from tactics.world.build import build
from tactics.world.edit import with_door

BOOKS = ("pf1", "pf2e", "dnd4e")
ROWS = "\n".join(["......."] * 7)
SENT = [
    *(
        (system, {"origin": "A", **area})
        for system in ("pf1", "pf2e")
        for area in (
            {"shape": "cone", "size": 15, "direction": "S"},
            {"shape": "cone", "size": 30, "direction": "S"},
            {"shape": "cone", "size": 15, "direction": "SE"},
            {"shape": "line", "size": 30, "direction": "S"},
            {"shape": "line", "size": 30, "direction": "SW"},
            {"shape": "line", "size": 30, "to": "E7"},
            {"shape": "emanation", "size": 10},
        )
    ),
    ("dnd4e", {"origin": "A", "shape": "close_blast", "size": 3, "direction": "S"}),
    ("dnd4e", {"origin": "A", "shape": "close_burst", "size": 2}),
]


@pytest.mark.parametrize(("system", "area"), SENT)
@pytest.mark.parametrize("size", ["medium", "large"])
@pytest.mark.parametrize("quarters", range(4))
def test_nothing_passes_a_closed_door(system: str, area: dict[str, Any], size: str, quarters: int) -> None:
    door = {"line": [[0, 4], [7, 4]], "kind": "door"}
    at = [2, 2] if size == "large" else [2, 3]
    drawn = world(ROWS, BOOKS, walls=[door], creatures={"A": {"at": at, "size": size}})
    turn = Turn(7, 7, quarters=quarters)
    here = turn.world(drawn)
    question = turn.question(drawn, parse_question("area", area, drawn, "test"))
    behind = {turn.square(Square(x, y)) for x in range(7) for y in range(4, 7)}
    shut = set(book(system).judge(here, question, explain=False).squares["area"])
    opened = set(book(system).judge(with_door(here, 0, "open"), question, explain=False).squares["area"])
    assert not shut & behind
    assert opened & behind
    assert shut <= opened


@pytest.mark.parametrize("system", ["pf1", "pf2e"])
def test_a_point_of_origin_is_sent_on_from_behind(system: str) -> None:
    """A cone from a point of a wall comes from the side it turns its back to."""
    wall = {"line": [[0, 3], [7, 3]]}
    here = world(ROWS, BOOKS, walls=[wall])
    assert ask(system, here, "area", shape="cone", size=30, origin=[3, 3], direction="S").value == 0


@pytest.mark.parametrize("seed", range(5000, 5040))
def test_both_pathfinders_send_straight_areas_from_an_edge_alike(seed: int) -> None:
    """A wall that runs on from an end of the edge parts what lies beside the area from it in both."""
    here, dice = build(random_document(seed, plain=True, grid_only=True)), Random(seed)
    board = here.board
    squares = [Square(x, y) for x in range(board.width) for y in range(board.height)]
    origin = square_name(dice.choice([one for one in squares if not board.solid(one)]))
    for direction in "NESW":
        for shape, size in (("cone", 15), ("line", 40)):
            area = {"shape": shape, "size": size, "direction": direction, "origin": origin}
            question = parse_question("area", area, here, "test")
            one, other = (judged(system, here, question) for system in ("pf1", "pf2e"))
            if one is not None and other is not None:
                assert squares_of(one) == squares_of(other), area
