"""Yards between two places on squares of one yard."""

from __future__ import annotations

from tactics.core.text import ntext, text
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.dfrpg.board import grid_of, lifted_yd
from tactics.rulesets.dfrpg.figures import figure, height_yd


def judge(case: Case) -> Verdict:
    """How many yards lie between two figures or squares. Walls do not matter.

    Source: dfrpg.grid.distance, dfrpg.grid.cell
    """
    source, target = figure(case, case.question.source, "from"), figure(case, case.question.to, "to")
    case.switch("metric")
    grid = grid_of(case.world)
    level = grid.between(source.cells, target.cells)
    up = height_yd(source.z_ft, target.z_ft)
    value = lifted_yd(grid, level, up)
    columns, rows = source.space.gap_sq(target.space)
    case.squares("origin", source.cells)
    case.squares("target", target.cells)
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
