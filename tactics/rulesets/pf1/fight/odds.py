"""The exact odds of an attack, from the same plan that is rolled."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tactics.core.text import Text, text
from tactics.rules.action import Preview
from tactics.rules.dice_text import Dice, chances
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight.checks import passes
from tactics.rulesets.pf1.fight.harm import through
from tactics.rulesets.pf1.fight.plan import Plan
from tactics.rulesets.pf1.fight.sheet import Sheet
from tactics.world.kept import kept

FACES = range(1, 21)


@kept
def preview_of(plan: Plan) -> Preview:
    """What an attack would probably do.

    Source: pf1.attack.roll, pf1.attack.natural_1_20, pf1.attack.critical, pf1.conceal.miss_chance
    """
    threat = plan.threat if plan.critical_multiplier > 1 else None
    chance, critical = _chances(total(plan.parts), plan.armor_class, threat, plan.miss_chance)
    plain = _harm(plan, critical=False)
    mean = (chance - critical) * plain.mean
    if critical:
        mean += critical * _harm(plan, critical=True).mean
    return Preview(
        chance=chance,
        critical=critical,
        parts=plan.parts,
        against=plan.armor_class,
        damage_least=plain.least,
        damage_most=plain.most,
        damage_mean=mean,
        notes=tuple(_notes(plan)),
    )


@lru_cache(4096)
def _chances(added: int, needed: int, threat: int | None, miss_chance: int) -> tuple[Fraction, Fraction]:
    """The chance to hit, and that of a critical hit; threat: lowest face that threatens one, None for never.

    Source: pf1.attack.natural_1_20, pf1.attack.critical, pf1.conceal.miss_chance
    """
    hitting = [face for face in FACES if passes(face, face + added, needed)]
    seen = Fraction(100 - miss_chance, 100)
    threats = 0 if threat is None else sum(1 for face in hitting if face >= threat)
    return Fraction(len(hitting), 20) * seen, Fraction(threats, 20) * Fraction(len(hitting), 20) * seen


def _notes(plan: Plan) -> list[Text]:
    found = []
    if plan.miss_chance:
        found.append(text("{n}% of the hits miss.", n=plan.miss_chance))
    if not plan.lethal:
        found.append(text("Nonlethal damage."))
    return found


class Harm(NamedTuple):
    """Damage of a hit after resistances: expected, least and most."""

    mean: Fraction
    least: int
    most: int


def _harm(plan: Plan, *, critical: bool) -> Harm:
    """What a hit deals."""
    times = plan.times(critical=critical)
    dice = [(number * times, sides) for number, sides in plan.dice.dice]
    bonus = total(plan.damage) * times
    found: list[Harm] = []
    for one in plan.extra:
        if one.kind:
            found.append(_through(plan.harmed, one.kind, frozenset(), True, 0, one.dice))
        else:
            dice += one.dice.dice
            bonus += one.dice.bonus
    kind, overcomes = "/".join(plan.weapon.types), plan.weapon.overcomes
    # Less than 1 point is 1 point, and not lethal.
    found.append(_through(plan.harmed, kind, overcomes, plan.lethal, 1, Dice(tuple(dice), bonus)))
    if len(found) == 1:
        return found[0]
    means, least, most = zip(*found, strict=True)
    return Harm(sum(means, Fraction(0)), sum(least), sum(most))


@lru_cache(8192)
def _through(sheet: Sheet, kind: str, overcomes: frozenset[str], lethal: bool, floor: int, dice: Dice) -> Harm:
    """What comes through of some dice.

    Args:
        sheet: of whom is hurt.
        kind: damage types joined by "/".
        overcomes: what damage reduction it goes through besides its types.
        lethal: whether it is meant to be; what is below the floor never is.
        floor: points that are dealt at least.
        dice: what is rolled.

    Source: pf1.damage.minimum
    """
    every, points, dealt = 0, 0, []
    for faces, count in chances(dice.dice).items():
        amount = faces + dice.bonus
        deadly = lethal and amount >= floor
        dealt.append(through(sheet, max(floor, amount), kind=kind, overcomes=overcomes, lethal=deadly).amount)
        every, points = every + count, points + dealt[-1] * count
    # The sums come in rising order.
    return Harm(Fraction(points, every), dealt[0], dealt[-1])
