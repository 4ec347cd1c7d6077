"""Traces and clear segments as the lines of a verdict."""

from __future__ import annotations

from tactics.core.text import Text
from tactics.geometry.effect import Segment
from tactics.geometry.trace import Obstacle, Stops, Trace
from tactics.rules.verdict import Line


def obstacle_name(obstacle: Obstacle) -> Text:
    """What players call an obstacle: "wall D2", "door", a creature's name."""
    raise NotImplementedError


def traced_line(trace: Trace, stops: Stops, *, role: str = "cover", graze: Stops | None = None) -> Line:
    """A line of a verdict from what it met.

    Args:
        trace: the line.
        stops: which obstacles stop a line that runs through them, or pinch it.
        role: see `Line.role`.
        graze: which obstacles stop a line that only touches them; None for none.
    """
    raise NotImplementedError


def clear_line(segment: Segment, *, role: str = "effect") -> Line:
    """A line of effect or of sight that gets through."""
    raise NotImplementedError
