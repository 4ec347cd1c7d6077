"""What a step costs by the facing of the figure that takes it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

COMPASS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight facings, clockwise from north, as columns and rows.

Source: dfrpg.grid.facings
"""

FRONT = frozenset({7, 0, 1})
"""Relative directions of the front squares.

Source: dfrpg.grid.arcs
"""


class Prices(NamedTuple):
    """The table of movement points, see ``data/movement.toml``."""

    forward: int
    aside: int
    turn: tuple[int, ...]
    terrain: tuple[int, ...]
    friend: int


class Way(NamedTuple):
    """One manner of taking a step.

    Attributes:
        points: what it costs.
        facing: the facing afterwards.
        turned: facings turned before, against points.
        aside: the facing was kept.
    """

    points: int
    facing: int
    turned: int
    aside: bool


@cache
def prices() -> Prices:
    """The table of movement points."""
    raw: Mapping[str, int | list[int]] = tomllib.loads(
        files("tactics.rulesets.dfrpg").joinpath("data", "movement.toml").read_text("utf-8")
    )
    table = {name: tuple(value) if isinstance(value, list) else value for name, value in raw.items()}
    return Prices(**table)  # type: ignore[arg-type]  # the file is part of the package


def turns(facing: int, other: int) -> int:
    """Steps of 45 degrees from one facing to another, the short way.

    Source: dfrpg.grid.facings
    """
    return min((facing - other) % 8, (other - facing) % 8)


def turn_cost(facing: int, other: int) -> int:
    """Movement points of a turn between two steps.

    Source: dfrpg.grid.turn_cost
    """
    return prices().turn[turns(facing, other)]


@cache
def ways(facing: int, direction: int, yards: int, difficulty: int) -> tuple[Way, ...]:
    """The manners of stepping in a direction, for every facing it may leave the cheapest.

    Args:
        facing: facing before.
        direction: where the step goes, an index of `COMPASS`.
        yards: length of the step, 2 for a dear diagonal.
        difficulty: of the ground entered.

    Source: dfrpg.movement.forward, dfrpg.movement.sideways_backward, dfrpg.movement.facing_change,
        dfrpg.movement.terrain
    """
    best: dict[int, Way] = {}
    for way in _ways(facing, direction, yards, difficulty):
        if way.facing not in best or way.points < best[way.facing].points:
            best[way.facing] = way
    return tuple(best.values())


def _ways(facing: int, direction: int, yards: int, difficulty: int) -> Iterator[Way]:
    table = prices()
    rough = table.terrain[min(difficulty, len(table.terrain) - 1)]
    for turned_to in range(8):
        turn = turn_cost(facing, turned_to)
        turned = turns(facing, turned_to)
        relative = (direction - turned_to) % 8
        if relative in FRONT:
            yield Way(turn + yards * (table.forward + rough), direction, turned, False)
        if relative != 0:
            yield Way(turn + yards * (table.aside + rough), turned_to, turned, True)
