"""Everything the position adds to one attack and to the defence against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from tactics.core.text import Text, composed, listed, ntext, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.cover import add_modifiers, argued_grade, mark_ends, shot_of
from tactics.rulesets.pf2e.creatures import named_weapon, stats
from tactics.rulesets.pf2e.detection import (
    HIDDEN,
    UNDETECTED,
    add_flat_checks,
    causes_between,
    explain_causes,
    worst,
)
from tactics.rulesets.pf2e.distance import gaps_sq, height_reading, metric_sq, range_penalty
from tactics.rulesets.pf2e.flanking import argue_flanking, flanking_ally
from tactics.rulesets.pf2e.shelter import Shot
from tactics.rulesets.pf2e.stacking import net, stacked
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Creature, Weapon


def judge(case: Case) -> Verdict:
    """Net modifiers to the attack, to the target's AC or Reflex save, and the DC of the flat check.

    Source: pf2e.bonus.same_type_no_stack, pf2e.penalty.stacking.
    """
    shot = shot_of(case)
    distance = _range(case, shot) if shot.attack == "ranged" else Range(0)
    if distance.penalty is None:
        mark_ends(case, shot)
        return case.verdict((), text("The target is out of range."))
    grade = argued_grade(case, shot)
    if grade is None:
        return case.verdict((), text("No line of effect: the target cannot be attacked."))
    if distance.penalty:
        case.step("pf2e.attack.range_penalty", distance.told)
        case.modifier(distance.penalty, "attack", "", distance.why, "pf2e.attack.range_penalty")
    add_modifiers(case, grade, shot.attack)
    if shot.attack == "area":
        _against_area(case, shot)
    else:
        _against_attack(case, shot)
    return _summed(case)


def _summed(case: Case) -> Verdict:
    verdict = case.verdict((), text("Nothing changes the attack."))
    kept = stacked(one for one in verdict.modifiers if one.to != "stealth")
    sums = tuple(net(kept).items())
    return replace(verdict, value=sums, modifiers=kept, summary=_told(sums) if sums else verdict.summary)


def _told(sums: Sequence[tuple[str, int]]) -> Text:
    """The numbers in a sentence."""
    names = {
        "attack": text("attack"),
        "ac": text("AC"),
        "reflex": text("Reflex"),
        "flat_check": text("flat check DC"),
    }
    return listed(
        composed("{what} {number}", what=names[to], number=str(amount) if to == "flat_check" else f"{amount:+d}")
        for to, amount in sums
    )


class Range(NamedTuple):
    """What the distance makes of a ranged attack.

    Attributes:
        penalty: 0 or a negative number; None when the target is too far away.
        why: in short.
        told: the same as a sentence.
    """

    penalty: int | None
    why: Text = composed("")
    told: Text = composed("")


def _range(case: Case, shot: Shot) -> Range:
    weapon = shot_weapon(case, shot.source.creature)
    if weapon is None:
        return Range(0)
    gaps = gaps_sq(shot.source, shot.target)
    feet = metric_sq(gaps, height_reading(case, gaps)) * SQUARE_FT
    penalty = range_penalty(feet, weapon.range_sq * SQUARE_FT) if weapon.range_sq else 0
    if penalty is None or (weapon.long_range_sq is not None and feet > weapon.long_range_sq * SQUARE_FT):
        case.step("pf2e.attack.range_penalty", text("{feet} ft is too far.", feet=feet))
        return Range(None)
    step = (weapon.range_sq or 0) * SQUARE_FT
    why = text("{feet} ft away, increments of {step} ft", feet=feet, step=step)
    beyond = penalty // int(table("movement")["range_penalty"])
    told = ntext(
        "{feet} ft away is {n} increment of {step} ft beyond the first.",
        "{feet} ft away is {n} increments of {step} ft beyond the first.",
        beyond,
        feet=feet,
        step=step,
    )
    return Range(penalty, why, told)


def shot_weapon(case: Case, attacker: Creature | None) -> Weapon | None:
    """The ranged weapon a question means: the one it names, else the only one the attacker has."""
    if attacker is None:
        return None
    named = named_weapon(case, attacker)
    if named is not None:
        return named if named.ranged else None
    ranged = [one for one in stats(attacker).weapons if one.ranged]
    return ranged[0] if len(ranged) == 1 else None


def _against_area(case: Case, shot: Shot) -> None:
    target = shot.target.creature
    if target is not None and target.mount:
        case.modifier(
            table("modifiers")["rider_reflex"], "reflex", "circumstance", text("mounted"), "pf2e.mounted.penalties"
        )


def _against_attack(case: Case, shot: Shot) -> None:
    attacker, target = shot.source.creature, shot.target.creature
    causes = causes_between(case, shot.source, shot.target)
    if causes and case.explain:
        explain_causes(case, shot.source, shot.target, causes)
    add_flat_checks(case, causes, shot.attack)
    if attacker is not None and "prone" in stats(attacker).conditions:
        words = case.book.condition("prone")
        case.modifier(table("modifiers")["prone_attack"], "attack", "circumstance", words, "pf2e.condition.prone")
    if target is None:
        return
    for condition in flat_footed_by(target):
        words = text("flat-footed: {condition}", condition=case.book.condition(condition))
        _flat_footed(case, words, "pf2e.condition.flat_footed")
    if attacker is None:
        return
    ally = flanking_ally(case, attacker, target) if shot.attack in ("melee", "reach") else None
    if ally is not None:
        argue_flanking(case, attacker, ally, target)
        _flat_footed(case, text("flanked with {ally}", ally=ally.name), "pf2e.flanking.effect")
    if worst(causes_between(case, shot.target, shot.source)) in (HIDDEN, UNDETECTED):
        words = text("{who} does not see {attacker}", who=target.name, attacker=attacker.name)
        _flat_footed(case, words, "pf2e.detect.hidden")


def _flat_footed(case: Case, words: Text, rule: str) -> None:
    case.modifier(int(table("modifiers")["flat_footed_ac"]), "ac", "circumstance", words, rule)


def flat_footed_by(creature: Creature) -> list[str]:
    """Conditions that make a creature flat-footed to everybody; a climb Speed keeps a climber from it.

    Source: pf2e.condition.flat_footed, pf2e.move.climb_speed.
    """
    own = stats(creature)
    found = own.conditions.intersection(table("actions")["flat_footed"])
    return sorted(found - {"climbing"} if "climb" in own.speeds_sq else found)
