"""A line from a creature aimed at a point on the grid line of its corner runs straight."""

from __future__ import annotations

import pytest
from kit import world

from tactics.core.lattice import UNIT, Point, parse_square
from tactics.rules.question import Question
from tactics.rules.registry import book


@pytest.mark.rule("pf1.area.line")
@pytest.mark.parametrize(("x", "y", "first"), [(4, 1, "B1"), (1, 3, "A2"), (4, 3, "B2")])
def test_a_line_at_a_point_begins_beside_its_creature(x: int, y: int, first: str) -> None:
    question = Question(ask="area", shape="line", size=30, origin="A", to=Point(x * UNIT, y * UNIT))
    area = book("pf1").judge(world(["A.....", "......", "......", "......"]), question).squares["area"]
    assert parse_square(first) in area
