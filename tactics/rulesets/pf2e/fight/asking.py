"""Positions of a fight judged by the book's own judges, without explanation."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.book import Case
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.verdict import Modifier, Verdict
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.distance import gaps_sq, height_reading, metric_sq, spot
from tactics.rulesets.pf2e.effect import clear_way
from tactics.rulesets.pf2e.fight.holding import board_name, judged
from tactics.rulesets.pf2e.fight.sheet import Weapon
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight
from tactics.world.lately import Lately
from tactics.world.world import World

BURROWING = "burrowing"
"""Effect of one in the earth. Source: pf2e.move.burrow_speed."""
_MOST_ANSWERS = 512
_answers: Lately[World, dict[tuple[Question, bool], Verdict]] = Lately()


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


def case_of(fight: Fight, question: Question | None = None) -> Case:
    """A case about the position of a fight, without explanations."""
    return Case(book(SYSTEM), judged(fight), question or Question(ask="modifiers"), explain=False)


def case_on(world: World) -> Case:
    """A case about any position, without explanations."""
    return Case(book(SYSTEM), world, Question(ask="modifiers"), explain=False)


def provoked(fight: Fight, who: str, action: str, path: tuple[Square, ...] = ()) -> tuple[str, ...]:
    """Ids of those whose reach lets them react to an act or a step, whether they have a reaction left or not.

    Source: pf2e.basic.attack_of_opportunity, pf2e.move.triggers_reactions
    """
    value = ask(judged(fight), Question(ask="provokes", who=who, path=path, action=action)).value
    assert isinstance(value, tuple)
    return tuple(str(one) for one in value)


def position(fight: Fight, who: str, target: str, weapon: Weapon, kind: str) -> tuple[Modifier, ...]:
    """What the position adds to an attack, to the defence against it and to the flat check.

    Source: pf2e.cover.measure, pf2e.flanking.effect, pf2e.detect.concealed, pf2e.attack.range_penalty
    """
    named = board_name(weapon, kind)
    question = Question(ask="modifiers", source=who, to=target, attack=kind, weapon=named)
    return ask(judged(fight), question).modifiers


def distance_ft(fight: Fight, who: str, target: str) -> int:
    """Distance between two creatures. Source: pf2e.grid.distance."""
    case = case_of(fight)
    gaps = gaps_sq(spot(case.world, who), spot(case.world, target))
    return metric_sq(gaps, height_reading(case, gaps)) * SQUARE_FT


def earth_between(fight: Fight, who: str, target: str) -> bool:
    """Whether one of two creatures is in the earth, out of reach of the other. Source: pf2e.line_of_effect."""
    return who != target and (fight.body(who).has(BURROWING) or fight.body(target).has(BURROWING))


def has_effect(fight: Fight, who: str, target: str) -> bool:
    """Whether there is line of effect between two creatures; earth stops it. Source: pf2e.line_of_effect."""
    if earth_between(fight, who, target):
        return False
    case = case_of(fight)
    return clear_way(case, spot(case.world, who).where, spot(case.world, target).where) is not None


def reachable(fight: Fight, who: str, budget_ft: int, *, mode: str = "walk", diagonals: int = 0) -> dict[Square, int]:
    """Where a move may end, with the cost of each square in feet. Source: pf2e.basic.stride."""
    question = Question(ask="reachable", who=who, budget=budget_ft, mode=mode, diagonals=diagonals)
    return dict(ask(judged(fight), question).costs)


def price(
    fight: Fight, who: str, path: tuple[Square, ...], *, mode: str = "walk", diagonals: int = 0
) -> tuple[int, ...] | Verdict:
    """The cost of each step of a path in feet, or the verdict that refuses it."""
    question = Question(ask="move_cost", who=who, path=path, mode=mode, diagonals=diagonals)
    verdict = ask(judged(fight), question)
    if isinstance(verdict.value, int):
        return verdict.step_costs
    return ask(judged(fight), question, explain=True)
