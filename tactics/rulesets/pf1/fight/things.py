"""Weapons and doors: drawing, sheathing, dropping, picking up, loading, opening."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Need, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, DoorChanged, ItemChanged
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.things import ARMOR, SHIELD, doors_near, lying_near
from tactics.rulesets.pf1.fight import opportunity, turn
from tactics.rulesets.pf1.fight.asking import provoked
from tactics.rulesets.pf1.fight.numbers import weapon_of
from tactics.rulesets.pf1.fight.sheet import Weapon, sheet_of
from tactics.world.fight import Fight, Item

_HANDS = ("main", "off", "both")
_RELOADS = {"free": turn.FREE, "move": turn.MOVE, "full_round": turn.FULL_ROUND}


def _mine(fight: Fight, who: str, *hands: str) -> tuple[Item, ...]:
    """A creature's weapons that are held in certain ways."""
    worn = (f"{who}.{ARMOR}", f"{who}.{SHIELD}")
    return tuple(
        item for item in fight.items.values() if item.holder == who and item.hand in hands and item.id not in worn
    )


def _hand_for(fight: Fight, who: str, weapon: Weapon) -> str:
    """The hand that is free for a weapon, "" for none."""
    used = {item.hand for item in _mine(fight, who, *_HANDS)}
    shield = any(item.id == f"{who}.{SHIELD}" and item.holder == who for item in fight.items.values())
    if "both" in used:
        return ""
    if weapon.hands == "two":
        return "both" if not used and not shield else ""
    if "main" not in used:
        return "main"
    return "off" if "off" not in used and not shield else ""


def _choose(name: str, items: Iterable[tuple[Item, Weapon]], question: Text) -> tuple[Need, ...]:
    return (
        NeedChoice(name, tuple(Choice(item.id, text("{weapon}", weapon=one.name)) for item, one in items), question),
    )


