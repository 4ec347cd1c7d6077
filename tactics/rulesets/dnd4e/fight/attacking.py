"""One attack of a power against one target: what is settled, the roll, the damage, and the odds of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import composed
from tactics.rules.action import Preview
from tactics.rules.dice_text import Dice, chances, face_sum, roll_dice
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import conditions, numbers
from tactics.rulesets.dnd4e.fight.asking import position
from tactics.rulesets.dnd4e.fight.damage import defenses_of, through
from tactics.rulesets.dnd4e.fight.holding import BY_POWER
from tactics.rulesets.dnd4e.fight.own_numbers import bonuses
from tactics.rulesets.dnd4e.fight.parts import ABILITY_NAMES, part_of, stacked, total
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Fight

DIE = 20
MISS, HIT, CRITICAL = "miss", "hit", "critical"


@dataclass(frozen=True, slots=True)
class Plan:
    """One attack as it is about to be rolled.

    Attributes:
        parts: of the attack roll.
        defense: what it must reach.
        defense_parts: how that comes about.
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


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage that was rolled for all who are hit, and the most it could have been.

    Attributes:
        amount, most: points.
        types: damage types.
    """

    amount: int
    most: int
    types: tuple[str, ...]


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
    kind = attack_kind(power)
    shot = (weapon.id if weapon is not None else BY_POWER) if kind == "ranged" else None
    place = position(fight, who, target, kind, shot)
    bloodied = conditions.bloodied(fight, target)
    here = [part_of(one) for one in place if one.to == "attack"]
    parts = numbers.attack(fight, who, power, weapon, targets, bloodied=bloodied, extra=(*here, *extra))
    against = [part_of(one) for one in place if one.to == power.versus]
    number, defense_parts = numbers.defense(fight, target, power.versus, extra=against)
    return Plan(who, target, power, weapon, parts, number, defense_parts, power.crit)


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
    return HIT if reaches or face == DIE else MISS


def roll_attack(run: Run, plan: Plan) -> str:
    """Roll the attack. Source: dnd4e.roll.attack."""
    face = run.roll(DIE)
    found = outcome_of(plan, face)
    rule = {CRITICAL: "dnd4e.crit.natural_20", HIT: "dnd4e.roll.hit"}.get(found, "dnd4e.roll.hit")
    what = composed("{name}", name=plan.power.name)
    run.emit(
        Rolled(
            plan.who, "attack", (Roll(DIE, face),), plan.parts, face + total(plan.parts), plan.defense, found,
            plan.target, what, rule,
        )
    )  # fmt: skip
    return found


def damage_dice(power: Power, weapon: Weapon | None, one: Outcome) -> Dice:
    """The dice of one outcome: its own, and the weapon's as often as it says. Source: dnd4e.damage.weapon_dice."""
    if not one.weapon or weapon is None:
        return one.dice
    scaled = tuple((number * one.weapon, sides) for number, sides in weapon.dice.dice)
    return Dice((*scaled, *one.dice.dice), one.dice.bonus + weapon.dice.bonus * one.weapon)


def damage_parts(fight: Fight, who: str, weapon: Weapon | None, one: Outcome) -> tuple[Part, ...]:
    """What is added to the dice. Source: dnd4e.damage.roll."""
    sheet = sheet_of(fight.world.creature(who))
    found: list[Part] = []
    if one.add and sheet.modifier(one.add):
        found.append(Part(sheet.modifier(one.add), ABILITY_NAMES[one.add], "", "dnd4e.damage.roll"))
    if weapon is not None and weapon.enhancement and one.weapon:
        named = composed("{name}", name=weapon.name)
        found.append(Part(weapon.enhancement, named, "enhancement", "dnd4e.damage.roll"))
    return stacked((*found, *bonuses(sheet, "damage"), *numbers.lasting(fight, who, "damage")))


def roll_damage(run: Run, who: str, power: Power, weapon: Weapon | None, one: Outcome, target: str = "") -> Damage:
    """Roll the damage of a hit. Source: dnd4e.damage.roll, dnd4e.damage.typed_power."""
    dice, parts = damage_dice(power, weapon, one), damage_parts(run.fight, who, weapon, one)
    rolls = roll_dice(run, dice)
    amount = face_sum(rolls) + dice.bonus + total(parts)
    what = composed("{name}", name=power.name)
    run.emit(Rolled(who, "damage", rolls, parts, amount, target=target, what=what, rule="dnd4e.damage.roll"))
    return Damage(max(0, amount), dice.most + total(parts), one.types)


