"""Standing up and dropping prone: move actions that leave no square."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import as_words, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e.fight import conditions, performing, reactions, turn
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.reactions import Trigger
from tactics.rulesets.pf2e.passing import may_stand_up
from tactics.world.fight import Fight

STAND = Deed("stand", 1, frozenset({MOVE}))
DROP = Deed("drop_prone", 1, frozenset({MOVE}))


class Stand:
    """Getting up; others react when it is done. Source: pf2e.basic.stand, pf2e.move.no_exit_trigger."""

    ids = ("stand",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who is prone."""
        if fight.body(who).has("prone"):
            yield Option("stand", "move", as_words(ACTIONS, "stand"), turn.COSTS[1], refusal=_no_stand(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Stand up."""
        refuse(_no_stand(run.fight, action.who))
        if performing.begin(run, action.who, STAND):
            conditions.lose(run, action.who, "prone")
            performing.finish_move(run, action.who, STAND)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return _looked_at(fight, action.who, STAND)


def _no_stand(fight: Fight, who: str) -> Refusal | None:
    refusal = performing.why_not(fight, who, STAND)
    if refusal is not None:
        return refusal
    if not fight.body(who).has("prone"):
        return Refusal(text("{who} is not prone.", who=fight.world.creature(who).name), "pf2e.basic.stand")
    if not may_stand_up(judged(fight), fight.world.creature(who)):
        return Refusal(text("Somebody else is on the same squares."), "pf2e.move.prone_incapacitated_space")
    return None


def _looked_at(fight: Fight, who: str, deed: Deed) -> Preview:
    trigger = Trigger("moved", who, deed.id, deed.traits)
    return Preview(reactions=tuple(one for one in reactions.could_react(fight, trigger) if one != who))


class DropProne:
    """Falling to the ground of one's own will. Source: pf2e.basic.drop_prone."""

    ids = ("drop_prone",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who stands."""
        if not fight.body(who).has("prone"):
            refusal = performing.why_not(fight, who, DROP)
            yield Option("drop_prone", "move", as_words(ACTIONS, "drop_prone"), turn.COSTS[1], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Lie down."""
        if performing.begin(run, action.who, DROP):
            conditions.gain(run, action.who, "prone", rule="pf2e.basic.drop_prone")
            performing.finish_move(run, action.who, DROP)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        return _looked_at(fight, action.who, DROP)
