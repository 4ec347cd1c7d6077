"""Who acts when: surprise, initiative, the start and the end of a turn, rounds, and the end of the fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision, Refusal
from tactics.rules.event import (
    Began,
    CounterSet,
    Rolled,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rules.turns import EndTurn, count_down, decided, own_turn
from tactics.rulesets.dnd4e.fight import conditions, dominating, harm, reactions, saving, turn
from tactics.rulesets.dnd4e.fight.harm import Blow
from tactics.rulesets.dnd4e.fight.own_numbers import initiative_parts
from tactics.rulesets.dnd4e.fight.reactions import Trigger
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight, Slot

DIE = 20
SURPRISED = "surprised"
Step = Callable[[Run, str], None]


def begin(run: Run) -> None:
    """Settle surprise and initiative and begin the first turn.

    Source: dnd4e.initiative.roll, dnd4e.initiative.surprise
    """
    for who in run.fight.bodies:
        sheet = sheet_of(run.fight.world.creature(who))
        for key, value in ((harm.SURGES, sheet.surges), (turn.POINTS, sheet.action_points)):
            if value and key not in run.fight.body(who).counters:
                run.emit(CounterSet(who, key, value))
    ridden = {one.mount for one in run.fight.world.creatures if one.mount}
    totals = {one.id: _initiative(run, one.id) for one in run.fight.world.creatures if one.id not in ridden}
    surprised = {who for who in totals if SURPRISED in conditions.held(run.fight, who)}
    surprise = bool(surprised) and len(surprised) < len(totals)
    run.emit(Began(tuple(_sorted(run, totals)), surprise))
    if not surprise:
        _no_longer_surprised(run)
        run.emit(RoundBegan(1))
    advance(run)


def _no_longer_surprised(run: Run) -> None:
    for who in run.fight.bodies:
        conditions.lose(run, who, SURPRISED)


def _initiative(run: Run, who: str) -> tuple[int, int]:
    """A creature's count and what breaks a tie: its modifier."""
    parts = initiative_parts(sheet_of(run.fight.world.creature(who)))
    face = run.roll(DIE)
    sum_ = face + total(parts)
    run.emit(Rolled(who, "initiative", (Roll(DIE, face),), parts, sum_, rule="dnd4e.initiative.roll"))
    return sum_, total(parts)


def _sorted(run: Run, totals: dict[str, tuple[int, int]]) -> list[Slot]:
    """Slots from first to last; equal counts by modifier, then by further rolls. Source: dnd4e.initiative.roll."""
    rolled_off: dict[str, int] = {}
    for tie in dict.fromkeys(totals.values()):
        equal = [who for who, found in totals.items() if found == tie]
        while len(equal) > 1:
            faces = {who: run.roll(DIE) for who in equal}
            for who, face in faces.items():
                run.emit(Rolled(who, "initiative_tie", (Roll(DIE, face),), (), face, rule="dnd4e.initiative.roll"))
                rolled_off[who] = rolled_off.get(who, 0) * 21 + face
            equal = [who for who in equal if list(faces.values()).count(faces[who]) > 1]
    order = sorted(totals, key=lambda who: (-totals[who][0], -totals[who][1], -rolled_off.get(who, 0)))
    return [Slot(who, totals[who][0], len(order) - place) for place, who in enumerate(order)]


def advance(run: Run) -> None:
    """End of one turn, beginning of the next that somebody can use.

    Source: dnd4e.initiative.roll, dnd4e.condition.stunned, dnd4e.condition.dominated
    """
    while not finish(run):
        delayed = any(one(run) for one in BETWEEN)
        if not delayed:
            _next_slot(run, -1 if run.fight.turn is None else run.fight.turn)
        who = run.fight.active
        if not delayed:
            begin_turn(run, who)
        if conditions.can_act(run.fight, who) and not dominating.command(run, who):
            return
        close_turn(run, who)


BETWEEN: list[Callable[[Run], bool]] = []
"""What may happen between two turns: whether somebody who put its turn off takes it now. Source: dnd4e.action.delay."""


def _next_slot(run: Run, number: int) -> None:
    """Go to the next slot behind one whose creature takes part; the surprise round is before the first one.

    Source: dnd4e.initiative.roll, dnd4e.duration.end_next_turn
    """
    while True:
        number += 1
        if number >= len(run.fight.order):
            number = 0
            after = run.fight.round + (0 if run.fight.surprise else 1)
            _no_longer_surprised(run)
            run.emit(RoundBegan(after))
        who = run.fight.order[number].who
        if not run.fight.body(who).out and not (run.fight.surprise and SURPRISED in conditions.held(run.fight, who)):
            run.emit(TurnBegan(number))
            return
        if run.fight.body(who).out:
            # What lasts until a turn of somebody who is gone ends where that turn would have been.
            for anchor in ("start", "end"):
                count_down(run, anchor, who, conditions.end)


def _regenerate(run: Run, who: str) -> None:
    """Source: dnd4e.turn.start."""
    sheet = sheet_of(run.fight.world.creature(who))
    if sheet.regeneration and run.fight.body(who).hp > 0:
        harm.heal(run, who, sheet.regeneration, source=who, rule="dnd4e.turn.start")


