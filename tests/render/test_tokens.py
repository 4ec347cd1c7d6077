"""Tokens of creatures that look somewhere, lie across squares, and have states with a sign."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, hypot, pi

import pytest
from kit import world

from tactics.core.lattice import Square
from tactics.core.space import Space
from tactics.render.displaylist import Circle, Group, Label, Polygon, bounds
from tactics.render.icons import ICONS, icon
from tactics.render.palette import DARK
from tactics.render.tokens import token_items
from tactics.render.view import View


def faced(facing: int | None, sprawl: tuple[Square, ...] = (), **table: object) -> Group:
    position = world("...\n.A.\n...", creatures={"A": table})
    creature = replace(position.creature("A"), facing=facing, sprawl=sprawl)
    (group,) = token_items(replace(position, creatures=(creature,)), View(56.0))
    assert isinstance(group, Group)
    return group


@pytest.mark.parametrize("facing", range(8))
def test_a_wedge_points_where_a_creature_looks(facing: int) -> None:
    (tip, *_rest) = [item for item in faced(facing).items if isinstance(item, Polygon)][-1].rings[0]
    turns = atan2(tip[0], -tip[1]) / (2 * pi) * 8
    assert round(turns) % 8 == facing
    assert 28 < hypot(*tip) < 34, "at the edge of the square"
    assert len(faced(facing).items) > len(faced(None).items)


@pytest.mark.parametrize("facing", range(8))
def test_states_stand_beside_the_wedge(facing: int) -> None:
    for count in range(1, 4):
        items = faced(facing, conditions=["aim", "dazed", "stunned"][:count]).items
        wedge = bounds([[item for item in items if isinstance(item, Polygon)][-1]])
        discs = [item for item in items if isinstance(item, Circle) and item.stroke == DARK.chosen]
        assert len(discs) == count
        for n, one in enumerate(discs):
            assert hypot(max(wedge[0] - one.x, 0, one.x - wedge[2]), max(wedge[1] - one.y, 0, one.y - wedge[3])) > 2
            assert all(hypot(one.x - other.x, one.y - other.y) > one.radius * 1.8 for other in discs[n + 1 :])


@pytest.mark.parametrize("head", [Square(2, 1), Square(0, 1), Square(1, 0), Square(0, 2)])
def test_a_body_lies_across_its_squares(head: Square) -> None:
    group = faced(None, (head,))
    left, top, right, bottom = bounds((group,))
    assert (group.x, group.y) == ((1 + head.x + 1) / 2 * 56, (1 + head.y + 1) / 2 * 56)
    for square in (head, Square(1, 1)):
        assert left < (square.x + 0.5) * 56 < right
        assert top < (square.y + 0.5) * 56 < bottom
    assert left >= min(1, head.x) * 56
    assert right <= (max(1, head.x) + 1) * 56


def test_a_body_is_shown_when_only_its_head_is_in_the_window() -> None:
    position = world(".....\nA....", creatures={"A": {}})
    lying = replace(position, creatures=(replace(position.creature("A"), sprawl=(Square(1, 1),)),))
    assert len(token_items(lying, View(40.0, window=Space(1, 0, 3, 2)))) == 1
    assert token_items(position, View(40.0, window=Space(1, 0, 3, 2))) == []


def test_states_are_shown_in_place_of_conditions_where_they_are_given() -> None:
    position = world("A", creatures={"A": {"conditions": ["dazed", "unconscious"]}})
    (group,) = token_items(position, View(56.0), states={"A": ("marked",)})
    assert isinstance(group, Group)
    assert [item.text for item in group.items if isinstance(item, Label)] == ["A", "U", "M"]


@pytest.mark.parametrize("id", sorted(ICONS))
def test_every_sign_stays_in_its_frame(id: str) -> None:
    left, top, right, bottom = bounds(icon(id, 0, 0, 10, "#ffffff"))
    assert min(left, top) > -12.5
    assert max(right, bottom) < 12.5
    assert right - left > 8


def test_no_two_signs_are_alike_and_others_have_a_letter() -> None:
    drawn = [tuple(icon(one, 0, 0, 10, "#ffffff")) for one in ICONS]
    assert len(set(drawn)) == len(drawn)
    assert icon("dazed", 0, 0, 10, "#ffffff") == []
