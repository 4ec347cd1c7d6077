"""Areas and counted distances against what the books say, square by square."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import pytest
from properties.asking import ask, value
from properties.oracles import areas
from properties.oracles.covers import Scene, cells
from properties.oracles.drawn import scene
from properties.oracles.plane import cell

from tactics.core.lattice import Square, square_name
from tactics.rules.question import DIRECTIONS
from tactics.world.world import World

SEEDS = range(30)


def _check(book: str, drawn: Scene, here: World, expected: Collection[areas.Square], **area: Any) -> None:
    verdict = ask(book, here, "area", **area)
    assert {tuple(one) for one in verdict.squares["area"]} == expected, area
    inside = {
        name for name, one in drawn.bodies.items() if any((one[0], one[1]) in expected for one in cells(one.block))
    }
    if isinstance(area["origin"], str):
        inside.discard(area["origin"])
    assert set(verdict.creatures) == inside, area


def _point(drawn: Scene, dice: Random) -> areas.Square:
    return dice.randint(0, len(drawn.rows[0])), dice.randint(0, len(drawn.rows))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", ["pf1", "pf2e"])
def test_areas_from_a_corner(book: str, seed: int) -> None:
    drawn, here = scene(seed)
    dice = Random(seed)
    for _ in range(2):
        point, radius, direction = _point(drawn, dice), dice.randint(1, 5), dice.choice(list(DIRECTIONS))
        place = {"origin": list(point)}
        _check(book, drawn, here, areas.burst(drawn, point, radius), shape="burst", size=5 * radius, **place)
        length = dice.randint(4, 6) if len(direction) == 1 else radius  # shorter straight ones start at an edge
        expected = areas.cone(drawn, point, DIRECTIONS[direction], length)
        _check(book, drawn, here, expected, shape="cone", size=5 * length, direction=direction, **place)
        if book == "pf1" and not drawn.walls:
            _check(book, drawn, here, areas.spread(drawn, point, radius), shape="spread", size=5 * radius, **place)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", ["pf1", "pf2e"])
def test_emanations(book: str, seed: int) -> None:
    drawn, here = scene(seed)
    for radius, (name, one) in enumerate(drawn.bodies.items(), 1):
        expected = areas.emanation(drawn, one.block, radius)
        _check(book, drawn, here, expected, shape="emanation", size=5 * radius, origin=name)


@pytest.mark.parametrize("seed", SEEDS)
def test_bursts_and_blasts_of_the_fourth_edition(seed: int) -> None:
    drawn, here = scene(seed)
    dice = Random(seed)
    square, size = dice.choice(list(areas.board(drawn))), dice.randint(1, 5)
    origin = square_name(Square(*square))
    expected = areas.fourth_burst(drawn, cell(*square), size, close=False)
    _check("dnd4e", drawn, here, expected, shape="area_burst", size=size, origin=origin)
    for name, one in drawn.bodies.items():
        expected = areas.fourth_burst(drawn, one.block, size, close=True)
        _check("dnd4e", drawn, here, expected, shape="close_burst", size=size, origin=name)
        if one.block[2] - one.block[0] == 1:
            direction = dice.choice(["NE", "SE", "SW", "NW"])
            corner = [int(one.block[n]) + (1 if DIRECTIONS[direction][n] > 0 else -size) for n in (0, 1)]
            expected = areas.blast(drawn, one.block, (corner[0], corner[1]), size)
            _check("dnd4e", drawn, here, expected, shape="close_blast", size=size, origin=name, direction=direction)


@pytest.mark.parametrize("seed", SEEDS)
def test_counted_distances(seed: int) -> None:
    drawn, here = scene(seed)
    counts = areas.counted(drawn, drawn.bodies["A"].block)
    for square in areas.board(drawn):
        asked = value("dnd4e", here, "distance", from_="A", to=square_name(Square(*square)))
        assert asked == counts.get(square, "unreachable"), square
