"""Using spells and other powers: what they cost, how often, what comes between, and whom they take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.dice import Roll
from tactics.core.text import Text, composed, ntext, text
from tactics.rules.action import (
    Action,
    Need,
    NeedArea,
    NeedCreature,
    NeedSquare,
    Option,
    Preview,
    Refusal,
    Refused,
)
from tactics.rules.dice_text import face_sum, roll_dice
from tactics.rules.event import CounterSet, EffectGained, Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e.fight import conditions, noticing, performing, sustaining, turn
from tactics.rulesets.pf2e.fight.affecting import affect, named
from tactics.rulesets.pf2e.fight.checks import flat_check
from tactics.rulesets.pf2e.fight.origins import power_of
from tactics.rulesets.pf2e.fight.performing import ATTACK, RANGED, Deed
from tactics.rulesets.pf2e.fight.power_areas import aim_of
from tactics.rulesets.pf2e.fight.power_preview import power_preview
from tactics.rulesets.pf2e.fight.power_targets import (
    AIM,
    SQUARE,
    TARGET,
    TARGETS,
    aimed_at,
    further_targets,
    guessable,
    out_of_range,
    targets_of,
    willing,
)
from tactics.rulesets.pf2e.fight.powers import SPELL, Power
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Effect, Fight

CAST_SPELL = "pf2e.basic.cast_spell"
RECHARGING = "recharging"
"""Effect of one whose power cannot be used again yet; its note is the power."""


def deed_of(power: Power) -> Deed:
    """A power as an action.

    Source: pf2e.basic.cast_spell, pf2e.action.other, pf2e.action.activity
    """
    traits = set(power.traits)
    if power.attack:
        traits.add(ATTACK)
    if power.attack == "ranged":
        traits.add(RANGED)
    # Attacks have an id of their own: who is hidden gives itself away by one only when it is made.
    plain, attack = ("cast_spell", "cast_attack") if power.kind == SPELL else ("use_power", "power_attack")
    id_ = attack if power.attack else plain
    return Deed(id_, power.cost, frozenset(traits))


def rule_of(power: Power) -> str:
    """The rule by which a power is used."""
    return CAST_SPELL if power.kind == SPELL else "pf2e.action.other"


def uses_key(power: Power) -> str:
    """The counter of how often a power, or what shares its pool, was used."""
    return f"uses.{power.pool or power.id}"


def limit_of(fight: Fight, who: str, power: Power) -> int | None:
    """How often a power can be used a day, None for ever so often."""
    return sheet_of(fight.world.creature(who)).pools[power.pool] if power.pool else power.uses


def spent(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Why there is nothing left of a power, None when there is.

    Source: pf2e.basic.cast_spell, pf2e.effect.duration_rounds, pf2e.action.long_activity
    """
    if power.minutes:
        words = text("{power} takes too long for a fight.", power=power.name)
        return Refusal(words, "pf2e.action.long_activity")
    limit = limit_of(fight, who, power)
    if limit is not None and fight.body(who).count(uses_key(power)) >= limit:
        return Refusal(text("{power} is used up.", power=power.name), rule_of(power))
    if any(one.id == RECHARGING and one.note == power.id for one in fight.body(who).effects):
        words = text("{power} cannot be used again yet.", power=power.name)
        return Refusal(words, "pf2e.effect.duration_rounds")
    return None


