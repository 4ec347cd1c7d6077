"""The exact odds of an attack, from the same plan that is rolled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from tactics.core.text import Text, text
from tactics.rules.action import Preview
from tactics.rules.dice_text import Dice, chances
from tactics.rulesets.pf1.fight.checks import passes
from tactics.rulesets.pf1.fight.harm import through
from tactics.rulesets.pf1.fight.own_numbers import total
from tactics.rulesets.pf1.fight.plan import Plan
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.world.fight import Fight

FACES = range(1, 21)


def preview_of(fight: Fight, plan: Plan) -> Preview:
    """What an attack would probably do.

    Source: pf1.attack.roll, pf1.attack.natural_1_20, pf1.attack.critical, pf1.conceal.miss_chance
    """
    added = total(plan.parts)
    hitting = [face for face in FACES if passes(face, face + added, plan.armor_class)]
    seen = Fraction(100 - plan.miss_chance, 100)
    threats = sum(1 for face in hitting if face >= plan.threat) if plan.critical_multiplier > 1 else 0
    chance = Fraction(len(hitting), 20) * seen
    critical = Fraction(threats, 20) * Fraction(len(hitting), 20) * seen
    plain = damage_mean(fight, plan, critical=False)
    mean = (chance - critical) * plain + critical * damage_mean(fight, plan, critical=True)
    least, most = damage_bounds(fight, plan)
    return Preview(
        chance=chance,
        critical=critical,
        parts=plan.parts,
        against=plan.armor_class,
        damage_least=least,
        damage_most=most,
        damage_mean=mean,
        notes=tuple(_notes(plan)),
    )


def _notes(plan: Plan) -> list[Text]:
    found = []
    if plan.miss_chance:
        found.append(text("{n}% of the hits miss.", n=plan.miss_chance))
    if not plan.lethal:
        found.append(text("Nonlethal damage."))
    return found


def damage_mean(fight: Fight, plan: Plan, *, critical: bool) -> Fraction:
    """Expected damage of a hit after resistances."""
    weapon, energies = _distributions(plan, critical=critical)
    passing = _weapon_through(fight, plan)
    mean = _mean(weapon, passing)
    for kind, ways in energies:
        mean += _mean(ways, _energy_through(fight, plan, kind))
    return mean


def damage_bounds(fight: Fight, plan: Plan) -> tuple[int, int]:
    """Least and most damage of a hit that is no critical hit."""
    weapon, energies = _distributions(plan, critical=False)
    passing = _weapon_through(fight, plan)
    least, most = passing(min(weapon)), passing(max(weapon))
    for kind, ways in energies:
        energy = _energy_through(fight, plan, kind)
        least, most = least + energy(min(ways)), most + energy(max(ways))
    return least, most


def _distributions(plan: Plan, *, critical: bool) -> tuple[Mapping[int, int], list[tuple[str, Mapping[int, int]]]]:
    """Ways to each sum of the weapon's damage, and of each energy."""
    times = plan.times(critical=critical)
    dice = [(number * times, sides) for number, sides in plan.dice.dice]
    bonus = total(plan.damage) * times
    energies = []
    for one in plan.extra:
        if one.kind:
            energies.append((one.kind, _ways(one.dice)))
        else:
            dice += one.dice.dice
            bonus += one.dice.bonus
    return _ways(Dice(tuple(dice), bonus)), energies


def _ways(dice: Dice) -> Mapping[int, int]:
    return {sum_ + dice.bonus: count for sum_, count in chances(dice.dice).items()}


def _mean(ways: Mapping[int, int], passing: Callable[[int], int]) -> Fraction:
    every = sum(ways.values())
    return Fraction(sum(passing(amount) * count for amount, count in ways.items()), every)


def _weapon_through(fight: Fight, plan: Plan) -> Callable[[int], int]:
    """Points of the weapon's damage that come through; less than 1 is 1. Source: pf1.damage.minimum."""
    sheet = sheet_of(fight.world.creature(plan.target))
    kind, overcomes = "/".join(plan.weapon.types), plan.weapon.overcomes

    def passing(amount: int) -> int:
        lethal = plan.lethal and amount >= 1
        return through(sheet, max(1, amount), kind=kind, overcomes=overcomes, lethal=lethal).amount

    return passing


def _energy_through(fight: Fight, plan: Plan, kind: str) -> Callable[[int], int]:
    sheet = sheet_of(fight.world.creature(plan.target))
    return lambda amount: through(sheet, amount, kind=kind, overcomes=frozenset(), lethal=True).amount
