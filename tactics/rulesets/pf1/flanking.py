"""Flanking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tactics.core.lattice import Square, centre
from tactics.core.space import Space
from tactics.core.text import Param, Text, composed, listed, text
from tactics.geometry.flank import SIDES, opposite, sides_met
from tactics.rules.book import Case
from tactics.rules.verdict import Line, Verdict
from tactics.rulesets.pf1.occupancy import Refusal
from tactics.rulesets.pf1.places import called, creature_of, creature_spot, space_of
from tactics.rulesets.pf1.reach import can_threaten, longest_reach_sq, melee_bands, squares_struck
from tactics.rulesets.pf1.sizes import FEET, natural_reach_sq
from tactics.rulesets.pf1.tables import table
from tactics.world.creature import Creature


class Pair(NamedTuple):
    """Squares of two flankers whose line crosses the target from side to side."""

    here: Square
    there: Square
    partner: Creature


class Flank(NamedTuple):
    """What became of a flanking: the pair, or why each candidate does not do."""

    pair: Pair | None
    refusals: tuple[Refusal, ...] = ()


def judge(case: Case) -> Verdict:
    """Whether an attacker flanks a target, with one ally or with some ally.

    Source: pf1.flank.basic, pf1.flank.line_test, pf1.flank.big_flanker, pf1.flank.must_threaten
    """
    attacker = creature_of(case, case.question.source, "from")
    target = creature_of(case, case.question.to, "to")
    if attacker.id == target.id:
        raise case.refuse("to", "name somebody else than the attacker")
    case.squares("origin", tuple(space_of(case.world, attacker).squares()))
    case.squares("target", tuple(space_of(case.world, target).squares()))
    pair, refusals = flanks(case, attacker, target, _partners(case, attacker, target), case.question.weapon)
    names = {"attacker": called(attacker), "target": called(target)}
    if pair is None:
        for refusal in refusals:
            case.step(*refusal)
        for partner in _misplaced(case, attacker, target, refusals):
            case.line(
                Line(space_of(case.world, attacker).centre, space_of(case.world, partner).centre, True, role="flank")
            )
        return case.verdict(False, text("{attacker} does not flank {target}.", **names))
    explain_pair(case, attacker, target, pair)
    case.squares("partner", tuple(space_of(case.world, pair.partner).squares()))
    bonus: int = table("modifiers")["flanking"]["attack"]
    case.modifier(bonus, "attack", "flanking", text("flanking"), "pf1.flank.basic")
    words = text("{attacker} and {partner} flank {target}.", partner=called(pair.partner), **names)
    return case.verdict(True, words, creatures=(pair.partner.id,))


def explain_pair(case: Case, attacker: Creature, target: Creature, pair: Pair) -> None:
    """Say and draw how two flank: the line through opposite sides, and that both threaten."""
    case.step("pf1.flank.line_test", _position_words(case, attacker, target, pair))
    names = {"a": called(attacker), "b": called(pair.partner), "target": called(target)}
    case.step("pf1.flank.must_threaten", text("{a} and {b} both threaten {target}.", **names))
    case.line(Line(centre(pair.here), centre(pair.there), False, role="flank"))


def _position_words(case: Case, attacker: Creature, target: Creature, pair: Pair) -> Text:
    """Which sides of the target the line between the centres of two squares meets."""
    names: dict[str, Param] = {
        "a": composed("{name} ({square})", name=called(attacker), square=pair.here),
        "b": composed("{name} ({square})", name=called(pair.partner), square=pair.there),
        "target": called(target),
    }
    ends, space = (centre(pair.here), centre(pair.there)), space_of(case.world, target)
    sides = sides_met(*ends, space)
    if not sides:
        return text("The line from {a} to {b} does not cross {target}.", **names)
    if len(sides) == len(SIDES):
        return text("The line from {a} to {b} runs through opposite corners of {target}.", **names)
    words = {"left": text("left"), "top": text("upper"), "right": text("right"), "bottom": text("lower")}
    met = listed(words[one] for one in sides)
    if opposite(*ends, space):
        return text("The line from {a} to {b} runs through opposite sides of {target}: {sides}.", sides=met, **names)
    return text(
        "The line from {a} to {b} does not run through opposite sides of {target}: {sides}.", sides=met, **names
    )


def _misplaced(case: Case, attacker: Creature, target: Creature, refusals: tuple[Refusal, ...]) -> Iterator[Creature]:
    """The allies who would flank if they stood elsewhere; the named one in any case."""
    partners = _partners(case, attacker, target)
    for partner, refusal in zip(partners, refusals, strict=False):
        if refusal.rule == "pf1.flank.line_test" or case.question.partner is not None:
            yield partner


def _partners(case: Case, attacker: Creature, target: Creature) -> tuple[Creature, ...]:
    """The ally that was named, or all there are."""
    named = case.question.partner
    if named is None:
        return allies_against(case, attacker, target)
    partner = case.world.creature(named)
    if partner.id in (attacker.id, target.id):
        raise case.refuse("with", "name a third creature")
    return (partner,)


def allies_against(case: Case, attacker: Creature, target: Creature) -> tuple[Creature, ...]:
    """Everybody else of the attacker's side."""
    return tuple(
        one for one in case.world.creatures if one.side == attacker.side and one.id not in (attacker.id, target.id)
    )


