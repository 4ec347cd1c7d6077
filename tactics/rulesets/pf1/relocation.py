"""Choosing among equally close ones, and where to put who stopped where he may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from tactics.core.lattice import Square
from tactics.geometry.metric import alternating_sq
from tactics.rulesets.pf1.occupancy import ending_refusal
from tactics.rulesets.pf1.places import space_of
from tactics.world.creature import Creature
from tactics.world.place import open_square
from tactics.world.world import World

One = TypeVar("One")


def choose_closest(candidates: Sequence[One], distance_sq: Callable[[One], int], chance: Random) -> One:
    """The closest of some candidates; among several each with the same chance.

    Args:
        candidates: at least one.
        distance_sq: how far each is.
        chance: where the choice comes from.

    Source: pf1.grid.closest_tie
    """
    least = min(map(distance_sq, candidates))
    return chance.choice([one for one in candidates if distance_sq(one) == least])


def is_legal_place(world: World, creature: Creature, square: Square) -> bool:
    """Whether a creature may stop with its top left square there.

    Source: pf1.move.end_in_occupied
    """
    space = space_of(world, creature).at(square)
    return all(open_square(world, one) for one in space.squares()) and ending_refusal(world, creature, space) is None


def settled(world: World, creature: Creature, held: Sequence[Square], chance: Random) -> Square | None:
    """Where a creature is put that stopped in a place where it may not.

    Args:
        world: the position.
        creature: who stopped.
        held: places of its top left square in the order it held them, the last is where it stopped.
        chance: decides among several legal places equally close.

    Returns:
        The last legal place it held or the closest legal one, whichever is closer to where it stopped, the former
        when both are equally far; None where no place on the board is legal.

    Source: pf1.move.illegal_end
    """
    stopped = held[-1]

    def away(square: Square) -> int:
        return alternating_sq(square.x - stopped.x, square.y - stopped.y)

    last = next((one for one in reversed(held) if is_legal_place(world, creature, one)), None)
    closest = _closest_legal(world, creature, stopped)
    if last is not None and (not closest or away(last) <= away(closest[0])):
        return last
    return choose_closest(closest, away, chance) if closest else None


def _closest_legal(world: World, creature: Creature, stopped: Square) -> list[Square]:
    """Every legal place at the least distance, looked for ring by ring."""
    board = world.board
    for ring in range(max(board.width, board.height) + 1):
        found: dict[int, list[Square]] = {}
        for y in range(max(0, stopped.y - ring), min(board.height, stopped.y + ring + 1)):
            for x in range(max(0, stopped.x - ring), min(board.width, stopped.x + ring + 1)):
                distance = alternating_sq(x - stopped.x, y - stopped.y)
                if distance <= ring and is_legal_place(world, creature, Square(x, y)):
                    found.setdefault(distance, []).append(Square(x, y))
        if found:
            return found[min(found)]
    return []
