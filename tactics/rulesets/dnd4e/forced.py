"""Forced movement: where a pull, push or slide may take its target, square by square."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import text
from tactics.geometry.paths import path_cost
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.book import Case
from tactics.rulesets.dnd4e.adjacency import touching
from tactics.rulesets.dnd4e.distance import counts, within
from tactics.rulesets.dnd4e.effect import effect_squares, has_effect
from tactics.rulesets.dnd4e.movement import Mover, mover_of
from tactics.rulesets.dnd4e.occupancy import ending, entering, is_free
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.saves import saved
from tactics.rulesets.dnd4e.spots import Spot, called, creature_spot
from tactics.rulesets.dnd4e.tables import forbidding
from tactics.world.creature import Creature

PULL, PUSH, SLIDE = "pull", "push", "slide"
KINDS = (PULL, PUSH, SLIDE)
"""Source: dnd4e.forced.kinds"""


@dataclass(frozen=True, slots=True)
class Choices:
    """Where the next square of a forced movement may be.

    Attributes:
        allowed: positions of the target's top left square.
        refused: the other neighbours, each with the rule that refuses it.
    """

    allowed: tuple[Square, ...]
    refused: tuple[tuple[Square, Refusal], ...]


@dataclass(frozen=True, slots=True)
class Caught:
    """What became of a forced movement at the edge of hindering terrain.

    Attributes:
        at: where the target is in the end.
        prone: it caught itself and lies at the edge.
        inside: it went in.
        saves: how many saving throws were made.
    """

    at: Square
    prone: bool
    inside: bool
    saves: int


class Force:
    """A pull, push or slide of one creature by another."""

    def __init__(self, case: Case, kind: str, user: Spot, target: Creature) -> None:
        """Prepare it.

        Args:
            case: the question.
            kind: one of `KINDS`.
            user: who moves the target.
            target: who is moved.
        """
        self.case, self.kind, self.user, self.target = case, kind, user, target
        self._mover: Mover = mover_of(case, target, "walk")
        self._counts = counts(case, user.space)

    def choices(self, at: Square | None = None) -> Choices:
        """Where the target may be moved next.

        Args:
            at: where it is now, None for where it stands.

        Source: dnd4e.forced.pull, dnd4e.forced.push, dnd4e.forced.slide, dnd4e.forced.loe, dnd4e.forced.clear_path
        """
        here = at if at is not None else self.target.space.anchor
        allowed, refused = [], []
        for dx, dy in sorted(DIRECTIONS, key=lambda step: (step[1], step[0])):
            there = Square(here[0] + dx, here[1] + dy)
            refusal = self.step_refusal(here, there)
            if refusal is None:
                allowed.append(there)
            else:
                refused.append((there, refusal))
        return Choices(tuple(allowed), tuple(refused))

    def step_refusal(self, here: Square, there: Square) -> Refusal | None:
        """Why the target may not be moved one square further, None when it may."""
        held = forbidding(self.target, "forced")
        if held is not None:
            why = text("{name} is {condition}.", name=called(self.target), condition=held.name)
            return Refusal("dnd4e.forced.conditions", why)
        return self._wrong_way(here, there) or self._no_way(here, there) or self._no_effect(here, there)

    def ends(
        self, most_sq: int, destination: Callable[[Square], bool] | None = None
    ) -> dict[Square, tuple[Square, ...]]:
        """Where the movement may end, with a way there; not moving at all is always allowed.

        Args:
            most_sq: the number of the pull, push or slide.
            destination: a place the power names: the movement ends there or does not happen.

        Source: dnd4e.forced.distance, dnd4e.forced.difficult, dnd4e.forced.clear_path
        """
        start = self.target.space.anchor
        ways: dict[Square, tuple[Square, ...]] = {start: (start,)}
        layer = [start]
        for _ in range(most_sq):
            following = []
            for here in layer:
                for there in self.choices(here).allowed:
                    if there not in ways:
                        ways[there] = (*ways[here], there)
                        following.append(there)
            layer = following
        named = destination or (lambda square: True)
        return {
            square: way
            for square, way in ways.items()
            if square == start or (self.end_refusal(square) is None and named(square))
        }

    def path_refusal(self, path: Sequence[Square], most_sq: int | None) -> Refusal | None:
        """Why the target may not be moved along a path, None when it may."""
        if most_sq is not None and len(path) - 1 > most_sq:
            return Refusal("dnd4e.forced.distance", text("The most is {n} sq.", n=most_sq))
        for here, there in pairwise(path):
            refusal = self.step_refusal(here, there)
            if refusal is not None:
                return refusal
        return self.end_refusal(path[-1]) if len(path) > 1 else None

    def end_refusal(self, square: Square) -> Refusal | None:
        """Why the movement may not end somewhere: the space must be free.

        Source: dnd4e.forced.clear_path
        """
        refusal = ending(self.case.world, self.target, self.target.space.at(square))
        return Refusal("dnd4e.forced.clear_path", refusal.why) if refusal else None

    def _wrong_way(self, here: Square, there: Square) -> Refusal | None:
        """Source: dnd4e.forced.pull, dnd4e.forced.push."""
        before = within(self._counts, self.target.space.at(here))
        after = within(self._counts, self.target.space.at(there))
        if self.kind == PULL and (after is None or (before is not None and after >= before)):
            return Refusal("dnd4e.forced.pull", text("{square} is no closer.", square=there))
        if self.kind == PUSH and before is not None and after is not None and after <= before:
            return Refusal("dnd4e.forced.push", text("{square} is no farther.", square=there))
        return None

    def _no_way(self, here: Square, there: Square) -> Refusal | None:
        """Source: dnd4e.forced.clear_path."""
        if path_cost(self._mover.steps, (here, there), 0, self._mover.others.blocked) is not None:
            return None
        blocker = entering(self.case.world, self.target, self.target.space.at(there))
        if blocker is not None:
            return Refusal("dnd4e.forced.clear_path", blocker.why)
        why = text("{name} could not walk from {here} to {there}.", name=called(self.target), here=here, there=there)
        return Refusal("dnd4e.forced.clear_path", why)

    def _no_effect(self, here: Square, there: Square) -> Refusal | None:
        """Source: dnd4e.forced.loe."""
        entered = set(self.target.space.at(there).squares()) - set(self.target.space.at(here).squares())
        if effect_squares(self.case, self.user.space, entered) >= entered:
            return None
        why = text("{user} has no line of effect to {square}.", user=self.user.name, square=there)
        return Refusal("dnd4e.forced.loe", why)


def catch_at_edge(path: Sequence[Square], hinders: Callable[[Square], bool], die: int) -> Caught:
    """Follow a forced movement to the first hindering square and let the target save there.

    Args:
        path: positions of the target, the first is where it stands.
        hinders: whether a square is a pit, lava or the like; zones of powers are not.
        die: what the d20 of the save shows.

    Source: dnd4e.forced.hindering
    """
    for here, there in pairwise(path):
        if hinders(there):
            caught = saved(die)
            return Caught(here if caught else there, caught, not caught, 1)
    return Caught(path[-1], False, False, 0)


def swap(case: Case, user: Creature, target: Creature) -> tuple[Square, Square] | Refusal:
    """New positions of user and target when they swap places, or why they cannot.

    Source: dnd4e.forced.swap, dnd4e.forced.conditions
    """
    held = forbidding(target, "forced")
    if held is not None:
        return Refusal(
            "dnd4e.forced.conditions", text("{name} is {condition}.", name=called(target), condition=held.name)
        )
    if not touching(user.space, target.space):
        return Refusal("dnd4e.forced.swap", text("{name} is not adjacent.", name=called(target)))
    if not has_effect(case, creature_spot(case.world, user).space, target.space):
        return Refusal("dnd4e.forced.loe", text("There is no line of effect to {name}.", name=called(target)))
    without = [one for one in case.world.creatures if one.id not in (user.id, target.id)]
    cleared = replace(case.world, creatures=tuple(without))
    for theirs in _overlapping(target, user.space):
        if not is_free(cleared, target, target.space.at(theirs)):
            continue
        for own in _overlapping(user, target.space):
            space = user.space.at(own)
            if is_free(cleared, user, space) and not space.overlaps(target.space.at(theirs)):
                return own, theirs
    return Refusal("dnd4e.forced.swap", text("There is no room for both after the swap."))


def _overlapping(creature: Creature, space: Space) -> list[Square]:
    """Positions of a creature in which it covers some square of a space, nearest to that space's corner first."""
    found = [
        Square(x, y)
        for y in range(space.y - creature.space.height + 1, space.y + space.height)
        for x in range(space.x - creature.space.width + 1, space.x + space.width)
    ]
    return sorted(found, key=lambda one: (abs(one[0] - space.x) + abs(one[1] - space.y), one[1], one[0]))
