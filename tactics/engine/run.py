"""One action being resolved: faces and answers that are known come first, then new ones, until an answer is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tactics.core.dice import Dice, Roll
from tactics.core.problems import ProblemError, problem
from tactics.engine.reduce import reduce
from tactics.rules.action import Action, Decision
from tactics.rules.event import Event
from tactics.world.fight import Fight

Happening = Roll | Event
"""A face that fell or an event, in the order they came."""

Procedure = Callable[["Playing"], None]


class Waiting(Exception):  # noqa: N818 - it is no error: a player has to answer first
    """An answer is not known yet."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.id)
        self.decision = decision


class Playing:
    """The `Run` a book resolves an action on.

    Attributes:
        fight: the state after every event so far.
        trace: faces and events so far, those of an earlier attempt included.
    """

    def __init__(self, fight: Fight, known: Sequence[Happening], answers: Sequence[Action], dice: Dice | None) -> None:
        """Start an attempt.

        Args:
            fight: the state before the action.
            known: faces and events of the earlier attempt; it must come out the same.
            answers: the answers given so far.
            dice: where further faces come from; None when none may be wanted.
        """
        self.fight = fight
        self.trace: list[Happening] = []
        self._known = known
        self._answers = iter(answers)
        self._dice = dice

    def emit(self, event: Event) -> None:
        """Let something happen."""
        expected = self._expected()
        if expected is not None and expected != event:
            raise unlike(f"{expected} came out before, now {event}")
        self.trace.append(event)
        self.fight = reduce(self.fight, event)

    def roll(self, sides: int) -> int:
        """A face: the one that fell before, or a new one.

        Raises:
            NoFace: the dice have none to give now.
        """
        expected = self._expected()
        if expected is None:
            if self._dice is None:
                raise unlike(f"a face of a die with {sides} sides is wanted that did not fall before")
            roll = Roll(sides, self._dice.face(sides))
        elif isinstance(expected, Roll) and expected.sides == sides:
            roll = expected
        else:
            raise unlike(f"{expected} came out before, now a die with {sides} sides is rolled")
        self.trace.append(roll)
        return roll.face

    def ask(self, decision: Decision) -> Action:
        """The answer of a player.

        Raises:
            Waiting: it is not known yet.
        """
        answer = next(self._answers, None)
        if answer is None:
            raise Waiting(decision)
        if answer.who != decision.who or answer.id not in {one.id for one in decision.choices}:
            raise unlike(f"{answer.who} answered {answer.id} before, now {decision.who} is asked {decision.id}")
        return answer

    def _expected(self) -> Happening | None:
        return self._known[len(self.trace)] if len(self.trace) < len(self._known) else None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How far an action came.

    Attributes:
        fight: the state then.
        trace: new faces and events.
        decision: what has to be answered before it goes on, None when it is done.
    """

    fight: Fight
    trace: tuple[Happening, ...]
    decision: Decision | None


def attempt(
    procedure: Procedure, fight: Fight, known: Sequence[Happening], answers: Sequence[Action], dice: Dice | None
) -> Outcome:
    """Resolve an action as far as it goes; if it does not get anywhere, the dice are as they were.

    Args:
        procedure: resolves it.
        fight, known, answers, dice: see `Playing`.

    Raises:
        Refused: the rules do not allow it.
        NoFace: a face has to be rolled at the table first.
        ProblemError: it does not come out as it did before.
    """
    run = Playing(fight, known, answers, dice)
    decision = None
    kept = False
    try:
        try:
            procedure(run)
        except Waiting as waiting:
            decision = waiting.decision
        if len(run.trace) < len(known):
            raise unlike(f"{known[len(run.trace)]} came out before, now it does not")
        kept = True
    finally:
        if not kept and dice is not None:
            dice.take_back([one for one in run.trace[len(known) :] if isinstance(one, Roll)])
    return Outcome(run.fight, tuple(run.trace[len(known) :]), decision)


def unlike(what: str) -> ProblemError:
    """The book does not play an action as it did before, ready to raise."""
    return problem("fight", "", f"the rules do not play this action as they did before: {what}")
