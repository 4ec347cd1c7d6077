"""What abilities do once they work: missiles, damage, healing, conditions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tactics.core.text import Text, as_words, composed, ntext, text
from tactics.rules.action import Preview, Refusal
from tactics.rules.event import ItemChanged, Part
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import sight
from tactics.rulesets.dfrpg.board import yards_between
from tactics.rulesets.dfrpg.fight import checks, distraction, exhaustion, harm, holding, lying_down, states
from tactics.rulesets.dfrpg.fight.attack import shock_parts
from tactics.rulesets.dfrpg.fight.damage import Damage
from tactics.rulesets.dfrpg.fight.sheet import Ability, sheet_of
from tactics.rulesets.dfrpg.rolls import quick_contest
from tactics.world.creature import Creature
from tactics.world.fight import Duration, Effect, Fight, Item

RULE = "dfrpg.maneuver.concentrate"
RESISTED: dict[str, Text] = {"will": text("Will"), "ht": text("Health")}


def why_not_use(fight: Fight, who: str, one: Ability) -> Refusal | None:
    """Why an ability cannot be used now."""
    if one.missile and not holding.free_hands(fight, who):
        return Refusal(text("No hand is free for it."), "dfrpg.state.ready")
    if one.missile and f"{who}.{one.id}" in fight.items:
        return Refusal(text("The missile is made already."), RULE)
    return checks.too_hard(skill_parts(fight, who, one)) if one.skill else None


def targets(fight: Fight, who: str, one: Ability) -> tuple[str, ...]:
    """Ids of those an ability may be used on: seen, near enough, of the right side."""
    own = fight.world.creature(who)
    return tuple(other.id for other in fight.world.creatures if _suits(fight, own, other, one))


def _suits(fight: Fight, own: Creature, other: Creature, one: Ability) -> bool:
    if fight.body(other.id).out:
        return False
    if other.id == own.id:
        return one.target in ("friend", "creature") and not one.damage.most
    friend = own.side == other.side
    if one.target in ("friend", "enemy") and friend != (one.target == "friend"):
        return False
    near = one.range_yd is None or yards_between(fight.world, own, other) <= one.range_yd
    return near and sight.sees(fight.world, own, other)


def notes(one: Ability) -> tuple[Text, ...]:
    """What an ability does, in a few lines."""
    found: list[Text] = []
    if one.missile:
        found.append(text("Makes a missile to be thrown by an attack."))
    if one.damage.most and not one.missile:
        words = as_words(DAMAGE_TYPES, one.type)
        found.append(text("Damage: {dice} {type}.", dice=str(one.damage), type=words))
    if one.heals.most:
        found.append(text("Heals {dice}.", dice=str(one.heals)))
    if one.condition:
        found.append(text("The target is {condition}.", condition=states.named(one.condition)))
    if one.resist:
        found.append(text("Resisted by {what}.", what=RESISTED[one.resist]))
    if one.fatigue:
        found.append(ntext("Costs {n} fatigue point.", "Costs {n} fatigue points.", one.fatigue))
    if one.bonus_to:
        found.append(_bonus_words(one))
    return tuple(found)


def _bonus_words(one: Ability) -> Text:
    amount = f"{one.bonus:+d}".replace("-", "−")
    return {
        "attack": text("{amount} to attacks", amount=amount),
        "defenses": text("{amount} to active defenses", amount=amount),
        "dr": text("{amount} to damage resistance", amount=amount),
    }[one.bonus_to]


DAMAGE_TYPES: dict[str, Text] = {
    "cut": text("cutting"),
    "imp": text("impaling"),
    "cr": text("crushing"),
    "burn": text("burning"),
    "tox": text("toxic"),
    "cor": text("corrosion"),
    "pi-": text("small piercing"),
    "pi": text("piercing"),
    "pi+": text("large piercing"),
}


def skill_parts(fight: Fight, who: str, one: Ability) -> tuple[Part, ...]:
    """What the roll of an ability is made of. Source: dfrpg.maneuver.concentrate, dfrpg.injury.shock."""
    return (checks.base(one.skill, composed("{name}", name=one.name), RULE), *shock_parts(fight, who))


def work(run: Run, who: str, one: Ability, target: str) -> None:
    """The task is done: roll the skill, let the target resist, and let it do its work.

    Source: dfrpg.maneuver.concentrate, dfrpg.core.quick_contest, dfrpg.injury.exhaustion
    """
    succeeded = _rolled(run, who, one, target)
    exhaustion.tire(run, who, one.fatigue)
    if not succeeded:
        return
    if one.missile:
        hand = holding.free_hands(run.fight, who)[0]
        run.emit(ItemChanged(Item(f"{who}.{one.id}", one.id, who, hand)))
        return
    _affect(run, who, one, target)


def _rolled(run: Run, who: str, one: Ability, target: str) -> bool:
    if not one.skill:
        return True
    named = composed("{name}", name=one.name)
    own = checks.roll(run, who, "check", skill_parts(run.fight, who, one), target=target, what=named, rule=RULE)
    if not own.succeeded or not one.resist or target == who or not states.can_act(run.fight, target):
        return own.succeeded
    sheet = sheet_of(run.fight.world.creature(target))
    number = sheet.will if one.resist == "will" else sheet.ht
    rule = "dfrpg.core.quick_contest"
    distraction.distract(run, target)
    resists = RESISTED[one.resist]
    other = checks.roll(run, target, "check", (checks.base(number, resists, rule),), what=resists, rule=rule)
    return quick_contest(own.against, own.total, other.against, other.total).winner == "first"


def _affect(run: Run, who: str, one: Ability, target: str) -> None:
    if one.damage.most:
        harm.deal_damage(run, who, target, Damage(one.damage, one.type))
    if one.heals.most:
        harm.roll_healing(run, who, target, one.heals, RULE)
    if one.condition and states.can_act(run.fight, target):
        _strike_with(run, who, one, target)


def _strike_with(run: Run, who: str, one: Ability, target: str) -> None:
    """Let a target have a condition. A posture is no spell: who was made to fall lies until it gets up.

    Source: dfrpg.maneuver.concentrate, dfrpg.posture.fall, dfrpg.state.unconscious
    """
    duration = Duration("end", target, one.lasts_turns)
    if one.condition == states.STUNNED:
        harm.stun(run, target, states.MENTAL, RULE)
    elif one.condition == states.UNCONSCIOUS:
        harm.knock_out(run, target, RULE, duration)
    elif one.condition == states.DEAD:
        harm.kill(run, target)
    elif one.condition == states.PRONE:
        lying_down.fall(run, target)
    elif one.condition in states.POSTURES:
        lying_down.rise(run, target, one.condition, rule=RULE)
    else:
        states.gain(run, target, Effect(one.condition, source=who, duration=duration, rule=RULE))


def preview(fight: Fight, who: str, one: Ability, target: str, seconds: int) -> Preview:
    """What an ability promises: chance, damage or healing, shared out over the seconds it still takes.

    Args:
        fight: the moment.
        who: who uses it.
        one: the ability.
        target: on whom, "" while nobody is named.
        seconds: Concentrate manoeuvres it still takes.
    """
    found = checks.preview(skill_parts(fight, who, one))
    likely = found.chance if one.skill and found.chance is not None else Fraction(1)
    own = fight.world.creature(who)
    foes = [other.id for other in fight.world.creatures if _in_sight(fight, own, other, one)]
    takes = (target,) if target else tuple(foes[:1])
    found = replace(found, chance=likely, takes=takes or (who,))
    if not takes:
        return found
    if one.damage.most:
        least, mean, most = harm.injury_range(fight, takes[0], Damage(one.damage, one.type))
        mean = mean * likely / max(1, seconds + one.missile)
        return replace(found, damage_least=least, damage_most=most, damage_mean=mean)
    share = likely / max(1, seconds)
    return replace(found, chance=share, heals_mean=Fraction(one.heals.twice_mean, 2) * share)


def _in_sight(fight: Fight, own: Creature, other: Creature, one: Ability) -> bool:
    friend = own.side == other.side
    wanted = bool(one.heals.most) or one.target in ("self", "friend")
    return not fight.body(other.id).out and friend == wanted and sight.sees(fight.world, own, other)
