"""Mist and whatever else blurs sight without being a barrier."""

from __future__ import annotations

from tactics.core.space import Space
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle, Stops, Trace, trace
from tactics.rulesets.pf2e.distance import Spot
from tactics.world.world import World

CLEAR, LIGHT, HEAVY = 0, 1, 2
"""Degrees of obscurement: light fog conceals, heavy fog hides."""


def fog_trace(world: World, viewer: Spot, target: Spot) -> Trace:
    """The centre line with the obscured squares it meets, the viewer's own left out."""
    start, end = viewer.centre, target.centre
    met = scene_of(world).obscuring_on(start, end)
    return trace(start, end, (one for one in met if not _holds(viewer, one)))


def _holds(viewer: Spot, fog: Obstacle) -> bool:
    return isinstance(viewer.where, Space) and fog.square is not None and viewer.where.holds(fog.square)


def at_least(degree: int) -> Stops:
    """Which obscured squares count for a degree."""
    return lambda fog: fog.obscurement >= degree


def fog_between(world: World, viewer: Spot, target: Spot) -> int:
    """The densest fog on the centre line, in the square it ends in or on all squares of the target.

    Source: pf2e.detect.concealed.
    """
    line = fog_trace(world, viewer, target)
    for degree in (HEAVY, LIGHT):
        if line.stopped(at_least(degree)) or _all_in(world, target, degree):
            return degree
    return CLEAR


def _all_in(world: World, target: Spot, degree: int) -> bool:
    board = world.board
    return isinstance(target.where, Space) and all(
        board.inside(one) and board.at(one).obscurement >= degree for one in target.where.squares()
    )
