"""Moving square by square: what a path costs, who reacts on the way, Stride, Step and Crawl."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from tactics.core.lattice import Square
from tactics.core.text import Text, as_words, text
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Moved
from tactics.rules.fighting import Run
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import conditions, performing, reactions, turn
from tactics.rulesets.pf2e.fight.asking import ask, price, provoked, reachable
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed, refuse
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.speeds import ACTION_OF_MODE, speed_ft
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight

WHERE = text("Where to?")
STEP = Deed("step", 1, frozenset({MOVE}))
CRAWL = Deed("crawl", 1, frozenset({MOVE}))
STEP_FT = SQUARE_FT


def walk(run: Run, who: str, path: tuple[Square, ...], *, action: str, mode: str = "walk") -> bool:
    """Move along a path; whoever is left the first time within reach may react once.

    Args:
        run: the action.
        who: who moves.
        path: squares, from its own on.
        action: what the movement belongs to: an id of ``actions.toml``.
        mode: how it moves.

    Returns:
        Whether it got to the end.

    Raises:
        Refused: a step is illegal; raised before the first one.

    Source: pf2e.move.triggers_reactions, pf2e.move.exempt_from_reactions, pf2e.grid.diagonal
    """
    asked: set[str] = set()
    for number, cost in enumerate(path_costs(run.fight, who, path, mode)):
        here, there = path[number], path[number + 1]
        leaves = Trigger("leaves", who, action, frozenset({MOVE}), (here, there))
        able = set(provoked(run.fight, who, action, leaves.path)) - asked
        asked |= able
        reactions.offer(run, leaves, only=frozenset(able))
        if not _goes_on(run.fight, who, here):
            return False
        take_step(run, who, there, cost, mode)
        reactions.offer(run, Trigger("reached", who, action, frozenset({MOVE}), (here, there)))
        if not _goes_on(run.fight, who, there):
            return False
    return True


def _goes_on(fight: Fight, who: str, where: Square) -> bool:
    """Whether a creature can still move and nobody put it elsewhere."""
    able = conditions.can_act(fight, who) and conditions.why_not_move(fight, who) is None
    return able and fight.world.creature(who).space.anchor == where


def take_step(run: Run, who: str, there: Square, cost: int, mode: str) -> None:
    """One square on, the rider with its mount; diagonals of the turn are counted."""
    creature = run.fight.world.creature(who)
    here = creature.space
    run.emit(Moved(who, there, cost, mode, here.width, here.height, creature.z_ft))
    for rider in creatures.riders_of(run.fight.world, creature):
        run.emit(Moved(rider.id, there, 0, "forced", rider.space.width, rider.space.height, rider.z_ft))
    if there.x != here.x and there.y != here.y:
        run.emit(CounterSet(who, turn.DIAGONALS, run.fight.body(who).count(turn.DIAGONALS) + 1))


def path_costs(fight: Fight, who: str, path: tuple[Square, ...], mode: str = "walk") -> tuple[int, ...]:
    """What each step of a path costs in feet.

    Raises:
        Refused: with the verdict that says which step is illegal.

    Source: pf2e.grid.movement_cost
    """
    space = fight.world.creature(who).space
    if len(path) < 2 or path[0] != space.anchor:
        raise Refused(Refusal(text("A path begins where the creature stands."), "pf2e.grid.movement_cost"))
    found = price(fight, who, path, mode=mode, diagonals=fight.body(who).count(turn.DIAGONALS))
    if isinstance(found, Verdict):
        raise Refused(Refusal(found.summary, rule_of(found), found))
    return found


def rule_of(verdict: Verdict) -> str:
    """The rule that decides a verdict."""
    return verdict.steps[-1].rule if verdict.steps else "pf2e.grid.movement_cost"


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


def ways(fight: Fight, who: str, budget_ft: int, *, mode: str = "walk") -> NeedPath:
    """The movement field of a creature as something to aim an option at."""
    diagonals = fight.body(who).count(turn.DIAGONALS)
    costs = _Costs(fight, who, budget_ft, mode, diagonals)
    return NeedPath("path", mode, costs, _Paths(fight, who, mode, diagonals, costs), WHERE)


class _Costs(Mapping[Square, int]):
    """The squares of a movement field but the start, with their costs; looked for when they are wanted."""

    def __init__(self, fight: Fight, who: str, budget_ft: int, mode: str, diagonals: int) -> None:
        self._fight, self._who, self._budget_ft, self._mode, self._diagonals = fight, who, budget_ft, mode, diagonals

    @cached_property
    def _found(self) -> Mapping[Square, int]:
        costs = reachable(self._fight, self._who, self._budget_ft, mode=self._mode, diagonals=self._diagonals)
        costs.pop(self._fight.world.creature(self._who).space.anchor, None)
        return costs

    def __getitem__(self, square: Square) -> int:
        return self._found[square]

    def __iter__(self) -> Iterator[Square]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class _Paths(Mapping[Square, tuple[Square, ...]]):
    """The cheapest way to each square of a field, looked for when it is wanted."""

    def __init__(self, fight: Fight, who: str, mode: str, diagonals: int, costs: Mapping[Square, int]) -> None:
        self._fight, self._who, self._mode, self._diagonals = fight, who, mode, diagonals
        self._costs = costs

    def __getitem__(self, square: Square) -> tuple[Square, ...]:
        if square not in self._costs:
            raise KeyError(square)
        question = Question(ask="path_cost", who=self._who, to=square, mode=self._mode, diagonals=self._diagonals)
        return ask(judged(self._fight), question).squares["path"]

    def __iter__(self) -> Iterator[Square]:
        return iter(self._costs)

    def __len__(self) -> int:
        return len(self._costs)


def speed_of(fight: Fight, who: str, mode: str = "walk") -> int:
    """A creature's Speed now in feet, 0 when it has none of the kind. Source: pf2e.move.speed."""
    return speed_ft(fight.world.creature(who).of(creatures.SYSTEM), mode) or 0


