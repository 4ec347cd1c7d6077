"""Ready: holding an action back for something an enemy may do, and taking it as an immediate reaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import Text, as_words, text
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    Need,
    NeedCreature,
    Option,
    Preview,
    Refusal,
    Refused,
)
from tactics.rules.event import CounterSet, Noted, OrderChanged
from tactics.rules.fighting import Run
from tactics.rules.holding_back import Waiting, meant, needs_of, note_of, noted, question
from tactics.rules.kinds import Kind, key_of, refuse
from tactics.rules.turns import placed_before
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.adjacency import touching
from tactics.rulesets.dnd4e.fight import conditions, kinds, reactions, turn
from tactics.rulesets.dnd4e.fight.reactions import Offer, Trigger
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.fight.using import provokes, provoking
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Duration, Effect, Fight

RULE = "dnd4e.action.ready"
READIED = "readied"
"""Effect of one who waits: its note is for what, and with what."""
ADJACENT, ATTACKS, MOVES = "comes_adjacent", "attacks", "moves"
TRIGGERS: dict[str, Text] = {
    ADJACENT: text("when an enemy comes adjacent"),
    ATTACKS: text("when an enemy attacks"),
    MOVES: text("when an enemy moves"),
}
"""What one can wait for."""


class Ready:
    """A standard action to wait with another one. Source: dnd4e.action.ready."""

    ids = ("ready",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """With what to wait, and for what."""
        refusal = turn.affordable(fight, who, turn.STANDARD)
        needs: tuple[Need, ...] = ()
        if refusal is None:
            needs = needs_of((option for _, option in _choices(fight, who)), TRIGGERS)
        yield Option("ready", "defend", as_words(ACTIONS, "ready"), turn.COSTS[turn.STANDARD], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Begin to wait; a ranged or area power gives an opening now already."""
        who = action.who
        what, trigger = _meant(run.fight, action)
        power = next(
            (sheet_of(run.fight.world.creature(who)).powers.get(str(option.arguments.get("power", "")))
             for _, option in _choices(run.fight, who) if key_of(option) == what),
            None,
        )  # fmt: skip
        turn.spend(run, who, turn.STANDARD)
        if power is not None and provokes(power):
            reactions.offer(run, Trigger("uses", who, action=provoking(power)))
            if not conditions.can_act(run.fight, who):
                return
        conditions.lose(run, who, READIED)
        conditions.gain(run, who, Effect(READIED, 0, who, Duration("start", who), note_of(what, trigger), RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled yet."""
        _meant(fight, action)
        return Preview(takes=(action.who,))


def granted(fight: Fight, who: str) -> Fight:
    """The fight with an action that costs nothing of a turn."""
    return fight.with_body(who, fight.body(who).with_counter(turn.GRANTED, 1))


def _choices(fight: Fight, who: str) -> Iterator[tuple[Kind, Option]]:
    """Every action that can be held back. Source: dnd4e.action.ready."""
    wanted = table("fight")["ready"]["actions"]
    there = granted(fight, who)
    for kind in kinds.ALL:
        if not set(wanted).isdisjoint(kind.ids):
            yield from ((kind, option) for option in kind.options(there, who) if option.id in wanted)


def _meant(fight: Fight, action: Action) -> tuple[str, str]:
    """What an action readies, and for what.

    Raises:
        Refused: it cannot.
    """
    refuse(turn.affordable(fight, action.who, turn.STANDARD))
    return meant(action, (option for _, option in _choices(fight, action.who)), TRIGGERS, RULE)


class Readied:
    """The action that was held back, as an immediate reaction. Source: dnd4e.action.ready, dnd4e.action.immediate."""

    id = READIED

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """The action, when what was waited for has happened and it can be taken."""
        if why_not(fight, who) is not None:
            return ()
        found = _waiting(fight, who, trigger)
        if found is None:
            return ()
        title = question(fight, who, trigger.who)
        preview = None if found.open else found.kind.preview(granted(fight, who), found.action(who))
        return (Offer(Choice(READIED, found.option.title), title, preview),)

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> None:
        """Act, and take the place before who set it off. Source: dnd4e.action.ready."""
        found = _waiting(run.fight, who, trigger)
        assert found is not None
        action = found.aimed(run, who)
        run.emit(CounterSet(who, turn.IMMEDIATE, 1))
        conditions.lose(run, who, READIED)
        run.emit(CounterSet(who, turn.GRANTED, 1))
        try:
            found.kind.preview(run.fight, action)
        except Refused as error:
            # What the player aimed at cannot be met, so the action is wasted.
            run.emit(Noted(who, error.refusal.text, error.refusal.rule))
        else:
            found.kind.resolve(run, action)
        run.emit(CounterSet(who, turn.GRANTED, 0))
        _before(run, who, trigger.who)


def why_not(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot take a readied action now, None when it can. Source: dnd4e.action.immediate."""
    if not fight.body(who).has(READIED) or fight.active == who:
        return Refusal(text("It waits for nothing."), RULE)
    if fight.body(who).count(turn.IMMEDIATE):
        return Refusal(text("It has taken its immediate action this round."), "dnd4e.action.immediate")
    if not conditions.can_oppose(fight, who):
        return Refusal(text("It can take no such action now."), "dnd4e.action.immediate")
    return None


def _before(run: Run, who: str, cause: str) -> None:
    """Put a creature just before another one in the order of turns."""
    order = run.fight.order
    if {who, cause} <= {slot.who for slot in order}:
        run.emit(OrderChanged(placed_before(order, who, cause)))


def _waiting(fight: Fight, who: str, trigger: Trigger) -> Waiting | None:
    """What a creature has readied for a trigger and can do now; None when that is nothing."""
    if trigger.who not in fight.bodies or _side(fight, trigger.who) == _side(fight, who):
        return None
    for effect in conditions.effects_of(fight, who, READIED):
        key, name = noted(effect)
        if _happens(fight, who, trigger, name):
            for kind, option in _choices(fight, who):
                if key_of(option) == key and option.refusal is None:
                    return _aimed(trigger, effect, kind, option)
    return None


def _side(fight: Fight, who: str) -> str:
    return fight.world.creature(who).side


def _aimed(trigger: Trigger, effect: Effect, kind: Kind, option: Option) -> Waiting:
    """A readied action aimed at whoever set it off, where it can be aimed at it."""
    settled: dict[str, Argument] = dict(option.arguments)
    left: list[Need] = []
    for need in option.needs:
        if isinstance(need, NeedCreature) and trigger.who in need.ids:
            settled[need.name] = trigger.who
        else:
            left.append(need)
    return Waiting(effect, kind, option, settled, tuple(left))


def _happens(fight: Fight, who: str, trigger: Trigger, name: str) -> bool:
    """Whether a trigger is what was waited for; it has come to pass already. Source: dnd4e.action.ready."""
    if trigger.before:
        return False
    if name == ADJACENT:
        own, other = fight.world.creature(who).space, fight.world.creature(trigger.who).space
        here, there = (
            (touching(own, other.at(one)) for one in trigger.path) if len(trigger.path) == 2 else (True, False)
        )
        return trigger.kind == "adjacent" and there and not here
    return trigger.kind in ("hit", "missed") if name == ATTACKS else trigger.kind == "moved"


def moved(run: Run, who: str) -> None:
    """Tell everybody that a creature has moved."""
    reactions.offer(run, Trigger("moved", who, before=False))
