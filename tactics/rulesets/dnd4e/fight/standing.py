"""Standing up and dropping prone."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import as_words
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.question import Question
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.dnd4e.fight import conditions, turn
from tactics.rulesets.dnd4e.fight.asking import ask
from tactics.rulesets.dnd4e.fight.holding import judged
from tactics.rulesets.dnd4e.fight.moves import rule_of
from tactics.rulesets.dnd4e.fight.using import refuse
from tactics.world.fight import Effect, Fight


class StandUp:
    """Ending prone; nobody reacts. Source: dnd4e.move.stand_up."""

    ids = ("stand_up",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who is prone."""
        if fight.body(who).has("prone"):
            title = as_words(ACTIONS, "stand_up")
            yield Option("stand_up", "move", title, turn.COSTS[turn.MOVE], refusal=_no_stand(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Stand up."""
        refuse(_no_stand(run.fight, action.who))
        turn.spend(run, action.who, turn.MOVE)
        conditions.lose(run, action.who, "prone")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


def _no_stand(fight: Fight, who: str) -> Refusal | None:
    refusal = turn.affordable(fight, who, turn.MOVE)
    if refusal is not None:
        return refusal
    question = Question(ask="legal", who=who, action="stand_up")
    if ask(judged(fight), question).value is True:
        return None
    full = ask(judged(fight), question, explain=True)
    return Refusal(full.steps[-1].text, rule_of(full), full)


class DropProne:
    """Falling to the ground of one's own will. Source: dnd4e.move.drop_prone."""

    ids = ("drop_prone",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who stands."""
        if not fight.body(who).has("prone"):
            title = as_words(ACTIONS, "drop_prone")
            refusal = turn.affordable(fight, who, turn.MINOR)
            yield Option("drop_prone", "move", title, turn.COSTS[turn.MINOR], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Lie down."""
        refuse(turn.affordable(run.fight, action.who, turn.MINOR))
        turn.spend(run, action.who, turn.MINOR)
        conditions.gain(run, action.who, Effect("prone", rule="dnd4e.move.drop_prone"))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()
