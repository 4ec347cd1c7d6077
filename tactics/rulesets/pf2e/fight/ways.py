"""Ways over the board in a fight: the judge's prices of steps, closed where feet alone do not get further."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from tactics.core.later import Each, Later
from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.geometry.paths import PathField, field, path_cost, step_key
from tactics.geometry.steps import DIRECTIONS, Steps
from tactics.rules.action import NeedPath, Refusal, Refused
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import footing, noticing, turn
from tactics.rulesets.pf2e.fight.asking import ask, case_on
from tactics.rulesets.pf2e.pricing import the_move
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.board import Board
from tactics.world.fight import Fight

WHERE = text("Where to?")
FOOT, FREE, BALANCE, CLIMB = "foot", "free", "balance", "climb"
"""How a mover treats the ground: on foot, not at all, balancing over what is unsteady, climbing what is steep."""
Bools = npt.NDArray[np.bool_]
Number = TypeVar("Number", np.bool_, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """Everything a move over the board is priced with.

    Attributes:
        steps: prices of the steps, the illegal ones closed.
        plain: the same as the judge of positions prices them.
        start: where it begins.
        taken: diagonals counted before.
        blocked, no_end: squares others close.
    """

    steps: Steps
    plain: Steps
    start: Square
    taken: int
    blocked: frozenset[Square]
    no_end: frozenset[Square]

    def field(self, budget_ft: int) -> PathField:
        """Where it leads within a budget."""
        return field(
            self.steps,
            self.start,
            budget_sq=budget_ft // SQUARE_FT,
            taken=self.taken,
            blocked=self.blocked,
            no_end=self.no_end,
        )

    def costs_ft(self, path: tuple[Square, ...]) -> tuple[int, ...] | None:
        """Cost of every step of a path, None when one is illegal."""
        found = path_cost(self.steps, path, self.taken, self.blocked)
        return None if found is None else tuple(one * SQUARE_FT for one in found)


def way_of(fight: Fight, who: str, mode: str = "walk", *, tread: str = "", tumbling: bool = False) -> Way:
    """The way of a creature from where it is.

    Args:
        fight: the moment.
        who: who moves.
        mode: how it moves.
        tread: `FOOT`, `FREE`, `BALANCE` or `CLIMB`; that of the mode when left out.
        tumbling: it tries to pass through enemies.

    Source: pf2e.grid.movement_cost, pf2e.grid.diagonal
    """
    case = case_on(noticing.known_position(fight, who))
    creature = case.world.creature(who)
    move = the_move(case, creature, mode, tumbling=tumbling)
    tread = tread or (FOOT if mode == "walk" else FREE)
    steps = _masked(
        case.world.board, move.steps, tread, creatures.foot_ft(case.world, creature) if mode == "fly" else None
    )
    return Way(steps, move.steps, creature.space.anchor, taken(fight, who), move.blocked, move.no_end)


def taken(fight: Fight, who: str) -> int:
    """Diagonals walked this turn; a move outside one's turn begins a count of its own. Source: pf2e.grid.diagonal."""
    return fight.body(who).count(turn.DIAGONALS) if turn.is_turn(fight, who) else 0


_kept: WeakKeyDictionary[Steps, dict[tuple[str, int | None], Steps]] = WeakKeyDictionary()


def _masked(board: Board, steps: Steps, tread: str, aloft_ft: int | None) -> Steps:
    """The steps without those that feet do not take, or that lead into higher ground than one flies at.

    The same object where the board has nothing of the kind.
    """
    kinds = board.kinds
    if not any(one.ground_z_ft or one.surface or one.depth_ft for one in kinds) or (tread == FREE and aloft_ft is None):
        return steps
    known = _kept.setdefault(steps, {})
    key = (tread, aloft_ft)
    if key not in known:
        if aloft_ft is None:
            legal = _taken_on_foot(board, steps.footprint, tread)
        else:
            below = ground_levels(board, steps.footprint) <= aloft_ft
            legal = np.stack([_there(below, dx, dy) for dx, dy in DIRECTIONS])
        known[key] = Steps(steps.footprint, np.where(legal, steps.keys, 0))
    return known[key]


