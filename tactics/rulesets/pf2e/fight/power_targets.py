"""Whom a power may be aimed at: sides, willingness, range, line of effect, and who is known to be where."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.core.text import composed, text
from tactics.rules.action import Action, Argument, Choice, Decision, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.creatures import is_ally
from tactics.rulesets.pf2e.detection import UNDETECTED
from tactics.rulesets.pf2e.distance import Gaps, flat_gaps_sq, metric_sq
from tactics.rulesets.pf2e.effect import squares_in_effect
from tactics.rulesets.pf2e.fight import noticing
from tactics.rulesets.pf2e.fight.asking import case_of, distance_ft, has_effect
from tactics.rulesets.pf2e.fight.power_areas import caught
from tactics.rulesets.pf2e.fight.powers import Power
from tactics.rulesets.pf2e.reach import natural_sq
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight

AIM, TARGET, TARGETS, SQUARE = "area", "target", "targets", "square"
"""Arguments of a power: where its area goes, whom it is aimed at, all of them, or a square where somebody may be."""


def suits(fight: Fight, who: str, power: Power, target: str) -> bool:
    """Whether a power is meant for a creature at all: an ally, an enemy, anybody.

    Source: pf2e.effect.ally, pf2e.effect.targets
    """
    one, other = fight.world.creature(who), fight.world.creature(target)
    if power.targets == "self":
        return who == target
    if power.targets == "enemy":
        return one.side != other.side
    if power.targets in ("ally", "friend"):
        return is_ally(one, other) or (power.targets == "friend" and who == target)
    return True


def why_not_target(fight: Fight, who: str, power: Power, target: str) -> Refusal | None:
    """Why a power cannot be aimed at a creature, None when it can.

    Source: pf2e.effect.targets, pf2e.effect.range, pf2e.line_of_effect
    """
    if target not in fight.bodies or fight.body(target).out or not suits(fight, who, power, target):
        return Refusal(text("It cannot be aimed at that."), "pf2e.effect.targets")
    if power.attack and target == who:
        return Refusal(text("Nobody attacks themselves."), "pf2e.effect.targets")
    if target == who:
        return None
    foes = fight.world.creature(who).side != fight.world.creature(target).side
    if foes and noticing.state(fight, who, target) == UNDETECTED:
        words = text("{name} is undetected: guess the square.", name=fight.world.creature(target).name)
        return Refusal(words, "pf2e.effect.targets")
    return out_of_range(fight, who, power, target)


def out_of_range(fight: Fight, who: str, power: Power, target: str) -> Refusal | None:
    """Why a power does not get to a creature. Source: pf2e.effect.range, pf2e.line_of_effect."""
    away, most = distance_ft(fight, who, target), range_of(fight, who, power)
    if away > most:
        words = text("Out of range: {away} of {range} ft.", away=away, range=most)
        return Refusal(words, "pf2e.effect.range")
    if not has_effect(fight, who, target):
        return Refusal(text("There is no line of effect."), "pf2e.line_of_effect")
    return None


def range_of(fight: Fight, who: str, power: Power) -> int:
    """How far a power reaches in feet: its range, else as far as its user can touch. Source: pf2e.effect.range."""
    return power.range_ft or natural_sq(fight.world.creature(who)) * SQUARE_FT


def targets_of(fight: Fight, who: str, power: Power) -> tuple[str, ...]:
    """Ids of those a power can be aimed at from here; what harms is offered for enemies, though it may take anybody."""
    side = fight.world.creature(who).side
    found = [one.id for one in fight.world.creatures if why_not_target(fight, who, power, one.id) is None]
    if power.targets == "creature" and harms(power):
        return tuple(one for one in found if fight.world.creature(one).side != side)
    return tuple(found)


def harms(power: Power) -> bool:
    """Whether a power is aimed at enemies as a rule."""
    return bool(power.attack or power.save) and not any(one.does in ("heal", "temporary") for one in power.outcomes)


def area_takes(fight: Fight, who: str, power: Power, aim: Argument | None) -> tuple[str, ...]:
    """Ids of those an area takes that the power is meant for.

    Raises:
        Refused: it cannot be placed so.

    Source: pf2e.area.general
    """
    return tuple(one for one in caught(fight, who, power, aim) if suits(fight, who, power, one))


def aimed_at(fight: Fight, who: str, power: Power, action: Action) -> tuple[str, ...]:
    """Ids of those an action aims a power at.

    Raises:
        Refused: it is not aimed, or cannot be aimed so.

    Source: pf2e.effect.targets
    """
    if power.shape:
        return area_takes(fight, who, power, action.arguments.get(AIM))
    if power.targets == "self" or not power.aimed:
        return (who,)
    if SQUARE in action.arguments:
        return _at_square(fight, who, power, action.arguments[SQUARE])
    named = action.arguments.get(TARGETS, action.arguments.get(TARGET, ""))
    several = tuple(map(str, named)) if isinstance(named, tuple) else (str(named),)
    if len(set(several)) < len(several) or len(several) > power.count:
        raise Refused(Refusal(text("It takes {n} different targets at most.", n=power.count), "pf2e.effect.targets"))
    for one in several:
        refusal = why_not_target(fight, who, power, one)
        if refusal is not None:
            raise Refused(refusal)
    return several


def _at_square(fight: Fight, who: str, power: Power, square: Argument) -> tuple[str, ...]:
    """Who stands undetected where a power is aimed by guess; nobody when the guess is wrong.

    Source: pf2e.detect.undetected
    """
    if not isinstance(square, Square) or square not in guessable(fight, who, power):
        raise Refused(Refusal(text("No such square can be aimed at."), "pf2e.effect.targets"))
    there = [one.id for one in fight.world.standing_on(square) if one.id != who and not fight.body(one.id).out]
    return tuple(there[:1])


def guessable(fight: Fight, who: str, power: Power) -> tuple[Square, ...]:
    """Squares a power can be aimed at while an enemy is undetected, none when all are known.

    Source: pf2e.detect.undetected, pf2e.effect.targets
    """
    if not power.aimed or power.count > 1 or UNSEEN not in noticing.perceived(fight, who).values():
        return ()
    case = case_of(fight)
    own, board = case.world.creature(who).space, case.world.board
    most = range_of(fight, who, power) // SQUARE_FT
    every = (Square(x, y) for y in range(board.height) for x in range(board.width))
    near = [
        one
        for one in every
        if not own.holds(one)
        and not board.solid(one)
        and metric_sq(Gaps(*flat_gaps_sq(own, square_space(one)), 0), "nested") <= most
    ]
    seen = squares_in_effect(case, own, near)
    return tuple(one for one in near if one in seen)


UNSEEN = noticing.UNSEEN


def further_targets(run: Run, who: str, power: Power, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Let the user choose more targets, one after another, as many as the power takes. Source: pf2e.effect.targets."""
    while len(chosen) < power.count:
        left = [one for one in targets_of(run.fight, who, power) if one not in chosen]
        if not left:
            break
        names = {one: run.fight.world.creature(one).name for one in left}
        choices = tuple(Choice(one, composed("{name}", name=names[one])) for one in left)
        decision = Decision(
            who, "more_targets", text("Another target?"), (*choices, Choice("enough", text("No more"))), left[0]
        )
        answer = run.ask(decision).id
        if answer == "enough":
            break
        chosen = (*chosen, answer)
    return chosen


def willing(run: Run, who: str, target: str) -> bool:
    """Whether a creature lets a power be used on it; its player says so, awake or not.

    Source: pf2e.effect.willing_target
    """
    if who == target:
        return True
    world = run.fight.world
    friends = world.creature(who).side == world.creature(target).side
    decision = Decision(
        who=target,
        id="willing",
        title=text("Does {name} let it happen?", name=world.creature(target).name),
        choices=(Choice("accept", text("Yes")), Choice("refuse", text("No"))),
        default="accept" if friends else "refuse",
    )
    return run.ask(decision).id == "accept"
