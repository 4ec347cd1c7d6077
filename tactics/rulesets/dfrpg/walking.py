"""Moves of a figure for movement points: fields, prices of paths, the turn at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.geometry.tiling import Tiling
from tactics.rulesets.dfrpg.board import posture_of
from tactics.rulesets.dfrpg.facing import (
    FACING_KEPT,
    FREELY,
    HALVES,
    RUNNING,
    Manner,
    prices,
    turn_prices,
    ways,
)
from tactics.rulesets.dfrpg.field import Reached, State, Terms, flood
from tactics.rulesets.dfrpg.figures import stats
from tactics.rulesets.dfrpg.going import Going, going_of
from tactics.rulesets.dfrpg.lying import crawl, crawl_cells
from tactics.rulesets.dfrpg.tables import table
from tactics.world.creature import Creature
from tactics.world.lately import Lately
from tactics.world.world import World

HELD = frozenset({"unconscious", "stunned", "paralyzed", "dead", "pinned"})
"""Conditions that keep a figure where it is."""


class After(NamedTuple):
    """Where a figure is on its way.

    Attributes:
        square: the cell it has entered.
        facing: where it looks.
        taken: what the length of a further step depends on.
    """

    square: Square
    facing: int
    taken: int


class Stride(NamedTuple):
    """One step of a way.

    Attributes:
        points: half points for it, the turn before included.
        turned: facings turned before, against points.
        aside: it went sideways or backward, the facing kept.
        state: where it leads.
    """

    points: int
    turned: int
    aside: bool
    state: After


def held(creature: Creature) -> bool:
    """Whether a figure cannot move by points at all.

    Source: dfrpg.movement.posture_cost
    """
    return bool(stats(creature).conditions & HELD) or _moves(creature) == "none"


def terms_of(creature: Creature, budget: int | None, allowance: int | None = None, manner: Manner = FREELY) -> Terms:
    """How a figure pays for a move.

    Args:
        creature: who moves.
        budget: most half points, None for no limit.
        allowance: half points of the whole turn, None for all of its Move.
        manner: how it moves.

    Source: dfrpg.movement.points, dfrpg.movement.posture_cost
    """
    whole = HALVES * stats(creature).speeds_sq["walk"] if allowance is None else allowance
    extra: int = table("postures")[posture_of(creature)]["extra_half_points"]
    drags = _moves(creature) == "all_for_one"
    return Terms(budget, extra, max(1, whole), FACING_KEPT if drags else manner, whole=drags)


def facings_of(grid: Tiling, creature: Creature) -> tuple[int, ...]:
    """The facings a move may begin with: any where none is known.

    Source: dfrpg.grid.start_facing, dfrpg.grid.facings
    """
    return tuple(range(grid.facings)) if creature.facing is None else (creature.facing,)


def walk_field(
    world: World,
    who: str,
    points_half: int,
    *,
    taken: int = 0,
    keeps_facing: bool = False,
    minimum: bool = True,
    run: bool = False,
    ran_yd: int = 0,
    allowance_half: int | None = None,
) -> Mapping[Square, Reached]:
    """Where a figure may end a move, by cell, without the one it stands in.

    A figure that fills two cells crawls into one more, see `tactics.rulesets.dfrpg.lying.crawl_cells`.

    Args:
        world: the position.
        who: id of who moves.
        points_half: half points it has left.
        taken: diagonals counted this turn.
        keeps_facing: it always looks where it looks now.
        minimum: it has not moved yet this turn, so that one cell may always be entered.
        run: it runs for an All-Out Attack: forward only, two yards at least.
        ran_yd: yards it has run already this turn.
        allowance_half: half points of its whole turn, None when all are left.

    Source: dfrpg.movement.points, dfrpg.movement.minimum, dfrpg.movement.occupied,
        dfrpg.maneuver.all_out_attack.movement
    """
    key = who, points_half, taken % 2, keeps_facing, minimum, run, ran_yd, allowance_half
    known = _FIELDS.get(world)
    if known is None:
        known = _FIELDS.put(world, {})
    if key not in known:
        manner = _manner(run, keeps_facing)
        allowance = points_half if allowance_half is None else allowance_half
        terms = terms_of(world.creature(who), points_half, allowance, manner)
        known[key] = MappingProxyType(_field(world, who, terms, taken % 2, minimum, _run_left(run, ran_yd)))
    return known[key]


_Key = tuple[str, int, int, bool, bool, bool, int, int | None]
_FIELDS: Lately[World, dict[_Key, Mapping[Square, Reached]]] = Lately()


def _run_left(run: bool, ran_yd: int) -> int:
    """Yards that a run may still go whatever they cost. Source: dfrpg.maneuver.all_out_attack.movement."""
    return max(0, prices().run_yd - ran_yd) if run else 0


def _field(world: World, who: str, terms: Terms, taken: int, minimum: bool, run_yd: int) -> dict[Square, Reached]:
    creature = world.creature(who)
    if held(creature) or not (terms.budget or run_yd or _one_is_left(terms, minimum)):
        return {}
    if creature.sprawl:
        return _crawled(world, creature, terms, minimum)
    going = going_of(world, creature)
    facings = facings_of(going.grid, creature)
    found = {one.square: one for one in flood(going, terms, facings, taken).reached()}
    if run_yd and not terms.whole:
        measured = terms._replace(budget=run_yd, measured=True)
        for one in flood(going, measured, facings, taken).reached():
            found.setdefault(one.square, _spent(one, terms))
    elif minimum:
        for one in first_steps(going, terms, facings, taken):
            found.setdefault(one.square, one)
    return {
        square: one for square, one in found.items() if square != going.start and not going.held & going.bit(square)
    }


def _one_is_left(terms: Terms, minimum: bool) -> bool:
    """Whether who has no points left, for it has turned, may still enter one cell. Source: dfrpg.movement.minimum."""
    return minimum and terms.allowance >= HALVES


def _spent(reached: Reached, terms: Terms) -> Reached:
    """A cell of a run that goes by yards alone: all points are spent."""
    return Reached(reached.square, terms.allowance, reached.facing, reached.taken, reached.path())


def _crawled(world: World, creature: Creature, terms: Terms, minimum: bool) -> dict[Square, Reached]:
    """One cell farther for a figure that fills two, by the cell its upper half comes to."""
    start, found = creature.space.anchor, {}
    for cell in crawl_cells(world, creature.id):
        points, facing = crawl(world, creature, cell, terms)
        if minimum or terms.budget is None or points <= terms.budget:
            found[cell] = Reached(cell, points, facing, 0, (start, cell))
    return found


def first_steps(going: Going, terms: Terms, facings: Sequence[int], taken: int) -> Iterator[Reached]:
    """The cells next to a figure, each by the cheapest first step, however dear.

    Source: dfrpg.movement.minimum
    """
    for there in going.grid.neighbours(going.start):
        strides = cheapest_strides(going, terms, facings, (going.start, there), taken)
        if strides:
            last = strides[-1]
            yield Reached(there, last.points, last.state.facing, last.state.taken, (going.start, there))


def price_path(
    world: World,
    who: str,
    path: Sequence[Square],
    points_half: int | None = None,
    *,
    taken: int = 0,
    keeps_facing: bool = False,
    minimum: bool = True,
    run: bool = False,
    ran_yd: int = 0,
    allowance_half: int | None = None,
) -> tuple[Stride, ...] | None:
    """The steps of a path with the cheapest turns, None where it is illegal or too dear.

    Args:
        world: the position.
        who: id of who moves.
        path: positions of its top left cell, the first is where it stands; one of two cells names where
            its head comes to.
        points_half: half points it has left, None for as many as it takes.
        taken: diagonals counted this turn.
        keeps_facing: it always looks where it looks now.
        minimum: it has not moved yet this turn, so that one cell may always be entered.
        run, ran_yd: it runs for an All-Out Attack, see `walk_field`.
        allowance_half: half points of its whole turn, None when all are left, or for all of its Move.

    Source: dfrpg.movement.points, dfrpg.movement.minimum, dfrpg.movement.occupied,
        dfrpg.maneuver.all_out_attack.movement
    """
    creature = world.creature(who)
    run_yd = _run_left(run, ran_yd)
    manner = _manner(run, keeps_facing)
    terms = terms_of(creature, points_half, points_half if allowance_half is None else allowance_half, manner)
    spent = points_half == 0 and not run_yd and not _one_is_left(terms, minimum)
    if len(path) > 1 and (held(creature) or spent):
        return None
    if creature.sprawl and len(path) > 1:
        return _crawl_stride(world, creature, terms, path, minimum)
    going = going_of(world, creature)
    if len(path) > 1 and going.held & going.bit(path[-1]):
        return None
    strides = cheapest_strides(going, terms, facings_of(going.grid, creature), path, taken % 2)
    if strides is None or points_half is None or sum(one.points for one in strides) <= points_half:
        return strides
    by_yards = run and not terms.whole
    short = _short_run(going, path, taken % 2, run_yd) if by_yards else minimum and len(path) == 2
    return strides if short else None


def _manner(run: bool, keeps_facing: bool) -> Manner:
    return RUNNING if run else FACING_KEPT if keeps_facing else FREELY


def _crawl_stride(
    world: World, creature: Creature, terms: Terms, path: Sequence[Square], minimum: bool
) -> tuple[Stride, ...] | None:
    """The one step of a figure that fills two cells, None where there is none."""
    found = _crawled(world, creature, terms, minimum).get(path[1]) if len(path) == 2 else None
    return (Stride(found.points, 0, False, After(path[1], found.facing, found.taken)),) if found else None


def _short_run(going: Going, path: Sequence[Square], taken: int, most_yd: int) -> bool:
    """Whether a run is one that goes by yards alone and comes by no friend.

    Source: dfrpg.maneuver.all_out_attack.movement
    """
    gone = 0
    for here, there in pairwise(path):
        yards, taken = going.grid.step_length(going.grid.direction(here, there) or 0, taken)
        gone += yards
    return gone <= most_yd and not any(going.held & going.bit(one) for one in path[1:])


def cheapest_strides(
    going: Going, terms: Terms, facings: Sequence[int], path: Sequence[Square], taken: int
) -> tuple[Stride, ...] | None:
    """The steps of a path with the cheapest turns, None where a step is illegal; nobody minds where it ends.

    Source: dfrpg.movement.forward, dfrpg.movement.sideways_backward, dfrpg.movement.facing_change,
        dfrpg.grid.turn_cost
    """
    best: dict[State, tuple[int, tuple[Stride, ...]]] = {(facing, taken): (0, ()) for facing in facings}
    came: Square | None = None
    for here, there in pairwise(path):
        direction = going.grid.direction(here, there)
        if direction is None or (going.stops & going.bit(here) and there != came):
            return None
        following: dict[State, tuple[int, tuple[Stride, ...]]] = {}
        for state, (points, strides) in best.items():
            for stride in _strides(going, terms, here, direction, state):
                total, after = points + stride.points, (stride.state.facing, stride.state.taken)
                if after not in following or total < following[after][0]:
                    following[after] = total, (*strides, stride)
        best, came = following, here
    return min(best.values(), key=lambda one: one[0])[1] if best else None


def _strides(going: Going, terms: Terms, here: Square, direction: int, state: State) -> Iterator[Stride]:
    degree = going.footing.degree(direction, here) if going.bit(here) else None
    if degree is None:
        return
    facing, taken = state
    yards, after = going.grid.step_length(direction, taken)
    there = going.grid.neighbours(here)[direction]
    obstructions = going.obstructions(there)
    for turned_to, turn in turn_prices(going.grid, facing, terms.manner):
        turned = going.grid.turns(facing, turned_to)
        for way in ways(going.grid, turned_to, terms.manner):
            if way.direction == direction:
                points = turn + terms.price(way.rate, yards, degree, obstructions)
                yield Stride(points, turned, way.aside, After(there, way.facing, after))


def end_facings(grid: Tiling, facing: int, spent_half: int, allowance_half: int) -> tuple[int, ...]:
    """The facings a figure may turn to for nothing at the end of a move; the run of an All-Out Attack has none.

    Source: dfrpg.movement.facing_end
    """
    most = grid.facings if spent_half * prices().free_turn <= allowance_half else 1
    return tuple(other for other in range(grid.facings) if grid.turns(facing, other) <= most)


def _moves(creature: Creature) -> str:
    kind: str = table("postures")[posture_of(creature)]["moves"]
    return kind
