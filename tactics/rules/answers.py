"""What a book's judges say of the positions of a fight; nothing is worked out twice."""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.rules.book import Case
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.world.lately import LatelyBy
from tactics.world.world import World

_MOST_ANSWERS = 512
"""How many answers are remembered of one position."""


class Answers:
    """The answers of one book.

    Args:
        system: id of the book.
    """

    def __init__(self, system: str) -> None:
        self._system = system
        self._known: LatelyBy[World, tuple[Question, bool], Verdict] = LatelyBy()

    def ask(self, world: World, question: Question, *, explain: bool = False) -> Verdict:
        """The book's answer to a question about a position; the same one is not worked out twice."""
        known = self._known.at(world)
        found = known.get((question, explain))
        if found is None:
            if len(known) >= _MOST_ANSWERS:
                known.clear()
            found = known[question, explain] = book(self._system).judge(world, question, explain=explain)
        return found

    def case(self, world: World, question: Question) -> Case:
        """A question for the parts of judges, without explanations."""
        return Case(book(self._system), world, question, explain=False)

    def reachable(self, world: World, who: str, budget: int, mode: str, diagonals: int = 0) -> dict[Square, int]:
        """Where a move may end, with the cost of each square, in the book's unit."""
        question = Question(ask="reachable", who=who, budget=budget, mode=mode, diagonals=diagonals)
        return dict(self.ask(world, question).costs)

    def price(
        self, world: World, who: str, path: tuple[Square, ...], mode: str, diagonals: int = 0
    ) -> tuple[int, ...] | Verdict:
        """The cost of each step of a path in the book's unit, or the verdict that refuses it, explained."""
        question = Question(ask="move_cost", who=who, path=path, mode=mode, diagonals=diagonals)
        verdict = self.ask(world, question)
        return verdict.step_costs if isinstance(verdict.value, int) else self.ask(world, question, explain=True)
