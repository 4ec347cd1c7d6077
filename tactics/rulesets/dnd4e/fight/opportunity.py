"""Opportunity attacks: a melee basic attack against who leaves a square or uses a ranged or area power nearby."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Choice
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import aiming, conditions, turn
from tactics.rulesets.dnd4e.fight.asking import provoked
from tactics.rulesets.dnd4e.fight.holding import weapons_for
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.reactions import Offer, Trigger
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.fight.using import carry_out, previewed, title_of
from tactics.world.fight import Fight

STRIKE = "strike."


class OpportunityAttack:
    """Source: dnd4e.opportunity.limits, dnd4e.opportunity.interrupts, dnd4e.action.opportunity."""

    id = "opportunity_attack"

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """A melee basic attack with each weapon at hand that reaches."""
        if not _may(fight, who, trigger):
            return ()
        name = fight.world.creature(trigger.who).name
        title = text("{name} gives an opening. Strike?", name=name)
        return tuple(
            Offer(
                Choice(f"{STRIKE}{power.id}.{weapon.id if weapon else ''}", title_of(power, weapon)),
                title,
                previewed(fight, who, power, weapon, (trigger.who,)),
            )
            for power, weapon in melee_basics(fight, who)
            if aiming.may_target(fight, who, trigger.who, power, weapon) is None
        )

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> None:
        """Strike, before what set it off goes on."""
        run.emit(CounterSet(who, turn.OPPORTUNE + run.fight.active, 1))
        named = choice.removeprefix(STRIKE)
        for power, weapon in melee_basics(run.fight, who):
            if f"{power.id}.{weapon.id if weapon else ''}" == named:
                carry_out(run, who, power, weapon, (trigger.who,))
                return


def melee_basics(fight: Fight, who: str) -> list[tuple[Power, Weapon | None]]:
    """The melee basic attacks a creature can make with what is at hand."""
    return [
        (power, weapon)
        for power in sheet_of(fight.world.creature(who)).powers.values()
        if power.basic == "melee"
        for weapon in weapons_for(fight, who, power)
        if aiming.unready(fight, who, weapon) is None
    ]


def _may(fight: Fight, who: str, trigger: Trigger) -> bool:
    """Whether a creature may make one: once in each other creature's turn, never in its own."""
    if trigger.kind not in ("leaves", "uses") or who in (trigger.who, fight.active):
        return False
    if not conditions.can_react(fight, who) or fight.body(who).count(turn.OPPORTUNE + fight.active):
        return False
    return who in provoked(fight, trigger.who, trigger.action, trigger.path)
