"""Moving, square by square, and the move action spent on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tactics.core.lattice import Square
from tactics.core.text import Text, as_words, text
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Moved, Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import MODES
from tactics.rulesets.pf1.fight import conditions, opportunity, tight, turn
from tactics.rulesets.pf1.fight.asking import price, provoked
from tactics.rulesets.pf1.fight.fields import costs_and_paths
from tactics.rulesets.pf1.fight.footing import has_speed, no_footing
from tactics.rulesets.pf1.fight.mounted import carry, mover_of
from tactics.rulesets.pf1.fight.ready import REACHED, fire
from tactics.rulesets.pf1.fight.tight import Stretch
from tactics.rulesets.pf1.fight.unseen import as_known, bumps_into, unnoticed
from tactics.rulesets.pf1.places import called
from tactics.rulesets.pf1.relocation import is_legal_place, settled
from tactics.rulesets.pf1.surfaces import opened
from tactics.world.edit import moved
from tactics.world.fight import Fight

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

One = TypeVar("One")
WHERE = text("Where to?")
STEP_FT = 5


def walk(
    run: Run,
    who: str,
    path: tuple[Square, ...],
    *,
    mode: str = "walk",
    action: str = "move",
    evades: Callable[[str], bool] | None = None,
) -> bool:
    """Move along a path; each square left may be reacted to, and a creature that falls stays where it is.

    Args:
        run: the action.
        who: who moves.
        path: squares, from its own on.
        mode: how it moves.
        action: what the movement belongs to.
        evades: whether it gets past a foe that could react.

    Returns:
        Whether it got to the end.

    Raises:
        Refused: a step is illegal; raised before the first one.

    Source: pf1.aoo.interrupt, pf1.grid.diagonal, pf1.action.withdraw, pf1.move.very_small_enter
    """
    steps = _steps(run.fight, who, path, mode)
    lies = "prone" in conditions.active(run.fight, who)
    for number, step in enumerate(steps):
        here, there = path[number], path[number + 1]
        if action != "forced":
            # Even these leave an opening to foes unseen, or to one whose own square is entered.
            careful = action == "five_foot_step" or (action == "withdraw" and number == 0)
            opportunity.provoke(run, who, path=(here, there), action=action if careful else None, evades=evades)
        if _stopped(run.fight, who, lies=lies):
            settle(run, who, path[: number + 1])
            return False
        before = run.fight
        met = bumps_into(before, who, step.space)
        if met:
            name = called(before.world.creature(who))
            run.emit(Noted(who, text("{name} runs into somebody unseen.", name=name), "pf1.move.through_enemy"))
            settle(run, who, path[: number + 1])
            return False
        _step(run, who, step, mode)
        fire(run, who, REACHED, before)
        if _stopped(run.fight, who, lies=lies):
            settle(run, who, path[: number + 2])
            return False
    if unnoticed(run.fight, who):
        settle(run, who, path)
    return True


def _stopped(fight: Fight, who: str, *, lies: bool) -> bool:
    """Whether something on the way keeps a creature from going on: it fell, was felled or is held."""
    if not conditions.can_act(fight, who):
        return True
    return stuck(fight, who, squeezing=True) is not None and not lies


def settle(run: Run, who: str, held: tuple[Square, ...]) -> None:
    """Put a creature that was stopped where it may not stay into the closest place where it may.

    Args:
        run: the action.
        who: who was stopped.
        held: the squares it held on its way, the last is where it stopped.

    Source: pf1.move.illegal_end, pf1.grid.closest_tie
    """
    creature, world = run.fight.world.creature(who), opened(run.fight.world)
    if creature.mount or is_legal_place(world, creature, held[-1]):
        return
    there = settled(world, creature, held, _Rolled(run))
    if there is not None and there != held[-1]:
        run.emit(Moved(who, there, 0, "forced", creature.space.width, creature.space.height, creature.z_ft))


class _Rolled(Random):
    """Chance that comes from the dice of the fight."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def choice(self, seq: SupportsLenAndGetItem[One]) -> One:
        """One of several, by a die with as many sides."""
        return seq[self._run.roll(len(seq)) - 1] if len(seq) > 1 else seq[0]


