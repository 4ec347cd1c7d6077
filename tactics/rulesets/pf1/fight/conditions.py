"""Conditions: how they come and go, and what they leave a creature to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from tactics.core.text import Text, text
from tactics.rules.action import Refusal
from tactics.rules.event import EffectGained, EffectLost, ItemChanged
from tactics.rules.fighting import Run
from tactics.rules.registry import book
from tactics.rules.things import READY, SHIELD
from tactics.rulesets.pf1 import tables
from tactics.rulesets.pf1.fight.holding import things_of
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.unseen import hidden_from, in_the_dark
from tactics.rulesets.pf1.places import called, space_of
from tactics.world.creature import Creature
from tactics.world.fight import Duration, Effect, Fight
from tactics.world.kept import Effects, kept_by_effects

OTHER_RULE = "pf1.condition.other"
_LIMITS = ("none", "escape", "move", "single", "full")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number a state adds: `amount` may be "value" or "minus_value" for that of the effect."""

    amount: int | str
    type: str = ""
    ranks: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """What a condition or effect does; the fields are explained in ``data/states.toml``."""

    id: str
    strength: int = 0
    dexterity: int = 0
    zero: tuple[str, ...] = ()
    no_dexterity: bool | str = False
    saves: int = 0
    checks: int = 0
    damage: int = 0
    attack: Amount | None = None
    ac: Amount | None = None
    miss_chance: int | str = 0
    against: str = ""
    once: str = ""
    turn: str = "full"
    half_speed: bool = False
    attacks: bool = True
    rule: str = OTHER_RULE


class Held(NamedTuple):
    """A state a creature is in, and the effect that brings it; None for one that comes with another condition."""

    state: State
    effect: Effect | None


@cache
def _states() -> Mapping[str, State]:
    return {name: _state(name, entry) for name, entry in tables.table("states").items()}


def _state(name: str, entry: Mapping[str, Any]) -> State:
    values: dict[str, Any] = {key: tuple(one) if isinstance(one, list) else one for key, one in entry.items()}
    for key in ("attack", "ac"):
        if key in values:
            values[key] = Amount(**values[key])
    return State(name, **values)


@kept_by_effects
def states(creature: Creature, effects: Effects) -> tuple[Held, ...]:
    """Every state a creature is in that changes a number or its turn."""
    return states_of(effects, creature.of("pf1").conditions)


@lru_cache(4096)
def states_of(effects: tuple[Effect, ...], held: frozenset[str]) -> tuple[Held, ...]:
    """The states of effects and conditions, those that come with a condition included."""
    known = _states()
    found = [Held(known[one.id], one) for one in effects if one.id in known]
    met = {one.id for one in effects}
    more = (one.id for one in tables.with_implied(held) if one.id not in met and one.id in known)
    return (*found, *(Held(known[id_], None) for id_ in more))


def counts_for(held: Held, other: str) -> bool:
    """Whether a state counts when `other` is the opponent."""
    return not held.state.against or (held.effect is not None and bool(other) and held.effect.note == other)


@kept_by_effects
def active(creature: Creature, effects: Effects) -> frozenset[str]:
    """Ids of every effect a creature has and of the conditions that come with them."""
    implied = {one.id for one in tables.conditions(creature)}
    return frozenset(implied | creature.of("pf1").conditions | {one.id for one in effects})


def gain(
    run: Run,
    who: str,
    id: str,
    *,
    value: int = 0,
    source: str = "",
    duration: Duration | None = None,
    note: str = "",
    rule: str = "",
) -> bool:
    """Let a condition or effect begin, unless the creature is immune or has the same one already.

    A stunned creature drops what it holds.

    Returns:
        Whether it began.

    Source: pf1.condition.stunned
    """
    if id in sheet_of(run.fight.world.creature(who)).immunities:
        return False
    own = known_rule(id)
    effect = Effect(id, value, source, duration or Duration(), note, rule or own)
    for other in run.fight.body(who).effects:
        if (other.id, other.source, other.note) == (id, source, note):
            if other.value >= value and other.duration == effect.duration:
                return False
            run.emit(EffectLost(who, other))
            break
    run.emit(EffectGained(who, effect))
    if id == "stunned":
        drop_all(run, who)
    return True


def known_rule(id: str) -> str:
    """The rule of a state, that of other conditions when it has none of its own."""
    known = _states().get(id)
    return OTHER_RULE if known is None else known.rule


def named(id: str) -> Text:
    """A condition or effect in the words of the book."""
    return book("pf1").condition(id)


