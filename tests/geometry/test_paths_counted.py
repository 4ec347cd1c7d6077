"""Squares counted round what is solid, and spreads round corners."""

from __future__ import annotations

from collections import deque

import pytest
from brute_moves import STEPS, ground_of_rows, random_ground
from hypothesis import given, settings
from hypothesis import strategies as st

from tactics.core.lattice import Point, Square, corner
from tactics.core.space import Space, square_space
from tactics.geometry.area import burst
from tactics.geometry.ground import Barrier, Ground
from tactics.geometry.metric import chebyshev_sq
from tactics.geometry.paths import counted_field, counted_sq
from tactics.geometry.spread import spread_sq


def count(rows: str, start: tuple[int, int], end: tuple[int, int], *walls: Barrier, free: bool = False) -> int | None:
    ground = ground_of_rows(rows, walls)
    return counted_sq(ground, square_space(Square(*start)), square_space(Square(*end)), round_corner=free)


@pytest.mark.rule("dnd4e.distance.corner")
@pytest.mark.parametrize(
    ("rows", "start", "end", "strict", "free"),
    [
        (".# ..", (0, 0), (1, 1), 2, 1),
        (".# #.", (0, 0), (1, 1), None, None),
        (".... ..#. ....", (2, 2), (2, 0), 4, 3),
        (".#. ...", (0, 0), (2, 0), 4, 3),
        (".. ..", (0, 0), (1, 1), 1, 1),
    ],
)
def test_a_corner_may_not_be_cut(
    rows: str, start: tuple[int, int], end: tuple[int, int], strict: int | None, free: int | None
) -> None:
    assert count(rows, start, end) == strict
    assert count(rows, start, end, free=True) == free


@pytest.mark.rule("dnd4e.distance.around_obstacles")
@pytest.mark.rule("dnd4e.distance.shortest_path")
@pytest.mark.parametrize(
    ("rows", "start", "end", "squares"),
    [
        (".#. .#. ...", (0, 0), (2, 0), 6),
        (".#. .#.", (0, 0), (2, 0), None),
        ("..#.. ..#.. ..#.. .....", (0, 0), (4, 2), 6),
        ("..#.. .....", (0, 0), (4, 0), 4),
        ("..... .....", (0, 0), (4, 1), 4),
        (".#. ...", (0, 0), (0, 0), 0),
    ],
)
def test_the_count_goes_round(rows: str, start: tuple[int, int], end: tuple[int, int], squares: int | None) -> None:
    assert count(rows, start, end) == squares


@pytest.mark.rule("dnd4e.distance.around_obstacles")
def test_thin_walls_are_gone_round_too() -> None:
    assert count(".... .... ....", (0, 0), (1, 0), Barrier(corner(1, 0), corner(1, 1))) == 3
    assert count(".... ....", (0, 0), (3, 0), Barrier(corner(2, 0), corner(2, 2))) is None


@pytest.mark.rule("dnd4e.distance.to_creature")
def test_spaces_are_counted_between_their_nearest_squares() -> None:
    ground = ground_of_rows("........ ........ ........ .#...... .#...... ........")
    one, hydra, ogre = square_space(Square(0, 0)), Space(3, 0, 3, 3), Space(6, 4, 2, 2)
    assert counted_sq(ground, one, hydra) == 3
    assert counted_sq(ground, one, ogre) == 6
    assert counted_sq(ground, hydra, ogre) == counted_sq(ground, ogre, hydra) == 2
    assert counted_sq(ground, square_space(Square(0, 5)), hydra) == 5
    assert counted_sq(ground, hydra, Space(4, 1, 1, 1)) == 0


@pytest.mark.rule("dnd4e.area.burst")
def test_bursts_are_counted() -> None:
    def squares(rows: str, origin: tuple[int, int], radius: int) -> int:
        return len(counted_field(ground_of_rows(rows), square_space(Square(*origin)), radius))

    assert squares(".#. ... ...", (1, 1), 1) == 6
    assert squares("..... ..#.. ..... ..... .....", (1, 2), 2) == 16
    open_floor = " ".join(["." * 13] * 13)
    assert [squares(open_floor, (6, 6), radius) for radius in range(1, 6)] == [9, 25, 49, 81, 121]
    large = counted_field(ground_of_rows(open_floor), Space(5, 5, 2, 2), 2)
    assert len(large) - 4 == 32
    assert [large[Square(5, y)] for y in range(3, 8)] == [2, 1, 0, 0, 1]


