"""Readying: waiting for something to happen and acting just before it goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from tactics.core.lattice import Square
from tactics.core.text import Named, Text, composed, text
from tactics.rules.action import Action, Choice, Decision, Need, NeedChoice, NeedSquare, Option, Preview, Refusal
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Moved, OrderChanged
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import Question
from tactics.rules.turns import placed_before
from tactics.rulesets.pf1.fight import conditions, opportunity, turn
from tactics.rulesets.pf1.fight.asking import case_about
from tactics.rulesets.pf1.fight.holding import fights_unarmed
from tactics.rulesets.pf1.fight.mounted import attack_extra
from tactics.rulesets.pf1.fight.numbers import Manner, weapon_of
from tactics.rulesets.pf1.fight.series import UNARMED, arms
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.strike import can_strike, strike, strike_preview
from tactics.rulesets.pf1.legal import five_foot_steps
from tactics.rulesets.pf1.places import called
from tactics.world.edit import moved
from tactics.world.fight import Duration, Effect, Fight

REACHED, CASTS, ATTACKS = "comes_within_reach", "casts", "attacks"
TRIGGERS: dict[str, Text] = {
    REACHED: text("when an enemy comes within reach"),
    CASTS: text("when an enemy casts"),
    ATTACKS: text("when an enemy attacks"),
}
"""What one can wait for."""
READIED, HOLD, STEP = "readied", "hold", "step"


class Power(Protocol):
    """Powers that may be readied like a strike."""

    def powers(self, fight: Fight, who: str) -> Mapping[str, Named]:
        """Those a creature may ready, by id with their names."""

    def unfit(self, fight: Fight, who: str, target: str, power: str) -> Refusal | None:
        """Why one cannot be used on a creature now."""

    def carry_out(self, run: Run, who: str, target: str, power: str) -> None:
        """Use it."""


POWERS: list[Power] = []
"""What else may be readied; the fight puts it in."""
_POWER = "power"


class Ready:
    """Waiting to strike at a trigger.

    Source: pf1.init.ready
    """

    ids = ("ready",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """With what to strike, and at what moment."""
        refusal = turn.affordable(fight, who, turn.STANDARD)
        found = arms(fight, who)
        weapons = (
            *(Choice(f"{arm.kind}.{arm.weapon.id}", _title(arm.kind, arm.weapon.name)) for arm in found),
            *(Choice(f"{_POWER}.{id_}", composed("{name}", name=name)) for id_, name in _powers(fight, who).items()),
        )
        triggers = tuple(Choice(id_, title) for id_, title in TRIGGERS.items())
        needs: tuple[Need, ...] = (
            NeedChoice("weapon", weapons, text("With what?")),
            NeedChoice("trigger", triggers, text("When?")),
        )
        yield Option("ready", "defend", text("Ready"), turn.COSTS[turn.STANDARD], () if refusal else needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Begin to wait; readying itself gives no opening."""
        who = action.who
        weapon, trigger = str(action.arguments.get("weapon", "")), str(action.arguments.get("trigger", ""))
        known = {f"{arm.kind}.{arm.weapon.id}" for arm in arms(run.fight, who)}
        known |= {f"{_POWER}.{one}" for one in _powers(run.fight, who)}
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        if weapon not in known or trigger not in TRIGGERS:
            refuse(Refusal(text("Say with what and when it strikes."), "pf1.init.ready"))
        turn.spend(run, who, turn.STANDARD)
        until = Duration("start", who, 1)
        run.emit(EffectGained(who, Effect(READIED, duration=until, note=f"{trigger}:{weapon}", rule="pf1.init.ready")))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled yet."""
        return Preview()


def _powers(fight: Fight, who: str) -> dict[str, Named]:
    return {id_: name for one in POWERS for id_, name in one.powers(fight, who).items()}


def _title(kind: str, name: Named) -> Text:
    return (
        text("throw or shoot {weapon}", weapon=name) if kind == "ranged" else text("strike with {weapon}", weapon=name)
    )


def fire(run: Run, who: str, trigger: str, before: Fight | None = None) -> None:
    """Let those who wait for this deed of a creature strike before it goes on.

    Args:
        run: the action.
        who: who does it.
        trigger: one of `TRIGGERS`.
        before: the fight before a step; whoever could strike it then already does not see it come within reach.

    Source: pf1.init.ready
    """
    side = run.fight.world.creature(who).side
    for other in run.fight.world.creatures:
        if other.side == side or run.fight.body(other.id).out:
            continue
        for effect in run.fight.body(other.id).effects:
            if effect.id == READIED and effect.note.startswith(f"{trigger}:"):
                _fire(run, other.id, who, effect, before)
        if not conditions.can_act(run.fight, who):
            return


def _fire(run: Run, waiter: str, who: str, effect: Effect, before: Fight | None) -> None:
    kind, _, weapon = effect.note.partition(":")[2].partition(".")
    if kind == _POWER:
        _release(run, waiter, who, effect, weapon)
        return
    manner = Manner(kind=kind, multiplier=_set_against(run.fight, waiter, who, weapon))
    if not conditions.can_act(run.fight, waiter):
        return
    here = can_strike(run.fight, waiter, who, weapon, manner) is None
    steps = _steps(run.fight, waiter, who, weapon, manner) if before is None or here else ()
    if not here and not steps:
        return
    if before is not None and kind == "melee" and can_strike(before, waiter, who, weapon, manner) is None:
        return
    answer = run.ask(_question(run.fight, waiter, who, weapon, manner, steps, here=here))
    if answer.id == HOLD:
        return
    run.emit(EffectLost(waiter, effect))
    square = answer.arguments.get("square")
    if answer.id == STEP and isinstance(square, Square) and square in steps:
        space, z_ft = run.fight.world.creature(waiter).space, run.fight.world.creature(waiter).z_ft
        run.emit(CounterSet(waiter, turn.STEP, 1))
        run.emit(Moved(waiter, square, 0, "walk", space.width, space.height, z_ft))
    _give_opening(run, waiter, who, kind, weapon)
    if conditions.can_act(run.fight, waiter) and can_strike(run.fight, waiter, who, weapon, manner) is None:
        strike(run, waiter, who, weapon, manner, extra=attack_extra(run.fight, waiter, who, manner.kind))
    _act_before(run, waiter, who)


def _release(run: Run, waiter: str, who: str, effect: Effect, power: str) -> None:
    """Let one who waited with a power use it now, or go on waiting.

    Source: pf1.init.ready
    """
    known = next((one for one in POWERS if power in one.powers(run.fight, waiter)), None)
    able = known is not None and conditions.can_act(run.fight, waiter)
    if known is None or not able or known.unfit(run.fight, waiter, who, power) is not None:
        return
    world, name = run.fight.world, known.powers(run.fight, waiter)[power]
    names = {"name": called(world.creature(waiter)), "who": called(world.creature(who)), "power": name}
    decision = Decision(
        who=waiter,
        id=READIED,
        title=text("{name} waited for {who}. Use {power}?", **names),
        choices=(Choice("strike", text("Use {power}", power=name)), Choice(HOLD, text("Go on waiting"))),
        default="strike",
    )
    if run.ask(decision).id == HOLD:
        return
    run.emit(EffectLost(waiter, effect))
    known.carry_out(run, waiter, who, power)
    _act_before(run, waiter, who)


def _question(
    fight: Fight, waiter: str, who: str, weapon: str, manner: Manner, steps: tuple[Square, ...], *, here: bool
) -> Decision:
    """Whether to strike, from here or after a step, or to go on waiting."""
    world, name = fight.world, weapon_of(fight, waiter, weapon).name
    extra = attack_extra(fight, waiter, who, manner.kind)
    strikes = (Choice("strike", text("Strike: {weapon}", weapon=name)),) if here else ()
    stepping = (Choice(STEP, text("Step, then strike: {weapon}", weapon=name)),) if steps else ()
    return Decision(
        who=waiter,
        id=READIED,
        title=text(
            "{name} waited for {who}. Strike?", name=called(world.creature(waiter)), who=called(world.creature(who))
        ),
        choices=(*strikes, *stepping, Choice(HOLD, text("Go on waiting"))),
        default="strike" if here else HOLD,
        preview={"strike": strike_preview(fight, waiter, who, weapon, manner, extra=extra)} if here else {},
        needs={STEP: (NeedSquare("square", steps, text("Where to?")),)} if steps else {},
    )


def _steps(fight: Fight, waiter: str, who: str, weapon: str, manner: Manner) -> tuple[Square, ...]:
    """Where a 5-foot step as part of the readied action leads, for one that covered no distance this round.

    Source: pf1.init.ready, pf1.action.five_foot_step
    """
    body, creature = fight.body(waiter), fight.world.creature(waiter)
    if body.count(turn.STEP) or body.count(turn.MOVED) or body.has("no_step") or creature.mount:
        return ()
    case = case_about(fight.world, Question(ask="legal", who=waiter, action="five_foot_step"))
    around = five_foot_steps(case, creature)
    return tuple(
        square
        for square in around
        if can_strike(replace(fight, world=moved(fight.world, waiter, square)), waiter, who, weapon, manner) is None
    )


def _give_opening(run: Run, waiter: str, who: str, kind: str, weapon: str) -> None:
    """Readying gives no opening, but a shot or a fist does when it comes to that.

    Source: pf1.init.ready, pf1.aoo.provoking_actions, pf1.attack.unarmed_provokes
    """
    if kind == "ranged":
        opportunity.provoke(run, waiter, action="ranged_attack")
    elif weapon == UNARMED and not fights_unarmed(sheet_of(run.fight.world.creature(waiter))):
        opportunity.provoke(run, waiter, action="unarmed_attack", only=opportunity.armed(run.fight, (who,)))


def _set_against(fight: Fight, waiter: str, who: str, weapon: str) -> int:
    """How often a readied weapon deals its damage: twice when it was set against a charge.

    Source: pf1.charge.brace
    """
    return 2 if fight.body(who).has("charging") and "brace" in weapon_of(fight, waiter, weapon).properties else 1


def _act_before(run: Run, waiter: str, who: str) -> None:
    """From now on the one who waited acts just before the one it waited for."""
    order = run.fight.order
    if run.fight.active != waiter and any(one.who == who for one in order):
        run.emit(OrderChanged(placed_before(order, waiter, who)))
