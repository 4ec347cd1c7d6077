"""Positions of a fight judged by the book's own judges, without explanation."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.answers import Answers
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.fight.holding import judged
from tactics.rulesets.pf1.movement import Way
from tactics.rulesets.pf1.places import space_of
from tactics.rulesets.pf1.provoke import may_react, reacting_ids
from tactics.rulesets.pf1.reach import is_threatened
from tactics.rulesets.pf1.sight import effect, look
from tactics.world.fight import Fight
from tactics.world.lately import LatelyBy
from tactics.world.world import World

SYSTEM = "pf1"
_ANSWERS = Answers(SYSTEM)
ask, case_about = _ANSWERS.ask, _ANSWERS.case
_reactions: LatelyBy[World, tuple[str, tuple[Square, ...], str | None], tuple[str, ...]] = LatelyBy()
_threats: LatelyBy[World, tuple[str, str], bool] = LatelyBy()


def provoked(fight: Fight, who: str, path: tuple[Square, ...] = (), action: str | None = None) -> tuple[str, ...]:
    """Ids of those who may react to a step or an act.

    Source: pf1.aoo.provoke_moving, pf1.aoo.provoke_action
    """
    world = judged(fight)
    near = may_react(world, world.creature(who), path)
    if not near:
        return ()
    known = _reactions.at(world)
    key = who, path, action
    if key not in known:
        known[key] = reacting_ids(case_about(world, Question(ask="provokes", who=who, path=path, action=action)), near)
    return known[key]


def has_effect(world: World, who: str, target: str) -> bool:
    """Whether there is line of effect from one creature to another.

    Source: pf1.loe.line_of_effect
    """
    case = case_about(world, Question(ask="line_of_effect", source=who, to=target))
    return effect(case, *(space_of(world, world.creature(one)) for one in (who, target))) is not None


def sees(world: World, who: str, target: str) -> bool:
    """Whether one creature sees another.

    Source: pf1.loe.line_of_sight
    """
    case = case_about(world, Question(ask="line_of_sight", source=who, to=target))
    observer, seen = world.creature(who), world.creature(target)
    return look(case, space_of(world, observer), space_of(world, seen), observer, seen).segment is not None


def threatens(fight: Fight, who: str, target: str) -> bool:
    """Whether a creature threatens another."""
    world = judged(fight)
    known = _threats.at(world)
    found = known.get((who, target))
    if found is None:
        case = case_about(world, Question(ask="threatens", source=who, to=target))
        found = known[who, target] = is_threatened(case, world.creature(who), world.creature(target))
    return found


def reachable(world: World, who: str, budget_ft: int, *, mode: str = "walk", diagonals: int = 0) -> dict[Square, int]:
    """Where a move may end, with the cost of each square in feet."""
    return _ANSWERS.reachable(world, who, budget_ft, mode, diagonals)


def way_of(world: World, who: str, *, diagonals: int = 0) -> Way:
    """How a creature walks, step by step."""
    case = case_about(world, Question(ask="move_cost", who=who, diagonals=diagonals))
    return Way(case, world.creature(who), "walk")


def price(
    world: World, who: str, path: tuple[Square, ...], *, mode: str = "walk", diagonals: int = 0
) -> tuple[int, ...] | Verdict:
    """The cost of each step of a path in feet, or the verdict that refuses it."""
    return _ANSWERS.price(world, who, path, mode, diagonals)
