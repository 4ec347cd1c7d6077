"""One roll against the DCs of several creatures: Seek, Hide, Sneak, Create a Diversion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import CounterSet, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.pf2e.fight import heroes
from tactics.rulesets.pf2e.fight.checks import DIE, SUCCESS, degree_of
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.tables import DEGREES

PURPOSE = "skill"


@dataclass(frozen=True, slots=True)
class Opposed:
    """One of those a roll is made against.

    Attributes:
        who: its id.
        dc: what has to be reached.
        parts: modifiers of the roll against it.
    """

    who: str
    dc: int
    parts: tuple[Part, ...]


def roll_against(
    run: Run, who: str, statistic: str, several: Iterable[Opposed], *, rule: str, secret: bool, alone: tuple[Part, ...]
) -> dict[str, str]:
    """Roll once and compare with every DC; who has Hero Points may roll again when nothing came of it.

    A secret roll is told without its numbers, so the question about the Hero Point does not name them either, and it
    is asked when there was nobody to find, too.

    Args:
        run: the action.
        who: whose roll.
        statistic: perception or a skill.
        several: those it is compared with.
        rule: rule id.
        secret: whether the game master rolls.
        alone: modifiers of the roll when it is compared with nobody.

    Returns:
        The degree of success by creature.

    Source: pf2e.check.secret, pf2e.check.degree_of_success, pf2e.hero.reroll
    """
    opposed = tuple(several)
    found = _once(run, who, statistic, opposed, rule, secret, alone)
    if any(DEGREES.index(one) >= DEGREES.index(SUCCESS) for one in found.values()) or not _again(run, who):
        return found
    return _once(run, who, statistic, opposed, "pf2e.hero.reroll", secret, alone)


def _once(
    run: Run, who: str, statistic: str, opposed: tuple[Opposed, ...], rule: str, secret: bool, alone: tuple[Part, ...]
) -> dict[str, str]:
    face, what = run.roll(DIE), statistic_name(statistic)
    rolls = (Roll(DIE, face),)
    if not opposed:
        run.emit(Rolled(who, PURPOSE, rolls, alone, face + total(alone), what=what, rule=rule, secret=secret))
    found = {}
    for one in opposed:
        sum_ = face + total(one.parts)
        degree = degree_of(face, sum_, one.dc)
        run.emit(Rolled(who, PURPOSE, rolls, one.parts, sum_, one.dc, degree, one.who, what, rule, secret))
        found[one.who] = degree
    return found


def _again(run: Run, who: str) -> bool:
    purse = heroes.purse_of(run.fight, who)
    if not purse:
        return False
    title: Text = text("Nothing comes of it. Spend a Hero Point and roll again?")
    choices = (Choice("keep", text("Keep it")), Choice("reroll", text("Roll again")))
    if run.ask(Decision(purse, "hero_point", title, choices, "keep")).id != "reroll":
        return False
    run.emit(CounterSet(purse, heroes.HERO_POINTS, run.fight.body(purse).count(heroes.HERO_POINTS) - 1))
    return True


def chance_of_one(opposed: Opposed) -> int:
    """How many faces of the die succeed against one. Source: pf2e.check.degree_of_success."""
    added = total(opposed.parts)
    good = (DEGREES.index(degree_of(face, face + added, opposed.dc)) for face in range(1, DIE + 1))
    return sum(1 for one in good if one >= DEGREES.index(SUCCESS))
