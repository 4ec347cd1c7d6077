"""Flanking."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tactics.core.lattice import UNIT
from tactics.core.space import Space
from tactics.core.text import Text, listed, text
from tactics.geometry.flank import SIDES, opposite, sides_met
from tactics.rules.book import Case
from tactics.rules.verdict import Alternative, Line, Verdict
from tactics.rulesets.pf2e.creatures import can_act, foot_ft, head_ft, is_ally, is_enemy, space_of
from tactics.rulesets.pf2e.distance import spot
from tactics.rulesets.pf2e.reach import Reach, asked_reach, in_reach, reach_of
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Creature
from tactics.world.world import World


class Reason(NamedTuple):
    """Why somebody does not flank, and the rule that says so."""

    rule: str
    why: Text


def judge(case: Case) -> Verdict:
    """Whether an attacker flanks a target, with one partner or with any.

    Source: pf2e.flanking.position, pf2e.flanking.requirements, pf2e.flanking.effect.
    """
    source, to = case.question.source, case.question.to
    if not isinstance(source, str) or not isinstance(to, str):
        raise case.refuse("from", "flanking is between creatures")
    attacker, target = case.world.creature(source), case.world.creature(to)
    case.squares("origin", tuple(space_of(case.world, attacker).squares()))
    case.squares("target", tuple(space_of(case.world, target).squares()))
    reason = unfit(case, attacker, target, asked_reach(case, attacker))
    if reason is not None:
        case.step(*reason)
        return case.verdict(False, text("No flanking: {why}", why=reason.why))
    asked = case.question.partner
    partners = allies_of(case.world, attacker) if asked is None else [case.world.creature(asked)]
    found = [one for one in partners if _argued(case, attacker, one, target)]
    if not found:
        if not partners:
            case.step("pf2e.flanking.requirements", text("{who} has no ally here.", who=attacker.name))
        elif asked is None:
            words = text(
                "No ally of {who} stands opposite, able to strike {target}.", who=attacker.name, target=target.name
            )
            case.step("pf2e.flanking.position", words)
        return case.verdict(False, text("No flanking."))
    case.modifier(table("modifiers")["flat_footed_ac"], "ac", "circumstance", text("flanked"), "pf2e.flanking.effect")
    words = text("{who} is flat-footed to melee attacks of the two.", who=target.name)
    case.step("pf2e.flanking.effect", words)
    summary = text("{who} and {ally} flank.", who=attacker.name, ally=found[0].name)
    return case.verdict(True, summary, creatures=tuple(one.id for one in found))


def allies_of(world: World, attacker: Creature) -> list[Creature]:
    """Everybody on the attacker's side but itself."""
    return [one for one in world.creatures if is_ally(attacker, one)]


def flanking_ally(case: Case, attacker: Creature, target: Creature) -> Creature | None:
    """An ally with whom an attacker flanks a target, None when there is none. Source: pf2e.flanking.effect."""
    if unfit(case, attacker, target, reach_of(case.world, attacker)) is not None:
        return None
    allies = allies_of(case.world, attacker)
    return next((one for one in allies if _objection(case, attacker, one, target) is None), None)


def unfit(case: Case, flanker: Creature, target: Creature, reach: Reach | None) -> Reason | None:
    """Why a creature cannot take part in flanking a target, None when it can.

    Source: pf2e.flanking.requirements.
    """
    rule = "pf2e.flanking.requirements"
    if not can_act(flanker):
        return Reason("pf2e.action.cannot_act", text("{who} cannot act.", who=flanker.name))
    if not is_enemy(flanker, target):
        return Reason(rule, text("{who} is no enemy of the target.", who=flanker.name))
    if reach is None:
        return Reason(rule, text("{who} cannot make melee attacks.", who=flanker.name))
    if reach.squares == 0:
        return Reason(rule, text("{who} has no reach beyond its own square.", who=flanker.name))
    if in_reach(case, flanker, reach, spot(case.world, target.id)) is None:
        return Reason(rule, text("{who} does not have the target within reach.", who=flanker.name))
    return None


def _objection(case: Case, attacker: Creature, partner: Creature, target: Creature) -> Reason | None:
    """Why a pair does not flank, None when it does; the attacker itself is known to be fit."""
    if not is_ally(attacker, partner):
        words = text("{who} is no ally of {other}.", who=partner.name, other=attacker.name)
        return Reason("pf2e.flanking.requirements", words)
    if not opposite_sides(case.world, attacker, partner, target):
        return Reason("pf2e.flanking.position", _position_words(case.world, attacker, partner, target))
    return unfit(case, partner, target, reach_of(case.world, partner))


