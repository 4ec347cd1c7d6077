"""Charging: straight at a target, every square closer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.geometry.paths import path_cost
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.book import Case
from tactics.rulesets.dnd4e.distance import counts, within
from tactics.rulesets.dnd4e.movement import Mover, is_prone, mover_of, path_refusal
from tactics.rulesets.dnd4e.occupancy import ending
from tactics.rulesets.dnd4e.reach import can_strike
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.spots import Spot, called, creature_spot
from tactics.rulesets.dnd4e.tables import forbidding, reach_sq, speed_sq
from tactics.world.creature import Creature

LEAST_SQ = 2
"""A charge ends at least so far from where it began.

Source: dnd4e.action.charge
"""


def charge_path(case: Case, who: Creature, target: Creature) -> tuple[Square, ...] | Refusal:
    """The cheapest way to charge a target, or why there is none.

    Source: dnd4e.action.charge
    """
    refusal = cannot_charge(case, who, target)
    if refusal is not None:
        return refusal
    speed = speed_sq(who, "walk") or 0
    mover = mover_of(case, who, "walk")
    toward = counts(case, creature_spot(case.world, target).space, speed + reach_sq(who) + who.space.width)
    found = _closing_in(mover, toward, speed)
    away = counts(case, who.space, speed + who.space.width)
    ends = [one for one in found if _may_strike_from(case, mover, one, target)]
    far = [one for one in ends if (within(away, mover.space_at(one)) or 0) >= LEAST_SQ]
    if not ends:
        why = text(
            "No way of {n} sq, each one closer, leads to a square to attack {name} from.",
            n=speed,
            name=called(target),
        )
        return Refusal("dnd4e.action.charge", why)
    if not far:
        return Refusal("dnd4e.action.charge", text("A charge must end at least 2 squares from where it began."))
    best = min(far, key=lambda one: (found[one][0], one[1], one[0]))
    return found[best][1]


def path_as_charge(case: Case, who: Creature, target: Creature, path: Sequence[Square]) -> Refusal | None:
    """Why a certain path is no charge at a target, None when it is one.

    Source: dnd4e.action.charge
    """
    refusal = cannot_charge(case, who, target)
    mover = mover_of(case, who, "walk")
    refusal = refusal or path_refusal(case, mover, path)
    if refusal is not None:
        return refusal
    speed = speed_sq(who, "walk") or 0
    if sum(path_cost(mover.steps, path, 0, mover.others.blocked) or ()) > speed:
        return Refusal("dnd4e.action.charge", text("The path is longer than the speed of {n}.", n=speed))
    toward = counts(case, creature_spot(case.world, target).space)
    for here, there in pairwise(path):
        if not _closer(mover, toward, here, there):
            return Refusal("dnd4e.action.charge", text("{there} is no closer than {here}.", there=there, here=here))
    away = counts(case, who.space.at(path[0]))
    if (within(away, mover.space_at(path[-1])) or 0) < LEAST_SQ:
        return Refusal("dnd4e.action.charge", text("A charge must end at least 2 squares from where it began."))
    if not _may_strike_from(case, mover, path[-1], target):
        why = text("{name} cannot be attacked from {square}.", name=called(target), square=path[-1])
        return Refusal("dnd4e.action.charge", why)
    return None


def cannot_charge(case: Case, who: Creature, target: Creature) -> Refusal | None:
    """What keeps a creature from charging at all, None when nothing does.

    Source: dnd4e.action.charge, dnd4e.move.crawl
    """
    if who.id == target.id:
        raise case.refuse("target", "nobody charges himself")
    held = forbidding(who, "move")
    if held is not None:
        return Refusal(held.rule, text("{name} is {condition}.", name=called(who), condition=held.name))
    if is_prone(who):
        return Refusal("dnd4e.condition.prone", text("{name} is prone and can only crawl.", name=called(who)))
    return None


def _closing_in(mover: Mover, toward: Mapping[Square, int], speed: int) -> dict[Square, tuple[int, tuple[Square, ...]]]:
    """Cost and path to every position that is reached by steps each of which comes closer.

    Every step lowers the count, so one layer after the other is complete before the next is begun.
    """
    start = mover.starts[0]
    found: dict[Square, tuple[int, tuple[Square, ...]]] = {start: (0, (start,))}
    layer = [start]
    while layer:
        following: dict[Square, tuple[int, tuple[Square, ...]]] = {}
        for here in sorted(layer, key=lambda one: found[one][0]):
            cost, path = found[here]
            for dx, dy in DIRECTIONS:
                there = Square(here[0] + dx, here[1] + dy)
                step = path_cost(mover.steps, (here, there), 0, mover.others.blocked)
                if step is None or cost + step[0] > speed or not _closer(mover, toward, here, there):
                    continue
                if there not in following or cost + step[0] < following[there][0]:
                    following[there] = cost + step[0], (*path, there)
        layer = [one for one in following if one not in found or following[one][0] < found[one][0]]
        found.update({one: following[one] for one in layer})
    return found


def _closer(mover: Mover, toward: Mapping[Square, int], here: Square, there: Square) -> bool:
    before, after = within(toward, mover.space_at(here)), within(toward, mover.space_at(there))
    return after is not None and (before is None or after < before)


def _may_strike_from(case: Case, mover: Mover, square: Square, target: Creature) -> bool:
    if square == mover.starts[0] or ending(case.world, mover.creature, mover.space_at(square)) is not None:
        return False
    standing = Spot(mover.space_at(square), called(mover.creature), mover.creature, mover.creature.z_ft)
    return can_strike(case, standing, creature_spot(case.world, target))
