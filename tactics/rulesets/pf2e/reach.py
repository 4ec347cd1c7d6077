"""Reach: whom a creature can strike, and the squares in which it can react."""

from __future__ import annotations

from typing import NamedTuple

from tactics.core.lattice import UNIT, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Text, ntext, text
from tactics.geometry.metric import alternating_sq
from tactics.geometry.reach import ring
from tactics.rules.book import Case
from tactics.rules.lines import clear_line
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.creatures import can_strike, mount_of, space_of, stats
from tactics.rulesets.pf2e.distance import Gaps, Spot, flat_gaps_sq, gaps_sq, height_reading, metric_sq, spot
from tactics.rulesets.pf2e.effect import clear_way, has_effect, show_blocked, way_words
from tactics.rulesets.pf2e.mounted import rider_reach_sq
from tactics.rulesets.pf2e.sizes import reach_by_size_sq
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.board import EFFECT
from tactics.world.creature import Creature, Weapon
from tactics.world.world import World


class Reach(NamedTuple):
    """How far a creature strikes.

    Attributes:
        squares: counted from its nearest square.
        second_diagonal: whether the last diagonal is taken in though its count is longer.
        rule: what makes it so.
    """

    squares: int
    second_diagonal: bool
    rule: str


def natural_sq(creature: Creature) -> int:
    """Reach of the creature's own limbs. Source: pf2e.creature.size_table."""
    own = stats(creature).reach_sq
    return reach_by_size_sq(creature.size, creature.stature) if own is None else own


def weapon_reach_sq(creature: Creature, weapon: Weapon) -> int | None:
    """Reach with one weapon, None for a ranged one. Source: pf2e.reach.measure."""
    if weapon.ranged:
        return None
    if weapon.reach_sq is not None:
        return weapon.reach_sq
    longer = weapon.reach_weapon or stats(creature).reach_weapon
    return natural_sq(creature) + (int(table("movement")["reach_weapon_sq"]) if longer else 0)


def foot_reach_sq(creature: Creature, weapon: str | None) -> int | None:
    """Farthest reach on foot, with one weapon or with the best of all; None when it cannot strike at all.

    Raises:
        KeyError: it has no weapon of that name.
    """
    own = stats(creature)
    if weapon is not None:
        named = next((one for one in own.weapons if one.name == weapon), None)
        if named is None:
            raise KeyError(weapon)
        return weapon_reach_sq(creature, named) if can_strike(creature) else None
    if not can_strike(creature):
        return None
    limbs = natural_sq(creature) + (int(table("movement")["reach_weapon_sq"]) if own.reach_weapon else 0)
    return max([limbs, *(one for held in own.weapons if (one := weapon_reach_sq(creature, held)) is not None)])


def reach_of(world: World, creature: Creature, weapon: str | None = None) -> Reach | None:
    """A creature's reach from the squares it counts as filling, None when it cannot strike.

    Source: pf2e.reach.measure, pf2e.mounted.reach.

    Raises:
        KeyError: it has no weapon of that name.
    """
    squares = foot_reach_sq(creature, weapon)
    if squares is None:
        return None
    mount = mount_of(world, creature)
    if mount is not None:
        ridden, all_diagonals = rider_reach_sq(squares, mount.size)
        if (ridden, all_diagonals) != (squares, False):
            return Reach(ridden, all_diagonals, "pf2e.mounted.reach")
    return Reach(squares, squares == table("movement")["second_diagonal_reach_sq"], "pf2e.reach.measure")


def asked_reach(case: Case, creature: Creature) -> Reach | None:
    """The reach with the weapon the question names."""
    try:
        return reach_of(case.world, creature, case.question.weapon)
    except KeyError:
        known = ", ".join(one.name for one in stats(creature).weapons) or "none"
        raise case.refuse("weapon", f"{creature.id} has no {case.question.weapon!r}; weapons: {known}") from None


def covers(case: Case, reach: Reach, gaps: Gaps) -> bool:
    """Whether a reach takes in something so many columns, rows and heights away. Source: pf2e.reach.measure."""
    if not any(gaps):
        return True
    if reach.second_diagonal:
        # With every second diagonal taken in, a reach of one or two squares is a block.
        return max(gaps) <= reach.squares
    return metric_sq(gaps, height_reading(case, gaps)) <= reach.squares


def in_reach(case: Case, attacker: Creature, reach: Reach, target: Spot) -> Square | None:
    """A square of the target that is within reach and in line of effect, its nearest first; None when there is none.

    A point stands for the square it lies in.

    Source: pf2e.attack.melee_reach, pf2e.reach.reaction_zone.
    """
    own = spot(case.world, attacker.id)
    home = space_of(case.world, attacker)
    heights = gaps_sq(own, target).heights
    squares = target.where.squares() if isinstance(target.where, Space) else _squares_at(target)
    by_distance = sorted((alternating_sq(*home.gap_sq(square_space(one))), one) for one in squares)
    for _, square in by_distance:
        gaps = Gaps(*flat_gaps_sq(home, square_space(square)), heights)
        if covers(case, reach, gaps) and has_effect(case, home, square_space(square)):
            return square
    return None


