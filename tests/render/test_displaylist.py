"""Boxes of drawings."""

from __future__ import annotations

import pytest

from tactics.render.displaylist import (
    Arrow,
    Circle,
    Group,
    Label,
    Picture,
    Polygon,
    Polyline,
    Rect,
    arrow_head,
    bounds,
)


@pytest.mark.parametrize(
    ("item", "box"),
    [
        (Rect(10, 20, 30, 40, "#000000"), (10, 20, 40, 60)),
        (Rect(10, 20, 30, 40, stroke="#000000", stroke_width=4), (8, 18, 42, 62)),
        (Circle(10, 10, 5, "#000000"), (5, 5, 15, 15)),
        (Polyline(((0, 0), (10, 5)), "#000000", 2), (-1, -1, 11, 6)),
        (Polygon((((0, 0), (4, 0), (4, 4)), ((10, 10), (12, 10), (12, 12))), "#000000"), (0, 0, 12, 12)),
        (Picture(1, 2, 3, 4, b""), (1, 2, 4, 6)),
        (Group((Circle(0, 0, 5, "#000000"),), 100, 50), (95, 45, 105, 55)),
        (Group((Circle(0, 0, 5, "#000000"),), 100, 50, clip=(0, 0, 3, 3)), (100, 50, 103, 53)),
    ],
)
def test_bounds(item, box) -> None:
    assert bounds((item,)) == box


def test_bounds_of_nothing() -> None:
    assert bounds(()) == (0, 0, 0, 0)
    assert bounds((Group((Circle(50, 0, 5),), clip=(0, 0, 3, 3)),)) == (0, 0, 0, 0)


def test_labels_are_measured_from_their_anchor() -> None:
    start, middle, end = (
        bounds((Label(100, 50, "Ogre", 20, "#000000", anchor=a),)) for a in ("start", "middle", "end")
    )
    assert start[0] == 100
    assert end[2] == pytest.approx(100)
    assert middle[0] + middle[2] == pytest.approx(200)
    assert bounds((Label(0, 0, "A very long text", 20, "#000000", max_width=30),))[2] == 30


def test_an_arrow_ends_at_its_last_point() -> None:
    tip, left, right = arrow_head(((0.0, 0.0), (10.0, 0.0)), 4.0)
    assert tip == (10.0, 0.0)
    assert left[0] == right[0] == 6.0
    assert left[1] == -right[1] != 0
    assert bounds((Arrow(((0.0, 0.0), (10.0, 0.0)), "#000000", 2.0, 4.0),))[2] >= 10
