"""At 0 hit points: dying, wounded, doomed, recovery, and death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactics.core.text import text
from tactics.rules.event import EffectGained, HpChanged, LeftFight, Noted, OrderChanged
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.dying import DAMAGE, GAIN, RECOVERY, dying_rise
from tactics.rulesets.pf2e.fight import conditions, heroes
from tactics.rulesets.pf2e.fight.asking import case_of
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS, flat_check
from tactics.rulesets.pf2e.fight.sheet import Sheet, sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Effect, Fight

if TYPE_CHECKING:
    from tactics.rulesets.pf2e.fight.harm import Blow

SUFFOCATING = "suffocating"
"""Effect of one who is out of air."""
KNOCKED_OUT = "knocked_out"
"""Note of the unconsciousness that comes with 0 hit points."""
REGENERATION_OFF = "regeneration_stopped"
"""Effect that keeps regeneration from working."""
LIFELESS = frozenset({"undead", "construct"})


def dies_at(fight: Fight, who: str) -> int:
    """The dying value that kills a creature. Source: pf2e.condition.dying, pf2e.condition.doomed."""
    return int(table("fight")["dying"]["dies_at"]) - conditions.value(fight, who, "doomed")


def down(fight: Fight, who: str) -> bool:
    """Whether a creature is out of action: dead, fled or unconscious at 0 hit points."""
    body = fight.body(who)
    return bool(body.out) or body.has("dying") or (body.hp == 0 and body.has("unconscious"))


def beaten(fight: Fight, who: str) -> bool:
    """Whether a creature is out of action and does not come back by itself.

    Source: pf2e.encounter.structure, pf2e.hp.fast_healing, pf2e.hp.regeneration
    """
    sheet = sheet_of(fight.world.creature(who))
    heals = not fight.body(who).out and (sheet.fast_healing or sheet.regeneration)
    return down(fight, who) and not heals


def dies_at_zero(sheet: Sheet) -> bool:
    """Whether it is the end of a creature to have no hit points left: not for those the story needs, nor trolls.

    Source: pf2e.hp.zero_minor, pf2e.hp.zero_significant
    """
    return bool(sheet.traits & LIFELESS) or (sheet.kind == "ordinary" and not sheet.regeneration)


def after_damage(run: Run, who: str, amount: int, blow: Blow) -> None:
    """What damage does besides: massive damage, waking up, falling to 0, or a step nearer to death.

    Source: pf2e.death.massive_damage, pf2e.death.death_effects, pf2e.hp.zero_minor, pf2e.hp.zero_significant,
        pf2e.dying.damage_while_dying, pf2e.unconscious.wake_above_zero
    """
    body = run.fight.body(who)
    if amount >= int(table("fight")["dying"]["massive_times"]) * body.max_hp:
        kill(run, who, source=blow.source, rule="pf2e.death.massive_damage")
    elif body.hp > 0:
        wake(run, who)
    elif blow.death:
        kill(run, who, source=blow.source, rule="pf2e.death.death_effects")
    elif body.has("dying"):
        raise_dying(run, who, 2 if blow.critical else 1, DAMAGE)
    elif not _knocked_out(run.fight, who):
        _drop(run, who, blow)
    elif not blow.nonlethal:
        _finish_off(run, who, blow)


def _knocked_out(fight: Fight, who: str) -> bool:
    return any(one.id == "unconscious" and one.note == KNOCKED_OUT for one in fight.body(who).effects)


def _drop(run: Run, who: str, blow: Blow) -> None:
    """A creature falls to 0 hit points. Nonlethal damage destroys what does not live all the same.

    Source: pf2e.hp.zero_minor, pf2e.hp.zero_significant
    """
    sheet = sheet_of(run.fight.world.creature(who))
    if dies_at_zero(sheet) and (sheet.traits & LIFELESS or not blow.nonlethal):
        kill(run, who, source=blow.source, rule="pf2e.hp.zero_minor")
        return
    ordinary = dies_at_zero(sheet)
    if not ordinary:
        _move_initiative(run, who)
    if blow.nonlethal:
        rule = "pf2e.hp.zero_minor" if ordinary else "pf2e.hp.zero_significant"
        conditions.gain(run, who, "unconscious", source=blow.source, note=KNOCKED_OUT, rule=rule)
    else:
        gain_dying(run, who, 2 if blow.critical else 1)


def _finish_off(run: Run, who: str, blow: Blow) -> None:
    """Lethal damage to one who lies at 0 hit points without dying.

    Source: pf2e.hp.zero_minor, pf2e.hp.zero_significant
    """
    if dies_at_zero(sheet_of(run.fight.world.creature(who))):
        kill(run, who, source=blow.source, rule="pf2e.hp.zero_minor")
    else:
        gain_dying(run, who, 2 if blow.critical else 1)


def _move_initiative(run: Run, who: str) -> None:
    """The turn of one who is knocked out comes directly before the one in which it was.

    Source: pf2e.hp.zero_significant
    """
    fight = run.fight
    active = fight.active
    own = next((slot for slot in fight.order if slot.who == who), None)
    if not active or active == who or own is None:
        return
    others = [slot for slot in fight.order if slot.who != who]
    place = next(number for number, slot in enumerate(others) if slot.who == active)
    order = (*others[:place], own, *others[place:])
    if order != fight.order:
        run.emit(OrderChanged(order))


def gain_dying(run: Run, who: str, base: int) -> None:
    """Begin to die; the wounded value is added.

    Source: pf2e.hp.zero_significant, pf2e.condition.wounded, pf2e.hero.avoid_death
    """
    wounded = conditions.value(run.fight, who, "wounded")
    value = _held_back(run.fight, who, dying_rise(base, wounded, GAIN, _reading(run)))
    deadly = value >= dies_at(run.fight, who)
    if deadly and heroes.recovers(run, who, heroes.RISE, deadly=True):
        conditions.gain(run, who, "unconscious", note=KNOCKED_OUT, rule="pf2e.hero.avoid_death")
        return
    _set_dying(run, who, value)


def raise_dying(run: Run, who: str, base: int, cause: str) -> None:
    """Come nearer to death, unless all Hero Points are spent on it.

    Source: pf2e.dying.damage_while_dying, pf2e.dying.recovery_check, pf2e.hero.avoid_death
    """
    before, wounded = conditions.value(run.fight, who, "dying"), conditions.value(run.fight, who, "wounded")
    value = _held_back(run.fight, who, before + dying_rise(base, wounded, cause, _reading(run)))
    if value <= before:
        return
    if heroes.recovers(run, who, heroes.RISE, deadly=value >= dies_at(run.fight, who)):
        lose_dying(run, who, wounds=False)
    else:
        _set_dying(run, who, value)


def _reading(run: Run) -> str:
    return str(case_of(run.fight).switch("wounded_adds"))


def _held_back(fight: Fight, who: str, value: int) -> int:
    """A dying value that regeneration keeps below the one that kills. Source: pf2e.hp.regeneration."""
    regenerates = sheet_of(fight.world.creature(who)).regeneration and not fight.body(who).has(REGENERATION_OFF)
    return min(value, max(1, dies_at(fight, who) - 1)) if regenerates else value


def _set_dying(run: Run, who: str, value: int) -> None:
    if value >= dies_at(run.fight, who):
        kill(run, who, rule="pf2e.condition.dying")
        return
    if not _knocked_out(run.fight, who):
        conditions.gain(run, who, "unconscious", note=KNOCKED_OUT, rule="pf2e.condition.dying")
    conditions.lose(run, who, "dying")
    run.emit(EffectGained(who, Effect("dying", value, rule="pf2e.condition.dying")))


def recovery(run: Run, who: str) -> None:
    """The start of a dying creature's turn: Heroic Recovery, or else the flat check.

    Source: pf2e.dying.recovery_check, pf2e.hero.heroic_recovery
    """
    value = conditions.value(run.fight, who, "dying")
    if not value:
        return
    if heroes.recovers(run, who, heroes.TURN):
        lose_dying(run, who, wounds=False)
        return
    dc = int(table("fight")["dying"]["recovery_dc"]) + value
    found = flat_check(run, who, dc, purpose="recovery", rule="pf2e.dying.recovery_check")
    if found.succeeded:
        better = 2 if found.degree == CRITICAL_SUCCESS else 1
        if value > better:
            _set_dying(run, who, value - better)
        else:
            lose_dying(run, who)
    else:
        raise_dying(run, who, 2 if found.degree == CRITICAL_FAILURE else 1, RECOVERY)


def lose_dying(run: Run, who: str, *, wounds: bool = True) -> None:
    """Die no longer; the wounded value rises by 1. Source: pf2e.condition.dying, pf2e.condition.wounded."""
    if conditions.lose(run, who, "dying") and wounds:
        value = conditions.value(run.fight, who, "wounded")
        conditions.lose(run, who, "wounded")
        conditions.gain(run, who, "wounded", value=value + 1, rule="pf2e.condition.wounded")


def doomed_rose(run: Run, who: str) -> None:
    """Death comes nearer: for some it is there at once. Source: pf2e.condition.doomed."""
    limit = dies_at(run.fight, who)
    if limit <= 0 or conditions.value(run.fight, who, "dying") >= limit:
        kill(run, who, rule="pf2e.condition.doomed")


def after_healing(run: Run, who: str) -> None:
    """With hit points again nobody is dying, and who was knocked out wakes up.

    Source: pf2e.condition.dying, pf2e.unconscious.recover_zero_hp, pf2e.unconscious.wake_above_zero
    """
    lose_dying(run, who)
    wake(run, who)


def wake(run: Run, who: str) -> None:
    """End unconsciousness, wherever it comes from; nobody wakes without air.

    Source: pf2e.unconscious.wake_above_zero, pf2e.aquatic.suffocation
    """
    if not run.fight.body(who).has(SUFFOCATING) and conditions.lose(run, who, "unconscious"):
        name = run.fight.world.creature(who).name
        run.emit(Noted(who, text("{name} wakes up.", name=name), "pf2e.unconscious.wake_above_zero"))


def kill(run: Run, who: str, *, source: str = "", rule: str = "pf2e.death.state") -> None:
    """Let a creature die. Source: pf2e.death.state, pf2e.condition.doomed."""
    body = run.fight.body(who)
    if body.out == "dead":
        return
    if body.hp:
        run.emit(HpChanged(who, "hp", -body.hp, source, rule))
    for gone in run.fight.body(who).effects:
        if gone.id in ("dying", "doomed", REGENERATION_OFF) or gone.id.startswith("persistent_"):
            conditions.lose(run, who, gone.id)
    conditions.drop_all(run, who)
    run.emit(EffectGained(who, Effect("dead", source=source, rule=rule)))
    run.emit(LeftFight(who, "dead", rule))
