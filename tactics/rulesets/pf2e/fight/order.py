"""Who acts when: initiative, the steps of a turn, rounds, and the end of the fight."""

from __future__ import annotations

from collections.abc import Callable

from tactics.core.dice import Roll
from tactics.rules.action import Refusal
from tactics.rules.event import Began, CounterSet, Rolled, RoundBegan, TurnBegan, TurnEnded
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rules.turns import EndTurn, decided
from tactics.rulesets.pf2e.fight import (
    conditions,
    delaying,
    dying,
    first_notice,
    harm,
    noticing,
    reactions,
    surroundings,
    turn,
    turn_end,
    waking,
)
from tactics.rulesets.pf2e.fight.asking import case_of
from tactics.rulesets.pf2e.fight.checks import DIE
from tactics.rulesets.pf2e.fight.heroes import HERO_POINTS
from tactics.rulesets.pf2e.fight.own_numbers import bonuses
from tactics.rulesets.pf2e.fight.performing import moves_on_first
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.states import condition_parts
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight, Slot

Step = Callable[[Run, str], None]
"""One step of the start or the end of a creature's turn."""


def _durations_start(run: Run, who: str) -> None:
    turn.count_down(run, "start", who)


def _start_reactions(run: Run, who: str) -> None:
    """Reactions to the start of a turn use what was left of the last round. Source: pf2e.turn.start."""
    reactions.offer(run, Trigger("turn_start", who, target=who), only=frozenset({who}))


START_STEPS: list[Step] = [
    _durations_start,
    surroundings.turn_begins,
    noticing.comes_to_rest,
    harm.fast_healing,
    _start_reactions,
    dying.recovery,
    waking.hear,
]
"""What the start of a turn brings, before actions are regained. Source: pf2e.turn.start."""


def begin(run: Run) -> None:
    """Settle initiative and begin the first turn.

    Source: pf2e.encounter.initiative, pf2e.encounter.structure, pf2e.encounter.reactions_before_first_turn,
        pf2e.mounted.initiative
    """
    ridden = {one for one in run.fight.bodies if turn.obeys_rider(run.fight, one)}
    for who in run.fight.bodies:
        points = sheet_of(run.fight.world.creature(who)).hero_points
        if points and HERO_POINTS not in run.fight.body(who).counters:
            run.emit(CounterSet(who, HERO_POINTS, points))
    totals = _totals(run, [one.id for one in run.fight.world.creatures if one.id not in ridden])
    first_notice.at_start(run, totals)
    if case_of(run.fight).switch("reactions_before_first_turn"):
        for who in run.fight.bodies:
            run.emit(CounterSet(who, turn.REACTION, int(table("fight")["turn"]["reactions"])))
    run.emit(Began(tuple(_sorted(run.fight, totals))))
    run.emit(RoundBegan(1))
    advance(run)


def initiative_statistic(fight: Fight, who: str) -> str:
    """What a creature rolls: Perception, Stealth when it avoided notice, or what the scenario says.

    Source: pf2e.encounter.initiative, pf2e.explore.avoid_notice
    """
    return "stealth" if fight.body(who).has(first_notice.AVOIDING) else sheet_of(fight.world.creature(who)).initiative


def _totals(run: Run, names: list[str]) -> dict[str, int]:
    """Everybody's initiative; creatures of one group share a roll. Source: pf2e.encounter.initiative."""
    found: dict[str, int] = {}
    shared: dict[tuple[str, str], int] = {}
    for who in names:
        creature = run.fight.world.creature(who)
        group = (creature.side, sheet_of(creature).group or who)
        if group not in shared:
            shared[group] = _initiative(run, who)
        found[who] = shared[group]
    return found


def _initiative(run: Run, who: str) -> int:
    own = bonuses(sheet_of(run.fight.world.creature(who)), "initiative")
    extra = (*own, *condition_parts(run.fight, who, "initiative"))
    parts = parts_of(run.fight, who, initiative_statistic(run.fight, who), extra=extra)
    face = run.roll(DIE)
    sum_ = face + total(parts)
    run.emit(Rolled(who, "initiative", (Roll(DIE, face),), parts, sum_, rule="pf2e.encounter.initiative"))
    return sum_