def unusable(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Why a power cannot be used now, whoever it is aimed at; None when it can."""
    return spent(fight, who, power) or performing.why_not(fight, who, deed_of(power))


def use_up(run: Run, who: str, power: Power) -> None:
    """Note that a power was used; it is, whatever comes of it.

    Source: pf2e.basic.cast_spell, pf2e.action.disrupt
    """
    if limit_of(run.fight, who, power) is not None:
        run.emit(CounterSet(who, uses_key(power), run.fight.body(who).count(uses_key(power)) + 1))
    if power.recharge is None:
        return
    rolls = roll_dice(run, power.recharge)
    rounds = face_sum(rolls) + power.recharge.bonus
    rule = "pf2e.effect.duration_rounds"
    if rolls:
        run.emit(Rolled(who, "recharge", rolls, (), rounds, what=named(power), rule=rule))
    run.emit(EffectGained(who, Effect(RECHARGING, 0, who, Duration("start", who, rounds), power.id, rule)))


def confused(run: Run, who: str, power: Power) -> bool:
    """Whether a spell is lost to a stupefied mind. Source: pf2e.condition.general, pf2e.action.disrupt."""
    value = conditions.value(run.fight, who, "stupefied")
    if not value or power.kind != SPELL:
        return False
    dc = int(table("fight")["stupefied"]["dc"]) + value
    if flat_check(run, who, dc, what=named(power), rule="pf2e.condition.general").succeeded:
        return False
    run.emit(Noted(who, text("The spell is lost."), "pf2e.action.disrupt"))
    return True


class Cast:
    """Every spell and other power of a stat block that is used in one's own turn.

    Source: pf2e.basic.cast_spell, pf2e.action.other, pf2e.effect.general
    """

    ids = ("cast",)
    groups = ("power",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each power, and one for guessing where an undetected enemy is."""
        for power in sheet_of(fight.world.creature(who)).powers.values():
            if power.trigger or power.steps:
                continue
            unable = unusable(fight, who, power)
            refusal, needs = (unable, ()) if unable is not None else needs_of(fight, who, power)
            settled = {"power": power.id}
            yield Option("cast", "power", named(power), turn.COSTS[power.cost], needs, refusal, settled)
            squares = () if unable is not None else guessable(fight, who, power)
            if squares:
                need = NeedSquare(SQUARE, squares, text("Which square?"))
                title = text("{power}: at a square", power=power.name)
                yield Option("cast", "power", title, turn.COSTS[power.cost], (need,), None, settled)

    def resolve(self, run: Run, action: Action) -> None:
        """Choose targets, pay, and let the power do its work on those it still gets to."""
        who = action.who
        power = known_power(run.fight, who, action)
        refuse(unusable(run.fight, who, power))
        targets = aimed_at(run.fight, who, power, action)
        if power.aimed and TARGETS not in action.arguments and SQUARE not in action.arguments:
            targets = further_targets(run, who, power, targets)
        if power.targets == "willing":
            targets = tuple(one for one in targets if willing(run, who, one))
        perform(run, who, power, targets, action)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What it would do to those it takes, and who may react."""
        who = action.who
        power = known_power(fight, who, action)
        if SQUARE in action.arguments:
            return performing.previewed(fight, who, deed_of(power), Preview())
        targets = aimed_at(fight, who, power, action)
        found = power_preview(fight, who, power, targets, action.arguments.get(AIM))
        found = replace(found, notes=(*found.notes, *_left(fight, who, power)))
        single = targets[0] if len(targets) == 1 else ""
        return performing.previewed(fight, who, deed_of(power), found, single)


def _left(fight: Fight, who: str, power: Power) -> Iterator[Text]:
    """How often a power can still be used."""
    limit = limit_of(fight, who, power)
    if limit is not None:
        left = limit - fight.body(who).count(uses_key(power))
        yield ntext("It can be used {n} more time.", "It can be used {n} more times.", left)


def perform(run: Run, who: str, power: Power, targets: tuple[str, ...], action: Action) -> None:
    """Pay for a power, let others react, and let it take those it still gets to.

    Source: pf2e.basic.cast_spell, pf2e.action.disrupt, pf2e.action.activity
    """
    single = targets[0] if len(targets) == 1 else ""
    going_on = performing.begin(run, who, deed_of(power), target=single)
    use_up(run, who, power)
    if not going_on or confused(run, who, power):
        if power.attack:
            turn.count_attack(run, who)
        return
    sustaining.begin(run, who, power)
    if power.about is not None and not power.outcomes:
        run.emit(Noted(who, composed("{what}", what=power.about), rule_of(power)))
        return
    take_effect(run, who, power, targets, action)


def take_effect(run: Run, who: str, power: Power, targets: tuple[str, ...], action: Action) -> None:
    """Let a power that is paid for take those it still gets to. Source: pf2e.effect.general, pf2e.effect.targets."""
    if not targets and SQUARE in action.arguments:
        _at_nobody(run, who, power)
        return
    if power.shape:
        targets = aimed_at(run.fight, who, power, action)
    elif SQUARE not in action.arguments:
        left = tuple(one for one in targets if _still(run.fight, who, power, one))
        if targets and not left:
            if power.attack:
                turn.count_attack(run, who)
            performing.in_vain(run, who, out_of_range(run.fight, who, power, targets[0]))
        targets = left
    affect(run, who, power, targets, action.arguments.get(AIM))
    if power.attack:
        noticing.show(run, who, attacks=True)


def _still(fight: Fight, who: str, power: Power, target: str) -> bool:
    """Whether a target chosen before is still there and in range."""
    return not fight.body(target).out and (target == who or out_of_range(fight, who, power, target) is None)


def _at_nobody(run: Run, who: str, power: Power) -> None:
    """A power aimed at an empty square: nobody is told what went wrong. Source: pf2e.detect.undetected."""
    if power.attack:
        turn.count_attack(run, who)
    dc = int(table("senses")["flat_check"]["undetected"])
    rule = "pf2e.detect.undetected"
    face = run.roll(20)
    run.emit(Rolled(who, "flat_check", (Roll(20, face),), (), face, dc, "failure", rule=rule, secret=True))
    run.emit(Noted(who, text("Nobody is met."), rule))


def known_power(fight: Fight, who: str, action: Action) -> Power:
    """The power an action names.

    Raises:
        Refused: the creature has no such power, or one that is not used so.
    """
    power = power_of(fight, who, str(action.arguments.get("power", "")))
    if power is None or power.trigger or power.steps:
        raise Refused(Refusal(text("It has no such power."), "pf2e.action.other"))
    return power


def needs_of(fight: Fight, who: str, power: Power) -> tuple[Refusal | None, tuple[Need, ...]]:
    """What a power must be aimed at, or why there is nothing to aim it at."""
    if power.shape:
        aim = aim_of(power)
        return None, (NeedArea(AIM, aim, text("Where?")),) if aim else ()
    if not power.aimed:
        return None, ()
    targets = targets_of(fight, who, power)
    if not targets:
        return Refusal(text("There is nobody it could be used on."), "pf2e.effect.targets"), ()
    return None, (NeedCreature(TARGET, targets, text("Whom?")),)
