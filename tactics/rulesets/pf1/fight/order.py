"""Who acts when: surprise, initiative, turns and rounds, delaying, and the end of the fight."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.dice import Roll
from tactics.core.text import text
from tactics.rules.action import Action, Choice, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.event import (
    Began,
    CounterSet,
    EffectGained,
    EffectLost,
    Ended,
    Noted,
    OrderChanged,
    Rolled,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions, harm, turn
from tactics.rulesets.pf1.fight.numbers import initiative_parts
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Effect, Fight, Slot

FLAT_FOOTED, UNAWARE = "flat_footed", "unaware"


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
        _next_slot(run, -1 if run.fight.turn is None else run.fight.turn)
        who = run.fight.active
        _begin_turn(run, who)
        if conditions.can_act(run.fight, who):
            return
        run.emit(TurnEnded(who))
        _count_down_end(run, who)


def _count_down_end(run: Run, who: str) -> None:
    for one in (who, run.fight.world.creature(who).mount):
        if one in run.fight.bodies:
            turn.count_down(run, "end", one)


def _begin_turn(run: Run, who: str) -> None:
    """Begin a creature's turn, and its mount's with it.

    Source: pf1.init.round, pf1.combat.mounted
    """
    for one in (who, run.fight.world.creature(who).mount):
        if one in run.fight.bodies:
            again = bool(run.fight.body(one).count(turn.DELAYED))
            turn.begin(run, one)
            if not again:
                harm.start_of_turn(run, one)
            _ready_to_act(run, one)


def _next_slot(run: Run, number: int) -> None:
    """Go to the next slot behind one that somebody can use; the surprise round is before the first one."""
    fight = run.fight
    while True:
        number += 1
        if number == len(fight.order):
            number = 0
            run.emit(RoundBegan(run.fight.round + (0 if run.fight.surprise else 1)))
        who = fight.order[number].who
        surprised = run.fight.surprise and UNAWARE in fight.world.creature(who).of("pf1").conditions
        if not run.fight.body(who).out and not surprised:
            run.emit(TurnBegan(number))
            return


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
    if run.fight.over:
        return True
    standing = {one.side for one in run.fight.world.creatures if _stands(run.fight, one.id)}
    if len(standing) > 1:
        return False
    run.emit(Ended(standing.pop() if standing else "nobody"))
    return True


def _stands(fight: Fight, who: str) -> bool:
    return not fight.body(who).out and not harm.down(fight, who)


class EndTurn:
    """Ending the turn."""

    ids = ("end_turn",)
    groups = ("turn",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Always possible in one's own turn."""
        yield Option("end_turn", "turn", text("End turn"), text("ends the turn"), refusal=_own_turn(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """End the turn."""
        refuse(_own_turn(run.fight, action.who))
        end_turn(run, action.who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


class Delay:
    """Waiting for a later place in the order.

    Source: pf1.init.delay
    """

    ids = ("delay",)
    groups = ("turn",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Possible while nothing was done this turn: after whom to act."""
        later = _later(fight, who)
        names = tuple(Choice(slot.who, text("{name}", name=called(fight.world.creature(slot.who)))) for slot in later)
        needs = (NeedChoice("after", names, text("After whose turn?")),)
        yield Option("delay", "turn", text("Delay"), text("no action"), needs, self._refusal(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Move the creature's slot behind another one's."""
        refuse(self._refusal(run.fight, action.who))
        fight, after = run.fight, action.arguments.get("after")
        places = [slot.who for slot in _later(fight, action.who)]
        if after not in places:
            words = text("Name a creature that acts later this round.")
            raise Refused(Refusal(words, "pf1.init.delay"))
        own = next(slot for slot in fight.order if slot.who == action.who)
        others = [slot for slot in fight.order if slot.who != action.who]
        place = next(number for number, slot in enumerate(others) if slot.who == after)
        count = others[place].initiative
        run.emit(Noted(action.who, text("{name} waits.", name=called(fight.world.creature(own.who))), "pf1.init.delay"))
        for one in (action.who, fight.world.creature(action.who).mount):
            if one in fight.bodies:
                run.emit(CounterSet(one, turn.DELAYED, 1))
        run.emit(TurnEnded(action.who))
        here = fight.turn or 0
        later = (*others[: place + 1], Slot(own.who, count, 0), *others[place + 1 :])
        # The turn that just ended is the one before the slot that moved away.
        run.emit(OrderChanged(tuple(later)))
        _resume(run, here)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        refusal = _own_turn(fight, who)
        if refusal is not None:
            return refusal
        body = fight.body(who)
        used = (turn.STANDARD, turn.MOVE, turn.STEP, turn.MOVED)
        if any(body.count(key) for key in used) or body.count(turn.SWIFT) > body.count(turn.OWED):
            return Refusal(text("It has acted this turn already."), "pf1.init.delay")
        if not _later(fight, who):
            return Refusal(text("Nobody acts later this round."), "pf1.init.delay")
        return None


def _resume(run: Run, number: int) -> None:
    """Go on with the slot that now stands at a place of the order, or the next one that somebody can use."""
    _next_slot(run, number - 1)
    who = run.fight.active
    _begin_turn(run, who)
    if not conditions.can_act(run.fight, who) or run.fight.body(who).out:
        end_turn(run, who)


def _later(fight: Fight, who: str) -> tuple[Slot, ...]:
    """Slots after a creature's in this round."""
    if fight.active != who or fight.turn is None:
        return ()
    return tuple(slot for slot in fight.order[fight.turn + 1 :] if not fight.body(slot.who).out)


def _own_turn(fight: Fight, who: str) -> Refusal | None:
    if fight.active == who:
        return None
    return Refusal(text("It is not its turn."), "pf1.init.round")


def refuse(refusal: Refusal | None) -> None:
    """Raise a refusal if there is one."""
    if refusal is not None:
        raise Refused(refusal)
