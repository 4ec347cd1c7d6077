"""Positions of a fight judged by the book's own judges, without explanation."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.book import Case
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.fight.holding import judged
from tactics.rulesets.pf1.movement import Way
from tactics.rulesets.pf1.places import space_of
from tactics.rulesets.pf1.provoke import may_react, reacting_ids
from tactics.rulesets.pf1.reach import is_threatened
from tactics.rulesets.pf1.sight import effect, look
from tactics.world.fight import Fight
from tactics.world.lately import Lately
from tactics.world.world import World

SYSTEM = "pf1"
_MOST_ANSWERS = 256
"""How many answers are remembered of one position."""
_answers: Lately[World, dict[tuple[Question, bool], Verdict]] = Lately()
_reactions: Lately[World, dict[tuple[str, tuple[Square, ...], str | None], tuple[str, ...]]] = Lately()
_threats: Lately[World, dict[tuple[str, str], bool]] = Lately()


def ask(world: World, question: Question, *, explain: bool = False) -> Verdict:
    """The book's answer to a question about a position; the same one is not worked out twice."""
    known = _answers.get(world)
    if known is None:
        known = _answers.put(world, {})
    found = known.get((question, explain))
    if found is None:
        if len(known) >= _MOST_ANSWERS:
            known.clear()
        found = known[question, explain] = book(SYSTEM).judge(world, question, explain=explain)
    return found


def case_about(world: World, question: Question) -> Case:
    """A question for the parts of judges, without explanations."""
    return Case(book(SYSTEM), world, question, explain=False)


def provoked(fight: Fight, who: str, path: tuple[Square, ...] = (), action: str | None = None) -> tuple[str, ...]:
    """Ids of those who may react to a step or an act.

    Source: pf1.aoo.provoke_moving, pf1.aoo.provoke_action
    """
    world = judged(fight)
    near = may_react(world, world.creature(who), path)
    if not near:
        return ()
    known = _reactions.get(world)
    if known is None:
        known = _reactions.put(world, {})
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
    known = _threats.get(world)
    if known is None:
        known = _threats.put(world, {})
    found = known.get((who, target))
    if found is None:
        case = case_about(world, Question(ask="threatens", source=who, to=target))
        found = known[who, target] = is_threatened(case, world.creature(who), world.creature(target))
    return found


def reachable(world: World, who: str, budget_ft: int, *, mode: str = "walk", diagonals: int = 0) -> dict[Square, int]:
    """Where a move may end, with the cost of each square in feet."""
    question = Question(ask="reachable", who=who, budget=budget_ft, mode=mode, diagonals=diagonals)
    return dict(ask(world, question).costs)


def way_of(world: World, who: str, *, diagonals: int = 0) -> Way:
    """How a creature walks, step by step."""
    case = case_about(world, Question(ask="move_cost", who=who, diagonals=diagonals))
    return Way(case, world.creature(who), "walk")


def price(
    world: World, who: str, path: tuple[Square, ...], *, mode: str = "walk", diagonals: int = 0
) -> tuple[int, ...] | Verdict:
    """The cost of each step of a path in feet, or the verdict that refuses it."""
    question = Question(ask="move_cost", who=who, path=path, mode=mode, diagonals=diagonals)
    verdict = ask(world, question)
    if isinstance(verdict.value, int):
        return verdict.step_costs
    return ask(world, question, explain=True)
