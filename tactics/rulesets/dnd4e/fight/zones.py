"""Zones: areas of a power that last, and what they do to whoever enters them or starts its turn in them."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import composed, text
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import aiming, answering, conditions, outcomes, reactions
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.fight.zone_ground import ZONE, Zone, zones
from tactics.world.fight import Effect, Fight

ZONED = "zoned."
"""Beginning of counters: the turn in which a zone last did something to a creature."""


def make(run: Run, who: str, power: Power, one: Outcome, squares: tuple[Square, ...]) -> None:
    """Let a zone begin on the squares of its power; one of the same power that is still there is replaced.

    Source: dnd4e.duration.sustain, dnd4e.area.kinds
    """
    for old in conditions.effects_of(run.fight, who, ZONE):
        if old.origin == power.id:
            conditions.end(run, who, old)
    if not squares:
        return
    note = " ".join((one.id, *(str(square) for square in sorted(squares, key=lambda at: (at.y, at.x)))))
    duration = outcomes.duration_of(run, who, who, one.until)
    outcomes.give(run, who, Effect(ZONE, 0, who, duration, note, "dnd4e.duration.instant", power.id))


def apply(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """A zone that begins on the squares of a creature."""
    make(run, who, power, one, tuple(run.fight.world.creature(target).space.squares()))


def squares_of(fight: Fight, who: str, power_id: str) -> frozenset[Square]:
    """Squares of the zone of a power, empty when there is none."""
    found = (one.squares for one in zones(fight) if one.maker == who and one.power.id == power_id)
    return next(found, frozenset())


def inside(fight: Fight, zone: Zone) -> tuple[str, ...]:
    """Those in a zone that the target line of its power takes. Source: dnd4e.area.target_line, dnd4e.area.in_area."""
    return tuple(
        one.id
        for one in fight.world.creatures
        if not fight.body(one.id).out
        and not zone.squares.isdisjoint(one.space.squares())
        and aiming.in_line(fight, zone.maker, one.id, zone.power)
    )


def entered(run: Run, who: str, here: Space) -> None:
    """What zones do to a creature that has come into them from another place, whoever moved it.

    Source: dnd4e.area.in_area
    """
    for zone in tuple(zones(run.fight)):
        if zone.power.on_enter and zone.squares.isdisjoint(here.squares()):
            _meet(run, who, zone, zone.power.on_enter)


def start_of_turn(run: Run, who: str) -> None:
    """What zones do to a creature that starts its turn in them. Source: dnd4e.turn.start."""
    for zone in tuple(zones(run.fight)):
        if zone.power.on_start:
            _meet(run, who, zone, zone.power.on_start)


def _meet(run: Run, who: str, zone: Zone, several: tuple[Outcome, ...]) -> None:
    """Let a zone do its work, once in a turn to the same creature."""
    key = f"{ZONED}{zone.maker}.{zone.power.id}"
    now = reactions.this_turn(run.fight)
    if who not in inside(run.fight, zone) or run.fight.body(who).count(key) == now:
        return
    run.emit(CounterSet(who, key, now))
    name, called = run.fight.world.creature(who).name, composed("{name}", name=zone.power.name)
    run.emit(Noted(who, text("{name} is in the zone: {power}", name=name, power=called), "dnd4e.area.in_area"))
    before = run.fight.bodies
    for one in several:
        outcomes.apply(run, zone.maker, who, zone.power, one)
    answering.aftermath(run, zone.maker, before)
