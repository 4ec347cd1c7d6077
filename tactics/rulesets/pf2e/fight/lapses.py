"""What powers do while something holds true: a grip by a power ends at once when its user goes away or goes down."""

from __future__ import annotations

from tactics.rules.event import EffectLost
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.creatures import stats
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.asking import distance_ft
from tactics.rulesets.pf2e.fight.origins import power_of
from tactics.rulesets.pf2e.reach import natural_sq, weapon_reach_sq
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.fight import Effect, Fight


def settle(run: Run) -> None:
    """End every grip of a power that its user can keep no longer.

    Source: pf2e.effect.duration_conditional, pf2e.condition.grabbed_immobilized_restrained
    """
    bonds = table("actions")["cannot_move"]
    for who, body in run.fight.bodies.items():
        for effect in body.effects:
            if effect.id in bonds and effect.origin and not _keeps(run.fight, effect, who):
                run.emit(EffectLost(who, effect))
                conditions.ended(run, who, effect)


def _keeps(fight: Fight, effect: Effect, who: str) -> bool:
    """Whether a user can act and still reaches whom it holds; what a power holds from afar needs neither."""
    user = effect.source
    power = power_of(fight, user, effect.origin)
    if power is None or power.range_ft or power.shape or user == who:
        return True
    if not conditions.can_act(fight, user):
        return False
    creature = fight.world.creature(user)
    reaches = (natural_sq(creature), *(weapon_reach_sq(creature, one) or 0 for one in stats(creature).weapons))
    return distance_ft(fight, user, who) <= max(reaches) * SQUARE_FT
