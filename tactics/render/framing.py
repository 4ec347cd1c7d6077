"""Which part of a big board a ruling is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.lattice import UNIT, Point, Square
from tactics.core.space import Space
from tactics.rules.verdict import Verdict
from tactics.world.world import World

_MARGIN = 2
_LEAST_WIDTH, _LEAST_HEIGHT = 9, 7


def framed(world: World, verdicts: Iterable[Verdict], most_width: int, most_height: int) -> Space:
    """The squares to show: the whole board when it is small enough, else what the rulings touch and a margin.

    Args:
        world: the position.
        verdicts: rulings about it.
        most_width, most_height: a board of no more squares is shown whole.
    """
    board = world.board
    if board.width <= most_width and board.height <= most_height:
        return Space(0, 0, board.width, board.height)
    spots = [spot for verdict in verdicts for spot in _touched(world, verdict)]
    spots = [(x, y) for x, y in spots if 0 <= x <= board.width and 0 <= y <= board.height]
    if not spots:
        return Space(0, 0, board.width, board.height)
    left, right = _span([x for x, _ in spots], _LEAST_WIDTH, board.width)
    top, bottom = _span([y for _, y in spots], _LEAST_HEIGHT, board.height)
    return Space(left, top, right - left, bottom - top)


def _span(places: list[int], least: int, end: int) -> tuple[int, int]:
    """First and last grid line along one axis, with the margin and never shorter than `least` where there is room."""
    low, high = min(places) - _MARGIN, max(places) + _MARGIN
    missing = max(0, least - (high - low))
    low -= missing // 2
    high = max(high, low + least)
    if low < 0:
        low, high = 0, max(high, min(least, end))
    if high > end:
        low, high = min(low, max(0, end - least)), end
    return max(0, low), high


def _touched(world: World, verdict: Verdict) -> Iterator[tuple[int, int]]:
    """Whole lattice points round everything a ruling speaks of."""
    question = verdict.question
    for line in verdict.lines:
        yield from _near(line.start)
        yield from _near(line.end)
    squares = [square for some in verdict.squares.values() for square in some]
    for square in (*squares, *verdict.costs, *question.path, *question.squares):
        yield from _round(square)
    for place in (question.source, question.to, question.origin, question.at, verdict.chosen_corner):
        if isinstance(place, Square):
            yield from _round(place)
        elif isinstance(place, Point):
            yield from _near(place)
    ids = named_creatures(verdict)
    for creature in world.creatures:
        if creature.id in ids:
            for square in creature.space.squares():
                yield from _round(square)


def _round(square: Square) -> tuple[tuple[int, int], tuple[int, int]]:
    return (square[0], square[1]), (square[0] + 1, square[1] + 1)


def _near(point: Point) -> tuple[tuple[int, int], tuple[int, int]]:
    return (point[0] // UNIT, point[1] // UNIT), (-(-point[0] // UNIT), -(-point[1] // UNIT))


def named_creatures(verdict: Verdict) -> frozenset[str]:
    """Ids of the creatures a ruling asks about or names."""
    question = verdict.question
    places = (question.source, question.to, question.origin, question.who, question.partner, question.target)
    return frozenset(one for one in (*places, *verdict.creatures) if isinstance(one, str))
