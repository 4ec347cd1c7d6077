"""Moves for points, with a known facing: every square counts half points."""

from __future__ import annotations

import random
from heapq import heappop, heappush
from typing import Any

import pytest
from kit import world
from rulesets.dfrpg.yards import NE, SE, E, N, W, ask, facing, floor, moved, one, path, value, yards

from tactics.core.lattice import Square
from tactics.rulesets.dfrpg import BOOK
from tactics.rulesets.dfrpg.board import grid_of
from tactics.rulesets.dfrpg.facing import FREELY, RUNNING, ways
from tactics.rulesets.dfrpg.walking import Stride, end_facings, price_path, walk_field
from tactics.world.world import World

HERE = (7, 7)
OPEN = facing(floor(15, 15, {"A": HERE}), "A", N)


def at(dx: int, dy: int) -> Square:
    """A square by its offset from the figure."""
    return Square(HERE[0] + dx, HERE[1] + dy)


def strides(here: World, *offsets: tuple[int, int], points: float | None = None, **terms: Any) -> tuple[Stride, ...]:
    """The strides of a way of A by offsets from the middle of the board."""
    budget = None if points is None else int(2 * points)
    found = price_path(here, "A", tuple(at(*offset) for offset in ((0, 0), *offsets)), budget, **terms)
    return found or ()


def costs(here: World, *offsets: tuple[int, int], **terms: Any) -> list[float]:
    """Points of the steps of a way."""
    return [stride.points / 2 for stride in strides(here, *offsets, **terms)]


def prices(here: World, squares: tuple[Square, ...], **terms: Any) -> list[float]:
    """Points of the steps of a path, none where it is illegal."""
    return [stride.points / 2 for stride in price_path(here, "A", squares, **terms) or ()]


def offsets(here: World, points: float, **terms: Any) -> set[tuple[int, int]]:
    """Where A may end a move."""
    found = walk_field(here, "A", int(2 * points), **terms)
    return {(square.x - HERE[0], square.y - HERE[1]) for square in found}


def with_condition(*conditions: str, speed: int = 5) -> World:
    """An open floor with A in some condition, looking up."""
    here = floor(15, 15, {"A": HERE}, creatures={"A": {"conditions": list(conditions), "speed": speed}})
    return facing(here, "A", N)


@pytest.mark.rule("dfrpg.movement.points", "dfrpg.maneuver.move", "dfrpg.maneuver.movement_kinds")
def test_move_in_points_is_that_many_squares_straight_ahead() -> None:
    assert max(-dy for dx, dy in offsets(OPEN, 5) if dx == 0) == 5
    assert max(-dy for dx, dy in offsets(OPEN, 6) if dx == 0) == 6
    assert max(-dy for dx, dy in offsets(OPEN, 3) if dx == 0) == 3
    assert offsets(OPEN, 0.5, minimum=False) == set()
    assert offsets(OPEN, 0) == set()


@pytest.mark.rule("dfrpg.movement.forward")
def test_forward_moves_turn_to_what_they_enter() -> None:
    assert (costs(OPEN, (0, -1)), strides(OPEN, (0, -1))[-1].state.facing) == ([1], N)
    assert (costs(OPEN, (1, -1)), strides(OPEN, (1, -1))[-1].state.facing) == ([1], NE)
    right = strides(OPEN, (1, -1), (2, -1), (3, 0))
    assert ([stride.points / 2 for stride in right], right[-1].state.facing) == ([1, 1, 2], SE)


@pytest.mark.rule("dfrpg.movement.sideways_backward")
def test_sideways_and_backward_the_facing_is_kept() -> None:
    back = strides(OPEN, (0, 1))
    assert (back[0].points / 2, back[0].state.facing, back[0].aside) == (2, N, True)
    aside = strides(OPEN, (1, -1), keeps_facing=True)
    assert (aside[0].points / 2, aside[0].state.facing) == (2, N)
    assert max(dy for dx, dy in offsets(OPEN, 5, keeps_facing=True) if dx == 0) == 2


@pytest.mark.rule("dfrpg.movement.facing_change", "dfrpg.grid.turn_cost")
def test_turning_about_before_running() -> None:
    about = strides(OPEN, (0, 1), (0, 2), (0, 3), (0, 4))
    assert [stride.points / 2 for stride in about] == [3 + 1, 1, 1, 1]
    # Backward two squares cost as much as turning about and going on.
    assert max(dy for dx, dy in offsets(OPEN, 5) if dx == 0) == 2
    assert max(dy for dx, dy in offsets(OPEN, 6) if dx == 0) == 3


