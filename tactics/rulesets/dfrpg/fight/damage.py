"""The dice of a blow and what they come to before armour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tactics.rules.dice_text import Dice
from tactics.rules.event import Part
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.sheet import Sheet, sheet_of
from tactics.rulesets.dfrpg.strength import swing, thrust
from tactics.world.fight import Fight


@dataclass(frozen=True, slots=True)
class Damage:
    """What a blow deals.

    Attributes:
        dice: what is rolled.
        type: damage type.
        times: basic damage is multiplied by this.
        most: it is not rolled but the highest.
        halved: basic damage is halved, as beyond half range.
        armor_halved: armour counts half.
        major: any wound of it is a major one.
        shock_twice: its shock is doubled.
        drops: the victim drops what it holds.
        injures: False for a mere push.
        parts: what of the bonus of the dice comes from elsewhere than Strength and weapon.
    """

    dice: Dice
    type: str
    times: int = 1
    most: bool = False
    halved: bool = False
    armor_halved: bool = False
    major: bool = False
    shock_twice: bool = False
    drops: bool = False
    injures: bool = True
    parts: tuple[Part, ...] = ()


CHANGES: list[Callable[[Fight, Attack, Damage], Damage]] = []
"""What changes the damage of an attack; other modules put it in."""


def muscle(sheet: Sheet, base: str, add: Dice, *, st: int | None = None) -> Dice:
    """Damage by Strength with what a weapon adds, or the dice given outright. Source: dfrpg.core.strength_damage."""
    strength = sheet.st if st is None else st
    own = {"thr": thrust, "sw": swing}.get(base)
    if own is None:
        return add
    dice = own(strength)
    return Dice((*dice.dice, *add.dice), dice.bonus + add.bonus)


def damage_of(fight: Fight, attack: Attack) -> Damage:
    """What an attack deals if it hits. Source: dfrpg.damage.roll."""
    sheet = sheet_of(fight.world.creature(attack.who))
    source = attack.use if attack.use is not None else attack.weapon.shot
    assert source is not None, "an attack strikes or shoots"
    dice = muscle(sheet, source.base, source.add)
    found = Damage(Dice(dice.dice, dice.bonus + attack.more), source.type)
    for change in CHANGES:
        found = change(fight, attack, found)
    return found


def with_bonus(damage: Damage, points: int) -> Damage:
    """The same with points added to the dice."""
    return replace(damage, dice=Dice(damage.dice.dice, damage.dice.bonus + points))
