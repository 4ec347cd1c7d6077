"""What a weapon makes of a power: another type of damage, as by a burning weapon or implement; heavy throws."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from tactics.rulesets.dnd4e.fight.powers import RANGED_BASIC, Outcome, Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon

POISON = "poison"
HEAVY = "str"
"""Ability that heavy weapons are thrown with."""
_TYPED = ("damage", "ongoing")


@lru_cache(maxsize=512)
def as_made(power: Power, weapon: Weapon | None) -> Power:
    """A power as it is when made with a weapon: heavy ones are thrown with Strength, some change the type of damage.

    Source: dnd4e.damage.type_change, dnd4e.roll.ability_and_defense
    """
    if weapon is None:
        return power
    if power.id == RANGED_BASIC and "heavy_thrown" in weapon.properties:
        hit = tuple(replace(one, add=HEAVY if one.add else "") for one in power.hit)
        power = replace(power, ability=HEAVY, hit=hit)
    return retyped(power, weapon.damage_type) if weapon.damage_type else power


def retyped(power: Power, type_: str) -> Power:
    """A power all of whose damage is of another type; its keywords follow.

    The keyword poison stays as long as the power does anything else than damage.

    Source: dnd4e.damage.type_change, dnd4e.damage.poison_keyword
    """
    every = (*power.hit, *power.miss, *power.effect, *power.on_sustain)
    gone = {kind for one in every if one.does in _TYPED for kind in one.types} - {type_}
    if any(one.does not in _TYPED for one in every):
        gone.discard(POISON)
    if not any(one.does in _TYPED for one in every):
        return power
    return replace(
        power,
        keywords=(power.keywords - gone) | {type_},
        hit=_outcomes(power.hit, type_),
        miss=_outcomes(power.miss, type_),
        effect=_outcomes(power.effect, type_),
        on_sustain=_outcomes(power.on_sustain, type_),
        on_enter=_outcomes(power.on_enter, type_),
        on_start=_outcomes(power.on_start, type_),
    )


def _outcomes(several: tuple[Outcome, ...], type_: str) -> tuple[Outcome, ...]:
    return tuple(replace(one, types=(type_,)) if one.does in _TYPED else one for one in several)
