"""Falling: damage, soft landings, those below, and catching oneself."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tactics.rulesets.pf2e.tables import check_degree, table


class Landing(NamedTuple):
    """What a fall does.

    Attributes:
        damage: bludgeoning damage.
        prone: whether the creature lands prone.
    """

    damage: int
    prone: bool


def falling_damage(fallen_ft: int) -> int:
    """Damage of a fall: half the feet beyond a harmless drop, no more than the longest fall that counts.

    Source: pf2e.move.falling, pf2e.rounding.down.
    """
    rules = table("falling")
    if fallen_ft <= rules["harmless_ft"]:
        return 0
    return min(fallen_ft, int(rules["greatest_ft"])) // 2


def land(fallen_ft: int, *, resistance: int = 0) -> Landing:
    """Damage that is left after resistance; only a creature that takes some lands prone. Source: pf2e.move.falling."""
    damage = max(0, falling_damage(fallen_ft) - resistance)
    return Landing(damage, damage > 0)


def fallen_after_ft(rounds: int) -> int:
    """How far a creature has fallen after so many rounds in the air. Source: pf2e.move.falling."""
    rules = table("falling")
    if rounds <= 0:
        return 0
    return int(rules["first_round_ft"] + (rounds - 1) * rules["later_round_ft"])


def soft_fall_ft(fallen_ft: int, depth_ft: int, *, dive: bool = False) -> int:
    """Feet that count after falling into water, snow or the like.

    Args:
        fallen_ft: how far it fell.
        depth_ft: depth of the soft substance.
        dive: whether it jumped in on purpose.

    Source: pf2e.move.falling_soft.
    """
    shorter = table("falling")["soft_ft"]["dive" if dive else "fall"]
    return max(0, fallen_ft - min(int(shorter), depth_ft))


def below_damage(damage: int, degree: str) -> int:
    """Damage to the creature that was fallen upon, by the degree of its Reflex save.

    Source: pf2e.move.falling_on_creature, pf2e.move.falling_object.

    Raises:
        ValueError: unknown degree.
    """
    share = table("falling")["on_creature"][check_degree(degree)]
    return int(damage * Fraction(*share))


def object_damage(fallen_ft: int, hardness: int) -> int:
    """Damage a falling object takes itself. Source: pf2e.move.falling_object."""
    return max(0, falling_damage(fallen_ft) - hardness)


def arrested(total: int) -> bool:
    """Whether an Acrobatics total lands a flyer gently. Source: pf2e.basic.arrest_fall."""
    return total >= int(table("falling")["arrest_dc"])


class Grab(NamedTuple):
    """What reaching for an edge comes to.

    Attributes:
        holds: whether the creature hangs on.
        damage: damage of the fall so far when it holds, or of hitting the edge when it fails badly.
    """

    holds: bool
    damage: int


def grab_edge(degree: str, fallen_ft: int, *, free_hand: bool) -> Grab:
    """Grab an Edge while falling past it.

    Args:
        degree: of the Reflex save.
        fallen_ft: how far it has fallen already.
        free_hand: whether a hand is free.

    Source: pf2e.basic.grab_edge.

    Raises:
        ValueError: unknown degree.
    """
    check_degree(degree)
    rules = table("falling")["grab_edge"]
    if degree == "critical_success" or (degree == "success" and free_hand):
        return Grab(True, falling_damage(fallen_ft - int(rules[f"{degree}_ft"])))
    if degree == "critical_failure":
        return Grab(False, fallen_ft // int(rules["critical_failure_ft"]) * int(rules["critical_failure_damage"]))
    return Grab(False, 0)
