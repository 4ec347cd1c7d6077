"""How one attack is made, and which weapon, hand and kind that comes to."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.rulesets.pf1.fight.holding import item_of
from tactics.rulesets.pf1.fight.sheet import Weapon
from tactics.world.fight import Fight


@dataclass(frozen=True, slots=True)
class Manner:
    """How one attack is made.

    Attributes:
        kind: "melee" or "ranged"; "" takes the weapon's own.
        hand: "main", "off" or "both"; "" as the weapon is held.
        step: penalty of later attacks of a full attack: 0, -5, -10, -15.
        lethal: "" as the weapon does; "lethal" or "nonlethal" chosen against its kind.
        charging: the attack at the end of a charge.
        two_weapons: "" for none; "light" or "other" by the off-hand weapon: penalties of fighting with two weapons.
        combined: natural attacks beside manufactured weapons: all secondary.
        touch: "" as the weapon does; "touch", "incorporeal".
        at: the square an unseen target is believed to be in.
        multiplier: damage multiplier besides a critical hit (lance on a mounted charge), 1 for none.
        opportunity: an attack of opportunity.
    """

    kind: str = ""
    hand: str = ""
    step: int = 0
    lethal: str = ""
    charging: bool = False
    two_weapons: str = ""
    combined: bool = False
    touch: str = ""
    at: Square | None = None
    multiplier: int = 1
    opportunity: bool = False


PLAIN = Manner()


def kind_of(weapon: Weapon, manner: Manner) -> str:
    """ "melee" or "ranged"."""
    return manner.kind or ("ranged" if weapon.ranged else "melee")


def hand_of(fight: Fight, who: str, weapon: Weapon, manner: Manner) -> str:
    """ "main", "off" or "both"."""
    if manner.hand:
        return manner.hand
    item = item_of(fight, who, weapon)
    if item is not None and item.hand in ("main", "off", "both"):
        return item.hand
    return "both" if weapon.hands == "two" else "main"


def touch_of(weapon: Weapon | None, manner: Manner) -> str:
    """ "", "touch" or "incorporeal"."""
    return manner.touch or (weapon.touch if weapon is not None else "")


def is_lethal(weapon: Weapon, manner: Manner) -> bool:
    """Whether the attack is meant to deal lethal damage."""
    return manner.lethal == "lethal" or (not manner.lethal and not weapon.nonlethal)
