"""Moves that a power grants as it is used: shifting and teleporting, chosen by whoever moves."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Choice, Decision, NeedPath, NeedSquare
from tactics.rules.event import Moved, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import conditions, ground, saving, zones
from tactics.rulesets.dnd4e.fight.asking import case_of
from tactics.rulesets.dnd4e.fight.forcing import ELSEWHERE, STAY
from tactics.rulesets.dnd4e.fight.moves import stuck, walk, ways
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.rulesets.dnd4e.tables import reach_sq
from tactics.rulesets.dnd4e.teleport import frees_from_grab, teleport_refusal
from tactics.world.fight import Fight

TELEPORT = "dnd4e.move.teleport"
_STAY: Text = text("Stay")


def shift(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Let a creature shift some squares, by a way its player chooses.

    Source: dnd4e.move.shift
    """
    fight = run.fight
    able = conditions.can_act(fight, target) and stuck(fight, target) is None
    need = ways(fight, target, one.amount) if able and "prone" not in conditions.held(fight, target) else None
    if need is None or not need.costs:
        run.emit(
            Noted(target, text("{name} cannot shift.", name=fight.world.creature(target).name), "dnd4e.move.shift")
        )
        return
    title = text("{name} may shift up to {n} sq: where to?", name=fight.world.creature(target).name, n=one.amount)
    answer = run.ask(_decision(target, "shift", title, need))
    path = answer.arguments.get("path")
    if answer.id != ELSEWHERE or not isinstance(path, tuple) or len(path) < 2:
        return
    way = tuple(square for square in path if isinstance(square, Square))
    if way[-1] in need.costs and way[0] == fight.world.creature(target).space.anchor:
        walk(run, target, need.paths[way[-1]], action="shift")


def teleport(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """Teleport a creature to a square the user of the power sees and chooses; nobody reacts.

    Source: dnd4e.move.teleport
    """
    fight = run.fight
    squares = landings(fight, who, target, one.amount)
    if not squares:
        run.emit(Noted(target, text("{name} cannot teleport.", name=fight.world.creature(target).name), TELEPORT))
        return
    title = text("Teleport {name} up to {n} sq: where to?", name=fight.world.creature(target).name, n=one.amount)
    need = NeedSquare("square", squares, text("Where to?"))
    answer = run.ask(_decision(who, "teleport", title, need))
    there = answer.arguments.get("square")
    if answer.id == ELSEWHERE and isinstance(there, Square) and there in squares:
        arrive(run, who, target, there)


def landings(fight: Fight, who: str, target: str, most_sq: int) -> tuple[Square, ...]:
    """Squares a teleport may lead to. Source: dnd4e.move.teleport."""
    case = case_of(fight)
    user, moved = creature_spot(case.world, case.world.creature(who)), case.world.creature(target)
    start = moved.space.anchor
    near = (
        Square(start.x + dx, start.y + dy)
        for dy in range(-most_sq, most_sq + 1)
        for dx in range(-most_sq, most_sq + 1)
        if dx or dy
    )
    return tuple(
        one
        for one in near
        if case.world.board.inside(one) and teleport_refusal(case, user, moved, one, most_sq) is None
    )


def arrive(run: Run, who: str, target: str, there: Square) -> None:
    """Put a creature where it is teleported; over a drop or in fire a save lets it stay where it is.

    Source: dnd4e.move.teleport
    """
    fight = run.fight
    creature = fight.world.creature(target)
    here = creature.space
    resisted = who != target and ground.hinders(fight, target, here.anchor, there)
    if resisted and saving.saving_throw(run, target, what=text("the edge"), rule=TELEPORT):
        return
    run.emit(Moved(target, there, 0, "teleport", here.width, here.height, creature.z_ft))
    for effect in tuple(conditions.effects_of(run.fight, target, conditions.GRABBED)):
        if effect.source in run.fight.bodies:
            grabber = run.fight.world.creature(effect.source)
            landed = run.fight.world.creature(target).space
            if frees_from_grab(grabber.space, reach_sq(grabber), landed):
                conditions.end(run, target, effect)
    ground.entered(run, target, here)
    zones.entered(run, target, here)


def _decision(who: str, id: str, title: Text, need: NeedPath | NeedSquare) -> Decision:
    return Decision(
        who=who,
        id=id,
        title=title,
        choices=(Choice(ELSEWHERE, text("Choose the place")), Choice(STAY, _STAY)),
        default=STAY,
        needs={ELSEWHERE: (need,)},
    )
