"""Everything the position adds to one attack and to the defence against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tactics.core.space import Space
from tactics.core.text import Text, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.cover import add_modifiers, drawn, final_grade, found_cover, grade_word, shot_of
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.detection import HIDDEN, UNDETECTED, add_flat_checks, causes_between, worst
from tactics.rulesets.pf2e.distance import gaps_sq, height_reading, metric_sq, range_penalty
from tactics.rulesets.pf2e.effect import clear_way
from tactics.rulesets.pf2e.flanking import flanking_ally
from tactics.rulesets.pf2e.shelter import Shot
from tactics.rulesets.pf2e.stacking import net, stacked
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Creature, Weapon


def judge(case: Case) -> Verdict:
    """Net modifiers to the attack, to the target's AC or Reflex save, and the DC of the flat check.

    Source: pf2e.bonus.same_type_no_stack, pf2e.penalty.stacking.
    """
    shot = shot_of(case)
    for name, end in (("origin", shot.source), ("target", shot.target)):
        if isinstance(end.where, Space):
            case.squares(name, tuple(end.where.squares()))
    impossible = text("No line of effect: the target cannot be attacked.")
    if clear_way(case, shot.source.where, shot.target.where) is None:
        case.step("pf2e.cover.relative", impossible)
        return case.verdict((), impossible)
    if shot.attack == "ranged" and not _range(case, shot):
        return case.verdict((), text("The target is out of range."))
    found = found_cover(case, shot)
    grade = final_grade(case, shot, found)
    if case.explain:
        case.line(drawn(found))
    case.step("pf2e.cover.measure", text("The line from centre to centre: {grade}.", grade=grade_word(grade)))
    add_modifiers(case, grade, shot.attack)
    if shot.attack == "area":
        _against_area(case, shot)
    else:
        _against_attack(case, shot)
    return _summed(case)


def _summed(case: Case) -> Verdict:
    verdict = case.verdict((), text("Nothing changes the attack."))
    listed = stacked(one for one in verdict.modifiers if one.to != "stealth")
    sums = tuple(net(listed).items())
    return replace(verdict, value=sums, modifiers=listed, summary=_told(sums) or verdict.summary)


def _told(sums: Sequence[tuple[str, int]]) -> Text | None:
    """The numbers in a sentence, None when there are none."""
    names = {
        "attack": text("attack"),
        "ac": text("AC"),
        "reflex": text("Reflex"),
        "flat_check": text("flat check DC"),
    }
    told: Text | None = None
    for to, amount in sums:
        number = str(amount) if to == "flat_check" else f"{amount:+d}"
        one = text("{what} {number}", what=names[to], number=number)
        told = one if told is None else text("{one}, {other}", one=told, other=one)
    return told


def _range(case: Case, shot: Shot) -> bool:
    """Add what the distance costs a ranged attack; False when the target is too far away."""
    weapon = shot_weapon(case, shot.source.creature)
    if weapon is None:
        return True
    gaps = gaps_sq(shot.source, shot.target)
    feet = metric_sq(gaps, height_reading(case, gaps)) * SQUARE_FT
    penalty = range_penalty(feet, weapon.range_sq * SQUARE_FT) if weapon.range_sq else 0
    if penalty is None or (weapon.long_range_sq is not None and feet > weapon.long_range_sq * SQUARE_FT):
        case.step("pf2e.attack.range_penalty", text("{feet} ft is too far.", feet=feet))
        return False
    if penalty:
        words = text("{feet} ft away, increments of {step} ft", feet=feet, step=(weapon.range_sq or 0) * SQUARE_FT)
        case.modifier(penalty, "attack", "", words, "pf2e.attack.range_penalty")
    return True


def shot_weapon(case: Case, attacker: Creature | None) -> Weapon | None:
    """The ranged weapon a question means: the one it names, else the only one the attacker has."""
    if attacker is None:
        return None
    ranged = [one for one in stats(attacker).weapons if one.ranged]
    if case.question.weapon is not None:
        named = [one for one in stats(attacker).weapons if one.name == case.question.weapon]
        if not named:
            raise case.refuse("weapon", f"{attacker.id} has no {case.question.weapon!r}")
        return named[0] if named[0].ranged else None
    return ranged[0] if len(ranged) == 1 else None


def _against_area(case: Case, shot: Shot) -> None:
    target = shot.target.creature
    if target is not None and target.mount:
        case.modifier(
            table("modifiers")["rider_reflex"], "reflex", "circumstance", text("mounted"), "pf2e.mounted.penalties"
        )


def _against_attack(case: Case, shot: Shot) -> None:
    attacker, target = shot.source.creature, shot.target.creature
    add_flat_checks(case, causes_between(case, shot.source, shot.target), shot.attack)
    if attacker is not None and "prone" in stats(attacker).conditions:
        case.modifier(
            table("modifiers")["prone_attack"],
            "attack",
            "circumstance",
            case.book.condition("prone"),
            "pf2e.condition.prone",
        )
    if target is None:
        return
    flat_footed = int(table("modifiers")["flat_footed_ac"])
    for condition in sorted(stats(target).conditions.intersection(table("actions")["flat_footed"])):
        words = text("flat-footed: {condition}", condition=case.book.condition(condition))
        case.modifier(flat_footed, "ac", "circumstance", words, "pf2e.condition.flat_footed")
    if attacker is None:
        return
    ally = flanking_ally(case, attacker, target) if shot.attack in ("melee", "reach") else None
    if ally is not None:
        words = text("flanked with {ally}", ally=ally.name)
        case.modifier(flat_footed, "ac", "circumstance", words, "pf2e.flanking.effect")
    if worst(causes_between(case, shot.target, shot.source)) in (HIDDEN, UNDETECTED):
        words = text("the attacker is not seen")
        case.modifier(flat_footed, "ac", "circumstance", words, "pf2e.detect.hidden")
