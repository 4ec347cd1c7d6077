"""The damage an attack deals by its result: what is rolled, what is at its highest, what is halved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import Text, composed, text
from tactics.rules.dice_text import Dice, chances, face_sum, roll_dice
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.dnd4e.fight import conditions, numbers
from tactics.rulesets.dnd4e.fight.badges import typed
from tactics.rulesets.dnd4e.fight.damage import Defenses, through
from tactics.rulesets.dnd4e.fight.holding import item_of
from tactics.rulesets.dnd4e.fight.own_numbers import damage_dice, damage_parts, first_damage
from tactics.rulesets.dnd4e.fight.parts import stacked
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Fight

MISS, HIT, CRITICAL = "miss", "hit", "critical"
Shared = dict[Outcome, tuple[tuple[Roll, ...], int]]
"""Faces that count for everybody in an area, and what was added to them when they fell."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Damage of one roll.

    Attributes:
        outcome: what of the power it is.
        dice: what is rolled.
        parts: what is added.
        types: damage types, empty for untyped.
        what, rule: for its event.
        highest: the dice are not rolled but at their highest.
        half: half of it is dealt.
        extra: dice a critical hit adds.
    """

    outcome: Outcome
    dice: Dice
    parts: tuple[Part, ...]
    types: tuple[str, ...]
    what: Text
    rule: str = "dnd4e.damage.roll"
    highest: bool = False
    half: bool = False
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of one instance: points, types, and whether half of it is dealt."""

    amount: int
    types: tuple[str, ...]
    half: bool = False


def portions(
    fight: Fight, who: str, target: str, power: Power, weapon: Weapon | None, result: str
) -> tuple[Portion, ...]:
    """The damage of an attack with a result, in the order of the power.

    Source: dnd4e.damage.roll, dnd4e.damage.typed_power, dnd4e.damage.half_on_miss, dnd4e.crit.max_damage,
        dnd4e.crit.extra_damage, dnd4e.crit.no_damage
    """
    hits = [one for one in power.hit if one.does == "damage"]
    if result == MISS:
        if target and sheet_of(fight.world.creature(target)).kind == "minion":
            return ()
        return tuple(_missed(fight, who, target, power, weapon, hits))
    found = [_portion(fight, who, target, power, weapon, one) for one in hits]
    if result != CRITICAL or not found:
        return tuple(found)
    highest = [replace(one, highest=True, rule="dnd4e.crit.max_damage") for one in found]
    return (*highest, *_extra(fight, who, weapon, found[0]))


def _missed(
    fight: Fight, who: str, target: str, power: Power, weapon: Weapon | None, hits: list[Outcome]
) -> Iterator[Portion]:
    for one in power.miss:
        if one.does == "damage" and one.half and hits:
            for hit in hits:
                yield replace(_portion(fight, who, target, power, weapon, hit), half=True)
        elif one.does == "damage":
            yield replace(_portion(fight, who, target, power, weapon, one), half=one.half)


def _portion(fight: Fight, who: str, target: str, power: Power, weapon: Weapon | None, one: Outcome) -> Portion:
    sheet = sheet_of(fight.world.creature(who))
    bloodied = bool(target) and conditions.bloodied(fight, target)
    parts = damage_parts(sheet, power, weapon, one, bloodied=bloodied)
    if first_damage(power, one):
        parts = stacked((*parts, *_two_hands(fight, who, weapon, one), *numbers.lasting(fight, who, "damage")))
    what = typed(composed("{name}", name=power.name), one.types)
    return Portion(one, damage_dice(power, weapon, one), parts, one.types, what)


def _two_hands(fight: Fight, who: str, weapon: Weapon | None, one: Outcome) -> Iterator[Part]:
    """What a versatile weapon gains when both hands hold it. Source: dnd4e.damage.weapon_dice."""
    if weapon is None or not one.weapon or "versatile" not in weapon.properties:
        return
    item = item_of(fight, who, weapon)
    if item is not None and item.hand == "both":
        yield Part(int(table("fight")["versatile"]["damage"]), text("both hands"), "", "dnd4e.damage.weapon_dice")


