"""Single steps and short ways that the books' readers would check by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from brute_moves import BOOKS, ground_of_rows

from tactics.core.lattice import Point, Square, to_units
from tactics.geometry.ground import Barrier, Ground
from tactics.geometry.metric import alternating_sq
from tactics.geometry.paths import field, path_cost
from tactics.geometry.steps import MoveCosts, steps

A = Square(0, 0)


def wall(*ends: float, low: bool = False, one_way: str = "") -> Barrier:
    x, y, end_x, end_y = map(to_units, ends)
    return Barrier(Point(x, y), Point(end_x, end_y), low=low, one_way=one_way)


def costs_of(
    book: str,
    ground: Ground,
    path: list[tuple[int, int]],
    *,
    footprint: tuple[int, int] = (1, 1),
    taken: int = 0,
    blocked: frozenset[Square] = frozenset(),
    **changed: bool,
) -> tuple[int, ...] | None:
    priced = steps(ground, footprint, replace(BOOKS[book], **changed))  # type: ignore[arg-type]  # switches only
    return path_cost(priced, [Square(*one) for one in path], taken, blocked)


def cheapest(book: str, ground: Ground, end: tuple[int, int], side: int = 1, **changed: bool) -> int | None:
    priced = steps(ground, (side, side), replace(BOOKS[book], **changed))  # type: ignore[arg-type]  # switches only
    return field(priced, A).cost_sq(Square(*end))


OPEN = ground_of_rows("....... ....... ....... ....... ....... ....... .......")


@pytest.mark.rule("pf1.grid.diagonal")
@pytest.mark.rule("pf2e.grid.diagonal")
@pytest.mark.parametrize("book", ["pf1", "pf2e"])
def test_diagonals_alternate_over_the_turn(book: str) -> None:
    diagonals = [(n, n) for n in range(7)]
    assert costs_of(book, OPEN, diagonals) == (1, 2, 1, 2, 1, 2)
    assert costs_of(book, OPEN, diagonals[:4], taken=1) == (2, 1, 2)
    assert costs_of(book, OPEN, [(0, 3), (1, 3), (2, 2), (3, 1), (4, 1)]) == (1, 1, 2, 1)
    assert costs_of(book, OPEN, [(0, 3), (1, 2), (2, 2), (3, 1)]) == (1, 1, 2)


@pytest.mark.rule("pf1.grid.diagonal")
@pytest.mark.parametrize(("taken", "counts"), [(0, (9, 21, 37, 61, 89, 121)), (1, (5, 13, 29, 49, 73, 105))])
def test_how_many_squares_a_move_reaches(taken: int, counts: tuple[int, ...]) -> None:
    ground = ground_of_rows(" ".join(["." * 15] * 15))
    priced = steps(ground, (1, 1), BOOKS["pf1"])
    found = [len(field(priced, Square(7, 7), budget_sq=budget, taken=taken).squares()) for budget in range(1, 7)]
    assert tuple(found) == counts
    within = [(x, y) for x in range(-7, 8) for y in range(-7, 8) if alternating_sq(x, y, taken) <= 6]
    assert len(within) == counts[-1]


@pytest.mark.rule("pf2e.grid.diagonal")
def test_a_second_stride_goes_on_counting() -> None:
    priced = steps(OPEN, (1, 1), BOOKS["pf2e"])
    first = field(priced, A, budget_sq=4)
    assert first.path_to(Square(3, 3)) == (A, Square(1, 1), Square(2, 2), Square(3, 3))
    assert first.diagonals_to(Square(3, 3)) == 3
    second = field(priced, Square(3, 3), budget_sq=4, taken=3)
    assert second.cost_sq(Square(5, 5)) == 3
    assert second.cost_sq(Square(6, 6)) is None
    assert second.cost_sq(Square(6, 5)) == 4


@pytest.mark.rule("pf1.move.double_cost")
@pytest.mark.rule("pf2e.terrain.difficult")
@pytest.mark.rule("dnd4e.move.difficult")
@pytest.mark.parametrize(
    ("glyph", "book", "straight", "diagonals"),
    [
        (",", "pf1", 2, (3, 3, 3, 3)),
        (";", "pf1", 4, (6, 6, 6, 6)),
        (",", "pf2e", 2, (2, 3, 2, 3)),
        (";", "pf2e", 3, (3, 4, 3, 4)),
        (",", "dnd4e", 2, (2, 2, 2, 2)),
        (";", "dnd4e", 2, (2, 2, 2, 2)),
    ],
)
def test_rough_ground(glyph: str, book: str, straight: int, diagonals: tuple[int, ...]) -> None:
    ground = ground_of_rows(" ".join([glyph * 5] * 5))
    assert costs_of(book, ground, [(0, 0), (1, 0)]) == (straight,)
    assert costs_of(book, ground, [(n, n) for n in range(5)]) == diagonals
    assert costs_of(book, ground, [(n, n) for n in range(5)], flying=True) == costs_of(
        book, OPEN, [(n, n) for n in range(5)]
    )


@pytest.mark.rule("pf1.move.double_cost")
@pytest.mark.rule("pf2e.terrain.difficult")
def test_a_rough_diagonal_and_the_count() -> None:
    ground = ground_of_rows("..... .,... ..... ..... .....")
    path = [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert costs_of("pf1", ground, path) == (3, 1, 2)
    assert costs_of("pf2e", ground, path) == (2, 2, 1)


@pytest.mark.rule("pf1.terrain.difficult")
def test_only_the_square_entered_is_paid() -> None:
    ground = ground_of_rows(",,. .,.")
    assert costs_of("pf1", ground, [(0, 0), (1, 0), (2, 0)]) == (2, 1)
    assert costs_of("pf2e", ground, [(1, 0), (2, 0)]) == (1,)


@pytest.mark.rule("pf1.move.worked_path")
def test_the_five_steps_of_the_figure() -> None:
    path = [(0, 3), (1, 3), (2, 2), (3, 1), (4, 1)]
    rough = ground_of_rows(".....,. ....,.. ....... .......")
    assert costs_of("pf1", rough, [*path, (5, 0)]) == (1, 1, 2, 2, 3)


@pytest.mark.rule("pf1.grid.corner_cut")
@pytest.mark.rule("pf2e.grid.diagonal")
@pytest.mark.rule("dnd4e.move.corner")
@pytest.mark.parametrize("book", BOOKS)
def test_no_diagonal_past_a_solid_corner(book: str) -> None:
    ground = ground_of_rows("A#.. .... ....".replace("A", "."))
    assert costs_of(book, ground, [(0, 0), (1, 1)]) is None
    assert costs_of(book, ground, [(1, 1), (0, 0)]) is None
    assert cheapest(book, ground, (1, 1)) == 2
    assert cheapest(book, ground, (2, 0)) == 4
    assert costs_of(book, ground, [(0, 0), (1, 1)], corner_cutting=True) == (1,)
    assert cheapest(book, ground, (2, 0), corner_cutting=True) == (2 if book == "dnd4e" else 3)


@pytest.mark.rule("pf1.grid.corner_cut")
@pytest.mark.parametrize("corner_cutting", [False, True])
def test_between_two_solids_there_is_no_diagonal(corner_cutting: bool) -> None:
    ground = ground_of_rows(".# #.")
    assert costs_of("pf1", ground, [(0, 0), (1, 1)], corner_cutting=corner_cutting) is None
    one_thin = ground_of_rows(".# ..", (wall(0, 1, 1, 1),))
    assert costs_of("pf1", one_thin, [(0, 0), (1, 1)], corner_cutting=corner_cutting) is None


@pytest.mark.rule("pf1.grid.corner_cut")
def test_pits_and_creatures_make_no_corner() -> None:
    pit = ground_of_rows("._. ... ...")
    assert costs_of("pf1", pit, [(0, 0), (1, 1)]) == (1,)
    assert costs_of("pf1", pit, [(0, 0), (1, 0)]) is None
    ground = ground_of_rows(".... .... ....")
    enemy = frozenset({Square(1, 0)})
    for book, around in (("pf1", 3), ("pf2e", 3), ("dnd4e", 2)):
        assert costs_of(book, ground, [(0, 0), (1, 1)], blocked=enemy) == (1,)
        assert costs_of(book, ground, [(0, 0), (1, 0), (2, 0)], blocked=enemy) is None
        assert field(steps(ground, (1, 1), BOOKS[book]), A, blocked=enemy).cost_sq(Square(2, 0)) == around


@pytest.mark.rule("pf1.grid.corner_cut")
@pytest.mark.parametrize("book", BOOKS)
def test_a_thin_wall_stops_steps_across_and_past_its_end(book: str) -> None:
    ground = ground_of_rows(".... .... ....", (wall(1, 0, 1, 1),))
    assert costs_of(book, ground, [(0, 0), (1, 0)]) is None
    assert costs_of(book, ground, [(0, 0), (1, 1)]) is None
    assert costs_of(book, ground, [(1, 0), (0, 1)]) is None
    assert costs_of(book, ground, [(0, 1), (1, 2)]) == (1,)
    assert cheapest(book, ground, (1, 0)) == 3
    assert costs_of(book, ground, [(0, 0), (1, 1)], corner_cutting=True) == (1,)
    through = ground_of_rows(".... .... ....", (wall(1, 0, 1, 2),))
    assert costs_of(book, through, [(0, 0), (1, 1)], corner_cutting=True) is None


def test_what_is_no_step() -> None:
    ground = ground_of_rows("... ...")
    for path in ([(0, 0), (2, 0)], [(0, 0), (0, 0)], [(0, 0), (-1, 0)], [(5, 5), (4, 4)], [(0, 0), (1, 2)]):
        assert costs_of("pf1", ground, path) is None
    assert costs_of("pf1", ground, [(0, 0)]) == ()


class TestWallsOffTheGrid:
    """Thin walls of real maps, at any place and angle."""

    FLOOR = ground_of_rows("..... ..... .....")

    def legal(self, barrier: Barrier, start: tuple[int, int], end: tuple[int, int]) -> bool:
        ground = replace(self.FLOOR, barriers=(barrier,))
        there, back = costs_of("pf1", ground, [start, end]), costs_of("pf1", ground, [end, start])
        assert (there is None) == (back is None)
        return there is not None

    def test_a_square_belongs_to_the_side_its_middle_is_on(self) -> None:
        barrier = wall(2.3, 0, 2.3, 3)
        assert not self.legal(barrier, (1, 1), (2, 1))
        assert self.legal(barrier, (2, 1), (3, 1))
        assert self.legal(barrier, (2, 0), (2, 1))
        assert not self.legal(barrier, (1, 0), (2, 1))

    def test_nobody_stands_half_in_a_wall(self) -> None:
        barrier = wall(2.5, 0, 2.5, 3)
        for start in ((1, 1), (3, 1), (2, 0)):
            assert not self.legal(barrier, start, (2, 1))

    @pytest.mark.parametrize(("end", "free"), [(1.25, True), (1.4, True), (1.45, False), (1.5, False), (1.6, False)])
    def test_a_wall_may_end_short_of_the_middle(self, end: float, free: bool) -> None:
        assert self.legal(wall(2, 0, 2, end), (1, 1), (2, 1)) == free
        assert self.legal(wall(2.7, 0, 2.7, end), (2, 1), (3, 1)) == free

    @pytest.mark.parametrize(("first", "second", "free"), [(1.35, 1.65, True), (1.4, 1.6, True), (1.45, 1.6, False)])
    def test_a_gap_needs_a_fifth_of_a_square(self, first: float, second: float, free: bool) -> None:
        ground = replace(self.FLOOR, barriers=(wall(2, 0, 2, first), wall(2, second, 2, 3)))
        assert (costs_of("pf1", ground, [(1, 1), (2, 1)]) is not None) == free

    def test_an_open_door_in_the_middle_of_a_column(self) -> None:
        jambs = (wall(2.5, 0, 2.5, 1), wall(2.5, 2, 2.5, 3))
        assert costs_of("pf1", replace(self.FLOOR, barriers=jambs), [(1, 1), (2, 1), (3, 1)]) == (1, 1)
        closed = replace(self.FLOOR, barriers=(*jambs, wall(2.5, 1, 2.5, 2)))
        assert field(steps(closed, (1, 1), BOOKS["pf1"]), A).cost_sq(Square(3, 1)) is None

    def test_a_slanting_wall(self) -> None:
        barrier = wall(1, 0, 4, 3)
        assert not self.legal(barrier, (2, 0), (2, 1))
        assert not self.legal(barrier, (1, 0), (0, 0))
        assert not self.legal(barrier, (2, 0), (1, 1))
        assert self.legal(barrier, (3, 1), (4, 2))
        assert self.legal(barrier, (1, 1), (2, 2))
        assert self.legal(barrier, (0, 1), (1, 2))

    def test_a_wall_that_ends_near_the_crossing_point(self) -> None:
        assert not self.legal(wall(2, 0, 2, 0.95), (1, 0), (2, 1))
        assert self.legal(wall(2, 0, 2, 0.75), (1, 0), (2, 1))

    def test_a_pillar_of_thin_walls_under_a_big_space(self) -> None:
        pillar = (
            wall(1.9, 1.9, 2.1, 1.9),
            wall(2.1, 1.9, 2.1, 2.1),
            wall(2.1, 2.1, 1.9, 2.1),
            wall(1.9, 2.1, 1.9, 1.9),
        )
        ground = replace(ground_of_rows("..... ..... ..... ....."), barriers=pillar)
        assert costs_of("pf1", ground, [(0, 0), (0, 1)], footprint=(2, 2)) == (1,)
        assert costs_of("pf1", ground, [(0, 1), (1, 1)], footprint=(2, 2)) is None
        assert costs_of("pf1", ground, [(1, 0), (1, 1)]) == (1,)


def test_a_one_way_wall_lets_through_from_one_side() -> None:
    floor = ground_of_rows("... ... ...")
    # Seen from its start a wall drawn upwards has the left column to its left.
    for one_way, east, west in (("left", None, (1,)), ("right", (1,), None)):
        ground = replace(floor, barriers=(wall(1, 3, 1, 0, one_way=one_way),))
        assert costs_of("pf1", ground, [(0, 1), (1, 1)]) == east
        assert costs_of("pf1", ground, [(1, 1), (0, 1)]) == west
        assert costs_of("pf1", ground, [(0, 1), (1, 2)]) == east
        turned = replace(floor, barriers=(wall(1, 0, 1, 3, one_way=one_way),))
        assert costs_of("pf1", turned, [(0, 1), (1, 1)]) == west
        assert costs_of("pf1", turned, [(1, 1), (0, 1)]) == east


class TestLowObstacles:
    """Low walls and squares filled by something low."""

    FLOOR = ground_of_rows(".... .,.. ....", (wall(1, 0, 1, 2, low=True),))

    @pytest.mark.rule("pf1.terrain.obstacle_partial")
    def test_climbing_over_is_paid_on_top_of_the_square_beyond(self) -> None:
        assert costs_of("pf1", self.FLOOR, [(0, 0), (1, 0), (2, 0)]) == (3, 1)
        assert costs_of("pf1", self.FLOOR, [(0, 1), (1, 1)]) == (4,)
        assert costs_of("pf1", self.FLOOR, [(1, 1), (0, 1)]) == (3,)
        assert costs_of("pf1", self.FLOOR, [(0, 2), (1, 2)]) == (1,)
        assert costs_of("pf1", self.FLOOR, [(0, 0), (1, 0)], flying=True) == (1,)
        assert costs_of("pf2e", self.FLOOR, [(0, 0), (1, 0)]) == (1,)

    @pytest.mark.rule("pf1.grid.corner_cut")
    def test_a_diagonal_past_its_end_climbs_too(self) -> None:
        assert costs_of("pf1", self.FLOOR, [(0, 1), (1, 2), (2, 1)]) == (3, 2)
        assert costs_of("pf1", self.FLOOR, [(0, 1), (1, 2)], taken=1) == (4,)

    @pytest.mark.rule("pf1.terrain.obstacle_partial")
    def test_a_square_filled_by_a_low_obstacle_counts_double(self) -> None:
        ground = ground_of_rows(".n. ...")
        assert costs_of("pf1", ground, [(0, 0), (1, 0), (2, 0)]) == (2, 1)
        assert costs_of("pf1", ground, [(0, 1), (1, 0)]) == (3,)
        assert costs_of("dnd4e", ground, [(0, 0), (1, 0)]) == (1,)

    def test_a_big_space_climbs_once(self) -> None:
        ground = ground_of_rows("...... ......", (wall(3, 0, 3, 2, low=True),))
        assert costs_of("pf1", ground, [(n, 0) for n in range(5)], footprint=(2, 2)) == (1, 3, 1, 1)

    def test_a_low_wall_in_the_middle_of_a_square_is_climbed_once(self) -> None:
        ground = ground_of_rows("....", (wall(1.5, 0, 1.5, 1, low=True),))
        assert costs_of("pf1", ground, [(0, 0), (1, 0), (2, 0)]) == (3, 1)
        assert costs_of("pf1", ground, [(3, 0), (2, 0), (1, 0), (0, 0)]) == (1, 3, 1)


class TestBigSpaces:
    """Large creatures and bigger ones."""

    @pytest.mark.rule("pf1.move.big_creature")
    @pytest.mark.rule("pf2e.grid.big_mover")
    def test_a_corridor_of_its_own_width_both_ways(self) -> None:
        ground = ground_of_rows("######## ........ ........ ########")
        east = [(n, 1) for n in range(7)]
        for book in BOOKS:
            assert costs_of(book, ground, east, footprint=(2, 2)) == (1,) * 6
            assert costs_of(book, ground, east[::-1], footprint=(2, 2)) == (1,) * 6
            assert costs_of(book, ground, [(0, 1), (1, 2)], footprint=(2, 2)) is None

    @pytest.mark.rule("pf1.move.big_creature")
    def test_no_square_of_it_cuts_a_corner(self) -> None:
        ground = ground_of_rows("..#.. ..... ..... .....")
        for book in BOOKS:
            assert costs_of(book, ground, [(0, 0), (1, 1)], footprint=(2, 2)) is None
            assert costs_of(book, ground, [(0, 0), (0, 1), (1, 2)], footprint=(2, 2)) == (1, 1)
            assert cheapest(book, ground, (1, 1), 2) == 2
            assert cheapest(book, ground, (2, 1), 2) == 3

    @pytest.mark.rule("pf1.terrain.difficult")
    @pytest.mark.rule("pf2e.terrain.difficult")
    @pytest.mark.rule("dnd4e.move.terrain_large")
    def test_which_squares_decide_the_price(self) -> None:
        ground = ground_of_rows("..... ..... ..... ,,,,, .....")
        down = [(0, 0), (0, 1), (0, 2), (0, 3)]
        assert costs_of("pf1", ground, down, footprint=(2, 2)) == (1, 2, 2)
        assert costs_of("pf2e", ground, down, footprint=(2, 2)) == (1, 2, 1)
        assert costs_of("dnd4e", ground_of_rows("..,. ...."), [(0, 0), (1, 0), (2, 0)], footprint=(2, 2)) == (2, 1)

    def test_it_does_not_stand_in_its_own_way(self) -> None:
        ground = ground_of_rows("...... ...... ...... ......")
        found = field(steps(ground, (2, 2), BOOKS["pf1"]), Square(1, 1), budget_sq=3)
        assert len(found.squares()) == 15
        assert found.cost_sq(Square(2, 1)) == 1

    @pytest.mark.rule("pf1.squeeze.half_width")
    def test_a_gap_narrower_than_the_space(self) -> None:
        ground = ground_of_rows("...#... ...#... ....... ...#... ...#...")
        assert cheapest("pf1", ground, (4, 0), 2) is None
        assert cheapest("pf1", ground, (4, 2)) == 5
        doorway = ground_of_rows("....... ....... ....... ....... .......", (wall(3, 0, 3, 1), wall(3, 3, 3, 5)))
        assert cheapest("pf1", doorway, (3, 1), 2) == 3
        assert cheapest("pf1", doorway, (3, 1), 3) is None
        assert costs_of("pf1", doorway, [(1, 1), (2, 0)], footprint=(2, 2)) is None

    @pytest.mark.rule("pf1.squeeze.footprint")
    def test_a_squeezed_space_is_longer_than_wide(self) -> None:
        ground = ground_of_rows("####### ....... ....... ###.### ###.### ###.###")
        squeezed = MoveCosts((4, 8, 16), (6, 12, 24), "occupied")
        upright = field(steps(ground, (1, 2), squeezed), Square(3, 1))
        assert upright.cost_sq(Square(3, 4)) == 6
        assert field(steps(ground, (2, 1), squeezed), Square(3, 1)).cost_sq(Square(3, 3)) is None

    def test_blocked_squares_may_not_be_covered_by_any_square(self) -> None:
        ground = ground_of_rows("...... ...... ...... ......")
        priced = steps(ground, (2, 2), BOOKS["pf1"])
        enemy = frozenset({Square(3, 1)})
        found = field(priced, A, blocked=enemy)
        assert set(found.squares()) == {
            Square(x, y) for x in range(5) for y in range(3) if not (x in (2, 3) and y in (0, 1))
        }
        friend = field(priced, A, no_end=enemy)
        assert set(friend.squares()) == set(found.squares())
        assert friend.passing_sq(Square(2, 0)) == 2
        assert friend.cost_sq(Square(4, 0)) == 4


def test_a_friend_may_be_passed_and_not_stood_on() -> None:
    priced = steps(ground_of_rows("....#"), (1, 1), BOOKS["pf1"])
    found = field(priced, A, budget_sq=4, no_end={Square(2, 0)})
    assert found.squares() == (A, Square(1, 0), Square(3, 0))
    assert found.cost_sq(Square(2, 0)) is None
    assert found.path_to(Square(2, 0)) is None
    assert found.diagonals_to(Square(2, 0)) is None
    assert found.passing_sq(Square(2, 0)) == 2
    assert field(priced, A, budget_sq=4, blocked={Square(2, 0)}).squares() == (A, Square(1, 0))
    assert field(priced, A, no_end={A}).cost_sq(A) == 0


@pytest.mark.rule("pf2e.terrain.difficult")
def test_too_slow_for_rough_ground() -> None:
    priced = steps(ground_of_rows(",,, ,,, ,,,"), (1, 1), BOOKS["pf2e"])
    middle = Square(1, 1)
    assert field(priced, middle, budget_sq=1).squares() == (middle,)
    assert len(field(priced, middle, budget_sq=2).squares()) == 9
    assert len(field(priced, middle, budget_sq=2, taken=1).squares()) == 5


def test_nothing_leads_off_the_board_or_into_it() -> None:
    priced = steps(ground_of_rows("... ..."), (1, 1), BOOKS["pf1"])
    for outside in (Square(7, 7), Square(99, 0), Square(-5, 1)):
        assert field(priced, outside).squares() == field(priced, outside, budget_sq=2).squares() == ()
    assert field(priced, A).cost_sq(Square(3, 0)) is None
    assert field(priced, A, goal=Square(9, 9)).cost_sq(Square(9, 9)) is None
    assert steps(ground_of_rows(". ."), (2, 2), BOOKS["pf1"]).keys.max() == 0


@pytest.mark.parametrize(
    "costs", [{"straight": (0,), "diagonal": (3,)}, {"straight": (2,), "diagonal": (3,), "surcharge": "all"}]
)
def test_prices_that_make_no_sense(costs: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - which of them does not matter
        MoveCosts(**costs)  # type: ignore[arg-type]  # on purpose


def test_ties_are_broken_by_cost_then_row_then_column() -> None:
    priced = steps(OPEN, (1, 1), BOOKS["pf1"])
    assert field(priced, A).path_to(Square(2, 1)) == (A, Square(1, 0), Square(2, 1))
    assert field(priced, Square(3, 3)).path_to(Square(3, 1)) == (Square(3, 3), Square(3, 2), Square(3, 1))
    around = ground_of_rows("... .#. ...")
    path = field(steps(around, (1, 1), BOOKS["pf1"]), Square(0, 1)).path_to(Square(2, 1))
    assert path == (Square(0, 1), A, Square(1, 0), Square(2, 0), Square(2, 1))
