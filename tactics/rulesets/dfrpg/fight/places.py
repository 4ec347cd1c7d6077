"""Where figures stand and look in a fight: arcs, retreats, falls, turning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.geometry.tiling import moved_along
from tactics.rules.action import Choice, Decision, NeedSquare
from tactics.rules.event import Moved, Turned
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import arcs, lying, stepping
from tactics.rulesets.dfrpg.board import grid_of, yards_between
from tactics.rulesets.dfrpg.fight import own_numbers, states, turn
from tactics.world.creature import Creature
from tactics.world.fight import Effect, Fight
from tactics.world.lately import LatelyBy
from tactics.world.world import World

START_X, START_Y = "start.x", "start.y"
"""Counters: where a figure stood as its turn began. Source: dfrpg.defense.side_and_back."""


def arc(fight: Fight, who: str, other: str) -> str:
    """In which arc of a figure another one is: front, left, right or back. Source: dfrpg.grid.arcs_far."""
    world, known = fight.world, _ARCS.at(fight.world)
    found = known.get((who, other))
    if found is None:
        found = known[who, other] = arcs.arc_of(world, world.creature(who), world.creature(other))
    return found


_ARCS: LatelyBy[World, tuple[str, str], str] = LatelyBy()


def note_start(run: Run, who: str) -> None:
    """Note where a figure stands as its turn begins. Source: dfrpg.defense.side_and_back."""
    square = run.fight.world.creature(who).space.anchor
    states.set_counter(run, who, START_X, square.x)
    states.set_counter(run, who, START_Y, square.y)


def started_at(fight: Fight, who: str) -> Square | None:
    """Where a figure stood as its turn began, None before its first one.

    Source: dfrpg.defense.side_and_back, dfrpg.grid.stop_thrust_distance
    """
    body = fight.body(who)
    return Square(body.count(START_X), body.count(START_Y)) if START_X in body.counters else None


def began_in_view(fight: Fight, who: str, attacker: str) -> bool:
    """Whether an attacker whose turn it is began it elsewhere than behind a figure.

    Source: dfrpg.defense.side_and_back
    """
    square = started_at(fight, attacker)
    if fight.active != attacker or square is None:
        return False
    foe = fight.world.creature(attacker)
    began = replace(foe, space=foe.space.at(square), sprawl=moved_along(foe.sprawl, foe.space.anchor, square))
    return arcs.arc_of(fight.world, fight.world.creature(who), began) != "back"


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
        for follow in TURNED:
            follow(run, who)


TURNED: list[Callable[[Run, str], None]] = []
"""What comes of looking elsewhere; other modules put it in."""


def turns_freely(fight: Fight, who: str) -> bool:
    """Whether a figure may still turn on the spot for nothing: with its step, or before a run.

    Source: dfrpg.movement.step, dfrpg.maneuver.all_out_attack.movement
    """
    body, kind = fight.body(who), turn.allowance(fight, who).movement
    if states.posture_of(fight, who) == states.PRONE or fight.world.creature(who).sprawl:
        return False
    if kind == turn.RUN_:
        return not body.count(turn.SPENT) and not body.count(turn.FACED) and not body.count(turn.ACTS)
    return kind == turn.STEPS and body.count(turn.STEP) != turn.STEP_CLOSED


def direction_to(fight: Fight, who: str, other: str) -> int:
    """The facing in which another figure lies. Source: dfrpg.grid.facings."""
    world = fight.world
    return _direction(world, world.creature(who), world.creature(other))


def _direction(world: World, own: Creature, other: Creature) -> int:
    """The straightest one; a wide figure, whose anchor is not its middle, takes the next one that has it in front."""
    here, there = own.space.anchor, other.space.anchor
    if here == there:
        return own.facing or 0
    grid = grid_of(world)
    straight = grid.towards(here, there)
    if own.space.width == 1 or _in_front(world, own, straight, other):
        return straight
    fit = [one for one in range(grid.facings) if _in_front(world, own, one, other)]
    return min(fit, key=lambda one: (grid.turn_price(straight, one), one), default=straight)


def _in_front(world: World, own: Creature, facing: int, other: Creature) -> bool:
    return arcs.arc_of(world, replace(own, facing=facing), other) == "front"


def first_facing(world: World, own: Creature) -> int:
    """Towards the nearest enemy, up where there is none. Source: dfrpg.grid.start_facing."""
    foes = [one for one in world.creatures if one.side != own.side]
    near = min(foes, key=lambda one: (yards_between(world, own, one), one.id), default=None)
    return 0 if near is None else _direction(world, own, near)


def foes(fight: Fight, who: str) -> list[Creature]:
    """The enemies of a figure that still fight."""
    side = fight.world.creature(who).side
    return [one for one in fight.world.creatures if one.side != side and states.can_act(fight, one.id)]


def nearest_enemy(fight: Fight, who: str) -> str:
    """Id of the nearest enemy that still fights, "" when there is none. Source: dfrpg.grid.start_facing."""
    own = fight.world.creature(who)
    near = min(foes(fight, who), key=lambda one: (yards_between(fight.world, own, one), one.id), default=None)
    return "" if near is None else near.id


def others(fight: Fight, who: str) -> list[Creature]:
    """Everybody else who is in the fight, foes first: those whom a figure may do something to."""
    side = fight.world.creature(who).side
    found = [one for one in fight.world.creatures if one.id != who and not fight.body(one.id).out]
    return sorted(found, key=lambda one: one.side == side)


def retreat_squares(fight: Fight, who: str, attacker: str) -> tuple[Square, ...]:
    """Where a figure may retreat to from an attacker. Source: dfrpg.grid.retreat."""
    key, known = (who, attacker, own_numbers.step_now(fight, who)), _RETREATS.at(fight.world)
    found = known.get(key)
    if found is None:
        found = known[key] = stepping.retreat_cells(fight.world, *key)
    return found


_RETREATS: LatelyBy[World, tuple[str, str, int], tuple[Square, ...]] = LatelyBy()


def retreated(fight: Fight, there: Square, who: str) -> str:
    """The origin of the effect of a retreat: which turn it is, where a figure comes from and where it goes."""
    here = fight.world.creature(who).space.anchor
    return f"{turn.this_turn(fight)} {here.x} {here.y} {there.x} {there.y}"


def before_retreat(fight: Fight, who: str, attacker: str) -> Creature | None:
    """A figure where it stood before it gave way to an attacker this turn, None unless it stands where it went then.

    All attacks of that turn may still get at it there.

    Source: dfrpg.grid.retreat, dfrpg.defense.retreat
    """
    creature = fight.world.creature(who)
    for one in states.effects_of(fight, who, turn.RETREATED):
        if one.source == attacker and one.origin:
            number, x, y, to_x, to_y = map(int, one.origin.split())
            if (number, creature.space.anchor) == (turn.this_turn(fight), Square(to_x, to_y)):
                before = Square(x, y)
                sprawl = moved_along(creature.sprawl, creature.space.anchor, before)
                return replace(creature, space=creature.space.at(before), sprawl=sprawl)
    return None


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


FALLEN: list[Callable[[Run, str], None]] = []
"""What comes of a fall; other modules put it in."""


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
    for posture in (*states.POSTURES, states.CROUCHING):
        states.lose(run, who, posture)
    states.gain(run, who, Effect(states.PRONE, note=face, rule=rule))
    stretch(run, who, upper)


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
    for one in (*states.POSTURES, states.CROUCHING):
        states.lose(run, who, one)
    if creature.sprawl and not (posture == states.CRAWLING and crawls_in_two(run.fight)):
        here = creature.space
        there = where if where is not None and where in (here.anchor, *creature.sprawl) else here.anchor
        run.emit(Moved(who, there, 0, "step", here.width, here.height, creature.z_ft))
    if posture != states.STANDING:
        states.gain(run, who, Effect(posture, rule=rule))


def crawls_in_two(fight: Fight) -> bool:
    """Whether a figure on all fours fills two squares. Source: dfrpg.posture.lying_two_cells."""
    return own_numbers.switch(fight, "crawling_two_cells") is True
