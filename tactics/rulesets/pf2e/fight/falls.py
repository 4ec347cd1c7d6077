"""Falling in a fight: off edges, out of the air, into water and onto others."""

from __future__ import annotations

from dataclasses import dataclass

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import text
from tactics.rules.event import Moved, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.falling import below_damage, falling_damage, soft_fall_ft
from tactics.rulesets.pf2e.fight import conditions, footing, harm, hurting_ground, reactions
from tactics.rulesets.pf2e.fight.checks import check
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.harm import Blow
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.tables import table
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.place import fits, squares_near
from tactics.world.world import World

RULE = "pf2e.move.falling"
FALL = "fall"
ARRESTED, HELD = 1, 2
"""What a reaction makes of a fall: it ends gently, or it does not go on."""
MOST_SHOVED_ASIDE_SQ = 6


@dataclass(frozen=True, slots=True)
class Edge:
    """Something to hold on to beside a fall.

    Attributes:
        square: where it is.
        at_ft: its height.
    """

    square: Square
    at_ft: int


def z_for(foot_ft: int, ground_ft: int) -> int:
    """The height a creature is given so that its feet are where they should be.

    0 stands for the ground, so that just over a pit nobody is exactly at 0.
    """
    if foot_ft == ground_ft:
        return 0
    return foot_ft or 1


def edge_beside(world: World, space: Space, landing_ft: int, from_ft: int) -> Edge | None:
    """The highest ground beside a fall that can be caught hold of. Source: pf2e.basic.grab_edge."""
    board = world.board
    around = [
        Square(x, y)
        for x in range(space.x - 1, space.x + space.width + 1)
        for y in range(space.y - 1, space.y + space.height + 1)
    ]
    least = landing_ft + int(table("terrain")["ledge_up_ft"])
    found = [
        Edge(one, board.at(one).ground_z_ft)
        for one in around
        if board.inside(one)
        and not space.holds(one)
        and not board.at(one).hole
        and least <= board.at(one).ground_z_ft <= from_ft
    ]
    return max(found, key=lambda one: (one.at_ft, -one.square.y, -one.square.x), default=None)


def fall(run: Run, who: str, from_ft: int, *, dive: bool = False, prone: bool = False) -> None:
    """Let a creature fall to the ground or the water under it.

    Args:
        run: the action.
        who: who falls.
        from_ft: the height of its feet where the fall begins.
        dive: it jumped on purpose.
        prone: it ends prone whatever the fall does.

    Source: pf2e.move.falling, pf2e.move.falling_soft, pf2e.move.falling_on_creature
    """
    creature = run.fight.world.creature(who)
    landing_ft = creatures.ground_ft(run.fight.world, creature.space)
    height_ft = from_ft - landing_ft
    answer = 0
    if height_ft > 0:
        edge = edge_beside(run.fight.world, creature.space, landing_ft, from_ft)
        path = () if edge is None else (edge.square, creature.space.anchor)
        trigger = Trigger("fall", who, FALL, path=path, target=who, amount=height_ft)
        answer = reactions.offer(run, trigger, only=frozenset({who}))
    if answer == HELD:
        footing.settle(run, who)
        return
    _land(run, who, height_ft, gently=answer == ARRESTED, dive=dive)
    if prone and not footing.in_water(run.fight.world, run.fight.world.creature(who)):
        _lie_down(run, who)


def _land(run: Run, who: str, height_ft: int, *, gently: bool, dive: bool) -> None:
    creature = run.fight.world.creature(who)
    before = creature.space
    for posture in (footing.FLYING, footing.CLIMBING, footing.CLINGING):
        conditions.lose(run, who, posture)
    run.emit(Moved(who, before.anchor, 0, FALL, before.width, before.height, 0))
    if height_ft > 0:
        run.emit(Noted(who, text("{who} falls {feet} ft.", who=creature.name, feet=height_ft), RULE))
    depth_ft = footing.depth_ft(run.fight.world.board, before)
    counted_ft = soft_fall_ft(height_ft, depth_ft, dive=dive) if depth_ft else height_ft
    damage = 0 if gently else falling_damage(counted_ft)
    rule = "pf2e.move.falling_soft" if depth_ft else RULE
    took = harm.hurt(run, who, [Dealt(damage, "bludgeoning")], Blow(rule=rule)) if damage else 0
    for rider in creatures.riders_of(run.fight.world, creature):
        if damage:
            harm.hurt(run, rider.id, [Dealt(damage, "bludgeoning")], Blow(rule=rule))
    footing.settle(run, who)
    footing.came_into_water(run, who)
    if took and not footing.in_water(run.fight.world, run.fight.world.creature(who)):
        _lie_down(run, who)
    hurting_ground.entered(run, who, Space(-1, -1, 1, 1), before)
    _onto_others(run, who, took)


