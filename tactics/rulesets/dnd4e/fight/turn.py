"""What a turn holds: standard, move and minor action, and what is left of them."""

from __future__ import annotations

from tactics.core.text import Text, text
from tactics.rules.action import Refusal, Resource
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.fight.sheet import sheet_of
from tactics.world.fight import Fight

STANDARD, MOVE, MINOR, FREE = "standard", "move", "minor", "free"
ORDER = (MINOR, MOVE, STANDARD)
"""From the least to the greatest: a greater one may be traded for a lesser one. Source: dnd4e.action.substitute."""
COSTS: dict[str, Text] = {
    STANDARD: text("standard action"),
    MOVE: text("move action"),
    MINOR: text("minor action"),
    FREE: text("free action"),
    "opportunity": text("opportunity action"),
    "interrupt": text("immediate interrupt"),
    "reaction": text("immediate reaction"),
    "none": text("no action"),
}
IMMEDIATE, POINTS, POINT_SPENT, EXTRA = "immediate", "action_points", "action_point_spent", "extra"
"""Counters: the immediate action of the round, action points, one spent this encounter or round, the extra action."""
OPPORTUNE = "opportune."
"""Beginning of counters: opportunity action used on the turn of a creature."""
USED, RECHARGING, MOVED, DONE = "used.", "recharging.", "moved_sq", "done"
"""Beginnings of counters: powers used up, powers that may come back; squares moved, a charge made this turn."""
STEPS = "steps"
"""Counter: squares moved by the last action, 0 when it was no move. Source: dnd4e.stealth.hide."""
SUSTAINED, SUSTAINING = "sustained.", "sustaining."
"""Beginnings of counters: what lasts by sustaining and is paid for this turn; in how many rounds it has been."""
GRANTED = "granted"
"""Counter: an action that costs nothing of a turn is being taken, such as a readied one."""


def left(fight: Fight, who: str, kind: str) -> int:
    """How many actions of a kind are left, those that may be traded down included.

    Source: dnd4e.action.turn_budget, dnd4e.action.substitute, dnd4e.condition.dazed
    """
    body = fight.body(who)
    if conditions.one_action_only(fight, who):
        spent = sum(body.count(one) for one in ORDER)
        return max(0, 1 + body.count(EXTRA) - spent)
    own = {STANDARD: 1 + body.count(EXTRA), MOVE: 1, MINOR: 1}
    spare = {one: own[one] - body.count(one) for one in ORDER}
    return sum(spare[one] for one in ORDER[ORDER.index(kind) :])


def affordable(fight: Fight, who: str, kind: str) -> Refusal | None:
    """Why a creature cannot take an action of a kind now, None when it can.

    Source: dnd4e.action.turn_budget, dnd4e.action.substitute, dnd4e.action.free
    """
    unable = conditions.why_not_act(fight, who)
    if unable is not None:
        return unable
    body = fight.body(who)
    if body.count(GRANTED):
        return None
    if fight.active != who:
        return Refusal(text("It is not its turn."), "dnd4e.initiative.roll")
    if kind == FREE or left(fight, who, kind) > 0:
        return None
    if body.count(DONE):
        return Refusal(text("After a charge nothing but free actions is left."), "dnd4e.action.charge")
    rule = "dnd4e.condition.dazed" if conditions.one_action_only(fight, who) else "dnd4e.action.turn_budget"
    return Refusal(text("No {action} is left.", action=COSTS[kind]), rule)


def spend(run: Run, who: str, kind: str) -> None:
    """Use up an action; when its own kind is used up a greater one is traded.

    Source: dnd4e.action.substitute
    """
    body = run.fight.body(who)
    if kind != FREE and body.count(STEPS):
        run.emit(CounterSet(who, STEPS, 0))
    if kind == FREE or body.count(GRANTED):
        return
    if conditions.one_action_only(run.fight, who):
        run.emit(CounterSet(who, kind, body.count(kind) + 1))
        return
    for one in ORDER[ORDER.index(kind) :]:
        if body.count(one) < (1 + body.count(EXTRA) if one == STANDARD else 1):
            run.emit(CounterSet(who, one, body.count(one) + 1))
            return


def finish(run: Run, who: str) -> None:
    """Leave nothing of the turn but free actions; an action point still buys one more. Source: dnd4e.action.charge."""
    body = run.fight.body(who)
    if body.count(GRANTED):
        return
    most = {STANDARD: 1 + body.count(EXTRA)}
    if not conditions.one_action_only(run.fight, who):
        most |= {MOVE: 1, MINOR: 1}
    for kind, number in most.items():
        if body.count(kind) < number:
            run.emit(CounterSet(who, kind, number))
    run.emit(CounterSet(who, DONE, 1))


def resources(fight: Fight, who: str) -> tuple[Resource, ...]:
    """What is left of a creature's turn, its immediate action, action points and surges."""
    body, mine = fight.body(who), fight.active == who
    hero = sheet_of(fight.world.creature(who)).hero
    single = conditions.one_action_only(fight, who)

    def own(kind: str) -> int:
        if not mine or (single and not left(fight, who, kind)):
            return 0
        most = 1 + body.count(EXTRA) if kind == STANDARD else 1
        return max(0, most - body.count(kind))

    found = [
        Resource(STANDARD, text("Standard"), own(STANDARD), max(1, own(STANDARD))),
        Resource(MOVE, text("Move"), own(MOVE), 1),
        Resource(MINOR, text("Minor"), own(MINOR), 1),
        Resource(IMMEDIATE, text("Immediate"), 0 if body.count(IMMEDIATE) else 1, 1),
    ]
    if body.count(POINTS):
        found.append(Resource(POINTS, text("Action points"), body.count(POINTS), body.count(POINTS)))
    if hero:
        found.append(Resource("surges", text("Surges"), body.count("surges"), 0, "number"))
    return tuple(found)


def begin(run: Run, who: str) -> None:
    """Give a creature its actions. Source: dnd4e.turn.start, dnd4e.action.immediate."""
    body = run.fight.body(who)
    fresh = [STANDARD, MOVE, MINOR, IMMEDIATE, EXTRA, MOVED, DONE, STEPS]
    fresh += [key for key in body.counters if key.startswith(OPPORTUNE)]
    if not sheet_of(run.fight.world.creature(who)).hero:
        fresh.append(POINT_SPENT)
    for key in fresh:
        if body.count(key):
            run.emit(CounterSet(who, key, 0))