def ground_levels(board: Board, footprint: tuple[int, int]) -> npt.NDArray[np.int64]:
    """The height of the highest ground under each position."""
    level = np.array([one.ground_z_ft for one in board.kinds], np.int64)[board.terrain]
    return over_space(level, footprint, most=True)


def _taken_on_foot(board: Board, footprint: tuple[int, int], tread: str) -> Bools:
    """`bool[8, y, x]`: whether a step is one for feet, by position before the step.

    Source: pf2e.skill.climb, pf2e.terrain.incline, pf2e.terrain.narrow_surface, pf2e.skill.swim
    """
    kinds, terrain = board.kinds, board.terrain
    tall_ft = footprint[0] * SQUARE_FT
    level = ground_levels(board, footprint)
    unsteady = [one.surface in (footing.NARROW, footing.UNEVEN) for one in kinds]
    shaky = over_space(np.array(unsteady, np.bool_)[terrain], footprint, most=True)
    inclined = [one.surface == footing.INCLINE for one in kinds]
    steep = over_space(np.array(inclined, np.bool_)[terrain], footprint, most=True)
    depth = over_space(np.array([one.depth_ft for one in kinds], np.int64)[terrain], footprint, most=False)
    deep = depth >= tall_ft
    numbers = table("terrain")
    up_ft, down_ft = int(numbers["ledge_up_ft"]), int(numbers["ledge_down_ft"])
    out = np.ones((len(DIRECTIONS), *terrain.shape), np.bool_)
    for number, (dx, dy) in enumerate(DIRECTIONS):
        rise = _there(level, dx, dy) - level
        sloped = steep | _there(steep, dx, dy)
        legal = (rise < up_ft) & ((-rise <= down_ft) | sloped)
        legal &= ~((rise > 0) & sloped) & ~deep
        if tread == CLIMB:
            legal = sloped & ~deep
        elif tread != BALANCE:
            legal &= ~shaky & ~_there(shaky, dx, dy)
        out[number] = legal
    return out


def over_space(values: npt.NDArray[Number], footprint: tuple[int, int], *, most: bool) -> npt.NDArray[Number]:
    """For each position the greatest or the least value under a space; at the edge that of the edge."""
    join = np.maximum if most else np.minimum
    found = values
    for dy in range(footprint[1]):
        for dx in range(footprint[0]):
            found = join(found, _there(values, dx, dy))
    return found


def _there(values: npt.NDArray[Number], dx: int, dy: int) -> npt.NDArray[Number]:
    """For each position the value of the one some squares away; at the edge that of the edge."""
    height, width = values.shape
    rows = np.clip(np.arange(height) + dy, 0, height - 1)
    columns = np.clip(np.arange(width) + dx, 0, width - 1)
    return values[np.ix_(rows, columns)]


def costs_of(fight: Fight, who: str, path: tuple[Square, ...], way: Way, mode: str = "walk") -> tuple[int, ...]:
    """What each step of a path costs in feet.

    Raises:
        Refused: a step is not allowed, with the reason.

    Source: pf2e.grid.movement_cost
    """
    if len(path) < 2 or path[0] != way.start:
        raise Refused(Refusal(text("A path begins where the creature stands."), "pf2e.grid.movement_cost"))
    found = way.costs_ft(path)
    if found is None:
        raise Refused(_illegal(fight, who, path, way, mode))
    return found


