"""Saving throws, and the effects they end."""

from __future__ import annotations

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.fight.numbers import lasting
from tactics.rulesets.dnd4e.fight.own_numbers import bonuses
from tactics.rulesets.dnd4e.fight.parts import stacked
from tactics.rulesets.dnd4e.fight.powers import Outcome
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.saves import saved
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Duration, Effect, Fight

DIE = 20


def save_parts(fight: Fight, who: str) -> tuple[Part, ...]:
    """What is added to a saving throw: only what says so. Source: dnd4e.save.roll."""
    return stacked((*bonuses(sheet_of(fight.world.creature(who)), "saves"), *lasting(fight, who, "saves")))


def saving_throw(
    run: Run, who: str, *, what: Text | None = None, extra: tuple[Part, ...] = (), rule: str = "dnd4e.save.roll"
) -> bool:
    """Roll a saving throw; whether it succeeds. Source: dnd4e.save.roll."""
    parts = stacked((*save_parts(run.fight, who), *extra))
    face = run.roll(DIE)
    bonus = total(parts)
    success = saved(face, bonus)
    dc = int(table("fight")["save"]["dc"])
    outcome = "success" if success else "failure"
    run.emit(Rolled(who, "save", (Roll(DIE, face),), parts, face + bonus, dc, outcome, "", what, rule))
    return success


def groups(fight: Fight, who: str) -> list[tuple[Effect, ...]]:
    """The effects a creature may save against, those that one save ends together.

    Source: dnd4e.save.separate
    """
    found: dict[tuple[str, ...], list[Effect]] = {}
    for effect in fight.body(who).effects:
        if effect.duration.anchor == "save" and not conditions.comes_along(fight, who, effect):
            joined = conditions.group_of(effect)
            key = (effect.source, effect.origin) if joined else (effect.id, effect.note)
            found.setdefault(key, []).append(effect)
    return [tuple(one) for one in found.values()]


def words_of(group: tuple[Effect, ...]) -> Text:
    """What a save is made against."""
    return conditions.named(group[0].id) if len(group) == 1 else text("several effects")


def end_of_turn(run: Run, who: str) -> None:
    """The saving throws at the end of a creature's turn, one for each effect; what follows comes after the last one.

    Source: dnd4e.save.end_of_turn, dnd4e.save.separate, dnd4e.save.aftereffect, dnd4e.ongoing.save
    """
    waiting = groups(run.fight, who)
    following: list[Effect] = []
    while waiting:
        group = waiting.pop(_next(run, who, waiting))
        success = saving_throw(run, who, what=words_of(group), rule="dnd4e.save.end_of_turn")
        for effect in group:
            following += _after(run.fight, effect) if success else ()
            if success:
                conditions.end(run, who, effect)
            else:
                _worsen(run, who, effect)
    for effect in following:
        conditions.gain(run, who, effect)


def _next(run: Run, who: str, waiting: list[tuple[Effect, ...]]) -> int:
    """Which save comes first: its owner is asked when one of the effects bears upon saves."""
    bearing = any(bears_on_saves(effect) for group in waiting for effect in group)
    if len(waiting) < 2 or not bearing:
        return 0
    choices = tuple(Choice(str(number), words_of(group)) for number, group in enumerate(waiting))
    decision = Decision(who, "save_order", text("Save against what first?"), choices, "0")
    return int(run.ask(decision).id)


def bears_on_saves(effect: Effect) -> bool:
    """Whether an effect is a bonus or a penalty to saving throws."""
    return effect.id == conditions.BONUS and effect.note.partition(":")[0] == "saves"


def outcome_behind(fight: Fight, effect: Effect) -> Outcome | None:
    """The outcome of a power that an effect comes from, None when no power of its source gave it."""
    power = effect.origin.partition(":")[0]
    if not power or effect.source not in fight.bodies:
        return None
    known = sheet_of(fight.world.creature(effect.source)).powers.get(power)
    if known is None:
        return None
    every = (*known.hit, *known.miss, *known.effect, *known.on_sustain)
    return next((one for one in every if effect.id in (_given(one), one.worse)), None)


def _given(outcome: Outcome) -> str:
    """The id of the effect that an outcome gives at first."""
    return outcome.id if outcome.does == "condition" else outcome.does


def _after(fight: Fight, effect: Effect) -> tuple[Effect, ...]:
    """What follows an effect that was saved against; a save ends that in its turn. Source: dnd4e.save.aftereffect."""
    outcome = outcome_behind(fight, effect)
    if outcome is None or not outcome.after:
        return ()
    return (Effect(outcome.after, 0, effect.source, Duration("save"), rule="dnd4e.save.aftereffect"),)


def _worsen(run: Run, who: str, effect: Effect) -> None:
    """What a failed save at the end of a turn makes of an effect. Source: dnd4e.save.immediate."""
    outcome = outcome_behind(run.fight, effect)
    if outcome is not None and outcome.worse and effect.id == _given(outcome):
        conditions.end(run, who, effect)
        conditions.gain(run, who, Effect(outcome.worse, 0, effect.source, effect.duration, origin=effect.origin))


def granted(run: Run, who: str) -> None:
    """A saving throw outside the end of the turn, against one effect of its owner's choice; a failure does nothing.

    Source: dnd4e.save.immediate
    """
    found = groups(run.fight, who)
    if not found:
        return
    chosen = found[0]
    if len(found) > 1:
        choices = tuple(Choice(str(number), words_of(group)) for number, group in enumerate(found))
        decision = Decision(who, "save_against", text("Save against what?"), choices, "0")
        chosen = found[int(run.ask(decision).id)]
    if saving_throw(run, who, what=words_of(chosen), rule="dnd4e.save.immediate"):
        following = [one for effect in chosen for one in _after(run.fight, effect)]
        for effect in chosen:
            conditions.end(run, who, effect)
        for effect in following:
            conditions.gain(run, who, effect)
