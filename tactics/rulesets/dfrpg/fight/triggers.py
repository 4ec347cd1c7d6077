"""Noticing what somebody waits for: on the way, before an attack, and after every other deed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.rules.action import Action
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.board import cells_of
from tactics.rulesets.dfrpg.fight import aiming, attack_action, covering, holding, reacting, states, stop_thrust, waits
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.waits import Wait
from tactics.rulesets.dfrpg.reach import strikes_at
from tactics.rulesets.dfrpg.sight import sees
from tactics.world.edit import moved
from tactics.world.fight import Fight
from tactics.world.world import World

SETS_OUT, ENTERED, ATTACKS, ACTED, FELL, SIGNALS = "sets_out", "entered", "attacks", "acted", "fell", "signals"
"""What can be noticed: somebody begins to move, is in another square, is about to attack, has acted ..."""
_NO_DEED = frozenset({"maneuver", "end_turn", "wait", "stop_thrust", "cover", "turn", "face", "signal"})
_NOTICED_BEFORE = frozenset({"move", "step", "attack"})
"""Actions that are noticed while they go on."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that may be what somebody waits for.

    Attributes:
        kind: what sort of thing.
        who: whose deed it is.
        before: the position before it.
    """

    kind: str
    who: str
    before: World


def waits_at_all(fight: Fight) -> bool:
    """Whether anybody waits."""
    return any(body.has(waits.WAIT) for body in fight.bodies.values())


def notice(run: Run, happening: Happening) -> None:
    """Let everybody react who has waited for this, the quickest first.

    Source: dfrpg.maneuver.wait.interrupt, dfrpg.maneuver.wait.only_reaction_attack
    """
    for slot in run.fight.order:
        who = slot.who
        if who == happening.who or not waits.can_react(run.fight, who):
            continue
        wait = waits.wait_of(run.fight, who)
        if wait is not None and fires(run.fight, who, wait, happening):
            reacting.react(run, who, wait, "" if happening.kind == SIGNALS else happening.who)


def fires(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    """Whether something is what a figure waits for, and it perceives it; a signal is heard.

    Source: dfrpg.maneuver.wait.declaration
    """
    if wait.whom and wait.whom != happening.who:
        return False
    if wait.trigger != waits.SIGNAL and not aiming.perceived(fight, who, happening.who):
        return False
    return _FIRES[wait.trigger](fight, who, wait, happening)


def _is_enemy(fight: Fight, who: str, other: str) -> bool:
    differ = fight.world.creature(who).side != fight.world.creature(other).side
    return differ and states.can_act(fight, other)


def _into_reach(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    if happening.kind != ENTERED or not _is_enemy(fight, who, happening.who):
        return False
    reaches = waits.reaches(fight, who, wait)
    now, then = fight.world, happening.before

    def reached(world: World) -> bool:
        return strikes_at(world, now.creature(who), world.creature(happening.who), reaches)

    return reached(now) and not reached(then)


def _into_area(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    if happening.kind != ENTERED or not _is_enemy(fight, who, happening.who):
        return False
    now, then = (cells_of(world.creature(happening.who)) for world in (fight.world, happening.before))
    watched = set(wait.squares)
    return not watched.isdisjoint(now) and watched.isdisjoint(then)


def _into_view(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    if happening.kind not in (ENTERED, ACTED) or not _is_enemy(fight, who, happening.who):
        return False
    own, now, then = fight.world.creature(who), fight.world, happening.before
    return sees(now, own, now.creature(happening.who)) and not sees(then, own, then.creature(happening.who))


def _acts(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    return happening.kind in (SETS_OUT, ATTACKS, ACTED)


def _attacks(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    return happening.kind == ATTACKS


def _falls(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    return happening.kind == FELL


def _signals(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    return happening.kind == SIGNALS


def _at_the_point(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    comes = happening.kind == ENTERED and _is_enemy(fight, who, happening.who)
    return comes and stop_thrust.met(fight, who, wait, happening.who, happening.before)


def _covered_target(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    stirs = happening.kind in (ENTERED, ATTACKS, ACTED) and states.can_act(fight, happening.who)
    return stirs and covering.in_sight(fight, who, happening.who)


def _covered_area(fight: Fight, who: str, wait: Wait, happening: Happening) -> bool:
    if happening.kind != ENTERED or not states.can_act(fight, happening.who):
        return False
    if wait.checking and not _is_enemy(fight, who, happening.who):
        return False
    inside = not set(wait.squares).isdisjoint(cells_of(fight.world.creature(happening.who)))
    return inside and covering.in_sight(fight, who, happening.who)


_FIRES: Mapping[str, Callable[[Fight, str, Wait, Happening], bool]] = {
    waits.REACH: _into_reach,
    waits.AREA: _into_area,
    waits.VISIBLE: _into_view,
    waits.ACTS: _acts,
    waits.ATTACKS: _attacks,
    waits.FALLS: _falls,
    waits.SIGNAL: _signals,
    waits.STOP_THRUST: _at_the_point,
    waits.COVER_TARGET: _covered_target,
    waits.COVER_AREA: _covered_area,
}


# Where deeds are noticed.


def sets_out(run: Run, who: str) -> None:
    """Somebody begins to move."""
    if waits_at_all(run.fight):
        notice(run, Happening(SETS_OUT, who, run.fight.world))


def enters(run: Run, who: str, came: Square) -> bool:
    """Somebody has entered a square; whether it can go on.

    Source: dfrpg.maneuver.wait.interrupt
    """
    if waits_at_all(run.fight):
        notice(run, Happening(ENTERED, who, moved(run.fight.world, who, came)))
    return states.can_act(run.fight, who)


def interrupts(run: Run, attack: Attack) -> bool:
    """Somebody is about to attack; whether it still can afterwards. Source: dfrpg.maneuver.wait.interrupt."""
    if not waits_at_all(run.fight):
        return True
    before = run.fight
    notice(run, Happening(ATTACKS, attack.who, before.world))
    return run.fight is before or still_possible(run.fight, attack)


def still_possible(fight: Fight, attack: Attack) -> bool:
    """Whether an attack that was about to be made still can be. Source: dfrpg.maneuver.wait.interrupt."""
    who, target = attack.who, attack.target
    if not states.can_act(fight, who) or states.stunned(fight, who) or fight.body(target).out:
        return False
    own, other = fight.world.creature(who), fight.world.creature(target)
    why = holding.unready(fight, who, attack.weapon, attack.use)
    return why is None and attack_action.in_range(fight, own, other, attack.weapon, attack.use) is None


def done(run: Run, before: Fight, action: Action) -> None:
    """Notice what came of an action, apart from moves and attacks, which are noticed as they go on.

    Source: dfrpg.maneuver.wait.interrupt
    """
    if not waits_at_all(before) or run.fight.over:
        return
    who = action.who
    if action.id == "signal":
        notice(run, Happening(SIGNALS, who, before.world))
    elif action.id not in _NO_DEED and action.id not in _NOTICED_BEFORE:
        notice(run, Happening(ACTED, who, before.world))
    for other in before.bodies:
        if _upright(before, other) and not _upright(run.fight, other):
            notice(run, Happening(FELL, other, before.world))
        elif other != who and run.fight.world.board is not before.world.board:
            # A door was opened or the like: somebody may have come into view without a deed of its own.
            notice(run, Happening(ACTED, other, before.world))


def _upright(fight: Fight, who: str) -> bool:
    return states.can_act(fight, who) and states.posture_of(fight, who) != states.PRONE
