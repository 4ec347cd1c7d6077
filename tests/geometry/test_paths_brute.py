"""Movement fields compared with a search that is written square by square, parity and all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from brute_moves import BOOKS, Brute, random_ground
from hypothesis import given, settings
from hypothesis import strategies as st

from tactics.core.lattice import Square
from tactics.geometry.ground import Ground
from tactics.geometry.paths import field, path_cost
from tactics.geometry.steps import steps

FOOTPRINTS = [(1, 1), (2, 2), (3, 3), (1, 2), (2, 1)]


def a_start(ground: Ground, footprint: tuple[int, int], chance: np.random.Generator) -> Square | None:
    width, height = footprint
    free = [
        Square(x, y)
        for y in range(ground.height - height + 1)
        for x in range(ground.width - width + 1)
        if not ground.closed[y : y + height, x : x + width].any()
    ]
    return free[int(chance.integers(len(free)))] if free else None


def some_squares(ground: Ground, chance: np.random.Generator, share: float) -> frozenset[Square]:
    y, x = np.nonzero(chance.random(ground.closed.shape) < share)
    return frozenset(map(Square, x.tolist(), y.tolist()))


@pytest.mark.rule("pf1.move.big_creature")
@pytest.mark.rule("pf2e.grid.big_mover")
@pytest.mark.rule("dnd4e.move.terrain_large")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("footprint", FOOTPRINTS)
@pytest.mark.parametrize("corner_cutting", [False, True])
def test_costs_are_those_of_a_search_with_parity(book: str, footprint: tuple[int, int], corner_cutting: bool) -> None:
    compared = 0
    for seed in range(12):
        chance = np.random.default_rng(seed)
        ground = random_ground(
            seed, 9, 8, walls=seed % 4 * 3, solid=0.05 * (1 + seed % 3) / (footprint[0] * footprint[1])
        )
        start = a_start(ground, footprint, chance)
        if start is None:
            continue
        blocked = some_squares(ground, chance, 0.06)
        brute = Brute(book, ground, footprint, blocked, corner_cutting)
        priced = steps(ground, footprint, replace(BOOKS[book], corner_cutting=corner_cutting))
        for taken, budget in ((0, 5), (1, 8)):
            expected = brute.costs(start, taken, budget)
            found = field(priced, start, budget_sq=budget, taken=taken, blocked=blocked)
            assert found.costs_sq() == expected
            compared += len(expected)
    assert compared > 80


@given(st.integers(0, 10**6), st.sampled_from(sorted(BOOKS)), st.sampled_from(FOOTPRINTS[:3]), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_paths_lead_where_the_costs_say(seed: int, book: str, footprint: tuple[int, int], taken: int) -> None:
    ground = random_ground(seed, 10, 9, walls=6)
    chance = np.random.default_rng(seed)
    start = a_start(ground, footprint, chance)
    if start is None:
        return
    blocked, no_end = some_squares(ground, chance, 0.05), some_squares(ground, chance, 0.1)
    priced = steps(ground, footprint, BOOKS[book])
    found = field(priced, start, taken=taken, blocked=blocked, no_end=no_end)
    for square, cost in found.costs_sq().items():
        path = found.path_to(square)
        assert path is not None
        assert (path[0], path[-1]) == (start, square)
        costs = path_cost(priced, path, taken, blocked)
        assert costs is not None
        assert sum(costs) == cost == found.cost_sq(square)
        # The parity that is left decides what one more diagonal costs.
        after = found.diagonals_to(square)
        assert after is not None
        assert (2 * cost + after) % 2 == taken % 2 if book == "dnd4e" else after >= taken
        assert field(priced, start, taken=taken, blocked=blocked, no_end=no_end, goal=square).path_to(square) == path


@given(st.integers(0, 10**6), st.sampled_from(sorted(BOOKS)), st.integers(0, 12))
@settings(max_examples=40, deadline=None)
def test_a_budget_only_cuts_the_field_off(seed: int, book: str, budget: int) -> None:
    ground = random_ground(seed, 12, 9, walls=5)
    chance = np.random.default_rng(seed)
    start = a_start(ground, (1, 1), chance)
    assert start is not None
    priced = steps(ground, (1, 1), BOOKS[book])
    whole = field(priced, start).costs_sq()
    assert field(priced, start, budget_sq=budget).costs_sq() == {
        square: cost for square, cost in whole.items() if cost <= budget
    }


@given(st.integers(0, 10**6), st.sampled_from(sorted(BOOKS)), st.sampled_from([1, 2, 3]))
@settings(max_examples=40, deadline=None)
def test_way_back_exists_on_the_same_squares(seed: int, book: str, side: int) -> None:
    priced = steps(random_ground(seed, 10, 8, walls=6), (side, side), BOOKS[book])
    legal = priced.keys > 0
    for number, opposite in ((0, 2), (1, 3), (4, 6), (5, 7)):
        y, x = np.nonzero(legal[number])
        dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1))[number]
        assert legal[opposite][y + dy, x + dx].all()
        assert len(x) == legal[opposite].sum()
