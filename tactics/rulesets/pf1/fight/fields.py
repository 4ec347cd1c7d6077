"""Movement fields that are looked at only where somebody asks: few of those that are offered ever are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from tactics.core.lattice import Square
from tactics.geometry.paths import PathField
from tactics.rules.question import Question
from tactics.rulesets.pf1.fight import tight
from tactics.rulesets.pf1.fight.asking import ask, case_about
from tactics.rulesets.pf1.movement import reach_of
from tactics.rulesets.pf1.places import space_of
from tactics.rulesets.pf1.sizes import feet
from tactics.world.fight import Fight


def costs_and_paths(
    fight: Fight, question: Question
) -> tuple[Mapping[Square, int], Mapping[Square, tuple[Square, ...]]]:
    """Where a move may end besides the start: cost in feet and cheapest way by square.

    Args:
        fight: the moment.
        question: "reachable" with mover, budget, mode and diagonals.
    """
    field = _Squeezed(fight, question) if question.mode == tight.MODE else _Field(fight, question)
    return _Costs(field), _Paths(field)


class _Field:
    """Where a move may end besides the start; looked for when it is wanted, for few fields are looked at."""

    def __init__(self, fight: Fight, question: Question) -> None:
        self._fight, self._question, self._who = fight, question, str(question.who)

    @cached_property
    def _reach(self) -> PathField | None:
        return reach_of(case_about(self._fight.world, self._question))

    @cached_property
    def _start(self) -> Square:
        return space_of(self._fight.world, self._fight.world.creature(self._who)).anchor

    @cached_property
    def costs(self) -> Mapping[Square, int]:
        """Cost of every square in feet."""
        found = {} if self._reach is None else self._reach.costs_sq()
        return {square: feet(cost) for square, cost in found.items() if square != self._start}

    def cost(self, square: Square) -> int | None:
        """Cost of one square in feet, None where no move may end."""
        cost_sq = None if self._reach is None or square == self._start else self._reach.cost_sq(square)
        return None if cost_sq is None else feet(cost_sq)

    def path(self, square: Square) -> tuple[Square, ...] | None:
        """The cheapest way to a square, None where no move may end."""
        return None if self._reach is None or square == self._start else self._reach.path_to(square)


class _Squeezed(_Field):
    """Where a move may end by squeezing only."""

    @cached_property
    def costs(self) -> Mapping[Square, int]:
        """Cost of every square in feet."""
        return tight.only_squeezing(self._fight, self._who, self._question.budget or 0)

    def cost(self, square: Square) -> int | None:
        """Cost of one square in feet, None where no move may end."""
        return self.costs.get(square)

    def path(self, square: Square) -> tuple[Square, ...] | None:
        """The cheapest way to a square, None where no move may end."""
        if square not in self.costs:
            return None
        question = replace(self._question, ask="path_cost", to=square, budget=None)
        return ask(self._fight.world, question).squares["path"]


class _Costs(Mapping[Square, int]):
    """The squares of a movement field with their costs."""

    def __init__(self, field: _Field) -> None:
        self._field = field

    def __getitem__(self, square: Square) -> int:
        cost = self._field.cost(square)
        if cost is None:
            raise KeyError(square)
        return cost

    def __contains__(self, square: object) -> bool:
        return isinstance(square, Square) and self._field.cost(square) is not None

    def __iter__(self) -> Iterator[Square]:
        return iter(self._field.costs)

    def __len__(self) -> int:
        return len(self._field.costs)


class _Paths(Mapping[Square, tuple[Square, ...]]):
    """The cheapest way to each square of a field."""

    def __init__(self, field: _Field) -> None:
        self._field = field

    def __getitem__(self, square: Square) -> tuple[Square, ...]:
        path = self._field.path(square)
        if path is None:
            raise KeyError(square)
        return path

    def __iter__(self) -> Iterator[Square]:
        return iter(self._field.costs)

    def __len__(self) -> int:
        return len(self._field.costs)
