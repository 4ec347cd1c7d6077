"""All squares in view at once are those that clear lines reach one by one."""

from __future__ import annotations

from random import Random

import kit
import pytest
from random_boards import position, random_space, random_squares, random_walls, wall

from tactics.core.lattice import UNIT, Square
from tactics.core.space import Space, square_space
from tactics.geometry.effect import clear_segment
from tactics.geometry.scene import scene_of
from tactics.geometry.seen import seen_squares
from tactics.world.world import World


def picture(world: World, source: Space) -> str:
    return " ".join("".join("." if one else "x" for one in row) for row in seen_squares(scene_of(world), source))


@pytest.mark.parametrize("touch", ["strict", "lenient"])
@pytest.mark.parametrize("seed", range(40))
def test_every_square_is_as_a_clear_line_finds_it(seed: int, touch: str) -> None:
    dice = Random(seed)
    width, height = dice.randint(2, 11), dice.randint(2, 11)
    step = dice.choice([UNIT, UNIT, UNIT // 2, UNIT // 4])
    solid = random_squares(dice, width, height, dice.choice([0, 0.1, 0.3]))
    scene = scene_of(position(width, height, solid, random_walls(dice, width, height, dice.choice([0, 3, 8]), step)))
    source = random_space(dice, width, height)
    seen = seen_squares(scene, source, touch=touch)
    assert seen.shape == (height, width)
    for y in range(height):
        for x in range(width):
            found = clear_segment(scene, source, square_space(Square(x, y)), touch=touch)
            assert seen[y, x] == (found is not None), Square(x, y)


def test_a_wall_hides_its_far_side() -> None:
    world = position(5, 3, walls=wall((2, 0), (2, 3)))
    assert picture(world, Space(0, 1, 1, 1)) == "..xxx ..xxx ..xxx"


def test_two_walls_hide_together_what_neither_hides_alone() -> None:
    near, far = wall((2, 0), (2, 1.5)), wall((3, 1.25), (3, 3), group=1)
    for walls, hidden in ((near, False), (far, False), (near + far, True)):
        assert seen_squares(scene_of(position(6, 3, walls=walls)), Space(0, 1, 1, 1))[1, 5] != hidden


def test_sight_is_stopped_by_other_things_than_effect() -> None:
    world = kit.world("A..T", walls=[{"line": [[2, 0], [2, 1]], "kind": "curtain"}])
    scene, source = scene_of(world), world.creature("A").space
    assert seen_squares(scene, source)[0].tolist() == [True, True, True, True]
    assert seen_squares(scene, source, blocks="sight")[0].tolist() == [True, True, False, False]
