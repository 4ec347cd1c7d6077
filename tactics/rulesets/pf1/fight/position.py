"""What the position makes of one attack: reach, range, cover, concealment, and the modifiers that follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.geometry.effect import clear_segment
from tactics.geometry.metric import alternating_sq
from tactics.geometry.scene import scene_of
from tactics.rules.book import Book, Case
from tactics.rules.question import Question
from tactics.rules.verdict import Modifier
from tactics.rulesets import pf1
from tactics.rulesets.pf1.fight.holding import judged
from tactics.rulesets.pf1.fight.sheet import Weapon
from tactics.rulesets.pf1.modifiers import weigh
from tactics.rulesets.pf1.places import creature_spot, space_of
from tactics.rulesets.pf1.reach import Band, between, in_band, longest_reach_sq, melee_names, struck
from tactics.rulesets.pf1.sizes import FEET, feet, natural_reach_sq, squares
from tactics.world.creature import Creature
from tactics.world.fight import Fight
from tactics.world.kept import kept
from tactics.world.lately import LatelyBy
from tactics.world.world import World


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """What lies between two creatures for one kind of attack.

    Attributes:
        cover: grade of cover.
        concealment: grade of concealment.
        modifiers: what both, flanking, height and conditions add.
        found: what was worked out about attacks in it, see `tactics.world.kept`.
    """

    cover: str
    concealment: str
    modifiers: tuple[Modifier, ...]
    found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)


_known: LatelyBy[World, tuple[str, str, str, str | None], Position] = LatelyBy()


def book() -> Book:
    """The book itself, which knows its rules and switches."""
    return pf1.BOOK


def case_of(fight: Fight, question: Question | None = None) -> Case:
    """A case about the position of a fight, without explanations."""
    return Case(book(), judged(fight), question or Question(ask="modifiers"), explain=False)


def position(fight: Fight, who: str, target: str, weapon: Weapon, kind: str) -> Position:
    """What the position makes of an attack; found once for each position.

    Args:
        fight: the moment.
        who: the attacker.
        target: whom it attacks.
        weapon: what it attacks with.
        kind: "melee" or "ranged".
    """
    world = judged(fight)
    named = _named(world.creature(who), weapon) if kind == "melee" else None
    known = _known.at(world)
    key = who, target, kind, named
    found = known.get(key)
    if found is None:
        found = known[key] = _position(world, *key)
    return found


_MOST_POSITIONS = 64
"""How many are kept with one attacker in its place."""


def _position(world: World, who: str, target: str, kind: str, named: str | None) -> Position:
    """The position of an attack; the same one as before when nothing has changed that it depends on."""
    attacker, aim = world.creature(who), world.creature(target)
    about = attacker.found.setdefault(_position, {})
    concerned = (world.board, world.switches, aim, *_bystanders(world, attacker, aim))
    # Things that live are the same when their numbers are; each entry keeps those that it is about.
    key = (kind, named, *map(id, concerned))
    found = about.get(key)
    if found is None:
        if len(about) >= _MOST_POSITIONS:
            about.clear()
        question = Question(ask="modifiers", source=who, to=target, attack=kind, weapon=named)
        found = about[key] = (_weighed(world, question), concerned)
    position: Position = found[0]
    return position


def _bystanders(world: World, attacker: Creature, aim: Creature) -> Iterator[Creature]:
    """Everybody who may change an attack: whoever is between the two or as near as anybody here strikes, and riders.

    Source: pf1.cover.soft, pf1.flank.basic, pf1.attack.into_melee
    """
    one, other = space_of(world, attacker), space_of(world, aim)
    margin = _longest_reach_sq(world)
    left, top = min(one.x, other.x) - margin, min(one.y, other.y) - margin
    right = max(one.x + one.width, other.x + other.width) + margin
    bottom = max(one.y + one.height, other.y + other.height) + margin
    for creature in world.creatures:
        x, y, width, height = creature.space
        near = x < right and left < x + width and y < bottom and top < y + height
        if (near or creature.mount) and creature is not attacker and creature is not aim:
            yield creature


@kept
def _longest_reach_sq(world: World) -> int:
    """How far away anybody in a position strikes in melee, 1 at least."""
    return max(1, *map(longest_reach_sq, world.creatures))


def _named(creature: Creature, weapon: Weapon) -> str | None:
    """The weapon's name for judges, None when they know nothing of it."""
    return weapon.id if weapon.id in melee_names(creature) else None


