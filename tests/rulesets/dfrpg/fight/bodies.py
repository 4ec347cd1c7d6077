"""What tests of postures and of close combat share: figures put somewhere, lying or in one square with others."""

from __future__ import annotations

from collections.abc import Sequence

from tactics.core.lattice import Square, parse_square
from tactics.rules.action import Action
from tactics.rules.event import CounterSet, EffectGained, Moved, Turned
from tactics.rules.question import DIRECTIONS
from tactics.rulesets.dfrpg.board import cells_of
from tactics.rulesets.dfrpg.fight import checks, states
from tactics.world.fight import Effect, Fight
from tests.rulesets.dfrpg.fight.ring import BOOK, running


def dice(total: int) -> tuple[int, int, int]:
    """Three faces of a total."""
    first = max(1, total - 12)
    second = max(1, min(6, total - first - 1))
    return first, second, total - first - second


def put(moment: Fight, who: str, square: str, facing: str = "", *, head: str = "") -> Fight:
    """The moment with a figure in another square, with its upper half in yet another one."""
    run = running(moment)
    looks = tuple(DIRECTIONS).index(facing) if facing else None
    sprawl = (parse_square(head),) if head else ()
    run.emit(Moved(who, parse_square(square), 0, "forced", 1, 1, 0, looks, sprawl))
    return run.fight


def facing(moment: Fight, who: str, name: str) -> Fight:
    """The moment with a figure that looks elsewhere."""
    run = running(moment)
    run.emit(Turned(who, tuple(DIRECTIONS).index(name)))
    return run.fight


def lying(moment: Fight, who: str, feet: str, head: str, note: str = states.FACE_UP) -> Fight:
    """The moment with a figure that lies across two squares."""
    run = running(moment)
    run.emit(EffectGained(who, Effect(states.PRONE, note=note)))
    ahead = parse_square(head), parse_square(feet)
    offset = (ahead[0].x - ahead[1].x, ahead[0].y - ahead[1].y)
    looks = tuple(DIRECTIONS)[_AROUND.index(offset)]
    return put(run.fight, who, feet, looks, head=head)


_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def posed(moment: Fight, who: str, posture: str) -> Fight:
    """The moment with a figure in a posture."""
    run = running(moment)
    run.emit(EffectGained(who, Effect(posture)))
    return run.fight


def counted(moment: Fight, who: str, **counters: int) -> Fight:
    """The moment with counters set."""
    run = running(moment)
    for key, value in counters.items():
        run.emit(CounterSet(who, key, value))
    return run.fight


def cells(moment: Fight, who: str) -> tuple[str, ...]:
    """The squares of a figure, that of its lower half first."""
    return names(cells_of(moment.world.creature(who)))


def names(squares: Sequence[Square]) -> tuple[str, ...]:
    """Squares by their names."""
    return tuple(map(str, squares))


def effective(moment: Fight, who: str, id: str = "attack", **arguments: str | int) -> int:
    """The effective skill of an action."""
    return checks.total(BOOK.preview(moment, Action(who, id, arguments)).parts)
