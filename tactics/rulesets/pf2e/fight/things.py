"""Things at hand: what can be drawn, stowed, picked up, gripped anew, loaded, handed over, and how it is held then."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.rules.things import SHIELD, WORN, doors_near, lying_near, things_of
from tactics.rulesets.pf2e.creatures import is_ally, space_of
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.holding import free_hands, held, shield_of, weapon_of
from tactics.rulesets.pf2e.fight.legality import SHOTS
from tactics.rulesets.pf2e.fight.sheet import Weapon, sheet_of
from tactics.world.fight import Fight, Item

Things = list[tuple[Weapon, Item]]
PUT_AWAY = ("worn", "stowed")
"""How a weapon is carried that is not in hand."""


def hand_for(fight: Fight, who: str, weapon: Weapon) -> str:
    """The hand that takes a weapon: both when it needs them and they are free, "" when none is.

    Source: pf2e.basic.interact
    """
    if weapon.hands == "two" and free_hands(fight, who) >= 2:
        return "both"
    return free_hand(fight, who)


def free_hand(fight: Fight, who: str) -> str:
    """A hand that holds nothing, the main one first, "" for none. Source: pf2e.basic.interact."""
    taken = {item.hand for _, item in held(fight, who)}
    shield = shield_of(fight, who)
    sheet = sheet_of(fight.world.creature(who))
    if shield is not None and sheet.shield is not None and sheet.shield.id != "buckler":
        taken.add(shield.hand)
    free = [hand for hand in ("main", "off") if hand not in taken]
    return free[0] if free and free_hands(fight, who) else ""


def own_shield(fight: Fight, who: str) -> Item | None:
    """The shield a creature has, on its arm or slung."""
    item = fight.items.get(f"{who}.{SHIELD}")
    return item if item is not None and item.holder == who else None


def to_draw(fight: Fight, who: str) -> Things:
    """Weapons it carries that are not in hand."""
    return [(weapon_of(fight, who, one.id), one) for one in things_of(fight, who) if _drawable(one)]


def _drawable(item: Item) -> bool:
    return item.kind not in WORN and item.hand in PUT_AWAY


def in_hand(fight: Fight, who: str) -> Things:
    """Weapons in hand."""
    return list(held(fight, who))


def on_the_ground(fight: Fight, who: str) -> Things:
    """Weapons that lie within 5 ft. Source: pf2e.basic.interact."""
    near = lying_near(fight, space_of(fight.world, fight.world.creature(who)))
    return [(weapon_of(fight, who, one.id), one) for one in near if one.kind not in WORN]


def to_grip(fight: Fight, who: str) -> Things:
    """Weapons in one hand that two hands would serve better."""
    return [
        (weapon, item)
        for weapon, item in held(fight, who)
        if item.hand != "both" and (weapon.hands == "two" or weapon.sides("two_hand") is not None)
    ]


def to_loosen(fight: Fight, who: str) -> Things:
    """Weapons in both hands, of which one can let go."""
    return [(weapon, item) for weapon, item in held(fight, who) if item.hand == "both"]


def to_load(fight: Fight, who: str) -> Things:
    """Weapons in hand that are not loaded and have something left to shoot."""
    return [
        (weapon, item)
        for weapon, item in held(fight, who)
        if weapon.reload and not item.ready and not _shot_out(fight, who, weapon)
    ]


def _shot_out(fight: Fight, who: str, weapon: Weapon) -> bool:
    return weapon.ammunition is not None and fight.body(who).count(SHOTS + weapon.id) >= weapon.ammunition


def receivers(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of allies beside a creature who have a hand free to take something."""
    own = fight.world.creature(who)
    space = space_of(fight.world, own)
    return tuple(
        one.id
        for one in fight.world.creatures
        if is_ally(own, one)
        and conditions.can_act(fight, one.id)
        and free_hands(fight, one.id)
        and max(space.gap_sq(space_of(fight.world, one))) <= 1
    )


def doors(fight: Fight, who: str) -> Iterator[tuple[int, str]]:
    """Doors that touch the squares around a creature: number of the polyline and state."""
    yield from doors_near(fight.world, space_of(fight.world, fight.world.creature(who))).items()


def no_hand_to_load(fight: Fight, who: str, item: Item) -> bool:
    """Whether a hand is missing to load a weapon: one that is held in both hands lets one go for it."""
    return item.hand != "both" and not free_hands(fight, who)
