"""Cover as it was found: the attacker's choices, their lines and grades."""

from __future__ import annotations

from typing import NamedTuple

from tactics.core.lattice import Point, Square
from tactics.rulesets.pf1.shelter import SOLID, Shelter, Sighting

NONE, PARTIAL, SOFT_COVER, COVER, IMPROVED, TOTAL = "none", "partial", "soft", "cover", "improved", "total"
"""Grades; soft cover is answered as cover."""


class Try(NamedTuple):
    """One choice of the attacker: a corner, or a pair of squares among neighbours.

    Attributes:
        corner: where its lines start; None for a pair of squares.
        square: the one square of the target that is aimed at, None for the whole space.
        from_square: the attacker's square of a pair, None otherwise.
        lines: its lines.
        grade: what it comes to.
        number: its place among the choices.
    """

    corner: Point | None
    square: Square | None
    from_square: Square | None
    lines: tuple[Sighting, ...]
    grade: str
    number: int

    @property
    def hindered(self) -> int:
        """How many lines are hindered."""
        return sum(1 for line in self.lines if line.met)

    @property
    def only_solids(self) -> bool:
        """Whether it gives plain cover by nothing but walls, which partial cover may stand in for."""
        return self.grade == COVER and all(line.met in (0, SOLID) for line in self.lines)


class Attack(NamedTuple):
    """How the cover of one attack is found.

    Attributes:
        kind: melee, reach, ranged or area.
        pairs: among neighbours: all sixteen lines of a pair of squares count.
        squares: squares of the target one of which is picked; empty for its whole space.
        long_reach: the attacker's natural reach is what makes it like a ranged attack.
    """

    kind: str
    pairs: bool
    squares: tuple[Square, ...]
    long_reach: bool = False


class Found(NamedTuple):
    """Cover as it was found.

    Attributes:
        grade: one of the grades.
        best: the attacker's choice, None where there is no line to draw.
        tries: all choices that were looked at.
        shelter: the reader of the lines, None for total cover.
        mostly_in_view: it could be partial cover, but is not: more than half of the target is in view.
    """

    grade: str
    best: Try | None
    tries: tuple[Try, ...]
    shelter: Shelter | None
    mostly_in_view: bool = False