def _weighed(world: World, question: Question) -> Position:
    case = Case(book(), world, question, explain=False)
    source, target = (creature_spot(world, world.creature(str(one))) for one in (question.source, question.to))
    grades = weigh(case, source, target, question.attack or "melee")
    return Position(*grades, case.modifiers)


def bands(fight: Fight, who: str, weapon: Weapon) -> tuple[Band, ...]:
    """Distances at which a weapon strikes in melee.

    Source: pf1.reach.natural, pf1.reach.weapon, pf1.reach.weapon_large, pf1.attack.melee_band
    """
    return _bands(natural_reach_sq(fight.world.creature(who)), weapon)


@lru_cache(4096)
def _bands(natural: int, weapon: Weapon) -> tuple[Band, ...]:
    if weapon.reach_ft is not None:
        return (Band(natural + 1 if weapon.reach else 0, squares(weapon.reach_ft), "pf1.attack.melee_band"),)
    if weapon.reach:
        return (Band(natural + 1, 2 * natural, "pf1.reach.weapon" if natural <= 1 else "pf1.reach.weapon_large"),)
    return (Band(0, natural, "pf1.reach.natural"),)


class Reach(NamedTuple):
    """Whether a target is within a weapon's distances, and whether anything of it can be struck there."""

    near: bool
    open: bool


def melee_reach(fight: Fight, who: str, target: str, weapon: Weapon) -> Reach:
    """Whether a melee weapon reaches a target.

    Source: pf1.attack.melee_band, pf1.threat.blocked
    """
    reached = bands(fight, who, weapon)
    far = max(
        space_of(fight.world, fight.world.creature(who)).gap_sq(space_of(fight.world, fight.world.creature(target)))
    )
    if far > reached[0].most_sq:
        return Reach(False, False)
    case = case_of(fight)
    source, aim = (creature_spot(case.world, case.world.creature(one)) for one in (who, target))
    height_sq = abs(source.z_ft - aim.z_ft) // FEET
    if not in_band(case, reached, source.space, aim.space, height_sq):
        return Reach(False, False)
    return Reach(True, bool(struck(case, reached, source.space, aim.space, height_sq)))


def distance_ft(fight: Fight, who: str, target: str) -> int:
    """Distance between two creatures. Source: pf1.grid.distance_between."""
    case = case_of(fight)
    return feet(between(case, *(creature_spot(case.world, case.world.creature(one)) for one in (who, target))))


def square_reached(fight: Fight, who: str, square: Square, weapon: Weapon) -> bool:
    """Whether a melee weapon reaches a square. Source: pf1.attack.melee_band."""
    case = case_of(fight)
    source = creature_spot(case.world, case.world.creature(who))
    return in_band(case, bands(fight, who, weapon), source.space, square_space(square))


def square_open(fight: Fight, who: str, square: Square) -> bool:
    """Whether there is line of effect to a square. Source: pf1.cover.total."""
    case = case_of(fight)
    source = creature_spot(case.world, case.world.creature(who))
    touch = str(case.switch("loe_touch"))
    return clear_segment(scene_of(case.world), source.space, square_space(square), touch=touch) is not None


def square_distance_ft(fight: Fight, who: str, square: Square) -> int:
    """Distance to a square on the board. Source: pf1.grid.distance_between."""
    return feet(alternating_sq(*space_of(fight.world, fight.world.creature(who)).gap_sq(square_space(square))))
