"""Attacks with the body alone that everybody can make: what they are rolled with, whom they may meet."""

from __future__ import annotations

from tactics.core.space import size_steps
from tactics.core.text import Named, text
from tactics.rules.action import Preview, Refusal
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import aiming, helping
from tactics.rulesets.dnd4e.fight.attacking import MISS, Plan, plan_of, preview_of, roll_attack
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.world.fight import Fight

MOST_STEPS = 1
"""How many sizes bigger the target may be. Source: dnd4e.action.bull_rush, dnd4e.action.grab."""


def bare(id: str, name: Named, versus: str, *, reach_sq: int | None = None) -> Power:
    """A Strength attack without weapon. Source: dnd4e.roll.attack."""
    return Power(id, name, reach_sq=reach_sq, ability="str", versus=versus)


def too_big(fight: Fight, who: str, target: str, rule: str) -> Refusal | None:
    """Why a target is too big, None when it is not."""
    own, theirs = fight.world.creature(who), fight.world.creature(target)
    if size_steps(own.size, theirs.size) <= MOST_STEPS:
        return None
    return Refusal(text("{name} is too big.", name=theirs.name), rule)


def may_meet(fight: Fight, who: str, target: str, power: Power, rule: str) -> Refusal | None:
    """Why such an attack cannot be made at somebody, None when it can."""
    if target == who:
        return Refusal(text("Nobody does that to himself."), rule)
    return aiming.may_target(fight, who, target, power, None) or too_big(fight, who, target, rule)


def targets(fight: Fight, who: str, power: Power, rule: str) -> tuple[str, ...] | Refusal:
    """Enemies such an attack can be made at, or why there are none: the reason for the nearest one."""
    own = fight.world.creature(who)
    others = [one for one in fight.world.creatures if one.side != own.side and not fight.body(one.id).out]
    others.sort(key=lambda one: max(own.space.gap_sq(one.space)))
    reasons = {one.id: may_meet(fight, who, one.id, power, rule) for one in others}
    found = tuple(one for one, reason in reasons.items() if reason is None)
    if found:
        return found
    return next((one for one in reasons.values() if one is not None), Refusal(text("There is nobody to aim at."), rule))


def plan(fight: Fight, who: str, target: str, power: Power, extra: tuple[Part, ...] = ()) -> Plan:
    """The attack as it is about to be rolled."""
    return plan_of(fight, who, target, power, None, (target,), extra)


def hits(run: Run, who: str, target: str, power: Power, extra: tuple[Part, ...] = ()) -> bool:
    """Roll such an attack; whether it hits."""
    result = roll_attack(run, plan(run.fight, who, target, power, extra))
    helping.reveal(run, who)
    return result != MISS


def previewed(fight: Fight, who: str, target: str, power: Power, extra: tuple[Part, ...] = ()) -> Preview:
    """The chance of such an attack."""
    return preview_of(fight, plan(fight, who, target, power, extra))
