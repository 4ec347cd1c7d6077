"""Taking damage and healing: hit points, temporary ones, and what comes at 0."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tactics.core.text import composed, text
from tactics.rules.event import HpChanged, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, dying, reactions, temporary, water
from tactics.rulesets.pf2e.fight.damage import Dealt, Through, through
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.world.fight import Duration


@dataclass(frozen=True, slots=True)
class Blow:
    """Where damage comes from and how it counts.

    Attributes:
        source: id of who deals it, "" for nobody.
        critical: a critical hit, or the victim's own critical failure.
        nonlethal: it knocks out and does not kill.
        death: the effect has the death trait.
        strike: it is a physical attack, which a shield can block.
        persistent: it is persistent damage.
        rule: rule id.
    """

    source: str = ""
    critical: bool = False
    nonlethal: bool = False
    death: bool = False
    strike: bool = False
    persistent: bool = False
    rule: str = "pf2e.damage.procedure"


SHOCKED: list[Callable[[Run, str], None]] = []
"""What a critical hit, or a critical failure against damage, does besides; the fight puts it in."""


def hurt(run: Run, who: str, parts: Iterable[Dealt], blow: Blow) -> int:
    """Deal damage once: immunity, weakness, resistance, reactions such as a shield, temporary hit points, hit points.

    Args:
        run: the action.
        who: who is hurt.
        parts: what is dealt, doubled or halved already.
        blow: where it comes from.

    Returns:
        Points that came through.

    Source: pf2e.damage.procedure, pf2e.hp.temporary, pf2e.hp.basics
    """
    if run.fight.body(who).out:
        return 0
    sheet = water.sheet_in(run.fight, who)
    found = through(sheet, parts)
    name = run.fight.world.creature(who).name
    for one in found:
        for why, rule in one.why:
            run.emit(Noted(who, composed("{name}: {why}", name=name, why=why), rule))
    if blow.critical:
        for comes in SHOCKED:
            comes(run, who)
    amount = sum(one.amount for one in found)
    amount = max(0, amount + _blocked(run, who, found, blow))
    if amount <= 0 or not run.fight.body(who).hp:
        run.emit(Noted(who, text("{name}: {n} damage.", name=name, n=amount), blow.rule))
    if amount <= 0:
        return 0
    if sheet.regeneration and sheet.regeneration_off.intersection(one.type for one in found if one.amount):
        duration = Duration("end", who, 2 if run.fight.active == who else 1)
        conditions.gain(run, who, dying.REGENERATION_OFF, duration=duration, rule="pf2e.hp.regeneration")
    _take(run, who, amount, blow)
    dying.after_damage(run, who, amount, blow)
    return amount


def _blocked(run: Run, who: str, found: tuple[Through, ...], blow: Blow) -> int:
    """What reactions to the damage take off it, as a negative number. Source: pf2e.basic.shield_block."""
    types = frozenset(one.type for one in found if one.amount)
    trigger = Trigger(
        kind="hurt",
        who=blow.source,
        traits=frozenset({"attack"}) if blow.strike else frozenset(),
        target=who,
        amount=sum(one.amount for one in found),
        damage=types,
    )
    return reactions.offer(run, trigger) if trigger.amount else 0


def _take(run: Run, who: str, amount: int, blow: Blow) -> None:
    """Temporary hit points go first; hit points do not fall below 0.

    Source: pf2e.hp.temporary, pf2e.hp.basics
    """
    body = run.fight.body(who)
    buffer = min(amount, body.temp_hp)
    if buffer:
        temporary.lose(run, who, buffer, source=blow.source)
    lost = min(amount - buffer, body.hp)
    if lost:
        run.emit(HpChanged(who, "hp", -lost, blow.source, blow.rule))


def heal(run: Run, who: str, amount: int, *, source: str = "", rule: str = "pf2e.hp.healing") -> int:
    """Restore hit points up to the maximum; returns how many. The dead are past healing.

    Source: pf2e.hp.healing, pf2e.death.state
    """
    body = run.fight.body(who)
    restored = min(amount, body.max_hp - body.hp)
    if body.out or restored <= 0:
        return 0
    run.emit(HpChanged(who, "hp", restored, source, rule))
    dying.after_healing(run, who)
    if run.fight.body(who).hp == run.fight.body(who).max_hp and conditions.lose(run, who, "persistent_bleed"):
        run.emit(Noted(who, text("The bleeding stops."), "pf2e.damage.types"))
    return restored


def fast_healing(run: Run, who: str) -> None:
    """Hit points that come back at the start of a turn. Source: pf2e.hp.fast_healing, pf2e.hp.regeneration."""
    sheet, body = sheet_of(run.fight.world.creature(who)), run.fight.body(who)
    if sheet.fast_healing:
        heal(run, who, sheet.fast_healing, source=who, rule="pf2e.hp.fast_healing")
    if sheet.regeneration and not body.has(dying.REGENERATION_OFF):
        heal(run, who, sheet.regeneration, source=who, rule="pf2e.hp.regeneration")
