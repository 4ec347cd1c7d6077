"""Moving square by square: walk, run, shift, crawl; what a path costs and who reacts on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tactics.core.later import Each, Later
from tactics.core.lattice import Square
from tactics.core.text import as_words, text
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Moved
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import ACTIONS, MODES
from tactics.rulesets.dnd4e.fight import conditions, ground, lapses, numbers, reactions, turn, zones
from tactics.rulesets.dnd4e.fight.asking import ask, price, provoked, reachable
from tactics.rulesets.dnd4e.fight.holding import judged
from tactics.rulesets.dnd4e.fight.parts import stacked
from tactics.rulesets.dnd4e.fight.reactions import Trigger
from tactics.rulesets.dnd4e.tables import conditions_of, forbidding, stats, table
from tactics.world.fight import Duration, Effect, Fight

WHERE = text("Where to?")


def walk(
    run: Run,
    who: str,
    path: tuple[Square, ...],
    *,
    action: str,
    mode: str = "walk",
    spared: str = "",
    after: Callable[[Run, Square], None] | None = None,
) -> bool:
    """Move along a path; each square left may be reacted to.

    Args:
        run: the action.
        who: who moves.
        path: squares, from its own on.
        action: what the movement belongs to: an id of ``actions.toml``.
        mode: how it moves.
        spared: id of somebody who may not react, "" for nobody.
        after: what comes with each step, told the square that was left.

    Returns:
        Whether it got to the end.

    Raises:
        Refused: a step is illegal; raised before the first one.

    Source: dnd4e.opportunity.movement, dnd4e.opportunity.exempt, dnd4e.opportunity.interrupts, dnd4e.condition.slowed
    """
    others = frozenset(run.fight.bodies) - {spared} if spared else None
    speed, spent = speed_of(run.fight, who, mode), 0
    for number, cost in enumerate(path_costs(run.fight, who, path, mode)):
        here, there = path[number], path[number + 1]
        reactions.offer(run, Trigger("leaves", who, path=(here, there), action=action), only=others)
        spent += cost
        if not _goes_on(run.fight, who, here) or _slowed(run.fight, who, mode, action, speed, spent):
            return False
        before = run.fight.world.creature(who).space
        take_step(run, who, there, cost, mode)
        if mode == "walk":
            ground.entered(run, who, before)
        zones.entered(run, who, before)
        if after is not None:
            after(run, here)
        lapses.lapse(run)
        reactions.offer(run, Trigger("adjacent", who, before=False, path=(here, there), action=action))
        if not _goes_on(run.fight, who, there):
            return False
    for follow in AFTERWARDS:
        follow(run, who)
    return True


AFTERWARDS: list[Callable[[Run, str], None]] = []
"""What comes of a whole move; other modules put it in."""


def _goes_on(fight: Fight, who: str, where: Square) -> bool:
    """Whether a creature can still move and nobody put it elsewhere."""
    able = conditions.can_act(fight, who) and forbidding(fight.world.creature(who), "move") is None
    return able and fight.world.creature(who).space.anchor == where


def _slowed(fight: Fight, who: str, mode: str, action: str, speed: int, spent: int) -> bool:
    """Whether a creature has become too slow on the way for its next step. Source: dnd4e.condition.slowed."""
    now = speed_of(fight, who, mode)
    return now < speed and spent > now + (run_extra_sq() if action == "run" else 0)


def take_step(run: Run, who: str, there: Square, cost: int, mode: str) -> None:
    """One square on, the rider with its mount."""
    creature = run.fight.world.creature(who)
    here = creature.space
    run.emit(Moved(who, there, cost, mode, here.width, here.height, creature.z_ft))
    for rider in run.fight.world.creatures:
        if rider.mount == who:
            run.emit(Moved(rider.id, there, 0, "forced", rider.space.width, rider.space.height, rider.z_ft))
    for key in (turn.MOVED, turn.STEPS):
        run.emit(CounterSet(who, key, run.fight.body(who).count(key) + 1))


def path_costs(fight: Fight, who: str, path: tuple[Square, ...], mode: str = "walk") -> tuple[int, ...]:
    """What each step of a path costs in squares.

    Raises:
        Refused: with the verdict that says which step is illegal.

    Source: dnd4e.move.walk
    """
    space = fight.world.creature(who).space
    if len(path) < 2 or path[0] != space.anchor:
        raise Refused(Refusal(text("A path begins where the creature stands."), "dnd4e.move.walk"))
    found = price(fight, who, path, mode=mode)
    if isinstance(found, Verdict):
        raise Refused(Refusal(found.summary, rule_of(found), found))
    return found


def rule_of(verdict: Verdict) -> str:
    """The rule that decides a verdict."""
    return verdict.steps[-1].rule if verdict.steps else "dnd4e.move.walk"


def path_of(action: Action) -> tuple[Square, ...]:
    """The path an action names.

    Raises:
        Refused: it names none.
    """
    path = action.arguments.get("path", ())
    if not isinstance(path, tuple) or not path or not all(isinstance(one, Square) for one in path):
        raise Refused(Refusal(text("Say where to go."), "dnd4e.move.walk"))
    return tuple(one for one in path if isinstance(one, Square))


def within(cost: int, budget: int, rule: str) -> None:
    """Refuse a path that costs more than there is to spend."""
    if cost > budget:
        raise Refused(Refusal(text("The path costs {n} sq, the most is {most}.", n=cost, most=budget), rule))


def ways(fight: Fight, who: str, budget_sq: int, *, mode: str = "walk") -> NeedPath:
    """The movement field of a creature as something to aim an option at."""

    def make() -> Mapping[Square, int]:
        costs = reachable(fight, who, budget_sq, mode=mode)
        costs.pop(fight.world.creature(who).space.anchor, None)
        return costs

    def path(square: Square) -> tuple[Square, ...]:
        question = Question(ask="path_cost", who=who, to=square, mode=mode)
        return ask(judged(fight), question).squares["path"]

    costs = Later(make)
    return NeedPath("path", mode, costs, Each(costs, path), WHERE)


def speed_of(fight: Fight, who: str, mode: str = "walk") -> int:
    """A creature's speed now in squares, 0 when it has none of the kind; no bonus lifts a limit.

    Source: dnd4e.condition.slowed
    """
    creature = fight.world.creature(who)
    own = stats(creature).speeds_sq.get(mode)
    if own is None:
        return 0
    more = total(stacked(numbers.lasting(fight, who, "speed")))
    limits = (one.speed_sq for one in conditions_of(creature) if one.speed_sq is not None)
    return max(0, min((own + more, *limits)))


def run_extra_sq() -> int:
    """Squares that running adds. Source: dnd4e.move.run."""
    return int(table("fight")["run"]["extra_sq"])


def stuck(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot leave its space by itself, None when it can.

    Source: dnd4e.condition.immobilized, dnd4e.condition.restrained
    """
    creature = fight.world.creature(who)
    held = forbidding(creature, "move")
    if held is None:
        return None
    return Refusal(text("{name} is {condition}.", name=creature.name, condition=held.name), held.rule)


