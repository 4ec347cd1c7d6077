"""Skill checks of a creature's own will: the numbers, the roll and its chance."""

from __future__ import annotations

from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import as_words
from tactics.rules.action import Preview
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rules.vocabulary import SKILLS
from tactics.rulesets.dnd4e.fight import helping, numbers
from tactics.rulesets.dnd4e.fight.parts import stacked
from tactics.world.fight import Fight

DIE = 20


def parts_of(fight: Fight, who: str, skill: str, extra: tuple[Part, ...] = ()) -> tuple[Part, ...]:
    """What is added to a skill check now, help of others included. Source: dnd4e.action.aid_another."""
    return stacked((*numbers.skill(fight, who, skill), *helping.check_parts(fight, who, skill), *extra))


def check(
    run: Run,
    who: str,
    skill: str,
    dc: int,
    rule: str,
    *,
    target: str = "",
    beyond: bool = False,
    extra: tuple[Part, ...] = (),
) -> bool:
    """Roll a skill check; whether it succeeds.

    Args:
        run: the action.
        who: whose check.
        skill: which.
        dc: what it must reach.
        rule: rule id.
        target: id of whom it concerns.
        beyond: a result that only equals the DC fails.
        extra: further modifiers.
    """
    parts = parts_of(run.fight, who, skill, extra)
    face = run.roll(DIE)
    sum_ = face + total(parts)
    success = sum_ > dc if beyond else sum_ >= dc
    outcome = "success" if success else "failure"
    run.emit(Rolled(who, "check", (Roll(DIE, face),), parts, sum_, dc, outcome, target, as_words(SKILLS, skill), rule))
    helping.check_made(run, who, skill)
    return success


def previewed(
    fight: Fight, who: str, skill: str, dc: int, *, takes: tuple[str, ...] = (), beyond: bool = False
) -> Preview:
    """The chance of a check."""
    parts = parts_of(fight, who, skill)
    least = dc - total(parts) + (1 if beyond else 0)
    return Preview(chance=chance_of(least), parts=parts, against=dc, takes=takes)


def chance_of(least: int) -> Fraction:
    """The chance of a die to show at least a face."""
    return Fraction(max(0, min(DIE, DIE + 1 - least)), DIE)