def _illegal(fight: Fight, who: str, path: tuple[Square, ...], way: Way, mode: str) -> Refusal:
    """Why a path is not allowed: by the judge of positions, else what feet do not do."""
    question = Question(ask="move_cost", who=who, path=path, mode=mode, diagonals=way.taken)
    verdict = ask(noticing.known_position(fight, who), question, explain=True)
    if not isinstance(verdict.value, int):
        return Refusal(verdict.summary, rule_of(verdict), verdict)
    creature, board = fight.world.creature(who), fight.world.board
    for here, there in pairwise(path):
        if not step_key(way.steps, here, there):
            before, after = creature.space.at(here), creature.space.at(there)
            if footing.is_deep(board, creature, before):
                return Refusal(text("Water is left by swimming."), "pf2e.skill.swim")
            unsteady = footing.surface_at(board, after) or footing.surface_at(board, before)
            if unsteady and not footing.on_incline(board, after):
                rule = "pf2e.terrain.narrow_surface" if unsteady == footing.NARROW else "pf2e.terrain.uneven_ground"
                return Refusal(text("One has to balance there."), rule)
            if footing.on_incline(board, before) or footing.on_incline(board, after):
                return Refusal(text("It is too steep to walk up."), "pf2e.terrain.incline")
            drop = creatures.ground_ft(fight.world, before) > creatures.ground_ft(fight.world, after)
            words = text("The ground falls away there.") if drop else text("The ledge is too high to step onto.")
            return Refusal(words, "pf2e.skill.climb")
    return Refusal(text("No way leads there."), "pf2e.grid.movement_cost")


def rule_of(verdict: Verdict) -> str:
    """The rule that decides a verdict."""
    return verdict.steps[-1].rule if verdict.steps else "pf2e.grid.movement_cost"


Keep = Callable[[tuple[Square, ...]], bool]
"""Whether a path of a field is one for an action."""


def need(
    fight: Fight,
    who: str,
    budget_ft: int,
    *,
    mode: str = "walk",
    tread: str = "",
    tumbling: bool = False,
    keep: Keep | None = None,
) -> NeedPath:
    """The movement field of a creature as something to aim an option at.

    Args:
        fight: the moment.
        who: who moves.
        budget_ft: what it may spend.
        mode, tread, tumbling: as for `way_of`.
        keep: which of the cheapest paths are offered; all when left out.
    """

    @cache
    def found() -> tuple[PathField, Mapping[Square, int]]:
        way = way_of(fight, who, mode, tread=tread, tumbling=tumbling)
        field = way.field(budget_ft)
        costs = {square: cost * SQUARE_FT for square, cost in field.costs_sq().items() if square != way.start}
        if keep is not None:
            costs = {square: cost for square, cost in costs.items() if keep(field.path_to(square) or ())}
        return field, costs

    def path(square: Square) -> tuple[Square, ...]:
        way = found()[0].path_to(square)
        assert way is not None
        return way

    costs = Later(lambda: found()[1])
    return NeedPath("path", mode, costs, Each(costs, path), WHERE)


def no_way(fight: Fight, who: str, budget_ft: int, rule: str) -> Refusal | None:
    """Why a creature gets nowhere on foot, None when there is a square to go to. Source: pf2e.move.occupied_space."""
    way, board = way_of(fight, who), fight.world.board
    closed = way.blocked | way.no_end
    for dx, dy in DIRECTIONS:
        there = Square(way.start.x + dx, way.start.y + dy)
        if not board.inside(there) or there in closed:
            continue
        costs = way.costs_ft((way.start, there))
        if costs is not None and sum(costs) <= budget_ft:
            return None
    return None if need(fight, who, budget_ft).costs else Refusal(text("There is nowhere to go."), rule)


def need_of(make: Callable[[], Mapping[Square, tuple[tuple[Square, ...], int]]], mode: str) -> NeedPath:
    """Ways of an action's own as something to aim an option at; worked out when they are wanted.

    Args:
        make: path and cost by the square it ends on.
        mode: how it moves.
    """
    found = cache(make)
    costs = Later(lambda: {square: cost for square, (_, cost) in found().items()})
    paths = Later(lambda: {square: way for square, (way, _) in found().items()})
    return NeedPath("path", mode, costs, paths, WHERE)
