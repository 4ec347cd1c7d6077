"""Slow answers about lines, worked out with fractions and by trying every case; to check the quick ones against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import atan2

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space
from tactics.geometry.trace import Obstacle

Vector = tuple[Fraction, Fraction]
Range = tuple[Fraction, Fraction]


def met_kinds(start: Point, end: Point, obstacles: Iterable[Obstacle]) -> list[tuple[str, str, Obstacle]]:
    """Kind, side and obstacle of everything a line meets, in no order."""
    found = []
    for obstacle in obstacles:
        kind = _block_kind(start, end, obstacle) if len(obstacle.corners) == 4 else _wall_kind(start, end, obstacle)
        if kind is not None:
            found.append((*kind, obstacle))
    return found


def stopped(start: Point, end: Point, obstacles: Sequence[Obstacle]) -> bool:
    """Whether a line is stopped when all obstacles stop it."""
    kinds = met_kinds(start, end, obstacles)
    if any(kind in ("interior", "cross") for kind, _, _ in kinds):
        return True
    touching = [(side, *_shared(start, end, obstacle)) for _, side, obstacle in kinds if obstacle.kind != "body"]
    places = sorted({Fraction(0), Fraction(1), *(place for _, *span in touching for place in span)})
    # Between neighbouring places nothing changes: colour the stretches of the line and the places between them.
    on_line = [span for side, *span in touching if not side]
    for first, last in combinations([place for place in places if 0 < place < 1], 2):
        both = _sides_at(first, touching) | _sides_at(last, touching) >= {"left", "right"}
        if both and _covered(first, last, on_line, places):
            return True
    middles = [(a + b) / 2 for a, b in pairwise(places)]
    inner = [place for place in [*places, *middles] if 0 < place < 1]
    return any(_sides_at(place, touching) >= {"left", "right"} for place in inner)


def _sides_at(place: Fraction, touching: Sequence[tuple[str, Fraction, Fraction]]) -> set[str]:
    return {side for side, first, last in touching if side and first <= place <= last}


def _covered(first: Fraction, last: Fraction, spans: Sequence[Sequence[Fraction]], places: Sequence[Fraction]) -> bool:
    """Whether walls on the line lead from one place to another without a break."""
    steps = [(a, b) for a, b in pairwise(places) if first <= a and b <= last]
    return all(any(one[0] <= a and b <= one[1] for one in spans) for a, b in steps)


def _shared(start: Point, end: Point, obstacle: Obstacle) -> Range:
    """First and last common point of a segment and an obstacle, as shares of the segment."""
    axis = 0 if start[0] != end[0] else 1
    if len(obstacle.corners) == 4:
        span = _clip(start, end, obstacle)
        assert span is not None
        return span
    places = []
    for corner in obstacle.corners:
        place = Fraction(corner[axis] - start[axis], end[axis] - start[axis])
        if all(start[n] + place * (end[n] - start[n]) == corner[n] for n in (0, 1)):
            places.append(min(max(place, Fraction(0)), Fraction(1)))
    return min(places), max(places)


def _clip(start: Point, end: Point, obstacle: Obstacle) -> Range | None:
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        least, most = min(c[axis] for c in obstacle.corners), max(c[axis] for c in obstacle.corners)
        step = end[axis] - start[axis]
        if step == 0:
            if not least <= start[axis] <= most:
                return None
            continue
        ends = sorted((Fraction(least - start[axis], step), Fraction(most - start[axis], step)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low <= high else None


def _block_kind(start: Point, end: Point, obstacle: Obstacle) -> tuple[str, str] | None:
    span = None if start == end else _clip(start, end, obstacle)
    if span is None:
        return None
    middle = (span[0] + span[1]) / 2
    at = [start[axis] + middle * (end[axis] - start[axis]) for axis in (0, 1)]
    if all(min(c[n] for c in obstacle.corners) < at[n] < max(c[n] for c in obstacle.corners) for n in (0, 1)):
        return ("interior", "") if span[0] < span[1] else None
    centre = [Fraction(sum(corner[axis] for corner in obstacle.corners), 4) for axis in (0, 1)]
    if span[0] < span[1]:
        return "edge", _side(start, end, centre)
    return ("corner", _side(start, end, centre)) if 0 < span[0] < 1 else None


def _wall_kind(start: Point, end: Point, wall: Obstacle) -> tuple[str, str] | None:
    a, b = wall.corners
    d, w = (end[0] - start[0], end[1] - start[1]), (b[0] - a[0], b[1] - a[1])
    turn = d[0] * w[1] - d[1] * w[0]
    if start == end or (wall.one_way == "left" and turn > 0) or (wall.one_way == "right" and turn < 0):
        return None
    if turn == 0:
        places = [((p[0] - start[0]) * d[0] + (p[1] - start[1]) * d[1], p) for p in (a, b)]
        length = d[0] ** 2 + d[1] ** 2
        on_line = all((p[0] - start[0]) * d[1] == (p[1] - start[1]) * d[0] for p in (a, b))
        low, high = min(places)[0], max(places)[0]
        return ("overlap", "") if on_line and max(low, 0) < min(high, length) else None
    along = Fraction((a[0] - start[0]) * w[1] - (a[1] - start[1]) * w[0], turn)
    across = Fraction((a[0] - start[0]) * d[1] - (a[1] - start[1]) * d[0], turn)
    if not (0 < along < 1 and 0 <= across <= 1):
        return None
    if 0 < across < 1:
        return "cross", ""
    return "touch", _side(start, end, b if across == 0 else a)


def _side(start: Point, end: Point, point: Sequence[Fraction | int]) -> str:
    turn = (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
    return "right" if turn > 0 else "left"


Block = tuple[int, int, int, int]


def clear(source: Space | Point, target: Space | Point, blocks: Sequence[Block], walls: Sequence[Obstacle]) -> bool:
    """Whether some segment between the open insides of two places meets no closed block and no wall.

    Tries a direction between every two neighbouring directions through two corners, and in it a line between every
    two neighbouring lines through a corner. Lengths are in half squares, so that one may read them in a debugger.
    """
    near, far = _as_block(source), _as_block(target)
    shared = max(near[0], far[0]), max(near[1], far[1]), min(near[2], far[2]), min(near[3], far[3])
    if shared[0] < shared[2] and shared[1] < shared[3]:
        squares = product(range(shared[0], shared[2], UNIT), range(shared[1], shared[3], UNIT))
        return any(not any(_holds(block, (x + UNIT // 2, y + UNIT // 2)) for block in blocks) for x, y in squares)
    points: set[Vector] = {
        (Fraction(b[i]), Fraction(b[j])) for b in (near, far, *blocks) for i in (0, 2) for j in (1, 3)
    }
    points |= {(Fraction(corner.x), Fraction(corner.y)) for wall in walls for corner in wall.corners}
    points |= {point for wall in walls for block in (near, far) for point in _cuts(wall, block)}
    for dx, dy in _directions(points):
        if isinstance(source, Point):
            offsets = [dx * source.y - dy * source.x]
        else:
            levels = sorted({dx * y - dy * x for x, y in points})
            offsets = [(a + b) / 2 for a, b in pairwise(levels)]
        if any(_gets_through(dx, dy, offset, near, far, blocks, walls) for offset in offsets):
            return True
    return False


def _as_block(place: Space | Point) -> Block:
    if isinstance(place, Space):
        return place.x * UNIT, place.y * UNIT, (place.x + place.width) * UNIT, (place.y + place.height) * UNIT
    return place.x, place.y, place.x, place.y


def _cuts(wall: Obstacle, block: Block) -> Iterator[Vector]:
    """Where a wall meets the lines of a block's four sides."""
    for axis in (0, 1):
        (a, b), (c, d) = ((corner[axis], corner[1 - axis]) for corner in wall.corners)
        for line in (block[axis], block[axis + 2]):
            if min(a, c) < line < max(a, c):
                other = b + Fraction((d - b) * (line - a), c - a)
                yield (Fraction(line), other) if axis == 0 else (other, Fraction(line))


