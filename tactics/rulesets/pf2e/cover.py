"""Cover: one line from centre to centre, and what it meets."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import Text, text
from tactics.geometry.metric import chebyshev_sq
from tactics.geometry.trace import Met
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, obstacle_name, traced_line
from tactics.rules.verdict import Alternative, Line, Verdict
from tactics.rulesets.pf2e import taking_cover
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.distance import spot
from tactics.rulesets.pf2e.effect import clear_way, show_blocked
from tactics.rulesets.pf2e.mounted import mount_shelters
from tactics.rulesets.pf2e.shelter import Found, Shot, beside, better, cover_along, grade_index, too_small
from tactics.rulesets.pf2e.tables import table
from tactics.world.board import EFFECT
from tactics.world.world import World

TOTAL = "total"
LEANING = "leaning"
"""Condition of an attacker whom the game master lets lean round a corner."""


def asked_attack(case: Case) -> str:
    """The kind of attack: what the question says, else melee for neighbours and ranged beyond."""
    if case.question.attack is not None:
        return case.question.attack
    if case.question.origin is not None:
        return "area"
    source, target = case.question.source, case.question.to
    if source is None or target is None:
        return "ranged"
    one, other = spot(case.world, source).where, spot(case.world, target).where
    near = isinstance(one, Space) and isinstance(other, Space) and chebyshev_sq(*one.gap_sq(other)) <= 1
    return "melee" if near else "ranged"


def shot_of(case: Case) -> Shot:
    """The attack a question asks about."""
    attack = asked_attack(case)
    if case.question.to is None:
        raise case.refuse("to", "say whose cover is asked")
    target = spot(case.world, case.question.to)
    attacker = None if case.question.source is None else spot(case.world, case.question.source)
    if attack == "area":
        origin = case.question.origin if case.question.origin is not None else case.question.source
        if origin is None:
            raise case.refuse("origin", "an area has a point of origin")
        return Shot(spot(case.world, origin), target, attack, attacker)
    if attacker is None:
        raise case.refuse("from", "say who attacks")
    return Shot(attacker, target, attack, attacker)


def found_cover(case: Case, shot: Shot) -> Found:
    """The cover of the line itself, before mounts and Take Cover.

    An attacker that leans out measures from the best corner of its space instead of the centre.

    Source: pf2e.cover.measure, pf2e.cover.special_circumstances.
    """
    straight = cover_along(case.world, shot, shot.source.centre)
    attacker = shot.source.creature
    leans = attacker is not None and shot.attack != "area" and LEANING in stats(attacker).conditions
    if not leans or not isinstance(shot.source.where, Space):
        return straight
    others = [cover_along(case.world, shot, corner) for corner in shot.source.where.outer_corners()]
    best = min([straight, *others], key=lambda one: grade_index(one.grade))
    words = text(
        "{who} leans out and measures from {corner}.", who=attacker.name if attacker else "", corner=best.trace.start
    )
    case.step("pf2e.cover.special_circumstances", words)
    for one in [straight, *others]:
        if one is not best:
            why = text(
                "The line from {corner} is no better: {grade}.", corner=one.trace.start, grade=grade_word(one.grade)
            )
            case.alternative(Alternative(one.grade, why, corner=one.trace.start, lines=(drawn(one),)))
    return best


def near_feature(world: World, space: Space) -> bool:
    """Whether there is something beside a space to crouch behind. Source: pf2e.basic.take_cover."""
    for y in range(space.y - 1, space.y + space.height + 1):
        for x in range(space.x - 1, space.x + space.width + 1):
            square = Square(x, y)
            if world.board.inside(square) and world.board.at(square).cover != "none":
                return True
    return any(
        wall.cover != "none" and beside(wall.start, space) and beside(wall.end, space) for wall in world.board.walls
    )


def final_grade(case: Case, shot: Shot, found: Found) -> str:
    """The grade after the target's mount and Take Cover, arguing it on the way.

    Source: pf2e.mounted.lesser_cover, pf2e.basic.take_cover.
    """
    grade, creature = found.grade, shot.target.creature
    if creature is None:
        return grade
    by = None if shot.attacker is None else shot.attacker.creature
    if shot.attack != "area" and mount_shelters(case.world, by, creature):
        grade = better(grade, "lesser")
        case.step("pf2e.mounted.lesser_cover", text("The mount is in the way of attacks from the ground."))
    conditions = stats(creature).conditions
    if taking_cover.CONDITION in conditions:
        near = isinstance(shot.target.where, Space) and near_feature(case.world, shot.target.where)
        taken = taking_cover.taken_cover(grade, attack=shot.attack, prone="prone" in conditions, near_feature=near)
        if taken != grade:
            words = text(
                "{who} has taken cover: {grade} instead of {before}.",
                who=creature.name,
                grade=grade_word(taken),
                before=grade_word(grade),
            )
            case.step("pf2e.basic.take_cover", words)
        grade = taken
    return grade


def grade_word(grade: str) -> Text:
    """A grade in words."""
    return {
        "none": text("no cover"),
        "lesser": text("lesser cover"),
        "standard": text("standard cover"),
        "greater": text("greater cover"),
        TOTAL: text("no line of effect"),
    }[grade]


def add_modifiers(case: Case, grade: str, attack: str) -> None:
    """What a grade is worth. Source: pf2e.cover.lesser, pf2e.cover.standard, pf2e.cover.greater, pf2e.cover.stealth."""
    bonus = int(table("cover")["bonus"].get(grade, 0))
    if not bonus:
        return
    reason = grade_word(grade)
    rule = f"pf2e.cover.{grade}"
    if attack != "area":
        case.modifier(bonus, "ac", "circumstance", reason, rule)
    if grade == "lesser":
        return
    if attack == "area":
        case.modifier(bonus, "reflex", "circumstance", reason, rule)
    case.modifier(bonus, "stealth", "circumstance", reason, "pf2e.cover.stealth")


def judge(case: Case) -> Verdict:
    """The grade of cover: none, lesser, standard, greater or total.

    Source: pf2e.cover.measure, pf2e.cover.relative, pf2e.cover.area_effects.
    """
    shot = shot_of(case)
    for name, end in (("origin", shot.source), ("target", shot.target)):
        if isinstance(end.where, Space):
            case.squares(name, tuple(end.where.squares()))
    way = clear_way(case, shot.source.where, shot.target.where)
    if way is None:
        if case.explain:
            show_blocked(case, shot.source, shot.target, EFFECT, "pf2e.cover.relative")
        return case.verdict(TOTAL, text("No line of effect."))
    found = found_cover(case, shot)
    if case.explain:
        case.step(
            "pf2e.line_of_effect",
            text("The line from {start} to {end} is clear: line of effect.", start=way.start, end=way.end),
        )
        case.line(drawn(found))
        if found.grade != "none" and (way.start, way.end) != (found.trace.start, found.trace.end):
            case.line(clear_line(way))
        _explain(case, shot, found)
    grade = final_grade(case, shot, found)
    case.squares("blockers", tuple(sorted({one for met, _ in found.hits for one in _squares(case.world, met)})))
    add_modifiers(case, grade, shot.attack)
    return case.verdict(grade, _summary(grade, shot.attack))


def drawn(found: Found) -> Line:
    """The line as a verdict shows it."""
    hit = {id(met.obstacle) for met, _ in found.hits}
    return replace(traced_line(found.trace, lambda one: id(one) in hit), blocked=found.grade != "none")


def _squares(world: World, met: Met) -> list[Square]:
    if met.obstacle.creature:
        return list(world.creature(met.obstacle.creature).space.squares())
    return [] if met.obstacle.square is None else [met.obstacle.square]


def _explain(case: Case, shot: Shot, found: Found) -> None:
    start, end = found.trace.start, found.trace.end
    if shot.attack == "area":
        case.step(
            "pf2e.cover.area_effects",
            text("The line runs from the point of origin {start} to the centre {end}.", start=start, end=end),
        )
    else:
        case.step(
            "pf2e.cover.measure", text("One line counts, from {start} to the centre {end}.", start=start, end=end)
        )
    for met, grade in found.hits:
        words = text(
            "The line from {start} to {end} meets {what}: {grade}.",
            start=start,
            end=end,
            what=obstacle_name(met.obstacle),
            grade=grade_word(grade),
        )
        case.step(_rule_of(met, grade), words)
    if not found.hits:
        case.step("pf2e.cover.measure", text("The line meets nothing that gives cover."))
    elif len(found.hits) > 1:
        case.step("pf2e.cover.measure", text("Only the best grade counts; cover does not add up."))
    _explain_ignored(case, shot, found)


def _rule_of(met: Met, grade: str) -> str:
    if met.obstacle.kind != "body":
        return "pf2e.cover.barrier_kinds"
    return "pf2e.cover.lesser" if grade == "lesser" else "pf2e.cover.large_creatures"


def _explain_ignored(case: Case, shot: Shot, found: Found) -> None:
    hit = {id(met.obstacle) for met, _ in found.hits}
    ignored = [met for met in found.trace.mets if id(met.obstacle) not in hit]
    for met in ignored:
        what = obstacle_name(met.obstacle)
        if met.passes and met.obstacle.cover == "arrow_slit":
            words = text("The attacker stands beside it and shoots freely: {what}.", what=what)
            case.step("pf2e.cover.special_circumstances", words)
        elif met.passes and too_small(case.world, met.obstacle, shot.target):
            words = text("{what} is too small to shelter the target.", what=what)
            case.step("pf2e.cover.small_obstacle", words)
    touched = [met for met in ignored if not met.passes and met.obstacle.cover != "none"]
    if touched:
        what = obstacle_name(touched[0].obstacle)
        if len(touched) > 1:
            what = text("{what} and {n} more", what=what, n=len(touched) - 1)
        case.step("pf2e.cover.measure", text("The line only touches {what}: no cover from it.", what=what))
        case.discretion(text("The line touches {what} on one side; the GM may rule that it is cover.", what=what))


def _summary(grade: str, attack: str) -> Text:
    bonus = int(table("cover")["bonus"].get(grade, 0))
    if not bonus:
        return text("No cover.")
    if attack != "area":
        return text("{grade}: +{bonus} AC.", grade=_capital(grade), bonus=bonus)
    if grade == "lesser":
        return text("{grade}: nothing against areas.", grade=_capital(grade))
    return text("{grade}: +{bonus} Reflex.", grade=_capital(grade), bonus=bonus)


def _capital(grade: str) -> Text:
    return {
        "lesser": text("Lesser cover"),
        "standard": text("Standard cover"),
        "greater": text("Greater cover"),
    }[grade]