def _ongoing(run: Run, who: str) -> None:
    """Ongoing damage: of each type the highest number.

    Source: dnd4e.ongoing.start_of_turn, dnd4e.ongoing.different_types
    """
    worst: dict[str, Effect] = {}
    for effect in conditions.effects_of(run.fight, who, conditions.ONGOING):
        if effect.note not in worst or effect.value > worst[effect.note].value:
            worst[effect.note] = effect
    for note, effect in worst.items():
        types = tuple(one for one in note.split("/") if one)
        harm.hurt(run, who, effect.value, types, Blow(effect.source, rule="dnd4e.ongoing.start_of_turn"))


def _starts(run: Run, who: str) -> None:
    """Effects that last until the start of this creature's turn. Source: dnd4e.duration.start_next_turn."""
    count_down(run, "start", who, conditions.end)


START_STEPS: list[Step] = [_regenerate, _ongoing, _starts]
"""What the start of a turn brings, before anything can be done; regeneration first. Source: dnd4e.turn.start."""


def _ends(run: Run, who: str) -> None:
    """Effects that last until the end of this creature's turn. Source: dnd4e.duration.end_next_turn."""
    count_down(run, "end", who, conditions.end)


END_STEPS: list[Step] = [harm.death_save, saving.end_of_turn, _ends]
"""What the end of a turn brings: saving throws before what helps them ends. Source: dnd4e.turn.end."""


_STEP_NAMES: dict[Step, Text] = {
    _regenerate: text("Regeneration"),
    _ongoing: text("Ongoing damage"),
    _starts: text("Effects that end"),
    saving.end_of_turn: text("Saving throws"),
    _ends: text("Effects that end"),
}
_GUARDING = frozenset({conditions.RESIST, conditions.VULNERABLE, "insubstantial", "petrified"})


def _contested_start(fight: Fight, who: str) -> list[Step]:
    """The steps of a start whose order makes a difference: around ongoing damage. Source: dnd4e.turn.start."""
    if not any(conditions.effects_of(fight, who, conditions.ONGOING)):
        return []
    found: list[Step] = [_ongoing]
    if sheet_of(fight.world.creature(who)).regeneration and fight.body(who).hp > 0:
        found.insert(0, _regenerate)
    if any(one.id in _GUARDING for one in _running_out(fight, who, "start")):
        found.append(_starts)
    return found


def _contested_end(fight: Fight, who: str) -> list[Step]:
    """Saving throws, and the end of what bears upon them. Source: dnd4e.turn.end."""
    bearing = any(saving.bears_on_saves(one) for one in _running_out(fight, who, "end"))
    return [saving.end_of_turn, _ends] if bearing and saving.groups(fight, who) else []


def _running_out(fight: Fight, who: str, anchor: str) -> Iterator[Effect]:
    """A creature's own effects that end now."""
    for effect in fight.body(who).effects:
        if (effect.duration.anchor, effect.duration.of, effect.duration.turns) == (anchor, who, 1):
            yield effect


def _ordered(run: Run, who: str, steps: list[Step], contested: list[Step]) -> Iterator[Step]:
    """The steps, those whose order matters as their owner wants them. Source: dnd4e.turn.start, dnd4e.turn.end."""
    waiting = list(contested)
    for step in steps:
        if step not in contested:
            yield step
            continue
        first = 0
        if len(waiting) > 1:
            choices = tuple(Choice(str(number), _STEP_NAMES[one]) for number, one in enumerate(waiting))
            first = int(run.ask(Decision(who, "turn_order", text("What comes first?"), choices, "0")).id)
        yield waiting.pop(first)


def begin_turn(run: Run, who: str) -> None:
    """The start of a creature's turn. Source: dnd4e.turn.start."""
    for step in _ordered(run, who, START_STEPS, _contested_start(run.fight, who)):
        if not run.fight.body(who).out:
            step(run, who)
    turn.begin(run, who)
    reactions.offer(run, Trigger("turn_start", who, target=who, before=False), only=frozenset({who}))


def close_turn(run: Run, who: str) -> None:
    """The end of a creature's turn. Source: dnd4e.turn.end."""
    for step in _ordered(run, who, END_STEPS, _contested_end(run.fight, who)):
        if not run.fight.body(who).out:
            step(run, who)
    run.emit(TurnEnded(who))


def end_turn(run: Run, who: str) -> None:
    """End a creature's turn and begin the next one."""
    close_turn(run, who)
    advance(run)


def finish(run: Run) -> bool:
    """End the fight when at most one side can still fight; whether it is over."""
    upright = [one for one in run.fight.world.creatures if not harm.down(run.fight, one.id)]
    sides = {one.side for one in upright}
    # Where nobody will ever act again there would be no end.
    stuck = len(sides) > 1 and all(conditions.for_good(run.fight, one.id) for one in upright)
    return decided(run, () if stuck else sides)


def _own_turn(fight: Fight, who: str) -> Refusal | None:
    return own_turn(fight, who, "dnd4e.initiative.roll")


END_TURN = EndTurn(_own_turn, end_turn)
"""Ending the turn. Source: dnd4e.action.turn_budget."""
