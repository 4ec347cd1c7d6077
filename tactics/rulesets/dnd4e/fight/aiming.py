"""Whom and what a power may be aimed at: range, reach, line of effect, and who stands in its area."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Refusal
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e import ranges, refusal
from tactics.rulesets.dnd4e.distance import distance_sq
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.fight.asking import ask, case_of
from tactics.rulesets.dnd4e.fight.holding import item_of, judged
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon
from tactics.rulesets.dnd4e.spots import creature_spot, square_spot
from tactics.world.fight import Fight

SHOTS = "shots."
"""Beginning of a counter: shots used of a weapon."""


def words(found: refusal.Refusal | None) -> Refusal | None:
    """A refusal of the geometry as one of a fight."""
    return None if found is None else Refusal(found.why, found.rule)


def may_target(fight: Fight, who: str, target: str, power: Power, weapon: Weapon | None) -> Refusal | None:
    """Why a power without an area cannot be aimed at a creature, None when it can.

    Source: dnd4e.target.legal, dnd4e.range.melee, dnd4e.range.long, dnd4e.range.beyond_long, dnd4e.loe.target_required
    """
    if target not in fight.bodies or fight.body(target).out:
        return Refusal(text("There is nobody to aim at."), "dnd4e.target.legal")
    if not suits(fight, who, target, power):
        return Refusal(text("The power is not meant for it."), "dnd4e.area.target_line")
    if power.kind == "personal" or target == who:
        return None
    case = case_of(fight)
    user, aim = (creature_spot(case.world, case.world.creature(one)) for one in (who, target))
    if power.kind == "melee":
        natural = user
        if weapon is None or "reach" not in weapon.properties:
            stats = user.creature.of("dnd4e") if user.creature is not None else None
            if user.creature is not None and stats is not None and stats.reach_weapon:
                own = {**user.creature.stats, "dnd4e": replace(stats, reach_weapon=False)}
                natural = replace(user, creature=replace(user.creature, stats=own))
        reach = ranges.melee_reach_sq(natural, power.reach_sq)
        return words(ranges.melee_refusal(case, user, aim, reach))
    return _at_range(fight, who, target, power, weapon)


def _at_range(fight: Fight, who: str, target: str, power: Power, weapon: Weapon | None) -> Refusal | None:
    case = case_of(fight)
    user, aim = (creature_spot(case.world, case.world.creature(one)) for one in (who, target))
    range_sq = power.range_sq
    if range_sq is None and weapon is not None:
        range_sq = weapon.long_range_sq or weapon.range_sq
        away = distance_sq(case, user, aim)
        if away is None or range_sq is None or away > range_sq:
            return Refusal(text("It is beyond the range of the weapon."), "dnd4e.range.beyond_long")
    return words(ranges.ranged_refusal(case, user, aim, range_sq or 0))


def suits(fight: Fight, who: str, target: str, power: Power) -> bool:
    """Whether the target line takes a creature. Source: dnd4e.area.target_line."""
    if power.targets == "self":
        return target == who
    same = fight.world.creature(target).side == fight.world.creature(who).side
    if power.targets == "enemy":
        return not same
    return same and target != who if power.targets == "ally" else target != who or power.kind in ("area_burst", "wall")


def unready(fight: Fight, who: str, weapon: Weapon | None) -> Refusal | None:
    """Why a weapon cannot be used: not in hand, not loaded, nothing to shoot."""
    if weapon is None or weapon.body:
        return None
    item = item_of(fight, who, weapon)
    if item is None or item.hand not in ("main", "off", "both"):
        return Refusal(text("It is not in hand."), "dnd4e.target.legal")
    if weapon.hands == "two" and item.hand != "both":
        return Refusal(text("It takes two hands."), "dnd4e.target.legal")
    if not item.ready:
        return Refusal(text("It is not loaded."), "dnd4e.target.legal")
    if weapon.ammunition is not None and fight.body(who).count(SHOTS + weapon.id) >= weapon.ammunition:
        return Refusal(text("Nothing is left to shoot."), "dnd4e.attack.ammo")
    return None


def area_question(who: str, power: Power, where: Square | None) -> Question:
    """The question about the squares a power fills."""
    if power.kind == "close_burst":
        return Question(ask="area", shape="close_burst", size=power.size_sq, source=who)
    if power.kind == "close_blast":
        return Question(ask="area", shape="close_blast", size=power.size_sq, source=who, to=where)
    return Question(ask="area", shape="area_burst", size=power.size_sq, origin=where, source=who)


def area_of(fight: Fight, who: str, power: Power, where: Square | None) -> Verdict:
    """The area of a power as it is placed. Source: dnd4e.attack.close, dnd4e.attack.area."""
    return ask(judged(fight), area_question(who, power, where))


def origin_refusal(fight: Fight, who: str, power: Power, where: Square) -> Refusal | None:
    """Why an area cannot begin in a square, None when it can.

    Source: dnd4e.range.area_within, dnd4e.loe.area_origin
    """
    case = case_of(fight)
    user = creature_spot(case.world, case.world.creature(who))
    if not case.world.board.inside(where):
        return Refusal(text("That is no square of the board."), "dnd4e.range.area_within")
    return words(ranges.area_refusal(case, user, square_spot(case.world, where), power.range_sq or 0))


def targets_in(fight: Fight, who: str, power: Power, where: Square | None) -> tuple[str, ...]:
    """Those in an area that the target line takes.

    Source: dnd4e.area.target_line, dnd4e.area.burst_excludes_user, dnd4e.area.area_burst_includes_user
    """
    inside = area_of(fight, who, power, where).creatures
    return tuple(one for one in inside if not fight.body(one).out and suits(fight, who, one, power))


def able(fight: Fight, who: str) -> bool:
    """Whether a creature still can go on with what it began."""
    return conditions.can_act(fight, who)
