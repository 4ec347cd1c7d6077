"""Feints: the contest, what it takes off the foe's defences, and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from tactics.core.text import Text, composed, decimal, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.dice_text import chances
from tactics.rules.event import EffectLost, Noted, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.fight import (
    attack_action,
    attack_resolution,
    checks,
    holding,
    places,
    states,
    surprise,
    turn,
)
from tactics.rulesets.dfrpg.fight.attack import Attack, shock_parts
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.fight.sheet import Use, Weapon, sheet_of
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.rolls import DICE, chance, feint_result
from tactics.world.fight import Duration, Effect, Fight

FEINTED = "feinted"
"""Effect on the foe: its defences against the feinter, whom the note names, are so much worse.

Source: dfrpg.state.feint_record
"""
UNARMED = ("boxing", "brawling", "judo", "karate", "sumo_wrestling", "wrestling")
"""Skills of a free hand. Source: dfrpg.maneuver.feint.contest_skill."""


def skill_of(fight: Fight, who: str) -> Part:
    """The best a figure feints with or sees through feints with.

    Source: dfrpg.maneuver.feint.contest_skill
    """
    sheet, rule = sheet_of(fight.world.creature(who)), "dfrpg.maneuver.feint.contest_skill"
    found: list[tuple[int, Text]] = [(sheet.dx, text("Dexterity"))]
    for weapon, item in holding.weapons(fight, who):
        ready = any(holding.unready(fight, who, weapon, one) is None for one in weapon.uses.values())
        if ready and (item is not None or weapon.id not in holding.LIMBS):
            found.append((weapon.skill, composed("{name}", name=weapon.name)))
    if holding.free_hands(fight, who):
        found += [(sheet.skills[one], text("unarmed combat")) for one in UNARMED if one in sheet.skills]
    shield = holding.shield_of(fight, who)
    if shield is not None:
        found.append((shield[0].skill, composed("{name}", name=shield[0].name)))
    number, words = max(found, key=lambda one: one[0])
    return checks.base(number, words, rule)


def parts_of(fight: Fight, who: str) -> tuple[Part, ...]:
    """What a side of the contest rolls against; a wound counts on one's own turn only.

    Source: dfrpg.maneuver.feint.contest_skill, dfrpg.injury.shock
    """
    return (skill_of(fight, who), *shock_parts(fight, who))


@cache
def expected(skill: int, foe_skill: int) -> tuple[Fraction, Fraction]:
    """How likely a feint takes something off the foe's defence, and how much it does on average when it does.

    Source: dfrpg.maneuver.feint.foe_failed, dfrpg.maneuver.feint.both_succeed
    """
    ways = chances(DICE)
    every = Fraction(sum(ways.values())) ** 2
    won = points = Fraction(0)
    for own, count in ways.items():
        for other, other_count in ways.items():
            taken = feint_result(skill, own, foe_skill, other).points
            if taken:
                won += count * other_count
                points += count * other_count * taken
    return won / every, points / won if won else Fraction(0)


def blind_to(fight: Fight, who: str, foe: str) -> Refusal | None:
    """Why a foe cannot be fooled: it does not see what is done, or does not know of the feinter at all.

    Source: dfrpg.maneuver.feint.observer
    """
    behind = places.arc(fight, foe, who) == "back"
    unaware = surprise.undetected(fight, foe, who) or states.has(fight, foe, surprise.ASLEEP)
    if states.can_act(fight, foe) and not (behind or unaware or surprise.unseen(fight, foe, who)):
        return None
    return Refusal(
        text("{name} does not see what it does.", name=fight.world.creature(foe).name), "dfrpg.maneuver.feint.observer"
    )


def _threats(fight: Fight, who: str, foe: str) -> Iterator[Attack]:
    """The blows a feint could pretend: with a ready weapon in hand, or bare hands.

    A kick is one only of those who hold no weapon. Source: dfrpg.maneuver.feint
    """
    armed = any(holding.weapon_of(fight, one) is not None for one in holding.in_hands(fight, who))
    for weapon, use in _strikes(fight, who):
        if not (armed and weapon.id == holding.FOOT):
            yield attack_action.attack_of(fight, who, foe, weapon, use)


def _strikes(fight: Fight, who: str) -> Iterator[tuple[Weapon, Use]]:
    return ((weapon, use) for weapon, use in attack_action.modes(fight, who) if use is not None)


def illegal(fight: Fight, who: str, foe: str) -> Refusal | None:
    """Why a foe may not be feinted now, None when it may.

    Source: dfrpg.maneuver.feint, dfrpg.maneuver.feint.observer
    """
    world, found = fight.world, None
    if world.creature(foe).side == world.creature(who).side:
        return Refusal(text("One feints against foes."), "dfrpg.maneuver.feint")
    for attack in _threats(fight, who, foe):
        why = attack_action.illegal(fight, attack)
        if why is None:
            return blind_to(fight, who, foe)
        if attack.weapon.id not in holding.LIMBS:
            found = found or why
    reason = found.text if found is not None else text("{name} is out of reach.", name=world.creature(foe).name)
    return Refusal(reason, "dfrpg.maneuver.feint")


def why_not(fight: Fight, who: str) -> Refusal | None:
    """Why a figure cannot feint at all now. Source: dfrpg.maneuver.feint, dfrpg.maneuver.all_out_attack.feint."""
    why = turn.doing(fight, who, "feint", "all_out_attack")
    if why is None and not offers(fight, who):
        why = turn.not_allowed(fight, who)
    if why is None and fight.body(who).count(turn.ACTS):
        why = Refusal(text("The feint comes first, and once."), turn.allowance(fight, who).rule)
    return why or checks.too_hard(parts_of(fight, who))


def offers(fight: Fight, who: str) -> bool:
    """Whether the manoeuvre in force holds a feint."""
    return states.maneuver_of(fight, who) in (("feint", ""), ("all_out_attack", "feint"))


class MakeFeint:
    """The feint of the manoeuvre of that name, or of an All-Out Attack before its blow.

    Source: dfrpg.maneuver.feint, dfrpg.maneuver.all_out_attack.feint
    """

    ids = ("feint",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The foes it could strike at who see what it does."""
        if not turn.chosen(fight, who) or not offers(fight, who):
            return
        why = why_not(fight, who)
        foes: tuple[str, ...] = ()
        if why is None:
            found = {one: illegal(fight, who, one) for one in _foes(fight, who)}
            foes = tuple(one for one, refusal in found.items() if refusal is None)
            nobody = Refusal(text("Nobody is in reach."), "dfrpg.maneuver.feint")
            why = None if foes else next(iter(found.values()), nobody)
        need = () if why is not None else (NeedCreature("target", foes, attack_action.AT_WHOM),)
        notes = (text("A contest: by how much it is won, so much worse the foe defends."),)
        yield Option("feint", "attack", text("Feint"), text("feint"), need, why, notes=notes)

    def resolve(self, run: Run, action: Action) -> None:
        """Turn to the foe if need be; both roll, and the foe is fooled or not."""
        who, foe = self._settled(run.fight, action)
        attack_action.begin_act(run, _feigned(run.fight, who, foe))
        states.set_counter(run, who, turn.FEINTS, 1)
        make(run, who, foe)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to fool the foe, and what it is worth."""
        who, foe = self._settled(fight, action)
        parts, others = parts_of(fight, who), parts_of(fight, foe)
        against, foe_against = checks.total(parts), checks.total(others)
        likely, worth = expected(against, foe_against)
        percent = checks.percent(chance(foe_against))
        notes = (
            text("The foe rolls against {n} ({percent}%).", n=foe_against, percent=percent),
            text("If it works, the foe's defenses are worse by {n} on average.", n=decimal(worth)),
        )
        later = _blow_later(fight, who, foe, likely, round(worth))
        return replace(checks.preview(parts), chance=likely, takes=(foe,), notes=notes, later=later)

    def _settled(self, fight: Fight, action: Action) -> tuple[str, str]:
        refuse(why_not(fight, action.who))
        foe = str(action.arguments.get("target", ""))
        if foe not in fight.bodies or fight.body(foe).out:
            raise Refused(Refusal(text("Say whom to feint."), "dfrpg.maneuver.feint"))
        refuse(illegal(fight, action.who, foe))
        return action.who, foe


def _foes(fight: Fight, who: str) -> Iterator[str]:
    side = fight.world.creature(who).side
    return (one.id for one in fight.world.creatures if one.side != side and not fight.body(one.id).out)


def _feigned(fight: Fight, who: str, foe: str) -> Attack:
    """The blow it pretends."""
    return next(one for one in _threats(fight, who, foe) if attack_action.illegal(fight, one) is None)


def _blow_later(fight: Fight, who: str, foe: str, likely: Fraction, points: int) -> Preview | None:
    """The best blow after a feint, None where there is none: what it does by the chance that the foe is fooled.

    Source: dfrpg.maneuver.attack.carry_over
    """
    body = fight.body(foe)
    effect = Effect(FEINTED, points, who, note=who, rule="dfrpg.maneuver.feint")
    fooled = fight.with_body(foe, body.with_effects((*body.effects, effect)))
    found = []
    for one in _threats(fight, who, foe):
        blow = one if one.maneuver == "all_out_attack" else replace(one, maneuver="attack")
        if attack_action.illegal(fight, blow) is None:
            plain, better = (
                attack_resolution.preview_of(attack_action.turned_to(there, blow), blow) for there in (fight, fooled)
            )
            mean = likely * better.damage_mean + (1 - likely) * plain.damage_mean
            found.append(replace(better, damage_mean=mean, times=sheet_of(fight.world.creature(who)).attacks))
    return max(found, key=lambda one: one.damage_mean, default=None)


def make(run: Run, who: str, foe: str) -> int:
    """Roll the contest and note what it does; returns the points it takes off the foe's defences.

    Source: dfrpg.maneuver.feint, dfrpg.maneuver.feint.fails, dfrpg.maneuver.feint.not_an_attack
    """
    fight, rule = run.fight, "dfrpg.maneuver.feint"
    parts, others = parts_of(fight, who), parts_of(fight, foe)
    own = checks.roll(run, who, "feint", parts, target=foe, what=parts[0].reason, rule=rule)
    other = checks.roll(run, foe, "feint", others, target=who, what=others[0].reason, rule=rule)
    found = feint_result(own.against, own.total, other.against, other.total)
    forget(run, who)
    name = fight.world.creature(foe).name
    if not found.points:
        run.emit(Noted(who, text("{name} is not fooled.", name=name), found.rule))
        return 0
    states.gain(run, foe, Effect(FEINTED, found.points, who, _lasts(run.fight, who), who, found.rule))
    return found.points


def _lasts(fight: Fight, who: str) -> Duration:
    """Until the end of the feinter's next turn; in an All-Out Attack, of this one.

    Source: dfrpg.maneuver.feint.duration, dfrpg.maneuver.all_out_attack.feint, dfrpg.core.turn_length
    """
    if states.maneuver_of(fight, who)[0] == "all_out_attack":
        return Duration("end", fight.active or who)
    return Duration("end", who, 2 if fight.active == who else 1)


def forget(run: Run, who: str) -> None:
    """A feinter's record ends. Source: dfrpg.state.feint_record."""
    for id_, body in run.fight.bodies.items():
        for one in body.effects:
            if one.id == FEINTED and one.source == who:
                run.emit(EffectLost(id_, one))


