"""The numbers of the book, read from ``data/*.toml``."""

from __future__ import annotations

from tactics.rules.data import tables_of

SQUARE_FT = 5
"""Feet in one square. Source: pf2e.grid.square."""

DEGREES = ("critical_failure", "failure", "success", "critical_success")
"""Degrees of success, worst first; functions that depend on a roll take one of these."""


table = tables_of("pf2e")
"""One file of the ``data`` folder, by its name without ending."""


def whole_squares(feet: int) -> int:
    """Squares that fit into a length, rounded down. Source: pf2e.rounding.down."""
    return feet // SQUARE_FT


def check_degree(degree: str) -> str:
    """The degree itself, refused when it is none of `DEGREES`.

    Raises:
        ValueError: unknown degree.
    """
    if degree not in DEGREES:
        raise ValueError(f"{degree!r} is not one of {', '.join(DEGREES)}")
    return degree
