"""Whom and what a power may be aimed at: range, reach, line of effect, and who stands in its area."""

from __future__ import annotations

from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.space import Space, square_space
from tactics.core.text import text
from tactics.geometry.area import blast_placements
from tactics.rules.action import Refusal
from tactics.rules.question import DIRECTIONS, Question
from tactics.rules.verdict import Verdict
from tactics.rulesets.dnd4e import ranges, refusal, wall
from tactics.rulesets.dnd4e.distance import count, distance_sq
from tactics.rulesets.dnd4e.fight import conditions, guessing
from tactics.rulesets.dnd4e.fight.asking import ask, case_of
from tactics.rulesets.dnd4e.fight.holding import item_of, judged
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon
from tactics.rulesets.dnd4e.spots import creature_spot, square_spot
from tactics.world.fight import Fight

Where = Square | tuple[Square, ...] | None
"""Where an area is placed: its origin, a square to aim at, the squares of a wall, nothing for a close burst."""
SHOTS = "shots."
"""Beginning of a counter: shots used of a weapon."""


def words(found: refusal.Refusal | None) -> Refusal | None:
    """A refusal of the geometry as one of a fight."""
    return None if found is None else Refusal(found.why, found.rule)


def may_target(
    fight: Fight, who: str, target: str, power: Power, weapon: Weapon | None, *, guessed: bool = False
) -> Refusal | None:
    """Why a power without an area cannot be aimed at a creature, None when it can.

    Args:
        fight: the moment.
        who: who uses it.
        target: whom it is aimed at.
        power: which.
        weapon: what it is made with, None without.
        guessed: the square of somebody hidden was guessed.

    Source: dnd4e.target.legal, dnd4e.range.melee, dnd4e.range.long, dnd4e.range.beyond_long, dnd4e.loe.target_required
    """
    if target not in fight.bodies or fight.body(target).out:
        return Refusal(text("There is nobody to aim at."), "dnd4e.target.legal")
    if not suits(fight, who, target, power):
        return Refusal(text("The power is not meant for it."), "dnd4e.area.target_line")
    if power.kind == "personal" or target == who:
        return None
    if not guessed and guessing.hidden(fight, who, target):
        return Refusal(text("It is hidden: guess its square."), "dnd4e.target.hidden_guess")
    case = case_of(fight)
    user, aim = (creature_spot(case.world, case.world.creature(one)) for one in (who, target))
    if power.kind == "melee":
        natural = user
        if weapon is None or "reach" not in weapon.properties:
            stats = user.creature.of("dnd4e") if user.creature is not None else None
            if user.creature is not None and stats is not None and stats.reach_weapon:
                own = {**user.creature.stats, "dnd4e": replace(stats, reach_weapon=False)}
                natural = replace(user, creature=replace(user.creature, stats=own))
        reach = ranges.melee_reach_sq(natural, power.reach_sq)
        return words(ranges.melee_refusal(case, user, aim, reach))
    return _at_range(fight, who, target, power, weapon)


def _at_range(fight: Fight, who: str, target: str, power: Power, weapon: Weapon | None) -> Refusal | None:
    case = case_of(fight)
    user, aim = (creature_spot(case.world, case.world.creature(one)) for one in (who, target))
    range_sq = power.range_sq
    if range_sq is None and weapon is not None:
        range_sq = weapon.long_range_sq or weapon.range_sq
        away = distance_sq(case, user, aim)
        if away is None or range_sq is None or away > range_sq:
            return Refusal(text("It is beyond the range of the weapon."), "dnd4e.range.beyond_long")
    return words(ranges.ranged_refusal(case, user, aim, range_sq or 0))


def suits(fight: Fight, who: str, target: str, power: Power) -> bool:
    """Whether the target line takes a creature; attacks are not aimed at oneself unless they lie in an area.

    Source: dnd4e.area.target_line, dnd4e.area.burst_excludes_user, dnd4e.area.area_burst_includes_user
    """
    spared = power.targets == "creature" and power.kind not in ("area_burst", "wall")
    return in_line(fight, who, target, power) and not (target == who and spared)


def in_line(fight: Fight, who: str, target: str, power: Power) -> bool:
    """Whether a creature is of the kind the target line names. Source: dnd4e.area.target_line."""
    same = fight.world.creature(target).side == fight.world.creature(who).side
    return {
        "self": target == who,
        "enemy": not same,
        "ally": same and target != who,
        "ally_or_self": same,
        "creature": True,
    }[power.targets]


def unready(fight: Fight, who: str, weapon: Weapon | None) -> Refusal | None:
    """Why a weapon cannot be used: not in hand, not loaded, nothing to shoot."""
    if weapon is None or weapon.body:
        return None
    item = item_of(fight, who, weapon)
    if item is None or item.hand not in ("main", "off", "both"):
        return Refusal(text("It is not in hand."), "dnd4e.target.legal")
    if weapon.hands == "two" and item.hand != "both":
        return Refusal(text("It takes two hands."), "dnd4e.target.legal")
    if not item.ready:
        return Refusal(text("It is not loaded."), "dnd4e.target.legal")
    if left_to_shoot(fight, who, weapon) == 0:
        return Refusal(text("Nothing is left to shoot."), "dnd4e.attack.ammo")
    return None


