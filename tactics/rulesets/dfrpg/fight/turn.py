"""What a turn holds: the manoeuvre, what it allows, and what of it is used up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from tactics.core.text import Text, ntext, text
from tactics.rules.action import Refusal, Resource
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.facing import HALVES
from tactics.rulesets.dfrpg.fight import own_numbers, states
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

CHOSEN = "chosen"
"""Counter: a manoeuvre was chosen this turn. Source: dfrpg.maneuver.choose_one."""
SPENT, DIAGONALS = "spent_half", "diagonals"
"""Counters: movement spent this turn in half points, and what the length of the next step depends on.

Source: dfrpg.state.turn_state
"""
STEP = "step"
"""Counter: `STEP_FREE`, `STEP_BEGUN` once it stepped or turned and may still turn, `STEP_CLOSED` after that."""
STEP_FREE, STEP_BEGUN, STEP_CLOSED = range(3)
STEPPED, FACED = "stepped_yd", "faced"
"""Counters: yards stepped this turn; it has turned at the end of its move and moves no more."""
WALKED = "walked_yd"
"""Counter: yards walked this turn. Source: dfrpg.ranged.size_speed_range."""
KNELT = "knelt"
"""Counter: it has spent its step on kneeling or standing up. Source: dfrpg.maneuver.change_posture.kneel_by_step."""
ACTS, ALL_ACTS = "acts", 99
"""Counter: what a manoeuvre allows was done so often this turn; and so often when nothing more is allowed."""
FEINTS, RAPID = "feints", "rapid_strikes"
"""Counters: feints made this turn, blows of a Rapid Strike.

Source: dfrpg.maneuver.all_out_attack.feint, dfrpg.attack.rapid_strike
"""
READIED, ROOTED = "readied", "rooted"
"""Counters: something was readied this turn; it reached for what is not on its person and stays where it is.

Source: dfrpg.maneuver.ready, dfrpg.maneuver.ready.movement
"""
GRANTED = "granted"
"""Counter: it acts on another one's turn, by a Wait. Source: dfrpg.maneuver.wait.interrupt."""
PARRIES, BLOCKS, RETREATED = "parries.", "blocks", "retreated"
"""Counters: parries by hand, blocks, and a retreat since the start of its turn. Source: dfrpg.state.turn_state."""
ATTACKED = "attacked."
"""Beginning of counters: attacks made with a thing since the start of its turn."""
HAND = "attacked_hand."
"""Beginning of counters: a hand has attacked since the start of its turn."""
FRESH = (
    CHOSEN,
    SPENT,
    DIAGONALS,
    WALKED,
    STEP,
    STEPPED,
    FACED,
    KNELT,
    ACTS,
    FEINTS,
    RAPID,
    READIED,
    ROOTED,
    BLOCKS,
    RETREATED,
)
_TURNS = 1000
FRESH_BEGINNINGS = (PARRIES, ATTACKED, HAND)
NONE, STEPS, HALF, FULL, RUN_ = "none", "step", "half", "full", "run"
"""What a manoeuvre gives to move. Source: dfrpg.maneuver.movement_kinds."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a manoeuvre allows, a row of ``data/maneuvers.toml``.

    Attributes:
        id: the manoeuvre.
        variant: its kind, "" where it has none.
        movement: none, step, half, full or run.
        defenses: any, none, or free_hands for a defence without the hand that attacked.
        rule: its rule.
    """

    id: str
    variant: str
    movement: str
    defenses: str
    rule: str


@cache
def allowances() -> Mapping[tuple[str, str], Allowance]:
    """Every manoeuvre with each of its kinds. Source: dfrpg.maneuver.summary_table, dfrpg.maneuver.list."""
    found: dict[tuple[str, str], Allowance] = {}
    for id_, row in table("maneuvers").items():
        for variant, own in (row.get("variant") or {"": {}}).items():
            merged = {**row, **own}
            key = (id_, variant)
            found[key] = Allowance(id_, variant, merged["movement"], merged["defenses"], merged["rule"])
    return found


BENDS: list[Callable[[Fight, str, Allowance], Allowance]] = []
"""What makes a manoeuvre in force allow more or less; other modules put it in."""


def allowance(fight: Fight, who: str) -> Allowance:
    """What the manoeuvre in force allows."""
    found = allowances()[states.maneuver_of(fight, who)]
    for bend in BENDS:
        found = bend(fight, who, found)
    return found


def chosen(fight: Fight, who: str) -> bool:
    """Whether a figure has chosen its manoeuvre of this turn, or acts by a Wait. Source: dfrpg.maneuver.choose_one."""
    body = fight.body(who)
    return bool(body.count(CHOSEN) if fight.active == who else body.count(GRANTED))


def by(fight: Fight, who: str, *maneuvers: str) -> bool:
    """Whether a figure has chosen one of some manoeuvres for this turn, or acts by one of them after a Wait.

    Source: dfrpg.maneuver.choose_one
    """
    return chosen(fight, who) and states.maneuver_of(fight, who)[0] in maneuvers


