"""Who can be struck in melee."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.core.text import ntext, text
from tactics.geometry.tiling import Tiling
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.board import cells_of, grid_of, lifted_yd
from tactics.rulesets.dfrpg.figures import Figure, called, feet_ft, figure, height_yd, stats
from tactics.rulesets.dfrpg.sight import clear_between, has_effect
from tactics.rulesets.dfrpg.walking import HELD
from tactics.world.board import EFFECT
from tactics.world.creature import Creature
from tactics.world.world import World

ORDINARY_YD = 1
"""Reach of a figure whose file gives none."""


def threatened(case: Case) -> Verdict:
    """The squares a figure can strike without a step, all round.

    Source: dfrpg.grid.reach, dfrpg.grid.start_facing
    """
    who = figure(case, case.question.who, "who")
    assert who.creature is not None
    least, most = reaches(case, who.creature)
    case.switch("metric")
    near = _near(case.world, who, max(least, 1), most) if can_strike(who.creature) else ()
    struck = tuple(one for one in near if has_effect(case, who.space, square_space(one)))
    case.squares("origin", who.cells)
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
    case.switch("metric")
    up = height_yd(source.z_ft, target.z_ft)
    near = not _yards(grid_of(case.world), source.cells, target.cells, up).isdisjoint(range(least, most + 1))
    case.switch("loe_touch")
    struck = target.creature or target.space.anchor
    value = can_strike(source.creature) and near and clear_between(case.world, source.creature, struck, EFFECT)
    _explain(case, source.creature, least, most)
    if near and not value:
        case.step("dfrpg.grid.adjacency", text("It is near enough, but no blow gets through."))
    yes = text("{a} can strike {b}.", a=source.name, b=target.name)
    no = text("{a} cannot strike {b}.", a=source.name, b=target.name)
    return case.verdict(value, yes if value else no)


def strikes_at(world: World, a: Creature, b: Creature, reaches: frozenset[int]) -> bool:
    """Whether a blow with some of these reaches gets from one figure to another, facing apart; 0 is reach C.

    In close combat nothing but reach C strikes. Of a figure with several cells any may be struck.

    Source: dfrpg.grid.reach, dfrpg.grid.close_combat, dfrpg.grid.prone_two_cells, dfrpg.maneuver.attack.melee_reach
    """
    grid = grid_of(world)
    if not reaches or grid.between(cells_of(a), cells_of(b)) > max(reaches):
        return False
    up = height_yd(feet_ft(world, a), feet_ft(world, b))
    near = _yards(grid, cells_of(a), cells_of(b), up)
    return not near.isdisjoint(reaches) and clear_between(world, a, b, EFFECT)


def _yards(grid: Tiling, own: tuple[Square, ...], other: tuple[Square, ...], up_yd: int) -> set[int]:
    """At how many yards the cells of another figure are; at none but 0 when both share one."""
    near = {lifted_yd(grid, grid.between(own, (cell,)), up_yd) for cell in other}
    return {0} if 0 in near else near


def _near(world: World, who: Figure, least: int, most: int) -> tuple[Square, ...]:
    """The squares of the board at some yards from a figure, row by row."""
    grid, space = grid_of(world), who.space
    # A lying figure reaches one square beyond its space.
    around = (
        Square(x, y)
        for y in range(space.y - most - 1, space.y + space.height + most + 1)
        for x in range(space.x - most - 1, space.x + space.width + most + 1)
    )
    return tuple(one for one in around if world.board.inside(one) and least <= grid.between(who.cells, (one,)) <= most)


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
    case.step("dfrpg.grid.start_facing", text("Facing is left out, for a step turns a figure freely."))
