"""Rolling three dice against a number, and the parts that make the number up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.action import Preview, Refusal
from tactics.rules.dice_text import Dice, face_sum, roll_dice
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.rolls import DICE, Outcome, chance, may_attempt, outcome

_ATTACK_WORDS = {
    "critical_success": "critical",
    "success": "hit",
    "failure": "miss",
    "critical_failure": "critical_miss",
}


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


def percent(likely: Fraction) -> int:
    """A chance as players are told it."""
    return round(100 * likely)


def preview(parts: tuple[Part, ...]) -> Preview:
    """What a roll against the sum of some parts promises. Source: dfrpg.core.success_roll."""
    against = total(parts)
    return Preview(chance(against), parts=parts, against=against, under=True)


def too_hard(parts: Iterable[Part], rule: str = "dfrpg.core.success_roll") -> Refusal | None:
    """Why something may not be tried at all: the effective skill is too low. Source: dfrpg.core.success_roll."""
    against = total(parts)
    if may_attempt(against):
        return None
    return Refusal(text("With an effective skill of {n} it may not be tried.", n=against), rule)


def capped(parts: Iterable[Part], most: int, rule: str) -> tuple[Part, ...]:
    """The parts, and one more that brings their sum down to the most it may be."""
    found = tuple(parts)
    over = total(found) - most
    return (*found, Part(-over, text("no more than {n}", n=most), "", rule)) if over > 0 else found


def three_dice(run: Run) -> tuple[Roll, ...]:
    """What every roll of the game is made with. Source: dfrpg.core.success_roll."""
    return roll_dice(run, Dice(DICE, 0))


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
    faces = three_dice(run)
    sum_ = face_sum(faces)
    result = meaning(against, sum_)
    told = _ATTACK_WORDS[result.kind] if attack else result.kind
    run.emit(
        Rolled(who, purpose, faces, found, sum_, against, told, target, what, rule, under=True),
    )
    return Result(result.kind, result.margin, sum_, against)