def brute_count(ground: Ground, start: Square, first_free: bool) -> dict[Square, int]:
    def solid(x: int, y: int) -> bool:
        return not (0 <= x < ground.width and 0 <= y < ground.height) or bool(ground.solid[y, x])

    found, waiting = {start: 0}, deque([start])
    while waiting:
        x, y = waiting.popleft()
        for dx, dy in STEPS:
            there = Square(x + dx, y + dy)
            corners = solid(x + dx, y) + solid(x, y + dy) if dx and dy else 0
            allowed = 1 if first_free and (x, y) == start else 0
            if not solid(*there) and corners <= allowed and there not in found:
                found[there] = found[Square(x, y)] + 1
                waiting.append(there)
    return found


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=40, deadline=None)
def test_counts_are_those_of_a_plain_search(seed: int, first_free: bool) -> None:
    rock = random_ground(seed, 9, 8, solid=0.25)
    ground = Ground(rock.solid, rock.solid, rock.difficulty, rock.low)
    start = Square(seed % 9, seed // 9 % 8)
    if ground.solid[start.y, start.x]:
        return
    assert counted_field(ground, square_space(start), round_corner=first_free) == brute_count(ground, start, first_free)
    # A space of several squares is as near as its nearest square.
    block = Space(3, 3, 2, 2)
    every = [brute_count(ground, one, first_free) for one in block.squares() if not ground.solid[one.y, one.x]]
    if len(every) == 4:
        nearest = {square: min(one.get(square, 99) for one in every) for square in set().union(*every)}
        assert counted_field(ground, block, round_corner=first_free) == nearest


def test_the_open_count_is_the_largest_difference() -> None:
    ground = ground_of_rows(" ".join(["." * 9] * 9))
    found = counted_field(ground, square_space(Square(2, 3)))
    assert found == {Square(x, y): chebyshev_sq(x - 2, y - 3) for y in range(9) for x in range(9)}


class TestSpread:
    """Spreads by lattice points."""

    WALL = "........ ........ ....#... ....#... ....#... ........ ........"

    @pytest.mark.rule("pf1.area.spread")
    def test_round_a_wall(self) -> None:
        found = spread_sq(ground_of_rows(self.WALL), corner(3, 3), 4)
        picture = ["".join("X" if Square(x, y) in found else "." for x in range(8)) for y in range(7)]
        assert picture == ["XXXXXX..", "XXXXXX..", "XXXX.X..", "XXXX....", "XXXX....", "XXXXX...", "..XX...."]
        assert found[Square(3, 3)] == 1
        assert found[Square(5, 1)] == 4

    @pytest.mark.rule("pf1.area.spread")
    def test_into_a_closed_room_nothing_comes(self) -> None:
        ground = ground_of_rows("....... .#####. .#...#. .#...#. .#####. .......")
        assert not {Square(x, y) for x in range(2, 5) for y in (2, 3)} & set(spread_sq(ground, corner(1, 1), 12))
        assert len(spread_sq(ground, corner(3, 3), 9)) == 6

    @pytest.mark.parametrize("radius", [1, 2, 3, 4, 6, 8])
    def test_in_the_open_it_is_a_burst(self, radius: int) -> None:
        ground = ground_of_rows(" ".join(["." * 20] * 20))
        assert set(spread_sq(ground, corner(10, 10), radius)) == burst(corner(10, 10), radius)

    def test_a_thin_wall_is_gone_round(self) -> None:
        ground = ground_of_rows("...... ...... ...... ......", (Barrier(corner(3, 0), corner(3, 3)),))
        found = spread_sq(ground, corner(2, 1), 4)
        # By <3,3>, the wall's end: two down, one over, then up or down along the other face.
        assert Square(3, 3) in found
        assert found[Square(3, 2)] == 4
        assert Square(3, 1) not in found
        assert Square(3, 0) not in found
        closed = ground_of_rows("...... ......", (Barrier(corner(3, 0), corner(3, 2)),))
        assert {square.x for square in spread_sq(closed, corner(2, 1), 8)} == {0, 1, 2}

    def test_a_point_on_the_face_of_a_thin_wall_spreads_to_its_own_side_only(self) -> None:
        ground = ground_of_rows("...... ......", (Barrier(corner(3, 0), corner(3, 2)),))
        found = spread_sq(ground, corner(2, 0), 3)
        assert Square(2, 0) in found
        assert Square(3, 0) not in found

    def test_a_slanting_thin_wall_does_not_leak(self) -> None:
        ground = ground_of_rows(" ".join(["." * 6] * 6), (Barrier(corner(0, 6), corner(6, 0)),))
        found = spread_sq(ground, corner(1, 1), 12)
        assert found
        assert all(x + y < 5 for x, y in found)

    def test_a_one_way_wall(self) -> None:
        floor = "...... ......"
        for one_way, passes in (("left", False), ("right", True)):
            # Drawn upwards, the left side is the west.
            ground = ground_of_rows(floor, (Barrier(corner(3, 2), corner(3, 0), one_way=one_way),))
            assert (Square(3, 0) in spread_sq(ground, corner(2, 1), 4)) == passes

    def test_it_starts_at_a_corner(self) -> None:
        with pytest.raises(ValueError, match="no corner"):
            spread_sq(ground_of_rows(".."), Point(500, 0), 2)
