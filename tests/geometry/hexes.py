"""A board of hexagons, to prove that rules of facings need no squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tactics.core.lattice import Square
from tactics.geometry.tiling import Arc, Tiling

AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The neighbours clockwise, in axial columns and rows."""


@dataclass(frozen=True, slots=True)
class HexTiling(Tiling):
    """Hexagons by axial coordinates: three neighbours in front, one on either side, one behind."""

    facings: ClassVar[int] = 6
    names: ClassVar[tuple[str, ...]] = ("N", "NE", "SE", "S", "SW", "NW")
    lengths: ClassVar[int] = 1

    def neighbours(self, cell: Square) -> tuple[Square, ...]:
        return tuple(Square(cell[0] + q, cell[1] + r) for q, r in AROUND)

    def direction(self, here: Square, there: Square) -> int | None:
        offset = there[0] - here[0], there[1] - here[1]
        return AROUND.index(offset) if offset in AROUND else None

    def towards(self, here: Square, there: Square) -> int:
        q, r = there[0] - here[0], there[1] - here[1]
        return max(range(self.facings), key=lambda number: _dot(AROUND[number], (q, r)))

    def distance(self, one: Square, other: Square) -> int:
        q, r = one[0] - other[0], one[1] - other[1]
        return max(abs(q), abs(r), abs(q + r))

    def arc(self, cell: Square, facing: int, other: Square) -> Arc:
        """In front up to 90 degrees off the facing, behind from 150 on."""
        (a, b), (q, r) = AROUND[facing], (other[0] - cell[0], other[1] - cell[1])
        # Twice the dot product, and the cross product by the root of three.
        dot, cross = _dot((a, b), (q, r)), a * r - b * q
        if dot >= 0:
            return "front"
        if 3 * abs(cross) < -dot:
            return "back"
        return "right" if cross > 0 else "left"

    def step_length(self, direction: int, taken: int) -> tuple[int, int]:
        return 1, 0

    def turn_price(self, facing: int, other: int) -> int:
        return self.turns(facing, other)


def _dot(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Twice the dot product of two offsets."""
    (a, b), (q, r) = one, other
    return 2 * a * q + 2 * b * r + a * r + b * q
