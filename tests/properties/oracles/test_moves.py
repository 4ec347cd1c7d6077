"""Walking against what the books say, step by step."""

from __future__ import annotations

from random import Random

import pytest
from kit import world
from properties.asking import ask, value
from properties.boards import SYSTEMS
from properties.oracles.drawn import BOOKS, scene
from properties.oracles.moves import Walker

GLYPHS = ("", ",,", "#,;", "##,;", ",n", "n;#")


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("book", BOOKS)
def test_reachable_squares_and_their_costs(book: str, seed: int) -> None:
    drawn, here = scene(seed, GLYPHS)
    dice, per_square = Random(seed), 1 if book == "dnd4e" else 5
    for who in drawn.bodies:
        taken, budget = dice.randint(0, 1), dice.randint(2, 9)
        verdict = ask(book, here, "reachable", who=who, budget=budget * per_square, diagonals=taken)
        expected = Walker(book, drawn, who).costs(budget, taken)
        assert {tuple(square): cost for square, cost in verdict.costs.items()} == {
            square: cost * per_square for square, cost in expected.items()
        }


@pytest.mark.parametrize(("system", "cost"), list(zip(SYSTEMS, (15, 10, 2, 2), strict=True)))
def test_a_low_wall_costs_extra_on_foot(system: str, cost: int) -> None:
    wall = {"line": [[1, 0], [1, 2]], "kind": "low_wall"}
    here = world("A..\n...", SYSTEMS, walls=[wall], creatures={"A": {"speeds": {"fly": 30}}})
    per_square = 5 if system.startswith("pf") else 1
    assert value(system, here, "move_cost", who="A", path=["A1", "B1"]) == cost
    assert value(system, here, "move_cost", who="A", path=["A1", "A2"]) == per_square
    if system != "dfrpg":
        assert value(system, here, "move_cost", who="A", path=["A1", "B1"], mode="fly") == per_square
