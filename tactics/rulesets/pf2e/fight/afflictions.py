"""Poisons, diseases and curses: exposure, onset, stages, saves, and how they end.

One stands in a fight as an effect ``affliction`` whose value is its stage (0 during onset), whose source and origin say
which it is. Counters of its victim keep the rounds of its onset or stage, those it has left, and successes in a row.
"""

from __future__ import annotations

from dataclasses import replace

from tactics.core.text import Text, composed, text
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Noted
from tactics.rules.fighting import Run
from tactics.rules.things import maker_of
from tactics.rulesets.pf2e.fight import conditions, states
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, SUCCESS, check
from tactics.rulesets.pf2e.fight.damage import unharmed_by
from tactics.rulesets.pf2e.fight.effects import Cause, bring
from tactics.rulesets.pf2e.fight.origins import affliction_dc, affliction_of
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.powers import Affliction, Outcome
from tactics.rulesets.pf2e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.world.fight import Effect, Fight

AFFLICTION = "affliction"
"""Id of the effect."""
_WAIT, _LEFT, _ROW = "wait", "left", "row"
"""Counters: turns until onset or the next save, turns until it ends, successes in a row."""
_STEPS = {CRITICAL_SUCCESS: -2, SUCCESS: -1, FAILURE: 1, CRITICAL_FAILURE: 2}
"""By how much a save moves the stage. Source: pf2e.affliction.stages."""
_FIRST = {FAILURE: 1, CRITICAL_FAILURE: 2}
"""The stage an initial save leads to. Source: pf2e.affliction.initial_save."""


def key(effect: Effect, what: str) -> str:
    """The counter of one affliction."""
    return f"{AFFLICTION}.{effect.source}.{effect.origin}.{what}"


def afflictions_of(fight: Fight, who: str) -> tuple[Effect, ...]:
    """Every affliction of a creature."""
    return tuple(one for one in fight.body(who).effects if one.id == AFFLICTION)


def explained(fight: Fight, effect: Effect) -> Affliction | None:
    """The affliction an effect stands for."""
    return affliction_of(fight, effect.source, effect.origin)


def expose(run: Run, who: str, source: str, affliction: Affliction) -> None:
    """Expose a creature: the initial save, or that of a further dose.

    Args:
        run: the action.
        who: the victim.
        source: who brings it.
        affliction: what it is.

    Source: pf2e.affliction.initial_save, pf2e.affliction.multiple_exposures, pf2e.iwr.immunity
    """
    if run.fight.body(who).out:
        return
    if immune(run.fight, who, affliction):
        run.emit(Noted(who, text("immune: {type}", type=_named(affliction)), "pf2e.iwr.immunity"))
        return
    held = next((one for one in afflictions_of(run.fight, who) if one.origin == affliction.id), None)
    if held is not None and affliction.kind != "poison":
        run.emit(Noted(who, text("It has that already."), "pf2e.affliction.multiple_exposures"))
        return
    rule = "pf2e.affliction.initial_save" if held is None else "pf2e.affliction.multiple_exposures"
    degree = _save(run, who, source, affliction, rule)
    rise = _FIRST.get(degree, 0)
    if not rise:
        return
    if held is None:
        _begin(run, who, source, affliction, rise)
    elif _waits_for_onset(run.fight, who, held):
        _replace(run, who, held, min(max(held.value, 0) + rise, len(affliction.stages)))
    else:
        _reach(run, who, held, affliction, held.value + rise)


def immune(fight: Fight, who: str, affliction: Affliction) -> bool:
    """Whether an affliction does nothing to a creature. Source: pf2e.iwr.immunity."""
    sheet = sheet_of(fight.world.creature(who))
    if affliction.traits & sheet.immunities:
        return True
    return affliction.kind == "poison" and unharmed_by(sheet, "poison") is not None


def _named(affliction: Affliction) -> Text:
    return composed("{name}", name=affliction.name)


def _save(run: Run, who: str, source: str, affliction: Affliction, rule: str) -> str:
    parts = parts_of(run.fight, who, affliction.save)
    dc = affliction_dc(run.fight, source, affliction)
    what = composed("{save}, {name}", save=statistic_name(affliction.save), name=affliction.name)
    return check(run, who, "save", parts, dc, target=source, what=what, rule=rule).degree


def _begin(run: Run, who: str, source: str, affliction: Affliction, stage: int) -> None:
    """The first failure: onset, or the first stage at once. Source: pf2e.affliction.onset."""
    stage = min(stage, len(affliction.stages))
    effect = Effect(AFFLICTION, stage, source, note=affliction.id, rule="pf2e.affliction.general", origin=affliction.id)
    if affliction.onset:
        waiting = replace(effect, rule="pf2e.affliction.onset")
        run.emit(EffectGained(who, waiting))
        _count(run, who, effect, _WAIT, _rounds(run, who, affliction.onset))
        return
    run.emit(EffectGained(who, effect))
    _sets_in(run, who, effect, affliction)


def _sets_in(run: Run, who: str, effect: Effect, affliction: Affliction, *, ending: bool = False) -> None:
    """The first stage's effects apply, and the maximum duration begins. Source: pf2e.affliction.maximum_duration."""
    left = _rounds(run, who, affliction.maximum, ending=ending) if affliction.maximum else 0
    _count(run, who, effect, _LEFT, left)
    _count(run, who, effect, _ROW, 0)
    _suffer(run, who, effect, affliction, ending=ending)


