"""Counteracting: a check against the DC of an effect, and how high a level each degree gets rid of."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, composed, text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import EffectLost, Noted, Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import afflictions, conditions, states
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, check
from tactics.rulesets.pf2e.fight.effects import Cause
from tactics.rulesets.pf2e.fight.origins import counteract_level, origin_of, power_of
from tactics.rulesets.pf2e.fight.parts import stacked
from tactics.rulesets.pf2e.fight.powers import SPELL, Outcome
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.states import condition_parts
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Effect, Fight

CHECK = "pf2e.counteract.check"
_NOT_BY_MAGIC = frozenset({"immune", "recharging", "sustaining"})
"""Effects that only keep books."""


def gets_rid_of(degree: str, own_level: int, level: int) -> bool:
    """Whether a degree of success counteracts an effect of a level. Source: pf2e.counteract.check."""
    reach = table("counteract")["reach"]
    return degree != CRITICAL_FAILURE and level <= own_level + int(reach[degree])


def attempt(
    run: Run,
    who: str,
    target: str,
    effect: Effect,
    parts: tuple[Part, ...],
    own_level: int,
    *,
    what: Text | None = None,
) -> bool:
    """Try to counteract one effect on a creature; one that is counteracted ends.

    Args:
        run: the action.
        who: who tries.
        target: on whom the effect is.
        effect: one of its effects.
        parts: of the check.
        own_level: counteract level of the attempt.
        what: what it is tried with.

    Returns:
        Whether it ended.

    Source: pf2e.counteract.check, pf2e.counteract.level
    """
    origin = origin_of(run.fight, effect)
    degree = check(run, who, "counteract", parts, origin.dc, target=target, what=what, rule=CHECK).degree
    if not gets_rid_of(degree, own_level, origin.counteract_level):
        words = text(
            "It is not counteracted: level {level} against {own}.", level=origin.counteract_level, own=own_level
        )
        run.emit(Noted(who, words, CHECK))
        return False
    _end(run, target, effect)
    return True


def _end(run: Run, who: str, effect: Effect) -> None:
    """End an effect, and with one of a power everything else the power has left on the creature."""
    if effect.id == afflictions.AFFLICTION:
        afflictions.end(run, who, effect, CHECK)
        return
    for one in run.fight.body(who).effects:
        together = effect.origin and (one.source, one.origin) == (effect.source, effect.origin)
        if (one == effect or together) and one.id not in _NOT_BY_MAGIC:
            run.emit(EffectLost(who, one))
            conditions.ended(run, who, one)


def possible(fight: Fight, who: str, against: Iterable[str]) -> tuple[Effect, ...]:
    """Effects on a creature that can be counteracted: by kind (spell, poison, disease, curse) or by condition.

    What one power has left counts once.
    """
    found: dict[tuple[str, str, str], Effect] = {}
    kinds = frozenset(against)
    for one in fight.body(who).effects:
        if one.id in _NOT_BY_MAGIC or not _concerned(fight, one, kinds):
            continue
        known = (one.source, one.origin, "") if one.origin else (one.source, one.note, one.id)
        found.setdefault(known, one)
    return tuple(found.values())


def _concerned(fight: Fight, effect: Effect, kinds: frozenset[str]) -> bool:
    if effect.id in kinds:
        return True
    if effect.id == afflictions.AFFLICTION:
        affliction = afflictions.explained(fight, effect)
        return affliction is not None and affliction.kind in kinds
    power = power_of(fight, effect.source, effect.origin) if effect.origin else None
    return SPELL in kinds and power is not None and power.kind == SPELL


def counteracts(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    """A power that counteracts something on whom it meets; its user says what, when there are several things.

    Source: pf2e.counteract.check, pf2e.counteract.level
    """
    found = possible(run.fight, who, one.against)
    if not found:
        run.emit(Noted(who, text("There is nothing to counteract."), CHECK))
        return
    effect = found[0] if len(found) == 1 else _chosen(run, cause.user, who, found)
    power = power_of(run.fight, cause.user, cause.origin)
    level, rank = (power.level, power.rank) if power is not None else (0, 0)
    parts = modifier(run.fight, cause.user, one)
    attempt(run, cause.user, who, effect, parts, counteract_level(level, rank), what=cause.name)


def modifier(fight: Fight, who: str, one: Outcome) -> tuple[Part, ...]:
    """Parts of a counteract check: what the stat block gives, else spellcasting ability and proficiency.

    Source: pf2e.counteract.check
    """
    if one.modifier is None:
        return parts_of(fight, who, "spell_dc")
    given = Part(one.modifier, text("counteract modifier"), "", CHECK)
    return stacked((given, *condition_parts(fight, who, "counteract", sheet_of(fight.world.creature(who)).key)))


def _chosen(run: Run, user: str, who: str, found: tuple[Effect, ...]) -> Effect:
    choices = tuple(Choice(str(number), _words(run.fight, one)) for number, one in enumerate(found))
    title = text("What is to be counteracted on {name}?", name=run.fight.world.creature(who).name)
    answer = run.ask(Decision(user, "counteract", title, choices, choices[0].id))
    return found[int(answer.id)]


def _words(fight: Fight, effect: Effect) -> Text:
    if effect.origin:
        return composed("{name}", name=origin_of(fight, effect).name)
    return states.named(effect.id)