def lies(fight: Fight, who: str) -> Refusal | None:
    """Why a creature that is prone cannot walk, None when it stands. Source: dnd4e.condition.prone."""
    if "prone" not in conditions.held(fight, who):
        return None
    name = fight.world.creature(who).name
    return Refusal(text("{name} is prone and can only crawl.", name=name), "dnd4e.condition.prone")


def mover_of(fight: Fight, who: str) -> str:
    """Who does the walking: the mount of one who rides, else the creature itself. Source: dnd4e.mount.basics."""
    mount = fight.world.creature(who).mount
    return mount if mount in fight.bodies else who


def _no_move(fight: Fight, who: str) -> Refusal | None:
    """Why a creature, or the mount it rides, cannot walk now, None when it can."""
    mover = mover_of(fight, who)
    return turn.affordable(fight, who, turn.MOVE) or stuck(fight, mover) or lies(fight, mover)


class Move:
    """Walking, and running with its price. Source: dnd4e.move.walk, dnd4e.move.run."""

    ids = ("walk", "run")
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each speed, and running."""
        refusal, who = _no_move(fight, who), mover_of(fight, who)
        for mode in fight.world.creature(who).of("dnd4e").speeds_sq:
            needs = () if refusal else (ways(fight, who, speed_of(fight, who, mode), mode=mode),)
            yield Option("walk", "move", as_words(MODES, mode), turn.COSTS[turn.MOVE], needs, refusal, {"mode": mode})
        needs = () if refusal else (ways(fight, who, speed_of(fight, who) + run_extra_sq()),)
        yield Option("run", "move", as_words(ACTIONS, "run"), turn.COSTS[turn.MOVE], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Move along the path; a runner is open to all until its next turn."""
        who, fight = mover_of(run.fight, action.who), run.fight
        refuse(_no_move(fight, action.who))
        mode = str(action.arguments.get("mode", "walk")) if action.id == "walk" else "walk"
        path = path_of(action)
        budget = speed_of(fight, who, mode) + (run_extra_sq() if action.id == "run" else 0)
        within(sum(path_costs(fight, who, path, mode)), budget, f"dnd4e.move.{action.id}")
        may_stop(fight, who, path, mode)
        turn.spend(run, action.who, turn.MOVE)
        if action.id == "run":
            effect = Effect("running", duration=Duration("start", action.who), rule="dnd4e.move.run")
            conditions.gain(run, who, effect)
        walk(run, who, path, action=action.id, mode=mode)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return Preview(reactions=provoked(fight, mover_of(fight, action.who), action.id, path_of(action)))


