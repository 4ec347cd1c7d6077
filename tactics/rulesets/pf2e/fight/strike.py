"""One Strike: its rolls, its damage; and what it would probably do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tactics.core.lattice import Square
from tactics.core.text import Text, composed, text
from tactics.rules.action import Preview, Refused
from tactics.rules.dice_text import Dice, chances, face_sum, roll_dice
from tactics.rules.event import CounterSet, ItemChanged, ItemLost, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures, taking_cover
from tactics.rulesets.pf2e.fight import conditions, noticing, turn, water
from tactics.rulesets.pf2e.fight.asking import distance_ft, has_effect
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, DIE, FAILURE, SUCCESS, check, degree_of, flat_check
from tactics.rulesets.pf2e.fight.damage import NONLETHAL, PRECISION, SPLASH, Dealt, doubled, through
from tactics.rulesets.pf2e.fight.harm import Blow, hurt
from tactics.rulesets.pf2e.fight.holding import item_of, weapon_of
from tactics.rulesets.pf2e.fight.legality import SHOTS, can_strike
from tactics.rulesets.pf2e.fight.parts import total
from tactics.rulesets.pf2e.fight.persistent import PERSISTENT, Lasting, begin
from tactics.rulesets.pf2e.fight.plan import PLAIN, Manner, Plan, kind_of, plan_of
from tactics.rulesets.pf2e.fight.sheet import Extra, Sheet, Weapon, sheet_of
from tactics.rulesets.pf2e.fight.states import named
from tactics.rulesets.pf2e.fight.weapon_traits import note_swing
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

__all__ = ["AFTER_HIT", "PLAIN", "Manner", "StrikeResult", "strike", "strike_preview"]

AFTER_HIT: list[Callable[[Run, str, str, Weapon, int], None]] = []
"""What else comes of a hit: attacker, target, weapon and the damage that came through; the fight puts it in."""


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
    refusal = can_strike(run.fight, who, target, arm, kind_of(arm, manner), guessed=manner.guessed)
    if refusal is not None:
        raise Refused(refusal)
    plan = plan_of(run.fight, who, target, arm, manner, extra=extra)
    conditions.lose(run, who, taking_cover.CONDITION)
    if not manner.reaction:
        turn.count_attack(run, who)
    found = _made(run, plan, secret=manner.guessed)
    for comes in AFTER_HIT if found.hit else ():
        comes(run, who, target, arm, found.damage)
    if not manner.reaction:
        note_swing(run, who, target, arm, missed=not found.hit)
    noticing.show(run, who, attacks=True)
    return found


def _made(run: Run, plan: Plan, *, secret: bool) -> StrikeResult:
    """Flat check, attack roll and damage of a Strike; the rolls are secret when a square was guessed.

    Source: pf2e.detect.hidden, pf2e.detect.undetected, pf2e.check.secret
    """
    who, target, arm = plan.who, plan.target, plan.weapon
    if water.swallows(run.fight, who, target, plan.kind, plan.type):
        run.emit(Noted(who, text("It misses: water stops it."), "pf2e.aquatic.ranged"))
        launch(run, who, arm, plan.kind, _square_of(run.fight, target))
        return StrikeResult(FAILURE)
    arm_name = composed("{name}", name=arm.name)
    if plan.flat_dc and not _gets_at(run, plan, secret=secret):
        launch(run, who, arm, plan.kind, _square_of(run.fight, target))
        return StrikeResult(FAILURE)
    found = check(
        run,
        who,
        "attack",
        plan.parts,
        plan.armor_class,
        target=target,
        what=arm_name,
        rule="pf2e.attack.roll",
        secret=secret,
        fortune=not secret,
    )
    launch(run, who, arm, plan.kind, _square_of(run.fight, target))
    if not found.succeeded:
        if found.degree == FAILURE:
            splash(run, plan, target=True)
        return StrikeResult(found.degree)
    amount = _deal(run, plan, critical=found.degree == CRITICAL_SUCCESS)
    splash(run, plan, target=False)
    return StrikeResult(found.degree, amount)


def _gets_at(run: Run, plan: Plan, *, secret: bool) -> bool:
    """The flat check to target what is not plainly seen."""
    return flat_check(
        run, plan.who, plan.flat_dc, target=plan.target, what=plan.flat_reason, rule=plan.flat_rule, secret=secret
    ).succeeded


def _deal(run: Run, plan: Plan, *, critical: bool) -> int:
    """Roll the damage and hurt the target; the whole sum is doubled by a critical hit.

    Source: pf2e.damage.procedure, pf2e.damage.double_halve, pf2e.damage.minimum_one, pf2e.iwr.immunity_critical_hits
    """
    sheet = sheet_of(run.fight.world.creature(plan.target))
    twice = critical and "critical_hits" not in sheet.immunities
    rolls = roll_dice(run, _dice(plan, critical=critical))
    sum_ = max(1, face_sum(rolls) + total(plan.damage))
    rule = "pf2e.damage.double_halve" if critical else "pf2e.damage.roll"
    what = composed("{name}", name=plan.weapon.name)
    run.emit(Rolled(plan.who, "damage", rolls, plan.damage, sum_, target=plan.target, what=what, rule=rule))
    base: list[Dealt] = [Dealt(sum_, plan.type, _tags(plan))]
    alone: list[Dealt] = []
    for one in plan.extra:
        if one.persistent or (one.critical and not critical):
            continue
        dealt = Dealt(_rolled(run, plan, one.dice, composed("{name}", name=one.name)), *_kind_of(plan, one))
        (alone if one.critical else base).append(dealt)
    if critical and plan.critical.dice:
        alone.append(Dealt(_rolled(run, plan, plan.critical, text("critical hit")), plan.type, _tags(plan)))
    if plan.weapon.splash:
        alone.append(_splashed(plan))
    amount = hurt(
        run,
        plan.target,
        (*(doubled(base) if twice else base), *alone),
        Blow(plan.who, critical, not plan.lethal, strike=True),
    )
    if amount:
        _set_off(run, plan, critical=critical, twice=twice)
    return amount


def _kind_of(plan: Plan, extra: Extra) -> tuple[str, frozenset[str]]:
    """Type and tags of further dice."""
    return extra.type or plan.type, _tags(plan) | ({PRECISION} if extra.precision else set())


def _set_off(run: Run, plan: Plan, *, critical: bool, twice: bool) -> None:
    """Persistent damage of a Strike that did some harm; what only a critical hit gives is not doubled.

    Source: pf2e.damage.persistent, pf2e.damage.double_halve
    """
    for one in plan.extra:
        if one.persistent and (critical or not one.critical):
            lasting = Lasting(one.type or plan.type, one.dice)
            begin(run, plan.target, lasting.doubled() if twice and not one.critical else lasting, source=plan.who)


def _splashed(plan: Plan) -> Dealt:
    return Dealt(plan.weapon.splash, plan.type, _tags(plan) | {SPLASH})


def splash(run: Run, plan: Plan, *, target: bool) -> None:
    """Damage to everybody around the target, whether it was hit or only missed narrowly.

    Args:
        run: the action.
        plan: the Strike.
        target: the target takes nothing else, and so takes it too.

    Source: pf2e.damage.types
    """
    if not plan.weapon.splash:
        return
    fight, reach = run.fight, int(table("fight")["attack"]["splash_ft"])
    near = [
        one
        for one in fight.bodies
        if one != plan.target
        and not fight.body(one).out
        and distance_ft(fight, plan.target, one) <= reach
        and has_effect(fight, plan.target, one)
    ]
    for one in ([plan.target] if target else []) + near:
        hurt(run, one, [_splashed(plan)], Blow(plan.who, nonlethal=not plan.lethal))


def _rolled(run: Run, plan: Plan, dice: Dice, what: Text) -> int:
    rolls = roll_dice(run, dice)
    amount = face_sum(rolls) + dice.bonus
    run.emit(
        Rolled(plan.who, "damage", rolls, (), amount, target=plan.target, what=what, rule="pf2e.damage.extra_dice")
    )
    return amount


def _dice(plan: Plan, *, critical: bool) -> Dice:
    """The weapon's dice, bigger on a critical hit of a fatal weapon. Their bonus is among the parts."""
    if not critical or plan.fatal is None or not plan.dice.dice:
        return Dice(plan.dice.dice)
    number, _ = plan.dice.dice[0]
    return Dice(((number, plan.fatal), *plan.dice.dice[1:]))


