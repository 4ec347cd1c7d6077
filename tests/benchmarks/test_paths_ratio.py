"""Movement fields beside other libraries: equal answers first, then how long each takes, side by side.

The other libraries get the same half-square prices, the creatures' squares taken out and their graphs built before,
so what is compared is the search alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from race import Table, race

from tactics.core.lattice import Square, corner
from tactics.geometry.ground import Barrier, Ground
from tactics.geometry.paths import field
from tactics.geometry.steps import DIRECTIONS, MoveCosts, Steps, steps

BUDGET_SQ = 6
LIMIT = 2 * BUDGET_SQ + 1
COSTS = MoveCosts((2, 4, 6), (3, 5, 7))

Costs = Mapping[Square, int]
Search = Callable[[Square], Any]


@dataclass(frozen=True)
class Place:
    """A map with creatures, and squares to start from."""

    ground: Ground
    steps: Steps
    blocked: frozenset[Square]
    starts: tuple[Square, ...]

    def keys(self) -> npt.NDArray[np.int16]:
        """Prices of steps with the creatures' squares closed."""
        keys = self.steps.keys.copy()
        for x, y in self.blocked:
            for number, (dx, dy) in enumerate(DIRECTIONS):
                if 0 <= y - dy < self.ground.height and 0 <= x - dx < self.ground.width:
                    keys[number, y - dy, x - dx] = 0
        return keys


@cache
def place(side: int, starts: int = 40) -> Place:
    """Rough ground, a tenth of it rock, thin walls on a twentieth of the borders, 40 creatures on every 100 x 100."""
    chance = np.random.default_rng(side)
    rock = chance.random((side, side)) < 0.1
    walls = []
    for x, y in zip(*np.nonzero(chance.random((side, side)) < 0.1), strict=True):
        end = (int(x) + 1, int(y)) if chance.random() < 0.5 else (int(x), int(y) + 1)
        walls.append(Barrier(corner(int(x), int(y)), corner(*end)))
    difficulty = chance.choice(np.array([0, 1, 2], np.uint8), rock.shape, p=[0.8, 0.15, 0.05])
    ground = Ground(rock, rock, difficulty, np.zeros_like(rock), tuple(walls))
    y, x = np.nonzero(~rock)
    free = [Square(int(x[at]), int(y[at])) for at in chance.permutation(len(x))]
    creatures = 40 * side * side // 10000
    return Place(ground, steps(ground, (1, 1), COSTS), frozenset(free[:creatures]), tuple(free[-starts:]))