def _rounds(run: Run, who: str, rounds: int, *, ending: bool = False) -> int:
    """Ends of the victim's turns until some rounds are over; that of a turn which goes on is none of them."""
    return rounds + (1 if run.fight.active == who and not ending else 0)


def _count(run: Run, who: str, effect: Effect, what: str, number: int) -> None:
    if run.fight.body(who).count(key(effect, what)) != number:
        run.emit(CounterSet(who, key(effect, what), number))


def _waits_for_onset(fight: Fight, who: str, effect: Effect) -> bool:
    return effect.rule == "pf2e.affliction.onset"


def _replace(run: Run, who: str, effect: Effect, stage: int) -> Effect:
    after = replace(effect, value=stage)
    if after != effect:
        run.emit(EffectLost(who, effect))
        run.emit(EffectGained(who, after))
    return after


def _reach(run: Run, who: str, effect: Effect, affliction: Affliction, stage: int, *, ending: bool = False) -> None:
    """Come to a stage and suffer it; below the first it is over, past the last it is the last again.

    Source: pf2e.affliction.stages
    """
    if stage < 1:
        end(run, who, effect)
        return
    stage = min(stage, len(affliction.stages))
    _suffer(run, who, _replace(run, who, effect, stage), affliction, ending=ending)


def _suffer(run: Run, who: str, effect: Effect, affliction: Affliction, *, ending: bool) -> None:
    """The effects of the stage it is in now, and the time until its save.

    Source: pf2e.affliction.stages, pf2e.affliction.conditions
    """
    _let_go(run, who, effect)
    stage = affliction.stages[effect.value - 1]
    _count(run, who, effect, _WAIT, _rounds(run, who, stage.rounds, ending=ending))
    cause = Cause(effect.source, affliction.id, affliction.traits, _named(affliction), "pf2e.affliction.stages")
    bring(run, cause, who, stage.outcomes)


def _let_go(run: Run, who: str, effect: Effect) -> None:
    """End what the stage gave and what has no end of its own. Source: pf2e.affliction.conditions."""
    for one in run.fight.body(who).effects:
        same = (one.source, one.origin) == (effect.source, effect.origin)
        if same and one.id != AFFLICTION and one.duration.anchor == "forever" and not states.stays(one.id):
            run.emit(EffectLost(who, one))
            conditions.ended(run, who, one)


def end(run: Run, who: str, effect: Effect, rule: str = "pf2e.affliction.stages") -> None:
    """Let an affliction end; conditions that last by rules of their own go on. Source: pf2e.affliction.conditions."""
    if effect not in run.fight.body(who).effects:
        return
    run.emit(EffectLost(who, effect))
    _let_go(run, who, effect)
    for what in (_WAIT, _LEFT, _ROW):
        _count(run, who, effect, what, 0)
    run.emit(Noted(who, text("It is over."), rule))


def turn_ends(run: Run, who: str) -> None:
    """The end of the victim's turn: onset, the end of time, or a save against each affliction whose interval is over.

    Source: pf2e.turn.end, pf2e.affliction.stages, pf2e.affliction.onset, pf2e.affliction.maximum_duration
    """
    for effect in afflictions_of(run.fight, who):
        affliction = explained(run.fight, effect)
        if affliction is not None and not run.fight.body(who).out:
            _turn_ends(run, who, effect, affliction)


def _turn_ends(run: Run, who: str, effect: Effect, affliction: Affliction) -> None:
    wait = run.fight.body(who).count(key(effect, _WAIT)) - 1
    _count(run, who, effect, _WAIT, max(0, wait))
    if _waits_for_onset(run.fight, who, effect):
        if wait <= 0:
            after = replace(effect, rule="pf2e.affliction.general")
            run.emit(EffectLost(who, effect))
            run.emit(EffectGained(who, after))
            _sets_in(run, who, after, affliction, ending=True)
        return
    left = run.fight.body(who).count(key(effect, _LEFT))
    if left:
        _count(run, who, effect, _LEFT, left - 1)
        if left == 1:
            end(run, who, effect, "pf2e.affliction.maximum_duration")
            return
    if wait <= 0:
        _stage_save(run, who, effect, affliction)


def _stage_save(run: Run, who: str, effect: Effect, affliction: Affliction) -> None:
    """The save at the end of a stage. Source: pf2e.affliction.stages, pf2e.affliction.virulent."""
    degree = _save(run, who, effect.source, affliction, "pf2e.affliction.stages")
    steps = _STEPS[degree]
    if affliction.virulent and steps < 0:
        row = run.fight.body(who).count(key(effect, _ROW)) + 1
        enough = degree == CRITICAL_SUCCESS or row > 1
        _count(run, who, effect, _ROW, 0 if enough else row)
        steps = -1 if enough else 0
    elif affliction.virulent:
        _count(run, who, effect, _ROW, 0)
    _reach(run, who, effect, affliction, effect.value + steps, ending=True)


def after_hit(run: Run, who: str, target: str, weapon: Weapon, damage: int) -> None:
    """What a venomous weapon does besides: whoever it has hurt is exposed. Source: pf2e.affliction.initial_save."""
    if not weapon.affliction or damage <= 0:
        return
    for owner in (who, maker_of(weapon.id)):
        found = affliction_of(run.fight, owner, weapon.affliction)
        if found is not None:
            expose(run, target, owner, found)
            return


def exposes(run: Run, cause: Cause, who: str, one: Outcome, degree: str, amount: int | None) -> None:
    """A power that exposes whom it meets. Source: pf2e.affliction.initial_save."""
    found = affliction_of(run.fight, cause.user, one.id)
    if found is not None:
        expose(run, who, cause.user, found)