@pytest.mark.rule("dfrpg.movement.facing_end")
def test_the_turn_at_the_end_of_a_move() -> None:
    grid = grid_of(OPEN)
    assert end_facings(grid, N, 2 * 3, 2 * 6) == tuple(range(8))
    assert end_facings(grid, N, 2 * 4, 2 * 6) == (0, 1, 7)
    assert end_facings(grid, N, 5, 2 * 5) == tuple(range(8))
    assert end_facings(grid, E, 6, 2 * 5) == (1, 2, 3)


@pytest.mark.rule("dfrpg.movement.posture_cost", "dfrpg.posture.table")
def test_moving_in_a_posture() -> None:
    def ahead(posture: str, points: float) -> int:
        return max((-dy for dx, dy in offsets(with_condition(posture), points) if dx == 0), default=0)

    assert [ahead("crawling", 6), ahead("crouching", 6), ahead("crouching", 5), ahead("sitting", 6)] == [2, 4, 3, 0]
    assert [ahead("prone", 5), ahead("prone", 2.5)] == [1, 1]
    assert len(offsets(with_condition("prone"), 5)) == 8
    assert offsets(with_condition("prone"), 3, minimum=False, allowance_half=10) == set()
    assert costs(with_condition("kneeling"), (0, 1), keeps_facing=True) == [4]
    assert costs(with_condition("crouching"), (0, -1), (0, -2)) == [1.5, 1.5]
    assert strides(with_condition("sitting"), (0, -1)) == ()


@pytest.mark.rule("dfrpg.movement.posture_cost", "dfrpg.movement.points")
def test_half_points_in_verdicts_add_up_to_whole_ones() -> None:
    crouching = yards("A...", creatures={"A": {"conditions": ["crouching"], "speed": 5}})
    verdict = ask(crouching, "move_cost", who="A", path=["A1", "B1", "C1", "D1"])
    assert (verdict.value, verdict.step_costs) == (5, (2, 1, 2))
    assert "dfrpg.movement.posture_cost" in {step.rule for step in verdict.steps}
    assert value(crouching, "reachable", who="A", budget=4) == 3
    lying = yards("A..", creatures={"A": {"conditions": ["prone"], "speed": 5}})
    assert ask(lying, "reachable", who="A").costs == {Square(0, 0): 0, Square(1, 0): 5}
    assert value(lying, "path_cost", who="A", to="C1") == 10
    assert value(yards("A..", creatures={"A": {"conditions": ["sitting"]}}), "reachable", who="A") == 1


GROUND = {
    "s": {"terrain": "floor", "surface": "incline"},
    "w": {"terrain": "water", "depth": 1},
    "d": {"terrain": "water", "depth": 2},
}


@pytest.mark.rule("dfrpg.movement.terrain", "dfrpg.grid.diagonal_cost")
def test_ground_costs_more() -> None:
    here = facing(yards("s.,\n.A.\n.s.", legend=GROUND), "A", N)
    middle = Square(1, 1)
    assert prices(here, (middle, Square(2, 0))) == [2]
    assert prices(here, (middle, Square(0, 0))) == [2]
    assert prices(here, (middle, Square(1, 2)), keeps_facing=True) == [3]
    assert prices(here, (middle, Square(2, 0)), taken=1) == [2 * (1 + 1)]


@pytest.mark.rule("dfrpg.movement.terrain", "dfrpg.movement.minimum")
def test_what_is_not_entered_at_all() -> None:
    barred = {"x": {"terrain": "crates", "blocks": ["movement"]}}
    here = facing(yards("Ax.\n...", legend=barred), "A", E)
    assert price_path(here, "A", path((0, 0), (1, 0))) is None
    assert Square(1, 0) not in walk_field(here, "A", 12)
    # What does not fill its square is no corner.
    assert Square(1, 1) in walk_field(here, "A", 2)


