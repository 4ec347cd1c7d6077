"""Moments of fights arranged: figures put somewhere, looking, lying, hurt, in some state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tactics.core.lattice import Square, parse_square
from tactics.rules.event import CounterSet, EffectGained, EffectLost, HpChanged, Moved, Turned
from tactics.rules.question import DIRECTIONS
from tactics.rulesets.dfrpg.board import cells_of, grid_of
from tactics.rulesets.dfrpg.fight import states
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.ring import act, chose, ended, running


def put(moment: Fight, who: str, square: str, facing: str = "", *, head: str = "") -> Fight:
    """The moment with a figure in another square, with its upper half in yet another one."""
    run = running(moment)
    looks = tuple(DIRECTIONS).index(facing) if facing else None
    sprawl = (parse_square(head),) if head else ()
    run.emit(Moved(who, parse_square(square), 0, "forced", 1, 1, 0, looks, sprawl))
    return run.fight


def turned(moment: Fight, who: str, looks: str | int) -> Fight:
    """The moment with a figure that looks elsewhere, by the name or the number of a facing."""
    run = running(moment)
    run.emit(Turned(who, looks if isinstance(looks, int) else tuple(DIRECTIONS).index(looks)))
    return run.fight


def lying(moment: Fight, who: str, feet: str, head: str, note: str = states.FACE_UP) -> Fight:
    """The moment with a figure that lies across two squares."""
    direction = grid_of(moment.world).direction(parse_square(feet), parse_square(head))
    assert direction is not None, "the head is beside the feet"
    lies = having(moment, who, Effect(states.PRONE, note=note))
    return put(lies, who, feet, tuple(DIRECTIONS)[direction], head=head)


def having(moment: Fight, who: str, *effects: Effect | str) -> Fight:
    """The moment with more effects on a figure, such as a posture, in place of those of the same id."""
    run = running(moment)
    for one in effects:
        effect = Effect(one) if isinstance(one, str) else one
        for other in run.fight.body(who).effects:
            if other.id == effect.id:
                run.emit(EffectLost(who, other))
        run.emit(EffectGained(who, effect))
    return run.fight


def doing(moment: Fight, who: str, note: str) -> Fight:
    """The moment with another manoeuvre in force."""
    return having(moment, who, Effect("maneuver", note=note))


def counted(moment: Fight, who: str, **counters: int) -> Fight:
    """The moment with counters set."""
    run = running(moment)
    for key, value in counters.items():
        run.emit(CounterSet(who, key, value))
    return run.fight


def with_hp(moment: Fight, who: str, hp: int) -> Fight:
    """The moment with other hit points."""
    run = running(moment)
    run.emit(HpChanged(who, "hp", hp - moment.body(who).hp))
    return run.fight


def cells(moment: Fight, who: str) -> tuple[str, ...]:
    """The squares of a figure, that of its lower half first."""
    return names(cells_of(moment.world.creature(who)))


def names(squares: Sequence[Square]) -> tuple[str, ...]:
    """Squares by their names."""
    return tuple(map(str, squares))


def again(moment: Fight, *faces: int) -> Fight:
    """The moment when everybody else has done nothing and it is A's turn once more."""
    moment = ended(moment, "A", *faces)
    while moment.active != "A":
        moment = ended(moment, moment.active)
    return moment


def readied(moment: Fight, id: str, **arguments: Any) -> Fight:
    """The moment after A has spent a Ready manoeuvre on something."""
    after: Fight = act(chose(moment, "A", "ready"), "A", id, **arguments).fight
    return after
