"""Moving square by square: who reacts on the way, what the ground does, and Speeds as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Moved
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures, taking_cover
from tactics.rulesets.pf2e.fight import conditions, footing, holds, hurting_ground, noticing, reactions, states, turn
from tactics.rulesets.pf2e.fight.asking import provoked
from tactics.rulesets.pf2e.fight.own_numbers import bonuses
from tactics.rulesets.pf2e.fight.performing import MOVE
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.speeds import Adjustment, adjusted_ft, speed_ft
from tactics.world.fight import Fight

IN_THE_AIR = ("fly", "leap")
"""Ways of moving that touch the ground only at their end."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a move.

    Attributes:
        to: the top left square it leads to.
        cost_ft: Speed it takes.
        z_ft: the height it leads to as an event gives it, None to keep the present one.
        diagonal: whether it counts as a diagonal, None to tell by the squares.
    """

    to: Square
    cost_ft: int
    z_ft: int | None = None
    diagonal: bool | None = None


def legs_of(path: tuple[Square, ...], costs: Iterable[int]) -> tuple[Leg, ...]:
    """A path over the ground as steps."""
    return tuple(Leg(square, cost) for square, cost in zip(path[1:], costs, strict=True))


def walk(
    run: Run, who: str, legs: Iterable[Leg], *, action: str, mode: str = "walk", asked: set[str] | None = None
) -> bool:
    """Move along some steps; whoever is left the first time within reach may react once.

    Args:
        run: the action.
        who: who moves.
        legs: the steps, legal ones.
        action: what the movement belongs to: an id of ``actions.toml``.
        mode: how it moves.
        asked: those who had their chance in this action already; filled further.

    Returns:
        Whether it got to the end.

    Source: pf2e.move.triggers_reactions, pf2e.move.exempt_from_reactions, pf2e.grid.diagonal
    """
    asked = set() if asked is None else asked
    legs, unknown = tuple(legs), noticing.lost(run.fight, who)
    for number, leg in enumerate(legs, 1):
        if noticing.runs_into(run, who, leg.to, unknown, last=number == len(legs)):
            return False
        here = run.fight.world.creature(who).space.anchor
        if not leave(run, who, (here, leg.to), action, asked):
            return False
        take_step(run, who, leg, mode)
        reactions.offer(run, Trigger("reached", who, action, frozenset({MOVE}), (here, leg.to)))
        if not goes_on(run.fight, who, leg.to):
            return False
    return True


def leave(run: Run, who: str, step: tuple[Square, Square], action: str, asked: set[str]) -> bool:
    """Let others react to a square being left; returns whether the mover still stands there and can go on.

    Source: pf2e.move.triggers_reactions, pf2e.action.trigger_limits
    """
    leaves = Trigger("leaves", who, action, frozenset({MOVE}), step)
    able = set(provoked(run.fight, who, action, step)) - asked
    asked |= able
    reactions.offer(run, leaves, only=frozenset(able))
    return goes_on(run.fight, who, step[0])


def goes_on(fight: Fight, who: str, where: Square) -> bool:
    """Whether a creature can still move and nobody put it elsewhere."""
    able = conditions.can_act(fight, who) and conditions.why_not_move(fight, who) is None
    return able and fight.world.creature(who).space.anchor == where


def take_step(run: Run, who: str, leg: Leg, mode: str) -> None:
    """One step on, the rider with its mount; diagonals of the turn are counted, the ground does what it does.

    Source: pf2e.grid.diagonal, pf2e.terrain.hazardous
    """
    creature = run.fight.world.creature(who)
    here, was_wet = creature.space, footing.in_water(run.fight.world, creature)
    z_ft = creature.z_ft if leg.z_ft is None else leg.z_ft
    run.emit(Moved(who, leg.to, leg.cost_ft, mode, here.width, here.height, z_ft))
    for rider in creatures.riders_of(run.fight.world, creature):
        run.emit(Moved(rider.id, leg.to, 0, "ridden", rider.space.width, rider.space.height, rider.z_ft))
        run.emit(CounterSet(rider.id, turn.RIDDEN, run.fight.body(rider.id).count(turn.RIDDEN) + 1))
    diagonal = (leg.to.x != here.x and leg.to.y != here.y) if leg.diagonal is None else leg.diagonal
    if diagonal and turn.is_turn(run.fight, who):
        run.emit(CounterSet(who, turn.DIAGONALS, run.fight.body(who).count(turn.DIAGONALS) + 1))
    conditions.lose(run, who, taking_cover.CONDITION)
    holds.let_all_go(run, who)
    noticing.comes_by(run, who)
    if mode in IN_THE_AIR:
        # What it does to the ground, and the ground to it, is settled where it lands.
        return
    footing.settle(run, who)
    if not was_wet:
        footing.came_into_water(run, who)
    hurting_ground.entered(run, who, here, run.fight.world.creature(who).space)


def path_of(action: Action) -> tuple[Square, ...]:
    """The path an action names.

    Raises:
        Refused: it names none.
    """
    path = action.arguments.get("path", ())
    if not isinstance(path, tuple) or not all(isinstance(one, Square) for one in path):
        raise Refused(Refusal(text("Say where to go."), "pf2e.grid.movement_cost"))
    return tuple(one for one in path if isinstance(one, Square))


def within(cost: int, budget: int, rule: str) -> None:
    """Refuse a path that costs more than there is to spend."""
    if cost > budget:
        raise Refused(Refusal(text("The way costs {cost} ft of {budget}.", cost=cost, budget=budget), rule))


def speed_of(fight: Fight, who: str, mode: str = "walk") -> int:
    """A creature's Speed now in feet, 0 when it has none of the kind.

    Bonuses and penalties of its sheet and its conditions say ``speed``, or ``fly_speed`` and the like for others.

    Source: pf2e.move.speed, pf2e.move.special_speeds
    """
    creature = fight.world.creature(who)
    base = speed_ft(creatures.stats(creature), mode)
    if not base:
        return 0
    return adjusted_ft(base, _adjustments(fight, who, mode), mode)


def _adjustments(fight: Fight, who: str, mode: str) -> Iterator[Adjustment]:
    named = "speed" if mode == "walk" else f"{mode}_speed"
    for part in (*bonuses(sheet_of(fight.world.creature(who)), named), *states.condition_parts(fight, who, named)):
        yield Adjustment(part.amount, part.type, mode)


def way_preview(fight: Fight, who: str, path: tuple[Square, ...], action: str) -> Preview:
    """Who may react to a path."""
    foes = provoked(fight, who, action, path)
    return Preview(reactions=tuple(one for one in foes if reactions.with_reaction(fight, one)))
