"""A position as obstacles: what becomes one, the grid index, merging and welding, and what is kept."""

from __future__ import annotations

import gc
import weakref
from random import Random

import kit
import pytest
import slow_lines
from random_boards import as_obstacle, position, random_squares, random_walls, square_obstacle, wall

from tactics.core.lattice import Point, Square, corner, parse_square
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.world.edit import moved, with_door


def stops_effect(obstacle: Obstacle) -> bool:
    return "effect" in obstacle.blocks


def names(obstacles: tuple[Obstacle, ...]) -> list[str]:
    return sorted(obstacle.creature or obstacle.what for obstacle in obstacles)


def test_squares_that_obstruct() -> None:
    scene = scene_of(kit.world("#on ,%@:.A"))
    along = scene.obstacles_on(Point(0, 500), Point(10000, 500))
    assert names(along) == ["low_obstacle", "no_square", "pillar", "wall"]
    assert names(scene.obscuring_on(Point(0, 500), Point(10000, 500))) == ["heavy_obscurement", "light_obscurement"]
    assert scene.square_at(Square(4, 0)) is None
    assert scene.square_at(Square(-1, 0)) is None
    assert scene.square_at(Square(0, 1)) is None
    pillar = scene.square_at(Square(1, 0))
    assert pillar is not None
    assert (pillar.kind, pillar.square, pillar.cover, pillar.blocks) == ("square", Square(1, 0), "object", frozenset())
    assert pillar.corners == (corner(1, 0), corner(2, 0), corner(2, 1), corner(1, 1))


def test_a_hole_is_solid_like_the_outside_of_the_map() -> None:
    scene = scene_of(kit.world("A.. ..T"))
    hole = scene.square_at(parse_square("D1"))
    assert hole is not None
    assert hole.blocks == {"movement", "sight", "effect"}
    assert scene.is_stopped(Point(500, 500), Point(6500, 500), stops_effect)


def test_bodies() -> None:
    world = kit.world("A.OO\n..OO\nB...", creatures={"O": {"size": "large", "name": "Ogre", "z": 5}})
    bodies = {body.creature: body for body in scene_of(world).bodies()}
    assert set(bodies) == {"A", "B", "O"}
    ogre = bodies["O"]
    assert (ogre.kind, ogre.square, ogre.name.en, ogre.ground_z_ft) == ("body", Square(2, 0), "Ogre", 5)
    assert ogre.corners == (corner(2, 0), corner(4, 0), corner(4, 2), corner(2, 2))
    assert names(scene_of(world).bodies(without=["A", "O"])) == ["B"]


def test_a_creature_in_the_way_stops_only_where_it_is_given() -> None:
    scene = scene_of(kit.world("A..c..T".replace("c", "C")))
    line = corner(1, 0), corner(6, 1)
    between = scene.bodies(without=["A", "T"])
    assert not scene.is_stopped(*line, lambda one: True)
    assert scene.is_stopped(*line, lambda one: True, bodies=between)
    assert [met.obstacle.creature for met in scene.trace(*line, bodies=between).mets] == ["C"]
    extra = square_obstacle(Square(2, 0))
    assert [met.obstacle for met in scene.trace(*line, extra=[extra]).mets] == [extra]


def test_the_border_of_the_map_neither_blocks_nor_pinches() -> None:
    scene = scene_of(kit.world("A.#.T"))
    assert not scene.is_stopped(corner(0, 0), corner(5, 0), stops_effect)
    assert not scene.is_stopped(corner(0, 1), corner(5, 1), stops_effect)
    assert [met.kind for met in scene.trace(corner(0, 0), corner(5, 0)).mets] == ["edge"]


