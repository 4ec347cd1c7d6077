"""Threat, flanking and opportunity attacks against what the books say, square by square."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from properties.asking import ask, value
from properties.oracles import melee
from properties.oracles.covers import Scene
from properties.oracles.drawn import BOOKS, scene

from tactics.core.lattice import Square, square_name

SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", BOOKS)
def test_threatened_squares(book: str, seed: int) -> None:
    drawn, here = scene(seed)
    for who in drawn.bodies:
        squares = ask(book, here, "threatened", who=who).squares["threatened"]
        assert {tuple(one) for one in squares} == melee.threatened(book, drawn, who), who


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", BOOKS)
def test_flanking(book: str, seed: int) -> None:
    drawn, here = scene(seed)
    for one, two, foe in permutations(drawn.bodies, 3):
        asked = value(book, here, "flanking", from_=one, to=foe, with_=two)
        assert asked == melee.flanks(book, drawn, one, two, foe), (one, two, foe)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", BOOKS)
def test_who_may_react_to_a_way(book: str, seed: int) -> None:
    drawn, here = scene(seed)
    for who in drawn.bodies:
        path = _way(drawn, who, Random(seed))
        named = [square_name(Square(*one)) for one in path]
        if len(path) > 1:
            asked = value(book, here, "provokes", who=who, path=named)
            assert set(asked) == melee.provoked(book, drawn, who, path), (who, named)


def _way(drawn: Scene, who: str, dice: Random) -> list[tuple[int, int]]:
    """A random way over free squares."""
    block = drawn.bodies[who].block
    taken = [*drawn.squares("# "), *(one.block for name, one in drawn.bodies.items() if name != who)]
    path = [(int(block[0]), int(block[1]))]
    for _ in range(dice.randint(2, 6)):
        there = (path[-1][0] + dice.randint(-1, 1), path[-1][1] + dice.randint(-1, 1))
        space = melee.moved(block, there)
        inside = min(there) >= 0 and space[2] <= len(drawn.rows[0]) and space[3] <= len(drawn.rows)
        if there != path[-1] and inside and not any(melee.overlap(space, one) for one in taken):
            path.append(there)
    return path
