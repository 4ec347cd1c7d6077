"""Squares and lattice points.

``x`` runs right, ``y`` runs down. A `Square` is counted in whole squares from the top left (0, 0).
A `Point` is counted in thousandths of a square, so every decision is made on integers:
the corner ``<3,2>`` is ``Point(3000, 2000)``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

UNIT = 1000
"""Lattice units in one square."""

_SQUARE = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,3})")
_POINT = re.compile(r"<\s*(-?[0-9]+(?:\.[0-9]+)?)\s*,\s*(-?[0-9]+(?:\.[0-9]+)?)\s*>")


class Square(NamedTuple):
    """One square of the board, counted from 0."""

    x: int
    y: int

    def __str__(self) -> str:
        return square_name(self)


class Point(NamedTuple):
    """A point of the lattice, in thousandths of a square."""

    x: int
    y: int

    def __str__(self) -> str:
        return point_name(self)


def square_name(square: Square) -> str:
    """The name players use: column letters, then the row counted from 1.

    >>> square_name(Square(2, 3)), square_name(Square(26, 0))
    ('C4', 'AA1')
    """
    letters = ""
    column = square[0] + 1
    if column < 1 or square[1] < 0:
        return f"({square[0]},{square[1]})"
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{square[1] + 1}"


def parse_square(text: str) -> Square:
    """Read a square's name.

    Raises:
        ValueError: the text is not column letters followed by a row from 1.

    >>> parse_square("AA1")
    Square(x=26, y=0)
    """
    match = _SQUARE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a square such as C4")
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return Square(column - 1, int(match[2]) - 1)


def point_name(point: Point) -> str:
    """The name of a lattice point in squares.

    >>> point_name(Point(3000, 2500))
    '<3,2.5>'
    """
    return f"<{_in_squares(point[0])},{_in_squares(point[1])}>"


def parse_point(text: str) -> Point:
    """Read ``<x,y>`` in squares; the result is rounded to thousandths.

    Raises:
        ValueError: the text has another form.

    >>> parse_point("<3, 2.5>")
    Point(x=3000, y=2500)
    """
    match = _POINT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a point such as <3,2>")
    return Point(to_units(float(match[1])), to_units(float(match[2])))


def to_units(squares: float) -> int:
    """Thousandths of a square nearest to a coordinate in squares."""
    return round(squares * UNIT)


def _in_squares(units: int) -> str:
    whole, part = divmod(abs(units), UNIT)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}" + (f".{part:03d}".rstrip("0") if part else "")


def corner(x: int, y: int) -> Point:
    """The lattice point where whole column and row lines meet."""
    return Point(x * UNIT, y * UNIT)


def centre(square: Square) -> Point:
    """The middle of a square."""
    return Point(square[0] * UNIT + UNIT // 2, square[1] * UNIT + UNIT // 2)
