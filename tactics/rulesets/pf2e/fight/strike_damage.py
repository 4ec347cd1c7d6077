"""What a hit deals, piece by piece: rolling and odds both go through the same pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tactics.core.text import Text, composed, text
from tactics.rules.dice_text import Dice
from tactics.rules.event import Part
from tactics.rules.parts import total
from tactics.rulesets.pf2e.fight.asking import distance_ft, has_effect
from tactics.rulesets.pf2e.fight.damage import NONLETHAL, PRECISION, SPLASH, Dealt
from tactics.rulesets.pf2e.fight.persistent import Lasting
from tactics.rulesets.pf2e.fight.plan import Plan
from tactics.rulesets.pf2e.fight.sheet import Sheet
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight


@dataclass(frozen=True, slots=True)
class Piece:
    """One sum of dice of a hit.

    Attributes:
        dice: what is rolled, with the number that belongs to them.
        added: parts on top.
        type: damage type.
        tags: as those of `Dealt`.
        twice: whether it is doubled.
        least: the least it comes to before it is doubled.
        name: in words.
        rule: rule id.
    """

    dice: Dice
    added: tuple[Part, ...]
    type: str
    tags: frozenset[str]
    twice: bool
    least: int
    name: Text
    rule: str

    def sum_of(self, faces: int) -> int:
        """The sum with some faces. Source: pf2e.damage.minimum_one."""
        return max(self.least, faces + self.dice.bonus + total(self.added))

    def dealt(self, faces: int) -> Dealt:
        """What it deals with some faces. Source: pf2e.damage.double_halve."""
        return Dealt(self.sum_of(faces) * (2 if self.twice else 1), self.type, self.tags)


def doubles(sheet: Sheet, *, critical: bool) -> bool:
    """Whether a hit on a creature is doubled. Source: pf2e.damage.double_halve, pf2e.iwr.immunity_critical_hits."""
    return critical and "critical_hits" not in sheet.immunities


def pieces_of(plan: Plan, sheet: Sheet, *, critical: bool) -> Iterator[Piece]:
    """Everything a hit deals at once; what only a critical hit gives is not doubled.

    Args:
        plan: the Strike.
        sheet: of the target.
        critical: whether it is a critical hit.

    Source: pf2e.damage.roll, pf2e.damage.extra_dice, pf2e.damage.double_halve, pf2e.damage.minimum_one
    """
    twice, rule = doubles(sheet, critical=critical), "pf2e.damage.extra_dice"
    own = "pf2e.damage.double_halve" if critical else "pf2e.damage.roll"
    name = composed("{name}", name=plan.weapon.name)
    yield Piece(weapon_dice(plan, critical=critical), plan.damage, plan.type, tags_of(plan), twice, 1, name, own)
    for one in plan.extra:
        if not one.persistent and (critical or not one.critical):
            tags = tags_of(plan) | ({PRECISION} if one.precision else set())
            named = composed("{name}", name=one.name)
            yield Piece(one.dice, (), one.type or plan.type, tags, twice and not one.critical, 0, named, rule)
    if critical and plan.critical.dice:
        yield Piece(plan.critical, (), plan.type, tags_of(plan), False, 0, text("critical hit"), rule)


def weapon_dice(plan: Plan, *, critical: bool) -> Dice:
    """The weapon's dice, bigger on a critical hit of a fatal weapon. Their bonus is among the plan's parts."""
    if not critical or plan.fatal is None or not plan.dice.dice:
        return Dice(plan.dice.dice)
    number, _ = plan.dice.dice[0]
    return Dice(((number, plan.fatal), *plan.dice.dice[1:]))


def tags_of(plan: Plan) -> frozenset[str]:
    """What resistances look at."""
    return plan.weapon.tags if plan.lethal else plan.weapon.tags | {NONLETHAL}


def lasting_of(plan: Plan, sheet: Sheet, *, critical: bool) -> Iterator[Lasting]:
    """Persistent damage of a hit. Source: pf2e.damage.persistent, pf2e.damage.double_halve."""
    for one in plan.extra:
        if one.persistent and (critical or not one.critical):
            found = Lasting(one.type or plan.type, one.dice)
            yield found.doubled() if doubles(sheet, critical=critical) and not one.critical else found


def splash_of(plan: Plan) -> tuple[Dealt, ...]:
    """What the splash deals to each. Source: pf2e.damage.types."""
    splash = plan.weapon.splash
    return (Dealt(splash, plan.type, tags_of(plan) | {SPLASH}),) if splash else ()


def splashed(fight: Fight, plan: Plan) -> tuple[str, ...]:
    """Ids of those near the target who are splashed. Source: pf2e.damage.types."""
    if not plan.weapon.splash:
        return ()
    reach = int(table("fight")["attack"]["splash_ft"])
    return tuple(
        one
        for one in fight.bodies
        if one != plan.target
        and not fight.body(one).out
        and distance_ft(fight, plan.target, one) <= reach
        and has_effect(fight, plan.target, one)
    )
