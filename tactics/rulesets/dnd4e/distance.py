"""Counting squares: distance, adjacency, the nearest."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import ntext, text
from tactics.geometry.metric import chebyshev_sq
from tactics.geometry.paths import counted_field, counted_sq
from tactics.rules.book import Case
from tactics.rules.ground import solid_ground
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e.spots import Spot, height_sq, spot

UNREACHABLE = "unreachable"


def judge(case: Case) -> Verdict:
    """How many squares lie between two creatures or squares, counted round what is solid.

    Source: dnd4e.distance.count, dnd4e.distance.diagonal, dnd4e.distance.corner, dnd4e.distance.around_obstacles,
        dnd4e.distance.shortest_path, dnd4e.distance.to_creature, dnd4e.distance.height
    """
    source, target = spot(case, case.question.source, "from"), spot(case, case.question.to, "to")
    level = count(case, source.space, target.space)
    up = height_sq(source.z_ft, target.z_ft)
    if level is None:
        case.step("dnd4e.distance.around_obstacles", text("No route leads from one to the other."))
        return case.verdict(
            UNREACHABLE, text("There is no way to count from {a} to {b}.", a=source.name, b=target.name)
        )
    value = max(level, up)
    if case.explain:
        _explain(case, source, target, level, up)
    summary = ntext(
        "{a} and {b} are {n} square apart.", "{a} and {b} are {n} squares apart.", value, a=source.name, b=target.name
    )
    return case.verdict(value, summary)


def count(case: Case, source: Space, target: Space) -> int | None:
    """The count between two spaces on the level, None where there is no way.

    Source: dnd4e.distance.count, dnd4e.distance.to_creature
    """
    round_corner = case.switch("count_round_corner") is True
    return counted_sq(solid_ground(case.world.board), source, target, round_corner=round_corner)


def counts(case: Case, source: Space, limit_sq: int | None = None) -> Mapping[Square, int]:
    """The count to every square within a limit; the squares of the source are at 0."""
    round_corner = case.switch("count_round_corner") is True
    return counted_field(solid_ground(case.world.board), source, limit_sq, round_corner=round_corner)


def within(field: Mapping[Square, int], space: Space) -> int | None:
    """The smallest count of a field in a space."""
    return min((field[one] for one in space.squares() if one in field), default=None)


def distance_sq(case: Case, source: Spot, target: Spot) -> int | None:
    """Distance with height.

    Source: dnd4e.distance.height
    """
    level = count(case, source.space, target.space)
    return None if level is None else max(level, height_sq(source.z_ft, target.z_ft))


def nearest(distances: Mapping[str, int | None]) -> tuple[str, ...]:
    """Those at the smallest distance, among whom the chooser picks.

    Args:
        distances: distance by id, None for those out of any range.

    Source: dnd4e.distance.nearest
    """
    known = [away for away in distances.values() if away is not None]
    return tuple(who for who, away in distances.items() if known and away == min(known))


def _explain(case: Case, source: Spot, target: Spot, level: int, up: int) -> None:
    if max(source.space.width, target.space.width) > 1:
        case.step("dnd4e.distance.to_creature", text("The count runs between the nearest squares of the two spaces."))
    straight = chebyshev_sq(*source.space.gap_sq(target.space))
    case.step(
        "dnd4e.distance.count",
        ntext(
            "The shortest route takes {n} step; a diagonal is one step.",
            "The shortest route takes {n} steps; a diagonal is one step.",
            level,
        ),
    )
    if level > straight:
        case.step(
            "dnd4e.distance.around_obstacles",
            text("Straight across it would be {n}; solid squares and their corners are counted round.", n=straight),
        )
    if source.z_ft != target.z_ft:
        case.step(
            "dnd4e.distance.height",
            ntext(
                "The height differs by {n} square; the largest difference counts.",
                "The height differs by {n} squares; the largest difference counts.",
                up,
            ),
        )
        if level > straight:
            case.discretion(text("How to count round obstacles and upward at once is not in the rules."))
    case.squares("origin", tuple(source.space.squares()))
    case.squares("target", tuple(target.space.squares()))