def _step(run: Run, who: str, step: Stretch, mode: str) -> None:
    creature, body = run.fight.world.creature(who), run.fight.body(who)
    here, there = creature.space, step.space.anchor
    run.emit(Moved(who, there, step.cost_ft, mode, step.space.width, step.space.height, creature.z_ft))
    carry(run, who, there)
    tight.mark(run, who, squeezed=step.squeezed)
    run.emit(CounterSet(who, turn.MOVED, body.count(turn.MOVED) + step.cost_ft))
    if there.x != here.x and there.y != here.y:
        run.emit(CounterSet(who, turn.DIAGONALS, body.count(turn.DIAGONALS) + 1))


def path_costs(fight: Fight, who: str, path: tuple[Square, ...], mode: str = "walk") -> tuple[int, ...]:
    """What each step of a path costs in feet.

    Raises:
        Refused: with the verdict that says which step is illegal.
    """
    fight = as_known(fight, who)
    space = fight.world.creature(who).space
    if len(path) < 2 or path[0] != space.anchor:
        raise Refused(Refusal(text("A path begins where the creature stands."), "pf1.move.in_combat"))
    way = tight.MODE if tight.narrowed(fight, who) else mode
    found = price(fight.world, who, path, mode=way, diagonals=fight.body(who).count(turn.DIAGONALS))
    if isinstance(found, Verdict):
        raise Refused(Refusal(found.summary, rule_of(found), found))
    return found


def _steps(fight: Fight, who: str, path: tuple[Square, ...], mode: str) -> tuple[Stretch, ...]:
    """The steps of a path: where each leads and what it costs.

    Raises:
        Refused: one is illegal.
    """
    fight = as_known(fight, who)
    costs = path_costs(fight, who, path, mode)
    if mode == tight.MODE or tight.narrowed(fight, who):
        return tight.stretches(fight, who, path) or ()
    space, squeezed = fight.world.creature(who).space, tight.SQUEEZING in fight.world.creature(who).of("pf1").conditions
    return tuple(Stretch(space.at(there), cost, squeezed) for there, cost in zip(path[1:], costs, strict=True))


def affordable_path(fight: Fight, who: str, path: tuple[Square, ...], budget_ft: int) -> bool:
    """Whether a path is legal and costs no more than there is to spend."""
    try:
        return sum(path_costs(fight, who, path)) <= budget_ft
    except Refused:
        return False


def step_cost(fight: Fight, who: str, there: Square) -> int | None:
    """What a step into a square around costs in feet, None when it is illegal."""
    try:
        return sum(path_costs(fight, who, (fight.world.creature(who).space.anchor, there)))
    except Refused:
        return None


def rule_of(verdict: Verdict) -> str:
    """The rule of the last step of a verdict."""
    return verdict.steps[-1].rule if verdict.steps else "pf1.move.in_combat"


def ways(fight: Fight, who: str, budget_ft: int, *, mode: str = "walk") -> NeedPath:
    """The movement field of a creature as something to aim an option at."""
    fight = as_known(fight, who)
    diagonals = fight.body(who).count(turn.DIAGONALS)
    if tight.narrowed(fight, who):
        mode = tight.MODE
    question = Question(ask="reachable", who=who, budget=budget_ft, mode=mode, diagonals=diagonals)
    return NeedPath("path", mode, *costs_and_paths(fight, question), WHERE)


