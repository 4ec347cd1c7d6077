"""Lines of a verdict made from traces and clear segments."""

from __future__ import annotations

import kit
import pytest

from tactics.core.language import catalogue
from tactics.core.lattice import Point, Square, corner
from tactics.core.text import say
from tactics.geometry.effect import Segment
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.lines import clear_line, obstacle_name, traced_line
from tactics.rules.verdict import Line


def stops_effect(obstacle: Obstacle) -> bool:
    return "effect" in obstacle.blocks


def words(line: Line) -> list[tuple[str, str, bool]]:
    return [(say(one.what, catalogue("en")), one.kind, one.stops) for one in line.contacts]


def test_what_is_met_stands_in_order_and_says_what_stops() -> None:
    bugbear = {"name": "Bugbear", "size": "large"}
    world = kit.world(".....CC..\nA..o.CC#.", creatures={"C": bugbear})
    scene = scene_of(world)
    line = traced_line(scene.trace(Point(500, 1500), Point(8500, 1500), bodies=scene.bodies(without="A")), stops_effect)
    assert words(line) == [
        ("pillar D2", "interior", False),
        ("Bugbear", "interior", False),
        ("wall H2", "interior", True),
    ]
    assert line.blocked
    assert [(one.at, one.square, one.creature) for one in line.contacts] == [
        (Point(3000, 1500), Square(3, 1), ""),
        (Point(5000, 1500), Square(5, 0), "C"),
        (Point(7000, 1500), Square(7, 1), ""),
    ]


def test_a_pinch_is_told_once_for_each_pair() -> None:
    scene = scene_of(kit.world(".##.\n.##."))
    line = traced_line(scene.trace(corner(0, 1), corner(4, 1)), stops_effect, role="effect")
    assert (line.blocked, line.role) == (True, "effect")
    assert words(line) == [
        ("wall B1", "edge", False),
        ("wall B2", "edge", False),
        ("wall B1 and wall B2", "pinch", True),
        ("wall C1", "edge", False),
        ("wall C2", "edge", False),
        ("wall C1 and wall C2", "pinch", True),
    ]


def test_touching_stops_where_grazing_counts() -> None:
    scene = scene_of(kit.world(".#..\n...."))
    trace = scene.trace(corner(0, 1), corner(4, 1))
    assert not traced_line(trace, stops_effect).blocked
    grazed = traced_line(trace, stops_effect, graze=stops_effect)
    assert grazed.blocked
    assert words(grazed) == [("wall B1", "edge", True)]


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ({}, "thin wall"),
        ({"kind": "door", "state": "open"}, "open door"),
        ({"kind": "door", "state": "closed"}, "closed door"),
        ({"kind": "door", "state": "locked"}, "locked door"),
        ({"kind": "low_wall"}, "low wall"),
        ({"kind": "window"}, "window"),
        ({"kind": "arrow_slit"}, "arrow slit"),
        ({"kind": "portcullis"}, "portcullis"),
        ({"kind": "curtain"}, "curtain"),
        ({"kind": "force"}, "wall of force"),
    ],
)
def test_names_of_walls(table: dict[str, str], name: str) -> None:
    world = kit.world("...", walls=[{"line": [[0, 0], [1, 0]]}, {"line": [[2, 0], [2, 1]], **table}])
    line = traced_line(scene_of(world).trace(Point(500, 500), Point(2500, 500)), stops_effect)
    assert [(one[0], one[1]) for one in words(line)] == [(name, "cross")]
    assert line.contacts[0].wall == 1


def test_names_of_squares() -> None:
    scene = scene_of(kit.world("#on %@t", legend={"t": {"terrain": "tree"}}))
    line = Point(0, 500), Point(7000, 500)
    found = {*scene.obstacles_on(*line), *scene.obscuring_on(*line)}
    assert {say(obstacle_name(one), catalogue("en")) for one in found} == {
        "wall A1",
        "pillar B1",
        "low obstacle C1",
        "edge of the map D1",
        "light obscurement E1",
        "heavy obscurement F1",
        "tree G1",
    }


def test_a_clear_line() -> None:
    line = clear_line(Segment(corner(0, 0), corner(3, 1)), role="sight")
    assert line == Line(corner(0, 0), corner(3, 1), blocked=False, contacts=(), role="sight")
