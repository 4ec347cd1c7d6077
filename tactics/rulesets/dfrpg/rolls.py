"""Three dice against a skill: what a total means, what is likely, and who wins a contest."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tactics.rules.dice_text import chances
from tactics.rulesets.dfrpg.tables import table

DICE = ((3, 6),)
"""What every such roll is made with. Source: dfrpg.core.success_roll."""
SUCCESSES = frozenset({"success", "critical_success"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a roll.

    Attributes:
        kind: critical_success, success, failure or critical_failure.
        margin: of success or of failure, never below 0.
    """

    kind: str
    margin: int

    @property
    def succeeded(self) -> bool:
        """Whether it is a success."""
        return self.kind in SUCCESSES


@dataclass(frozen=True, slots=True)
class Contest:
    """What came of a quick contest.

    Attributes:
        winner: "first" or "second", "" for a tie.
        by: margin of victory.
    """

    winner: str
    by: int


@dataclass(frozen=True, slots=True)
class Feint:
    """What came of a feint.

    Attributes:
        points: what the foe's defense loses, 0 or more.
        rule: which of the rules of feints said so.
    """

    points: int
    rule: str


def may_attempt(skill: int) -> bool:
    """Whether anything but a defense may be tried at an effective skill.

    Source: dfrpg.core.success_roll
    """
    least: int = table("fight")["roll"]["attempt"]
    return skill >= least


def outcome(skill: int, total: int) -> Outcome:
    """What a total of three dice means.

    Args:
        skill: effective skill, with everything added; a defense may be tried however low it is.
        total: sum of the dice, 3 to 18.

    Source: dfrpg.core.success_roll, dfrpg.core.margin, dfrpg.core.critical_success, dfrpg.core.critical_failure
    """
    numbers = table("fight")["roll"]
    margin = abs(skill - total)
    if total < numbers["never"] and (total <= skill or total <= numbers["always"]):
        return Outcome("critical_success" if _perfect(skill, total) else "success", margin if total <= skill else 0)
    return Outcome("critical_failure" if _botched(skill, total) else "failure", margin if total > skill else 0)


def defense_outcome(skill: int, total: int) -> Outcome:
    """What a total means for an active defense: critical only up to 4 and from 17 on, whatever the skill.

    Source: dfrpg.defense.critical, dfrpg.defense.total_modifiers
    """
    numbers, found = table("fight")["roll"], outcome(skill, total)
    if found.kind == "critical_success" and total > numbers["always"]:
        return Outcome("success", found.margin)
    if found.kind == "critical_failure" and total < numbers["never"]:
        return Outcome("failure", found.margin)
    return found


def _perfect(skill: int, total: int) -> bool:
    numbers = table("fight")["roll"]
    most: int = numbers["always"]
    return total <= most or any(skill >= least and total <= to for least, to in numbers["critical"])


def _botched(skill: int, total: int) -> bool:
    numbers = table("fight")["roll"]
    least: int = numbers["fumble_low"] if skill <= numbers["fumble_low_skill"] else numbers["fumble"]
    return total >= least or total - skill >= numbers["fumble_margin"]


@cache
def chance(skill: int) -> Fraction:
    """How likely a roll succeeds; whether it may be tried is another question.

    Source: dfrpg.core.success_roll
    """
    return _likelihood(skill, SUCCESSES)


@cache
def critical_chance(skill: int) -> Fraction:
    """How likely a roll is a critical success.

    Source: dfrpg.core.critical_success
    """
    return _likelihood(skill, frozenset({"critical_success"}))


def _likelihood(skill: int, kinds: frozenset[str]) -> Fraction:
    ways = chances(DICE)
    found = sum(count for total, count in ways.items() if outcome(skill, total).kind in kinds)
    return Fraction(found, sum(ways.values()))


def quick_contest(first_skill: int, first_total: int, second_skill: int, second_total: int) -> Contest:
    """Who wins when both roll at once, and by how much.

    Source: dfrpg.core.quick_contest, dfrpg.core.margin
    """
    first, second = outcome(first_skill, first_total), outcome(second_skill, second_total)
    lead = _signed(first) - _signed(second)
    if first.succeeded != second.succeeded:
        return Contest("first" if first.succeeded else "second", abs(lead))
    if lead == 0:
        return Contest("", 0)
    return Contest("first" if lead > 0 else "second", abs(lead))


def _signed(rolled: Outcome) -> int:
    return rolled.margin if rolled.succeeded else -rolled.margin


def feint_result(skill: int, total: int, foe_skill: int, foe_total: int) -> Feint:
    """What a feint takes off the foe's defense. It is stricter than a quick contest: who fails does not win.

    Source: dfrpg.maneuver.feint.fails, dfrpg.maneuver.feint.foe_failed, dfrpg.maneuver.feint.both_succeed
    """
    own, foe = outcome(skill, total), outcome(foe_skill, foe_total)
    if not own.succeeded:
        return Feint(0, "dfrpg.maneuver.feint.fails")
    if not foe.succeeded:
        return Feint(own.margin, "dfrpg.maneuver.feint.foe_failed")
    if own.margin <= foe.margin:
        return Feint(0, "dfrpg.maneuver.feint.fails")
    return Feint(own.margin - foe.margin, "dfrpg.maneuver.feint.both_succeed")
