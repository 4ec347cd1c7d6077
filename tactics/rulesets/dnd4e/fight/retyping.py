"""Powers whose damage becomes that of another type, as by a burning weapon or implement."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon

POISON = "poison"
_TYPED = ("damage", "ongoing")


@lru_cache(maxsize=512)
def as_made(power: Power, weapon: Weapon | None) -> Power:
    """A power as it is when made with a weapon: with the weapon's type of damage, if that has one of its own.

    Source: dnd4e.damage.type_change
    """
    if weapon is None or not weapon.damage_type:
        return power
    return retyped(power, weapon.damage_type)


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
