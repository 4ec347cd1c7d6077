"""Cover: one line from centre to centre, and what it meets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.core.text import Text, text
from tactics.geometry.metric import chebyshev_sq
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Met, Obstacle, Trace
from tactics.rules.book import Case
from tactics.rules.lines import clear_line, obstacle_name, traced_line
from tactics.rules.verdict import Alternative, Line, Verdict
from tactics.rulesets.pf2e import taking_cover
from tactics.rulesets.pf2e.creatures import same_party, stats
from tactics.rulesets.pf2e.distance import Spot, spot
from tactics.rulesets.pf2e.effect import clear_way, show_blocked
from tactics.rulesets.pf2e.mounted import mount_shelters
from tactics.rulesets.pf2e.sizes import rank, steps_above
from tactics.rulesets.pf2e.tables import table
from tactics.world.board import EFFECT
from tactics.world.world import World

TOTAL = "total"
LEANING = "leaning"
"""Condition of an attacker whom the game master lets lean round a corner."""


def grade_index(grade: str) -> int:
    """Place of a grade from none to greater."""
    grades: list[str] = table("cover")["grades"]
    return grades.index(grade)


def better(one: str, other: str) -> str:
    """The higher of two grades; nothing adds up. Source: pf2e.cover.measure."""
    return max(one, other, key=grade_index)


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


@dataclass(frozen=True, slots=True)
class Shot:
    """One attack or effect whose cover is asked.

    Attributes:
        source: the attacker, or where the area starts.
        target: who may have cover.
        attack: melee, reach, ranged or area.
        attacker: who attacks, None for an area that names nobody.
    """

    source: Spot
    target: Spot
    attack: str
    attacker: Spot | None


@dataclass(frozen=True, slots=True)
class Found:
    """The cover one line gives.

    Attributes:
        grade: none, lesser, standard or greater.
        trace: the line.
        hits: what gives the cover, with its grade.
    """

    grade: str
    trace: Trace
    hits: tuple[tuple[Met, str], ...]


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


def shelter(world: World, shot: Shot, met: Met) -> str:
    """The grade one thing on the line gives.

    Source: pf2e.cover.barrier_kinds, pf2e.cover.large_creatures, pf2e.cover.special_circumstances,
    pf2e.cover.small_obstacle.
    """
    obstacle = met.obstacle
    if obstacle.kind == "body":
        return creature_grade(world.creature(obstacle.creature).size, shot)
    own = (shot.source.where, shot.target.where)
    if obstacle.square is not None and any(isinstance(one, Space) and one.holds(obstacle.square) for one in own):
        return "none"
    if _below_the_line(obstacle, shot) or too_small(world, obstacle, shot.target):
        return "none"
    if obstacle.cover == "arrow_slit" and beside(met.at, shot.source.where):
        return "none"
    grade: str = table("cover")["shelter"][obstacle.cover]
    return better(grade, "standard") if EFFECT in obstacle.blocks else grade


def creature_grade(size: str, shot: Shot) -> str:
    """The grade a creature of a size gives: lesser, standard when it is far bigger than both ends.

    Source: pf2e.cover.lesser, pf2e.cover.large_creatures.
    """
    rules = table("cover")["creature"]
    ends = [one.creature.size for one in (shot.attacker, shot.target) if one is not None and one.creature is not None]
    big = bool(ends) and all(steps_above(size, one) >= rules["bigger_by"] for one in ends)
    return str(rules["big_grade"] if big else rules["grade"])


def beside(at: Point, where: Space | Point) -> bool:
    """Whether a place on a line lies less than a square away from a space.

    Source: pf2e.cover.special_circumstances.
    """
    if not isinstance(where, Space):
        return False
    left, top = where.x * UNIT, where.y * UNIT
    right, bottom = left + where.width * UNIT, top + where.height * UNIT
    return max(left - at.x, at.x - right, top - at.y, at.y - bottom) < UNIT


def too_small(world: World, obstacle: Obstacle, target: Spot) -> bool:
    """Whether an obstacle is marked as sheltering only smaller creatures. Source: pf2e.cover.small_obstacle."""
    if obstacle.square is None or target.creature is None:
        return False
    most = world.board.at(obstacle.square).shelters_up_to
    return bool(most) and rank(target.creature.size) > rank(most)


def _below_the_line(obstacle: Obstacle, shot: Shot) -> bool:
    if obstacle.top_ft is None:
        return False
    return min(shot.source.foot_ft, shot.target.foot_ft) >= obstacle.ground_z_ft + obstacle.top_ft


def bodies_between(world: World, shot: Shot) -> tuple[Obstacle, ...]:
    """Creatures that can stand in the way: not those at the two ends, and at the height of the line."""
    ends: set[str] = set()
    for one in (shot.source, shot.target, shot.attacker):
        if one is not None and one.creature is not None:
            ends |= same_party(world, one.creature)
    low = min(shot.source.foot_ft, shot.target.foot_ft)
    high = max(shot.source.head_ft, shot.target.head_ft)
    aside = {one.id for one in world.creatures if _out_of_height(world, one.id, low, high)}
    return scene_of(world).bodies(ends | aside)


def _out_of_height(world: World, id: str, low_ft: int, high_ft: int) -> bool:
    one = spot(world, id)
    return one.foot_ft >= high_ft or one.head_ft <= low_ft


def cover_along(world: World, shot: Shot, start: Point) -> Found:
    """What one line to the target's centre gives. Source: pf2e.cover.measure."""
    line = scene_of(world).trace(start, shot.target.centre, bodies=bodies_between(world, shot))
    graded = {id(met.obstacle): shelter(world, shot, met) for met in line.mets}

    def gives(obstacle: Obstacle) -> bool:
        return graded[id(obstacle)] != "none"

    hits = [(met, graded[id(met.obstacle)]) for met in line.mets if met.passes and gives(met.obstacle)]
    for pinch in line.pinches(gives):
        hits += [(met, graded[id(met.obstacle)]) for met in (pinch.left, pinch.right)]
    grade = "none"
    for _, one in hits:
        grade = better(grade, one)
    return Found(grade, line, tuple(hits))


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
            why = text("The line from {corner} gives more cover.", corner=one.trace.start)
            case.alternative(Alternative(one.grade, why, corner=one.trace.start, lines=(_drawn(one),)))
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
            show_blocked(case, shot.source, shot.target, EFFECT)
            case.step(
                "pf2e.cover.relative", text("No straight line from the one to the other is clear: no line of effect.")
            )
        return case.verdict(TOTAL, text("No line of effect."))
    found = found_cover(case, shot)
    if case.explain:
        case.step(
            "pf2e.line_of_effect",
            text("The line from {start} to {end} is clear: line of effect.", start=way.start, end=way.end),
        )
        case.line(_drawn(found), *([clear_line(way)] if found.grade != "none" else []))
        _explain(case, shot, found)
    grade = final_grade(case, shot, found)
    case.squares("blockers", tuple(sorted({one for met, _ in found.hits for one in _squares(case.world, met)})))
    add_modifiers(case, grade, shot.attack)
    return case.verdict(grade, _summary(grade, shot.attack))


def _drawn(found: Found) -> Line:
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
            "pf2e.cover.measure", text("One line counts, from centre {start} to centre {end}.", start=start, end=end)
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
    for met in found.trace.mets:
        if id(met.obstacle) in hit:
            continue
        what = obstacle_name(met.obstacle)
        if met.passes and met.obstacle.cover == "arrow_slit":
            case.step(
                "pf2e.cover.special_circumstances",
                text("The attacker stands beside {what} and shoots freely.", what=what),
            )
        elif met.passes and too_small(case.world, met.obstacle, shot.target):
            case.step("pf2e.cover.small_obstacle", text("{what} is too small to shelter the target.", what=what))
        elif not met.passes and met.obstacle.cover != "none":
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