@pytest.mark.rule("dfrpg.movement.terrain")
def test_shallow_water_costs_one_more_and_deep_water_everything() -> None:
    feet = world_in_feet("A~..", 1)
    assert prices(feet, path((0, 0), (1, 0), (2, 0))) == [2, 1]
    deep = world_in_feet("A~~.", 2)
    assert prices(deep, path((0, 0), (1, 0), (2, 0))) == [6, 6]
    assert set(walk_field(deep, "A", 12)) == {Square(1, 0)}
    later = world_in_feet("A.~.", 2)
    assert set(walk_field(later, "A", 12)) == {Square(1, 0)}


def world_in_feet(rows: str, depth_ft: int) -> World:
    """Water of some feet, whose depth is given by a book that counts feet; A's Move is 6."""
    return world(rows, ("pf1", "dfrpg"), legend={"~": {"terrain": "water", "depth": depth_ft}})


@pytest.mark.rule("dfrpg.movement.terrain", "dfrpg.movement.occupied")
def test_allies_and_bodies_are_obstructions() -> None:
    ally = facing(yards("AB..", creatures={"B": {"side": "heroes"}}), "A", E)
    assert prices(ally, path((0, 0), (1, 0), (2, 0))) == [2, 1]
    assert price_path(ally, "A", path((0, 0), (1, 0))) is None
    bodies = yards("A,.BC", creatures={"B": {"conditions": ["dead"]}, "C": {"conditions": ["prone"], "side": "heroes"}})
    bodies = facing(moved(moved(bodies, "B", (1, 0)), "C", (1, 0)), "A", E)
    assert prices(bodies, path((0, 0), (1, 0))) == [1 + 1 + 2]
    assert walk_field(bodies, "A", 8)[Square(1, 0)].points == 8


@pytest.mark.rule("dfrpg.movement.terrain", "dfrpg.grid.prone_two_cells")
def test_a_lying_enemy_is_in_the_way_with_both_halves() -> None:
    here = yards("AB..", creatures={"B": {"conditions": ["prone"]}})
    here = facing(facing(here, "B", E, [(2, 0)]), "A", E)
    assert prices(here, path((0, 0), (1, 0), (2, 0), (3, 0))) == [
        2,
        2,
        1,
    ]


@pytest.mark.rule("dfrpg.movement.occupied", "dfrpg.grid.close_combat")
def test_an_enemys_square_is_entered_and_left_the_way_one_came() -> None:
    here = facing(yards("A.E.."), "A", E)
    there = path((0, 0), (1, 0), (2, 0))
    assert prices(here, there) == [1, 1]
    assert price_path(here, "A", (*there, Square(3, 0))) is None
    assert prices(here, (*there, Square(1, 0))) == [1, 1, 2]
    assert set(walk_field(here, "A", 12)) == set(path((1, 0), (2, 0)))
    inside = moved(here, "A", (2, 0))
    assert Square(3, 0) in walk_field(inside, "A", 12)


@pytest.mark.rule("dfrpg.movement.minimum")
def test_one_square_whatever_it_costs() -> None:
    rubble = yards("A;#", creatures={"A": {"conditions": ["crawling"], "speed": 1}})
    here = facing(rubble, "A", E)
    found = walk_field(here, "A", 2)
    assert {square: one.points / 2 for square, one in found.items()} == {Square(1, 0): 1 + 2 + 2}
    assert found[Square(1, 0)].path() == path((0, 0), (1, 0))
    assert walk_field(here, "A", 2, minimum=False) == {}
    assert price_path(here, "A", path((0, 0), (1, 0)), 2) is not None
    assert price_path(here, "A", path((0, 0), (1, 0)), 2, minimum=False) is None
    assert price_path(here, "A", path((0, 0), (0, -1)), 2) is None


@pytest.mark.rule("dfrpg.grid.diagonal_cost", "dfrpg.grid.facings")
def test_reach_of_a_move_by_points_with_a_facing() -> None:
    assert [len(offsets(OPEN, points, minimum=False)) + 1 for points in range(1, 7)] == [4, 14, 25, 45, 68, 98]
    found = walk_field(OPEN, "A", 10)
    assert found[at(0, -5)].points / 2 == 5
    assert found[at(3, -3)].points / 2 == 4
    assert at(4, -4) not in found
    assert walk_field(OPEN, "A", 12)[at(4, -4)].points / 2 == 6


