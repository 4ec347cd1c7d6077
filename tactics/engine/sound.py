"""Whether an event can have happened in a fight, and whether a fight holds together; what it speaks of, no rule."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.space import SIZES
from tactics.engine.reduce import POOLS
from tactics.geometry.tiling import SquareTiling
from tactics.rules.event import (
    Began,
    DoorChanged,
    Event,
    HpChanged,
    ItemChanged,
    ItemLost,
    Moved,
    OrderChanged,
    TurnBegan,
    Turned,
)
from tactics.world.fight import ANCHORS, Fight
from tactics.world.walls import DOOR_STATES
from tactics.world.world import World

_WIDEST = 20


def event_fault(fight: Fight, event: Event) -> str:
    """What is wrong with an event as the next one of a fight, "" when it can be."""
    who = getattr(event, "who", "")
    if who and who not in fight.bodies:
        return f"there is no creature {who!r}"
    match event:
        case Moved(to=to, width=width, height=height, facing=facing, sprawl=sprawl):
            return _place_fault(fight.world, to, width, height) or _pose_fault(fight.world, facing, sprawl)
        case Turned(facing=facing):
            return _pose_fault(fight.world, facing, ())
        case HpChanged(pool=pool) if pool not in POOLS:
            return f"there is no pool {pool!r}; there are: {', '.join(POOLS)}"
        case TurnBegan(slot=slot) if not 0 <= slot < len(fight.order):
            return f"there is no slot {slot}"
        case Began(order=order) | OrderChanged(order=order):
            strangers = [one.who for one in order if one.who not in fight.bodies]
            return f"there is no creature {strangers[0]!r}" if strangers else ""
        case DoorChanged(group=group, state=state):
            doors = {wall.group for wall in fight.world.board.walls if wall.kind == "door"}
            return "" if group in doors and state in DOOR_STATES else f"door {group} cannot become {state!r}"
        case ItemLost(item=item) if item not in fight.items:
            return f"there is no thing {item!r}"
        case ItemChanged(item=item) if item.holder and item.holder not in fight.bodies:
            return f"there is no creature {item.holder!r}"
    return ""


def fight_fault(fight: Fight) -> str:
    """What does not hold together in a fight that was read from a file, "" when all does."""
    world = fight.world
    board = world.board
    if not board.kinds or board.terrain.size == 0 or int(board.terrain.max()) >= len(board.kinds):
        return "the board has squares of an unknown kind"
    ids = [one.id for one in world.creatures]
    if len(set(ids)) < len(ids) or set(ids) != set(fight.bodies):
        return "bodies and creatures do not belong together"
    for one in world.creatures:
        if one.size not in SIZES:
            return f"{one.id} has an unknown size {one.size!r}"
        fault = _place_fault(world, one.space.anchor, one.space.width, one.space.height)
        fault = fault or _pose_fault(world, one.facing, one.sprawl)
        if fault:
            return f"{one.id}: {fault}"
    anchors = {effect.duration.anchor for body in fight.bodies.values() for effect in body.effects}
    if not anchors <= set(ANCHORS):
        return f"unknown ends of effects: {', '.join(sorted(anchors - set(ANCHORS)))}"
    return ""


def _place_fault(world: World, to: Square, width: int, height: int) -> str:
    whole = 1 <= width <= _WIDEST and 1 <= height <= _WIDEST
    last = Square(to[0] + width - 1, to[1] + height - 1)
    return "" if whole and world.board.inside(to) and world.board.inside(last) else f"{to} is no place on the board"


def _pose_fault(world: World, facing: int | None, sprawl: Iterable[Square]) -> str:
    if facing is not None and not 0 <= facing < SquareTiling.facings:
        return f"there is no facing {facing}"
    beyond = [one for one in sprawl if not world.board.inside(one)]
    return f"{beyond[0]} is no place on the board" if beyond else ""