def way_preview(fight: Fight, action: Action, act: str) -> Preview:
    """Who may react to a path."""
    path = path_of(action)
    foes = provoked(fight, action.who, act, path)
    return Preview(reactions=tuple(one for one in foes if reactions.with_reaction(fight, one)))


class Stride:
    """Moving up to one's Speed, in each way a creature has a Speed for.

    Source: pf2e.basic.stride, pf2e.move.special_speeds
    """

    ids = ("stride", "fly", "swim", "climb", "burrow")

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each Speed."""
        for mode in fight.world.creature(who).of(creatures.SYSTEM).speeds_sq:
            deed = _deed(ACTION_OF_MODE[mode])
            refusal = performing.why_not(fight, who, deed)
            needs = () if refusal else (ways(fight, who, speed_of(fight, who, mode), mode=mode),)
            yield Option(deed.id, "move", _title(deed.id), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Move along the path."""
        who, deed, fight = action.who, _deed(action.id), run.fight
        mode = next(mode for mode, name in ACTION_OF_MODE.items() if name == action.id)
        refuse(performing.why_not(fight, who, deed))
        path = path_of(action)
        if not speed_of(fight, who, mode):
            words = text("It has no Speed for that.")
            raise Refused(Refusal(words, "pf2e.move.special_speeds"))
        within(sum(path_costs(fight, who, path, mode)), speed_of(fight, who, mode), "pf2e.basic.stride")
        _may_stop(fight, who, path)
        if performing.begin(run, who, deed):
            walk(run, who, path, action=deed.id, mode=mode)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return way_preview(fight, action, action.id)


def _may_stop(fight: Fight, who: str, path: tuple[Square, ...]) -> None:
    """Refuse to end a move where one may not. Source: pf2e.move.occupied_space."""
    creature = fight.world.creature(who)
    if not may_end_turn(judged(fight), creature, creature.space.at(path[-1])):
        raise Refused(Refusal(text("No move may end there."), "pf2e.move.occupied_space"))


def _deed(id: str) -> Deed:
    return Deed(id, 1, frozenset({MOVE}))


def _title(id: str) -> Text:
    return as_words(ACTIONS, id)


class Step:
    """5 ft that nobody reacts to. Source: pf2e.basic.step, pf2e.move.exempt_from_reactions."""

    ids = ("step",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around."""
        refusal = performing.why_not(fight, who, STEP)
        squares = {} if refusal else single_steps(fight, who, "step")
        if refusal is None and not squares:
            refusal = Refusal(text("No square around can be stepped into."), "pf2e.basic.step")
        yield Option("step", "move", _title("step"), turn.COSTS[1], _around(fight, who, squares, refusal), refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Take the step."""
        _single(run, action, STEP)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nobody reacts."""
        return Preview()


class Crawl:
    """5 ft while prone. Source: pf2e.basic.crawl."""

    ids = ("crawl",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around, for who is prone."""
        if not fight.body(who).has("prone"):
            return
        refusal = performing.why_not(fight, who, CRAWL)
        squares = {} if refusal else single_steps(fight, who, "crawl")
        if refusal is None and not squares:
            refusal = Refusal(text("No square around can be crawled into."), "pf2e.basic.crawl")
        yield Option("crawl", "move", _title("crawl"), turn.COSTS[1], _around(fight, who, squares, refusal), refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Crawl."""
        _single(run, action, CRAWL)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return way_preview(fight, action, "crawl")


def single_steps(fight: Fight, who: str, action: str) -> dict[Square, int]:
    """Squares around that an action of one step may lead into, with 5 ft each."""
    world = judged(fight)
    start = world.creature(who).space.anchor
    around = (Square(start.x + dx, start.y + dy) for dx, dy in DIRECTIONS)
    return {
        there: STEP_FT
        for there in around
        if ask(world, Question(ask="legal", who=who, action=action, path=(start, there))).value is True
    }


def _around(fight: Fight, who: str, squares: dict[Square, int], refusal: Refusal | None) -> tuple[NeedPath, ...]:
    if refusal is not None:
        return ()
    start = fight.world.creature(who).space.anchor
    return (NeedPath("path", "walk", squares, {square: (start, square) for square in squares}, WHERE),)


def _single(run: Run, action: Action, deed: Deed) -> None:
    """Take an action of one step."""
    who, path, fight = action.who, path_of(action), run.fight
    refuse(performing.why_not(fight, who, deed))
    question = Question(ask="legal", who=who, action=deed.id, path=path)
    if ask(judged(fight), question).value is not True:
        full = ask(judged(fight), question, explain=True)
        raise Refused(Refusal(full.summary, rule_of(full), full))
    if performing.begin(run, who, deed):
        walk(run, who, path, action=deed.id)
