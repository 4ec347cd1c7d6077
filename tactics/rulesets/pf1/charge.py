"""Charge: where it ends and whether the lane is clear."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Text, listed, text
from tactics.geometry.metric import alternating_sq
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle, trace
from tactics.rules.barriers import filled_by
from tactics.rules.book import Case
from tactics.rules.ground import LOW
from tactics.rules.lines import obstacle_name
from tactics.rules.verdict import Line
from tactics.rulesets.pf1.movement import walking
from tactics.rulesets.pf1.occupancy import Refusal, ending_refusal, in_the_way
from tactics.rulesets.pf1.places import called, feet_ft, space_of, speed_sq
from tactics.rulesets.pf1.prices import Hampering
from tactics.rulesets.pf1.reach import Band, can_threaten, longest_reach_sq, melee_bands, struck
from tactics.rulesets.pf1.sight import look
from tactics.rulesets.pf1.sizes import FEET, feet
from tactics.rulesets.pf1.tables import acts, conditions, shares_squares, table
from tactics.world.board import MOVEMENT, Board
from tactics.world.creature import Creature
from tactics.world.kept import kept


class End(NamedTuple):
    """A place a charge could end in."""

    square: Square
    distance_sq: int


def refusal(case: Case, charger: Creature, target: Creature) -> Refusal | None:
    """Why a creature may not charge a target, None when it may.

    Source: pf1.charge.path, pf1.charge.basics, pf1.charge.sight
    """
    found = _unfit(charger) or _unseen(case, charger, target)
    if found is not None:
        return found
    ends = closest_ends(case, charger, target)
    if not ends:
        words = text("There is no place from which {name} could strike.", name=called(charger))
        return Refusal("pf1.charge.path", words)
    found = _too_near_or_far(case, charger, ends[0].distance_sq)
    if found is not None:
        return found
    refusals: list[Refusal] = []
    for end in ends:
        why = _blocked(case, charger, end.square)
        if why is None:
            _accept(case, charger, end)
            return None
        refusals.append(Refusal(why.rule, text("Ending at {square}: {why}", square=end.square, why=why.why)))
    _say_end(case, charger, ends[-1], barred=True)
    for one in refusals[:-1]:
        case.step(*one)
    return refusals[-1]


def landing(case: Case, charger: Creature, target: Creature, bands: tuple[Band, ...] | None = None) -> Square | None:
    """Where a charge ends, None when it may not be made: what `refusal` says, without its reasons.

    Args:
        case: the question.
        charger: who charges.
        target: whom.
        bands: distances at which it means to strike, None for all it has.

    Source: pf1.charge.path, pf1.charge.basics, pf1.charge.sight
    """
    if _unfit(charger) is not None:
        return None
    away_sq = max(space_of(case.world, charger).gap_sq(space_of(case.world, target)))
    if away_sq - longest_reach_sq(charger) > _most_sq(case, charger):
        return None
    ends = closest_ends(case, charger, target, bands)
    if not ends or _too_near_or_far(case, charger, ends[0].distance_sq) is not None:
        return None
    found = next((end.square for end in ends if _blocked(case, charger, end.square) is None), None)
    return None if found is None or _unseen(case, charger, target) is not None else found


@kept
def _unfit(charger: Creature) -> Refusal | None:
    """States in which nobody charges."""
    held = conditions(charger)
    if not acts(charger) or not all(one.charges and one.moves for one in held):
        return Refusal("pf1.charge.basics", text("{name} is in no state to charge.", name=called(charger)))
    if not can_threaten(charger):
        return Refusal("pf1.charge.basics", text("{name} has no melee attack to charge with.", name=called(charger)))
    return None


def _unseen(case: Case, charger: Creature, target: Creature) -> Refusal | None:
    found = look(case, space_of(case.world, charger), space_of(case.world, target), charger, target)
    if found.segment is not None:
        return None
    why: Text = found.refusal.why if found.refusal else text("There is no line of sight.")
    return Refusal("pf1.charge.sight", why)


def closest_ends(
    case: Case, charger: Creature, target: Creature, bands: tuple[Band, ...] | None = None
) -> tuple[End, ...]:
    """The places closest to the charger from which it could strike the target, occupied or not, the straightest first.

    Source: pf1.charge.path
    """
    space, goal = space_of(case.world, charger), space_of(case.world, target)
    bands = melee_bands(case, charger) if bands is None else bands
    height_sq = abs(feet_ft(case.world, charger) - feet_ft(case.world, target)) // FEET
    most = max((band.most_sq for band in bands), default=0)
    found: list[End] = []
    for distance, dx, dy in _places(goal.x - space.x, goal.y - space.y, goal[2:], space[2:], most):
        if found and distance > found[0].distance_sq:
            break
        place = space.at(Square(space.x + dx, space.y + dy))
        if any(case.world.board.solid(square) for square in place.squares()):
            continue
        if struck(case, bands, place, goal, height_sq):
            found.append(End(place.anchor, distance))
    return tuple(found)


@lru_cache(4096)
def _places(
    dx: int, dy: int, size: tuple[int, int], footprint: tuple[int, int], most_sq: int
) -> tuple[tuple[int, int, int], ...]:
    """Places about a goal from which some reach may come to it: distance, columns and rows of the way there.

    The nearest come first, of those the straightest.

    Args:
        dx, dy: columns and rows to the goal.
        size: columns and rows of the goal.
        footprint: columns and rows of who comes.
        most_sq: the longest reach.
    """
    left, top, right, bottom = dx - footprint[0], dy - footprint[1], dx + size[0], dy + size[1]
    places = sorted(
        (alternating_sq(x, y), x**2 + y**2, y, x)
        for y in range(top - most_sq + 1, bottom + most_sq)
        for x in range(left - most_sq + 1, right + most_sq)
        if not (left < x < right and top < y < bottom)
    )
    return tuple((distance, x, y) for distance, _, y, x in places)


def _too_near_or_far(case: Case, charger: Creature, distance_sq: int) -> Refusal | None:
    numbers = table("movement")["charge"]
    if distance_sq < numbers["least_sq"]:
        words = text("A charge moves at least {least} ft.", least=feet(numbers["least_sq"]))
        return Refusal("pf1.charge.basics", words)
    most = _most_sq(case, charger)
    if distance_sq > most:
        away = feet(distance_sq)
        words = text(
            "The place to strike from is {away} ft away, twice the speed is {most}.", away=away, most=feet(most)
        )
        return Refusal("pf1.charge.basics", words)
    return None


def _blocked(case: Case, charger: Creature, end: Square) -> Refusal | None:
    """What on the way, or in the place where it ends, forbids the charge."""
    rule, space = "pf1.charge.path", space_of(case.world, charger)
    found = ending_refusal(case.world, charger, space.at(end))
    if found is not None:
        return Refusal(rule, found.why)
    lane = tuple(swept(space, end, case))
    squares = frozenset(lane)
    for other in in_the_way(case.world, charger):
        if not shares_squares(other) and not squares.isdisjoint(space_of(case.world, other).squares()):
            return Refusal(rule, text("{name} is in the lane.", name=called(other)))
    hampering = walking(case, charger, flying=case.question.mode == "fly").hampering
    why = _slowed(case, hampering, lane) or _walled(case, hampering, space, end)
    return None if why is None else Refusal(rule, why)


@kept
def _plain_squares(board: Board) -> frozenset[Square]:
    """Squares whose ground neither fills them nor slows anybody."""
    plain = [
        not (one.hole or one.difficulty or one.cover == "low" or MOVEMENT in one.blocks or one.solid)
        for one in board.kinds
    ]
    return frozenset(
        Square(x, y) for y, row in enumerate(board.terrain.tolist()) for x, kind in enumerate(row) if plain[kind]
    )


def _slowed(case: Case, hampering: Hampering, lane: Collection[Square]) -> Text | None:
    """What in the squares of a lane stops or slows a charge, None when nothing does."""
    plain, rougher = _plain_squares(case.world.board), hampering.rougher
    if plain.issuperset(lane) and not any(square in rougher for square in lane):
        return None
    for square in lane:
        filled = filled_by(case.world, square_space(square))
        if filled is not None:
            return filled
        reasons = hampering.reasons(case.world, square_space(square))
        if reasons:
            what = listed(one.what for one in reasons)
            return text("{square} would slow it: {what}.", square=square, what=what)
    return None


def _walled(case: Case, hampering: Hampering, space: Space, end: Square) -> Text | None:
    """The thin wall that stops or slows movement and reaches into the swept lane, None when there is none."""
    hull = lane_hull(space, end, centre=case.switch("charge_lane") == "centre")
    for wall in scene_of(case.world).walls:
        counts = MOVEMENT in wall.blocks or (wall.cover == "low" and LOW not in hampering.ignoring)
        if counts and _meets(hull, *wall.corners):
            return text("{what} is in the lane.", what=obstacle_name(wall))
    return None


def swept(space: Space, end: Square, case: Case) -> Iterator[Square]:
    """The squares whose inside the lane from a space to its end runs through, the own ones left out.

    Source: pf1.charge.path
    """
    centre = case.switch("charge_lane") == "centre"
    for dx, dy in _swept(space.width, space.height, end.x - space.x, end.y - space.y, centre):
        yield Square(space.x + dx, space.y + dy)


@lru_cache(4096)
def _swept(width: int, height: int, dx: int, dy: int, centre: bool) -> tuple[tuple[int, int], ...]:
    """The squares of a lane as columns and rows from where it begins: the same wherever that is."""
    space, end = Space(0, 0, width, height), Square(dx, dy)
    hull = lane_hull(space, end, centre=centre)
    rows = range(min(0, dy), max(0, dy) + height)
    if len(hull) > 2:
        every = ((x, y) for y in rows for x in _columns(hull, y))
    else:
        columns = range(min(0, dx), max(0, dx) + width)
        every = ((x, y) for y in rows for x in columns if _covers(hull, Square(x, y)))
    return tuple((x, y) for x, y in every if not (0 <= x < width and 0 <= y < height))


def _columns(hull: tuple[Point, ...], row: int) -> range:
    """The squares of a row whose inside a lane overlaps: those its part within the row stretches over."""
    top, bottom = row * UNIT, (row + 1) * UNIT
    lefts, rights = [], []
    for (ax, ay), (bx, by) in zip(hull, hull[1:] + hull[:1], strict=True):
        if top <= ay <= bottom:
            lefts.append(ax)
            rights.append(ax)
        for line in (top, bottom):
            if min(ay, by) < line < max(ay, by):
                # Rounded away from the inside, which changes no comparison with a whole number.
                across, along = (bx - ax) * (line - ay), by - ay
                lefts.append(ax + across // along)
                rights.append(ax - (-across // along))
    return range(min(lefts) // UNIT, -(-max(rights) // UNIT))


def lane_hull(space: Space, end: Square, *, centre: bool) -> tuple[Point, ...]:
    """Corners of the lane in order: the hull of both spaces, or just the two centres.

    Source: pf1.charge.path
    """
    other = space.at(end)
    if centre:
        return space.centre, other.centre
    points = sorted({*space.outer_corners(), *other.outer_corners()})
    return (*_half_hull(points)[:-1], *_half_hull(points[::-1])[:-1])


def _half_hull(points: list[Point]) -> list[Point]:
    hull: list[Point] = []
    for point in points:
        while len(hull) > 1 and _cross(hull[-2], hull[-1], point) <= 0:
            hull.pop()
        hull.append(point)
    return hull


def _cross(a: Point, b: Point, c: Point) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _covers(hull: tuple[Point, ...], square: Square) -> bool:
    """Whether a line that stands for a lane runs through the inside of a square."""
    left, top = square.x * UNIT, square.y * UNIT
    corners = (Point(left, top), Point(left + UNIT, top), Point(left + UNIT, top + UNIT), Point(left, top + UNIT))
    met = trace(hull[0], hull[1], [Obstacle(corners, "square")]).mets
    return bool(met) and met[0].passes


def _meets(hull: tuple[Point, ...], start: Point, end: Point) -> bool:
    """Whether a wall has a point strictly inside the lane, or crosses the line that stands for it."""
    if len(hull) == 2:
        met = trace(hull[0], hull[1], [Obstacle((start, end), "wall")]).mets
        return bool(met) and met[0].passes
    return not _parted(hull, (start, end)) and not _parted((start, end), hull)


def _parted(convex: tuple[Point, ...], points: tuple[Point, ...]) -> bool:
    """Whether an edge of a convex shape has all the points on its outer side or on itself."""
    return any(
        all(_cross(a, b, point) <= 0 for point in points) for a, b in zip(convex, convex[1:] + convex[:1], strict=True)
    )


def _accept(case: Case, charger: Creature, end: End) -> None:
    _say_end(case, charger, end, barred=False)
    numbers = table("movement")["charge"]
    least, most = feet(numbers["least_sq"]), feet(_most_sq(case, charger))
    words = text("A charge may cover {least} to {most} ft: no more than twice the speed.", least=least, most=most)
    case.step("pf1.charge.basics", words)
    case.step("pf1.charge.path", text("Nothing in the swept lane stops it, slows it or stands in it."))


def _say_end(case: Case, charger: Creature, end: End, *, barred: bool) -> None:
    """Where the charge would end, and the lane to it."""
    space = space_of(case.world, charger)
    case.squares("swept", tuple(swept(space, end.square, case)))
    case.squares("target", tuple(space.at(end.square).squares()))
    case.line(Line(space.centre, space.at(end.square).centre, barred, role="charge"))
    away = feet(end.distance_sq)
    words = text("The closest place to strike from is {square}, {away} ft away.", square=end.square, away=away)
    case.step("pf1.charge.path", words)


def _most_sq(case: Case, charger: Creature) -> int:
    factor: int = table("movement")["charge"]["speed_factor"]
    return factor * (speed_sq(case.world, charger, case.question.mode) or 0)
