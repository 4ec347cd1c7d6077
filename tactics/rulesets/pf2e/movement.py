"""What moving costs and where it leads: ``move_cost``, ``path_cost`` and ``reachable``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.text import Text, as_words, ntext, text
from tactics.geometry.paths import PathField, field, path_cost
from tactics.geometry.steps import MoveCosts, Steps
from tactics.rules.book import Case
from tactics.rules.ground import walking_steps
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import MODES
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.passing import occupied, who_closes
from tactics.rulesets.pf2e.speeds import speed_ft
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Creature

NEEDS_SPEED = ("fly", "burrow")
"""Ways of moving that a creature without such a Speed does not have at all."""


class Move(NamedTuple):
    """Everything a move is priced with.

    Attributes:
        who: the mover.
        steps: prices of its steps.
        blocked, no_end: squares others close to it.
    """

    who: Creature
    steps: Steps
    blocked: frozenset[Square]
    no_end: frozenset[Square]


def surcharges(who: Creature, *, flying: bool) -> tuple[int, int, int]:
    """Extra squares for plain, difficult and greater difficult ground.

    Source: pf2e.terrain.difficult, pf2e.terrain.ignore_difficult, pf2e.condition.blinded.
    """
    none, difficult, greater = table("movement")["surcharge_sq"]
    own = stats(who)
    if flying or "ignores_greater_difficult" in own.traits or "incorporeal" in own.traits:
        return none, none, none
    if "ignores_difficult" in own.traits:
        return none, none, difficult
    return (difficult if "blinded" in own.conditions else none), difficult, greater


def move_costs(who: Creature, *, flying: bool = False, corner_cutting: bool = False) -> MoveCosts:
    """Prices of a creature's steps as the movement fields want them.

    Source: pf2e.grid.diagonal, pf2e.terrain.difficult, pf2e.grid.big_mover.
    """
    extra = surcharges(who, flying=flying)
    return MoveCosts(
        straight=tuple(2 + 2 * one for one in extra),
        diagonal=tuple(3 + 2 * one for one in extra),
        surcharge="entered",
        corner_cutting=corner_cutting,
        flying=flying,
    )


def the_move(case: Case, who: Creature, mode: str, *, tumbling: bool = False) -> Move:
    """Prices and closed squares for a mover of the position."""
    flying = mode == "fly"
    costs = move_costs(who, flying=flying, corner_cutting=bool(case.switch("corner_cutting")))
    closed = occupied(case.world, who, tumbling=tumbling)
    rougher = frozenset(occupied(case.world, who).blocked) if tumbling else frozenset()
    steps = walking_steps(
        case.world.board,
        costs,
        (who.space.width, who.space.height),
        rougher=rougher,
        above_ft=who.z_ft if flying else None,
    )
    return Move(who, steps, closed.blocked, closed.no_end)


def lacks(who: Creature, mode: str) -> Text | None:
    """Why a creature has no such way of moving at all, None when it has."""
    if mode == "squeeze":
        return text("Squeezing takes a minute for every 5 ft; it is no part of an encounter.")
    if mode in NEEDS_SPEED and speed_ft(stats(who), mode) is None:
        return text("{who} has no Speed for {mode}.", who=who.name, mode=as_words(MODES, mode))
    return None


def lacks_rule(mode: str) -> str:
    """The rule behind `lacks`."""
    return "pf2e.grid.big_mover" if mode == "squeeze" else "pf2e.move.special_speeds"


def costs_ft(case: Case, move: Move, path: Sequence[Square]) -> tuple[int, ...] | None:
    """Cost of every step of a path in feet, None when some step is not allowed."""
    found = path_cost(move.steps, path, case.question.diagonals, move.blocked)
    return None if found is None else tuple(one * SQUARE_FT for one in found)


def mover(case: Case) -> Creature:
    """The creature that the question is about."""
    if case.question.who is None:
        raise case.refuse("who", "say who moves")
    return case.world.creature(case.question.who)


def judge_move_cost(case: Case) -> Verdict:
    """What a path costs in feet, or "illegal". Source: pf2e.grid.movement_cost, pf2e.grid.diagonal."""
    who, path, mode = mover(case), case.question.path, case.question.mode
    if not path:
        raise case.refuse("path", "a path names at least the square it starts from")
    case.squares("path", path)
    missing = lacks(who, mode)
    if missing is not None:
        case.step(lacks_rule(mode), missing)
        return case.verdict("illegal", missing)
    move = the_move(case, who, mode)
    costs = costs_ft(case, move, path)
    if costs is None:
        why = explain_bad_step(case, move, path)
        return case.verdict("illegal", why)
    if case.explain:
        _explain_steps(case, move, path, costs)
    total = sum(costs)
    return case.verdict(total, text("The move costs {feet} ft.", feet=total), step_costs=costs)


def explain_bad_step(case: Case, move: Move, path: Sequence[Square]) -> Text:
    """Say which step of a path is not allowed and why; the sentence is also the verdict's summary."""
    before = path[0]
    for last in range(1, len(path)):
        before, after = path[last - 1], path[last]
        if costs_ft(case, move, path[: last + 1]) is None:
            break
    rule, reason = _why_not(case, move, before, after)
    summary = text("Not allowed: {before} to {after}. {reason}", before=before, after=after, reason=reason)
    case.step(rule, summary)
    return summary


