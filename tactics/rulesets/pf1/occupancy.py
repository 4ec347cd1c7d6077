"""Squares other creatures keep a mover out of, let it pass, or make dear."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import SIDE_SQ, Space, size_steps
from tactics.core.text import Text, text
from tactics.rulesets.pf1.places import called, feet_ft, ground_ft, ride_together, space_of
from tactics.rulesets.pf1.sizes import feet, shares_square, very_small
from tactics.rulesets.pf1.tables import conditions, shares_squares, table
from tactics.world.creature import Creature
from tactics.world.kept import kept
from tactics.world.world import World


class Refusal(NamedTuple):
    """The rule that forbids something, or allows it, and how it applies here."""

    rule: str
    why: Text


@dataclass(frozen=True, slots=True)
class Others:
    """What other creatures do to a mover's way.

    Attributes:
        blocked: squares it may not enter.
        no_end: squares it may cross and not stop on.
        bodies: squares of helpless bodies that are obstacles to it.
    """

    blocked: frozenset[Square]
    no_end: frozenset[Square]
    bodies: frozenset[Square]


def others(world: World, mover: Creature) -> Others:
    """Where creatures stand in a mover's way.

    Source: pf1.move.through_friend, pf1.move.through_enemy, pf1.move.end_in_occupied
    """
    blocked: set[Square] = set()
    no_end: set[Square] = set()
    bodies: set[Square] = set()
    for other in in_the_way(world, mover):
        squares = tuple(space_of(world, other).squares())
        if passing_refusal(mover, other) is not None:
            blocked.update(squares)
            continue
        if is_obstacle(other):
            bodies.update(squares)
        if not shares_squares(other):
            no_end.update(square for square in squares if not room_to_share(world, mover, square))
    return Others(frozenset(blocked), frozenset(no_end), frozenset(bodies))


def in_the_way(world: World, mover: Creature) -> tuple[Creature, ...]:
    """Everybody a mover can run into: not itself, its mount or its rider, nor who is far below or above it."""
    known: tuple[Creature, tuple[Creature, ...]] | None = world.found.get((in_the_way, mover.id))
    if known is None or known[0] is not mover:
        found = tuple(
            other
            for other in world.creatures
            if other.id != mover.id and not ride_together(other, mover) and _same_height(world, mover, other)
        )
        known = world.found[in_the_way, mover.id] = mover, found
    return known[1]


def _same_height(world: World, mover: Creature, other: Creature) -> bool:
    """Whether a mover that comes to another is neither above nor below it; on the ground it follows the ground."""
    if world.board.level and not (mover.z_ft or other.z_ft or mover.mount or other.mount):
        return True
    mine, its = feet_ft(world, mover), feet_ft(world, other)
    if mine == ground_ft(world, space_of(world, mover)):
        mine = ground_ft(world, space_of(world, other))
    return mine < its + feet(SIDE_SQ.get(other.size, 1)) and its < mine + feet(SIDE_SQ.get(mover.size, 1))


def passing_refusal(mover: Creature, other: Creature) -> Refusal | None:
    """Why a mover may not pass through another's squares, None when it may.

    Source: pf1.move.through_friend, pf1.move.through_enemy, pf1.move.very_small_enter, pf1.move.three_sizes,
    pf1.move.fills_square
    """
    if "fills_space" in other.of("pf1").traits:
        words = text("{name} fills its squares: nobody passes through it.", name=called(other))
        return Refusal("pf1.move.fills_square", words)
    if mover.side == other.side or shares_squares(other) or very_small(mover.size):
        return None
    if abs(size_steps(mover.size, other.size)) >= table("movement")["passing"]["size_steps"]:
        return None
    return Refusal("pf1.move.through_enemy", text("The opponent {name} stands there.", name=called(other)))


def passing_leave(mover: Creature, other: Creature) -> Refusal:
    """Why a mover may pass through another's squares, for one it may pass.

    Source: pf1.move.through_friend, pf1.move.through_enemy, pf1.move.very_small_enter, pf1.move.three_sizes
    """
    names = {"mover": called(mover), "other": called(other)}
    if mover.side == other.side:
        return Refusal("pf1.move.through_friend", text("{other} is a friend of {mover} and lets it pass.", **names))
    if shares_squares(other):
        return Refusal("pf1.move.through_enemy", text("{other} is helpless: {mover} may cross its squares.", **names))
    if very_small(mover.size):
        words = text("{mover} is small enough to enter the square of {other}.", **names)
        return Refusal("pf1.move.very_small_enter", words)
    words = text("{mover} and {other} are three sizes apart: one may cross the squares of the other.", **names)
    return Refusal("pf1.move.three_sizes", words)


def room_to_share(world: World, mover: Creature, square: Square) -> bool:
    """Whether a very small mover may stop in a square others hold.

    Bigger creatures make room for it; creatures below one square must all fit.

    Source: pf1.move.very_small_enter, pf1.size.shared_square
    """
    if not very_small(mover.size):
        return False
    small = [one.size for one in world.standing_on(square) if very_small(one.size) and one.id != mover.id]
    return shares_square(Counter([*small, mover.size]))


def ending_refusal(world: World, mover: Creature, space: Space) -> Refusal | None:
    """Why a move may not end in a space for the sake of who is there, None when it may.

    Source: pf1.move.end_in_occupied, pf1.size.shared_square
    """
    for other in in_the_way(world, mover):
        its = space_of(world, other)
        if not its.overlaps(space) or shares_squares(other):
            continue
        squares = [square for square in its.squares() if space.holds(square)]
        refusal = passing_refusal(mover, other)
        if refusal is not None:
            return refusal
        if not all(room_to_share(world, mover, square) for square in squares):
            words = text("A move may not end in the square of {name}.", name=called(other))
            return Refusal("pf1.move.end_in_occupied", words)
    return None


@kept
def is_obstacle(creature: Creature) -> bool:
    """Whether the squares of a helpless body count double.

    Source: pf1.move.through_enemy
    """
    flagged = shares_squares(creature) and "helpless_obstacle" in creature.of("pf1").traits
    return flagged or any(one.obstacle for one in conditions(creature))


def may_overrun(mover: Creature, foe: Creature) -> bool:
    """Whether an overrun may be tried as a way through an opponent.

    Source: pf1.move.overrun_access
    """
    limit: int = table("movement")["overrun"]["bigger_by_at_most"]
    return mover.side != foe.side and size_steps(mover.size, foe.size) <= limit
