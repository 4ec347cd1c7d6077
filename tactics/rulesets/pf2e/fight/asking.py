"""Positions of a fight judged by the book's own judges, without explanation."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.answers import Answers
from tactics.rules.book import Case
from tactics.rules.question import Question
from tactics.rules.verdict import Modifier
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.distance import gaps_sq, height_reading, metric_sq, spot
from tactics.rulesets.pf2e.effect import clear_way
from tactics.rulesets.pf2e.fight.holding import board_name, judged
from tactics.rulesets.pf2e.fight.sheet import Weapon
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight
from tactics.world.world import World

BURROWING = "burrowing"
"""Effect of one in the earth. Source: pf2e.move.burrow_speed."""
_ANSWERS = Answers(SYSTEM)
ask = _ANSWERS.ask


def case_of(fight: Fight, question: Question | None = None) -> Case:
    """A case about the position of a fight, without explanations."""
    return _ANSWERS.case(judged(fight), question or Question(ask="modifiers"))


def case_on(world: World) -> Case:
    """A case about any position, without explanations."""
    return _ANSWERS.case(world, Question(ask="modifiers"))


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
