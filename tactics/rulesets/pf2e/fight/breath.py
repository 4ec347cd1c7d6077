"""Holding one's breath, running out of air, and suffocating."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.text import text
from tactics.rules.dice_text import Dice, face_sum, roll_dice
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import conditions, dying, footing, harm, turn
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, FAILURE, check
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.harm import Blow
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.speeds import must_hold_breath
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Effect, Fight

HOLDING, SUFFOCATING = "holding_breath", dying.SUFFOCATING
"""Effects: the value of the first is the rounds of air that are left, of the second the saves that were made."""
STRAINED = "strained"
"""Counter: whether a creature attacked or cast a spell in its turn without air."""
HOLD, DROWN = "pf2e.aquatic.hold_breath", "pf2e.aquatic.suffocation"


def without_air(fight: Fight, who: str) -> bool:
    """Whether a creature has to hold its breath. Source: pf2e.aquatic.hold_breath, pf2e.move.burrow_speed."""
    creature = fight.world.creature(who)
    own = creatures.stats(creature)
    traits, numbers = sheet_of(creature).traits, table("water")["breath"]
    earth, wet = footing.underground(fight, who), footing.under_water(fight.world, creature)
    if traits.intersection(numbers["needless"]) or (wet and traits.intersection(numbers["under_water"])):
        return False
    return (earth or wet) and must_hold_breath(own, burrowing=earth, under_water=wet)


def most_air(fight: Fight, who: str) -> int:
    """Rounds a creature can hold its breath. Source: pf2e.aquatic.hold_breath."""
    con = sheet_of(fight.world.creature(who)).abilities["con"]
    return max(0, int(table("water")["breath"]["rounds"]) + con)


def _effect(fight: Fight, who: str, id: str) -> Effect | None:
    return next((one for one in fight.body(who).effects if one.id == id), None)


def settle(run: Run) -> None:
    """Begin and end holding breath for everybody, as they come under water or out of it.

    Source: pf2e.aquatic.hold_breath, pf2e.aquatic.suffocation
    """
    for who, body in tuple(run.fight.bodies.items()):
        if body.out:
            continue
        lacks = without_air(run.fight, who)
        if lacks and not (body.has(HOLDING) or body.has(SUFFOCATING)):
            _begin(run, who)
        elif not lacks:
            _breathe(run, who)


def _begin(run: Run, who: str) -> None:
    air = most_air(run.fight, who)
    run.emit(EffectGained(who, Effect(HOLDING, air, rule=HOLD)))
    run.emit(CounterSet(who, STRAINED, 0))
    if not air:
        _out_of_air(run, who)


def _breathe(run: Run, who: str) -> None:
    """Air again: who suffocated wakes with at least 1 hit point. Source: pf2e.aquatic.suffocation."""
    for name in (HOLDING, SUFFOCATING):
        held = _effect(run.fight, who, name)
        if held is not None:
            run.emit(EffectLost(who, held))
    for one in run.fight.body(who).effects:
        if one.id == "unconscious" and one.note == SUFFOCATING:
            if run.fight.body(who).hp > 0:
                dying.wake(run, who)
            else:
                run.emit(EffectLost(who, one))
                run.emit(EffectGained(who, replace(one, note=dying.KNOCKED_OUT)))
            return


def lose(run: Run, who: str, rounds: int, *, rule: str = HOLD) -> None:
    """Lose some of the air that is held; at 0 one falls unconscious. Source: pf2e.aquatic.hold_breath."""
    held = _effect(run.fight, who, HOLDING)
    if held is None or rounds <= 0:
        return
    left = max(0, held.value - rounds)
    run.emit(EffectLost(who, held))
    run.emit(EffectGained(who, replace(held, value=left)))
    creature = run.fight.world.creature(who)
    run.emit(Noted(who, text("{who} has air for {n} more rounds.", who=creature.name, n=left), rule))
    if not left:
        _out_of_air(run, who)


def _out_of_air(run: Run, who: str) -> None:
    """Source: pf2e.aquatic.suffocation."""
    held = _effect(run.fight, who, HOLDING)
    if held is not None:
        run.emit(EffectLost(who, held))
    run.emit(EffectGained(who, Effect(SUFFOCATING, 0, rule=DROWN, note=_this_turn(run.fight))))
    conditions.gain(run, who, "unconscious", note=SUFFOCATING, rule=DROWN)


def _this_turn(fight: Fight) -> str:
    """Whose turn of which round it is: the end of the turn in which the air ran out asks for no save yet."""
    return f"{fight.round}.{fight.active}"


def strain(run: Run, who: str, action: str, traits: frozenset[str]) -> None:
    """Note that one who holds its breath attacks or casts, and let it lose all air when it speaks.

    Source: pf2e.aquatic.hold_breath
    """
    if _effect(run.fight, who, HOLDING) is None:
        return
    if "verbal" in traits:
        run.emit(Noted(who, text("Speaking takes all the air."), HOLD))
        lose(run, who, most_air(run.fight, who))
    elif "attack" in traits or action in ("cast_spell", "cast") or "spell" in traits:
        run.emit(CounterSet(who, STRAINED, 1))


def shocked(run: Run, who: str) -> None:
    """A critical hit, or a critical failure against damage, takes air. Source: pf2e.aquatic.hold_breath."""
    lose(run, who, int(table("water")["breath"]["critical"]))


def end_of_turn(run: Run, who: str) -> None:
    """What the end of a turn without air takes. Source: pf2e.aquatic.hold_breath, pf2e.aquatic.suffocation."""
    held, choking = _effect(run.fight, who, HOLDING), _effect(run.fight, who, SUFFOCATING)
    numbers = table("water")["breath"]
    if held is not None:
        body = run.fight.body(who)
        strained = body.count(STRAINED) or (turn.is_turn(run.fight, who) and body.count(turn.ATTACKS))
        lose(run, who, int(numbers["strained_turn" if strained else "turn"]))
        run.emit(CounterSet(who, STRAINED, 0))
    elif choking is not None and choking.note != _this_turn(run.fight):
        _suffocate(run, who, choking)


def _suffocate(run: Run, who: str, choking: Effect) -> None:
    """One save against suffocation; each later one is harder and hurts more. Source: pf2e.aquatic.suffocation."""
    numbers = table("water")["suffocation"]
    saves = choking.value
    dc = int(numbers["dc"]) + saves * int(numbers["dc_step"])
    run.emit(EffectLost(who, choking))
    run.emit(EffectGained(who, replace(choking, value=saves + 1)))
    found = check(
        run, who, "save", parts_of(run.fight, who, "fortitude"), dc, what=statistic_name("fortitude"), rule=DROWN
    )
    if found.degree == CRITICAL_FAILURE:
        dying.kill(run, who, rule=DROWN)
    elif found.degree == FAILURE:
        dice = Dice(((saves + 1, int(numbers["sides"])),))
        rolls = roll_dice(run, dice)
        amount = face_sum(rolls)
        run.emit(Rolled(who, "damage", rolls, (), amount, target=who, what=text("suffocation"), rule=DROWN))
        harm.hurt(run, who, [Dealt(amount, "suffocation")], Blow(rule=DROWN))
