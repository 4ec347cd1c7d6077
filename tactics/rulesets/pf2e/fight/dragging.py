"""Pushes and pulls by powers."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import holds, pushes
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.forced import away_from, push


def force(run: Run, source: str, who: str, feet: int, *, kind: str, strength: int) -> int:
    """Push a creature straight away from another one, or pull it near; returns the squares it was moved.

    Args:
        run: the action.
        source: away from whom, or towards whom.
        who: who is moved.
        feet: how far.
        kind: "push" or "pull".
        strength: DC of the power, which must reach the resistance of what others hold the creature with.

    Source: pf2e.move.forced, pf2e.move.forced_danger
    """
    world = judged(run.fight)
    mover, moved = world.creature(source), world.creature(who)
    if source == who or moved.mount or away_from(mover.space, moved.space) == (0, 0):
        return 0
    if not holds.gives_way(run, source, who, strength):
        return 0
    squares = pushes.along(run, who, push(world, mover, moved, feet, kind=kind).path)
    if not squares:
        run.emit(Noted(who, text("It cannot be moved."), "pf2e.move.forced"))
    return squares
