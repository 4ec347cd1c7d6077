"""Attacking: one attack, and the full attack weapon by weapon.

A full attack is not declared at once: the first attack takes the standard action, the second the move action, and after
the first one a creature may still choose to move instead. Two weapons or a style are declared with the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Need, NeedChoice, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, EffectGained, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import Offering, refuse
from tactics.rulesets.pf1.fight import conditions, opportunity, turn
from tactics.rulesets.pf1.fight.asking import provoked
from tactics.rulesets.pf1.fight.dashes import until_next_turn
from tactics.rulesets.pf1.fight.holding import fights_unarmed
from tactics.rulesets.pf1.fight.manner import kind_of
from tactics.rulesets.pf1.fight.mounted import attack_extra, moved_too_far
from tactics.rulesets.pf1.fight.numbers import AttackStep, Manner, attack_sequence, weapon_of
from tactics.rulesets.pf1.fight.ready import ATTACKS, fire
from tactics.rulesets.pf1.fight.series import KINDS, UNARMED, arms
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.strike import can_strike, met_in_square, strike, strike_preview
from tactics.world.fight import Effect, Fight

STYLES: dict[str, Text] = {
    "plain": text("as usual"),
    "defensive": text("fighting defensively"),
    "nonlethal": text("to subdue"),
    "lethal": text("to kill"),
}
"""How to attack; a weapon offers what changes something."""
SERIES_KIND = "series_kind"
PLAINLY = {"melee": Manner(kind="melee"), "ranged": Manner(kind="ranged")}
"""A single attack, by its kind."""
_KIND_NAMES = tuple(KINDS)


class Attack(Offering):
    """A single attack with one weapon.

    Source: pf1.action.standard, pf1.attack.roll, pf1.attack.fight_defensively
    """

    ids = ("attack",)
    groups = ("attack",)

    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """One option for each way to attack with what is at hand."""
        spent = turn.affordable(fight, who, turn.STANDARD)
        for arm in () if spent and not refused else arms(fight, who):
            manner = PLAINLY[arm.kind]
            targets = () if spent else targets_of(fight, who, arm.weapon.id, manner)
            if not targets and not refused:
                continue
            refusal = spent or (None if targets else _nobody(fight, who, arm.weapon.id, manner))
            needs = () if refusal else _aims(targets, arm.weapon.nonlethal, melee=arm.kind == "melee")
            throw = arm.kind == "ranged" and arm.weapon.melee
            title = (
                text("Throw: {weapon}", weapon=arm.weapon.name)
                if throw
                else text("Attack: {weapon}", weapon=arm.weapon.name)
            )
            arguments = {"weapon": arm.weapon.id, "kind": arm.kind}
            yield Option("attack", "attack", title, turn.COSTS[turn.STANDARD], needs, refusal, arguments)

    def resolve(self, run: Run, action: Action) -> None:
        """Strike once."""
        who, target, weapon = action.who, _word(action, "target"), _word(action, "weapon")
        manner, style = _manner(action), _word(action, "style") or "plain"
        refuse(turn.affordable(run.fight, who, turn.STANDARD) or may_strike(run.fight, who, target, weapon, manner))
        turn.spend(run, who, turn.STANDARD)
        blow(run, who, target, AttackStep(weapon, manner), style)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the strike."""
        return _looked_at(fight, action, AttackStep(_word(action, "weapon"), _manner(action)))


