"""Positions of a fight judged by the book's own judges, without explanation."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.book import Case
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.verdict import Modifier, Verdict
from tactics.rulesets.dnd4e.fight.holding import judged
from tactics.rulesets.dnd4e.tables import SYSTEM
from tactics.world.fight import Fight
from tactics.world.lately import Lately
from tactics.world.world import World

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


def provoked(fight: Fight, who: str, action: str, path: tuple[Square, ...] = ()) -> tuple[str, ...]:
    """Ids of those who may make an opportunity attack against an act or a step.

    Source: dnd4e.opportunity.movement, dnd4e.opportunity.ranged_area
    """
    value = ask(judged(fight), Question(ask="provokes", who=who, path=path, action=action)).value
    assert isinstance(value, tuple)
    return tuple(str(one) for one in value)


def position(fight: Fight, who: str, target: str, kind: str, weapon: str | None = None) -> tuple[Modifier, ...]:
    """What the position adds to an attack and to the defenses.

    Args:
        fight: the moment.
        who: the attacker.
        target: whom it attacks.
        kind: melee, ranged or area.
        weapon: the ranged weapon.

    Source: dnd4e.roll.situational
    """
    question = Question(ask="modifiers", source=who, to=target, attack=kind, weapon=weapon)
    return ask(judged(fight), question).modifiers


def reachable(fight: Fight, who: str, budget_sq: int, *, mode: str = "walk") -> dict[Square, int]:
    """Where a move may end, with the cost of each square. Source: dnd4e.move.walk."""
    return dict(ask(judged(fight), Question(ask="reachable", who=who, budget=budget_sq, mode=mode)).costs)


def price(fight: Fight, who: str, path: tuple[Square, ...], *, mode: str = "walk") -> tuple[int, ...] | Verdict:
    """The cost of each step of a path in squares, or the verdict that refuses it."""
    question = Question(ask="move_cost", who=who, path=path, mode=mode)
    verdict = ask(judged(fight), question)
    if isinstance(verdict.value, int):
        return verdict.step_costs
    return ask(judged(fight), question, explain=True)
