"""Damage against armour, wounds, and what comes of them: shock, stun, falls, unconsciousness, death."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from tactics.core.text import Text, text
from tactics.rules.dice_text import Dice, chances, face_sum, roll_dice
from tactics.rules.event import EffectGained, EffectLost, HpChanged, LeftFight, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import wounds
from tactics.rulesets.dfrpg.distances import half_damage
from tactics.rulesets.dfrpg.fight import checks, holding, lying_down, states
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.damage import Damage
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.rolls import outcome
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Duration, Effect, Fight

ARMOR: list[Callable[[Fight, str], Iterable[Part]]] = []
"""What adds to damage resistance; other modules put it in."""
WOUNDED: list[Callable[[Run, str, int, str], None]] = []
"""What comes of an injury besides, told whom, how many points, and by whom; other modules put it in."""
STRUCK: list[Callable[[Run, Attack, Damage, int, int], None]] = []
"""What comes of a blow, told basic damage and what penetrated; other modules put it in."""
STUNNED: list[Callable[[Run, str], None]] = []
"""What comes of being stunned; other modules put it in."""
_LASTING = Duration()


def deal(run: Run, attack: Attack, damage: Damage) -> None:
    """Roll the damage of a hit and let it do its work.

    Source: dfrpg.damage.roll, dfrpg.damage.wounding
    """
    basic, pierced = deal_damage(run, attack.who, attack.target, damage, pushes=True)
    for follow in STRUCK:
        follow(run, attack, damage, basic, pierced)


def deal_damage(run: Run, source: str, who: str, damage: Damage, *, pushes: bool = False) -> tuple[int, int]:
    """Roll damage against armour and hurt; returns basic damage and what penetrated.

    Args:
        run: the action.
        source: whose blow it is.
        who: whom it hits.
        damage: what it deals.
        pushes: a hard one pushes its victim, who falls away from it.

    Source: dfrpg.damage.roll, dfrpg.damage.wounding, dfrpg.posture.lying_two_cells
    """
    basic = rolled(run, source, who, damage)
    pierced, injury = injury_of(run.fight, who, damage, basic) if damage.injures else (0, 0)
    if damage.injures and not injury:
        name = run.fight.world.creature(who).name
        run.emit(Noted(who, text("The armor of {name} stops the blow.", name=name), "dfrpg.damage.roll"))
    if injury:
        st = sheet_of(run.fight.world.creature(who)).st
        away = pushes and wounds.knockback_yards(st, damage.type, basic, pierced > 0) > 0
        hurt(run, who, injury, source, damage=damage, away_from=source if away else "")
    return basic, pierced


def injury_of(fight: Fight, who: str, damage: Damage, basic: int) -> tuple[int, int]:
    """What of basic damage gets through armour, and the injury it does. Source: dfrpg.damage.wounding."""
    pierced = wounds.penetrating(basic, armor(fight, who, damage))
    return pierced, wounds.injury(damage.type, pierced)


def rolled(run: Run, who: str, target: str, damage: Damage) -> int:
    """Basic damage: rolled or the highest, multiplied or halved.

    Source: dfrpg.damage.roll, dfrpg.ranged.half_damage
    """
    dice = damage.dice
    faces = () if damage.most else roll_dice(run, dice)
    sum_ = dice.most if damage.most else face_sum(faces) + dice.bonus
    found = basic_damage(damage, sum_)
    parts = bonus_parts(damage)
    if damage.halved:
        lost = found - basic_damage(replace(damage, halved=False), sum_)
        parts += (Part(lost, text("beyond half range"), "", "dfrpg.ranged.half_damage"),)
    run.emit(Rolled(who, "damage", faces, parts, found, None, "", target, None, "dfrpg.damage.roll"))
    return found


def bonus_parts(damage: Damage) -> tuple[Part, ...]:
    """What the bonus of the dice is made of. Source: dfrpg.damage.roll."""
    own = damage.dice.bonus - sum(one.amount for one in damage.parts)
    return (*((Part(own, text("bonus"), "", "dfrpg.damage.roll"),) if own else ()), *damage.parts)


def basic_damage(damage: Damage, sum_: int) -> int:
    """What the dice and their bonus come to. Source: dfrpg.damage.roll, dfrpg.ranged.half_damage."""
    found = wounds.damage_total(sum_, damage.type) * damage.times
    return half_damage(found) if damage.halved else found


def armor(fight: Fight, who: str, damage: Damage) -> int:
    """Damage resistance against a blow. Source: dfrpg.damage.roll."""
    own = sheet_of(fight.world.creature(who)).dr + sum(one.amount for more in ARMOR for one in more(fight, who))
    return own // 2 if damage.armor_halved else own


def injury_range(fight: Fight, who: str, damage: Damage) -> tuple[int, Fraction, int]:
    """Least, average and greatest injury of a hit."""
    if not damage.injures:
        return 0, Fraction(0), 0
    dice, resisted = damage.dice, armor(fight, who, damage)

    def of(sum_: int) -> int:
        return wounds.injury(damage.type, wounds.penetrating(basic_damage(damage, sum_), resisted))

    if damage.most:
        most = of(dice.most)
        return most, Fraction(most), most
    ways = chances(dice.dice)
    mean = Fraction(sum(count * of(sum_ + dice.bonus) for sum_, count in ways.items()), sum(ways.values()))
    return of(dice.least), mean, of(dice.most)


def hurt(
    run: Run,
    who: str,
    injury: int,
    source: str = "",
    *,
    damage: Damage | None = None,
    rule: str = "",
    away_from: str = "",
) -> None:
    """Take hit points away, and what comes of it.

    Args:
        run: the action.
        who: who is hurt.
        injury: hit points it loses.
        source: by whom, "" for nobody.
        damage: the blow, None for anything else.
        rule: rule that calls for it.
        away_from: id of the attacker it falls away from if it is stunned, "" for a free choice.

    Source: dfrpg.injury.shock, dfrpg.injury.major_wound, dfrpg.injury.death
    """
    body = run.fight.body(who)
    if body.out or injury <= 0:
        return
    before = body.hp
    run.emit(HpChanged(who, "hp", -injury, source, rule or "dfrpg.damage.wounding"))
    if states.can_act(run.fight, who):
        _shock(run, who, injury, twice=damage is not None and damage.shock_twice)
    if _dies(run, who, before):
        return
    if states.can_act(run.fight, who):
        if wounds.is_major(body.max_hp, injury) or (damage is not None and damage.major):
            _major_wound(run, who, away_from)
        for follow in WOUNDED:
            follow(run, who, injury, source)


def _shock(run: Run, who: str, injury: int, *, twice: bool) -> None:
    """What it takes off skills on the next turn; a wound on one's own turn does not count on that one.

    Source: dfrpg.injury.shock
    """
    sheet = sheet_of(run.fight.world.creature(who))
    if "high_pain_threshold" in sheet.traits:
        return
    turns = 2 if run.fight.active == who else 1
    lasting = [one for one in states.effects_of(run.fight, who, states.SHOCK) if one.duration.turns == turns]
    same = sum(one.value for one in lasting)
    amount = min(max(same, wounds.shock_most(twice=twice)), same + wounds.shock(injury, twice=twice))
    for one in lasting:
        run.emit(EffectLost(who, one))
    # That of the turn before may last beside it, so it does not take its place as other effects would.
    run.emit(EffectGained(who, Effect(states.SHOCK, amount, duration=Duration("end", who, turns), rule=RULE_SHOCK)))


RULE_SHOCK = "dfrpg.injury.shock"


def _major_wound(run: Run, who: str, away_from: str) -> None:
    """An HT roll against being stunned and falling, or worse. Source: dfrpg.injury.major_wound."""
    rule = "dfrpg.injury.major_wound"
    sheet = sheet_of(run.fight.world.creature(who))
    parts = [checks.base(sheet.ht, text("Health"), rule)]
    if "high_pain_threshold" in sheet.traits:
        parts.append(Part(table("fight")["injury"]["pain_threshold"], text("High Pain Threshold"), "", rule))
    result = checks.roll(run, who, "wound", parts, rule=rule)
    down = wounds.knockdown(outcome(result.against, result.total))
    if down == "unconscious":
        knock_out(run, who, rule)
    if down != "stunned":
        return
    for item in holding.loose(run.fight, who):
        holding.drop(run, item)
    stun(run, who, states.PHYSICAL, rule)
    lying_down.fall(run, who, away_from=away_from)


def stun(run: Run, who: str, kind: str, rule: str) -> None:
    """Let a figure be stunned. Source: dfrpg.state.stun, dfrpg.state.unready_on_fall_or_stun."""
    if states.can_act(run.fight, who):
        states.gain(run, who, Effect(states.STUNNED, note=kind, rule=rule))
        for follow in STUNNED:
            follow(run, who)


def knock_out(run: Run, who: str, rule: str, duration: Duration = _LASTING) -> None:
    """A figure loses consciousness, drops what it holds and lies. Source: dfrpg.state.unconscious."""
    if not states.can_act(run.fight, who):
        return
    for item in holding.loose(run.fight, who):
        holding.drop(run, item)
    states.lose(run, who, states.STUNNED)
    states.gain(run, who, Effect(states.UNCONSCIOUS, duration=duration, rule=rule))
    lying_down.fall(run, who)


def _dies(run: Run, who: str, before: int) -> bool:
    """Death rolls at each multiple of full hit points below zero; whether it fights no more.

    Source: dfrpg.injury.death
    """
    body, rule = run.fight.body(who), "dfrpg.injury.death"
    if wounds.is_dead(body.max_hp, body.hp):
        kill(run, who)
        return True
    for _ in wounds.death_rolls(body.max_hp, before, body.hp):
        sheet = sheet_of(run.fight.world.creature(who))
        result = checks.roll(run, who, "death", [checks.base(sheet.ht, text("Health"), rule)], rule=rule)
        if result.succeeded:
            continue
        if wounds.dying(outcome(result.against, result.total)) == "mortal":
            name = run.fight.world.creature(who).name
            run.emit(Noted(who, text("{name} is mortally wounded.", name=name), rule))
            states.gain(run, who, Effect(states.DYING, rule=rule))
            knock_out(run, who, rule)
        else:
            kill(run, who)
        return True
    return False


def kill(run: Run, who: str) -> None:
    """A figure dies. Source: dfrpg.injury.death."""
    for item in holding.loose(run.fight, who):
        holding.drop(run, item)
    states.gain(run, who, Effect(states.DEAD, rule="dfrpg.injury.death"))
    lying_down.fall(run, who)
    run.emit(LeftFight(who, "dead", "dfrpg.injury.death"))


def roll_healing(run: Run, who: str, target: str, dice: Dice, rule: str, what: Text | None = None) -> None:
    """Roll hit points that come back, and give them back."""
    faces = roll_dice(run, dice)
    parts = (Part(dice.bonus, text("bonus"), "", rule),) if dice.bonus else ()
    points = max(0, face_sum(faces) + dice.bonus)
    run.emit(Rolled(who, "healing", faces, parts, points, target=target, what=what, rule=rule))
    heal(run, target, points, who, rule)


def heal(run: Run, who: str, points: int, source: str, rule: str) -> None:
    """Give hit points back, up to all of them."""
    body = run.fight.body(who)
    found = min(points, body.max_hp - body.hp)
    if not body.out and found > 0:
        run.emit(HpChanged(who, "hp", found, source, rule))