class _Handling(ABC):
    """What the ways of handling a weapon share."""

    ids: tuple[str, ...]
    groups: tuple[str, ...] = ("item",)
    title: Text
    rule: str

    @abstractmethod
    def items(self, fight: Fight, who: str) -> list[tuple[Item, Weapon]]:
        """The things it could be done with."""

    @abstractmethod
    def cost(self, fight: Fight, who: str) -> str:
        """The action it takes."""

    @abstractmethod
    def done(self, fight: Fight, who: str, item: Item, weapon: Weapon) -> Item:
        """The thing afterwards."""

    provokes: str | None = None

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered while there is something to do it with."""
        found = self.items(fight, who)
        if not found:
            return
        cost = self.cost(fight, who)
        refusal = turn.affordable(fight, who, cost) or turn.own_turn(fight, who)
        needs = () if refusal else _choose("item", found, text("Which?"))
        yield Option(self.ids[0], "item", self.title, turn.COSTS[cost], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Do it."""
        who, wanted = action.who, action.arguments.get("item")
        cost = self.cost(run.fight, who)
        refuse(turn.affordable(run.fight, who, cost) or turn.own_turn(run.fight, who))
        found = next((pair for pair in self.items(run.fight, who) if pair[0].id == wanted), None)
        if found is None:
            raise Refused(Refusal(text("There is nothing to do that with."), self.rule))
        turn.spend(run, who, cost)
        if self.provokes is not None:
            opportunity.provoke(run, who, action=self.provokes)
        run.emit(ItemChanged(self.done(run.fight, who, *found)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        if self.provokes is None:
            return Preview()
        return Preview(reactions=provoked(fight, action.who, (), self.provokes))


class Draw(_Handling):
    """Drawing a weapon.

    Source: pf1.action.draw_weapon
    """

    ids, title, rule = ("draw_weapon",), text("Draw a weapon"), "pf1.action.draw_weapon"

    def items(self, fight: Fight, who: str) -> list[tuple[Item, Weapon]]:
        """Weapons put away for which a hand is free."""
        found = ((item, weapon_of(fight, who, item.id)) for item in _mine(fight, who, "stowed"))
        return [(item, weapon) for item, weapon in found if _hand_for(fight, who, weapon)]

    def resolve(self, run: Run, action: Action) -> None:
        """Draw it; who is practised may walk with the same action."""
        super().resolve(run, action)
        sheet = sheet_of(run.fight.world.creature(action.who))
        if sheet.bab > 0 and "quick_draw" not in sheet.feats:
            run.emit(CounterSet(action.who, turn.DRAWS, run.fight.body(action.who).count(turn.DRAWS) + 1))

    def cost(self, fight: Fight, who: str) -> str:
        """A move action; part of a walk with base attack bonus +1; free with Quick Draw."""
        sheet = sheet_of(fight.world.creature(who))
        if "quick_draw" in sheet.feats:
            return turn.FREE
        return turn.cost_of_draw(fight, who) if sheet.bab > 0 else turn.MOVE

    def done(self, fight: Fight, who: str, item: Item, weapon: Weapon) -> Item:
        """In the free hand."""
        return replace(item, hand=_hand_for(fight, who, weapon))


class Sheathe(_Handling):
    """Putting a weapon away, which gives an opening.

    Source: pf1.action.draw_weapon, pf1.aoo.provoking_actions
    """

    ids, title, rule, provokes = (
        ("sheathe_weapon",),
        text("Put a weapon away"),
        "pf1.action.draw_weapon",
        "sheathe_weapon",
    )

    def items(self, fight: Fight, who: str) -> list[tuple[Item, Weapon]]:
        """Weapons in hand."""
        return [(item, weapon_of(fight, who, item.id)) for item in _mine(fight, who, *_HANDS)]

    def cost(self, fight: Fight, who: str) -> str:
        """A move action."""
        return turn.MOVE

    def done(self, fight: Fight, who: str, item: Item, weapon: Weapon) -> Item:
        """Put away."""
        return replace(item, hand="stowed")


class Drop(_Handling):
    """Letting something fall.

    Source: pf1.action.free
    """

    ids, title, rule = ("drop_item",), text("Drop a weapon"), "pf1.action.free"

    def items(self, fight: Fight, who: str) -> list[tuple[Item, Weapon]]:
        """Weapons in hand."""
        return [(item, weapon_of(fight, who, item.id)) for item in _mine(fight, who, *_HANDS)]

    def cost(self, fight: Fight, who: str) -> str:
        """Free."""
        return turn.FREE

    def done(self, fight: Fight, who: str, item: Item, weapon: Weapon) -> Item:
        """On the ground where it stands."""
        return replace(item, holder="", hand="", square=fight.world.creature(who).space.anchor)


class PickUp(_Handling):
    """Taking something from the ground, which gives an opening.

    Source: pf1.action.move, pf1.aoo.provoking_actions
    """

    ids, title, rule, provokes = ("pick_up",), text("Pick up a weapon"), "pf1.action.move", "pick_up"

    def items(self, fight: Fight, who: str) -> list[tuple[Item, Weapon]]:
        """Weapons on the ground under it or next to it for which a hand is free."""
        near = lying_near(fight, fight.world.creature(who).space)
        found = ((item, weapon_of(fight, who, item.id)) for item in near)
        return [(item, weapon) for item, weapon in found if _hand_for(fight, who, weapon)]

    def cost(self, fight: Fight, who: str) -> str:
        """A move action."""
        return turn.MOVE

    def done(self, fight: Fight, who: str, item: Item, weapon: Weapon) -> Item:
        """In the free hand."""
        return replace(item, holder=who, hand=_hand_for(fight, who, weapon), square=None)


class Reload(_Handling):
    """Loading a crossbow, which gives an opening.

    Source: pf1.action.move, pf1.aoo.provoking_actions
    """

    ids, title, rule, provokes = ("reload",), text("Reload"), "pf1.action.move", "load_crossbow"

    def items(self, fight: Fight, who: str) -> list[tuple[Item, Weapon]]:
        """Weapons in hand that are not loaded."""
        held = ((item, weapon_of(fight, who, item.id)) for item in _mine(fight, who, *_HANDS) if not item.ready)
        return [(item, weapon) for item, weapon in held if weapon.reload]

    def cost(self, fight: Fight, who: str) -> str:
        """What the weapon needs."""
        found = self.items(fight, who)
        return _RELOADS[found[0][1].reload] if found else turn.MOVE

    def done(self, fight: Fight, who: str, item: Item, weapon: Weapon) -> Item:
        """Ready to shoot."""
        return replace(item, ready=True)


class Door:
    """Opening or closing a door within arm's reach.

    Source: pf1.action.move
    """

    ids = ("door",)
    groups = ("item",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each door nearby that is not locked."""
        for group, state in doors_near(fight.world, fight.world.creature(who).space).items():
            refusal = turn.affordable(fight, who, turn.MOVE)
            title = text("Close the door") if state == "open" else text("Open the door")
            if state == "locked":
                refusal = Refusal(text("The door is locked."), "pf1.action.move")
            yield Option("door", "item", title, turn.COSTS[turn.MOVE], (), refusal, {"door": group})

    def resolve(self, run: Run, action: Action) -> None:
        """Open or close it."""
        who, group = action.who, action.arguments.get("door")
        refuse(turn.affordable(run.fight, who, turn.MOVE))
        doors = doors_near(run.fight.world, run.fight.world.creature(who).space)
        state = doors.get(group if isinstance(group, int) else -1)
        if not isinstance(group, int) or state not in ("open", "closed"):
            raise Refused(Refusal(text("There is no such door at hand."), "pf1.action.move"))
        turn.spend(run, who, turn.MOVE)
        run.emit(DoorChanged(group, "closed" if state == "open" else "open"))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()
