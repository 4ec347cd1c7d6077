"""Prices of a creature's steps, and the squares others close to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.geometry.paths import path_cost
from tactics.geometry.steps import MoveCosts, Steps
from tactics.rules.book import Case
from tactics.rules.ground import walking_steps
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.passing import occupied
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.creature import Creature


class Move(NamedTuple):
    """Everything a move is priced with.

    Attributes:
        who: the mover.
        steps: prices of its steps.
        blocked, no_end: squares others close to it.
    """

    who: Creature
    steps: Steps
    blocked: frozenset[Square]
    no_end: frozenset[Square]


def surcharges(who: Creature, *, flying: bool) -> tuple[int, int, int]:
    """Extra squares for plain, difficult and greater difficult ground.

    Source: pf2e.terrain.difficult, pf2e.terrain.ignore_difficult, pf2e.condition.blinded.
    """
    none, difficult, greater = table("movement")["surcharge_sq"]
    own = stats(who)
    if flying or "ignores_greater_difficult" in own.traits or "incorporeal" in own.traits:
        return none, none, none
    if "ignores_difficult" in own.traits:
        return none, none, difficult
    return (difficult if "blinded" in own.conditions else none), difficult, greater


def move_costs(who: Creature, *, flying: bool = False, corner_cutting: bool = False) -> MoveCosts:
    """Prices of a creature's steps as the movement fields want them; a low wall is as dear as difficult ground.

    Source: pf2e.grid.diagonal, pf2e.terrain.difficult, pf2e.grid.big_mover.
    """
    extra = surcharges(who, flying=flying)
    return MoveCosts(
        straight=tuple(2 + 2 * one for one in extra),
        diagonal=tuple(3 + 2 * one for one in extra),
        surcharge="entered",
        low_wall=2 * extra[1],
        corner_cutting=corner_cutting,
        flying=flying,
    )


def the_move(case: Case, who: Creature, mode: str, *, tumbling: bool = False) -> Move:
    """Prices and closed squares for a mover of the position."""
    flying = mode == "fly"
    costs = move_costs(who, flying=flying, corner_cutting=bool(case.switch("corner_cutting")))
    closed = occupied(case.world, who, tumbling=tumbling)
    rougher = _rougher(case, who) if tumbling else frozenset()
    steps = walking_steps(
        case.world.board,
        costs,
        (who.space.width, who.space.height),
        rougher=rougher,
        above_ft=who.z_ft if flying else None,
    )
    return Move(who, steps, closed.blocked, closed.no_end)


def _rougher(case: Case, who: Creature) -> frozenset[Square]:
    """Enemies' squares on plain ground: to one that tumbles through they are difficult, rough ground stays as it is.

    Source: pf2e.skill.tumble_through.
    """
    board = case.world.board
    return frozenset(one for one in occupied(case.world, who).blocked if not board.at(one).difficulty)


def costs_ft(case: Case, move: Move, path: Sequence[Square]) -> tuple[int, ...] | None:
    """Cost of every step of a path in feet, None when some step is not allowed."""
    found = path_cost(move.steps, path, case.question.diagonals, move.blocked)
    return None if found is None else tuple(one * SQUARE_FT for one in found)
