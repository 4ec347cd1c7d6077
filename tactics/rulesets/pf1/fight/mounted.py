"""Riding: the mount carries its rider, acts in its turn and moves at its own speed.

Source: pf1.combat.mounted
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from tactics.core.lattice import Square
from tactics.core.space import size_steps
from tactics.core.text import text
from tactics.geometry.effect import clear_segment
from tactics.geometry.scene import scene_of
from tactics.rules.event import Mounted, Moved, OrderChanged, Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions, harm, turn
from tactics.rulesets.pf1.tables import table
from tactics.world.edit import with_creature
from tactics.world.fight import Fight, Slot
from tactics.world.place import open_square

RULE = "pf1.combat.mounted"
STEP_FT = 5


def mount_of(fight: Fight, who: str) -> str:
    """Id of the creature somebody rides, "" for none."""
    mount = fight.world.creature(who).mount
    return mount if mount in fight.bodies else ""


def rider_of(fight: Fight, who: str) -> str:
    """Id of who rides a creature, "" for nobody."""
    return next((one.id for one in fight.world.creatures if one.mount == who), "")


def mover_of(fight: Fight, who: str) -> str:
    """Who does the walking: the mount of one who rides, else the creature itself."""
    return mount_of(fight, who) or who


def moved_too_far(fight: Fight, who: str) -> bool:
    """Whether a rider's mount moved more than 5 ft this turn, so that one melee attack is all there is.

    Source: pf1.combat.mounted
    """
    mount = mount_of(fight, who)
    return bool(mount) and fight.body(mount).count(turn.MOVED) > STEP_FT


def attack_extra(fight: Fight, who: str, target: str, kind: str) -> tuple[Part, ...]:
    """What riding adds to an attack: height over smaller foes on foot; shaking while the mount hurries.

    Source: pf1.combat.mounted
    """
    mount = mount_of(fight, who)
    if not mount:
        return ()
    numbers = table("fight")["mounted"]
    if kind == "melee":
        if target not in fight.bodies:
            return ()
        foe, steed = fight.world.creature(target), fight.world.creature(mount)
        if not foe.mount and size_steps(foe.size, steed.size) > 0:
            return (Part(numbers["higher"], text("mounted, foe on foot"), "", RULE),)
        return ()
    body = fight.body(mount)
    if body.has("running"):
        return (Part(numbers["running"], text("mount is running"), "", RULE),)
    if body.count(turn.MOVED) and body.count(turn.STANDARD) and body.count(turn.MOVE):
        return (Part(numbers["double_move"], text("mount makes a double move"), "", RULE),)
    return ()


def at_mount_speed(fight: Fight, who: str) -> Fight:
    """The fight with a rider as fast as its mount, to look where it can go."""
    mount = mount_of(fight, who)
    if not mount:
        return fight
    world = fight.world
    rider, steed = world.creature(who), world.creature(mount)
    stats = replace(rider.of("pf1"), speeds_sq=steed.of("pf1").speeds_sq)
    rider = replace(rider, stats=MappingProxyType({**rider.stats, "pf1": stats}), space=steed.space)
    return replace(fight, world=with_creature(world, rider))


def carry(run: Run, mount: str, there: Square) -> None:
    """Let the rider of a creature that moved come along."""
    rider = rider_of(run.fight, mount)
    if rider:
        creature = run.fight.world.creature(rider)
        run.emit(Moved(rider, there, 0, "ridden", creature.space.width, creature.space.height, creature.z_ft))


def fall_off(run: Run) -> None:
    """Part riders and mounts of whom one cannot go on: the rider falls beside it, a free mount gets its own turn.

    Source: pf1.combat.mounted
    """
    for creature in run.fight.world.creatures:
        rider, mount = creature.id, creature.mount
        if not mount or mount not in run.fight.bodies:
            continue
        if not harm.down(run.fight, rider) and not harm.down(run.fight, mount):
            continue
        part(run, rider, mount, next(free_around(run.fight, rider, mount), None))
        if not run.fight.body(rider).out:
            conditions.gain(run, rider, "prone", rule=RULE)


def part(run: Run, rider: str, mount: str, place: Square | None) -> None:
    """Part a rider from its mount; one that lives has turns of its own again, just before its rider's.

    So it does not act twice in a round: it acts in the turn of its rider until that is over.

    Source: pf1.combat.mounted
    """
    run.emit(Mounted(rider, ""))
    if place is not None:
        own = run.fight.world.creature(rider)
        run.emit(Moved(rider, place, 0, "forced", own.space.width, own.space.height, own.z_ft))
    order = run.fight.order
    at = next((number for number, slot in enumerate(order) if slot.who == rider), None)
    if run.fight.body(mount).out or at is None or any(slot.who == mount for slot in order):
        return
    own_slot = Slot(mount, order[at].initiative, order[at].tie + 1)
    run.emit(OrderChanged((*order[:at], own_slot, *order[at:])))


def free_around(fight: Fight, rider: str, mount: str) -> Iterator[Square]:
    """Squares around the mount where its rider has room, nearest rows first."""
    world = fight.world
    space, own = world.creature(mount).space, world.creature(rider).space
    for y in range(space.y - own.height, space.y + space.height + 1):
        for x in range(space.x - own.width, space.x + space.width + 1):
            there = own.at(Square(x, y))
            squares = tuple(there.squares())
            if there.overlaps(space) or not all(open_square(world, one) for one in squares):
                continue
            if clear_segment(scene_of(world), space, there, blocks="movement") is None:
                continue
            if not any(one.id != rider and one.space.overlaps(there) for one in world.creatures):
                yield Square(x, y)
