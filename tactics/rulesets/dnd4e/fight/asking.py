"""Positions of a fight judged by the book's own judges, without explanation."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.answers import Answers
from tactics.rules.book import Case
from tactics.rules.question import Question
from tactics.rules.verdict import Modifier, Verdict
from tactics.rulesets.dnd4e.fight.holding import judged
from tactics.rulesets.dnd4e.tables import SYSTEM
from tactics.world.fight import Fight

_ANSWERS = Answers(SYSTEM)
ask = _ANSWERS.ask


def case_of(fight: Fight, question: Question | None = None) -> Case:
    """A case about the position of a fight, without explanations."""
    return _ANSWERS.case(judged(fight), question or Question(ask="modifiers"))


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
    return _ANSWERS.reachable(judged(fight), who, budget_sq, mode)


def price(fight: Fight, who: str, path: tuple[Square, ...], *, mode: str = "walk") -> tuple[int, ...] | Verdict:
    """The cost of each step of a path in squares, or the verdict that refuses it."""
    return _ANSWERS.price(judged(fight), who, path, mode)
