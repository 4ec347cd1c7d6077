"""Attack of Opportunity: the reaction of those who have it to moving, using hands and shooting within their reach."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Choice
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import noticing, turn
from tactics.rulesets.pf2e.fight.asking import provoked
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS
from tactics.rulesets.pf2e.fight.holding import ready_weapons, weapon_of
from tactics.rulesets.pf2e.fight.legality import can_strike
from tactics.rulesets.pf2e.fight.performing import MANIPULATE, RANGED
from tactics.rulesets.pf2e.fight.reactions import DISRUPTED, GOES_ON, Offer, Trigger
from tactics.rulesets.pf2e.fight.strike import Manner, strike
from tactics.rulesets.pf2e.fight.strike_odds import strike_preview
from tactics.world.fight import Fight

_OUT_OF_TURN = Manner(kind="melee", reaction=True)
_STRIKE = "strike."


class AttackOfOpportunity:
    """A melee Strike that neither takes nor raises the multiple attack penalty.

    Source: pf2e.basic.attack_of_opportunity, pf2e.attack.map_own_turn
    """

    id = "attack_of_opportunity"

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """A Strike with each weapon that reaches."""
        if trigger.who == who or not turn.has_reaction(fight, who) or not _sets_off(fight, who, trigger):
            return ()
        title = text("{name} gives an opening. Strike?", name=noticing.named(fight, who, trigger.who))
        return tuple(
            Offer(
                Choice(_STRIKE + weapon.id, text("Strike: {weapon}", weapon=weapon.name)),
                title,
                strike_preview(fight, who, trigger.who, weapon, _OUT_OF_TURN),
            )
            for weapon in ready_weapons(fight, who)
            if not weapon.ranged and can_strike(fight, who, trigger.who, weapon, "melee") is None
        )

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        """Strike; a critical hit disrupts an action that needs hands."""
        turn.spend_reaction(run, who)
        weapon = weapon_of(run.fight, who, choice.removeprefix(_STRIKE))
        found = strike(run, who, trigger.who, weapon, _OUT_OF_TURN)
        return DISRUPTED if found.degree == CRITICAL_SUCCESS and MANIPULATE in trigger.traits else GOES_ON


def _sets_off(fight: Fight, who: str, trigger: Trigger) -> bool:
    """Whether a trigger is one of this reaction, for a creature that has it."""
    if trigger.kind == "leaves":
        return who in provoked(fight, trigger.who, trigger.action, trigger.path)
    if trigger.kind == "moved":
        return who in provoked(fight, trigger.who, trigger.action)
    if trigger.kind != "act":
        return False
    acts = [name for trait, name in ((MANIPULATE, "interact"), (RANGED, "ranged_attack")) if trait in trigger.traits]
    return any(who in provoked(fight, trigger.who, one) for one in acts)
