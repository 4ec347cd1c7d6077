"""What moving costs and where it leads: ``move_cost``, ``path_cost`` and ``reachable``."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.text import Text, as_words, listed, ntext, text
from tactics.geometry.paths import PathField, field
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import MODES
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.movement_words import bad_step, explain_steps, filled_square
from tactics.rulesets.pf2e.passing import others_in_the_way, passage, who_closes
from tactics.rulesets.pf2e.pricing import Move, costs_ft, the_move
from tactics.rulesets.pf2e.speeds import speed_ft
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.creature import Creature

NEEDS_SPEED = ("fly", "burrow")
"""Ways of moving that a creature without such a Speed does not have at all."""


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
        rule, why = bad_step(case, move, path)
        case.step(rule, why)
        return case.verdict("illegal", why)
    if case.explain:
        explain_steps(case, move, path, costs)
    total = sum(costs)
    return case.verdict(total, text("The move costs {feet} ft.", feet=total), step_costs=costs)


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
    if missing is not None and goal != who.space.anchor:
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
    if case.explain and steps is not None:
        explain_steps(case, move, path, steps)
    return case.verdict(cost, text("{square} costs {feet} ft.", square=goal, feet=cost), step_costs=steps or ())


def _unreachable(case: Case, move: Move, goal: Square) -> Verdict:
    if case.explain:
        space = move.who.space.at(goal)
        closed = who_closes(case.world, move.who, space, stop=True)
        filled = filled_square(case, space)
        if filled is not None:
            case.step(*filled)
        elif closed is not None:
            case.step(closed[1].rule, text("No move may end in the squares of {who}.", who=closed[0].name))
        elif case.question.budget is not None and fields(case, move, None, goal).cost_sq(goal) is not None:
            case.step("pf2e.grid.movement_cost", text("No way costs {feet} ft or less.", feet=case.question.budget))
        else:
            case.step("pf2e.grid.movement_cost", text("No way leads there."))
    return case.verdict("unreachable", text("{square} cannot be reached.", square=goal))


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
    others = others_in_the_way(case.world, move.who)
    closing = [one.name for one in others if not passage(move.who, one).cross]
    crossed = [one.name for one in others if passage(move.who, one).cross and not passage(move.who, one).stop]
    if crossed:
        words = text("Squares that may be crossed, not stopped upon: those of {who}.", who=listed(crossed))
        case.step("pf2e.move.occupied_space", words)
    if closing:
        case.step("pf2e.move.occupied_space", text("They do not let pass: {who}.", who=listed(closing)))
    case.squares("blockers", tuple(sorted(move.blocked, key=lambda one: (one.y, one.x))))