def _extra(fight: Fight, who: str, weapon: Weapon | None, first: Portion) -> Iterator[Portion]:
    """What a critical hit adds and is rolled, of the type of the attack unless it has its own.

    Source: dnd4e.crit.extra_damage, dnd4e.crit.high_crit
    """
    if weapon is None:
        return
    what = typed(composed("{name}", name=weapon.name), first.types)
    if "high_crit" in weapon.properties:
        level = sheet_of(fight.world.creature(who)).level
        times = max(int(one["dice"]) for one in table("fight")["high_crit"] if level >= int(one["level"]))
        dice = Dice(tuple((number * times, sides) for number, sides in weapon.dice.dice), weapon.dice.bonus * times)
        yield Portion(first.outcome, dice, (), first.types, what, "dnd4e.crit.high_crit", extra=True)
    if weapon.critical.dice or weapon.critical.bonus:
        types = (weapon.critical_type,) if weapon.critical_type else first.types
        what = typed(composed("{name}", name=weapon.name), types)
        yield Portion(first.outcome, weapon.critical, (), types, what, "dnd4e.crit.extra_damage", extra=True)


def roll_portions(
    run: Run, who: str, target: str, several: Iterable[Portion], shared: Shared | None = None
) -> tuple[Damage, ...]:
    """Roll what is to be rolled; damage of the same types is one instance.

    Args:
        run: the action.
        who: who attacks.
        target: whom.
        several: what is dealt.
        shared: faces rolled before for others in the same area, None when each target has its own roll.

    Source: dnd4e.damage.roll, dnd4e.attack.area_rolls, dnd4e.damage.typed_power
    """
    sums: dict[tuple[tuple[str, ...], bool], int] = {}
    for one in several:
        amount = _roll(run, who, target, one, shared)
        key = one.types, one.half
        sums[key] = sums.get(key, 0) + amount
    return tuple(Damage(max(0, amount), types, half) for (types, half), amount in sums.items())


def _roll(run: Run, who: str, target: str, one: Portion, shared: Shared | None) -> int:
    """Roll one portion, unless it is at its highest or was rolled for all, and tell what it comes to."""
    rolls: tuple[Roll, ...] = ()
    parts, told, aim = one.parts, True, target
    if one.highest:
        most = Part(one.dice.most, text("highest of {dice}", dice=str(one.dice)), "", one.rule)
        parts, amount = (most, *parts), one.dice.most
    elif shared is None or one.extra:
        rolls = roll_dice(run, one.dice)
        amount = face_sum(rolls) + one.dice.bonus
    else:
        if one.outcome in shared:
            # Told again only where more or less is added, as against the bloodied.
            told = total(one.parts) != shared[one.outcome][1]
        else:
            rolls, aim = roll_dice(run, one.dice), ""
            shared[one.outcome] = rolls, total(one.parts)
        amount = face_sum(shared[one.outcome][0]) + one.dice.bonus
    amount += total(one.parts)
    if told:
        run.emit(Rolled(who, "damage", rolls, parts, amount, target=aim, what=one.what, rule=one.rule))
    return amount


def expected(own: Defenses, several: Iterable[Portion], halves: int) -> tuple[int, int, Fraction]:
    """Least, most and mean points of what comes through of some portions, exactly.

    Args:
        own: what the target has against damage.
        several: what is dealt.
        halves: how many things halve it besides.

    Source: dnd4e.damage.order
    """
    dice: dict[tuple[tuple[str, ...], bool], list[tuple[int, int]]] = {}
    fixed: dict[tuple[tuple[str, ...], bool], int] = {}
    for one in several:
        key = one.types, one.half
        dice.setdefault(key, []).extend(() if one.highest else one.dice.dice)
        fixed[key] = fixed.get(key, 0) + total(one.parts) + (one.dice.most if one.highest else one.dice.bonus)
    least, most, mean = 0, 0, Fraction(0)
    for (types, half), rolled in dice.items():
        ways = chances(tuple(rolled))
        passing = {
            sum_: through(own, max(0, sum_ + fixed[types, half]), types, halves=halves + int(half))[0] for sum_ in ways
        }
        least, most = least + passing[min(ways)], most + passing[max(ways)]
        mean += Fraction(sum(passing[sum_] * count for sum_, count in ways.items()), sum(ways.values()))
    return least, most, mean


def changes(own: Defenses, several: Iterable[Portion], halves: int) -> tuple[Text, ...]:
    """Why not all of some portions comes through, in words. Source: dnd4e.damage.order."""
    found: dict[Text, None] = {}
    for one in several:
        for change in through(own, 0, one.types, halves=halves)[1]:
            found[change.words] = None
    return tuple(found)
