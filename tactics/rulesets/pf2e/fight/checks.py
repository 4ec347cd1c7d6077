"""Checks: a die, parts, a DC, and one of four degrees of success; flat and secret ones, and a hero's second try."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from tactics.core.dice import Roll
from tactics.core.text import Text
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.pf2e.fight import heroes
from tactics.rulesets.pf2e.fight.parts import stacked
from tactics.rulesets.pf2e.tables import DEGREES, table

CRITICAL_FAILURE, FAILURE, SUCCESS, CRITICAL_SUCCESS = DEGREES
DIE = 20
_NEVER_FLAT, _ALWAYS_FLAT = 21, 1

Adjust = Callable[[str], str]
"""A change of the degree by an ability, after that of a natural 20 or 1."""
Helper = Callable[[Run, str, str, str], Iterable[Part]]
"""What others add to a check before it is rolled, by who, what is checked and whom it concerns."""
HELPERS: list[Helper] = []
"""Ways to help somebody's check; the fight puts them in. Source: pf2e.basic.aid."""

FAILED_SAVE: list[Callable[[Run, str], None]] = []
"""What else a failed saving throw does to whom it was; the fight puts it in. Source: pf2e.terrain.narrow_surface."""


@dataclass(frozen=True, slots=True)
class Check:
    """How a check came out.

    Attributes:
        face: the die, 0 when none was rolled.
        total: die and modifiers.
        degree: one of `DEGREES`.
    """

    face: int
    total: int
    degree: str

    @property
    def succeeded(self) -> bool:
        """Whether it is a success or better."""
        return self.degree in (SUCCESS, CRITICAL_SUCCESS)


def shifted(degree: str, steps: int) -> str:
    """A degree some steps better, or worse for a negative number. Source: pf2e.check.degree_of_success."""
    return DEGREES[min(max(DEGREES.index(degree) + steps, 0), len(DEGREES) - 1)]


def degree_of(face: int, sum_: int, dc: int, adjust: Adjust | None = None) -> str:
    """The degree of success: by the number, then natural 20 or 1, then abilities.

    Args:
        face: the die; 0 leaves the second step out.
        sum_: die and modifiers.
        dc: the DC.
        adjust: what an ability makes of the degree.

    Source: pf2e.check.degree_of_success, pf2e.check.natural_20_1, pf2e.check.degree_adjustment_order
    """
    by: int = table("fight")["degrees"]["critical_by"]
    if sum_ >= dc:
        degree = CRITICAL_SUCCESS if sum_ >= dc + by else SUCCESS
    else:
        degree = CRITICAL_FAILURE if sum_ <= dc - by else FAILURE
    degree = shifted(degree, 1 if face == DIE else -1 if face == 1 else 0)
    return degree if adjust is None else adjust(degree)


def listed(degree: str, entries: Container[str]) -> str:
    """The entry of an effect that a degree means: without one for the critical degree that of the plain one.

    Args:
        degree: how the check came out.
        entries: degrees the effect says something about.

    Returns:
        The degree whose entry counts, "" when none does and nothing happens.

    Source: pf2e.check.missing_degree
    """
    plain = {CRITICAL_SUCCESS: SUCCESS, CRITICAL_FAILURE: FAILURE}.get(degree, degree)
    return degree if degree in entries else plain if plain in entries else ""


def check(
    run: Run,
    who: str,
    purpose: str,
    parts: tuple[Part, ...],
    dc: int,
    *,
    target: str = "",
    what: Text | None = None,
    rule: str = "pf2e.check.procedure",
    secret: bool = False,
    adjust: Adjust | None = None,
    fortune: bool = True,
    statistic: str = "",
) -> Check:
    """Roll a check; who has Hero Points and fails, or is not told how it went, may roll it once more.

    Args:
        run: the action.
        who: whose check.
        purpose: attack, save, skill, counteract ...
        parts: its modifiers, stacked.
        dc: what it must reach.
        target: id of whom it concerns.
        what: the weapon, save or skill in words.
        rule: rule id.
        secret: rolled by the game master.
        adjust: what an ability makes of the degree.
        fortune: whether a Hero Point may be spent: not for a check the player does not know of, nor after another
            fortune effect.
        statistic: what is checked, so that others can help; "" when the purpose says it.

    Source: pf2e.check.procedure, pf2e.check.secret, pf2e.hero.reroll
    """
    helped = [part for help_ in HELPERS for part in help_(run, who, statistic or purpose, target)]
    parts = stacked((*parts, *helped)) if helped else parts
    found = _once(run, who, purpose, parts, dc, target, what, rule, secret, adjust)
    if fortune and (secret or not found.succeeded) and heroes.rerolls(run, who, found.total, dc, secret=secret):
        found = _once(run, who, purpose, parts, dc, target, what, "pf2e.hero.reroll", secret, adjust)
    if purpose == "save" and not found.succeeded:
        for comes in FAILED_SAVE:
            comes(run, who)
    return found


def _once(
    run: Run,
    who: str,
    purpose: str,
    parts: tuple[Part, ...],
    dc: int,
    target: str,
    what: Text | None,
    rule: str,
    secret: bool,
    adjust: Adjust | None,
) -> Check:
    face = run.roll(DIE)
    sum_ = face + total(parts)
    degree = degree_of(face, sum_, dc, adjust)
    rolls = (Roll(DIE, face),)
    run.emit(Rolled(who, purpose, rolls, parts, sum_, dc, degree, target, what, rule, secret))
    return Check(face, sum_, degree)


def flat_check(
    run: Run,
    who: str,
    dc: int,
    *,
    purpose: str = "flat_check",
    target: str = "",
    what: Text | None = None,
    rule: str = "pf2e.check.flat",
    secret: bool = False,
    fortune: bool = True,
) -> Check:
    """A bare die against a DC; a DC of 1 or less is passed, one of 21 or more failed without a die.

    Source: pf2e.check.flat, pf2e.hero.reroll
    """
    if dc <= _ALWAYS_FLAT or dc >= _NEVER_FLAT:
        return Check(0, 0, SUCCESS if dc <= _ALWAYS_FLAT else FAILURE)
    found = _once(run, who, purpose, (), dc, target, what, rule, secret, None)
    if fortune and not secret and not found.succeeded and heroes.rerolls(run, who, found.total, dc):
        return _once(run, who, purpose, (), dc, target, what, "pf2e.hero.reroll", secret, None)
    return found


def hardest(dcs: Iterable[int]) -> int:
    """The DC of one flat check in place of several for the same outcome. Source: pf2e.check.flat_combined."""
    return max(dcs, default=0)
