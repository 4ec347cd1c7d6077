"""Whether an action is allowed: charge, 5-foot step, melee attack, withdraw, plain move."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.text import listed, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1 import charge
from tactics.rulesets.pf1.concealment import TOTAL, veil
from tactics.rulesets.pf1.light import is_blinded
from tactics.rulesets.pf1.movement import Way, stuck_refusal
from tactics.rulesets.pf1.occupancy import Refusal, ending_refusal
from tactics.rulesets.pf1.places import called, creature_of, creature_spot, speed_sq
from tactics.rulesets.pf1.reach import can_threaten, in_band, melee_bands, squares_struck
from tactics.rulesets.pf1.sizes import FEET, feet
from tactics.rulesets.pf1.tables import conditions, table
from tactics.world.creature import Creature


def judge(case: Case) -> Verdict:
    """Whether a creature may do something, with the rule that forbids it.

    Source: pf1.charge.path, pf1.action.five_foot_step, pf1.attack.melee_band
    """
    action = case.question.action
    check = _CHECKS.get(action or "")
    if check is None:
        known = ", ".join(sorted(_CHECKS))
        if action is None:
            raise case.refuse("action", f"say what is done; known: {known}")
        raise case.refuse("action", f"unknown action {action!r}; known: {known}")
    creature = creature_of(case, case.question.who, "who")
    case.squares("origin", tuple(creature_spot(case.world, creature).space.squares()))
    if case.question.path:
        case.squares("path", case.question.path)
    refusal = check(case, creature)
    name = called(creature)
    if refusal is None:
        return case.verdict(True, text("{name} may do that.", name=name))
    case.step(*refusal)
    return case.verdict(False, text("{name} may not do that: {why}", name=name, why=refusal.why))


def _charge(case: Case, creature: Creature) -> Refusal | None:
    return charge.refusal(case, creature, _target(case, creature))


def _target(case: Case, creature: Creature) -> Creature:
    target = creature_of(case, case.question.target, "target")
    if target.id == creature.id:
        raise case.refuse("target", "name somebody else")
    return target


def _five_foot_step(case: Case, creature: Creature) -> Refusal | None:
    """Why a 5-foot step is not allowed.

    Source: pf1.action.five_foot_step, pf1.move.hampered
    """
    path, rule = case.question.path, "pf1.action.five_foot_step"
    if len(path) != 2:
        return Refusal(rule, text("A 5-foot step is exactly one square."))
    state = _no_step(case, creature)
    if state is not None:
        return state
    way = Way(case, creature, case.question.mode)
    here, there = path
    refusal = way.step_refusal(here, there) or ending_refusal(case.world, creature, way.space(there))
    if refusal is not None:
        return refusal
    reasons = way.hampering.reasons(case.world, way.space(there))
    if reasons:
        what = listed(one.what for one in reasons)
        return Refusal("pf1.move.hampered", text("The step to {square} is hampered: {what}.", square=there, what=what))
    if (way.price(path) or (0,))[0] > 1 + (case.question.diagonals % 2):
        return Refusal("pf1.move.hampered", text("The step to {square} leads over a low wall.", square=there))
    case.step(rule, text("One plain square: allowed, if it does not move otherwise this round."))
    return None


def _no_step(case: Case, creature: Creature) -> Refusal | None:
    """Why a creature cannot take a 5-foot step anywhere.

    Source: pf1.action.five_foot_step
    """
    state, rule = stuck_refusal(creature), "pf1.action.five_foot_step"
    if state is not None:
        return state
    if not all(one.steps for one in conditions(creature)):
        return Refusal(rule, text("{name} cannot take a 5-foot step in its state.", name=called(creature)))
    least_sq: int = table("movement")["five_foot_step"]["least_speed_sq"]
    if (speed_sq(case.world, creature, case.question.mode) or 0) < least_sq:
        return Refusal(rule, text("Its speed in this mode is 5 ft or less."))
    return None


def five_foot_steps(case: Case, creature: Creature) -> tuple[Square, ...]:
    """Where a 5-foot step may lead: the squares for which `judge` says so, column by column.

    Source: pf1.action.five_foot_step, pf1.move.hampered
    """
    if _no_step(case, creature) is not None:
        return ()
    way, most_sq = Way(case, creature, case.question.mode), 1 + case.question.diagonals % 2
    found = []
    for there, cost_sq in sorted(way.around().items()):
        if cost_sq <= most_sq and not way.hampering.reasons(case.world, way.space(there)):
            found.append(there)
    return tuple(found)


def _withdraw(case: Case, creature: Creature) -> Refusal | None:
    """Why a withdrawal is not allowed: it needs eyes, a speed of that kind, and at most twice the speed.

    Source: pf1.action.withdraw
    """
    rule, mode = "pf1.action.withdraw", case.question.mode
    if is_blinded(creature):
        return Refusal(rule, text("{name} is blinded.", name=called(creature)))
    speed = speed_sq(case.world, creature, mode)
    if speed is None:
        return Refusal(rule, text("{name} has no speed in this mode.", name=called(creature)))
    refusal = _move(case, creature)
    if refusal is not None:
        return refusal
    cost_sq, most_sq = sum(Way(case, creature, mode).price(case.question.path) or ()), 2 * speed
    if cost_sq > most_sq:
        words = text("The way costs {cost} ft, twice the speed is {most} ft.", cost=feet(cost_sq), most=feet(most_sq))
        return Refusal(rule, words)
    return None


def _move(case: Case, creature: Creature) -> Refusal | None:
    """Why a path is not allowed; its length is not looked at.

    Source: pf1.move.end_in_occupied, pf1.grid.corner_cut
    """
    path = case.question.path
    if not path:
        raise case.refuse("path", "give the squares of the way")
    state = stuck_refusal(creature)
    if state is not None:
        return state
    way = Way(case, creature, case.question.mode)
    for here, there in pairwise(path):
        refusal = way.step_refusal(here, there)
        if refusal is not None:
            return refusal
    return ending_refusal(case.world, creature, way.space(path[-1])) if len(path) > 1 else None


def _attack(case: Case, creature: Creature) -> Refusal | None:
    """Why a melee attack is not allowed.

    Source: pf1.attack.melee_band, pf1.cover.total, pf1.conceal.total
    """
    target = _target(case, creature)
    name = called(creature)
    if not can_threaten(creature):
        return Refusal("pf1.threat.unarmed", text("{name} cannot make a melee attack.", name=name))
    source, aim = creature_spot(case.world, creature), creature_spot(case.world, target)
    height_sq = abs(source.z_ft - aim.z_ft) // FEET
    bands = melee_bands(case, creature)
    if not in_band(case, bands, source.space, aim.space, height_sq):
        return Refusal("pf1.attack.melee_band", text("{target} is out of reach.", target=called(target)))
    if not squares_struck(case, creature, aim.space, height_sq=height_sq):
        return Refusal("pf1.cover.total", text("{target} has total cover.", target=called(target)))
    if veil(case, source, aim, "melee").grade == TOTAL:
        return Refusal(
            "pf1.conceal.total", text("{target} is not seen; only a square can be attacked.", target=called(target))
        )
    return None


_CHECKS: dict[str, Callable[[Case, Creature], Refusal | None]] = {
    "attack": _attack,
    "charge": _charge,
    "five_foot_step": _five_foot_step,
    "move": _move,
    "withdraw": _withdraw,
}
