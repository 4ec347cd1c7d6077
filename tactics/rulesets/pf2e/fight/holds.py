"""Somebody's grip on another creature: how it begins, how long it lasts, and what ends it."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.event import EffectLost, Noted
from tactics.rules.fighting import Run
from tactics.rules.question import Question
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import conditions, lapses, turn
from tactics.rulesets.pf2e.fight.asking import ask
from tactics.rulesets.pf2e.fight.holding import HOLD, board_name, judged, ready_weapons
from tactics.rulesets.pf2e.fight.origins import origin_of
from tactics.rulesets.pf2e.fight.sheet import Weapon
from tactics.rulesets.pf2e.fight.statistics import dc_of
from tactics.world.fight import Duration, Effect, Fight

GRABBED, RESTRAINED, IMMOBILIZED = "grabbed", "restrained", "immobilized"
BONDS = (GRABBED, RESTRAINED, IMMOBILIZED)
"""Conditions that an Escape ends. Source: pf2e.basic.escape."""
RULE = "pf2e.skill.grapple"


def until_end_of_next_turn(fight: Fight, who: str) -> Duration:
    """To the end of a creature's next turn; the one that goes on now does not count."""
    return Duration("end", who, 2 if turn.is_turn(fight, who) else 1)


def take_hold(run: Run, who: str, target: str, weapon: Weapon, *, tight: bool) -> None:
    """Grab a creature, or restrain it; an earlier grip of the same kind is renewed.

    Source: pf2e.skill.grapple, pf2e.condition.grabbed_immobilized_restrained
    """
    id_, note = (RESTRAINED if tight else GRABBED), HOLD + weapon.id
    conditions.lose(run, target, id_, source=who, note=note)
    until = until_end_of_next_turn(run.fight, who)
    conditions.gain(run, target, id_, source=who, duration=until, note=note, rule=RULE)


def grips_on(fight: Fight, target: str) -> tuple[Effect, ...]:
    """What holds a creature by somebody's grip."""
    return tuple(one for one in fight.body(target).effects if one.id in BONDS and one.note.startswith(HOLD))


def held_by(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of those whom a creature holds."""
    return tuple(one for one in fight.bodies if any(grip.source == who for grip in grips_on(fight, one)))


def let_go(run: Run, who: str, target: str) -> None:
    """End a creature's grip on another."""
    for effect in grips_on(run.fight, target):
        if effect.source == who:
            run.emit(EffectLost(target, effect))
            conditions.ended(run, target, effect)


def let_all_go(run: Run, who: str) -> None:
    """End every grip of a creature, as when it moves. Source: pf2e.skill.grapple."""
    for target in held_by(run.fight, who):
        let_go(run, who, target)


def gives_way(run: Run, who: str, target: str, total: int) -> bool:
    """Whether the holds on a creature and its riders let it be moved: what moves it must reach their resistance.

    Args:
        run: the action.
        who: who moves it.
        target: whom.
        total: the check, or the DC of an effect, that moves it.

    Source: pf2e.condition.grabbed_immobilized_restrained, pf2e.move.forced
    """
    world = run.fight.world
    moved = (target, *(one.id for one in creatures.riders_of(world, world.creature(target))))
    for effect in (effect for one in moved for effect in run.fight.body(one).effects):
        if effect.id not in BONDS or effect.source == who:
            continue
        dc = _resistance(run.fight, effect)
        if total < dc:
            words = text("It is held: {total} against {dc}.", total=total, dc=dc)
            run.emit(Noted(target, words, "pf2e.condition.grabbed_immobilized_restrained"))
            return False
    return True


def _resistance(fight: Fight, effect: Effect) -> int:
    """The DC of what holds a creature: its own, that of the power behind it, or its holder's Fortitude DC."""
    if effect.origin:
        return origin_of(fight, effect).dc
    known = effect.source in fight.bodies
    return effect.value or (dc_of(fight, effect.source, "fortitude") if known else 0)


def settle(run: Run) -> None:
    """End every grip whose holder is out of action, out of reach, or has lost what it holds with.

    Source: pf2e.skill.grapple
    """
    for target in run.fight.bodies:
        for effect in grips_on(run.fight, target):
            if run.fight.body(target).out or not _keeps(run.fight, target, effect):
                run.emit(EffectLost(target, effect))
                conditions.ended(run, target, effect)
    lapses.settle(run)


def _keeps(fight: Fight, target: str, effect: Effect) -> bool:
    """Whether the holder can act, still has what it holds with, and reaches whom it holds with it.

    Source: pf2e.skill.grapple, pf2e.effect.duration_conditional
    """
    holder = effect.source
    if holder not in fight.bodies or not conditions.can_act(fight, holder):
        return False
    named = effect.note.removeprefix(HOLD)
    weapon = next((one for one in ready_weapons(fight, holder) if one.id == named), None)
    if weapon is None:
        return False
    question = Question(ask="threatens", source=holder, to=target, weapon=board_name(weapon, "melee"))
    return ask(judged(fight), question).value is True
