"""What a line meets: the table of clear and blocked lines, ends, pinches, one-way walls, and random positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
import slow_lines
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import as_obstacle, random_squares, random_walls, square_obstacle, wall

from tactics.core.lattice import Point, Square, corner
from tactics.geometry.trace import Met, Obstacle, Trace, is_stopped, trace


def squares(*places: tuple[int, int], kind: str = "square") -> list[Obstacle]:
    return [square_obstacle(Square(*place), kind) for place in places]


def walls(*points: tuple[float, float], one_way: str = "") -> list[Obstacle]:
    return [as_obstacle(one) for one in wall(*points, one_way=one_way)]


def anything(obstacle: Obstacle) -> bool:
    return True


def kinds(start: Point, end: Point, obstacles: list[Obstacle]) -> list[str]:
    return [met.kind for met in trace(start, end, obstacles).mets]


LINES = {
    "along one square": ((0, 1), (6, 1), squares((3, 0)), True),
    "along the seam of two squares": ((0, 1), (6, 1), squares((3, 0), (3, 1)), False),
    "past the corner of a square": ((0, 0), (4, 2), squares((2, 0)), True),
    "between two squares that share a corner": ((0, 0), (4, 4), squares((2, 1), (1, 2)), False),
    "along squares on alternating sides": ((0, 1), (6, 1), squares((1, 0), (4, 1)), True),
    "between staggered squares that share a corner": ((0, 1), (6, 1), squares((2, 0), (3, 1)), False),
    "past the end of a wall": ((0, 0), (4, 0), walls((2, 0), (2, 2)), True),
    "through a wall": ((0, 1), (4, 1), walls((2, 0), (2, 2)), False),
    "along a wall": ((0, 1), (4, 1), walls((1, 1), (3, 1)), True),
    "along the seam of two creatures": ((0, 1), (6, 1), squares((3, 0), (3, 1), kind="body"), True),
    "between a square and a creature": ((0, 1), (6, 1), squares((3, 0)) + squares((3, 1), kind="body"), True),
    "through a creature": ((0, 1), (6, 2), squares((3, 1), kind="body"), False),
    "through two pieces joined on the line": ((0, 1), (4, 1), walls((2, 0), (2, 1), (2, 2)), False),
    "through the bend of a wall": ((0, 1), (4, 1), walls((1, 0), (2, 1), (1, 2)), False),
    "touching the bend of a wall from outside": ((0, 1), (4, 1), walls((1, 0), (2, 1), (3, 0)), True),
    "between a wall's end and a square": ((0, 1), (4, 1), walls((2, 0), (2, 1)) + squares((1, 1)), False),
    "past a wall's end and later a square": ((0, 1), (6, 1), walls((2, 0), (2, 1)) + squares((3, 1)), True),
    "lengthwise through the middle of a wall bent twice": (
        (0, 1),
        (6, 1),
        walls((2, 0), (2, 1), (4, 1), (4, 2)),
        False,
    ),
    "the same with the middle in two pieces": ((0, 1), (6, 1), walls((2, 0), (2, 1), (3, 1), (4, 1), (4, 2)), False),
    "along a wall with both ends bent to one side": ((0, 1), (6, 1), walls((2, 0), (2, 1), (4, 1), (4, 0)), True),
    "along a wall, squares on both sides apart": (
        (0, 1),
        (8, 1),
        walls((3, 1), (5, 1)) + squares((1, 0), (6, 1)),
        True,
    ),
    "along the sides of two squares in a row": ((0, 1), (6, 1), squares((2, 0), (3, 0)), True),
}


@pytest.mark.parametrize(("start", "end", "obstacles", "clear"), LINES.values(), ids=LINES)
def test_table(start: tuple[int, int], end: tuple[int, int], obstacles: list[Obstacle], clear: bool) -> None:
    for a, b in ((corner(*start), corner(*end)), (corner(*end), corner(*start))):
        assert trace(a, b, obstacles).stopped(anything) is not clear
        assert is_stopped(a, b, obstacles, anything) is not clear


def test_mets_come_in_order_with_side_and_place() -> None:
    behind, left, right, across = *squares((4, 1), (1, 0), (2, 1)), *walls((6, 0), (6, 2))
    found = trace(corner(0, 1), corner(8, 1), [behind, across, right, left])
    assert [(met.obstacle, met.kind, met.side, met.at) for met in found.mets] == [
        (left, "edge", "left", corner(1, 1)),
        (right, "edge", "right", corner(2, 1)),
        (behind, "edge", "right", corner(4, 1)),
        (across, "cross", "", corner(6, 1)),
    ]


def test_place_of_entry_is_rounded() -> None:
    (met,) = trace(corner(0, 0), corner(3, 1), squares((1, 0))).mets
    assert met == Met(squares((1, 0))[0], "interior", Point(1000, 333))


def test_what_touches_an_end_only_does_not_count() -> None:
    assert kinds(corner(1, 1), corner(3, 2), squares((0, 0), (0, 1), (3, 2))) == []
    assert kinds(corner(1, 1), corner(3, 1), walls((1, 0), (1, 2)) + walls((3, 1), (3, 3))) == []
    assert kinds(corner(1, 1), corner(3, 1), walls((0, 1), (1, 1)) + walls((3, 1), (4, 1))) == []


def test_what_lies_beyond_the_ends_does_not_count() -> None:
    assert kinds(corner(2, 1), corner(4, 1), squares((0, 1), (1, 0), (5, 0)) + walls((5, 0), (5, 2))) == []


def test_an_edge_followed_from_the_start_counts() -> None:
    assert kinds(corner(1, 1), corner(3, 1), squares((1, 0), (2, 1))) == ["edge", "edge"]
    assert trace(corner(1, 1), corner(3, 1), squares((1, 0), (2, 1))).stopped(anything)


def test_a_line_without_length_meets_nothing() -> None:
    obstacles = squares((0, 0), (1, 1)) + walls((0, 1), (2, 1))
    assert trace(corner(1, 1), corner(1, 1), obstacles) == Trace(corner(1, 1), corner(1, 1))
    assert not is_stopped(corner(1, 1), corner(1, 1), obstacles, anything)


def test_only_what_counts_stops() -> None:
    tree, rock = squares((1, 0))[0], squares((1, 1))[0]
    found = trace(corner(0, 1), corner(3, 1), [tree, rock])
    assert found.stopped(anything)
    assert not found.stopped(lambda one: one is rock)
    assert found.grazed(lambda one: one is rock)
    assert not found.grazed(lambda one: False)
    (pinch,) = found.pinches(anything)
    assert (pinch.left.obstacle, pinch.right.obstacle, pinch.along) == (tree, rock, ())


def test_a_pinch_names_the_wall_that_joins_it() -> None:
    found = trace(corner(0, 1), corner(6, 1), walls((2, 0), (2, 1), (4, 1), (4, 2)))
    (pinch,) = found.pinches(anything)
    assert [met.kind for met in (pinch.left, *pinch.along, pinch.right)] == ["touch", "overlap", "touch"]


@pytest.mark.parametrize(
    ("one_way", "start", "end", "stopped"),
    [
        ("left", (3, 1), (1, 1), True),
        ("left", (1, 1), (3, 1), False),
        ("right", (3, 1), (1, 1), False),
        ("right", (1, 1), (3, 1), True),
    ],
)
def test_one_way_wall(one_way: str, start: tuple[int, int], end: tuple[int, int], stopped: bool) -> None:
    """The wall runs down the board, so its left is the east."""
    found = trace(corner(*start), corner(*end), walls((2, 0), (2, 2), one_way=one_way))
    assert found.stopped(anything) is stopped
    assert bool(found.mets) is stopped


def test_one_way_wall_in_pieces_stops_from_its_side_only() -> None:
    obstacles = walls((2, 0), (2, 1), (2, 2), one_way="left")
    assert trace(corner(3, 1), corner(1, 1), obstacles).stopped(anything)
    assert not trace(corner(1, 1), corner(3, 1), obstacles).stopped(anything)


def random_obstacles(dice: Random) -> list[Obstacle]:
    found = [square_obstacle(square) for square in random_squares(dice, 5, 5, 0.15)]
    found += [as_obstacle(one) for one in random_walls(dice, 5, 5, 4, dice.choice([1000, 1000, 500]))]
    if dice.random() < 0.4:
        points = [(dice.randint(0, 5), dice.randint(1, 3)) for _ in range(5)]
        straight = [b for a, b in zip([(-1, -1), *points], points, strict=False) if a != b]
        found += [as_obstacle(one) for one in wall(*straight)] if len(straight) > 1 else []
    if dice.random() < 0.3:
        found += [square_obstacle(square, "body") for square in random_squares(dice, 5, 5, 0.1)]
    return found


def random_line(dice: Random) -> tuple[Point, Point]:
    step = dice.choice([1000, 1000, 500])
    start, end = (Point(dice.randint(0, 5000 // step) * step, dice.randint(0, 5000 // step) * step) for _ in range(2))
    return start, end


def test_random_lines_against_fractions() -> None:
    dice = Random(11)
    outcomes = {True: 0, False: 0}
    for _ in range(4_000):
        obstacles = random_obstacles(dice)
        for start, end in [random_line(dice) for _ in range(5)]:
            found = trace(start, end, obstacles)
            slow = slow_lines.met_kinds(start, end, obstacles)
            assert sorted((m.kind, m.side, m.obstacle.corners, m.obstacle.kind) for m in found.mets) == sorted(
                (kind, side, one.corners, one.kind) for kind, side, one in slow
            )
            expected = slow_lines.stopped(start, end, obstacles)
            assert found.stopped(anything) is expected
            assert is_stopped(start, end, obstacles, anything) is expected
            outcomes[expected] += 1
    assert min(outcomes.values()) > 5_000


@given(st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_fast_form_equals_the_record_for_any_opinion(dice: Random) -> None:
    obstacles, (start, end) = random_obstacles(dice), random_line(dice)
    chosen = {id(one) for one in obstacles if dice.random() < 0.6}
    recorded = trace(start, end, obstacles).stopped(lambda one: id(one) in chosen)
    assert recorded is is_stopped(start, end, obstacles, lambda one: id(one) in chosen)


@given(st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_nothing_depends_on_direction_order_or_extra_points(dice: Random) -> None:
    obstacles, (start, end) = [one for one in random_obstacles(dice) if not one.one_way], random_line(dice)
    expected = is_stopped(start, end, obstacles, anything)
    assert is_stopped(end, start, obstacles, anything) is expected
    mixed = dice.sample(obstacles, len(obstacles))
    assert is_stopped(start, end, mixed, anything) is expected
    assert trace(start, end, mixed).mets == trace(start, end, obstacles).mets
    assert is_stopped(start, end, [part for one in obstacles for part in _halves(one)], anything) is expected


def _halves(obstacle: Obstacle) -> list[Obstacle]:
    """A wall in two pieces that meet in its middle."""
    if len(obstacle.corners) == 4:
        return [obstacle]
    a, b = obstacle.corners
    middle = Point((a.x + b.x) // 2, (a.y + b.y) // 2)
    return [Obstacle((a, middle), "wall"), Obstacle((middle, b), "wall")]


@given(
    st.randoms(use_true_random=False), st.sampled_from([(x, y, s) for x in (1, -1) for y in (1, -1) for s in (0, 1)])
)
@settings(max_examples=200, deadline=None)
def test_the_eight_symmetries_and_translation(dice: Random, symmetry: tuple[int, int, int]) -> None:
    obstacles, (start, end) = random_obstacles(dice), random_line(dice)
    by_x, by_y = dice.randint(-9000, 9000), dice.randint(-9000, 9000)

    def turned(point: Point) -> Point:
        x, y = (point.y, point.x) if symmetry[2] else (point.x, point.y)
        return Point(symmetry[0] * x + by_x, symmetry[1] * y + by_y)

    mirrored = (symmetry[0] * symmetry[1] < 0) != bool(symmetry[2])
    images = [_image(one, turned, mirrored) for one in obstacles]
    mine, other = trace(start, end, obstacles), trace(turned(start), turned(end), images)
    sides = {"left": "right", "right": "left", "": ""} if mirrored else {"left": "left", "right": "right", "": ""}
    assert sorted((met.kind, sides[met.side]) for met in mine.mets) == sorted(
        (met.kind, met.side) for met in other.mets
    )
    assert mine.stopped(anything) is other.stopped(anything)


def _image(obstacle: Obstacle, turned: Callable[[Point], Point], mirrored: bool) -> Obstacle:
    """An obstacle after turning the plane; corners of squares keep their order, mirrored walls block the other way."""
    corners = tuple(turned(one) for one in obstacle.corners)
    if len(corners) == 4:
        (left, top), (right, bottom) = min(corners), max(corners)
        corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    other = {"left": "right", "right": "left"}
    one_way = other.get(obstacle.one_way, "") if mirrored else obstacle.one_way
    return replace(obstacle, corners=corners, one_way=one_way)
