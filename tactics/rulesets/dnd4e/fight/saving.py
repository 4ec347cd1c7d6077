"""Saving throws, and the effects they end."""

from __future__ import annotations

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.fight.numbers import lasting
from tactics.rulesets.dnd4e.fight.own_numbers import bonuses
from tactics.rulesets.dnd4e.fight.parts import stacked, total
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.saves import saved
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Effect, Fight

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
        if effect.duration.anchor == "save":
            key = (effect.origin,) if effect.origin else (effect.id, effect.note)
            found.setdefault(key, []).append(effect)
    return [tuple(one) for one in found.values()]


def words_of(group: tuple[Effect, ...]) -> Text:
    """What a save is made against."""
    return conditions.named(group[0].id) if len(group) == 1 else text("several effects")


def end_of_turn(run: Run, who: str) -> None:
    """The saving throws at the end of a creature's turn, one for each effect.

    Source: dnd4e.save.end_of_turn, dnd4e.save.separate, dnd4e.ongoing.save
    """
    for group in groups(run.fight, who):
        if saving_throw(run, who, what=words_of(group), rule="dnd4e.save.end_of_turn"):
            for effect in group:
                conditions.end(run, who, effect)


def granted(run: Run, who: str) -> None:
    """A saving throw outside the end of the turn, against one effect of its owner's choice.

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
        for effect in chosen:
            conditions.end(run, who, effect)
