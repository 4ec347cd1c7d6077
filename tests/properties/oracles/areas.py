"""Areas of effect by the letter of three books, square by square."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import product

import numpy as np
from properties.oracles.covers import SOLID_WALLS, Scene, alternating, cells, gap
from properties.oracles.plane import HAIR, Block, Spot, Wall, cell, chord, corners, meets

Square = tuple[int, int]


def board(scene: Scene) -> Iterator[Square]:
    """Squares that are not filled."""
    for y, row in enumerate(scene.rows):
        yield from ((x, y) for x, glyph in enumerate(row) if glyph not in "# ")


def sees(scene: Scene, point: Spot, square: Square) -> bool:
    """Whether some line from a point to the inside of a square meets no solid but at the point itself.

    If there is one, there is one a hair beside a line from the point through a corner.
    """
    target, blocks, walls = cell(*square), scene.squares("# "), scene.pieces(*SOLID_WALLS)
    spots = {one for block in (target, *blocks) for one in corners(block)} | {end for wall in walls for end in wall}
    ways = np.array([[float(x - point[0]), float(y - point[1])] for x, y in spots if (x, y) != point])
    ways /= np.hypot(ways[:, 0], ways[:, 1])[:, None]
    normal = np.stack([-ways[:, 1], ways[:, 0]], 1)
    beside = np.concatenate([ways + HAIR * normal, ways - HAIR * normal])
    lines = np.concatenate([np.tile(np.array([float(point[0]), float(point[1])]), (len(beside), 1)), beside], 1)
    return bool(_reached(lines, target, blocks, walls).any())


def _reached(lines: np.ndarray, target: Block, blocks: list[Block], walls: list[Wall]) -> np.ndarray:
    inner = 1e-3 * HAIR
    span = chord(lines, target)
    start, end = np.full(len(lines), inner), np.maximum(span[:, 0], 0) + 2 * inner
    good = span[:, 1] - np.maximum(span[:, 0], 0) > 4 * inner
    for block in blocks:
        found = chord(lines, block)
        good &= (found[:, 0] > found[:, 1]) | (found[:, 1] < start) | (found[:, 0] > end)
    for wall in walls:
        good &= ~meets(lines, wall, start, end)
    return good


def burst(scene: Scene, point: Square, radius: int) -> set[Square]:
    """A burst round a corner of squares: by the farthest corner of each square, without what lies behind solids."""
    return {one for one in board(scene) if _far(point, one) <= radius and sees(scene, point, one)}


def _far(point: Square, square: Square) -> int:
    sides = [max(abs(square[n] - point[n]), abs(square[n] + 1 - point[n])) for n in (0, 1)]
    return alternating(*sides)


def cone(scene: Scene, point: Square, direction: tuple[int, int], length: int) -> set[Square]:
    """A cone from a corner of squares: a quarter of the burst, the axis in its middle."""
    dx, dy = direction
    found = set()
    for one in burst(scene, point, length):
        ahead, aside = _quarter(one[0] - point[0], dx), _quarter(one[1] - point[1], dy)
        if dx and dy:
            inside = ahead > 0 and aside > 0
        else:
            ahead, aside = (ahead, _aside(one[1] - point[1])) if dx else (aside, _aside(one[0] - point[0]))
            inside = ahead >= aside
        if inside:
            found.add(one)
    return found


def _quarter(offset: int, step: int) -> int:
    """How many squares ahead a square is along one axis, counted from 1; not positive behind."""
    return offset + 1 if step > 0 else -offset


def _aside(offset: int) -> int:
    return offset + 1 if offset >= 0 else -offset


def emanation(scene: Scene, block: Block, radius: int) -> set[Square]:
    """An emanation of a space, its own squares left out."""
    own = set(cells(block))
    near = [one for one in board(scene) if cell(*one) not in own and alternating(*gap(block, cell(*one))) <= radius]
    return {one for one in near if scene.effect(block, cell(*one))}


def spread(scene: Scene, point: Square, radius: int) -> set[Square]:
    """A spread on a board without thin walls: the way goes from corner to corner inside squares."""
    free = set(board(scene))
    best: dict[tuple[Square, Square, int], int] = {}
    start = [(0, square, point, 0) for square in _around(point) if square in free]
    while start:
        cost, square, at, odd = heappop(start)
        if (square, at, odd) in best:
            continue
        best[square, at, odd] = cost
        for other in _around(at):
            if other in free and abs(other[0] - square[0]) + abs(other[1] - square[1]) == 1:
                heappush(start, (cost, other, at, odd))
        for to in product((square[0], square[0] + 1), (square[1], square[1] + 1)):
            slant = to[0] != at[0] and to[1] != at[1]
            if to != at and cost + 1 + (slant and odd) <= radius:
                heappush(start, (cost + 1 + (slant and odd), square, to, odd ^ slant))
    reached = {(square, at) for square, at, _ in best}
    return {
        one for one in free if all((one, to) in reached for to in product((one[0], one[0] + 1), (one[1], one[1] + 1)))
    }


def _around(point: Square) -> Iterator[Square]:
    yield from product((point[0] - 1, point[0]), (point[1] - 1, point[1]))


def counted(scene: Scene, block: Block) -> dict[Square, int]:
    """The fourth edition's count from a space to every square: round what is solid, past no solid corner."""
    free = set(board(scene))
    found = {(int(one[0]), int(one[1])): 0 for one in cells(block)}
    layer = list(found)
    while layer:
        following = []
        for x, y in layer:
            for dx, dy in product((-1, 0, 1), repeat=2):
                there = (x + dx, y + dy)
                if there in free and there not in found and _passes(scene, free, (x, y), there):
                    found[there] = found[x, y] + 1
                    following.append(there)
        layer = following
    return found


def _passes(scene: Scene, free: set[Square], one: Square, other: Square) -> bool:
    walls = scene.pieces(*SOLID_WALLS)
    if one[0] != other[0] and one[1] != other[1]:
        point = (max(one[0], other[0]), max(one[1], other[1]))
        return {(other[0], one[1]), (one[0], other[1])} <= free and not any(_holds(wall, point) for wall in walls)
    ends = sorted(set(_corners(one)) & set(_corners(other)))
    return not any(all(_holds(wall, end) for end in ends) for wall in walls)


def _corners(square: Square) -> Iterator[Square]:
    yield from product((square[0], square[0] + 1), (square[1], square[1] + 1))


def _holds(wall: Wall, point: Square) -> bool:
    return all(min(wall[0][n], wall[1][n]) <= point[n] <= max(wall[0][n], wall[1][n]) for n in (0, 1))


def fourth_burst(scene: Scene, block: Block, size: int, *, close: bool) -> set[Square]:
    """A burst of the fourth edition round a space."""
    near = {one for one, count in counted(scene, block).items() if count <= size}
    own = {(int(one[0]), int(one[1])) for one in cells(block)}
    seen = {one for one in near - own if scene.effect(block, cell(*one))}
    return seen if close else seen | own


def blast(scene: Scene, block: Block, corner: Square, side: int) -> set[Square]:
    """A close blast of a creature of one square, its block placed by its top left square."""
    inside = [one for one in board(scene) if all(corner[n] <= one[n] < corner[n] + side for n in (0, 1))]
    return {one for one in inside if scene.effect(block, cell(*one))}
