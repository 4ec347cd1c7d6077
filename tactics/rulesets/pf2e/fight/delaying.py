"""Waiting with one's turn: what delaying brings at once, the way back into the order, and the turn that is lost."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Noted, OrderChanged
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, sustaining, turn, turn_end
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Effect, Fight, Slot

RULE = "pf2e.basic.delay"
_HARMED, _BACK = "harm_had", "comes_back"
"""Counters: the harm of this turn came when it was delayed; the turn that begins is a delayed one."""


def begin(run: Run, who: str) -> None:
    """Leave the order: what harms at the end of the turn comes now, and what helps till then ends.

    Source: pf2e.basic.delay, pf2e.effect.duration_sustained
    """
    for one in turn.party(run.fight, who):
        for step in turn_end.AT_ONCE:
            if not run.fight.body(one).out:
                step(run, one)
        run.emit(CounterSet(one, _HARMED, 1))
        _end_what_helps(run, one)
        sustaining.turn_ends(run, one)
    run.emit(EffectGained(who, Effect(turn.DELAYING, rule=RULE)))


def _end_what_helps(run: Run, who: str) -> None:
    """Effects that would end at the end of this turn and that one would be glad to keep."""
    harmful = frozenset(table("fight")["delay"]["harmful"])
    side = run.fight.world.creature(who).side
    for other, body in run.fight.bodies.items():
        friend = run.fight.world.creature(other).side == side
        for effect in body.effects:
            until = effect.duration
            if (until.anchor, until.of, until.turns) == ("end", who, 1) and (effect.id in harmful) != friend:
                run.emit(EffectLost(other, effect))
                conditions.ended(run, other, effect)


def offer_return(run: Run, after: str) -> None:
    """Ask those who delay whether they take their turn now that another's has ended; the first who does has it.

    Source: pf2e.basic.delay
    """
    if run.fight.over:
        return
    for slot in run.fight.order:
        body = run.fight.body(slot.who)
        if slot.who == after or not body.has(turn.DELAYING) or not conditions.can_act(run.fight, slot.who):
            continue
        decision = Decision(
            who=slot.who,
            id="delay",
            title=text("The turn of {name} is over. Return?", name=run.fight.world.creature(after).name),
            choices=(Choice("wait", text("Wait")), Choice("return", text("Take the turn now"))),
            default="wait",
        )
        if run.ask(decision).id == "return":
            _return(run, slot, after)
            return


def _return(run: Run, own: Slot, after: str) -> None:
    """Come back behind the creature whose turn has ended, for good."""
    conditions.lose(run, own.who, turn.DELAYING)
    others = [one for one in run.fight.order if one.who != own.who]
    place = next(number for number, one in enumerate(others) if one.who == after)
    count = others[place]
    new = Slot(own.who, count.initiative, count.tie - 1)
    run.emit(OrderChanged((*others[: place + 1], new, *others[place + 1 :])))
    run.emit(CounterSet(own.who, _BACK, 1))


def comes_back(run: Run, who: str) -> bool:
    """Whether the turn that begins is one that was delayed; it is one only once."""
    if not run.fight.body(who).count(_BACK):
        return False
    run.emit(CounterSet(who, _BACK, 0))
    return True


def lose_turn(run: Run, who: str) -> None:
    """A whole round went by: the delayed turn is lost, the place in the order stays. Source: pf2e.basic.delay."""
    conditions.lose(run, who, turn.DELAYING)
    words = text("{name} waited too long: the delayed turn is lost.", name=run.fight.world.creature(who).name)
    run.emit(Noted(who, words, RULE))


def had_its_harm(fight: Fight, who: str) -> bool:
    """Whether what harms at the end of this turn has come already. Source: pf2e.basic.delay."""
    return bool(fight.body(who).count(_HARMED))


def forget(run: Run, who: str) -> None:
    """The turn is over; the next one has its harm at its end again."""
    if run.fight.body(who).count(_HARMED):
        run.emit(CounterSet(who, _HARMED, 0))
