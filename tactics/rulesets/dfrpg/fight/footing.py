"""The ground under a figure."""

from __future__ import annotations

from tactics.rulesets.dfrpg.board import cells_of
from tactics.world.fight import Fight


def bad_footing(fight: Fight, who: str) -> bool:
    """Whether a figure stands on treacherous ground, with any of its squares.

    Source: dfrpg.attack.melee_modifiers, dfrpg.defense.total_modifiers, dfrpg.movement.terrain
    """
    board = fight.world.board
    return any(board.inside(one) and board.at(one).difficulty for one in cells_of(fight.world.creature(who)))
