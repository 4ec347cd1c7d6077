"""What the position makes of one attack: reach, range, cover, concealment, and the modifiers that follow."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.core.text import text
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
from tactics.rulesets.pf1.reach import Band, between, in_band, struck
from tactics.rulesets.pf1.sizes import FEET, feet, natural_reach_sq, squares
from tactics.world.fight import Fight
from tactics.world.world import World


class Position(NamedTuple):
    """What lies between two creatures for one kind of attack.

    Attributes:
        cover: grade of cover.
        concealment: grade of concealment.
        modifiers: what both, flanking, height and conditions add.
    """

    cover: str
    concealment: str
    modifiers: tuple[Modifier, ...]


_known: WeakKeyDictionary[World, dict[tuple[str, str, str, str | None], Position]] = WeakKeyDictionary()


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
    named = _named(world, who, weapon) if kind == "melee" else None
    key = who, target, kind, named
    found = _known.setdefault(world, {})
    if key not in found:
        found[key] = _weighed(world, Question(ask="modifiers", source=who, to=target, attack=kind, weapon=named))
    return found[key]


def _named(world: World, who: str, weapon: Weapon) -> str | None:
    """The weapon's name for judges, None when they know nothing of it."""
    known = any(one.name == weapon.id and not one.ranged for one in world.creature(who).of("pf1").weapons)
    return weapon.id if known else None


def _weighed(world: World, question: Question) -> Position:
    case = Case(book(), world, question, explain=False)
    source, target = (creature_spot(world, world.creature(str(one))) for one in (question.source, question.to))
    grades = weigh(case, source, target, question.attack or "melee")
    return Position(*grades, case.verdict((), text("Nothing changes the attack.")).modifiers)


def bands(fight: Fight, who: str, weapon: Weapon) -> tuple[Band, ...]:
    """Distances at which a weapon strikes in melee.

    Source: pf1.reach.natural, pf1.reach.weapon, pf1.reach.weapon_large, pf1.attack.melee_band
    """
    natural = natural_reach_sq(fight.world.creature(who))
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
