"""All squares of the board that a clear line reaches."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space
from tactics.geometry.casters import casters_of, thickened
from tactics.geometry.effect import clear_segment
from tactics.geometry.scene import Scene
from tactics.geometry.shadow import blocked_lines, hidden_squares
from tactics.geometry.trace import Obstacle

Bools = npt.NDArray[np.bool_]

_LIKELY = tuple(Point(x, y) for x in (25, 500, 975) for y in (25, 500, 975))
"""Places within a square; lines from each to the same place of other squares are tried first."""

_BLOCK = 8
"""Squares along the side of the blocks that are asked about at once."""


def seen_squares(scene: Scene, source: Space, *, blocks: str = "effect", touch: str = "strict") -> Bools:
    """The squares that a clear line reaches: those for which `tactics.geometry.effect.clear_segment` finds one.

    Args:
        scene: the position.
        source: a creature's space or any block of squares on the board.
        blocks, touch: as there.

    Returns:
        `bool[y, x]`.
    """

    def stops(obstacle: Obstacle) -> bool:
        return blocks in obstacle.blocks

    casters = casters_of(scene, stops)
    filled = np.frombuffer(scene.solids(blocks).filled, np.uint8).reshape(scene.height, scene.width) > 0
    own = _squares_of(source)
    thick = thickened(casters)
    seen = np.zeros(filled.shape, np.bool_)
    for inside in _LIKELY:
        starts = [Point(x * UNIT + inside.x, y * UNIT + inside.y) for x, y in source.squares()]
        seen |= ~blocked_lines(thick, starts).all(axis=0)
    seen[own] = True
    seen &= ~filled
    doubtful = ~(seen | filled | hidden_squares(casters, source.outer_corners()))
    doubtful[own] = False
    for block in _blocks(doubtful):
        _ask(scene, source, block, doubtful, seen, blocks, touch)
    return seen


def _squares_of(space: Space) -> tuple[slice, slice]:
    return slice(space.y, space.y + space.height), slice(space.x, space.x + space.width)


def _blocks(doubtful: Bools) -> Iterator[Space]:
    height, width = doubtful.shape
    for y in range(0, height, _BLOCK):
        for x in range(0, width, _BLOCK):
            yield Space(x, y, min(_BLOCK, width - x), min(_BLOCK, height - y))


def _ask(scene: Scene, source: Space, block: Space, doubtful: Bools, seen: Bools, blocks: str, touch: str) -> None:
    """Find out about the doubtful squares of a block: where no line reaches a block none reaches its squares."""
    rows, columns = np.nonzero(doubtful[_squares_of(block)])
    if not len(rows):
        return
    left, top = block.x + int(columns.min()), block.y + int(rows.min())
    block = Space(left, top, block.x + int(columns.max()) + 1 - left, block.y + int(rows.max()) + 1 - top)
    if (
        not block.overlaps(source)
        and clear_segment(scene, source, block, blocks=blocks, touch=touch, roomy=True) is None
    ):
        return
    if block.width == block.height == 1:
        seen[top, left] = True
        return
    for part in _quarters(block):
        _ask(scene, source, part, doubtful, seen, blocks, touch)


def _quarters(block: Space) -> Iterator[Space]:
    """A block cut in two along each side that is longer than a square."""
    width, height = (block.width + 1) // 2, (block.height + 1) // 2
    for y, rows in ((block.y, height), (block.y + height, block.height - height)):
        for x, columns in ((block.x, width), (block.x + width, block.width - width)):
            if rows and columns:
                yield Space(x, y, columns, rows)
