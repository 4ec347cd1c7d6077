"""Attacks on somebody hidden: its square must be guessed, and an empty one is missed whatever the die says."""

from __future__ import annotations

from tactics.core.dice import Roll
from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.core.text import composed, text
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e import ranges
from tactics.rulesets.dnd4e.distance import count
from tactics.rulesets.dnd4e.effect import has_effect
from tactics.rulesets.dnd4e.fight import conditions
from tactics.rulesets.dnd4e.fight.asking import case_of, position
from tactics.rulesets.dnd4e.fight.attacking import DIE, MISS, attack_kind
from tactics.rulesets.dnd4e.fight.powers import Power
from tactics.rulesets.dnd4e.fight.sheet import Weapon
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Fight

HIDDEN = "hidden"
RULE = "dnd4e.target.hidden_guess"


def hidden(fight: Fight, who: str, target: str) -> bool:
    """Whether somebody is hidden from a creature: from everybody, or from it by name of the note.

    Who is only invisible or in the dark gives its square away.

    Source: dnd4e.target.hidden_guess
    """
    if fight.world.creature(who).side == fight.world.creature(target).side:
        return False
    return any(one.note in ("", who) for one in conditions.effects_of(fight, target, HIDDEN))


def must_guess(fight: Fight, who: str, power: Power) -> bool:
    """Whether a power could meet somebody hidden by a guess; close and area attacks need none."""
    if power.area or not power.rolls or power.kind not in ("melee", "ranged"):
        return False
    return any(not fight.body(one).out and hidden(fight, who, one) for one in fight.bodies)


def squares(fight: Fight, who: str, power: Power, weapon: Weapon | None) -> tuple[Square, ...]:
    """Squares a melee or ranged power reaches in which no creature is to be seen. Source: dnd4e.target.unseen."""
    case = case_of(fight)
    user = creature_spot(case.world, case.world.creature(who))
    board = case.world.board
    if power.kind == "melee":
        reach = ranges.melee_reach_sq(user, power.reach_sq)
    else:
        far = (weapon.long_range_sq or weapon.range_sq) if weapon is not None else None
        reach = power.range_sq or far or 0
    space = user.space
    seen = {
        square
        for one in fight.world.creatures
        if not fight.body(one.id).out and not hidden(fight, who, one.id)
        for square in one.space.squares()
    }
    found = (
        Square(x, y)
        for y in range(max(0, space.y - reach), min(board.height, space.y + space.height + reach))
        for x in range(max(0, space.x - reach), min(board.width, space.x + space.width + reach))
    )
    return tuple(
        one
        for one in found
        if one not in seen
        and not board.solid(one)
        and (away := count(case, space, square_space(one))) is not None
        and away <= reach
        and has_effect(case, space, square_space(one))
    )


def found_in(fight: Fight, who: str, square: Square) -> str:
    """Who hidden stands in a square, "" when nobody does."""
    return next(
        (
            one.id
            for one in fight.world.creatures
            if not fight.body(one.id).out and hidden(fight, who, one.id) and square in set(one.space.squares())
        ),
        "",
    )


def penalty(fight: Fight, who: str, target: str, power: Power, shot: str | None) -> tuple[Part, ...]:
    """What is taken off an attack on somebody hidden that could be seen; the unseen cost that already.

    Source: dnd4e.target.unseen
    """
    kind = attack_kind(power)
    if kind == "area" or not hidden(fight, who, target):
        return ()
    amount = int(table("fight")["unseen"]["attack"])
    if any(one.to == "attack" and one.amount <= amount for one in position(fight, who, target, kind, shot)):
        return ()
    return (Part(amount, text("hidden"), "", "dnd4e.target.unseen"),)


def miss_square(run: Run, who: str, power: Power, square: Square) -> None:
    """An attack on an empty square: the die is rolled, and nothing can hit. Source: dnd4e.target.unseen."""
    face = run.roll(DIE)
    what = composed("{name}: {square}", name=power.name, square=square)
    run.emit(Rolled(who, "attack", (Roll(DIE, face),), (), face, None, MISS, "", what, RULE))