def _why_not(case: Case, move: Move, before: Square, after: Square) -> tuple[str, Text]:
    dx, dy = after[0] - before[0], after[1] - before[1]
    space = move.who.space.at(after)
    if max(abs(dx), abs(dy)) != 1:
        return "pf2e.grid.square", text("A step leads to a neighbouring square.")
    solid = next((one for one in space.squares() if case.world.board.solid(one)), None)
    if solid is not None:
        return "pf2e.grid.big_mover", text("{square} is solid.", square=solid)
    closed = who_closes(case.world, move.who, space, stop=False)
    if closed is not None and move.blocked:
        return closed[1].rule, text("{who} stands there and does not let pass.", who=closed[0].name)
    if dx and dy:
        return "pf2e.grid.diagonal", text("The diagonal leads past a solid corner.")
    return "pf2e.grid.movement_cost", text("A wall stands between.")


def _explain_steps(case: Case, move: Move, path: Sequence[Square], costs: Sequence[int]) -> None:
    taken = case.question.diagonals
    for before, after, cost in zip(path, path[1:], costs, strict=False):
        diagonal = before[0] != after[0] and before[1] != after[1]
        dear = diagonal and taken % 2 == 1
        taken += diagonal
        extra = cost - SQUARE_FT * (2 if dear else 1)
        rule, words = _step_words(diagonal=diagonal, dear=dear, extra=extra)
        case.step(rule, text("{before} to {after}: {cost} ft. {why}", before=before, after=after, cost=cost, why=words))
    if case.question.diagonals:
        count = case.question.diagonals
        case.step(
            "pf2e.grid.diagonal", ntext("{n} diagonal was taken before.", "{n} diagonals were taken before.", count)
        )
    if move.who.space.width > 1:
        case.step("pf2e.grid.big_mover", text("Each step pays the worst ground the whole space newly enters."))


def _step_words(*, diagonal: bool, dear: bool, extra: int) -> tuple[str, Text]:
    if not diagonal:
        words = text("Straight.")
        rule = "pf2e.grid.square"
    else:
        words = text("A diagonal that counts double.") if dear else text("A diagonal that counts once.")
        rule = "pf2e.grid.diagonal"
    if extra:
        rule = "pf2e.terrain.difficult"
        words = text("{words} {extra} ft more for the ground.", words=words, extra=extra)
    return rule, words


