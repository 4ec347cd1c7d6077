"""The rules of D&D 4e between fights, put together from what a party can do in a camp."""

from __future__ import annotations

from tactics.core.text import text
from tactics.rules.action import Resource
from tactics.rules.by_kinds import CampByKinds
from tactics.rules.camps import JOURNEY, members
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
from tactics.rulesets.dnd4e.camp import aftermath, carrying, time
from tactics.rulesets.dnd4e.camp.leaving import SET_OUT
from tactics.rulesets.dnd4e.camp.resting import Rest, SpendSurge
from tactics.rulesets.dnd4e.fight import harm, turn
from tactics.rulesets.dnd4e.fight.book import Dnd4eFighting
from tactics.world.fight import Fight

KINDS: list[Kind] = [SpendSurge(), Rest(), SET_OUT]
"""Everything a party can do in a camp, in the order it is shown."""


class Dnd4eCamp(CampByKinds):
    """Between fights by D&D 4e."""

    kinds, hidden = KINDS, (JOURNEY,)
    passage = carrying.PASSAGE
    turn_rule = action_rule = time.RULE

    def __init__(self) -> None:
        super().__init__(Dnd4eFighting())

    def stretch_minutes(self) -> int:
        """Five minutes, those of a short rest."""
        return time.stretch_minutes()

    def settle(self, run: Run) -> None:
        """Let it run out, and count the encounter. Source: dnd4e.hp.rest, dnd4e.action.action_point."""
        aftermath.run_out(run)
        for who in members(run.fight):
            aftermath.milestone(run, who)

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """Healing surges and action points."""
        body = fight.body(who)
        points = body.count(turn.POINTS)
        return (
            Resource(harm.SURGES, text("Surges"), body.count(harm.SURGES), 0, "number"),
            Resource(turn.POINTS, text("Action points"), points, max(1, points)),
        )
