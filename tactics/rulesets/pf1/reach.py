"""Reach, threatened squares and distances."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Text, ntext, text
from tactics.geometry.effect import clear_segment, visible_squares
from tactics.geometry.metric import alternating_sq, nested_sq, weighted_sq
from tactics.geometry.reach import ring, within_reach
from tactics.geometry.scene import scene_of
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.places import Spot, called, creature_of, creature_spot, feet_ft, space_of, spot
from tactics.rulesets.pf1.sizes import FEET, feet, natural_reach_sq
from tactics.rulesets.pf1.tables import acts, table
from tactics.world.creature import Creature, Weapon
from tactics.world.kept import kept


class Band(NamedTuple):
    """Distances one melee attack strikes at, in squares; `least_sq` 0 takes in the own squares."""

    least_sq: int
    most_sq: int
    rule: str


def melee_bands(case: Case, creature: Creature, weapon: str | None = None) -> tuple[Band, ...]:
    """What a creature strikes at in melee.

    Args:
        case: the question, for errors.
        creature: who strikes.
        weapon: one weapon by name, None for all it has.

    Raises:
        ProblemError: it has no weapon of that name.

    Source: pf1.reach.natural, pf1.reach.weapon, pf1.reach.weapon_large, pf1.attack.melee_band, pf1.threat.unarmed
    """
    if weapon is None:
        return _every_band(creature)
    bands = _bands_by_weapon(creature).get(weapon)
    if bands is None:
        known = ", ".join(_bands_by_weapon(creature)) or "none"
        raise case.refuse("weapon", f"{creature.id} has no weapon {weapon!r}; it has: {known}")
    return bands


@kept
def _bands_by_weapon(creature: Creature) -> Mapping[str, tuple[Band, ...]]:
    """What each weapon strikes at; nothing for those that shoot."""
    natural = natural_reach_sq(creature)
    weapons = creature.of("pf1").weapons
    return {one.name: () if one.ranged else (_weapon_band(one, natural),) for one in weapons}


@kept
def _every_band(creature: Creature) -> tuple[Band, ...]:
    """What a creature strikes at with all it has."""
    stats = creature.of("pf1")
    natural = natural_reach_sq(creature)
    if not stats.armed and not snap_sq(creature):
        return ()
    bands = [_weapon_band(one, natural) for one in stats.weapons if not one.ranged]
    if snap_sq(creature):
        bands.append(Band(0, snap_sq(creature), "pf1.threat.squares"))
    if stats.reach_weapon:
        bands.append(_long_band(natural))
    elif not stats.weapons:
        bands.append(Band(0, natural, "pf1.reach.natural"))
    return tuple(dict.fromkeys(bands))


@kept
def melee_names(creature: Creature) -> frozenset[str]:
    """Names of the weapons a creature strikes with in melee."""
    return frozenset(one.name for one in creature.of("pf1").weapons if not one.ranged)


@kept
def longest_reach_sq(creature: Creature) -> int:
    """The greatest distance a creature strikes at in melee, 0 when it strikes at nothing."""
    return max((band.most_sq for band in _every_band(creature)), default=0)


@kept
def snap_sq(creature: Creature) -> int:
    """How far a creature threatens with what it shoots, 0 without a feat for that.

    Source: pf1.threat.squares
    """
    stats = creature.of("pf1")
    if not any(one.ranged for one in stats.weapons):
        return 0
    return max(
        (far_ft // FEET for feat, far_ft in table("modifiers")["snap_shot_ft"].items() if feat in stats.traits),
        default=0,
    )


def _weapon_band(weapon: Weapon, natural_sq: int) -> Band:
    if weapon.reach_sq is not None:
        least = natural_sq + 1 if weapon.reach_weapon else 0
        return Band(least, weapon.reach_sq, "pf1.attack.melee_band")
    return _long_band(natural_sq) if weapon.reach_weapon else Band(0, natural_sq, "pf1.reach.natural")


def _long_band(natural_sq: int) -> Band:
    rule = "pf1.reach.weapon" if natural_sq <= 1 else "pf1.reach.weapon_large"
    return Band(natural_sq + 1, 2 * natural_sq, rule)


@kept
def ranged_only(creature: Creature) -> bool:
    """Whether everything it can attack with shoots.

    Source: pf1.aoo.melee_only
    """
    stats = creature.of("pf1")
    shoots = bool(stats.weapons) and not stats.reach_weapon and all(one.ranged for one in stats.weapons)
    return shoots and not snap_sq(creature)


def ten_foot_diagonal(case: Case, bands: tuple[Band, ...]) -> bool:
    """The switch, read only where a reach of exactly 10 ft is at stake.

    Source: pf1.reach.ten_foot_diagonal
    """
    exact = any(2 in (band.most_sq, band.least_sq - 1) for band in bands)
    return exact and case.switch("ten_foot_reach_diagonal") is True


def in_band(case: Case, bands: tuple[Band, ...], space: Space, target: Space, height_sq: int = 0) -> bool:
    """Whether some square of a target lies at a distance that is struck, walls not looked at.

    Args:
        case: the question, for switches.
        bands: what is struck.
        space: the attacker's squares.
        target: squares that are struck at.
        height_sq: difference in height.
    """
    diagonal = ten_foot_diagonal(case, bands)
    if not height_sq:
        return any(
            within_reach(space, target, band.least_sq, band.most_sq, alternating_sq, second_diagonal=diagonal)
            for band in bands
        )
    gaps = [space.gap_sq(square_space(square)) for square in target.squares()]
    return any(
        _reaches(case, band.most_sq, gap, height_sq, diagonal)
        and not (band.least_sq and _reaches(case, band.least_sq - 1, gap, height_sq, diagonal))
        for band in bands
        for gap in gaps
    )


def _reaches(case: Case, reach_sq: int, gap: tuple[int, int], height_sq: int, diagonal: bool) -> bool:
    if diagonal and reach_sq == 2 and sorted((*gap, height_sq)) == [0, 2, 2]:
        return True
    return count_3d_sq(case, *gap, height_sq) <= reach_sq


def squares_struck(
    case: Case, attacker: Creature, target: Space, *, weapon: str | None = None, height_sq: int = 0
) -> tuple[Square, ...]:
    """The squares of a target an attacker can strike into: in reach and not behind total cover.

    Source: pf1.threat.squares, pf1.threat.blocked
    """
    bands = melee_bands(case, attacker, weapon)
    space = creature_spot(case.world, attacker).space
    return struck(case, bands, space, target, height_sq)


def struck(case: Case, bands: tuple[Band, ...], space: Space, target: Space, height_sq: int = 0) -> tuple[Square, ...]:
    """The squares of a target that bands cover with line of effect; see `squares_struck`."""
    if not bands or max(space.gap_sq(target)) > max([band.most_sq for band in bands]):
        return ()
    if case.explain:
        return _struck(case, bands, space, target, height_sq)
    # Everything that is read besides the board.
    switches = case.switch("loe_touch"), case.switch("ten_foot_reach_diagonal"), case.switch("distance_3d")
    key = bands, space, target, height_sq, switches
    known: dict[Hashable, tuple[Square, ...]] = case.world.board.found.setdefault(struck, {})
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        found = known[key] = _struck(case, bands, space, target, height_sq)
    return found


_MOST_KNOWN = 8192
"""How many answers are kept with one board."""


def _struck(case: Case, bands: tuple[Band, ...], space: Space, target: Space, height_sq: int) -> tuple[Square, ...]:
    near = tuple(square for square in target.squares() if in_band(case, bands, space, square_space(square), height_sq))
    if not near:
        return ()
    scene, touch = scene_of(case.world), str(case.switch("loe_touch"))
    return tuple(
        square for square in near if clear_segment(scene, space, square_space(square), touch=touch) is not None
    )


@kept
def can_threaten(creature: Creature) -> bool:
    """Whether a creature can make melee attacks at all right now.

    Source: pf1.threat.squares, pf1.threat.unarmed
    """
    armed = creature.of("pf1").armed or bool(snap_sq(creature))
    return acts(creature) and armed and not ranged_only(creature)


def is_threatened(case: Case, creature: Creature, target: Creature) -> bool:
    """Whether a creature threatens another.

    Source: pf1.threat.squares, pf1.threat.blocked
    """
    if not can_threaten(creature):
        return False
    height_sq = abs(feet_ft(case.world, creature) - feet_ft(case.world, target)) // FEET
    return bool(squares_struck(case, creature, space_of(case.world, target), height_sq=height_sq))


def judge_threatened(case: Case) -> Verdict:
    """The squares a creature threatens.

    Source: pf1.threat.squares, pf1.threat.blocked, pf1.reach.natural, pf1.reach.weapon
    """
    creature = creature_of(case, case.question.who, "who")
    refusal = no_threat(creature)
    if refusal is not None:
        case.step(*refusal)
        case.squares("threatened", ())
        return case.verdict(0, text("{name} threatens nothing.", name=called(creature)))
    bands = melee_bands(case, creature, case.question.weapon)
    space = creature_spot(case.world, creature).space
    squares, hidden = _around(case, bands, space)
    _explain_bands(case, creature, bands, ten_foot_diagonal(case, bands))
    if hidden:
        case.step("pf1.threat.blocked", text("Squares in reach without line of effect: {n}.", n=hidden))
    case.squares("origin", tuple(space.squares()))
    case.squares("threatened", squares)
    words = ntext("{name} threatens {n} square.", "{name} threatens {n} squares.", len(squares), name=called(creature))
    return case.verdict(len(squares), words)


def _around(case: Case, bands: tuple[Band, ...], space: Space) -> tuple[tuple[Square, ...], int]:
    """The squares around a space that bands cover, row by row, and how many of them are hidden; kept with the board."""
    diagonal, touch = ten_foot_diagonal(case, bands), str(case.switch("loe_touch"))
    known: dict[Hashable, tuple[tuple[Square, ...], int]] = case.world.board.found.setdefault(_around, {})
    key = bands, space, diagonal, touch
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        near = frozenset[Square]().union(
            *(ring(space, band.least_sq, band.most_sq, alternating_sq, second_diagonal=diagonal) for band in bands)
        )
        open_squares = [square for square in near if not case.world.board.solid(square)]
        seen = visible_squares(scene_of(case.world), space, open_squares, touch=touch)
        squares = tuple(sorted(seen, key=lambda square: (square.y, square.x)))
        found = known[key] = squares, len(open_squares) - len(squares)
    return found


@kept
def no_threat(creature: Creature) -> tuple[str, Text] | None:
    """The rule and the reason why a creature threatens nothing, None when it may."""
    name = called(creature)
    if not acts(creature):
        return "pf1.threat.squares", text("{name} cannot act, so it threatens nothing.", name=name)
    if not creature.of("pf1").armed and not snap_sq(creature):
        return "pf1.threat.unarmed", text("{name} is unarmed.", name=name)
    if ranged_only(creature):
        return "pf1.aoo.melee_only", text("{name} holds ranged weapons only.", name=name)
    return None


def _explain_bands(case: Case, creature: Creature, bands: tuple[Band, ...], diagonal: bool) -> None:
    name = called(creature)
    for band in bands:
        most = feet(band.most_sq)
        if band.most_sq == 0:
            case.step("pf1.size.tiny_reach", text("{name} has reach 0: its own square only.", name=name))
        elif band.least_sq == band.most_sq > 1:
            case.step(band.rule, text("{name} strikes at {feet} ft and no closer.", name=name, feet=most))
        elif band.least_sq > 1:
            least = feet(band.least_sq)
            case.step(
                band.rule,
                text("{name} strikes from {least} to {most} ft and no closer.", name=name, least=least, most=most),
            )
        else:
            case.step(band.rule, text("{name} reaches {most} ft.", name=name, most=most))
            if band.most_sq > 1:
                words = text("Natural reach includes the neighbouring squares.")
                case.step("pf1.reach.natural_threatens_adjacent", words)
    if diagonal:
        words = text("A reach of exactly 10 ft covers the second diagonal.")
        case.step("pf1.reach.ten_foot_diagonal", words)
    elif any(2 in (band.most_sq, band.least_sq - 1) for band in bands):
        words = text("The second diagonal measures 15 ft and is not within a reach of 10 ft.")
        case.step("pf1.reach.ten_foot_diagonal", words)


def judge_threatens(case: Case) -> Verdict:
    """Whether one creature threatens another, or a square.

    Source: pf1.threat.squares, pf1.threat.blocked, pf1.size.tiny_reach
    """
    creature = creature_of(case, case.question.source, "from")
    target = spot(case, case.question.to, "to")
    source = creature_spot(case.world, creature)
    case.squares("origin", tuple(source.space.squares()))
    case.squares("target", tuple(target.space.squares()))
    refusal = no_threat(creature)
    if refusal is not None:
        case.step(*refusal)
        return case.verdict(False, text("{name} threatens nothing.", name=called(creature)))
    bands = melee_bands(case, creature, case.question.weapon)
    height_sq = abs(source.z_ft - target.z_ft) // FEET
    _explain_bands(case, creature, bands, ten_foot_diagonal(case, bands))
    squares = struck(case, bands, source.space, target.space, height_sq)
    if squares:
        case.squares("threatened", squares)
        case.step("pf1.threat.squares", text("{square} is in reach and not blocked.", square=squares[0]))
        return case.verdict(True, text("{name} threatens {target}.", name=called(creature), target=target.name))
    if bands and in_band(case, bands, source.space, target.space, height_sq):
        case.step("pf1.threat.blocked", text("There is no line of effect to the squares in reach."))
    else:
        away = feet(between(case, source, target))
        case.step("pf1.attack.melee_band", text("{target} is {away} ft away.", target=target.name, away=away))
    summary = text("{name} does not threaten {target}.", name=called(creature), target=target.name)
    return case.verdict(False, summary)


def count_3d_sq(case: Case, dx: int, dy: int, dz: int) -> int:
    """Squares for an offset; with a height the switch `distance_3d` decides.

    Source: pf1.grid.diagonal, pf1.grid.distance_3d
    """
    if not dz:
        return alternating_sq(dx, dy)
    return nested_sq(dx, dy, dz) if case.switch("distance_3d") == "nested" else weighted_sq(dx, dy, dz)


def between(case: Case, one: Spot, other: Spot) -> int:
    """Distance in squares between the nearest squares of two spots, height included.

    Source: pf1.grid.distance_between, pf1.grid.distance_3d
    """
    return count_3d_sq(case, *one.space.gap_sq(other.space), abs(one.z_ft - other.z_ft) // FEET)


def point_to_point_sq(one: Point, other: Point) -> int:
    """Count from intersection to intersection; between the lines of the grid a square once begun counts.

    Source: pf1.grid.range_measure
    """
    return alternating_sq(-(-abs(one.x - other.x) // UNIT), -(-abs(one.y - other.y) // UNIT))


def point_to_space_sq(point: Point, space: Space) -> int:
    """Count from an intersection to the far corner of the nearest square, as areas do.

    Source: pf1.grid.range_measure, pf1.area.origin
    """
    return min(
        max(point_to_point_sq(point, corner) for corner in square_space(square).outer_corners())
        for square in space.squares()
    )


def judge_distance(case: Case) -> Verdict:
    """Distance between creatures, squares or points, in feet.

    Source: pf1.grid.distance_between, pf1.grid.range_measure, pf1.grid.distance_3d
    """
    source, target = case.question.source, case.question.to
    if isinstance(source, Point) and isinstance(target, Point):
        count = point_to_point_sq(source, target)
        case.step("pf1.grid.range_measure", text("From intersection to intersection by 5-10-5."))
    elif isinstance(source, Point) or isinstance(target, Point):
        point, place, argument = (source, target, "to") if isinstance(source, Point) else (target, source, "from")
        assert isinstance(point, Point)
        count = point_to_space_sq(point, spot(case, place, argument).space)
        case.step("pf1.grid.range_measure", text("From the intersection to the far corner of the nearest square."))
    else:
        count = _count_spots(case, spot(case, source, "from"), spot(case, target, "to"))
    return case.verdict(feet(count), text("Distance: {feet} ft.", feet=feet(count)))


def _count_spots(case: Case, one: Spot, other: Spot) -> int:
    case.squares("origin", tuple(one.space.squares()))
    case.squares("target", tuple(other.space.squares()))
    dx, dy = one.space.gap_sq(other.space)
    dz = abs(one.z_ft - other.z_ft) // FEET
    words = text("Nearest squares: {dx} across, {dy} down, counted 5-10-5.", dx=dx, dy=dy)
    case.step("pf1.grid.distance_between", words)
    if dz:
        case.step("pf1.grid.distance_3d", text("Height difference: {n} sq.", n=dz))
    return count_3d_sq(case, dx, dy, dz)
