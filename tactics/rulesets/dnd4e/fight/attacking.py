"""One attack of a power against one target: what is settled, the roll, the damage, and the odds of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import composed, listed, text
from tactics.rules.action import Preview
from tactics.rules.event import Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.dnd4e.fight import conditions, helping, numbers, portions
from tactics.rulesets.dnd4e.fight.asking import position
from tactics.rulesets.dnd4e.fight.damage import defenses_of
from tactics.rulesets.dnd4e.fight.holding import BY_POWER
from tactics.rulesets.dnd4e.fight.own_numbers import base, defense_name
from tactics.rulesets.dnd4e.fight.parts import part_of
from tactics.rulesets.dnd4e.fight.portions import Damage, Shared
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.retyping import as_made
from tactics.rulesets.dnd4e.fight.sheet import Weapon
from tactics.world.fight import Fight

DIE = 20
MISS, HIT, CRITICAL = portions.MISS, portions.HIT, portions.CRITICAL
ALWAYS = 1
"""Lowest critical face of an attack whose every hit is critical. Source: dnd4e.crit.coup_de_grace."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One attack as it is about to be rolled.

    Attributes:
        parts: of the attack roll.
        defense: what it must reach.
        defense_parts: how that comes about.
        own_defense: what it would be if nothing lasted on the target.
        crit: lowest face that is a critical hit when the total hits.
    """

    who: str
    target: str
    power: Power
    weapon: Weapon | None
    parts: tuple[Part, ...]
    defense: int
    defense_parts: tuple[Part, ...]
    crit: int
    own_defense: int


def attack_kind(power: Power) -> str:
    """How judges of positions call the attack. Source: dnd4e.attack.types."""
    return power.kind if power.kind in ("melee", "ranged") else "area"


def plan_of(
    fight: Fight,
    who: str,
    target: str,
    power: Power,
    weapon: Weapon | None,
    targets: tuple[str, ...],
    extra: tuple[Part, ...] = (),
) -> Plan:
    """Settle an attack; whether it is allowed is not looked at.

    Args:
        fight: the moment.
        who: the attacker.
        target: whom it attacks.
        power: what with.
        weapon: the weapon, None without.
        targets: everybody the power attacks, for marks.
        extra: further modifiers of the roll.

    Source: dnd4e.roll.attack, dnd4e.roll.situational
    """
    power = as_made(power, weapon)
    kind = attack_kind(power)
    shot = (weapon.id if weapon is not None and power.armed else BY_POWER) if kind == "ranged" else None
    place = position(fight, who, target, kind, shot)
    bloodied = conditions.bloodied(fight, target)
    here = [part_of(one) for one in place if one.to == "attack"]
    here += helping.attack_parts(fight, who, target)
    parts = numbers.attack(fight, who, power, weapon, targets, bloodied=bloodied, extra=(*here, *extra))
    against = [part_of(one) for one in place if one.to == power.versus]
    against += helping.defense_parts(fight, target, who)
    number, defense_parts = numbers.defense(fight, target, power.versus, extra=against)
    own = numbers.usual_defense(fight, target, power.versus)
    return Plan(who, target, power, weapon, parts, number, defense_parts, power.crit, own)


def outcome_of(plan: Plan, face: int) -> str:
    """What a face of the die comes to.

    Source: dnd4e.roll.hit, dnd4e.roll.auto_hit, dnd4e.roll.auto_miss, dnd4e.crit.natural_20, dnd4e.crit.precision
    """
    sum_ = face + total(plan.parts)
    if face == 1:
        return MISS
    reaches = sum_ >= plan.defense
    if reaches and face >= plan.crit:
        return CRITICAL
    if not reaches and face != DIE:
        return MISS
    return CRITICAL if plan.crit == ALWAYS else HIT


def _rule(plan: Plan, face: int, result: str) -> str:
    """The rule that made a roll come out as it did."""
    if result == CRITICAL:
        return "dnd4e.crit.natural_20" if face == DIE else "dnd4e.crit.precision"
    if face == 1:
        return "dnd4e.roll.auto_miss"
    short = face + total(plan.parts) < plan.defense
    return "dnd4e.roll.auto_hit" if result == HIT and short else "dnd4e.roll.hit"


def _tell_defense(run: Run, plan: Plan) -> None:
    """Say what a defense is made of when something lasts on it or the position bears upon it.

    Source: dnd4e.defense.temporary
    """
    own, now = plan.own_defense, plan.defense
    if own == now:
        return
    parts = [
        composed("{amount} {reason}", amount=f"{one.amount:+d}".replace("-", "\u2212"), reason=one.reason)
        for one in plan.defense_parts
        if one.kept and one.amount
    ]
    told = text(
        "{name}: {defense} {now} instead of {own} ({parts})", name=run.fight.world.creature(plan.target).name,
        defense=defense_name(plan.power.versus), now=now, own=own, parts=listed([text("base {n}", n=base()), *parts]),
    )  # fmt: skip
    run.emit(Noted(plan.target, told, "dnd4e.defense.temporary"))


def roll_attack(run: Run, plan: Plan) -> str:
    """Roll the attack. Source: dnd4e.roll.attack."""
    return told(run, plan, run.roll(DIE))


def told(run: Run, plan: Plan, face: int) -> str:
    """Tell how an attack comes out with a face of the die. Source: dnd4e.roll.hit."""
    _tell_defense(run, plan)
    found = outcome_of(plan, face)
    rule = _rule(plan, face, found)
    what = composed("{name} ({defense})", name=plan.power.name, defense=defense_name(plan.power.versus))
    run.emit(
        Rolled(
            plan.who, "attack", (Roll(DIE, face),), plan.parts, face + total(plan.parts), plan.defense, found,
            plan.target, what, rule,
        )
    )  # fmt: skip
    helping.attacked(run, plan.who, plan.target)
    return found


def halves_of(fight: Fight, who: str) -> int:
    """How many things halve what a creature's attacks deal. Source: dnd4e.condition.weakened."""
    return 1 if fight.body(who).has("weakened") else 0