def waits(run: Run, who: str, one: Allowance) -> None:
    """Who waits on the turn it could have used its feint may still use it before the next one.

    Source: dfrpg.maneuver.feint.duration
    """
    if one.id != "wait":
        return
    for id_, body in run.fight.bodies.items():
        for effect in body.effects:
            if effect.id == FEINTED and effect.source == who:
                longer = Effect(FEINTED, effect.value, who, Duration("start", who), who, effect.rule)
                states.gain(run, id_, longer)


def worse(fight: Fight, defense: Defense) -> Iterator[Part]:
    """What a feint takes off every defence against the melee attacks of the feinter, and nobody else's.

    Source: dfrpg.maneuver.attack.carry_over, dfrpg.maneuver.feint.personal, dfrpg.maneuver.feint.all_attacks
    """
    if defense.attack.melee:
        for one in states.effects_of(fight, defense.who, FEINTED, defense.attack.who):
            yield Part(-one.value, text("feint"), "", one.rule)


def notes(fight: Fight, attack: Attack) -> Iterator[Text]:
    """What the preview of a blow says of a feint in force. Source: dfrpg.maneuver.attack.carry_over."""
    if attack.melee:
        for one in states.effects_of(fight, attack.target, FEINTED, attack.who):
            yield text("The feint takes {n} off its defenses.", n=one.value)
