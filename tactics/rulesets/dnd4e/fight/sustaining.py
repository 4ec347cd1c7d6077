"""Effects that last by an action of every turn, and the five minutes that nothing of an encounter outlasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import text
from tactics.rules.action import Action, Need, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dnd4e.fight import answering, conditions, outcomes, targeting, turn, zone_ground, zones
from tactics.rulesets.dnd4e.fight.holding import weapons_for
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.fight.using import strike, title_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Effect, Fight

ANCHOR = "sustain"
Held = tuple[str, Effect]
"""Who has an effect, and the effect."""


def sustained(fight: Fight, who: str, power: Power | None = None) -> Iterator[Held]:
    """What lasts because a creature sustains it, of one power or of all of them. Source: dnd4e.duration.sustain."""
    for one, body in fight.bodies.items():
        for effect in body.effects:
            own = (effect.duration.anchor, effect.duration.of) == (ANCHOR, who)
            if own and (power is None or effect.origin.partition(":")[0] == power.id):
                yield one, effect


def powers_of(fight: Fight, who: str) -> tuple[Power, ...]:
    """The powers whose effects a creature sustains."""
    ids = {effect.origin.partition(":")[0] for _, effect in sustained(fight, who)}
    return tuple(one for one in sheet_of(fight.world.creature(who)).powers.values() if one.id in ids)


class Sustain:
    """Paying for an effect that goes on. Source: dnd4e.duration.sustain, dnd4e.duration.sustain_action."""

    ids = ("sustain",)
    groups = ("power",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One for each power that is sustained."""
        for power in powers_of(fight, who):
            refusal = why_not(fight, who, power)
            found: tuple[Need, ...] | Refusal = () if refusal else _needs(fight, who, power)
            refusal, needs = (found, ()) if isinstance(found, Refusal) else (refusal, found)
            title = text("Sustain: {power}", power=title_of(power, None))
            yield Option("sustain", "power", title, turn.COSTS[power.sustain], needs, refusal, {"power": power.id})

    def resolve(self, run: Run, action: Action) -> None:
        """Pay, and let come what sustaining brings."""
        who, fight = action.who, run.fight
        power = _meant(fight, action)
        refuse(why_not(fight, who, power))
        weapon = _weapon(fight, who, power)
        targets = _met(fight, action, power, weapon)
        turn.spend(run, who, power.sustain)
        run.emit(CounterSet(who, turn.SUSTAINED + power.id, 1))
        key = turn.SUSTAINING + power.id
        run.emit(CounterSet(who, key, run.fight.body(who).count(key) + 1))
        before = run.fight.bodies
        if power.sustain_attack:
            strike(run, who, power, weapon, targets)
        for one in power.on_sustain:
            for target in (who,) if one.to_user else targets:
                outcomes.apply(run, who, target, power, one)
        answering.aftermath(run, who, before)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Whom it takes."""
        power = _meant(fight, action)
        return Preview(takes=_met(fight, action, power, _weapon(fight, action.who, power)))


def why_not(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Why a power cannot be sustained now, None when it can.

    Source: dnd4e.duration.sustain_once, dnd4e.duration.sustain_limit, dnd4e.action.substitute
    """
    body = fight.body(who)
    if fight.active == who and body.count(turn.SUSTAINED + power.id):
        return Refusal(text("It is sustained for this turn."), "dnd4e.duration.sustain_once")
    if body.count(turn.SUSTAINING + power.id) >= five_minutes():
        return Refusal(text("Five minutes are over."), "dnd4e.duration.sustain_limit")
    return turn.affordable(fight, who, power.sustain)


def five_minutes() -> int:
    """Rounds that five minutes have."""
    return int(table("fight")["minutes"]["rounds"])


def _meant(fight: Fight, action: Action) -> Power:
    found = [one for one in powers_of(fight, action.who) if one.id == action.arguments.get("power")]
    if not found:
        raise Refused(Refusal(text("It sustains no such power."), "dnd4e.duration.sustain"))
    return found[0]


def _weapon(fight: Fight, who: str, power: Power) -> Weapon | None:
    return next(iter(weapons_for(fight, who, power)), None)


def _aimed(power: Power) -> bool:
    """Whether its attack on sustaining must be aimed anew."""
    return power.sustain_attack and not targeting.makes_zone(power) and not power.area


def _needs(fight: Fight, who: str, power: Power) -> tuple[Need, ...] | Refusal:
    return targeting.needs_of(fight, who, power, _weapon(fight, who, power)) if _aimed(power) else ()


def _met(fight: Fight, action: Action, power: Power, weapon: Weapon | None) -> tuple[str, ...]:
    """Whom sustaining meets: those in the zone, those who have the effect, or whom its attack is aimed at."""
    who = action.who
    if _aimed(power):
        return targeting.targets_of(fight, action, power, weapon)
    own = [zone for zone in zone_ground.zones(fight) if (zone.maker, zone.power.id) == (who, power.id)]
    within = [one for zone in own for one in zones.inside(fight, zone)]
    holders = [one for one, effect in sustained(fight, who, power) if effect.id != zone_ground.ZONE]
    return tuple(dict.fromkeys((*within, *holders)))


def end_of_turn(run: Run, who: str) -> None:
    """What was not paid for in the turn of its maker ends with it. Source: dnd4e.duration.sustain."""
    body = run.fight.body(who)
    for power in powers_of(run.fight, who):
        if not body.count(turn.SUSTAINED + power.id):
            release(run, who, power)
    for key, value in body.counters.items():
        if key.startswith(turn.SUSTAINED) and value:
            run.emit(CounterSet(who, key, 0))


def release(run: Run, who: str, power: Power | None = None) -> None:
    """Let what a creature sustains end, of one power or everything.

    Source: dnd4e.duration.sustain, dnd4e.duration.sustain_no_rest
    """
    for one in powers_of(run.fight, who):
        if power is None or one.id == power.id:
            for holder, effect in tuple(sustained(run.fight, who, one)):
                conditions.end(run, holder, effect)
            if run.fight.body(who).count(turn.SUSTAINING + one.id):
                run.emit(CounterSet(who, turn.SUSTAINING + one.id, 0))


def start_of_turn(run: Run, who: str) -> None:
    """Let effects that last for the encounter end after five minutes. Source: dnd4e.duration.encounter."""
    for effect in run.fight.body(who).effects:
        since = run.fight.body(who).count(outcomes.since(effect))
        if effect.duration.anchor == "encounter" and since and run.fight.round - since >= five_minutes():
            conditions.end(run, who, effect)


def dies(run: Run, who: str, effect: Effect) -> None:
    """What a creature sustains and the zones it made go with it. Source: dnd4e.duration.sustain, dnd4e.hp.death."""
    if effect.id == "dead":
        release(run, who)
        conditions.lose(run, who, zone_ground.ZONE)
