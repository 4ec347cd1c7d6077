"""Line of effect and of sight: known maps, barriers, points, narrow gaps, and random positions against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import kit
import pytest
import slow_lines
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import as_obstacle, position, random_space, random_squares, random_walls, wall

from tactics.core.lattice import UNIT, Point, Square, corner
from tactics.core.space import Space, square_space
from tactics.geometry.effect import Segment, clear_segment, visible_squares
from tactics.geometry.scene import Scene, scene_of
from tactics.world.board import Wall
from tactics.world.world import World

Lines = Sequence[Sequence[Sequence[float]]]


def place(world: World, name: str) -> Space:
    return world.creature(name).space


def sees(rows: str, lines: Lines = (), *, big: str = "", **options: Any) -> bool:
    """Whether A has a clear line to T, both ways asked."""
    creatures = {name: {"size": "large"} for name in big}
    world = kit.world(rows, walls=[{"line": line} for line in lines], creatures=creatures)
    scene, a, t = scene_of(world), place(world, "A"), place(world, "T")
    there, back = clear_segment(scene, a, t, **options), clear_segment(scene, t, a, **options)
    assert (there is None) is (back is None)
    return there is not None


MAPS: dict[str, tuple[str, Lines, bool]] = {
    "open row": ("A....T", (), True),
    "solid square on the row": ("A..#..T", (), False),
    "solid square in the middle of a slanting line": ("A......\n...#...\n......T", (), False),
    "both in a corridor": ("#######\nA.....T\n#######", (), True),
    "round a corner": ("A.....\n###...\n..#T..", (), False),
    "diagonal neighbours at a solid corner": ("A#\n.T", (), True),
    "diagonal neighbours between two solids": ("A#\n#T", (), False),
    "wall end between": (".A\n##\n.T", (), False),
    "thin wall between neighbours": ("AT", [[[1, 0], [1, 1]]], False),
    "thin wall half between diagonal neighbours": ("A.\n.T", [[[1, 0], [1, 1]]], True),
    "thin wall beside both": ("A..T", [[[0, 1], [4, 1]]], True),
    "gap in a wall straight ahead": ("..#..\nA...T\n..#..", (), True),
    "gap in a wall far off the line": ("...#...\nA......\n...#...\n...#...\n...#..T", (), False),
    "target in a doorway": ("A.....\n......\n##T###", (), True),
    "past a corner down the corridor": ("A######\n......T", (), True),
    "one row lower than a pillar": ("...#..T\nA......", (), True),
    "behind two stacked squares": ("A.....\n......\n...#..\n...#T.", (), False),
    "inside an angle of walls": ("A....\n..##.\n..#T.", (), False),
    "far side of a pillar one row off": ("A.....\n...#T.", (), True),
    "gap between thin walls": ("A.....\n......\n....T.", [[[3, 0], [3, 1]], [[3, 2], [3, 3]]], True),
    "over the top of a row of squares": ("A####T\n......", (), False),
    "far side of a single pillar": ("A..\n.#.\n..T", (), False),
    "level past a single pillar": ("...\nA#T\n...", (), False),
    "round a corner that hides the middle": ("####.####\n####A####\nT........\n#########", (), True),
    "from one doorway to another": (".....\n##T##\n.....\n.....\nA....", (), True),
    "corner to corner of thin walls": ("A.\n.T", [[[1, 0], [1, 1]], [[1, 1], [1, 2]]], False),
    "corner shared with two thin walls": ("A.\n.T", [[[1, 0], [1, 1], [0, 1]]], False),
    "corner shared with the far walls": ("A.\n.T", [[[1, 2], [1, 1], [2, 1]]], False),
    "corner shared with one near and one far wall": ("A.\n.T", [[[1, 0], [1, 1]], [[1, 1], [2, 1]]], True),
    "corner shared with opposite walls": ("A.\n.T", [[[1, 0], [1, 2]]], False),
    "slanting wall through the shared corner": ("A.\n.T", [[[0, 2], [2, 0]]], False),
    "slanting wall along the way": ("A..\n...\n..T", [[[0, 0], [3, 3]]], True),
    "short slanting wall across": ("A..T", [[[1.5, 0.25], [2.5, 0.75]]], True),
    "long slanting wall across": ("A..T", [[[1.5, 0], [2.5, 1]]], False),
    "thin wall on the target's side": ("A..T\n....", [[[3, 0], [3, 1]]], False),
    "thin wall behind the target": ("A..T.", [[[4, 0], [4, 1]]], True),
    "solid squares behind both": ("#A..T#", (), True),
    "through the target's square but not to it": ("A..T", [[[3.5, 0], [3.5, 1]]], True),
    "wall across the source": ("A..T", [[[0.25, 0], [0.25, 1]]], True),
    "both behind walls in their own squares": ("A..T", [[[1, 0], [1, 1]], [[3.5, 0], [3.5, 1]]], False),
}


@pytest.mark.parametrize(("rows", "lines", "clear"), MAPS.values(), ids=MAPS)
def test_known_maps(rows: str, lines: Lines, clear: bool) -> None:
    assert sees(rows, lines) is clear


def test_big_spaces() -> None:
    assert sees("A......\n....#TT\n....#TT", big="T")
    assert sees("A...TT\n....TT\n...#..", big="T")
    assert sees("AA....\nAA#..T\n..#...", big="A")
    assert not sees("AA#TT\nAA#TT", big="AT")
    assert sees("AA.TT\nAA#TT", big="AT")
    assert not sees("AA.TT\nAA#TT", [[[2, 0], [2, 1]]], big="AT")


def test_neighbours_of_a_big_space_need_one_open_face() -> None:
    wall_on_border = [[2, 0], [2, 2]]
    assert not sees("AAT\nAA.", [wall_on_border], big="A")
    assert sees("AA.\nAAT", [[[2, 0], [2, 1.9]]], big="A")


def clear_between(scene: Scene, a: Space | Point, b: Space | Point) -> bool:
    return clear_segment(scene, a, b) is not None


def test_overlapping_spaces_see_each_other() -> None:
    scene = scene_of(position(3, 3, [(1, 1)]))
    assert clear_between(scene, Space(0, 0, 1, 1), Space(0, 0, 1, 1))
    assert clear_between(scene, Space(0, 0, 2, 2), Space(1, 0, 2, 2))
    assert not clear_between(scene, Space(1, 1, 1, 1), Space(1, 1, 1, 1))
    assert not clear_between(scene, Space(0, 0, 2, 2), Space(1, 1, 2, 2))


def test_a_solid_square_of_a_space_hides_what_is_behind_it() -> None:
    scene = scene_of(position(5, 2, [(1, 0)]))
    assert clear_between(scene, Space(0, 0, 2, 2), Space(4, 0, 1, 2))
    assert not clear_between(scene, Space(1, 0, 1, 1), Space(4, 0, 1, 1))
    assert not clear_between(scene, Space(4, 0, 1, 1), Space(1, 0, 1, 1))
    one_row = scene_of(position(5, 1, [(1, 0)]))
    assert not clear_between(one_row, Space(0, 0, 2, 1), Space(4, 0, 1, 1))
    assert clear_between(one_row, Space(1, 0, 2, 1), Space(4, 0, 1, 1))


@pytest.mark.parametrize(
    ("barrier", "effect", "sight"),
    [
        ({"kind": "wall"}, False, False),
        ({"kind": "door", "state": "closed"}, False, False),
        ({"kind": "door", "state": "locked"}, False, False),
        ({"kind": "door", "state": "open"}, True, True),
        ({"kind": "force"}, False, True),
        ({"kind": "curtain"}, True, False),
        ({"kind": "portcullis"}, True, True),
        ({"kind": "window"}, True, True),
        ({"kind": "window", "glazed": True}, False, True),
        ({"kind": "arrow_slit"}, True, True),
        ({"kind": "low_wall"}, True, True),
    ],
)
def test_barriers(barrier: dict[str, object], effect: bool, sight: bool) -> None:
    world = kit.world("A..T", walls=[{"line": [[2, 0], [2, 1]], **barrier}])
    scene, a, t = scene_of(world), place(world, "A"), place(world, "T")
    assert (clear_segment(scene, a, t, blocks="effect") is not None) is effect
    assert (clear_segment(scene, a, t, blocks="sight") is not None) is sight


def test_creatures_never_stand_in_the_way() -> None:
    assert sees("A.CC.T\n..CC..", big="C")


def test_one_way_wall() -> None:
    """The wall runs down, so it stops what comes from its left, the east."""
    scene = scene_of(position(4, 1, walls=wall((2, 0), (2, 1), one_way="left")))
    west, east = Space(0, 0, 1, 1), Space(3, 0, 1, 1)
    assert clear_between(scene, west, east)
    assert not clear_between(scene, east, west)
    assert clear_between(scene, west, corner(4, 0))
    assert not clear_between(scene, corner(4, 1), west)
    assert not clear_between(scene, east, Point(500, 500))
    assert clear_between(scene, Point(500, 500), Point(3500, 500))
    assert not clear_between(scene, Point(3500, 500), Point(500, 500))


def test_a_slanting_one_way_wall_may_be_crossed_on_some_lines_only() -> None:
    """From the west some lines cross the wall from its right, steep ones from its left."""
    walls = wall((2, 0), (3, 3), one_way="left") + wall((2, 0), (3, 3), group=1, one_way="right")
    both = scene_of(position(6, 3, walls=walls))
    only = scene_of(position(6, 3, walls=walls[:1]))
    assert not clear_between(both, Space(0, 1, 1, 1), Space(5, 1, 1, 1))
    assert clear_between(only, Space(0, 1, 1, 1), Space(5, 1, 1, 1))
    assert not clear_between(only, Space(5, 1, 1, 1), Space(0, 1, 1, 1))


class TestPoints:
    """Lines from a point of the lattice."""

    scene = scene_of(position(5, 3, [(2, 0), (2, 1)]))

    def test_round_a_corner(self) -> None:
        reached = visible_squares(self.scene, corner(2, 2), (Square(x, y) for x in range(5) for y in range(3)))
        assert reached == {Square(x, y) for x in range(2) for y in range(3)} | {Square(x, 2) for x in range(2, 5)}

    def test_contact_at_the_point_itself_does_not_count(self) -> None:
        assert clear_between(self.scene, corner(2, 0), Space(1, 0, 1, 1))
        assert clear_between(self.scene, corner(3, 2), Space(4, 0, 1, 1))
        assert not clear_between(self.scene, corner(3, 2), Space(1, 0, 1, 1))
        assert clear_between(self.scene, corner(3, 2), Space(1, 2, 1, 1))

    def test_inside_a_solid(self) -> None:
        assert not clear_between(self.scene, Point(2500, 500), Space(1, 0, 1, 1))
        assert not clear_between(self.scene, Point(2500, 500), Space(2, 0, 1, 1))
        assert not clear_between(self.scene, corner(2, 0), Space(2, 0, 1, 1))

    def test_on_a_side_of_a_solid(self) -> None:
        assert clear_between(self.scene, Point(2000, 500), Space(0, 2, 1, 1))
        assert not clear_between(self.scene, Point(2000, 500), Space(3, 0, 1, 1))

    def test_between_two_solids_that_share_the_point(self) -> None:
        scene = scene_of(position(2, 2, [(0, 0), (1, 1)]))
        assert clear_between(scene, corner(1, 1), Space(1, 0, 1, 1))
        assert clear_between(scene, corner(1, 1), Space(0, 1, 1, 1))
        assert not clear_between(scene, Space(1, 0, 1, 1), Space(0, 1, 1, 1))

    def test_on_a_wall(self) -> None:
        scene = scene_of(position(4, 2, walls=wall((2, 0), (2, 2))))
        assert clear_between(scene, corner(2, 1), Space(0, 0, 1, 1))
        assert clear_between(scene, corner(2, 1), Space(3, 1, 1, 1))

    def test_inside_the_space(self) -> None:
        assert clear_between(self.scene, Point(500, 500), Space(0, 0, 1, 1))
        assert clear_between(self.scene, corner(1, 1), Space(0, 0, 2, 2))
        assert clear_between(self.scene, Space(0, 0, 2, 2), corner(1, 1))

    def test_between_two_points(self) -> None:
        assert clear_between(self.scene, corner(0, 2), corner(1, 0))
        assert not clear_between(self.scene, corner(0, 2), corner(5, 2))
        assert not clear_between(self.scene, corner(1, 0), corner(3, 0))
        assert clear_between(self.scene, corner(2, 2), corner(5, 3))
        assert clear_segment(self.scene, corner(0, 2), corner(5, 2), touch="lenient") is not None
        assert clear_between(self.scene, corner(2, 2), corner(2, 2))
        assert not clear_between(self.scene, Point(2500, 500), Point(2500, 500))


LENIENT: dict[str, tuple[str, Lines, bool]] = {
    "along a row of squares": ("......\nA####T\n......", (), True),
    "past the corner of a pillar": ("A..\n.#.\n..T", (), True),
    "along a wall between two squares": (".A\n##\n.T", (), True),
    "between two solids that share the corner": ("A#\n#T", (), False),
    "between thin walls that meet in the corner": ("A.\n.T", [[[1, 0], [1, 2]], [[0, 1], [2, 1]]], False),
    "through a long wall": ("....\nA..T\n....", [[[2, 0], [2, 3]]], False),
    "along the seam of solid rock": ("######\nA####T\n######", (), False),
    "to a target in a box": (".....\nA..T.\n.....", [[[3, 1], [4, 1], [4, 2], [3, 2], [3, 1]]], False),
    "out of a box": (".....\n.A.T.\n.....", [[[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]], False),
    "out of a corner of two walls": (".....\n.A.T.\n.....", [[[0, 1], [2, 1], [2, 3]]], False),
    "along squares on alternating sides": ("A#....\n...#.T", (), True),
}


@pytest.mark.parametrize(("rows", "lines", "clear"), LENIENT.values(), ids=LENIENT)
def test_lenient_touch(rows: str, lines: Lines, clear: bool) -> None:
    assert not sees(rows, lines) or clear
    assert sees(rows, lines, touch="lenient") is clear


@pytest.mark.parametrize("width", [150, 199, 200, 250])
@pytest.mark.parametrize("shape", ["ends", "end and wall", "end and square", "border", "slanting"])
def test_narrow_openings_are_closed(width: int, shape: str) -> None:
    """The only way from the left half of the board to the right one is an opening of the given width."""
    w = width / 1000
    solid: list[tuple[int, int]] = []
    if shape == "ends":
        walls = wall((2, 0), (2, 1)) + wall((2, 1 + w), (2, 3), group=1)
    elif shape == "end and wall":
        walls = wall((2, 0), (2, 1)) + wall((1, 1 + w), (3, 1 + w), group=1) + wall((2, 1 + w), (2, 3), group=2)
    elif shape == "end and square":
        walls, solid = wall((2, 0), (2, 2 - w)), [(1, 2), (2, 2)]
    elif shape == "border":
        walls = wall((2, 0), (2, 3 - w))
    else:
        walls = wall((2, 0), (2 + 0.6 * w, 1)) + wall((2, 1 + 0.8 * w), (2, 3), group=1)
    scene = scene_of(position(4, 3, solid, walls))
    left, right = Space(0, 0, 1, 3), Space(3, 0, 1, 3)
    assert clear_segment(scene, left, right) is not None
    assert (clear_segment(scene, left, right, narrow=200) is not None) is (width >= 200)
    assert clear_segment(scene, corner(0, 0), right, narrow=200) is None or width >= 200


def test_narrow_openings_leave_other_lines_alone() -> None:
    scene = scene_of(position(4, 3, walls=wall((2, 0), (2, 1)) + wall((2, 1.1), (2, 2), group=1)))
    assert clear_segment(scene, Space(0, 0, 1, 1), Space(3, 2, 1, 1), narrow=200) is not None
    assert clear_segment(scene, Space(0, 1, 1, 1), Space(3, 1, 1, 1), narrow=200) is None


def random_board(dice: Random, most: int, step: int) -> tuple[list[Square], list[Wall], World]:
    width, height = dice.randint(2, most), dice.randint(2, most)
    squares = random_squares(dice, width, height, dice.choice([0, 0.1, 0.2, 0.35]))
    walls = random_walls(dice, width, height, dice.choice([0, 2, 4]), step)
    return squares, walls, position(width, height, squares, walls)


def random_source(dice: Random, world: World) -> Space | Point:
    width, height = world.board.width, world.board.height
    if dice.random() < 0.7:
        return random_space(dice, width, height)
    return Point(dice.randint(0, 2 * width) * UNIT // 2, dice.randint(0, 2 * height) * UNIT // 2)


@pytest.mark.parametrize(("seed", "most", "step", "count"), [(1, 5, 1000, 700), (2, 4, 500, 500), (3, 3, 250, 300)])
def test_random_positions_against_every_direction(seed: int, most: int, step: int, count: int) -> None:
    dice = Random(seed)
    outcomes = {True: 0, False: 0}
    for _ in range(count):
        squares, walls, world = random_board(dice, most, step)
        source, target = random_source(dice, world), random_space(dice, world.board.width, world.board.height)
        blocks = [(x * UNIT, y * UNIT, (x + 1) * UNIT, (y + 1) * UNIT) for x, y in squares]
        expected = slow_lines.clear(source, target, blocks, [as_obstacle(one) for one in walls])
        assert clear_between(scene_of(world), source, target) is expected
        outcomes[expected] += 1
    assert min(outcomes.values()) > count // 10


def solid_touched(scene: Scene, segment: Segment) -> bool:
    return bool(scene.trace(segment.start, segment.end).mets)


@given(st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_the_segment_is_a_witness(dice: Random) -> None:
    _, _, world = random_board(dice, 5, 1000)
    a, b = (random_space(dice, world.board.width, world.board.height) for _ in range(2))
    scene = scene_of(world)
    found = clear_segment(scene, a, b)
    if found is not None:
        assert not solid_touched(scene, found)
        for point, space in ((found.start, a), (found.end, b)):
            low, _, _, high = space.outer_corners()
            assert low.x <= point.x <= high.x
            assert low.y <= point.y <= high.y


@given(st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_it_is_mutual_and_no_wall_improves_it(dice: Random) -> None:
    squares, walls, world = random_board(dice, 5, 500)
    walls = [replace(one, one_way="") for one in walls]
    width, height = world.board.width, world.board.height
    world = position(width, height, squares, walls)
    source, target = random_source(dice, world), random_space(dice, width, height)
    more = walls + [replace(one, one_way="") for one in random_walls(dice, width, height, 2, 500)]
    for touch in ("strict", "lenient"):
        before = clear_segment(scene_of(world), source, target, touch=touch)
        if isinstance(source, Space) or touch == "strict":
            assert (clear_segment(scene_of(world), target, source, touch=touch) is None) is (before is None)
        after = clear_segment(scene_of(position(width, height, squares, more)), source, target, touch=touch)
        assert before is not None or after is None
    strict, lenient = (clear_segment(scene_of(world), source, target, touch=touch) for touch in ("strict", "lenient"))
    assert strict is None or lenient is not None


@given(st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=150, deadline=None)
def test_order_of_walls_and_extra_points_do_not_matter(dice: Random, pieces: bool) -> None:
    squares, walls, world = random_board(dice, 5, 500)
    width, height = world.board.width, world.board.height
    source, target = random_source(dice, world), random_space(dice, width, height)
    mixed = dice.sample(walls, len(walls))
    if pieces:
        mixed = [part for one in mixed for part in _halves(one)]
    expected = clear_between(scene_of(world), source, target)
    assert clear_between(scene_of(position(width, height, squares, mixed)), source, target) is expected


def _halves(one: Wall) -> list[Wall]:
    middle = Point((one.start.x + one.end.x) // 2, (one.start.y + one.end.y) // 2)
    return [replace(one, end=middle), replace(one, start=middle)]


@given(st.randoms(use_true_random=False), st.sampled_from([(x, y, s) for x in "+-" for y in "+-" for s in "ns"]))
@settings(max_examples=200, deadline=None)
def test_the_eight_symmetries(dice: Random, symmetry: tuple[str, str, str]) -> None:
    squares, walls, world = random_board(dice, 5, 500)
    board, swap = world.board, symmetry[2] == "s"
    source, target = random_source(dice, world), random_space(dice, board.width, board.height)
    width, height = (board.height, board.width) if swap else (board.width, board.height)

    def turned(point: Point) -> Point:
        x, y = (point.y, point.x) if swap else (point.x, point.y)
        return Point(x if symmetry[0] == "+" else width * UNIT - x, y if symmetry[1] == "+" else height * UNIT - y)

    def turned_place(one: Space | Point) -> Space | Point:
        if isinstance(one, Point):
            return turned(one)
        corners = [turned(point) for point in one.outer_corners()]
        (left, top), (right, bottom) = min(corners), max(corners)
        return Space(left // UNIT, top // UNIT, (right - left) // UNIT, (bottom - top) // UNIT)

    mirrored = (symmetry[0] != symmetry[1]) != swap
    other = {"": "", "left": "right", "right": "left"}
    images = [
        replace(
            one, start=turned(one.start), end=turned(one.end), one_way=other[one.one_way] if mirrored else one.one_way
        )
        for one in walls
    ]
    solid = [turned_place(square_space(one)) for one in squares]
    image = position(width, height, [(one[0], one[1]) for one in solid], images)
    for touch in ("strict", "lenient"):
        mine = clear_segment(scene_of(world), source, target, touch=touch)
        theirs = clear_segment(scene_of(image), turned_place(source), turned_place(target), touch=touch)
        assert (mine is None) is (theirs is None)


def test_a_forest_of_pillars_is_quick_and_exact() -> None:
    world = position(30, 30, [(x, y) for x in range(0, 30, 2) for y in range(0, 30, 2)])
    scene, source = scene_of(world), Space(1, 1, 1, 1)
    open_squares = [Square(x, y) for x in range(30) for y in range(30) if x % 2 or y % 2]
    seen = visible_squares(scene, source, open_squares)
    assert {Square(1, y) for y in range(30)} | {Square(x, 1) for x in range(30)} <= seen
    assert Square(2, 3) in seen
    assert Square(3, 3) not in seen
    assert all((square.y, square.x) in seen for square in seen)


def test_squares_off_the_board_are_not_seen() -> None:
    scene = scene_of(position(3, 3, [(1, 1)]))
    around = [Square(x, y) for x in range(-2, 5) for y in range(-2, 5)]
    assert visible_squares(scene, corner(1, 1), around) == visible_squares(
        scene, corner(1, 1), [Square(x, y) for x in range(3) for y in range(3)]
    )
    assert visible_squares(scene, Space(0, 0, 1, 1), [Square(-1, 0), Square(2, 0), Square(3, 0)]) == {Square(2, 0)}
