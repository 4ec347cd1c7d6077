"""Which lines from a point to every point of the board are stopped, all of them at once.

Behind an obstacle lies its shadow: of each row of points it darkens one unbroken stretch, whose ends follow from the
obstacle's outline by whole-number division. Marking where stretches begin and end and adding up along the rows
answers for every line what `tactics.geometry.trace.is_stopped` says of one. Lines that are pinched between obstacles
they only touch pass a joint of two, or run along an outline; those are few and looked at apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import UNIT, Point
from tactics.geometry.casters import Casters, Ints
from tactics.geometry.trace import LEFT, RIGHT, Obstacle, trace

Bools = npt.NDArray[np.bool_]

_FREE_TURN = {"": 2, LEFT: 1, RIGHT: -1}
"""How a one-way wall turns about those who come from its free side."""

# Which of left, top, right and bottom make the two corners a rectangle is seen between, by where one stands: first
# row above, second beside, third below; first column left, second over, third right of it. The rectangle lies to
# the right of the direction to its first corner and to the left of that to its last.
_FIRST_X = np.array([[2, 2, 2], [0, 0, 2], [0, 0, 0]])
_FIRST_Y = np.array([[1, 1, 3], [1, 1, 3], [1, 3, 3]])
_LAST_X = np.array([[0, 0, 0], [0, 0, 2], [2, 2, 2]])
_LAST_Y = np.array([[3, 1, 1], [3, 3, 1], [3, 3, 1]])


def blocked_lines(casters: Casters, starts: Sequence[Point]) -> Bools:
    """Which of the lines from some points to all points whole squares away are stopped.

    Args:
        casters: what stops a line.
        starts: where lines begin, on the board and all at the same place within their squares, such as corners.

    Returns:
        `bool[start, y, x]` for each start and the points of the board at the same place within their squares; of
        corners there is one more each way than there are squares.
    """
    grid = _grid(casters, starts)
    seen = casters.corners - np.tile(grid.starts, 2)[:, None]
    cones = _cones(casters, seen)
    shadows = _stretches(cones, grid)
    shape = len(starts), grid.height, grid.width
    blocked = _covered(shadows.start, shadows.row, shadows.first, shadows.last, shape)
    _darken_around(casters, seen, blocked)
    _close_joints(casters, cones, grid, blocked)
    for ray, touching in _doubtful_rays(casters, cones, seen).items():
        _close_pinches(casters, grid, ray, touching, blocked)
    blocked[np.arange(len(starts)), grid.rows, grid.columns] = False
    return blocked


def blocked_corners(lines: Bools) -> npt.NDArray[np.uint8]:
    """How many of the lines to the four corners of each square are stopped.

    Args:
        lines: `bool[..., y, x]` for every corner of a square, see `blocked_lines`.

    Returns:
        `uint8[..., y, x]` for every square, 0 to 4.
    """
    ones = lines.view(np.uint8)
    pairs = ones[..., 1:] + ones[..., :-1]
    counts: npt.NDArray[np.uint8] = pairs[..., 1:, :] + pairs[..., :-1, :]
    return counts


def hidden_squares(casters: Casters, starts: Sequence[Point]) -> Bools:
    """Which squares one obstacle hides wholly from all of some points, and so from everything between the points.

    Args:
        casters: what stops a line.
        starts: corners of squares on the board.

    Returns:
        `bool[y, x]` for every square. What only several obstacles hide together is not among them.
    """
    grid = _grid(casters, starts)
    shadows = _stretches(_cones(casters, casters.corners - np.tile(grid.starts, 2)[:, None]), grid)
    shape = len(starts), len(casters.corners), grid.height
    first, last = np.full(shape, grid.width), np.full(shape, -1)
    place = shadows.start, shadows.obstacle, shadows.row
    first[place], last[place] = shadows.first, shadows.last
    # Shadows are convex: squares with all corners in a shadow lie in it.
    first, last = first.max(axis=0), last.min(axis=0)
    first, last = np.maximum(first[:, :-1], first[:, 1:]), np.minimum(last[:, :-1], last[:, 1:]) - 1
    row = np.broadcast_to(np.arange(casters.height), first.shape)
    rows = row.ravel(), first.ravel(), last.ravel()
    (hidden,) = _covered(np.zeros_like(rows[0]), *rows, (1, casters.height, casters.width))
    return np.asarray(hidden)


class _Grid(NamedTuple):
    """The points lines run between.

    Attributes:
        starts: `int64[s, 2]`, where lines begin.
        columns, rows: places of the starts among the points.
        width, height: columns and rows of points.
    """

    starts: Ints
    columns: Ints
    rows: Ints
    width: int
    height: int

    def steps_to_border(self, number: int, dx: int, dy: int) -> int:
        """How often a step of columns and rows can be taken from a start before it leaves the grid."""
        column, row = int(self.columns[number]), int(self.rows[number])
        most = self.width + self.height
        across = (self.width - 1 - column if dx > 0 else column) // abs(dx) if dx else most
        down = (self.height - 1 - row if dy > 0 else row) // abs(dy) if dy else most
        return min(across, down)


def _grid(casters: Casters, starts: Sequence[Point]) -> _Grid:
    points = np.array(starts, np.int64).reshape(-1, 2)
    on_lines = points[0] % UNIT == 0
    width, height = casters.width + int(on_lines[0]), casters.height + int(on_lines[1])
    return _Grid(points, points[:, 0] // UNIT, points[:, 1] // UNIT, width, height)


class _Cones(NamedTuple):
    """The angles that obstacles fill, seen from the starts.

    Attributes:
        start, obstacle: their numbers.
        ax, ay, bx, by: from the start to the first and to the last corner; the obstacle lies to the right of the
            one direction and to the left of the other.
        thin: how many at the end belong to walls, behind whose line the shadow begins.
    """

    start: Ints
    obstacle: Ints
    ax: Ints
    ay: Ints
    bx: Ints
    by: Ints
    thin: int


def _cones(casters: Casters, seen: Ints) -> _Cones:
    """One cone for each start and each obstacle it neither stands in nor sees edgewise."""
    blocks, walls = _block_cones(seen[:, : casters.blocks]), _wall_cones(seen[:, casters.blocks :], casters.walls)
    walls[1] += casters.blocks
    start, obstacle, ax, ay, bx, by = (np.concatenate(parts) for parts in zip(blocks, walls, strict=True))
    return _Cones(start, obstacle, ax, ay, bx, by, len(walls[0]))


def _block_cones(seen: Ints) -> list[Ints]:
    left, top, right, bottom = np.moveaxis(seen, -1, 0)
    row = 1 - (top >= 0) + (bottom <= 0)
    column = 1 - (left >= 0) + (right <= 0)
    start, index = np.nonzero((row != 1) | (column != 1))
    row, column = row[start, index], column[start, index]
    sides = (_FIRST_X, _FIRST_Y, _LAST_X, _LAST_Y)
    return [start, index, *(seen[start, index, side[row, column]] for side in sides)]


def _wall_cones(seen: Ints, walls: Sequence[Obstacle]) -> list[Ints]:
    turn = np.sign(_cross(seen[..., 0], seen[..., 1], seen[..., 2], seen[..., 3]))
    free = np.array([_FREE_TURN[one.one_way] for one in walls], np.int64)
    start, index = np.nonzero((turn != 0) & (turn != free))
    ends = seen[start, index]
    backwards = turn[start, index] < 0
    ends[backwards] = np.roll(ends[backwards], 2, axis=1)
    return [start, index, *ends.T]


def _cross(ax: Ints, ay: Ints, bx: Ints, by: Ints) -> Ints:
    return ax * by - ay * bx


class _Stretches(NamedTuple):
    """Parts of rows of points that lie behind obstacles.

    Attributes:
        start, obstacle: their numbers.
        row: the row.
        first, last: its first and last point behind the obstacle; there is none where the last comes before the first.
    """

    start: Ints
    obstacle: Ints
    row: Ints
    first: Ints
    last: Ints


def _stretches(cones: _Cones, grid: _Grid) -> _Stretches:
    at, down = _rows_behind(cones, grid)
    start, obstacle, ax, ay, bx, by = (one[at] for one in cones[:6])
    column = grid.columns[start]
    low, high = _steps_behind(ax, bx, -column, grid.width - 1 - column)
    # Of the points so many steps to the right and down those between the two directions ...
    low, high = _within(low, high, -ay, ax * down)
    low, high = _within(low, high, by, -bx * down)
    # ... and for a wall those behind its line.
    wall = at >= len(cones.start) - cones.thin
    ax, ay, bx, by = ax[wall], ay[wall], bx[wall], by[wall]
    rest = UNIT * (ax - bx) * down[wall] - _cross(ax, ay, bx, by)
    low[wall], high[wall] = _within(low[wall], high[wall], UNIT * (by - ay), rest)
    return _Stretches(start, obstacle, down + grid.rows[start], column + low, column + high)


def _covered(layer: Ints, row: Ints, first: Ints, last: Ints, shape: tuple[int, int, int]) -> Bools:
    """The points of some layers of rows that stretches cover."""
    layers, rows, columns = shape
    real = first <= last
    begin = ((layer * rows + row) * (columns + 1))[real]
    cells = layers * rows * (columns + 1)
    changes = np.bincount(begin + first[real], minlength=cells) - np.bincount(begin + last[real] + 1, minlength=cells)
    depth = np.cumsum(changes).reshape(layers, rows, columns + 1)
    covered: Bools = depth[..., :-1] > 0
    return covered


def _rows_behind(cones: _Cones, grid: _Grid) -> tuple[Ints, Ints]:
    """For each cone the rows of points it may darken: number of the cone, and rows down from the start."""
    row = grid.rows[cones.start]
    return _each_between(*_steps_behind(cones.ay, cones.by, -row, grid.height - 1 - row))


def _steps_behind(one: Ints, other: Ints, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Whole steps between two bounds that lead behind the nearer of two places, where both lie on the same hand."""
    least, most = np.minimum(one, other), np.maximum(one, other)
    low = np.where((least >= 0) & (most > 0), np.maximum(low, least // UNIT + 1), low)
    high = np.where((most <= 0) & (least < 0), np.minimum(high, (most - 1) // UNIT), high)
    return low, high


def _within(low: Ints, high: Ints, factor: Ints, rest: Ints) -> tuple[Ints, Ints]:
    """Those numbers n between two bounds for which ``factor * n + rest`` is positive."""
    edge = np.where(factor > 0, -rest, rest - 1) // np.maximum(np.abs(factor), 1)
    low = np.where(factor > 0, np.maximum(low, edge + 1), low)
    high = np.where(factor < 0, np.minimum(high, edge), high)
    return low, np.where((factor == 0) & (rest <= 0), low - 1, high)


def _each_between(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Every whole number of each range, with the number of its range before it."""
    counts = np.maximum(last - first + 1, 0)
    at = np.repeat(np.arange(len(counts)), counts)
    return at, np.arange(len(at)) - (np.cumsum(counts) - counts - first)[at]


def _darken_around(casters: Casters, seen: Ints, blocked: Bools) -> None:
    """Block all lines of starts inside an obstacle."""
    left, top, right, bottom = np.moveaxis(seen[:, : casters.blocks], -1, 0)
    blocked[((left < 0) & (top < 0) & (right > 0) & (bottom > 0)).any(axis=1)] = True


def _close_joints(casters: Casters, cones: _Cones, grid: _Grid, blocked: Bools) -> None:
    """Block slanting lines past a corner that obstacles on both of their sides have in common."""
    pinches = (cones.obstacle < casters.squares) | (cones.obstacle >= casters.blocks)
    first, last = pinches & (cones.ax != 0) & (cones.ay != 0), pinches & (cones.bx != 0) & (cones.by != 0)
    x, y, start = cones.ax[first], cones.ay[first], cones.start[first]
    span = 2 * int(max((np.abs(one).max(initial=0) for one in cones[2:6]), default=0)) + 1
    others = (cones.start[last] * span + cones.bx[last]) * span + cones.by[last]
    _, joint, _ = np.intersect1d((start * span + x) * span + y, others, return_indices=True)
    start, x, y = start[joint], x[joint], y[joint]
    share = np.gcd(x, y)
    dx, dy = x // share, y // share
    column, row = grid.columns[start], grid.rows[start]
    across = np.where(dx > 0, grid.width - 1 - column, column) // np.abs(dx)
    down = np.where(dy > 0, grid.height - 1 - row, row) // np.abs(dy)
    at, steps = _each_between(share // UNIT + 1, np.minimum(across, down))
    blocked[start[at], row[at] + steps * dy[at], column[at] + steps * dx[at]] = True


class _Ray(NamedTuple):
    """Lines from one start in one direction.

    Attributes:
        start: number of the start.
        dx, dy: the smallest step to a point whole squares away, in squares.
    """

    start: int
    dx: int
    dy: int


def _doubtful_rays(casters: Casters, cones: _Cones, seen: Ints) -> dict[_Ray, list[int]]:
    """Rays along the outline of something or along a wall, and the numbers of the obstacles they touch."""
    rays: dict[_Ray, list[int]] = {}
    for axis in (0, 1):
        touched = (seen[..., 1 - axis] == 0) | (seen[..., 3 - axis] == 0)
        touched[:, casters.squares : casters.blocks] = False
        for start, index in np.argwhere(touched).tolist():
            places = int(seen[start, index, axis]), int(seen[start, index, axis + 2])
            if max(places) > 0:
                rays.setdefault(_Ray(start, 1 - axis, axis), []).append(index)
            if min(places) < 0:
                rays.setdefault(_Ray(start, axis - 1, -axis), []).append(index)
    for ray in set(_slanting_walls(casters, seen)):
        rays[ray] = _touching(casters, cones, seen, ray)
    return rays


def _slanting_walls(casters: Casters, seen: Ints) -> Iterator[_Ray]:
    """Rays along slanting walls."""
    ax, ay, bx, by = np.moveaxis(seen[:, casters.blocks :], -1, 0)
    edgewise = (_cross(ax, ay, bx, by) == 0) & (ax != bx) & (ay != by)
    for start, index in np.argwhere(edgewise).tolist():
        for x, y in seen[start, casters.blocks + index].reshape(2, 2).tolist():
            if x:
                share = gcd(x, y)
                yield _Ray(start, x // share, y // share)


def _touching(casters: Casters, cones: _Cones, seen: Ints, ray: _Ray) -> list[int]:
    """Numbers of the obstacles that touch a slanting ray or lie on it, and some behind its start."""
    own = cones.start == ray.start
    own &= (cones.obstacle < casters.squares) | (cones.obstacle >= casters.blocks)
    own &= (cones.ax * ray.dy == cones.ay * ray.dx) | (cones.bx * ray.dy == cones.by * ray.dx)
    ax, ay, bx, by = seen[ray.start, casters.blocks :].T
    edgewise = (ax * ray.dy == ay * ray.dx) & (bx * ray.dy == by * ray.dx)
    return [*cones.obstacle[own].tolist(), *(casters.blocks + np.nonzero(edgewise)[0]).tolist()]


def _close_pinches(casters: Casters, grid: _Grid, ray: _Ray, touching: Sequence[int], blocked: Bools) -> None:
    """Block the lines of a ray from its first pinch on."""
    steps = grid.steps_to_border(*ray)
    if len(touching) < 2 or steps < 1:
        return
    x, y = (int(one) for one in grid.starts[ray.start])
    end = Point(x + steps * ray.dx * UNIT, y + steps * ray.dy * UNIT)
    line = trace(Point(x, y), end, map(casters.obstacle, touching))
    places = []
    for pinch in line.pinches(lambda obstacle: True):
        spans = [met.span for met in (pinch.left, pinch.right, *pinch.along[:1])]
        places.append(max(span[0] for span in spans if span is not None))
    if places:
        squared = steps * steps * UNIT * UNIT * (ray.dx**2 + ray.dy**2)
        beyond = np.arange(min(places) * steps // squared + 1, steps + 1)
        row, column = grid.rows[ray.start], grid.columns[ray.start]
        blocked[ray.start, row + beyond * ray.dy, column + beyond * ray.dx] = True
