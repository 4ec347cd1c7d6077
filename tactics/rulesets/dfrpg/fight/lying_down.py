"""Falling, lying down and getting up: how figures come to lie across two squares, and out of them."""

from __future__ import annotations

from collections.abc import Callable

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Choice, Decision, NeedSquare
from tactics.rules.event import Moved
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import lying
from tactics.rulesets.dfrpg.board import grid_of
from tactics.rulesets.dfrpg.fight import own_numbers, states
from tactics.world.fight import Effect, Fight

FALLEN: list[Callable[[Run, str], None]] = []
"""What comes of a fall; other modules put it in."""


def fall(run: Run, who: str, *, away_from: str = "") -> None:
    """A figure falls where it stands and lies across two squares.

    Its player says how it lies. Pushed over it lies face up with its head away from the attacker; who cannot act any
    more falls on its back.

    Args:
        run: the action.
        who: who falls.
        away_from: id of the attacker its head points away from, "" for a free choice.

    Source: dfrpg.posture.fall, dfrpg.posture.lying_two_cells, dfrpg.grid.prone_two_cells
    """
    if states.posture_of(run.fight, who) == states.PRONE:
        return
    face, upper = _fallen(run, who, away_from)
    lie(run, who, face, upper, rule="dfrpg.posture.fall")
    for follow in FALLEN:
        follow(run, who)


def _fallen(run: Run, who: str, away_from: str) -> tuple[str, Square | None]:
    """How somebody who falls comes to lie: on its back or its face, and where its head is."""
    world = run.fight.world
    cells = lying.lying_cells(world, who)
    if away_from:
        return states.FACE_UP, max(cells, key=lambda one: _away(run.fight, away_from, who, one), default=None)
    if not states.can_act(run.fight, who):
        return states.FACE_UP, _behind(run.fight, who, cells)
    return _asked(run, who, cells)


def _asked(run: Run, who: str, cells: tuple[Square, ...]) -> tuple[str, Square | None]:
    need = (NeedSquare("square", cells, text("Where does its head lie?")),) if len(cells) > 1 else ()
    choices = (Choice(states.FACE_UP, text("Face up")), Choice(states.FACE_DOWN, text("Face down")))
    needs = {one.id: need for one in choices}
    answer = run.ask(Decision(who, "lie", text("How does it lie?"), choices, states.FACE_UP, needs))
    said = answer.arguments.get("square")
    return answer.id, said if isinstance(said, Square) and said in cells else next(iter(cells), None)


def lie(run: Run, who: str, face: str, upper: Square | None, *, rule: str) -> None:
    """Lie down, the head in a neighbouring square, or all in one where there is no room.

    Source: dfrpg.posture.lying_two_cells, dfrpg.grid.prone_two_cells
    """
    _straighten(run, who)
    states.gain(run, who, Effect(states.PRONE, note=face, rule=rule))
    stretch(run, who, upper)


def _straighten(run: Run, who: str) -> None:
    for posture in states.POSTURES:
        states.lose(run, who, posture)


def stretch(run: Run, who: str, upper: Square | None) -> None:
    """Let the upper half of a figure come into a neighbouring square, and the figure look there.

    Source: dfrpg.grid.prone_two_cells
    """
    creature = run.fight.world.creature(who)
    if upper is None or creature.sprawl == (upper,):
        return
    here = creature.space
    facing = grid_of(run.fight.world).direction(here.anchor, upper)
    run.emit(Moved(who, here.anchor, 0, "forced", here.width, here.height, creature.z_ft, facing, (upper,)))


def _behind(fight: Fight, who: str, cells: tuple[Square, ...]) -> Square | None:
    """The square behind a figure, or the free one nearest to it."""
    creature, grid = fight.world.creature(who), grid_of(fight.world)
    back = (creature.facing or 0) + grid.facings // 2
    around = grid.neighbours(creature.space.anchor)
    return min(cells, key=lambda one: grid.turns(around.index(one), back), default=None)


def _away(fight: Fight, attacker: str, who: str, square: Square) -> tuple[int, int, int]:
    """How well a square lies on the far side of a figure from an attacker. Source: dfrpg.posture.lying_two_cells."""
    grid, foe = grid_of(fight.world), fight.world.creature(attacker)
    here = fight.world.creature(who).space.anchor
    there = foe.space.anchor
    line = (here.x - there.x, here.y - there.y)
    if line == (0, 0) and foe.facing is not None:
        ahead = grid.neighbours(there)[foe.facing]
        line = (ahead.x - there.x, ahead.y - there.y)
    way = (square.x - here.x, square.y - here.y)
    along, off = way[0] * line[0] + way[1] * line[1], abs(way[0] * line[1] - way[1] * line[0])
    return int(along > 0), -off, along


def rise(run: Run, who: str, posture: str, where: Square | None = None, *, rule: str) -> None:
    """Change to another posture; who lay comes to one of its two squares, or stays in both on all fours if that is so.

    Source: dfrpg.maneuver.change_posture, dfrpg.maneuver.change_posture.choose_cell
    """
    creature = run.fight.world.creature(who)
    _straighten(run, who)
    if creature.sprawl and not (posture == states.CRAWLING and crawls_in_two(run.fight)):
        here = creature.space
        there = where if where is not None and where in (here.anchor, *creature.sprawl) else here.anchor
        run.emit(Moved(who, there, 0, "step", here.width, here.height, creature.z_ft))
    if posture != states.STANDING:
        states.gain(run, who, Effect(posture, rule=rule))


def crawls_in_two(fight: Fight) -> bool:
    """Whether a figure on all fours fills two squares. Source: dfrpg.posture.lying_two_cells."""
    return own_numbers.switch(fight, "crawling_two_cells") is True
