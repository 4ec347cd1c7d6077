"""Area templates on an open grid: which squares a burst, cone, line, emanation or blast would fill.

Nothing here knows walls or the edge of the board; a ruleset cuts a template down with line of effect. Counted templates
use the alternating count: from a lattice point a square is in when its far corner is within the radius.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import gcd
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.geometry.metric import alternating_sq


class RaySquare(NamedTuple):
    """A square a slanting line runs through.

    Attributes:
        square: the square.
        enters: where the line enters it, as a multiple of the line's direction; exact.
    """

    square: Square
    enters: Fraction


def squares_behind(start: Point, direction: tuple[int, int]) -> tuple[Square, ...]:
    """The squares at a lattice corner from which a shape that starts there is sent: two of a straight one, else one.

    Args:
        start: the lattice corner.
        direction: where the shape goes; only the signs of the two steps matter.
    """
    x, y = _corner(start)
    columns, rows = (
        (at - 1,) if step > 0 else (at,) if step < 0 else (at - 1, at)
        for at, step in ((x, direction[0]), (y, direction[1]))
    )
    return tuple(Square(column, row) for column in columns for row in rows)


def burst(origin: Point, radius_sq: int) -> frozenset[Square]:
    """Squares whose far corner lies within a radius of a lattice corner."""
    x, y = _corner(origin)
    return frozenset(Square(x + dx, y + dy) for dx, dy in _burst_offsets(radius_sq))


@cache
def _burst_offsets(radius_sq: int) -> tuple[tuple[int, int], ...]:
    quadrant = [
        (i, j) for i in range(1, radius_sq + 1) for j in range(1, radius_sq + 1) if alternating_sq(i, j) <= radius_sq
    ]
    return tuple(
        (i - 1 if right else -i, j - 1 if down else -j) for i, j in quadrant for right in (0, 1) for down in (0, 1)
    )


def cone_from_point(apex: Point, direction: tuple[int, int], length_sq: int) -> frozenset[Square]:
    """A quarter circle from a lattice corner.

    Args:
        apex: the lattice corner it starts from.
        direction: unit steps (dx, dy) with y down; two non-zero steps make a diagonal cone, one quadrant of a burst.
        length_sq: how far it reaches.
    """
    x, y = _corner(apex)
    dx, dy = direction
    if dx and dy:
        return frozenset(
            Square(x + (i if dx > 0 else -1 - i), y + (j if dy > 0 else -1 - j))
            for i in range(length_sq)
            for j in range(length_sq)
            if alternating_sq(i + 1, j + 1) <= length_sq
        )
    found = set()
    for ahead in range(1, length_sq + 1):
        for aside in range(1, ahead + 1):
            if alternating_sq(ahead, aside) > length_sq:
                break
            for side in (aside - 1, -aside):
                found.add(_ahead_of_line(x, y, direction, ahead - 1, side))
    return frozenset(found)


def cone_from_edge(first: Square, direction: tuple[int, int], length_sq: int) -> frozenset[Square]:
    """A straight cone that starts at the edge of one square and widens 1, 3, 5 ...

    Args:
        first: the square in front of that edge.
        direction: an orthogonal unit step.
        length_sq: how far it reaches.
    """
    dx, dy = direction
    return frozenset(
        Square(first[0] + dx * ahead + dy * aside, first[1] + dy * ahead + dx * aside)
        for ahead in range(length_sq)
        for aside in range(-ahead, ahead + 1)
        if ahead + 1 + abs(aside) // 2 <= length_sq
    )


def ray(start: Point, through: Point, length_sq: int) -> tuple[RaySquare, ...]:
    """A slanting line without width: the squares it runs through for some length, in order.

    Args:
        start: the lattice corner it leaves.
        through: another lattice corner, in a direction that is not along a grid line.
        length_sq: a square is in when its far corner, counted from the start, lies within it.

    Raises:
        ValueError: the line runs along a grid line or has no direction.
    """
    x, y = _corner(start)
    end_x, end_y = _corner(through)
    run, rise = end_x - x, end_y - y
    if not run or not rise:
        raise ValueError("a slanting line needs both a column and a row step")
    steps = gcd(run, rise)
    right, down = run > 0, rise > 0
    run, rise = abs(run) // steps, abs(rise) // steps
    found = []
    column = row = 0
    while alternating_sq(column + 1, row + 1) <= length_sq:
        square = Square(x + (column if right else -1 - column), y + (row if down else -1 - row))
        found.append(RaySquare(square, max(Fraction(column, run * steps), Fraction(row, rise * steps))))
        leaves_side, leaves_end = (column + 1) * rise, (row + 1) * run
        column += leaves_side <= leaves_end
        row += leaves_end <= leaves_side
    return tuple(found)


def row_line(first: Sequence[Square], direction: tuple[int, int], length_sq: int) -> tuple[Square, ...]:
    """A line along rows, columns or a diagonal chain, nearest squares first.

    Args:
        first: the squares it begins with; several for a line wider than one square.
        direction: unit steps; a diagonal chain counts 1, 2, 1, 2 along its length.
        length_sq: how far it reaches.
    """
    dx, dy = direction
    found: list[Square] = []
    for ahead in range(length_sq):
        if dx and dy and alternating_sq(ahead + 1, ahead + 1) > length_sq:
            break
        found.extend(Square(one[0] + dx * ahead, one[1] + dy * ahead) for one in first)
    return tuple(found)


def emanation(space: Space, radius_sq: int) -> frozenset[Square]:
    """Squares within an alternating count of the nearest square of a space, its own squares left out."""
    return frozenset(
        square
        for square in close_burst(space, radius_sq)
        if alternating_sq(*space.gap_sq(Space(square.x, square.y, 1, 1))) <= radius_sq
    )


def close_burst(space: Space, radius_sq: int) -> frozenset[Square]:
    """Every square within so many columns and rows of a space, its own squares left out."""
    around = Space(space.x - radius_sq, space.y - radius_sq, space.width + 2 * radius_sq, space.height + 2 * radius_sq)
    return frozenset(around.squares()) - frozenset(space.squares())


def block(top_left: Square, side_sq: int) -> frozenset[Square]:
    """A square block of squares."""
    return frozenset(Space(top_left[0], top_left[1], side_sq, side_sq).squares())


def blast_in_direction(space: Space, direction: tuple[int, int], side_sq: int) -> Square:
    """Top left square of the block that touches a space on one side (centred) or at one corner."""
    dx, dy = direction

    def place(start: int, length: int, step: int) -> int:
        if step:
            return start + length if step > 0 else start - side_sq
        return start + (length - side_sq) // 2

    return Square(place(space.x, space.width, dx), place(space.y, space.height, dy))


def blast_placements(space: Space, side_sq: int) -> Iterator[Square]:
    """Top left squares of every block that touches a space by a side or a corner and holds none of its squares."""
    for y in range(space.y - side_sq, space.y + space.height + 1):
        for x in range(space.x - side_sq, space.x + space.width + 1):
            if not space.overlaps(Space(x, y, side_sq, side_sq)):
                yield Square(x, y)


def touches_block(space: Space, top_left: Square, side_sq: int) -> bool:
    """Whether a block touches a space by a side or a corner without covering any of it."""
    placed = Space(top_left[0], top_left[1], side_sq, side_sq)
    return not space.overlaps(placed) and max(space.gap_sq(placed)) <= 1


def side_neighbours(square: Square, squares: frozenset[Square]) -> int:
    """How many squares of a set share a side with a square."""
    x, y = square
    return sum((x + dx, y + dy) in squares for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def in_one_piece(squares: frozenset[Square]) -> bool:
    """Whether the squares hang together by their sides."""
    if not squares:
        return False
    waiting = [next(iter(squares))]
    seen = set(waiting)
    while waiting:
        x, y = waiting.pop()
        for near in (Square(x + 1, y), Square(x - 1, y), Square(x, y + 1), Square(x, y - 1)):
            if near in squares and near not in seen:
                seen.add(near)
                waiting.append(near)
    return len(seen) == len(squares)


def within_cubes(squares: frozenset[Square], side_sq: int) -> bool:
    """Whether a shape can be put together from blocks of a side without leaving it: no part of it is narrower."""
    return bool(squares) and all(
        any(
            block(Square(square.x - dx, square.y - dy), side_sq) <= squares
            for dx in range(side_sq)
            for dy in range(side_sq)
        )
        for square in squares
    )


def _corner(point: Point) -> tuple[int, int]:
    x, x_rest = divmod(point[0], UNIT)
    y, y_rest = divmod(point[1], UNIT)
    if x_rest or y_rest:
        raise ValueError(f"{point} is not a corner of a square")
    return x, y


def _ahead_of_line(x: int, y: int, direction: tuple[int, int], ahead: int, side: int) -> Square:
    """The square `ahead` squares beyond a grid line in a direction and `side` squares past a crossing line."""
    dx, dy = direction
    if dx:
        return Square(x + ahead if dx > 0 else x - 1 - ahead, y + side)
    return Square(x + side, y + ahead if dy > 0 else y - 1 - ahead)