@pytest.mark.parametrize("step", [1000, 250, 7])
def test_the_index_finds_all_that_a_line_meets(step: int) -> None:
    dice = Random(step)
    for _ in range(150):
        squares, walls = random_squares(dice, 6, 5, 0.2), random_walls(dice, 6, 5, 6, step)
        scene = scene_of(position(6, 5, squares, walls))
        everything = [square_obstacle(one) for one in squares] + [as_obstacle(one) for one in walls]
        for _ in range(5):
            start, end = (
                Point(dice.randint(0, 6000 // step) * step, dice.randint(0, 5000 // step) * step) for _ in range(2)
            )
            met = {(m.kind, m.side, m.obstacle.corners) for m in scene.trace(start, end).mets}
            slow = {(kind, side, one.corners) for kind, side, one in slow_lines.met_kinds(start, end, everything)}
            assert slow <= met
            hairs = {contact for contact in met - slow if _length(contact[2]) < 10}
            assert met - slow == hairs


def _length(corners: tuple[Point, ...]) -> float:
    return float((corners[0].x - corners[1].x) ** 2 + (corners[0].y - corners[1].y) ** 2) ** 0.5


def test_walls_off_the_map_do_no_harm() -> None:
    scene = scene_of(position(3, 3, walls=wall((-5, -5), (9, -2)) + wall((1, -4), (1, 9), group=1)))
    assert scene.is_stopped(Point(500, 500), Point(2500, 500), stops_effect)
    assert not scene.is_stopped(Point(1500, 500), Point(2500, 2500), stops_effect)


def test_straight_pieces_of_one_wall_become_one_obstacle() -> None:
    straight = wall((1, 0), (1, 0.5), (1, 1.25), (1, 2), (2, 2))
    near = scene_of(position(4, 4, walls=straight)).obstacles_on(corner(1, 0), corner(1, 3))
    assert [one.corners for one in near] == [(corner(1, 0), corner(1, 2)), (corner(1, 2), corner(2, 2))]
    assert [one.wall for one in near] == [0, 3]
    there_and_back = wall((1, 0), (1, 2), (1, 1))
    assert len(scene_of(position(4, 4, walls=there_and_back)).obstacles_on(corner(1, 0), corner(1, 3))) == 2
    two_walls = wall((1, 0), (1, 1)) + wall((1, 1), (1, 2), group=1)
    assert len(scene_of(position(4, 4, walls=two_walls)).obstacles_on(corner(1, 0), corner(1, 3))) == 2


@pytest.mark.parametrize(("gap", "closed"), [(2, True), (9, True), (10, False)])
def test_hairs_breadths_between_wall_ends_are_closed(gap: int, closed: bool) -> None:
    below = (2000 + gap) / 1000
    straight = scene_of(position(4, 4, walls=wall((2, 0), (2, 2)) + wall((2, below), (2, 4), group=1)))
    assert straight.is_stopped(Point(500, 2000 + gap // 2), Point(3500, 2000 + gap // 2), stops_effect) is closed
    bent = scene_of(position(4, 4, walls=wall((2, 0), (2, 2)) + wall((below, 2), (4, 2), group=1)))
    middle = Point(2000 + gap // 2, 2000)
    through = Point(middle.x - 400, middle.y + 400), Point(middle.x + 400, middle.y - 400)
    assert bent.is_stopped(*through, stops_effect) is closed


@pytest.mark.parametrize(("gap", "closed"), [(5, True), (10, False)])
@pytest.mark.parametrize(
    ("start", "end", "away"), [((0, 2), (4, 2), (0, -1)), ((2, 0), (2, 4), (1, 0)), ((0, 0.5), (4, 3.5), (0.6, -0.8))]
)
def test_hairs_breadths_between_an_end_and_a_wall_are_closed(
    gap: int, closed: bool, start: tuple[float, float], end: tuple[float, float], away: tuple[float, float]
) -> None:
    """A wall that stops short of another one; the line through the gap runs along the second."""
    short = wall((2 + away[0], 2 + away[1]), (2 + away[0] * gap / 1000, 2 + away[1] * gap / 1000))
    scene = scene_of(position(4, 4, walls=short + wall(start, end, group=1)))
    through = [
        Point(round(2000 + away[0] * gap / 2 + n * away[1]), round(2000 + away[1] * gap / 2 - n * away[0]))
        for n in (-500, 500)
    ]
    assert scene.is_stopped(*through, stops_effect) is closed


@pytest.mark.parametrize(("gap", "closed"), [(9, True), (10, False)])
def test_hairs_breadths_between_a_wall_and_a_solid_square_are_closed(gap: int, closed: bool) -> None:
    scene = scene_of(position(4, 3, [(2, 1)], wall((1, 1.5), (2 - gap / 1000, 1.5))))
    assert scene.is_stopped(Point(1995, 1200), Point(1995, 1800), stops_effect) is closed


@pytest.mark.parametrize(
    ("kind", "state", "welded"),
    [
        ("low_wall", "", [(frozenset(), "low")]),
        ("door", "closed", [(frozenset({"movement", "sight", "effect"}), "solid")]),
        ("door", "open", []),
    ],
)
def test_a_weld_is_as_the_weaker_of_its_neighbours(
    kind: str, state: str, welded: list[tuple[frozenset[str], str]]
) -> None:
    short = {"line": [[2, 0], [2, 1]], "kind": kind, **({"state": state} if state else {})}
    world = kit.world("....\n....\n....", walls=[short, {"line": [[1, 1.005], [3, 1.005]]}])
    near = scene_of(world).obstacles_on(corner(2, 0), corner(2, 1))
    assert [(one.blocks, one.cover) for one in near if _length(one.corners) < 10] == welded


def test_scenes_are_kept_with_their_position_and_grounds_with_their_board() -> None:
    world = kit.world("A#.\n...", walls=[{"line": [[2, 0], [2, 2]], "kind": "door"}])
    assert scene_of(world) is scene_of(world)
    later = moved(world, "A", Square(0, 1))
    line = Point(500, 500), Point(2500, 500)
    mine, other = scene_of(world).obstacles_on(*line), scene_of(later).obstacles_on(*line)
    assert [id(one) for one in mine] == [id(one) for one in other]
    assert scene_of(later).bodies()[0].square == Square(0, 1)
    opened = with_door(world, 0, "open")
    assert scene_of(world).is_stopped(Point(2500, 1500), Point(500, 1500), stops_effect)
    assert not scene_of(opened).is_stopped(Point(2500, 1500), Point(500, 1500), stops_effect)


def test_scenes_do_not_keep_positions_alive() -> None:
    world = kit.world("A..")
    scene_of(world)
    gone = weakref.ref(world), weakref.ref(world.board)
    del world
    gc.collect()
    assert [one() for one in gone] == [None, None]


@pytest.mark.parametrize(
    ("kind", "blocks", "cover"),
    [
        ("wall", {"movement", "sight", "effect"}, "solid"),
        ("window", {"movement"}, "window"),
        ("curtain", {"sight"}, "none"),
        ("low_wall", set(), "low"),
    ],
)
def test_walls_say_what_they_are(kind: str, blocks: set[str], cover: str) -> None:
    world = kit.world("...\n...", walls=[{"line": [[0, 1], [1, 1]]}, {"line": [[1, 0], [1, 2]], "kind": kind}])
    (found,) = [one for one in scene_of(world).obstacles_on(Point(500, 500), Point(1500, 500)) if one.group == 1]
    assert (found.kind, found.what, found.blocks, found.cover, found.wall) == ("wall", kind, blocks, cover, 1)


def test_a_line_looks_at_few_of_five_thousand_walls() -> None:
    dice = Random(9)
    walls = []
    for group in range(2500):
        x, y, across = dice.uniform(1, 198), dice.uniform(1, 198), dice.choice([(0.4, 0), (0, 0.4), (0.3, 0.2)])
        bend = x + across[0], y + across[1]
        walls += wall((x, y), bend, (bend[0] + across[1], bend[1] + across[0]), group=group)
    scene = scene_of(position(200, 200, walls=walls))
    ends = [Point(100_000 + x * 1000, 100_000 + y * 1000) for x in range(-12, 13) for y in (-12, 12)]
    assert max(len(scene.obstacles_on(corner(100, 100), end)) for end in ends) < 60
