"""The ways to attack with what is at hand."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.text import Text, text
from tactics.rulesets.pf1.fight.numbers import ready_weapons
from tactics.rulesets.pf1.fight.sheet import Weapon
from tactics.world.fight import Fight

KINDS: dict[str, Text] = {
    "main": text("Full attack"),
    "two_weapons": text("Full attack with two weapons"),
    "natural": text("Full attack with natural weapons"),
}
"""The kinds of full attack, in the order they are offered."""

UNARMED = "unarmed"


@dataclass(frozen=True, slots=True)
class Arm:
    """A way to attack now: a weapon, and whether it strikes in "melee" or flies, "ranged"."""

    weapon: Weapon
    kind: str


def arms(fight: Fight, who: str) -> tuple[Arm, ...]:
    """Every way to attack with what is at hand; a weapon that can be thrown gives two."""
    found: list[Arm] = []
    for weapon in ready_weapons(fight, who):
        if weapon.melee:
            found.append(Arm(weapon, "melee"))
        if weapon.flies:
            found.append(Arm(weapon, "ranged"))
    return tuple(found)
