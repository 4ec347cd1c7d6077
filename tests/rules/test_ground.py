"""Boards read for movement."""

from __future__ import annotations

import gc

import pytest
from kit import world

from tactics.core.lattice import Point, Square
from tactics.core.space import square_space
from tactics.geometry.paths import counted_sq, field, path_cost
from tactics.geometry.steps import MoveCosts
from tactics.rules import ground as module
from tactics.rules.ground import KEPT_PER_BOARD, solid_ground, walking_ground, walking_steps
from tactics.world.board import Board

COSTS = MoveCosts((2, 4, 8, 16), (3, 6, 12, 24), "occupied", low_wall=4, low_square=1)


def cost(board: Board, *path: tuple[int, int], **asked: object) -> tuple[int, ...] | None:
    return path_cost(walking_steps(board, COSTS, **asked), [Square(*one) for one in path])  # type: ignore[arg-type]  # keywords


def test_glyphs_of_the_ground() -> None:
    ground = walking_ground(world(".#,;no% :").board)
    assert ground.closed.tolist() == [[False, True, False, False, False, False, False, True, False]]
    assert ground.solid.tolist() == ground.closed.tolist()
    assert ground.difficulty.tolist() == [[0, 0, 1, 2, 0, 0, 0, 0, 0]]
    assert ground.low.tolist() == [[False, False, False, False, True, False, False, False, False]]


@pytest.mark.rule("pf1.terrain.obstacle_blocking")
@pytest.mark.parametrize(
    ("wall", "passes", "solid"),
    [
        ({"kind": "wall"}, False, True),
        ({"kind": "door", "state": "closed"}, False, True),
        ({"kind": "door", "state": "locked"}, False, True),
        ({"kind": "door", "state": "open"}, True, False),
        ({"kind": "window"}, False, False),
        ({"kind": "window", "glazed": True}, False, True),
        ({"kind": "arrow_slit"}, False, False),
        ({"kind": "portcullis"}, False, False),
        ({"kind": "force"}, False, True),
        ({"kind": "curtain"}, True, False),
    ],
)
def test_what_is_built_into_walls(wall: dict[str, object], passes: bool, solid: bool) -> None:
    board = world("..", walls=[{"line": [[1, 0], [1, 1]], **wall}]).board
    assert (cost(board, (0, 0), (1, 0)) is not None) == passes
    ends = [square_space(Square(x, 0)) for x in (0, 1)]
    assert (counted_sq(solid_ground(board), *ends) is None) == solid


@pytest.mark.rule("pf1.terrain.obstacle_partial")
def test_low_walls_are_climbed_and_not_counted_round() -> None:
    board = world("..", walls=[{"line": [[1, 0], [1, 1]], "kind": "low_wall"}]).board
    assert cost(board, (0, 0), (1, 0)) == (3,)
    assert counted_sq(solid_ground(board), square_space(Square(0, 0)), square_space(Square(1, 0))) == 1


def test_a_pit_closes_the_way_and_makes_no_corner() -> None:
    board = world("._\n..", legend={"_": {"terrain": "pit", "blocks": ["movement"]}}).board
    assert cost(board, (0, 0), (1, 0)) is None
    assert cost(board, (0, 0), (1, 1)) == (1,)
    assert counted_sq(solid_ground(board), square_space(Square(0, 0)), square_space(Square(1, 0))) == 1


def test_a_flyer_passes_over_what_is_lower() -> None:
    legend = {"H": {"terrain": "house", "blocks": ["movement", "sight", "effect"], "top": 20}}
    board = world(".h.", legend={"h": legend["H"]}, walls=[{"line": [[2, 0], [2, 1]], "top": 10}]).board
    path = ((0, 0), (1, 0), (2, 0))
    assert cost(board, *path) is None
    assert cost(board, *path, above_ft=15) is None
    assert cost(board, *path, above_ft=20) == (1, 1)


@pytest.mark.rule("pf1.move.through_enemy")
def test_a_body_makes_its_squares_rougher() -> None:
    board = world(".,..").board
    body = {Square(1, 0), Square(2, 0), Square(9, 9)}
    assert cost(board, (0, 0), (1, 0), (2, 0), (3, 0), rougher=body) == (4, 2, 1)
    assert cost(board, (0, 0), (1, 0), (2, 0), (3, 0)) == (2, 1, 1)


def test_prices_are_kept_with_their_board() -> None:
    board = world("...\n...").board
    first = walking_steps(board, COSTS)
    assert walking_steps(board, COSTS) is first
    assert walking_steps(board, MoveCosts((2, 4, 8, 16), (3, 6, 12, 24), "occupied", 4, 1)) is first
    assert walking_steps(board, COSTS, (2, 2)) is not first
    for number in range(KEPT_PER_BOARD + 5):
        walking_steps(board, COSTS, rougher={Square(number % 3, 0), Square(number, 9)})
    assert len(module._kept[board]) == KEPT_PER_BOARD
    before = len(module._kept)
    del board, first
    gc.collect()
    assert len(module._kept) < before


def test_another_door_state_is_another_board() -> None:
    walls = [{"line": [[1.3, 0], [1.3, 1]], "kind": "door", "state": "closed"}]
    shut = world("...", walls=walls).board
    assert field(walking_steps(shut, COSTS), Square(0, 0)).squares() == (Square(0, 0),)
    walls[0]["state"] = "open"
    assert len(field(walking_steps(world("...", walls=walls).board, COSTS), Square(0, 0)).squares()) == 3
    assert solid_ground(shut).barriers[0].start == Point(1300, 0)


@pytest.mark.rule("pf1.move.double_cost")
def test_squares_may_be_rougher_several_times_and_some_movers_mind_less() -> None:
    board = world(".,n.", walls=[{"line": [[3, 0], [3, 1]], "kind": "low_wall"}]).board
    path = [(0, 0), (1, 0), (2, 0), (3, 0)]
    twice = [Square(1, 0), Square(1, 0), Square(3, 0)]
    assert cost(board, *path) == (2, 2, 3)
    assert cost(board, *path, rougher=twice) == (8, 2, 4)
    assert cost(board, *path, ignoring=["difficulty"]) == (1, 2, 3)
    assert cost(board, *path, ignoring=["low"]) == (2, 1, 1)
    assert cost(board, *path, ignoring=["low", "difficulty"], rougher=twice) == (4, 1, 2)
