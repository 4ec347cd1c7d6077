"""Moving: move actions, 5-foot step, withdrawing, running, standing up and crawling, square by square."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tactics.core.lattice import Square
from tactics.core.text import Text, as_words, text
from tactics.geometry.paths import PathField
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Moved
from tactics.rules.fighting import Run
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import MODES
from tactics.rulesets.pf1.fight import conditions, opportunity, turn
from tactics.rulesets.pf1.fight.asking import ask, case_about, price, provoked
from tactics.rulesets.pf1.fight.mounted import carry, mover_of
from tactics.rulesets.pf1.fight.order import refuse
from tactics.rulesets.pf1.fight.ready import REACHED, fire
from tactics.rulesets.pf1.legal import five_foot_steps
from tactics.rulesets.pf1.movement import reach_of
from tactics.rulesets.pf1.places import space_of
from tactics.rulesets.pf1.relocation import is_legal_place, settled
from tactics.rulesets.pf1.sizes import feet
from tactics.world.edit import moved
from tactics.world.fight import Fight
from tactics.world.world import World

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
    costs = path_costs(run.fight, who, path, mode)
    lies = "prone" in conditions.active(run.fight, who)
    for number, cost in enumerate(costs):
        here, there = path[number], path[number + 1]
        if action != "forced":
            # Even these leave an opening to foes unseen, or to one whose own square is entered.
            careful = action == "five_foot_step" or (action == "withdraw" and number == 0)
            opportunity.provoke(run, who, path=(here, there), action=action if careful else None, evades=evades)
        if _stopped(run.fight, who, lies=lies):
            settle(run, who, path[: number + 1])
            return False
        before = run.fight
        _step(run, who, there, cost, mode)
        fire(run, who, REACHED, before)
        if _stopped(run.fight, who, lies=lies):
            settle(run, who, path[: number + 2])
            return False
    return True


def _stopped(fight: Fight, who: str, *, lies: bool) -> bool:
    """Whether something on the way keeps a creature from going on: it fell, was felled or is held."""
    if not conditions.can_act(fight, who):
        return True
    return stuck(fight, who) is not None and not lies


def settle(run: Run, who: str, held: tuple[Square, ...]) -> None:
    """Put a creature that was stopped where it may not stay into the closest place where it may.

    Args:
        run: the action.
        who: who was stopped.
        held: the squares it held on its way, the last is where it stopped.

    Source: pf1.move.illegal_end, pf1.grid.closest_tie
    """
    creature = run.fight.world.creature(who)
    if creature.mount or is_legal_place(run.fight.world, creature, held[-1]):
        return
    there = settled(run.fight.world, creature, held, _Rolled(run))
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


def _step(run: Run, who: str, there: Square, cost: int, mode: str) -> None:
    creature, body = run.fight.world.creature(who), run.fight.body(who)
    here = creature.space
    run.emit(Moved(who, there, cost, mode, here.width, here.height, creature.z_ft))
    carry(run, who, there)
    run.emit(CounterSet(who, turn.MOVED, body.count(turn.MOVED) + cost))
    if there.x != here.x and there.y != here.y:
        run.emit(CounterSet(who, turn.DIAGONALS, body.count(turn.DIAGONALS) + 1))


def path_costs(fight: Fight, who: str, path: tuple[Square, ...], mode: str = "walk") -> tuple[int, ...]:
    """What each step of a path costs in feet.

    Raises:
        Refused: with the verdict that says which step is illegal.
    """
    space = fight.world.creature(who).space
    if len(path) < 2 or path[0] != space.anchor:
        raise Refused(Refusal(text("A path begins where the creature stands."), "pf1.move.in_combat"))
    found = price(fight.world, who, path, mode=mode, diagonals=fight.body(who).count(turn.DIAGONALS))
    if isinstance(found, Verdict):
        raise Refused(Refusal(found.summary, _rule_of(found), found))
    return found


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


def _rule_of(verdict: Verdict) -> str:
    return verdict.steps[-1].rule if verdict.steps else "pf1.move.in_combat"


def ways(fight: Fight, who: str, budget_ft: int, *, mode: str = "walk") -> NeedPath:
    """The movement field of a creature as something to aim an option at."""
    diagonals = fight.body(who).count(turn.DIAGONALS)
    question = Question(ask="reachable", who=who, budget=budget_ft, mode=mode, diagonals=diagonals)
    field = _Field(fight.world, question)
    return NeedPath("path", mode, _Costs(field), _Paths(field), WHERE)


class _Field:
    """Where a move may end besides the start; looked for when it is wanted, for few fields are looked at."""

    def __init__(self, world: World, question: Question) -> None:
        self._world, self._question = world, question

    @cached_property
    def _reach(self) -> PathField | None:
        return reach_of(case_about(self._world, self._question))

    @cached_property
    def _start(self) -> Square:
        return space_of(self._world, self._world.creature(str(self._question.who))).anchor

    @cached_property
    def costs(self) -> Mapping[Square, int]:
        """Cost of every square in feet."""
        found = {} if self._reach is None else self._reach.costs_sq()
        return {square: feet(cost) for square, cost in found.items() if square != self._start}

    def cost(self, square: Square) -> int | None:
        """Cost of one square in feet, None where no move may end."""
        cost_sq = None if self._reach is None or square == self._start else self._reach.cost_sq(square)
        return None if cost_sq is None else feet(cost_sq)

    def path(self, square: Square) -> tuple[Square, ...] | None:
        """The cheapest way to a square, None where no move may end."""
        return None if self._reach is None or square == self._start else self._reach.path_to(square)


class _Costs(Mapping[Square, int]):
    """The squares of a movement field with their costs."""

    def __init__(self, field: _Field) -> None:
        self._field = field

    def __getitem__(self, square: Square) -> int:
        cost = self._field.cost(square)
        if cost is None:
            raise KeyError(square)
        return cost

    def __contains__(self, square: object) -> bool:
        return isinstance(square, Square) and self._field.cost(square) is not None

    def __iter__(self) -> Iterator[Square]:
        return iter(self._field.costs)

    def __len__(self) -> int:
        return len(self._field.costs)


class _Paths(Mapping[Square, tuple[Square, ...]]):
    """The cheapest way to each square of a field."""

    def __init__(self, field: _Field) -> None:
        self._field = field

    def __getitem__(self, square: Square) -> tuple[Square, ...]:
        path = self._field.path(square)
        if path is None:
            raise KeyError(square)
        return path

    def __iter__(self) -> Iterator[Square]:
        return iter(self._field.costs)

    def __len__(self) -> int:
        return len(self._field.costs)


def speed_ft(fight: Fight, who: str, mode: str = "walk") -> int:
    """How far one move action carries a creature now, in whole squares of 5 ft.

    Source: pf1.move.speed, pf1.condition.other
    """
    speed_sq = fight.world.creature(who).of("pf1").speeds_sq.get(mode, 0)
    return (speed_sq // 2 if conditions.halves_speed(fight, who) else speed_sq) * STEP_FT


def budget_ft(fight: Fight, who: str, mode: str = "walk") -> int:
    """How far the next move action carries: two of them are one way, so what the first one left is added.

    Source: pf1.move.double_move
    """
    return speed_ft(fight, who, mode) + fight.body(who).count(turn.SPARE + mode)


def stuck(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot walk at all, None when it can."""
    held = fight.world.creature(who).of("pf1").conditions
    for condition, words in _STUCK.items():
        if condition in held:
            return Refusal(words, f"pf1.condition.{condition}")
    return None