def as_costs(keys: npt.NDArray[Any]) -> Costs:
    """Squares and costs of an array of keys, unreachable ones negative or infinite."""
    y, x = np.nonzero((keys >= 0) & np.isfinite(keys) & (keys < np.iinfo(np.int32).max))
    return {Square(int(a), int(b)): int(keys[b, a]) // 2 for a, b in zip(x, y, strict=True)}


def scipy_search(where: Place, limit: float) -> tuple[Search, Callable[[Any], Costs]]:
    sparse = pytest.importorskip("scipy.sparse")
    csgraph = pytest.importorskip("scipy.sparse.csgraph")
    side, keys = where.ground.width, where.keys()
    number, y, x = np.nonzero(keys)
    steps_taken = np.array(DIRECTIONS)[number]
    ends = (y + steps_taken[:, 1]) * side + x + steps_taken[:, 0]
    prices = keys[number, y, x].astype(np.float64)
    graph = sparse.csr_matrix((prices, (y * side + x, ends)), shape=(side * side, side * side))
    return (
        lambda start: csgraph.dijkstra(graph, indices=start.y * side + start.x, limit=limit),
        lambda found: as_costs(found.reshape(side, side)),
    )


def networkx_search(where: Place, limit: float) -> tuple[Search, Callable[[Any], Costs]]:
    networkx = pytest.importorskip("networkx")
    side, keys = where.ground.width, where.keys()
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(side * side))
    for number, y, x in zip(*(part.tolist() for part in np.nonzero(keys)), strict=True):
        dx, dy = DIRECTIONS[number]
        graph.add_edge(y * side + x, (y + dy) * side + x + dx, weight=int(keys[number, y, x]))
    return (
        lambda start: networkx.single_source_dijkstra(graph, start.y * side + start.x, cutoff=limit),
        lambda found: {Square(at % side, at // side): key // 2 for at, key in found[0].items()},
    )


def tcod_search(where: Place) -> tuple[Search, Callable[[Any], Costs]]:
    path = pytest.importorskip("tcod.path")
    keys = where.keys()
    graph = path.CustomGraph(keys.shape[1:])
    for number, (dx, dy) in enumerate(DIRECTIONS):
        table = COSTS.straight if number < 4 else COSTS.diagonal
        into = np.array(table, np.int32)[where.ground.difficulty]
        graph.add_edge((dy, dx), 1, cost=into, condition=(keys[number] > 0).astype(np.int32))

    def search(start: Square) -> Any:
        finder = path.Pathfinder(graph)
        finder.add_root((start.y, start.x))
        finder.resolve()
        return finder.distance

    return search, lambda found: as_costs(np.asarray(found))


def test_a_move_of_six_squares(table: Table) -> None:
    where = place(100)
    scipy, scipy_costs = scipy_search(where, LIMIT)
    networkx, networkx_costs = networkx_search(where, LIMIT)

    def ours(start: Square) -> Any:
        return field(where.steps, start, budget_sq=BUDGET_SQ, blocked=where.blocked)

    for start in where.starts[:10]:
        costs = ours(start).costs_sq()
        assert costs == scipy_costs(scipy(start)) == networkx_costs(networkx(start))
        assert len(costs) > 1
    to_scipy, to_networkx = race(where.starts * 5, ours, scipy, networkx)
    table.add("field of a 30-ft move", "scipy, limit", to_scipy, 1.0)
    table.add("field of a 30-ft move", "networkx, cutoff", to_networkx, 0.5)


def test_a_field_without_a_limit(table: Table) -> None:
    where = place(100)
    tcod, tcod_costs = tcod_search(where)

    def ours(start: Square) -> Any:
        return field(where.steps, start, blocked=where.blocked)

    for start in where.starts[:3]:
        assert ours(start).costs_sq() == tcod_costs(tcod(start))
    (to_tcod,) = race(where.starts, ours, tcod)
    table.add("field without a limit", "tcod", to_tcod, 0.7)


def test_a_budget_makes_the_size_of_the_map_unimportant(table: Table) -> None:
    small, big = place(100), place(300)

    def on(where: Place) -> Search:
        return lambda start: field(where.steps, start, budget_sq=BUDGET_SQ, blocked=small.blocked)

    inner = tuple(Square(x % 80 + 10, y % 80 + 10) for x, y in big.starts) * 5
    (ratio,) = race(inner, on(big), on(small))
    table.add("field of a 30-ft move, 300 x 300", "itself, 100 x 100", ratio, 1.4)


def test_a_closed_room_is_not_searched_from_outside(table: Table) -> None:
    side, room = 200, Square(100, 100)
    rock = np.zeros((side, side), np.bool_)
    rock[98:103, 98:103] = True
    rock[99:102, 99:102] = False
    ground = Ground(rock, rock, np.zeros(rock.shape, np.uint8), np.zeros_like(rock))
    priced = steps(ground, (1, 1), COSTS)
    inside = field(priced, room, goal=Square(0, 0))
    assert inside.cost_sq(Square(0, 0)) is None
    assert len(inside.squares()) == 9
    into = field(priced, Square(0, 0), goal=room)
    assert into.cost_sq(room) is None
    assert len(into.squares()) < 100
    (ratio,) = race(
        (Square(0, 0),) * 9, lambda start: field(priced, start, goal=room), lambda start: field(priced, start)
    )
    table.add("no way into a closed room, 200 x 200", "itself, all squares", ratio, 0.1)
