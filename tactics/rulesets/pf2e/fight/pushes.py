"""Forced movement in a fight: square by square over whatever ground there is, and over edges."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.event import Moved
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import falls, footing, hurting_ground
from tactics.rulesets.pf2e.tables import table

FORCED = "forced"
STOPPED, MOVED, FELL = "stopped", "moved", "fell"
"""What one square of forced movement comes to; one who fell is moved no further."""


def along(run: Run, who: str, path: tuple[Square, ...]) -> int:
    """Move a creature along a path of forced movement; nobody reacts, and it falls where the ground falls away.

    Args:
        run: the action.
        who: who is moved.
        path: squares, from its own on, as `forced.push` finds them.

    Returns:
        Squares it was moved.

    Source: pf2e.move.forced, pf2e.move.forced_danger, pf2e.move.falling
    """
    moved = 0
    for square in path[1:]:
        if run.fight.world.creature(who).space.anchor != path[moved] or run.fight.body(who).out:
            break
        came = _to(run, who, square)
        moved += came != STOPPED
        if came != MOVED:
            break
    return moved


def _to(run: Run, who: str, square: Square) -> str:
    """One square on, riders with their mount."""
    world = run.fight.world
    creature = world.creature(who)
    before, foot_ft = creature.space, creatures.foot_ft(world, creature)
    floats, hangs = footing.airborne(run.fight, who), footing.holds_on(run.fight, who)
    # What stands above the ground all the same stands on something that the map does not show, there and beyond.
    from_ft = foot_ft if floats or hangs else creatures.ground_ft(world, before)
    rise_ft = creatures.ground_ft(world, before.at(square)) - from_ft
    if rise_ft >= int(table("terrain")["ledge_up_ft"]):
        return STOPPED
    drops_ft = -rise_ft if not floats and (hangs or -rise_ft > int(table("terrain")["ledge_down_ft"])) else 0
    for one in (creature, *creatures.riders_of(world, creature)):
        run.emit(
            Moved(
                one.id, square, 0, FORCED, one.space.width, one.space.height, one.z_ft if floats or not drops_ft else 0
            )
        )
    if drops_ft > 0:
        falls.fall(run, who, foot_ft)
        return FELL
    footing.settle(run, who)
    hurting_ground.entered(run, who, before, run.fight.world.creature(who).space)
    return MOVED
