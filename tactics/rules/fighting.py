"""How a rulebook plays a fight: the one protocol between the engine and the books.

A book writes its procedures in direct style on a `Run`: it looks at `run.fight`, rolls, asks, and emits events one by
one. When an answer is not known yet, `run.ask` raises and the engine waits; once it is known the same procedure runs
again from the action's beginning with the faces and answers recorded so far, so it must depend on nothing but `run`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from tactics.core.text import Named
from tactics.rules.action import Action, Badge, Decision, Option, Preview, Resource
from tactics.rules.event import Event
from tactics.world.fight import Fight
from tactics.world.world import World


class Run(Protocol):
    """One action while it is being resolved."""

    @property
    def fight(self) -> Fight:
        """The state after every event emitted so far."""

    def emit(self, event: Event) -> None:
        """Let something happen."""

    def roll(self, sides: int) -> int:
        """A face of a die; recorded."""

    def ask(self, decision: Decision) -> Action:
        """The answer of a player; its id is that of a choice."""


class Fighting(Protocol):
    """The fighting rules of a book."""

    def prepare(self, world: World) -> Fight:
        """A fight that has not begun: bodies and things from the creatures' sheets.

        Raises:
            ProblemError: a creature has no sheet for this book, or a bad one.
        """

    def begin(self, run: Run) -> None:
        """Settle surprise and initiative and begin the first turn."""

    def called(self, fight: Fight, item: str) -> Named:
        """What players call a thing, by its id."""

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """What is left of a creature's turn."""

    def options(self, fight: Fight, who: str) -> tuple[Option, ...]:
        """Everything a creature can do now, and what it cannot do now with the reason."""

    def allowed(
        self, fight: Fight, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()
    ) -> tuple[Option, ...]:
        """Those of `options` that have no refusal and whose id or group is among these; it may be much quicker."""

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """States to show on a creature."""

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """How a creature perceives the others, by their ids; who is missing is plainly seen.

        "sensed" is one whose square is known but who is not seen, "unseen" one whose place is not known, "unnoticed"
        one of whom it does not know at all.
        """

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do.

        Raises:
            Refused: the rules do not allow it.
        """

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out.

        Raises:
            Refused: the rules do not allow it; raised before any event is emitted.
        """
