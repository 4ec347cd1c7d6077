"""Who or what a question names, as a space on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tactics.core.lattice import Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Named, Param
from tactics.rules.book import Case
from tactics.rules.question import Place
from tactics.world.creature import Creature
from tactics.world.place import feet_on_ft
from tactics.world.world import World


@dataclass(frozen=True, slots=True)
class Spot:
    """A creature or a bare square that a question is about.

    Attributes:
        space: its squares.
        name: how to speak of it.
        z_ft: height of its feet.
        creature: who stands there, None for a bare square.
    """

    space: Space
    name: Param
    z_ft: int = 0
    creature: Creature | None = None

    @property
    def id(self) -> str:
        """The creature's id, "" for a square."""
        return self.creature.id if self.creature else ""


def spot(case: Case, place: Place | None, argument: str) -> Spot:
    """The space a place means.

    Args:
        case: the question.
        place: a creature's id or a square.
        argument: its name in files, for the error.

    Raises:
        ProblemError: it is missing or a point.
    """
    if isinstance(place, str):
        return creature_spot(case.world, case.world.creature(place))
    if isinstance(place, Square):
        return Spot(square_space(place), place, ground_ft(case.world, square_space(place)))
    raise case.refuse(argument, "name a creature or a square")


def creature_spot(world: World, creature: Creature) -> Spot:
    """Where a creature stands."""
    return Spot(space_of(world, creature), called(creature), feet_ft(world, creature), creature)


def creature_of(case: Case, place: Place | None, argument: str) -> Creature:
    """The creature a place means.

    Raises:
        ProblemError: it is missing, a square or a point.
    """
    if not isinstance(place, str):
        raise case.refuse(argument, "name a creature")
    return case.world.creature(place)


def space_or_point(case: Case, place: Place | None, argument: str) -> tuple[Space | Point, Param]:
    """A place for lines of effect and sight, which may be a point, and how to speak of it."""
    if isinstance(place, Point):
        return place, place
    found = spot(case, place, argument)
    return found.space, found.name


def space_of(world: World, creature: Creature) -> Space:
    """The squares a creature occupies; a rider has those of its mount."""
    carrier = _carrier(world, creature) if creature.mount else creature
    return carrier.space


def speed_sq(world: World, creature: Creature, mode: str) -> int | None:
    """Speed in one mode, None when it has none of that kind; a rider goes as fast as its mount."""
    return _carrier(world, creature).of("pf1").speeds_sq.get(mode)


def _carrier(world: World, creature: Creature) -> Creature:
    """Who bears a creature's weight: its mount, or itself."""
    if not creature.mount:
        return creature
    return next((one for one in world.creatures if one.id == creature.mount), creature)


def ride_together(one: Creature, other: Creature) -> bool:
    """Whether one of the two rides the other."""
    return one.mount == other.id or other.mount == one.id


def foes(world: World, creature: Creature) -> Iterator[Creature]:
    """Everybody of another side."""
    return (one for one in world.creatures if one.side != creature.side)


def ground_ft(world: World, space: Space) -> int:
    """Height of the highest ground under a space."""
    if world.board.level:
        return 0
    squares = [square for square in space.squares() if world.board.inside(square)]
    return max((world.board.at(square).ground_z_ft for square in squares), default=0)


def feet_ft(world: World, creature: Creature) -> int:
    """Height of a creature's feet, of its mount's when it rides."""
    carrier = _carrier(world, creature)
    return feet_on_ft(ground_ft(world, carrier.space), carrier.z_ft)


def called(creature: Creature) -> Named:
    """What to call a creature; its id where the file gives no name."""
    return creature.name if creature.name.en else Named(creature.id)
