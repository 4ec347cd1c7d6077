"""Lines of a verdict where running through an obstacle and pinching are different questions."""

from __future__ import annotations

from dataclasses import replace

from tactics.geometry.trace import Stops, Trace
from tactics.rules.lines import traced_line
from tactics.rules.verdict import Line


def drawn(traced: Trace, may_pinch: Stops, *, blocked: bool, role: str = "cover", graze: Stops | None = None) -> Line:
    """A line as it is shown: everything it runs through counts.

    Args:
        traced: what the line met of all that counts.
        may_pinch: which of it blocks the line by touching it from both sides.
        blocked: whether the line counts as blocked.
        role: see `Line.role`.
        graze: what blocks by a mere touch; None for nothing.
    """
    line = traced_line(traced, may_pinch, role=role, graze=graze)
    contacts = tuple(replace(one, stops=True) if one.kind in ("interior", "cross") else one for one in line.contacts)
    return replace(line, blocked=blocked, contacts=contacts)
