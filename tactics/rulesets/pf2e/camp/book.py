"""The rules of Pathfinder 2e between fights, put together from what a party can do in a camp."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Resource
from tactics.rules.by_kinds import CampByKinds
from tactics.rules.camps import JOURNEY, members
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
from tactics.rulesets.pf2e.camp import carrying, time
from tactics.rulesets.pf2e.camp.exploring import EXPLORING, SET_OUT, Explore
from tactics.rulesets.pf2e.camp.heroes import HeroPoints
from tactics.rulesets.pf2e.camp.resting import Prepare, Rest, TenMinutes
from tactics.rulesets.pf2e.camp.treating import TreatWounds
from tactics.rulesets.pf2e.fight import order, turn_end
from tactics.rulesets.pf2e.fight.book import Pf2eFighting
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Fight

KINDS: list[Kind] = [TreatWounds(), Explore(), HeroPoints(), TenMinutes(), Rest(), Prepare(), SET_OUT]
"""Everything a party can do in a camp, in the order it is shown."""
_ROUNDS_A_STRETCH = 100


class Pf2eCamp(CampByKinds):
    """Between fights by Pathfinder 2e."""

    kinds, hidden = KINDS, (JOURNEY, EXPLORING)
    passage = carrying.PASSAGE
    turn_rule, action_rule = "pf2e.mode.kinds", "pf2e.action.long_activity"

    def __init__(self) -> None:
        super().__init__(Pf2eFighting())

    def stretch_minutes(self) -> int:
        """Ten minutes."""
        return time.stretch_minutes()

    def settle(self, run: Run) -> None:
        """Let it run out.

        Source: pf2e.mode.kinds, pf2e.dying.recovery_check, pf2e.damage.persistent
        """
        for who in members(run.fight):
            _run_out(run, who)

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """Whether a creature is free in this stretch, and its Hero Points."""
        body = fight.body(who)
        most = int(table("fight")["hero_points"]["most"])
        free = Resource(time.BUSY, text("Free"), 0 if body.count(time.BUSY) or body.out else 1, 1)
        return (free, Resource("hero_points", text("Hero Points"), body.count("hero_points"), most))


def _run_out(run: Run, who: str) -> None:
    """Rounds of one who is still dying or takes persistent damage, until that is over or ten minutes have gone by."""
    for _ in range(_ROUNDS_A_STRETCH):
        body = run.fight.body(who)
        if body.out or not (body.has("dying") or body.has("persistent")):
            return
        for step in (*order.START_STEPS, *turn_end.STEPS):
            if not run.fight.body(who).out:
                step(run, who)
    run.emit(Noted(who, text("It does not end by itself."), "pf2e.damage.persistent"))
