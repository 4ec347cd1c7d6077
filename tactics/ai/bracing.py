"""Waiting for enemies that come on, with a weapon that strikes first, where a book offers that."""

from __future__ import annotations

from tactics.ai.places import mover_space, nearest
from tactics.ai.plans import aimed, previewed
from tactics.ai.worth import enemies
from tactics.engine.battle import Battle
from tactics.rules.action import MANEUVER, Action
from tactics.rules.event import TurnBegan
from tactics.rules.fighting import Fighting
from tactics.world.fight import Fight

WAITS = "wait"
"""The manoeuvre of one who does something only when something happens."""
_BRACES = ("stop_thrust",)
_ENDS = "end_turn"


def best_brace(fighting: Fighting, fight: Fight, who: str) -> Action | None:
    """The way to meet a charge that hurts most, None where there is none."""
    found = [
        (preview.damage_mean, action)
        for option in fighting.allowed(fight, who, ids=_BRACES)
        for action in aimed(fight, who, option)
        if (preview := previewed(fighting, fight, action)) is not None and preview.damage_mean > 0
    ]
    return max(found, key=lambda one: one[0], default=(0, None))[1]


def stay_braced(battle: Battle, who: str) -> Action | None:
    """For one who has chosen to wait: say for what, then let the turn end; None for everybody else."""
    effects = battle.fight.body(who).effects
    if not any(one.id == MANEUVER and one.note == WAITS for one in effects):
        return None
    return best_brace(battle.fighting, battle.fight, who) or Action(who, _ENDS)


def comes_on(battle: Battle, who: str) -> bool:
    """Whether some enemy is nearer than when the last turn of a creature began, or it has had no turn yet.

    So two who wait for each other do not wait for good.
    """
    then = _at_last_turn(battle, who)
    if then is None:
        return True
    now = battle.fight
    return any(_gap(now, who, foe.id) < _gap(then, who, foe.id) for foe in enemies(now, who))


def _gap(fight: Fight, who: str, foe: str) -> int:
    return nearest(mover_space(fight, who), (mover_space(fight, foe),))


def _at_last_turn(battle: Battle, who: str) -> Fight | None:
    """The fight as the turn before the present one of a creature began."""
    order, begun = battle.fight.order, 0
    for number, event in reversed(tuple(enumerate(battle.events))):
        if isinstance(event, TurnBegan) and order[event.slot].who == who:
            begun += 1
            if begun > 1:
                return battle.at(number)
    return None
