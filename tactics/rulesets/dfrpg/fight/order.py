"""Who acts when: Basic Speed, the start and the end of a turn, rounds, and the end of the fight."""

from __future__ import annotations

from collections.abc import Callable

from tactics.core.dice import Roll
from tactics.rules.event import Began, Rolled, RoundBegan, TurnBegan, TurnEnded
from tactics.rules.fighting import Run
from tactics.rules.turns import EndTurn, count_down, decided
from tactics.rulesets.dfrpg.fight import maneuvers, places, states, surprise, turn
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.world.fight import Slot

DIE = 6
Step = Callable[[Run, str], None]
START_STEPS: list[Step] = []
"""What the start of a turn brings, before anything is chosen; other modules put it in."""
END_STEPS: list[Step] = []
"""What the end of a turn brings, before what ends with it; other modules put it in."""


def begin(run: Run) -> None:
    """Settle the order of turns, once for the whole fight, and begin the first one.

    Source: dfrpg.core.turn_order, dfrpg.grid.start_facing
    """
    run.emit(Began(tuple(_sorted(run))))
    surprise.begins(run)
    run.emit(RoundBegan(1))
    advance(run)


def _sorted(run: Run) -> list[Slot]:
    """Slots from first to last: Enhanced Time Sense first, then Basic Speed, then Dexterity, then a die.

    Source: dfrpg.core.turn_order
    """
    keys: dict[str, tuple[int, int, int]] = {}
    for creature in run.fight.world.creatures:
        sheet = sheet_of(creature)
        keys[creature.id] = ("enhanced_time_sense" in sheet.traits, sheet.speed_quarters, sheet.dx)
    rolled: dict[str, tuple[int, ...]] = {}
    for tie in dict.fromkeys(keys.values()):
        rolled |= _rolled_off(run, [who for who in keys if keys[who] == tie])
    order = sorted(keys, key=lambda who: (keys[who], rolled.get(who, ())), reverse=True)
    return [Slot(who, keys[who][1], len(order) - place) for place, who in enumerate(order)]


def _rolled_off(run: Run, tied: list[str]) -> dict[str, tuple[int, ...]]:
    """Faces that settle who goes first among equals, rolled until no two are alike. Source: dfrpg.core.turn_order."""
    faces: dict[str, tuple[int, ...]] = dict.fromkeys(tied, ())
    while len(set(faces.values())) < len(tied):
        alike = [who for who in tied if list(faces.values()).count(faces[who]) > 1]
        for who in alike:
            face = run.roll(DIE)
            rolls = (Roll(DIE, face),)
            run.emit(Rolled(who, "initiative", rolls, (), face, rule="dfrpg.core.turn_order"))
            faces[who] = (*faces[who], face)
    return faces


def advance(run: Run) -> None:
    """Go on to the next figure that can act. Source: dfrpg.core.turn_order, dfrpg.state.unconscious."""
    while not finish(run):
        _next_slot(run)
        who = run.fight.active
        begin_turn(run, who)
        if states.can_act(run.fight, who):
            return
        close_turn(run, who)


def _next_slot(run: Run) -> None:
    number = -1 if run.fight.turn is None else run.fight.turn
    while True:
        number += 1
        if number >= len(run.fight.order):
            number = 0
            run.emit(RoundBegan(run.fight.round + 1))
        who = run.fight.order[number].who
        if not run.fight.body(who).out:
            run.emit(TurnBegan(number))
            return
        # What lasts until a turn of somebody who is gone ends where that turn would have been.
        for anchor in ("start", "end"):
            count_down(run, anchor, who)


def begin_turn(run: Run, who: str) -> None:
    """The start of a figure's turn: what it kept count of begins anew. Source: dfrpg.state.turn_state."""
    count_down(run, "start", who)
    turn.begin(run, who)
    places.note_start(run, who)
    for step in START_STEPS:
        if not run.fight.body(who).out:
            step(run, who)


def close_turn(run: Run, who: str) -> None:
    """The end of a figure's turn. Source: dfrpg.core.turn_length."""
    for step in END_STEPS:
        if not run.fight.body(who).out:
            step(run, who)
    count_down(run, "end", who)
    run.emit(TurnEnded(who))


def end_turn(run: Run, who: str) -> None:
    """End a figure's turn and begin the next one; who chose nothing did nothing. Source: dfrpg.maneuver.choose_one."""
    if states.can_act(run.fight, who) and not turn.chosen(run.fight, who):
        maneuvers.choose(run, who, turn.allowances()["do_nothing", ""])
    close_turn(run, who)
    advance(run)


def finish(run: Run) -> bool:
    """End the fight when at most one side can still fight; whether it is over."""
    return decided(run, {one.side for one in run.fight.world.creatures if states.can_act(run.fight, one.id)})


END_TURN = EndTurn(states.not_its_turn, end_turn)
"""Ending the turn. Source: dfrpg.maneuver.choose_one."""