def may_stop(fight: Fight, who: str, path: tuple[Square, ...], mode: str) -> None:
    """Refuse to end a move where one may not. Source: dnd4e.move.end_space."""
    costs = reachable(fight, who, 10_000, mode=mode)
    if path[-1] not in costs:
        raise Refused(Refusal(text("No move may end there."), "dnd4e.move.walk"))


class Step:
    """Moves of few squares that the book judges as a whole: shifting, and crawling while prone.

    Source: dnd4e.move.shift, dnd4e.move.crawl
    """

    ids = ("shift", "crawl")
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around for a shift; a field of half speed for a crawl."""
        refusal, who = _held(fight, who), mover_of(fight, who)
        cost = turn.COSTS[turn.MOVE]
        down = lies(fight, who)
        squares = {} if refusal or down else shifts(fight, who)
        why = refusal or down or (None if squares else Refusal(text("No square around is free."), "dnd4e.move.shift"))
        start = fight.world.creature(who).space.anchor
        need = NeedPath("path", "walk", squares, {one: (start, one) for one in squares}, WHERE)
        yield Option("shift", "move", as_words(ACTIONS, "shift"), cost, () if why else (need,), why)
        if down is not None:
            needs = () if refusal else (ways(fight, who, speed_of(fight, who) // 2),)
            yield Option("crawl", "move", as_words(ACTIONS, "crawl"), cost, needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Shift or crawl."""
        who, path = mover_of(run.fight, action.who), path_of(action)
        refuse(_held(run.fight, action.who))
        question = Question(ask="legal", who=who, action=action.id, path=path)
        verdict = ask(judged(run.fight), question)
        if verdict.value is not True:
            full = ask(judged(run.fight), question, explain=True)
            raise Refused(Refusal(full.steps[-1].text if full.steps else full.summary, rule_of(full), full))
        turn.spend(run, action.who, turn.MOVE)
        walk(run, who, path, action=action.id)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return Preview(reactions=provoked(fight, mover_of(fight, action.who), action.id, path_of(action)))


def _held(fight: Fight, who: str) -> Refusal | None:
    """Why a creature, or the mount it rides, cannot leave its place now."""
    return turn.affordable(fight, who, turn.MOVE) or stuck(fight, mover_of(fight, who))


def shifts(fight: Fight, who: str) -> dict[Square, int]:
    """Squares around that a shift of 1 leads into. Source: dnd4e.move.shift."""
    world = judged(fight)
    start = world.creature(who).space.anchor
    around = (Square(start.x + dx, start.y + dy) for dx, dy in DIRECTIONS)
    return {
        there: 1
        for there in around
        if world.board.inside(there)
        and ask(world, Question(ask="legal", who=who, action="shift", path=(start, there))).value is True
    }