_STUCK: dict[str, Text] = {
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
        for mode in fight.world.creature(who).of("pf1").speeds_sq:
            refusal = self._refusal(fight, who)
            budget = budget_ft(fight, who, mode)
            needs = () if refusal else (ways(fight, who, budget, mode=mode),)
            title = text("Move") if mode == "walk" else text("Move ({mode})", mode=as_words(MODES, mode))
            cost = turn.COSTS[turn.cost_of_walk(fight, who)]
            yield Option("move", "move", title, cost, needs, refusal, {"mode": mode})

    def resolve(self, run: Run, action: Action) -> None:
        """Walk the path."""
        fight, who = run.fight, mover_of(run.fight, action.who)
        refuse(self._refusal(fight, who))
        mode = str(action.arguments.get("mode", "walk"))
        path = path_of(action)
        cost = sum(path_costs(fight, who, path, mode))
        within(cost, budget_ft(fight, who, mode), "pf1.move.speed")
        spend_walk(run, who)
        run.emit(CounterSet(who, turn.SPARE + mode, max(0, speed_ft(fight, who, mode) - cost)))
        walk(run, who, path, mode=mode)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return way_preview(fight, action)

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if fight.body(who).count(turn.STEP):
            return Refusal(text("After a 5-foot step no other distance is moved."), "pf1.action.five_foot_step")
        return turn.affordable(fight, who, turn.cost_of_walk(fight, who)) or stuck(fight, who)


def spend_walk(run: Run, who: str) -> None:
    """Use up a move action for walking, unless a weapon was drawn as part of it."""
    turn.spend(run, who, turn.cost_of_walk(run.fight, who))
    run.emit(CounterSet(who, turn.WALKS, run.fight.body(who).count(turn.WALKS) + 1))


def way_preview(fight: Fight, action: Action, act: str = "move") -> Preview:
    """Who may react to a path."""
    return Preview(reactions=provoked(fight, mover_of(fight, action.who), path_of(action), act))


def within(cost: int, budget: int, rule: str) -> None:
    """Refuse a path that costs more than there is to spend."""
    if cost > budget:
        raise Refused(Refusal(text("The way costs {cost} ft of {budget}.", cost=cost, budget=budget), rule))


class FiveFootStep:
    """One square without provoking, when no other distance is moved.

    Source: pf1.action.five_foot_step
    """

    ids = ("five_foot_step",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around that may be stepped into."""
        who = mover_of(fight, who)
        refusal = self._refusal(fight, who)
        squares = {} if refusal else self._squares(fight, who)
        if refusal is None and not squares:
            refusal = Refusal(text("No square around can be stepped into."), "pf1.action.five_foot_step")
        start = fight.world.creature(who).space.anchor
        need = NeedPath("path", "walk", squares, {square: (start, square) for square in squares}, WHERE)
        needs = () if refusal else (need,)
        yield Option("five_foot_step", "move", text("5-foot step"), turn.COSTS[turn.FREE], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Take the step."""
        who, path = mover_of(run.fight, action.who), path_of(action)
        refuse(self._refusal(run.fight, who))
        question = Question(ask="legal", who=who, action="five_foot_step", path=path)
        verdict = ask(run.fight.world, question)
        if verdict.value is not True:
            full = ask(run.fight.world, question, explain=True)
            raise Refused(Refusal(full.summary, _rule_of(full), full))
        run.emit(CounterSet(who, turn.STEP, 1))
        before = run.fight.body(who)
        walk(run, who, path, action="five_foot_step")
        run.emit(CounterSet(who, turn.MOVED, before.count(turn.MOVED)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Very small creatures that enter a foe's square provoke even so."""
        return way_preview(fight, action, "five_foot_step")

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if not turn.acts(fight, who):
            return Refusal(text("It is not its turn."), "pf1.init.round")
        body = fight.body(who)
        if body.count(turn.STEP):
            return Refusal(text("The 5-foot step of this round is taken."), "pf1.action.five_foot_step")
        if turn.moved(body):
            return Refusal(text("It has moved some distance already."), "pf1.action.five_foot_step")
        if body.has("no_step"):
            return Refusal(
                text("No 5-foot step in the round of a charge, run or withdrawal."), "pf1.charge.no_five_foot"
            )
        return stuck(fight, who)

    def _squares(self, fight: Fight, who: str) -> dict[Square, int]:
        case = case_about(fight.world, Question(ask="legal", who=who, action="five_foot_step"))
        return dict.fromkeys(five_foot_steps(case, fight.world.creature(who)), STEP_FT)
