"""Squares within reach of a space, walls not looked at."""

from __future__ import annotations

from functools import lru_cache

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.geometry.metric import Metric, alternating_sq

SECOND_DIAGONAL_SQ = 2
"""The only reach that a second diagonal may be added to."""


def ring(
    space: Space, least_sq: int, most_sq: int, metric: Metric = alternating_sq, *, second_diagonal: bool = False
) -> frozenset[Square]:
    """Squares from one reach to another, counted from the nearest square of the space.

    A square belongs to the ring when a reach of `most_sq` covers it and a reach of ``least_sq - 1`` does not.

    Args:
        space: who reaches; its own squares never belong to the ring.
        least_sq: nearest distance that is reached; 0 and 1 leave nothing out.
        most_sq: farthest distance that is reached.
        metric: how distance is counted.
        second_diagonal: a reach of exactly two squares also covers the second diagonal.

    Returns:
        Squares on and off the board, walls or not.
    """
    offsets = _ring_offsets(space.width, space.height, least_sq, most_sq, metric, second_diagonal)
    return frozenset(Square(space.x + x, space.y + y) for x, y in offsets)


def within_reach(
    space: Space,
    target: Space,
    least_sq: int,
    most_sq: int,
    metric: Metric = alternating_sq,
    *,
    second_diagonal: bool = False,
) -> bool:
    """Whether some square of the target lies in the `ring`, or in the space itself when `least_sq` is 0."""
    if space.overlaps(target) and least_sq == 0:
        return True
    return any(
        not space.holds(square)
        and _covers(metric, second_diagonal, most_sq, *space.gap_sq(Space(*square, 1, 1)))
        and not _covers(metric, second_diagonal, least_sq - 1, *space.gap_sq(Space(*square, 1, 1)))
        for square in target.squares()
    )


def _covers(metric: Metric, second_diagonal: bool, reach_sq: int, dx: int, dy: int) -> bool:
    if second_diagonal and reach_sq == SECOND_DIAGONAL_SQ and dx == dy == SECOND_DIAGONAL_SQ:
        return True
    return metric(dx, dy) <= reach_sq


@lru_cache(maxsize=512)
def _ring_offsets(
    width: int, height: int, least_sq: int, most_sq: int, metric: Metric, second_diagonal: bool
) -> tuple[tuple[int, int], ...]:
    space = Space(0, 0, width, height)
    found = []
    for y in range(-most_sq, height + most_sq):
        for x in range(-most_sq, width + most_sq):
            gap = space.gap_sq(Space(x, y, 1, 1))
            if (
                not space.holds(Square(x, y))
                and _covers(metric, second_diagonal, most_sq, *gap)
                and not _covers(metric, second_diagonal, least_sq - 1, *gap)
            ):
                found.append((x, y))
    return tuple(found)