def _squares_at(target: Spot) -> list[Square]:
    x, y = target.centre
    return [Square(x // UNIT, y // UNIT)]


def around(case: Case, creature: Creature, reach: Reach) -> tuple[Square, ...]:
    """Open squares of the board within reach, own squares left out, row by row. Source: pf2e.reach.measure."""
    board = case.world.board
    ringed = ring(space_of(case.world, creature), 0, reach.squares, second_diagonal=reach.second_diagonal)
    return tuple(sorted((one for one in ringed if not board.solid(one)), key=lambda one: (one.y, one.x)))


def zone(case: Case, creature: Creature, reach: Reach) -> tuple[Square, ...]:
    """Squares within reach and in line of effect, own squares left out, row by row.

    Source: pf2e.reach.reaction_zone.
    """
    home = space_of(case.world, creature)
    return tuple(one for one in around(case, creature, reach) if has_effect(case, home, square_space(one)))


def reach_words(creature: Creature, reach: Reach) -> Text:
    """The reach in a sentence."""
    feet = reach.squares * SQUARE_FT
    if reach.rule == "pf2e.mounted.reach":
        return text("{who} rides and reaches {feet} ft around the mount.", who=creature.name, feet=feet)
    if reach.second_diagonal:
        return text("{who} reaches {feet} ft, the second diagonal included.", who=creature.name, feet=feet)
    return text("{who} reaches {feet} ft.", who=creature.name, feet=feet)


def judge_threatened(case: Case) -> Verdict:
    """The squares a creature can strike into. Source: pf2e.reach.measure, pf2e.reach.reaction_zone."""
    if case.question.who is None:
        raise case.refuse("who", "say whose reach is asked")
    who = case.world.creature(case.question.who)
    reach = asked_reach(case, who)
    if reach is None:
        case.squares("threatened", ())
        cannot = text("{who} cannot make melee attacks.", who=who.name)
        case.step("pf2e.attack.melee_reach", cannot)
        return case.verdict(0, cannot)
    squares = zone(case, who, reach)
    case.squares("origin", tuple(space_of(case.world, who).squares()))
    case.squares("threatened", squares)
    case.step(reach.rule, reach_words(who, reach))
    if case.explain:
        _show_hidden(case, tuple(one for one in around(case, who, reach) if one not in squares))
    count = len(squares)
    return case.verdict(count, ntext("{n} square within reach.", "{n} squares within reach.", count))


def _show_hidden(case: Case, squares: tuple[Square, ...]) -> None:
    """Name the squares within reach that no line of effect leads to."""
    if squares:
        words = ntext(
            "{n} square within reach has no line of effect and is left out.",
            "{n} squares within reach have no line of effect and are left out.",
            len(squares),
        )
        case.step("pf2e.reach.reaction_zone", words)
        case.squares("out_of_effect", squares)


def judge_threatens(case: Case) -> Verdict:
    """Whether a creature can strike another where it stands. Source: pf2e.attack.melee_reach."""
    if not isinstance(case.question.source, str) or case.question.to is None:
        raise case.refuse("from", "say who strikes at what")
    attacker = case.world.creature(case.question.source)
    target = spot(case.world, case.question.to)
    if target.creature == attacker:
        raise case.refuse("to", "nobody strikes themselves; name two creatures")
    case.squares("origin", tuple(space_of(case.world, attacker).squares()))
    if isinstance(target.where, Space):
        case.squares("target", tuple(target.where.squares()))
    can = strikes(case, attacker, target)
    if can:
        return case.verdict(True, text("{who} can strike {target}.", who=attacker.name, target=target.name))
    return case.verdict(False, text("{who} cannot strike {target}.", who=attacker.name, target=target.name))


def strikes(case: Case, attacker: Creature, target: Spot) -> bool:
    """Whether a melee attack is possible, arguing it on the way. Source: pf2e.attack.melee_reach."""
    reach = asked_reach(case, attacker)
    if reach is None:
        case.step("pf2e.attack.melee_reach", text("{who} cannot make melee attacks.", who=attacker.name))
        return False
    case.step(reach.rule, reach_words(attacker, reach))
    own = spot(case.world, attacker.id)
    gaps = gaps_sq(own, target)
    feet = metric_sq(gaps, height_reading(case, gaps)) * SQUARE_FT
    square = in_reach(case, attacker, reach, target)
    if square is not None:
        words = text("{target} is {feet} ft away, within reach.", target=target.name, feet=feet)
        case.step("pf2e.attack.melee_reach", words)
        _show_way(case, own, square)
        return True
    if not covers(case, reach, gaps):
        words = text("{target} is {feet} ft away, out of reach.", target=target.name, feet=feet)
        case.step("pf2e.attack.melee_reach", words)
    elif case.explain:
        show_blocked(case, own, target, EFFECT, "pf2e.line_of_effect")
    return _strikes_extended_part(case, attacker, target)


def _show_way(case: Case, own: Spot, square: Square) -> None:
    """Draw the line of effect of an attack and say that there is one."""
    if case.explain:
        struck = spot(case.world, square)
        way = clear_way(case, own.where, struck.where)
        if way is not None:
            case.line(clear_line(way))
            case.step("pf2e.line_of_effect", way_words(case, way, own, struck))


def _strikes_extended_part(case: Case, attacker: Creature, target: Spot) -> bool:
    holder = target.creature
    if holder is None or "grabbed" not in stats(attacker).conditions or holder.side == attacker.side:
        return False
    if not case.switch("extended_parts"):
        return False
    its_reach = reach_of(case.world, holder)
    held = its_reach is not None and in_reach(case, holder, its_reach, spot(case.world, attacker.id)) is not None
    if held:
        words = text("{who} is held by {holder} and may strike what holds it.", who=attacker.name, holder=holder.name)
        case.step("pf2e.creature.extended_parts", words)
    return held
