"""Delay: leaving the order when one's turn begins, to come back after somebody else's."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import TurnEnded
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e.fight import conditions, delaying, order, turn
from tactics.rulesets.pf2e.fight.naming import action_name
from tactics.world.fight import Fight


class Delay:
    """Waiting with one's turn, while nothing has been done in it. Source: pf2e.basic.delay."""

    ids = ("delay",)
    groups = ("turn",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Possible as the first thing of a turn."""
        yield Option("delay", "turn", action_name("delay", text("Delay")), turn.COSTS[0], refusal=_why_not(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Leave the order; the next creature acts."""
        refuse(_why_not(run.fight, action.who))
        delaying.begin(run, action.who)
        run.emit(TurnEnded(action.who))
        order.advance(run)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        words = text("No reactions until the return; after a whole round the turn is lost.")
        return Preview(notes=(words,))


def _why_not(fight: Fight, who: str) -> Refusal | None:
    unable = conditions.why_not_act(fight, who) or turn.own_turn(fight, who)
    if unable is not None:
        return unable
    if delaying.had_its_harm(fight, who):
        return Refusal(text("This turn was delayed already."), "pf2e.basic.delay")
    if any(fight.body(one).count(turn.DONE) for one in turn.party(fight, who)):
        return Refusal(text("It has acted this turn already."), "pf2e.basic.delay")
    return None
