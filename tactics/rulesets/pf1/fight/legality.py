"""Whether an attack may be made at all."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Refusal
from tactics.rules.things import READY
from tactics.rulesets.pf1.concealment import TOTAL as UNSEEN
from tactics.rulesets.pf1.cover_found import TOTAL
from tactics.rulesets.pf1.fight.attack_numbers import increments, most_increments
from tactics.rulesets.pf1.fight.conditions import active, why_not_attack
from tactics.rulesets.pf1.fight.holding import is_thing, item_of, judged, weapon_of
from tactics.rulesets.pf1.fight.manner import PLAIN, Manner, hand_of, is_lethal, kind_of
from tactics.rulesets.pf1.fight.position import (
    distance_ft,
    melee_reach,
    position,
    square_distance_ft,
    square_open,
    square_reached,
)
from tactics.rulesets.pf1.fight.sheet import Weapon
from tactics.rulesets.pf1.fight.unseen import hidden_from
from tactics.rulesets.pf1.places import called
from tactics.world.fight import Fight
from tactics.world.lately import LatelyBy
from tactics.world.world import World

_known: LatelyBy[World, tuple[str, str, Weapon, str, Square | None], Refusal | None] = LatelyBy()
"""What was found of targets."""


def shots_key(weapon: Weapon) -> str:
    """The counter of shots that were used up."""
    return f"shots.{weapon.id}"


def can_strike(fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN) -> Refusal | None:
    """Why an attack may not be made, None when it may: state, weapon, reach or range, total cover, total concealment.

    Actions left in the turn are not looked at. With `manner.at` the attack is aimed at that square.

    Source: pf1.attack.target_legal
    """
    unable = why_not_attack(fight, who)
    if unable is not None:
        return unable
    arm = weapon_of(fight, who, weapon)
    return _no_weapon(fight, who, arm, manner) or _no_target(fight, who, target, arm, manner)


def _no_weapon(fight: Fight, who: str, weapon: Weapon, manner: Manner) -> Refusal | None:
    """Why the weapon cannot be used so now.

    Source: pf1.attack.prone_ranged, pf1.nonlethal.from_lethal_weapon, pf1.condition.grappled
    """
    kind, rule = kind_of(weapon, manner), "pf1.attack.target_legal"
    item = item_of(fight, who, weapon)
    if is_thing(fight, who, weapon) and (item is None or item.hand not in (*READY, "worn")):
        return Refusal(text("{weapon} is not in its hands.", weapon=weapon.name), rule)
    if not (weapon.flies if kind == "ranged" else weapon.melee):
        return Refusal(text("{weapon} is not made for that.", weapon=weapon.name), rule)
    if kind == "ranged":
        return _no_shot(fight, who, weapon, manner)
    if hand_of(fight, who, weapon, manner) == "both" and "grappled" in active(fight, who):
        return Refusal(text("In a grapple nothing can be done with two hands."), "pf1.condition.grappled")
    return None


def _no_shot(fight: Fight, who: str, weapon: Weapon, manner: Manner) -> Refusal | None:
    states = active(fight, who)
    if "prone" in states and "prone" not in weapon.properties:
        return Refusal(text("{weapon} cannot be used while prone.", weapon=weapon.name), "pf1.attack.prone_ranged")
    if "grappled" in states and weapon.hands == "two":
        return Refusal(text("In a grapple nothing can be done with two hands."), "pf1.condition.grappled")
    if is_lethal(weapon, manner) is weapon.nonlethal and manner.lethal == "nonlethal":
        words = text("Only melee weapons can be turned to nonlethal damage.")
        return Refusal(words, "pf1.nonlethal.from_lethal_weapon")
    item = item_of(fight, who, weapon)
    if item is not None and not item.ready:
        return Refusal(text("{weapon} is not loaded.", weapon=weapon.name), "pf1.attack.target_legal")
    if weapon.ammunition is not None and fight.body(who).count(shots_key(weapon)) >= weapon.ammunition:
        return Refusal(text("{weapon}: nothing left to shoot.", weapon=weapon.name), "pf1.attack.target_legal")
    return None


def _no_target(fight: Fight, who: str, target: str, weapon: Weapon, manner: Manner) -> Refusal | None:
    """Why the target, or the square, cannot be struck at.

    Source: pf1.attack.melee_band, pf1.attack.range_increment, pf1.cover.total, pf1.conceal.total
    """
    if manner.at is None and (target not in fight.bodies or target == who):
        return Refusal(text("There is nobody to strike at."), "pf1.attack.target_legal")
    world, kind = judged(fight), kind_of(weapon, manner)
    known = _known.at(world)
    key = who, target, weapon, kind, manner.at
    if key not in known:
        known[key] = (
            _out_of_the_question(fight, who, target, weapon, kind)
            if manner.at is None
            else _no_square(fight, who, weapon, kind, manner.at)
        )
    found = known[key]
    if found is None and manner.at is None and hidden_from(fight, target, who):
        return _not_seen(fight, target)
    return found


def _covered(fight: Fight, target: str) -> Refusal:
    name = called(fight.world.creature(target))
    return Refusal(text("{target} has total cover.", target=name), "pf1.cover.total")


def _not_seen(fight: Fight, target: str) -> Refusal:
    name = called(fight.world.creature(target))
    words = text("{target} is not seen; only a square can be attacked.", target=name)
    return Refusal(words, "pf1.conceal.total")


def _out_of_the_question(fight: Fight, who: str, target: str, weapon: Weapon, kind: str) -> Refusal | None:
    """Why a target cannot be struck at from where the two stand; nothing else of the fight is looked at."""
    if kind == "melee":
        reach = melee_reach(fight, who, target, weapon)
        if not reach.near:
            name = called(fight.world.creature(target))
            return Refusal(text("{target} is out of reach.", target=name), "pf1.attack.melee_band")
        if not reach.open:
            return _covered(fight, target)
    elif increments(weapon, distance_ft(fight, who, target)) > most_increments(weapon):
        name = called(fight.world.creature(target))
        return Refusal(text("{target} is out of range.", target=name), "pf1.attack.range_increment")
    found = position(fight, who, target, weapon, kind)
    if found.cover == TOTAL:
        return _covered(fight, target)
    return _not_seen(fight, target) if found.concealment == UNSEEN else None


def _no_square(fight: Fight, who: str, weapon: Weapon, kind: str, at: Square) -> Refusal | None:
    """Why a square cannot be struck at; whether somebody is there plays no part.

    Source: pf1.conceal.total
    """
    covered = Refusal(text("{square} is behind total cover.", square=at), "pf1.cover.total")
    if kind == "melee":
        if not square_reached(fight, who, at, weapon):
            return Refusal(text("{square} is out of reach.", square=at), "pf1.attack.melee_band")
    else:
        if increments(weapon, square_distance_ft(fight, who, at)) > most_increments(weapon):
            return Refusal(text("{square} is out of range.", square=at), "pf1.attack.range_increment")
    return None if square_open(fight, who, at) else covered
