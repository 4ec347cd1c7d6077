"""Cover in words: what lies on the one line that counts, what it gives, and what does not count."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.space import Space
from tactics.core.text import Text, listed, text
from tactics.geometry.trace import Met
from tactics.rules.book import Case
from tactics.rules.lines import obstacle_name
from tactics.rulesets.pf2e.shelter import Found, Shot, below_the_line, in_own_space, kind_grade, too_small


def grade_word(grade: str) -> Text:
    """A grade in words."""
    return {
        "none": text("no cover"),
        "lesser": text("lesser cover"),
        "standard": text("standard cover"),
        "greater": text("greater cover"),
        "total": text("no line of effect"),
    }[grade]


def explain_line(case: Case, shot: Shot, found: Found) -> None:
    """Argue the grade of one line: the line, what gives cover on it, what does not."""
    case.step(*_the_line(shot, found))
    pinching = {id(met) for pair in found.pinches for met in pair}
    through: dict[tuple[str, str], list[Text]] = {}
    for met, grade in found.hits:
        if id(met) not in pinching:
            through.setdefault((_rule_of(met, grade), grade), []).append(obstacle_name(met.obstacle))
    for (rule, grade), names in through.items():
        words = text("It runs through {what}: {grade}.", what=listed(names), grade=grade_word(grade))
        case.step(rule, words)
    grades = {id(met): grade for met, grade in found.hits}
    for left, right in found.pinches:
        words = text(
            "{left} and {right} close it from both sides: {grade}.",
            left=obstacle_name(left.obstacle),
            right=obstacle_name(right.obstacle),
            grade=grade_word(grades[id(left)]),
        )
        case.step("pf2e.cover.measure", words)
    _explain_ignored(case, shot, found)
    if not found.hits:
        case.step("pf2e.cover.measure", text("Nothing on it gives cover."))
    elif len({id(met.obstacle) for met, _ in found.hits}) > 1:
        case.step("pf2e.cover.measure", text("Only the best grade counts; cover does not add up."))


def _the_line(shot: Shot, found: Found) -> tuple[str, Text]:
    target = shot.target.name
    if shot.attack == "area":
        start = found.trace.start
        words = text(
            "One line counts, from the point of origin {start} to the centre of {target}.", start=start, target=target
        )
        return "pf2e.cover.area_effects", words
    if isinstance(shot.source.where, Space) and found.trace.start == shot.source.centre:
        words = text(
            "One line counts, from the centre of {source} to the centre of {target}.",
            source=shot.source.name,
            target=target,
        )
    else:
        words = text("One line counts, from {start} to the centre of {target}.", start=found.trace.start, target=target)
    return "pf2e.cover.measure", words


def _rule_of(met: Met, grade: str) -> str:
    if met.obstacle.kind != "body":
        return "pf2e.cover.barrier_kinds"
    return "pf2e.cover.lesser" if grade == "lesser" else "pf2e.cover.large_creatures"


def _explain_ignored(case: Case, shot: Shot, found: Found) -> None:
    hit = {id(met.obstacle) for met, _ in found.hits}
    ignored = [met for met in found.trace.mets if id(met.obstacle) not in hit]
    for met in ignored:
        if met.passes:
            _explain_passed(case, shot, met)
    touched = [met for met in ignored if not met.passes and met.obstacle.cover != "none"]
    if touched:
        what = _names(touched)
        case.step("pf2e.cover.measure", text("It only touches {what}: no cover from that.", what=what))
        if found.grade in ("none", "lesser"):
            case.discretion(text("The line touches {what} on one side; the GM may rule that it is cover.", what=what))


def _names(mets: Iterable[Met]) -> Text:
    return listed(obstacle_name(met.obstacle) for met in mets)


def _explain_passed(case: Case, shot: Shot, met: Met) -> None:
    """Say why something the line runs through gives no cover, if it gives any elsewhere."""
    obstacle, what = met.obstacle, obstacle_name(met.obstacle)
    if obstacle.kind == "body":
        case.step(
            "pf2e.cover.measure", text("{what} shares a space with one of the two and is not between them.", what=what)
        )
    elif kind_grade(obstacle) == "none":
        return
    elif in_own_space(obstacle, shot):
        case.step(
            "pf2e.cover.measure", text("{what} lies in a space at the end of the line and does not count.", what=what)
        )
    elif below_the_line(obstacle, shot):
        case.step("pf2e.cover.measure", text("{what} ends below the line.", what=what))
    elif too_small(case.world, obstacle, shot.target):
        case.step("pf2e.cover.small_obstacle", text("{what} is too small to shelter the target.", what=what))
    else:
        case.step(
            "pf2e.cover.special_circumstances",
            text("The attacker stands beside it and shoots freely: {what}.", what=what),
        )
