"""Who or what a question names, as a space on the board."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.lattice import Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Named, Param
from tactics.rules.book import Case
from tactics.rules.question import Place
from tactics.rulesets.dnd4e.tables import FEET_PER_SQUARE
from tactics.world.creature import Creature
from tactics.world.place import feet_on_ft
from tactics.world.world import World


@dataclass(frozen=True, slots=True)
class Spot:
    """A creature or a square that a question is about.

    Attributes:
        space: its squares; a rider's are those of its mount.
        name: how to speak of it.
        creature: who stands there, None for a bare square.
        z_ft: height of its feet above the board's zero.
    """

    space: Space
    name: Param
    creature: Creature | None = None
    z_ft: int = 0

    @property
    def id(self) -> str:
        """The creature's id, "" for a square."""
        return self.creature.id if self.creature else ""


def spot(case: Case, place: Place | None, argument: str) -> Spot:
    """The space a place means.

    Args:
        case: the question.
        place: a creature's id or a square.
        argument: the argument's name, for the error.

    Raises:
        ProblemError: it is missing or a point; this game counts squares.
    """
    if isinstance(place, str):
        return creature_spot(case.world, case.world.creature(place))
    if isinstance(place, Square):
        return square_spot(case.world, place)
    raise case.refuse(argument, "fourth edition counts squares: name a creature or a square")


def creature_spot(world: World, creature: Creature) -> Spot:
    """The space of a creature.

    Source: dnd4e.space.footprint, dnd4e.mount.basics
    """
    return Spot(space_of(world, creature), called(creature), creature, feet_ft(world, creature))


def square_spot(world: World, square: Square) -> Spot:
    """A single square of the board, at the height of its ground."""
    return Spot(square_space(square), square, None, world.board.at(square).ground_z_ft)


def space_of(world: World, creature: Creature) -> Space:
    """The squares a creature occupies; rider and mount share the mount's.

    Source: dnd4e.space.footprint, dnd4e.mount.basics
    """
    if creature.mount and any(one.id == creature.mount for one in world.creatures):
        return world.creature(creature.mount).space
    return creature.space


def ground_ft(world: World, space: Space) -> int:
    """Height of the highest ground under a space."""
    if not any(kind.ground_z_ft for kind in world.board.kinds):
        return 0
    return max((world.board.at(one).ground_z_ft for one in space.squares() if world.board.inside(one)), default=0)


def feet_ft(world: World, creature: Creature) -> int:
    """Height of a creature's feet, of its mount's when it rides."""
    carrier = next((one for one in world.creatures if one.id == creature.mount), creature)
    return feet_on_ft(ground_ft(world, carrier.space), carrier.z_ft)


def head_ft(world: World, creature: Creature) -> int:
    """Height of the top of a creature's space, which is as high as it is wide."""
    return feet_ft(world, creature) + space_of(world, creature).width * FEET_PER_SQUARE


def meets(world: World, mover: Creature, other: Creature) -> bool:
    """Whether a mover that comes to another is neither above nor below it; on the ground it follows the ground.

    Source: dnd4e.distance.height
    """
    own_ft = feet_ft(world, mover)
    if own_ft == ground_ft(world, space_of(world, mover)):
        own_ft = ground_ft(world, space_of(world, other))
    tall_ft = head_ft(world, mover) - feet_ft(world, mover)
    return own_ft < head_ft(world, other) and feet_ft(world, other) < own_ft + tall_ft


def called(creature: Creature) -> Named:
    """What to call a creature; its id where the file gives no name."""
    return creature.name if creature.name.en else Named(creature.id)


def place_of(case: Case, place: Place | None, argument: str) -> tuple[Space | Point, Param]:
    """A place for lines of sight and effect, which may be a lattice point, and how to speak of it."""
    if isinstance(place, Point):
        return place, place
    found = spot(case, place, argument)
    return found.space, found.name


def enemies(one: Creature, other: Creature) -> bool:
    """Whether two creatures are on different sides."""
    return one.side != other.side


def ride_together(one: Creature, other: Creature) -> bool:
    """Whether one of the two rides the other."""
    return one.mount == other.id or other.mount == one.id


def height_sq(one_ft: int, other_ft: int) -> int:
    """A difference in height in whole squares.

    Source: dnd4e.distance.height, dnd4e.round_down
    """
    return abs(one_ft - other_ft) // FEET_PER_SQUARE
