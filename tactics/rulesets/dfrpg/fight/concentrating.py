"""Tasks of the mind: spells, abilities and skills that take the Concentrate manoeuvre, second by second."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tactics.core.text import Text, composed, ntext, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import EffectGained
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.fight import distraction, powers, states, turn
from tactics.rulesets.dfrpg.fight.sheet import Ability, sheet_of
from tactics.world.fight import Duration, Effect, Fight

RULE = "dfrpg.maneuver.concentrate"


def done_seconds(fight: Fight, who: str, ability: str) -> int:
    """Seconds a figure has spent on a task. Source: dfrpg.core.turn_length."""
    return sum(one.value for one in states.effects_of(fight, who, distraction.TASK, ability))


@dataclass(frozen=True, slots=True)
class Task:
    """One second of a task.

    Attributes:
        target: whom the last second is aimed at, "" before and where there is nobody.
        last: whether the task is done with it.
    """

    who: str
    ability: Ability
    target: str
    last: bool


class UseAbility:
    """One second of a task by Concentrate. Source: dfrpg.maneuver.concentrate."""

    ids = ("use_ability",)
    groups = ("power",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Every ability that asks for this manoeuvre; the last second is aimed at its target."""
        if not turn.by(fight, who, "concentrate"):
            return
        why = _why_not(fight, who)
        for one in sheet_of(fight.world.creature(who)).abilities.values():
            if one.activation != "concentrate":
                continue
            refusal = why or powers.why_not_use(fight, who, one)
            needs: tuple[NeedCreature, ...] = ()
            if refusal is None and _is_last(fight, who, one) and one.target != "self" and not one.missile:
                ids = powers.targets(fight, who, one)
                needs = (NeedCreature("target", ids, text("Whom?")),) if ids else ()
                refusal = None if ids else Refusal(text("Nobody can be reached by it."), RULE)
            cost = ntext("{n} second", "{n} seconds", one.seconds)
            title = _title(fight, who, one)
            yield Option("use_ability", "power", title, cost, needs, refusal, {"ability": one.id}, powers.notes(one))

    def resolve(self, run: Run, action: Action) -> None:
        """Spend the second; with the last one the task is done."""
        task = self._settled(run.fight, action)
        who, one = task.who, task.ability
        states.add(run, who, turn.ACTS)
        turn.close_step(run, who)
        if task.last:
            states.lose(run, who, distraction.TASK)
            powers.work(run, who, one, task.target)
        else:
            _count(run, who, one)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What the task promises, a share of it for each second that is still to come."""
        task = self._settled(fight, action)
        return powers.preview(fight, task.who, task.ability, task.target, _seconds_left(fight, task.who, task.ability))

    def _settled(self, fight: Fight, action: Action) -> Task:
        who = action.who
        refuse(_why_not(fight, who))
        one = sheet_of(fight.world.creature(who)).abilities.get(str(action.arguments.get("ability", "")))
        if one is None:
            raise Refused(Refusal(text("Say which ability."), RULE))
        if one.activation != "concentrate":
            raise Refused(Refusal(text("It does not call for Concentrate."), RULE))
        refuse(powers.why_not_use(fight, who, one))
        last, target = _is_last(fight, who, one), str(action.arguments.get("target", ""))
        if last and one.target != "self" and not one.missile and target not in powers.targets(fight, who, one):
            raise Refused(Refusal(text("It cannot be used on that."), RULE))
        return Task(who, one, who if one.target == "self" else target, last)


def _why_not(fight: Fight, who: str) -> Refusal | None:
    why = turn.doing(fight, who, "concentrate")
    if why is None and fight.body(who).count(turn.ACTS):
        why = Refusal(text("The task of this turn is done."), RULE)
    return why


def _is_last(fight: Fight, who: str, one: Ability) -> bool:
    return _seconds_left(fight, who, one) <= 1


def _seconds_left(fight: Fight, who: str, one: Ability) -> int:
    return one.seconds - done_seconds(fight, who, one.id)


def _title(fight: Fight, who: str, one: Ability) -> Text:
    if one.seconds < 2:
        return composed("{name}", name=one.name)
    second = done_seconds(fight, who, one.id) + 1
    return text("{name}: second {second} of {all}", name=one.name, second=second, all=one.seconds)


def _count(run: Run, who: str, one: Ability) -> None:
    """Note another second; a task that was begun before and is not this one is given up."""
    done = done_seconds(run.fight, who, one.id) + 1
    states.lose(run, who, distraction.TASK)
    run.emit(EffectGained(who, Effect(distraction.TASK, done, duration=Duration(), note=one.id, rule=RULE)))