@pytest.mark.rule("dfrpg.grid.diagonal_cost")
def test_diagonals_alternate_through_the_turn() -> None:
    diagonal = [(1, -1), (2, -2), (3, -3), (4, -4)]
    northeast = facing(OPEN, "A", NE)
    assert costs(northeast, *diagonal) == [1, 2, 1, 2]
    assert costs(northeast, *diagonal, taken=1) == [2, 1, 2, 1]
    assert costs(facing(OPEN, "A", NE), (-1, 1), (-2, 2), keeps_facing=True) == [2, 4]
    flat = facing(floor(15, 15, {"A": HERE}, rules={"dfrpg": {"metric": "chebyshev"}}), "A", NE)
    assert costs(flat, *diagonal) == [1, 1, 1, 1]


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement")
def test_a_run_goes_forward_only_and_two_yards_at_least() -> None:
    def ahead(points: int) -> int:
        return max(-dy for dx, dy in offsets(OPEN, points, run=True) if dx == 0)

    # Half of Move 5, 3, 1 and 8.
    assert [ahead(points) for points in (3, 2, 1, 4)] == [3, 2, 2, 4]
    assert offsets(OPEN, 3, run=True) == {(dx, dy) for dx, dy in offsets(OPEN, 3, run=True) if dy < 0 or abs(dx) > 1}
    rough = facing(yards(",,,\n,,,\n,,,\n.A."), "A", N)
    found = walk_field(rough, "A", 6, run=True)
    assert {square.y for square in found} == {1, 2}
    assert found[Square(1, 1)].path() == path((1, 3), (1, 2), (1, 1))


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement")
def test_runs_over_diagonals_and_turns() -> None:
    bent, twice = ((1, -1), (2, -1)), ((1, -1), (2, -2))
    assert strides(OPEN, *bent, points=2, run=True)
    assert not strides(OPEN, *twice, points=2, run=True)
    assert strides(OPEN, *twice, points=3, run=True)
    assert {(2, -1)} == {(2, -1), (2, -2)} & offsets(OPEN, 2, run=True)
    assert not strides(OPEN, (0, 1), points=4, run=True)
    north = strides(OPEN, (0, -1), (0, -2), (0, -3), points=3, run=True)
    assert north[-1].state.facing == N


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement", "dfrpg.movement.posture_cost")
def test_who_lies_does_not_run_two_yards() -> None:
    lying = with_condition("prone")
    assert strides(lying, (0, -1), points=3, run=True)
    assert not strides(lying, (0, -1), (0, -2), points=3, run=True)
    assert not strides(lying, (0, -1), points=0, run=True, ran_yd=1, minimum=False)
    assert offsets(lying, 0, run=True, ran_yd=1, minimum=False) == set()
    kneeling = with_condition("kneeling")
    assert strides(kneeling, (0, -1), (0, -2), points=3, run=True)
    assert not strides(kneeling, (0, -1), (0, -2), points=3, run=True, ran_yd=1, minimum=False)


@pytest.mark.rule("dfrpg.maneuver.all_out_attack.movement")
def test_the_two_yards_of_a_run_come_by_nobody() -> None:
    friend = facing(yards("AB.", creatures={"B": {"side": "heroes"}}), "A", E)
    assert walk_field(friend, "A", 2, run=True) == {}
    assert price_path(friend, "A", path((0, 0), (1, 0), (2, 0)), 2, run=True) is None
    assert price_path(friend, "A", path((0, 0), (1, 0), (2, 0)), 6, run=True) is not None
    wall = facing(yards("A#."), "A", E)
    assert walk_field(wall, "A", 2, run=True) == {}


def test_manners_of_steps() -> None:
    grid = grid_of(OPEN)
    assert {way.direction for way in ways(grid, N, RUNNING)} == {N, NE, 7}
    assert len(ways(grid, N, FREELY)) == 3 + 7


@pytest.mark.rule("dfrpg.grid.start_facing", "dfrpg.grid.facings")
def test_asks_begin_with_the_facing_when_it_is_known() -> None:
    free, known = floor(9, 9, {"A": (4, 4)}), facing(floor(9, 9, {"A": (4, 4)}), "A", W)
    assert value(free, "move_cost", who="A", path=["E5", "F5"]) == 1
    verdict = ask(known, "move_cost", who="A", path=["E5", "F5"])
    assert (verdict.value, "dfrpg.grid.start_facing" in {step.rule for step in verdict.steps}) == (2, False)
    assert [value(known, "reachable", who="A", budget=points) for points in (2, 3)] == [14, 25]


