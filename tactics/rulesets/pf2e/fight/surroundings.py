"""What air, water and ground do by themselves: as a fight begins, at the ends of turns, and after every action."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from tactics.core.text import text
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import breath, conditions, falls, flights, footing, persistent, swims
from tactics.rulesets.pf2e.fight.performing import MUST_MOVE_ON
from tactics.world.fight import Effect, Fight

BURNS = persistent.PERSISTENT + "fire"
"""Persistent damage that deep water ends."""
_OF_A_TURN = (flights.FLEW, swims.SWAM, footing.ENTERED_WATER)
"""Counters that begin anew with a turn."""


def begun(fight: Fight) -> Fight:
    """A fight with what the places of the creatures mean for them: who swims, balances, holds its breath.

    Source: pf2e.aquatic.flat_footed, pf2e.aquatic.hold_breath, pf2e.terrain.narrow_surface
    """
    for who, body in fight.bodies.items():
        found = tuple(
            Effect(name, rule=rule)
            for name, wanted, rule in footing.postures(fight, who)
            if wanted and not body.has(name)
        )
        if found:
            fight = _with(fight, who, found)
        if not body.out and breath.without_air(fight, who) and not body.has(breath.HOLDING):
            fight = _with(fight, who, (Effect(breath.HOLDING, breath.most_air(fight, who), rule=breath.HOLD),))
    return fight


def _with(fight: Fight, who: str, effects: tuple[Effect, ...]) -> Fight:
    body = fight.body(who)
    bodies = {**fight.bodies, who: replace(body, effects=(*body.effects, *effects))}
    return replace(fight, bodies=MappingProxyType(bodies))


def turn_begins(run: Run, who: str) -> None:
    """Flying and swimming are asked for anew each turn. Source: pf2e.basic.fly, pf2e.skill.swim."""
    for key in _OF_A_TURN:
        if run.fight.body(who).count(key):
            run.emit(CounterSet(who, key, 0))


def turn_ends(run: Run, who: str) -> None:
    """Air is used up, those who did not fly or swim go down, nobody stays in somebody else's squares.

    Source: pf2e.aquatic.hold_breath, pf2e.basic.fly, pf2e.skill.swim, pf2e.move.occupied_space
    """
    breath.end_of_turn(run, who)
    flights.end_of_turn(run, who)
    swims.sink(run, who)
    if run.fight.body(who).count(MUST_MOVE_ON):
        falls.make_room(run, who)
        run.emit(CounterSet(who, MUST_MOVE_ON, 0))
    settle(run)


def settle(run: Run) -> None:
    """Who lost consciousness in the air falls; breath is held and drawn again; fire goes out in water.

    Source: pf2e.aerial.combat, pf2e.aquatic.hold_breath, pf2e.aquatic.suffocation, pf2e.damage.persistent
    """
    falls.drop_the_helpless(run)
    breath.settle(run)
    for who, body in tuple(run.fight.bodies.items()):
        if body.has(BURNS) and footing.in_water(run.fight.world, run.fight.world.creature(who)):
            conditions.lose(run, who, BURNS)
            run.emit(Noted(who, text("The water puts the fire out."), persistent.RULE))
