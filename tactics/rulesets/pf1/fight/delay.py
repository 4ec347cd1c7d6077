"""Putting a turn off: to a later place of this round, to one of the next round, or until one says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import text
from tactics.rules.action import Action, Choice, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, EffectGained, Noted, OrderChanged, TurnEnded
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf1.fight import turn
from tactics.rulesets.pf1.fight.order import DELAY_RULE, WAITING, resume
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Effect, Fight, Slot

ANY_TIME = "any_time"


class Delay:
    """Acting later, at a count that is chosen now or then.

    A turn that is taken in the next round, before its regular count, takes the place of the regular one.

    Source: pf1.init.delay
    """

    ids = ("delay",)
    groups = ("turn",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Possible while nothing was done this turn: after whom to act."""
        refusal = self._refusal(fight, who)
        choices = () if refusal else tuple(self._choices(fight, who))
        needs = (NeedChoice("after", choices, text("After whose turn?")),)
        yield Option("delay", "turn", text("Delay"), text("no action"), needs, refusal)

    def _choices(self, fight: Fight, who: str) -> Iterator[Choice]:
        later, earlier = _others(fight)
        for slot in later:
            yield Choice(slot.who, text("{name}", name=called(fight.world.creature(slot.who))))
        yield Choice(ANY_TIME, text("as soon as I say so"))
        for slot in earlier:
            yield Choice(slot.who, text("{name}, in the next round", name=called(fight.world.creature(slot.who))))

    def resolve(self, run: Run, action: Action) -> None:
        """Move the creature's slot behind another one's, or leave it and wait."""
        who, after = action.who, action.arguments.get("after")
        refuse(self._refusal(run.fight, who))
        fight, here = run.fight, run.fight.turn or 0
        later, earlier = _others(fight)
        if after != ANY_TIME and after not in [slot.who for slot in (*later, *earlier)]:
            raise Refused(Refusal(text("Name a creature that acts later."), DELAY_RULE))
        run.emit(Noted(who, text("{name} waits.", name=called(fight.world.creature(who))), DELAY_RULE))
        for one in (who, fight.world.creature(who).mount):
            if one in fight.bodies:
                run.emit(CounterSet(one, turn.DELAYED, 1))
        if after == ANY_TIME:
            run.emit(EffectGained(who, Effect(WAITING, source=who, rule=DELAY_RULE)))
        run.emit(TurnEnded(who))
        if after == ANY_TIME:
            resume(run, here)
            return
        others = [slot for slot in fight.order if slot.who != who]
        place = next(number for number, slot in enumerate(others) if slot.who == after)
        own = Slot(who, others[place].initiative, 0)
        run.emit(OrderChanged((*others[: place + 1], own, *others[place + 1 :])))
        # Behind a slot that comes later this round the others have moved up by one.
        resume(run, here if place < here else here - 1)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        refusal = turn.own_turn(fight, who)
        if refusal is not None:
            return refusal
        body = fight.body(who)
        used = (turn.STANDARD, turn.MOVE, turn.STEP, turn.MOVED)
        if any(body.count(key) for key in used) or body.count(turn.SWIFT) > body.count(turn.OWED):
            return Refusal(text("It has acted this turn already."), DELAY_RULE)
        return None


def _others(fight: Fight) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    """The slots of others that come later in this round, and those that come before the own one in the next."""
    if fight.turn is None:
        return (), ()
    slots = fight.order[fight.turn + 1 :], fight.order[: fight.turn]
    later, earlier = (tuple(slot for slot in part if not fight.body(slot.who).out) for part in slots)
    return later, earlier
