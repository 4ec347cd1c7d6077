"""Cover and line of effect against what the books say, corner by corner."""

from __future__ import annotations

from itertools import permutations

import pytest
from properties.asking import value
from properties.oracles import covers
from properties.oracles.drawn import BOOKS, scene

SEEDS = range(45)


@pytest.mark.parametrize("seed", SEEDS)
def test_line_of_effect(seed: int) -> None:
    drawn, here = scene(seed)
    for one, other in permutations(drawn.bodies, 2):
        expected = drawn.effect(drawn.bodies[one].block, drawn.bodies[other].block)
        assert [value(book, here, "line_of_effect", from_=one, to=other) for book in BOOKS] == [expected] * 3


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("attack", ["melee", "reach", "ranged"])
def test_cover_of_pathfinder_1e(seed: int, attack: str) -> None:
    drawn, here = scene(seed)
    for one, other in permutations(list(drawn.bodies)[:3], 2):
        asked = value("pf1", here, "cover", from_=one, to=other, attack=attack)
        assert asked == covers.pf1(drawn, one, other, attack), (one, other)


@pytest.mark.parametrize("seed", SEEDS)
def test_cover_of_pathfinder_2e(seed: int) -> None:
    drawn, here = scene(seed)
    for one, other in permutations(drawn.bodies, 2):
        asked = value("pf2e", here, "cover", from_=one, to=other, attack="ranged")
        assert asked == covers.pf2e(drawn, one, other), (one, other)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("attack", ["melee", "ranged"])
def test_cover_of_the_fourth_edition(seed: int, attack: str) -> None:
    drawn, here = scene(seed)
    for one, other in permutations(list(drawn.bodies)[:3], 2):
        asked = value("dnd4e", here, "cover", from_=one, to=other, attack=attack)
        assert asked == covers.dnd4e(drawn, one, other, attack), (one, other)