def speed_ft(fight: Fight, who: str, mode: str = "walk") -> int:
    """How far one move action carries a creature now, in whole squares of 5 ft.

    Source: pf1.move.speed, pf1.condition.other
    """
    speed_sq = fight.world.creature(who).of("pf1").speeds_sq.get(_speed_of(mode), 0)
    return (speed_sq // 2 if conditions.halves_speed(fight, who) else speed_sq) * STEP_FT


def _speed_of(mode: str) -> str:
    """The mode whose speed counts: one squeezes at walking speed."""
    return "walk" if mode == tight.MODE else mode


def budget_ft(fight: Fight, who: str, mode: str = "walk") -> int:
    """How far the next move action carries: two of them are one way, so what the first one left is added.

    Source: pf1.move.double_move
    """
    return speed_ft(fight, who, mode) + fight.body(who).count(turn.SPARE + _speed_of(mode))


def stuck(fight: Fight, who: str, *, squeezing: bool = False) -> Refusal | None:
    """Why a creature cannot walk at all, or squeeze on (swim, climb), None when it can."""
    held = fight.world.creature(who).of("pf1").conditions
    for condition, words in _STUCK.items():
        if condition in held:
            rule = "pf1.squeeze.escape_artist" if condition == "wriggling" else f"pf1.condition.{condition}"
            return Refusal(words, rule)
    return None if squeezing else tight.squeezed_in(fight, who) or no_footing(fight, who)


_STUCK: dict[str, Text] = {
    "wriggling": text("It is in a passage too narrow for it."),
    "grappled": text("A grappled creature cannot move."),
    "pinned": text("A pinned creature cannot move."),
    "prone": text("A prone creature can only crawl or stand up."),
}


def path_of(action: Action) -> tuple[Square, ...]:
    """The path an action names.

    Raises:
        Refused: it names none.
    """
    path = action.arguments.get("path")
    squares = tuple(one for one in path if isinstance(one, Square)) if isinstance(path, tuple) else ()
    if len(squares) < 2 or squares != path:
        raise Refused(Refusal(text("Say which way it goes."), "pf1.move.in_combat"))
    return squares


def standing_at(fight: Fight, who: str, square: Square) -> Fight:
    """The fight with a creature elsewhere, to look ahead."""
    return fight.with_world(moved(fight.world, who, square))


class Move:
    """A move action spent on moving, in any mode the creature has a speed for.

    Source: pf1.action.move, pf1.move.in_combat, pf1.move.double_move
    """

    ids = ("move",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each mode of movement."""
        who = mover_of(fight, who)
        for mode in (*fight.world.creature(who).of("pf1").speeds_sq, tight.MODE):
            refusal = self._refusal(fight, who, mode)
            need = None if refusal else ways(fight, who, budget_ft(fight, who, mode), mode=mode)
            if mode == tight.MODE and (need is None or not need.costs):
                continue
            title = text("Move") if mode == "walk" else text("Move ({mode})", mode=as_words(MODES, mode))
            cost = turn.COSTS[turn.cost_of_walk(fight, who)]
            yield Option("move", "move", title, cost, () if need is None else (need,), refusal, {"mode": mode})

    def resolve(self, run: Run, action: Action) -> None:
        """Walk the path."""
        fight, who = run.fight, mover_of(run.fight, action.who)
        mode = str(action.arguments.get("mode", "walk"))
        refuse(self._refusal(fight, who, mode))
        path = path_of(action)
        cost = sum(path_costs(fight, who, path, mode))
        within(cost, budget_ft(fight, who, mode), "pf1.move.speed")
        spend_walk(run, who)
        run.emit(CounterSet(who, turn.SPARE + _speed_of(mode), max(0, speed_ft(fight, who, mode) - cost)))
        walk(run, who, path, mode=mode)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return way_preview(fight, action)

    def _refusal(self, fight: Fight, who: str, mode: str) -> Refusal | None:
        spent = turn.affordable(fight, who, turn.cost_of_walk(fight, who))
        if spent is None and fight.body(who).count(turn.STEP):
            return Refusal(text("After a 5-foot step no other distance is moved."), "pf1.action.five_foot_step")
        listed = mode not in ("walk", tight.MODE) and has_speed(fight, who, mode)
        return spent or stuck(fight, who, squeezing=listed or mode == tight.MODE)


def spend_walk(run: Run, who: str) -> None:
    """Use up a move action for walking, unless a weapon was drawn as part of it."""
    turn.spend(run, who, turn.cost_of_walk(run.fight, who))
    run.emit(CounterSet(who, turn.WALKS, run.fight.body(who).count(turn.WALKS) + 1))


def way_preview(fight: Fight, action: Action, act: str = "move") -> Preview:
    """Who may react to a path."""
    mover = mover_of(fight, action.who)
    unknown = unnoticed(fight, mover)
    return Preview(reactions=tuple(one for one in provoked(fight, mover, path_of(action), act) if one not in unknown))


def within(cost: int, budget: int, rule: str) -> None:
    """Refuse a path that costs more than there is to spend."""
    if cost > budget:
        raise Refused(Refusal(text("The way costs {cost} ft of {budget}.", cost=cost, budget=budget), rule))
