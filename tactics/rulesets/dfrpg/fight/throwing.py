"""Where thrown weapons come to lie."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.event import ItemLost
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.board import grid_of
from tactics.rulesets.dfrpg.fight import attack_resolution, holding
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.checks import Result
from tactics.rulesets.dfrpg.fight.sheet import UNMADE
from tactics.rulesets.dfrpg.sight import open_between
from tactics.world.world import World


def thrown(run: Run, attack: Attack, ended: str, rolled: Result) -> None:
    """A weapon that was thrown lies where its target is, or a yard farther on when it missed and nothing is there.

    What a spell made is gone.

    Source: dfrpg.ranged.attack_roll, dfrpg.maneuver.ready.pick_up
    """
    item = holding.item_of(run.fight, attack.who, attack.weapon) if attack.thrown else None
    if item is None or item.hand not in holding.HANDS:
        return
    if attack.weapon.hand == UNMADE:
        run.emit(ItemLost(item.id))
        return
    world = run.fight.world
    square = world.creature(attack.target).space.anchor
    if ended == attack_resolution.MISSED:
        square = _beyond(world, world.creature(attack.who).space.anchor, square)
    holding.change(run, item, holder="", hand="", square=square, ready=True)


def _beyond(world: World, start: Square, square: Square) -> Square:
    """The square behind another one on the line from a start; the same one where the way is closed."""
    grid = grid_of(world)
    dx, dy = square.x - start.x, square.y - start.y
    farther = [one for one in grid.neighbours(square) if grid.distance(start, one) > grid.distance(start, square)]
    there = min(farther, key=lambda one: abs(dx * (one.y - square.y) - dy * (one.x - square.x)), default=square)
    return there if world.board.inside(there) and open_between(world, square, there) else square
