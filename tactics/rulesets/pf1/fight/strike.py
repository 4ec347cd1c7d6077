"""One attack: its rolls, its damage; and what it would probably do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tactics.core.dice import Roll
from tactics.core.text import Text, composed, text
from tactics.rules.action import Preview, Refusal, Refused
from tactics.rules.dice_text import face_sum, roll_dice
from tactics.rules.event import CounterSet, EffectLost, ItemChanged, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import harm
from tactics.rulesets.pf1.fight.checks import passes
from tactics.rulesets.pf1.fight.conditions import counts_for, lose, states
from tactics.rulesets.pf1.fight.holding import item_of, weapon_of
from tactics.rulesets.pf1.fight.legality import can_strike, shots_key
from tactics.rulesets.pf1.fight.manner import PLAIN, Manner
from tactics.rulesets.pf1.fight.odds import preview_of
from tactics.rulesets.pf1.fight.plan import ExtraDice, Plan, plan_of
from tactics.rulesets.pf1.fight.sheet import Weapon
from tactics.rulesets.pf1.fight.unseen import HIDDEN
from tactics.rulesets.pf1.places import space_of
from tactics.world.fight import Fight

__all__ = ["StrikeResult", "can_strike", "met_in_square", "strike", "strike_preview", "sure_damage"]


@dataclass(frozen=True, slots=True)
class StrikeResult:
    """How an attack came out.

    Attributes:
        hit: whether it hit, miss chance included.
        critical: whether it was a critical hit.
        damage: points that came through.
        natural: face of the attack roll.
        total: the attack roll's sum.
    """

    hit: bool
    critical: bool = False
    damage: int = 0
    natural: int = 0
    total: int = 0


def strike(
    run: Run,
    who: str,
    target: str,
    weapon: str | Weapon,
    manner: Manner = PLAIN,
    *,
    extra: Iterable[Part] = (),
    extra_ac: Iterable[Part] = (),
    harmless: bool = False,
) -> StrikeResult:
    """Make one attack: attack roll, miss chance, confirmation, damage. The turn's actions are not spent here.

    With `manner.at` the attack is aimed at that square and meets who is in it; `target` is not looked at. A harmless
    one, a touch, only finds out whether it hits.

    Raises:
        Refused: it may not be made; nothing was emitted.

    Source: pf1.attack.roll, pf1.attack.natural_1_20, pf1.attack.critical, pf1.conceal.miss_chance
    """
    refusal = can_strike(run.fight, who, target, weapon, manner)
    if refusal is not None:
        raise Refused(refusal)
    arm = weapon_of(run.fight, who, weapon)
    if manner.at is not None:
        target = met_in_square(run.fight, who, manner)
        if not target:
            return _empty_square(run, who, arm, manner)
    plan = plan_of(run.fight, who, target, arm, manner, extra=extra, extra_ac=extra_ac)
    face, sum_, hit = _attack_roll(run, plan)
    lose(run, who, HIDDEN)
    _use_up(run, plan)
    _launch(run, plan)
    if not hit or not _found(run, plan):
        return StrikeResult(False, natural=face, total=sum_)
    if harmless:
        return StrikeResult(True, natural=face, total=sum_)
    critical = face >= plan.threat and plan.critical_multiplier > 1 and _confirmed(run, plan)
    return StrikeResult(True, critical, _deal(run, plan, critical=critical), face, sum_)


def sure_damage(
    run: Run, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN, *, critical: bool = False
) -> int:
    """Damage without an attack roll: of a hold, or of a blow nobody can avoid; returns what came through.

    Source: pf1.maneuver.grapple_maintain, pf1.combat.coup_de_grace
    """
    plan = plan_of(run.fight, who, target, weapon_of(run.fight, who, weapon), manner)
    return _deal(run, plan, critical=critical)


def _attack_roll(run: Run, plan: Plan) -> tuple[int, int, bool]:
    """Roll to hit: the face, the sum, whether it hits.

    Source: pf1.attack.roll, pf1.attack.natural_1_20, pf1.attack.critical
    """
    face = run.roll(20)
    sum_ = face + total(plan.parts)
    hit = passes(face, sum_, plan.armor_class)
    threat = hit and face >= plan.threat and plan.critical_multiplier > 1
    outcome = "threat" if threat else "hit" if hit else "miss"
    rule = "pf1.attack.natural_1_20" if face in (1, 20) else "pf1.attack.roll"
    run.emit(_rolled(plan, "attack", face, sum_, outcome, rule))
    return face, sum_, hit


def _rolled(plan: Plan, purpose: str, face: int, sum_: int, outcome: str, rule: str) -> Rolled:
    rolls = (Roll(20, face),)
    against = plan.armor_class
    return Rolled(plan.who, purpose, rolls, plan.parts, sum_, against, outcome, plan.target, _named(plan.weapon), rule)


def _named(weapon: Weapon) -> Text:
    return composed("{name}", name=weapon.name)


def _found(run: Run, plan: Plan) -> bool:
    """Whether a hit is not lost to concealment; rolled once, with or without a threat.

    Source: pf1.conceal.miss_chance, pf1.conceal.total
    """
    if not plan.miss_chance:
        return True
    face = run.roll(100)
    outcome = "hit" if face > plan.miss_chance else "miss"
    run.emit(
        Rolled(
            plan.who,
            "miss_chance",
            (Roll(100, face),),
            (),
            face,
            plan.miss_chance + 1,
            outcome,
            plan.target,
            plan.miss_reason,
            plan.miss_rule,
        )
    )
    return face > plan.miss_chance


def _confirmed(run: Run, plan: Plan) -> bool:
    """Roll again with the same modifiers.

    Source: pf1.attack.critical
    """
    face = run.roll(20)
    sum_ = face + total(plan.parts)
    critical = passes(face, sum_, plan.armor_class)
    outcome = "critical" if critical else "hit"
    run.emit(_rolled(plan, "confirm", face, sum_, outcome, "pf1.attack.critical"))
    return critical


def _deal(run: Run, plan: Plan, *, critical: bool) -> int:
    """Roll the damage, each multiple anew, and hurt the target.

    Source: pf1.damage.multiply, pf1.damage.multiply_stack, pf1.damage.extra_dice, pf1.damage.minimum
    """
    times = plan.times(critical=critical)
    rolls = tuple(roll for _ in range(times) for roll in roll_dice(run, plan.dice))
    parts = tuple(_times(part, times) for part in plan.damage)
    sum_ = face_sum(rolls) + total(parts)
    rule = "pf1.damage.multiply" if times > 1 else "pf1.damage.basic"
    what = _named(plan.weapon)
    run.emit(Rolled(plan.who, "damage", rolls, parts, sum_, target=plan.target, what=what, rule=rule))
    energies: list[tuple[ExtraDice, int]] = []
    added = 0
    for one in plan.extra:
        rolled = roll_dice(run, one.dice)
        amount = face_sum(rolled) + one.dice.bonus
        rule = "pf1.damage.extra_dice"
        run.emit(Rolled(plan.who, "damage", rolled, (), amount, target=plan.target, what=one.reason, rule=rule))
        if one.kind:
            energies.append((one, amount))
        else:
            added += amount
    return _hurt(run, plan, sum_ + added, energies)


def _times(part: Part, times: int) -> Part:
    if times == 1:
        return part
    return replace(part, amount=part.amount * times, reason=composed("{reason} ×{n}", reason=part.reason, n=times))


def _hurt(run: Run, plan: Plan, amount: int, energies: list[tuple[ExtraDice, int]]) -> int:
    """Hurt the target by what was rolled: less than 1 is 1 point of nonlethal damage.

    Source: pf1.damage.minimum
    """
    lethal, rule = plan.lethal, "pf1.damage.basic"
    if amount < 1:
        amount, lethal, rule = 1, False, "pf1.damage.minimum"
    kinds = "/".join(plan.weapon.types)
    overcomes = plan.weapon.overcomes
    dealt = harm.hurt(
        run, plan.target, amount, lethal=lethal, type=kinds, overcomes=overcomes, source=plan.who, rule=rule
    )
    for one, points in energies:
        dealt += harm.hurt(run, plan.target, points, type=one.kind, source=plan.who, rule="pf1.damage.extra_dice")
    return dealt


def _use_up(run: Run, plan: Plan) -> None:
    """End what counts for one attack only.

    Source: pf1.aid.another
    """
    for who, moment, other in ((plan.who, "attack", plan.target), (plan.target, "ac", plan.who)):
        for held in tuple(states(run.fight, who)):
            if held.state.once == moment and held.effect is not None and counts_for(held, other):
                run.emit(EffectLost(who, held.effect))


def _launch(run: Run, plan: Plan) -> None:
    """What becomes of a shot or thrown weapon: one less, lying by the target, or to be loaded again."""
    if plan.kind != "ranged":
        return
    weapon, who = plan.weapon, plan.who
    if weapon.ammunition is not None:
        key = shots_key(weapon)
        run.emit(CounterSet(who, key, run.fight.body(who).count(key) + 1))
    item = item_of(run.fight, who, weapon)
    if item is None:
        return
    if weapon.reload not in ("", "free"):
        run.emit(ItemChanged(replace(item, ready=False)))
    elif weapon.kind != "ranged" and weapon.ammunition is None:
        world = run.fight.world
        square = space_of(world, world.creature(plan.target)).anchor
        run.emit(ItemChanged(replace(item, holder="", hand="", square=square)))


def met_in_square(fight: Fight, who: str, manner: Manner) -> str:
    """Who is met by an attack on a square, "" when nobody is there."""
    assert manner.at is not None
    return next(
        (one.id for one in fight.world.standing_on(manner.at) if one.id != who and not fight.body(one.id).out), ""
    )


def _empty_square(run: Run, who: str, weapon: Weapon, manner: Manner) -> StrikeResult:
    """An attack where nobody is: rolled, so that it tells nothing more than a miss.

    Source: pf1.conceal.total
    """
    face = run.roll(20)
    what = text("{weapon} at {square}", weapon=weapon.name, square=manner.at or "")
    run.emit(Rolled(who, "attack", (Roll(20, face),), (), face, None, "miss", "", what, "pf1.conceal.total"))
    return StrikeResult(False, natural=face)


def strike_preview(
    fight: Fight,
    who: str,
    target: str,
    weapon: str | Weapon,
    manner: Manner = PLAIN,
    *,
    extra: Iterable[Part] = (),
    extra_ac: Iterable[Part] = (),
) -> Preview:
    """Exact chances and damage of an attack, from the same parts as `strike`; nothing is rolled.

    Raises:
        Refused: it may not be made.
    """
    refusal: Refusal | None = can_strike(fight, who, target, weapon, manner)
    if refusal is not None:
        raise Refused(refusal)
    if manner.at is not None:
        # A preview must not tell whether the square holds anybody.
        return Preview(notes=(text("Whoever is there is missed half of the time."),))
    return preview_of(plan_of(fight, who, target, weapon, manner, extra=extra, extra_ac=extra_ac))