def most_damage(fight: Fight, who: str, power: Power, weapon: Weapon | None, one: Outcome) -> Damage:
    """The damage of a critical hit: as much as there can be. Source: dnd4e.crit.max_damage."""
    most = damage_dice(power, weapon, one).most + total(damage_parts(fight, who, weapon, one))
    return Damage(most, most, one.types)


def critical_extra(run: Run, who: str, weapon: Weapon | None, target: str) -> tuple[Damage, ...]:
    """What a critical hit adds and is rolled: high crit weapons, magic weapons.

    Source: dnd4e.crit.extra_damage, dnd4e.crit.high_crit
    """
    if weapon is None:
        return ()
    found: list[Damage] = []
    for dice, types, rule in _critical_dice(run.fight, who, weapon):
        rolls = roll_dice(run, dice)
        amount = face_sum(rolls) + dice.bonus
        what = composed("{name}", name=weapon.name)
        run.emit(Rolled(who, "damage", rolls, (), amount, target=target, what=what, rule=rule))
        found.append(Damage(amount, dice.most, types))
    return tuple(found)


def _critical_dice(fight: Fight, who: str, weapon: Weapon) -> list[tuple[Dice, tuple[str, ...], str]]:
    found: list[tuple[Dice, tuple[str, ...], str]] = []
    if "high_crit" in weapon.properties:
        level = sheet_of(fight.world.creature(who)).level
        times = max(int(one["dice"]) for one in table("fight")["high_crit"] if level >= int(one["level"]))
        dice = Dice(tuple((number * times, sides) for number, sides in weapon.dice.dice), weapon.dice.bonus * times)
        found.append((dice, (), "dnd4e.crit.high_crit"))
    if weapon.critical.dice or weapon.critical.bonus:
        types = (weapon.critical_type,) if weapon.critical_type else ()
        found.append((weapon.critical, types, "dnd4e.crit.extra_damage"))
    return found


def halves_of(fight: Fight, who: str) -> int:
    """How many things halve what a creature's attacks deal. Source: dnd4e.condition.weakened."""
    return 1 if fight.body(who).has("weakened") else 0


def preview_of(fight: Fight, plan: Plan) -> Preview:
    """What an attack would probably do: exact chances and the mean damage of its hit and miss outcomes.

    Source: dnd4e.roll.hit, dnd4e.crit.natural_20
    """
    faces = [outcome_of(plan, face) for face in range(1, DIE + 1)]
    hit, critical = Fraction(faces.count(HIT), DIE), Fraction(faces.count(CRITICAL), DIE)
    least, most, mean = 0, 0, Fraction(0)
    own = defenses_of(fight, plan.target)
    halves = halves_of(fight, plan.who)
    for one in plan.power.hit:
        if one.does == "damage":
            low, high, average = _expected(fight, plan, one, halves)
            least, most = least + low, most + high
            mean += hit * average + critical * through(own, _most(fight, plan, one), one.types, halves=halves)[0]
    for one in plan.power.miss:
        if one.does == "damage" and one.half and plan.power.hit:
            mean += (1 - hit - critical) * _expected(fight, plan, plan.power.hit[0], halves + 1)[2]
    return Preview(
        chance=hit + critical, critical=critical, parts=plan.parts, against=plan.defense, damage_least=least,
        damage_most=most, damage_mean=mean, takes=(plan.target,),
    )  # fmt: skip


def _most(fight: Fight, plan: Plan, one: Outcome) -> int:
    return most_damage(fight, plan.who, plan.power, plan.weapon, one).amount


def _expected(fight: Fight, plan: Plan, one: Outcome, halves: int) -> tuple[int, int, Fraction]:
    """Least, most and mean damage of one outcome after resistances."""
    dice = damage_dice(plan.power, plan.weapon, one)
    bonus = dice.bonus + total(damage_parts(fight, plan.who, plan.weapon, one))
    own, ways = defenses_of(fight, plan.target), chances(dice.dice)

    def passing(sum_: int) -> int:
        return through(own, max(0, sum_ + bonus), one.types, halves=halves)[0]

    mean = Fraction(sum(passing(sum_) * count for sum_, count in ways.items()), sum(ways.values()))
    return passing(min(ways)), passing(max(ways)), mean