def drop_all(run: Run, who: str) -> None:
    """Let a creature drop what is in its hands into its square; a shield is strapped on."""
    square = space_of(run.fight.world, run.fight.world.creature(who)).anchor
    for item in things_of(run.fight, who):
        if item.hand in READY and item.kind != SHIELD:
            run.emit(ItemChanged(replace(item, holder="", hand="", square=square)))


def lose(run: Run, who: str, id: str, *, note: str | None = None, source: str | None = None) -> bool:
    """Let every effect of an id end (only those with the note, from the source, when given); whether there was one."""
    found = [
        one
        for one in run.fight.body(who).effects
        if one.id == id and note in (None, one.note) and source in (None, one.source)
    ]
    for effect in found:
        run.emit(EffectLost(who, effect))
    return bool(found)


@kept_by_effects
def turn_limit(creature: Creature, effects: Effects) -> str:
    """What conditions leave of a turn: "full", "single" (one standard or one move action), "move" (a move action),
    "escape" (nothing but getting out of a pin), "none".

    Source: pf1.condition.staggered, pf1.condition.stunned, pf1.condition.other, pf1.hp.zero_disabled
    """
    limits = [one.state.turn for one in states_of(effects, creature.of("pf1").conditions)]
    return min(limits, key=_LIMITS.index, default="full")


def can_act(fight: Fight, who: str) -> bool:
    """Whether a creature can take any action at all; see `turn_limit` for what kind."""
    return not fight.body(who).out and turn_limit(fight, who) != "none"


def why_not_act(fight: Fight, who: str) -> Refusal | None:
    """Why a creature can take no actions at all, None when it can."""
    if can_act(fight, who):
        return None
    return _unable(fight, who, ("none",))


def why_not_attack(fight: Fight, who: str) -> Refusal | None:
    """Why a creature's state lets it make no attacks, None when it may.

    Source: pf1.condition.other, pf1.condition.pinned, pf1.squeeze.escape_artist
    """
    hindered = next((one.state for one in states(fight, who) if not one.state.attacks), None)
    if hindered is not None:
        words = text("{name}: {condition}", name=called(fight.world.creature(who)), condition=named(hindered.id))
        return Refusal(words, hindered.rule)
    if not fight.body(who).out and turn_limit(fight, who) in ("full", "single"):
        return None
    return _unable(fight, who, ("none", "escape", "move"))


def why_limited(fight: Fight, who: str, limit: str) -> Refusal:
    """The state that leaves a creature so little of a turn, as a refusal."""
    return _unable(fight, who, (limit,))


def _unable(fight: Fight, who: str, limits: tuple[str, ...]) -> Refusal:
    creature = fight.world.creature(who)
    for one in states(fight, who):
        if one.state.turn in limits:
            words = text("{name}: {condition}", name=called(creature), condition=named(one.state.id))
            return Refusal(words, one.state.rule)
    return Refusal(text("{name} is out of the fight.", name=called(creature)), "pf1.condition.other")


def halves_speed(fight: Fight, who: str) -> bool:
    """Whether a condition halves its speed (blinded, entangled, exhausted, disabled).

    Source: pf1.condition.other, pf1.hp.zero_disabled
    """
    return any(one.state.half_speed for one in states(fight, who))


def denied_dexterity(fight: Fight, who: str, attacker: str = "") -> bool:
    """Whether a creature loses its Dexterity bonus to Armor Class, against an attacker where that matters.

    Uncanny dodge keeps it for the flat-footed and against the unseen; whom darkness hides is unseen too.

    Source: pf1.ac.lose_dex, pf1.condition.flat_footed, pf1.conceal.invisible, pf1.conceal.stealth,
    pf1.conceal.light_levels
    """
    uncanny = has_uncanny_dodge(fight, who)
    for state, effect in states(fight, who):
        if state.no_dexterity == "source":
            if attacker and effect is not None and effect.source == attacker:
                return True
        elif state.no_dexterity and not (uncanny and state.id == "flat_footed"):
            return True
    return bool(attacker) and not uncanny and _unseen(fight, attacker, who)


def has_uncanny_dodge(fight: Fight, who: str) -> bool:
    """Whether it keeps its Dexterity when caught flat-footed. Source: pf1.condition.flat_footed."""
    creature = fight.world.creature(who)
    owned = sheet_of(creature).special | creature.of("pf1").traits
    return bool(owned & {"uncanny_dodge", "improved_uncanny_dodge"})


def _unseen(fight: Fight, attacker: str, who: str) -> bool:
    if hidden_from(fight, attacker, who) or in_the_dark(fight, attacker, who):
        return True
    conditions = fight.world.creature(attacker).of("pf1").conditions
    return "invisible" in conditions and "blindsight" not in fight.world.creature(who).of("pf1").senses
