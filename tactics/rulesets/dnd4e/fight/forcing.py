"""Pull, push and slide: the choice of the way, the saving throw at an edge, and where the target ends."""

from __future__ import annotations

from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Decision, NeedPath
from tactics.rules.event import Moved, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import conditions, ground, lapses, saving, zones
from tactics.rulesets.dnd4e.fight.asking import case_of
from tactics.rulesets.dnd4e.fight.powers import Outcome, Power
from tactics.rulesets.dnd4e.forced import KINDS, Force
from tactics.rulesets.dnd4e.spots import creature_spot
from tactics.world.fight import Effect, Fight

Way = tuple[Square, ...]
__all__ = ["KINDS", "apply", "drag", "ends_of", "force", "step", "usual_way"]

USUAL, ELSEWHERE, STAY = "usual", "elsewhere", "stay"
TITLES: dict[str, Text] = {
    "pull": text("Pull {name} up to {n} sq: where to?"),
    "push": text("Push {name} up to {n} sq: where to?"),
    "slide": text("Slide {name} up to {n} sq: where to?"),
}


def force(run: Run, who: str, target: str, kind: str, most_sq: int, *, asks: str = "") -> None:
    """Move a creature by a pull, push or slide; its mover chooses the way.

    Args:
        run: the action.
        who: who moves it, and from whom a push leads away.
        target: who is moved.
        kind: one of `forced.KINDS`.
        most_sq: the number of the pull, push or slide.
        asks: who chooses, `who` when left out.

    Source: dnd4e.forced.kinds, dnd4e.forced.distance, dnd4e.forced.no_provoke, dnd4e.forced.conditions
    """
    ends = ends_of(run.fight, who, target, kind, most_sq)
    start = run.fight.world.creature(target).space.anchor
    ways = {square: way for square, way in ends.items() if square != start}
    if not ways:
        name = run.fight.world.creature(target).name
        run.emit(Noted(target, text("{name} is not moved.", name=name), "dnd4e.forced.clear_path"))
        return
    usual = usual_way(ways)
    answer = run.ask(_decision(run.fight, asks or who, target, kind, most_sq, ways, usual))
    if answer.id == STAY:
        return
    way = _chosen(run.fight, who, target, kind, most_sq, answer, usual)
    drag(run, target, way)


def ends_of(fight: Fight, who: str, target: str, kind: str, most_sq: int) -> dict[Square, Way]:
    """Where a forced movement may end, with a way there. Source: dnd4e.forced.clear_path."""
    case = case_of(fight)
    mover = Force(case, kind, creature_spot(case.world, case.world.creature(who)), case.world.creature(target))
    return mover.ends(most_sq)


def usual_way(ways: dict[Square, Way]) -> Way:
    """The way that is taken when nobody chooses: the longest one, the straightest of those."""
    return max(ways.values(), key=lambda way: (len(way), -_turns(way), -way[-1].y, -way[-1].x))


def _turns(way: Way) -> int:
    steps = [(after.x - before.x, after.y - before.y) for before, after in pairwise(way)]
    return sum(1 for one, other in pairwise(steps) if one != other)


def _decision(
    fight: Fight, asks: str, target: str, kind: str, most_sq: int, ways: dict[Square, Way], usual: Way
) -> Decision:
    name = fight.world.creature(target).name
    costs = {square: len(way) - 1 for square, way in ways.items()}
    need = NeedPath("path", "forced", costs, ways, text("Where to?"))
    return Decision(
        who=asks,
        id=kind,
        title=text(TITLES[kind].msgid, name=name, n=most_sq),
        choices=(
            Choice(USUAL, text("To {square}", square=usual[-1])),
            Choice(ELSEWHERE, text("Choose the way")),
            Choice(STAY, text("Leave it where it is")),
        ),
        default=USUAL,
        needs={ELSEWHERE: (need,)},
    )


def _chosen(fight: Fight, who: str, target: str, kind: str, most_sq: int, answer: Action, usual: Way) -> Way:
    """The way an answer means; one that is not allowed is the usual one."""
    path = answer.arguments.get("path")
    if answer.id != ELSEWHERE or not isinstance(path, tuple):
        return usual
    way = tuple(one for one in path if isinstance(one, Square))
    case = case_of(fight)
    mover = Force(case, kind, creature_spot(case.world, case.world.creature(who)), case.world.creature(target))
    allowed = len(way) > 1 and way[0] == case.world.creature(target).space.anchor
    return way if allowed and mover.path_refusal(way, most_sq) is None else usual


def drag(run: Run, target: str, way: Way) -> None:
    """Move a creature along a way; at hindering ground it may catch itself by a saving throw.

    Source: dnd4e.forced.hindering, dnd4e.save.immediate
    """
    for here, there in pairwise(way):
        if run.fight.body(target).out:
            return
        if ground.hinders(run.fight, target, here, there):
            what = text("the edge")
            if saving.saving_throw(run, target, what=what, rule="dnd4e.forced.hindering"):
                conditions.gain(run, target, Effect("prone", rule="dnd4e.forced.hindering"))
                return
            step(run, target, there)
            return
        step(run, target, there)


def step(run: Run, target: str, there: Square) -> None:
    """One square of forced movement; nobody reacts, the ground may. Source: dnd4e.forced.no_provoke."""
    creature = run.fight.world.creature(target)
    here = creature.space
    run.emit(Moved(target, there, 0, "forced", here.width, here.height, creature.z_ft))
    for rider in run.fight.world.creatures:
        if rider.mount == target:
            run.emit(Moved(rider.id, there, 0, "forced", rider.space.width, rider.space.height, rider.z_ft))
    ground.entered(run, target, here)
    zones.entered(run, target, here)
    lapses.lapse(run)


def apply(run: Run, who: str, target: str, power: Power, one: Outcome) -> None:
    """The outcome of a power that moves its target."""
    force(run, who, target, one.does, one.amount)
