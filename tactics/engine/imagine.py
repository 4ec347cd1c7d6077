"""What an action would lead to, as far as that is certain: it is carried out on a fight that is thrown away."""

from __future__ import annotations

from tactics.engine.reduce import reduce
from tactics.rules.action import Action, Decision, Refused
from tactics.rules.event import Event
from tactics.rules.fighting import Fighting
from tactics.world.fight import Fight


class Uncertain(Exception):  # noqa: N818 - nothing went wrong: dice or a player have a say in it
    """It depends on a die or on an answer."""


class Imagining:
    """The `Run` of an action that is only thought of.

    Attributes:
        fight: the state after every event so far.
    """

    def __init__(self, fight: Fight) -> None:
        self.fight = fight

    def emit(self, event: Event) -> None:
        """Let something happen in thought."""
        self.fight = reduce(self.fight, event)

    def roll(self, sides: int) -> int:
        """No face is known.

        Raises:
            Uncertain: always.
        """
        raise Uncertain(f"a d{sides}")

    def ask(self, decision: Decision) -> Action:
        """No answer is known.

        Raises:
            Uncertain: always.
        """
        raise Uncertain(decision.id)


def imagined(fighting: Fighting, fight: Fight, action: Action, *, certain: bool = True) -> Fight | None:
    """The state after an action; None when it is refused, rolls a die or asks somebody.

    Args:
        fighting: the rules.
        fight: the state before it.
        action: what is thought of.
        certain: otherwise an action that rolls or asks is thought of up to there.
    """
    run = Imagining(fight)
    try:
        fighting.resolve(run, action)
    except Refused:
        return None
    except Uncertain:
        return None if certain else run.fight
    return run.fight
