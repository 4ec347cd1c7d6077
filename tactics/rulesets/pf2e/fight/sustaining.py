"""Powers that last while their user sustains them: how long, and their end when he does not."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.effects import unsustained
from tactics.rulesets.pf2e.fight.origins import power_of
from tactics.rulesets.pf2e.fight.powers import Power
from tactics.world.fight import Duration, Effect, Fight

SUSTAINING = "sustaining"
"""Effect of the user; its origin is the power, its duration what is left without sustaining it."""
RULE = "pf2e.effect.duration_sustained"


def _rounds(power: str) -> str:
    """The counter of rounds a power has been sustained."""
    return f"sustained.{power}"


def begin(run: Run, who: str, power: Power) -> None:
    """A sustained power was used: it lasts until the end of the next turn. Source: pf2e.effect.duration_sustained."""
    if power.sustained is None:
        return
    stop(run, who, power.id, told=False)
    run.emit(EffectGained(who, _until_next_end(run.fight, who, power.id)))


def _until_next_end(fight: Fight, who: str, power: str) -> Effect:
    turns = 2 if fight.active == who else 1
    return Effect(SUSTAINING, 0, who, Duration("end", who, turns), power, RULE, power)


def sustained_of(fight: Fight, who: str) -> tuple[Effect, ...]:
    """What a creature sustains."""
    return tuple(one for one in fight.body(who).effects if one.id == SUSTAINING)


def stop(run: Run, who: str, power: str, *, told: bool = True) -> None:
    """Let a sustained power end now."""
    for effect in sustained_of(run.fight, who):
        if effect.origin == power:
            run.emit(EffectLost(who, effect))
            _over(run, who, power, told=told)


def _over(run: Run, who: str, power: str, *, told: bool = True) -> None:
    """What a power has left goes with it."""
    unsustained(run, who, power)
    if run.fight.body(who).count(_rounds(power)):
        run.emit(CounterSet(who, _rounds(power), 0))
    found = power_of(run.fight, who, power)
    if told and found is not None:
        run.emit(Noted(who, text("{power} ends.", power=found.name), RULE))


def turn_ends(run: Run, who: str) -> None:
    """After durations were counted at the end of a turn: what was not sustained is over.

    Source: pf2e.turn.end, pf2e.effect.duration_sustained
    """
    kept = {one.origin for one in sustained_of(run.fight, who)}
    lasting = {
        one.origin
        for body in run.fight.bodies.values()
        for one in body.effects
        if one.duration.anchor == "sustain" and one.source == who and one.origin
    }
    for power in sorted(lasting - kept):
        _over(run, who, power)


def lasts_on(run: Run, who: str, power: Power) -> bool:
    """A power was sustained: it goes on until the end of the next turn, unless it has lasted as long as it can.

    Returns:
        Whether it goes on.

    Source: pf2e.basic.sustain_spell, pf2e.effect.duration_sustained
    """
    rounds = run.fight.body(who).count(_rounds(power.id)) + 1
    if power.sustained is None or rounds >= power.sustained:
        stop(run, who, power.id)
        if power.tires:
            conditions.gain(run, who, "fatigued", rule=RULE)
        return False
    run.emit(CounterSet(who, _rounds(power.id), rounds))
    for effect in sustained_of(run.fight, who):
        if effect.origin == power.id:
            run.emit(EffectLost(who, effect))
            run.emit(EffectGained(who, _until_next_end(run.fight, who, power.id)))
    return True
