"""Who or what a question names, as a space on the board."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.lattice import Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Named, Param
from tactics.rules.book import Case
from tactics.rules.question import Place
from tactics.rulesets.dfrpg.tables import SYSTEM
from tactics.world.creature import Creature, Stats
from tactics.world.place import feet_on_ft
from tactics.world.world import World

FEET_PER_YARD = 5
"""Heights are kept in feet and a yard is one square, which stands for 5 ft."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A creature or a bare square.

    Attributes:
        space: its squares.
        name: how to speak of it.
        creature: who stands there, None for a square.
        z_ft: height of its feet.
    """

    space: Space
    name: Param
    creature: Creature | None = None
    z_ft: int = 0

    @property
    def cells(self) -> tuple[Square, ...]:
        """All its squares, that of the upper half of a lying one too."""
        return (*self.space.squares(), *(self.creature.sprawl if self.creature else ()))


def figure(case: Case, place: Place | None, argument: str) -> Figure:
    """The space a place means.

    Raises:
        ProblemError: it is missing, or a point; distances run from square to square.
    """
    if isinstance(place, str):
        creature = case.world.creature(place)
        return Figure(creature.space, called(creature), creature, feet_ft(case.world, creature))
    if isinstance(place, Square):
        return Figure(square_space(place), place, None, case.world.board.at(place).ground_z_ft)
    raise case.refuse(argument, "name a creature or a square")


def height_yd(one_ft: int, other_ft: int) -> int:
    """A difference in height in whole yards."""
    return abs(one_ft - other_ft) // FEET_PER_YARD


def ground_ft(world: World, space: Space) -> int:
    """Height of the highest ground under a space."""
    return max((world.board.at(one).ground_z_ft for one in space.squares() if world.board.inside(one)), default=0)


def feet_ft(world: World, creature: Creature) -> int:
    """Height of a figure's feet."""
    return feet_on_ft(ground_ft(world, creature.space), creature.z_ft)


def meets(world: World, mover: Creature, other: Creature) -> bool:
    """Whether a mover that comes to another is neither above nor below it; on the ground it follows the ground.

    Figures are as high as they are wide.
    """
    own_ft, its_ft = feet_ft(world, mover), feet_ft(world, other)
    if own_ft == ground_ft(world, mover.space):
        own_ft = ground_ft(world, other.space)
    head_ft, its_head_ft = own_ft + mover.space.width * FEET_PER_YARD, its_ft + other.space.width * FEET_PER_YARD
    return own_ft < its_head_ft and its_ft < head_ft


def place_of(case: Case, place: Place | None, argument: str) -> tuple[Space | Point, Param]:
    """A place for lines of sight and effect, which may be a lattice point, and how to speak of it."""
    if isinstance(place, Point):
        return place, place
    found = figure(case, place, argument)
    return found.space, found.name


def called(creature: Creature) -> Named:
    """What to call a creature; its id where the file gives no name."""
    return creature.name if creature.name.en else Named(creature.id)


def stats(creature: Creature) -> Stats:
    """What this system knows of a creature."""
    return creature.of(SYSTEM)
