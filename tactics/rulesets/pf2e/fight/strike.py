"""One Strike: its rolls, its damage; and what it would probably do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tactics.core.text import Text, composed, text
from tactics.rules.action import Preview, Refused
from tactics.rules.dice_text import Dice, chances, face_sum, roll_dice
from tactics.rules.event import CounterSet, ItemChanged, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import turn
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, DIE, FAILURE, SUCCESS, check, degree_of, flat_check
from tactics.rulesets.pf2e.fight.damage import NONLETHAL, PRECISION, Dealt, doubled, through
from tactics.rulesets.pf2e.fight.harm import Blow, hurt
from tactics.rulesets.pf2e.fight.holding import item_of, weapon_of
from tactics.rulesets.pf2e.fight.legality import SHOTS, can_strike
from tactics.rulesets.pf2e.fight.parts import total
from tactics.rulesets.pf2e.fight.plan import PLAIN, Manner, Plan, kind_of, plan_of
from tactics.rulesets.pf2e.fight.sheet import Sheet, Weapon, sheet_of
from tactics.world.fight import Fight

__all__ = ["PLAIN", "Manner", "StrikeResult", "strike", "strike_preview"]


@dataclass(frozen=True, slots=True)
class StrikeResult:
    """How a Strike came out.

    Attributes:
        degree: of the attack roll; a failure when the flat check before it failed.
        damage: points that came through.
    """

    degree: str
    damage: int = 0

    @property
    def hit(self) -> bool:
        """Whether it hit."""
        return self.degree in (SUCCESS, CRITICAL_SUCCESS)


def strike(
    run: Run, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN, *, extra: Iterable[Part] = ()
) -> StrikeResult:
    """Make one Strike: flat check, attack roll, damage. Actions are not spent here; the attack is counted.

    Raises:
        Refused: it may not be made; nothing was emitted.

    Source: pf2e.basic.strike, pf2e.attack.roll, pf2e.detect.hidden
    """
    arm = weapon_of(run.fight, who, weapon)
    refusal = can_strike(run.fight, who, target, arm, kind_of(arm, manner))
    if refusal is not None:
        raise Refused(refusal)
    plan = plan_of(run.fight, who, target, arm, manner, extra=extra)
    if not manner.reaction:
        turn.count_attack(run, who)
    named = composed("{name}", name=arm.name)
    if (
        plan.flat_dc
        and not flat_check(run, who, plan.flat_dc, target=target, what=plan.flat_reason, rule=plan.flat_rule).succeeded
    ):
        launch(run, plan)
        return StrikeResult(FAILURE)
    found = check(run, who, "attack", plan.parts, plan.armor_class, target=target, what=named, rule="pf2e.attack.roll")
    launch(run, plan)
    if not found.succeeded:
        return StrikeResult(found.degree)
    return StrikeResult(found.degree, _deal(run, plan, critical=found.degree == CRITICAL_SUCCESS))


def _deal(run: Run, plan: Plan, *, critical: bool) -> int:
    """Roll the damage and hurt the target; the whole sum is doubled by a critical hit.

    Source: pf2e.damage.procedure, pf2e.damage.double_halve, pf2e.damage.minimum_one, pf2e.iwr.immunity_critical_hits
    """
    sheet = sheet_of(run.fight.world.creature(plan.target))
    dice = _dice(plan, critical=critical)
    rolls = roll_dice(run, dice)
    sum_ = max(1, face_sum(rolls) + total(plan.damage))
    rule = "pf2e.damage.double_halve" if critical else "pf2e.damage.roll"
    what = composed("{name}", name=plan.weapon.name)
    run.emit(Rolled(plan.who, "damage", rolls, plan.damage, sum_, target=plan.target, what=what, rule=rule))
    base = [Dealt(sum_, plan.type, _tags(plan))]
    alone: list[Dealt] = []
    for one in plan.extra:
        if one.persistent or (one.critical and not critical):
            continue
        amount = _rolled(run, plan, one.dice, composed("{name}", name=one.name))
        tags = _tags(plan) | ({PRECISION} if one.precision else set())
        (alone if one.critical else base).append(Dealt(amount, one.type or plan.type, frozenset(tags)))
    if critical and plan.critical.dice:
        alone.append(Dealt(_rolled(run, plan, plan.critical, text("deadly")), plan.type, _tags(plan)))
    twice = critical and "critical_hits" not in sheet.immunities
    parts = (*(doubled(base) if twice else base), *alone)
    blow = Blow(plan.who, critical, not plan.lethal, strike=True)
    return hurt(run, plan.target, parts, blow)


def _rolled(run: Run, plan: Plan, dice: Dice, what: Text) -> int:
    rolls = roll_dice(run, dice)
    amount = face_sum(rolls) + dice.bonus
    run.emit(
        Rolled(plan.who, "damage", rolls, (), amount, target=plan.target, what=what, rule="pf2e.damage.extra_dice")
    )
    return amount


def _dice(plan: Plan, *, critical: bool) -> Dice:
    """The weapon's dice; bigger and one more on a critical hit of a fatal weapon. Their bonus is among the parts."""
    if not critical or plan.fatal is None or not plan.dice.dice:
        return Dice(plan.dice.dice)
    number, _ = plan.dice.dice[0]
    return Dice(((number, plan.fatal), *plan.dice.dice[1:], (1, plan.fatal)))


