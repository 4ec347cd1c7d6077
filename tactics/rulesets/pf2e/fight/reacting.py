"""Powers that answer a trigger: with the reaction, or as a triggered free action."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Choice, Preview
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.creatures import is_ally, is_enemy
from tactics.rulesets.pf2e.distance import Gaps, flat_gaps_sq, metric_sq
from tactics.rulesets.pf2e.fight import performing, turn
from tactics.rulesets.pf2e.fight.affecting import affect, cause_of, named
from tactics.rulesets.pf2e.fight.casting import confused, deed_of, spent, use_up
from tactics.rulesets.pf2e.fight.conditions import why_not_attack
from tactics.rulesets.pf2e.fight.effects import rolled
from tactics.rulesets.pf2e.fight.performing import ATTACK, MANIPULATE
from tactics.rulesets.pf2e.fight.power_preview import power_preview
from tactics.rulesets.pf2e.fight.power_targets import area_takes, out_of_range, range_of
from tactics.rulesets.pf2e.fight.powers import Power
from tactics.rulesets.pf2e.fight.reactions import DISRUPTED, GOES_ON, Offer, Trigger
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight

_POWER = "power."
_OWN_TURN = ("turn_start", "turn_end")


class PowerReaction:
    """The reactions and triggered free actions of a stat block.

    Source: pf2e.action.reaction, pf2e.action.free, pf2e.action.trigger_limits
    """

    id = "power"

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """One for each power that answers the trigger."""
        return tuple(
            _offer(fight, who, power, trigger)
            for power in sheet_of(fight.world.creature(who)).powers.values()
            if power.trigger and _usable(fight, who, power) and _answers(fight, who, power, trigger)
        )

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        """Use the power on who set it off, or round its user; what it stops of damage is taken off."""
        power = sheet_of(run.fight.world.creature(who)).powers[choice.removeprefix(_POWER)]
        if power.reaction:
            turn.spend_reaction(run, who)
        deed = deed_of(power)
        going_on = performing.begin(run, who, deed, target=trigger.who, free=True)
        use_up(run, who, power)
        if not going_on or confused(run, who, power):
            return GOES_ON
        met = affect(run, who, power, _targets(run.fight, who, power, trigger))
        if power.disrupts and (not met or not met[0].degree or met[0].degree in power.disrupts):
            return DISRUPTED
        return -_reduced(run, who, power, trigger)


def _usable(fight: Fight, who: str, power: Power) -> bool:
    """Whether there is anything left of a power, and of the reaction it takes.

    Source: pf2e.action.reaction, pf2e.condition.grabbed_immobilized_restrained
    """
    if spent(fight, who, power) is not None or (power.reaction and not turn.has_reaction(fight, who)):
        return False
    return not {ATTACK, MANIPULATE} & deed_of(power).traits or why_not_attack(fight, who) is None


def _answers(fight: Fight, who: str, power: Power, trigger: Trigger) -> bool:
    """Whether a trigger is the one of a power, and whoever set it off can be met by it."""
    kind = trigger.kind
    if power.trigger in _OWN_TURN:
        return kind == power.trigger and trigger.target == who
    if power.trigger in ("hurt", "ally_hurt"):
        return kind == "hurt" and _hurts(fight, who, power, trigger) and _reaches(fight, who, power, trigger)
    if kind != power.trigger or not is_enemy(fight.world.creature(who), fight.world.creature(trigger.who)):
        return False
    if kind == "reached":
        return _comes_near(fight, who, power, trigger)
    return bool(power.trigger_traits & trigger.traits) and out_of_range(fight, who, power, trigger.who) is None


def _hurts(fight: Fight, who: str, power: Power, trigger: Trigger) -> bool:
    """Whether damage is about to be taken by the user, or by an ally in range, as the power wants it."""
    if power.trigger_types and not power.trigger_types & trigger.damage:
        return False
    if not power.trigger_traits <= trigger.traits:
        return False
    if power.trigger == "hurt":
        return trigger.target == who
    ally = is_ally(fight.world.creature(who), fight.world.creature(trigger.target))
    return ally and out_of_range(fight, who, power, trigger.target) is None


def _reaches(fight: Fight, who: str, power: Power, trigger: Trigger) -> bool:
    """Whether what the power does to its maker gets there; what only stops damage need not."""
    if power.shape or not any(not one.to_user and one.does != "reduce" for one in power.outcomes):
        return True
    maker = trigger.who
    if maker not in fight.bodies or maker == who or fight.body(maker).out:
        return False
    return out_of_range(fight, who, power, maker) is None


def _comes_near(fight: Fight, who: str, power: Power, trigger: Trigger) -> bool:
    """Whether a mover was out of range a square ago and is in range now."""
    most = range_of(fight, who, power)
    own, mover = fight.world.creature(who).space, fight.world.creature(trigger.who).space
    before, now = (
        metric_sq(Gaps(*flat_gaps_sq(own, mover.at(square)), 0), "nested") * SQUARE_FT for square in trigger.path
    )
    return before > most >= now and out_of_range(fight, who, power, trigger.who) is None


def _targets(fight: Fight, who: str, power: Power, trigger: Trigger) -> tuple[str, ...]:
    if power.shape:
        return area_takes(fight, who, power, None)
    if power.trigger in _OWN_TURN or power.targets == "self" or not _aims(power):
        return (who,) if any(one.does != "reduce" for one in power.outcomes) else ()
    return (trigger.who,) if trigger.who in fight.bodies and not fight.body(trigger.who).out else ()


def _aims(power: Power) -> bool:
    """Whether something of a power is meant for who set it off."""
    return any(not one.to_user and one.does != "reduce" for one in power.outcomes) or bool(power.save or power.attack)


def _reduced(run: Run, who: str, power: Power, trigger: Trigger) -> int:
    """How much of the damage about to be taken a power stops."""
    cause = cause_of(power, who)
    stopped = sum(rolled(run, cause, one, trigger.target) for one in power.outcomes if one.does == "reduce")
    return min(stopped, trigger.amount)


def _offer(fight: Fight, who: str, power: Power, trigger: Trigger) -> Offer:
    targets = _targets(fight, who, power, trigger)
    found = power_preview(fight, who, power, targets, None) if targets else Preview()
    title = text("{power}: use it?", power=power.name)
    return Offer(Choice(_POWER + power.id, named(power)), title, found)