def not_allowed(fight: Fight, who: str) -> Refusal:
    """The refusal of what the manoeuvre in force does not allow."""
    return Refusal(text("The maneuver does not allow it."), allowance(fight, who).rule)


def acting(fight: Fight, who: str) -> Refusal | None:
    """Why a figure can do nothing now by any manoeuvre, None when it can. Source: dfrpg.maneuver.choose_one."""
    return doing(fight, who, *(id_ for id_, _ in allowances()))


def doing(fight: Fight, who: str, *maneuvers: str) -> Refusal | None:
    """Why a figure cannot do now what only some manoeuvres allow, None when it can.

    Who is stunned in the middle of its turn does nothing more.

    Source: dfrpg.maneuver.choose_one, dfrpg.maneuver.do_nothing.stunned_forced
    """
    if not fight.body(who).count(GRANTED):
        out_of_turn = states.not_its_turn(fight, who)
        if out_of_turn is not None:
            return out_of_turn
    if not chosen(fight, who):
        return Refusal(text("First a maneuver must be chosen."), "dfrpg.maneuver.choose_one")
    if states.maneuver_of(fight, who)[0] not in maneuvers:
        return not_allowed(fight, who)
    if states.stunned(fight, who):
        return Refusal(text("It is stunned."), "dfrpg.maneuver.do_nothing.stunned_forced")
    return None


def this_turn(fight: Fight) -> int:
    """A number of the present turn of the fight, never 0."""
    return fight.round * _TURNS + (fight.turn or 0) + 1


def budget_half(fight: Fight, who: str) -> int:
    """Movement of the manoeuvre in half points, 0 where it gives only a step or nothing.

    Source: dfrpg.movement.points, dfrpg.maneuver.movement_kinds
    """
    move = own_numbers.move_now(fight, who)
    kind = allowance(fight, who).movement
    return HALVES * {FULL: move, HALF: own_numbers.half_up(move), RUN_: own_numbers.half_up(move)}.get(kind, 0)


def step_yd(fight: Fight, who: str) -> int:
    """Yards of a step that are left. Source: dfrpg.movement.step."""
    body = fight.body(who)
    if allowance(fight, who).movement != STEPS or body.count(STEP) == STEP_CLOSED or body.count(KNELT):
        return 0
    return own_numbers.step_now(fight, who) - body.count(STEPPED)


def yards_moved(fight: Fight, who: str) -> int:
    """Yards a figure went since its turn began, by walking or by its step. Source: dfrpg.ranged.size_speed_range."""
    body = fight.body(who)
    return body.count(WALKED) + body.count(STEPPED)


def close_step(run: Run, who: str) -> None:
    """Let a step that was begun be over: nothing of it is left after the act, unless a long one may be split.

    Source: dfrpg.maneuver.attack.step_order
    """
    splits = own_numbers.switch(run.fight, "split_step") is True and step_yd(run.fight, who) > 0
    if run.fight.body(who).count(STEP) == STEP_BEGUN and not splits:
        states.set_counter(run, who, STEP, STEP_CLOSED)


def resources(fight: Fight, who: str) -> tuple[Resource, ...]:
    """What is left of a figure's turn: movement points or yards of a step."""
    if fight.active != who or not chosen(fight, who):
        return ()
    kind = allowance(fight, who).movement
    if kind == STEPS:
        most = own_numbers.step_now(fight, who)
        return (Resource("step", text("Step, yd"), step_yd(fight, who), most),)
    if kind == NONE:
        return ()
    most = budget_half(fight, who) // HALVES
    left = max(0, budget_half(fight, who) - fight.body(who).count(SPENT)) // HALVES
    return (Resource("movement", text("Movement points"), left, most, "number"),)


def movement_words(fight: Fight, who: str, one: Allowance) -> Text:
    """What a manoeuvre allows to move, in words. Source: dfrpg.maneuver.summary_table, dfrpg.maneuver.wait.movement."""
    move = own_numbers.move_now(fight, who)
    if one.id == "wait":
        return text("Movement of what it waits to do: now, or then.")
    if one.movement == NONE:
        return text("No movement.")
    if one.movement == STEPS:
        yards = own_numbers.step_now(fight, who)
        return ntext("A step of {n} yard, or a turn.", "A step of {n} yards, or a turn.", yards)
    if one.movement == RUN_:
        return ntext(
            "Turn in place, or run forward: two squares or {n} movement point.",
            "Turn in place, or run forward: two squares or {n} movement points.",
            own_numbers.half_up(move),
        )
    points = move if one.movement == FULL else own_numbers.half_up(move)
    return ntext("{n} movement point.", "{n} movement points.", points)


def begin(run: Run, who: str) -> None:
    """Let a figure's turn begin afresh. Source: dfrpg.state.turn_state."""
    body = run.fight.body(who)
    keys = [*FRESH, *(key for key in body.counters if key.startswith(FRESH_BEGINNINGS))]
    for key in keys:
        states.set_counter(run, who, key, 0)
    states.lose(run, who, RETREATED)
