"""Powers with a trigger: immediate interrupts and reactions, opportunity powers, free actions that answer something."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Choice, Refusal
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.adjacency import touching
from tactics.rulesets.dnd4e.fight import aiming, conditions, turn
from tactics.rulesets.dnd4e.fight.aiming import Where
from tactics.rulesets.dnd4e.fight.holding import weapons_for
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.reactions import Offer, Trigger, this_turn
from tactics.rulesets.dnd4e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dnd4e.fight.using import FREE_ATTACK, carry_out, previewed, title_of, used_up
from tactics.world.fight import Fight

ANSWER, ANSWERED = "answer.", "answered."
"""Beginnings of choices, and of counters: the turn in which a power that costs no action last answered something."""
_INTERRUPTS = ("interrupt", "opportunity")
_STEPS = ("leaves", "adjacent")


class TriggeredPower:
    """Source: dnd4e.action.immediate, dnd4e.action.opportunity."""

    id = "triggered_power"

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """The powers that answer a trigger and that are not spent."""
        found: list[Offer] = []
        for power in sheet_of(fight.world.creature(who)).powers.values():
            if not power.trigger or not answers(fight, who, power, trigger) or refusal(fight, who, power) is not None:
                continue
            for weapon in weapons_for(fight, who, power):
                targets = _targets(fight, who, power, weapon, trigger)
                if targets is None or aiming.unready(fight, who, weapon) is not None:
                    continue
                title = text("{power}: answer with it?", power=title_of(power, weapon))
                preview = previewed(fight, who, power, weapon, targets, _where(fight, power, trigger))
                found.append(Offer(Choice(_name(power, weapon), title_of(power, weapon)), title, preview))
        return tuple(found)

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> None:
        """Use the power and what it takes."""
        for power in sheet_of(run.fight.world.creature(who)).powers.values():
            for weapon in weapons_for(run.fight, who, power) if power.trigger else ():
                if _name(power, weapon) == choice:
                    targets = _targets(run.fight, who, power, weapon, trigger) or ()
                    _spend(run, who, power)
                    carry_out(run, who, power, weapon, targets, _where(run.fight, power, trigger))
                    return


def _name(power: Power, weapon: Weapon | None) -> str:
    return f"{ANSWER}{power.id}.{weapon.id if weapon else ''}"


def refusal(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Why a creature cannot use a power with a trigger now, whatever the trigger is, None when it can.

    One immediate action a round and none in one's own turn; one opportunity action in each other turn; one attack a
    turn by free actions.

    Source: dnd4e.action.immediate, dnd4e.action.opportunity, dnd4e.action.free
    """
    spent = used_up(fight, who, power)
    if spent is not None:
        return spent
    if power.action in ("interrupt", "reaction", "opportunity"):
        opportune = power.action == "opportunity"
        rule = "dnd4e.action.opportunity" if opportune else "dnd4e.action.immediate"
        if fight.active == who:
            return Refusal(text("Not in its own turn."), rule)
        able = conditions.can_react if opportune else conditions.can_oppose
        if not able(fight, who):
            return Refusal(text("It can take no such action now."), rule)
        key = turn.OPPORTUNE + fight.active if opportune else turn.IMMEDIATE
        return Refusal(text("It has been used."), rule) if fight.body(who).count(key) else None
    if not conditions.can_act(fight, who):
        return conditions.why_not_act(fight, who)
    if fight.body(who).count(ANSWERED + power.id) == this_turn(fight):
        return Refusal(text("It has been used."), "dnd4e.action.free")
    if power.action == "free" and power.rolls and fight.body(who).count(FREE_ATTACK) == this_turn(fight):
        return Refusal(text("One attack power a turn by a free action."), "dnd4e.action.free")
    return None


def _spend(run: Run, who: str, power: Power) -> None:
    if power.action in ("interrupt", "reaction"):
        run.emit(CounterSet(who, turn.IMMEDIATE, 1))
    elif power.action == "opportunity":
        run.emit(CounterSet(who, turn.OPPORTUNE + run.fight.active, 1))
    else:
        # Two that answer each other's answers would never come to an end.
        run.emit(CounterSet(who, ANSWERED + power.id, this_turn(run.fight)))


def answers(fight: Fight, who: str, power: Power, trigger: Trigger) -> bool:
    """Whether what happens is what a power waits for: interrupts before it comes to pass, all others after.

    Source: dnd4e.action.immediate
    """
    if trigger.who not in fight.bodies or who == trigger.who:
        return False
    enemy = fight.world.creature(trigger.who).side != fight.world.creature(who).side
    if not enemy:
        return False
    if power.trigger in _STEPS:
        return trigger.before == (power.action in _INTERRUPTS) and _steps(fight, who, power, trigger)
    if trigger.kind != power.trigger:
        return False
    if power.trigger == "attacks_other":
        marked = any(one.source == who for one in conditions.effects_of(fight, trigger.who, conditions.MARK))
        return marked and who not in trigger.targets
    if power.trigger in ("hit", "missed", "ally_hit") and trigger.before != (power.action in _INTERRUPTS):
        return False
    if power.trigger == "ally_hit":
        same = fight.world.creature(trigger.target).side == fight.world.creature(who).side
        return same and trigger.target != who
    return trigger.target == who


def _steps(fight: Fight, who: str, power: Power, trigger: Trigger) -> bool:
    """Whether a step leads to a creature's side or away from it."""
    if trigger.kind not in _STEPS or len(trigger.path) != 2:
        return False
    own, mover = fight.world.creature(who).space, fight.world.creature(trigger.who).space
    here, there = (touching(own, mover.at(one)) for one in trigger.path)
    return (here and not there) if power.trigger == "leaves" else (there and not here)


def _targets(fight: Fight, who: str, power: Power, weapon: Weapon | None, trigger: Trigger) -> tuple[str, ...] | None:
    """Whom the answer meets: its user, the area round it or towards who caused it, that one, or the ally it helps.

    None when it cannot meet anybody.
    """
    if power.kind == "personal" or power.targets == "self":
        return (who,)
    aim = trigger.target if power.targets in ("ally", "ally_or_self") and trigger.target else trigger.who
    if power.area:
        where = _where(fight, power, trigger)
        if aiming.place_refusal(fight, who, power, where) is not None:
            return None
        inside = aiming.targets_in(fight, who, power, where)
        if power.count:
            return (aim,) if aim in inside else None
        return inside or None
    return (aim,) if aiming.may_target(fight, who, aim, power, weapon) is None else None


def _where(fight: Fight, power: Power, trigger: Trigger) -> Where:
    """Where the area of an answer lies: towards who caused it."""
    where: Square = fight.world.creature(trigger.who).space.anchor
    return where if power.kind in ("close_blast", "area_burst") else None
