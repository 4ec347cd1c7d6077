"""Rolling three dice against a number, and the parts that make the number up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.rolls import Outcome, outcome

DICE, DIE = 3, 6


@dataclass(frozen=True, slots=True)
class Result:
    """How a roll came out.

    Attributes:
        kind: critical_success, success, failure or critical_failure.
        margin: of success or failure, never below 0.
        total: sum of the dice.
        against: effective skill.
    """

    kind: str
    margin: int
    total: int
    against: int

    @property
    def succeeded(self) -> bool:
        """Whether it is a success."""
        return self.kind in ("success", "critical_success")


def total(parts: Iterable[Part]) -> int:
    """Sum of the parts that count."""
    return sum(one.amount for one in parts if one.kept)


def base(number: int, words: Text, rule: str = "") -> Part:
    """The number a roll starts from, as its first part."""
    return Part(number, words, "", rule)


def capped(parts: Iterable[Part], most: int, rule: str) -> tuple[Part, ...]:
    """The parts, and one more that brings their sum down to the most it may be."""
    found = tuple(parts)
    over = total(found) - most
    return (*found, Part(-over, text("no more than {n}", n=most), "", rule)) if over > 0 else found


def roll(
    run: Run,
    who: str,
    purpose: str,
    parts: Iterable[Part],
    *,
    target: str = "",
    what: Text | None = None,
    rule: str = "dfrpg.core.success_roll",
    attack: bool = False,
    meaning: Callable[[int, int], Outcome] = outcome,
) -> Result:
    """Roll 3d6 against the sum of the parts.

    Args:
        run: the action.
        who: whose roll it is.
        purpose: what for, an id of the purposes events tell.
        parts: what the number is made of, its base first.
        target: whom it concerns.
        what: weapon or skill in words.
        rule: rule that calls for it.
        attack: name the outcome as that of an attack.
        meaning: what a number and a total come to.

    Source: dfrpg.core.success_roll, dfrpg.core.margin, dfrpg.core.critical_success, dfrpg.core.critical_failure
    """
    found = tuple(parts)
    against = total(found)
    faces = tuple(Roll(DIE, run.roll(DIE)) for _ in range(DICE))
    sum_ = sum(one.face for one in faces)
    result = meaning(against, sum_)
    told = _ATTACK_WORDS[result.kind] if attack else result.kind
    run.emit(
        Rolled(who, purpose, faces, found, sum_, against, told, target, what, rule, under=True),
    )
    return Result(result.kind, result.margin, sum_, against)


_ATTACK_WORDS = {
    "critical_success": "critical",
    "success": "hit",
    "failure": "miss",
    "critical_failure": "critical_miss",
}
