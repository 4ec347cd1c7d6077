"""What lies under a place of the board."""

from __future__ import annotations

from tactics.core.lattice import Point, Square
from tactics.world.world import World


def creatures_at(world: World, square: Square) -> list[str]:
    """Ids of the creatures on a square, the smallest first, so that a rider or a rat can be picked.

    Who lies across several squares is on each of them.
    """
    there = [*world.standing_on(square), *(one for one in world.creatures if square in one.sprawl)]
    found = sorted(there, key=lambda one: one.space.width * one.space.height + len(one.sprawl))
    return [one.id for one in found]


def door_near(world: World, point: Point, reach: int) -> int | None:
    """Number of the door's polyline nearest to a point, None when none is within `reach` thousandths of a square."""
    best: tuple[float, int] | None = None
    for wall in world.board.walls:
        if wall.kind == "door":
            away = _to_piece(point, wall.start, wall.end)
            if away <= reach and (best is None or away < best[0]):
                best = (away, wall.group)
    return None if best is None else best[1]


def _to_piece(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a straight piece; for pointing with the mouse only."""
    dx, dy = end.x - start.x, end.y - start.y
    along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return float(((point.x - start.x - along * dx) ** 2 + (point.y - start.y - along * dy) ** 2) ** 0.5)
