"""A power meets creatures: what keeps it off them, the check, and which of its outcomes come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tactics.core.text import Text, composed, text
from tactics.rules.action import Argument
from tactics.rules.event import EffectGained, Noted, Part
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rules.question import Question
from tactics.rulesets.pf2e.detection import OBSERVED, flat_check_dc
from tactics.rulesets.pf2e.fight import noticing, turn
from tactics.rulesets.pf2e.fight.asking import ask
from tactics.rulesets.pf2e.fight.checks import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    SUCCESS,
    Adjust,
    check,
    flat_check,
    listed,
    shifted,
)
from tactics.rulesets.pf2e.fight.damage import unharmed_by
from tactics.rulesets.pf2e.fight.effects import Cause, bring, rolled
from tactics.rulesets.pf2e.fight.holding import CAST, judged
from tactics.rulesets.pf2e.fight.origins import power_dc, spell_attack_parts
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.parts import part_of, stacked
from tactics.rulesets.pf2e.fight.power_areas import reflex_parts
from tactics.rulesets.pf2e.fight.powers import SPELL, Outcome, Power
from tactics.rulesets.pf2e.fight.sheet import Sheet, sheet_of
from tactics.rulesets.pf2e.fight.statistics import DC_BASE, parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Effect, Fight

IMMUNE = "immune"
"""Effect of one whom a power cannot meet again for a while; its note is the power."""
IMMUNITY = "pf2e.iwr.temporary_immunity"
INCAPACITATION, VISUAL, AUDITORY, MENTAL = "incapacitation", "visual", "auditory", "mental"
POSITIVE, NEGATIVE = "positive", "negative"
_BAD, _GOOD = frozenset({FAILURE, CRITICAL_FAILURE}), frozenset({SUCCESS, CRITICAL_SUCCESS})
_KIND = frozenset({"heal", "temporary", "lower", "remove", "counteract"})
"""What is done for somebody: it asks for no saving throw unless it names degrees."""
_DAMAGE = frozenset({"damage", "persistent"})


@dataclass(frozen=True, slots=True)
class Met:
    """One creature a power meets: how the check came out ("" without one), and what comes of it."""

    who: str
    degree: str
    outcomes: tuple[Outcome, ...]


def cause_of(power: Power, who: str) -> Cause:
    """A power of a creature as a cause of outcomes."""
    rule = "pf2e.save.basic" if power.basic else "pf2e.effect.general"
    return Cause(
        user=who,
        origin=power.id,
        traits=power.traits,
        name=named(power),
        rule=rule,
        attack=bool(power.attack),
        basic=power.basic,
        magical=power.kind == SPELL or "magical" in power.traits,
    )


def named(power: Power) -> Text:
    """A power in words."""
    return composed("{name}", name=power.name)


def affect(run: Run, who: str, power: Power, targets: Iterable[str], aim: Argument | None = None) -> tuple[Met, ...]:
    """Let a power meet creatures: each one's check, then dice that are rolled once for all, then what comes of them.

    Args:
        run: the action.
        who: its user.
        power: what is used.
        targets: whom it takes.
        aim: where its area is.

    Source: pf2e.effect.general, pf2e.save.basic, pf2e.attack.spell_roll
    """
    cause = cause_of(power, who)
    met = [found for one in targets if (found := _meets(run, who, power, one, aim)) is not None]
    for one in met:
        _immunize(run, who, power, one.who)
    amounts: dict[Outcome, int] = {}
    single = met[0].who if len(met) == 1 else ""
    for outcome in power.outcomes:
        if outcome.does in ("damage", "heal", "temporary") and any(outcome in one.outcomes for one in met):
            amounts[outcome] = rolled(run, cause, outcome, single)
    for one in met:
        if not run.fight.body(one.who).out:
            bring(run, cause, one.who, one.outcomes, one.degree, amounts)
    return tuple(met)


def _meets(run: Run, who: str, power: Power, target: str, aim: Argument | None) -> Met | None:
    """The check of one whom a power takes; None when it is spared, or the power misses it unseen."""
    why = why_spared(run.fight, who, power, target)
    if why is not None:
        run.emit(Noted(target, why[0], why[1]))
        return None
    mine = concerning(run.fight, power, target)
    degree = ""
    if power.attack:
        degree = _attack(run, who, power, target)
    elif not power.shape and target != who and not _finds(run, who, target):
        return None
    if power.save and any(depends(power, one) for one in mine):
        degree = save(run, who, power, target, aim)
    return Met(target, degree, tuple(coming(power, mine, degree)))


def _finds(run: Run, who: str, target: str) -> bool:
    """The flat check for a target that is not plainly seen. Source: pf2e.detect.concealed, pf2e.detect.hidden."""
    state = noticing.state(run.fight, who, target)
    if state == OBSERVED or run.fight.world.creature(who).side == run.fight.world.creature(target).side:
        return True
    rule = f"pf2e.detect.{state}"
    return flat_check(run, who, flat_check_dc(state), target=target, rule=rule).succeeded


def save(run: Run, who: str, power: Power, target: str, aim: Argument | None = None) -> str:
    """The saving throw of one creature against a power; returns its degree.

    Source: pf2e.save.kinds, pf2e.save.no_action, pf2e.spell.dc, pf2e.cover.area_effects
    """
    parts = save_parts(run.fight, who, power, target, aim)
    dc = power_dc(run.fight, who, power)
    rule = "pf2e.save.basic" if power.basic else "pf2e.save.kinds"
    adjust = adjusting(run.fight, who, power, target)
    what = composed("{save}, {name}", save=statistic_name(power.save), name=power.name)
    return check(run, target, "save", parts, dc, target=who, what=what, rule=rule, adjust=adjust).degree


def save_parts(fight: Fight, who: str, power: Power, target: str, aim: Argument | None) -> tuple[Part, ...]:
    """Parts of a saving throw against a power, cover against its area included."""
    return parts_of(fight, target, power.save, extra=reflex_parts(fight, who, power, aim, target))


def adjusting(fight: Fight, who: str, power: Power, target: str) -> Adjust | None:
    """What abilities make of the degree of a check against a target: of its save, or of the attack on it.

    A target too strong to be incapacitated fares one degree better; one who is good at a save makes more of success.

    Source: pf2e.check.degree_adjustment_order
    """
    steps = (-1 if power.attack else 1) if _too_strong(fight, power, who, target) else 0
    better = table("fight")["save_feats"].get(power.save, "")
    apt = better in sheet_of(fight.world.creature(target)).feats
    if not steps and not apt:
        return None

    def adjust(degree: str) -> str:
        degree = CRITICAL_SUCCESS if apt and degree == SUCCESS else degree
        return shifted(degree, steps)

    return adjust


def _too_strong(fight: Fight, power: Power, who: str, target: str) -> bool:
    if INCAPACITATION not in power.traits:
        return False
    level = sheet_of(fight.world.creature(target)).level
    return level > (2 * power.rank if power.rank else sheet_of(fight.world.creature(who)).level)


def _attack(run: Run, who: str, power: Power, target: str) -> str:
    """The roll of a power against Armor Class; the attack is counted.

    Source: pf2e.attack.spell_roll, pf2e.attack.multiple_attack_penalty
    """
    parts, against, flat = attack_numbers(run.fight, who, power, target)
    turn.count_attack(run, who)
    if flat is not None and not flat_check(run, who, flat[0], target=target, rule=flat[1]).succeeded:
        return FAILURE
    dc, rule = DC_BASE + total(against), "pf2e.attack.spell_roll"
    adjust = adjusting(run.fight, who, power, target)
    return check(run, who, "attack", parts, dc, target=target, what=named(power), rule=rule, adjust=adjust).degree


def attack_numbers(
    fight: Fight, who: str, power: Power, target: str
) -> tuple[tuple[Part, ...], tuple[Part, ...], tuple[int, str] | None]:
    """Parts of the roll, parts of the Armor Class, and the flat check before it with its rule.

    Source: pf2e.attack.spell_roll, pf2e.cover.measure, pf2e.detect.hidden
    """
    weapon = CAST if power.attack == "ranged" else None
    question = Question(ask="modifiers", source=who, to=target, attack=power.attack, weapon=weapon)
    place = ask(judged(fight), question).modifiers
    made = turn.attacks_made(fight, who)
    penalty = turn.attack_penalty(made, agile=False)
    extra = [part_of(one) for one in place if one.to == "attack"]
    if penalty:
        extra.append(Part(penalty, text("multiple attack penalty"), "", "pf2e.attack.multiple_attack_penalty"))
    parts = stacked((*spell_attack_parts(fight, who, power), *extra))
    armor = parts_of(fight, target, "ac", extra=[part_of(one) for one in place if one.to == "ac"])
    flat = next(((one.amount, one.rule) for one in place if one.to == "flat_check" and one.kept), None)
    return parts, armor, flat


# Which outcomes concern whom, and when they come.


def concerning(fight: Fight, power: Power, target: str) -> tuple[Outcome, ...]:
    """The outcomes that are meant for a creature with its traits; what mends the living does not mend the undead.

    Source: pf2e.damage.types
    """
    traits = sheet_of(fight.world.creature(target)).traits
    return tuple(
        one
        for one in power.outcomes
        if (not one.needs or one.needs & traits) and not one.spares & traits and _mends(power, one, traits)
    )


def _mends(power: Power, outcome: Outcome, traits: frozenset[str]) -> bool:
    """Whether energy that heals heals such a creature: positive energy the living, negative energy the undead."""
    if outcome.does != "heal":
        return True
    if POSITIVE in power.traits:
        return not traits & {"undead", "construct"}
    return NEGATIVE not in power.traits or "undead" in traits


def depends(power: Power, outcome: Outcome) -> bool:
    """Whether an outcome hangs on a saving throw."""
    return bool(outcome.on) or outcome.does not in _KIND


def coming(power: Power, outcomes: Iterable[Outcome], degree: str) -> Iterator[Outcome]:
    """The outcomes that come with a degree; what names no degrees comes with the usual ones.

    Source: pf2e.effect.general, pf2e.check.missing_degree
    """
    several = tuple(outcomes)
    entry = listed(degree, {on for one in several for on in one.on}) if degree else ""
    for one in several:
        if one.on:
            if entry in one.on:
                yield one
        elif not degree or degree in _usual(power, one):
            yield one


def _usual(power: Power, outcome: Outcome) -> frozenset[str]:
    if power.attack:
        return _GOOD
    if outcome.does in _KIND or (power.basic and outcome.does in _DAMAGE):
        return _GOOD | _BAD if outcome.does in _KIND else _BAD | {SUCCESS}
    return _BAD


# What keeps a power off somebody.


def why_spared(fight: Fight, who: str, power: Power, target: str) -> tuple[Text, str] | None:
    """Why a power does nothing at all to a creature, with the rule; None when it does.

    Source: pf2e.iwr.temporary_immunity, pf2e.iwr.immunity, pf2e.condition.blinded
    """
    if temporarily_immune(fight, who, power, target):
        return text("immune to it for a while"), IMMUNITY
    sheet = sheet_of(fight.world.creature(target))
    if VISUAL in power.traits and fight.body(target).has("blinded"):
        return text("It cannot be seen by the blind."), "pf2e.condition.blinded"
    if AUDITORY in power.traits and fight.body(target).has("deafened"):
        return text("It cannot be heard by the deaf."), "pf2e.iwr.immunity"
    immunities = sheet.immunities | ({MENTAL} if "mindless" in sheet.traits else set())
    barred = sorted((power.traits & immunities) - _separable(sheet, power))
    if barred:
        return text("immune: {type}", type=barred[0].replace("_", " ")), "pf2e.iwr.immunity"
    return None


def _separable(sheet: Sheet, power: Power) -> frozenset[str]:
    """Traits that are types of its damage, when it deals some other damage that harms the creature.

    Source: pf2e.iwr.immunity
    """
    types = {one.type for one in power.outcomes if one.does in _DAMAGE}
    harmful = any(unharmed_by(sheet, one) is None for one in types)
    return frozenset(types) if harmful else frozenset()


def temporarily_immune(fight: Fight, who: str, power: Power, target: str) -> bool:
    """Whether a creature met the power lately. Source: pf2e.iwr.temporary_immunity."""
    return any(
        one.id == IMMUNE and one.note == power.id and (not power.immunity_own or one.source == who)
        for one in fight.body(target).effects
    )


def _immunize(run: Run, who: str, power: Power, target: str) -> None:
    """Whom a power has met it does not meet again for a time. Source: pf2e.iwr.temporary_immunity."""
    if power.immunity:
        duration = Duration("start", who, power.immunity)
        run.emit(EffectGained(target, Effect(IMMUNE, 0, who, duration, power.id, IMMUNITY)))
