"""The ground under a figure, and what it does to defences."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import text
from tactics.rules.event import Part
from tactics.rulesets.dfrpg.board import cells_of
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight


def bad_footing(fight: Fight, who: str) -> bool:
    """Whether a figure stands on treacherous ground, with any of its squares.

    Source: dfrpg.attack.melee_modifiers, dfrpg.defense.total_modifiers, dfrpg.movement.terrain
    """
    board = fight.world.board
    return any(board.inside(one) and board.at(one).difficulty for one in cells_of(fight.world.creature(who)))


def defense_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """Who stands badly defends badly. Source: dfrpg.defense.total_modifiers."""
    if bad_footing(fight, defense.who):
        yield Part(table("fight")["defense"]["bad_footing"], text("bad footing"), "", "dfrpg.defense.total_modifiers")