def flanks(
    case: Case, attacker: Creature, target: Creature, partners: Iterable[Creature], weapon: str | None = None
) -> Flank:
    """The first pair of squares by which an attacker flanks.

    Source: pf1.flank.basic, pf1.flank.must_threaten, pf1.flank.reach_zero
    """
    if not case.explain:
        # Where they stand is quickly seen, what they reach is not.
        partners = [
            one
            for one in partners
            if _may_reach(case, one, target) and opposite_pair(*_spaces(case, attacker, one, target)) is not None
        ]
        if not partners:
            return Flank(None)
    refusal = _no_help(case, attacker, target, weapon)
    if refusal is not None:
        return Flank(None, (refusal,))
    refusals: list[Refusal] = []
    for partner in partners:
        refusal = _no_ally(attacker, partner) or _no_help(case, partner, target)
        if refusal is not None:
            refusals.append(refusal)
            continue
        pair = opposite_pair(*_spaces(case, attacker, partner, target))
        if pair is not None:
            return Flank(Pair(*pair, partner))
        refusals.append(Refusal("pf1.flank.line_test", _misplaced_words(case, attacker, partner, target)))
    return Flank(None, tuple(refusals) or (Refusal("pf1.flank.basic", text("There is no ally.")),))


def _may_reach(case: Case, creature: Creature, target: Creature) -> bool:
    """Whether a creature is not too far away to threaten somebody."""
    away = space_of(case.world, creature).gap_sq(space_of(case.world, target))
    return max(away) <= longest_reach_sq(creature)


def _spaces(case: Case, attacker: Creature, partner: Creature, target: Creature) -> tuple[Space, Space, Space]:
    return space_of(case.world, attacker), space_of(case.world, partner), space_of(case.world, target)


def _misplaced_words(case: Case, attacker: Creature, partner: Creature, target: Creature) -> Text:
    here, there = space_of(case.world, attacker), space_of(case.world, partner)
    if here.width == there.width == 1:
        return _position_words(case, attacker, target, Pair(here.anchor, there.anchor, partner))
    names = {"attacker": called(attacker), "partner": called(partner)}
    return text("No line from {attacker} to {partner} passes opposite sides of the target.", **names)


def opposite_pair(one: Space, other: Space, target: Space) -> tuple[Square, Square] | None:
    """Squares of two spaces whose centres are joined through opposite sides of a target, None when there are none.

    Source: pf1.flank.line_test, pf1.flank.big_flanker
    """
    for here in one.squares():
        for there in other.squares():
            if opposite(centre(here), centre(there), target):
                return here, there
    return None


def _no_ally(attacker: Creature, partner: Creature) -> Refusal | None:
    if partner.side == attacker.side:
        return None
    words = text("{name} is no ally of {attacker}.", name=called(partner), attacker=called(attacker))
    return Refusal("pf1.flank.basic", words)


def _no_help(case: Case, creature: Creature, target: Creature, weapon: str | None = None) -> Refusal | None:
    """Why a creature does not take part in flanking, None when it threatens the target."""
    name = called(creature)
    if not can_threaten(creature):
        return Refusal("pf1.flank.must_threaten", text("{name} cannot make a melee attack.", name=name))
    if natural_reach_sq(creature) == 0:
        return Refusal("pf1.flank.reach_zero", text("{name} has reach 0 and cannot flank.", name=name))
    if weapon is not None and not melee_bands(case, creature, weapon):
        return Refusal("pf1.flank.basic", text("A ranged attack gets nothing from flanking."))
    spot, near = creature_spot(case.world, creature), creature_spot(case.world, target)
    height_sq = abs(spot.z_ft - near.z_ft) // FEET
    if squares_struck(case, creature, near.space, weapon=weapon, height_sq=height_sq):
        return None
    return Refusal("pf1.flank.must_threaten", text("{name} does not threaten the target.", name=name))
