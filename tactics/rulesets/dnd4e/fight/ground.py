"""What the ground does to whoever comes to it: falls, fire, and what a saving throw at its edge may spare."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.core.text import text
from tactics.rules.dice_text import Dice, face_sum, parse_dice, roll_dice
from tactics.rules.event import Moved, Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e import flight
from tactics.rulesets.dnd4e.fight import conditions, harm
from tactics.rulesets.dnd4e.fight.harm import Blow
from tactics.rulesets.dnd4e.spots import feet_ft, ground_ft
from tactics.rulesets.dnd4e.tables import stats
from tactics.world.fight import Effect, Fight
from tactics.world.world import World

LEAST_FALL_FT = 10
_DIE = 10


def drop_ft(world: World, here: Space, there: Space) -> int:
    """How far somebody would fall from one place to another; the big fall only when nothing holds them.

    Source: dnd4e.move.fall
    """
    held = max((world.board.at(one).ground_z_ft for one in there.squares() if world.board.inside(one)), default=0)
    return max(0, ground_ft(world, here) - held)


def hinders(fight: Fight, who: str, here: Square, there: Square) -> bool:
    """Whether a square is a pit, an edge or fire that somebody forced there may save against.

    Source: dnd4e.forced.hindering
    """
    world, creature = fight.world, fight.world.creature(who)
    if _flies(fight, who):
        return False
    space = creature.space.at(there)
    fire = any(world.board.at(one).hazardous for one in space.squares() if world.board.inside(one))
    return fire or drop_ft(world, creature.space.at(here), space) >= LEAST_FALL_FT


def _flies(fight: Fight, who: str) -> bool:
    creature = fight.world.creature(who)
    above = feet_ft(fight.world, creature) > ground_ft(fight.world, creature.space)
    return above and "fly" in stats(creature).speeds_sq


def entered(run: Run, who: str, here: Space) -> None:
    """What the ground does to somebody that has come to its place from another: it falls, it burns.

    Args:
        run: the action.
        who: who moved.
        here: where it came from.

    Source: dnd4e.move.fall, dnd4e.forced.hindering
    """
    if _flies(run.fight, who) or run.fight.body(who).out:
        return
    creature = run.fight.world.creature(who)
    deep = drop_ft(run.fight.world, here, creature.space)
    if deep >= LEAST_FALL_FT:
        fall(run, who, deep)
    burn(run, who, frozenset(creature.space.squares()) - frozenset(here.squares()))


def comes_down(run: Run, who: str, effect: Effect) -> None:
    """Let a flyer in the air fall when a new condition ends its flight. Source: dnd4e.move.fly."""
    world, creature = run.fight.world, run.fight.world.creature(who)
    deep = feet_ft(world, creature) - ground_ft(world, creature.space)
    if deep > 0 and _flies(run.fight, who) and flight.falls({effect.id}):
        fall(run, who, deep)


def fall(run: Run, who: str, deep_ft: int) -> None:
    """Fall: damage by the depth, and prone unless nothing hurt. Source: dnd4e.move.fall."""
    creature = run.fight.world.creature(who)
    number = flight.fall_dice(deep_ft, stats(creature).speeds_sq.get("fly", 0))
    run.emit(Noted(who, text("{name} falls {n} ft.", name=creature.name, n=deep_ft), "dnd4e.move.fall"))
    if creature.z_ft:
        run.emit(Moved(who, creature.space.anchor, 0, "forced", creature.space.width, creature.space.height, 0))
    if not number:
        return
    rolls = roll_dice(run, Dice(((number, _DIE),)))
    amount = face_sum(rolls)
    run.emit(Rolled(who, "damage", rolls, (), amount, target=who, what=text("fall"), rule="dnd4e.move.fall"))
    if harm.hurt(run, who, amount, (), Blow(rule="dnd4e.move.fall")):
        conditions.gain(run, who, Effect("prone", rule="dnd4e.move.fall"))


def burn(run: Run, who: str, squares: frozenset[Square]) -> None:
    """Damage of the ground that is entered, once for all of it. Source: dnd4e.forced.hindering."""
    board = run.fight.world.board
    kinds = [board.at(one) for one in sorted(squares, key=lambda one: (one.y, one.x)) if board.inside(one)]
    worst = next((one for one in kinds if one.hazardous and one.damage), None)
    dice = parse_dice(worst.damage) if worst is not None else None
    if worst is None or dice is None:
        return
    rolls = roll_dice(run, dice)
    amount = face_sum(rolls) + dice.bonus
    rule = "dnd4e.forced.hindering"
    run.emit(Rolled(who, "damage", rolls, (), amount, target=who, what=text("ground"), rule=rule))
    harm.hurt(run, who, amount, (worst.damage_type,) if worst.damage_type else (), Blow(rule=rule))
