"""Answers about the movement of squeezing creatures."""

from __future__ import annotations

from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import ntext, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.movement_words import explain_path
from tactics.rulesets.pf1.sizes import feet, squares
from tactics.rulesets.pf1.squeeze import Squeeze, Tour
from tactics.world.creature import Creature


def judge_move_cost(case: Case, mover: Creature) -> Verdict:
    """What a path costs a squeezing creature, in feet.

    Source: pf1.squeeze.half_width, pf1.squeeze.footprint, pf1.squeeze.past_creature
    """
    path, search = case.question.path, Squeeze(case, mover)
    layers = search.along(path)
    if len(layers) < len(path):
        words = text("{square} is too narrow or closed, squeezed or not.", square=path[len(layers)])
        case.step("pf1.squeeze.half_width", words)
        return case.verdict("illegal", text("The path is not allowed. {why}", why=words))
    ends = [(tour.keys[-1], space) for space, tour in layers[-1].items() if len(path) == 1 or search.may_end(space)]
    if not ends:
        words = text("Squeezing past a creature may not end in its square.")
        case.step("pf1.squeeze.past_creature", words)
        return case.verdict("illegal", text("The path is not allowed. {why}", why=words))
    _, space = min(ends)
    costs = _explain(case, mover, search, layers[-1][space])
    return case.verdict(sum(costs), text("The path costs {feet} ft.", feet=sum(costs)), step_costs=costs)


def judge_path_cost(case: Case, mover: Creature, goal: Square) -> Verdict:
    """The cheapest way of a squeezing creature to a square, in feet.

    Source: pf1.squeeze.half_width
    """
    search = Squeeze(case, mover)
    reached = search.reached(_most_key(case), goal)
    ends = [(key, space) for space, (key, _) in reached.items() if space.anchor == goal and search.may_end(space)]
    case.squares("target", (goal,))
    if not ends:
        case.step("pf1.squeeze.half_width", text("No way leads there, squeezed or not."))
        return case.verdict("unreachable", text("{square} cannot be reached.", square=goal))
    key, space = min(ends)
    way: list[Space] = []
    step: Space | None = space
    while step is not None:
        way.append(step)
        step = reached[step][1]
    way.reverse()
    case.squares("path", tuple(one.anchor for one in way))
    costs = _explain(case, mover, search, Tour(tuple(reached[one][0] for one in way), tuple(way)))
    summary = text("The cheapest way to {square} costs {feet} ft.", square=goal, feet=feet(key // 2))
    return case.verdict(feet(key // 2), summary, step_costs=costs)


def cost_ft(case: Case, mover: Creature, goal: Square) -> int | None:
    """What the cheapest squeezed way to a square costs, None where there is none within the budget."""
    search = Squeeze(case, mover)
    reached = search.reached(_most_key(case), goal)
    keys = [key for space, (key, _) in reached.items() if space.anchor == goal and search.may_end(space)]
    return feet(min(keys) // 2) if keys else None


def judge_reachable(case: Case, mover: Creature) -> Verdict:
    """Where a squeezing creature may end its move: top left squares, with the cost of each in feet.

    Source: pf1.squeeze.half_width, pf1.move.occupied_none_threat
    """
    search = Squeeze(case, mover)
    costs: dict[Square, int] = {}
    for space, (key, _) in search.reached(_most_key(case)).items():
        if search.may_end(space):
            costs[space.anchor] = min(feet(key // 2), costs.get(space.anchor, feet(key // 2)))
    ordered = dict(sorted(costs.items(), key=lambda one: (one[0].y, one[0].x)))
    case.squares("origin", tuple(search.start.squares()))
    case.squares("reachable", tuple(ordered))
    case.step("pf1.squeeze.half_width", text("Where it is squeezed every square costs double."))
    summary = ntext("{n} square can be reached.", "{n} squares can be reached.", len(ordered))
    return case.verdict(len(ordered), summary, costs=ordered)


def _most_key(case: Case) -> int | None:
    return None if case.question.budget is None else 2 * squares(case.question.budget) + 1


def _explain(case: Case, mover: Creature, search: Squeeze, tour: Tour) -> tuple[int, ...]:
    """The feet of each step of a way, said step by step."""
    costs = tuple(feet(after // 2 - before // 2) for before, after in pairwise(tour.keys))
    if case.explain:
        doubled = {number for number, space in enumerate(tour.spaces[1:]) if search.costs_double(space)}
        explain_path(case, mover, search.hampering, tour.spaces, costs, doubled)
        _explain_end(case, search, tour.spaces[-1])
    return costs


def _explain_end(case: Case, search: Squeeze, space: Space) -> None:
    if not search.is_squeezed(space):
        return
    words = ntext(
        "Squeezed it fills {n} square, with -4 on attack rolls and to AC.",
        "Squeezed it fills {n} squares, with -4 on attack rolls and to AC.",
        space.width * space.height,
    )
    case.step("pf1.squeeze.footprint", words)
    case.squares("squeezed", tuple(space.squares()))