def _tags(plan: Plan) -> frozenset[str]:
    return plan.weapon.tags if plan.lethal else plan.weapon.tags | {NONLETHAL}


def _square_of(fight: Fight, target: str) -> Square:
    return creatures.space_of(fight.world, fight.world.creature(target)).anchor


def launch(run: Run, who: str, weapon: Weapon, kind: str, square: Square) -> None:
    """What becomes of a shot or thrown weapon: one less, lying on the target's square, or to be loaded again."""
    if kind != "ranged":
        return
    if weapon.ammunition is not None:
        key = SHOTS + weapon.id
        run.emit(CounterSet(who, key, run.fight.body(who).count(key) + 1))
    item = item_of(run.fight, who, weapon)
    if item is None:
        return
    if weapon.reload:
        run.emit(ItemChanged(replace(item, ready=False)))
    elif weapon.splash and weapon.ammunition is None:
        run.emit(ItemLost(item.id))
    elif weapon.kind != "ranged" and weapon.ammunition is None:
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
    if water.swallows(fight, who, target, plan.kind, plan.type):
        passed = Fraction(0)
    critical = Fraction(degrees.count(CRITICAL_SUCCESS), DIE) * passed
    plain = Fraction(degrees.count(SUCCESS), DIE) * passed
    sheet = water.sheet_in(fight, target)
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
    for one in plan.extra:
        if one.persistent:
            words = named(PERSISTENT + (one.type or plan.type))
            yield text("{what}, {dice}", what=words, dice=str(one.dice))
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
    extras = [Dealt(one.dice.twice_mean // 2, *_kind_of(plan, one)) for one in more if not one.critical]
    alone = [Dealt(one.dice.twice_mean // 2, *_kind_of(plan, one)) for one in more if one.critical]
    if critical and plan.critical.dice:
        alone.append(Dealt(plan.critical.twice_mean // 2, plan.type, _tags(plan)))
    if plan.weapon.splash:
        alone.append(_splashed(plan))

    def passing(sum_: int) -> int:
        base = (Dealt(max(1, sum_ + bonus), plan.type, _tags(plan)), *extras)
        return sum(one.amount for one in through(sheet, (*(doubled(base) if twice else base), *alone)))

    every = sum(ways.values())
    mean = Fraction(sum(passing(sum_) * count for sum_, count in ways.items()), every)
    return passing(min(ways)), passing(max(ways)), mean
