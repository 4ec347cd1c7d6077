"""Distances, ranges and range increments."""

from __future__ import annotations

from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Param, Text, text
from tactics.geometry.metric import alternating_sq, nested_sq, weighted_sq
from tactics.rules.book import Case
from tactics.rules.question import Place
from tactics.rules.verdict import Line, Verdict
from tactics.rulesets.pf2e.creatures import foot_ft, head_ft, space_of
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Creature
from tactics.world.world import World


class Spot(NamedTuple):
    """A place of a question as the book measures it.

    Attributes:
        where: the squares it fills, or a lattice point.
        foot_ft, head_ft: from which height to which it reaches.
        creature: who stands there, None for squares and points.
    """

    where: Space | Point
    foot_ft: int
    head_ft: int
    creature: Creature | None = None

    @property
    def centre(self) -> Point:
        """Where its lines start and end."""
        return self.where.centre if isinstance(self.where, Space) else self.where

    @property
    def name(self) -> Param:
        """What to call it: the creature, the square or the point."""
        if self.creature is not None:
            return self.creature.name
        return self.where.anchor if isinstance(self.where, Space) else self.where


class Gaps(NamedTuple):
    """Columns, rows and steps of height between two spots; neighbours are 1 apart."""

    columns: int
    rows: int
    heights: int


def spot(world: World, place: Place) -> Spot:
    """A creature with all its squares, one square, or a point; squares and points lie on the ground."""
    if isinstance(place, Square):
        ground = world.board.at(place).ground_z_ft if world.board.inside(place) else 0
        return Spot(square_space(place), ground, ground + SQUARE_FT)
    if isinstance(place, Point):
        return Spot(place, 0, SQUARE_FT)
    creature = world.creature(place)
    return Spot(space_of(world, creature), foot_ft(world, creature), head_ft(world, creature), creature)


def gaps_sq(one: Spot, other: Spot) -> Gaps:
    """Columns, rows and heights from the nearest part of one spot to the nearest of the other."""
    columns, rows = flat_gaps_sq(one.where, other.where)
    apart_ft = max(one.foot_ft - other.head_ft, other.foot_ft - one.head_ft)
    return Gaps(columns, rows, max(0, (apart_ft + SQUARE_FT) // SQUARE_FT))


def flat_gaps_sq(one: Space | Point, other: Space | Point) -> tuple[int, int]:
    """Columns and rows between two spaces or points.

    Between a grid corner and a square the count is that of an area: the square right beside the corner is 1 away.
    """
    if isinstance(one, Space) and isinstance(other, Space):
        return one.gap_sq(other)
    if isinstance(one, Point) and isinstance(other, Point):
        return _units_to_sq(other.x - one.x), _units_to_sq(other.y - one.y)
    if isinstance(one, Space):
        return flat_gaps_sq(other, one)
    assert isinstance(other, Space)
    return (
        _point_gap_sq(one.x, other.x, other.x + other.width),
        _point_gap_sq(one.y, other.y, other.y + other.height),
    )


def _units_to_sq(units: int) -> int:
    return (abs(units) + UNIT - 1) // UNIT


def _point_gap_sq(at: int, first: int, end: int) -> int:
    line, rest = divmod(at, UNIT)
    if rest:
        return max(0, first - line, line - end + 1)
    return max(1, first - line + 1, line - end + 1)


def metric_sq(gaps: Gaps, reading: str) -> int:
    """Squares for columns, rows and heights, by a value of the switch ``distance_3d``. Source: pf2e.grid.distance."""
    if not gaps.heights:
        return alternating_sq(gaps.columns, gaps.rows)
    return (nested_sq if reading == "nested" else weighted_sq)(*gaps)


def height_reading(case: Case, gaps: Gaps) -> str:
    """The reading of ``distance_3d``; the switch is only read when the two differ in height."""
    return str(case.switch("distance_3d")) if gaps.heights else "nested"


def range_penalty(distance_ft: int, increment_ft: int) -> int | None:
    """What a ranged attack loses by its distance.

    Args:
        distance_ft: distance to the target in feet.
        increment_ft: range increment of the weapon in feet.

    Returns:
        0 or a negative number; None when the target is out of range.

    Source: pf2e.attack.range_penalty.
    """
    rules = table("movement")
    increments = max(1, -(-distance_ft // increment_ft))
    if increments > rules["range_increments"]:
        return None
    penalty: int = rules["range_penalty"]
    return penalty * (increments - 1)


def in_range(distance_ft: int, range_ft: int) -> bool:
    """Whether something lies within a plain range. Source: pf2e.effect.range."""
    return distance_ft <= range_ft


def judge(case: Case) -> Verdict:
    """How far two places are from each other, in feet. Source: pf2e.grid.distance, pf2e.effect.range."""
    source, target = case.question.source, case.question.to
    if source is None or target is None:
        raise case.refuse("from", "a distance has two ends")
    one, other = spot(case.world, source), spot(case.world, target)
    gaps = gaps_sq(one, other)
    feet = metric_sq(gaps, height_reading(case, gaps)) * SQUARE_FT
    if case.explain:
        _explain(case, one, other, gaps, feet)
    return case.verdict(feet, text("Distance: {feet} ft.", feet=feet))


def _explain(case: Case, one: Spot, other: Spot, gaps: Gaps, feet: int) -> None:
    for name, end in (("origin", one), ("target", other)):
        if isinstance(end.where, Space):
            case.squares(name, tuple(end.where.squares()))
    near, far = nearest(one.where, other.where), nearest(other.where, one.where)
    case.line(Line(near.centre, far.centre, blocked=False, role="centre"))
    if max(_squares_in(one.where), _squares_in(other.where)) > 1:
        words = text("Counted from the nearest square, {near}, to the nearest, {far}.", near=near.name, far=far.name)
        case.step("pf2e.effect.range", words)
    level = alternating_sq(gaps.columns, gaps.rows) * SQUARE_FT
    if level or not gaps.heights:
        case.step("pf2e.grid.distance", _counted(gaps, level))
    if gaps.heights:
        words = text("{rise} ft of height make it {feet} ft.", rise=gaps.heights * SQUARE_FT, feet=feet)
        case.step("pf2e.aerial.three_dimensional", words)


def _counted(gaps: Gaps, feet: int) -> Text:
    columns, rows = gaps.columns, gaps.rows
    if not feet:
        return text("They have a square or a point in common: 0 ft.")
    if min(columns, rows) < 2:
        return text("{columns} across and {rows} down: {feet} ft.", columns=columns, rows=rows, feet=feet)
    return text(
        "{columns} across and {rows} down: {feet} ft, every second diagonal counted double.",
        columns=columns,
        rows=rows,
        feet=feet,
    )


def _squares_in(where: Space | Point) -> int:
    return where.width * where.height if isinstance(where, Space) else 1


def nearest(where: Space | Point, other: Space | Point) -> Spot:
    """The square of a place that is nearest to another place, on the ground; a point is itself."""
    if isinstance(where, Point):
        return Spot(where, 0, SQUARE_FT)
    gaps = {one: flat_gaps_sq(square_space(one), other) for one in where.squares()}
    square = min(gaps, key=lambda one: (alternating_sq(*gaps[one]), sum(gaps[one])))
    return Spot(square_space(square), 0, SQUARE_FT)
