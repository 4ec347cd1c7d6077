"""What closes a step, in words."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.lattice import Square, centre
from tactics.core.space import Space
from tactics.core.text import Text, text
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.lines import obstacle_name
from tactics.world.board import MOVEMENT
from tactics.world.place import open_square
from tactics.world.world import World


def filled_by(world: World, space: Space) -> Text | None:
    """Why nobody can be in a space, None when all its squares are open."""
    for square in space.squares():
        if not world.board.inside(square):
            return text("There is no room: it would stand beyond the edge of the map.")
        if not open_square(world, square):
            found = scene_of(world).square_at(square)
            return text("{square} cannot be entered.", square=square if found is None else obstacle_name(found))
    return None


def barrier_of(world: World, space: Space, step: tuple[int, int]) -> Text | None:
    """What bars a step of a space: what the lines from its squares to the new ones meet, else a wall close to them.

    Args:
        world: the position.
        space: the mover's squares before the step.
        step: columns and rows it moves by.
    """
    return next(_barriers(world, space, step), None)


def _barriers(world: World, space: Space, step: tuple[int, int]) -> Iterator[Text]:
    scene = scene_of(world)
    ways = [(centre(one), centre(Square(one.x + step[0], one.y + step[1]))) for one in space.squares()]
    for way in ways:
        yield from (obstacle_name(met.obstacle) for met in scene.trace(*way).mets if _bars(met.obstacle))
    for way in ways:
        yield from (obstacle_name(one) for one in scene.obstacles_on(*way) if one.kind == "wall" and _bars(one))


def _bars(obstacle: Obstacle) -> bool:
    return MOVEMENT in obstacle.blocks
