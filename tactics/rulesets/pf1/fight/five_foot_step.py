"""The 5-foot step."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.question import Question
from tactics.rulesets.pf1.fight import turn
from tactics.rulesets.pf1.fight.asking import ask, case_about
from tactics.rulesets.pf1.fight.mounted import mover_of
from tactics.rulesets.pf1.fight.moves import STEP_FT, WHERE, path_of, rule_of, stuck, walk, way_preview
from tactics.rulesets.pf1.legal import five_foot_steps
from tactics.world.fight import Fight


class FiveFootStep:
    """One square without provoking, when no other distance is moved.

    Source: pf1.action.five_foot_step
    """

    ids = ("five_foot_step",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The squares around that may be stepped into."""
        who = mover_of(fight, who)
        refusal = self._refusal(fight, who)
        squares = {} if refusal else self._squares(fight, who)
        if refusal is None and not squares:
            refusal = Refusal(text("No square around can be stepped into."), "pf1.action.five_foot_step")
        start = fight.world.creature(who).space.anchor
        need = NeedPath("path", "walk", squares, {square: (start, square) for square in squares}, WHERE)
        needs = () if refusal else (need,)
        yield Option("five_foot_step", "move", text("5-foot step"), turn.COSTS[turn.FREE], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Take the step."""
        who, path = mover_of(run.fight, action.who), path_of(action)
        refuse(self._refusal(run.fight, who))
        question = Question(ask="legal", who=who, action="five_foot_step", path=path)
        verdict = ask(run.fight.world, question)
        if verdict.value is not True:
            full = ask(run.fight.world, question, explain=True)
            raise Refused(Refusal(full.summary, rule_of(full), full))
        run.emit(CounterSet(who, turn.STEP, 1))
        before = run.fight.body(who)
        walk(run, who, path, action="five_foot_step")
        run.emit(CounterSet(who, turn.MOVED, before.count(turn.MOVED)))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Very small creatures that enter a foe's square provoke even so."""
        if len(path_of(action)) > 2:
            raise Refused(Refusal(text("A 5-foot step is exactly one square."), "pf1.action.five_foot_step"))
        return way_preview(fight, action, "five_foot_step")

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if not turn.acts(fight, who):
            return Refusal(text("It is not its turn."), "pf1.init.round")
        body = fight.body(who)
        if body.count(turn.STEP):
            return Refusal(text("The 5-foot step of this round is taken."), "pf1.action.five_foot_step")
        if turn.moved(body):
            return Refusal(text("It has moved some distance already."), "pf1.action.five_foot_step")
        if body.has("no_step"):
            return Refusal(
                text("No 5-foot step in the round of a charge, run or withdrawal."), "pf1.charge.no_five_foot"
            )
        return stuck(fight, who)

    def _squares(self, fight: Fight, who: str) -> dict[Square, int]:
        case = case_about(fight.world, Question(ask="legal", who=who, action="five_foot_step"))
        return dict.fromkeys(five_foot_steps(case, fight.world.creature(who)), STEP_FT)
