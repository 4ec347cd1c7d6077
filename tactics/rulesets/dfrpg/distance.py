"""Yards between two places on squares of one yard."""

from __future__ import annotations

from tactics.core.space import Space
from tactics.core.text import ntext, text
from tactics.geometry.metric import Metric, alternating_sq, chebyshev_sq
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.figures import figure, height_yd


def judge(case: Case) -> Verdict:
    """How many yards lie between two figures or squares. Walls do not matter.

    Source: dfrpg.grid.distance, dfrpg.grid.cell
    """
    source, target = figure(case, case.question.source, "from"), figure(case, case.question.to, "to")
    metric = metric_of(case)
    level = level_yd(metric, source.space, target.space)
    up = height_yd(source.z_ft, target.z_ft)
    value = metric(level, up) if up else level
    columns, rows = source.space.gap_sq(target.space)
    case.squares("origin", tuple(source.space.squares()))
    case.squares("target", tuple(target.space.squares()))
    case.step(
        "dfrpg.grid.distance",
        text("{columns} across and {rows} down are {n} yd.", columns=columns, rows=rows, n=level),
    )
    if up:
        case.step("dfrpg.grid.distance", text("{n} yd of height are counted in the same way.", n=up))
        case.discretion(text("Heights are not settled for this game."))
    summary = ntext(
        "{a} and {b} are {n} yard apart.", "{a} and {b} are {n} yards apart.", value, a=source.name, b=target.name
    )
    return case.verdict(value, summary)


def metric_of(case: Case) -> Metric:
    """How diagonals are counted.

    Source: dfrpg.grid.distance
    """
    return chebyshev_sq if case.switch("metric") == "chebyshev" else alternating_sq


def level_yd(metric: Metric, source: Space, target: Space) -> int:
    """Yards between the nearest squares of two spaces.

    Source: dfrpg.grid.distance
    """
    return metric(*source.gap_sq(target))
