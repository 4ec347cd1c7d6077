"""Flanking: two allies on opposite sides of an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tactics.core.lattice import Square, centre
from tactics.core.space import Space, square_space
from tactics.core.text import text
from tactics.geometry.flank import opposite
from tactics.rules.book import Case
from tactics.rules.verdict import Alternative, Line, Verdict
from tactics.rulesets.dnd4e.adjacency import adjacent, touching
from tactics.rulesets.dnd4e.effect import can_see, has_effect
from tactics.rulesets.dnd4e.reach import can_strike
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.spots import called, creature_spot, enemies, space_of
from tactics.rulesets.dnd4e.tables import attack_modifiers, forbidding
from tactics.world.creature import Creature


@dataclass(frozen=True, slots=True)
class Flank:
    """Two flankers and the squares whose centres the line joins."""

    partner: Creature
    own: Square
    other: Square


def judge(case: Case) -> Verdict:
    """Whether a creature flanks an enemy, with a certain ally or with any.

    Source: dnd4e.flank.line, dnd4e.flank.large, dnd4e.flank.reach, dnd4e.flank.able
    """
    world = case.world
    flanker, target = _creature(case, case.question.source, "from"), _creature(case, case.question.to, "to")
    if case.question.partner is not None:
        partners = [world.creature(case.question.partner)]
    else:
        partners = [
            one for one in world.creatures if one.side == flanker.side and one.id not in (flanker.id, target.id)
        ]
    case.squares("origin", tuple(space_of(world, flanker).squares()))
    case.squares("target", tuple(space_of(world, target).squares()))
    refusal = why_not(case, flanker, target)
    if refusal is not None:
        case.step(refusal.rule, refusal.why)
        return _no(case, flanker, target)
    for partner in partners:
        found = _with(case, flanker, partner, target)
        if isinstance(found, Flank):
            return _yes(case, flanker, target, found)
        if len(partners) == 1:
            case.step(found.rule, found.why)
        else:
            case.alternative(Alternative(False, found.why, square=space_of(world, partner).anchor))
    if not partners:
        case.step("dnd4e.flank.line", text("{name} has no ally here.", name=called(flanker)))
    elif len(partners) > 1:
        case.step("dnd4e.flank.line", text("None of the allies stands opposite."))
    return _no(case, flanker, target)


def find_flank(case: Case, flanker: Creature, target: Creature) -> Flank | None:
    """The first ally with whom a creature flanks an enemy.

    Source: dnd4e.flank.line
    """
    if why_not(case, flanker, target) is not None:
        return None
    for partner in case.world.creatures:
        if partner.side == flanker.side and partner.id not in (flanker.id, target.id):
            found = _with(case, flanker, partner, target)
            if isinstance(found, Flank):
                return found
    return None


def why_not(case: Case, flanker: Creature, target: Creature) -> Refusal | None:
    """Why a creature cannot be one of two flankers where it stands, None when it can.

    Source: dnd4e.flank.able, dnd4e.flank.reach
    """
    name = called(flanker)
    if not enemies(flanker, target):
        return Refusal("dnd4e.flank.able", text("{a} is no enemy of {b}.", a=name, b=called(target)))
    held = forbidding(flanker, "flank")
    if held is not None:
        return Refusal(
            "dnd4e.flank.able", text("{name} is {condition} and cannot flank.", name=name, condition=held.name)
        )
    own, theirs = creature_spot(case.world, flanker), creature_spot(case.world, target)
    if not adjacent(own, theirs) or own.space.overlaps(theirs.space):
        return Refusal("dnd4e.flank.reach", text("{name} is not adjacent to the target.", name=name))
    if not can_strike(case, own, theirs, 1):
        return Refusal("dnd4e.flank.able", text("{name} has no line of effect to the target.", name=name))
    if not can_see(case, own, theirs):
        return Refusal("dnd4e.flank.able", text("{name} cannot see the target.", name=name))
    return None


def _with(case: Case, flanker: Creature, partner: Creature, target: Creature) -> Flank | Refusal:
    if partner.side != flanker.side or partner.id == flanker.id:
        return Refusal("dnd4e.flank.line", text("{a} is no ally of {b}.", a=called(partner), b=called(flanker)))
    refusal = why_not(case, partner, target)
    if refusal is not None:
        return refusal
    space = space_of(case.world, target)
    own = list(_flanking_squares(case, space_of(case.world, flanker), space))
    others = list(_flanking_squares(case, space_of(case.world, partner), space))
    for one in own:
        for other in others:
            if opposite(centre(one), centre(other), space):
                return Flank(partner, one, other)
    case.line(*(Line(centre(one), centre(other), True, role="flank") for one in own[:1] for other in others[:1]))
    return Refusal(
        "dnd4e.flank.line",
        text(
            "The line from {a} to {b} does not cross opposite sides or corners of the target.",
            a=called(flanker),
            b=called(partner),
        ),
    )


def _flanking_squares(case: Case, own: Space, target: Space) -> Iterator[Square]:
    for square in own.squares():
        single = square_space(square)
        if touching(single, target) and (own.width == 1 or has_effect(case, single, target)):
            yield square


def _creature(case: Case, place: object, argument: str) -> Creature:
    if not isinstance(place, str):
        raise case.refuse(argument, "flanking is between creatures: name one")
    return case.world.creature(place)


def _yes(case: Case, flanker: Creature, target: Creature, found: Flank) -> Verdict:
    case.line(Line(centre(found.own), centre(found.other), False, role="flank"))
    if max(flanker.space.width, found.partner.space.width) > 1:
        case.step(
            "dnd4e.flank.large",
            text("A big creature flanks with one of its squares: {a} and {b}.", a=found.own, b=found.other),
        )
    case.step(
        "dnd4e.flank.line",
        text(
            "The line from {a} to {b} crosses opposite sides or corners of {name}.",
            a=found.own,
            b=found.other,
            name=called(target),
        ),
    )
    bonus = attack_modifiers()["combat_advantage"]
    case.modifier(bonus, "attack", "combat advantage", text("flanking"), "dnd4e.ca.bonus")
    summary = text("{a} and {b} flank {name}.", a=called(flanker), b=called(found.partner), name=called(target))
    return case.verdict(True, summary, creatures=(found.partner.id,))


def _no(case: Case, flanker: Creature, target: Creature) -> Verdict:
    return case.verdict(False, text("{a} does not flank {b}.", a=called(flanker), b=called(target)))
