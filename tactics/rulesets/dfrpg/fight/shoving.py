"""Pushing somebody away with the hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from tactics.core.text import Named, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.dice_text import Dice
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.fight import attack_action, attack_resolution, holding, own_numbers, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.damage import Damage, muscle
from tactics.rulesets.dfrpg.fight.sheet import Sheet, Use, Weapon, sheet_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

RULE = "dfrpg.attack.shove"
SHOVES = {1: "shove_one", 2: "shove_two"}
"""Ids of the pushes as attacks, by hands."""
NAMES = {
    1: Named("Shove with one hand", "Толчок одной рукой"),
    2: Named("Shove with both hands", "Толчок двумя руками"),
}
DOES = text("Pushes away and wounds nobody.")


def best_skill(sheet: Sheet, skills: Iterable[str]) -> tuple[int, str]:
    """The best of Dexterity and some skills, with its id. Source: dfrpg.attack.shove, dfrpg.attack.slam."""
    known = [(sheet.skills[one], one) for one in skills if one in sheet.skills]
    return max([(sheet.dx, ""), *known], key=lambda one: one[0])


def push_of(fight: Fight, who: str, hands: int) -> Weapon:
    """A push as what one attacks with. Source: dfrpg.attack.shove."""
    sheet, numbers = sheet_of(fight.world.creature(who)), table("fight")["shove"]
    skill, skill_id = best_skill(sheet, numbers["skills"])
    each = numbers["one_hand_per_die"] if hands == 1 else 0
    each += _trained(sheet, numbers)
    dice = sum(number for number, _ in muscle(sheet, "thr", Dice((), 0)).dice)
    add, reaches = Dice((), each * dice), frozenset(numbers["reaches"])
    use = Use(SHOVES[hands], NAMES[hands], "thr", add, "cr", reaches, parry=None, hands=hands)
    return Weapon(use.id, use.name, skill, skill_id, MappingProxyType({use.id: use}), hand="")


def _trained(sheet: Sheet, numbers: dict[str, list[list[int]]]) -> int:
    """What Sumo Wrestling well above Dexterity adds for each die. Source: dfrpg.attack.shove."""
    above = sheet.skills.get("sumo_wrestling", 0) - sheet.dx
    return max((per_die for least, per_die in numbers["trained"] if above >= least), default=0)


def is_shove(attack: Attack) -> bool:
    """Whether an attack is a push."""
    return attack.weapon.id in SHOVES.values()


def exempt(fight: Fight, attack: Attack) -> bool:
    """Whether Move and Attack leaves a push alone. Source: dfrpg.maneuver.move_and_attack.shove_exempt."""
    return is_shove(attack) and own_numbers.switch(fight, "move_and_attack_exempt") == "slam_and_shove"


def unhampered(run: Run, attack: Attack) -> None:
    """Say that Move and Attack makes a shove or slam no harder. Source: dfrpg.maneuver.move_and_attack.shove_exempt."""
    if attack.maneuver == "move_and_attack" and any(one(run.fight, attack) for one in attack_action.EXEMPT):
        words = text("A push is no harder for being made on the move.")
        run.emit(Noted(attack.who, words, "dfrpg.maneuver.move_and_attack.shove_exempt"))


def pushes_only(fight: Fight, attack: Attack, damage: Damage) -> Damage:
    """Twice the thrust, and no wound. Source: dfrpg.attack.shove."""
    if not is_shove(attack):
        return damage
    return replace(damage, times=int(table("fight")["shove"]["times"]), injures=False)


class Shove:
    """A push with one hand or with both.

    Source: dfrpg.attack.shove, dfrpg.maneuver.move_and_attack.shove_exempt
    """

    ids = ("shove",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """With as many hands as are free, aimed at the foes next to it."""
        if not turn.by(fight, who, *attack_action.MANEUVERS) or states.maneuver_of(fight, who)[1] == "ranged":
            return
        for hands in range(max(1, len(holding.free_hands(fight, who))), 0, -1):
            why = self._why_not(fight, who, hands)
            ids = () if why is not None else self._targets(fight, who, hands)
            if why is None and not ids:
                why = Refusal(text("Nobody is in reach."), RULE)
            needs = () if why is not None else (NeedCreature("target", ids, attack_action.AT_WHOM),)
            title = text("Shove with both hands") if hands == 2 else text("Shove with one hand")
            yield Option("shove", "attack", title, attack_action.COST, needs, why, {"hands": hands}, (DOES,))

    def _why_not(self, fight: Fight, who: str, hands: int) -> Refusal | None:
        why = attack_action.why_not(fight, who)
        if why is None and states.maneuver_of(fight, who)[1] == "ranged":
            why = turn.not_allowed(fight, who)
        if why is None and len(holding.free_hands(fight, who)) < hands:
            why = Refusal(text("No hand is free.") if hands == 1 else text("It takes both hands."), RULE)
        return why

    def _targets(self, fight: Fight, who: str, hands: int) -> tuple[str, ...]:
        weapon = push_of(fight, who, hands)
        (use,) = weapon.uses.values()
        own = fight.world.creature(who).side
        near = [one for one in attack_action.targets(fight, who, weapon, use) if fight.world.creature(one).side != own]
        return tuple(
            one
            for one in near
            if attack_action.illegal(fight, attack_action.attack_of(fight, who, one, weapon, use)) is None
        )

    def resolve(self, run: Run, action: Action) -> None:
        """Push."""
        attack_action.make(run, self._settled(run.fight, action))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to hit, and how far it pushes."""
        attack = self._settled(fight, action)
        return attack_resolution.preview_of(attack_action.turned_to(fight, attack), attack)

    def _settled(self, fight: Fight, action: Action) -> Attack:
        who, target = action.who, str(action.arguments.get("target", ""))
        hands = action.arguments.get("hands", 1)
        if target not in fight.bodies or target == who or not isinstance(hands, int) or hands not in SHOVES:
            raise Refused(Refusal(text("Say whom to push, and with how many hands."), RULE))
        refuse(self._why_not(fight, who, int(hands)))
        weapon = push_of(fight, who, int(hands))
        attack = attack_action.attack_of(fight, who, target, weapon, next(iter(weapon.uses.values())))
        refuse(attack_action.illegal(fight, attack))
        return attack
