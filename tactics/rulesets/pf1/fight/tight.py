"""Squeezing in a fight: into and through places narrower than a creature, and out of them again.

Who has less than its full space, or is on its way past somebody, is "squeezing". It moves on by squeezing only.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import Space, size_space
from tactics.core.text import text
from tactics.rules.action import Refusal
from tactics.rules.event import EffectLost, Moved
from tactics.rules.fighting import Run
from tactics.rules.question import Question
from tactics.rulesets.pf1.fight import conditions, turn
from tactics.rulesets.pf1.fight.asking import case_about, reachable
from tactics.rulesets.pf1.movement import reach_of
from tactics.rulesets.pf1.sizes import feet, squares
from tactics.rulesets.pf1.squeeze import Squeeze, can_squeeze
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.kept import kept

RULE = "pf1.squeeze.half_width"
MODE, SQUEEZING = "squeeze", "squeezing"


class Stretch(NamedTuple):
    """A step of a squeezing creature: the squares it fills then, what it costs, whether it is squeezed there."""

    space: Space
    cost_ft: int
    squeezed: bool


def narrowed(fight: Fight, who: str) -> bool:
    """Whether a creature has less than its full space now.

    Source: pf1.squeeze.footprint
    """
    return _is_narrowed(fight.world.creature(who))


@kept
def _is_narrowed(creature: Creature) -> bool:
    full = size_space(creature.size, creature.space.anchor)
    return (creature.space.width, creature.space.height) != (full.width, full.height)


def squeezed_in(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot dash, step or roll about now: it is squeezed in.

    Source: pf1.squeeze.half_width, pf1.move.hampered
    """
    if not narrowed(fight, who):
        return None
    return Refusal(text("It is squeezed in and can only go on squeezing."), RULE)


def stretches(fight: Fight, who: str, path: tuple[Square, ...]) -> tuple[Stretch, ...] | None:
    """The cheapest way of a squeezing creature along a path, its start left out; None when there is none."""
    search = _search(fight, who)
    tour = search.best(path)
    if tour is None:
        return None
    costs = [feet(after // 2 - before // 2) for before, after in pairwise(tour.keys)]
    return tuple(
        Stretch(space, cost, search.costs_double(space)) for space, cost in zip(tour.spaces[1:], costs, strict=True)
    )


def _search(fight: Fight, who: str) -> Squeeze:
    question = Question(ask="reachable", who=who, mode=MODE, diagonals=fight.body(who).count(turn.DIAGONALS))
    return Squeeze(case_about(fight.world, question), fight.world.creature(who))


def only_squeezing(fight: Fight, who: str, budget_ft: int) -> dict[Square, int]:
    """Where a creature may end a move by squeezing and not otherwise, with the cost in feet.

    Source: pf1.squeeze.half_width, pf1.squeeze.past_creature
    """
    creature = fight.world.creature(who)
    if not can_squeeze(creature):
        return {}
    inside = narrowed(fight, who)
    if not inside and not _search(fight, who).narrow_near(squares(budget_ft)):
        return {}
    diagonals = fight.body(who).count(turn.DIAGONALS)
    if inside:
        found = reachable(fight.world, who, budget_ft, mode=MODE, diagonals=diagonals)
        found.pop(creature.space.anchor, None)
        return found
    question = Question(ask="reachable", who=who, budget=budget_ft, diagonals=diagonals)
    plain = reach_of(case_about(fight.world, question))
    if plain is None:
        return {}
    keys = _search(fight, who).beyond(2 * squares(budget_ft) + 1)
    ends = (square for square in keys if plain.cost_sq(square) is None)
    return {square: feet(keys[square] // 2) for square in sorted(ends, key=lambda one: (one.y, one.x))}


def mark(run: Run, who: str, *, squeezed: bool) -> None:
    """Let a creature be squeezed or not after a step.

    Source: pf1.squeeze.half_width, pf1.ac.modifiers_table, pf1.attack.modifiers_table
    """
    if squeezed:
        conditions.gain(run, who, SQUEEZING, source=who, rule=RULE)
        return
    for effect in run.fight.body(who).effects:
        if (effect.id, effect.source) == (SQUEEZING, who):
            run.emit(EffectLost(who, effect))


def spread_out(run: Run) -> None:
    """Give everybody its full space again who was squeezed and has room now.

    Source: pf1.squeeze.footprint
    """
    for creature in run.fight.world.creatures:
        who = creature.id
        if run.fight.body(who).out or not narrowed(run.fight, who):
            continue
        room = _search(run.fight, who).room_around(creature.space)
        if room is not None:
            run.emit(Moved(who, room.anchor, 0, "forced", room.width, room.height, creature.z_ft))
            mark(run, who, squeezed=False)