def _holds(block: Block, point: tuple[int, int]) -> bool:
    return block[0] <= point[0] <= block[2] and block[1] <= point[1] <= block[3]


def _directions(points: set[Vector]) -> Iterator[Vector]:
    """One direction between every two neighbours of those that lead from one point to another."""
    critical: dict[Fraction | None, Vector] = {}
    for (x, y), (to_x, to_y) in combinations(sorted(points), 2):
        critical[(to_y - y) / (to_x - x) if to_x != x else None] = (to_x - x, to_y - y)
    turned = [(dx, dy) for dx, dy in critical.values()]
    everything = sorted({*turned, *((-dx, -dy) for dx, dy in turned)}, key=lambda d: atan2(d[1], d[0]))
    for (dx, dy), (next_dx, next_dy) in zip(everything, everything[1:] + everything[:1], strict=True):
        yield dx + next_dx, dy + next_dy


def _gets_through(
    dx: Fraction,
    dy: Fraction,
    offset: Fraction,
    near: Block,
    far: Block,
    blocks: Sequence[Block],
    walls: Sequence[Obstacle],
) -> bool:
    leave, enter = _places(dx, dy, offset, near), _places(dx, dy, offset, far)
    is_point = near[0] == near[2]
    if leave is None or enter is None or enter[1] <= leave[1] or enter[0] == enter[1]:
        return False
    start, end = leave[1], max(enter[0], leave[1])
    for block in blocks:
        span = _places(dx, dy, offset, block)
        if span is not None and (span[1] > start or (span[1] == start and not is_point)) and span[0] <= end:
            return False
    for wall in walls:
        place = _wall_place(dx, dy, offset, wall)
        if place is not None and (place > start or (place == start and not is_point)) and place <= end:
            return False
    return True


def _places(dx: Fraction, dy: Fraction, offset: Fraction, block: Block) -> Range | None:
    """Where a line ``dx * y - dy * x = offset`` runs inside a closed block, as scalar products with (dx, dy)."""
    inside = []
    squared = dx * dx + dy * dy
    for x in (block[0], block[2]):
        if dx:
            y = (offset + dy * x) / dx
            if block[1] <= y <= block[3]:
                inside.append(dx * x + dy * y)
    for y in (block[1], block[3]):
        if dy:
            x = (dx * y - offset) / dy
            if block[0] <= x <= block[2]:
                inside.append(dx * x + dy * y)
    assert squared
    return (min(inside), max(inside)) if inside else None


def _wall_place(dx: Fraction, dy: Fraction, offset: Fraction, wall: Obstacle) -> Fraction | None:
    (ax, ay), (bx, by) = wall.corners
    first, second = dx * ay - dy * ax - offset, dx * by - dy * bx - offset
    if first * second >= 0:
        return None
    comes_from_left = first > 0
    if wall.one_way and (wall.one_way == "left") != comes_from_left:
        return None
    share = first / (first - second)
    return dx * (ax + share * (bx - ax)) + dy * (ay + share * (by - ay))
