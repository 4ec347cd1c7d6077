"""Ranges of powers and weapons."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.book import Case
from tactics.rulesets.dnd4e.distance import count, distance_sq
from tactics.rulesets.dnd4e.effect import can_see, has_effect
from tactics.rulesets.dnd4e.reach import can_strike
from tactics.rulesets.dnd4e.refusal import Refusal
from tactics.rulesets.dnd4e.spots import Spot
from tactics.rulesets.dnd4e.tables import reach_sq, stats
from tactics.world.creature import Weapon

NORMAL, LONG = "normal", "long"


def ranged_refusal(case: Case, user: Spot, target: Spot, range_sq: int) -> Refusal | None:
    """Why a ranged power of a certain range cannot be used on a target, None when it can.

    Source: dnd4e.range.ranged_n, dnd4e.range.definition, dnd4e.loe.target_required
    """
    away = distance_sq(case, user, target)
    if away is None or away > range_sq:
        return Refusal("dnd4e.range.ranged_n", text("{name} is not within {n} sq.", name=target.name, n=range_sq))
    return _needs_effect(case, user, target)


def sight_refusal(case: Case, user: Spot, target: Spot) -> Refusal | None:
    """Why a power of range sight cannot be used on a target, None when it can.

    Source: dnd4e.range.sight
    """
    if not can_see(case, user, target):
        return Refusal("dnd4e.range.sight", text("{user} does not see {name}.", user=user.name, name=target.name))
    return _needs_effect(case, user, target)


def weapon_band(weapon: Weapon, away_sq: int) -> str | None:
    """Whether a target is at normal or at long range of a weapon, None beyond it.

    Source: dnd4e.range.weapon, dnd4e.range.long, dnd4e.range.beyond_long
    """
    normal = weapon.range_sq
    if normal is None or away_sq <= normal:
        return NORMAL
    if weapon.long_range_sq is not None and away_sq <= weapon.long_range_sq:
        return LONG
    return None


def melee_reach_sq(user: Spot, fixed_sq: int | None = None, *, touch: bool = False) -> int:
    """How far a melee power reaches.

    Args:
        user: who uses it.
        fixed_sq: the number of a "melee n" power, which no weapon changes.
        touch: a "melee touch" power, for which the weapon does not count.

    Source: dnd4e.range.melee
    """
    if fixed_sq is not None:
        return fixed_sq
    if user.creature is None:
        return 1
    full = reach_sq(user.creature)
    return full - 1 if touch and stats(user.creature).reach_weapon else full


def melee_refusal(case: Case, user: Spot, target: Spot, reach: int) -> Refusal | None:
    """Why a melee power of a certain reach cannot be used on a target, None when it can.

    Source: dnd4e.range.melee
    """
    if can_strike(case, user, target, reach):
        return None
    if not has_effect(case, user.space, target.space):
        return _needs_effect(case, user, target)
    return Refusal("dnd4e.range.melee", text("{name} is not within reach {n}.", name=target.name, n=reach))


def personal_targets(user: Spot) -> tuple[str, ...]:
    """The only target of a personal power.

    Source: dnd4e.range.personal
    """
    return (user.id,)


def area_refusal(case: Case, user: Spot, origin: Spot, within_sq: int) -> Refusal | None:
    """Why an area cannot start in an origin square, None when it can; its other squares may lie farther.

    Source: dnd4e.range.area_within, dnd4e.loe.area_origin
    """
    away = count(case, user.space, origin.space)
    if away is None or away > within_sq:
        why = text("{square} is not within {n} sq.", square=origin.name, n=within_sq)
        return Refusal("dnd4e.range.area_within", why)
    if not has_effect(case, user.space, origin.space):
        why = text("{user} has no line of effect to the origin square {square}.", user=user.name, square=origin.name)
        return Refusal("dnd4e.loe.area_origin", why)
    return None


def _needs_effect(case: Case, user: Spot, target: Spot) -> Refusal | None:
    if has_effect(case, user.space, target.space):
        return None
    why = text("{user} has no line of effect to {name}.", user=user.name, name=target.name)
    return Refusal("dnd4e.loe.target_required", why)
