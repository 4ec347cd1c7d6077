"""Taking an action: whether it may be taken, what it costs, and who reacts to it before it has its effect."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tactics.core.text import text
from tactics.rules.action import Preview, Refusal
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e import creatures, taking_cover
from tactics.rulesets.pf2e.fight import breath, conditions, footing, noticing, reactions, turn
from tactics.rulesets.pf2e.fight.checks import flat_check
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

ATTACK, CONCENTRATE, MANIPULATE, MOVE, SECRET = "attack", "concentrate", "manipulate", "move", "secret"
"""Traits of actions that others react to or that a state forbids."""
MUST_MOVE_ON = "must_move_on"
"""Counter: the last move ended in a friend's squares."""
RANGED = "ranged"
"""Trait of our own: a ranged attack, which can be reacted to."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What an action is.

    Attributes:
        id: its English id.
        cost: actions it takes, 0 for a free one.
        traits: of the action.
    """

    id: str
    cost: int = 1
    traits: frozenset[str] = frozenset()


def why_not(fight: Fight, who: str, deed: Deed) -> Refusal | None:
    """Why a creature cannot take an action at all now, None when it can; what it is aimed at is not looked at.

    Source: pf2e.action.cannot_act, pf2e.condition.grabbed_immobilized_restrained, pf2e.condition.prone,
        pf2e.mounted.penalties
    """
    unable = conditions.why_not_act(fight, who) or turn.affordable(fight, who, deed.cost, deed.id)
    if unable is not None:
        return unable
    barred = footing.why_not(fight, who, deed.id, deed.traits)
    if barred is not None:
        return barred
    if MOVE in deed.traits:
        return conditions.why_not_move(fight, who) or _lying_or_riding(fight, who, deed)
    waits = moves_on_first(fight, who)
    if waits is not None:
        return waits
    if deed.id != "escape" and {ATTACK, MANIPULATE} & deed.traits:
        return conditions.why_not_attack(fight, who)
    return None


def moves_on_first(fight: Fight, who: str) -> Refusal | None:
    """Why one that stopped in a friend's squares does nothing else before it has moved on, None when it may.

    Source: pf2e.move.occupied_space
    """
    if not fight.body(who).count(MUST_MOVE_ON) or conditions.why_not_move(fight, who) is not None:
        return None
    world = judged(fight)
    creature = world.creature(who)
    if turn.affordable(fight, who, 1, "stride") is not None or may_end_turn(world, creature, creature.space):
        return None
    return Refusal(text("It must move on: the square is somebody else's."), "pf2e.move.occupied_space")


def _lying_or_riding(fight: Fight, who: str, deed: Deed) -> Refusal | None:
    creature = fight.world.creature(who)
    if creature.mount and deed.id != "dismount":
        return Refusal(text("A rider's only move action is to dismount."), "pf2e.mounted.penalties")
    if "prone" in creatures.stats(creature).conditions and deed.id not in ("crawl", "stand"):
        return Refusal(text("Prone creatures only crawl or stand up."), "pf2e.condition.prone")
    if any(conditions.why_not_move(fight, rider.id) for rider in creatures.riders_of(fight.world, creature)):
        words = text("Its rider is held in place.")
        return Refusal(words, "pf2e.condition.grabbed_immobilized_restrained")
    return None


def begin(run: Run, who: str, deed: Deed, *, target: str = "", free: bool = False) -> bool:
    """Spend an action and let others react to its beginning.

    Args:
        run: the action.
        who: who takes it.
        deed: what it is.
        target: whom it is aimed at.
        free: it is part of another action that is paid for.

    Returns:
        Whether it goes on: False when it was disrupted, lost to a hold, or its taker can act no longer.

    Raises:
        Refused: it cannot be taken; nothing was emitted.

    Source: pf2e.action.single, pf2e.action.activity, pf2e.action.subordinate, pf2e.action.disrupt
    """
    if not free:
        refuse(why_not(run.fight, who, deed))
        turn.spend(run, who, deed.cost, deed.id)
    noticing.before_deed(run, who, deed.id)
    breath.strain(run, who, deed.id, deed.traits)
    if MOVE in deed.traits and run.fight.body(who).count(MUST_MOVE_ON):
        run.emit(CounterSet(who, MUST_MOVE_ON, 0))
    if MOVE in deed.traits:
        noticing.stirs(run, who)
    if ATTACK in deed.traits:
        conditions.lose(run, who, taking_cover.CONDITION)
    if MANIPULATE in deed.traits and not _gets_loose(run, who):
        return False
    if reactions.offer(run, trigger_of(who, deed, target)) == reactions.DISRUPTED:
        run.emit(Noted(who, text("The action is disrupted."), "pf2e.action.disrupt"))
        return False
    return conditions.can_act(run.fight, who)


def trigger_of(who: str, deed: Deed, target: str = "") -> Trigger:
    """The beginning of an action as something to react to; letting go of a thing shows no use of hands.

    Source: pf2e.basic.release
    """
    traits = deed.traits - {MANIPULATE} if deed.id == "release" else deed.traits
    return Trigger("act", who, deed.id, traits, target=target)


def previewed(fight: Fight, who: str, deed: Deed, found: Preview, target: str = "") -> Preview:
    """A preview with those who may react to the beginning of an action."""
    others = reactions.could_react(fight, trigger_of(who, deed, target))
    return replace(found, reactions=tuple(dict.fromkeys((*found.reactions, *(one for one in others if one != who)))))


def _gets_loose(run: Run, who: str) -> bool:
    """The flat check of one who is held and uses its hands. Source: pf2e.condition.grabbed_immobilized_restrained."""
    if not run.fight.body(who).has("grabbed"):
        return True
    rule = "pf2e.condition.grabbed_immobilized_restrained"
    dc = int(table("fight")["grabbed"]["manipulate_dc"])
    if flat_check(run, who, dc, what=text("held"), rule=rule).succeeded:
        return True
    run.emit(Noted(who, text("The action is lost."), rule))
    return False


def in_vain(run: Run, who: str, why: Refusal | None) -> None:
    """Tell that, and why, an action that was begun comes to nothing: its target has got away meanwhile.

    Source: pf2e.action.disrupt
    """
    run.emit(Noted(who, text("The action is lost."), "pf2e.action.disrupt"))
    if why is not None:
        run.emit(Noted(who, why.text, why.rule))


def finish_move(run: Run, who: str, deed: Deed) -> None:
    """Let others react to a move action that left no square, at its end. Source: pf2e.move.no_exit_trigger."""
    reactions.offer(run, Trigger("moved", who, deed.id, deed.traits))
