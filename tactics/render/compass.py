"""Where a creature looks: numbers of facings as words and as directions on the board."""

from __future__ import annotations

from math import cos, pi, sin

from tactics.core.text import Text, text
from tactics.geometry.tiling import SquareTiling
from tactics.render.displaylist import Spot

_TOWARDS = (
    text("to the north"),
    text("to the north-east"),
    text("to the east"),
    text("to the south-east"),
    text("to the south"),
    text("to the south-west"),
    text("to the west"),
    text("to the north-west"),
)
"""The facings of a board of squares, clockwise from the one that is up."""


def towards(facing: int) -> Text:
    """A facing in words."""
    return _TOWARDS[facing % len(_TOWARDS)]


def direction(facing: int) -> Spot:
    """A facing as a step of length 1 on the sheet."""
    angle = 2 * pi * facing / SquareTiling.facings
    return sin(angle), -cos(angle)
