"""Who is far above or below is neither a neighbour nor in the way, whatever the system."""

from __future__ import annotations

from typing import Any

import pytest
from kit import world
from properties.asking import ask, value
from properties.boards import SYSTEMS

BOOKS = ("pf1", "pf2e", "dnd4e")
AREAS = [
    ("pf1", {"shape": "burst", "size": 20, "origin": [3, 1]}),
    ("pf1", {"shape": "spread", "size": 20, "origin": [3, 1]}),
    ("pf1", {"shape": "emanation", "size": 15, "origin": "A"}),
    ("pf2e", {"shape": "burst", "size": 20, "origin": [3, 1]}),
    ("pf2e", {"shape": "emanation", "size": 15, "origin": "A"}),
    ("dnd4e", {"shape": "area_burst", "size": 2, "origin": "D2"}),
    ("dnd4e", {"shape": "close_burst", "size": 3, "origin": "A"}),
]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("side", ["heroes", "foes"])
def test_one_walks_and_stops_under_a_flyer(system: str, side: str) -> None:
    here = world("A.T..", SYSTEMS, creatures={"A": {}, "T": {"z": 20, "side": side}})
    per_square = 5 if system.startswith("pf") else 1
    assert value(system, here, "path_cost", who="A", to="C1") == 2 * per_square
    assert value(system, here, "move_cost", who="A", path=["A1", "B1", "C1"]) == 2 * per_square
    assert len(ask(system, here, "reachable", who="A", budget=4 * per_square).squares["reachable"]) == 5


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_foe_on_the_same_ground_stays_in_the_way(system: str) -> None:
    knoll = {"h": {"terrain": "knoll", "z": 10}}
    here = world("AhThh", SYSTEMS, legend=knoll, creatures={"A": {}, "T": {"under": "h"}})
    assert value(system, here, "path_cost", who="A", to="E1") == "unreachable"


@pytest.mark.parametrize("system", BOOKS)
def test_a_flyer_passes_over_and_stops_over_others(system: str) -> None:
    facts = {"z": 20, "speeds": {"fly": 60}}
    here = world("A.T..", BOOKS, creatures={"A": facts, "T": {}})
    cost = value(system, here, "path_cost", who="A", to="C1", mode="fly")
    assert cost == value(system, here, "move_cost", who="A", path=["A1", "B1", "C1"], mode="fly") != "illegal"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("z", "expected"), [(0, True), (5, True), (20, False)])
def test_reach_goes_upward_like_sideways(system: str, z: int, expected: bool) -> None:
    here = world("AT", SYSTEMS, creatures={"A": {}, "T": {"z": z}})
    assert value(system, here, "threatens", from_="A", to="T") is expected
    assert value(system, here, "threatens", from_="T", to="A") is expected


@pytest.mark.parametrize("system", BOOKS)
@pytest.mark.parametrize("z", [0, 20])
def test_a_flyer_overhead_gets_no_free_attack(system: str, z: int) -> None:
    foe = {"z": z, "pf2e": {"reactions": ["attack_of_opportunity"]}}
    here = world("AT.\n...", BOOKS, creatures={"A": {}, "T": foe})
    assert value(system, here, "provokes", who="A", path=["A1", "A2"]) == (() if z else ("T",))


@pytest.mark.parametrize("system", BOOKS)
@pytest.mark.parametrize(("z", "covered"), [(0, True), (20, False)])
def test_a_flyer_above_the_line_covers_nobody(system: str, z: int, covered: bool) -> None:
    here = world("A..C..T", BOOKS, creatures={"A": {}, "C": {"z": z, "side": "foes"}, "T": {}})
    assert (value(system, here, "cover", from_="A", to="T", attack="ranged") != "none") is covered


@pytest.mark.parametrize("system", BOOKS)
@pytest.mark.parametrize("z", [0, 20])
def test_a_flyer_overhead_flanks_nobody(system: str, z: int) -> None:
    here = world("ATB", BOOKS, creatures={"A": {}, "T": {"side": "foes"}, "B": {"z": z, "side": "heroes"}})
    assert value(system, here, "flanking", from_="A", to="T", with_="B") is (z == 0)


@pytest.mark.parametrize(("system", "area"), AREAS)
@pytest.mark.parametrize(("z", "taken"), [(0, True), (40, False)])
def test_areas_are_as_high_as_they_are_wide(system: str, area: dict[str, Any], z: int, taken: bool) -> None:
    here = world("......\n..A.C.\n......", BOOKS, creatures={"A": {}, "C": {"z": z}})
    assert ("C" in ask(system, here, "area", **area).creatures) is taken
    if area["origin"] == "A":
        raised = world("......\n..A.C.\n......", BOOKS, creatures={"A": {"z": z}, "C": {"z": z}})
        assert "C" in ask(system, raised, "area", **area).creatures


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_stands_below_the_ground(system: str) -> None:
    knoll = {"h": {"terrain": "knoll", "z": 20}}
    here = world("A.T", SYSTEMS, legend=knoll, creatures={"A": {}, "T": {"under": "h"}})
    level = value(system, here, "distance", from_="A", to="B1")
    assert value(system, here, "distance", from_="A", to="T") > 2 * level


def test_heights_of_a_yard_file_are_yards() -> None:
    here = world("A.T", ("dfrpg",), creatures={"A": {}, "T": {"z": 2}})
    assert value("dfrpg", here, "distance", from_="A", to="T") == 3  # two across and two up: 2 + 1


@pytest.mark.parametrize("system", BOOKS)
def test_below_is_as_far_as_above(system: str) -> None:
    for z in (5, 10, 20):
        up = world("A..T", BOOKS, creatures={"A": {}, "T": {"z": z}})
        down = world("A..T", BOOKS, creatures={"A": {}, "T": {"z": -z}})
        far = value(system, up, "distance", from_="A", to="T")
        assert value(system, down, "distance", from_="A", to="T") == far


@pytest.mark.parametrize("system", SYSTEMS)
def test_without_a_height_one_stands_on_the_bottom_of_a_pit(system: str) -> None:
    pit = {"p": {"terrain": "pit", "z": -20}}
    here = world("AT", SYSTEMS, legend=pit, creatures={"A": {}, "T": {"under": "p"}})
    assert value(system, here, "threatens", from_="A", to="T") is False
