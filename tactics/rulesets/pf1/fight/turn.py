"""What a turn holds: standard, move, full-round, swift and free actions, and what is left of them."""

from __future__ import annotations

from tactics.core.text import Text, text
from tactics.rules import turns
from tactics.rules.action import Refusal, Resource
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions
from tactics.world.fight import Body, Fight

STANDARD, MOVE, FULL_ROUND, SWIFT, IMMEDIATE, FREE = "standard", "move", "full_round", "swift", "immediate", "free"
COSTS: dict[str, Text] = {
    STANDARD: text("standard action"),
    MOVE: text("move action"),
    FULL_ROUND: text("full-round action"),
    SWIFT: text("swift action"),
    IMMEDIATE: text("immediate action"),
    FREE: text("free action"),
}
"""Kinds of action and what they are called."""

STEP, MOVED, DIAGONALS, SERIES = "five_foot_step", "moved_ft", "diagonals", "series"
NEXT_SWIFT, OPPORTUNITIES, LEFT = "next_swift", "opportunities", "left."
"""Counters of a body: the step taken, feet moved, diagonals moved, the place in a full attack, a swift action owed for
an immediate one, attacks of opportunity since its own turn began, and foes whose movement it has reacted to."""

HELD_ON = "held_on"
"""Counter: the hold was begun or kept up this turn."""
OWED, DELAYED = "owed", "delayed"
"""Counters: the swift action of this turn went to an immediate one before it, the turn was begun before and put off."""
SPARE, TUMBLED = "spare.", "tumbled."
"""Beginnings of counters: feet of a move action that were not walked, by mode; foes passed with Acrobatics."""
RAN, RUNS, WINDED = "ran", "runs", "winded"
"""Counters: rounds it ran in a row; it runs this turn; it has no breath left to run this turn."""
HID = "hid"
"""Counter: it tried to hide this turn."""
WALKS, DRAWS = "walks", "draws"
"""Counters: move actions spent on walking, weapons drawn that could be part of one."""
_RESET = (HID, RUNS, WINDED, WALKS, DRAWS, STANDARD, MOVE, STEP, MOVED, DIAGONALS, SERIES, OPPORTUNITIES, HELD_ON)
_ONE_ACTION = frozenset({"staggered", "disabled"})


def one_action_only(fight: Fight, who: str) -> bool:
    """Whether a creature has a single standard or move action this turn.

    Source: pf1.action.restricted, pf1.condition.staggered, pf1.hp.zero_disabled, pf1.init.surprise
    """
    held = fight.world.creature(who).of("pf1").conditions
    return fight.surprise or bool(held & _ONE_ACTION)


def acts(fight: Fight, who: str) -> bool:
    """Whether it is a creature's turn, or its rider's.

    Source: pf1.init.round, pf1.combat.mounted
    """
    active = fight.active
    return active == who or (bool(active) and fight.world.creature(active).mount == who)


def own_turn(fight: Fight, who: str) -> Refusal | None:
    """Why a creature cannot do what belongs to its own turn, None when it can. Source: pf1.init.round."""
    return turns.own_turn(fight, who, "pf1.init.round")


def affordable(fight: Fight, who: str, cost: str, *, held: bool = False) -> Refusal | None:
    """Why a creature cannot spend an action of a kind now, None when it can.

    Args:
        fight: the moment.
        who: the creature.
        cost: the kind of action.
        held: whether it is something one may do though pinned or tied up.

    Source: pf1.action.economy, pf1.action.swift, pf1.action.immediate, pf1.action.restricted, pf1.condition.pinned,
    pf1.condition.other
    """
    body = fight.body(who)
    standard, move = body.count(STANDARD), body.count(MOVE)
    limit = conditions.turn_limit(fight, who)
    if (limit == "escape" and not held) or (limit == "move" and (cost not in (MOVE, FREE) or (cost == MOVE and move))):
        return conditions.why_limited(fight, who, limit)
    if cost == FREE:
        return None
    if cost in (SWIFT, IMMEDIATE):
        if cost == SWIFT and not acts(fight, who):
            return _NOT_ITS_TURN
        if body.count(_swift_of(fight, who)):
            return _SWIFT_USED
        if cost == IMMEDIATE and "flat_footed" in fight.world.creature(who).of("pf1").conditions:
            return _UNPREPARED
        return None
    if not acts(fight, who):
        return _NOT_ITS_TURN
    if one_action_only(fight, who):
        if cost == FULL_ROUND:
            return _ONE_ONLY
        if standard or move:
            return _ONLY_ONE_USED
    if cost == FULL_ROUND and (standard or move):
        return _TURN_USED
    if cost == STANDARD and standard:
        return _STANDARD_USED
    if cost == MOVE and standard and move:
        return _MOVE_USED
    return None


