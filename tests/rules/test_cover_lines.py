"""Cover of all squares at once is the cover of each square."""

from __future__ import annotations

from random import Random
from typing import Any

import kit
import pytest

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.world.world import World

SYSTEMS = ("pf1", "dnd4e")
WALLS = ("wall", "wall", "wall", "low_wall", "window", "arrow_slit", "portcullis", "door", "curtain", "force")
GROUNDS = (".......##", "......#on", "........o", ".....,#%", "..........")
RULES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"pf1": {"loe_touch": "lenient"}, "dnd4e": {"loe_touch": "lenient"}},
    {"pf1": {"grazing_corner_blocks": True}, "dnd4e": {"creature_cover_cap": False}},
    {"pf1": {"partial_cover": True}, "dnd4e": {"melee_cover": "dmg"}},
)


def crowded(seed: int) -> World:
    """A small board with a little of everything."""
    dice = Random(seed)
    width, height = dice.randint(4, 8), dice.randint(4, 7)
    rows = [[dice.choice(GROUNDS[seed % len(GROUNDS)]) for _ in range(width)] for _ in range(height)]
    creatures: dict[str, dict[str, Any]] = {}
    for number in range(dice.randint(2, 4)):
        x, y = dice.randrange(0, width - 1, 2), dice.randrange(0, height - 1, 2)
        if any(one["at"] == [x, y] for one in creatures.values()):
            continue
        for row, column in ((y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)):
            rows[row][column] = "."
        size = dice.choice(["medium", "medium", "small", "large"])
        creatures[f"c{number}"] = {
            "at": [x, y],
            "side": f"s{number % 2}",
            "size": size,
            "z": dice.choice([0, 0, 0, 10]),
        }
    walls = []
    for _ in range(dice.randint(0, 6)):
        step = dice.choice([1, 1, 0.5, 0.25])
        ends = [[dice.randrange(width) + step * dice.randint(0, 1), dice.randrange(height) + 0.0] for _ in range(2)]
        if ends[0] != ends[1]:
            kind = dice.choice(WALLS)
            state = {"state": dice.choice(["open", "closed"])} if kind == "door" else {}
            walls.append({"line": ends, "kind": kind, **state})
    rules = RULES[seed % len(RULES)]
    return kit.world(["".join(row) for row in rows], SYSTEMS, walls=walls, creatures=creatures, rules=rules)


@pytest.mark.parametrize("attack", [None, "ranged", "melee"])
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("system", SYSTEMS)
def test_all_squares_are_judged_like_each(system: str, seed: int, attack: str | None) -> None:
    world = crowded(seed * 7)
    question = Question(ask="cover", source="c0", attack=attack)
    found = book(system).judge_squares(world, question)
    assert list(found) == [Square(x, y) for y in range(world.board.height) for x in range(world.board.width)]
    for square, value in found.items():
        assert value == book(system).judge_square(world, question, square), square


def test_uneven_ground_and_areas_are_judged_too() -> None:
    world = kit.world("A.h..T", SYSTEMS, legend={"h": {"terrain": "floor", "z": 10}})
    for question in (
        Question(ask="cover", source="A"),
        Question(ask="cover", origin=Square(0, 0), attack="area"),
    ):
        found = book("dnd4e").judge_squares(world, question)
        assert found[Square(3, 0)] == book("dnd4e").judge_square(world, question, Square(3, 0)) == "none"


def test_what_no_quick_way_is_known_for_is_judged_square_by_square() -> None:
    world = kit.world("A.#.T", ("pf2e",))
    found = book("pf2e").judge_squares(world, Question(ask="cover", source="A"))
    assert found[Square(1, 0)] == "none"
    assert found[Square(4, 0)] == "total"
    reach = book("pf2e").judge_squares(world, Question(ask="distance", source="A"))
    assert reach[Square(4, 0)] == 20


def test_a_question_without_an_attacker_is_refused() -> None:
    for system in SYSTEMS:
        with pytest.raises(ProblemError):
            book(system).judge_squares(kit.world("A.T"), Question(ask="cover"))
