"""From the dice of a blow to what it does to a body."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.rules.dice_text import Dice
from tactics.rulesets.dfrpg.rolls import Outcome
from tactics.rulesets.dfrpg.tables import table


def damage_total(total: int, type: str) -> int:
    """Basic damage: what the dice and everything added come to, but not less than its kind does at least.

    Source: dfrpg.damage.roll
    """
    least: int = table("wounding")[type]["least"]
    return max(total, least)


def strong_bonus(dice: Dice) -> int:
    """Points a strong all-out blow adds to dice of damage.

    Source: dfrpg.maneuver.all_out_attack.strong
    """
    numbers = table("fight")["all_out"]
    least, each = int(numbers["strong"]), int(numbers["strong_per_die"])
    return max(least, each * sum(number for number, _ in dice.dice))


def penetrating(basic: int, dr: int) -> int:
    """What gets through armor.

    Source: dfrpg.damage.roll
    """
    return max(basic - dr, 0)


def injury(type: str, penetrating: int) -> int:
    """Hit points lost to damage that got through.

    Source: dfrpg.damage.wounding, dfrpg.core.rounding
    """
    if penetrating <= 0:
        return 0
    row = table("wounding")[type]
    least: int = table("fight")["injury"]["least"]
    return max(penetrating * int(row["times"]) // int(row["over"]), least)


def shock(points: int, *, twice: bool = False) -> int:
    """What lost hit points take off skills on the next turn, as a positive number.

    Args:
        points: lost.
        twice: doubled by a critical hit, which also doubles the limit.

    Source: dfrpg.injury.shock, dfrpg.attack.critical_hit
    """
    return min(max(points, 0) * (2 if twice else 1), shock_most(twice=twice))


def shock_most(*, twice: bool = False) -> int:
    """The most shock takes off skills.

    Source: dfrpg.injury.shock, dfrpg.attack.critical_hit
    """
    most: int = table("critical")["shock_most"] if twice else table("fight")["injury"]["shock_most"]
    return most


def is_major(max_hp: int, injury: int) -> bool:
    """Whether one injury is a major wound.

    Source: dfrpg.injury.major_wound
    """
    divisor: int = table("fight")["injury"]["major_divisor"]
    return injury * divisor > max_hp


def knockdown(rolled: Outcome) -> str:
    """What a major wound does after its HT roll: "", "stunned" (and fallen) or "unconscious".

    Source: dfrpg.injury.major_wound
    """
    if rolled.succeeded:
        return ""
    by: int = table("fight")["injury"]["unconscious_by"]
    return "unconscious" if rolled.kind == "critical_failure" or rolled.margin >= by else "stunned"


def is_reeling(max_hp: int, hp: int) -> bool:
    """Whether so few hit points are left that Move and Dodge are halved.

    Source: dfrpg.injury.reeling, dfrpg.movement.halved_by_wounds
    """
    divisor: int = table("fight")["injury"]["reeling_divisor"]
    return hp * divisor < max_hp


def is_tired(max_fp: int, fp: int) -> bool:
    """Whether so few fatigue points are left that Move, Dodge and ST are halved.

    Source: dfrpg.injury.exhaustion
    """
    divisor: int = table("fight")["exhaustion"]["tired_divisor"]
    return fp * divisor < max_fp


def must_stay_conscious(hp: int) -> bool:
    """Whether doing anything calls for a roll to stay conscious.

    Source: dfrpg.injury.collapse
    """
    return hp <= 0


def collapse_modifier(max_hp: int, hp: int) -> int:
    """What hit points below zero do to the roll to stay conscious, 0 or less.

    Source: dfrpg.injury.collapse
    """
    each: int = table("fight")["injury"]["collapse_per_multiple"]
    return each * (max(-hp, 0) // max_hp)


def is_dead(max_hp: int, hp: int) -> bool:
    """Whether somebody is dead without a roll.

    Source: dfrpg.injury.death
    """
    times: int = table("fight")["injury"]["dead"]
    return hp <= -times * max_hp


def death_rolls(max_hp: int, before: int, after: int) -> tuple[int, ...]:
    """Which negative multiples of the hit points were reached; each calls for a roll, unless death needs none.

    Source: dfrpg.injury.death
    """
    return () if is_dead(max_hp, after) else tuple(_reached(max_hp, before, after))


def _reached(max_hp: int, before: int, after: int) -> Iterator[int]:
    multiples: list[int] = table("fight")["injury"]["death_rolls"]
    return (one for one in multiples if before > -one * max_hp >= after)


def dying(rolled: Outcome) -> str:
    """What a death roll comes to: "", "mortal" (a mortal wound) or "dead".

    Source: dfrpg.injury.death
    """
    if rolled.succeeded:
        return ""
    by: int = table("fight")["injury"]["mortal_by"]
    return "mortal" if rolled.margin <= by else "dead"


def knockback_yards(st: int, type: str, basic: int, penetrated: bool) -> int:
    """How far a blow pushes its target.

    Args:
        st: the target's Strength.
        type: kind of damage.
        basic: damage before armor.
        penetrated: whether any of it got through.

    Source: dfrpg.damage.knockback
    """
    pushes = table("wounding")[type]["knockback"]
    if pushes == "never" or (pushes == "stopped" and penetrated):
        return 0
    numbers = table("fight")["knockback"]
    each: int = 1 if st <= numbers["st_small"] else st - numbers["st_less"]
    return max(basic, 0) // each


def knockback_balance(yards: int) -> int:
    """What being pushed so far does to the roll not to fall, 0 or less.

    Source: dfrpg.damage.knockback
    """
    each: int = table("fight")["knockback"]["balance_per_yard"]
    return each * max(yards - 1, 0)
