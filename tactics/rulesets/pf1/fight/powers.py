"""What a power does to those it meets: touch attacks, saves, damage, healing, conditions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from tactics.core.dice import Roll
from tactics.core.text import Text, composed, text
from tactics.rules.action import Argument, Preview
from tactics.rules.dice_text import Dice, chances, face_sum, roll_dice
from tactics.rules.event import Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.pf1.cover_found import IMPROVED, NONE
from tactics.rulesets.pf1.fight import conditions, harm
from tactics.rulesets.pf1.fight.checks import passes, save_parts, saving_throw
from tactics.rulesets.pf1.fight.effect_areas import reflex_cover
from tactics.rulesets.pf1.fight.manner import Manner
from tactics.rulesets.pf1.fight.sheet import Power, Weapon, sheet_of
from tactics.rulesets.pf1.fight.strike import strike, strike_preview
from tactics.world.fight import Duration, Fight

EVASION, IMPROVED_EVASION = "evasion", "improved_evasion"
_HELPLESS = frozenset({"helpless", "paralyzed", "unconscious", "pinned"})


@lru_cache(1024)
def touch_weapon(power: Power) -> Weapon:
    """The touch of a power as a weapon; what it does beyond damage is not part of it.

    Source: pf1.ac.touch
    """
    ranged = power.touch == "ranged"
    return Weapon(
        id=power.id,
        name=power.name,
        kind="ranged" if ranged else "melee",
        hands="light",
        dice=power.dice if power.effect == "damage" else Dice(),
        types=(power.type,) if power.type else (),
        increment_ft=power.range_ft if ranged else None,
        properties=frozenset({"no_strength"}),
        touch="touch",
        hand="main",
    )


@lru_cache(1024)
def touch_manner(power: Power) -> Manner:
    """How the touch of a power is made."""
    return Manner(kind=power.touch, hand="main", touch="touch")


def touch(run: Run, who: str, power: Power, target: str) -> None:
    """Deliver a power by a touch attack; a save comes after the hit.

    Source: pf1.ac.touch, pf1.attack.roll
    """
    if power.effect == "damage" and not power.save:
        strike(run, who, target, touch_weapon(power), touch_manner(power))
        return
    bare = replace(touch_weapon(power), dice=Dice())
    if strike(run, who, target, bare, touch_manner(power), harmless=True).hit:
        affect(run, who, power, (target,), None)


def affect(run: Run, who: str, power: Power, targets: Iterable[str], aim: Argument | None) -> None:
    """Let a power take everybody it meets: damage is rolled once for all, each makes its own save.

    Source: pf1.save.types, pf1.save.dc, pf1.cover.reflex
    """
    met = [one for one in targets if not run.fight.body(one).out]
    if power.effect == "condition":
        for target in met:
            _impose(run, who, power, target)
        return
    if not met:
        run.emit(Noted(who, text("Nobody is there."), "pf1.area.creature_in"))
        return
    rolls = roll_dice(run, power.dice)
    amount = face_sum(rolls) + power.dice.bonus
    bonus = (Part(power.dice.bonus, _named(power)),) if power.dice.bonus else ()
    single = met[0] if len(met) == 1 else ""
    purpose = "healing" if power.effect == "heal" else "damage"
    run.emit(Rolled(who, purpose, rolls, bonus, amount, target=single, what=_named(power), rule="pf1.damage.basic"))
    for target in met:
        if power.effect == "heal":
            harm.heal(run, target, amount, source=who)
        else:
            _harm(run, who, power, target, amount, aim)


def _named(power: Power) -> Text:
    return composed("{name}", name=power.name)


def _resisted(run: Run, who: str, power: Power, target: str) -> bool:
    """Whether spell resistance stops a spell. Source: pf1.action.cast."""
    resistance = sheet_of(run.fight.world.creature(target)).spell_resistance
    if not resistance or power.kind not in ("spell", "spell_like") or power.effect == "heal":
        return False
    part = Part(power.caster_level, text("caster level"), "", "pf1.action.cast")
    face = run.roll(20)
    sum_ = face + power.caster_level
    through = sum_ >= resistance
    outcome = "success" if through else "failure"
    what = text("spell resistance")
    run.emit(
        Rolled(who, "check", (Roll(20, face),), (part,), sum_, resistance, outcome, target, what, "pf1.action.cast")
    )
    return not through


def _impose(run: Run, who: str, power: Power, target: str) -> None:
    """Source: pf1.save.types."""
    if _resisted(run, who, power, target):
        return
    rounds = power.rounds
    if power.save and saving_throw(run, target, power.save, power.dc, source=who, what=_named(power)):
        if power.on_save == "negates":
            return
        rounds = 1
    conditions.gain(run, target, power.condition, source=who, duration=Duration("end", target, rounds))


def _harm(run: Run, who: str, power: Power, target: str, amount: int, aim: Argument | None) -> None:
    """Damage of one of those a power takes, after its save.

    Source: pf1.save.types, pf1.cover.reflex, pf1.cover.improved
    """
    if _resisted(run, who, power, target):
        return
    saved, grade = False, NONE
    if power.save:
        grade, extra = _shelter(run.fight, who, power, target, aim)
        parts = (extra,) if extra is not None else ()
        saved = saving_throw(run, target, power.save, power.dc, extra=parts, source=who, what=_named(power))
    left = after_save(run.fight, power, target, amount, saved=saved, improved_cover=grade == IMPROVED)
    harm.hurt(run, target, left, type=power.type, source=who)


def _shelter(fight: Fight, who: str, power: Power, target: str, aim: Argument | None) -> tuple[str, Part | None]:
    if power.save != "reflex" or not power.shape:
        return NONE, None
    return reflex_cover(fight, who, power, aim, fight.world.creature(target))


def after_save(fight: Fight, power: Power, target: str, amount: int, *, saved: bool, improved_cover: bool) -> int:
    """Damage that is left after a save: half rounds down, evasion and improved cover take it all.

    Source: pf1.save.types, pf1.cover.improved, pf1.check.rounding
    """
    if not power.save or (saved and power.on_save == "partial"):
        return amount
    if saved and power.on_save == "negates":
        return 0
    evades, improved = _evasion(fight, power, target, improved_cover=improved_cover)
    if saved:
        return 0 if evades else amount // 2
    return amount // 2 if improved else amount


def _evasion(fight: Fight, power: Power, target: str, *, improved_cover: bool) -> tuple[bool, bool]:
    if power.save != "reflex" or power.on_save != "half":
        return False, False
    if improved_cover:
        return True, True
    special = sheet_of(fight.world.creature(target)).special
    if conditions.active(fight, target) & _HELPLESS:
        return False, False
    return bool({EVASION, IMPROVED_EVASION} & special), IMPROVED_EVASION in special


# What it would probably do.


def power_preview(fight: Fight, who: str, power: Power, targets: tuple[str, ...], aim: Argument | None) -> Preview:
    """Chances and expected effect of a power on everybody it takes; the touch is counted in."""
    if power.touch and power.effect == "damage" and not power.save:
        return strike_preview(fight, who, targets[0], touch_weapon(power), touch_manner(power))
    hits = Fraction(1)
    if power.touch:
        bare = replace(touch_weapon(power), dice=Dice())
        hits = strike_preview(fight, who, targets[0], bare, touch_manner(power)).chance or Fraction(0)
    ways = chances(power.dice.dice)
    amounts = {faces + power.dice.bonus: Fraction(count, sum(ways.values())) for faces, count in ways.items()}
    least, most = (min(amounts), max(amounts)) if power.effect == "damage" else (0, 0)
    damage = heals = Fraction(0)
    worst = Fraction(0)
    notes: list[Text] = []
    for target in targets:
        failing, grade = _failing(fight, who, power, target, aim)
        name = fight.world.creature(target).name
        shown = name if name.en else target
        if power.save:
            notes.append(text("{who} fails with {n} %", who=shown, n=round(failing * hits * 100)))
        worst = max(worst, failing * hits)
        if power.effect == "heal":
            body = fight.body(target)
            heals += sum((min(n, body.max_hp - body.hp) * share for n, share in amounts.items()), Fraction(0))
        elif power.effect == "damage":
            damage += hits * _mean(fight, power, target, amounts, failing, improved_cover=grade == IMPROVED)
    chance = worst if power.save and len(targets) == 1 else None
    return Preview(
        chance=chance,
        damage_least=least,
        damage_most=most,
        damage_mean=damage,
        heals_mean=heals,
        takes=targets,
        notes=tuple(notes),
    )


def _failing(fight: Fight, who: str, power: Power, target: str, aim: Argument | None) -> tuple[Fraction, str]:
    """The chance that a creature does not save, and its cover."""
    if not power.save:
        return Fraction(1), NONE
    grade, extra = _shelter(fight, who, power, target, aim)
    added = total(save_parts(fight, target, power.save, extra=(extra,) if extra is not None else ()))
    failing = sum(1 for face in range(1, 21) if not passes(face, face + added, power.dc))
    return Fraction(failing, 20), grade


def _mean(
    fight: Fight, power: Power, target: str, amounts: dict[int, Fraction], failing: Fraction, *, improved_cover: bool
) -> Fraction:
    sheet = sheet_of(fight.world.creature(target))
    mean = Fraction(0)
    for saved, share in ((False, failing), (True, 1 - failing)):
        for amount, often in amounts.items():
            left = after_save(fight, power, target, amount, saved=saved, improved_cover=improved_cover)
            mean += (
                share * often * harm.through(sheet, left, kind=power.type, overcomes=frozenset(), lethal=True).amount
            )
    return mean
