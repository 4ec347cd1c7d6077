"""Movement points: what a path costs and where a move may go. An unstated facing is free at the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import ntext, text
from tactics.geometry.steps import DIRECTIONS, MoveCosts, Steps
from tactics.rules.book import Case
from tactics.rules.ground import walking_steps
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.facing import COMPASS, Way, prices, ways
from tactics.rulesets.dfrpg.figures import called, figure, meets, stats
from tactics.world.creature import Creature

ILLEGAL, UNREACHABLE = "illegal", "unreachable"

KEY = 2
"""Keys of `tactics.geometry.steps` count half squares."""

HELD = frozenset({"unconscious", "stunned", "paralyzed", "dead", "pinned"})
"""Conditions that keep a figure where it is."""


class State(NamedTuple):
    """Where a figure is on its way: square, facing, and whether the next diagonal is a dear one."""

    square: Square
    facing: int
    dear: bool


class Stride(NamedTuple):
    """One step of a way: its points, the manner, and the state after it."""

    points: int
    way: Way
    state: State


@dataclass(frozen=True, slots=True)
class Walker:
    """A figure about to move.

    Attributes:
        creature: who.
        steps: legality and difficulty of its steps.
        alternating: every second diagonal is two yards.
        friends, enemies: squares held by others.
    """

    creature: Creature
    steps: Steps
    alternating: bool
    friends: frozenset[Square]
    enemies: frozenset[Square]

    def squares_at(self, square: Square) -> frozenset[Square]:
        """The squares it covers with its top left square there."""
        return frozenset(Space(*square, *self.steps.footprint).squares())

    def may_end(self, square: Square) -> bool:
        """Whether a move may end there.

        Source: dfrpg.movement.occupied
        """
        return not self.squares_at(square) & self.friends

    def strides(self, state: State, direction: int) -> Iterator[Stride]:
        """The manners of one step, none if it is illegal.

        Source: dfrpg.grid.diagonal_cost, dfrpg.movement.occupied
        """
        dx, dy = COMPASS[direction]
        x, y = state.square
        key = int(self.steps.keys[DIRECTIONS.index((dx, dy)), y, x])
        there = Square(x + dx, y + dy)
        if key == 0 or self.squares_at(state.square) & self.enemies - self.squares_at(self.creature.space.anchor):
            return
        diagonal = dx != 0 and dy != 0
        yards = 2 if diagonal and state.dear and self.alternating else 1
        crossing = prices().friend if self.squares_at(there) & self.friends else 0
        for way in ways(state.facing, direction, yards, key // KEY - 1):
            after = State(there, way.facing, state.dear != diagonal)
            yield Stride(way.points + crossing, way, after)


def walker_of(case: Case, creature: Creature) -> Walker:
    """A figure ready to move.

    Raises:
        ProblemError: the mode of movement is not judged.
    """
    if case.question.mode != "walk":
        raise case.refuse("mode", "only walking is judged")
    terrain = tuple(KEY * (1 + n) for n in range(len(prices().terrain)))
    # A low wall is an obstruction like a square of bad ground.
    costs = MoveCosts(terrain, terrain, low_wall=KEY, corner_cutting=case.switch("corner_cutting") is True)
    steps = walking_steps(case.world.board, costs, (creature.space.width, creature.space.height))
    friends: set[Square] = set()
    enemies: set[Square] = set()
    for other in case.world.creatures:
        if (
            other.id != creature.id
            and meets(case.world, creature, other)
            and not stats(other).conditions & {"prone", "unconscious", "dead"}
        ):
            (friends if other.side == creature.side else enemies).update(other.space.squares())
    alternating = case.switch("metric") == "alternating"
    return Walker(creature, steps, alternating, frozenset(friends), frozenset(enemies))


def move_cost(case: Case) -> Verdict:
    """What a path costs by the cheapest choice of facings.

    Source: dfrpg.movement.points, dfrpg.grid.start_facing
    """
    creature = case.world.creature(case.question.who or "")
    walker, path = walker_of(case, creature), case.question.path
    case.squares("path", path)
    strides = cheapest_facings(walker, path, case.question.diagonals)
    if strides is None or _held(creature, path) or (len(path) > 1 and not walker.may_end(path[-1])):
        _explain_illegal(case, walker, path)
        return case.verdict(ILLEGAL, text("{name} cannot move like that.", name=called(creature)))
    _explain(case, strides)
    costs = tuple(one.points for one in strides)
    summary = ntext("The path costs {n} movement point.", "The path costs {n} movement points.", sum(costs))
    return case.verdict(sum(costs), summary, step_costs=costs)


def path_cost(case: Case) -> Verdict:
    """The cheapest way to a square.

    Source: dfrpg.movement.points
    """
    creature = case.world.creature(case.question.who or "")
    goal = figure(case, case.question.to, "to").space.anchor
    walker = walker_of(case, creature)
    budget = 0 if _held(creature, (goal, goal)) else case.question.budget
    found = flood(walker, budget, case.question.diagonals, goal)
    if goal not in found or not walker.may_end(goal):
        case.step("dfrpg.movement.points", text("No way leads there."))
        return case.verdict(UNREACHABLE, text("{name} cannot get to {square}.", name=called(creature), square=goal))
    path = found[goal].path()
    case.squares("path", path)
    strides = cheapest_facings(walker, path, case.question.diagonals) or ()
    _explain(case, strides)
    costs = tuple(one.points for one in strides)
    summary = ntext(
        "The way to {square} costs {n} movement point.",
        "The way to {square} costs {n} movement points.",
        sum(costs),
        square=goal,
    )
    return case.verdict(sum(costs), summary, step_costs=costs)


def reachable(case: Case) -> Verdict:
    """Every square where a move may end.

    Source: dfrpg.movement.points, dfrpg.movement.minimum
    """
    creature = case.world.creature(case.question.who or "")
    walker = walker_of(case, creature)
    budget = stats(creature).speeds_sq["walk"] if case.question.budget is None else case.question.budget
    if _held(creature, (creature.space.anchor, creature.space.anchor)):
        budget = 0
    found = flood(walker, budget, case.question.diagonals)
    start = creature.space.anchor
    ends = sorted((one for one in found if one == start or walker.may_end(one)), key=lambda one: (one[1], one[0]))
    case.squares("reachable", tuple(ends))
    case.step(
        "dfrpg.movement.points",
        ntext("{name} has {n} movement point.", "{name} has {n} movement points.", budget, name=called(creature)),
    )
    case.step("dfrpg.grid.start_facing", text("No facing is known: the move may begin with any."))
    if any(found[one].points > budget for one in ends):
        case.step("dfrpg.movement.minimum", text("One square may always be entered, however dear."))
    summary = ntext("{n} square can be reached.", "{n} squares can be reached.", len(ends))
    return case.verdict(len(ends), summary, costs={one: found[one].points for one in ends})


def cheapest_facings(walker: Walker, path: Sequence[Square], taken: int) -> tuple[Stride, ...] | None:
    """The steps of a path with the cheapest facings, None when a step is illegal.

    Args:
        walker: who moves.
        path: its positions, the first is where it starts.
        taken: diagonals already counted this turn.

    Source: dfrpg.movement.forward, dfrpg.movement.sideways_backward, dfrpg.movement.facing_change
    """
    best: dict[State, tuple[int, tuple[Stride, ...]]] = {
        State(path[0], facing, taken % 2 == 1): (0, ()) for facing in range(8)
    }
    for here, there in pairwise(path):
        step = (there[0] - here[0], there[1] - here[1])
        if step not in COMPASS:
            return None
        following: dict[State, tuple[int, tuple[Stride, ...]]] = {}
        for state, (points, strides) in best.items():
            for stride in walker.strides(state, COMPASS.index(step)):
                total = points + stride.points
                if stride.state not in following or total < following[stride.state][0]:
                    following[stride.state] = total, (*strides, stride)
        best = following
    return min(best.values(), key=lambda one: one[0])[1] if best else None


class Reached(NamedTuple):
    """A square that was reached: the points spent, and where from."""

    points: int
    square: Square
    before: Reached | None

    def path(self) -> tuple[Square, ...]:
        """The way there from the start."""
        squares = [self.square]
        came = self.before
        while came is not None:
            squares.append(came.square)
            came = came.before
        return tuple(reversed(squares))


def flood(walker: Walker, budget: int | None, taken: int, goal: Square | None = None) -> dict[Square, Reached]:
    """Cheapest points to every square, over all facings.

    Args:
        walker: who moves.
        budget: most points, None for no limit; the first step is always paid for when it is not 0.
        taken: diagonals already counted this turn.
        goal: stop when this square is reached.

    Source: dfrpg.movement.points, dfrpg.movement.minimum
    """
    start = Reached(0, walker.creature.space.anchor, None)
    found: dict[Square, Reached] = {}
    done: set[State] = set()
    waiting: list[tuple[int, int, State, Reached]] = [
        (0, facing, State(start.square, facing, taken % 2 == 1), start) for facing in range(8)
    ]
    order = len(waiting)
    while waiting:
        points, _, state, reached = heappop(waiting)
        if state in done:
            continue
        done.add(state)
        found.setdefault(state.square, reached)
        if state.square == goal:
            break
        for direction in range(8):
            for stride in walker.strides(state, direction):
                total = points + stride.points
                first = reached.before is None and budget != 0
                if stride.state not in done and (budget is None or total <= budget or first):
                    heappush(waiting, (total, order, stride.state, Reached(total, stride.state.square, reached)))
                    order += 1
    return found


def _held(creature: Creature, path: Sequence[Square]) -> bool:
    return len(path) > 1 and bool(stats(creature).conditions & HELD)


def _explain(case: Case, strides: Sequence[Stride]) -> None:
    case.step("dfrpg.grid.start_facing", text("No facing is known: the move may begin with any."))
    total = sum(one.points for one in strides)
    case.step("dfrpg.movement.points", ntext("{n} movement point in all.", "{n} movement points in all.", total))
    for one in strides:
        if one.way.turned:
            case.step(
                "dfrpg.grid.turn_cost",
                text("Before {square} it turns by {n} × 45 degrees.", square=one.state.square, n=one.way.turned),
            )
        if one.way.aside:
            case.step(
                "dfrpg.movement.sideways_backward",
                text("{square} is entered sideways or backward.", square=one.state.square),
            )


def _explain_illegal(case: Case, walker: Walker, path: Sequence[Square]) -> None:
    if _held(walker.creature, path):
        case.step("dfrpg.movement.points", text("{name} cannot move at all.", name=called(walker.creature)))
        return
    for here, there in pairwise(path):
        if cheapest_facings(walker, (here, there), 0) is None:
            why = text("There is no step from {here} to {there}.", here=here, there=there)
            case.step("dfrpg.grid.diagonal_cost", why)
            return
    case.step("dfrpg.movement.occupied", text("The way ends on a friend or goes through an enemy."))
