"""What shelters a target from one line: the book's opinion on every obstacle a cover line meets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point
from tactics.core.space import SIDE_SQ, Space, size_steps, square_space
from tactics.geometry.grid import wall_touched
from tactics.geometry.metric import alternating_sq
from tactics.geometry.scene import Scene, scene_of
from tactics.geometry.trace import Obstacle, Through, Trace, run_through, trace
from tactics.rulesets.pf1.places import Spot, feet_ft, ground_ft, ride_together
from tactics.rulesets.pf1.sizes import feet, squares
from tactics.rulesets.pf1.tables import table
from tactics.world.board import EFFECT
from tactics.world.creature import Creature
from tactics.world.world import World

SOLID, SHELTER, EXTREME, SOFT = 1, 2, 4, 8
"""What a line can meet on its way, as bits: a wall, something marked as cover, an arrow slit, a creature."""


def is_solid(obstacle: Obstacle) -> bool:
    """Whether it stops line of effect like a wall.

    Source: pf1.loe.line_touch, pf1.cover.obstacle_kinds
    """
    return EFFECT in obstacle.blocks or obstacle.cover == "solid"


def is_opening(obstacle: Obstacle) -> bool:
    """Whether it is something built into a thin wall that a line passes: a window, bars, a slit."""
    return obstacle.kind == "wall" and not is_solid(obstacle) and obstacle.cover not in ("none", "low")


def _is_low_wall(obstacle: Obstacle) -> bool:
    return obstacle.kind == "wall" and obstacle.cover == "low"


class Sighting(NamedTuple):
    """One line.

    Attributes:
        start, end: its ends.
        met: what shelters along it, bits of `SOLID`, `SHELTER`, `EXTREME` and `SOFT`.
    """

    start: Point
    end: Point
    met: int


@dataclass(frozen=True, slots=True)
class Stand:
    """Where lines are drawn from and to.

    Attributes:
        source: the attacker's squares, or the point an area bursts from.
        target: the whole space of the target.
        attacker, aimed_at: the two creatures, None for bare squares and points.
    """

    source: Space | Point
    target: Space
    attacker: Creature | None = None
    aimed_at: Creature | None = None


def stand_of(source: Spot, target: Spot) -> Stand:
    """The stand of an attack from one spot on another."""
    return Stand(source.space, target.space, source.creature, target.creature)


class Shelter:
    """Reads cover lines between an attacker and a target."""

    def __init__(self, world: World, stand: Stand, *, melee: bool, creatures: bool, grazing: bool) -> None:
        """Prepare for one attack.

        Args:
            world: the position.
            stand: who attacks whom.
            melee: an attack on a neighbour, for which trees do not count.
            creatures: whether creatures in the way count.
            grazing: whether a line that touches something solid is blocked.
        """
        self.world = world
        self.scene: Scene = scene_of(world)
        self.stand = stand
        self.melee = melee
        self.grazing = grazing
        self._creatures = creatures

    @cached_property
    def near(self) -> tuple[Obstacle, ...]:
        """The obstacles on the lines between the two, and some close by."""
        return self.scene.obstacles_between(self.stand.source, self.stand.target)

    @cached_property
    def bodies(self) -> tuple[Obstacle, ...]:
        """The creatures in the way."""
        return self._bodies() if self._creatures else ()

    @cached_property
    def _counted(self) -> tuple[Obstacle, ...]:
        return (*self.counting(self.near), *self.bodies)

    def look(self, start: Point, *ends: Point) -> tuple[Sighting, ...]:
        """Judge lines from one point.

        Source: pf1.cover.ranged, pf1.loe.line_touch, pf1.cover.soft
        """
        if not self._counted:
            return tuple(Sighting(start, end, 0) for end in ends)
        lines = zip(ends, run_through(start, ends, self._counted), strict=True)
        return tuple(Sighting(start, end, self._met(start, end, through)) for end, through in lines)

    def _met(self, start: Point, end: Point, through: Through) -> int:
        if through.doubtful or self.grazing:
            return self.read(self.trace(start, end))
        met = 0
        for obstacle in through.obstacles:
            met |= self.weigh(obstacle)
        return met

    def comes_to_slit(self, line: Sighting) -> bool:
        """Whether a line passes no arrow slit but comes as far as one: to its end on it, or along the map's edge.

        Source: pf1.cover.improved
        """
        start = line.start if self._along_the_edge(line) else line.end
        return any(
            obstacle.kind == "wall" and self.weigh(obstacle) == EXTREME and wall_touched(start, line.end, obstacle)
            for obstacle in self._counted
        )

    def _along_the_edge(self, line: Sighting) -> bool:
        """Whether a line follows the edge of the map, where nothing gets past the end of a wall."""
        (x, y), (end_x, end_y) = line.start, line.end
        return (x == end_x and x in (0, self.scene.width * UNIT)) or (y == end_y and y in (0, self.scene.height * UNIT))

    def trace(self, start: Point, end: Point) -> Trace:
        """Everything a line meets that counts for this attack."""
        return trace(start, end, self._counted)

    def counting(self, obstacles: Iterable[Obstacle]) -> tuple[Obstacle, ...]:
        """Those obstacles that count for this attack; long low walls in pieces of a square."""
        return tuple(part for obstacle in obstacles for part in self._counting(obstacle))

    def read(self, line: Trace) -> int:
        """What a traced line meets, as bits."""
        bits = 0
        for met in line.mets:
            if met.passes:
                bits |= self.weigh(met.obstacle)
        for pinch in line.pinches(lambda one: is_solid(one) or is_opening(one)):
            pair = self.weigh(pinch.left.obstacle) | self.weigh(pinch.right.obstacle)
            bits |= EXTREME if pair & EXTREME else SHELTER if pair & SHELTER else SOLID
        if line.pinches(_is_low_wall):
            bits |= SHELTER
        if self.grazing and line.grazed(is_solid):
            bits |= SOLID
        return bits

    def weigh(self, obstacle: Obstacle) -> int:
        """What an obstacle is to a line that runs through it, as a bit."""
        if obstacle.kind == "body":
            return SOFT
        if is_solid(obstacle):
            return SOLID
        grade = table("cover")["kinds"][obstacle.cover]["grade"]
        return EXTREME if grade == "improved" else SHELTER

    def _counting(self, obstacle: Obstacle) -> Iterator[Obstacle]:
        """The parts of an obstacle that count for this attack."""
        if self.owns(obstacle):
            return
        if is_solid(obstacle):
            yield obstacle
            return
        kind = table("cover")["kinds"].get(obstacle.cover)
        if kind is None or (self.melee and not kind["melee"]) or self.is_below(obstacle):
            return
        if obstacle.cover == "low":
            yield from (piece for piece in pieces_of(obstacle) if self._low_counts(piece))
        elif kind["beside"] or not self._beside(obstacle):
            yield obstacle

    def owns(self, obstacle: Obstacle) -> bool:
        """Whether an obstacle is the ground one of the two stands on."""
        square, source = obstacle.square, self.stand.source
        if square is None:
            return False
        return self.stand.target.holds(square) or (isinstance(source, Space) and source.holds(square))

    def is_below(self, obstacle: Obstacle) -> bool:
        """Whether both ends of the attack are at least as high as an obstacle reaches.

        Source: pf1.cover.low_obstacle
        """
        return obstacle.top_ft is not None and self.lowest_ft >= obstacle.ground_z_ft + obstacle.top_ft

    @cached_property
    def lowest_ft(self) -> int:
        """Height of the lower one of the two ends."""
        stand = self.stand
        heights = []
        for place, creature in ((stand.source, stand.attacker), (stand.target, stand.aimed_at)):
            if creature is not None:
                heights.append(feet_ft(self.world, creature))
            else:
                heights.append(ground_ft(self.world, place) if isinstance(place, Space) else 0)
        return min(heights)

    def _low_counts(self, piece: Obstacle) -> bool:
        """Whether a low obstacle shelters: the target within 30 ft of it and the attacker not closer.

        Source: pf1.cover.low_obstacle
        """
        if piece.square is not None and self.stand.aimed_at is not None:
            biggest = self.world.board.at(piece.square).shelters_up_to
            if biggest and size_steps(self.stand.aimed_at.size, biggest) < 0:
                return False
        away_sq = obstacle_distance_sq(self.stand.target, piece)
        return away_sq <= squares(table("cover")["low"]["within_ft"]) and away_sq <= obstacle_distance_sq(
            self.stand.source, piece
        )

    def _beside(self, obstacle: Obstacle) -> bool:
        """Whether the attacker stands right at an opening.

        Source: pf1.cover.improved
        """
        source = self.stand.source
        if not isinstance(source, Space):
            return False
        if obstacle.square is not None:
            return sum(source.gap_sq(square_space(obstacle.square))) == 1
        block = Obstacle(_corners(source), "body")
        met = trace(obstacle.corners[0], obstacle.corners[1], [block]).mets
        return bool(met) and met[0].kind in ("interior", "edge")

    def _bodies(self) -> tuple[Obstacle, ...]:
        """Creatures that may stand in the way: not the two themselves nor who shares their squares.

        Source: pf1.cover.soft, pf1.move.through_friend
        """
        source, target = self.stand.source, self.stand.target
        assert isinstance(source, Space)
        near = self.scene.bodies_between(source, target)
        return tuple(body for body in near if self.in_the_way(self.world.creature(body.creature)))

    def in_the_way(self, other: Creature) -> bool:
        """Whether a creature may stand in the way as far as it goes by who it is and whose squares it shares."""
        source, target = self.stand.source, self.stand.target
        assert isinstance(source, Space)
        own = [one for one in (self.stand.attacker, self.stand.aimed_at) if one is not None]
        for one in own:
            if other is one or other.id == one.id or ride_together(other, one):
                return False
        return not other.space.overlaps(source) and not other.space.overlaps(target) and self._at_height(other, own)

    def _at_height(self, other: Creature, own: Sequence[Creature]) -> bool:
        """Whether a creature is neither above nor below both ends of the attack."""
        if not other.z_ft and not any(one.z_ft for one in own):
            return True
        ends = [_heights(self.world, one) for one in own] or [(0, feet(1))]
        low, high = _heights(self.world, other)
        return low < max(top for _, top in ends) and min(bottom for bottom, _ in ends) < high


def _heights(world: World, creature: Creature) -> tuple[int, int]:
    bottom = feet_ft(world, creature)
    return bottom, bottom + feet(SIDE_SQ.get(creature.size, 1))


def obstacle_distance_sq(source: Space | Point, obstacle: Obstacle) -> int:
    """Squares from a space or a point to an obstacle; what touches it is one square away.

    Source: pf1.cover.low_obstacle
    """
    if isinstance(source, Point):
        left, top, right, bottom = source.x, source.y, source.x, source.y
    else:
        (left, top), _, _, (right, bottom) = source.outer_corners()
    xs, ys = [corner.x for corner in obstacle.corners], [corner.y for corner in obstacle.corners]
    return alternating_sq(_gap(left, right, min(xs), max(xs)), _gap(top, bottom, min(ys), max(ys)))


def _gap(low: int, high: int, its_low: int, its_high: int) -> int:
    """Squares between two ranges of the lattice: 0 where they overlap, 1 where they touch."""
    if its_low >= high:
        return (its_low - high) // UNIT + 1
    if its_high <= low:
        return (low - its_high) // UNIT + 1
    return 0


@lru_cache(maxsize=4096)
def pieces_of(obstacle: Obstacle) -> tuple[Obstacle, ...]:
    """A low wall in pieces no longer than a square; anything else whole."""
    if obstacle.kind != "wall":
        return (obstacle,)
    start, end = obstacle.corners
    length = max(abs(end.x - start.x), abs(end.y - start.y))
    cuts = [*range(0, length, UNIT), length]
    points = [
        Point(start.x + (end.x - start.x) * cut // length, start.y + (end.y - start.y) * cut // length) for cut in cuts
    ]
    return tuple(replace(obstacle, corners=(a, b)) for a, b in pairwise(points))


def _corners(space: Space) -> tuple[Point, ...]:
    top_left, top_right, bottom_left, bottom_right = space.outer_corners()
    return top_left, top_right, bottom_right, bottom_left
