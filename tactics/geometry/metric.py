"""Distances in squares on an open grid, where walls do not matter."""

from __future__ import annotations

from collections.abc import Callable

from tactics.core.space import Space

Metric = Callable[[int, int], int]
"""Squares for an offset of whole columns and rows."""


def alternating_sq(dx: int, dy: int, taken: int = 0) -> int:
    """Distance where every second diagonal counts two squares (5-10-5).

    Args:
        dx: columns between the two ends, of either sign.
        dy: rows between the two ends, of either sign.
        taken: diagonals already counted before.

    >>> [alternating_sq(n, n) for n in range(1, 7)]
    [1, 3, 4, 6, 7, 9]
    """
    dx, dy = abs(dx), abs(dy)
    return max(dx, dy) + (min(dx, dy) + taken % 2) // 2


def chebyshev_sq(dx: int, dy: int) -> int:
    """Distance where a diagonal counts one square."""
    return max(abs(dx), abs(dy))


def nested_sq(dx: int, dy: int, dz: int) -> int:
    """Distance with a height: the alternating distance of the level distance and the height.

    >>> nested_sq(2, 2, 2), nested_sq(5, 4, 4)
    (4, 9)
    """
    return alternating_sq(alternating_sq(dx, dy), dz)


def weighted_sq(dx: int, dy: int, dz: int) -> int:
    """Distance with a height: the largest difference, half the middle one and a quarter of the smallest, rounded down.

    >>> weighted_sq(2, 2, 2), weighted_sq(5, 4, 4)
    (3, 8)
    """
    smallest, middle, largest = sorted((abs(dx), abs(dy), abs(dz)))
    return (4 * largest + 2 * middle + smallest) // 4


def between_sq(one: Space, other: Space, metric: Metric = alternating_sq) -> int:
    """Distance from the nearest square of one space to the nearest of the other, 0 when they share a square."""
    return metric(*one.gap_sq(other))


def adjacent(one: Space, other: Space) -> bool:
    """Whether the spaces touch along a side or at a corner without sharing a square."""
    return chebyshev_sq(*one.gap_sq(other)) == 1
