"""The rules of D&D 4e between fights, put together from what a party can do in a camp."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Resource
from tactics.rules.by_kinds import CampByKinds
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
from tactics.rulesets.dnd4e.camp import aftermath, carrying, time
from tactics.rulesets.dnd4e.camp.leaving import JOURNEY, SetOut
from tactics.rulesets.dnd4e.camp.resting import Rest, SpendSurge
from tactics.rulesets.dnd4e.fight import harm, turn
from tactics.rulesets.dnd4e.fight.book import Dnd4eFighting
from tactics.world.fight import Fight

KINDS: list[Kind] = [SpendSurge(), Rest(), SetOut()]
"""Everything a party can do in a camp, in the order it is shown."""


class Dnd4eCamp(CampByKinds):
    """Between fights by D&D 4e."""

    kinds, hidden = KINDS, (JOURNEY,)
    turn_rule = action_rule = time.RULE

    def __init__(self) -> None:
        super().__init__(Dnd4eFighting())

    def camp(self, after: Fight, miles: int, terrain: str) -> Fight:
        """The camp of the side that won a fight. Source: dnd4e.hp.rest."""
        return carrying.camp_of(after, miles, terrain)

    def carried(self, camp: Fight, fresh: Fight) -> Fight:
        """The next fight with what the party brings along."""
        return carrying.carried(camp, fresh)

    def clock(self, camp: Fight) -> int:
        """Minutes since the camp began."""
        return time.minutes(camp)

    def settle(self, run: Run) -> None:
        """Let it run out, and count the encounter. Source: dnd4e.hp.rest, dnd4e.action.action_point."""
        aftermath.run_out(run)
        for who in time.members(run.fight):
            aftermath.milestone(run, who)

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """Healing surges and action points."""
        body = fight.body(who)
        points = body.count(turn.POINTS)
        return (
            Resource(harm.SURGES, text("Surges"), body.count(harm.SURGES), 0, "number"),
            Resource(turn.POINTS, text("Action points"), points, max(1, points)),
        )
