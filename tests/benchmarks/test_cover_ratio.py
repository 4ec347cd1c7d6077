"""Cover beside shapely: equal answers first, then how long each takes.

The board has thin walls that do not meet and 40 creatures. Of shapely the quickest exact way is taken for one pair
of creatures (a tree of simple pieces, asked by a predicate), and for a whole board the quickest way there is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import shapely
from kit import world
from race import Table, race

from tactics.core.lattice import UNIT, Point, Square
from tactics.geometry.between import box_around
from tactics.geometry.casters import casters_of
from tactics.geometry.grid import any_touched
from tactics.geometry.scene import scene_of
from tactics.geometry.shadow import blocked_corners, blocked_lines
from tactics.geometry.trace import Obstacle
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.world.creature import Creature
from tactics.world.world import World

SIDE, WALLS, CREATURES, BATCH = 100, 190, 40, 20
HAIR = 1e-7
"""By how much obstacles are made smaller, so that what only touches them does not meet them."""

Pair = tuple[str, str]


@cache
def board() -> World:
    dice = random.Random(4)
    walls: list[dict[str, Any]] = []
    taken: set[tuple[int, int]] = set()
    while len(walls) < WALLS:
        x, y, length = dice.randrange(SIDE), dice.randrange(SIDE), dice.randint(1, 6)
        level = dice.random() < 0.5
        points = {(x + step, y) if level else (x, y + step) for step in range(length + 1)}
        if max(max(point) for point in points) <= SIDE and not points & taken:
            taken |= points
            end = [x + length, y] if level else [x, y + length]
            walls.append({"line": [[x, y], end]})
    at = dice.sample([(x, y) for x in range(SIDE) for y in range(SIDE)], CREATURES)
    creatures = {f"c{number}": {"at": list(place), "side": f"s{number % 2}"} for number, place in enumerate(at)}
    return world(["." * SIDE] * SIDE, ("pf1", "pf2e", "dnd4e"), walls=walls, creatures=creatures)


@cache
def pairs() -> tuple[Pair, ...]:
    dice = random.Random(1)
    ids = [one.id for one in board().creatures]
    chosen = [dice.sample(ids, 2) for _ in range(400)]
    near = {one.id: one.space for one in board().creatures}
    return tuple((one, other) for one, other in chosen if max(near[one].gap_sq(near[other])) > 1)


def batches() -> list[tuple[Pair, ...]]:
    """So many pairs at a time that one run is long enough to be timed."""
    return [pairs()[first : first + BATCH] for first in range(0, len(pairs()) - BATCH + 1, BATCH)]


def in_squares(points: Sequence[Point]) -> list[tuple[float, float]]:
    return [(point.x / UNIT, point.y / UNIT) for point in points]


@dataclass(frozen=True)
class Lines:
    """The cover lines of a pair as shapely sees them, one entry a corner of the attacker: lines that walls stop, and
    lines that walls or the creatures that count stop."""

    walls: tuple[int, ...]
    all: tuple[int, ...]


class PairByTree:
    """Sixteen lines, each asked of a tree of all walls and creatures."""

    def __init__(self) -> None:
        scene = scene_of(board())
        self.spaces = {one.id: one.space for one in board().creatures}
        self.sides = {one.id: one.side for one in board().creatures}
        self.owners = ["" for _ in scene.walls] + [one.creature for one in scene.bodies()]
        pieces = [shapely.LineString(in_squares(one.corners)) for one in scene.walls]
        self.tree = shapely.STRtree([*pieces, *(shapely.Polygon(in_squares(one.corners)) for one in scene.bodies())])

    def lines(self, pair: Pair, enemies_only: bool = False) -> Lines:
        source, target = pair
        walls, every = [], []
        for start in in_squares(self.spaces[source].outer_corners()):
            by_walls = by_any = 0
            for end in in_squares(self.spaces[target].outer_corners()):
                found = self.tree.query(shapely.LineString([start, end]), predicate="crosses")
                owners = {self.owners[index] for index in found} - {source, target}
                if enemies_only:
                    owners = {one for one in owners if not one or self.sides[one] != self.sides[source]}
                by_walls += "" in owners
                by_any += bool(owners)
            walls.append(by_walls)
            every.append(by_any)
        return Lines(tuple(walls), tuple(every))

    def pf1(self, pair: Pair) -> str:
        return "cover" if min(self.lines(pair).all) else "none"

    def dnd4e(self, pair: Pair) -> str:
        lines = self.lines(pair, enemies_only=True)
        grades = [2 if walls > 2 else 1 if every else 0 for walls, every in zip(lines.walls, lines.all, strict=True)]
        return ("none", "cover", "superior")[min(grades)]

    def pf2e(self, pair: Pair) -> str:
        ends = [in_squares([self.spaces[one].centre])[0] for one in pair]
        found = self.tree.query(shapely.LineString(ends), predicate="crosses")
        owners = {self.owners[index] for index in found} - set(pair)
        return "none" if not owners else "standard" if "" in owners else "lesser"


@pytest.mark.parametrize("system", ["pf1", "pf2e", "dnd4e"])
def test_one_pair(system: str, table: Table) -> None:
    judge, place, shape = book(system).judge, board(), PairByTree()
    seen = 0
    for pair in pairs():
        value = judge(place, Question(ask="cover", source=pair[0], to=pair[1]), explain=False).value
        if value != "total":
            assert value == getattr(shape, system)(pair), pair
            seen += 1
    assert seen > 40

    def quick(batch: Sequence[Pair]) -> None:
        for one, other in batch:
            judge(place, Question(ask="cover", source=one, to=other), explain=False)

    def argued(batch: Sequence[Pair]) -> None:
        for one, other in batch:
            judge(place, Question(ask="cover", source=one, to=other))

    def by_shapely(batch: Sequence[Pair]) -> None:
        for pair in batch:
            shape.lines(pair)

    for case, ours, limit in ((f"cover, {system}", quick, 0.2), (f"cover with its argument, {system}", argued, 1.5)):
        (result,) = race(batches() * 2, ours, by_shapely)
        table.add(f"{case}, {BATCH} pairs", "shapely, 16 lines each", result, limit)


class FieldByUnion:
    """Lines from all corners of a creature to all corners of the board, met with the union of everything, prepared."""

    def __init__(self, creature: Creature) -> None:
        scene = scene_of(board())
        pieces = [self._shorter(one) for one in scene.walls]
        bodies = [shapely.Polygon(in_squares(one.corners)).buffer(-HAIR) for one in scene.bodies([creature.id])]
        self.union = shapely.union_all([*pieces, *bodies])
        shapely.prepare(self.union)
        y, x = np.mgrid[: SIDE + 1, : SIDE + 1]
        lines = np.empty((4, x.size, 2, 2))
        lines[:, :, 0] = np.array(in_squares(creature.space.outer_corners()))[:, None]
        lines[:, :, 1] = np.stack((x.ravel(), y.ravel()), axis=1)
        self.lines = shapely.linestrings(lines.reshape(-1, 2, 2))

    @staticmethod
    def _shorter(wall: Obstacle) -> shapely.LineString:
        (x, y), (to_x, to_y) = in_squares(wall.corners)
        dx, dy = HAIR * np.sign(to_x - x), HAIR * np.sign(to_y - y)
        return shapely.LineString([(x + dx, y + dy), (to_x - dx, to_y - dy)])

    def blocked(self) -> npt.NDArray[np.bool_]:
        return shapely.intersects(self.union, self.lines).reshape(4, SIDE + 1, SIDE + 1)


def stops(obstacle: Obstacle) -> bool:
    return True


def shadows(creature: Creature) -> npt.NDArray[np.bool_]:
    scene = scene_of(board())
    casters = casters_of(scene, stops, bodies=scene.bodies([creature.id]))
    return blocked_lines(casters, creature.space.outer_corners())


def test_every_square(table: Table) -> None:
    scene, chosen = scene_of(board()), board().creatures[:8]
    shapes = {one.id: FieldByUnion(one) for one in chosen}
    dice = random.Random(2)
    for creature in chosen:
        corners, bodies = creature.space.outer_corners(), scene.bodies([creature.id])
        ours, theirs = shadows(creature), shapes[creature.id].blocked()
        assert not (ours & ~theirs).any()
        # The quick way of shapely stops a few lines more, which touch something or begin on it.
        obstacles = [*scene.walls, *(box_around(one.corners) for one in bodies)]
        for corner, y, x in dice.sample(np.argwhere(theirs & ~ours).tolist(), 20):
            line = corners[corner], Point(x * UNIT, y * UNIT)
            assert any_touched(*line, obstacles)
            assert not any(met.passes for met in scene.trace(*line, bodies=bodies).mets)
        for _ in range(200):
            corner, y, x = dice.randrange(4), dice.randint(0, SIDE), dice.randint(0, SIDE)
            end = Point(x * UNIT, y * UNIT)
            assert ours[corner, y, x] == scene.is_stopped(corners[corner], end, stops, bodies=bodies)

    (result,) = race(chosen * 4, lambda one: blocked_corners(shadows(one)), lambda one: shapes[one.id].blocked())
    table.add("cover lines to every square", "shapely, prepared union", result, 0.2)


@pytest.mark.parametrize("system", ["pf1", "dnd4e"])
def test_every_square_judged(system: str, table: Table) -> None:
    judged, place = book(system), board()
    squares = [Square(x, y) for y in range(SIDE) for x in range(SIDE)]

    def singly(who: str) -> dict[Square, Any]:
        question = Question(ask="cover", source=who)
        return {square: judged.judge_square(place, question, square) for square in squares}

    def together(who: str) -> Any:
        return judged.judge_squares(place, Question(ask="cover", source=who))

    assert together("c0") == singly("c0")
    (result,) = race(["c1", "c2"], together, singly)
    table.add(f"cover of every square, {system}", "itself, one by one", result, 0.4)
