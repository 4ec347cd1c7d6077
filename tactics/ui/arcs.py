"""What lies in front of, beside and behind a creature, as the board has it; for showing only."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.core.lattice import Square
from tactics.geometry.tiling import Arc, SquareTiling
from tactics.world.board import Board
from tactics.world.creature import Creature

_TILES = SquareTiling()


def arcs_around(board: Board, creature: Creature) -> Mapping[Arc, tuple[Square, ...]]:
    """The squares next to a creature by the arc they lie in; nothing for one of whom nobody says where it looks."""
    if creature.facing is None:
        return {}
    own = (*creature.space.squares(), *creature.sprawl)
    found: dict[Arc, tuple[Square, ...]] = {}
    seen = set(own)
    for cell in own:
        for there in _TILES.neighbours(cell):
            if there not in seen and board.inside(there):
                seen.add(there)
                arc = _TILES.arc(cell, creature.facing, there)
                found[arc] = (*found.get(arc, ()), there)
    return found