def preview_of(fight: Fight, plan: Plan) -> Preview:
    """What an attack would probably do: exact chances, and the mean damage with hits, critical hits and misses.

    Source: dnd4e.roll.hit, dnd4e.crit.natural_20, dnd4e.crit.extra_damage, dnd4e.damage.half_on_miss
    """
    faces = [outcome_of(plan, face) for face in range(1, DIE + 1)]
    chances = {result: Fraction(faces.count(result), DIE) for result in (MISS, HIT, CRITICAL)}
    own, halves = defenses_of(fight, plan.target), halves_of(fight, plan.who)

    def several(result: str) -> tuple[portions.Portion, ...]:
        return portions.portions(fight, plan.who, plan.target, plan.power, plan.weapon, result)

    def dealt(result: str) -> tuple[int, int, Fraction]:
        return portions.expected(own, several(result), halves)

    usual = dealt(HIT)
    least, most = usual[:2]
    if not chances[HIT] and chances[CRITICAL]:
        least, most = dealt(CRITICAL)[:2]
    elif chances[CRITICAL]:
        most = max(most, dealt(CRITICAL)[1])
    mean = sum((chance * dealt(result)[2] for result, chance in chances.items() if chance), Fraction(0))
    return Preview(
        chance=chances[HIT] + chances[CRITICAL], critical=chances[CRITICAL], parts=plan.parts, against=plan.defense,
        damage_least=least, damage_most=most, damage_mean=mean, takes=(plan.target,),
        notes=portions.changes(own, several(HIT), halves),
    )  # fmt: skip


def roll_damage(run: Run, plan: Plan, result: str, shared: Shared) -> tuple[Damage, ...]:
    """Roll the damage of an attack; in an area the dice of the first target count for all.

    Source: dnd4e.damage.roll, dnd4e.attack.area_rolls, dnd4e.crit.max_damage
    """
    several = portions.portions(run.fight, plan.who, plan.target, plan.power, plan.weapon, result)
    return portions.roll_portions(run, plan.who, plan.target, several, shared if plan.power.area else None)