def fields(case: Case, move: Move, budget_ft: int | None, goal: Square | None = None) -> PathField:
    """Where a move leads within a budget in feet."""
    return field(
        move.steps,
        move.who.space.anchor,
        budget_sq=None if budget_ft is None else budget_ft // SQUARE_FT,
        taken=case.question.diagonals,
        blocked=move.blocked,
        no_end=move.no_end,
        goal=goal,
    )


def judge_path_cost(case: Case) -> Verdict:
    """The cheapest cost of coming to a square, or "unreachable". Source: pf2e.grid.movement_cost."""
    who, goal, mode, budget = mover(case), case.question.to, case.question.mode, case.question.budget
    if isinstance(goal, str):
        goal = case.world.creature(goal).space.anchor
    if not isinstance(goal, Square):
        raise case.refuse("to", "a way leads to a square")
    case.squares("target", tuple(who.space.at(goal).squares()))
    missing = lacks(who, mode)
    if missing is not None:
        case.step(lacks_rule(mode), missing)
        return case.verdict("unreachable", missing)
    move = the_move(case, who, mode)
    found = fields(case, move, budget, goal)
    cost_sq = found.cost_sq(goal)
    if cost_sq is None:
        return _unreachable(case, move, goal)
    path = found.path_to(goal)
    assert path is not None
    case.squares("path", path)
    cost = cost_sq * SQUARE_FT
    steps = costs_ft(case, move, path)
    if case.explain and steps:
        _explain_steps(case, move, path, steps)
    return case.verdict(cost, text("{square} costs {feet} ft.", square=goal, feet=cost), step_costs=steps or ())


def _unreachable(case: Case, move: Move, goal: Square) -> Verdict:
    summary = text("{square} cannot be reached.", square=goal)
    if case.explain:
        space = move.who.space.at(goal)
        closed = who_closes(case.world, move.who, space, stop=True)
        solid = next((one for one in space.squares() if case.world.board.solid(one)), None)
        if solid is not None:
            case.step("pf2e.grid.big_mover", text("{square} is solid.", square=solid))
        elif closed is not None:
            case.step(closed[1].rule, text("No move may end in the squares of {who}.", who=closed[0].name))
        elif case.question.budget is not None:
            case.step("pf2e.grid.movement_cost", text("No way costs {feet} ft or less.", feet=case.question.budget))
        else:
            case.step("pf2e.grid.movement_cost", text("No way leads there."))
    return case.verdict("unreachable", summary)


def judge_reachable(case: Case) -> Verdict:
    """Where a move may end within a budget. Source: pf2e.grid.movement_cost, pf2e.basic.stride."""
    who, mode, budget = mover(case), case.question.mode, case.question.budget
    missing = lacks(who, mode)
    if missing is not None:
        case.step(lacks_rule(mode), missing)
        case.squares("reachable", (who.space.anchor,))
        return case.verdict(1, missing, costs={who.space.anchor: 0})
    move = the_move(case, who, mode)
    found = fields(case, move, budget)
    costs = {square: cost * SQUARE_FT for square, cost in found.costs_sq().items()}
    squares = found.squares()
    case.squares("reachable", squares)
    if case.explain:
        _explain_reachable(case, move)
    count = len(squares)
    return case.verdict(count, ntext("{n} square can be reached.", "{n} squares can be reached.", count), costs=costs)


def _explain_reachable(case: Case, move: Move) -> None:
    if case.question.budget is not None:
        case.step("pf2e.grid.movement_cost", text("At most {feet} ft are spent.", feet=case.question.budget))
    case.step("pf2e.grid.diagonal", text("Every second diagonal of the turn costs 10 ft."))
    if move.no_end:
        case.step("pf2e.move.occupied_space", text("Squares of others may be crossed, not stopped upon."))
    if move.blocked:
        case.step("pf2e.move.occupied_space", text("Enemies do not let pass."))
    case.squares("blockers", tuple(sorted(move.blocked)))
