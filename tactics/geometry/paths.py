"""Movement fields and counted distances: where a mover can go, at which cost, along which path."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.geometry.ground import Ground
from tactics.geometry.steps import Steps


class PathField:
    """Cheapest costs from one start. A big mover's positions are named by its top left square."""

    def cost_sq(self, square: Square) -> int | None:
        """Cheapest cost of a move that ends there, in squares; None where no move may end."""
        raise NotImplementedError

    def passing_sq(self, square: Square) -> int | None:
        """Cheapest cost of coming there, whether the move may end there or not."""
        raise NotImplementedError

    def path_to(self, square: Square) -> tuple[Square, ...] | None:
        """The cheapest path, start and end included; among equals always the same one. None where no move may end."""
        raise NotImplementedError

    def diagonals_to(self, square: Square) -> int | None:
        """Diagonals counted by the end of `path_to`, those taken before included: `taken` of a next stride."""
        raise NotImplementedError

    def squares(self) -> tuple[Square, ...]:
        """Where the move may end, the start included, row by row."""
        raise NotImplementedError

    def costs_sq(self) -> Mapping[Square, int]:
        """Cost of every square of `squares`."""
        raise NotImplementedError


def field(
    steps: Steps,
    start: Square,
    *,
    budget_sq: int | None = None,
    taken: int = 0,
    blocked: Collection[Square] = frozenset(),
    no_end: Collection[Square] = frozenset(),
    goal: Square | None = None,
) -> PathField:
    """Cheapest costs from a start to everywhere within a budget.

    Args:
        steps: prices of the mover's steps.
        start: where its top left square is.
        budget_sq: most squares it may spend; None for no limit.
        taken: diagonals already counted this turn.
        blocked: squares that no square of the mover may cover, such as enemies'.
        no_end: squares it may cross and not stop on, such as friends'.
        goal: stop as soon as the cost of this position is known, or known not to exist.
    """
    raise NotImplementedError


def path_cost(
    steps: Steps, path: Sequence[Square], taken: int = 0, blocked: Collection[Square] = frozenset()
) -> tuple[int, ...] | None:
    """Cost of each step of a path in squares; None when a step is illegal or no step at all.

    Args:
        steps: prices of the mover's steps.
        path: positions of the mover's top left square, the first is where it starts.
        taken: diagonals already counted this turn.
        blocked: squares that no square of the mover may cover.
    """
    raise NotImplementedError


def counted_sq(ground: Ground, source: Space, target: Space, *, round_corner: bool = False) -> int | None:
    """Fewest steps from a square of one space to a square of the other, each step one square, round what is solid.

    Args:
        ground: what the count has to go round: solid squares and barriers (see `tactics.rules.ground.solid_ground`).
        source: where the count starts; its own squares count 0.
        target: where it ends.
        round_corner: the first step of the count may be a diagonal past a corner.

    Returns:
        The count, None when there is no way.
    """
    raise NotImplementedError


def counted_field(
    ground: Ground, source: Space, limit_sq: int | None = None, *, round_corner: bool = False
) -> Mapping[Square, int]:
    """The count of `counted_sq` to every square within a limit; the source's own squares are 0."""
    raise NotImplementedError
