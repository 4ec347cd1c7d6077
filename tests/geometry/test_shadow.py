"""Shadows say of every line at once what a trace says of each."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from random_boards import position, random_space, random_squares, random_walls, wall

from tactics.core.lattice import UNIT, Point, Square, corner
from tactics.core.space import Space, square_space
from tactics.geometry.casters import casters_of
from tactics.geometry.grid import block_corners
from tactics.geometry.scene import scene_of
from tactics.geometry.shadow import blocked_corners, blocked_lines
from tactics.geometry.trace import Obstacle
from tactics.world.board import Wall


def stops(obstacle: Obstacle) -> bool:
    return True


def body(space: Space) -> Obstacle:
    return Obstacle(block_corners(*space), "body")


def picture(squares: Sequence[str], walls: Sequence[Wall] = (), bodies: Sequence[Obstacle] = ()) -> str:
    """The corners of some squares, x where the line from the first one is stopped; one more square lies all around."""
    solid = [(x + 1, y + 1) for y, row in enumerate(squares) for x, one in enumerate(row) if one == "#"]
    world = position(len(squares[0]) + 2, len(squares) + 2, solid, walls)
    (lines,) = blocked_lines(casters_of(scene_of(world), stops, bodies=bodies), [corner(1, 1)])
    return " ".join("".join("x" if one else "." for one in row) for row in lines[1:-1, 1:-1])


@pytest.mark.parametrize("seed", range(250))
def test_shadows_are_what_traces_say(seed: int) -> None:
    dice = Random(seed)
    width, height = dice.randint(2, 9), dice.randint(2, 9)
    step = dice.choice([UNIT, UNIT, UNIT // 2, UNIT // 4, UNIT // 10])
    solid = random_squares(dice, width, height, dice.choice([0, 0.1, 0.3, 0.6]))
    scene = scene_of(position(width, height, solid, random_walls(dice, width, height, dice.choice([0, 3, 8]), step)))
    bodies = [body(random_space(dice, width, height)) for _ in range(dice.randint(0, 3))]
    casters = casters_of(scene, stops, bodies=bodies)
    for shift in (0, UNIT // 2):
        places = [(dice.randrange(width), dice.randrange(height)) for _ in range(2)]
        starts = [Point(x * UNIT + shift, y * UNIT + shift) for x, y in places]
        lines = blocked_lines(casters, starts)
        assert lines.shape == (2, height + (shift == 0), width + (shift == 0))
        for number, row, column in np.ndindex(lines.shape):
            end = Point(column * UNIT + shift, row * UNIT + shift)
            expected = scene.is_stopped(starts[number], end, stops, bodies=bodies)
            assert lines[number, row, column] == expected, f"{starts[number]} to {end}"


def test_a_square_hides_what_lies_behind_its_inside() -> None:
    assert picture(["....", ".#..", "....", "...."]) == "..... ..... ..xx. ..xxx ...xx"


def test_squares_that_meet_at_a_corner_pinch_a_line() -> None:
    assert picture([".#.", "#..", "..."]) == ".... ..xx .xxx .xxx"


def test_bodies_that_meet_at_a_corner_pinch_nothing() -> None:
    bodies = [body(square_space(Square(2, 1))), body(square_space(Square(1, 2)))]
    assert picture(["...", "...", "..."], bodies=bodies) == ".... ..xx .x.x .xx."


def test_a_joint_of_walls_pinches_a_line_from_inside() -> None:
    walls = wall((3, 1), (3, 3), (1, 3))
    assert picture(["....", "....", "....", "...."], walls) == "..... ...xx ...xx .xxxx .xxxx"


def test_a_one_way_wall_hides_from_its_blocking_side_alone() -> None:
    assert picture([".."], wall((2, 1), (2, 2), one_way="left")) == "... ..."
    assert picture([".."], wall((2, 1), (2, 2), one_way="right")) == "... ..x"


def test_lines_to_the_corners_of_each_square_are_counted() -> None:
    lines = np.array([[0, 0, 0], [0, 1, 1], [1, 1, 1]], np.bool_)
    assert blocked_corners(lines).tolist() == [[1, 2], [3, 4]]


def test_squares_can_be_left_out_and_bodies_asked_about() -> None:
    scene = scene_of(position(5, 5, [(2, 2)]))
    casters = casters_of(scene, lambda one: one.kind != "body", bodies=[body(Space(1, 1, 3, 3))])
    assert blocked_lines(casters, [corner(1, 1)]).sum() == 7
    open_ground = casters_of(scene, stops, without=[Square(2, 2), Square(9, 9)])
    assert not blocked_lines(open_ground, [corner(1, 1)]).any()
