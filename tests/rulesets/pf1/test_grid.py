"""Squares, distances, ties."""

from __future__ import annotations

from random import Random

import pytest
from rulesets.pf1.first import ask, first, rules_of, value

from tactics.core.lattice import Square
from tactics.rulesets.pf1.relocation import choose_closest
from tactics.rulesets.pf1.sizes import feet, print_inches, squares
from tactics.world.board import Terrain
from tactics.world.edit import with_terrain


@pytest.mark.rule("pf1.grid.square")
@pytest.mark.parametrize(("length_ft", "length_sq"), [(5, 1), (30, 6), (20, 4), (15, 3), (0, 0)])
def test_five_feet_are_a_square(length_ft: int, length_sq: int) -> None:
    assert squares(length_ft) == length_sq
    assert feet(length_sq) == length_ft


@pytest.mark.rule("pf1.grid.square")
def test_what_is_left_over_is_dropped() -> None:
    assert squares(7) == 1


@pytest.mark.rule("pf1.grid.miniature_scale")
def test_a_printed_square_is_an_inch() -> None:
    assert print_inches(24) == 24


@pytest.mark.rule("pf1.grid.diagonal")
@pytest.mark.parametrize(
    ("to", "distance"),
    [
        ("B2", 5),
        ("C3", 15),
        ("D4", 20),
        ("E5", 30),
        ("F6", 35),
        ("G7", 45),
        ("D6", 30),
        ("E3", 25),
        ("H4", 40),
    ],
)
def test_every_second_diagonal_counts_two(to: str, distance: int) -> None:
    assert value("\n".join(["........"] * 7), "distance", from_="A1", to=to) == distance


@pytest.mark.rule("pf1.grid.distance_between")
@pytest.mark.parametrize(
    ("rows", "creatures", "distance"),
    [
        ("OO...T\nOO....", {"O": {"size": "large"}}, 20),
        ("OO..\nOO..\n..T.", {"O": {"size": "large"}}, 5),
        ("OO...\nOO...\n.....\n.....\n....T", {"O": {"size": "large"}}, 20),
        ("...OOO....T\n...OOO.....\n...OOO.....", {"O": {"size": "huge"}}, 25),
        ("T....", {"O": {"at": "A1", "size": "tiny"}}, 0),
        ("O#T", {}, 10),
    ],
)
def test_distance_runs_between_the_nearest_squares(
    rows: str, creatures: dict[str, dict[str, str]], distance: int
) -> None:
    here = first(rows, creatures)
    assert value(here, "distance", from_="O", to="T") == distance
    assert value(here, "distance", from_="T", to="O") == distance


@pytest.mark.rule("pf1.grid.distance_3d")
@pytest.mark.parametrize(
    ("dx", "dy", "dz", "nested", "foundry"),
    [(4, 0, 1, 20, 20), (2, 2, 2, 20, 15), (5, 3, 2, 35, 35), (5, 4, 4, 45, 40), (3, 1, 0, 15, 15)],
)
def test_height_is_a_third_axis(dx: int, dy: int, dz: int, nested: int, foundry: int) -> None:
    rows = "\n".join(["......"] * 5)
    creatures = {"A": {"at": [0, 0]}, "T": {"at": [dx, dy], "z": 5 * dz}}
    assert value(first(rows, creatures), "distance", from_="A", to="T") == nested
    other = ask(first(rows, creatures, switches={"distance_3d": "foundry"}), "distance", from_="A", to="T")
    assert other.value == foundry
    if dz:
        assert other.switches == {"pf1.distance_3d": "foundry"}
        assert "pf1.grid.distance_3d" in rules_of(other)


@pytest.mark.rule("pf1.grid.distance_3d")
def test_raised_ground_lifts_who_stands_on_it() -> None:
    flat = first("A..T")
    ledge = with_terrain(flat, Square(3, 0), Terrain("ledge", ground_z_ft=10))
    assert value(flat, "distance", from_="A", to="T") == 15
    assert value(ledge, "distance", from_="A", to="T") == 20


@pytest.mark.rule("pf1.grid.closest_tie")
def test_chance_decides_between_equally_close_ones() -> None:
    away = {"near": 2, "also near": 2, "far": 3}
    chosen = [choose_closest(list(away), away.__getitem__, Random(seed)) for seed in range(10_000)]
    assert set(chosen) == {"near", "also near"}
    assert abs(chosen.count("near") / len(chosen) - 0.5) < 0.02
    assert choose_closest(list(away), away.__getitem__, Random(7)) == choose_closest(
        list(away), away.__getitem__, Random(7)
    )


@pytest.mark.rule("pf1.grid.range_measure")
@pytest.mark.parametrize(
    ("source", "target", "distance"),
    [
        ("A1", "G7", 45),
        ("A1", "A2", 5),
        ("<0,0>", "<3,3>", 20),
        ("<0,0>", "<6,2>", 35),
        ("<1,5>", "<5,1>", 30),
        ("<0,0>", "C2", 20),
        ("C2", "<0,0>", 20),
    ],
)
def test_ranges_run_from_square_to_square_and_areas_between_intersections(
    source: str, target: str, distance: int
) -> None:
    assert value("\n".join(["........"] * 8), "distance", from_=source, to=target) == distance


@pytest.mark.rule("pf1.grid.no_facing")
def test_threat_looks_the_same_from_every_side() -> None:
    threatened = ask("\n".join([".......", ".......", ".......", "...A..."] + ["......."] * 3), "threatened", who="A")
    around = {(square.x - 3, square.y - 3) for square in threatened.squares["threatened"]}
    assert around == {(-y, x) for x, y in around}
    assert Square(3, 3) not in threatened.squares["threatened"]
