"""A board turned, mirrored or moved answers the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from brute_moves import BOOKS, random_ground
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.geometry.ground import Barrier, Ground
from tactics.geometry.paths import counted_field, field
from tactics.geometry.spread import spread_sq
from tactics.geometry.steps import MoveCosts, steps

SIZE = 8
Turn = Callable[[int, int], tuple[int, int]]
TURNS: list[Turn] = [
    lambda x, y: (x, y),
    lambda x, y: (SIZE * UNIT - x, y),
    lambda x, y: (x, SIZE * UNIT - y),
    lambda x, y: (SIZE * UNIT - x, SIZE * UNIT - y),
    lambda x, y: (y, x),
    lambda x, y: (SIZE * UNIT - y, x),
    lambda x, y: (y, SIZE * UNIT - x),
    lambda x, y: (SIZE * UNIT - y, SIZE * UNIT - x),
]
"""The eight ways to lay a square board on itself, on lattice coordinates."""


def turned_position(turn: Turn, square: Square, side: int) -> Square:
    """The top left square of a block after the turn."""
    ends = [turn(square.x * UNIT, square.y * UNIT), turn((square.x + side) * UNIT, (square.y + side) * UNIT)]
    return Square(min(x for x, _ in ends) // UNIT, min(y for _, y in ends) // UNIT)


def turned_ground(turn: Turn, ground: Ground) -> Ground:
    def array(old: np.ndarray) -> np.ndarray:
        new = np.empty_like(old)
        for y in range(SIZE):
            for x in range(SIZE):
                there = turned_position(turn, Square(x, y), 1)
                new[there.y, there.x] = old[y, x]
        return new

    mirrored = np.linalg.det([turn(1, 0), turn(0, 1)] - np.array([turn(0, 0)] * 2)) < 0
    swap = {"": "", "left": "right", "right": "left"} if mirrored else {"": "", "left": "left", "right": "right"}
    barriers = tuple(
        replace(one, start=Point(*turn(*one.start)), end=Point(*turn(*one.end)), one_way=swap[one.one_way])
        for one in ground.barriers
    )
    return Ground(array(ground.closed), array(ground.solid), array(ground.difficulty), array(ground.low), barriers)


def crooked_ground(seed: int) -> Ground:
    """Random ground with walls at any place and angle, some of them one-way."""
    chance = np.random.default_rng(seed)
    ground = random_ground(seed, SIZE, SIZE, walls=2, solid=0.06)
    crooked = []
    for _ in range(4):
        ends = chance.integers(0, SIZE * 20, 4) * 50
        kind = ("", "", "left", "right")[int(chance.integers(4))]
        crooked.append(Barrier(Point(*ends[:2].tolist()), Point(*ends[2:].tolist()), one_way=kind))
    return replace(ground, barriers=ground.barriers + tuple(one for one in crooked if one.start != one.end))


@given(st.integers(0, 10**6), st.sampled_from(TURNS), st.sampled_from(sorted(BOOKS)), st.booleans())
@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("side", [1, 2])
def test_fields_turn_with_the_board(side: int, seed: int, turn: Turn, book: str, corner_cutting: bool) -> None:
    ground = crooked_ground(seed)
    costs = replace(BOOKS[book], corner_cutting=corner_cutting)
    start = Square(seed % (SIZE - 1), seed // 10 % (SIZE - 1))
    here = field(steps(ground, (side, side), costs), start, budget_sq=9).costs_sq()
    there = field(
        steps(turned_ground(turn, ground), (side, side), costs), turned_position(turn, start, side), budget_sq=9
    ).costs_sq()
    assert {turned_position(turn, square, side): cost for square, cost in here.items()} == there


@example(27780, lambda x, y: (SIZE * UNIT - x, y), False)  # a wall just where a way into the next square ends
@given(st.integers(0, 10**6), st.sampled_from(TURNS), st.booleans())
@settings(max_examples=40, deadline=None)
def test_counts_and_spreads_turn_with_the_board(seed: int, turn: Turn, round_corner: bool) -> None:
    ground = crooked_ground(seed)
    other = turned_ground(turn, ground)
    start = Square(seed % (SIZE - 1), seed // 10 % (SIZE - 1))
    counts = counted_field(ground, Space(*start, 2, 2), round_corner=round_corner)
    turned = counted_field(other, Space(*turned_position(turn, start, 2), 2, 2), round_corner=round_corner)
    assert {turned_position(turn, square, 1): count for square, count in counts.items()} == turned
    origin = Point(start.x * UNIT, start.y * UNIT)
    full = spread_sq(ground, origin, 5)
    assert {turned_position(turn, square, 1): way for square, way in full.items()} == spread_sq(
        other, Point(*turn(*origin)), 5
    )


@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 5), st.sampled_from([(1, 1), (2, 2), (2, 1)]))
@settings(max_examples=40, deadline=None)
def test_fields_move_with_the_board(seed: int, dx: int, dy: int, footprint: tuple[int, int]) -> None:
    ground = crooked_ground(seed)
    moved = Ground(
        *(np.pad(one, ((dy, 1), (dx, 2)), constant_values=True) for one in (ground.closed, ground.solid)),
        *(np.pad(one, ((dy, 1), (dx, 2))) for one in (ground.difficulty, ground.low)),
        tuple(
            replace(
                one,
                start=Point(one.start.x + dx * UNIT, one.start.y + dy * UNIT),
                end=Point(one.end.x + dx * UNIT, one.end.y + dy * UNIT),
            )
            for one in ground.barriers
        ),
    )
    costs = MoveCosts((2, 4, 6), (3, 5, 7))
    start = Square(seed % SIZE, seed // 10 % SIZE)
    here = field(steps(ground, footprint, costs), start).costs_sq()
    there = field(steps(moved, footprint, costs), Square(start.x + dx, start.y + dy)).costs_sq()
    assert {Square(x + dx, y + dy): cost for (x, y), cost in here.items()} == there
