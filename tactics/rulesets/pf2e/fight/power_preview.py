"""What a power would probably do, by the same parts as its rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tactics.core.text import Text, text
from tactics.rules.action import Argument, Preview
from tactics.rules.dice_text import Dice, chances
from tactics.rules.event import Part
from tactics.rules.parts import total
from tactics.rulesets.pf2e.detection import OBSERVED, flat_check_dc
from tactics.rulesets.pf2e.fight import noticing, water
from tactics.rulesets.pf2e.fight.affecting import (
    adjusting,
    attack_numbers,
    cause_of,
    coming,
    concerning,
    depends,
    save_parts,
    why_spared,
)
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, DIE, SUCCESS, degree_of
from tactics.rulesets.pf2e.fight.damage import Dealt, through
from tactics.rulesets.pf2e.fight.effects import Cause, scaled, tags_of
from tactics.rulesets.pf2e.fight.origins import power_dc
from tactics.rulesets.pf2e.fight.power_areas import placed
from tactics.rulesets.pf2e.fight.powers import Outcome, Power
from tactics.rulesets.pf2e.fight.statistics import DC_BASE
from tactics.rulesets.pf2e.tables import DEGREES
from tactics.world.fight import Fight

Spread = Mapping[int, Fraction]
"""Chance of each number."""
_ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class _Odds:
    """The check of one whom a power takes: chance of each degree ("" without one), its parts, what it must reach."""

    degrees: Mapping[str, Fraction]
    parts: tuple[Part, ...] = ()
    against: int | None = None
    flat_dc: int = 0


def power_preview(fight: Fight, who: str, power: Power, targets: tuple[str, ...], aim: Argument | None) -> Preview:
    """Chances and expected effect of a power on everybody it takes.

    The chance is that of the user's success: of a hit, or of a failed saving throw; with several targets the best one.
    Those whose place the user does not know are left out: they are hit all the same, but nobody expects it.

    Source: pf2e.check.degree_of_success, pf2e.save.basic, pf2e.detect.undetected
    """
    targets = tuple(one for one in targets if one not in noticing.lost(fight, who))
    damage = heals = chance = critical = Fraction(0)
    least, most = None, 0
    notes: list[Text] = []
    odds = _Odds({})
    rolls = False
    for target in targets:
        if why_spared(fight, who, power, target) is not None:
            continue
        odds = _odds(fight, who, power, target, aim)
        rolls = rolls or bool(odds.parts)
        good, best = _wins(power, odds.degrees)
        if good > chance:
            chance, critical = good, best
        found = _expected(fight, who, power, target, odds.degrees)
        damage, heals = damage + found.damage, heals + found.heals
        if found.most:
            least = found.least if least is None else min(least, found.least)
            most = max(most, found.most)
        if len(targets) > 1 and power.save:
            notes.append(text("{who} fails with {n} %", who=fight.world.creature(target).name, n=round(good * 100)))
    if odds.flat_dc:
        notes.append(text("First a flat check against DC {dc}.", dc=odds.flat_dc))
    single = len(targets) == 1
    return Preview(
        chance=chance if rolls else None,
        critical=critical if rolls else Fraction(0),
        parts=odds.parts if single else (),
        against=odds.against if single else None,
        damage_least=least or 0,
        damage_most=most,
        damage_mean=damage,
        heals_mean=heals,
        takes=targets,
        notes=tuple(notes),
        verdicts=(placed(fight, who, power, aim),) if power.shape else (),
    )


def _wins(power: Power, degrees: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
    """The chances of success and of its critical kind for the user of a power."""
    order = DEGREES if power.attack else tuple(reversed(DEGREES))
    found = [degrees.get(one, Fraction(0)) for one in order]
    return found[2] + found[3], found[3]


def _odds(fight: Fight, who: str, power: Power, target: str, aim: Argument | None) -> _Odds:
    adjust = adjusting(fight, who, power, target)
    if power.attack:
        parts, armor, flat = attack_numbers(fight, who, power, target)
        against, flat_dc = DC_BASE + total(armor), 0 if flat is None else flat[0]
    else:
        flat_dc = _flat_dc(fight, who, power, target)
        if not power.save or not any(depends(power, one) for one in concerning(fight, power, target)):
            return _Odds({"": _passed(flat_dc)}, flat_dc=flat_dc)
        parts, against = save_parts(fight, who, power, target, aim), power_dc(fight, who, power)
    added = total(parts)
    degrees = dict.fromkeys(DEGREES, Fraction(0))
    for face in range(1, DIE + 1):
        degrees[degree_of(face, face + added, against, adjust)] += _passed(flat_dc) / DIE
    return _Odds(degrees, parts, against, flat_dc)


def _flat_dc(fight: Fight, who: str, power: Power, target: str) -> int:
    """The flat check for a target that is not plainly seen, 0 for none."""
    friends = fight.world.creature(who).side == fight.world.creature(target).side
    state = OBSERVED if power.shape or friends else noticing.state(fight, who, target)
    return 0 if state == OBSERVED else flat_check_dc(state)


def _passed(flat_dc: int) -> Fraction:
    return Fraction(DIE + 1 - max(1, flat_dc), DIE)


@dataclass(frozen=True, slots=True)
class _Expected:
    """What comes of a power on one creature: mean damage and healing, and the damage of a plain success of its user."""

    damage: Fraction
    heals: Fraction
    least: int
    most: int


def _expected(fight: Fight, who: str, power: Power, target: str, degrees: Mapping[str, Fraction]) -> _Expected:
    mine, cause = concerning(fight, power, target), cause_of(power, who)
    damage = heals = Fraction(0)
    least = most = 0
    plain = SUCCESS if power.attack else DEGREES[1] if "" not in degrees else ""
    for degree, chance in degrees.items():
        outcomes = tuple(one for one in coming(power, mine, degree) if not one.to_user)
        amounts = _damage(fight, cause, target, outcomes, degree)
        damage += chance * _mean(amounts)
        heals += chance * _healing(fight, target, outcomes)
        if degree == plain:
            least, most = min(amounts), max(amounts)
    return _Expected(damage, heals, least, most)


def _mean(spread: Spread) -> Fraction:
    return sum((number * share for number, share in spread.items()), Fraction(0))


def _spread(dice: Dice) -> Spread:
    ways = chances(dice.dice)
    every = sum(ways.values())
    return {faces + dice.bonus: Fraction(count, every) for faces, count in ways.items()}


def _damage(fight: Fight, cause: Cause, target: str, outcomes: tuple[Outcome, ...], degree: str) -> Spread:
    """The chance of each sum of damage that comes through: types stand alone, equal ones are one part.

    Source: pf2e.iwr.order, pf2e.damage.double_halve
    """
    sheet = water.sheet_in(fight, target)
    uncritical = cause.attack and degree == CRITICAL_SUCCESS and "critical_hits" in sheet.immunities
    alike: dict[tuple[str, frozenset[str]], Spread] = {}
    for one in outcomes:
        if one.does == "damage":
            kind = one.type, tags_of(cause, one)
            found = _scaled(cause, one, kind, SUCCESS if uncritical else degree)
            alike[kind] = _together(alike.get(kind, {0: _ONE}), found)
    sums: Spread = {0: _ONE}
    for (type_, tags), amounts in alike.items():
        passed: dict[int, Fraction] = {}
        for amount, share in amounts.items():
            left = sum(one.amount for one in through(sheet, (Dealt(amount, type_, tags),)))
            passed[left] = passed.get(left, Fraction(0)) + share
        sums = _together(sums, passed)
    return sums


def _scaled(cause: Cause, outcome: Outcome, kind: tuple[str, frozenset[str]], degree: str) -> Spread:
    out: dict[int, Fraction] = {}
    for amount, share in _spread(outcome.dice).items():
        parts = scaled(cause, outcome, (Dealt(max(1, amount), *kind),), degree)
        number = sum(one.amount for one in parts)
        out[number] = out.get(number, Fraction(0)) + share
    return out


def _together(one: Spread, other: Spread) -> Spread:
    out: dict[int, Fraction] = {}
    for first, share in one.items():
        for second, chance in other.items():
            out[first + second] = out.get(first + second, Fraction(0)) + share * chance
    return out


def _healing(fight: Fight, target: str, outcomes: tuple[Outcome, ...]) -> Fraction:
    body = fight.body(target)
    room = body.max_hp - body.hp
    return sum(
        (
            min(number, room) * share
            for one in outcomes
            if one.does == "heal"
            for number, share in _spread(one.dice).items()
        ),
        Fraction(0),
    )
