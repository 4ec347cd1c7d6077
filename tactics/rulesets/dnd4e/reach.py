"""Threatened squares, and who may strike whom in melee."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.core.text import ntext, text
from tactics.geometry.metric import chebyshev_sq
from tactics.geometry.reach import ring
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e.adjacency import adjacent, touching
from tactics.rulesets.dnd4e.distance import count
from tactics.rulesets.dnd4e.effect import has_effect
from tactics.rulesets.dnd4e.spots import Spot, called, creature_spot, height_sq, spot
from tactics.rulesets.dnd4e.tables import forbidding, has_natural_reach, reach_sq, stats
from tactics.world.creature import Creature

NEIGHBOURS_SQ = 1


def threatened(case: Case) -> Verdict:
    """The squares a creature threatens with opportunity attacks.

    Source: dnd4e.opportunity.threatened, dnd4e.opportunity.threatening_reach
    """
    who = creature_spot(case.world, case.world.creature(case.question.who or ""))
    assert who.creature is not None
    squares = threatened_squares(case, who)
    case.squares("origin", tuple(who.space.squares()))
    case.squares("threatened", squares)
    _explain(case, who.creature)
    case.step("dnd4e.opportunity.threatened", text("It needs line of effect into each of these squares."))
    summary = ntext("{name} threatens {n} square.", "{name} threatens {n} squares.", len(squares), name=who.name)
    return case.verdict(len(squares), summary)


def threatens(case: Case) -> Verdict:
    """Whether a creature threatens another, or a square.

    Source: dnd4e.opportunity.threatened, dnd4e.opportunity.threatening_reach
    """
    source, target = spot(case, case.question.source, "from"), spot(case, case.question.to, "to")
    if source.creature is None:
        raise case.refuse("from", "only a creature threatens: name one")
    value = does_threaten(case, source, target)
    _explain(case, source.creature)
    if value:
        case.step("dnd4e.opportunity.threatened", text("{name} is near enough, with line of effect.", name=target.name))
    elif adjacent(source, target):
        case.step("dnd4e.opportunity.threatened", text("There is no line of effect between the neighbours."))
    else:
        case.step("dnd4e.opportunity.threatened", text("{name} is not adjacent.", name=target.name))
    case.squares("origin", tuple(source.space.squares()))
    case.squares("target", tuple(target.space.squares()))
    yes, no = (
        text("{a} threatens {b}.", a=source.name, b=target.name),
        text("{a} does not threaten {b}.", a=source.name, b=target.name),
    )
    return case.verdict(value, yes if value else no)


def threatened_squares(case: Case, who: Spot) -> tuple[Square, ...]:
    """Squares a creature threatens where it stands, row by row; its own are left out.

    Source: dnd4e.opportunity.threatened, dnd4e.opportunity.threatening_reach
    """
    creature = who.creature
    if creature is None or cannot_threaten(creature):
        return ()
    far = max(NEIGHBOURS_SQ, stats(creature).threatening_reach_sq)
    near = ring(who.space, 1, far, chebyshev_sq)
    inside = sorted((one for one in near if case.world.board.inside(one)), key=lambda one: (one[1], one[0]))
    return tuple(one for one in inside if _covers(case, who, replace(who, space=square_space(one)), far))


def does_threaten(case: Case, who: Spot, target: Spot) -> bool:
    """Whether a creature threatens some square of a spot.

    Source: dnd4e.opportunity.threatened, dnd4e.opportunity.threatening_reach
    """
    creature = who.creature
    if creature is None or cannot_threaten(creature):
        return False
    return _covers(case, who, target, max(NEIGHBOURS_SQ, stats(creature).threatening_reach_sq))


def can_strike(case: Case, who: Spot, target: Spot, reach: int | None = None) -> bool:
    """Whether a melee attack gets from a creature to a spot.

    Args:
        case: the question.
        who: the attacker.
        target: whom or what it strikes at.
        reach: reach in squares, None for the creature's own.

    Source: dnd4e.range.melee, dnd4e.distance.height
    """
    if reach is None:
        reach = reach_sq(who.creature) if who.creature else NEIGHBOURS_SQ
    return _covers(case, who, target, reach)


def cannot_threaten(creature: Creature) -> bool:
    """Whether it makes no opportunity attacks at all: unarmed, without reach, or kept from acting.

    Source: dnd4e.opportunity.limits, dnd4e.opportunity.threatened
    """
    unable = not stats(creature).armed or not has_natural_reach(creature)
    return unable or forbidding(creature, "opportunity") is not None


def _covers(case: Case, who: Spot, target: Spot, reach: int) -> bool:
    if height_sq(who.z_ft, target.z_ft) > reach:
        return False
    if who.space.overlaps(target.space):
        return True
    if chebyshev_sq(*who.space.gap_sq(target.space)) > reach:
        return False
    return _counts_as_near(case, who.space, target.space, reach) and has_effect(case, who.space, target.space)


def _counts_as_near(case: Case, space: Space, target: Space, reach: int) -> bool:
    if touching(space, target) and case.switch("reach_metric") == "adjacent":
        return True
    away = count(case, space, target)
    return away is not None and away <= reach


def _explain(case: Case, creature: Creature) -> None:
    held = forbidding(creature, "opportunity")
    if held is not None:
        case.step(
            "dnd4e.opportunity.limits",
            text("{name} is {condition} and makes no opportunity attacks.", name=called(creature), condition=held.name),
        )
    elif not stats(creature).armed:
        case.step("dnd4e.opportunity.limits", text("{name} has no melee attack.", name=called(creature)))
    elif not has_natural_reach(creature):
        case.step(
            "dnd4e.opportunity.threatened",
            text("{name} has reach 0 and threatens no square but its own.", name=called(creature)),
        )
        case.discretion(text("That a creature without reach threatens no neighbour is a reading."))
    elif stats(creature).threatening_reach_sq > 1:
        case.step(
            "dnd4e.opportunity.threatening_reach",
            text("{name} has threatening reach {n}.", name=called(creature), n=stats(creature).threatening_reach_sq),
        )
    elif reach_sq(creature) > 1:
        case.step(
            "dnd4e.opportunity.threatened",
            text("A reach of {n} does not widen it: the neighbours are threatened.", n=reach_sq(creature)),
        )
