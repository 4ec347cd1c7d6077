"""Concealment: obscured squares, darkness, and what cannot be seen."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e.adjacency import adjacent
from tactics.rulesets.dnd4e.effect import HEAVY, can_see
from tactics.rulesets.dnd4e.light import is_dark, is_dim
from tactics.rulesets.dnd4e.spots import Spot, spot
from tactics.rulesets.dnd4e.tables import attack_modifiers, stats

NONE, CONCEALMENT, TOTAL = "none", "concealment", "total"
GRADES = (NONE, CONCEALMENT, TOTAL)


@dataclass(frozen=True, slots=True)
class Concealed:
    """The grade of concealment, why, and the rule."""

    grade: str
    why: Text
    rule: str


def judge(case: Case) -> Verdict:
    """The concealment of a target.

    Source: dnd4e.concealment.obscured, dnd4e.concealment.normal, dnd4e.concealment.total
    """
    attacker, target = spot(case, case.question.source, "from"), spot(case, case.question.to, "to")
    found = find_concealment(case, attacker, target, case.question.attack)
    case.squares("origin", tuple(attacker.space.squares()))
    case.squares("target", tuple(target.space.squares()))
    case.step(found.rule, found.why)
    add_modifier(case, found)
    return case.verdict(found.grade, _summary(found, target))


def find_concealment(case: Case, attacker: Spot, target: Spot, attack: str | None) -> Concealed:
    """The grade of concealment of a target from an attacker.

    Source: dnd4e.concealment.obscured, dnd4e.concealment.total, dnd4e.concealment.attack_types
    """
    if attack == "area":
        why = text("Close and area attacks do not care for concealment.")
        return Concealed(NONE, why, "dnd4e.concealment.attack_types")
    if attacker.creature is not None and "blinded" in stats(attacker.creature).conditions:
        return Concealed(TOTAL, text("{name} is blinded.", name=attacker.name), "dnd4e.concealment.total")
    if target.creature is not None and "invisible" in stats(target.creature).conditions:
        return Concealed(TOTAL, text("{name} is invisible.", name=target.name), "dnd4e.concealment.invisible")
    least = min((_of_square(case, attacker, target, one) for one in target.space.squares()), key=_grade)
    if least.grade != TOTAL and not can_see(case, attacker, target):
        return Concealed(TOTAL, text("There is no line of sight to {name}.", name=target.name), "dnd4e.los.blockers")
    if target.space.width > 1 and case.explain:
        case.discretion(text("A big creature partly obscured: the attacker picks its clearest square."))
    return least


def add_modifier(case: Case, found: Concealed) -> None:
    """The attack modifier of a grade.

    Source: dnd4e.concealment.normal, dnd4e.concealment.total
    """
    if found.grade == CONCEALMENT:
        amount = attack_modifiers()["concealment"]
        case.modifier(amount, "attack", "concealment", text("concealment"), "dnd4e.concealment.normal")
    elif found.grade == TOTAL:
        amount = attack_modifiers()["total_concealment"]
        case.modifier(amount, "attack", "concealment", text("total concealment"), "dnd4e.concealment.total")


def _grade(found: Concealed) -> int:
    return GRADES.index(found.grade)


def _of_square(case: Case, attacker: Spot, target: Spot, square: Square) -> Concealed:
    """The grade of one square of the target.

    Source: dnd4e.concealment.obscured
    """
    world, rule = case.world, "dnd4e.concealment.obscured"
    if is_dark(world, square, attacker.creature):
        return Concealed(TOTAL, text("{square} lies in darkness.", square=square), rule)
    obscurement = world.board.at(square).obscurement
    if obscurement >= HEAVY and not adjacent(attacker, target):
        return Concealed(TOTAL, text("{square} is heavily obscured and not adjacent.", square=square), rule)
    if obscurement >= HEAVY:
        return Concealed(CONCEALMENT, text("{square} is heavily obscured, but adjacent.", square=square), rule)
    if obscurement:
        return Concealed(CONCEALMENT, text("{square} is lightly obscured.", square=square), rule)
    if is_dim(world, square, attacker.creature):
        return Concealed(CONCEALMENT, text("{square} lies in dim light.", square=square), rule)
    return Concealed(NONE, text("{square} is clear; what only lies between does not matter.", square=square), rule)


def _summary(found: Concealed, target: Spot) -> Text:
    if found.grade == TOTAL:
        return text("{name} has total concealment: -5 to the attack.", name=target.name)
    if found.grade == CONCEALMENT:
        return text("{name} has concealment: -2 to the attack.", name=target.name)
    return text("{name} has no concealment.", name=target.name)
