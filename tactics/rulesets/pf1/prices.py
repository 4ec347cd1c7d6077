"""What steps cost, and what makes them dear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import Text, text
from tactics.geometry.scene import scene_of
from tactics.geometry.steps import MoveCosts
from tactics.rules.book import Case
from tactics.rules.ground import DIFFICULTY, HAMPERING, LOW
from tactics.rules.lines import obstacle_name
from tactics.rulesets.pf1.incorporeal import is_incorporeal
from tactics.rulesets.pf1.light import dark_squares, is_blinded
from tactics.rulesets.pf1.tables import table
from tactics.world.creature import Creature
from tactics.world.world import World

DIFFICULTIES = 6
"""Degrees of rough ground that are priced; each one more than the first doubles again."""


class Reason(NamedTuple):
    """Something that hampers a step once, in words, and its rule."""

    rule: str
    what: Text


@dataclass(frozen=True, slots=True)
class Hampering:
    """What makes the steps of one mover dear.

    Attributes:
        ignoring: members of `tactics.rules.ground.HAMPERING` it does not mind.
        bodies: squares of helpless bodies that are obstacles to it.
        unseen: squares it does not see.
        blinded: whether that is for its eyes.
    """

    ignoring: frozenset[str]
    bodies: frozenset[Square]
    unseen: frozenset[Square]
    blinded: bool

    @property
    def rougher(self) -> tuple[Square, ...]:
        """Squares that hamper it beyond their ground, once for each reason."""
        return (*self.bodies, *self.unseen)

    def reasons(self, world: World, space: Space) -> tuple[Reason, ...]:
        """What hampers a step into a space: everything in the worst of its squares.

        Source: pf1.terrain.difficult, pf1.move.double_cost, pf1.move.big_creature
        """
        inside = (square for square in space.squares() if world.board.inside(square))
        return max((tuple(self._in_square(world, square)) for square in inside), key=len, default=())

    def _in_square(self, world: World, square: Square) -> Iterator[Reason]:
        ground, obstacle = world.board.at(square), scene_of(world).square_at(square)
        if DIFFICULTY not in self.ignoring:
            for number in range(ground.difficulty):
                words = text("difficult terrain") if not number else text("difficult a second time")
                yield Reason("pf1.terrain.difficult", words)
        if LOW not in self.ignoring and ground.cover == "low" and obstacle is not None:
            yield Reason("pf1.terrain.obstacle_partial", obstacle_name(obstacle))
        if square in self.bodies:
            yield Reason("pf1.move.through_enemy", text("a body in the way"))
        if square in self.unseen:
            yield Reason("pf1.move.hampered", text("blindness") if self.blinded else text("darkness"))


def hampering_of(world: World, mover: Creature, bodies: frozenset[Square], *, flying: bool) -> Hampering:
    """What makes a creature's steps dear.

    Args:
        world: the position.
        mover: the creature.
        bodies: squares of helpless bodies that are obstacles.
        flying: whether it flies; the incorporeal do not mind the ground either.

    Source: pf1.terrain.flying_incorporeal, pf1.move.hampered
    """
    aloft = flying or is_incorporeal(mover)
    surefooted = "ignores_difficult" in mover.of("pf1").traits
    ignoring = HAMPERING if aloft else (DIFFICULTY,) if surefooted else ()
    unseen = dark_squares(world, mover)
    return Hampering(frozenset(ignoring), frozenset() if aloft else bodies, unseen, is_blinded(mover))


def step_squares(difficulty: int, *, diagonal: bool) -> int | None:
    """Squares one step costs on rough ground; None for the plain diagonal, which alternates.

    Source: pf1.move.double_cost, pf1.terrain.difficult
    """
    if not difficulty:
        return None if diagonal else 1
    numbers = table("movement")["hampered"]
    once: int = numbers["diagonal_sq" if diagonal else "straight_sq"]
    return once << (difficulty - 1)


def move_costs(case: Case) -> MoveCosts:
    """The book's prices of steps.

    Source: pf1.terrain.difficult, pf1.terrain.obstacle_partial, pf1.grid.corner_cut
    """
    straight = [2 * (step_squares(degree, diagonal=False) or 0) for degree in range(DIFFICULTIES)]
    diagonal = [2 * (step_squares(degree, diagonal=True) or 0) or 3 for degree in range(DIFFICULTIES)]
    return MoveCosts(
        straight=tuple(straight),
        diagonal=tuple(diagonal),
        surcharge="occupied",
        low_wall=2 * table("movement")["low_wall"]["extra_sq"],
        low_square=1,
        corner_cutting=case.switch("corner_cutting") is True,
    )
