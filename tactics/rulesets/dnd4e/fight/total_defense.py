"""Total defense: a standard action for all defenses."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import as_words
from tactics.rules.action import Action, Option, Preview
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.fight import conditions, turn
from tactics.rulesets.dnd4e.tables import table
from tactics.world.fight import Duration, Effect, Fight

RULE = "dnd4e.action.total_defense"
DEFENSE = "total_defense"


class TotalDefense:
    """All defenses rise until the start of the next turn. Source: dnd4e.action.total_defense."""

    ids = (DEFENSE,)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Always."""
        refusal = turn.affordable(fight, who, turn.STANDARD)
        yield Option(DEFENSE, "defend", as_words(ACTIONS, DEFENSE), turn.COSTS[turn.STANDARD], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Guard."""
        who = action.who
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        turn.spend(run, who, turn.STANDARD)
        amount = int(table("fight")["total_defense"]["defenses"])
        conditions.gain(run, who, Effect(DEFENSE, amount, who, Duration("start", who), "defenses:", RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview(takes=(action.who,))