def _lie_down(run: Run, who: str) -> None:
    if not run.fight.body(who).has("prone"):
        conditions.gain(run, who, "prone", rule=RULE)


def _onto_others(run: Run, who: str, damage: int) -> None:
    """Those who are under a falling creature, and where it ends up. Source: pf2e.move.falling_on_creature."""
    world = run.fight.world
    faller = world.creature(who)
    party = creatures.same_party(world, faller)
    below = [
        one
        for one in world.creatures
        if one.id not in party
        and one.id in run.fight.bodies
        and creatures.space_of(world, one).overlaps(faller.space)
        and _at_level(world, faller, one)
    ]
    dc = int(table("falling")["landing_dc"])
    for one in below:
        if not damage or run.fight.body(one.id).out:
            continue
        found = check(
            run,
            one.id,
            "save",
            parts_of(run.fight, one.id, "reflex"),
            dc,
            target=who,
            what=statistic_name("reflex"),
            rule="pf2e.move.falling_on_creature",
        )
        amount = below_damage(damage, found.degree)
        if amount:
            harm.hurt(run, one.id, [Dealt(amount, "bludgeoning")], Blow(who, rule="pf2e.move.falling_on_creature"))
    if below:
        make_room(run, who)


def _at_level(world: World, one: Creature, other: Creature) -> bool:
    return creatures.foot_ft(world, other) < creatures.head_ft(world, one) and creatures.foot_ft(
        world, one
    ) < creatures.head_ft(world, other)


def make_room(run: Run, who: str) -> None:
    """Put a creature that may not stay where it is into the nearest free squares.

    Source: pf2e.move.falling_on_creature, pf2e.move.occupied_space
    """
    world = judged(run.fight)
    creature = world.creature(who)
    if may_end_turn(world, creature, creature.space):
        return
    level_ft = creatures.ground_ft(world, creature.space)
    for square in squares_near(creature.space, MOST_SHOVED_ASIDE_SQ):
        space = creature.space.at(square)
        if (
            fits(world, creature, square)
            and may_end_turn(world, creature, space)
            and creatures.ground_ft(world, space) == level_ft
        ):
            run.emit(Moved(who, square, 0, "forced", space.width, space.height, creature.z_ft))
            footing.settle(run, who)
            return


def off_the_edge(run: Run, who: str, from_ft: int, *, dive: bool = False) -> bool:
    """After a step without ground under the feet: fall where the new ground lies lower; returns whether it fell.

    Source: pf2e.move.forced_danger, pf2e.move.falling
    """
    creature = run.fight.world.creature(who)
    landing_ft = creatures.ground_ft(run.fight.world, creature.space)
    if from_ft - landing_ft <= int(table("terrain")["ledge_down_ft"]):
        return False
    fall(run, who, from_ft, dive=dive)
    return True


def instead_of_prone(run: Run, who: str) -> bool:
    """What being knocked prone means in the air, on a wall and in water; whether that is all it means.

    Source: pf2e.condition.prone, pf2e.move.falling
    """
    fight = run.fight
    if footing.in_water(fight.world, fight.world.creature(who)):
        return True
    if not (footing.airborne(fight, who) or footing.holds_on(fight, who)):
        return False
    # One that was struck down falls when everything about the blow is settled.
    if not unsupported(fight, who):
        fall(run, who, creatures.foot_ft(fight.world, fight.world.creature(who)))
    return True


def unsupported(fight: Fight, who: str) -> bool:
    """Whether a creature hangs in the air and cannot keep itself there. Source: pf2e.aerial.combat."""
    lost = bool(fight.body(who).out) or fight.body(who).has("unconscious") or fight.body(who).has("dead")
    return lost and (footing.airborne(fight, who) or footing.holds_on(fight, who))


def drop_the_helpless(run: Run) -> None:
    """Let everybody fall who lost consciousness in the air or on a wall. Source: pf2e.aerial.combat."""
    for who in tuple(run.fight.bodies):
        if unsupported(run.fight, who) and run.fight.body(who).out != "fled":
            creature = run.fight.world.creature(who)
            fall(run, who, creatures.foot_ft(run.fight.world, creature), prone=True)
