"""Disarm and sunder: maneuvers against what somebody holds."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.dice import Roll
from tactics.core.text import text
from tactics.rules.action import Action, Choice, Decision, Preview, Refusal
from tactics.rules.event import ItemChanged, ItemLost, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight.dice_text import face_sum, roll_dice
from tactics.rulesets.pf1.fight.maneuver import TargetedManeuver, attempt, check_preview, within_reach
from tactics.rulesets.pf1.fight.numbers import damage_parts, held, melee_weapons, total, weapon_of
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Fight, Item

_BARE_HANDS = -4
_BOTH_AT = 10


def _armed_with(fight: Fight, who: str) -> str:
    """The melee weapon it uses, "" for bare hands."""
    found = melee_weapons(fight, who)
    return found[0] if found else ""


def _unarmed_part(weapon: str) -> tuple[Part, ...]:
    return () if weapon else (Part(_BARE_HANDS, text("without a weapon"), rule="pf1.maneuver.disarm"),)


class Disarm(TargetedManeuver):
    """Striking something out of somebody's hand.

    Source: pf1.maneuver.disarm, pf1.maneuver.action
    """

    id, rule = "disarm", "pf1.maneuver.disarm"

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Only on somebody who holds something."""
        found = within_reach(fight, who, target, self.rule)
        if found is None and not held(fight, target):
            return Refusal(text("It holds nothing."), self.rule)
        return found

    def resolve(self, run: Run, action: Action) -> None:
        """The check, and what falls to the ground."""
        who, target = action.who, self.check(run, action)
        weapon = _armed_with(run.fight, who)
        found = attempt(run, who, target, "disarm", weapon or None, extra=_unarmed_part(weapon))
        if found is None:
            return
        if found.success:
            things = [item for _, item in held(run.fight, target)]
            for item in things if found.margin >= _BOTH_AT else things[:1]:
                self._falls(run, target, item)
        elif found.margin <= -_BOTH_AT and weapon:
            own = next((item for one, item in held(run.fight, who) if weapon in (one.id, item.id)), None)
            if own is not None:
                self._falls(run, who, own)

    def _falls(self, run: Run, who: str, item: Item) -> None:
        creature = run.fight.world.creature(who)
        run.emit(ItemChanged(replace(item, holder="", hand="", square=creature.space.anchor)))
        run.emit(Noted(who, text("{name} loses what it held.", name=called(creature)), self.rule))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        weapon = _armed_with(fight, action.who)
        target = str(action.arguments.get("target", ""))
        return check_preview(fight, action.who, target, "disarm", weapon or None, extra=_unarmed_part(weapon))


class Sunder(TargetedManeuver):
    """Breaking what somebody holds.

    Source: pf1.maneuver.sunder, pf1.condition.broken
    """

    id, rule = "sunder", "pf1.maneuver.sunder"

    def unable(self, fight: Fight, who: str) -> Refusal | None:
        """It takes a weapon."""
        return None if _armed_with(fight, who) else Refusal(text("It has no melee weapon at hand."), self.rule)

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Only on somebody who holds something."""
        found = within_reach(fight, who, target, self.rule)
        if found is None and not held(fight, target):
            return Refusal(text("It holds nothing."), self.rule)
        return found

    def resolve(self, run: Run, action: Action) -> None:
        """The check, then damage less hardness."""
        who, target = action.who, self.check(run, action)
        weapon = _armed_with(run.fight, who)
        found = attempt(run, who, target, "sunder", weapon)
        if found is None or not found.success:
            return
        struck, item = held(run.fight, target)[0]
        own = weapon_of(run.fight, who, weapon)
        rolls = roll_dice(run, own.dice)
        parts = damage_parts(run.fight, who, target, weapon)
        dealt = max(0, face_sum(rolls) + own.dice.bonus + total(parts))
        run.emit(_damage_roll(who, target, rolls, parts, dealt))
        through = max(0, dealt - struck.hardness)
        lost = item.damage + through
        if lost >= struck.hp:
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
        return check_preview(fight, action.who, target, "sunder", _armed_with(fight, action.who))


def _damage_roll(who: str, target: str, rolls: tuple[Roll, ...], parts: tuple[Part, ...], dealt: int) -> Rolled:
    return Rolled(who, "damage", rolls, parts, dealt, None, "", target, None, "pf1.maneuver.sunder")
