"""What steps cost, and how a path is accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.geometry.steps import MoveCosts
from tactics.rules.book import Case
from tactics.rulesets.pf1.sizes import feet
from tactics.rulesets.pf1.tables import table
from tactics.world.creature import Creature

DIFFICULTIES = 4
"""Degrees of rough ground that are priced; each one more than the first doubles again."""


def step_squares(difficulty: int, *, diagonal: bool) -> int | None:
    """Squares one step costs on rough ground; None for the plain diagonal, which alternates.

    Source: pf1.move.double_cost, pf1.terrain.difficult
    """
    if not difficulty:
        return None if diagonal else 1
    numbers = table("movement")["hampered"]
    once: int = numbers["diagonal_sq" if diagonal else "straight_sq"]
    return once << (difficulty - 1)


def move_costs(case: Case, mover: Creature, *, flying: bool) -> MoveCosts:
    """The book's prices of steps.

    Source: pf1.terrain.difficult, pf1.terrain.obstacle_partial, pf1.terrain.flying_incorporeal, pf1.grid.corner_cut
    """
    degrees = 1 if "ignores_difficult" in mover.of("pf1").traits else DIFFICULTIES
    straight = [2 * (step_squares(degree, diagonal=False) or 0) for degree in range(degrees)]
    diagonal = [2 * (step_squares(degree, diagonal=True) or 0) or 3 for degree in range(degrees)]
    return MoveCosts(
        straight=tuple(straight),
        diagonal=tuple(diagonal),
        surcharge="occupied",
        low_wall=2 * table("movement")["low_wall"]["extra_sq"],
        low_square=1,
        corner_cutting=case.switch("corner_cutting") is True,
        flying=flying,
    )


def explain_path(case: Case, path: Sequence[Square], costs: Sequence[int]) -> None:
    """Say what each step of a path costs and by which rule."""
    running = 0
    for (here, there), cost in zip(pairwise(path), costs, strict=True):
        running += cost
        rule, kind = _kind_of_step(there.x - here.x, there.y - here.y, cost)
        words = text(
            "{here} to {there}: {kind}, {cost} ft, {total} ft so far.",
            here=here,
            there=there,
            kind=kind,
            cost=cost,
            total=running,
        )
        case.step(rule, words)


def _kind_of_step(dx: int, dy: int, cost_ft: int) -> tuple[str, Text]:
    if dx and dy:
        if cost_ft > 2 * feet(1):
            return "pf1.terrain.difficult", text("hampered diagonal")
        dear = text("diagonal that counts double") if cost_ft > feet(1) else text("diagonal")
        return "pf1.grid.diagonal", dear
    if cost_ft == feet(1):
        return "pf1.move.through_empty", text("straight")
    if cost_ft == feet(1 + table("movement")["low_wall"]["extra_sq"]):
        return "pf1.terrain.obstacle_partial", text("over a low wall")
    rule = "pf1.terrain.difficult" if cost_ft == 2 * feet(1) else "pf1.move.double_cost"
    return rule, text("hampered step")
