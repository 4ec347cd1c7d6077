"""Interact: drawing, stowing, picking up, handing over, gripping, loading, doors; and Release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Need, NeedChoice, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, DoorChanged, ItemChanged
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.things import READY
from tactics.rulesets.pf2e.creatures import space_of
from tactics.rulesets.pf2e.fight import conditions, holds, performing, things, turn
from tactics.rulesets.pf2e.fight.holding import free_hands
from tactics.rulesets.pf2e.fight.performing import MANIPULATE, Deed
from tactics.rulesets.pf2e.fight.sheet import Weapon
from tactics.rulesets.pf2e.fight.things import Things
from tactics.rulesets.pf2e.fight.worn import SHIELD_RAISED
from tactics.world.fight import Fight, Item

RULE = "pf2e.basic.interact"
INTERACT = Deed("interact", 1, frozenset({MANIPULATE}))
RELEASE = Deed("release", 0, frozenset({MANIPULATE}))
LOADING = "loading."
"""Beginning of a counter: Interact actions spent so far on loading a weapon."""
_WHICH, _WHOM = text("Which?"), text("Whom?")
_NO_HAND = Refusal(text("A free hand is needed."), RULE)


@dataclass(frozen=True, slots=True)
class Handling:
    """One thing hands can do with a weapon.

    Attributes:
        title: what it is called.
        found: the things it could be done with.
        hinders: what keeps it from being done with one of them.
        done: does it, when the action has gone through.
    """

    title: Text
    found: Callable[[Fight, str], Things]
    hinders: Callable[[Fight, str, Weapon, Item], Refusal | None]
    done: Callable[[Run, str, Weapon, Item], None]


def _no_hand(fight: Fight, who: str, weapon: Weapon, item: Item) -> Refusal | None:
    return None if things.hand_for(fight, who, weapon) else _NO_HAND


def _no_other_hand(fight: Fight, who: str, weapon: Weapon, item: Item) -> Refusal | None:
    return None if free_hands(fight, who) else _NO_HAND


def _no_hand_to_load(fight: Fight, who: str, weapon: Weapon, item: Item) -> Refusal | None:
    return _NO_HAND if things.no_hand_to_load(fight, who, item) else None


def _nothing(fight: Fight, who: str, weapon: Weapon, item: Item) -> Refusal | None:
    return None


def _take(run: Run, who: str, weapon: Weapon, item: Item) -> None:
    hand = things.hand_for(run.fight, who, weapon)
    run.emit(ItemChanged(replace(item, holder=who, hand=hand, square=None)))


def _stow(run: Run, who: str, weapon: Weapon, item: Item) -> None:
    run.emit(ItemChanged(replace(item, hand="worn")))


def _grip(run: Run, who: str, weapon: Weapon, item: Item) -> None:
    run.emit(ItemChanged(replace(item, hand="both")))


def _load(run: Run, who: str, weapon: Weapon, item: Item) -> None:
    """One Interact of those a weapon takes; with the last one it is loaded."""
    key = LOADING + item.id
    done = run.fight.body(who).count(key) + 1
    loaded = done >= weapon.reload
    run.emit(CounterSet(who, key, 0 if loaded else done))
    if loaded:
        run.emit(ItemChanged(replace(item, ready=True)))


def _drop(run: Run, who: str, weapon: Weapon, item: Item) -> None:
    square = space_of(run.fight.world, run.fight.world.creature(who)).anchor
    run.emit(ItemChanged(replace(item, holder="", hand="", square=square)))


def _loosen(run: Run, who: str, weapon: Weapon, item: Item) -> None:
    run.emit(ItemChanged(replace(item, hand="main")))


HANDLINGS: Mapping[str, Handling] = {
    "draw": Handling(text("Draw"), things.to_draw, _no_hand, _take),
    "stow": Handling(text("Stow"), things.in_hand, _nothing, _stow),
    "pick_up": Handling(text("Pick up"), things.on_the_ground, _no_hand, _take),
    "grip": Handling(text("Grip with both hands"), things.to_grip, _no_other_hand, _grip),
    "reload": Handling(text("Reload"), things.to_load, _no_hand_to_load, _load),
}
"""What Interact does with weapons, by action id. Source: pf2e.basic.interact."""
RELEASES: Mapping[str, Handling] = {
    "release": Handling(text("Release"), things.in_hand, _nothing, _drop),
    "loosen": Handling(text("Take one hand off"), things.to_loosen, _nothing, _loosen),
}
"""What Release does with them. Source: pf2e.basic.release."""


def _offers(fight: Fight, who: str, ways: Mapping[str, Handling], deed: Deed) -> Iterator[Option]:
    """Options of some handlings that there is something for."""
    spent = performing.why_not(fight, who, deed)
    for id_, way in ways.items():
        found = way.found(fight, who)
        if not found:
            continue
        able = [pair for pair in found if way.hinders(fight, who, *pair) is None]
        refusal = spent or (None if able else way.hinders(fight, who, *found[0]))
        choices = tuple(Choice(item.id, text("{weapon}", weapon=weapon.name)) for weapon, item in able)
        needs: tuple[Need, ...] = () if refusal else (NeedChoice("item", choices, _WHICH),)
        yield Option(id_, "item", way.title, turn.COSTS[deed.cost], needs, refusal)


def _handle(run: Run, action: Action, way: Handling, deed: Deed) -> None:
    who = action.who
    refuse(performing.why_not(run.fight, who, deed))
    weapon, item = _item(way.found(run.fight, who), action)
    refuse(way.hinders(run.fight, who, weapon, item))
    if performing.begin(run, who, deed):
        # A reaction may have changed what there is to handle.
        again = next((pair for pair in way.found(run.fight, who) if pair[1].id == item.id), None)
        if again is not None and way.hinders(run.fight, who, *again) is None:
            way.done(run, who, *again)


def _item(found: Things, action: Action) -> tuple[Weapon, Item]:
    """The thing an action names, the first one when it names none.

    Raises:
        Refused: there is no such thing for it.
    """
    wanted = action.arguments.get("item", "")
    pair = next((pair for pair in found if wanted in ("", pair[1].id)), None)
    if pair is None:
        raise Refused(Refusal(text("There is nothing to do that with."), RULE))
    return pair


class Interact:
    """What hands do in one action. Source: pf2e.basic.interact."""

    ids = ("interact", *HANDLINGS, "give", "door", "shield")
    groups = ("item",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Everything there is to handle; one option that says so when there is nothing."""
        found = [*_offers(fight, who, HANDLINGS, INTERACT), *self._others(fight, who)]
        if not found:
            nothing = Refusal(text("There is nothing at hand."), RULE)
            found = [Option("interact", "item", text("Interact"), turn.COSTS[1], refusal=nothing)]
        return found

    def _others(self, fight: Fight, who: str) -> Iterator[Option]:
        spent, cost = performing.why_not(fight, who, INTERACT), turn.COSTS[1]
        given, takers = things.in_hand(fight, who), things.receivers(fight, who)
        if given and takers:
            choices = tuple(Choice(item.id, text("{weapon}", weapon=weapon.name)) for weapon, item in given)
            needs = (NeedCreature("friend", takers, _WHOM), NeedChoice("item", choices, _WHICH))
            yield Option("give", "item", text("Hand over"), cost, () if spent else needs, spent)
        shield = things.own_shield(fight, who)
        if shield is not None:
            on_arm = shield.hand in READY
            title = text("Take the shield off") if on_arm else text("Take the shield up")
            refusal = spent or (None if on_arm or things.free_hand(fight, who) else _NO_HAND)
            yield Option("shield", "item", title, cost, (), refusal)
        for group, state in things.doors(fight, who):
            title = text("Close the door") if state == "open" else text("Open the door")
            refusal = spent or (Refusal(text("The door is locked."), RULE) if state == "locked" else None)
            yield Option("door", "item", title, cost, (), refusal, {"door": group})

    def resolve(self, run: Run, action: Action) -> None:
        """Do it."""
        way = HANDLINGS.get(action.id)
        if way is not None:
            _handle(run, action, way, INTERACT)
        elif action.id == "give":
            _give(run, action)
        elif action.id == "door":
            _door(run, action)
        elif action.id == "shield":
            _shield(run, action)
        else:
            raise Refused(Refusal(text("There is nothing at hand."), RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return performing.previewed(fight, action.who, INTERACT, Preview())


def _give(run: Run, action: Action) -> None:
    """Put a thing into an ally's hand."""
    who, friend = action.who, str(action.arguments.get("friend", ""))
    refuse(performing.why_not(run.fight, who, INTERACT))
    weapon, item = _item(things.in_hand(run.fight, who), action)
    if friend not in things.receivers(run.fight, who):
        raise Refused(Refusal(text("No ally beside it has a free hand."), RULE))
    if performing.begin(run, who, INTERACT, target=friend) and friend in things.receivers(run.fight, who):
        hand = things.hand_for(run.fight, friend, weapon)
        run.emit(ItemChanged(replace(run.fight.items[item.id], holder=friend, hand=hand)))


def _shield(run: Run, action: Action) -> None:
    """Sling the shield, or strap it onto a free arm; a slung one is lowered."""
    who, shield = action.who, things.own_shield(run.fight, action.who)
    refuse(performing.why_not(run.fight, who, INTERACT))
    if shield is None:
        raise Refused(Refusal(text("There is nothing to do that with."), RULE))
    on_arm = shield.hand in READY
    refuse(None if on_arm or things.free_hand(run.fight, who) else _NO_HAND)
    if not performing.begin(run, who, INTERACT):
        return
    hand = "worn" if on_arm else things.free_hand(run.fight, who)
    if hand:
        run.emit(ItemChanged(replace(run.fight.items[shield.id], hand=hand)))
        if on_arm:
            conditions.lose(run, who, SHIELD_RAISED)


def _door(run: Run, action: Action) -> None:
    """Open or close a door."""
    who, group = action.who, action.arguments.get("door")
    refuse(performing.why_not(run.fight, who, INTERACT))
    state = next((state for number, state in things.doors(run.fight, who) if number == group), "")
    if state == "locked":
        raise Refused(Refusal(text("The door is locked."), RULE))
    if not isinstance(group, int) or not state:
        raise Refused(Refusal(text("There is no such door at hand."), RULE))
    if performing.begin(run, who, INTERACT):
        run.emit(DoorChanged(group, "closed" if state == "open" else "open"))


class Release:
    """Letting go, which nobody reacts to. Source: pf2e.basic.release, pf2e.action.free."""

    ids = (*RELEASES, "let_go")
    groups = ("item", "maneuver")

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Things in hand, and creatures it holds."""
        yield from _offers(fight, who, RELEASES, RELEASE)
        captives = holds.held_by(fight, who)
        if captives:
            spent = performing.why_not(fight, who, RELEASE)
            needs = () if spent else (NeedCreature("target", captives, _WHOM),)
            yield Option("let_go", "maneuver", text("Let go"), turn.COSTS[0], needs, spent)

    def resolve(self, run: Run, action: Action) -> None:
        """Let go."""
        if action.id in RELEASES:
            _handle(run, action, RELEASES[action.id], RELEASE)
            return
        target = str(action.arguments.get("target", ""))
        refuse(performing.why_not(run.fight, action.who, RELEASE))
        if target not in holds.held_by(run.fight, action.who):
            raise Refused(Refusal(text("It holds nobody like that."), "pf2e.basic.release"))
        if performing.begin(run, action.who, RELEASE):
            holds.let_go(run, action.who, target)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nobody reacts."""
        return Preview()
