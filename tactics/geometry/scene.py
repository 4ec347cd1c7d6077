"""A position as obstacles for lines, found through a grid index."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tactics.core.lattice import Point, Square
from tactics.geometry.trace import Obstacle, Stops, Trace
from tactics.world.world import World


class Scene:
    """What lines of a position can meet. What lies outside the board is not there for lines.

    Attributes:
        world: the position.
    """

    def __init__(self, world: World) -> None:
        self.world = world

    def obstacles_on(self, start: Point, end: Point) -> tuple[Obstacle, ...]:
        """Thin walls and obstructing squares near a segment: at least all it touches. No bodies."""
        raise NotImplementedError

    def obscuring_on(self, start: Point, end: Point) -> tuple[Obstacle, ...]:
        """Squares with obscurement near a segment: at least all it touches."""
        raise NotImplementedError

    def square_at(self, square: Square) -> Obstacle | None:
        """The obstacle that fills or stands in a square, None where there is none."""
        raise NotImplementedError

    def bodies(self, without: Collection[str] = ()) -> tuple[Obstacle, ...]:
        """The creatures as obstacles, each one its whole space.

        Args:
            without: ids to leave out.
        """
        raise NotImplementedError

    def trace(
        self, start: Point, end: Point, *, bodies: Iterable[Obstacle] = (), extra: Iterable[Obstacle] = ()
    ) -> Trace:
        """What a line meets of walls and squares, and of the given bodies and further obstacles."""
        raise NotImplementedError

    def is_stopped(
        self,
        start: Point,
        end: Point,
        stops: Stops,
        *,
        bodies: Iterable[Obstacle] = (),
        extra: Iterable[Obstacle] = (),
    ) -> bool:
        """The same as ``trace(...).stopped(stops)``, faster."""
        raise NotImplementedError


def scene_of(world: World) -> Scene:
    """The scene of a position. It is kept as long as the position, its ground as long as the board."""
    raise NotImplementedError
