"""Handing things over: one holds a thing out, the other takes it, a turn of Ready each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from tactics.core.text import text
from tactics.rules.action import Argument, Refusal
from tactics.rules.event import EffectLost
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import drawing, holding, states, stowing, things
from tactics.rulesets.dfrpg.fight.readying import Deed, Family
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Effect, Fight, Item

RULE = "dfrpg.maneuver.ready.hand_over"
OFFERS = "holding_out"
"""Effect: it holds a thing out, which its note names. Source: dfrpg.maneuver.ready.hand_over."""


def friends(fight: Fight, who: str) -> tuple[str, ...]:
    """Allies who could give or take something."""
    side = fight.world.creature(who).side
    others = (one for one in fight.world.creatures if one.side == side and one.id != who)
    return tuple(one.id for one in others if states.can_act(fight, one.id))


def _offer(run: Run, who: str, said: Mapping[str, Argument], *, item: Item) -> None:
    states.gain(run, who, Effect(OFFERS, note=item.id, rule=RULE))


def _take(run: Run, who: str, said: Mapping[str, Argument], *, item: Item) -> None:
    states.lose(run, item.holder, OFFERS, note=item.id)
    drawing.taking(run.fight.items[item.id])(run, who, said)


def offers(fight: Fight, who: str) -> Iterator[Deed]:
    """Things in hand that could be held out to an ally. Source: dfrpg.maneuver.ready.hand_over."""
    if not friends(fight, who):
        return
    for item in holding.in_hands(fight, who):
        if stowing.strapped_on(fight, item):
            continue
        why = None
        if states.has(fight, who, OFFERS, item.id):
            why = Refusal(text("It is held out already."), RULE)
        title = text("Hold out: {what}", what=holding.called(fight, item.id))
        notes = (text("An ally beside it may take it on its own turn."),)
        turns = int(table("fight")["ready"]["offer"])
        yield Deed("offer", title, RULE, partial(_offer, item=item), {"item": item.id}, turns, why, notes=notes)


def held_out(fight: Fight, who: str) -> Iterator[Item]:
    """Things that allies of a figure hold out."""
    for friend in friends(fight, who):
        for item in holding.in_hands(fight, friend):
            if states.has(fight, friend, OFFERS, item.id):
                yield item


def takes(fight: Fight, who: str) -> Iterator[Deed]:
    """Things that allies hold out. Source: dfrpg.maneuver.ready.hand_over, dfrpg.maneuver.ready.movement."""
    for item in held_out(fight, who):
        why = things.no_hand(fight, who, item, RULE)
        if not things.reaches_hand(fight, who, item.holder):
            why = Refusal(text("Whoever holds it out is too far away."), RULE)
        giver = fight.world.creature(item.holder).name
        title = text("Take from {giver}: {what}", giver=giver, what=holding.called(fight, item.id))
        needs = () if why else drawing.grip_needs(fight, who, item)
        turns = int(table("fight")["ready"]["take"])
        notes = (text("Without a step."),)
        done, arguments = partial(_take, item=item), {"item": item.id}
        yield Deed("take", title, RULE, done, arguments, turns, why, needs, stays=True, notes=notes)


def found(fight: Fight, who: str) -> Iterator[Deed]:
    """Things to be held out and taken."""
    yield from takes(fight, who)
    yield from offers(fight, who)


GIVING = Family(
    ("offer", "take"),
    found,
    {
        "offer": Refusal(text("It has no such thing in hand, or nobody to give it to."), RULE),
        "take": Refusal(text("Nobody holds out such a thing to it."), RULE),
    },
)


# What ends an offer.


def _withdraw(run: Run, who: str) -> None:
    for one in tuple(states.effects_of(run.fight, who, OFFERS)):
        run.emit(EffectLost(who, one))


def leaves(run: Run, who: str, one: Allowance) -> None:
    """Another manoeuvre ends an offer. Source: dfrpg.maneuver.ready.hand_over."""
    if one.id != "ready":
        _withdraw(run, who)


def otherwise_busy(run: Run, who: str, deed: Deed) -> None:
    """So does readying anything else. Source: dfrpg.maneuver.ready.hand_over."""
    if deed.id != "offer":
        _withdraw(run, who)


def shaken(run: Run, who: str) -> None:
    """So does being stunned. Source: dfrpg.state.stun."""
    _withdraw(run, who)


def out_of_it(run: Run, who: str, effect: Effect) -> None:
    """And being out. Source: dfrpg.state.unconscious."""
    if effect.id in states.OUT:
        _withdraw(run, who)
