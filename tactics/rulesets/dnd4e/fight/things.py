"""Things and doors: drawing, stowing, picking up, dropping, loading, opening."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Need, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.event import DoorChanged, ItemChanged
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.things import READY, WORN, doors_near, lying_near, things_of
from tactics.rulesets.dnd4e.fight import turn
from tactics.rulesets.dnd4e.fight.holding import free_hands, held, weapon_of
from tactics.rulesets.dnd4e.fight.sheet import Weapon
from tactics.world.fight import Fight, Item

RULE = "dnd4e.action.turn_budget"
Things = list[tuple[Weapon, Item]]


def hand_for(fight: Fight, who: str, weapon: Weapon) -> str:
    """The hand that takes a weapon: both when it needs them, "" when none is free."""
    free = free_hands(fight, who)
    if weapon.hands == "two":
        return "both" if free >= 2 else ""
    taken = {item.hand for item in things_of(fight, who)}
    return next((hand for hand in ("main", "off") if hand not in taken), "") if free else ""


def _stowed(fight: Fight, who: str) -> Things:
    return [
        (weapon_of(fight, who, one.id), one)
        for one in things_of(fight, who)
        if one.kind not in WORN and one.hand not in READY
    ]


def _in_hand(fight: Fight, who: str) -> Things:
    return list(held(fight, who))


def _on_the_ground(fight: Fight, who: str) -> Things:
    near = lying_near(fight, fight.world.creature(who).space)
    return [(weapon_of(fight, who, one.id), one) for one in near if one.kind not in WORN]


def _unloaded(fight: Fight, who: str) -> Things:
    return [pair for pair in held(fight, who) if not pair[1].ready]


@dataclass(frozen=True, slots=True)
class Handling:
    """One thing hands can do.

    Attributes:
        title: what it is called.
        found: the things it could be done with.
        cost: the action it takes.
        needs_hand: it takes a free hand.
        done: the thing afterwards.
    """

    title: Text
    found: Callable[[Fight, str], Things]
    cost: Callable[[Weapon], str]
    needs_hand: bool
    done: Callable[[Fight, str, Weapon, Item], Item]


def _minor(weapon: Weapon) -> str:
    return turn.MINOR


def _free(weapon: Weapon) -> str:
    return turn.FREE


def _load_cost(weapon: Weapon) -> str:
    return weapon.load or turn.FREE


def _take(fight: Fight, who: str, weapon: Weapon, item: Item) -> Item:
    return replace(item, holder=who, hand=hand_for(fight, who, weapon), square=None)


def _stow(fight: Fight, who: str, weapon: Weapon, item: Item) -> Item:
    return replace(item, hand="stowed")


def _drop(fight: Fight, who: str, weapon: Weapon, item: Item) -> Item:
    return replace(item, holder="", hand="", square=fight.world.creature(who).space.anchor)


def _load(fight: Fight, who: str, weapon: Weapon, item: Item) -> Item:
    return replace(item, ready=True)


HANDLINGS: Mapping[str, Handling] = {
    "draw": Handling(text("Draw"), _stowed, _minor, True, _take),
    "stow": Handling(text("Stow"), _in_hand, _minor, False, _stow),
    "pick_up": Handling(text("Pick up"), _on_the_ground, _minor, True, _take),
    "drop": Handling(text("Drop"), _in_hand, _free, False, _drop),
    "load": Handling(text("Load"), _unloaded, _load_cost, False, _load),
}
"""What hands do, by action id. Source: dnd4e.action.turn_budget."""


class Handle:
    """Weapons in and out of hand. Source: dnd4e.action.turn_budget, dnd4e.action.free."""

    ids = tuple(HANDLINGS)
    groups = ("item",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each thing it can be done with."""
        for id_, way in HANDLINGS.items():
            found = way.found(fight, who)
            costs = dict.fromkeys(way.cost(weapon) for weapon, _ in found)
            for cost in costs:
                some = [pair for pair in found if way.cost(pair[0]) == cost]
                yield self._option(fight, who, id_, cost, some)

    def _option(self, fight: Fight, who: str, id: str, cost: str, found: Things) -> Option:
        way = HANDLINGS[id]
        able = [pair for pair in found if _hinders(fight, who, way, pair[0]) is None]
        refusal = turn.affordable(fight, who, cost) or (None if able else _hinders(fight, who, way, found[0][0]))
        choices = tuple(Choice(item.id, text("{weapon}", weapon=weapon.name)) for weapon, item in able)
        needs: tuple[Need, ...] = () if refusal else (NeedChoice("item", choices, text("Which?")),)
        return Option(id, "item", way.title, turn.COSTS[cost], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Do it."""
        who, way = action.who, HANDLINGS[action.id]
        weapon, item = _meant(run.fight, action, way)
        refuse(turn.affordable(run.fight, who, way.cost(weapon)))
        refuse(_hinders(run.fight, who, way, weapon))
        turn.spend(run, who, way.cost(weapon))
        run.emit(ItemChanged(way.done(run.fight, who, weapon, item)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nobody reacts."""
        _meant(fight, action, HANDLINGS[action.id])
        return Preview(takes=(action.who,))


def _hinders(fight: Fight, who: str, way: Handling, weapon: Weapon) -> Refusal | None:
    if way.needs_hand and not hand_for(fight, who, weapon):
        return Refusal(text("A free hand is needed."), RULE)
    return None


def _meant(fight: Fight, action: Action, way: Handling) -> tuple[Weapon, Item]:
    """The thing an action names, the first one when it names none.

    Raises:
        Refused: there is no such thing for it.
    """
    wanted = action.arguments.get("item", "")
    found = next((pair for pair in way.found(fight, action.who) if wanted in ("", pair[1].id)), None)
    if found is None:
        raise Refused(Refusal(text("There is nothing to do that with."), RULE))
    return found


class Door:
    """Opening and closing a door beside one, a minor action. Source: dnd4e.action.turn_budget."""

    ids = ("door",)
    groups = ("item",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each door at hand."""
        for group, state in doors(fight, who):
            title = text("Close the door") if state == "open" else text("Open the door")
            refusal = turn.affordable(fight, who, turn.MINOR) or _locked(state)
            yield Option("door", "item", title, turn.COSTS[turn.MINOR], (), refusal, {"door": group})

    def resolve(self, run: Run, action: Action) -> None:
        """Open or close it."""
        who, group = action.who, action.arguments.get("door")
        refuse(turn.affordable(run.fight, who, turn.MINOR))
        state = next((state for number, state in doors(run.fight, who) if number == group), "")
        refuse(_locked(state))
        if not isinstance(group, int) or not state:
            raise Refused(Refusal(text("There is no such door at hand."), RULE))
        turn.spend(run, who, turn.MINOR)
        run.emit(DoorChanged(group, "closed" if state == "open" else "open"))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nobody reacts."""
        return Preview(takes=(action.who,))


def _locked(state: str) -> Refusal | None:
    return Refusal(text("The door is locked."), RULE) if state == "locked" else None


def doors(fight: Fight, who: str) -> Iterator[tuple[int, str]]:
    """Doors that touch the squares around a creature: number of the polyline and state."""
    yield from doors_near(fight.world, fight.world.creature(who).space).items()
