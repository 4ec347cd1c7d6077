"""Who can be struck in melee."""

from __future__ import annotations

from tactics.core.space import square_space
from tactics.core.text import ntext, text
from tactics.geometry.metric import Metric
from tactics.geometry.reach import ring, within_reach
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.distance import level_yd, metric_of
from tactics.rulesets.dfrpg.figures import Figure, called, figure, height_yd, stats
from tactics.rulesets.dfrpg.movement import HELD
from tactics.rulesets.dfrpg.sight import has_effect
from tactics.world.creature import Creature

ORDINARY_YD = 1
"""Reach of a figure whose file gives none."""


def threatened(case: Case) -> Verdict:
    """The squares a figure can strike without a step, all round.

    Source: dfrpg.grid.reach, dfrpg.grid.start_facing
    """
    who = figure(case, case.question.who, "who")
    assert who.creature is not None
    least, most = reaches(case, who.creature)
    near = ring(who.space, least, most, metric_of(case)) if can_strike(who.creature) else frozenset()
    squares = sorted((one for one in near if case.world.board.inside(one)), key=lambda one: (one[1], one[0]))
    struck = tuple(one for one in squares if has_effect(case, who.space, square_space(one)))
    case.squares("origin", tuple(who.space.squares()))
    case.squares("threatened", struck)
    _explain(case, who.creature, least, most)
    summary = ntext(
        "{name} can strike into {n} square.", "{name} can strike into {n} squares.", len(struck), name=who.name
    )
    return case.verdict(len(struck), summary)


def threatens(case: Case) -> Verdict:
    """Whether a figure can strike another, or into a square.

    Source: dfrpg.grid.reach, dfrpg.grid.adjacency
    """
    source, target = figure(case, case.question.source, "from"), figure(case, case.question.to, "to")
    if source.creature is None:
        raise case.refuse("from", "only a creature strikes: name one")
    least, most = reaches(case, source.creature)
    near = _within(metric_of(case), source, target, least, most)
    value = can_strike(source.creature) and near and has_effect(case, source.space, target.space)
    _explain(case, source.creature, least, most)
    if near and not value:
        case.step("dfrpg.grid.adjacency", text("It is near enough, but no blow gets through."))
    yes = text("{a} can strike {b}.", a=source.name, b=target.name)
    no = text("{a} cannot strike {b}.", a=source.name, b=target.name)
    return case.verdict(value, yes if value else no)


def _within(metric: Metric, source: Figure, target: Figure, least: int, most: int) -> bool:
    """Whether a figure is within reach, height counted like a third axis."""
    up = height_yd(source.z_ft, target.z_ft)
    if not up:
        return within_reach(source.space, target.space, least, most, metric)
    return least <= metric(level_yd(metric, source.space, target.space), up) <= most


def reaches(case: Case, creature: Creature) -> tuple[int, int]:
    """Least and greatest yards of a figure's reach: natural reach from 1, a weapon only its own.

    Raises:
        ProblemError: it has no weapon of the name asked for.

    Source: dfrpg.grid.reach
    """
    own = stats(creature)
    natural = ORDINARY_YD if own.reach_sq is None else own.reach_sq
    if case.question.weapon is None:
        return min(1, natural), natural
    for weapon in own.weapons:
        if weapon.name == case.question.weapon and not weapon.ranged:
            return (weapon.reach_sq, weapon.reach_sq) if weapon.reach_sq is not None else (min(1, natural), natural)
    known = ", ".join(one.name for one in own.weapons if not one.ranged) or "none"
    raise case.refuse("weapon", f"no melee weapon {case.question.weapon!r}; there are: {known}")


def can_strike(creature: Creature) -> bool:
    """Whether a figure strikes at all."""
    return stats(creature).armed and not stats(creature).conditions & HELD


def _explain(case: Case, creature: Creature, least: int, most: int) -> None:
    if not can_strike(creature):
        case.step("dfrpg.grid.reach", text("{name} does not strike.", name=called(creature)))
    elif least == most:
        case.step("dfrpg.grid.reach", text("{name} strikes at {n} yd.", name=called(creature), n=most))
    else:
        case.step(
            "dfrpg.grid.reach", text("{name} strikes from {a} to {b} yards.", name=called(creature), a=least, b=most)
        )
    case.step("dfrpg.grid.start_facing", text("No facing is known: reach goes all round."))