_NOT_ITS_TURN = Refusal(text("It is not its turn."), "pf1.init.round")
_SWIFT_USED = Refusal(text("The swift action of this turn is used."), "pf1.action.swift")
_UNPREPARED = Refusal(text("Nobody takes an immediate action while flat-footed."), "pf1.action.immediate")
_ONE_ONLY = Refusal(text("It has one action only, so no full-round action."), "pf1.action.restricted")
_ONLY_ONE_USED = Refusal(text("Its only action is used."), "pf1.action.restricted")
_TURN_USED = Refusal(text("A full-round action takes the whole turn."), "pf1.action.full_round")
_STANDARD_USED = Refusal(text("The standard action is used."), "pf1.action.standard")
_MOVE_USED = Refusal(text("Standard and move action are used."), "pf1.action.move")


def _swift_of(fight: Fight, who: str) -> str:
    """The swift action a creature has now: that of its turn, or outside it that of its next one."""
    return SWIFT if acts(fight, who) else NEXT_SWIFT


def spend(run: Run, who: str, cost: str) -> None:
    """Use up an action; a second move action takes the standard action's place.

    Source: pf1.action.economy
    """
    body = run.fight.body(who)
    used: tuple[str, ...] = ()
    if cost == FULL_ROUND:
        used = (STANDARD, MOVE)
    elif cost == STANDARD:
        used = (STANDARD,)
    elif cost == MOVE:
        used = (MOVE,) if not body.count(MOVE) else (STANDARD,)
    elif cost in (SWIFT, IMMEDIATE):
        used = (_swift_of(run.fight, who),)
    for key in used:
        run.emit(CounterSet(who, key, 1))


def cost_of_walk(fight: Fight, who: str) -> str:
    """What the next walk costs: nothing more when a weapon was drawn for it.

    Source: pf1.action.move, pf1.action.draw_weapon
    """
    return FREE if drew_ahead(fight, who) else MOVE


def cost_of_draw(fight: Fight, who: str) -> str:
    """What drawing costs who is practised in it: nothing more as part of a walk.

    Source: pf1.action.move, pf1.action.draw_weapon
    """
    body = fight.body(who)
    return FREE if body.count(WALKS) > body.count(DRAWS) else MOVE


def drew_ahead(fight: Fight, who: str) -> bool:
    """Whether a weapon was drawn as part of a walk that is still to come."""
    body = fight.body(who)
    return acts(fight, who) and body.count(DRAWS) > body.count(WALKS)


def resources(fight: Fight, who: str) -> tuple[Resource, ...]:
    """What is left of a creature's turn."""
    body, mine = fight.body(who), acts(fight, who)

    def left(used: int, *, of: bool = True) -> int:
        return 1 if mine and of and not used else 0

    single = one_action_only(fight, who)
    spent = body.count(STANDARD) or body.count(MOVE)
    standard = left(body.count(STANDARD), of=not (single and spent))
    move = left(body.count(MOVE), of=not single)
    stepped = body.count(STEP) or body.count(MOVED)
    mount = fight.world.creature(who).mount
    steed = fight.bodies.get(mount)
    if steed is not None:
        rides = (2 - steed.count(STANDARD) - steed.count(MOVE)) if mine else 0
        return (
            Resource(STANDARD, text("Standard"), standard, 1),
            Resource(MOVE, text("Move"), move, 0 if single else 1),
            Resource(SWIFT, text("Swift"), left(body.count(SWIFT)), 1),
            Resource("mount", text("Mount"), rides, 2),
        )
    return (
        Resource(STANDARD, text("Standard"), standard, 1),
        Resource(MOVE, text("Move"), move, 0 if single else 1),
        Resource(SWIFT, text("Swift"), left(body.count(SWIFT)), 1),
        Resource(STEP, text("5-foot step"), left(stepped), 1),
    )


def begin(run: Run, who: str) -> None:
    """Give a creature its actions and end what lasts until the start of its turn; a turn put off began already.

    Source: pf1.init.round, pf1.init.delay, pf1.aoo.one_per_round, pf1.condition.flat_footed
    """
    body = run.fight.body(who)
    again = bool(body.count(DELAYED))
    owed = max(body.count(NEXT_SWIFT), body.count(OWED) if again else 0)
    if body.count(RAN) and not body.count(RUNS) and not again:
        run.emit(CounterSet(who, RAN, 0))
    kept = (OPPORTUNITIES, LEFT) if again else ()
    for key in (*_RESET, *(key for key in body.counters if key.startswith((LEFT, SPARE, TUMBLED)))):
        if body.count(key) and not key.startswith(kept):
            run.emit(CounterSet(who, key, 0))
    if owed != body.count(SWIFT):
        run.emit(CounterSet(who, SWIFT, owed))
    if owed != body.count(OWED):
        run.emit(CounterSet(who, OWED, owed))
    for key in (NEXT_SWIFT, DELAYED):
        if body.count(key):
            run.emit(CounterSet(who, key, 0))
    if not again:
        turns.count_down(run, "start", who)


def moved(body: Body) -> bool:
    """Whether a creature covered any distance this turn."""
    return bool(body.count(MOVED))
