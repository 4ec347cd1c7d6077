"""Cover: one line from centre to centre, and what it meets."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import Text, text
from tactics.geometry.trace import Met
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, traced_line
from tactics.rules.verdict import Alternative, Line, Verdict
from tactics.rulesets.pf2e import taking_cover
from tactics.rulesets.pf2e.cover_words import explain_line, grade_word
from tactics.rulesets.pf2e.creatures import named_weapon, stats
from tactics.rulesets.pf2e.distance import gaps_sq, spot
from tactics.rulesets.pf2e.effect import clear_way, show_blocked, way_words
from tactics.rulesets.pf2e.mounted import mount_shelters
from tactics.rulesets.pf2e.shelter import Found, Shot, beside, better, cover_along, grade_index
from tactics.rulesets.pf2e.tables import table
from tactics.world.board import EFFECT
from tactics.world.world import World

TOTAL = "total"
LEANING = "leaning"
"""Condition of an attacker whom the game master lets lean round a corner."""


def asked_attack(case: Case) -> str:
    """The kind of attack: what the question says, else that of its weapon, else melee for neighbours."""
    question = case.question
    if question.attack is not None:
        return question.attack
    if question.origin is not None:
        return "area"
    source, target = question.source, question.to
    if source is None or target is None:
        return "ranged"
    one, other = spot(case.world, source), spot(case.world, target)
    near = isinstance(one.where, Space) and isinstance(other.where, Space) and max(gaps_sq(one, other)) <= 1
    weapon = named_weapon(case, one.creature)
    if weapon is None:
        return "melee" if near else "ranged"
    if weapon.ranged:
        return "ranged"
    return "melee" if near else "reach"


def shot_of(case: Case) -> Shot:
    """The attack a question asks about."""
    attack = asked_attack(case)
    if case.question.to is None:
        raise case.refuse("to", "say whose cover is asked")
    target = spot(case.world, case.question.to)
    attacker = None if case.question.source is None else spot(case.world, case.question.source)
    named_weapon(case, None if attacker is None else attacker.creature)
    if attack == "area":
        origin = case.question.origin if case.question.origin is not None else case.question.source
        if origin is None:
            raise case.refuse("origin", "an area has a point of origin")
        return Shot(spot(case.world, origin), target, attack, attacker)
    if attacker is None:
        raise case.refuse("from", "say who attacks")
    if attacker.creature is not None and attacker.creature == target.creature:
        raise case.refuse("to", "nobody attacks themselves; name two creatures")
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
    best = min([straight, *others], key=lambda one: (grade_index(one.grade), _length_squared(one)))
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


def _length_squared(one: Found) -> int:
    start, end = one.trace.start, one.trace.end
    return (end.x - start.x) ** 2 + (end.y - start.y) ** 2


def _offer_leaning(case: Case, shot: Shot, found: Found) -> None:
    """Say from which corner of its space the attacker would have a freer line if it may lean out.

    Source: pf2e.cover.special_circumstances.
    """
    attacker, space = shot.source.creature, shot.source.where
    if attacker is None or not isinstance(space, Space) or found.grade not in ("standard", "greater"):
        return
    if shot.attack == "area" or LEANING in stats(attacker).conditions:
        return
    others = [cover_along(case.world, shot, corner) for corner in space.outer_corners()]
    best = min(others, key=lambda one: (grade_index(one.grade), _length_squared(one)))
    if grade_index(best.grade) < grade_index(found.grade):
        words = text(
            "The GM may let {who} lean out for an action: from {corner} it is {grade}.",
            who=attacker.name,
            corner=best.trace.start,
            grade=grade_word(best.grade),
        )
        case.discretion(words)


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
    grade = argued_grade(case, shot)
    if grade is None:
        return case.verdict(TOTAL, text("No line of effect."))
    add_modifiers(case, grade, shot.attack)
    return case.verdict(grade, _summary(grade, shot.attack))


def mark_ends(case: Case, shot: Shot) -> None:
    """Name the squares at the two ends of a shot."""
    for name, end in (("origin", shot.source), ("target", shot.target)):
        if isinstance(end.where, Space):
            case.squares(name, tuple(end.where.squares()))


def argued_grade(case: Case, shot: Shot) -> str | None:
    """The grade of cover with everything said and drawn that leads to it, None without line of effect.

    Source: pf2e.cover.measure, pf2e.cover.relative.
    """
    mark_ends(case, shot)
    way = clear_way(case, shot.source.where, shot.target.where)
    if way is None:
        if case.explain:
            show_blocked(case, shot.source, shot.target, EFFECT, "pf2e.cover.relative")
        return None
    if case.explain:
        case.step("pf2e.line_of_effect", way_words(case, way, shot.source, shot.target))
    found = found_cover(case, shot)
    if case.explain:
        case.line(drawn(found))
        if found.grade != "none" and (way.start, way.end) != (found.trace.start, found.trace.end):
            case.line(clear_line(way))
        explain_line(case, shot, found)
        _offer_leaning(case, shot, found)
    blockers = {one for met, _ in found.hits for one in _squares(case.world, met)}
    case.squares("blockers", tuple(sorted(blockers, key=lambda one: (one.y, one.x))))
    return final_grade(case, shot, found)


def drawn(found: Found) -> Line:
    """The line as a verdict shows it."""
    hit = {id(met.obstacle) for met, _ in found.hits}
    return replace(traced_line(found.trace, lambda one: id(one) in hit), blocked=found.grade != "none")


def _squares(world: World, met: Met) -> list[Square]:
    if met.obstacle.creature:
        return list(world.creature(met.obstacle.creature).space.squares())
    return [] if met.obstacle.square is None else [met.obstacle.square]


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
