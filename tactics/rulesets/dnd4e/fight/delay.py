"""Delay: putting the turn off until after somebody else's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import as_words, text
from tactics.rules.action import Action, Choice, Decision, Option, Preview, Refusal
from tactics.rules.event import Noted, OrderChanged, TurnBegan, TurnEnded
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.turns import own_turn
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.fight import conditions, order, sustaining, turn
from tactics.rulesets.dnd4e.tables import conditions as harmful
from tactics.world.fight import Effect, Fight, Slot

RULE = "dnd4e.action.delay"
DELAYING = "delaying"
ACT, WAIT = "act", "wait"
_HARMS = frozenset({conditions.ONGOING, conditions.MARK, conditions.VULNERABLE, "weakened", "feinted"})
"""Effects that are bad for their bearer, besides the conditions of the table; a weakened one's blows are halved."""


class Delay:
    """Acting later in the round. Source: dnd4e.action.delay."""

    ids = ("delay",)
    groups = ("turn",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """At the start of one's turn."""
        refusal = _why_not(fight, who)
        yield Option("delay", "turn", as_words(ACTIONS, "delay"), turn.COSTS["none"], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Put the turn off: what helps ends now, what hurts when the turn is taken."""
        who = action.who
        refuse(_why_not(run.fight, who))
        sustaining.release(run, who)
        for other, effect in list(_helpful(run.fight, who)):
            conditions.end(run, other, effect)
        conditions.gain(run, who, Effect(DELAYING, source=who, rule=RULE))
        run.emit(TurnEnded(who))
        order.advance(run)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview(takes=(action.who,))


def _why_not(fight: Fight, who: str) -> Refusal | None:
    unable = conditions.why_not_act(fight, who) or own_turn(fight, who, RULE)
    if unable is not None:
        return unable
    dazed = conditions.held(fight, who) & {"dazed", "dominated"}
    if dazed:
        return Refusal(text("{name} is dazed.", name=fight.world.creature(who).name), RULE)
    body = fight.body(who)
    if any(body.count(key) for key in (*turn.ORDER, turn.EXTRA, turn.MOVED)):
        return Refusal(text("It has acted this turn already."), RULE)
    return None


def _helpful(fight: Fight, who: str) -> Iterator[tuple[str, Effect]]:
    """Effects that end with this turn and that are good for it or its allies.

    Source: dnd4e.action.delay
    """
    side = fight.world.creature(who).side
    for other, body in fight.bodies.items():
        friend = fight.world.creature(other).side == side
        for effect in body.effects:
            last = effect.duration.anchor == "end" and effect.duration.turns <= 1
            if effect.duration.of == who and last and friend != _hurts(effect):
                yield other, effect


def _hurts(effect: Effect) -> bool:
    """Whether an effect is bad for its bearer."""
    return effect.value < 0 or effect.id in _HARMS or effect.id in harmful()


def between(run: Run) -> bool:
    """Ask those who wait whether they act now, after the turn of another one; whether somebody does.

    Source: dnd4e.action.delay
    """
    fight = run.fight
    if fight.turn is None:
        return False
    last = fight.order[fight.turn]
    for slot in fight.order:
        who = slot.who
        if who == last.who or not run.fight.body(who).has(DELAYING) or run.fight.body(who).out:
            continue
        decision = Decision(
            who=who,
            id="delayed",
            title=text("{name} waits. Act now?", name=fight.world.creature(who).name),
            choices=(Choice(ACT, text("Act now")), Choice(WAIT, text("Wait on"))),
            default=ACT,
        )
        if run.ask(decision).id == ACT:
            _enter(run, who, last)
            return True
    return False


def _enter(run: Run, who: str, last: Slot) -> None:
    """Take the turn that was put off; its place in the order is behind the turn that has just ended."""
    conditions.lose(run, who, DELAYING)
    others = [slot for slot in run.fight.order if slot.who != who]
    place = next(number for number, slot in enumerate(others) if slot.who == last.who) + 1
    run.emit(OrderChanged((*others[:place], Slot(who, last.initiative, last.tie - 1), *others[place:])))
    run.emit(TurnBegan(place))


def lost(run: Run, who: str) -> None:
    """A turn that was put off until its count comes round again is lost; its end has still to be seen to.

    Source: dnd4e.action.delay
    """
    if not run.fight.body(who).has(DELAYING):
        return
    conditions.lose(run, who, DELAYING)
    run.emit(Noted(who, text("{name} has waited too long.", name=run.fight.world.creature(who).name), RULE))
    for step in order.END_STEPS:
        if not run.fight.body(who).out:
            step(run, who)
