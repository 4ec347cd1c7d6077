"""What stands on one line from centre to centre, and the cover it gives."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Met, Obstacle, Trace, trace
from tactics.rulesets.pf2e.creatures import foot_ft, head_ft, is_corpse, same_party
from tactics.rulesets.pf2e.distance import Spot
from tactics.rulesets.pf2e.sizes import rank, steps_above
from tactics.rulesets.pf2e.tables import table
from tactics.world.board import EFFECT
from tactics.world.world import World


def grade_index(grade: str) -> int:
    """Place of a grade from none to greater."""
    grades: list[str] = table("cover")["grades"]
    return grades.index(grade)


def better(one: str, other: str) -> str:
    """The higher of two grades; nothing adds up. Source: pf2e.cover.measure."""
    return max(one, other, key=grade_index)


@dataclass(frozen=True, slots=True)
class Shot:
    """One attack or effect whose cover is asked.

    Attributes:
        source: the attacker, or where the area starts.
        target: who may have cover.
        attack: melee, reach, ranged or area.
        attacker: who attacks, None for an area that names nobody.
    """

    source: Spot
    target: Spot
    attack: str
    attacker: Spot | None


@dataclass(frozen=True, slots=True)
class Found:
    """The cover one line gives.

    Attributes:
        grade: none, lesser, standard or greater.
        trace: the line.
        hits: what gives the cover, with its grade.
        pinches: pairs of those that close the line from both sides.
    """

    grade: str
    trace: Trace
    hits: tuple[tuple[Met, str], ...]
    pinches: tuple[tuple[Met, Met], ...] = ()


def shelter(world: World, shot: Shot, start: Point, met: Met) -> str:
    """The grade one thing on the line from a point gives.

    Source: pf2e.cover.barrier_kinds, pf2e.cover.large_creatures, pf2e.cover.special_circumstances,
    pf2e.cover.small_obstacle.
    """
    obstacle = met.obstacle
    if obstacle.kind == "body":
        body = world.creature(obstacle.creature)
        return creature_grade(body.size, shot) if met.passes and _between(shot, start, body.space) else "none"
    if in_own_space(obstacle, shot) or below_the_line(obstacle, shot) or too_small(world, obstacle, shot.target):
        return "none"
    if obstacle.cover == "arrow_slit" and beside(met.at, shot.source.where):
        return "none"
    return kind_grade(obstacle)


def kind_grade(obstacle: Obstacle) -> str:
    """What an obstacle of its kind gives wherever it stands. Source: pf2e.cover.barrier_kinds."""
    grade: str = table("cover")["shelter"][obstacle.cover]
    return better(grade, "standard") if EFFECT in obstacle.blocks else grade


def in_own_space(obstacle: Obstacle, shot: Shot) -> bool:
    """Whether a square is one of the attacker's or the target's own. Source: pf2e.cover.measure."""
    own = (shot.source.where, shot.target.where)
    return obstacle.square is not None and any(isinstance(one, Space) and one.holds(obstacle.square) for one in own)


def _between(shot: Shot, start: Point, body: Space) -> bool:
    """Whether the line runs through a body somewhere outside the spaces at its two ends.

    Whoever shares a space with the attacker or the target is not between them.

    Source: pf2e.cover.measure.
    """
    end = shot.target.centre
    enters, leaves = _stretch(start, end, body)
    if isinstance(shot.source.where, Space):
        enters = max(enters, _stretch(start, end, shot.source.where)[1])
    if isinstance(shot.target.where, Space):
        leaves = min(leaves, _stretch(start, end, shot.target.where)[0])
    return enters < leaves


def _stretch(start: Point, end: Point, space: Space) -> tuple[Fraction, Fraction]:
    """Shares of a line at which it enters and leaves a space that it meets."""
    enters, leaves = Fraction(0), Fraction(1)
    for at, length, low, size in (
        (start.x, end.x - start.x, space.x * UNIT, space.width * UNIT),
        (start.y, end.y - start.y, space.y * UNIT, space.height * UNIT),
    ):
        if length:
            sides = sorted((Fraction(low - at, length), Fraction(low + size - at, length)))
            enters, leaves = max(enters, sides[0]), min(leaves, sides[1])
    return enters, leaves


def creature_grade(size: str, shot: Shot) -> str:
    """The grade a creature of a size gives: lesser, standard when it is far bigger than both ends.

    Source: pf2e.cover.lesser, pf2e.cover.large_creatures.
    """
    rules = table("cover")["creature"]
    ends = [one.creature.size for one in (shot.attacker, shot.target) if one is not None and one.creature is not None]
    big = bool(ends) and all(steps_above(size, one) >= rules["bigger_by"] for one in ends)
    return str(rules["big_grade"] if big else rules["grade"])


def beside(at: Point, where: Space | Point) -> bool:
    """Whether a place on a line lies less than a square away from a space.

    Source: pf2e.cover.special_circumstances.
    """
    if not isinstance(where, Space):
        return False
    left, top = where.x * UNIT, where.y * UNIT
    right, bottom = left + where.width * UNIT, top + where.height * UNIT
    return max(left - at.x, at.x - right, top - at.y, at.y - bottom) < UNIT


def too_small(world: World, obstacle: Obstacle, target: Spot) -> bool:
    """Whether an obstacle is marked as sheltering only smaller creatures. Source: pf2e.cover.small_obstacle."""
    if obstacle.square is None or target.creature is None:
        return False
    most = world.board.at(obstacle.square).shelters_up_to
    return bool(most) and rank(target.creature.size) > rank(most)


def below_the_line(obstacle: Obstacle, shot: Shot) -> bool:
    """Whether both ends of a shot stand higher than an obstacle reaches."""
    if obstacle.top_ft is None:
        return False
    return min(shot.source.foot_ft, shot.target.foot_ft) >= obstacle.ground_z_ft + obstacle.top_ft


def bodies_between(world: World, shot: Shot) -> tuple[Obstacle, ...]:
    """Creatures that can stand in the way: not those at the two ends, nor the dead, and at the height of the line.

    Source: pf2e.death.state
    """
    ends: set[str] = set()
    for one in (shot.source, shot.target, shot.attacker):
        if one is not None and one.creature is not None:
            ends |= same_party(world, one.creature)
    low = min(shot.source.foot_ft, shot.target.foot_ft)
    high = max(shot.source.head_ft, shot.target.head_ft)
    near = scene_of(world).bodies_between(shot.source.where, shot.target.where)
    return tuple(one for one in near if one.creature not in ends and _at_height(world, one, low, high))


def _at_height(world: World, body: Obstacle, low_ft: int, high_ft: int) -> bool:
    creature = world.creature(body.creature)
    if is_corpse(creature):
        return False
    return foot_ft(world, creature) < high_ft and head_ft(world, creature) > low_ft


def cover_along(world: World, shot: Shot, start: Point) -> Found:
    """What one line to the target's centre gives. Source: pf2e.cover.measure."""
    end = shot.target.centre
    line = trace(start, end, (*scene_of(world).obstacles_between(start, end), *bodies_between(world, shot)))
    graded = {id(met.obstacle): shelter(world, shot, start, met) for met in line.mets}

    def gives(obstacle: Obstacle) -> bool:
        return graded[id(obstacle)] != "none"

    hits = [(met, graded[id(met.obstacle)]) for met in line.mets if met.passes and gives(met.obstacle)]
    pinches = tuple((pinch.left, pinch.right) for pinch in line.pinches(gives))
    for pair in pinches:
        hits += [(met, graded[id(met.obstacle)]) for met in pair]
    grade = "none"
    for _, one in hits:
        grade = better(grade, one)
    return Found(grade, line, tuple(hits), pinches)
