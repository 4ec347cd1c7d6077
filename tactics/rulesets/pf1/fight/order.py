"""Who acts when: surprise, initiative, turns and rounds, and the end of the fight."""

from __future__ import annotations

from tactics.core.dice import Roll
from tactics.core.text import text
from tactics.rules.action import Choice, Decision
from tactics.rules.event import (
    Began,
    CounterSet,
    EffectGained,
    EffectLost,
    Noted,
    OrderChanged,
    Rolled,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from tactics.rules.fighting import Run
from tactics.rules.turns import EndTurn, count_down, decided
from tactics.rulesets.pf1.fight import conditions, harm, turn
from tactics.rulesets.pf1.fight.numbers import initiative_parts
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Effect, Fight, Slot

FLAT_FOOTED, UNAWARE = "flat_footed", "unaware"
WAITING = "delaying"
"""Effect: the turn is put off until its creature says so."""
DELAY_RULE = "pf1.init.delay"


def begin(run: Run) -> None:
    """Settle surprise and initiative and begin the first turn.

    Source: pf1.init.roll, pf1.init.surprise, pf1.condition.flat_footed
    """
    riding = {one.mount for one in run.fight.world.creatures if one.mount}
    totals = {one.id: _initiative(run, one.id) for one in run.fight.world.creatures if one.id not in riding}
    unaware = {one.id for one in run.fight.world.creatures if UNAWARE in one.of("pf1").conditions}
    surprise = bool(unaware) and len(unaware) < len(totals)
    run.emit(Began(tuple(_sorted(run, totals)), surprise))
    for who in run.fight.bodies:
        run.emit(EffectGained(who, Effect(FLAT_FOOTED, rule="pf1.condition.flat_footed")))
    if not surprise:
        run.emit(RoundBegan(1))
        _all_know(run)
    advance(run)


def _initiative(run: Run, who: str) -> tuple[int, int]:
    """A creature's count and what breaks a tie: its modifier."""
    parts = initiative_parts(run.fight, who)
    modifier = sum(part.amount for part in parts if part.kept)
    face = run.roll(20)
    run.emit(Rolled(who, "initiative", (Roll(20, face),), parts, face + modifier, rule="pf1.init.roll"))
    return face + modifier, modifier


def _sorted(run: Run, totals: dict[str, tuple[int, int]]) -> list[Slot]:
    """Slots from first to last; equal counts by modifier, then by further rolls.

    Source: pf1.init.roll
    """
    rolled_off: dict[str, int] = {}
    for tie in set(totals.values()):
        equal = [who for who, total in totals.items() if total == tie]
        while len(equal) > 1:
            faces = {who: run.roll(20) for who in equal}
            for who, face in faces.items():
                run.emit(Rolled(who, "initiative_tie", (Roll(20, face),), (), face, rule="pf1.init.roll"))
                rolled_off[who] = rolled_off.get(who, 0) * 21 + face
            equal = [who for who in equal if list(faces.values()).count(faces[who]) > 1]
    order = sorted(totals, key=lambda who: (-totals[who][0], -totals[who][1], -rolled_off.get(who, 0)))
    return [Slot(who, totals[who][0], len(order) - place) for place, who in enumerate(order)]


def advance(run: Run) -> None:
    """End of one turn, beginning of the next that somebody can use.

    Source: pf1.init.round
    """
    while not finish(run):
        number = -1 if run.fight.turn is None else run.fight.turn
        if not _late_turn(run):
            next_slot(run, number)
        who = run.fight.active
        _begin_turn(run, who)
        if conditions.can_act(run.fight, who):
            return
        run.emit(TurnEnded(who))
        _count_down_end(run, who)


def resume(run: Run, number: int) -> None:
    """Go on with the next slot behind a place of the order that somebody can use."""
    next_slot(run, number)
    who = run.fight.active
    _begin_turn(run, who)
    if not conditions.can_act(run.fight, who) or run.fight.body(who).out:
        end_turn(run, who)


def _count_down_end(run: Run, who: str) -> None:
    for one in (who, run.fight.world.creature(who).mount):
        if one in run.fight.bodies:
            count_down(run, "end", one)


def _late_turn(run: Run) -> bool:
    """Let somebody who waits for the right moment act now, before the next slot; whether anybody does.

    Its place in the order is from now on behind the one who acted last.

    Source: pf1.init.delay
    """
    fight = run.fight
    if fight.turn is None:
        return False
    coming = _coming(fight, fight.turn)
    for slot in fight.order:
        waits = fight.body(slot.who).has(WAITING) and slot.who not in (fight.active, coming)
        if waits and not fight.body(slot.who).out and conditions.can_act(fight, slot.who) and _acts_now(run, slot.who):
            conditions.lose(run, slot.who, WAITING)
            others = [one for one in fight.order if one.who != slot.who]
            place = next(number for number, one in enumerate(others) if one.who == fight.active) + 1
            own = Slot(slot.who, others[place - 1].initiative, 0)
            run.emit(OrderChanged((*others[:place], own, *others[place:])))
            run.emit(TurnBegan(place))
            return True
    return False


def _coming(fight: Fight, number: int) -> str:
    """Whose turn comes next by the order."""
    after = (*fight.order[number + 1 :], *fight.order[: number + 1])
    return next((slot.who for slot in after if not fight.body(slot.who).out), "")


def _acts_now(run: Run, who: str) -> bool:
    world = run.fight.world
    last = called(world.creature(run.fight.active))
    decision = Decision(
        who=who,
        id="delayed",
        title=text("{name} waits. Act now, after {last}?", name=called(world.creature(who)), last=last),
        choices=(Choice("wait", text("Go on waiting")), Choice("act", text("Act now"))),
        default="wait",
    )
    return run.ask(decision).id == "act"


def _begin_turn(run: Run, who: str) -> None:
    """Begin a creature's turn, and its mount's with it; a turn put off until now is lost.

    Source: pf1.init.round, pf1.init.delay, pf1.combat.mounted
    """
    if run.fight.body(who).has(WAITING):
        conditions.lose(run, who, WAITING)
        name = called(run.fight.world.creature(who))
        run.emit(Noted(who, text("{name} waited too long: the turn that was put off is lost.", name=name), DELAY_RULE))
        for one in (who, run.fight.world.creature(who).mount):
            if one in run.fight.bodies:
                run.emit(CounterSet(one, turn.DELAYED, 0))
    for one in (who, run.fight.world.creature(who).mount):
        if one in run.fight.bodies:
            begin_own(run, one)


def begin_own(run: Run, who: str) -> None:
    """Begin the turn of a single creature.

    Source: pf1.init.round, pf1.condition.flat_footed
    """
    again = bool(run.fight.body(who).count(turn.DELAYED))
    turn.begin(run, who)
    if not again:
        harm.start_of_turn(run, who)
    _ready_to_act(run, who)


def next_slot(run: Run, number: int) -> None:
    """Go to the next slot behind one that somebody can use; the surprise round is before the first one."""
    fight = run.fight
    while True:
        number += 1
        if number == len(fight.order):
            number = 0
            run.emit(RoundBegan(run.fight.round + (0 if run.fight.surprise else 1)))
            _all_know(run)
        who = fight.order[number].who
        surprised = run.fight.surprise and UNAWARE in fight.world.creature(who).of("pf1").conditions
        if not run.fight.body(who).out and not surprised:
            run.emit(TurnBegan(number))
            return


def _all_know(run: Run) -> None:
    """After the surprise round nobody is unaware of the fight any more.

    Source: pf1.init.surprise
    """
    for who, body in run.fight.bodies.items():
        if body.has(UNAWARE):
            conditions.lose(run, who, UNAWARE)


def _ready_to_act(run: Run, who: str) -> None:
    """From its first turn on a creature is no longer flat-footed.

    Source: pf1.condition.flat_footed
    """
    for effect in run.fight.body(who).effects:
        if effect.id == FLAT_FOOTED and not effect.note:
            run.emit(EffectLost(who, effect))


def end_turn(run: Run, who: str) -> None:
    """End a creature's turn and begin the next one."""
    run.emit(TurnEnded(who))
    _count_down_end(run, who)
    advance(run)


def finish(run: Run) -> bool:
    """End the fight when at most one side can still fight; whether it is over."""
    return decided(run, {one.side for one in run.fight.world.creatures if _stands(run.fight, one.id)})


def _stands(fight: Fight, who: str) -> bool:
    return not fight.body(who).out and not harm.down(fight, who)


END_TURN = EndTurn(turn.own_turn, end_turn)
"""Ending the turn. Source: pf1.init.round."""
