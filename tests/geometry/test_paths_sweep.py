"""Barriers in the way of steps, compared with polygons of a geometry library."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, MultiPoint

from tactics.core.lattice import UNIT, Point
from tactics.geometry.ground import Barrier
from tactics.geometry.steps import DIRECTIONS
from tactics.geometry.sweep import MARGIN, swept

WIDTH, HEIGHT = 7, 6


def core_of_step(x: int, y: int, footprint: tuple[int, int], step: tuple[int, int]) -> shapely.Geometry:
    """The convex hull of the core before and after a step."""
    return MultiPoint(
        [
            (
                (x + px) * UNIT + (MARGIN if px == 0 else -MARGIN) + moved[0],
                (y + py) * UNIT + (MARGIN if py == 0 else -MARGIN) + moved[1],
            )
            for px in (0, footprint[0])
            for py in (0, footprint[1])
            for moved in ((0, 0), (step[0] * UNIT, step[1] * UNIT))
        ]
    ).convex_hull


def random_barrier(chance: np.random.Generator) -> Barrier:
    coarse = int(chance.choice([1, 50, 500, 1000]))
    ends = (chance.integers(-1, [WIDTH + 1, HEIGHT + 1, WIDTH + 1, HEIGHT + 1]) * UNIT).astype(int)
    ends += chance.integers(0, UNIT // coarse + 1, 4) * coarse
    if (ends[:2] == ends[2:]).all():
        ends[0] += coarse
    return Barrier(Point(*ends[:2].tolist()), Point(*ends[2:].tolist()))


@pytest.mark.parametrize("footprint", [(1, 1), (2, 2), (1, 2), (3, 3)])
def test_a_barrier_is_met_where_it_enters_the_swept_core(footprint: tuple[int, int]) -> None:
    chance = np.random.default_rng(sum(footprint))
    met = 0
    for _ in range(40):
        barrier = random_barrier(chance)
        line = LineString([barrier.start, barrier.end])
        hits = swept([barrier], (HEIGHT, WIDTH), footprint, DIRECTIONS)
        for number, y, x in zip(*(part.ravel() for part in np.indices(hits.shape)), strict=True):
            core = core_of_step(int(x), int(y), footprint, DIRECTIONS[number])
            assert hits[number, y, x] == core.relate_pattern(line, "T********")
        met += int(hits.sum())
    assert met > 100


def test_many_barriers_are_the_union_of_each() -> None:
    chance = np.random.default_rng(3)
    barriers = [random_barrier(chance) for _ in range(12)]
    together = swept(barriers, (HEIGHT, WIDTH), (2, 2), DIRECTIONS)
    each = [swept([one], (HEIGHT, WIDTH), (2, 2), DIRECTIONS) for one in barriers]
    assert (together == np.logical_or.reduce(each)).all()
    assert not swept([], (HEIGHT, WIDTH), (1, 1), DIRECTIONS).any()


def test_a_long_slanting_wall_is_met_along_its_whole_length() -> None:
    barrier = Barrier(Point(0, 300), Point(40 * UNIT, 29 * UNIT + 700))
    hits = swept([barrier], (30, 40), (1, 1), DIRECTIONS)
    line = LineString([barrier.start, barrier.end])
    for number, (dx, dy) in enumerate(DIRECTIONS):
        for x in range(0, 40, 3):
            for y in range(30):
                core = core_of_step(x, y, (1, 1), (dx, dy))
                assert hits[number, y, x] == core.relate_pattern(line, "T********")
