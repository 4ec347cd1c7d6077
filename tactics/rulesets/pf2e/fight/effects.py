"""What comes of powers and stages: damage, healing, conditions and the rest, one outcome at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tactics.core.text import Text
from tactics.rules.dice_text import face_sum, roll_dice
from tactics.rules.event import EffectLost, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, dragging, persistent, temporary
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS
from tactics.rulesets.pf2e.fight.damage import NONLETHAL, Dealt, by_basic_save, doubled
from tactics.rulesets.pf2e.fight.harm import Blow, heal, hurt
from tactics.rulesets.pf2e.fight.origins import power_dc, power_of
from tactics.rulesets.pf2e.fight.powers import ROUNDS, SUSTAINED, TURNS, USER_TURNS, Outcome
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.world.fight import Duration, Fight

DEATH = "death"
"""Trait of effects that kill at 0 hit points. Source: pf2e.death.death_effects."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Where outcomes come from.

    Attributes:
        user: id of the creature whose power or affliction it is.
        origin: id of it.
        traits: of it.
        name: in words.
        rule: rule id.
        attack: it is an attack that hit.
        basic: it asks for a basic saving throw.
        magical: its damage is magical.
    """

    user: str
    origin: str
    traits: frozenset[str]
    name: Text
    rule: str
    attack: bool = False
    basic: bool = False
    magical: bool = False


def bring(
    run: Run,
    cause: Cause,
    who: str,
    outcomes: Iterable[Outcome],
    degree: str = "",
    amounts: Mapping[Outcome, int] | None = None,
) -> None:
    """Let outcomes come upon a creature: damage together and first, then the others in their order.

    Persistent damage comes only where the damage beside it did some harm.

    Args:
        run: the action.
        cause: where they come from.
        who: whom they meet; what goes to the user goes there.
        outcomes: those that come.
        degree: of the check, by which damage of an attack or basic save is doubled or halved.
        amounts: sums of dice that were rolled once for all; others are rolled now.

    Source: pf2e.effect.general
    """
    found = list(outcomes)
    for to_user in (False, True):
        target = cause.user if to_user else who
        mine = [one for one in found if one.to_user == to_user]
        harmful = [one for one in mine if one.does == "damage"]
        unharmed = bool(harmful) and not _harm(run, cause, target, harmful, degree, amounts or {})
        for one in mine:
            if one.does == "persistent" and unharmed:
                continue
            if one.does != "damage" and run.fight.body(target).out != "dead":
                amount = (amounts or {}).get(one)
                (_BRINGS.get(one.does) or OTHERS[one.does])(run, cause, target, one, degree, amount)


def rolled(run: Run, cause: Cause, outcome: Outcome, target: str = "") -> int:
    """Roll the dice of an outcome."""
    rolls = roll_dice(run, outcome.dice)
    amount = face_sum(rolls) + outcome.dice.bonus
    if rolls:
        purpose = {"heal": "healing", "temporary": "healing"}.get(outcome.does, "damage")
        rule = "pf2e.damage.roll" if outcome.does == "damage" else cause.rule
        run.emit(Rolled(cause.user, purpose, rolls, (), amount, target=target, what=cause.name, rule=rule))
    return amount


def tags_of(cause: Cause, outcome: Outcome) -> frozenset[str]:
    """What resistances look at: magical unless it is no spell, nonlethal by the trait, and what the outcome says."""
    more = {NONLETHAL} & cause.traits | ({"magical"} if cause.magical else set())
    return outcome.tags | more


def scaled(cause: Cause, outcome: Outcome, parts: tuple[Dealt, ...], degree: str) -> tuple[Dealt, ...]:
    """Damage by the degree of the check; what is listed for single degrees is as it stands.

    Source: pf2e.save.basic, pf2e.damage.double_halve
    """
    if outcome.on or not degree:
        return parts
    if cause.basic:
        return by_basic_save(parts, degree)
    return doubled(parts) if cause.attack and degree == CRITICAL_SUCCESS else parts


def _harm(
    run: Run, cause: Cause, who: str, outcomes: list[Outcome], degree: str, amounts: Mapping[Outcome, int]
) -> int:
    """Deal the damage of one effect at once; returns what came through. Source: pf2e.damage.procedure."""
    dealt: list[Dealt] = []
    uncritical = cause.attack and "critical_hits" in sheet_of(run.fight.world.creature(who)).immunities
    for one in outcomes:
        amount = amounts[one] if one in amounts else rolled(run, cause, one, who)
        # Penalties never take a roll below 1; halving may.
        part = (Dealt(max(1, amount), one.type, tags_of(cause, one)),)
        dealt += scaled(cause, one, part, SUCCESS if uncritical and degree == CRITICAL_SUCCESS else degree)
    blow = Blow(
        source=cause.user,
        critical=degree == (CRITICAL_SUCCESS if cause.attack else CRITICAL_FAILURE),
        nonlethal=NONLETHAL in cause.traits,
        death=DEATH in cause.traits,
        strike=cause.attack and not cause.magical,
        rule=cause.rule,
    )
    return hurt(run, who, dealt, blow)


def lasting(fight: Fight, outcome: Outcome, user: str, who: str) -> Duration:
    """How long what an outcome gives lasts; without a word as long as its own rules say.

    Source: pf2e.effect.duration_rounds, pf2e.effect.duration_target_turns, pf2e.effect.duration_sustained
    """
    if outcome.lasts == ROUNDS:
        return Duration("start", user, outcome.number)
    if outcome.lasts in (TURNS, USER_TURNS):
        of = who if outcome.lasts == TURNS else user
        # The turn that goes on is not the next one: its end does not count.
        return Duration("end", of, outcome.number + (1 if fight.active == of else 0))
    return Duration("sustain", user) if outcome.lasts == SUSTAINED else Duration()


def _persist(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    """Persistent damage, doubled or halved like other damage. Source: pf2e.damage.persistent."""
    found = persistent.Lasting(one.type, one.dice)
    if not one.on:
        if cause.basic and degree == CRITICAL_SUCCESS:
            return
        if cause.basic and degree == SUCCESS:
            found = found.halved()
        if degree == (CRITICAL_FAILURE if cause.basic else CRITICAL_SUCCESS) and (cause.basic or cause.attack):
            found = found.doubled()
    persistent.begin(run, who, found, source=cause.user)


def _heal(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    heal(run, who, rolled(run, cause, one, who) if amount is None else amount, source=cause.user)


def _shield(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    """Temporary hit points. Source: pf2e.hp.temporary."""
    points = rolled(run, cause, one, who) if amount is None else amount
    duration = lasting(run.fight, one, cause.user, who) if one.lasts else Duration("encounter")
    temporary.gain(run, who, points, source=cause.user, duration=duration)


def _condition(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    conditions.gain(
        run,
        who,
        one.id,
        value=one.value if one.id in conditions.VALUED else 0,
        source=cause.user,
        duration=lasting(run.fight, one, cause.user, who),
        note=" ".join(one.uses),
        origin=cause.origin,
    )


def _lower(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    conditions.lower(run, who, one.id, one.value)


def _remove(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    conditions.lose(run, who, one.id)


def _drag(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    power = power_of(run.fight, cause.user, cause.origin)
    strength = 0 if power is None else power_dc(run.fight, cause.user, power)
    dragging.force(run, cause.user, who, one.feet, kind=one.does, strength=strength)


def _nothing(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    """What a reaction takes off damage is taken where the damage is."""


Brings = Callable[[Run, Cause, str, Outcome, str, int | None], None]
OTHERS: dict[str, Brings] = {}
"""What outcomes do whose modules know this one; the fight puts them in."""
_BRINGS: dict[str, Brings] = {
    "persistent": _persist,
    "heal": _heal,
    "temporary": _shield,
    "condition": _condition,
    "lower": _lower,
    "remove": _remove,
    "push": _drag,
    "pull": _drag,
    "reduce": _nothing,
}


def unsustained(run: Run, user: str, origin: str) -> None:
    """End everything that lasts only while a creature sustains one of its powers.

    Source: pf2e.effect.duration_sustained
    """
    for who, body in run.fight.bodies.items():
        for effect in body.effects:
            if effect.duration.anchor == "sustain" and (effect.source, effect.origin) == (user, origin):
                run.emit(EffectLost(who, effect))
                conditions.ended(run, who, effect)