class FullAttack(Offering):
    """Several attacks, from the highest bonus down.

    Source: pf1.action.full_attack, pf1.attack.two_weapon, pf1.attack.natural
    """

    ids = ("full_attack", "next_attack")
    groups = ("attack",)

    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """The kinds of series the creature has, or the next attack of the one it is in."""
        if fight.body(who).count(turn.SERIES):
            yield from self._next(fight, who)
            return
        unaffordable = turn.affordable(fight, who, turn.FULL_ROUND)
        for kind, title in () if unaffordable and not refused else KINDS.items():
            blows = attack_sequence(fight, who, kind)
            if len(blows) < 2:
                continue
            first = blows[0]
            spent = unaffordable or _too_far_moved(fight, who, first.manner) or _both_hands(fight, who, kind)
            targets = () if spent else targets_of(fight, who, first.weapon, first.manner)
            if not targets and not refused:
                continue
            refusal = spent or (None if targets else _nobody(fight, who, first.weapon, first.manner))
            melee = first.manner.kind == "melee"
            needs = () if refusal else _aims(targets, weapon_of(fight, who, first.weapon).nonlethal, melee=melee)
            words = text("{kind}, attacks: {n}", kind=title, n=len(blows))
            yield Option("full_attack", "attack", words, turn.COSTS[turn.FULL_ROUND], needs, refusal, {"series": kind})

    def _next(self, fight: Fight, who: str) -> Iterable[Option]:
        blows, number = current_series(fight, who)
        if number >= len(blows):
            return
        one = blows[number]
        spent = next_refusal(fight, who, number)
        targets = () if spent else targets_of(fight, who, one.weapon, one.manner)
        refusal = spent or (None if targets else _nobody(fight, who, one.weapon, one.manner))
        title = text("Attack {n}: {weapon}", n=number + 1, weapon=weapon_of(fight, who, one.weapon).name)
        cost = turn.COSTS[turn.MOVE] if number == 1 else turn.COSTS[turn.FREE]
        needs: tuple[Need, ...] = (NeedCreature("target", targets, text("Whom?")),)
        yield Option("next_attack", "attack", title, cost, () if refusal else needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Make the first or the next attack of a series."""
        who, target, fight = action.who, _word(action, "target"), run.fight
        if action.id == "full_attack":
            kind, number = _word(action, "series"), 0
            refuse(None if kind in KINDS else Refusal(text("There is no such attack."), "pf1.action.full_attack"))
            blows = attack_sequence(fight, who, kind)
            manner = blows[0].manner if blows else Manner()
            refuse(turn.affordable(fight, who, turn.FULL_ROUND) or _too_far_moved(fight, who, manner))
            refuse(_both_hands(fight, who, kind))
        else:
            blows, number = current_series(fight, who)
            kind = _KIND_NAMES[fight.body(who).count(SERIES_KIND)]
            refuse(None if number else Refusal(text("No full attack was begun."), "pf1.action.full_attack"))
            refuse(next_refusal(fight, who, number))
        if number >= len(blows):
            raise Refused(Refusal(text("All attacks are made."), "pf1.action.full_attack"))
        one = blows[number]
        refuse(may_strike(fight, who, target, one.weapon, one.manner))
        spend_blow(run, who, number, kind)
        blow(run, who, target, one, _word(action, "style") or "plain")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the attack that comes next."""
        if action.id == "full_attack":
            blows = attack_sequence(fight, action.who, _word(action, "series"))
            return _looked_at(fight, action, blows[0])
        blows, number = current_series(fight, action.who)
        return _looked_at(fight, action, blows[number])


def next_refusal(fight: Fight, who: str, number: int) -> Refusal | None:
    """Why a full attack does not go on with its attack of a number, counted from 0."""
    if not turn.acts(fight, who):
        return Refusal(text("It is not its turn."), "pf1.init.round")
    if number == 1 and fight.body(who).count(turn.MOVE):
        return Refusal(text("The move action is used, so the attack ends here."), "pf1.action.full_attack")
    return None


def spend_blow(run: Run, who: str, number: int, kind: str = "main") -> None:
    """Use up what an attack of a full attack takes: the standard action, then the move action, then nothing."""
    if number == 0:
        turn.spend(run, who, turn.STANDARD)
        run.emit(CounterSet(who, SERIES_KIND, _KIND_NAMES.index(kind)))
    elif number == 1:
        turn.spend(run, who, turn.MOVE)
    run.emit(CounterSet(who, turn.SERIES, number + 1))


def blow(run: Run, who: str, target: str, one: AttackStep, style: str) -> None:
    """One attack with all it brings about: the style, the opening it gives, the strike.

    Source: pf1.attack.fight_defensively, pf1.aoo.provoking_actions, pf1.attack.unarmed_provokes
    """
    if style == "defensive":
        effect = Effect("fighting_defensively", duration=until_next_turn(who), rule="pf1.attack.fight_defensively")
        run.emit(EffectGained(who, effect))
    fire(run, who, ATTACKS)
    if not conditions.can_act(run.fight, who):
        return
    if one.manner.kind == "ranged":
        opportunity.provoke(run, who, action="ranged_attack")
    elif one.weapon == UNARMED and "improved_unarmed_strike" not in sheet_of(run.fight.world.creature(who)).feats:
        opportunity.provoke(run, who, action="unarmed_attack", only=opportunity.armed(run.fight, (target,)))
    manner = replace(one.manner, lethal=style) if style in ("lethal", "nonlethal") else one.manner
    if conditions.can_act(run.fight, who) and can_strike(run.fight, who, target, one.weapon, manner) is None:
        kind = kind_of(weapon_of(run.fight, who, one.weapon), manner)
        met = target if manner.at is None else met_in_square(run.fight, who, manner)
        strike(run, who, target, one.weapon, manner, extra=attack_extra(run.fight, who, met, kind))


def current_series(fight: Fight, who: str) -> tuple[tuple[AttackStep, ...], int]:
    """The series a creature is in, and how many of its attacks are made."""
    body = fight.body(who)
    return attack_sequence(fight, who, _KIND_NAMES[body.count(SERIES_KIND)]), body.count(turn.SERIES)


def _aims(targets: tuple[str, ...], nonlethal: bool, *, melee: bool) -> tuple[Need, ...]:
    other = ("lethal",) if nonlethal else ("nonlethal",) if melee else ()
    styles = tuple(Choice(one, STYLES[one]) for one in ("plain", "defensive", *other))
    return (NeedCreature("target", targets, text("Whom?")), NeedChoice("style", styles, text("How?")))


def _word(action: Action, name: str) -> str:
    value = action.arguments.get(name, "")
    return value if isinstance(value, str) else ""


def _manner(action: Action) -> Manner:
    return Manner(kind=_word(action, "kind"))


def _looked_at(fight: Fight, action: Action, one: AttackStep) -> Preview:
    style = _word(action, "style")
    manner = replace(one.manner, lethal=style) if style in ("lethal", "nonlethal") else one.manner
    extra: tuple[Part, ...] = (
        (Part(-4, text("fighting defensively"), rule="pf1.attack.fight_defensively"),) if style == "defensive" else ()
    )
    who, target = action.who, _word(action, "target")
    if one.weapon not in {arm.weapon.id for arm in arms(fight, who)}:
        raise Refused(Refusal(text("It has no such weapon at hand."), "pf1.attack.target_legal"))
    kind = kind_of(weapon_of(fight, who, one.weapon), manner)
    extra += attack_extra(fight, who, target, kind)
    reactions: tuple[str, ...] = ()
    if turn.acts(fight, who) and kind == "ranged":
        reactions = provoked(fight, who, (), "ranged_attack")
    elif one.weapon == UNARMED and not fights_unarmed(sheet_of(fight.world.creature(who))):
        reactions = opportunity.armed(fight, (target,))
    found = strike_preview(fight, who, target, one.weapon, manner, extra=extra)
    return replace(found, reactions=reactions) if reactions else found


def targets_of(fight: Fight, who: str, weapon: str, manner: Manner) -> tuple[str, ...]:
    """Ids of the enemies that can be struck with a weapon from here."""
    side = fight.world.creature(who).side
    return tuple(
        one.id
        for one in fight.world.creatures
        if one.side != side and not fight.body(one.id).out and can_strike(fight, who, one.id, weapon, manner) is None
    )


def may_strike(fight: Fight, who: str, target: str, weapon: str, manner: Manner) -> Refusal | None:
    """Why a creature may not strike at a target with a weapon, None when it may."""
    if target not in fight.bodies or fight.body(target).out or target == who:
        return Refusal(text("There is nobody to strike at."), "pf1.attack.target_legal")
    if weapon not in {arm.weapon.id for arm in arms(fight, who)}:
        return Refusal(text("It has no such weapon at hand."), "pf1.attack.target_legal")
    return can_strike(fight, who, target, weapon, manner)


def _nobody(fight: Fight, who: str, weapon: str, manner: Manner) -> Refusal:
    """Why nobody can be struck: the reason for the nearest enemy."""
    own = fight.world.creature(who)
    foes = [one for one in fight.world.creatures if one.side != own.side and not fight.body(one.id).out]
    foes.sort(key=lambda one: max(own.space.gap_sq(one.space)))
    reasons = (can_strike(fight, who, foe.id, weapon, manner) for foe in foes)
    return next(
        (one for one in reasons if one is not None), Refusal(text("There is no enemy."), "pf1.attack.target_legal")
    )


def _both_hands(fight: Fight, who: str, kind: str) -> Refusal | None:
    """Why one does not fight with two weapons now: in a grapple nothing takes both hands.

    Source: pf1.condition.grappled
    """
    if kind == "two_weapons" and "grappled" in conditions.active(fight, who):
        return Refusal(text("In a grapple nothing can be done with two hands."), "pf1.condition.grappled")
    return None


def _too_far_moved(fight: Fight, who: str, manner: Manner) -> Refusal | None:
    body = fight.body(who)
    if manner.kind != "ranged" and moved_too_far(fight, who):
        return Refusal(text("The mount moved more than 5 ft: one attack is left."), "pf1.combat.mounted")
    if body.count(turn.MOVED):
        return Refusal(text("Only a 5-foot step goes with a full attack."), "pf1.action.full_attack")
    return None
