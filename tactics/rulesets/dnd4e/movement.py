"""Walking, flying and squeezing: what a step costs and where a move may go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from weakref import WeakKeyDictionary

import numpy as np

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import Text, ntext, text
from tactics.geometry.metric import chebyshev_sq
from tactics.geometry.paths import PathField, field, path_cost
from tactics.geometry.steps import MoveCosts, Steps
from tactics.rules.book import Case
from tactics.rules.ground import walking_steps
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e import squeeze
from tactics.rulesets.dnd4e.distance import UNREACHABLE
from tactics.rulesets.dnd4e.occupancy import Others, ending, entering, others
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.spots import called, spot
from tactics.rulesets.dnd4e.tables import forbidding, speed_sq, stats
from tactics.world.creature import Creature

ILLEGAL = "illegal"

KEY = 2
"""Keys of `tactics.geometry.steps` count half squares."""

SQUARE, ROUGH_SQUARE = KEY, 2 * KEY


@dataclass(frozen=True, slots=True)
class Mover:
    """A creature about to move in one mode.

    Attributes:
        creature: who.
        mode: walk, fly, squeeze ...
        starts: top left squares it may start from.
        steps: prices of its steps.
        others: where other creatures are in its way.
    """

    creature: Creature
    mode: str
    starts: tuple[Square, ...]
    steps: Steps
    others: Others

    def space_at(self, square: Square) -> Space:
        """The squares it covers with its top left square there."""
        return Space(*square, *self.steps.footprint)


def mover_of(case: Case, creature: Creature, mode: str) -> Mover:
    """A creature ready to move.

    Raises:
        ProblemError: the book has no such mode of movement.
    """
    if mode == "burrow":
        raise case.refuse("mode", "burrowing is not judged")
    small = mode == "squeeze"
    start = squeeze.squeezed(creature, creature.space.anchor) if small else creature.space
    starts = tuple(squeeze.starts(creature)) if small else (creature.space.anchor,)
    steps = step_prices(case, creature, (start.width, start.height), flying=mode == "fly")
    return Mover(creature, mode, starts, steps, others(case.world, creature))


def step_prices(case: Case, creature: Creature, footprint: tuple[int, int], *, flying: bool = False) -> Steps:
    """Prices of a creature's steps: 1, and 1 more for difficult ground or an obstacle on the border, not for both.

    Source: dnd4e.move.walk, dnd4e.move.corner, dnd4e.move.difficult, dnd4e.move.edge_obstacle,
        dnd4e.move.terrain_large, dnd4e.move.fly
    """
    costs = MoveCosts(
        straight=(SQUARE, ROUGH_SQUARE),
        diagonal=(SQUARE, ROUGH_SQUARE),
        surcharge="entered",
        low_wall=SQUARE,
        corner_cutting=case.switch("corner_cutting") is True,
        flying=flying or "ignores_difficult" in stats(creature).traits,
    )
    above_ft = creature.z_ft if flying else None
    return _capped(walking_steps(case.world.board, costs, footprint, above_ft=above_ft))


_CAPPED: WeakKeyDictionary[Steps, Steps] = WeakKeyDictionary()


def _capped(steps: Steps) -> Steps:
    """The same prices with no step dearer than two squares; kept as long as the steps are."""
    if steps not in _CAPPED:
        keys = np.minimum(steps.keys, ROUGH_SQUARE)
        _CAPPED[steps] = steps if np.array_equal(keys, steps.keys) else replace(steps, keys=keys)
    return _CAPPED[steps]


def move_cost(case: Case) -> Verdict:
    """What a path costs, step by step.

    Source: dnd4e.move.walk and the other rules of movement
    """
    creature = case.world.creature(case.question.who or "")
    path = case.question.path
    mover = mover_of(case, creature, case.question.mode)
    case.squares("path", path)
    refusal = path_refusal(case, mover, path)
    if refusal is not None:
        case.step(refusal.rule, refusal.why)
        return case.verdict(ILLEGAL, text("{name} cannot move like that.", name=called(creature)))
    costs = path_cost(mover.steps, path, 0, mover.others.blocked)
    assert costs is not None
    if case.explain:
        explain_path(case, mover, path, costs)
    total = sum(costs)
    summary = ntext("The path costs {n} square.", "The path costs {n} squares.", total)
    return case.verdict(total, summary, step_costs=costs)


def path_to(case: Case) -> Verdict:
    """The cheapest way to a square.

    Source: dnd4e.move.walk and the other rules of movement
    """
    creature = case.world.creature(case.question.who or "")
    goal = spot(case, case.question.to, "to").space.anchor
    mover = mover_of(case, creature, case.question.mode)
    best = _cheapest(mover, case.question.budget, goal, _stays(creature))
    path = best.path_to(goal) if best else None
    if best is None or path is None:
        case.step("dnd4e.move.walk", _why_unreachable(case, creature))
        return case.verdict(UNREACHABLE, text("{name} cannot get to {square}.", name=called(creature), square=goal))
    costs = path_cost(mover.steps, path, 0, mover.others.blocked) or ()
    case.squares("path", path)
    if case.explain:
        explain_path(case, mover, path, costs)
    total = sum(costs)
    summary = ntext(
        "The way to {square} costs {n} square.", "The way to {square} costs {n} squares.", total, square=goal
    )
    return case.verdict(total, summary, step_costs=costs)


def way_to(case: Case, ends: Collection[Square]) -> tuple[Square, ...]:
    """The cheapest way to the nearest of some squares, () when there is none; see `Book.way_to`.

    Source: dnd4e.move.walk and the other rules of movement
    """
    creature = case.world.creature(case.question.who or "")
    if _stays(creature):
        return ()
    mover = mover_of(case, creature, case.question.mode)
    found = [(one, one.nearest(ends)) for one in (_field(mover, start, None) for start in mover.starts)]
    ways = [(one.cost_sq(end) or 0, one.path_to(end) or ()) for one, end in found if end is not None]
    return min(ways, default=(0, ()))[1]


def reachable(case: Case) -> Verdict:
    """Every square where a move may end.

    Source: dnd4e.move.walk and the other rules of movement
    """
    creature = case.world.creature(case.question.who or "")
    mode = case.question.mode
    budget = case.question.budget
    if budget is None:
        budget = allowance_sq(creature, mode)
        if budget is None:
            raise case.refuse("mode", f"{creature.id} has no speed for {mode}; give a budget")
    mover = mover_of(case, creature, mode)
    costs: dict[Square, int] = {}
    for start in mover.starts:
        for square, cost in _field(mover, start, 0 if _stays(creature) else budget).costs_sq().items():
            costs[square] = min(cost, costs.get(square, cost))
    squares = tuple(sorted(costs, key=lambda one: (one[1], one[0])))
    case.squares("reachable", squares)
    case.step(
        "dnd4e.move.walk",
        ntext(
            "{name} has {n} square of movement.", "{name} has {n} squares of movement.", budget, name=called(creature)
        ),
    )
    _explain_limits(case, creature, mode)
    if mover.others.no_end:
        case.step("dnd4e.move.through_ally", text("Allies may be passed; a move does not end in their squares."))
    if mover.others.blocked:
        case.step("dnd4e.move.through_enemy", text("Enemies' squares may not be entered."))
    summary = ntext("{n} square can be reached.", "{n} squares can be reached.", len(squares))
    return case.verdict(len(squares), summary, costs=costs)


def allowance_sq(creature: Creature, mode: str) -> int | None:
    """How far one move action takes a creature, None without such a speed; the prone crawl.

    Source: dnd4e.move.walk, dnd4e.move.crawl, dnd4e.move.squeeze, dnd4e.condition.slowed
    """
    speed = speed_sq(creature, mode)
    if speed is None or mode == "squeeze":
        return speed
    return speed // 2 if is_prone(creature) else speed


def is_prone(creature: Creature) -> bool:
    """Whether it lies on the ground and can only crawl."""
    return "prone" in stats(creature).conditions


def path_refusal(case: Case, mover: Mover, path: Sequence[Square]) -> Refusal | None:
    """Why a path may not be walked, None when it may; its price does not matter here."""
    held = forbidding(mover.creature, "move")
    if held is not None and len(path) > 1:
        return Refusal(held.rule, text("{name} is {condition}.", name=called(mover.creature), condition=held.name))
    for n, (here, there) in enumerate(pairwise(path), 1):
        if path_cost(mover.steps, (here, there), 0, mover.others.blocked) is None:
            return _step_refusal(case, mover, here, there, n)
    if len(path) > 1:
        return ending(case.world, mover.creature, mover.space_at(path[-1]))
    return None


def explain_path(case: Case, mover: Mover, path: Sequence[Square], costs: Sequence[int]) -> None:
    """Say what the steps of a path cost, and why."""
    _explain_limits(case, mover.creature, mover.mode)
    plain = sum(cost == 1 for cost in costs)
    if plain:
        case.step(
            "dnd4e.move.walk",
            ntext(
                "{n} step costs 1 square; a diagonal costs no more.",
                "{n} steps cost 1 square each; a diagonal costs no more.",
                plain,
            ),
        )
    for (here, there), cost in zip(pairwise(path), costs, strict=True):
        if cost > 1:
            case.step(*_surcharge(case, mover, here, there))
    passed = [one for one in path[1:-1] if set(mover.space_at(one).squares()) & mover.others.no_end]
    if passed:
        case.step("dnd4e.move.through_ally", text("Passing through {square} costs nothing extra.", square=passed[0]))


def _surcharge(case: Case, mover: Mover, here: Square, there: Square) -> tuple[str, Text]:
    entered = set(mover.space_at(there).squares()) - set(mover.space_at(here).squares())
    rough = [one for one in sorted(entered) if case.world.board.at(one).difficulty]
    if not rough:
        return "dnd4e.move.edge_obstacle", text(
            "The step to {square} crosses an obstacle on the border: 2 squares.", square=there
        )
    if case.world.board.at(rough[0]).difficulty > 1:
        case.discretion(text("There is one grade of difficult terrain; {square} counts as that.", square=rough[0]))
    if mover.steps.footprint != (1, 1):
        return "dnd4e.move.terrain_large", text(
            "The step to {square} enters difficult terrain in {rough}: 2 squares.", square=there, rough=rough[0]
        )
    return "dnd4e.move.difficult", text("{square} is difficult terrain: 2 squares.", square=there)


def _explain_limits(case: Case, creature: Creature, mode: str) -> None:
    held = forbidding(creature, "move")
    if held is not None:
        case.step(
            held.rule,
            text("{name} is {condition} and cannot leave its space.", name=called(creature), condition=held.name),
        )
    if mode == "squeeze":
        case.step(
            "dnd4e.move.squeeze",
            text("{name} squeezes: half speed, -5 to attack, grants combat advantage.", name=called(creature)),
        )
        if not squeeze.can_squeeze(creature):
            case.discretion(text("For a creature of this size the game master decides what is tight."))
    elif mode == "fly":
        case.step("dnd4e.move.fly", text("In the air the ground does not matter."))
    if is_prone(creature) and mode == "walk":
        case.step("dnd4e.move.crawl", text("{name} is prone and crawls.", name=called(creature)))


def _step_refusal(case: Case, mover: Mover, here: Square, there: Square, n: int) -> Refusal:
    if chebyshev_sq(there[0] - here[0], there[1] - here[1]) != 1:
        return Refusal(
            "dnd4e.distance.count", text("Step {n}: {there} is no neighbour of {here}.", n=n, there=there, here=here)
        )
    space = mover.space_at(there)
    filled = next((one for one in space.squares() if case.world.board.solid(one)), None)
    if filled is not None:
        return Refusal("dnd4e.grid.filled_square", text("Step {n}: {square} is filled.", n=n, square=filled))
    refusal = entering(case.world, mover.creature, space)
    if refusal is not None:
        return refusal
    if here[0] != there[0] and here[1] != there[1]:
        why = text("Step {n}: the diagonal from {here} to {there} passes a solid corner.", n=n, here=here, there=there)
        return Refusal("dnd4e.move.corner", why)
    why = text("Step {n}: there is a barrier between {here} and {there}.", n=n, here=here, there=there)
    return Refusal("dnd4e.move.walk", why)


def _field(mover: Mover, start: Square, budget_sq: int | None, goal: Square | None = None) -> PathField:
    blocked, no_end = mover.others.blocked, mover.others.no_end
    return field(mover.steps, start, budget_sq=budget_sq, blocked=blocked, no_end=no_end, goal=goal)


def _cheapest(mover: Mover, budget_sq: int | None, goal: Square, stays: bool) -> PathField | None:
    fields = [_field(mover, start, 0 if stays else budget_sq, goal) for start in mover.starts]
    costs = {n: cost for n, one in enumerate(fields) if (cost := one.cost_sq(goal)) is not None}
    return fields[min(costs, key=lambda n: costs[n])] if costs else None


def _stays(creature: Creature) -> bool:
    return forbidding(creature, "move") is not None


def _why_unreachable(case: Case, creature: Creature) -> Text:
    held = forbidding(creature, "move")
    if held is not None:
        return text("{name} is {condition} and cannot leave its space.", name=called(creature), condition=held.name)
    if case.question.budget is not None:
        return ntext(
            "No path leads there within {n} square.", "No path leads there within {n} squares.", case.question.budget
        )
    return text("No path leads there.")


def pooled_steps(step_costs: Sequence[int], allowances_sq: Sequence[int], *, double: bool) -> int:
    """How many steps of a path two move actions in a row pay for.

    Args:
        step_costs: what each step costs.
        allowances_sq: squares of movement of each action.
        double: the same action twice, so that the distances are pooled.

    Source: dnd4e.move.double, dnd4e.move.difficult
    """
    allowances = [sum(allowances_sq)] if double else list(allowances_sq)
    taken = 0
    for allowance in allowances:
        while taken < len(step_costs) and step_costs[taken] <= allowance:
            allowance -= step_costs[taken]
            taken += 1
    return taken


def is_double_move(first: str, second: str) -> bool:
    """Whether two move actions in a row make a double move.

    Source: dnd4e.move.double
    """
    return first == second and first in {"walk", "run", "shift", "crawl"}
