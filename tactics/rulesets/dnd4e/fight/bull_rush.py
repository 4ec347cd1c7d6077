"""Bull rush: pushing an enemy back and taking its place."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import Named, as_words, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.fight import aiming, forcing, maneuver, moves, turn
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Fight

RULE = "dnd4e.action.bull_rush"
RUSH = maneuver.bare("bull_rush", Named("Bull rush", "Толчок"), "fortitude", reach_sq=1)


class BullRush:
    """A Strength attack against Fortitude that pushes. Source: dnd4e.action.bull_rush."""

    ids = ("bull_rush",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Enemies beside it that are not too big."""
        refusal = turn.affordable(fight, who, turn.STANDARD)
        found = maneuver.targets(fight, who, RUSH, RULE) if refusal is None else refusal
        title, cost = as_words(ACTIONS, "bull_rush"), turn.COSTS[turn.STANDARD]
        if isinstance(found, Refusal):
            yield Option("bull_rush", "maneuver", title, cost, refusal=found)
        else:
            yield Option("bull_rush", "maneuver", title, cost, (NeedCreature("target", found, text("Whom?")),))

    def resolve(self, run: Run, action: Action) -> None:
        """Push it."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        refuse(maneuver.may_meet(run.fight, who, target, RUSH, RULE))
        turn.spend(run, who, turn.STANDARD)
        rush(run, who, target)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the attack."""
        target = str(action.arguments.get("target", ""))
        refuse(maneuver.may_meet(fight, action.who, target, RUSH, RULE))
        return maneuver.previewed(fight, action.who, target, RUSH)


def rush(run: Run, who: str, target: str, extra: tuple[Part, ...] = ()) -> None:
    """Attack, push the target and shift into the space it left.

    Source: dnd4e.action.bull_rush, dnd4e.forced.push
    """
    if not maneuver.hits(run, who, target, RUSH, extra):
        return
    before = run.fight.world.creature(target).space
    forcing.force(run, who, target, "push", int(table("fight")["bull_rush"]["push_sq"]))
    after = run.fight.world.creature(target).space
    if after == before or not aiming.able(run.fight, who):
        return
    vacated = frozenset(before.squares()) - frozenset(after.squares())
    mover = moves.mover_of(run.fight, who)
    own = run.fight.world.creature(mover).space
    ends = [one for one in moves.shifts(run.fight, mover) if frozenset(own.at(one).squares()) & vacated]
    if ends:
        there = min(ends, key=lambda one: (max(own.at(one).gap_sq(after)), _bent(own.anchor, one), one.y, one.x))
        moves.walk(run, mover, (own.anchor, there), action="shift")


def _bent(here: Square, there: Square) -> int:
    """0 for a step along a row or column, 1 for one across."""
    return int(here.x != there.x and here.y != there.y)
