"""What a Strike would probably do: the exact chances of the plan it is rolled by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce

from tactics.core.text import Text, text
from tactics.rules.action import Preview, Refused
from tactics.rules.dice_text import chances
from tactics.rules.event import Part
from tactics.rules.parts import total
from tactics.rulesets.pf2e.fight import water
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, DIE, FAILURE, SUCCESS, degree_of
from tactics.rulesets.pf2e.fight.damage import Dealt, through
from tactics.rulesets.pf2e.fight.holding import weapon_of
from tactics.rulesets.pf2e.fight.legality import can_strike
from tactics.rulesets.pf2e.fight.persistent import PERSISTENT
from tactics.rulesets.pf2e.fight.plan import PLAIN, Manner, Plan, kind_of, plan_of
from tactics.rulesets.pf2e.fight.sheet import Sheet, Weapon
from tactics.rulesets.pf2e.fight.states import named
from tactics.rulesets.pf2e.fight.strike_damage import Piece, pieces_of, splash_of, splashed
from tactics.world.fight import Fight

Ways = dict[tuple[Dealt, ...], int]
"""In how many ways the dice come to some damage."""


def strike_preview(
    fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN, *, extra: Iterable[Part] = ()
) -> Preview:
    """Exact chances and damage of a Strike; nothing is rolled.

    Raises:
        Refused: it may not be made.

    Source: pf2e.check.degree_of_success, pf2e.check.natural_20_1, pf2e.damage.procedure
    """
    arm = weapon_of(fight, who, weapon)
    refusal = can_strike(fight, who, target, arm, kind_of(arm, manner))
    if refusal is not None:
        raise Refused(refusal)
    plan = plan_of(fight, who, target, arm, manner, extra=extra)
    passed = Fraction(DIE + 1 - max(1, plan.flat_dc), DIE)
    if water.swallows(fight, who, target, plan.kind, plan.type):
        passed = Fraction(0)
    degrees = [degree_of(face, face + total(plan.parts), plan.armor_class) for face in range(1, DIE + 1)]
    odds = {degree: Fraction(degrees.count(degree), DIE) * passed for degree in (CRITICAL_SUCCESS, SUCCESS, FAILURE)}
    sheet = water.sheet_in(fight, target)
    hit, critical = (_ways(plan, sheet, critical=one) for one in (False, True))
    near = splashed(fight, plan)
    splash = sum(_through(water.sheet_in(fight, one), splash_of(plan)) for one in near)
    mean = odds[SUCCESS] * _mean(sheet, hit) + odds[CRITICAL_SUCCESS] * _mean(sheet, critical)
    mean += odds[FAILURE] * _through(sheet, splash_of(plan)) + sum(odds.values()) * splash
    amounts = [_through(sheet, one) for one in hit]
    return Preview(
        chance=odds[SUCCESS] + odds[CRITICAL_SUCCESS],
        critical=odds[CRITICAL_SUCCESS],
        parts=plan.parts,
        against=plan.armor_class,
        damage_least=min(amounts),
        damage_most=max(amounts),
        damage_mean=mean,
        takes=(target, *near),
        notes=tuple(_notes(plan)),
    )


def _notes(plan: Plan) -> Iterator[Text]:
    if plan.flat_dc:
        yield text("First a flat check against DC {dc}.", dc=plan.flat_dc)
    for one in plan.extra:
        if one.persistent:
            words = named(PERSISTENT + (one.type or plan.type))
            yield text("{what}, {dice}", what=words, dice=str(one.dice))
    if not plan.lethal:
        yield text("It knocks out and does not kill.")


def _ways(plan: Plan, sheet: Sheet, *, critical: bool) -> Ways:
    """In how many ways a hit deals what, before immunity, weakness and resistance."""
    return reduce(_with, pieces_of(plan, sheet, critical=critical), {splash_of(plan): 1})


def _with(ways: Ways, piece: Piece) -> Ways:
    found: Ways = {}
    for faces, count in chances(piece.dice.dice).items():
        for dealt, others in ways.items():
            key = (*dealt, piece.dealt(faces))
            found[key] = found.get(key, 0) + count * others
    return found


def _through(sheet: Sheet, dealt: tuple[Dealt, ...]) -> int:
    return sum(one.amount for one in through(sheet, dealt))


def _mean(sheet: Sheet, ways: Ways) -> Fraction:
    return Fraction(sum(_through(sheet, dealt) * count for dealt, count in ways.items()), sum(ways.values()))
