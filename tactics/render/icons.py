"""Small signs for the states of a creature: its posture, what it does this turn, what it aims at, drawn by strokes.

A sign is a few strokes and dots in a frame from -1 to 1, so it is as sharp in a picture as on the smallest token.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from tactics.render.displaylist import Circle, Item, Polyline, Spot

Stroke = tuple[Spot, ...]


def _arc(start: int, end: int, radius: float, x: float = 0.0, y: float = 0.0) -> Stroke:
    """A part of a circle between two angles in degrees, clockwise from the right."""
    steps = max(2, abs(end - start) // 20)
    angles = [pi / 180 * (start + (end - start) * n / steps) for n in range(steps + 1)]
    return tuple((x + radius * cos(one), y + radius * sin(one)) for one in angles)


_BLADE: Sequence[Stroke] = (((-0.7, 0.7), (0.75, -0.75)), ((-0.65, 0.1), (-0.1, 0.65)))
_SHIELD: Stroke = ((-0.6, -0.7), (0.6, -0.7), (0.6, 0.05), (0.0, 0.8), (-0.6, 0.05), (-0.6, -0.7))
_FORWARD: Sequence[Stroke] = (((-0.8, 0.0), (0.75, 0.0)), ((0.2, -0.55), (0.8, 0.0), (0.2, 0.55)))
_GLASS: Sequence[Stroke] = (((-0.55, -0.8), (0.55, -0.8), (-0.55, 0.8), (0.55, 0.8), (-0.55, -0.8)),)

ICONS: Mapping[str, Sequence[Stroke]] = {
    "prone": (((-0.85, 0.45), (0.5, 0.45)),),
    "sitting": (((-0.25, -0.3), (-0.25, 0.55), (0.75, 0.55)),),
    "kneeling": (((0.0, -0.3), (0.0, 0.3), (0.45, 0.3), (0.45, 0.85)), ((0.0, 0.3), (-0.35, 0.85), (-0.8, 0.85))),
    "crouching": (((-0.1, -0.25), (-0.45, 0.2), (0.3, 0.3), (-0.1, 0.85), (0.3, 0.85)),),
    "crawling": (((0.35, 0.0), (-0.55, 0.0), (-0.55, 0.7)), ((0.35, 0.0), (0.35, 0.7))),
    "stunned": (_arc(0, 300, 0.8), _arc(120, 420, 0.35)),
    "aim": (
        _arc(0, 360, 0.55),
        ((-0.9, 0.0), (-0.25, 0.0)),
        ((0.25, 0.0), (0.9, 0.0)),
        ((0.0, -0.9), (0.0, -0.25)),
        ((0.0, 0.25), (0.0, 0.9)),
    ),
    "unready": (((-0.75, -0.3), (-0.1, -0.3)), ((0.15, -0.05), (0.75, 0.35)), ((-0.55, -0.65), (-0.55, 0.05))),
    "feinted": (((-0.8, 0.5), (-0.35, -0.5), (0.05, 0.5), (0.45, -0.5), (0.85, 0.5)),),
    "shock": (((0.25, -0.9), (-0.4, 0.1), (0.35, 0.0), (-0.2, 0.9)),),
    "do_nothing": (((-0.6, 0.0), (0.6, 0.0)),),
    "move": _FORWARD,
    "change_posture": (
        ((-0.4, 0.75), (-0.4, -0.7)),
        ((-0.8, -0.25), (-0.4, -0.75), (0.0, -0.25)),
        ((0.4, -0.75), (0.4, 0.7)),
        ((0.0, 0.25), (0.4, 0.75), (0.8, 0.25)),
    ),
    "attack": _BLADE,
    "feint": (
        ((-0.75, -0.1), _arc(200, 340, 0.75)[1], *_arc(200, 340, 0.75)[2:]),
        ((0.2, 0.0), (0.75, -0.1), (0.8, -0.7)),
    ),
    "all_out_attack": (((-0.7, 0.7), (0.75, -0.75)), ((0.7, 0.7), (-0.75, -0.75))),
    "move_and_attack": (
        ((-0.85, -0.5), (0.0, -0.5)),
        ((-0.35, -0.85), (0.05, -0.5), (-0.35, -0.15)),
        ((-0.5, 0.8), (0.8, -0.5)),
        ((-0.45, 0.3), (0.0, 0.75)),
    ),
    "all_out_defense": (_SHIELD, ((0.0, -0.7), (0.0, 0.75))),
    "concentrate": (_arc(0, 360, 0.8), _arc(0, 360, 0.4)),
    "ready": (((-0.75, 0.1), (-0.2, 0.7), (0.8, -0.7)),),
    "wait": _GLASS,
    "defenseless": (_SHIELD, ((-0.85, 0.85), (0.85, -0.85))),
}
"""Strokes by the id of a state."""

_DOTS: Mapping[str, tuple[float, float, float]] = {
    "prone": (0.75, 0.3, 0.26),
    "sitting": (-0.25, -0.62, 0.28),
    "kneeling": (0.0, -0.62, 0.28),
    "crouching": (0.1, -0.58, 0.28),
    "crawling": (0.7, -0.15, 0.26),
    "concentrate": (0.0, 0.0, 0.16),
}
"""Head of a figure, or a point in the middle: where and how big."""
_BOLD = 0.24


def has_icon(id: str) -> bool:
    """Whether there is a sign for a state."""
    return id in ICONS


def icon(id: str, x: float, y: float, size: float, ink: str) -> list[Item]:
    """The sign of a state; nothing for one that has none.

    Args:
        id: of the state.
        x, y: its middle.
        size: half its height.
        ink: its colour.
    """
    width = max(1.0, size * _BOLD)
    items: list[Item] = [
        Polyline(tuple((x + a * size, y + b * size) for a, b in stroke), ink, width) for stroke in ICONS.get(id, ())
    ]
    if id in _DOTS:
        a, b, radius = _DOTS[id]
        items.append(Circle(x + a * size, y + b * size, radius * size, ink))
    return items