def left_to_shoot(fight: Fight, who: str, weapon: Weapon | None) -> int | None:
    """Arrows left, or weapons of the kind left to throw; None when they are not counted. Source: dnd4e.attack.ammo."""
    if weapon is None or weapon.ammunition is None:
        return None
    return max(0, weapon.ammunition - fight.body(who).count(SHOTS + weapon.id))


def area_question(fight: Fight, who: str, power: Power, where: Where) -> Question:
    """The question about the squares a power fills."""
    if power.kind == "close_burst":
        return Question(ask="area", shape="close_burst", size=power.size_sq, source=who)
    if power.kind == "wall":
        return Question(ask="area", shape="wall", size=power.size_sq, squares=drawn(where), source=who)
    assert where is None or isinstance(where, Square)
    if power.kind == "close_blast" and where is not None:
        corner = blast_at(fight.world.creature(who).space, where, power.size_sq)
        return Question(ask="area", shape="close_blast", size=power.size_sq, source=who, at=corner)
    return Question(ask="area", shape="area_burst", size=power.size_sq, origin=where, source=who)


def blast_at(space: Space, where: Square, side_sq: int) -> Square:
    """Top left square of the blast that lies most evenly round a square named, beside its user.

    Source: dnd4e.area.blast_placement
    """

    def apart(corner: Square, other: Space) -> int:
        block = Space(corner.x, corner.y, side_sq, side_sq).centre
        return (block.x - other.centre.x) ** 2 + (block.y - other.centre.y) ** 2

    named = square_space(where)
    places = blast_placements(space, side_sq)
    return min(places, key=lambda corner: (apart(corner, named), apart(corner, space), corner.y, corner.x))


def area_of(fight: Fight, who: str, power: Power, where: Where) -> Verdict:
    """The area of a power as it is placed. Source: dnd4e.attack.close, dnd4e.attack.area."""
    return ask(judged(fight), area_question(fight, who, power, where))


def squares_of(fight: Fight, who: str, power: Power, where: Where) -> tuple[Square, ...]:
    """The squares a power fills as it is placed; a close burst has those of its user too."""
    found = area_of(fight, who, power, where).squares["area"]
    own = fight.world.creature(who).space.squares() if power.kind == "close_burst" else ()
    return (*found, *(one for one in own if one not in found))


def place_refusal(fight: Fight, who: str, power: Power, where: Where) -> Refusal | None:
    """Why the area of a power cannot lie there, None when it can.

    Source: dnd4e.range.area_within, dnd4e.loe.area_origin, dnd4e.area.blast_placement, dnd4e.area.wall
    """
    if power.kind == "close_burst":
        return None
    squares, board = drawn(where), fight.world.board
    if not squares or any(not board.inside(one) for one in squares):
        return Refusal(text("Say where on the board its area lies."), "dnd4e.area.origin_square")
    if power.kind == "close_blast":
        return _blast_refusal(fight, who, squares[0])
    if power.kind == "wall":
        return _wall_refusal(fight, who, power, squares)
    case = case_of(fight)
    user = creature_spot(case.world, case.world.creature(who))
    return words(ranges.area_refusal(case, user, square_spot(case.world, squares[0]), power.range_sq or 0))


def drawn(where: Where) -> tuple[Square, ...]:
    """The squares that are named for an area: those of a wall, its origin, none."""
    if where is None:
        return ()
    return (where,) if isinstance(where, Square) else where


def _blast_refusal(fight: Fight, who: str, where: Square) -> Refusal | None:
    space = fight.world.creature(who).space
    if space.holds(where):
        return Refusal(text("A blast lies beside its user: name a square to aim at."), "dnd4e.area.blast_placement")
    return None


def _wall_refusal(fight: Fight, who: str, power: Power, squares: tuple[Square, ...]) -> Refusal | None:
    """Source: dnd4e.area.wall, dnd4e.area.wall_solid, dnd4e.range.area_within."""
    case = case_of(fight)
    user = creature_spot(case.world, case.world.creature(who))
    solid = any(one.does == "zone" and one.id == "solid" for one in power.outcomes)
    found = wall.shape_refusal(squares, power.size_sq) or wall.place_refusal(case.world, squares, solid=solid)
    found = found or wall.range_refusal(
        squares, power.range_sq or 0, lambda one: count(case, user.space, square_space(one))
    )
    return words(found or ranges.area_refusal(case, user, square_spot(case.world, squares[0]), power.range_sq or 0))


def straight_wall(origin: Square, direction: str, size: int) -> tuple[Square, ...]:
    """A wall that goes straight on from its origin square. Source: dnd4e.area.wall_free_shape."""
    dx, dy = DIRECTIONS[direction]
    return tuple(Square(origin[0] + dx * number, origin[1] + dy * number) for number in range(size))


def targets_in(fight: Fight, who: str, power: Power, where: Where) -> tuple[str, ...]:
    """Those in an area that the target line takes.

    Source: dnd4e.area.target_line, dnd4e.area.burst_excludes_user, dnd4e.area.area_burst_includes_user
    """
    inside = area_of(fight, who, power, where).creatures
    if power.targets == "ally_or_self" and who not in inside:
        inside = (who, *inside)
    return tuple(one for one in inside if not fight.body(one).out and suits(fight, who, one, power))


def able(fight: Fight, who: str) -> bool:
    """Whether a creature still can go on with what it began."""
    return conditions.can_act(fight, who)
