"""Powers that last while their user sustains them: an action a turn, and their end when it is not taken."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import text
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, performing, turn
from tactics.rulesets.pf2e.fight.effects import unsustained
from tactics.rulesets.pf2e.fight.origins import power_of
from tactics.rulesets.pf2e.fight.performing import CONCENTRATE, Deed, refuse
from tactics.rulesets.pf2e.fight.powers import Power
from tactics.world.fight import Duration, Effect, Fight

SUSTAINING = "sustaining"
"""Effect of the user; its origin is the power, its duration what is left without sustaining it."""
RULE = "pf2e.effect.duration_sustained"
DEED = Deed("sustain_spell", 1, frozenset({CONCENTRATE}))


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


class Sustain:
    """Keeping up a power for another round.

    Source: pf2e.basic.sustain_spell, pf2e.effect.duration_sustained
    """

    ids = ("sustain_spell",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each power that lasts so."""
        for effect in sustained_of(fight, who):
            power = power_of(fight, who, effect.origin)
            if power is not None:
                refusal = performing.why_not(fight, who, DEED) or _kept_up(fight, effect, who)
                title = text("Sustain: {power}", power=power.name)
                yield Option("sustain_spell", "power", title, turn.COSTS[1], (), refusal, {"power": power.id})

    def resolve(self, run: Run, action: Action) -> None:
        """Sustain it; one that is disrupted ends, and so does one that has lasted as long as it can."""
        who, named = action.who, str(action.arguments.get("power", ""))
        effect = next((one for one in sustained_of(run.fight, who) if one.origin == named), None)
        power = power_of(run.fight, who, named)
        if effect is None or power is None or power.sustained is None:
            raise Refused(Refusal(text("It sustains no such power."), "pf2e.basic.sustain_spell"))
        refuse(performing.why_not(run.fight, who, DEED) or _kept_up(run.fight, effect, who))
        if not performing.begin(run, who, DEED):
            stop(run, who, named)
            return
        rounds = run.fight.body(who).count(_rounds(named)) + 1
        if rounds >= power.sustained:
            stop(run, who, named)
            if power.tires:
                conditions.gain(run, who, "fatigued", rule=RULE)
            return
        run.emit(CounterSet(who, _rounds(named), rounds))
        run.emit(EffectLost(who, effect))
        run.emit(EffectGained(who, _until_next_end(run.fight, who, named)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return performing.previewed(fight, action.who, DEED, Preview())


def _kept_up(fight: Fight, effect: Effect, who: str) -> Refusal | None:
    """That the power lasts to the end of the next turn already."""
    if effect.duration.turns > 1 and fight.active == who:
        return Refusal(text("It lasts until the end of the next turn already."), "pf2e.basic.sustain_spell")
    return None
