"""Boards of tiles: what is common to squares and hexagons, and what is not."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from geometry.hexes import HexTiling

from tactics.core.lattice import Square
from tactics.geometry.tiling import COMPASS, SquareTiling, Tiling

SQUARES, HEXES = SquareTiling(), HexTiling()
BOARDS = pytest.mark.parametrize("board", [SQUARES, HEXES], ids=["squares", "hexes"])
HERE = Square(5, 5)
N, NE, E, SE, S, SW, W, NW = range(8)


def anywhere(here: Square, there: Square) -> bool:
    return True


def near(board: Tiling, distance: int) -> int:
    """How many tiles lie at a distance."""
    cells = (Square(x, y) for x in range(-1, 12) for y in range(-1, 12))
    return sum(board.distance(HERE, cell) == distance for cell in cells)


@pytest.mark.rule("dfrpg.grid.board_kind", "dfrpg.grid.distance")
@pytest.mark.parametrize(("board", "counts"), [(SQUARES, (1, 8, 12, 16)), (HEXES, (1, 6, 12, 18))])
def test_tiles_at_each_distance(board: Tiling, counts: tuple[int, ...]) -> None:
    assert tuple(near(board, distance) for distance in range(4)) == counts


@pytest.mark.rule("dfrpg.grid.board_kind", "dfrpg.grid.facings")
@BOARDS
def test_neighbours_are_the_tiles_at_distance_one_by_direction(board: Tiling) -> None:
    around = board.neighbours(HERE)
    assert len(set(around)) == board.facings
    assert {board.distance(HERE, one) for one in around} == {1}
    assert [board.direction(HERE, one) for one in around] == list(range(board.facings))
    assert board.direction(HERE, HERE) is None
    assert board.direction(HERE, Square(5, 8)) is None


@pytest.mark.rule("dfrpg.grid.board_kind", "dfrpg.grid.turn_cost")
@BOARDS
def test_turning_about_costs_three_and_one_facing_one(board: Tiling) -> None:
    for facing in range(board.facings):
        assert board.turn_price(facing, (facing + board.facings // 2) % board.facings) == 3
        assert board.turn_price(facing, (facing + 1) % board.facings) == 1
        assert board.turn_price(facing, (facing - 1) % board.facings) == 1
        assert board.turn_price(facing, facing) == 0


@pytest.mark.rule("dfrpg.grid.turn_cost")
def test_turns_on_squares() -> None:
    assert [SQUARES.turn_price(N, other) for other in (S, E, NE, SE, N)] == [3, 2, 1, 3, 0]
    assert SQUARES.turns(0, 5) == 3


@pytest.mark.rule("dfrpg.grid.board_kind", "dfrpg.grid.arcs")
@pytest.mark.parametrize(
    ("board", "counts"),
    [
        (SQUARES, {"front": 3, "right": 2, "left": 2, "back": 1}),
        (HEXES, {"front": 3, "right": 1, "left": 1, "back": 1}),
    ],
)
def test_how_many_neighbours_each_arc_has(board: Tiling, counts: dict[str, int]) -> None:
    for facing in range(board.facings):
        assert Counter(board.arc(HERE, facing, one) for one in board.neighbours(HERE)) == counts
        assert board.arc(HERE, facing, board.neighbours(HERE)[facing]) == "front"
        assert board.arc(HERE, facing, board.neighbours(HERE)[(facing + board.facings // 2) % board.facings]) == "back"
        assert board.arc(HERE, facing, HERE) == "front"


@pytest.mark.rule("dfrpg.grid.arcs", "dfrpg.grid.facings")
@pytest.mark.parametrize(
    ("facing", "arcs"),
    [
        (
            N,
            {
                "front": {(4, 4), (5, 4), (6, 4)},
                "right": {(6, 5), (6, 6)},
                "left": {(4, 5), (4, 6)},
                "back": {(5, 6)},
            },
        ),
        (
            NE,
            {
                "front": {(5, 4), (6, 4), (6, 5)},
                "right": {(5, 6), (6, 6)},
                "left": {(4, 4), (4, 5)},
                "back": {(4, 6)},
            },
        ),
    ],
)
def test_arcs_of_neighbouring_squares(facing: int, arcs: dict[str, set[tuple[int, int]]]) -> None:
    around = SQUARES.neighbours(HERE)
    assert {arc: {one for one in around if SQUARES.arc(HERE, facing, one) == arc} for arc in arcs} == arcs


@pytest.mark.rule("dfrpg.grid.facings")
def test_north_is_to_the_left_of_one_who_faces_east() -> None:
    assert (SQUARES.direction(HERE, Square(5, 4)), SQUARES.arc(HERE, E, Square(5, 4))) == (N, "left")


@pytest.mark.rule("dfrpg.grid.arcs_far")
@pytest.mark.parametrize(
    ("facing", "offset", "arc"),
    [
        (N, (2, -1), "front"), (N, (3, -1), "right"), (N, (-3, -1), "left"), (N, (0, 5), "back"), (N, (1, 2), "right"),
        (N, (1, 3), "back"), (NE, (2, 1), "right"), (NE, (2, 0), "front"), (NE, (-2, 1), "back"),
    ],
)  # fmt: skip
def test_arcs_of_far_squares(facing: int, offset: tuple[int, int], arc: str) -> None:
    assert SQUARES.arc(HERE, facing, Square(HERE.x + offset[0], HERE.y + offset[1])) == arc


@pytest.mark.rule("dfrpg.grid.arcs_far")
def test_arcs_turn_with_the_facing_and_mirror() -> None:
    origin, turned = Square(0, 0), {"front": "front", "back": "back", "left": "right", "right": "left"}
    for x in range(-9, 10):
        for y in range(-9, 10):
            if (x, y) != (0, 0):
                for facing in (N, NE):
                    arc = SQUARES.arc(origin, facing, Square(x, y))
                    assert SQUARES.arc(origin, facing + 2, Square(-y, x)) == arc
                    assert SQUARES.arc(origin, facing, Square(3 * x, 3 * y)) == arc
                assert SQUARES.arc(origin, N, Square(-x, y)) == turned[SQUARES.arc(origin, N, Square(x, y))]


@pytest.mark.rule("dfrpg.grid.diagonal_cost")
def test_lengths_of_steps() -> None:
    assert SQUARES.step_length(N, 1) == (1, 1)
    assert [SQUARES.step_length(SE, taken) for taken in (0, 1)] == [(1, 1), (2, 0)]
    assert SquareTiling(alternating=False).step_length(SE, 1)[0] == 1
    assert SquareTiling(alternating=False).distance(HERE, Square(8, 7)) == 3


@pytest.mark.rule("dfrpg.grid.step", "dfrpg.grid.board_kind")
@BOARDS
def test_a_step_reaches_all_tiles_as_near_as_it_is_long(board: Tiling) -> None:
    for length in (1, 2, 3):
        reached = board.step_cells(HERE, length, anywhere)
        assert len(set(reached)) == len(reached) == sum(near(board, distance) for distance in range(1, length + 1))
        assert [board.distance(HERE, one) for one in reached] == sorted(board.distance(HERE, one) for one in reached)


@pytest.mark.rule("dfrpg.grid.step")
def test_a_step_of_two_squares_and_closed_steps() -> None:
    reached = SQUARES.step_cells(HERE, 2, anywhere)
    assert Square(7, 6) in reached
    assert Square(7, 7) not in reached

    def eastward(here: Square, there: Square) -> bool:
        return (there.x, there.y) == (here.x + 1, here.y)

    assert SQUARES.step_cells(HERE, 2, eastward) == (Square(6, 5), Square(7, 5))


@pytest.mark.rule("dfrpg.grid.retreat")
@pytest.mark.parametrize(
    ("defender", "cells"),
    [
        ((1, 0), {(2, -1), (2, 0), (2, 1)}),
        ((1, 1), {(2, 2), (2, 1), (1, 2), (2, 0), (0, 2)}),
        ((2, 0), {(3, -1), (3, 0), (3, 1)}),
        ((2, 1), {(3, 0), (3, 1), (3, 2), (2, 2)}),
    ],
)
def test_retreats_on_squares(defender: tuple[int, int], cells: set[tuple[int, int]]) -> None:
    assert set(SQUARES.retreat_cells((Square(0, 0),), (Square(*defender),), 1, anywhere)) == cells
    assert SQUARES.retreat_cells((Square(0, 0),), (Square(*defender),), 1, lambda here, there: False) == ()


@pytest.mark.rule("dfrpg.grid.retreat")
def test_three_tiles_lead_away_from_a_neighbour_on_hexagons() -> None:
    for one in HEXES.neighbours(HERE):
        assert len(HEXES.retreat_cells((HERE,), (one,), 1, anywhere)) == 3


@pytest.mark.rule("dfrpg.grid.board_kind", "dfrpg.grid.stop_thrust_distance", "dfrpg.posture.lying_two_cells")
@BOARDS
def test_lying_and_approaching(board: Tiling) -> None:
    assert board.lying_neighbours(HERE, anywhere) == board.neighbours(HERE)
    closed = board.neighbours(HERE)[0]
    assert closed not in board.lying_neighbours(HERE, lambda here, there: there != closed)
    assert board.approach(Square(13, 5), Square(7, 5), (HERE,)) == 6
    assert board.approach(Square(7, 5), Square(13, 5), (HERE,)) == 0


@pytest.mark.rule("dfrpg.grid.facings", "dfrpg.grid.start_facing")
@BOARDS
def test_the_straightest_direction(board: Tiling) -> None:
    for direction, (x, y) in enumerate(board.neighbours(Square(0, 0))):
        for far in (1, 2, 5):
            assert board.towards(HERE, Square(HERE.x + far * x, HERE.y + far * y)) == direction
    assert board.towards(HERE, HERE) == 0


@pytest.mark.rule("dfrpg.grid.facings")
@pytest.mark.parametrize(
    ("offset", "direction"), [((3, 1), E), ((3, 2), SE), ((-1, -4), N), ((-4, 5), SW), ((-9, 2), W)]
)
def test_directions_to_far_squares(offset: tuple[int, int], direction: int) -> None:
    assert SQUARES.towards(HERE, Square(HERE.x + offset[0], HERE.y + offset[1])) == direction


def test_the_compass_runs_clockwise() -> None:
    for (ax, ay), (bx, by) in pairwise(COMPASS):
        assert ax * by - ay * bx > 0
