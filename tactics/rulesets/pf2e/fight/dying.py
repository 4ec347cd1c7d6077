"""At 0 hit points: dying, wounded, doomed, recovery, and death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactics.core.text import text
from tactics.rules.event import CounterSet, EffectGained, HpChanged, LeftFight, Noted, OrderChanged
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.dying import DAMAGE, GAIN, RECOVERY, dying_rise
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.asking import case_of
from tactics.rulesets.pf2e.fight.checks import HERO_POINTS, flat_check
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.tables import DEGREES, table
from tactics.world.fight import Effect, Fight

if TYPE_CHECKING:
    from tactics.rulesets.pf2e.fight.harm import Blow

KNOCKED_OUT = "knocked_out"
"""Note of the unconsciousness that comes with 0 hit points."""


def dies_at(fight: Fight, who: str) -> int:
    """The dying value that kills a creature. Source: pf2e.condition.dying, pf2e.condition.doomed."""
    return int(table("fight")["dying"]["dies_at"]) - conditions.value(fight, who, "doomed")


def down(fight: Fight, who: str) -> bool:
    """Whether a creature is out of action: dead, fled or unconscious at 0 hit points."""
    body = fight.body(who)
    return bool(body.out) or body.has("dying") or (body.hp == 0 and body.has("unconscious"))


def after_damage(run: Run, who: str, amount: int, blow: Blow) -> None:
    """What damage does besides: massive damage, waking up, falling to 0, or a step nearer to death.

    Source: pf2e.death.massive_damage, pf2e.death.death_effects, pf2e.hp.zero_minor, pf2e.hp.zero_significant,
        pf2e.dying.damage_while_dying, pf2e.unconscious.wake_above_zero
    """
    body = run.fight.body(who)
    if amount >= 2 * body.max_hp:
        kill(run, who, source=blow.source, rule="pf2e.death.massive_damage")
        return
    if body.hp > 0:
        _wake(run, who)
        return
    if blow.death:
        kill(run, who, source=blow.source, rule="pf2e.death.death_effects")
    elif body.has("dying"):
        raise_dying(run, who, 2 if blow.critical else 1, DAMAGE)
    elif not body.has("unconscious") or not _knocked_out(run.fight, who):
        _drop(run, who, blow)
    elif not blow.nonlethal:
        gain_dying(run, who, 2 if blow.critical else 1)


def _knocked_out(fight: Fight, who: str) -> bool:
    return any(one.id == "unconscious" and one.note == KNOCKED_OUT for one in fight.body(who).effects)


def _drop(run: Run, who: str, blow: Blow) -> None:
    """A creature falls to 0 hit points."""
    sheet = sheet_of(run.fight.world.creature(who))
    lifeless = sheet.traits & {"undead", "construct"}
    if sheet.kind == "ordinary" and (lifeless or not blow.nonlethal):
        kill(run, who, source=blow.source, rule="pf2e.hp.zero_minor")
        return
    _move_initiative(run, who)
    if blow.nonlethal:
        rule = "pf2e.hp.zero_minor" if sheet.kind == "ordinary" else "pf2e.hp.zero_significant"
        conditions.gain(run, who, "unconscious", source=blow.source, note=KNOCKED_OUT, rule=rule)
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
    """Begin to die; the wounded value is added. Source: pf2e.hp.zero_significant, pf2e.condition.wounded."""
    wounded = conditions.value(run.fight, who, "wounded")
    rise = dying_rise(base, wounded, GAIN, _reading(run))
    run.emit(Noted(who, text("Dying {n}.", n=rise), "pf2e.condition.dying"))
    _set_dying(run, who, rise)


def raise_dying(run: Run, who: str, base: int, cause: str) -> None:
    """Come nearer to death. Source: pf2e.dying.damage_while_dying, pf2e.dying.recovery_check."""
    wounded = conditions.value(run.fight, who, "wounded")
    _set_dying(run, who, conditions.value(run.fight, who, "dying") + dying_rise(base, wounded, cause, _reading(run)))


def _reading(run: Run) -> str:
    return str(case_of(run.fight).switch("wounded_adds"))


def _set_dying(run: Run, who: str, value: int) -> None:
    limit = dies_at(run.fight, who)
    sheet = sheet_of(run.fight.world.creature(who))
    if value >= limit and sheet.regeneration and not run.fight.body(who).has("regeneration_stopped"):
        value = limit - 1
    if value >= limit:
        kill(run, who, rule="pf2e.condition.dying")
        return
    if not run.fight.body(who).has("unconscious"):
        conditions.gain(run, who, "unconscious", note=KNOCKED_OUT, rule="pf2e.condition.dying")
    for effect in run.fight.body(who).effects:
        if effect.id == "dying":
            conditions.lose(run, who, "dying")
            break
    run.emit(EffectGained(who, Effect("dying", value, rule="pf2e.condition.dying")))


def recovery(run: Run, who: str) -> None:
    """The flat check of a dying creature at the start of its turn. Source: pf2e.dying.recovery_check."""
    value = conditions.value(run.fight, who, "dying")
    if not value:
        return
    dc = int(table("fight")["dying"]["recovery_dc"]) + value
    found = flat_check(run, who, dc, purpose="recovery", rule="pf2e.dying.recovery_check")
    if found.succeeded:
        better = 2 if found.degree == DEGREES[-1] else 1
        if value > better:
            _set_dying(run, who, value - better)
        else:
            lose_dying(run, who)
    else:
        raise_dying(run, who, 2 if found.degree == DEGREES[0] else 1, RECOVERY)


def lose_dying(run: Run, who: str, *, wounds: bool = True) -> None:
    """Die no longer; the wounded value rises by 1. Source: pf2e.condition.dying, pf2e.condition.wounded."""
    if conditions.lose(run, who, "dying") and wounds:
        value = conditions.value(run.fight, who, "wounded")
        conditions.lose(run, who, "wounded")
        conditions.gain(run, who, "wounded", value=value + 1, rule="pf2e.condition.wounded")


def after_healing(run: Run, who: str) -> None:
    """With hit points again nobody is dying, and who was knocked out wakes up.

    Source: pf2e.condition.dying, pf2e.unconscious.recover_zero_hp
    """
    lose_dying(run, who)
    _wake(run, who)


def _wake(run: Run, who: str) -> None:
    """End unconsciousness that damage or healing ends; magic that lasts has another note."""
    for note in (KNOCKED_OUT, ""):
        conditions.lose(run, who, "unconscious", note=note)


def kill(run: Run, who: str, *, source: str = "", rule: str = "pf2e.death.state") -> None:
    """Let a creature die. Source: pf2e.death.state, pf2e.condition.doomed."""
    body = run.fight.body(who)
    if body.out == "dead":
        return
    if body.hp:
        run.emit(HpChanged(who, "hp", -body.hp, source, rule))
    for gone in ("dying", "doomed"):
        conditions.lose(run, who, gone)
    run.emit(EffectGained(who, Effect("dead", source=source, rule=rule)))
    run.emit(LeftFight(who, "dead", rule))


def has_hero_points(fight: Fight, who: str) -> bool:
    """Whether a creature has Hero Points to spend."""
    return fight.body(who).count(HERO_POINTS) > 0


def spend_all_hero_points(run: Run, who: str) -> None:
    """Use up every Hero Point at once. Source: pf2e.hero.heroic_recovery."""
    run.emit(CounterSet(who, HERO_POINTS, 0))
