"""The numbers of the book, read from ``data/*.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

SQUARE_FT = 5
"""Feet in one square. Source: pf2e.grid.square."""

DEGREES = ("critical_failure", "failure", "success", "critical_success")
"""Degrees of success, worst first; functions that depend on a roll take one of these."""


@cache
def table(name: str) -> Mapping[str, Any]:
    """One file of the ``data`` folder, by its name without ending."""
    text = files("tactics.rulesets.pf2e").joinpath("data", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


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
