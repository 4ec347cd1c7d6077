"""Who or what a question names, as a space on the board."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.lattice import Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Named, Param
from tactics.rules.book import Case
from tactics.rules.question import Place
from tactics.world.creature import Creature, Stats

SYSTEM = "dfrpg"

FEET_PER_YARD = 3


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


def figure(case: Case, place: Place | None, argument: str) -> Figure:
    """The space a place means.

    Raises:
        ProblemError: it is missing, or a point; distances run from square to square.
    """
    if isinstance(place, str):
        creature = case.world.creature(place)
        return Figure(creature.space, called(creature), creature, creature.z_ft)
    if isinstance(place, Square):
        return Figure(square_space(place), place, None, case.world.board.at(place).ground_z_ft)
    raise case.refuse(argument, "name a creature or a square")


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
