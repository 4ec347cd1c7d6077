"""Conditions and other effects: how they come and go, and what they leave a creature to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tactics.core.text import text
from tactics.rules.action import Refusal
from tactics.rules.event import EffectGained, EffectLost, ItemChanged
from tactics.rules.fighting import Run
from tactics.rules.things import READY, SHIELD
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import states
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Effect, Fight

VALUED = frozenset(
    {
        "clumsy",
        "doomed",
        "drained",
        "dying",
        "enfeebled",
        "frightened",
        "sickened",
        "slowed",
        "stunned",
        "stupefied",
        "wounded",
    }
)
"""Conditions that carry a value; at 0 they end. Source: pf2e.condition.general."""
INSTEAD: dict[str, Callable[[Run, str], bool]] = {}
"""What happens in place of a condition, by its id; it returns whether it does. The fight puts it in."""
_FOREVER = Duration()
GAINED: dict[str, Callable[[Run, str], None]] = {}
"""What else happens when an entry of a condition came or its value changed, by its id; the fight puts it in."""
ENDED: dict[str, Callable[[Run, str], None]] = {}
"""What else happens when the last entry of a condition has gone, by its id; the fight puts it in."""


def value(fight: Fight, who: str, id: str) -> int:
    """Value of a condition: the highest of its entries, 0 without it. Source: pf2e.condition.general."""
    return max((one.value for one in fight.body(who).effects if one.id == id), default=0)


def gain(
    run: Run,
    who: str,
    id: str,
    *,
    value: int = 0,
    source: str = "",
    duration: Duration = _FOREVER,
    note: str = "",
    rule: str = "",
    origin: str = "",
) -> bool:
    """Give a creature a condition, unless it is immune or dead; returns whether it has it now from this.

    Entries of one condition that last differently stand side by side, and the highest value counts; an equal entry that
    is worth no more is not added twice.

    Args:
        run: the action.
        who: who gets it.
        id: the condition.
        value: its number, for those that have one.
        source: id of the creature it comes from.
        duration: how long it lasts.
        note: what tells it apart from others of its kind.
        rule: rule id, that of the condition when left out.
        origin: id of the power or affliction that gives it, among those of the source.

    Source: pf2e.condition.general, pf2e.iwr.immunity
    """
    body = run.fight.body(who)
    if body.out == "dead" or id in sheet_of(run.fight.world.creature(who)).immunities:
        return False
    if id in VALUED and value <= 0:
        return False
    if id in INSTEAD and INSTEAD[id](run, who):
        return False
    effect = Effect(id, value, source, duration, note, rule or states.rule_of(id), origin)
    for other in body.effects:
        if replace(other, value=value, rule=effect.rule) == effect:
            if other.value >= value:
                return False
            run.emit(EffectLost(who, other))
            break
    run.emit(EffectGained(who, effect))
    _came_with(run, who, id, rule)
    return True


def _came_with(run: Run, who: str, id: str, rule: str) -> None:
    """What a condition brings with it: others, and a fall. Source: pf2e.condition.unconscious."""
    for other in states.known()[id].implies if id in states.known() else ():
        gain(run, who, other, note=id, rule=rule)
    if id == "unconscious":
        if not run.fight.body(who).has("prone"):
            gain(run, who, "prone", rule="pf2e.condition.unconscious")
        drop_all(run, who)
    if id in GAINED:
        GAINED[id](run, who)


def lose(run: Run, who: str, id: str, *, note: str | None = None, source: str | None = None) -> bool:
    """Let every entry of a condition end, with what came with it; returns whether there was one.

    Args:
        run: the action.
        who: whose.
        id: the condition.
        note, source: only entries with these, when given.
    """
    found = [
        one
        for one in run.fight.body(who).effects
        if one.id == id and note in (None, one.note) and source in (None, one.source)
    ]
    for effect in found:
        run.emit(EffectLost(who, effect))
        ended(run, who, effect)
    return bool(found)


def ended(run: Run, who: str, effect: Effect) -> None:
    """After an entry of a condition went: with the last one goes what came with it."""
    if run.fight.body(who).has(effect.id):
        if effect.id in GAINED:
            GAINED[effect.id](run, who)
        return
    for other in states.known()[effect.id].implies if effect.id in states.known() else ():
        lose(run, who, other, note=effect.id)
    if effect.id in ENDED:
        ENDED[effect.id](run, who)


def lower(run: Run, who: str, id: str, by: int = 1) -> None:
    """Lower every entry of a valued condition; those that come to 0 end.

    Source: pf2e.condition.general
    """
    held = [one for one in run.fight.body(who).effects if one.id == id]
    for effect in held:
        run.emit(EffectLost(who, effect))
        if effect.value > by:
            run.emit(EffectGained(who, replace(effect, value=effect.value - by)))
    if held:
        ended(run, who, held[-1])


def drop_all(run: Run, who: str) -> None:
    """Let a creature drop what is in its hands into its square; a shield is strapped on, but sinks.

    Source: pf2e.condition.unconscious
    """
    square = creatures.space_of(run.fight.world, run.fight.world.creature(who)).anchor
    for item in run.fight.items.values():
        if item.holder == who and item.hand in READY and item.kind != SHIELD:
            run.emit(ItemChanged(replace(item, holder="", hand="", square=square)))
    lose(run, who, "shield_raised")


def can_act(fight: Fight, who: str) -> bool:
    """Whether a creature can use actions and reactions at all. Source: pf2e.action.cannot_act."""
    return not fight.body(who).out and creatures.can_act(fight.world.creature(who))


def why_not_act(fight: Fight, who: str) -> Refusal | None:
    """Why a creature can take no actions at all, None when it can. Source: pf2e.action.cannot_act."""
    if can_act(fight, who):
        return None
    creature = fight.world.creature(who)
    held = sorted(creatures.stats(creature).conditions.intersection(table("actions")["cannot_act"]))
    if not held:
        return Refusal(text("{name} is out of the fight.", name=creature.name), "pf2e.action.cannot_act")
    words = text("{name}: {condition}", name=creature.name, condition=states.named(held[0]))
    return Refusal(words, "pf2e.action.cannot_act")


def why_not_move(fight: Fight, who: str) -> Refusal | None:
    """Why a creature can use no move actions, None when it can.

    Source: pf2e.condition.grabbed_immobilized_restrained
    """
    creature = fight.world.creature(who)
    held = creatures.stats(creature).conditions.intersection(table("actions")["cannot_move"])
    if not held:
        return None
    words = text("{name}: {condition}", name=creature.name, condition=states.named(min(held)))
    return Refusal(words, "pf2e.condition.grabbed_immobilized_restrained")


def why_not_attack(fight: Fight, who: str) -> Refusal | None:
    """Why a creature's state lets it make no attacks, None when it may.

    Source: pf2e.condition.grabbed_immobilized_restrained
    """
    creature = fight.world.creature(who)
    held = creatures.stats(creature).conditions.intersection(table("actions")["cannot_attack"])
    if not held:
        return None
    words = text("{name}: {condition}", name=creature.name, condition=states.named(min(held)))
    return Refusal(words, "pf2e.condition.grabbed_immobilized_restrained")