def _argued(case: Case, attacker: Creature, partner: Creature, target: Creature) -> bool:
    """Whether a pair flanks, with the line drawn and the argument made."""
    objection = _objection(case, attacker, partner, target)
    if objection is None:
        argue_flanking(case, attacker, partner, target)
    elif case.question.partner is None:
        line = flanking_line(case.world, attacker, partner, blocked=True)
        why = text("With {ally}: {why}", ally=partner.name, why=objection.why)
        case.alternative(Alternative(False, why, lines=(line,)))
    else:
        case.line(flanking_line(case.world, attacker, partner, blocked=True))
        case.step(*objection)
    return objection is None


def argue_flanking(case: Case, attacker: Creature, partner: Creature, target: Creature) -> None:
    """Draw the line of a pair that flanks and say which sides it runs through."""
    if not case.explain:
        return
    case.line(flanking_line(case.world, attacker, partner, blocked=False))
    case.step("pf2e.flanking.position", _position_words(case.world, attacker, partner, target))
    words = text("{a} and {b} both have {target} within reach.", a=attacker.name, b=partner.name, target=target.name)
    case.step("pf2e.flanking.requirements", words)


def flanking_line(world: World, attacker: Creature, partner: Creature, *, blocked: bool) -> Line:
    """The line from centre to centre of two flankers."""
    return Line(space_of(world, attacker).centre, space_of(world, partner).centre, blocked=blocked, role="flank")


def _position_words(world: World, attacker: Creature, partner: Creature, target: Creature) -> Text:
    """Which sides of the target the line between two centres meets. Source: pf2e.flanking.position."""
    names = {"a": attacker.name, "b": partner.name, "target": target.name}
    if len({foot_ft(world, one) for one in (attacker, partner, target)}) > 1:
        if opposite_sides(world, attacker, partner, target):
            return text(
                "In three dimensions the line from {a} to {b} runs through opposite sides of {target}.", **names
            )
        return text("In three dimensions the line from {a} to {b} misses opposite sides of {target}.", **names)
    ends = space_of(world, attacker).centre, space_of(world, partner).centre
    sides = sides_met(*ends, space_of(world, target))
    if not sides:
        return text("The line from {a} to {b} does not cross {target}.", **names)
    if len(sides) == len(SIDES):
        return text("The line from {a} to {b} runs through opposite corners of {target}.", **names)
    words = {"left": text("left"), "top": text("upper"), "right": text("right"), "bottom": text("lower")}
    met = listed(words[one] for one in sides)
    if opposite(*ends, space_of(world, target)):
        return text("The line from {a} to {b} runs through opposite sides of {target}: {sides}.", sides=met, **names)
    return text(
        "The line from {a} to {b} does not run through opposite sides of {target}: {sides}.", sides=met, **names
    )


def opposite_sides(world: World, one: Creature, other: Creature, target: Creature) -> bool:
    """Whether the line between two centres meets opposite sides or corners of the target's space.

    Heights count as a third direction, so creatures above and below flank.

    Source: pf2e.flanking.position, pf2e.aerial.three_dimensional.
    """
    first, second, space = space_of(world, one), space_of(world, other), space_of(world, target)
    feet = {foot_ft(world, creature) for creature in (one, other, target)}
    if len(feet) == 1:
        return opposite(first.centre, second.centre, space)
    return _opposite_faces(_centre(world, one), _centre(world, other), _box(world, target, space))


Solid = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""From and to along columns, rows and height, in lattice units."""


def _height_units(feet: int) -> int:
    return feet * UNIT // SQUARE_FT


def _centre(world: World, creature: Creature) -> tuple[int, int, int]:
    middle = space_of(world, creature).centre
    low, high = _height_units(foot_ft(world, creature)), _height_units(head_ft(world, creature))
    return middle.x, middle.y, (low + high) // 2


def _box(world: World, creature: Creature, space: Space) -> Solid:
    left, top = space.x * UNIT, space.y * UNIT
    heights = _height_units(foot_ft(world, creature)), _height_units(head_ft(world, creature))
    return (left, left + space.width * UNIT), (top, top + space.height * UNIT), heights


def _opposite_faces(a: tuple[int, int, int], b: tuple[int, int, int], box: Solid) -> bool:
    return any(a[axis] != b[axis] and all(_on_face(a, b, box, axis, face) for face in box[axis]) for axis in range(3))


def _on_face(a: tuple[int, int, int], b: tuple[int, int, int], box: Solid, axis: int, face: int) -> bool:
    """Whether the segment meets the closed face of a box that lies at one place of an axis."""
    share = Fraction(face - a[axis], b[axis] - a[axis])
    if not 0 <= share <= 1:
        return False
    return all(
        low <= a[other] + (b[other] - a[other]) * share <= high
        for other, (low, high) in enumerate(box)
        if other != axis
    )