def _tags(plan: Plan) -> frozenset[str]:
    return plan.weapon.tags if plan.lethal else plan.weapon.tags | {NONLETHAL}


def launch(run: Run, plan: Plan) -> None:
    """What becomes of a shot or thrown weapon: one less, lying by the target, or to be loaded again."""
    if plan.kind != "ranged":
        return
    weapon, who = plan.weapon, plan.who
    if weapon.ammunition is not None:
        key = SHOTS + weapon.id
        run.emit(CounterSet(who, key, run.fight.body(who).count(key) + 1))
    item = item_of(run.fight, who, weapon)
    if item is None:
        return
    if weapon.reload:
        run.emit(ItemChanged(replace(item, ready=False)))
    elif weapon.kind != "ranged" and weapon.ammunition is None:
        world = run.fight.world
        square = creatures.space_of(world, world.creature(plan.target)).anchor
        run.emit(ItemChanged(replace(item, holder="", hand="", square=square)))


def strike_preview(
    fight: Fight, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN, *, extra: Iterable[Part] = ()
) -> Preview:
    """Exact chances and damage of a Strike, from the same plan as `strike`; nothing is rolled.

    Raises:
        Refused: it may not be made.

    Source: pf2e.check.degree_of_success, pf2e.check.natural_20_1
    """
    arm = weapon_of(fight, who, weapon)
    refusal = can_strike(fight, who, target, arm, kind_of(arm, manner))
    if refusal is not None:
        raise Refused(refusal)
    plan = plan_of(fight, who, target, arm, manner, extra=extra)
    added = total(plan.parts)
    degrees = [degree_of(face, face + added, plan.armor_class) for face in range(1, DIE + 1)]
    passed = Fraction(DIE + 1 - max(1, plan.flat_dc), DIE)
    critical = Fraction(degrees.count(CRITICAL_SUCCESS), DIE) * passed
    plain = Fraction(degrees.count(SUCCESS), DIE) * passed
    sheet = sheet_of(fight.world.creature(target))
    least, most, mean = _expected(sheet, plan, critical=False)
    return Preview(
        chance=plain + critical,
        critical=critical,
        parts=plan.parts,
        against=plan.armor_class,
        damage_least=least,
        damage_most=most,
        damage_mean=plain * mean + critical * _expected(sheet, plan, critical=True)[2],
        takes=(target,),
        notes=tuple(_notes(plan)),
    )


def _notes(plan: Plan) -> Iterator[Text]:
    if plan.flat_dc:
        yield text("First a flat check against DC {dc}.", dc=plan.flat_dc)
    if not plan.lethal:
        yield text("It knocks out and does not kill.")


def _expected(sheet: Sheet, plan: Plan, *, critical: bool) -> tuple[int, int, Fraction]:
    """Least, most and mean damage of a hit after immunity, weakness and resistance; further dice by their mean.

    Source: pf2e.damage.procedure
    """
    twice = critical and "critical_hits" not in sheet.immunities
    ways = chances(_dice(plan, critical=critical).dice)
    bonus = total(plan.damage)
    more = [one for one in plan.extra if not one.persistent and (critical or not one.critical)]
    extras = [Dealt(one.dice.twice_mean // 2, one.type or plan.type, _tags(plan)) for one in more]
    if critical and plan.critical.dice:
        extras.append(Dealt(plan.critical.twice_mean // 2, plan.type, _tags(plan)))

    def passing(sum_: int) -> int:
        base = (Dealt(max(1, sum_ + bonus), plan.type, _tags(plan)),)
        return sum(one.amount for one in through(sheet, (*(doubled(base) if twice else base), *extras)))

    every = sum(ways.values())
    mean = Fraction(sum(passing(sum_) * count for sum_, count in ways.items()), every)
    return passing(min(ways)), passing(max(ways)), mean
