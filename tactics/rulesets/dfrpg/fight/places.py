"""Where figures stand and look in a fight: arcs, turning, foes, retreats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tactics.core.lattice import Square
from tactics.geometry.tiling import moved_along
from tactics.rules.event import Moved, Turned
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import arcs, stepping
from tactics.rulesets.dfrpg.board import grid_of, yards_between
from tactics.rulesets.dfrpg.fight import own_numbers, states, turn
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.lately import LatelyBy
from tactics.world.world import World

START_X, START_Y = "start.x", "start.y"
"""Counters: where a figure stood as its turn began. Source: dfrpg.defense.side_and_back."""
MOVED: list[Callable[[Run, str], None]] = []
"""What comes of every square a figure comes to; other modules put it in."""
TURNED: list[Callable[[Run, str], None]] = []
"""What comes of looking elsewhere; other modules put it in."""


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
    began = _standing_at(fight.world.creature(attacker), square)
    return arcs.arc_of(fight.world, fight.world.creature(who), began) != "back"


def _standing_at(creature: Creature, square: Square) -> Creature:
    """A figure as it would stand, or lie, in another square."""
    sprawl = moved_along(creature.sprawl, creature.space.anchor, square)
    return replace(creature, space=creature.space.at(square), sprawl=sprawl)


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
                return _standing_at(creature, Square(x, y))
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