def _sorted(fight: Fight, totals: dict[str, int]) -> list[Slot]:
    """Highest first; of equal ones those who are no heroes, then as they stand in the file.

    Source: pf2e.encounter.initiative_order
    """
    heroes = {who for who in totals if sheet_of(fight.world.creature(who)).kind in ("hero", "companion")}
    order = sorted(totals, key=lambda who: (-totals[who], who in heroes))
    return [Slot(who, totals[who], len(order) - place) for place, who in enumerate(order)]


def advance(run: Run) -> None:
    """End of one turn, beginning of the next that somebody can use; who cannot act has a turn all the same.

    Source: pf2e.encounter.round, pf2e.turn.steps, pf2e.action.cannot_act
    """
    while not finish(run):
        _next_slot(run, -1 if run.fight.turn is None else run.fight.turn)
        who = run.fight.active
        begin_turn(run, who)
        if may_use(run.fight, who):
            return
        close_turn(run, who)


def may_use(fight: Fight, who: str) -> bool:
    """Whether there is anything to do with a turn: somebody who acts and has actions."""
    return conditions.can_act(fight, who) and bool(
        fight.body(who).count(turn.ACTIONS) + fight.body(who).count(turn.QUICK)
    )


def begin_turn(run: Run, who: str) -> None:
    """The start of a creature's turn, its mount's with it; one who comes back from delaying goes on with its turn.

    Source: pf2e.turn.start, pf2e.turn.regain_actions, pf2e.mounted.initiative, pf2e.basic.delay
    """
    if delaying.comes_back(run, who):
        turn.resume(run, who)
        return
    if run.fight.body(who).has(turn.DELAYING):
        delaying.lose_turn(run, who)
        _end_steps(run, who)
    for one in turn.party(run.fight, who):
        for step in START_STEPS:
            if not run.fight.body(one).out:
                step(run, one)
    for one in turn.party(run.fight, who):
        turn.regain(run, one)


def _next_slot(run: Run, number: int) -> None:
    """Go to the next slot behind one whose creature is still in the fight."""
    while True:
        number += 1
        if number >= len(run.fight.order):
            number = 0
            run.emit(RoundBegan(run.fight.round + 1))
        who = run.fight.order[number].who
        if not run.fight.body(who).out:
            run.emit(TurnBegan(number))
            return
        turn_end.passes(run, who)


def close_turn(run: Run, who: str) -> None:
    """The end of a creature's turn: leftover actions go, then what the end brings. Source: pf2e.turn.end."""
    _end_steps(run, who)
    reactions.offer(run, Trigger("turn_end", who, target=who))
    run.emit(TurnEnded(who))
    delaying.offer_return(run, who)


def _end_steps(run: Run, who: str) -> None:
    """What the end of a turn brings, for a mount with its rider; not again what came when the turn was delayed."""
    for one in turn.party(run.fight, who):
        for key in (turn.ACTIONS, turn.QUICK):
            if run.fight.body(one).count(key):
                run.emit(CounterSet(one, key, 0))
        had = turn_end.AT_ONCE if delaying.had_its_harm(run.fight, one) else ()
        for step in turn_end.STEPS:
            if step not in had and not run.fight.body(one).out:
                step(run, one)
        delaying.forget(run, one)


def end_turn(run: Run, who: str) -> None:
    """End a creature's turn and begin the next one."""
    close_turn(run, who)
    advance(run)


def finish(run: Run) -> bool:
    """End the fight when at most one side can still fight; whether it is over. Source: pf2e.encounter.structure."""
    return decided(run, {one.side for one in run.fight.world.creatures if not dying.beaten(run.fight, one.id)})


def _may_end(fight: Fight, who: str) -> Refusal | None:
    return turn.own_turn(fight, who) or moves_on_first(fight, who)


END_TURN = EndTurn(_may_end, end_turn)
"""Ending the turn. Source: pf2e.turn.act."""
