"""Where figures stand and look in a fight: arcs, retreats, falls, turning."""

from __future__ import annotations

from collections.abc import Callable

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.geometry.tiling import moved_along
from tactics.rules.action import Choice, Decision, NeedSquare
from tactics.rules.event import Moved, Turned
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import arcs, lying, stepping
from tactics.rulesets.dfrpg.board import grid_of, yards_between
from tactics.rulesets.dfrpg.fight import own_numbers, states
from tactics.world.fight import Effect, Fight

START = "start."
"""Beginning of counters: where a figure stood as its turn began. Source: dfrpg.defense.side_and_back."""


def arc(fight: Fight, who: str, other: str) -> str:
    """In which arc of a figure another one is: front, left, right or back. Source: dfrpg.grid.arcs_far."""
    world = fight.world
    return arcs.arc_of(world, world.creature(who), world.creature(other))


def began_in_view(fight: Fight, who: str, attacker: str) -> bool:
    """Whether an attacker whose turn it is began it elsewhere than behind a figure.

    Source: dfrpg.defense.side_and_back
    """
    body = fight.body(attacker)
    if fight.active != attacker or f"{START}x" not in body.counters:
        return False
    square = Square(body.count(f"{START}x"), body.count(f"{START}y"))
    return arcs.arc_of(fight.world, fight.world.creature(who), square) != "back"


def side(fight: Fight, who: str, attacker: str) -> str:
    """The side a figure is attacked from: one who ran around behind it counts as beside it, on no side in particular.

    Source: dfrpg.defense.side_and_back
    """
    found = arc(fight, who, attacker)
    return "behind" if found == "back" else found


def face(run: Run, who: str, facing: int, cost: int = 0) -> None:
    """Let a figure look somewhere else."""
    if run.fight.world.creature(who).facing != facing:
        run.emit(Turned(who, facing, cost))


def direction_to(fight: Fight, who: str, other: str) -> int:
    """The facing in which another figure lies: that of the neighbour nearest to it and to the line towards it.

    Source: dfrpg.grid.facings
    """
    world = fight.world
    here, there = world.creature(who).space.anchor, world.creature(other).space.anchor
    if here == there:
        return world.creature(who).facing or 0
    grid = grid_of(world)

    def off(cell: Square) -> tuple[int, int]:
        cross = (cell.x - here.x) * (there.y - here.y) - (cell.y - here.y) * (there.x - here.x)
        return grid.distance(cell, there), abs(cross)

    around = grid.neighbours(here)
    return min(range(len(around)), key=lambda one: off(around[one]))


def nearest_enemy(fight: Fight, who: str) -> str:
    """Id of the nearest enemy that still fights, "" when there is none. Source: dfrpg.grid.start_facing."""
    own = fight.world.creature(who)
    foes = [one for one in fight.world.creatures if one.side != own.side and states.can_act(fight, one.id)]
    near = min(foes, key=lambda one: (yards_between(fight.world, own, one), one.id), default=None)
    return "" if near is None else near.id


def retreat_squares(fight: Fight, who: str, attacker: str) -> tuple[Square, ...]:
    """Where a figure may retreat to from an attacker. Source: dfrpg.grid.retreat."""
    return stepping.retreat_cells(fight.world, who, attacker, own_numbers.step_now(fight, who))


def shift(run: Run, who: str, there: Square, *, mode: str = "step", facing: int | None = None) -> None:
    """Let a figure come to another square without points; a lying one keeps its direction.

    Source: dfrpg.grid.retreat, dfrpg.movement.step
    """
    creature = run.fight.world.creature(who)
    here = creature.space
    sprawl = moved_along(creature.sprawl, here.anchor, there)
    run.emit(Moved(who, there, 0, mode, here.width, here.height, creature.z_ft, facing, sprawl))
    for follow in MOVED:
        follow(run, who)


MOVED: list[Callable[[Run, str], None]] = []
"""What comes of every square a figure comes to; other modules put it in."""


def fall(run: Run, who: str, *, up: bool = True, away_from: str = "") -> None:
    """A figure falls where it stands and lies across two squares.

    Args:
        run: the action.
        who: who falls.
        up: it lies face up.
        away_from: id of the attacker its head points away from, "" for a free choice.

    Source: dfrpg.posture.fall, dfrpg.posture.lying_two_cells, dfrpg.grid.prone_two_cells
    """
    if states.posture_of(run.fight, who) == states.PRONE:
        return
    for posture in (*states.POSTURES, states.CROUCHING):
        states.lose(run, who, posture)
    lie(run, who, up=up, away_from=away_from, rule="dfrpg.posture.fall")
    for follow in FALLEN:
        follow(run, who)


FALLEN: list[Callable[[Run, str], None]] = []
"""What comes of a fall; other modules put it in."""


def lie(run: Run, who: str, *, up: bool, away_from: str = "", rule: str) -> None:
    """Lie down across two squares where there is room. Source: dfrpg.posture.lying_two_cells."""
    fight = run.fight
    creature = fight.world.creature(who)
    cells = lying.lying_cells(fight.world, who)
    upper: Square | None = None
    if away_from and cells:
        upper = max(cells, key=lambda one: _away(fight, away_from, one))
    elif len(cells) > 1:
        need = NeedSquare("square", cells, text("Where does its head lie?"))
        choices = (Choice("lie", text("Lie")),)
        answer = run.ask(Decision(who, "lie", text("How does it lie?"), choices, "lie", {"lie": (need,)}))
        said = answer.arguments.get("square")
        upper = said if isinstance(said, Square) and said in cells else cells[0]
    elif cells:
        upper = cells[0]
    states.gain(run, who, Effect(states.PRONE, note=states.FACE_UP if up else states.FACE_DOWN, rule=rule))
    if upper is not None:
        grid = grid_of(fight.world)
        facing = grid.direction(creature.space.anchor, upper)
        here = creature.space
        run.emit(Moved(who, here.anchor, 0, "forced", here.width, here.height, creature.z_ft, facing, (upper,)))


def _away(fight: Fight, attacker: str, square: Square) -> tuple[int, int, int]:
    grid, foe = grid_of(fight.world), fight.world.creature(attacker).space.anchor
    return grid.distance(foe, square), -abs(square.y - foe.y), -abs(square.x - foe.x)


def rise(run: Run, who: str, posture: str, where: Square | None = None, *, rule: str) -> None:
    """Change to another posture; who lay comes to one of its two squares.

    Source: dfrpg.maneuver.change_posture, dfrpg.maneuver.change_posture.choose_cell
    """
    creature = run.fight.world.creature(who)
    for one in (*states.POSTURES, states.CROUCHING):
        states.lose(run, who, one)
    if creature.sprawl:
        here = creature.space
        there = where if where is not None and where in (here.anchor, *creature.sprawl) else here.anchor
        run.emit(Moved(who, there, 0, "forced", here.width, here.height, creature.z_ft))
    if posture != states.STANDING:
        states.gain(run, who, Effect(posture, rule=rule))
