"""Putting things away, strapping shields on and off, and letting go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from tactics.core.text import Text, text
from tactics.rules.action import Action, Argument, Option, Preview, Refusal, Refused
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.fight import holding, states, things
from tactics.rulesets.dfrpg.fight.readying import Deed, Family
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight, Item

STOW, SHIELD, DROP = "dfrpg.maneuver.ready.stow", "dfrpg.maneuver.ready.shield", "dfrpg.maneuver.ready.drop"
FREE = "dfrpg.core.free_action"


def strapped_on(fight: Fight, item: Item) -> bool:
    """Whether a thing in hand is a shield or cloak that is strapped on or worn. Source: dfrpg.core.free_action."""
    return holding.strapped(fight, item) and item.ready


def _put_away(run: Run, who: str, said: Mapping[str, Argument], *, item: Item) -> None:
    # A shield on the back is not strapped on; anything else stays as it was.
    ready = item.ready or holding.strapped(run.fight, item)
    holding.change(run, run.fight.items[item.id], hand=things.STOWED, ready=ready)


def _let_fall(run: Run, who: str, said: Mapping[str, Argument], *, item: Item) -> None:
    holding.drop(run, run.fight.items[item.id])


def _strapped(run: Run, who: str, said: Mapping[str, Argument], *, item: Item) -> None:
    own = run.fight.items[item.id]
    grips = things.grips(run.fight, who, own)
    named = str(said.get("hand", ""))
    hand = own.hand if own.hand in holding.HANDS else named if named in grips else grips[0]
    holding.change(run, own, hand=hand, ready=True)


def stows(fight: Fight, who: str) -> Iterator[Deed]:
    """Things in hand to be put away, shields and cloaks to be slung. Source: dfrpg.maneuver.ready.stow."""
    for item in holding.in_hands(fight, who):
        shield = holding.shield_named(fight, item)
        done, arguments = partial(_put_away, item=item), {"item": item.id}
        if shield is None or not holding.strapped(fight, item):
            turns = int(table("fight")["ready"]["stow"])
            title = text("Put away: {what}", what=holding.called(fight, item.id))
            yield Deed("stow", title, STOW, done, arguments, turns)
            continue
        title = text("Sling on the back: {what}", what=shield.name)
        yield Deed("stow_shield", title, STOW, done, arguments, shield.defense_bonus)


def shields(fight: Fight, who: str) -> Iterator[Deed]:
    """Shields and cloaks to be strapped on, or to be let fall.

    Source: dfrpg.maneuver.ready.shield, dfrpg.maneuver.ready.drop
    """
    for item in holding.things_of(fight, who):
        shield = holding.shield_named(fight, item)
        bare = shield is not None and not holding.strapped(fight, item)
        # A buckler is drawn and let go like a weapon, and made ready like one where a block left it unready.
        if shield is None or (bare and (item.ready or item.hand not in holding.HANDS)):
            continue
        arguments: Mapping[str, Argument] = {"item": item.id}
        if item.hand in holding.HANDS and item.ready:
            title = text("Let fall: {what}", what=shield.name)
            turns = int(table("fight")["ready"]["drop_shield"])
            yield Deed("drop_shield", title, DROP, partial(_let_fall, item=item), arguments, turns)
            continue
        held = item.hand in holding.HANDS
        why = None if held else things.no_hand(fight, who, item, SHIELD)
        choice = () if held or why else things.hand_needs(fight, who, item)
        title = text("Make ready: {what}", what=shield.name)
        notes = (text("It blocks and gives its Defense Bonus again."),)
        done = partial(_strapped, item=item)
        turns = int(table("fight")["ready"]["regain"]) if bare else shield.defense_bonus
        yield Deed("ready_shield", title, SHIELD, done, arguments, turns, why, choice, notes=notes)


def found(fight: Fight, who: str) -> Iterator[Deed]:
    """Things to be put away, shields to be strapped on or off."""
    yield from shields(fight, who)
    yield from stows(fight, who)


PUTTING_AWAY = Family(
    ("stow", "stow_shield", "ready_shield", "drop_shield"),
    found,
    {
        "stow": Refusal(text("It has no such thing in hand."), STOW),
        "stow_shield": Refusal(text("It has no such thing in hand."), STOW),
        "ready_shield": Refusal(text("It has no such shield or cloak to make ready."), SHIELD),
        "drop_shield": Refusal(text("It has no such thing in hand."), DROP),
    },
)


class Drop:
    """Letting go of what is in hand, which goes with any manoeuvre.

    Source: dfrpg.core.free_action, dfrpg.maneuver.ready.drop
    """

    ids = ("drop",)
    groups = ("item",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Everything in hand; a strapped shield or a worn cloak takes a Ready."""
        for item in holding.in_hands(fight, who):
            title = text("Drop: {what}", what=holding.called(fight, item.id))
            why = self._why_not(fight, who, item)
            yield Option("drop", "item", title, COST, (), why, {"item": item.id})

    def _why_not(self, fight: Fight, who: str, item: Item) -> Refusal | None:
        why = states.not_its_turn(fight, who)
        if why is None and strapped_on(fight, item):
            why = Refusal(text("It is strapped on: letting it fall takes a Ready maneuver."), DROP)
        return why

    def resolve(self, run: Run, action: Action) -> None:
        """Let go."""
        item = self._settled(run.fight, action)
        name = run.fight.world.creature(action.who).name
        words = text("{name} lets go: {what}.", name=name, what=holding.called(run.fight, item.id))
        run.emit(Noted(action.who, words, FREE))
        holding.drop(run, item)

    def _settled(self, fight: Fight, action: Action) -> Item:
        wanted = str(action.arguments.get("item", ""))
        item = next((one for one in holding.in_hands(fight, action.who) if one.id == wanted), None)
        if item is None:
            raise Refused(Refusal(text("It has no such thing in hand."), DROP))
        refuse(self._why_not(fight, action.who, item))
        return item

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        self._settled(fight, action)
        return Preview()


COST: Text = text("free")
