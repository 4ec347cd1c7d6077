"""Disarm and sunder: maneuvers against what somebody holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tactics.core.dice import Roll
from tactics.core.text import Text, composed, text
from tactics.rules.action import Action, Argument, Choice, Decision, Preview, Refusal
from tactics.rules.dice_text import face_sum, roll_dice
from tactics.rules.event import ItemChanged, ItemLost, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rules.things import ARMOR, READY, SHIELD, maker_of
from tactics.rulesets.pf1.fight.holding import item_of, things_of
from tactics.rulesets.pf1.fight.instead import InsteadOfAttack
from tactics.rulesets.pf1.fight.maneuver import arm_for, attempt, check_preview, within_reach
from tactics.rulesets.pf1.fight.numbers import damage_parts, held, melee_weapons, weapon_of
from tactics.rulesets.pf1.fight.sheet import UNARMED, Armor, sheet_of
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Fight, Item

_BARE_HANDS = -4
_BOTH_AT = 10


def _unarmed_part(weapon: str) -> tuple[Part, ...]:
    return (Part(_BARE_HANDS, text("without a weapon"), rule="pf1.maneuver.disarm"),) if weapon == UNARMED else ()


def _choose(run: Run, who: str, things: Sequence[Item], wanted: Argument | None) -> Item:
    """Which of several things it is tried on: the one named before, else the player is asked."""
    named = next((one for one in things if one.id == wanted), None)
    if named is not None or len(things) == 1:
        return named or things[0]
    choices = tuple(Choice(one.id, _name(run.fight, one)) for one in things)
    decision = Decision(who, "which_thing", text("Which thing?"), choices, things[0].id)
    answer = run.ask(decision)
    return next(one for one in things if one.id == answer.id)


def _name(fight: Fight, item: Item) -> Text:
    owner = maker_of(item.id)
    thing = _worn(fight, owner, item) or weapon_of(fight, owner, item.id)
    return composed("{thing}", thing=thing.name)


def _worn(fight: Fight, owner: str, item: Item) -> Armor | None:
    sheet = sheet_of(fight.world.creature(owner))
    return {ARMOR: sheet.armor, SHIELD: sheet.shield}.get(item.kind)


class Disarm(InsteadOfAttack):
    """Striking something out of somebody's hand.

    Source: pf1.maneuver.disarm, pf1.maneuver.action
    """

    id, rule = "disarm", "pf1.maneuver.disarm"

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Only on somebody who holds something."""
        found = within_reach(fight, who, target, self.rule, arm_for(fight, who, target))
        if found is None and not self._things(fight, target):
            return Refusal(text("It holds nothing."), self.rule)
        return found

    def _things(self, fight: Fight, who: str) -> list[Item]:
        return [item for _, item in held(fight, who) if item.hand in READY]

    def resolve(self, run: Run, action: Action) -> None:
        """The check, and what falls to the ground."""
        target, extra = self.check(run, action)
        self.attempt_on(run, action.who, target, extra, action.arguments.get("item"))

    def attempt_on(
        self, run: Run, who: str, target: str, extra: tuple[Part, ...] = (), wanted: Argument | None = None
    ) -> None:
        """The check and what is dropped by it; bare hands take hold of it."""
        weapon = arm_for(run.fight, who, target)
        chosen = _choose(run, who, self._things(run.fight, target), wanted)
        found = attempt(run, who, target, "disarm", weapon, extra=(*extra, *_unarmed_part(weapon)))
        if found is None:
            return
        if found.success:
            both = found.margin >= _BOTH_AT
            for item in (chosen, *(one for one in self._things(run.fight, target) if both and one.id != chosen.id)):
                self._falls(run, target, item)
            if weapon == UNARMED:
                self._takes(run, who, chosen.id)
        elif found.margin <= -_BOTH_AT:
            own = item_of(run.fight, who, weapon_of(run.fight, who, weapon))
            if own is not None and own.hand in READY:
                self._falls(run, who, own)

    def _falls(self, run: Run, who: str, item: Item) -> None:
        creature = run.fight.world.creature(who)
        run.emit(ItemChanged(replace(item, holder="", hand="", square=creature.space.anchor)))
        run.emit(Noted(who, text("{name} loses what it held.", name=called(creature)), self.rule))

    def _takes(self, run: Run, who: str, thing: str) -> None:
        """Source: pf1.maneuver.disarm."""
        used = {item.hand for item in things_of(run.fight, who)}
        free = next((hand for hand in ("main", "off") if hand not in used and "both" not in used), "")
        if free:
            run.emit(ItemChanged(replace(run.fight.items[thing], holder=who, hand=free, square=None)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = str(action.arguments.get("target", ""))
        weapon = arm_for(fight, action.who, target)
        return check_preview(fight, action.who, target, "disarm", weapon, extra=_unarmed_part(weapon))


class Sunder(InsteadOfAttack):
    """Breaking what somebody holds or wears.

    Source: pf1.maneuver.sunder, pf1.condition.broken
    """

    id, rule = "sunder", "pf1.maneuver.sunder"

    def unable(self, fight: Fight, who: str) -> Refusal | None:
        """It takes a weapon."""
        return None if melee_weapons(fight, who) else Refusal(text("It has no melee weapon at hand."), self.rule)

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Only on somebody who holds or wears something."""
        weapon = arm_for(fight, who, target)
        found = within_reach(fight, who, target, self.rule, weapon)
        if found is None and weapon == UNARMED and UNARMED not in melee_weapons(fight, who):
            return Refusal(text("The target is not within reach."), "pf1.maneuver.reach")
        if found is None and not self._things(fight, target):
            return Refusal(text("It holds nothing."), self.rule)
        return found

    def _things(self, fight: Fight, who: str) -> list[Item]:
        weapons = [item for _, item in held(fight, who)]
        return [*weapons, *(one for one in things_of(fight, who) if one.hand != "stowed" and one not in weapons)]

    def resolve(self, run: Run, action: Action) -> None:
        """The check, then damage less hardness."""
        target, extra = self.check(run, action)
        self.attempt_on(run, action.who, target, extra, action.arguments.get("item"))

    def attempt_on(
        self, run: Run, who: str, target: str, extra: tuple[Part, ...] = (), wanted: Argument | None = None
    ) -> None:
        """The check against the wearer, then damage to the thing."""
        weapon = arm_for(run.fight, who, target)
        item = _choose(run, who, self._things(run.fight, target), wanted)
        found = attempt(run, who, target, "sunder", weapon, extra=extra)
        if found is None or not found.success:
            return
        owner = maker_of(item.id)
        struck = _worn(run.fight, owner, item) or weapon_of(run.fight, owner, item.id)
        own = weapon_of(run.fight, who, weapon)
        rolls = roll_dice(run, own.dice)
        parts = damage_parts(run.fight, who, target, weapon)
        dealt = max(0, face_sum(rolls) + own.dice.bonus + total(parts))
        run.emit(_damage_roll(who, target, rolls, parts, dealt))
        through = max(0, dealt - struck.hardness)
        lost = item.damage + through
        if through and lost >= struck.hp:
            self._destroyed(run, who, target, item, struck.hp)
        elif through:
            run.emit(ItemChanged(replace(item, damage=lost)))

    def _destroyed(self, run: Run, who: str, target: str, item: Item, hp: int) -> None:
        decision = Decision(
            who=who,
            id="destroy",
            title=text("Destroy it, or leave it broken?"),
            choices=(Choice("destroy", text("Destroy it")), Choice("leave", text("Leave it broken"))),
            default="destroy",
        )
        if run.ask(decision).id == "destroy":
            run.emit(ItemLost(item.id))
            name = called(run.fight.world.creature(target))
            run.emit(Noted(target, text("What {name} held is destroyed.", name=name), self.rule))
        else:
            run.emit(ItemChanged(replace(item, damage=hp - 1)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = str(action.arguments.get("target", ""))
        return check_preview(fight, action.who, target, "sunder", arm_for(fight, action.who, target))


def _damage_roll(who: str, target: str, rolls: tuple[Roll, ...], parts: tuple[Part, ...], dealt: int) -> Rolled:
    return Rolled(who, "damage", rolls, parts, dealt, None, "", target, None, "pf1.maneuver.sunder")
