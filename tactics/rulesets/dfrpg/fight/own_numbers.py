"""Numbers of a figure now: by its sheet, its wounds and how tired it is."""

from __future__ import annotations

from tactics.rulesets.dfrpg import board, strength, wounds
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight
from tactics.world.world import SwitchValue

FATIGUE = "fatigue"
"""Counter: fatigue points lost. Source: dfrpg.injury.exhaustion."""


def switch(fight: Fight, name: str) -> SwitchValue:
    """The value of a switch in the position of a fight."""
    return board.switch(fight.world, name)


def half_up(number: int) -> int:
    """Half of a number, rounded up. Source: dfrpg.core.rounding."""
    return strength.halved_up(number)


def from_half(skill: int) -> int:
    """Half a skill, rounded down, and what every such defence has besides. Source: dfrpg.defense.parry."""
    numbers = table("fight")["defense"]
    return skill // int(numbers["skill_divisor"]) + int(numbers["base"])


def reeling(fight: Fight, who: str) -> bool:
    """Whether less than a third of its hit points are left. Source: dfrpg.injury.reeling."""
    body = fight.body(who)
    return wounds.is_reeling(body.max_hp, body.hp)


def fatigue_left(fight: Fight, who: str) -> int:
    """Fatigue points a figure has. Source: dfrpg.injury.exhaustion."""
    return sheet_of(fight.world.creature(who)).fp - fight.body(who).count(FATIGUE)


def tired(fight: Fight, who: str) -> bool:
    """Whether less than a third of its fatigue points are left. Source: dfrpg.injury.exhaustion."""
    return wounds.is_tired(sheet_of(fight.world.creature(who)).fp, fatigue_left(fight, who))


def strength_now(fight: Fight, who: str) -> int:
    """Strength to hold weapons and ground with, half when tired; damage and hit points keep the full one.

    Source: dfrpg.injury.exhaustion
    """
    full = sheet_of(fight.world.creature(who)).st
    return half_up(full) if tired(fight, who) else full


def _halvings(fight: Fight, who: str) -> int:
    return reeling(fight, who) + tired(fight, who)


def move_now(fight: Fight, who: str) -> int:
    """Move under its load, halved by wounds and again by being tired.

    Source: dfrpg.core.encumbrance, dfrpg.movement.halved_by_wounds, dfrpg.injury.exhaustion
    """
    sheet = sheet_of(fight.world.creature(who))
    found = strength.loaded_move(sheet.move, sheet.encumbrance)
    for _ in range(_halvings(fight, who)):
        found = half_up(found)
    return found


def step_now(fight: Fight, who: str) -> int:
    """Yards of its step. Source: dfrpg.movement.step, dfrpg.movement.halved_by_wounds."""
    return strength.step_yd(move_now(fight, who))
