"""Whose squares a mover may cross, and on whose it may stop."""

from __future__ import annotations

from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.rulesets.pf2e.creatures import foot_ft, ground_ft, head_ft, is_ally, is_corpse, same_party, space_of, stats
from tactics.rulesets.pf2e.sizes import rank, steps_above, tiny_crowd
from tactics.rulesets.pf2e.tables import table
from tactics.world.creature import Creature
from tactics.world.world import World

HELPLESS = frozenset({"unconscious", "dying", "dead", "helpless"})


class Passage(NamedTuple):
    """What a mover may do with somebody's squares, and the rule that says so."""

    cross: bool
    stop: bool
    rule: str


def is_body(other: Creature) -> bool:
    """Whether it lies on the ground and cannot mind being stepped upon. Source: pf2e.move.prone_incapacitated_space."""
    return not stats(other).conditions.isdisjoint(HELPLESS)


def passage(mover: Creature, other: Creature) -> Passage:
    """What a mover on foot may do with another creature's squares.

    Source: pf2e.move.occupied_space, pf2e.move.different_sizes, pf2e.move.prone_incapacitated_space,
    pf2e.creature.tiny.
    """
    if rank(mover.size) == 0:
        return Passage(True, True, "pf2e.creature.tiny")
    willing = is_ally(mover, other)
    prone = "prone" in stats(other).conditions
    if (is_body(other) or (prone and willing)) and rank(other.size) <= rank(mover.size):
        return Passage(True, True, "pf2e.move.prone_incapacitated_space")
    if willing:
        return Passage(True, False, "pf2e.move.occupied_space")
    if abs(steps_above(other.size, mover.size)) >= int(table("movement")["pass_size_steps"]):
        return Passage(True, False, "pf2e.move.different_sizes")
    return Passage(False, False, "pf2e.move.occupied_space")


class Occupied(NamedTuple):
    """Squares other creatures close to a mover.

    Attributes:
        blocked: it may not cross them.
        no_end: it may cross them and not stop there.
    """

    blocked: frozenset[Square]
    no_end: frozenset[Square]


def others_in_the_way(world: World, mover: Creature) -> list[Creature]:
    """Creatures whose squares matter to a mover: not its mount or riders, nor the dead, and on its own height.

    Source: pf2e.death.state
    """
    party = same_party(world, mover)
    others = (one for one in world.creatures if one.id not in party and not is_corpse(one))
    return [one for one in others if _on_one_height(world, mover, one)]


def _on_one_height(world: World, mover: Creature, other: Creature) -> bool:
    """Whether a mover that comes to another is neither above nor below it; on the ground it follows the ground."""
    foot = foot_ft(world, mover)
    tall = head_ft(world, mover) - foot
    if foot == ground_ft(world, space_of(world, mover)):
        foot = ground_ft(world, space_of(world, other))
    return foot_ft(world, other) < foot + tall and foot < head_ft(world, other)


def occupied(world: World, mover: Creature, *, tumbling: bool = False) -> Occupied:
    """Squares that others close to a mover.

    Args:
        world: the position.
        mover: who moves.
        tumbling: whether it tries to Tumble Through, so that enemies' squares may be crossed.

    Source: pf2e.move.occupied_space, pf2e.skill.tumble_through.
    """
    blocked: set[Square] = set()
    no_end: set[Square] = set()
    others = others_in_the_way(world, mover)
    for other in others:
        may = passage(mover, other)
        if not may.cross and not tumbling:
            blocked.update(other.space.squares())
        elif not may.stop:
            no_end.update(other.space.squares())
    if rank(mover.size) == 0:
        full = int(table("sizes")["tiny_per_square"])
        no_end |= {
            square for other in others for square in other.space.squares() if tiny_crowd([square], others) >= full
        }
    return Occupied(frozenset(blocked), frozenset(no_end))


def who_closes(world: World, mover: Creature, space: Space, *, stop: bool) -> tuple[Creature, Passage] | None:
    """The first creature that keeps a mover from crossing a space, or from stopping there, with the rule."""
    for other in others_in_the_way(world, mover):
        may = passage(mover, other)
        if other.space.overlaps(space) and not (may.stop if stop else may.cross):
            return other, may
    return None


def must_move_on(world: World, mover: Creature, space: Space) -> bool:
    """Whether a move action may end on these squares only if the next action at once moves on.

    Source: pf2e.move.occupied_space.
    """
    closed = who_closes(world, mover, space, stop=True)
    return closed is not None and closed[1].cross


def may_end_turn(world: World, mover: Creature, space: Space) -> bool:
    """Whether a turn may end on these squares. Source: pf2e.move.occupied_space."""
    return who_closes(world, mover, space, stop=True) is None


def may_stand_up(world: World, creature: Creature) -> bool:
    """Whether a prone creature can Stand: nobody else may be on its squares.

    Source: pf2e.move.prone_incapacitated_space, pf2e.basic.stand.
    """
    return not any(one.space.overlaps(creature.space) for one in others_in_the_way(world, creature))
