"""What follows from attributes: damage by Strength, load, and the derived characteristics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tactics.rules.dice_text import Dice, parse_dice
from tactics.rulesets.dfrpg.tables import table

TENTHS = 10


@dataclass(frozen=True, slots=True)
class Characteristics:
    """What follows from the four attributes where a sheet says nothing else.

    Attributes:
        hp, will, per, fp: hit points, Will, Perception, fatigue points.
        speed_quarters: Basic Speed in quarters.
        move: Basic Move in yards.
        dodge: Dodge without a load.
    """

    hp: int
    will: int
    per: int
    fp: int
    speed_quarters: int
    move: int
    dodge: int


def characteristics(st: int, dx: int, iq: int, ht: int) -> Characteristics:
    """The usual derived characteristics.

    Source: dfrpg.core.characteristics
    """
    quarters = dx + ht
    return Characteristics(st, iq, iq, ht, quarters, basic_move(quarters), basic_dodge(quarters))


def basic_move(speed_quarters: int) -> int:
    """Basic Move by Basic Speed.

    Source: dfrpg.core.characteristics
    """
    divisor: int = table("strength")["characteristics"]["speed_divisor"]
    return speed_quarters // divisor


def basic_dodge(speed_quarters: int) -> int:
    """Dodge without a load by Basic Speed.

    Source: dfrpg.core.characteristics, dfrpg.defense.dodge
    """
    more: int = table("strength")["characteristics"]["dodge"]
    return basic_move(speed_quarters) + more


def halved_up(number: int) -> int:
    """Half of Move, Dodge or ST, rounded up.

    Source: dfrpg.core.rounding
    """
    return (number + 1) // 2


@cache
def thrust(st: int) -> Dice:
    """Dice of a thrust.

    Source: dfrpg.core.strength_damage
    """
    return _damage(st, 1)


@cache
def swing(st: int) -> Dice:
    """Dice of a swing.

    Source: dfrpg.core.strength_damage
    """
    return _damage(st, 2)


def _damage(st: int, column: int) -> Dice:
    numbers = table("strength")
    rows = numbers["damage"]
    last = rows[-1][0]
    row = rows[min(max(st, 1), last) - 1]
    found = parse_dice(row[column])
    assert found is not None, "the table holds dice"
    steps = max(st - last, 0) // numbers["beyond_st"] * numbers["beyond"]
    return _stronger(found, steps, numbers["die_worth"]) if steps else found


def _stronger(dice: Dice, steps: int, die_worth: int) -> Dice:
    """Dice with points added, where a die is worth some points and the bonus stays from −1 to +2."""
    ((number, sides),) = dice.dice
    points = (number - 1) * die_worth + dice.bonus + 1 + steps
    return Dice(((points // die_worth + 1, sides),), points % die_worth - 1)


def basic_lift_tenths_lb(st: int) -> int:
    """Basic Lift in tenths of a pound, in whole pounds where it is not small.

    Source: dfrpg.core.encumbrance
    """
    lift = table("strength")["lift"]
    tenths = st * st * TENTHS // int(lift["divisor"])
    if tenths < lift["whole_lb"] * TENTHS:
        return tenths
    return (tenths + TENTHS // 2) // TENTHS * TENTHS


def encumbrance(st: int, carried_lb: int) -> int | None:
    """Level of encumbrance, 0 for none to 4; None for more than can be carried.

    Source: dfrpg.core.encumbrance
    """
    lift = basic_lift_tenths_lb(st)
    levels = enumerate(table("encumbrance")["level"])
    return next((level for level, row in levels if carried_lb * TENTHS <= row["lifts"] * lift), None)


def loaded_move(basic: int, level: int) -> int:
    """Move under a load, one yard at least.

    Source: dfrpg.core.encumbrance
    """
    tenths: int = table("encumbrance")["level"][level]["move_tenths"]
    return max(1, basic * tenths // TENTHS)


def loaded_dodge(dodge: int, level: int) -> int:
    """Dodge under a load.

    Source: dfrpg.core.encumbrance, dfrpg.defense.dodge
    """
    less: int = table("encumbrance")["level"][level]["dodge"]
    return dodge + less


def step_yd(move: int) -> int:
    """How far a step goes: a tenth of Move rounded up, one yard at least.

    Source: dfrpg.movement.step
    """
    per: int = table("fight")["step"]["move_per_yard"]
    return max(1, -(-move // per))


def st_keeps_ready(st: int, need: int) -> bool:
    """Whether somebody is strong enough to have an unwieldy weapon ready after a blow.

    Source: dfrpg.state.unready_after_attack
    """
    times = table("strength")["keeps_ready"]
    return bool(times["st_times"] * st >= times["need_times"] * need)