@pytest.mark.rule("dfrpg.movement.points")
def test_the_way_to_the_nearest_square_takes_as_many_turns_as_it_needs() -> None:
    here = yards("A........B..", creatures={"A": {"speed": 3}, "B": {"side": "heroes"}})
    assert BOOK.way_to(here, "A", path((8, 0), (10, 0))) == path(*((x, 0) for x in range(9)))
    assert BOOK.way_to(here, "A", path((9, 0), (10, 0)))[-1] == Square(10, 0)
    assert BOOK.way_to(here, "A", path((0, 0), (3, 0))) == path((0, 0))
    assert BOOK.way_to(yards("A#."), "A", path((2, 0))) == ()
    assert BOOK.way_to(yards("A..", creatures={"A": {"conditions": ["dead"]}}), "A", path((2, 0))) == ()
    equal = floor(5, 5, {"A": (2, 2)})
    assert BOOK.way_to(equal, "A", path((4, 2), (2, 0), (0, 2)))[-1] == Square(2, 0)


@pytest.mark.rule("dfrpg.movement.points", "dfrpg.movement.occupied", "dfrpg.grid.diagonal_cost")
@pytest.mark.parametrize("seed", range(12))
def test_fields_agree_with_a_search_square_by_square(seed: int) -> None:
    chance = random.Random(seed)
    rows = [[chance.choices(".,;#", (12, 3, 1, 2))[0] for _ in range(9)] for _ in range(9)]
    for letter in "ABCDE":
        rows[chance.randrange(9)][chance.randrange(9)] = letter
    there = {glyph for row in rows for glyph in row}
    sides = {
        letter: {"side": side} for letter, side in zip("BCDE", ("heroes", "foes") * 2, strict=True) if letter in there
    }
    if "A" not in there:
        rows[4][4] = "A"
    here = facing(yards("\n".join(map("".join, rows)), creatures=sides), "A", chance.randrange(8))
    for budget in (4, 9, 13):
        found = walk_field(here, "A", budget, minimum=False)
        assert {square: one.points for square, one in found.items()} == searched(here, budget)
        for square, reached in found.items():
            priced = price_path(here, "A", reached.path())
            assert priced is not None
            assert (sum(stride.points for stride in priced), priced[-1].state.square) == (reached.points, square)


def searched(here: World, budget: int) -> dict[Square, int]:
    """The same field by trying every facing and step, from what the book says alone."""
    a, offsets = one(here, "A"), ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    held = {other.space.anchor: other.side for other in here.creatures if other.id != "A"}
    costs: dict[tuple[Square, int, int], int] = {}
    waiting = [(0, a.space.anchor, a.facing or 0, 0)]
    while waiting:
        cost, square, looks, odd = heappop(waiting)
        if (square, looks, odd) in costs or (held.get(square) == "foes"):
            costs.setdefault((square, looks, odd), cost)
            continue
        costs[square, looks, odd] = cost
        for turned in range(8):
            turn = 2 * min((turned - looks) % 8, (looks - turned) % 8, 3)
            for direction, (dx, dy) in enumerate(offsets):
                end, beside = (
                    Square(square.x + dx, square.y + dy),
                    (Square(square.x + dx, square.y), Square(square.x, square.y + dy)),
                )
                if any(here.board.solid(cell) for cell in (end, *beside)):
                    continue
                yards_ = 2 if dx and dy and odd else 1
                more = 2 * here.board.at(end).difficulty
                crossing = 2 if held.get(end) == "heroes" else 0
                parity = odd ^ (1 if dx and dy else 0)
                off = (direction - turned) % 8
                if off in (7, 0, 1):
                    heappush(waiting, (cost + turn + yards_ * (2 + more) + crossing, end, direction, parity))
                if off:
                    heappush(waiting, (cost + turn + yards_ * (4 + more) + crossing, end, turned, parity))
        waiting = [entry for entry in waiting if entry[0] <= budget]
        waiting.sort()
    best: dict[Square, int] = {}
    for (square, _, _), cost in costs.items():
        if square != a.space.anchor and held.get(square) != "heroes":
            best[square] = min(cost, best.get(square, cost))
    return best
