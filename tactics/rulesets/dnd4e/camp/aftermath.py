"""What a fight leaves behind when a camp begins: milestones, saving throws still to be made, and the dying."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.camps import members
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.dnd4e.camp.resting import ENCOUNTERS
from tactics.rulesets.dnd4e.fight import checks, conditions, first_aid, numbers, order, turn
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Effect, Fight

_MOST_ROUNDS = 50
_POINT = "dnd4e.action.action_point"


def milestone(run: Run, who: str) -> None:
    """Count the encounter; every second one since the last extended rest gives a hero an action point.

    Source: dnd4e.action.action_point
    """
    numbers_ = table("camp")["milestone"]
    body = run.fight.body(who)
    so_far = body.count(ENCOUNTERS) + 1
    run.emit(CounterSet(who, ENCOUNTERS, so_far))
    if sheet_of(run.fight.world.creature(who)).hero and not so_far % int(numbers_["encounters"]):
        name = run.fight.world.creature(who).name
        run.emit(Noted(who, text("Milestone: {name} gains an action point.", name=name), _POINT))
        run.emit(CounterSet(who, turn.POINTS, body.count(turn.POINTS) + int(numbers_["points"])))


def run_out(run: Run) -> None:
    """Play rounds until nobody is dying or has anything left to save against, for five minutes at most.

    Source: dnd4e.save.end_of_turn, dnd4e.hp.death_save, dnd4e.ongoing.start_of_turn
    """
    for _ in range(_MOST_ROUNDS):
        waiting = [who for who in members(run.fight) if _unsettled(run.fight, who)]
        if not waiting:
            return
        for who in waiting:
            _tend(run, who)
            for step in (*order.START_STEPS, *order.END_STEPS):
                if not run.fight.body(who).out:
                    step(run, who)


def _unsettled(fight: Fight, who: str) -> bool:
    body = fight.body(who)
    dying = body.has("dying") and not body.has("stable")
    return dying or any(one.duration.anchor == "save" for one in body.effects)


def _tend(run: Run, who: str) -> None:
    """Let the friend with the best hands try to stabilize somebody who is dying. Source: dnd4e.hp.heal_dying."""
    if not run.fight.body(who).has("dying") or run.fight.body(who).has("stable"):
        return
    able = [one for one in members(run.fight) if one != who and conditions.can_act(run.fight, one)]
    if not able:
        return
    healer = max(able, key=lambda one: total(numbers.skill(run.fight, one, "heal")))
    how, rule = first_aid.STABILIZE, "dnd4e.hp.heal_dying"
    if checks.check(run, healer, "heal", first_aid.dc_of(how), rule, target=who):
        conditions.gain(run, who, Effect("stable", source=healer, rule=rule))
