"""Clear lines with ends at round places."""

from __future__ import annotations

from random import Random

import kit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import position, random_space, random_squares, random_walls

from tactics.core.lattice import UNIT, Point, corner
from tactics.core.space import Space
from tactics.geometry.effect import Segment, clear_segment
from tactics.geometry.neat import neat_segment
from tactics.geometry.scene import scene_of

LINES: dict[str, tuple[str, str, tuple[int, int], tuple[int, int]]] = {
    "centre to centre": ("A....T", "", (500, 500), (5500, 500)),
    "from another square of a big creature": ("AA....\nAA#..T\n..#...", "A", (1500, 500), (5500, 1500)),
    "round a corner": ("A..\n##T", "", (500, 250), (2750, 1250)),
    "along a wall": ("A######\n......T", "", (200, 900), (6500, 1700)),
}


@pytest.mark.parametrize("name", LINES)
def test_ends_are_as_round_as_the_obstacles_allow(name: str) -> None:
    rows, big, start, end = LINES[name]
    world = kit.world(rows, creatures={one: {"size": "large"} for one in big})
    found = neat_segment(scene_of(world), world.creature("A").space, world.creature("T").space)
    assert found == Segment(Point(*start), Point(*end))


def test_no_line_stays_no_line() -> None:
    world = kit.world("A#\n#T")
    assert neat_segment(scene_of(world), world.creature("A").space, world.creature("T").space) is None


def test_a_point_stays_where_it_is() -> None:
    world = kit.world("A.....\n......\n##T###")
    scene, space = scene_of(world), world.creature("T").space
    there = neat_segment(scene, corner(1, 1), space)
    back = neat_segment(scene, space, corner(1, 1))
    assert there == Segment(corner(1, 1), Point(2750, 2250))
    assert back == Segment(Point(2750, 2250), corner(1, 1))


def _inside(point: Point, space: Space) -> bool:
    left, top = space.x * UNIT, space.y * UNIT
    return left < point.x < left + space.width * UNIT and top < point.y < top + space.height * UNIT


@given(st.randoms(use_true_random=False))
@settings(max_examples=120, deadline=None)
def test_a_neat_line_is_clear_and_there_whenever_a_line_is(dice: Random) -> None:
    width, height = 7, 6
    squares = random_squares(dice, width, height, 0.2)
    world = position(width, height, squares, random_walls(dice, width, height, 3, 500))
    source, target = random_space(dice, width, height), random_space(dice, width, height)
    plain = clear_segment(scene_of(world), source, target, roomy=True)
    found = neat_segment(scene_of(world), source, target)
    assert (plain is None) is (found is None)
    if found is not None and found != plain:
        assert _inside(found.start, source)
        assert _inside(found.end, target)
        assert not scene_of(world).solids("effect").touches(*found)
