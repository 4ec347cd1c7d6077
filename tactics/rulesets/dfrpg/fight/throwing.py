"""Where thrown weapons come to lie."""

from __future__ import annotations

from tactics.rules.event import ItemLost
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import stepping
from tactics.rulesets.dfrpg.fight import attacking, holding
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.checks import Result
from tactics.rulesets.dfrpg.fight.sheet import UNMADE


def thrown(run: Run, attack: Attack, ended: str, rolled: Result) -> None:
    """A weapon that was thrown lies where its target is, or a yard farther on when nothing stopped it.

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
    if ended == attacking.MISSED:
        square = next(iter(stepping.knockback_path(world, attack.who, attack.target, 1)), square)
    holding.change(run, item, holder="", hand="", square=square, ready=True)
