"""Charge: straight at an enemy, and a basic attack or a bull rush at its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.text import as_words, composed, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import Question
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.fight import aiming, bull_rush, conditions, maneuver, moves, turn
from tactics.rulesets.dnd4e.fight.asking import ask, provoked
from tactics.rulesets.dnd4e.fight.attacking import plan_of, preview_of
from tactics.rulesets.dnd4e.fight.holding import judged
from tactics.rulesets.dnd4e.fight.opportunity import melee_basics
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon
from tactics.rulesets.dnd4e.fight.using import carry_out, title_of
from tactics.rulesets.dnd4e.tables import attack_modifiers
from tactics.world.edit import moved
from tactics.world.fight import Fight

RULE = "dnd4e.action.charge"


@dataclass(frozen=True, slots=True)
class _Blow:
    """What a charge ends with: a basic attack with a weapon, or a bull rush."""

    power: Power
    weapon: Weapon | None = None

    @property
    def arguments(self) -> dict[str, str]:
        """As an option names it."""
        return {"power": self.power.id} | ({"weapon": self.weapon.id} if self.weapon is not None else {})


class Charge:
    """Move and attack in one standard action. Source: dnd4e.action.charge."""

    ids = ("charge",)
    groups = ("attack", "maneuver")

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One for each weapon of a melee basic attack, and one for the bull rush."""
        spent = turn.affordable(fight, who, turn.STANDARD)
        cost = turn.COSTS[turn.STANDARD]
        for blow in _blows(fight, who):
            rush = blow.power is bull_rush.RUSH
            named = as_words(ACTIONS, "bull_rush") if rush else title_of(blow.power, blow.weapon)
            title = composed("{name}: {weapon}", name=as_words(ACTIONS, "charge"), weapon=named)
            found = spent or _targets(fight, who, blow)
            group = "maneuver" if rush else "attack"
            if isinstance(found, Refusal):
                yield Option("charge", group, title, cost, (), found, blow.arguments)
            else:
                need = NeedCreature("target", found, text("Whom?"))
                yield Option("charge", group, title, cost, (need,), None, blow.arguments)

    def resolve(self, run: Run, action: Action) -> None:
        """Charge; nothing but free actions is left afterwards."""
        who = action.who
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        blow, target, path = _meant(run.fight, action)
        turn.spend(run, who, turn.STANDARD)
        if (
            moves.walk(run, moves.mover_of(run.fight, who), path, action="charge")
            and _reaches(run.fight, who, target, blow) is None
        ):
            if blow.power is bull_rush.RUSH:
                bull_rush.rush(run, who, target, (_bonus(),))
            else:
                carry_out(run, who, blow.power, blow.weapon, (target,), None, (_bonus(),))
        turn.finish(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the attack at the end, and who may react on the way."""
        who = action.who
        blow, target, path = _meant(fight, action)
        there = _after(fight, who, path[-1])
        plan = plan_of(there, who, target, blow.power, blow.weapon, (target,), (_bonus(),))
        found = preview_of(there, plan)
        return Preview(
            found.chance, found.critical, found.parts, found.against, found.damage_least, found.damage_most,
            found.damage_mean, reactions=provoked(fight, moves.mover_of(fight, who), "charge", path), takes=(target,),
        )  # fmt: skip


def _bonus() -> Part:
    return Part(attack_modifiers()["charge"], text("charge"), "", RULE)


def _blows(fight: Fight, who: str) -> list[_Blow]:
    return [*(_Blow(power, weapon) for power, weapon in melee_basics(fight, who)), _Blow(bull_rush.RUSH)]


def _targets(fight: Fight, who: str, blow: _Blow) -> tuple[str, ...] | Refusal:
    """Enemies it can charge, or why it can charge nobody: the reason for the nearest one."""
    own = fight.world.creature(who)
    others = [one for one in fight.world.creatures if one.side != own.side and not fight.body(one.id).out]
    others.sort(key=lambda one: max(own.space.gap_sq(one.space)))
    reasons = {one.id: _way(fight, who, one.id, blow) for one in others}
    found = tuple(one for one, reason in reasons.items() if not isinstance(reason, Refusal))
    if found:
        return found
    return next(
        (one for one in reasons.values() if isinstance(one, Refusal)),
        Refusal(text("There is nobody to aim at."), RULE),
    )


def _way(
    fight: Fight, who: str, target: str, blow: _Blow, path: tuple[Square, ...] = ()
) -> tuple[Square, ...] | Refusal:
    """The way of a charge, that which is named if it is one; or why there is none. Source: dnd4e.action.charge."""
    question = Question(ask="legal", who=moves.mover_of(fight, who), target=target, action="charge", path=path)
    verdict = ask(judged(fight), question)
    if verdict.value is not True:
        full = ask(judged(fight), question, explain=True)
        return Refusal(full.steps[-1].text if full.steps else full.summary, moves.rule_of(full), full)
    found = verdict.squares["path"]
    there = _after(fight, who, found[-1])
    return _reaches(there, who, target, blow) or found


def _after(fight: Fight, who: str, square: Square) -> Fight:
    """The fight as it will be at the end of the way, the rider with its mount."""
    world = moved(fight.world, moves.mover_of(fight, who), square)
    return fight.with_world(moved(world, who, square))


def _reaches(fight: Fight, who: str, target: str, blow: _Blow) -> Refusal | None:
    """Why the blow cannot fall from where the charger stands, None when it can."""
    if not conditions.can_act(fight, who):
        return conditions.why_not_act(fight, who)
    if blow.power is bull_rush.RUSH:
        return maneuver.may_meet(fight, who, target, blow.power, bull_rush.RULE)
    return aiming.may_target(fight, who, target, blow.power, blow.weapon)


def _meant(fight: Fight, action: Action) -> tuple[_Blow, str, tuple[Square, ...]]:
    """What an action charges with, whom and how.

    Raises:
        Refused: it cannot.
    """
    who, target = action.who, str(action.arguments.get("target", ""))
    power, weapon = str(action.arguments.get("power", "")), str(action.arguments.get("weapon", ""))
    blows = [
        one
        for one in _blows(fight, who)
        if power in ("", one.power.id) and (not weapon or (one.weapon is not None and one.weapon.id == weapon))
    ]
    if not blows:
        raise Refused(Refusal(text("It has no such attack."), RULE))
    if target not in fight.bodies or target == who or fight.body(target).out:
        raise Refused(Refusal(text("There is nobody to aim at."), RULE))
    path = moves.path_of(action) if "path" in action.arguments else ()
    found = _way(fight, who, target, blows[0], path)
    if isinstance(found, Refusal):
        raise Refused(found)
    return blows[0], target, found
