"""What comes of a power for one creature: damage, lasting effects, healing, movement."""

from __future__ import annotations

from collections.abc import Callable

from tactics.core.text import composed, text
from tactics.rules.dice_text import face_sum, roll_dice
from tactics.rules.event import CounterSet, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import ABILITY_NAMES
from tactics.rulesets.dnd4e.fight import conditions, harm, saving
from tactics.rulesets.dnd4e.fight.attacking import halves_of
from tactics.rulesets.dnd4e.fight.damage import immune_to
from tactics.rulesets.dnd4e.fight.harm import Blow
from tactics.rulesets.dnd4e.fight.portions import Damage
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.fight import Duration, Effect

Apply = Callable[[Run, str, str, Power, Outcome], None]
"""Lets one outcome of a power of somebody happen to somebody."""


def deal(run: Run, who: str, target: str, damage: Damage, *, miss: bool = False, half: bool = False) -> int:
    """Deal damage of an attack. Source: dnd4e.damage.half_on_miss, dnd4e.condition.weakened."""
    halves = halves_of(run.fight, who) + int(half)
    return harm.hurt(run, target, damage.amount, damage.types, Blow(who, halves, attack=True, miss=miss))


def duration_of(run: Run, who: str, target: str, until: str) -> Duration:
    """Until when an outcome lasts.

    Source: dnd4e.duration.start_next_turn, dnd4e.duration.end_next_turn, dnd4e.duration.encounter,
        dnd4e.duration.save_ends, dnd4e.duration.sustain
    """
    # On its own turn the end of the next turn is the second end that comes.
    if until == "end_next":
        return Duration("end", who, 2 if run.fight.active == who else 1)
    if until == "end_target":
        return Duration("end", target, 2 if run.fight.active == target else 1)
    anchors = {"start_next": "start", "save": "save", "sustain": "sustain", "encounter": "encounter"}
    if until not in anchors:
        return Duration()
    return Duration(anchors[until], who if anchors[until] in ("start", "sustain") else "")


def apply(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Let one outcome that is no damage of an attack happen to a creature, or to the power's user.

    Source: dnd4e.immune
    """
    meets = who if one.to_user else target
    if meets not in run.fight.bodies or run.fight.body(meets).out:
        return
    if one.does != "damage" and immune_to(run.fight, meets, power.keywords):
        run.emit(Noted(meets, text("immune"), "dnd4e.immune"))
        return
    APPLY[one.does](run, who, meets, power, one)


def effect_of(
    run: Run, who: str, target: str, power: Power, one: Outcome, id: str, note: str, value: int = 0
) -> Effect:
    """A lasting effect of an outcome; those of one group end by one save."""
    duration = duration_of(run, who, target, one.until)
    return Effect(id, value, who, duration, note, conditions.rule_of(id), f"{power.id}:{one.group}")


def give(run: Run, target: str, effect: Effect) -> None:
    """Give a creature a lasting effect; of one that lasts for the encounter the round is kept.

    Source: dnd4e.duration.encounter
    """
    if conditions.gain(run, target, effect) and effect.duration.anchor == "encounter":
        run.emit(CounterSet(target, since(effect), run.fight.round))


def since(effect: Effect) -> str:
    """The counter that keeps the round in which an effect began."""
    return f"since.{effect.id}.{effect.source}.{effect.note}"


def _condition(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Its amount is the DC to escape it, where it has one. Source: dnd4e.condition.general, dnd4e.action.escape."""
    give(run, target, effect_of(run, who, target, power, one, one.id, "", one.amount))


def _ongoing(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Source: dnd4e.ongoing.start_of_turn, dnd4e.ongoing.same_type."""
    note = "/".join(one.types)
    give(run, target, effect_of(run, who, target, power, one, conditions.ONGOING, note, one.dice.bonus))


def _mark(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Source: dnd4e.condition.marked."""
    give(run, target, effect_of(run, who, target, power, one, conditions.MARK, ""))


def _bonus(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Source: dnd4e.roll.temporary, dnd4e.defense.temporary."""
    note = f"{one.id}:{one.type}:{power.id}"
    give(run, target, effect_of(run, who, target, power, one, conditions.BONUS, note, one.amount))


def _against(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Source: dnd4e.resist.reduce, dnd4e.vulnerable.extra."""
    for note in one.types or ("",):
        give(run, target, effect_of(run, who, target, power, one, one.does, note, one.dice.bonus))


def _amount(run: Run, who: str, target: str, power: Power, one: Outcome) -> int:
    """Dice of an outcome and the ability it adds."""
    rolls = roll_dice(run, one.dice)
    added = sheet_of(run.fight.world.creature(who)).modifier(one.add) if one.add else 0
    amount = face_sum(rolls) + one.dice.bonus + added
    if rolls:
        what = composed("{name}", name=power.name)
        parts = (Part(added, ABILITY_NAMES[one.add], "", "dnd4e.hp.surge"),) if added else ()
        run.emit(Rolled(who, "healing", rolls, parts, amount, target=target, what=what, rule="dnd4e.hp.surge"))
    return amount


def _heal(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Source: dnd4e.hp.surge, dnd4e.hp.heal_dying."""
    amount = _amount(run, who, target, power, one)
    if one.surge == "spend":
        harm.spend_surge(run, target, more=amount, source=who)
    else:
        more = harm.surge_value(run.fight, target) if one.surge == "value" else 0
        harm.heal(run, target, amount + more, source=who)


def _temporary(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Source: dnd4e.hp.temporary."""
    harm.gain_temporary(run, target, _amount(run, who, target, power, one), source=who)


def _save(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Source: dnd4e.save.immediate."""
    saving.granted(run, target)


def _damage(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Damage without an attack roll; a weakened maker deals it in full. Source: dnd4e.condition.weakened."""
    amount = _amount(run, who, target, power, one)
    harm.hurt(run, target, amount, one.types, Blow(who, attack=power.rolls, rule="dnd4e.damage.order"))


APPLY: dict[str, Apply] = {
    "damage": _damage,
    "ongoing": _ongoing,
    "condition": _condition,
    "heal": _heal,
    "temporary": _temporary,
    "mark": _mark,
    "bonus": _bonus,
    "save": _save,
    "resist": _against,
    "vulnerable": _against,
}
"""Outcomes by what they do; movement and zones are put in by their modules."""
