"""How much of a space is seen from a point."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import kit
import pytest
import slow_lines
from random_boards import as_obstacle, position, random_squares, random_walls, square_obstacle, wall

from tactics.core.lattice import Point, Square, corner
from tactics.core.space import Space, square_space
from tactics.geometry.effect import more_than_half_visible, visible_fraction
from tactics.geometry.scene import scene_of
from tactics.world.board import Wall

Squares = Sequence[tuple[int, int]]

HALF, WHOLE, NOTHING = Fraction(1, 2), Fraction(1), Fraction(0)
CASES: dict[str, tuple[Squares, list[Wall], Point, Space, Fraction]] = {
    "nothing in the way": ([], [], corner(0, 0), Space(2, 2, 1, 1), WHOLE),
    "behind a solid square": ([(1, 0)], [], corner(0, 0), Space(2, 0, 1, 1), NOTHING),
    "along the face of a solid square": ([(1, 0)], [], corner(0, 1), Space(2, 0, 1, 2), HALF),
    "wall on the near side": ([], wall((1, 1), (1, 2)), corner(0, 0), Space(1, 1, 1, 1), HALF),
    "half a wall on the near side": ([], wall((1, 1.5), (1, 2)), corner(0, 0), Space(1, 1, 1, 1), Fraction(11, 12)),
    "wall through the middle": ([], wall((1.5, 0), (1.5, 3)), corner(0, 1), Space(1, 1, 1, 1), HALF),
    "solid part of the space": ([(2, 1)], [], corner(0, 1), Space(1, 1, 2, 1), HALF),
    "from a corner of the space": ([], [], corner(1, 1), Space(1, 1, 2, 2), WHOLE),
    "from a corner, a wall across": ([], wall((1, 2), (2, 1)), corner(1, 1), Space(1, 1, 1, 1), HALF),
    "from the middle of the space": ([], wall((3, 1), (3, 3)), corner(2, 2), Space(1, 1, 2, 2), WHOLE),
    "from the middle, one quarter solid": ([(1, 1)], [], corner(2, 2), Space(1, 1, 2, 2), Fraction(3, 4)),
    "from inside a solid square": ([(1, 1)], [], Point(1500, 1500), Space(2, 1, 1, 1), NOTHING),
    "from the end of a wall": ([], wall((1, 1), (3, 1)), corner(1, 1), Space(2, 0, 1, 2), WHOLE),
    "two walls that hide the same part": (
        [],
        wall((1, 1), (1, 2)) + wall((1.5, 1.5), (1.5, 2), group=1),
        corner(0, 0),
        Space(1, 1, 1, 1),
        HALF,
    ),
}


@pytest.mark.parametrize(("squares", "walls", "point", "space", "share"), CASES.values(), ids=CASES)
def test_known_shares(squares: Squares, walls: list[Wall], point: Point, space: Space, share: Fraction) -> None:
    scene = scene_of(position(4, 4, squares, walls))
    assert visible_fraction(scene, point, space) == share
    assert more_than_half_visible(scene, point, space) is (share > HALF)


def test_solids_only_and_by_what_they_stop() -> None:
    world = kit.world("AC.T", walls=[{"line": [[3, 0], [3, 1]], "kind": "window", "glazed": True}])
    scene, target = scene_of(world), world.creature("T").space
    assert visible_fraction(scene, corner(1, 0), target) == WHOLE
    assert visible_fraction(scene, corner(1, 0), target, blocks="effect") == NOTHING


def test_one_way_walls_hide_from_one_side() -> None:
    scene = scene_of(position(4, 1, walls=wall((2, 0), (2, 1), one_way="left")))
    assert visible_fraction(scene, corner(0, 0), Space(3, 0, 1, 1)) == WHOLE
    assert visible_fraction(scene, corner(4, 0), Space(0, 0, 1, 1)) == NOTHING


def test_random_positions_against_a_raster_of_points() -> None:
    dice = Random(3)
    partly = 0
    for _ in range(60):
        squares, walls = random_squares(dice, 4, 4, 0.15), random_walls(dice, 4, 4, 4, 500)
        scene = scene_of(position(4, 4, squares, walls))
        everything = [square_obstacle(one) for one in squares] + [as_obstacle(one) for one in walls]
        point = Point(dice.randint(0, 8) * 500, dice.randint(0, 8) * 500)
        space = Space(dice.randint(0, 2), dice.randint(0, 2), 2, 2)
        shares = [visible_fraction(scene, point, square_space(one)) for one in space.squares()]
        share = visible_fraction(scene, point, space)
        assert share == sum(shares, Fraction(0)) / 4
        raster = [
            Point(space.x * 1000 + 67 + n * 133, space.y * 1000 + 71 + m * 131) for n in range(15) for m in range(15)
        ]
        seen = sum(_sees(point, one, everything) for one in raster)
        assert abs(seen / len(raster) - share) < 0.06
        partly += 0 < share < 1
    assert partly > 10


def _sees(point: Point, other: Point, everything: list[slow_lines.Obstacle]) -> bool:
    kinds = [kind for kind, _, _ in slow_lines.met_kinds(point, other, everything)]
    return "interior" not in kinds and "cross" not in kinds


def test_every_square_of_an_open_board_is_seen() -> None:
    scene = scene_of(position(6, 6))
    assert {visible_fraction(scene, corner(3, 2), square_space(Square(x, y))) for x in range(6) for y in range(6)} == {
        WHOLE
    }
